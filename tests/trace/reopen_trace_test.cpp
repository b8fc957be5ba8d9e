#include "../../src/trace/trace.hpp"
#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/maps.hpp"

#include <throng/generate.hpp>
#include <throng/index.hpp>

#include <set>
#include <span>
#include <vector>

namespace throng::reopen_trace_test {
namespace {

/// How many expansions are those of a cell that has been expanded before.
std::size_t repeated_expansions(const Solver& solver, const Query& query) {
  std::set<Position> expanded;
  std::size_t repeated = 0;
  for (const TraceEvent& event : trace_search(solver, query, {}).events)
    if (event.kind == TraceKind::expanded && !expanded.insert(event.cell).second)
      ++repeated;
  return repeated;
}

std::size_t repeated_expansions(const Solver& solver, std::span<const Query> queries) {
  std::size_t repeated = 0;
  for (const Query& query : queries) repeated += repeated_expansions(solver, query);
  return repeated;
}

}  // namespace

TEST_CASE("cells are expanded again on demand, or where the bound requires it") {
  Workers workers(1);
  const Terrain terrain = test::random_terrain(40, 40, 30, 2);
  const auto grid = *Grid::make(terrain);
  const auto queries = test::random_queries(terrain, 40, 3);
  const auto exact = *Index::build(grid, {.landmarks = {2}, .jump_graph = false}, workers);
  const Terrain rooms = *generate(MapKind::rooms, {.width = 60, .height = 60, .room = 7});
  const auto between_rooms = test::random_queries(rooms, 200, 3);
  const auto gates =
      *Index::build(*Grid::make(rooms),
                    {.landmarks = {0}, .jump_graph = false, .gates = {true}}, workers);
  for (const Algorithm algorithm : {Algorithm::wastar, Algorithm::pxwd, Algorithm::pxwu,
                                    Algorithm::xdp, Algorithm::xup, Algorithm::greedy}) {
    INFO(name(algorithm));
    const SolverOptions once{.algorithm = algorithm};
    SolverOptions again = once;
    again.reopen = true;
    CHECK(repeated_expansions(*Solver::make(grid, once), queries) == 0);
    CHECK(repeated_expansions(*Solver::make(grid, again), queries) > 0);
    CHECK(repeated_expansions(*Solver::make(exact, once), queries) == 0);
    // Bounds that are not consistent: the guarantee requires it, and greedy has none.
    const SolverOptions by_gates{.algorithm = algorithm, .heuristic = Heuristic::gateway};
    const std::size_t rough =
        repeated_expansions(*Solver::make(gates, by_gates), between_rooms);
    CHECK((rough > 0) == (algorithm != Algorithm::greedy));
  }
}

TEST_CASE("steep priorities reopen cells where steps have no equal opposite") {
  const Terrain terrain = test::random_terrain(30, 30, 20, 4);
  std::vector<Weight> weights(terrain.cell_count(), 1);
  for (std::size_t i = 0; i < weights.size(); i += 3) weights[i] = 9;
  const auto grid =
      *Grid::make(terrain, {.cost_model = CostModel::enter}, {.weights = weights});
  const auto queries = test::random_queries(terrain, 40, 3);
  for (const Algorithm algorithm : {Algorithm::wastar, Algorithm::pxwd, Algorithm::pxwu,
                                    Algorithm::xdp, Algorithm::xup}) {
    INFO(name(algorithm));
    const bool steep = algorithm == Algorithm::pxwd || algorithm == Algorithm::xdp;
    const auto solver = *Solver::make(grid, {.algorithm = algorithm});
    CHECK((repeated_expansions(solver, queries) > 0) == steep);
  }
}

}  // namespace throng::reopen_trace_test
