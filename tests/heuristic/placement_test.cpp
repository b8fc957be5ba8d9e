#include "../../src/heuristic/placement.hpp"

#include "../../src/core/rng.hpp"
#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/maps.hpp"
#include "../support/oracle.hpp"

#include <throng/generate.hpp>

#include <algorithm>
#include <set>

namespace throng::placement_test {

namespace {

/// Threads and their scratch.
struct Team {
  explicit Team(int threads)
      : crew(threads), memory(static_cast<std::size_t>(crew.size())) {
    for (SweepScratch& one : memory) scratch.push_back(&one);
  }

  std::optional<Landmarks> place(const Grid& grid, const LandmarkPlan& plan,
                                 Monitor* monitor = nullptr) {
    return place_landmarks(grid, number_cells(grid, {}), plan, {crew, scratch, monitor});
  }

  Crew crew;
  std::vector<SweepScratch> memory;
  std::vector<SweepScratch*> scratch;
};

std::vector<LandmarkPlan> all_plans(int landmarks) {
  std::vector<LandmarkPlan> plans;
  for (const Placement placement : kPlacements)
    for (const FieldMetric metric : kFieldMetrics)
      plans.push_back({landmarks, placement, metric, 7});
  return plans;
}

std::string in_words(const LandmarkPlan& plan) {
  return std::string(name(plan.placement)) + " " + std::string(name(plan.metric));
}

/// The cells of one component, by slot.
std::vector<CellIndex> cells_of(const Landmarks& landmarks, const Grid& grid,
                                std::uint32_t component) {
  std::vector<CellIndex> cells;
  for (std::size_t i = component; i < landmarks.cells.size(); i += grid.component_count())
    cells.push_back(landmarks.cells[i]);
  return cells;
}

Cost value(const LandmarkTable& table, std::size_t row, std::size_t slot) {
  return table.exact()[row * table.slots() + slot];
}

/// Whether what every slot says of a and b is true of their distance.
bool bounds_hold(const LandmarkTable& table, std::size_t a, std::size_t b,
                 std::uint64_t distance) {
  for (std::size_t slot = 0; slot < table.slots(); ++slot) {
    const std::uint64_t x = value(table, a, slot), y = value(table, b, slot);
    if ((std::max(x, y) - std::min(x, y)) * table.unit() > distance) return false;
    if (slot < static_cast<std::size_t>(table.landmarks()) &&
        (x + y) * table.upper_unit() < distance)
      return false;
  }
  return std::uint64_t{
             table.lower(static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b))} *
                 table.unit() <=
             distance &&
         table.upper(static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b)) >=
             distance;
}

/// Every pair of cells of one small map, under one plan.
void check_all_pairs(const Terrain& terrain, const Grid& grid, const Landmarks& landmarks,
                     const std::vector<test::OracleField<std::uint64_t>>& fields) {
  const CellRows rows = number_cells(grid, {});
  const std::vector<Position> cells = test::all_cells(terrain);
  for (std::size_t i = 0; i < cells.size(); ++i)
    for (std::size_t k = 0; k < cells.size(); ++k) {
      if (!fields[i][k]) continue;
      if (bounds_hold(landmarks.table, rows.row[grid.cell(cells[i])],
                      rows.row[grid.cell(cells[k])], fields[i][k].cost))
        continue;
      CAPTURE(cells[i].x, cells[i].y, cells[k].x, cells[k].y, fields[i][k].cost);
      FAIL("a slot says too much or too little");
    }
}

}  // namespace

TEST_CASE("what every slot says of a pair of cells is true, whatever plan and rules") {
  Team team(1);
  const auto seed = static_cast<std::uint64_t>(GENERATE(0, 1, 2));
  const int closed = GENERATE(0, 20, 40);
  const Terrain terrain = test::random_terrain(7, 6, closed, seed);
  for (const Rules& rules : test::all_rules()) {
    const auto grid = *Grid::make(terrain, rules);
    std::vector<test::OracleField<std::uint64_t>> fields;
    for (const Position start : test::all_cells(terrain))
      fields.push_back(test::oracle_field(terrain, rules, start));
    for (const LandmarkPlan& plan : all_plans(3)) {
      CAPTURE(seed, closed, test::in_words(rules), in_words(plan));
      const auto landmarks = team.place(*grid, plan);
      REQUIRE(landmarks);
      check_all_pairs(terrain, *grid, *landmarks, fields);
    }
  }
}

