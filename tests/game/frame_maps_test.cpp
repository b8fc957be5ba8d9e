#include "../../src/core/rng.hpp"
#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/frames.hpp"
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

namespace throng::frame_maps_test {
using namespace test;

TEST_CASE("after a change of the map searches begin anew, on the new one", "[parallel]") {
  const Terrain terrain = test::random_terrain(60, 60, 25, 4);
  Terrain changed = terrain;
  for (std::int32_t y = 5; y < 55; ++y) changed.set({30, y}, '@');
  const auto before = *Grid::make(terrain), after = *Grid::make(changed);
  Workers workers(2);
  for (const Algorithm algorithm : {Algorithm::astar, Algorithm::jps}) {
    const Orders orders(terrain, 200, 4);
    const auto old_answers = solved(solver_of(before, algorithm), orders);
    const auto new_answers = solved(solver_of(after, algorithm), orders);
    FrameScheduler scheduler = scheduler_of(solver_of(before, algorithm));
    for (const Request& one : orders.requests) scheduler.submit(one);
    std::size_t differ = 0, told_before = 0;
    Answers finished;
    for (int frame = 0; frame == 0 || scheduler.waiting() > 0; ++frame) {
      scheduler.run(FrameBudget::expansions(600), workers);
      if (frame == 3) scheduler.replace_solver(0, solver_of(after, algorithm));
      if (frame < 4 && frame % 2 == 0) continue;
      scheduler.poll(finished);
      for (std::size_t i = 0; i < finished.size(); ++i) {
        const auto ticket = static_cast<std::size_t>(finished.ticket[i]);
        for (std::size_t slot = finished.first[i]; slot < finished.first[i + 1]; ++slot) {
          const std::size_t k = slot - finished.first[i];
          const bool old = &finished.grid(slot) == before.get();
          if (orders.requests[ticket].visit == Visit::in_turn && k > 0)
            continue;  // its start may be where the old map led
          const auto& expected = old ? old_answers : new_answers;
          CHECK(told(finished, slot) == expected[ticket][k]);
          told_before += old ? 1 : 0;
          if (!(old_answers[ticket][k] == new_answers[ticket][k])) ++differ;
        }
      }
    }
    CHECK(told_before > 5);
    CHECK(differ > 20);
  }
}

TEST_CASE("after a change of the map no field of the old one is used", "[parallel]") {
  const Terrain terrain = test::random_terrain(60, 60, 20, 4);
  Terrain changed = terrain;
  for (std::int32_t y = 5; y < 55; ++y) changed.set({30, y}, '@');
  Orders orders(terrain, 100, 4);
  for (std::size_t i = 0; i < 100; ++i)
    orders.requests[i] = {.start = orders.requests[i].start,
                          .goals = orders.goals[0],
                          .agent = static_cast<AgentId>(i)};
  Workers workers(2);
  const std::vector<Solver> solvers{solver_of(*Grid::make(terrain), Algorithm::astar),
                                    solver_of(*Grid::make(changed), Algorithm::astar)};
  FrameScheduler scheduler = scheduler_of(solvers[0], {.sharing = Sharing::goals});
  Answers finished;
  for (std::size_t k = 0; k < 6; ++k) {  // a new solver may lie where an old one did
    const Solver& solver = solvers[k / 2 % 2];
    scheduler.replace_solver(0, solver);
    for (const Request& one : orders.requests) scheduler.submit(one);
    CHECK(scheduler.run(FrameBudget::unlimited(), workers).answered_by_sweep > 50);
    scheduler.poll(finished);
    const auto expected = solved(solver, orders);
    for (std::size_t i = 0; i < 100; ++i) {
      const Told one = told(finished, i);
      CHECK(one.status == expected[i][0].status);
      CHECK(one.cost == expected[i][0].cost);
    }
  }
}

TEST_CASE("classes of movement have solvers of their own") {
  const Terrain terrain = test::drawn(R"(
    ....W....
    ....W....
    ....W....)");
  const auto land = *Grid::make(terrain);
  const auto boat = *Grid::make(terrain, {.movement = *parse_movement("W:1")});
  auto scheduler = FrameScheduler::make({*Solver::make(land), *Solver::make(boat)});
  REQUIRE(scheduler);
  const std::vector<Position> goal{{8, 2}};
  for (const std::size_t movement : {0, 1, 0})
    scheduler->submit({.start = {0, 0}, .goals = goal, .movement = movement});
  Workers workers(1);
  scheduler->run(FrameBudget::unlimited(), workers);
  Answers finished;
  scheduler->poll(finished);
  CHECK(finished.status ==
        Column<Status>{Status::unreachable, Status::found, Status::unreachable});
  CHECK(&finished.grid(1) == boat.get());
  const auto hex = *Grid::make(terrain, {.topology = Topology::hex});
  const auto mixed = FrameScheduler::make({*Solver::make(land), *Solver::make(hex)});
  REQUIRE(!mixed);
  CHECK(mixed.error().what == "all solvers of a scheduler must be of one topology");
  CHECK(!FrameScheduler::make({}));
  CHECK(!FrameScheduler::make({*Solver::make(land)}, {.ageing = 0}));
  CHECK(!FrameScheduler::make({*Solver::make(land)}, {.paused_searches = 0}));
}

TEST_CASE("a new solver of one class leaves searches of the others as they are") {
  const Terrain terrain = *Terrain::make(64, 64, '.');
  const Solver solver = solver_of(*Grid::make(terrain), Algorithm::astar);
  auto scheduler = *FrameScheduler::make({solver, solver});
  const std::vector<Position> goal{{63, 40}};
  scheduler.submit({.start = {0, 0}, .goals = goal});
  Workers workers(1);
  for (int frame = 0; frame < 3; ++frame)
    scheduler.run(FrameBudget::expansions(10), workers);
  const auto paused = [&] {
    return scheduler.run(FrameBudget::expansions(0), workers).paused;
  };
  REQUIRE(paused() == 1);
  scheduler.replace_solver(1, solver);
  CHECK(paused() == 1);
  scheduler.replace_solver(0, solver);
  CHECK(paused() == 0);
}

}  // namespace throng::frame_maps_test
