#include "../../src/grid/grid_editor.hpp"

#include "../../src/core/rng.hpp"
#include "../../src/grid/grid_access.hpp"
#include "../support/catch.hpp"
#include "../support/distances.hpp"
#include "../support/maps.hpp"
#include "../support/seeds.hpp"

#include <throng/grid.hpp>
#include <throng/links.hpp>

#include <algorithm>
#include <bit>
#include <memory>
#include <string>
#include <vector>

namespace throng::grid_editor_test {

namespace {

constexpr Weight kMost = 9;

struct Kind {
  bool weights = false;
  bool altitude = false;
  bool steps = false;
  bool links = false;
};

/// A ground that random edits change.
class Edited {
 public:
  /// scale: weights are multiples of it.
  Edited(Position size, int closed, const Kind& kind, std::uint64_t seed, Weight scale = 1)
      : random_(seed),
        scale_(scale),
        ground_{.terrain = test::random_terrain(size.x, size.y, closed, seed)} {
    const std::size_t cells = ground_.terrain.cell_count();
    for (std::size_t k = 0; kind.weights && k < cells; ++k)
      ground_.weights.push_back(static_cast<Weight>(scale * below(5)));
    for (std::size_t k = 0; kind.altitude && k < cells; ++k)
      ground_.altitude.push_back(static_cast<std::int16_t>(below(4)));
    if (kind.steps) ground_.closed_steps.resize(cells);
    for (int k = 0; kind.links && cells > 1 && k < 8; ++k) {
      const Link link{any_cell(), any_cell(), static_cast<Weight>(1 + below(5))};
      if (link.from == link.to) continue;
      ground_.links.push_back(link);
      ground_.link_open.push_back(static_cast<std::uint8_t>(below(2)));
    }
  }

  const LivingGround& ground() const { return ground_; }
  std::span<const Rectangle> cells() const { return cells_; }
  std::span<const Rectangle> steps() const { return steps_; }

  /// Applies one to four edits.
  void edit() {
    cells_.clear();
    steps_.clear();
    for (std::uint32_t count = 1 + below(4); count > 0; --count) {
      const Rectangle area = any_area();
      const std::uint32_t what = below(10);
      if (what < 6) {
        change(area, [&](Position p) {
          ground_.terrain.set(p, what < 3 ? '.' : what < 5 ? '@' : toggled(p));
        });
        if (below(4) == 0)
          change(area, [&](Position p) { ground_.terrain.set(p, toggled(p)); });
      } else if (what < 8 && !ground_.weights.empty()) {
        const auto weight = static_cast<Weight>(scale_ * below(kMost + 1));
        change(area, [&](Position p) { ground_.weights[ground_.slot(p)] = weight; });
      } else if (what == 8 && !ground_.closed_steps.empty()) {
        change_step(any_cell(), static_cast<std::uint8_t>(1U << below(8)));
      } else if (what == 9 && !ground_.links.empty()) {
        std::uint8_t& open =
            ground_.link_open[below(static_cast<std::uint32_t>(ground_.links.size()))];
        open = open == 0 ? 1 : 0;
      }
    }
  }

  Result<std::shared_ptr<const Grid>> try_remake(const Rules& rules) const {
    std::vector<ClosedStep> steps;
    for (const Position p : test::all_cells(ground_.terrain))
      for (unsigned bits =
               ground_.closed_steps.empty() ? 0U : ground_.closed_steps[ground_.slot(p)];
           bits != 0; bits &= bits - 1)
        steps.push_back({p, static_cast<Move>(std::countr_zero(bits))});
    std::vector<Link> links;
    for (std::size_t k = 0; k < ground_.links.size(); ++k)
      if (ground_.link_open[k] != 0) links.push_back(ground_.links[k]);
    return Grid::make(ground_.terrain, rules,
                      {.weights = ground_.weights,
                       .altitude = ground_.altitude,
                       .closed_steps = steps,
                       .links = links});
  }
  std::shared_ptr<const Grid> remake(const Rules& rules) const {
    return *try_remake(rules);
  }

