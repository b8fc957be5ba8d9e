#include "../../src/core/rng.hpp"
#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/frames.hpp"
#include "../support/grounds.hpp"
#include "../support/maps.hpp"
#include "../support/memory.hpp"

#include <throng/frame_scheduler.hpp>
#include <throng/index.hpp>
#include <throng/solver.hpp>

#include <algorithm>
#include <map>
#include <thread>
#include <utility>
#include <vector>

namespace throng::frame_sharing_test {
using namespace test;

TEST_CASE("shared answers cost the same, and group orders are read off a field",
          "[parallel]") {
  const Terrain terrain = test::random_terrain(64, 64, 20, 9);
  const auto grid = *Grid::make(terrain);
  Workers workers(2);
  const Solver solver = solver_of(grid, Algorithm::astar);
  Orders orders(terrain, 600, 11);
  for (Request& one : orders.requests) {
    one.max_expansions = std::numeric_limits<std::uint32_t>::max();
    one.radius = 0;
  }
  const auto expected = solved(solver, orders);
  for (const FrameBudget work : {FrameBudget::unlimited(), FrameBudget::expansions(5000)}) {
    FrameScheduler scheduler = scheduler_of(solver, {.sharing = Sharing::goals});
    for (const Request& one : orders.requests) scheduler.submit(one);
    std::size_t answered_by_sweep = 0;
    Answers finished;
    do {
      answered_by_sweep += scheduler.run(work, workers).answered_by_sweep;
      CHECK((!work.is_unlimited() || scheduler.waiting() == 0));
      scheduler.poll(finished);
      for (std::size_t i = 0; i < finished.size(); ++i) {
        const auto answers = told_request(finished, i);
        const auto& wanted = expected[static_cast<std::size_t>(finished.ticket[i])];
        REQUIRE(answers.size() == wanted.size());
        for (std::size_t k = 0; k < answers.size(); ++k) {
          CHECK(answers[k].status == wanted[k].status);
          CHECK(answers[k].cost == wanted[k].cost);
          CHECK(answers[k].end_cost == wanted[k].end_cost);
          const std::size_t slot = finished.first[i] + k;
          if (answers[k].status == Status::found)
            CHECK(test::path_is_sound(*grid, finished.path(slot), answers[k].end,
                                      answers[k].cost));
        }
      }
    } while (scheduler.waiting() > 0);
    CHECK(answered_by_sweep > 50);
  }
}

TEST_CASE("whoever one-way steps cut off from a shared goal goes as near as he can",
          "[parallel]") {
  const test::Ground ground = test::one_way_ground();
  const Solver solver = solver_of(ground.grid, Algorithm::astar);
  const std::vector<Position> goal{{12, 15}};
  Orders orders(ground.terrain, 80, 1);
  for (std::size_t i = 0; i < 80; ++i)
    orders.requests[i] = {.start = orders.requests[i].start,
                          .goals = goal,
                          .approach = i % 2 == 0,
                          .agent = static_cast<AgentId>(i)};
  const auto expected = solved(solver, orders);
  Workers workers(2);
  FrameScheduler scheduler = scheduler_of(solver, {.sharing = Sharing::goals});
  for (const Request& one : orders.requests) scheduler.submit(one);
  CHECK(scheduler.run(FrameBudget::unlimited(), workers).answered_by_sweep > 20);
  Answers finished;
  scheduler.poll(finished);
  REQUIRE(finished.size() == 80);
  for (std::size_t i = 0; i < 80; ++i) {
    const Told one = told(finished, i);
    CHECK(one.status == expected[i][0].status);
    CHECK(one.cost == expected[i][0].cost);
    CHECK(one.end == expected[i][0].end);
    CHECK(one.end_cost == expected[i][0].end_cost);
    CHECK(one.path.size() == expected[i][0].path.size());
  }
}

TEST_CASE("equal requests are searched once", "[parallel]") {
  const Terrain terrain = test::random_terrain(64, 64, 20, 9);
  const auto grid = *Grid::make(terrain);
  Workers workers(2);
  const std::vector<Position> goal{{60, 60}};
  const Request one{.start = {2, 3}, .goals = goal, .approach = true};
  const auto spent = [&](int copies, Sharing sharing) {
    FrameScheduler scheduler =
        scheduler_of(solver_of(grid, Algorithm::astar), {.sharing = sharing});
    for (int i = 0; i < copies; ++i) scheduler.submit(one);
    const FrameReport report = scheduler.run(FrameBudget::unlimited(), workers);
    Answers finished;
    scheduler.poll(finished);
    for (int i = 1; i < copies; ++i)
      CHECK(told_request(finished, static_cast<std::size_t>(i)) ==
            told_request(finished, 0));
    return std::pair(report.spent, report.copied);
  };
  const auto [alone, none] = spent(1, Sharing::equal);
  const Solver solver = solver_of(grid, Algorithm::astar);
  CHECK(alone == solved(solver, one)[0].expanded + 16);
  CHECK(none == 0);
  CHECK(spent(10, Sharing::equal) == std::pair(alone + 9 * 16 + 10 / 4, std::size_t{9}));
  CHECK(spent(10, Sharing::none) == std::pair(10 * alone + 10 / 4, std::size_t{0}));
}

TEST_CASE("whatever makes an answer another one tells requests apart") {
  const Terrain terrain = *Terrain::make(40, 40, '.');
  Terrain walled = terrain;
  for (std::int32_t y = 0; y < 39; ++y) walled.set({20, y}, '@');
  const std::vector<Solver> solvers{solver_of(*Grid::make(terrain), Algorithm::astar),
                                    solver_of(*Grid::make(walled), Algorithm::astar)};
  constexpr Cost near = 5 * kExactCosts.straight;
  const std::vector<Position> goal{{30, 30}}, other{{30, 31}};
  const std::vector<Position> both{goal[0], other[0]}, two{goal[0], {31, 30}};
  const Request plain{.start = {2, 3}, .goals = goal};
  std::vector<Request> kinds(10, plain);
  kinds[1].start = {3, 3};
  kinds[2].goals = other;
  kinds[3].radius = 5;
  kinds[4].max_cost = near;
  kinds[5].max_cost = near;
  kinds[5].approach = true;
  kinds[6].max_expansions = 3;
  kinds[7].movement = 1;
  kinds[8].goals = both;
  kinds[9].goals = two;
  Workers workers(1);
  for (const Sharing sharing : {Sharing::equal, Sharing::goals})
    for (const std::size_t copies : {2, 40}) {
      auto scheduler = *FrameScheduler::make(solvers, {.sharing = sharing});
      for (std::size_t i = 0; i < copies; ++i)
        for (const Request& one : kinds) scheduler.submit(one);
      const FrameReport report = scheduler.run(FrameBudget::unlimited(), workers);
      CHECK(report.waiting == 0);
      CHECK(report.copied + report.answered_by_sweep <= kinds.size() * (copies - 1));
      CHECK((report.answered_by_sweep == 0 || (sharing == Sharing::goals && copies == 40)));
      if (sharing == Sharing::equal) CHECK(report.copied == kinds.size() * (copies - 1));
      Answers finished;
      scheduler.poll(finished);
      for (std::size_t i = 0; i < kinds.size() * copies; ++i) {
        const Request& one = kinds[i % kinds.size()];
        CAPTURE(i % kinds.size(), copies);
        const Told expected = solved(solvers[one.movement], one)[0];
        const Told is = told(finished, i);
        CHECK(is.status == expected.status);
        CHECK(is.cost == expected.cost);
        CHECK(is.end == expected.end);
        CHECK(is.path.size() == expected.path.size());
      }
    }
}

TEST_CASE("several group orders of several classes have fields of their own",
          "[parallel]") {
  const Terrain terrain = test::random_terrain(64, 64, 20, 9);
  Terrain walled = terrain;
  for (std::int32_t y = 2; y < 64; ++y) walled.set({32, y}, '@');
  const std::vector<Solver> solvers{solver_of(*Grid::make(terrain), Algorithm::astar),
                                    solver_of(*Grid::make(walled), Algorithm::astar)};
  const Orders cells(terrain, 100, 2);
  std::vector<Request> requests;
  std::vector<Position> open;
  for (const Request& one : cells.requests)
    if (solvers[1].grid().open(one.start)) open.push_back(one.start);
  REQUIRE(open.size() > 50);
  for (std::size_t goal = 0; goal < 6; ++goal)
    for (std::size_t i = 10; i < 50; ++i)
      for (const std::size_t movement : {0, 1})
        requests.push_back(
            {.start = open[i], .goals = std::span(&open[goal], 1), .movement = movement});
  Workers workers(2);
  auto scheduler = *FrameScheduler::make(solvers, {.sharing = Sharing::goals});
  for (int round = 0; round < 2; ++round) {
    for (const Request& one : requests) scheduler.submit(one);
    const FrameReport report = scheduler.run(FrameBudget::unlimited(), workers);
    CHECK(report.waiting == 0);
    CHECK(report.answered_by_sweep >= 10 * (40 - 4));  // a small component may not pay
    Answers finished;
    scheduler.poll(finished);
    for (std::size_t i = 0; i < requests.size(); ++i) {
      const Told expected = solved(solvers[requests[i].movement], requests[i])[0];
      const Told is = told(finished, i);
      CHECK(is.status == expected.status);
      CHECK(is.cost == expected.cost);
    }
  }
}

TEST_CASE("whom a sweep does not serve is searched for in the same frame", "[parallel]") {
  const std::vector<Position> goal{{100, 100}};
  std::vector<Request> requests;
  for (std::int32_t i = 0; i < 40; ++i)
    requests.push_back({.start = {i % 20, 8 - i / 20}, .goals = goal});
  Terrain terrain = *Terrain::make(200, 200, '.');
  for (std::int32_t x = 91; x < 120; ++x) terrain.set({x, 99}, 'T');  // not straight there
  Workers workers(2);
  Answers finished;
  for (const Algorithm algorithm : {Algorithm::jps, Algorithm::wastar}) {
    const Solver solver = solver_of(*Grid::make(terrain), algorithm);
    FrameScheduler scheduler = scheduler_of(solver, {.sharing = Sharing::goals});
    for (const Request& one : requests) scheduler.submit(one);
    const FrameReport report = scheduler.run(FrameBudget::unlimited(), workers);
    CHECK(report.answered_by_sweep == 0);
    CHECK(report.waiting == 0);
    scheduler.poll(finished);
    REQUIRE(finished.size() == requests.size());
    for (std::size_t i = 0; i < requests.size(); ++i)
      CHECK(told(finished, i) == solved(solver, requests[i])[0]);
  }
}

TEST_CASE("searches that are half done are no part of a group order", "[parallel]") {
  const Terrain terrain = test::random_terrain(64, 64, 20, 9);
  const Solver solver = solver_of(*Grid::make(terrain), Algorithm::astar);
  Orders orders(terrain, 300, 11);
  for (std::size_t i = 0; i < 300; ++i)
    orders.requests[i] = {.start = orders.requests[i].start, .goals = orders.goals[0]};
  const auto expected = solved(solver, orders);
  Workers workers(2);
  Answers finished;
  // Too little for pilots; enough for some that do not come to an end; and for walks.
  for (const std::uint64_t work : {300, 1500, 2000, 2600, 3000}) {
    CAPTURE(work);
    FrameScheduler scheduler = scheduler_of(solver, {.sharing = Sharing::goals});
    std::size_t done = 0;
    for (const std::size_t begin : {0, 150}) {
      for (std::size_t i = begin; i < begin + 150; ++i)
        scheduler.submit(orders.requests[i]);
      const bool first = begin == 0;
      const FrameReport report = scheduler.run(
          first ? FrameBudget::expansions(work) : FrameBudget::unlimited(), workers);
      CHECK((report.answered_by_sweep > 0) == (!first || work > 2000));
      CHECK((report.waiting == 0 || first));
      scheduler.poll(finished);
      done += finished.size();
      for (std::size_t i = 0; i < finished.size(); ++i) {
        const Told& wanted = expected[static_cast<std::size_t>(finished.ticket[i])][0];
        CHECK(told(finished, i).status == wanted.status);
        CHECK(told(finished, i).cost == wanted.cost);
      }
    }
    CHECK(done == 300);
  }
}

TEST_CASE("a sweep is paid for once, and group orders leave others their half",
          "[parallel]") {
  const Terrain terrain = test::random_terrain(64, 64, 20, 9);
  const Solver solver = solver_of(*Grid::make(terrain), Algorithm::astar);
  Orders orders(terrain, 900, 2);
  const std::vector<Position>& rally = orders.goals[0];
  for (std::size_t i = 0; i < 900; ++i)
    orders.requests[i] = {.start = orders.requests[i].start,
                          .goals = rally,
                          .agent = static_cast<AgentId>(i)};
  Workers workers(2);
  Answers finished;
  FrameScheduler scheduler = scheduler_of(solver, {.sharing = Sharing::goals});
  const auto play = [&](FrameBudget work) {
    for (const Request& one : orders.requests) scheduler.submit(one);
    const FrameReport report = scheduler.run(work, workers);
    scheduler.poll(finished);
    return report;
  };
  const FrameReport first = play(FrameBudget::unlimited());
  std::uint64_t pilots = 0;
  for (const std::uint32_t expanded : finished.expanded) pilots += expanded;
  const FrameReport again = play(FrameBudget::unlimited());
  CHECK(again.answered_by_sweep == first.answered_by_sweep + 4);
  CHECK(first.spent > again.spent + pilots);

  for (std::size_t i = 0; i < 900; ++i) {
    if (i % 9 == 0) orders.requests[i].goals = orders.goals[i + 1];
    orders.requests[i].priority = i % 9 == 0 ? Priority::low : Priority::urgent;
  }
  play(FrameBudget::expansions(10'000));
  std::size_t others = 0, ordered = 0;
  for (std::size_t i = 0; i < finished.size(); ++i)
    if (finished.status[i] == Status::found)
      ++(static_cast<std::uint32_t>(finished.agent[i]) % 9 == 0 ? others : ordered);
  CHECK(ordered > 50);
  CHECK(others > 5);
}

}  // namespace throng::frame_sharing_test
