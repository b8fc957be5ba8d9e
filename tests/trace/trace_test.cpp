#include "../../src/trace/trace.hpp"

#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/maps.hpp"

#include <throng/index.hpp>
#include <throng/links.hpp>

#include <algorithm>
#include <map>

namespace throng::trace_test {

using namespace test;  // NOLINT(google-build-using-namespace)

namespace {

std::size_t count(const SearchTrace& trace, TraceKind kind) {
  return static_cast<std::size_t>(
      std::count_if(trace.events.begin(), trace.events.end(),
                    [&](const TraceEvent& event) { return event.kind == kind; }));
}

bool traceable(Algorithm algorithm) {
  return algorithm != Algorithm::textbook && algorithm != Algorithm::idastar;
}

/// What a user relies on: the trace is that of the search that solve() runs.
void check_trace(const Solver& solver, const Query& query, const BatchResult& result,
                 std::size_t i) {
  INFO(name(solver.algorithm()) << " " << name(solver.heuristic()) << ", query " << i);
  const auto traced = trace_search(solver, query, 1U << 20);
  REQUIRE(traced);
  CHECK(traced->result.status == result.status[i]);
  if (traced->events.empty() && result.expanded[i] == 0) return;
  CHECK(traced->result.cost == result.cost[i]);
  CHECK(traced->result.upper == result.upper[i]);
  CHECK(count(*traced, TraceKind::expanded) == result.expanded[i]);
  CHECK(count(*traced, TraceKind::generated) + count(*traced, TraceKind::reopened) ==
        result.generated[i]);
  CHECK(count(*traced, TraceKind::reopened) == result.reopened[i]);
}

/// Every cell that is expanded was the start, the goal of a backward search, or generated
/// before, and costs what it cost then.
void check_order(const Query& query, const SearchTrace& trace) {
  std::map<Position, std::vector<Cost>> generated{{query.start, {0}}, {query.goal, {0}}};
  Position expanding = query.start;
  for (const TraceEvent& event : trace.events) {
    if (event.kind == TraceKind::expanded) {
      const std::vector<Cost>& costs = generated[event.cell];
      CHECK(std::find(costs.begin(), costs.end(), event.g) != costs.end());
      expanding = event.cell;
    } else {
      CHECK(event.from == expanding);
      if (event.kind != TraceKind::pruned) generated[event.cell].push_back(event.g);
    }
  }
}

template <class GridOrIndex>
void check_all(const GridOrIndex& of, const std::vector<Query>& queries) {
  Workers workers(1);
  for (const Algorithm algorithm : kAlgorithms)
    for (const Heuristic heuristic : kHeuristics) {
      const auto solver = Solver::make(of, {algorithm, heuristic});
      if (!solver || !traceable(solver->algorithm())) continue;
      const BatchResult result = solver->solve(queries, workers);
      for (std::size_t i = 0; i < queries.size(); ++i) {
        check_trace(*solver, queries[i], result, i);
        check_order(queries[i], *trace_search(*solver, queries[i], 1U << 20));
      }
    }
}

}  // namespace

TEST_CASE("a trace is that of the search itself, for every engine", "[trace]") {
  const Terrain terrain = random_terrain(23, 17, 30, 5);
  const std::vector<Query> queries = random_queries(terrain, 12, 3);
  Workers workers(1);
  for (const Rules& rules :
       {Rules{}, Rules{.corners = Corners::cut_one}, Rules{.topology = Topology::tile},
        Rules{.topology = Topology::hex}}) {
    const auto grid = *Grid::make(terrain, rules);
    check_all(grid, queries);
    check_all(*Index::build(grid, {.landmarks = 4}, workers), queries);
    if (!is_hexagonal(rules.topology))
      check_all(*Index::build(grid, {.landmarks = 2, .gates = true}, workers), queries);
  }
  const auto plain = *Grid::make(terrain);
  check_all(*Index::build(plain, {.landmarks = 0, .hubs = true}, workers), queries);
  check_all(*Index::build(plain, {.landmarks = 0, .fronts = true}, workers), queries);
}

TEST_CASE("weights and links are traced", "[trace]") {
  const Terrain terrain = random_terrain(23, 17, 20, 7);
  const std::vector<Query> queries = random_queries(terrain, 12, 4);
  std::vector<Weight> weights(terrain.cell_count(), 1);
  for (std::size_t i = 0; i < weights.size(); i += 3) weights[i] = 4;
  const std::vector<Link> links{{{1, 1}, {20, 15}, 2}, {{20, 2}, {3, 14}, 1}};
  Workers workers(1);
  for (const auto& grid :
       {*Grid::make(terrain, {}, {.weights = weights}),
        *Grid::make(terrain, {}, {.links = links}),
        *Grid::make(terrain, {}, {.weights = weights, .links = links})}) {
    check_all(grid, queries);
    check_all(*Index::build(grid, {.landmarks = 3}, workers), queries);
  }
}

TEST_CASE("a trace keeps its limit, and counts what it leaves out", "[trace]") {
  const auto grid = *Grid::make(*Terrain::make(9, 9));
  const Solver solver = *Solver::make(grid, {Algorithm::astar, Heuristic::zero});
  const auto all = *trace_search(solver, {{0, 0}, {8, 8}}, 1U << 20);
  const auto few = *trace_search(solver, {{0, 0}, {8, 8}}, 10);
  CHECK(few.events.size() == 10);
  CHECK(few.left_out + 10 == all.events.size());
  CHECK(std::equal(few.events.begin(), few.events.end(), all.events.begin()));
}

TEST_CASE("algorithms without a trace are refused", "[trace]") {
  const auto grid = *Grid::make(*Terrain::make(4, 4));
  const Solver solver = *Solver::make(grid, {Algorithm::textbook});
  const auto traced = trace_search(solver, {{0, 0}, {3, 3}}, 10);
  REQUIRE_FALSE(traced);
  CHECK(traced.error().code == Code::unsupported);
}

TEST_CASE("the field of a bound holds what the search reads", "[trace]") {
  const Terrain terrain = random_terrain(23, 17, 25, 9);
  Workers workers(1);
  const auto index =
      *Index::build(*Grid::make(terrain), {.landmarks = 4, .areas = true}, workers);
  const auto queries = random_queries(terrain, 20, 8);
  for (const Heuristic heuristic :
       {Heuristic::octile, Heuristic::landmark, Heuristic::best}) {
    const Solver solver = *Solver::make(index, {Algorithm::astar, heuristic});
    for (const Query& query : queries) {
      const auto trace = *trace_search(solver, query, 1U << 20);
      if (trace.events.empty()) continue;
      const std::vector<Cost> field = bound_field(solver, query.start, query.goal);
      for (const TraceEvent& event : trace.events)
        if (event.kind == TraceKind::expanded)
          CHECK(field[static_cast<std::size_t>(event.cell.y * terrain.width() +
                                               event.cell.x)] == event.h);
    }
  }
}

}  // namespace throng::trace_test
