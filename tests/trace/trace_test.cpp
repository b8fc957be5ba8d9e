#include "../../src/trace/trace.hpp"

#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/maps.hpp"

#include <throng/index.hpp>
#include <throng/links.hpp>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <vector>

namespace throng::trace_test {

using namespace test;  // NOLINT(google-build-using-namespace)

namespace {

std::size_t count(const SearchTrace& trace, TraceKind kind) {
  return static_cast<std::size_t>(
      std::count_if(trace.events.begin(), trace.events.end(),
                    [&](const TraceEvent& event) { return event.kind == kind; }));
}

/// Whether events may come back to a cell that was expanded before the last one.
bool comes_back(Algorithm algorithm) {
  return algorithm == Algorithm::idastar || algorithm == Algorithm::hierarchy;
}

/// Iterative deepening may need exponential time: it gives up here, as it may for a user.
std::uint32_t most_expansions(Algorithm algorithm) {
  return algorithm == Algorithm::idastar ? 500 : BatchOptions().max_expansions;
}

SearchTrace trace_all(const Solver& solver, const Query& query) {
  return trace_search(solver, query, {.expansions = most_expansions(solver.algorithm())});
}

/// What a user relies on: the trace is that of the search that solve() runs.
void check_trace(const Solver& solver, const Query& query, const Answers& result,
                 std::size_t i) {
  INFO(name(solver.algorithm()) << " " << name(solver.heuristic()) << ", query " << i);
  const SearchTrace traced = trace_all(solver, query);
  CHECK(traced.result.status == result.status[i]);
  if (traced.events.empty() && result.expanded[i] == 0) return;
  CHECK(traced.result.cost == result.cost[i]);
  CHECK(traced.result.upper == result.upper[i]);
  CHECK(count(traced, TraceKind::expanded) == result.expanded[i]);
  CHECK(count(traced, TraceKind::generated) + count(traced, TraceKind::reopened) ==
        result.generated[i]);
  CHECK(count(traced, TraceKind::reopened) == result.reopened[i]);
}

/// Every cell that is expanded was the start, the goal of a backward search, or generated
/// before, and costs what it cost then.
void check_order(const Solver& solver, const Query& query) {
  INFO(name(solver.algorithm()) << " " << name(solver.heuristic()));
  const SearchTrace trace = trace_all(solver, query);
  std::map<Position, std::vector<Cost>> generated{{query.start, {0}}, {query.goal, {0}}};
  std::set<Position> expanded{query.start, query.goal};
  Position expanding = query.start;
  for (const TraceEvent& event : trace.events) {
    if (event.kind == TraceKind::expanded) {
      const std::vector<Cost>& costs = generated[event.cell];
      CHECK(std::find(costs.begin(), costs.end(), event.g) != costs.end());
      expanding = event.cell;
      expanded.insert(event.cell);
    } else {
      CHECK((comes_back(solver.algorithm()) ? expanded.contains(event.from)
                                            : event.from == expanding));
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
      if (!solver) continue;
      const Answers result = solver->solve(
          queries, workers, {.max_expansions = most_expansions(solver->algorithm())});
      for (std::size_t i = 0; i < queries.size(); ++i) {
        check_trace(*solver, queries[i], result, i);
        check_order(*solver, queries[i]);
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
    check_all(*Index::build(grid, {.landmarks = {4}}, workers), queries);
    if (!is_hexagonal(rules.topology))
      check_all(*Index::build(grid, {.landmarks = {2}, .gates = {true}}, workers), queries);
  }
  const auto plain = *Grid::make(terrain);
  check_all(*Index::build(plain, {.landmarks = {0}, .hub_labels = {true}}, workers),
            queries);
  check_all(*Index::build(
                plain, {.landmarks = {.count = 4, .storage = LandmarkStorage::jump_points}},
                workers),
            queries);
  check_all(*Index::build(plain, {.landmarks = {0}, .fronts = {true}}, workers), queries);
  check_all(*Index::build(plain, {.landmarks = {0}, .hierarchy = {true}}, workers),
            queries);
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
    check_all(*Index::build(grid, {.landmarks = {3}}, workers), queries);
  }
}

TEST_CASE("a trace keeps its limit, and counts what it leaves out", "[trace]") {
  const auto grid = *Grid::make(*Terrain::make(9, 9));
  const Solver solver = *Solver::make(grid, {Algorithm::astar, Heuristic::zero});
  const auto all = trace_search(solver, {{0, 0}, {8, 8}});
  const auto few = trace_search(solver, {{0, 0}, {8, 8}}, {.events = 10});
  CHECK(few.events.size() == 10);
  CHECK(few.left_out + 10 == all.events.size());
  CHECK(std::equal(few.events.begin(), few.events.end(), all.events.begin()));
}

TEST_CASE("iterative deepening shows how it comes back and begins again", "[trace]") {
  const Terrain terrain = drawn(R"(
      .....
      .@@@.
      .@.@.
      .....)");
  const auto grid = *Grid::make(terrain, {.topology = Topology::tile});
  const Solver solver = *Solver::make(grid, {Algorithm::idastar});
  const Query query{{2, 2}, {2, 0}};
  const SearchTrace trace = trace_search(solver, query);
  CHECK(trace.result.cost == 8);
  // Paths of 2, 4 and 6 steps are ruled out before.
  CHECK(std::count_if(trace.events.begin(), trace.events.end(), [&](const auto& event) {
          return event.kind == TraceKind::expanded && event.cell == query.start;
        }) == 4);
  // Each cell is reached by a step from the cell that the event names.
  for (const TraceEvent& event : trace.events)
    if (event.kind == TraceKind::generated)
      CHECK(std::abs(event.cell.x - event.from.x) + std::abs(event.cell.y - event.from.y) ==
            1);
}

TEST_CASE("a traced search gives up at its limit of expansions", "[trace]") {
  const auto grid = *Grid::make(*Terrain::make(9, 9));
  const Solver solver = *Solver::make(grid, {Algorithm::astar, Heuristic::zero});
  const SearchTrace trace = trace_search(solver, {{0, 0}, {8, 8}}, {.expansions = 7});
  CHECK(trace.result.status == Status::out_of_budget);
  CHECK(count(trace, TraceKind::expanded) == 7);
}

TEST_CASE("the field of a bound holds what the search reads", "[trace]") {
  const Terrain terrain = random_terrain(23, 17, 25, 9);
  Workers workers(1);
  const auto index =
      *Index::build(*Grid::make(terrain), {.landmarks = {4}, .areas = true}, workers);
  const auto queries = random_queries(terrain, 20, 8);
  for (const Heuristic heuristic :
       {Heuristic::octile, Heuristic::landmark, Heuristic::best}) {
    const Solver solver = *Solver::make(index, {Algorithm::astar, heuristic});
    for (const Query& query : queries) {
      const auto trace = trace_search(solver, query);
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
