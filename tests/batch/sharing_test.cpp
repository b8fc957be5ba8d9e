#include "../../src/batch/group_orders.hpp"
#include "../../src/core/rng.hpp"
#include "../../src/index/index_contents.hpp"
#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/grounds.hpp"
#include "../support/maps.hpp"

#include <throng/field.hpp>
#include <throng/index.hpp>
#include <throng/solver.hpp>
#include <throng/workers.hpp>

#include <algorithm>
#include <memory>
#include <span>
#include <vector>

namespace throng::sharing_test {

namespace {

/// Group orders among other queries: some goals that many want to reach, some queries more
/// than once, some ends closed or outside the map.
std::vector<Query> orders(const Terrain& terrain, std::uint64_t seed) {
  std::vector<Query> queries = test::random_queries(terrain, 300, seed);
  SplitMix64 random(seed);
  for (std::size_t i = 0; i < queries.size(); ++i) {
    if (i % 3 != 0) queries[i].goal = queries[random.below(4)].goal;
    if (i % 7 == 0) queries[i] = queries[random.below(300)];
  }
  queries[5].start = {-1, 0};
  queries[6].goal = {terrain.width(), 0};
  return queries;
}

/// The same queries in the opposite direction: many have one start.
std::vector<Query> turned(std::vector<Query> queries) {
  for (Query& query : queries) std::swap(query.start, query.goal);
  return queries;
}

/// Queries of both kinds. Some belong to a group by goal and to a group by start.
std::vector<Query> both_ways(const Terrain& terrain, std::uint64_t seed) {
  std::vector<Query> queries = orders(terrain, seed);
  const std::vector<Query> more = turned(orders(terrain, seed + 100));
  queries.insert(queries.end(), more.begin(), more.end());
  for (std::size_t i = 0; i < 60; ++i)
    queries.push_back({more[i % 3].start, queries[i % 17].goal});
  return queries;
}

/// Answers that cost something and took no expansion: read off a field.
std::size_t read_off(const Answers& result) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < result.size(); ++i)
    count +=
        result.status[i] == Status::found && result.cost[i] > 0 && result.expanded[i] == 0;
  return count;
}

std::vector<Move> path_of(const Answers& result, std::size_t i) {
  const auto begin = result.moves.begin();
  return {begin + static_cast<std::ptrdiff_t>(result.path_begin[i]),
          begin + static_cast<std::ptrdiff_t>(result.path_begin[i + 1])};
}

/// Whether what was read off a field has the paths of one that was walked down alone; in
/// `count` how many there are.
bool walks_alone(const std::shared_ptr<const Grid>& grid, std::span<const Query> queries,
                 const Answers& result, std::size_t most_moves, std::size_t& count) {
  Workers workers(1);
  Field field(grid);
  Position goal{-1, -1};
  for (std::size_t i = 0; i < queries.size(); ++i) {
    if (result.status[i] != Status::found || result.cost[i] == 0 || result.expanded[i] > 0)
      continue;
    if (queries[i].goal != goal) {
      goal = queries[i].goal;
      field.set_goals({&goal, 1}, workers);
    }
    std::vector<Move> moves;
    field.append_path(queries[i].start, moves);
    moves.resize(std::min(moves.size(), most_moves));
    if (moves != path_of(result, i)) return false;
    ++count;
  }
  return true;
}

/// Orders of so many units each to some goals, one behind the other.
std::vector<Query> large_orders(const Terrain& terrain, std::size_t goals,
                                std::size_t units, std::uint64_t seed) {
  std::vector<Query> queries = test::random_queries(terrain, goals * units, seed);
  for (std::size_t i = 0; i < queries.size(); ++i)
    queries[i].goal = queries[i - i % units].goal;
  return queries;
}

/// Cancels when so many calls have run.
class CancellingExecutor final : public Executor {
 public:
  CancellingExecutor(Monitor& monitor, std::size_t after)
      : monitor_(monitor), after_(after) {}