TEST_CASE("the value of a landmark's own cell is 0, and each lies in its component") {
  Team team(1);
  const auto grid = *Grid::make(test::random_terrain(16, 12, 45, 4));
  const CellRows rows = number_cells(*grid, {});
  for (const LandmarkPlan& plan : all_plans(5)) {
    CAPTURE(in_words(plan));
    const auto landmarks = team.place(*grid, plan);
    REQUIRE(landmarks->cells.size() == 5 * grid->component_count());
    for (std::uint32_t c = 0; c < grid->component_count(); ++c) {
      const std::vector<CellIndex> cells = cells_of(*landmarks, *grid, c);
      for (std::size_t slot = 0; slot < 5; ++slot) {
        CHECK(grid->component(cells[slot]) == c);
        CHECK(value(landmarks->table, rows.row[cells[slot]], slot) == 0);
      }
    }
  }
}

TEST_CASE("landmarks of a component differ while it has cells enough") {
  Team team(1);
  const auto grid = *Grid::make(test::random_terrain(16, 12, 45, 5));
  const ComponentCells components = list_components(*grid);
  constexpr int kLandmarks = 6;
  for (const Placement placement :
       {Placement::random, Placement::farthest, Placement::avoid}) {
    CAPTURE(name(placement));
    const auto landmarks = team.place(*grid, {kLandmarks, placement});
    for (std::uint32_t c = 0; c < grid->component_count(); ++c) {
      const std::vector<CellIndex> cells = cells_of(*landmarks, *grid, c);
      CHECK(std::set<CellIndex>(cells.begin(), cells.end()).size() ==
            std::min<std::size_t>(kLandmarks, components.size(c)));
    }
  }
}

TEST_CASE("farthest landmarks of a corridor are its ends, then its middle") {
  Team team(1);
  const auto grid = *Grid::make(*Terrain::make(101, 1));
  const auto landmarks = team.place(*grid, {3, Placement::farthest});
  std::vector<std::int32_t> columns;
  for (const CellIndex cell : landmarks->cells) columns.push_back(grid->position(cell).x);
  CHECK(columns == std::vector<std::int32_t>{100, 0, 50});
}

