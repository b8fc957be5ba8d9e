#include "../support/all_pairs.hpp"
#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/grounds.hpp"
#include "../support/maps.hpp"
#include "../support/oracle.hpp"
#include "../support/seeds.hpp"

#include <throng/generate.hpp>
#include <throng/solver.hpp>

#include <algorithm>
#include <string>

namespace throng::jump_point_landmarks_test {

namespace {

constexpr IndexOptions kIndex{
    .landmarks = {.count = 4, .storage = LandmarkStorage::jump_points}};

/// The bounds between each cell and each landmark of its component are their distance:
/// the rows of all cells are right.
void check_rows(const Terrain& terrain, const Index& index,
                const std::vector<test::OracleField<std::uint64_t>>& fields) {
  const std::vector<Position> cells = test::all_cells(terrain);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (!index.grid()->open(cells[i])) continue;
    const std::uint32_t component = index.grid()->component(index.grid()->cell(cells[i]));
    for (const Position landmark : index.landmarks(component)) {
      const std::size_t k =
          static_cast<std::size_t>(std::ranges::find(cells, landmark) - cells.begin());
      const DistanceBounds bounds = index.bounds(cells[i], landmark);
      CAPTURE(cells[i].x, cells[i].y, landmark.x, landmark.y, fields[i][k].cost);
      REQUIRE(bounds.lower == fields[i][k].cost);
      REQUIRE(bounds.upper == fields[i][k].cost);
    }
  }
}

}  // namespace

TEST_CASE("landmarks at jump points know their distance to every cell") {
  Workers workers(1);
  for (std::uint64_t seed = 0; seed < 40; seed += test::every({.sanitized = 9})) {
    const Rules rules{.costs = seed % 3 == 0 ? StepCosts{1, 2} : kExactCosts,
                      .unit_size = seed % 5 == 0 ? 2 : 1};
    const Terrain terrain = test::random_terrain(6 + static_cast<std::int32_t>(seed % 7), 8,
                                                 static_cast<int>(5 + seed % 6 * 8), seed);
    CAPTURE(seed, test::in_words(rules));
    auto index = *Index::build(*Grid::make(terrain, rules), kIndex, workers);
    const auto fields = test::all_fields(terrain, rules);
    check_rows(terrain, index, fields);
    // A landmark on a goal need not be a jump point.
    for (std::uint64_t turn = 0; turn < 3; ++turn)
      index = index.adapt(test::random_queries(terrain, 20, seed + turn), workers);
    check_rows(terrain, index, fields);
  }
}

TEST_CASE("landmarks at jump points find the cheapest paths of larger maps") {
  Workers workers(1);
  for (const MapKind kind : {MapKind::rooms, MapKind::caves, MapKind::islands}) {
    const Terrain terrain = *generate(kind, {.width = 150, .height = 120, .seed = 3});
    const auto grid = *Grid::make(terrain);
    const auto index = *Index::build(grid, kIndex, workers);
    const auto solver = *Solver::make(index, {.heuristic = Heuristic::landmark});
    CAPTURE(static_cast<int>(kind));
    REQUIRE(solver.algorithm() == Algorithm::jps);
    const std::vector<Query> queries = test::random_queries(terrain, 400, 5);
    const Answers expected =
        Solver::make(grid, {.algorithm = Algorithm::astar})->solve(queries, workers);
    const Answers result = solver.solve(queries, workers);
    REQUIRE(result.status == expected.status);
    REQUIRE(result.cost == expected.cost);
    for (std::size_t i = 0; i < queries.size(); ++i)
      if (result.status[i] == Status::found)
        REQUIRE(test::path_is_sound(*grid, queries[i], result, i));
    const Answers plain =
        Solver::make(index, {.algorithm = Algorithm::jps, .heuristic = Heuristic::octile})
            ->solve(queries, workers);
    const auto sum = [](const auto& counts) {
      std::uint64_t all = 0;
      for (const std::uint32_t one : counts) all += one;
      return all;
    };
    CHECK(sum(result.expanded) < sum(plain.expanded));
  }
}

TEST_CASE("landmarks at jump points use memory for jump points only") {
  Workers workers(1);
  const auto grid =
      *Grid::make(*generate(MapKind::rooms, {.width = 200, .height = 200, .seed = 1}));
  IndexOptions options{.landmarks = {16}, .jump_graph = false};
  const Index all = (*Index::build(grid, options, workers));
  options.landmarks.storage = LandmarkStorage::jump_points;
  const Index few = (*Index::build(grid, options, workers));
  CHECK(few.has(Part::jump_graph));  // implied
  CHECK(few.options().landmarks.count == 16);
  CHECK(few.part(Part::landmarks).bytes * 10 < all.part(Part::landmarks).bytes);
}

TEST_CASE("landmarks at jump points say what they cannot do") {
  Workers workers(1);
  const Terrain terrain = test::random_terrain(12, 9, 20, 1);
  const auto refusal = [&](const IndexOptions& options, const Rules& rules = {}) {
    const auto index = Index::build(*Grid::make(terrain, rules), options, workers);
    REQUIRE_FALSE(index);
    REQUIRE(index.error().code == Code::unsupported);
    return index.error().what;
  };
  IndexOptions steps = kIndex, spread = kIndex;
  steps.landmarks.metric = FieldMetric::steps;
  spread.landmarks.placement = Placement::coverage;
  CHECK(refusal(steps) ==
        "landmarks at jump points need metric cost and placement farthest");
  CHECK(refusal(spread) == refusal(steps));
  CHECK(
      refusal(kIndex, {.corners = Corners::always}) ==
      "landmarks at jump points need an octile grid on plain ground on which no corner is "
      "cut");

  const auto grid = *Grid::make(terrain);
  IndexOptions with_areas = kIndex;
  with_areas.areas = true;
  const auto index = *Index::build(grid, with_areas, workers);
  for (const SolverOptions& options : {SolverOptions{Algorithm::astar, Heuristic::landmark},
                                       SolverOptions{Algorithm::jps, Heuristic::best}}) {
    const auto solver = Solver::make(index, options);
    REQUIRE_FALSE(solver);
    CHECK(solver.error().what.starts_with("landmarks at jump points serve algorithm jps"));
  }
  CHECK(Solver::make(index, {.algorithm = Algorithm::astar})->heuristic() !=
        Heuristic::landmark);
  CHECK(index.with_costlier_grid(grid).error().code == Code::unsupported);
}

}  // namespace throng::jump_point_landmarks_test