  int concurrency() const override { return 2; }
  void parallel_for(std::size_t count, Body body) override {
    for (std::size_t i = 0; i < count; ++i) body(i);
    if (++calls_ == after_) monitor_.cancel = true;
  }
  std::size_t calls() const noexcept { return calls_; }

 private:
  Monitor& monitor_;
  std::size_t after_;
  std::size_t calls_ = 0;
};

}  // namespace

TEST_CASE("equal queries have the answers that they have alone", "[parallel]") {
  Workers one(1), three(3);
  for (const test::Ground& ground : test::some_grounds()) {
    CAPTURE(test::in_words(ground.grid->rules()));
    const std::vector<Query> queries = orders(ground.terrain, 2);
    const Solver solver = *Solver::make(ground.grid);
    const Answers alone = solver.solve(queries, one);
    CHECK(test::same(alone, solver.solve(queries, one, {.sharing = Sharing::equal})));
    CHECK(test::same(alone, solver.solve(queries, three, {.sharing = Sharing::equal})));
  }
}

TEST_CASE("a sweep for a group gives the same costs, and cheapest paths", "[parallel]") {
  Workers one(1), two(2), three(3);
  for (const test::Ground& ground : test::some_grounds()) {
    CAPTURE(test::in_words(ground.grid->rules()), ground.grid->plain());
    std::size_t which = 0;
    for (const SolverOptions& options : test::all_options(ground.grid)) {
      CAPTURE(test::in_words(options), which % 3);
      const std::vector<Query> queries = which % 3 == 0 ? orders(ground.terrain, 3)
                                         : which % 3 == 1
                                             ? turned(orders(ground.terrain, 3))
                                             : both_ways(ground.terrain, 3);
      ++which;
      const Solver solver = *Solver::make(ground.grid, options);
      const Answers alone = solver.solve(queries, one);
      const Answers shared = solver.solve(queries, one, {.sharing = Sharing::goals});
      CHECK(shared.status == alone.status);
      CHECK(shared.cost == alone.cost);
      CHECK(shared.start == alone.start);
      for (std::size_t i = 0; i < queries.size(); ++i)
        if (shared.status[i] == Status::found)
          CHECK(test::path_is_sound(*ground.grid, queries[i], shared, i));
      CHECK(test::same(shared, solver.solve(queries, two, {.sharing = Sharing::goals})));
      CHECK(test::same(shared, solver.solve(queries, three, {.sharing = Sharing::goals})));
      if (options.heuristic == Heuristic::zero && options.algorithm != Algorithm::jps)
        CHECK(read_off(shared) > 0);
    }
  }
}

