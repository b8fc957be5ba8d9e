#include "../../src/grid/cost_range.hpp"

#include "../../src/core/rng.hpp"
#include "../support/catch.hpp"
#include "../support/distances.hpp"
#include "../support/maps.hpp"
#include "../support/oracle.hpp"

#include <throng/distances.hpp>
#include <throng/links.hpp>
#include <throng/workers.hpp>

#include <algorithm>
#include <string>
#include <vector>

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
    const std::vector<Cost> field = distances(tiles, {&p, 1}, workers);
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
        "may cost 9872363034, the limit is 4294934528; step costs of 7127/7127 would fit");
  CHECK(Grid::make(terrain, with_costs({5000, 8000})));
}

TEST_CASE("the bounds of parts enclose their largest distances, twice at most") {
  const auto topology = GENERATE(from_range(kTopologies));
  const auto model = GENERATE(CostModel::mean, CostModel::enter);
  const int ground = GENERATE(range(0, 8));  // bits: altitudes, closed steps, links
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    SplitMix64 random(8 * seed + static_cast<std::uint64_t>(ground));
    CAPTURE(name(topology), name(model), ground, seed);
    const Terrain terrain = test::random_terrain(9, 8, 25, seed);
    const auto any = [&] {
      return Position{static_cast<std::int32_t>(random.below(9)),
                      static_cast<std::int32_t>(random.below(8))};
    };
    std::vector<Weight> weights;
    std::vector<std::int16_t> altitude;
    std::vector<ClosedStep> steps;
    std::vector<Link> links;
    for (int k = 0; k < 72; ++k) {
      weights.push_back(static_cast<Weight>(random.below(40)));
      if ((ground & 1) != 0)
        altitude.push_back(static_cast<std::int16_t>(random.below(20)));
      if ((ground & 2) != 0)
        steps.push_back({any(), static_cast<Move>(random.below(kMoves))});
      if ((ground & 4) == 0 || k % 9 != 0) continue;
      const Link link{any(), any(), static_cast<Weight>(1 + random.below(50))};
      if (link.from != link.to) links.push_back(link);
    }
    Rules rules;
    rules.topology = topology;
    rules.cost_model = model;
    if (topology == Topology::octile && seed % 2 == 1) rules.unit_size = 2;
    const auto grid = *Grid::make(
        terrain, rules,
        {.weights = weights, .altitude = altitude, .closed_steps = steps, .links = links});
    const test::PartWidths widths = test::part_widths(*grid);
    const PartsRange range = bound_parts(*grid, 0);
    REQUIRE(range.distances >= widths.sum);
    REQUIRE(range.distances <= 2 * widths.sum);
    REQUIRE(range.parts == widths.count);
    REQUIRE(bound_parts(*grid, kUnreachable).distances >= widths.sum);
    REQUIRE(bound_weighted_distances(*grid).bound >= widths.most);
  }
}

TEST_CASE("ground whose distances fit is accepted, however large its cells sum up") {
  const auto made = [](std::int32_t side, Rules rules, const GridOptions& options) {
    return Grid::make(*Terrain::make(side, side), rules, options).has_value();
  };
  Rules enter;
  enter.cost_model = CostModel::enter;
  CHECK(made(87, enter, {.weights = std::vector<Weight>(87 * 87, 1000)}));
  SplitMix64 random(1);
  std::vector<Weight> weights(256 * 256);
  for (Weight& weight : weights) weight = static_cast<Weight>(1 + random.below(255));
  CHECK(made(256, enter, {.weights = weights}));
  // Twice the distance from a corner would not fit; that from the middle does.
  CHECK(made(200, {}, {.weights = std::vector<Weight>(200 * 200, 10'000)}));
  CHECK_FALSE(made(400, {}, {.weights = std::vector<Weight>(400 * 400, kMaxWeight)}));
}

TEST_CASE("links one way do not hide that the way back does not fit") {
  constexpr std::int32_t kWidth = 2700;  // from end to end on foot: above 32 bits
  std::vector<Link> links;
  const auto made = [&] {
    return Grid::make(*Terrain::make(kWidth, 1), with_costs({100, 150}),
                      {.weights = std::vector<Weight>(kWidth, kMaxWeight), .links = links});
  };
  for (std::int32_t x = 20; x < kWidth; x += 20) links.push_back({{0, 0}, {x, 0}, 1});
  CHECK_FALSE(made());
  const std::size_t there = links.size();
  for (std::size_t k = 0; k < there; ++k) links.push_back({links[k].to, links[k].from, 1});
  CHECK(made());
}

TEST_CASE("one step that closes leaves the costs as they were") {
  const Terrain terrain = *Terrain::make(1200, 1200);
  const std::vector<ClosedStep> steps{{{5, 5}, Move::east}};
  CHECK((*Grid::make(terrain, {}, {.closed_steps = steps}))->costs() == kExactCosts);
}

TEST_CASE("danger on one cell of a large map is no reason to refuse it") {
  const auto grid = *Grid::make(*Terrain::make(1200, 1200));
  std::vector<Weight> influence(1200 * 1200);
  influence[1234] = 3;
  CHECK(grid->with_influence(influence));
}

TEST_CASE("ground that is too heavy is refused with what would fit") {
  const Terrain terrain = *Terrain::make(1, 700);
  const auto refused =
      Grid::make(terrain, {}, {.weights = std::vector<Weight>(700, kMaxWeight)});
  REQUIRE(!refused);
  CHECK(refused.error().code == Code::unsupported);
  CHECK(refused.error().what ==
        "step costs 816/1154 are too large for this map: a path in the component of 0,0 "
        "may cost 9344601072, the limit is 4268230238; step costs of 372/526 or weights "
        "of 1/3 of these would fit");
  CHECK(Grid::make(terrain, with_costs({372, 526}),
                   {.weights = std::vector<Weight>(700, kMaxWeight)}));
  CHECK(Grid::make(terrain, {}, {.weights = std::vector<Weight>(700, kMaxWeight / 3)}));
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
  const std::vector<Cost> field = distances(grid, {&start, 1}, workers);
  CHECK(grid->cost_of_steps(0) == 0);
  CHECK(grid->cost_of_steps(8) == field[8]);
  CHECK(grid->cost_of_steps(3.5) == (field[3] + field[4]) / 2);
  CHECK(grid->cost_of_steps(0.0001) == 0);
  CHECK(grid->cost_of_steps(1e12) == kUnreachable - 1);
}

}  // namespace throng::cost_range_test