TEST_CASE("farthest landmarks stand at the ends of arms that wind through blocks") {
  // An arm leads from the middle to each end; the last two lie beside each other.
  const auto grid = *Grid::make(test::drawn(R"(
      ........................@@@@@@@
      .@@@@@@@@@@@@@@@@@@@@@@.@@@@@@@
      .@@@@@@@@@@@@@@@@@@@@@@........
      .@@@@@@@@@@@@@@@@@@@@@@@@@@@@@.
      .@@@@@@@@@@@@@@@@@@@@@@@@@@@@@.
      ...........................@@..
      @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@)"));
  Team team(1);
  const auto landmarks = team.place(*grid, {2, Placement::farthest});
  std::set<std::int32_t> columns;
  for (const CellIndex cell : landmarks->cells) {
    CHECK(grid->position(cell).y == 5);
    columns.insert(grid->position(cell).x);
  }
  CHECK(columns == std::set<std::int32_t>{26, 29});
}

TEST_CASE("avoiding landmarks stand at the ends of the arms that the others do not serve") {
  const auto grid = *Grid::make(test::drawn(R"(
      .............
      .@@@@@@@@@@@@
      .............
      .@@@@@@@@@@@@
      .............)"));
  Team team(1);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    CAPTURE(seed);
    const auto landmarks = team.place(*grid, {2, Placement::avoid, {}, seed});
    const Position a = grid->position(landmarks->cells[0]);
    const Position b = grid->position(landmarks->cells[1]);
    CHECK(a.x == 12);
    CHECK(b.x == 12);
    CHECK(a.y != b.y);
  }
}

TEST_CASE("each placement bounds distances in mazes better than random cells do") {
  Team team(2);
  const auto sum_of_bounds = [&](Placement placement) {
    std::uint64_t sum = 0;
    for (const std::uint64_t seed : {1, 2, 3, 4, 5}) {
      const GenerateOptions options{.width = 63, .height = 63, .seed = seed};
      const auto grid = *Grid::make(*generate(MapKind::maze, options));
      const auto landmarks = team.place(*grid, {4, placement, {}, seed});
      SplitMix64 random(seed);
      const auto rows = static_cast<std::uint32_t>(grid->open_cells());
      for (int i = 0; i < 2000; ++i)
        sum += landmarks->table.lower(random.below(rows), random.below(rows));
    }
    return sum;
  };
  const std::uint64_t by_chance = sum_of_bounds(Placement::random);
  for (const Placement placement :
       {Placement::farthest, Placement::avoid, Placement::coverage}) {
    CAPTURE(name(placement));
    CHECK(sum_of_bounds(placement) > by_chance);
  }
}

TEST_CASE("placements are the same for any number of threads and another seed moves them",
          "[parallel]") {
  Team one(1), three(3), many(16);
  const auto grid = *Grid::make(test::random_terrain(60, 40, 35, 9));
  for (LandmarkPlan plan : all_plans(17)) {  // more than a wave
    CAPTURE(in_words(plan));
    const auto alone = one.place(*grid, plan);
    for (Team* const team : {&three, &many}) {
      const auto together = team->place(*grid, plan);
      CHECK(alone->cells == together->cells);
      CHECK(
          std::ranges::equal(alone->table.exact_values(), together->table.exact_values()));
    }
    plan.seed = 8;
    const bool same = one.place(*grid, plan)->cells == alone->cells;
    CHECK(same == (plan.placement == Placement::farthest));
  }
}

TEST_CASE("a monitor learns of every sweep, and stops the placement when it cancels") {
  Team team(1);
  const auto grid = *Grid::make(test::random_terrain(20, 20, 20, 2));
  for (const Placement placement : kPlacements)
    for (const int count : {1, 2, 7}) {
      CAPTURE(name(placement), count);
      Monitor monitor;
      CHECK(team.place(*grid, {count, placement}, &monitor));
      CHECK(monitor.done == monitor.total);
      CHECK(monitor.total >= static_cast<std::size_t>(count));
      CHECK(monitor.total <= 4 * static_cast<std::size_t>(count) + 1);
      Monitor stopped;
      stopped.cancel = true;
      CHECK_FALSE(team.place(*grid, {count, placement}, &stopped));
      CHECK(stopped.done == 0);
    }
}

TEST_CASE("maps without an open cell, with one and with none joined have landmarks") {
  Team team(2);
  for (const char* drawing : {"@", "@@@", ".", ".@.@.", ".@.\n@.@\n.@."}) {
    const auto grid = *Grid::make(test::drawn(drawing));
    for (const LandmarkPlan& plan : all_plans(5)) {
      CAPTURE(drawing, in_words(plan));
      const auto landmarks = team.place(*grid, plan);
      REQUIRE(landmarks);
      CHECK(landmarks->cells.size() == 5 * grid->component_count());
    }
  }
}

TEST_CASE("distances near the largest that a grid allows are kept") {
  // A corridor whose ends lie 16383 * 262157 = 2^32 - 49165 apart.
  Team team(1);
  constexpr std::int32_t kCells = 262158;
  const auto grid =
      *Grid::make(*Terrain::make(kCells, 1), {.costs = {kMaxStepCost, kMaxStepCost}});
  const CellRows rows = number_cells(*grid, {});
  const std::uint32_t first = rows.row[grid->cell({0, 0})];
  const std::uint32_t last = rows.row[grid->cell({kCells - 1, 0})];
  const std::uint64_t distance = std::uint64_t{kMaxStepCost} * (kCells - 1);
  for (const LandmarkPlan& plan : all_plans(1)) {
    if (plan.placement != Placement::farthest) continue;
    CAPTURE(in_words(plan));
    const auto landmarks = team.place(*grid, plan);
    CHECK(bounds_hold(landmarks->table, first, last, distance));
    CHECK(landmarks->table.lower(first, last) * std::uint64_t{landmarks->table.unit()} >
          distance - distance / 1000);
  }
}

}  // namespace throng::placement_test