TEST_CASE("paths of a group are those that each walks alone", "[parallel]") {
  Workers one(1), three(3);
  std::size_t count = 0;
  for (const test::Ground& ground : test::some_grounds()) {
    CAPTURE(test::in_words(ground.grid->rules()), ground.grid->plain());
    const std::vector<Query> queries = orders(ground.terrain, 3);
    const Solver solver = *Solver::make(
        ground.grid, {.algorithm = Algorithm::astar, .heuristic = Heuristic::zero});
    for (Workers* const workers : {&one, &three})
      for (const std::uint32_t moves : {1000U, 7U}) {
        const Answers shared = solver.solve(
            queries, *workers, {.sharing = Sharing::goals, .max_moves = moves});
        CHECK(walks_alone(ground.grid, queries, shared, moves, count));
      }
  }
  CHECK(count > 10'000);

  for (const int closed : {0, 20, 38}) {
    const Terrain terrain = test::random_terrain(300, 200, closed, 5);
    const auto grid = *Grid::make(terrain);
    const Solver solver = *Solver::make(grid, {.algorithm = Algorithm::astar});
    // More goals than threads; and more walks than are remembered, to the last of them.
    const std::vector<Query> some = large_orders(terrain, 5, 800, 6);
    const std::vector<Query> many = large_orders(terrain, 1, 9000, 7);
    for (const std::vector<Query>* queries : {&some, &many})
      for (Workers* const workers : {&one, &three}) {
        count = 0;
        const Answers shared =
            solver.solve(*queries, *workers, {.sharing = Sharing::goals});
        CHECK(walks_alone(grid, *queries, shared, terrain.cell_count(), count));
        CHECK(count > queries->size() / 4);
      }
  }
}

TEST_CASE("paths from one start are cheapest, and those of each thread", "[parallel]") {
  Workers one(1), three(3);
  std::size_t count = 0;
  for (const test::Ground& ground : test::some_grounds()) {
    CAPTURE(test::in_words(ground.grid->rules()), ground.grid->plain());
    const Solver solver = *Solver::make(
        ground.grid, {.algorithm = Algorithm::astar, .heuristic = Heuristic::zero});
    for (const bool both : {false, true}) {
      const std::vector<Query> queries =
          both ? both_ways(ground.terrain, 4) : turned(orders(ground.terrain, 4));
      const Answers alone = solver.solve(queries, one);
      const Answers shared = solver.solve(queries, one, {.sharing = Sharing::goals});
      CHECK(shared.cost == alone.cost);
      CHECK(test::same(shared, solver.solve(queries, three, {.sharing = Sharing::goals})));
      const Answers first =
          solver.solve(queries, three, {.sharing = Sharing::goals, .max_moves = 7});
      for (std::size_t i = 0; i < queries.size(); ++i) {
        std::vector<Move> moves = path_of(shared, i);
        if (shared.status[i] == Status::found)
          CHECK(test::path_is_sound(*ground.grid, queries[i], shared, i));
        moves.resize(std::min<std::size_t>(moves.size(), 7));
        CHECK(path_of(first, i) == moves);
      }
      count += read_off(shared);
    }
  }
  CHECK(count > 10'000);
}

TEST_CASE("paths of one start share their beginnings on large maps", "[parallel]") {
  Workers one(1), three(3);
  for (const int closed : {0, 20, 38}) {
    const Terrain terrain = test::random_terrain(300, 200, closed, 5);
    const auto grid = *Grid::make(terrain);
    const Solver solver = *Solver::make(grid, {.algorithm = Algorithm::astar});
    const std::vector<Query> some = turned(large_orders(terrain, 5, 800, 6));
    const std::vector<Query> many = turned(large_orders(terrain, 1, 9000, 7));
    for (const std::vector<Query>* queries : {&some, &many}) {
      const Answers shared = solver.solve(*queries, one, {.sharing = Sharing::goals});
      CHECK(test::same(shared, solver.solve(*queries, three, {.sharing = Sharing::goals})));
      CHECK(shared.cost ==
            solver.solve(turned(*queries), one, {.sharing = Sharing::goals}).cost);
      std::size_t unsound = 0;
      for (std::size_t i = 0; i < queries->size(); ++i)
        if (shared.status[i] == Status::found)
          unsound += test::path_is_sound(*grid, (*queries)[i], shared, i) ? 0U : 1U;
      CHECK(unsound == 0);
      CHECK(read_off(shared) > queries->size() / 4);
    }
  }
}

TEST_CASE("a query joins the larger of its two groups") {
  const Terrain terrain = test::random_terrain(24, 20, 0, 4);
  const Solver solver = *Solver::make(
      *Grid::make(terrain), {.algorithm = Algorithm::astar, .heuristic = Heuristic::zero});
  Workers workers(1);
  std::vector<Query> queries;
  for (std::int32_t x = 0; x < 20; ++x) queries.push_back({{x, 1}, {20, 18}});
  for (std::int32_t y = 2; y < 18; ++y) queries.push_back({{0, 1}, {3, y}});
  const auto off_field = [&] {
    return read_off(solver.solve(queries, workers, {.sharing = Sharing::goals}));
  };
  // 20 with the goal, among them that of the start, which 16 others have: 17 with the
  // start.
  CHECK(off_field() == (20 - kPilots) + (16 - kPilots));
  for (std::int32_t y = 2; y < 8; ++y) queries.push_back({{0, 1}, {5, y}});
  // 23 with the start, and 19 with the goal are left.
  CHECK(off_field() == (19 - kPilots) + (23 - kPilots));
}

TEST_CASE("a sweep ends no sooner than at the farthest unit, whichever that is") {
  const Terrain terrain = test::random_terrain(60, 50, 15, 3);
  const auto grid = *Grid::make(terrain);
  const Solver solver =
      *Solver::make(grid, {.algorithm = Algorithm::astar, .heuristic = Heuristic::zero});
  Workers workers(1);
  std::vector<Query> near;
  Position goal{0, 0}, far{59, 49};
  while (!grid->open(goal)) ++goal.x;
  const std::uint32_t component = grid->component(grid->cell(goal));
  while (grid->component(grid->cell(far)) != component) --far.x;
  for (const Position p : test::all_cells(terrain))
    if (p != goal && p.x < 12 && p.y < 8 && near.size() < 40 &&
        grid->component(grid->cell(p)) == component)
      near.push_back({p, goal});
  REQUIRE(near.size() == 40);
  std::size_t count = 0;
  for (std::size_t i = 0; i < near.size(); ++i) {
    CAPTURE(i);
    std::vector<Query> queries = near;
    queries[i].start = far;
    const Answers shared = solver.solve(queries, workers, {.sharing = Sharing::goals});
    CHECK(shared.cost == solver.solve(queries, workers).cost);
    CHECK(solver.solve(turned(queries), workers, {.sharing = Sharing::goals}).cost ==
          shared.cost);
    CHECK(walks_alone(grid, queries, shared, terrain.cell_count(), count));
  }
  CHECK(count == 40 * 36);
}

TEST_CASE("what sweeps keep of a grid is not taken for another one's") {
  Workers workers(1);
  std::size_t count = 0;
  for (int round = 0; round < 8; ++round) {  // where one grid was there may be the next
    const int closed = 5 + 3 * round;
    const Terrain terrain =
        test::random_terrain(60, 50, closed, static_cast<std::uint64_t>(round));
    const auto grid = *Grid::make(terrain);
    const Solver solver = *Solver::make(grid, {.algorithm = Algorithm::astar});
    const std::vector<Query> queries = large_orders(terrain, 2, 200, 8);
    for (int again = 0; again < 2; ++again)
      CHECK(walks_alone(grid, queries,
                        solver.solve(queries, workers, {.sharing = Sharing::goals}),
                        terrain.cell_count(), count));
  }
  CHECK(count > 2000);
}

TEST_CASE("an equal query is answered once, whichever of its group it is equal to",
          "[parallel]") {
  const Terrain terrain = test::random_terrain(24, 20, 0, 4);
  const Solver solver = *Solver::make(*Grid::make(terrain));
  std::vector<Query> queries;
  for (std::int32_t x = 0; x < 8; ++x) queries.push_back({{x, 1}, {x % 3, 18}});
  Workers one(1);
  const Answers none = solver.solve(queries, one);
  for (const int threads : {1, 2}) {
    Workers workers(threads);
    for (const Sharing sharing : {Sharing::equal, Sharing::goals}) {
      const BatchOptions options{.sharing = sharing, .max_moves = 9, .latency = true};
      CHECK(solver.solve(queries, workers, {.sharing = sharing}).hash() == none.hash());
      for (const std::size_t of : {0, 4, 6}) {
        CAPTURE(threads, of);
        std::vector<Query> more = queries;
        more.push_back(queries[of]);
        more.push_back({{9, 1}, {2, 18}});
        const Answers shared = solver.solve(more, workers, options);
        CHECK(test::same(shared, solver.solve(more, workers, {.max_moves = 9})));
        CHECK(std::ranges::count(shared.microseconds, 0.0F) == 1);
        CHECK(shared.microseconds[8] == 0);
      }
    }
  }
}

TEST_CASE("sixteen queries to one goal are a group, fifteen are not") {
  const Terrain terrain = test::random_terrain(24, 20, 0, 4);
  const Solver solver = *Solver::make(
      *Grid::make(terrain), {.algorithm = Algorithm::astar, .heuristic = Heuristic::zero});
  Workers workers(1);
  std::vector<Query> queries{{{1, 1}, {1, 1}}};  // needs no search
  for (std::int32_t x = 0; x < 15; ++x) queries.push_back({{x, 1}, {20, 18}});
  queries.push_back(queries[3]);
  const auto off_field = [&] {
    return read_off(solver.solve(queries, workers, {.sharing = Sharing::goals}));
  };
  CHECK(off_field() == 0);
  queries.push_back({{15, 1}, {20, 18}});
  CHECK(off_field() == 16 - 4 + 1);  // without the pilots, with the equal one
  queries = turned(queries);
  CHECK(off_field() == 16 - 4 + 1);
}

TEST_CASE("quick searches are not worth a sweep, nor paths longer than what they take") {
  const auto rate = [](std::uint64_t cells) {
    return Rates{.expansion = 60,
                 .quick_expansion = 50,
                 .field = 4 * cells,
                 .step = 3,
                 .query = 1000};
  };
  CHECK(field_pays(rate(24'000), 996, {.expanded = 24, .moves = 400}));
  CHECK(!field_pays(rate(250'000), 996, {.expanded = 88, .moves = 3000}));
  CHECK(field_pays(rate(250'000), 996, {.expanded = 680, .moves = 3000}));
  CHECK(!field_pays(rate(250'000), 12, {.expanded = 680, .moves = 3000}));
  CHECK(!field_pays(rate(250'000), 996, {.expanded = 680, .moves = 20'000}));
}

TEST_CASE("group orders are read off fields that fronts compute", "[parallel]") {
  const Terrain terrain = test::random_terrain(60, 50, 15, 4);
  SplitMix64 random(5);
  std::vector<Weight> weights(terrain.cell_count());
  for (Weight& weight : weights) weight = static_cast<Weight>(1 + random.below(9));
  for (const CostModel model : kCostModels) {
    const auto grid = *Grid::make(terrain, {.cost_model = model}, {.weights = weights});
    Workers workers(2);
    const auto index = *Index::build(grid, {.landmarks = {0}, .fronts = {true}}, workers);
    REQUIRE(front_field_pays(index.contents().fronts.get(), *grid, 1, kUnreachable - 1));
    std::vector<Query> queries = test::random_queries(terrain, 600, 6);
    for (std::size_t i = 0; i < queries.size(); ++i) queries[i].goal = queries[i % 2].goal;
    for (const Algorithm algorithm : {Algorithm::front, Algorithm::astar}) {
      CAPTURE(static_cast<int>(model), name(algorithm));
      const Solver solver = *Solver::make(index, {.algorithm = algorithm});
      const Answers shared = solver.solve(queries, workers, {.sharing = Sharing::goals});
      CHECK(shared.cost == solver.solve(queries, workers).cost);
      std::size_t walked = 0, found = 0;
      for (std::size_t k = 0; k < 2; ++k) {
        Field field(grid);
        field.set_goals({&queries[k].goal, 1}, workers);
        for (std::size_t i = k; i < queries.size(); i += 2) {
          if (shared.status[i] != Status::found) continue;
          ++found;
          std::vector<Move> moves;
          field.append_path(queries[i].start, moves);
          walked += moves == path_of(shared, i) ? 1U : 0U;
        }
      }
      CHECK(found > 500);
      CHECK(walked >= found - 2 * kPilots);
      const std::vector<Query> back = turned(queries);
      const Answers from = solver.solve(back, workers, {.sharing = Sharing::goals});
      CHECK(from.cost == solver.solve(back, workers).cost);
      CHECK(read_off(from) > 500);
      for (std::size_t i = 0; i < back.size(); ++i)
        if (from.status[i] == Status::found)
          CHECK(test::path_is_sound(*grid, back[i], from, i));
    }
  }
}

TEST_CASE("a few queries to one goal are not worth a sweep of a large map") {
  const Terrain terrain = test::random_terrain(300, 300, 10, 4);
  const auto grid = *Grid::make(terrain);
  Workers workers(1);
  std::vector<Query> queries = test::random_queries(terrain, 60, 5);
  for (Query& query : queries) query = {{query.start.x % 5, query.start.y % 5}, {2, 2}};
  CHECK(read_off(
            Solver::make(grid)->solve(queries, workers, {.sharing = Sharing::goals})) == 0);
}

TEST_CASE("limits and paths that need not be cheapest keep groups from sharing") {
  const Terrain terrain = test::random_terrain(24, 20, 25, 6);
  const auto grid = *Grid::make(terrain);
  const std::vector<Query> queries = orders(terrain, 7);
  Workers workers(1);
  const auto check = [&](const SolverOptions& how, BatchOptions options) {
    const Solver solver = *Solver::make(grid, how);
    const Answers alone = solver.solve(queries, workers, options);
    options.sharing = Sharing::goals;
    CHECK(test::same(alone, solver.solve(queries, workers, options)));
  };
  check({.algorithm = Algorithm::astar}, {.max_expansions = 20});
  check({.algorithm = Algorithm::astar}, {.max_cost = 20'000});
  check({.algorithm = Algorithm::wastar}, {});
}

TEST_CASE("a batch that shares is timed, cancelled and solved without paths",
          "[parallel]") {
  const Terrain terrain = test::random_terrain(40, 30, 25, 8);
  const Solver solver =
      *Solver::make(*Grid::make(terrain), {.algorithm = Algorithm::astar});
  const std::vector<Query> queries = orders(terrain, 9);
  Workers workers(2);
  Answers result = solver.solve(
      queries, workers, {.sharing = Sharing::goals, .paths = false, .latency = true});
  CHECK(result.moves.empty());
  CHECK(result.microseconds.size() == queries.size());
  CHECK(result.cost == solver.solve(queries, workers).cost);

  Monitor monitor;
  solver.solve(queries, workers, result, {.sharing = Sharing::goals, .monitor = &monitor});
  CHECK(monitor.done == queries.size());
  CHECK(monitor.total == queries.size());
  monitor.cancel = true;
  solver.solve(queries, workers, result, {.sharing = Sharing::goals, .monitor = &monitor});
  CHECK(std::ranges::count(result.status, Status::cancelled) ==
        static_cast<std::ptrdiff_t>(queries.size()));
}

TEST_CASE("memory stops growing once batches that share have been met") {
  const Terrain terrain = test::random_terrain(40, 30, 25, 8);
  const Solver solver = *Solver::make(*Grid::make(terrain));
  Workers workers(1);
  Answers result;
  std::size_t bytes = 0;
  for (int round = 0; round < 8; ++round) {
    solver.solve(orders(terrain, 9), workers, result, {.sharing = Sharing::goals});
    if (round == 5) bytes = workers.memory_bytes();
  }
  CHECK(workers.memory_bytes() == bytes);
}

TEST_CASE("a batch that shares is cancelled between any two of its steps", "[parallel]") {
  const Terrain terrain = test::random_terrain(60, 50, 15, 3);
  const Solver solver = *Solver::make(
      *Grid::make(terrain), {.algorithm = Algorithm::astar, .heuristic = Heuristic::zero});
  const std::vector<Query> queries = large_orders(terrain, 3, 60, 4);
  Workers one(1);
  const Answers whole = solver.solve(queries, one, {.sharing = Sharing::goals});
  REQUIRE(read_off(whole) > 100);
  std::size_t steps = 1;
  for (std::size_t after = 1; after <= steps; ++after) {
    CAPTURE(after);
    Monitor monitor;
    CancellingExecutor executor(monitor, after);
    Workers workers(executor);
    Answers result;
    solver.solve(queries, workers, result,
                 {.sharing = Sharing::goals, .monitor = &monitor});
    steps = std::max(steps, executor.calls());
    std::size_t cancelled = 0;
    for (std::size_t i = 0; i < queries.size(); ++i) {
      if (result.status[i] == Status::cancelled) {
        ++cancelled;
        CHECK(result.path(i).moves().empty());
        continue;
      }
      CHECK(result.status[i] == whole.status[i]);
      CHECK(result.cost[i] == whole.cost[i]);
      CHECK(std::ranges::equal(result.path(i).moves(), whole.path(i).moves()));
    }
    if (after == 1) CHECK(cancelled > 100);
  }
  CHECK(steps > 3);
}

}  // namespace throng::sharing_test
