#include "../../src/sweep/field_repair.hpp"

#include "../../src/core/rng.hpp"
#include "../../src/grid/cell_or_border.hpp"
#include "../../src/sweep/sweep.hpp"
#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/living_mirror.hpp"
#include "../support/maps.hpp"
#include "../support/seeds.hpp"

#include <throng/links.hpp>
#include <throng/living_map.hpp>

#include <algorithm>
#include <deque>
#include <limits>
#include <tuple>
#include <vector>

namespace throng::field_repair_test {

using namespace test;

namespace {

constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();

/// The least that MapChanges promise: of each step and link that changed, one of the two
/// ends, chosen at random.
MapChanges least_changes(const Grid& before, const Grid& now, SplitMix64& random) {
  MapChanges changes;
  const auto add = [&](std::vector<MapRect>& list, Position from, Position to) {
    list.push_back({random.below(2) == 0 ? from : to});
  };
  for (Position p; p.y < now.height(); ++p.y)
    for (p.x = 0; p.x < now.width(); ++p.x)
      for (unsigned d = 0; d < kMoves; ++d) {
        const auto move = static_cast<Move>(d);
        const auto cost = [&](const Grid& grid) {
          const bool legal = (grid.moves(p) >> d & 1U) != 0;
          return legal ? grid.step_cost(grid.cell(p), move) : kUnreachable;
        };
        if (cost(now) > cost(before)) add(changes.costlier, p, now.step(p, move));
        if (cost(now) < cost(before)) add(changes.cheaper, p, now.step(p, move));
      }
  const auto ways = [](const Grid& grid) {
    std::vector<std::tuple<CellIndex, CellIndex, Cost>> list;
    if (grid.links() != nullptr)
      for (const auto& way : grid.links()->graph().forward().all())
        list.emplace_back(way.at, way.to, way.cost);
    return list;
  };
  const auto add_links = [&](std::vector<MapRect>& list, const Grid& a, const Grid& b) {
    const auto others = ways(b);
    for (const auto& way : ways(a))
      if (std::ranges::find(others, way) == others.end())
        add(list, a.position(std::get<0>(way)), a.position(std::get<1>(way)));
  };
  add_links(changes.costlier, before, now);
  add_links(changes.cheaper, now, before);
  return changes;
}

/// A field that follows edits by repairs alone, beside the sweep that it should equal.
struct Repaired {
  Repaired(const Grid& grid, const std::vector<Position>& goals, Cost most)
      : space(grid, FieldMetric::cost, SweepKind::automatic, SweepDirection::to_sources),
        radius(most),
        field(space.blank.begin(), space.blank.end()) {
    for (const Position p : goals) cells.push_back(cell_or_border(grid, p));
    sweep(grid, field);
  }

  void sweep(const Grid& grid, std::vector<Cost>& into) {
    std::vector<CellIndex> open;
    for (const CellIndex cell : cells) {
      if (cell != 0) space.blank[cell] = is_open(grid, cell) ? kUnreachable : 0;
      if (is_open(grid, cell)) open.push_back(cell);
    }
    sweep_blank(space, open, radius, queues, into);
  }

  bool follow(const GridChange& change, std::size_t most) {
    space.follow(change.now, change.changes);
    for (const CellIndex cell : cells)
      space.blank[cell] = is_open(change.now, cell) ? kUnreachable : 0;
    return repair_field(space, change, cells, radius, most, scratch, field);
  }

  void check(const Grid& grid) {
    const SweepSpace fresh(grid, FieldMetric::cost, SweepKind::automatic,
                           SweepDirection::to_sources);
    std::vector<Cost> expected(fresh.blank.begin(), fresh.blank.end());
    std::vector<CellIndex> open;
    for (const CellIndex cell : cells)
      if (is_open(grid, cell)) open.push_back(cell);
    sweep_blank(fresh, open, radius, queues, expected);
    const auto cost = [&](const SweepSpace& at, const std::vector<Cost>& costs,
                          CellIndex cell) {  // see GoalField
      return std::min(costs[cell] | ~at.blank[cell], radius + 1);
    };
    for (CellIndex cell = 0; cell < field.size(); ++cell) {
      REQUIRE(cost(space, field, cell) == cost(fresh, expected, cell));
      if (grid.moves()[cell] != 0) REQUIRE(space.blank[cell] == kUnreachable);
    }
  }

