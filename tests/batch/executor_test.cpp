#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/executors.hpp"
#include "../support/index_samples.hpp"
#include "../support/maps.hpp"
#include "../support/seeds.hpp"

#include <throng/any_angle.hpp>
#include <throng/distances.hpp>
#include <throng/query.hpp>
#include <throng/solver.hpp>
#include <throng/workers.hpp>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <vector>

namespace throng::executor_test {
namespace {

constexpr Position kGroupGoal{25, 24};  // open

/// What all that takes Workers gives, on one map.
struct Everything {
  std::vector<Position> landmarks;
  std::size_t gates = 0;
  std::vector<Cost> bounds;  ///< of the queries, lower and upper
  std::vector<std::uint64_t> batches, expanded;
  std::uint64_t requests = 0;
  std::vector<Position> ends;
  std::vector<double> lengths;
  std::vector<Cost> fields, matrix;

  friend bool operator==(const Everything&, const Everything&) = default;
};

/// Answers that are compared with all their counters.
struct Batch {
  Answers answers;

  friend bool operator==(const Batch& a, const Batch& b) {
    return test::same(a.answers, b.answers);
  }
};

/// Pairs of cells, and an order to a group, which sharing answers by a sweep.
std::vector<Query> queries_on(const Terrain& terrain) {
  std::vector<Query> queries = test::random_queries(terrain, 300, 8);
  for (std::size_t i = 0; i < 100; ++i) queries.push_back({queries[i].start, kGroupGoal});
  return queries;
}

std::vector<Request> requests_on(std::span<const Query> queries,
                                 std::span<const Position> goals) {
  std::vector<Request> requests;
  for (std::size_t i = 0; i < 90; ++i)
    requests.push_back({.start = queries[i].start,
                        .goals = goals.subspan(i % 3, 4),
                        .visit = static_cast<Visit>(i % 3),
                        .radius = i % 2 == 0 ? 0.0 : 2.1,
                        .approach = true});
  return requests;
}

Everything everything(const Terrain& terrain, Workers& workers) {
  const std::shared_ptr<const Grid> grid = *Grid::make(terrain);
  const std::vector<Query> queries = queries_on(terrain);
  Everything all;
  const auto index =
      *Index::build(grid,
                    {.landmarks = {.count = 6, .placement = Placement::avoid},
                     .areas = true,
                     .gates = {true}},
                    workers);
  for (std::uint32_t c = 0; c < grid->component_count(); ++c)
    for (const Position landmark : index.landmarks(c)) all.landmarks.push_back(landmark);
  all.gates = index.part(Part::gates).fact("gates");
  for (const Query& query : queries) {
    const DistanceBounds bracket = index.bounds(query.start, query.goal);
    all.bounds.insert(all.bounds.end(), {bracket.lower, bracket.upper});
  }

  const Solver plain = *Solver::make(grid), informed = *Solver::make(index);
  for (const Solver* const solver : {&plain, &informed})
    for (const Sharing sharing : {Sharing::none, Sharing::equal, Sharing::goals}) {
      const Answers result = solver->solve(queries, workers, {.sharing = sharing});
      all.batches.push_back(result.hash());
      all.expanded.push_back(std::accumulate(result.expanded.begin(), result.expanded.end(),
                                             std::uint64_t{0}));
    }

  std::vector<Position> goals;
  for (const Query& query : queries) goals.push_back(query.goal);
  Answers answers;
  plain.solve(requests_on(queries, goals), workers, answers);
  all.requests = answers.hash();
  all.ends = {answers.end.begin(), answers.end.end()};

  const Index lines = *Index::build(plain.index().grid(), test::lines_alone(0), workers);
  AnyAnglePaths paths;
  REQUIRE(solve_lines(lines, queries, workers, paths));
  all.lengths = {paths.length.begin(), paths.length.end()};
  REQUIRE(smooth(plain.grid(), plain.solve(queries, workers), workers, paths));
  all.lengths.insert(all.lengths.end(), paths.length.begin(), paths.length.end());

  const auto some = std::span<const Position>(goals).first(20);
  all.fields = distances(grid, some, workers);
  all.matrix = distances(grid, some, some, workers);
  return all;
}

/// Solves with executors that throw in their first call, in their second, and so on, until
/// none throws, and returns how many do. result: what solve() overwrites.
template <class Solve>
std::size_t count_failures(const Answers& result, const Solve& solve) {
  Workers alone(1);
  solve(alone);
  const std::uint64_t expected = result.hash();
  for (std::size_t fatal = 0;; ++fatal) {
    test::UnreliableExecutor executor(fatal % 3, fatal);
    Workers workers(executor);
    try {
      solve(workers);
      return fatal;
    } catch (const std::runtime_error&) {
      const bool complete = result.hash() == expected;  // only paths at any angle are not
      for (std::size_t i = 0; i < result.size() && !complete; ++i) {
        REQUIRE(result.status[i] == Status::cancelled);
        REQUIRE((result.cost[i] == 0 && result.upper[i] == kUnreachable));
        REQUIRE(result.path(i).moves().empty());
      }
    }
    solve(workers);
    REQUIRE(result.hash() == expected);
  }
}

const Terrain& terrain() {
  static const Terrain made = test::random_terrain(50, 50, 25, 7);
  return made;
}

const Everything& expected() {
  static const Everything alone = [] {
    Workers workers(1);
    return everything(terrain(), workers);
  }();
  return alone;
}

}  // namespace

TEST_CASE("everything is the same on any threads", "[parallel]") {
  const Everything all = test::equal_on_all_threads<Workers>(
      [](Workers& workers) { return everything(terrain(), workers); });
  CHECK(!all.landmarks.empty());
  CHECK(all.gates > 0);
  CHECK(all.expanded[0] > all.expanded[2]);  // some were swept
}

TEST_CASE("batches of all algorithms are the same on any threads", "[parallel]") {
  const Terrain small = test::random_terrain(17, 12, 25, 5);
  const std::shared_ptr<const Grid> grid = *Grid::make(small);
  // From 8,192 queries on, several threads put them in order.
  const std::vector<Query> many = test::random_queries(small, 8'500, 6);
  const auto few = std::span(many).first(300);
  std::vector<Position> goals;
  for (const Query& query : few) goals.push_back(query.goal);
  const std::vector<Request> requests = requests_on(few, goals);
  Workers builders(1);
  const auto index = *Index::build(grid,
                                   {.landmarks = {4},
                                    .hub_labels = {true},
                                    .fronts = {true},
                                    .hierarchy = {true},
                                    .areas = true,
                                    .gates = {true}},
                                   builders);
  for (std::size_t k = 0; k < kAlgorithms.size(); k += test::every({.sanitized = 4})) {
    CAPTURE(name(kAlgorithms[k]));
    const Solver solver = *Solver::make(index, {.algorithm = kAlgorithms[k]});
    test::equal_on_all_threads<Workers>([&](Workers& workers) {
      std::vector<Batch> all;
      for (const Sharing sharing : {Sharing::none, Sharing::equal, Sharing::goals})
        for (const bool paths : {true, false}) {
          const BatchOptions options{.sharing = sharing, .paths = paths};
          all.push_back({solver.solve(few, workers, options)});
          all.push_back({solver.solve(requests, workers, options)});
        }
      all.push_back({solver.solve(many, workers)});
      all.push_back(
          {solver.solve(many, workers, {.sharing = Sharing::goals, .paths = false})});
      return all;
    });
  }
}

TEST_CASE("a batch runs on the executor of its Workers") {
  test::SerialExecutor executor(4);
  Workers workers(executor);
  CHECK(workers.threads() == 4);
  CHECK(
      Solver::make(*Grid::make(terrain()))->solve(queries_on(terrain()), workers).hash() ==
      expected().batches[0]);
  CHECK(executor.calls() > 0);
}

TEST_CASE("a batch whose executor throws is cancelled, and can be solved again") {
  const Solver solver = *Solver::make(*Grid::make(terrain()));
  const std::vector<Query> queries = queries_on(terrain());
  std::vector<Position> goals;
  for (const Query& query : queries) goals.push_back(query.goal);
  const std::vector<Request> requests = requests_on(queries, goals);

  Answers batch;
  const BatchOptions options{.sharing = GENERATE(Sharing::none, Sharing::goals)};
  CHECK(count_failures(batch, [&](Workers& workers) {
          solver.solve(queries, workers, batch, options);
        }) > 0);
  CHECK(batch.start[7] == queries[7].start);

  Answers answers;
  CHECK(count_failures(answers, [&](Workers& workers) {
          solver.solve(requests, workers, answers, options);
        }) > 0);

  AnyAnglePaths paths;
  CHECK(count_failures(batch, [&](Workers& workers) {
          solver.solve(queries, workers, batch);
          try {
            const Outcome found = smooth(solver.grid(), batch, workers, paths);
            REQUIRE(found);
          } catch (const std::runtime_error&) {
            CHECK(paths.points.empty());
            CHECK(paths.path(queries.size() - 1).empty());
            throw;
          }
        }) > 0);
}

TEST_CASE("several Workers share an executor at once", "[parallel]") {
  JobPool pool(2);
  const Solver solver = *Solver::make(*Grid::make(terrain()));
  const std::vector<Query> queries = queries_on(terrain());
  std::vector<std::uint64_t> hashes(3);
  {
    std::vector<std::jthread> callers;
    for (std::uint64_t& hash : hashes)
      callers.emplace_back([&] {
        Workers workers(pool);
        hash = solver.solve(queries, workers).hash();
      });
  }
  CHECK(hashes == std::vector<std::uint64_t>(3, expected().batches[0]));
}

}  // namespace throng::executor_test
