#include "../../src/grid/cost_range.hpp"

#include "../support/catch.hpp"
#include "../support/maps.hpp"
#include "../support/oracle.hpp"

#include <throng/field.hpp>
#include <throng/workers.hpp>

#include <algorithm>
#include <string>

namespace throng::cost_range_test {

namespace {

/// One corridor, folded: every second row is open, joined to the next at alternate ends.
Terrain snake(std::int32_t width, std::int32_t height) {
  std::string cells;
  for (std::int32_t y = 0; y < height; ++y) {
    const bool corridor = y % 2 == 0;
    std::string row(static_cast<std::size_t>(width), corridor ? '.' : '@');
    if (!corridor) (y % 4 == 1 ? row.back() : row.front()) = '.';
    cells += row;
  }
  return *Terrain::make(width, height, std::move(cells));
}

Rules with_costs(StepCosts costs) {
  Rules rules;
  rules.costs = costs;
  return rules;
}

CostRange bounds_of(const Grid& grid) {
  Crew crew(2);
  return DistanceRanges(grid, crew).range(grid.costs());
}

}  // namespace

TEST_CASE("no distance is larger than the bound of its grid") {
  const auto seed = GENERATE(range(0, 20));
  const Terrain terrain = test::random_terrain(9, 8, 30, static_cast<std::uint64_t>(seed));
  const auto grid = *Grid::make(terrain);
  const CostRange range = bounds_of(*grid);
  for (const Position p : test::all_cells(terrain))
    for (const auto& reached : test::oracle_field(terrain, {}, p))
      if (reached) REQUIRE(reached.cost <= range.bound);
}

TEST_CASE("the bound by tiles is no less than any number of straight steps") {
  const auto seed = GENERATE(range(0, 40));
  const auto corners = GENERATE(Corners::never_cut, Corners::always);
  const Terrain terrain =
      test::random_terrain(37, 29, 10 + seed, static_cast<std::uint64_t>(seed));
  Rules rules;
  rules.corners = corners;
  const auto grid = *Grid::make(terrain, rules);
  Rules straight;
  straight.topology = Topology::tile;
  const auto tiles = *Grid::make(terrain, straight);
  Crew crew(2);
  Workers workers(1);
  TileSteps bounds(*grid, crew);
  std::vector<bool> searched(grid->component_count(), false);
  for (const Position p : test::all_cells(terrain)) {
    const CellIndex cell = grid->cell(p);
    if (grid->moves()[cell] == 0 || searched[grid->component(cell)]) continue;
    searched[grid->component(cell)] = true;
    const std::vector<Cost> field = distance_field(*tiles, {&p, 1}, workers);
    std::uint64_t cells = 0, farthest = 0;
    bool connected = true;
    for (const Position other : test::all_cells(terrain)) {
      if (grid->component(grid->cell(other)) != grid->component(cell)) continue;
      ++cells;
      const Cost steps =
          field[static_cast<std::size_t>(other.y * terrain.width() + other.x)];
      connected = connected && steps != kUnreachable;
      if (steps != kUnreachable) farthest = std::max<std::uint64_t>(farthest, steps);
    }
    const auto bound = bounds.bound(cell, cells);
    REQUIRE(bound.has_value() == connected);
    if (bound) REQUIRE(*bound >= farthest);
    if (bound) REQUIRE(*bound < cells);
  }
}

TEST_CASE("a long corridor takes the exact metric a convergent down") {
  // Some 1,400,000 cells in a row: 2 * 2378 units each would not fit, 2 * 985 do.
  const Terrain terrain = snake(2000, 1401);
  const auto grid = *Grid::make(terrain);
  CHECK(grid->costs() == StepCosts{985, 1393});
  CHECK(grid->rules().costs == kExactCosts);
  const CostRange range = bounds_of(*grid);
  CHECK(range.bound >= 1'400'000ULL * 985);
  CHECK(range.bound <= max_distance(grid->max_step_cost()));
}

TEST_CASE("a map as large whose paths are short keeps the exact metric") {
  const auto grid = *Grid::make(*Terrain::make(2000, 1401));
  CHECK(grid->costs() == kExactCosts);
}

TEST_CASE("step costs that could overflow are refused with the figure") {
  const Terrain terrain = snake(1000, 601);  // 301,300 cells in a row
  const auto refused = Grid::make(terrain, with_costs({16383, 16383}));
  REQUIRE(!refused);
  CHECK(refused.error().code == Code::unsupported);
  CHECK(refused.error().what ==
        "step costs 16383/16383 are too large for this map: a path in the component of 0,0 "
        "may cost 9872363034, the limit is 4294934528");
  CHECK(Grid::make(terrain, with_costs({5000, 8000})));
}

TEST_CASE("step costs that make no sense are refused") {
  const Terrain terrain = test::drawn("...");
  for (const StepCosts costs :
       {StepCosts{0, 0}, StepCosts{0, 1}, StepCosts{3, 2}, StepCosts{2, 5},
        StepCosts{10000, 16384}, StepCosts{4000000000U, 4000000000U}})
    CHECK(!Grid::make(terrain, with_costs(costs)));
  for (const StepCosts costs : {StepCosts{1, 1}, StepCosts{1, 2}, StepCosts{16383, 16383}})
    CHECK(Grid::make(terrain, with_costs(costs)));
}

TEST_CASE("step costs are read as words and printed back") {
  CHECK(*parse_costs("exact") == kExactCosts);
  CHECK(*parse_costs("bg2006") == kBg2006Costs);
  CHECK(*parse_costs("5/7") == StepCosts{5, 7});
  for (const char* word : {"exact", "bg2006", "5/7"})
    CHECK(name(*parse_costs(word)) == word);
  for (const char* word : {"", "/", "5/", "/7", "5/7/", "5/-7", "7/5", "5/11", "0/0", "x/y",
                           "5 /7", "1/99999999999"})
    CHECK(!parse_costs(word));
}

TEST_CASE("the cost of steps is that of a straight path, rounded down, and stays a cost") {
  const auto grid = *Grid::make(*Terrain::make(9, 1, '.'));
  Workers workers(1);
  const Position start{0, 0};
  const std::vector<Cost> field = distance_field(*grid, {&start, 1}, workers);
  CHECK(grid->cost_of_steps(0) == 0);
  CHECK(grid->cost_of_steps(8) == field[8]);
  CHECK(grid->cost_of_steps(3.5) == (field[3] + field[4]) / 2);
  CHECK(grid->cost_of_steps(0.0001) == 0);
  CHECK(grid->cost_of_steps(1e12) == kUnreachable - 1);
}

}  // namespace throng::cost_range_test