 private:
  std::uint32_t below(std::uint32_t n) { return random_.below(n); }
  Position any_cell() {
    return {static_cast<std::int32_t>(
                below(static_cast<std::uint32_t>(ground_.terrain.width()))),
            static_cast<std::int32_t>(
                below(static_cast<std::uint32_t>(ground_.terrain.height())))};
  }
  Rectangle any_area() {
    if (below(24) == 0) return {{0, 0}, ground_.terrain.width(), ground_.terrain.height()};
    const Position a = any_cell();
    const auto extent = [&](std::int32_t limit) {
      return std::min(limit, 1 + static_cast<std::int32_t>(below(6)));
    };
    return {a, extent(ground_.terrain.width() - a.x),
            extent(ground_.terrain.height() - a.y)};
  }
  char toggled(Position p) const { return ground_.terrain.at(p) == '.' ? '@' : '.'; }
  void change(const Rectangle& area, const auto& apply) {
    for (Position p = area.corner; p.y < area.corner.y + area.height; ++p.y)
      for (p.x = area.corner.x; p.x < area.corner.x + area.width; ++p.x) apply(p);
    cells_.push_back(area);
  }
  void change_step(Position p, std::uint8_t bit) {
    std::uint8_t& steps = ground_.closed_steps[ground_.slot(p)];
    steps ^= bit;
    if ((steps & bit) != 0)
      ++ground_.closed_step_count;
    else
      --ground_.closed_step_count;
    steps_.push_back({p, 1, 1});
  }