  SweepSpace space;
  Cost radius;
  std::vector<CellIndex> cells;
  std::vector<Cost> field;
  SweepScratch queues;
  RepairScratch scratch;
};

}  // namespace

TEST_CASE("a repaired field equals a sweep of the new grid") {
  Workers workers(1);
  std::uint64_t seed = 0;
  for (Rules rules : few_rules())
    for (const MirrorLayers& layers : kMirrorLayers)
      for (std::uint64_t round = 0; round < 12 / every({3, 12}); ++round) {
        ++seed;
        CAPTURE(in_words(rules), layers.weights, layers.steps, layers.links, seed);
        SplitMix64 random(seed);
        // On small maps some links join cells without steps.
        const Position size = seed % 2 == 0 ? Position{20, 16} : Position{7, 6};
        const int closed_percent = static_cast<int>(seed % 4) * (seed % 2 == 0 ? 10 : 20);
        LivingMirror mirror(size, closed_percent, layers, seed);
        std::vector<std::int16_t> altitude;
        for (std::size_t k = 0; seed % 3 == 0 && k < mirror.terrain().cell_count(); ++k)
          altitude.push_back(static_cast<std::int16_t>(random.below(4)));
        rules.climb = 1;
        LivingOptions options = mirror.start();
        options.altitude = altitude;
        const LivingClass movement{.rules = rules,
                                   .landmarks = 0,
                                   .jump_graph = false,
                                   .max_danger = mirror.max_danger()};
        LivingMap map =
            *LivingMap::make(mirror.terrain(), {&movement, 1}, options, workers);
        auto before = map.grid(0);
        const auto position = [&] {
          const auto below = [&](std::int32_t n) {
            return static_cast<std::int32_t>(random.below(static_cast<std::uint32_t>(n)));
          };
          const std::int32_t x = below(size.x);
          return Position{x, below(size.y)};
        };
        const Cost step = before->costs().straight;
        std::deque<Repaired> all;
        all.emplace_back(*before, std::vector{position()}, kUnreachable - 1);
        all.emplace_back(*before, std::vector{position(), position(), Position{-1, 3}},
                         kUnreachable - 1);
        all.emplace_back(*before, std::vector{position(), position()}, 5 * step);
        for (int k = 0; k < 25; ++k) {
          CAPTURE(k);
          auto version = map.version();
          REQUIRE(map.edit(mirror.edit(), workers));
          if (k % 5 == 4) REQUIRE(map.edit(mirror.edit(), workers));
          const auto now = map.grid(0);
          const MapChanges changes =
              k % 2 == 0 ? map.changes(version, 0) : least_changes(*before, *now, random);
          for (Repaired& one : all) {
            REQUIRE(one.follow({*before, *now, changes}, kAll));
            one.check(*now);
          }
          before = now;
        }
      }
}

TEST_CASE("a repair gives up where too much is affected") {
  const Terrain open = *Terrain::make(40, 40);
  Terrain walled = *Terrain::make(40, 40);
  for (std::int32_t y = 0; y < 39; ++y) walled.set({20, y}, '@');
  const auto before = *Grid::make(open), now = *Grid::make(walled);
  const MapRect wall{{19, 0}, 3, 40};
  const MapChanges closing{{wall}, {}}, opening{{}, {wall}};
  for (const bool closes : {true, false}) {
    const Grid& from = closes ? *before : *now;
    const Grid& to = closes ? *now : *before;
    const GridChange change{from, to, closes ? closing : opening};
    Repaired one(from, {{0, 0}}, kUnreachable - 1), other(from, {{0, 0}}, kUnreachable - 1);
    CHECK_FALSE(one.follow(change, 100));
    REQUIRE(other.follow(change, 1600));
    other.check(to);
    CHECK(other.follow({to, to, {}}, 0));
  }
}

}  // namespace throng::field_repair_test
