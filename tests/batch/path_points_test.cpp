#include "../../src/core/rng.hpp"
#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/maps.hpp"
#include "../support/memory.hpp"

#include <throng/frame_scheduler.hpp>
#include <throng/links.hpp>
#include <throng/path_points.hpp>
#include <throng/solver.hpp>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>
#include <vector>

namespace throng::path_points_test {

namespace {

/// Runs, one move at a time.
std::vector<Run> slow_runs(std::span<const Move> moves) {
  std::vector<Run> runs;
  for (const Move move : moves)
    if (!runs.empty() && runs.back().move == move && !is_link(move))
      ++runs.back().count;
    else
      runs.push_back({move, 1});
  return runs;
}

/// The end of each run, one move at a time.
std::vector<Position> slow_points(const PathView& path) {
  std::vector<Position> points{path.start()};
  Position at = path.start();
  for (const Run& run : slow_runs(path.moves())) {
    for (std::uint32_t k = 0; k < run.count; ++k) at = path.step(at, run.move);
    points.push_back(at);
  }
  return points;
}

template <class Item>
std::vector<Item> all(std::span<const Item> items) {
  return {items.begin(), items.end()};
}

/// Compares all slots, and returns the number of turning points.
std::size_t check(const Answers& answers, Workers& workers) {
  PathPoints points;
  PathRuns runs;
  find_turning_points(answers, workers, points);
  find_runs(answers, workers, runs);
  REQUIRE(points.slots() == answers.slots());
  REQUIRE(runs.slots() == answers.slots());
  CHECK(points.begin.front() == 0);
  CHECK(points.begin.back() == points.items.size());
  CHECK(runs.begin.back() == runs.items.size());
  for (std::size_t i = 0; i < answers.slots(); ++i) {
    const PathView path = answers.path(i);
    const bool has = answers.status[i] == Status::found || !path.moves().empty();
    REQUIRE(all(points.of(i)) == (has ? slow_points(path) : std::vector<Position>{}));
    REQUIRE(all(runs.of(i)) == slow_runs(path.moves()));
    if (!has) continue;
    REQUIRE(path.turning_points() == slow_points(path));
    REQUIRE(path.runs() == slow_runs(path.moves()));
  }
  return points.items.size();
}

std::vector<Query> queries_on(const Terrain& terrain) {
  std::vector<Query> queries = test::random_queries(terrain, 500, 8);
  queries.push_back({{-1, 0}, {3, 3}});
  queries.push_back({queries[0].start, queries[0].start});
  return queries;
}

}  // namespace

TEST_CASE("turning points and runs of a batch are those of each path", "[parallel]") {
  const Terrain terrain = test::random_terrain(150, 90, 18, 4);
  Workers one(1), three(3);
  for (const Topology topology : kTopologies) {
    const auto grid = *Grid::make(terrain, {.topology = topology});
    for (const Ties ties : {Ties::canonical, Ties::straight}) {
      const Solver solver = *Solver::make(grid, {.ties = ties});
      for (Workers* const workers : {&one, &three}) {
        CHECK(check(solver.solve(queries_on(terrain), *workers), *workers) > 1000);
        check(solver.solve(queries_on(terrain), *workers, {.max_moves = 9}), *workers);
      }
      const Answers costs = solver.solve(queries_on(terrain), one, {.paths = false});
      CHECK(check(costs, one) ==
            static_cast<std::size_t>(std::ranges::count(costs.status, Status::found)));
    }
  }
  check(Answers(), one);
}

TEST_CASE("runs end anywhere among 64 moves, and links are runs of their own") {
  // Two links lead around in a circle, so that a link often follows the same link.
  const std::vector<Link> links{{{3, 3}, {6, 3}, 1}, {{6, 3}, {3, 3}, 1}};
  const auto grid = *Grid::make(*Terrain::make(10, 7, '.'), {}, {.links = links});
  Workers workers(1);
  SplitMix64 random(11);
  Answers answers;
  answers.topology = Topology::octile;
  answers.links = grid->links();
  answers.path_begin.push_back(0);
  for (std::uint32_t path = 0; path < 600; ++path) {
    Position at{3, 3};
    const std::uint32_t length = path < 300 ? path : random.below(200);
    const std::uint32_t turns = 1 + random.below(30);
    answers.start.push_back(at);
    Move move = Move::north;
    for (std::uint32_t k = 0; k < length; ++k) {
      const bool at_link = at == Position{3, 3} || at == Position{6, 3};
      if (random.below(turns) == 0) move = static_cast<Move>(random.below(8));
      answers.moves.push_back(at_link && random.chance(70) ? link_move(0) : move);
      at = PathView(Topology::octile, at, {}, grid->links().get())
               .step(at, answers.moves.back());
    }
    answers.path_begin.push_back(answers.moves.size());
    answers.status.push_back(Status::found);
  }
  check(answers, workers);
}

TEST_CASE("slots of requests and of frames have turning points") {
  const Terrain terrain = test::random_terrain(50, 40, 20, 6);
  const auto grid = *Grid::make(terrain);
  const Solver solver = *Solver::make(grid);
  Workers workers(2);
  const auto queries = test::random_queries(terrain, 60, 3);
  std::vector<Position> goals;
  for (const Query& query : queries) goals.push_back(query.goal);
  std::vector<Request> requests;
  for (std::size_t i = 0; i + 3 < queries.size(); ++i)
    requests.push_back({.start = queries[i].start,
                        .goals = std::span(goals).subspan(i, 3),
                        .visit = static_cast<Visit>(i % 3),
                        .approach = i % 2 == 0});
  const Answers answers = solver.solve(requests, workers);
  CHECK(check(answers, workers) > 300);
  FrameScheduler scheduler = *FrameScheduler::make({solver});
  for (const Request& request : requests) scheduler.submit(request);
  scheduler.run(FrameBudget::unlimited(), workers);
  Answers finished;
  scheduler.poll(finished);
  CHECK(check(finished, workers) == check(answers, workers));
}

TEST_CASE("warm turning points allocate nothing, and failed ones are empty") {
  const Terrain terrain = test::random_terrain(60, 50, 15, 2);
  Workers workers(1);
  const Answers answers = (*Solver::make(*Grid::make(terrain)))
                              .solve(test::random_queries(terrain, 200, 1), workers);
  test::CountingMemory memory;
  PathPoints points(&memory);
  PathRuns runs(&memory);
  const auto find = [&] {
    find_turning_points(answers, workers, points);
    find_runs(answers, workers, runs);
  };
  find();
  const std::size_t before = test::heap_allocations();
  memory.allow(0);
  find();
  CHECK(test::heap_allocations() == before);
  CHECK(points.items.size() > 200);

  PathPoints first(&memory);
  memory.allow(0);
  CHECK_THROWS_AS(find_turning_points(answers, workers, first), std::bad_alloc);
  memory.allow(1);
  CHECK_THROWS_AS(find_turning_points(answers, workers, first), std::bad_alloc);
  CHECK(first.slots() == 0);
  CHECK(first.items.empty());
  memory.allow(test::CountingMemory::kAll);
  find_turning_points(answers, workers, first);
  CHECK(first.items == points.items);
  CHECK(first.begin == points.begin);
}

}  // namespace throng::path_points_test
