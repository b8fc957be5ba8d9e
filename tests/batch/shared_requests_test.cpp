#include "../../src/core/rng.hpp"
#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/grounds.hpp"
#include "../support/maps.hpp"

#include <throng/query.hpp>
#include <throng/solver.hpp>

#include <algorithm>
#include <span>
#include <vector>

namespace throng::shared_requests_test {

namespace {

/// Requests of all kinds, and the goals they look at.
struct Requests {
  std::vector<std::vector<Position>> goals;
  std::vector<Request> requests;
};

/// Some goals are asked for by many, some requests are there more than once.
Requests orders(const test::Ground& ground, std::size_t count, std::uint64_t seed) {
  SplitMix64 random(seed);
  const std::vector<Query> ends = test::random_queries(ground.terrain, 5 * count, seed);
  Requests all;
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<Position> goals;
    if (i % 4 != 0) {  // in a group
      goals.push_back(ends[random.below(4)].goal);
    } else {
      for (std::uint32_t k = random.below(4); k > 0; --k)
        goals.push_back(ends[5 * i + k].goal);
    }
    const double radius = i % 4 != 0 ? 0 : random.below(3);
    all.goals.push_back(goals);
    all.requests.push_back({.start = ends[5 * i].start,
                            .visit = static_cast<Visit>(random.below(3)),
                            .radius = radius,
                            .approach = random.below(2) == 0,
                            .escape_blocked_start = random.below(2) == 0});
    if (i % 6 == 5) {
      const std::uint32_t like = random.below(static_cast<std::uint32_t>(i));
      all.goals[i] = all.goals[like];
      all.requests[i] = all.requests[like];
    }
  }
  all.requests[1].start = {-1, 3};
  for (std::size_t i = 0; i < count; ++i) all.requests[i].goals = all.goals[i];
  return all;
}

Answers solve(const Solver& solver, const Requests& all, Workers& workers,
              const BatchOptions& options = {}) {
  Answers result;
  solver.solve(all.requests, workers, result, options);
  return result;
}

bool same(const Answers& a, const Answers& b) {
  return test::same(a, b) && a.end == b.end && a.end_cost == b.end_cost &&
         a.first == b.first;
}

}  // namespace

TEST_CASE("equal requests have the answers that they have alone", "[parallel]") {
  Workers one(1), three(3);
  for (const test::Ground& ground : test::some_grounds()) {
    CAPTURE(test::in_words(ground.grid->rules()), ground.grid->plain());
    const Requests all = orders(ground, 300, 2);
    const Solver solver = *Solver::make(ground.grid);
    for (const std::uint32_t moves : {1000U, 5U}) {
      const Answers alone = solve(solver, all, one, {.max_moves = moves});
      for (Workers* const workers : {&one, &three})
        CHECK(same(alone, solve(solver, all, *workers,
                                {.sharing = Sharing::equal, .max_moves = moves})));
    }
  }
}

TEST_CASE("requests of a group have the costs and ends that they have alone",
          "[parallel]") {
  Workers one(1), three(3);
  std::size_t read_off = 0, approached = 0;
  for (const test::Ground& ground : test::some_grounds()) {
    CAPTURE(test::in_words(ground.grid->rules()), ground.grid->plain());
    const Requests all = orders(ground, 300, 3);
    const Solver solver = *Solver::make(
        ground.grid, {.algorithm = Algorithm::astar, .heuristic = Heuristic::zero});
    const Answers alone = solve(solver, all, one);
    const Answers shared = solve(solver, all, one, {.sharing = Sharing::goals});
    CHECK(shared.first == alone.first);
    CHECK(shared.status == alone.status);
    CHECK(shared.cost == alone.cost);
    CHECK(shared.upper == alone.upper);
    CHECK(shared.start == alone.start);
    CHECK(shared.end == alone.end);
    CHECK(shared.end_cost == alone.end_cost);
    for (std::size_t slot = 0; slot < alone.end.size(); ++slot) {
      CHECK(test::path_is_sound(*ground.grid, shared.path(slot), shared.end[slot],
                                shared.end_cost[slot]));
      const bool found = shared.status[slot] == Status::found;
      if (found && shared.expanded[slot] < alone.expanded[slot]) ++read_off;
      // One way alone: the same component, and no path.
      const Grid& grid = *ground.grid;
      const Position start = shared.start[slot], end = shared.end[slot];
      if (!found && end != start && !grid.symmetric() && grid.open(start)) ++approached;
    }
    CHECK(same(shared, solve(solver, all, three, {.sharing = Sharing::goals})));
  }
  CHECK(read_off > 2000);
  CHECK(approached > 50);
}

