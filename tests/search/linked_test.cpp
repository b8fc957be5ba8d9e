#include "../../src/core/rng.hpp"
#include "../support/all_pairs.hpp"
#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/executors.hpp"
#include "../support/maps.hpp"
#include "../support/seeds.hpp"

#include <throng/any_angle.hpp>
#include <throng/distances.hpp>
#include <throng/index.hpp>
#include <throng/links.hpp>
#include <throng/solver.hpp>
#include <throng/validate.hpp>

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

namespace throng::linked_test {

namespace {

/// What lies on a map besides its characters.
struct Layers {
  std::vector<Weight> weights;
  std::vector<ClosedStep> closed_steps;
  std::vector<Link> links;

  GridOptions options() const {
    return {.weights = weights, .closed_steps = closed_steps, .links = links};
  }
};

Position any_cell(const Terrain& terrain, SplitMix64& random) {
  const auto below = [&](std::int32_t n) {
    return static_cast<std::int32_t>(random.below(static_cast<std::uint32_t>(n)));
  };
  return {below(terrain.width()), below(terrain.height())};
}

/// Links between any cells, closed ones too, of weights up to `most`.
std::vector<Link> random_links(const Terrain& terrain, std::size_t count, Weight most,
                               bool both_ways, SplitMix64& random) {
  std::vector<Link> links;
  if (terrain.cell_count() < 2) return links;
  while (links.size() < count) {
    const Position from = any_cell(terrain, random), to = any_cell(terrain, random);
    if (from == to) continue;
    links.push_back({from, to, static_cast<Weight>(1 + random.below(most))});
    if (both_ways) links.push_back({to, from, links.back().weight});
  }
  return links;
}

/// Few and many, cheap and expensive, one way and both, alone and with all that there is.
std::vector<Layers> some_layers(const Terrain& terrain, SplitMix64& random) {
  std::vector<Layers> all(6);
  all[0].links = random_links(terrain, 1, 1, false, random);
  all[1].links = random_links(terrain, 3, 2, true, random);
  all[2].links = random_links(terrain, 8, 5, false, random);
  all[3].links = random_links(terrain, 5, 3, true, random);
  all[4].links = random_links(terrain, 6, kMaxWeight, false, random);
  all[5].links = random_links(terrain, 70, 9, false, random);  // too many to be measured
  for (const std::size_t i : {3U, 4U})
    for (std::size_t cell = 0; cell < terrain.cell_count(); ++cell)
      all[i].weights.push_back(static_cast<Weight>(1 + random.below(9)));
  for (const Position p : test::all_cells(terrain))
    if (random.below(4) == 0)
      all[2].closed_steps.push_back({p, static_cast<Move>(random.below(8))});
  return all;
}

std::vector<Rules> some_rules() {
  std::vector<Rules> all;
  for (const Corners corners : kCorners) all.push_back({.corners = corners});
  all.push_back({.costs = {1, 1}});
  all.push_back({.costs = kBg2006Costs, .cost_model = CostModel::enter});
  for (const CostModel model : kCostModels)
    for (const Topology topology : {Topology::tile, Topology::hex})
      all.push_back({.topology = topology, .cost_model = model});
  return all;
}

/// What validate_paths() says of all answers of a solver.
std::vector<PathError> replayed(const Terrain& terrain, const Solver& solver,
                                const Layers& layers, Workers& workers) {
  Scenario scenario;
  scenario.queries = test::all_pairs(terrain);
  scenario.tolerance = 1e-6;
  const Answers result = solver.solve(scenario.queries, workers);
  PathList paths;
  for (std::size_t i = 0; i < result.size(); ++i) {
    const bool found = result.status[i] == Status::found;
    if (found)
      for (const Position cell : result.path(i).cells()) paths.cells.push_back(cell);
    paths.begin.push_back(paths.cells.size());
    scenario.lengths.push_back(found ? path_length(solver.grid(), result.path(i)) : -1);
  }
  return validate_paths(terrain, solver.grid().rules(), scenario, paths, layers.options());
}

/// Every algorithm and heuristic that is accepted; gives the algorithms.
template <class GridOrIndex>
std::set<Algorithm> check_solvers(
    const Terrain& terrain, const GridOrIndex& of, const Layers& layers,
    const std::vector<test::OracleField<std::uint64_t>>& fields, Workers& workers) {
  std::set<Algorithm> seen;
  for (const SolverOptions& options : test::all_options(of)) {
    seen.insert(options.algorithm);
    test::check_all_pairs(terrain, *Solver::make(of, options), test::in_words(options),
                          fields, workers, layers.options());
  }
  for (const SolverOptions& options : test::family_options(of)) {
    seen.insert(options.algorithm);
    test::check_promises(terrain, *Solver::make(of, options), options, fields, workers);
  }
  return seen;
}

}  // namespace

TEST_CASE("every pair of small maps with links is answered as promised") {
  Workers workers(1);
  SplitMix64 random(1);
  std::set<Algorithm> seen;
  for (std::uint64_t seed = 0; seed < 20; seed += test::every({9, 13})) {
    const auto terrain =
        test::random_terrain(2 + static_cast<std::int32_t>(seed % 5),
                             2 + static_cast<std::int32_t>(seed % 4), 30, seed);
    for (const Layers& layers : some_layers(terrain, random))
      for (const Rules& rules : some_rules()) {
        const auto grid = Grid::make(terrain, rules, layers.options());
        REQUIRE(grid);
        const auto fields = test::all_fields(terrain, rules, layers.options());
        seen.merge(check_solvers(terrain, *grid, layers, fields, workers));
        const auto complaints = replayed(terrain, *Solver::make(*grid), layers, workers);
        const std::string first = complaints.empty() ? "" : complaints.front().what;
        CAPTURE(seed, test::in_words(rules), first);
        REQUIRE(first.empty());
      }
  }
  CHECK(seen.contains(Algorithm::bidirectional));
  CHECK(seen.contains(Algorithm::fringe));
}

TEST_CASE("landmarks are right on grids with links, one way or both") {
  Workers workers(1);
  SplitMix64 random(2);
  for (std::uint64_t seed = 0; seed < 4; seed += test::every({2, 4})) {
    const auto terrain = test::random_terrain(6, 5, 30, seed);
    for (const Layers& layers : some_layers(terrain, random))
      for (const Rules& rules :
           {Rules{}, Rules{.topology = Topology::hex},
            Rules{.topology = Topology::tile, .cost_model = CostModel::enter}}) {
        const auto grid = *Grid::make(terrain, rules, layers.options());
        const auto fields = test::all_fields(terrain, rules, layers.options());
        for (const Placement placement : kPlacements)
          for (const FieldMetric metric : kFieldMetrics) {
            const IndexOptions how{.landmarks = {.count = 1 + static_cast<int>(seed) * 3,
                                                 .placement = placement,
                                                 .metric = metric,
                                                 .seed = seed}};
            const auto index = *Index::build(grid, how, workers);
            if (placement == Placement::farthest)
              check_solvers(terrain, index, layers, fields, workers);
            else
              test::check_all_pairs(terrain, *Solver::make(index), test::in_words(how),
                                    fields, workers, layers.options());
            test::check_bounds(terrain, index, fields);
          }
      }
  }
}

TEST_CASE(
    "random pairs of larger maps with expensive and cheap links are answered optimally") {
  Workers workers(1);
  SplitMix64 random(3);
  for (std::uint64_t seed = 0; seed < 300; seed += test::every({13, 59})) {
    const auto terrain =
        test::random_terrain(40, 30, 10 + static_cast<int>(seed) % 35, seed);
    const std::vector<Link> links = random_links(
        terrain, 1 + seed % 40, static_cast<Weight>(1 + seed), seed % 2 == 0, random);
    const GridOptions options{.links = links};
    const auto grid = *Grid::make(terrain, {}, options);
    const auto solver = *Solver::make(grid);
    const auto queries = test::random_queries(terrain, 40, seed);
    const Answers result = solver.solve(queries, workers);
    for (std::size_t i = 0; i < queries.size(); ++i) {
      if (result.status[i] != Status::found && result.status[i] != Status::unreachable)
        continue;
      const auto reached = test::oracle_path(terrain, {}, queries[i], options);
      CAPTURE(seed, i);
      REQUIRE((result.status[i] == Status::found) == static_cast<bool>(reached));
      if (!reached) continue;
      REQUIRE(result.cost[i] == reached.cost);
      REQUIRE(test::path_is_sound(*grid, queries[i], result, i));
      REQUIRE(path_length(*grid, result.path(i)) == Approx(reached.length()));
    }
  }
}

TEST_CASE("a teleporter across the map is found though it leads away from the goal") {
  const Terrain terrain = *Terrain::make(60, 9);
  const std::vector<Link> links{{{0, 8}, {59, 8}, 1}};
  const auto grid = *Grid::make(terrain, {}, {.links = links});
  const Query query{{10, 4}, {59, 0}};
  const auto reached = test::oracle_path(terrain, {}, query, {.links = links});
  const auto without = test::oracle_path(terrain, {}, query);
  REQUIRE(reached.cost < without.cost / 2);
  Workers workers(1);
  for (const SolverOptions& options : test::all_options(grid)) {
    const Answers result = Solver::make(grid, options)->solve({&query, 1}, workers);
    CHECK(result.cost[0] == reached.cost);
    CHECK(test::path_is_sound(*grid, query, result, 0));
  }
  // The bound knows how far it really is: no cell of the wrong half is looked at.
  const Answers guided = Solver::make(grid)->solve({&query, 1}, workers);
  const Answers blind =
      Solver::make(grid, {.heuristic = Heuristic::zero})->solve({&query, 1}, workers);
  CHECK(guided.expanded[0] * 4 < blind.expanded[0]);
}

TEST_CASE("a path tells its links, cell by cell, as runs and as turning points") {
  const Terrain terrain = test::drawn("...@...\n...@...");
  const std::vector<Link> links{
      {{2, 0}, {4, 1}, 7}, {{2, 0}, {4, 0}, 1}, {{4, 0}, {6, 1}, 1}};
  const auto grid = *Grid::make(terrain, {}, {.links = links});
  Workers workers(1);
  const Query query{{0, 0}, {6, 1}};
  const Answers result = Solver::make(grid)->solve({&query, 1}, workers);
  REQUIRE(result.status[0] == Status::found);
  CHECK(result.cost[0] == 4 * grid->costs().straight);
  const PathView path = result.path(0);
  CHECK(std::vector<Move>(path.moves().begin(), path.moves().end()) ==
        std::vector<Move>{Move::east, Move::east, link_move(1), link_move(0)});
  CHECK(path.cells() == std::vector<Position>{{0, 0}, {1, 0}, {2, 0}, {4, 0}, {6, 1}});
  CHECK(path.turning_points() == std::vector<Position>{{0, 0}, {2, 0}, {4, 0}, {6, 1}});
  CHECK(path.runs() ==
        std::vector<Run>{{Move::east, 2}, {link_move(1), 1}, {link_move(0), 1}});
  CHECK(path_length(*grid, path) == Approx(4));
  const Query back{{6, 1}, {0, 0}};
  CHECK(Solver::make(grid)->solve({&back, 1}, workers).status[0] == Status::unreachable);
}

TEST_CASE("a result keeps the links of its paths when the grid is gone") {
  const Terrain terrain = test::drawn(".@.");
  const std::vector<Link> links{{{0, 0}, {2, 0}, 3}};
  Workers workers(1);
  const Query query{{0, 0}, {2, 0}};
  const Answers result =
      Solver::make(*Grid::make(terrain, {}, {.links = links}))->solve({&query, 1}, workers);
  CHECK(result.path(0).cells() == std::vector<Position>{{0, 0}, {2, 0}});
}

TEST_CASE("fields and matrices take links") {
  Workers workers(1);
  SplitMix64 random(4);
  const auto terrain = test::random_terrain(9, 7, 30, 5);
  for (const Layers& layers : some_layers(terrain, random))
    for (const Rules& rules : some_rules())
      test::check_all_fields(terrain, rules, layers.options(), workers);
  const Terrain row = test::drawn(".....@.");
  const std::vector<Link> links{{{1, 0}, {6, 0}, 500}, {{0, 0}, {4, 0}, 2}};
  const auto grid = *Grid::make(row, {.topology = Topology::tile}, {.links = links});
  const Position source{0, 0};
  CHECK(distances(grid, {&source, 1}, workers) ==
        std::vector<Cost>{0, 1, 2, 3, 2, kUnreachable, 501});
  CHECK(distances(grid, {&source, 1}, workers, {.metric = FieldMetric::steps}) ==
        std::vector<Cost>{0, 1, 2, 2, 1, kUnreachable, 2});
  CHECK(distances(grid, {&source, 1}, workers, {.max_cost = 100})[6] == kUnreachable);
}

TEST_CASE("influence makes links into its cells costlier") {
  Workers workers(1);
  SplitMix64 random(6);
  const auto terrain = test::random_terrain(6, 5, 20, 9);
  for (const Layers& layers : some_layers(terrain, random)) {
    std::vector<Weight> influence(terrain.cell_count());
    for (Weight& one : influence) one = static_cast<Weight>(random.below(6));
    // The oracle knows no influence: what it means is written out in weights and links.
    Layers laid = layers;
    if (laid.weights.empty()) laid.weights.assign(terrain.cell_count(), 1);
    for (std::size_t i = 0; i < laid.weights.size(); ++i)
      laid.weights[i] = static_cast<Weight>(laid.weights[i] + influence[i]);
    for (Link& link : laid.links)
      link.weight = static_cast<Weight>(std::min<int>(
          kMaxWeight,
          link.weight + influence[static_cast<std::size_t>(link.to.y * 6 + link.to.x)]));
    const Rules rules{.cost_model = CostModel::enter};
    const auto grid =
        *(*Grid::make(terrain, rules, layers.options()))->with_influence(influence);
    const auto fields = test::all_fields(terrain, rules, laid.options());
    for (const SolverOptions& options : test::all_options(grid))
      test::check_all_pairs(terrain, *Solver::make(grid, options), test::in_words(options),
                            fields, workers, laid.options());
  }
}

TEST_CASE("what knows nothing of links is refused and says so") {
  const Terrain terrain = *Terrain::make(20, 20);
  const std::vector<Link> links{{{0, 0}, {9, 9}, 1}};
  const auto grid = *Grid::make(terrain, {}, {.links = links});
  const auto what = [&](SolverOptions options) {
    const auto solver = Solver::make(grid, options);
    if (solver) return std::string();
    CHECK(solver.error().code == Code::unsupported);
    return solver.error().what;
  };
  using Catch::Matchers::Contains;
  CHECK_THAT(what({.algorithm = Algorithm::jps}), Contains("no links"));
  CHECK_THAT(what({.algorithm = Algorithm::textbook}), Contains("without links"));
  CHECK_THAT(what({.algorithm = Algorithm::idastar}), Contains("without links"));
  CHECK(what({.heuristic = Heuristic::manhattan}) ==
        "heuristic manhattan is not admissible with links; use octile");
  CHECK(what({.heuristic = Heuristic::euclid}) ==
        "heuristic euclid is not admissible with links; use octile");
  CHECK(what({.heuristic = Heuristic::octile}).empty());
  Workers workers(1);
  for (const IndexOptions& how :
       {IndexOptions{.areas = true}, IndexOptions{.gates = {true}}})
    CHECK_THAT(Index::build(grid, how, workers).error().what, Contains("no links"));
  CHECK_FALSE((*Index::build(grid, {}, workers)).has(Part::jump_graph));
  AnyAnglePaths paths;
  CHECK_THAT(smooth(*grid, Answers(), workers, paths).error().what, Contains("no links"));
}

TEST_CASE("with more links than can be measured only zero and landmarks are left") {
  const Terrain terrain = *Terrain::make(20, 20);
  std::vector<Link> links;
  for (std::int32_t i = 0; i < 65; ++i)
    links.push_back({{i % 20, i / 20}, {19 - i % 20, 19 - i / 20}, 5});
  const auto grid = *Grid::make(terrain, {}, {.links = links});
  CHECK(Solver::make(grid)->heuristic() == Heuristic::zero);
  CHECK(Solver::make(grid, {.heuristic = Heuristic::octile}).error().what ==
        "heuristic octile supports at most 64 links and no distances near 2^32; use "
        "zero or landmark");
  Workers workers(1);
  const auto index = *Index::build(grid, {}, workers);
  CHECK(Solver::make(index)->heuristic() == Heuristic::landmark);
  links.pop_back();
  CHECK(Solver::make(*Grid::make(terrain, {}, {.links = links}))->heuristic() ==
        Heuristic::octile);
}

TEST_CASE("answers on grids with links do not depend on the number of threads",
          "[parallel]") {
  SplitMix64 random(8);
  const auto terrain = test::random_terrain(50, 40, 30, 1);
  const std::vector<Link> links = random_links(terrain, 30, 20, false, random);
  const auto solver = *Solver::make(*Grid::make(terrain, {}, {.links = links}));
  const auto queries = test::random_queries(terrain, 300, 2);
  Workers alone(1);
  const Answers expected = solver.solve(queries, alone);
  test::on_all_threads<Workers>([&](Workers& workers) {
    CHECK(test::same(solver.solve(queries, workers), expected));
  });
}

}  // namespace throng::linked_test
