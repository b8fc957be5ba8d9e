#include "../../src/core/rng.hpp"
#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/executors.hpp"
#include "../support/frames.hpp"
#include "../support/maps.hpp"
#include "../support/memory.hpp"

#include <throng/frame_scheduler.hpp>
#include <throng/index.hpp>
#include <throng/solver.hpp>

#include <algorithm>
#include <map>
#include <memory_resource>
#include <new>
#include <span>
#include <thread>
#include <utility>
#include <vector>

namespace throng::frame_scheduler_test {
using namespace test;

TEST_CASE("a frame without a budget answers all, as the solver does", "[parallel]") {
  Workers workers(2);
  std::uint64_t seed = 0;
  for (const Rules& rules : test::all_rules()) {
    CAPTURE(test::in_words(rules));
    const Terrain terrain = test::random_terrain(22, 18, 25, ++seed);
    const Solver solver = *Solver::make(*Grid::make(terrain, rules));
    const Orders orders(terrain, 120, seed);
    FrameScheduler scheduler = scheduler_of(solver);
    for (const Request& one : orders.requests) scheduler.submit(one);
    const auto outcomes = run_all(scheduler, FrameBudget::unlimited(), workers);
    const auto expected = solved(solver, orders);
    REQUIRE(outcomes.size() == expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      CHECK(outcomes.at(Ticket{i}).answers == expected[i]);
      CHECK(outcomes.at(Ticket{i}).frame == 0);
    }
  }
}

TEST_CASE("polled requests keep their paths, in whatever order they were answered") {
  Workers workers(1);
  const Terrain terrain = test::random_terrain(22, 18, 25, 1);
  const Solver solver = *Solver::make(*Grid::make(terrain));
  const Orders orders(terrain, 120, 1);
  const auto expected = solved(solver, orders);
  test::CountingMemory own;
  for (std::pmr::memory_resource* memory :
       {std::pmr::get_default_resource(), static_cast<std::pmr::memory_resource*>(&own)}) {
    FrameScheduler scheduler = *FrameScheduler::make({solver}, {}, memory);
    Answers polled;
    for (int frame = 0; frame < 3; ++frame) {  // the memory of the answers is used again
      for (std::size_t i = 0; i < orders.requests.size(); ++i) {
        Request one = orders.requests[i];
        one.priority = i % 3 == 0 ? Priority::urgent : Priority::low;
        if (frame == 2) one.priority = Priority::normal;  // answered as they were submitted
        scheduler.submit(one);
      }
      scheduler.run(FrameBudget::unlimited(), workers);
      scheduler.poll(polled);
      REQUIRE(polled.size() == expected.size());
      for (std::size_t i = 0; i < expected.size(); ++i)
        CHECK(told_request(polled, i) == expected[i]);
    }
  }
}

TEST_CASE("answers of several runs are polled together, by ticket", "[parallel]") {
  Workers workers(2);
  const Terrain terrain = test::random_terrain(22, 18, 25, 1);
  const Solver solver = *Solver::make(*Grid::make(terrain));
  Orders orders(terrain, 400, 1);
  for (Request& one : orders.requests) one.agent = kNoAgent;
  const auto expected = solved(solver, orders);
  test::CountingMemory own;
  for (std::pmr::memory_resource* memory :
       {std::pmr::get_default_resource(), static_cast<std::pmr::memory_resource*>(&own)})
    for (const std::size_t polled_between : {0, 1, 2}) {
      CAPTURE(polled_between);
      FrameScheduler scheduler = *FrameScheduler::make({solver}, {}, memory);
      Answers polled;
      std::size_t known = 0;
      const auto poll = [&] {
        scheduler.poll(polled);
        for (std::size_t i = 0; i < polled.size(); ++i, ++known) {
          CHECK(polled.ticket[i] == Ticket{known});
          CHECK(told_request(polled, i) == expected[known]);
        }
      };
      for (std::size_t run = 0; run < 4; ++run) {
        scheduler.submit_all(std::span(orders.requests).subspan(run * 100, 100));
        scheduler.run(FrameBudget::unlimited(), workers);
        if (run + 1 == polled_between) poll();
      }
      scheduler.run(FrameBudget::unlimited(), workers);  // without anything to do
      poll();
      CHECK(known == 400);
      poll();
      CHECK(polled.size() == 0);
    }
}

TEST_CASE("requests that are submitted together get consecutive tickets") {
  const Terrain terrain = test::random_terrain(22, 18, 25, 1);
  const Solver solver = *Solver::make(*Grid::make(terrain));
  const Orders orders(terrain, 120, 1);
  Workers workers(1);
  const auto play = [&](bool together) {
    FrameScheduler scheduler = scheduler_of(solver);
    if (together) {
      const auto all = std::span(orders.requests);
      CHECK(scheduler.submit_all(all.first(0)) == Ticket{0});
      CHECK(scheduler.submit_all(all.first(70)) == Ticket{0});
      CHECK(scheduler.submit(all[70]) == Ticket{70});
      CHECK(scheduler.submit_all(all.subspan(71)) == Ticket{71});
    } else {
      for (const Request& one : orders.requests) scheduler.submit(one);
    }
    return run_all(scheduler, FrameBudget::expansions(900), workers);
  };
  CHECK(play(true) == play(false));
}

TEST_CASE("requests that are submitted together fit into memory, or none is submitted") {
  const Terrain terrain = test::random_terrain(22, 18, 25, 1);
  const Solver solver = *Solver::make(*Grid::make(terrain));
  const Orders orders(terrain, 120, 1);
  test::CountingMemory memory;
  FrameScheduler scheduler = *FrameScheduler::make({solver}, {}, &memory);
  scheduler.submit(orders.requests[0]);
  for (std::size_t left = 0;; ++left) {
    memory.allow(left);
    try {
      const Ticket first = scheduler.submit_all(orders.requests);
      CHECK(first == Ticket{1});
      break;
    } catch (const std::bad_alloc&) {
      CHECK(scheduler.waiting() == 1);
    }
    REQUIRE(left < 10);
  }
  memory.allow(test::CountingMemory::kAll);
  CHECK(scheduler.waiting() == 1 + orders.requests.size());
}

TEST_CASE("a scheduler that hands over its memory of answers gets as much back") {
  Workers workers(1);
  const Solver solver = *Solver::make(*Grid::make(test::random_terrain(22, 18, 0, 1)));
  test::CountingMemory memory;
  FrameScheduler scheduler = *FrameScheduler::make({solver}, {}, &memory);
  const Position goal{21, 17};
  for (int frame = 0; frame < 3; ++frame) {
    for (std::int32_t x = 0; x < 22; ++x)
      scheduler.submit({.start = {x, 0}, .goals = {&goal, 1}});
    const std::size_t before = memory.allocations();
    scheduler.run(FrameBudget::unlimited(), workers);
    if (frame > 0) CHECK(memory.allocations() == before);
    Answers fresh(&memory);
    scheduler.poll(fresh);
    REQUIRE(fresh.size() == 22);
    CHECK(fresh.path(0).moves().size() == 21);
    CHECK(fresh.moves.capacity() < 2 * 22 * 21);
  }
}

TEST_CASE("answers do not depend on the budget, whatever the algorithm", "[parallel]") {
  Workers workers(2);
  const Terrain terrain = test::random_terrain(48, 40, 30, 3);
  const auto grid = *Grid::make(terrain);
  const auto index = *Index::build(grid, {.landmarks = {4}}, workers);
  std::vector<Solver> solvers{*Solver::make(index)};
  for (const Algorithm algorithm : {Algorithm::astar, Algorithm::jps, Algorithm::textbook,
                                    Algorithm::bidirectional, Algorithm::fringe})
    solvers.push_back(solver_of(grid, algorithm));
  for (const Solver& solver : solvers) {
    const Orders orders(terrain, 150, 5);
    const auto expected = solved(solver, orders);
    std::uint32_t last_frame = 0;
    for (const std::uint64_t work : {100, 700, 20'000}) {
      CAPTURE(name(solver.algorithm()), work);
      FrameScheduler scheduler = scheduler_of(solver, {.paused_searches = 2});
      for (const Request& one : orders.requests) scheduler.submit(one);
      const auto outcomes = run_all(scheduler, FrameBudget::expansions(work), workers);
      REQUIRE(outcomes.size() == expected.size());
      for (std::size_t i = 0; i < expected.size(); ++i)
        CHECK(outcomes.at(Ticket{i}).answers == expected[i]);
      if (work == 100) last_frame = outcomes.rbegin()->second.frame;
    }
    CHECK(last_frame > 5);
  }
}

TEST_CASE("the same tickets finish in the same frame, however many threads there are",
          "[parallel]") {
  const Terrain terrain = test::random_terrain(64, 64, 30, 9);
  const auto grid = *Grid::make(terrain);
  const Orders orders(terrain, 400, 2);
  for (const Sharing sharing : {Sharing::none, Sharing::equal, Sharing::goals})
    for (const Algorithm algorithm : {Algorithm::astar, Algorithm::jps}) {
      CAPTURE(name(algorithm), static_cast<int>(sharing));
      const auto [fates, swept] = equal_on_all_threads<Workers>([&](Workers& workers) {
        FrameScheduler scheduler =
            scheduler_of(solver_of(grid, algorithm), {.sharing = sharing});
        for (const Request& one : orders.requests) scheduler.submit(one);
        std::pair<std::map<Ticket, Fate>, std::size_t> all;
        Answers finished;
        do {
          const FrameReport report = scheduler.run(FrameBudget::expansions(5000), workers);
          all.second += report.answered_by_sweep;
          scheduler.poll(finished);
          for (std::size_t i = 0; i < finished.size(); ++i)
            all.first[finished.ticket[i]] = {finished.frame[i], told_request(finished, i)};
        } while (scheduler.waiting() > 0);
        return all;
      });
      CHECK(fates.rbegin()->second.frame > 0);
      CHECK((swept > 0) == (sharing == Sharing::goals));
    }
}

TEST_CASE("it does not matter which agent submits first, nor from which thread",
          "[parallel]") {
  const Terrain terrain = test::random_terrain(64, 64, 30, 9);
  const auto grid = *Grid::make(terrain);
  Orders orders(terrain, 300, 4);
  for (std::size_t i = 0; i < 300; ++i)
    orders.requests[i].agent = i < 200 ? static_cast<AgentId>(i) : kNoAgent;
  Workers workers(2);
  const auto by_number = [&](const std::vector<std::size_t>& tickets,
                             const std::map<Ticket, Fate>& outcomes) {
    std::vector<Fate> all(300);
    for (const auto& [ticket, outcome] : outcomes)
      all[tickets[static_cast<std::size_t>(ticket)]] = outcome;
    return all;
  };
  std::vector<Fate> expected;
  for (const std::uint64_t seed : {0, 1, 2}) {
    std::vector<std::size_t> order(300);
    for (std::size_t i = 0; i < 300; ++i) order[i] = i;
    SplitMix64 random(seed);
    if (seed > 0)
      for (std::size_t i = 299; i > 0; --i)
        std::swap(order[i], order[random.below(static_cast<std::uint32_t>(i))]);
    FrameScheduler scheduler = scheduler_of(solver_of(grid, Algorithm::jps));
    for (const std::size_t i : order) scheduler.submit(orders.requests[i]);
    const auto outcomes =
        by_number(order, run_all(scheduler, FrameBudget::expansions(2000), workers));
    if (seed == 0) expected = outcomes;
    CHECK(outcomes == expected);
  }
  FrameScheduler scheduler = scheduler_of(solver_of(grid, Algorithm::jps));
  std::vector<std::size_t> number(300);
  {
    std::vector<std::jthread> submitters;
    for (std::size_t part = 0; part < 3; ++part)
      submitters.emplace_back([&, part] {
        for (std::size_t i = part; i < 300; i += 3)
          number[static_cast<std::size_t>(scheduler.submit(orders.requests[i]))] = i;
      });
  }
  CHECK(by_number(number, run_all(scheduler, FrameBudget::expansions(2000), workers)) ==
        expected);
}

TEST_CASE("requests that need no search have their share of a frame's work too",
          "[parallel]") {
  const auto grid = *Grid::make(test::random_terrain(16, 16, 0, 1));
  const std::vector<Position> here{{3, 4}};
  FrameScheduler scheduler = scheduler_of(solver_of(grid, Algorithm::astar));
  for (std::uint32_t agent = 0; agent < 100; ++agent)
    scheduler.submit({.start = here[0], .goals = here, .agent = AgentId{agent}});
  Workers workers(2);
  for (std::size_t frame = 0; frame == 0 || scheduler.waiting() > 0; ++frame) {
    const FrameReport report = scheduler.run(FrameBudget::expansions(500), workers);
    CHECK(report.spent == report.taken_in / 4 + 16 * report.finished);
    if (report.waiting > 0) CHECK(report.spent >= 500 - 80);
  }
}

TEST_CASE("however many requests come in, a frame searches", "[parallel]") {
  const auto grid = *Grid::make(test::random_terrain(16, 16, 0, 1));
  const std::vector<Position> goal{{9, 4}};
  FrameScheduler scheduler = scheduler_of(solver_of(grid, Algorithm::astar));
  Workers workers(2);
  for (int frame = 0; frame < 3; ++frame) {
    for (std::uint32_t agent = 0; agent < 5000; ++agent)
      scheduler.submit({.start = {3, 4}, .goals = goal, .agent = AgentId{agent}});
    const FrameReport report = scheduler.run(FrameBudget::expansions(200), workers);
    CHECK(report.finished > 0);
    CHECK(report.spent <= 200);
  }
}

TEST_CASE("a frame spends no more than its work, and nearly all of it", "[parallel]") {
  const Terrain terrain = test::random_terrain(64, 64, 30, 9);
  const auto grid = *Grid::make(terrain);
  const Orders orders(terrain, 500, 8);
  Workers workers(2);
  for (const Algorithm algorithm : {Algorithm::astar, Algorithm::jps})
    for (const std::uint64_t work : {200, 2'000, 20'000}) {
      CAPTURE(name(algorithm), work);
      FrameScheduler scheduler = scheduler_of(solver_of(grid, algorithm));
      for (Request one : orders.requests) {
        one.radius = 0;  // such searches cannot pause
        scheduler.submit(one);
      }
      for (;;) {
        const FrameReport report = scheduler.run(FrameBudget::expansions(work), workers);
        CHECK(report.spent <= work);
        if (report.waiting == 0) break;
        CHECK(report.spent >= work - std::max<std::uint64_t>(work / 16, 64) - 16);
      }
    }
}

TEST_CASE("the memory of a scheduler is all that it has taken", "[parallel]") {
  const Terrain terrain = test::random_terrain(64, 64, 20, 9);
  const Solver solver = solver_of(*Grid::make(terrain), Algorithm::astar);
  const Orders orders(terrain, 600, 11);
  Workers workers(2);
  test::CountingMemory memory;
  auto scheduler = *FrameScheduler::make(
      {solver}, {.paused_searches = 1, .sharing = Sharing::goals}, &memory);
  const std::size_t own = scheduler.memory_bytes() - memory.bytes();
  for (int round = 0; round < 2; ++round) {
    for (const Request& one : orders.requests) scheduler.submit(one);
    std::size_t answered_by_sweep = 0, paused = 0;
    do {
      const FrameReport report = scheduler.run(FrameBudget::expansions(5000), workers);
      answered_by_sweep += report.answered_by_sweep;
      paused += report.paused;
      const std::size_t told = scheduler.memory_bytes();
      CHECK(told >= memory.bytes() + own);
      CHECK(told <= memory.bytes() + own + 64 * 1024);  // the seat
    } while (scheduler.waiting() > 0);
    CHECK(answered_by_sweep > 50);
    CHECK(paused > 0);
  }
}

TEST_CASE("a frame counted in time comes to the same answers", "[parallel]") {
  const Terrain terrain = test::random_terrain(48, 40, 30, 3);
  const Solver solver = solver_of(*Grid::make(terrain), Algorithm::astar);
  const Orders orders(terrain, 100, 5);
  const auto expected = solved(solver, orders);
  Workers workers(2);
  FrameScheduler scheduler = scheduler_of(solver);
  for (const Request& one : orders.requests) scheduler.submit(one);
  const auto outcomes = run_all(scheduler, FrameBudget::microseconds(500), workers);
  REQUIRE(outcomes.size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i)
    CHECK(outcomes.at(Ticket{i}).answers == expected[i]);
}

TEST_CASE("only the first moves are kept where no more are wanted", "[parallel]") {
  const Terrain terrain = test::random_terrain(48, 40, 20, 3);
  const Solver solver = solver_of(*Grid::make(terrain), Algorithm::jps);
  const Orders orders(terrain, 100, 5);
  auto expected = solved(solver, orders);
  Workers workers(2);
  FrameScheduler scheduler = scheduler_of(solver, {.max_moves = 5});
  for (const Request& one : orders.requests) scheduler.submit(one);
  const auto outcomes = run_all(scheduler, FrameBudget::expansions(500), workers);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    for (Told& one : expected[i])
      if (one.path.size() > 5) one.path.resize(5);
    CHECK(outcomes.at(Ticket{i}).answers == expected[i]);
  }
  FrameScheduler sharing =
      scheduler_of(solver, {.sharing = Sharing::goals, .max_moves = 5});
  for (const Request& one : orders.requests) {
    Request without = one;
    without.radius = 0;
    without.max_expansions = std::numeric_limits<std::uint32_t>::max();
    sharing.submit(without);
  }
  CHECK(sharing.run(FrameBudget::unlimited(), workers).answered_by_sweep > 0);
  Answers finished;
  sharing.poll(finished);
  for (std::size_t slot = 0; slot < finished.slots(); ++slot)
    CHECK(finished.path(slot).moves().size() <= 5);
}

TEST_CASE("frames take memory of their resources alone, and none once they are warm") {
  const Terrain terrain = test::random_terrain(48, 40, 30, 3);
  Workers other(1);
  const auto index = *Index::build(
      *Grid::make(terrain), {.landmarks = {4}, .jump_graph = true, .lines = {true}}, other);
  const Orders orders(terrain, 200, 5);
  for (const auto& [sharing, lines] :
       {std::pair(Sharing::none, false), std::pair(Sharing::equal, false),
        std::pair(Sharing::goals, false), std::pair(Sharing::none, true),
        std::pair(Sharing::goals, true)})
    for (const Algorithm algorithm : {Algorithm::astar, Algorithm::jps}) {
      CAPTURE(name(algorithm), static_cast<int>(sharing), lines);
      test::CountingMemory memory;
      std::vector<Solver> solvers{*Solver::make(index, {.algorithm = algorithm})};
      auto scheduler = *FrameScheduler::make(std::move(solvers),
                                             {.sharing = sharing, .lines = lines}, &memory);
      Workers workers(1, &memory);
      Answers finished(&memory);
      const auto play = [&] {
        for (const Request& one : orders.requests) scheduler.submit(one);
        while (scheduler.run(FrameBudget::expansions(500), workers).waiting > 0)
          scheduler.poll(finished);
        scheduler.poll(finished);
      };
      for (int k = 0; k < 16; ++k) play();
      const std::size_t taken = memory.allocations(), heap = test::heap_allocations();
      const std::size_t bytes = scheduler.memory_bytes();
      play();
      const std::size_t heap_after = test::heap_allocations();  // CHECK allocates
      CHECK(heap_after == heap);
      CHECK(memory.allocations() == taken);
      // It has exchanged arrays of answers with `finished`, which differ a little.
      CHECK(scheduler.memory_bytes() < bytes + 1'000);
      CHECK(bytes > 10'000);
    }
}

TEST_CASE("a frame that has no time still does a little") {
  const Terrain terrain = *Terrain::make(40, 40, '.');
  Workers workers(1);
  FrameScheduler scheduler =
      scheduler_of(solver_of(*Grid::make(terrain), Algorithm::astar));
  const std::vector<Position> goal{{39, 30}};
  for (std::uint32_t agent = 0; agent < 5; ++agent)
    scheduler.submit({.start = {0, 0}, .goals = goal, .agent = AgentId{agent}});
  for (int frame = 0; frame < 100 && (frame == 0 || scheduler.waiting() > 0); ++frame)
    CHECK(scheduler.run(FrameBudget::microseconds(0), workers).spent > 0);
  CHECK(scheduler.waiting() == 0);
}

}  // namespace throng::frame_scheduler_test