TEST_CASE("a request for each of many goals is answered by one field", "[parallel]") {
  Workers one(1), three(3);
  std::size_t read_off = 0;
  for (const test::Ground& ground : test::some_grounds()) {
    CAPTURE(test::in_words(ground.grid->rules()), ground.grid->plain());
    const Solver solver = *Solver::make(
        ground.grid, {.algorithm = Algorithm::astar, .heuristic = Heuristic::zero});
    Requests all = orders(ground, 30, 4);
    for (std::size_t i = 0; i < 10; ++i) {
      all.goals[i].clear();
      for (const Query& query : test::random_queries(ground.terrain, 40, 5 + i))
        all.goals[i].push_back(query.goal);
      all.requests[i].goals = all.goals[i];
      all.requests[i].visit = i % 5 == 0 ? Visit::in_turn : Visit::each;
      all.requests[i].radius = i == 1 ? 1.5 : 0;
    }
    for (const std::uint32_t moves : {1000U, 5U}) {
      const Answers alone = solve(solver, all, one, {.max_moves = moves});
      const Answers shared =
          solve(solver, all, one, {.sharing = Sharing::goals, .max_moves = moves});
      CHECK(shared.first == alone.first);
      CHECK(shared.status == alone.status);
      CHECK(shared.cost == alone.cost);
      CHECK(shared.start == alone.start);
      CHECK(shared.end == alone.end);
      CHECK(shared.end_cost == alone.end_cost);
      CHECK(same(alone, solve(solver, all, three, {.max_moves = moves})));
      CHECK(same(shared, solve(solver, all, three,
                               {.sharing = Sharing::goals, .max_moves = moves})));
      for (std::size_t slot = 0; slot < alone.end.size(); ++slot) {
        read_off += shared.expanded[slot] < alone.expanded[slot] ? 1U : 0U;
        if (moves == 1000)
          CHECK(test::path_is_sound(*ground.grid, shared.path(slot), shared.end[slot],
                                    shared.end_cost[slot]));
      }
    }
  }
  CHECK(read_off > 2000);
}

TEST_CASE("requests of a group that one-way steps cut off go as near as they can",
          "[parallel]") {
  const test::Ground ground = test::one_way_ground();
  const Solver solver = *Solver::make(ground.grid, {.algorithm = Algorithm::astar});
  const std::vector<Position> goal{{12, 15}};
  Requests all;
  for (const Query& query : test::random_queries(ground.terrain, 80, 1))
    all.requests.push_back(
        {.start = query.start, .goals = goal, .approach = all.requests.size() % 2 == 0});
  for (const int threads : {1, 2}) {
    Workers workers(threads);
    const Answers alone = solve(solver, all, workers);
    const Answers shared = solve(solver, all, workers, {.sharing = Sharing::goals});
    CHECK(shared.status == alone.status);
    CHECK(shared.cost == alone.cost);
    CHECK(shared.end == alone.end);
    CHECK(shared.end_cost == alone.end_cost);
    // Below they are read off the field, above every other one goes down to row 9.
    int read_off = 0, approached = 0;
    for (std::size_t i = 0; i < 80; ++i) {
      const bool found = shared.status[i] == Status::found;
      read_off += found && shared.expanded[i] == 0;
      approached += !found && shared.end[i] != shared.start[i];
    }
    CHECK(read_off > 20);
    CHECK(approached > 10);
  }
}