  SplitMix64 random_;
  Weight scale_;
  LivingGround ground_;
  std::vector<Rectangle> cells_, steps_;
};

/// Steps that are legal have weights; others have none.
std::uint32_t weight(const Grid& grid, CellIndex cell, unsigned d) {
  if ((grid.moves()[cell] >> d & 1U) == 0) return 0;
  return grid.step_cost(cell, static_cast<Move>(d));
}

void require_equal(const Grid& grid, const Grid& expected) {
  REQUIRE(std::ranges::equal(grid.moves(), expected.moves()));
  REQUIRE(grid.component_count() == expected.component_count());
  REQUIRE(grid.open_cells() == expected.open_cells());
  REQUIRE(grid.symmetric() == expected.symmetric());
  REQUIRE(grid.symmetric_steps() == expected.symmetric_steps());
  REQUIRE(grid.costs() == expected.costs());
  REQUIRE(grid.uniform() == expected.uniform());
  if (grid.uniform_steps() && !expected.plain())
    REQUIRE(grid.max_step_cost() == expected.max_step_cost());
  REQUIRE((grid.links() == nullptr) == (expected.links() == nullptr));
  for (CellIndex cell = 0; cell < grid.cell_count(); ++cell) {
    bool equal = grid.component(cell) == expected.component(cell);
    for (unsigned d = 0; d < kMoves; ++d)
      equal = equal && weight(grid, cell, d) == weight(expected, cell, d);
    if (!equal) FAIL("cell " << grid.position(cell).x << "," << grid.position(cell).y);
  }
  if (grid.links() == nullptr) return;
  REQUIRE(std::ranges::equal(grid.links()->links(), expected.links()->links()));
  REQUIRE(grid.min_edge_cost() == expected.min_edge_cost());
  REQUIRE(grid.max_edge_cost() == expected.max_edge_cost());
}

bool in_any(Position p, std::span<const Rectangle> areas) {
  return std::ranges::any_of(areas, [&](const Rectangle& area) {
    return p.x >= area.corner.x && p.x < area.corner.x + area.width &&
           p.y >= area.corner.y && p.y < area.corner.y + area.height;
  });
}

/// Every step and cell that changed is listed, and a list is empty if nothing of its kind
/// changed.
void check_changes(const Grid& before, const Grid& now, const GridChanges& changes) {
  bool costlier = false, cheaper = false, toggled = false;
  for (CellIndex cell = 0; cell < now.cell_count(); ++cell) {
    const bool was_open = before.component(cell) != Grid::kNoComponent;
    const bool is_open = now.component(cell) != Grid::kNoComponent;
    if (!was_open && !is_open) continue;
    const Position p = now.position(cell);
    if (was_open != is_open) {
      toggled = true;
      (is_open ? cheaper : costlier) = true;
      if (!in_any(p, changes.toggled)) FAIL("a cell is not listed");
      if (!in_any(p, is_open ? changes.cheaper : changes.costlier))
        FAIL("a cell is not listed where it belongs");
    }
    for (unsigned d = 0; d < kMoves; ++d) {
      const std::uint32_t old = weight(before, cell, d), fresh = weight(now, cell, d);
      if (old != 0 && (fresh == 0 || fresh > old)) {
        costlier = true;
        if (!in_any(p, changes.costlier)) FAIL("a costlier step is not listed");
      }
      if (fresh != 0 && (old == 0 || fresh < old)) {
        cheaper = true;
        if (!in_any(p, changes.cheaper)) FAIL("a cheaper step is not listed");
      }
    }
  }
  REQUIRE(toggled == !changes.toggled.empty());
  if (changes.links) return;
  REQUIRE(costlier == !changes.costlier.empty());
  REQUIRE(cheaper == !changes.cheaper.empty());
}

void edit_at_random(const Rules& rules, Position size, const Kind& kind, int edits,
                    std::uint64_t seed) {
  Edited map(size, static_cast<int>(seed * 37 % 101), kind, seed);
  GridEditor editor = *GridEditor::make(map.ground(), rules, kMost, 1, VersionPool());
  require_equal(*editor.grid(), *map.remake(editor.grid()->rules()));
  for (int k = 0; k < edits; ++k) {
    CAPTURE(k);
    const std::shared_ptr<const Grid> before = editor.grid();
    map.edit();
    const GridChanges& changes = editor.edit(map.ground(), map.cells(), map.steps());
    require_equal(*editor.grid(), *map.remake(editor.grid()->rules()));
    check_changes(*before, *editor.grid(), changes);
  }
}

/// Edits that are checked: what is refused is what Grid::make refuses, and the bound that
/// edits update is never too small. Returns how many edits needed no sweep.
int check_bounds_at_random(const Rules& rules, Weight max_weight, const Kind& kind,
                           Weight scale, std::uint64_t seed, int& refused) {
  Edited map({13, 9}, static_cast<int>(seed * 7 % 40), kind, seed, scale);
  GridEditor editor = *GridEditor::make(map.ground(), rules, max_weight, 1, VersionPool());
  REQUIRE_FALSE(editor.always_fits());
  int quick = 0;
  const auto first = editor.check(map.ground(), {}, {}, 1);
  REQUIRE(first.has_value() == map.try_remake(editor.grid()->rules()).has_value());
  if (!first) return 0;
  editor.keep_bound(*first);
  for (int k = 0; k < 40; ++k) {
    CAPTURE(k);
    const Edited before = map;
    map.edit();
    const auto next = editor.check(map.ground(), map.cells(), map.steps(), 1);
    REQUIRE(next.has_value() == map.try_remake(editor.grid()->rules()).has_value());
    if (!next) {
      ++refused;
      map = before;
      continue;
    }
    GridEditor again = *GridEditor::make(map.ground(), rules, max_weight, 1, VersionPool());
    quick += *again.check(map.ground(), {}, {}, 1) != *next ? 1 : 0;
    editor.keep_bound(*next);
    editor.edit(map.ground(), map.cells(), map.steps());
    REQUIRE(editor.bound() >= test::part_widths(*editor.grid()).sum);
  }
  return quick;
}

}  // namespace

TEST_CASE("edits keep a bound on distances, and refuse what Grid::make refuses") {
  int quick = 0, refused = 0;
  std::uint64_t seed = 0;
  const std::size_t step = test::every({.normal = 9, .sanitized = 13});
  for (const Corners corners : {Corners::never_cut, Corners::always})
    for (const CostModel model : {CostModel::mean, CostModel::enter})
      for (const int unit : {1, 2})
        for (const Kind& kind :
             {Kind{.weights = true}, Kind{.weights = true, .altitude = true},
              Kind{.weights = true, .steps = true}, Kind{.weights = true, .links = true},
              Kind{true, true, true, true}})
          for (int times = 0; times < 3; ++times) {
            if (++seed % step != 0) continue;
            CAPTURE(name(corners), unit, kind.altitude, kind.steps, kind.links, name(model),
                    seed);
            // Far from the limit: no edit sets such weights. And near it.
            const Weight heavy = model == CostModel::enter ? 8000 : 4000;
            Rules rules{.corners = corners, .costs = {4000, 5656}, .cost_model = model};
            rules.unit_size = unit;
            quick += check_bounds_at_random(rules, heavy, kind, 1, seed, refused);
            rules.costs = {16382, 16382};
            check_bounds_at_random(rules, kMost * 1500, kind, 1500, seed, refused);
          }
  CHECK(quick > 0);
  CHECK(refused > 0);
}

TEST_CASE("a way round that doors force is part of the bound") {
  // Rows of a snake; doors at the left make all of it short.
  LivingGround ground{.terrain = *Terrain::make(41, 17),
                      .weights = std::vector<Weight>(41 * 17, 1000)};
  std::vector<Rectangle> doors;
  for (std::int32_t y = 1; y < 17; y += 2) {
    for (std::int32_t x = 1; x < 40; ++x) ground.terrain.set({x, y}, '@');
    if (y % 4 == 1) doors.push_back({{0, y}, 1, 1});
    if (y % 4 == 3) ground.terrain.set({40, y}, '@');
  }
  const Rules rules{.costs = {4000, 5656}};
  GridEditor editor = *GridEditor::make(ground, rules, 1000, 1, VersionPool());
  REQUIRE_FALSE(editor.always_fits());
  editor.keep_bound(*editor.check(ground, {}, {}, 1));
  for (const Rectangle& door : doors) {
    ground.terrain.set(door.corner, '@');
    editor.keep_bound(*editor.check(ground, {&door, 1}, {}, 1));
    editor.edit(ground, {&door, 1}, {});
    REQUIRE(editor.bound() >= test::part_widths(*editor.grid()).sum);
  }
}

TEST_CASE("after each edit the grid equals a new one") {
  const auto topology = GENERATE(from_range(kTopologies));
  const auto corners = GENERATE(from_range(kCorners));
  if (topology != Topology::octile && corners != Corners::never_cut) return;
  const int unit = is_hexagonal(topology) ? 1 : GENERATE(1, 2, 3, 7);
  const Kind kind =
      GENERATE(Kind{}, Kind{.weights = true}, Kind{.altitude = true}, Kind{.steps = true},
               Kind{.links = true}, Kind{true, true, true, true});
  const CostModel model = GENERATE(CostModel::mean, CostModel::enter);
  if (model == CostModel::enter && !kind.weights) return;
  const Rules rules{
      .topology = topology, .corners = corners, .cost_model = model, .unit_size = unit};
  CAPTURE(name(topology), name(corners), unit, kind.weights, kind.altitude, kind.steps,
          kind.links, name(model));
  for (std::uint64_t seed = 0; seed < 6; seed += test::every({6, 6})) {
    CAPTURE(seed);
    edit_at_random(rules, {9, 7}, kind, 40, seed);
    edit_at_random(rules, {1, 12}, kind, 10, seed);
    edit_at_random(rules, {40, 35}, kind, 10, seed);
  }
}

TEST_CASE("a grid that is held does not change") {
  Edited map({50, 40}, 30, {true, true, true, true}, 7);
  GridEditor editor = *GridEditor::make(map.ground(), {}, kMost, 1, VersionPool());
  std::vector<std::shared_ptr<const Grid>> held, expected;
  for (int k = 0; k < 60; ++k) {
    map.edit();
    editor.edit(map.ground(), map.cells(), map.steps());
    if (k % 7 != 0) continue;
    held.push_back(editor.grid());
    expected.push_back(map.remake(editor.grid()->rules()));
  }
  for (std::size_t k = 0; k < held.size(); ++k) require_equal(*held[k], *expected[k]);
}

TEST_CASE("step costs last for every map of the size") {
  const auto costs_of = [](std::int32_t side) {
    const LivingGround ground{.terrain = *Terrain::make(side, side)};
    const auto editor = GridEditor::make(ground, {}, 1, 1, VersionPool());
    return editor ? editor->grid()->costs() : StepCosts{0, 0};
  };
  CHECK(costs_of(512) == kExactCosts);
  CHECK(costs_of(1500) == StepCosts{985, 1393});
  CHECK(costs_of(2000) == StepCosts{985, 1393});
  CHECK(costs_of(3000) == StepCosts{408, 577});
}

TEST_CASE("ground on which an edit could make a step too heavy is refused") {
  LivingGround ground{.terrain = *Terrain::make(2, 1), .altitude = {0, 30'000}};
  CHECK(GridEditor::make(ground, {}, 1, 1, VersionPool()));
  const auto steep = GridEditor::make(ground, {.climb = 3}, 1, 1, VersionPool());
  REQUIRE_FALSE(steep);
  CHECK(steep.error().code == Code::unsupported);
  ground.weights = {1, 1};
  CHECK_FALSE(GridEditor::make(ground, {}, kMaxWeight, 1, VersionPool()));
}

}  // namespace throng::grid_editor_test