TEST_CASE("requests that ask what queries ask are answered as these", "[parallel]") {
  const Terrain terrain = test::random_terrain(60, 50, 20, 4);
  const Solver solver =
      *Solver::make(*Grid::make(terrain), {.algorithm = Algorithm::astar});
  std::vector<Query> queries = test::random_queries(terrain, 2000, 5);
  for (std::size_t i = 0; i < queries.size(); ++i) {
    if (i % 2 == 0) queries[i].goal = queries[i % 7].goal;
    if (i % 9 == 0) queries[i] = queries[i / 2];
  }
  Requests all;
  for (const Query& query : queries) all.goals.push_back({query.goal});
  for (std::size_t i = 0; i < queries.size(); ++i)
    all.requests.push_back({.start = queries[i].start, .goals = all.goals[i]});
  for (const int threads : {1, 3}) {
    Workers workers(threads);
    for (const Sharing sharing : {Sharing::none, Sharing::equal, Sharing::goals}) {
      CAPTURE(threads, static_cast<int>(sharing));
      CHECK(test::same(solver.solve(queries, workers, {.sharing = sharing}),
                       solve(solver, all, workers, {.sharing = sharing})));
    }
  }
}

TEST_CASE("a request is answered once for all that are equal to it", "[parallel]") {
  const test::Ground ground{test::random_terrain(24, 20, 0, 4),
                            *Grid::make(test::random_terrain(24, 20, 0, 4))};
  const Solver solver = *Solver::make(ground.grid);
  const std::vector<Position> goals{{3, 18}, {20, 2}}, other{{20, 2}, {3, 18}};
  const std::vector<Position> lone{{20, 2}};
  Requests all;
  const Request first{.start = {1, 1}, .goals = goals, .visit = Visit::each};
  all.requests = {first, first, first, first, first, first};
  all.requests[2].goals = other;
  all.requests[3].visit = Visit::in_turn;
  all.requests[4].approach = true;
  // With one goal all visits are the same.
  all.requests.push_back({.start = {1, 1}, .goals = lone, .visit = Visit::any});
  all.requests.push_back({.start = {1, 1}, .goals = lone, .visit = Visit::in_turn});
  for (const int threads : {1, 2}) {
    Workers workers(threads);
    const Answers result =
        solve(solver, all, workers, {.sharing = Sharing::equal, .latency = true});
    CHECK(same(result, solve(solver, all, workers)));
    const auto copied = [&](std::size_t i) {
      return std::ranges::all_of(
          std::span(result.microseconds)
              .subspan(result.slot(i), result.first[i + 1] - result.slot(i)),
          [](float time) { return time == 0; });
    };
    for (std::size_t i = 0; i < all.requests.size(); ++i) {
      CAPTURE(threads, i);
      // Each goal of Visit::each counts by itself.
      CHECK(copied(i) == (i != 0 && i != 3 && i != 4));
    }
  }
}

TEST_CASE("a large batch has the answers of small ones", "[parallel]") {
  // Large ones are answered in another order.
  const Terrain terrain = test::random_terrain(90, 70, 25, 6);
  const auto grid = *Grid::make(terrain);
  std::vector<Query> queries = test::random_queries(terrain, 3000, 7);
  queries[17].start = {-5, 900};
  queries[18].start = {2'000'000'000, -2'000'000'000};
  for (const Algorithm algorithm : {Algorithm::jps, Algorithm::astar}) {
    const Solver solver = *Solver::make(grid, {.algorithm = algorithm});
    for (const int threads : {1, 3}) {
      Workers workers(threads);
      const Answers large = solver.solve(queries, workers);
      for (std::size_t begin = 0; begin < queries.size(); begin += 500) {
        const auto part = std::span(queries).subspan(begin, 500);
        const Answers small = solver.solve(part, workers);
        for (std::size_t i = 0; i < part.size(); ++i) {
          CAPTURE(threads, begin, i);
          REQUIRE(large.status[begin + i] == small.status[i]);
          REQUIRE(large.cost[begin + i] == small.cost[i]);
          REQUIRE(large.expanded[begin + i] == small.expanded[i]);
          REQUIRE(std::ranges::equal(large.path(begin + i).moves(), small.path(i).moves()));
        }
      }
    }
  }
}

}  // namespace throng::shared_requests_test
