#include "../../src/core/rng.hpp"
#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/maps.hpp"
#include "../support/memory.hpp"

#include <throng/frame_scheduler.hpp>
#include <throng/index.hpp>
#include <throng/solver.hpp>

#include <algorithm>
#include <map>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

using namespace throng;

namespace {

/// Requests of all kinds, with the goals they point at.
struct Orders {
  Orders(TerrainView terrain, std::size_t count, std::uint64_t seed) : goals(count) {
    SplitMix64 random(seed);
    const auto cell = [&] {
      return Position{static_cast<std::int32_t>(
                          random.below(static_cast<std::uint32_t>(terrain.width))),
                      static_cast<std::int32_t>(
                          random.below(static_cast<std::uint32_t>(terrain.height)))};
    };
    Position rally = cell();
    while (std::string_view(".GS").find(terrain.at(rally)) == std::string_view::npos)
      rally = cell();
    for (std::size_t i = 0; i < count; ++i) {
      goals[i].resize(i % 4 == 3 ? random.below(4) : 1);
      for (Position& goal : goals[i]) goal = i % 3 == 0 ? rally : cell();
      FrameRequest one{.agent = static_cast<AgentId>(7 * i % 1000)};
      one.request = {.start = cell(),
                     .goals = goals[i],
                     .visit = static_cast<Visit>(random.below(3)),
                     .approach = random.chance(50)};
      if (i % 11 == 0) one.request.radius = 3 * kExactCosts.straight;
      if (i % 13 == 0) one.max_expansions = 20;
      one.priority = static_cast<Priority>(random.below(kPriorities));
      if (i % 17 == 0 && i > 0) one.request.start = requests[i - 1].request.start;
      requests.push_back(one);
    }
  }

  std::vector<std::vector<Position>> goals;
  std::vector<FrameRequest> requests;
};

/// What one slot was answered.
struct Told {
  Status status;
  Cost cost, upper;
  std::uint32_t expanded;
  Position start, end;
  Cost end_cost;
  std::vector<Move> path;

  friend bool operator==(const Told&, const Told&) = default;
};

Told told(const RequestResult& result, std::size_t slot) {
  const BatchResult& answers = result.answers;
  const auto moves = answers.path(slot).moves();
  return {answers.status[slot],   answers.cost[slot],          answers.upper[slot],
          answers.expanded[slot], answers.start[slot],         result.end[slot],
          result.end_cost[slot],  {moves.begin(), moves.end()}};
}

std::vector<Told> told_request(const RequestResult& result, std::size_t i) {
  std::vector<Told> all;
  for (std::size_t slot = result.first[i]; slot < result.first[i + 1]; ++slot)
    all.push_back(told(result, slot));
  return all;
}

/// What Solver::solve says to it.
std::vector<Told> solved(const Solver& solver, const FrameRequest& one) {
  Workers workers(1);
  RequestResult result;
  solver.solve(std::span(&one.request, 1), workers, result,
               {.max_expansions = one.max_expansions, .max_cost = one.max_cost});
  return told_request(result, 0);
}

std::vector<std::vector<Told>> solved(const Solver& solver, const Orders& orders) {
  std::vector<std::vector<Told>> all;
  for (const FrameRequest& one : orders.requests) all.push_back(solved(solver, one));
  return all;
}

/// What became of a request, and in which frame.
struct Fate {
  std::uint32_t frame = 0;
  std::vector<Told> answers;

  friend bool operator==(const Fate&, const Fate&) = default;
};

/// Runs until nothing waits, each frame with the same work.
std::map<Ticket, Fate> run_all(FrameScheduler& scheduler, Work work, Workers& workers) {
  std::map<Ticket, Fate> outcomes;
  FinishedRequests finished;
  for (int frame = 0; frame < 100'000; ++frame) {
    const FrameReport report = scheduler.run(work, workers);
    scheduler.poll(finished);
    CHECK(finished.size() == report.finished + report.dropped);
    CHECK(std::ranges::is_sorted(finished.ticket));
    for (std::size_t i = 0; i < finished.size(); ++i)
      outcomes[finished.ticket[i]] = {finished.frame[i], told_request(finished.answers, i)};
    CHECK(report.waiting == scheduler.waiting());
    if (report.waiting == 0) break;
  }
  CHECK(scheduler.waiting() == 0);
  return outcomes;
}

Solver solver_of(const std::shared_ptr<const Grid>& grid, Algorithm algorithm) {
  return *Solver::make(grid, {.algorithm = algorithm});
}

FrameScheduler scheduler_of(Solver solver, const SchedulerOptions& options = {}) {
  std::vector<Solver> solvers;
  solvers.push_back(std::move(solver));
  return *FrameScheduler::make(std::move(solvers), options);
}

}  // namespace

TEST_CASE("a frame without a budget answers all, as the solver does") {
  Workers workers(2);
  std::uint64_t seed = 0;
  for (const Rules& rules : test::all_rules()) {
    CAPTURE(test::in_words(rules));
    const Terrain terrain = test::random_terrain(22, 18, 25, ++seed);
    const Solver solver = *Solver::make(*Grid::make(terrain, rules));
    const Orders orders(terrain, 120, seed);
    FrameScheduler scheduler = scheduler_of(solver);
    for (const FrameRequest& one : orders.requests) scheduler.submit(one);
    const auto outcomes = run_all(scheduler, Work::unlimited(), workers);
    const auto expected = solved(solver, orders);
    REQUIRE(outcomes.size() == expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      CHECK(outcomes.at(i).answers == expected[i]);
      CHECK(outcomes.at(i).frame == 0);
    }
  }
}

TEST_CASE("answers do not depend on the budget, whatever the algorithm") {
  Workers workers(2);
  const Terrain terrain = test::random_terrain(48, 40, 30, 3);
  const auto grid = *Grid::make(terrain);
  const auto index = *Index::build(grid, {.landmarks = 4}, workers);
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
      for (const FrameRequest& one : orders.requests) scheduler.submit(one);
      const auto outcomes = run_all(scheduler, Work::expansions(work), workers);
      REQUIRE(outcomes.size() == expected.size());
      for (std::size_t i = 0; i < expected.size(); ++i)
        CHECK(outcomes.at(i).answers == expected[i]);
      if (work == 100) last_frame = outcomes.rbegin()->second.frame;
    }
    CHECK(last_frame > 5);
  }
}

TEST_CASE("the same tickets finish in the same frame, however many threads there are") {
  const Terrain terrain = test::random_terrain(64, 64, 30, 9);
  const auto grid = *Grid::make(terrain);
  const Orders orders(terrain, 400, 2);
  for (const Sharing sharing : {Sharing::none, Sharing::equal, Sharing::goals})
    for (const Algorithm algorithm : {Algorithm::astar, Algorithm::jps}) {
      std::map<Ticket, Fate> first;
      for (const int threads : {1, 2, 3, 8}) {
        CAPTURE(threads, name(algorithm), static_cast<int>(sharing));
        Workers workers(threads);
        FrameScheduler scheduler =
            scheduler_of(solver_of(grid, algorithm), {.sharing = sharing});
        for (const FrameRequest& one : orders.requests) scheduler.submit(one);
        const auto outcomes = run_all(scheduler, Work::expansions(3000), workers);
        if (threads == 1) first = outcomes;
        CHECK(outcomes == first);
      }
      CHECK(first.rbegin()->second.frame > 0);
    }
}

TEST_CASE("it does not matter which agent submits first, nor from which thread") {
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
        by_number(order, run_all(scheduler, Work::expansions(2000), workers));
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
  CHECK(by_number(number, run_all(scheduler, Work::expansions(2000), workers)) == expected);
}

TEST_CASE("a frame spends no more than its work, and nearly all of it") {
  const Terrain terrain = test::random_terrain(64, 64, 30, 9);
  const auto grid = *Grid::make(terrain);
  const Orders orders(terrain, 500, 8);
  Workers workers(2);
  for (const Algorithm algorithm : {Algorithm::astar, Algorithm::jps})
    for (const std::uint64_t work : {200, 2'000, 20'000}) {
      CAPTURE(name(algorithm), work);
      FrameScheduler scheduler = scheduler_of(solver_of(grid, algorithm));
      for (FrameRequest one : orders.requests) {
        one.request.radius = 0;  // such searches cannot pause
        scheduler.submit(one);
      }
      for (;;) {
        const FrameReport report = scheduler.run(Work::expansions(work), workers);
        CHECK(report.spent <= work);
        if (report.waiting == 0) break;
        CHECK(report.spent >= work - std::max<std::uint64_t>(work / 16, 64) - 1);
      }
    }
}

TEST_CASE("shared answers cost the same, and group orders are read off a field") {
  const Terrain terrain = test::random_terrain(64, 64, 20, 9);
  const auto grid = *Grid::make(terrain);
  Workers workers(2);
  const Solver solver = solver_of(grid, Algorithm::astar);
  Orders orders(terrain, 600, 11);
  for (FrameRequest& one : orders.requests) {
    one.max_expansions = std::numeric_limits<std::uint32_t>::max();
    one.request.radius = 0;
  }
  const auto expected = solved(solver, orders);
  for (const Work work : {Work::unlimited(), Work::expansions(5000)}) {
    FrameScheduler scheduler = scheduler_of(solver, {.sharing = Sharing::goals});
    for (const FrameRequest& one : orders.requests) scheduler.submit(one);
    std::size_t off_fields = 0;
    FinishedRequests finished;
    do {
      off_fields += scheduler.run(work, workers).off_fields;
      CHECK((!work.is_unlimited() || scheduler.waiting() == 0));
      scheduler.poll(finished);
      for (std::size_t i = 0; i < finished.size(); ++i) {
        const auto answers = told_request(finished.answers, i);
        const auto& wanted = expected[static_cast<std::size_t>(finished.ticket[i])];
        REQUIRE(answers.size() == wanted.size());
        for (std::size_t k = 0; k < answers.size(); ++k) {
          CHECK(answers[k].status == wanted[k].status);
          CHECK(answers[k].cost == wanted[k].cost);
          CHECK(answers[k].end_cost == wanted[k].end_cost);
          const std::size_t slot = finished.answers.first[i] + k;
          if (answers[k].status == Status::found)
            CHECK(test::path_is_sound(*grid, finished.path(slot), answers[k].end,
                                      answers[k].cost));
        }
      }
    } while (scheduler.waiting() > 0);
    CHECK(off_fields > 50);
  }
}

TEST_CASE("whoever one-way steps cut off from a shared goal goes as near as he can") {
  const Terrain terrain = *Terrain::make(24, 20, '.');
  std::vector<ClosedStep> fence;  // the lower part can only be left
  for (std::int32_t x = 0; x < 24; ++x)
    for (const Move move : {Move::south, Move::south_east, Move::south_west})
      fence.push_back({{x, 9}, move});
  const auto grid = *Grid::make(terrain, {}, {.closed_steps = fence});
  const Solver solver = solver_of(grid, Algorithm::astar);
  const std::vector<Position> goal{{12, 15}};
  Orders orders(terrain, 80, 1);
  for (std::size_t i = 0; i < 80; ++i)
    orders.requests[i] = {.agent = static_cast<AgentId>(i),
                          .request = {.start = orders.requests[i].request.start,
                                      .goals = goal,
                                      .approach = i % 2 == 0}};
  const auto expected = solved(solver, orders);
  Workers workers(2);
  FrameScheduler scheduler = scheduler_of(solver, {.sharing = Sharing::goals});
  for (const FrameRequest& one : orders.requests) scheduler.submit(one);
  CHECK(scheduler.run(Work::unlimited(), workers).off_fields > 20);
  FinishedRequests finished;
  scheduler.poll(finished);
  REQUIRE(finished.size() == 80);
  for (std::size_t i = 0; i < 80; ++i) {
    const Told one = told(finished.answers, i);
    CHECK(one.status == expected[i][0].status);
    CHECK(one.cost == expected[i][0].cost);
    CHECK(one.end == expected[i][0].end);
    CHECK(one.end_cost == expected[i][0].end_cost);
    CHECK(one.path.size() == expected[i][0].path.size());
  }
}

TEST_CASE("the memory of a scheduler is all that it has taken") {
  const Terrain terrain = test::random_terrain(64, 64, 20, 9);
  const Solver solver = solver_of(*Grid::make(terrain), Algorithm::astar);
  const Orders orders(terrain, 600, 11);
  Workers workers(2);
  test::CountingMemory memory;
  auto scheduler = *FrameScheduler::make(
      {solver}, {.paused_searches = 1, .sharing = Sharing::goals}, &memory);
  const std::size_t own = scheduler.memory_bytes() - memory.bytes();
  for (int round = 0; round < 2; ++round) {
    for (const FrameRequest& one : orders.requests) scheduler.submit(one);
    std::size_t off_fields = 0, paused = 0;
    do {
      const FrameReport report = scheduler.run(Work::expansions(5000), workers);
      off_fields += report.off_fields;
      paused += report.paused;
      const std::size_t told = scheduler.memory_bytes();
      CHECK(told >= memory.bytes() + own);
      CHECK(told <= memory.bytes() + own + 64 * 1024);  // the seat
    } while (scheduler.waiting() > 0);
    CHECK(off_fields > 50);
    CHECK(paused > 0);
  }
}

TEST_CASE("equal requests are searched once") {
  const Terrain terrain = test::random_terrain(64, 64, 20, 9);
  const auto grid = *Grid::make(terrain);
  Workers workers(2);
  const std::vector<Position> goal{{60, 60}};
  const FrameRequest one{.request = {.start = {2, 3}, .goals = goal, .approach = true}};
  const auto spent = [&](int copies, Sharing sharing) {
    FrameScheduler scheduler =
        scheduler_of(solver_of(grid, Algorithm::astar), {.sharing = sharing});
    for (int i = 0; i < copies; ++i) scheduler.submit(one);
    const FrameReport report = scheduler.run(Work::unlimited(), workers);
    FinishedRequests finished;
    scheduler.poll(finished);
    for (int i = 1; i < copies; ++i)
      CHECK(told_request(finished.answers, static_cast<std::size_t>(i)) ==
            told_request(finished.answers, 0));
    return std::pair(report.spent, report.copied);
  };
  const auto [alone, none] = spent(1, Sharing::equal);
  const Solver solver = solver_of(grid, Algorithm::astar);
  CHECK(alone == solved(solver, one)[0].expanded + 1);
  CHECK(none == 0);
  CHECK(spent(10, Sharing::equal) == std::pair(alone + 9, std::size_t{9}));
  CHECK(spent(10, Sharing::none) == std::pair(10 * alone, std::size_t{0}));
}

TEST_CASE("whatever makes an answer another one tells requests apart") {
  const Terrain terrain = *Terrain::make(40, 40, '.');
  Terrain walled = terrain;
  for (std::int32_t y = 0; y < 39; ++y) walled.set({20, y}, '@');
  const std::vector<Solver> solvers{solver_of(*Grid::make(terrain), Algorithm::astar),
                                    solver_of(*Grid::make(walled), Algorithm::astar)};
  constexpr Cost near = 5 * kExactCosts.straight;
  const std::vector<Position> goal{{30, 30}}, other{{30, 31}};
  const FrameRequest plain{.request = {.start = {2, 3}, .goals = goal}};
  std::vector<FrameRequest> kinds(8, plain);
  kinds[1].request.start = {3, 3};
  kinds[2].request.goals = other;
  kinds[3].request.radius = near;
  kinds[4].max_cost = near;
  kinds[5].max_cost = near;
  kinds[5].request.approach = true;
  kinds[6].max_expansions = 3;
  kinds[7].movement = 1;
  Workers workers(1);
  for (const Sharing sharing : {Sharing::equal, Sharing::goals})
    for (const std::size_t copies : {2, 40}) {
      auto scheduler = *FrameScheduler::make(solvers, {.sharing = sharing});
      for (std::size_t i = 0; i < copies; ++i)
        for (const FrameRequest& one : kinds) scheduler.submit(one);
      const FrameReport report = scheduler.run(Work::unlimited(), workers);
      CHECK(report.waiting == 0);
      CHECK(report.copied + report.off_fields <= kinds.size() * (copies - 1));
      CHECK((report.off_fields == 0 || (sharing == Sharing::goals && copies == 40)));
      if (sharing == Sharing::equal) CHECK(report.copied == kinds.size() * (copies - 1));
      FinishedRequests finished;
      scheduler.poll(finished);
      for (std::size_t i = 0; i < kinds.size() * copies; ++i) {
        const FrameRequest& one = kinds[i % kinds.size()];
        CAPTURE(i % kinds.size(), copies);
        const Told expected = solved(solvers[one.movement], one)[0];
        const Told is = told(finished.answers, i);
        CHECK(is.status == expected.status);
        CHECK(is.cost == expected.cost);
        CHECK(is.end == expected.end);
        CHECK(is.path.size() == expected.path.size());
      }
    }
}

TEST_CASE("several group orders of several classes have fields of their own") {
  const Terrain terrain = test::random_terrain(64, 64, 20, 9);
  Terrain walled = terrain;
  for (std::int32_t y = 2; y < 64; ++y) walled.set({32, y}, '@');
  const std::vector<Solver> solvers{solver_of(*Grid::make(terrain), Algorithm::astar),
                                    solver_of(*Grid::make(walled), Algorithm::astar)};
  const Orders cells(terrain, 100, 2);
  std::vector<FrameRequest> requests;
  std::vector<Position> open;
  for (const FrameRequest& one : cells.requests)
    if (solvers[1].grid().open(one.request.start)) open.push_back(one.request.start);
  REQUIRE(open.size() > 50);
  for (std::size_t goal = 0; goal < 6; ++goal)
    for (std::size_t i = 10; i < 50; ++i)
      for (const std::size_t movement : {0, 1})
        requests.push_back(
            {.request = {.start = open[i], .goals = std::span(&open[goal], 1)},
             .movement = movement});
  Workers workers(2);
  auto scheduler = *FrameScheduler::make(solvers, {.sharing = Sharing::goals});
  for (int round = 0; round < 2; ++round) {
    for (const FrameRequest& one : requests) scheduler.submit(one);
    const FrameReport report = scheduler.run(Work::unlimited(), workers);
    CHECK(report.waiting == 0);
    CHECK(report.off_fields >= 10 * (40 - 4));  // a small component may not pay
    FinishedRequests finished;
    scheduler.poll(finished);
    for (std::size_t i = 0; i < requests.size(); ++i) {
      const Told expected = solved(solvers[requests[i].movement], requests[i])[0];
      const Told is = told(finished.answers, i);
      CHECK(is.status == expected.status);
      CHECK(is.cost == expected.cost);
    }
  }
}

TEST_CASE("whom a sweep does not serve is searched for in the same frame") {
  const std::vector<Position> goal{{100, 100}};
  std::vector<FrameRequest> requests;
  for (std::int32_t i = 0; i < 40; ++i)
    requests.push_back({.request = {.start = {i % 20, 8 - i / 20}, .goals = goal}});
  Terrain terrain = *Terrain::make(200, 200, '.');
  for (std::int32_t x = 91; x < 120; ++x) terrain.set({x, 99}, 'T');  // not straight there
  Workers workers(2);
  FinishedRequests finished;
  for (const Algorithm algorithm : {Algorithm::jps, Algorithm::weighted}) {
    const Solver solver = solver_of(*Grid::make(terrain), algorithm);
    FrameScheduler scheduler = scheduler_of(solver, {.sharing = Sharing::goals});
    for (const FrameRequest& one : requests) scheduler.submit(one);
    const FrameReport report = scheduler.run(Work::unlimited(), workers);
    CHECK(report.off_fields == 0);
    CHECK(report.waiting == 0);
    scheduler.poll(finished);
    REQUIRE(finished.size() == requests.size());
    for (std::size_t i = 0; i < requests.size(); ++i)
      CHECK(told(finished.answers, i) == solved(solver, requests[i])[0]);
  }
}

TEST_CASE("searches that are half done are no part of a group order") {
  const Terrain terrain = test::random_terrain(64, 64, 20, 9);
  const Solver solver = solver_of(*Grid::make(terrain), Algorithm::astar);
  Orders orders(terrain, 300, 11);
  for (std::size_t i = 0; i < 300; ++i)
    orders.requests[i] = {
        .request = {.start = orders.requests[i].request.start, .goals = orders.goals[0]}};
  const auto expected = solved(solver, orders);
  Workers workers(2);
  FinishedRequests finished;
  // Too little for pilots; enough for some that do not come to an end; and for walks.
  for (const std::uint64_t work : {300, 1500, 2000, 2600, 3000}) {
    CAPTURE(work);
    FrameScheduler scheduler = scheduler_of(solver, {.sharing = Sharing::goals});
    std::size_t done = 0;
    for (const std::size_t begin : {0, 150}) {
      for (std::size_t i = begin; i < begin + 150; ++i)
        scheduler.submit(orders.requests[i]);
      const bool first = begin == 0;
      const FrameReport report =
          scheduler.run(first ? Work::expansions(work) : Work::unlimited(), workers);
      CHECK((report.off_fields > 0) == (!first || work > 2000));
      CHECK((report.waiting == 0 || first));
      scheduler.poll(finished);
      done += finished.size();
      for (std::size_t i = 0; i < finished.size(); ++i) {
        const Told& wanted = expected[static_cast<std::size_t>(finished.ticket[i])][0];
        CHECK(told(finished.answers, i).status == wanted.status);
        CHECK(told(finished.answers, i).cost == wanted.cost);
      }
    }
    CHECK(done == 300);
  }
}

TEST_CASE("a sweep is paid for once, and group orders leave others their half") {
  const Terrain terrain = test::random_terrain(64, 64, 20, 9);
  const Solver solver = solver_of(*Grid::make(terrain), Algorithm::astar);
  Orders orders(terrain, 900, 2);
  const std::vector<Position>& rally = orders.goals[0];
  for (std::size_t i = 0; i < 900; ++i)
    orders.requests[i] = {
        .agent = static_cast<AgentId>(i),
        .request = {.start = orders.requests[i].request.start, .goals = rally}};
  Workers workers(2);
  FinishedRequests finished;
  FrameScheduler scheduler = scheduler_of(solver, {.sharing = Sharing::goals});
  const auto play = [&](Work work) {
    for (const FrameRequest& one : orders.requests) scheduler.submit(one);
    const FrameReport report = scheduler.run(work, workers);
    scheduler.poll(finished);
    return report;
  };
  const FrameReport first = play(Work::unlimited());
  std::uint64_t pilots = 0;
  for (const std::uint32_t expanded : finished.answers.answers.expanded) pilots += expanded;
  const FrameReport again = play(Work::unlimited());
  CHECK(again.off_fields == first.off_fields + 4);
  CHECK(first.spent > again.spent + pilots);

  for (std::size_t i = 0; i < 900; ++i) {
    if (i % 9 == 0) orders.requests[i].request.goals = orders.goals[i + 1];
    orders.requests[i].priority = i % 9 == 0 ? Priority::low : Priority::urgent;
  }
  play(Work::expansions(5000));
  std::size_t others = 0, ordered = 0;
  for (std::size_t i = 0; i < finished.size(); ++i)
    if (finished.answers.answers.status[i] == Status::found)
      ++(finished.agent[i] % 9 == 0 ? others : ordered);
  CHECK(ordered > 50);
  CHECK(others > 5);
}

TEST_CASE("the latest request of an agent counts, and what is dropped costs nothing") {
  const Terrain terrain = *Terrain::make(40, 40, '.');
  Workers workers(1);
  FrameScheduler scheduler =
      scheduler_of(solver_of(*Grid::make(terrain), Algorithm::astar));
  const std::vector<Position> here{{30, 30}}, there{{39, 0}}, both{{1, 1}, {2, 2}};
  const auto ask = [&](AgentId agent, const std::vector<Position>& goals) {
    return scheduler.submit(
        {.agent = agent,
         .request = {.start = {0, 0}, .goals = goals, .visit = Visit::in_turn}});
  };
  const Ticket older = ask(1, both), newer = ask(1, here), other = ask(2, both);
  scheduler.cancel(other);
  const Ticket nobody = ask(kNoAgent, here), nobody_too = ask(kNoAgent, here);
  FrameReport report = scheduler.run(Work::expansions(0), workers);
  CHECK(report.taken_in == 5);
  CHECK(report.dropped == 2);
  CHECK(report.spent == 0);
  CHECK(report.waiting == 3);
  const Ticket newest = ask(1, there);
  report = scheduler.run(Work::unlimited(), workers);
  CHECK(report.dropped == 1);
  CHECK(report.finished == 3);
  FinishedRequests finished;
  scheduler.poll(finished);
  REQUIRE(finished.ticket ==
          std::pmr::vector<Ticket>{older, newer, other, nobody, nobody_too, newest});
  CHECK(finished.agent == std::pmr::vector<AgentId>{1, 1, 2, kNoAgent, kNoAgent, 1});
  CHECK(finished.frame == std::pmr::vector<std::uint32_t>{0, 1, 0, 1, 1, 1});
  CHECK(finished.answers.first == std::pmr::vector<std::size_t>{0, 2, 3, 5, 6, 7, 8});
  std::pmr::vector<Status> statuses(8, Status::cancelled);
  std::fill(statuses.begin() + 5, statuses.end(), Status::found);
  CHECK(finished.answers.answers.status == statuses);
  CHECK(finished.answers.end[7] == Position{39, 0});
  scheduler.cancel(newest);  // too late
  CHECK(scheduler.run(Work::unlimited(), workers).dropped == 0);
  scheduler.poll(finished);
  CHECK(finished.size() == 0);
}

TEST_CASE("long searches go on in the order of their priorities, and nothing is lost") {
  const Terrain terrain = test::random_terrain(64, 64, 20, 9);
  Orders orders(terrain, 60, 2);
  for (std::size_t i = 0; i < 60; ++i) {
    FrameRequest& one = orders.requests[i];
    one = {.agent = static_cast<AgentId>(i),
           .request = {.start = one.request.start, .goals = orders.goals[0]}};
    one.priority = i < 30 ? Priority::low : Priority::urgent;
  }
  Workers workers(2);
  for (const Algorithm algorithm : {Algorithm::astar, Algorithm::textbook}) {
    CAPTURE(name(algorithm));
    const Solver solver = solver_of(*Grid::make(terrain), algorithm);
    std::uint64_t expanded = 0;
    for (const auto& answers : solved(solver, orders)) expanded += answers[0].expanded;
    FrameScheduler scheduler = scheduler_of(solver, {.ageing = 1000, .paused_searches = 2});
    std::uint64_t spent = 0, repeated = 0, frames = 0;
    std::uint32_t last_low = 0, last_urgent = 0;
    FinishedRequests finished;
    for (; frames <= 5 || scheduler.waiting() > 0; ++frames) {
      const std::size_t begin = frames == 0 ? 0 : 30;
      if (frames == 0 || frames == 5)
        for (std::size_t i = begin; i < begin + 30; ++i)
          scheduler.submit(orders.requests[i]);
      const FrameReport report = scheduler.run(Work::expansions(300), workers);
      spent += report.spent;
      repeated += report.repeated;
      scheduler.poll(finished);
      for (std::size_t i = 0; i < finished.size(); ++i)
        (finished.agent[i] < 30 ? last_low : last_urgent) = finished.frame[i];
    }
    CHECK(last_urgent < last_low);
    // Besides, each slice counts one: 60 first ones, and some 40 of long searches.
    CHECK(spent - repeated >= expanded);
    CHECK(spent - repeated <= expanded + 105);
  }
}

TEST_CASE("whatever waits can be cancelled, half done searches included") {
  const Terrain terrain = test::random_terrain(64, 64, 30, 9);
  Workers workers(1);
  FrameScheduler scheduler =
      scheduler_of(solver_of(*Grid::make(terrain), Algorithm::astar));
  const Orders orders(terrain, 100, 3);
  std::vector<Ticket> tickets;
  for (FrameRequest one : orders.requests) {
    one.agent = kNoAgent;
    tickets.push_back(scheduler.submit(one));
  }
  FrameReport report = scheduler.run(Work::expansions(1000), workers);
  const std::size_t finished_before = report.finished;
  CHECK(report.paused > 0);
  REQUIRE(report.waiting > 1);
  for (std::size_t i = tickets.size(); i-- > 0;) scheduler.cancel(tickets[i]);
  report = scheduler.run(Work::unlimited(), workers);
  CHECK(report.dropped == 100 - finished_before);
  CHECK(report.finished == 0);
  CHECK(report.waiting == 0);
  CHECK(report.paused == 0);
  CHECK(report.spent == 0);
  FinishedRequests finished;
  scheduler.poll(finished);
  CHECK(finished.size() == 100);
  for (const FrameRequest& one : orders.requests) scheduler.submit(one);
  const auto expected = solved(solver_of(*Grid::make(terrain), Algorithm::astar), orders);
  for (const auto& [ticket, outcome] : run_all(scheduler, Work::expansions(700), workers))
    CHECK(outcome.answers == expected[static_cast<std::size_t>(ticket) - 100]);
}

TEST_CASE("more urgent requests finish first, and none waits for ever") {
  const Terrain terrain = *Terrain::make(64, 64, '.');
  Workers workers(2);
  const std::vector<Position> goal{{63, 63}};
  FrameScheduler scheduler =
      scheduler_of(solver_of(*Grid::make(terrain), Algorithm::astar), {.ageing = 4});
  AgentId agent = 0;
  const auto submit = [&](Priority priority) {
    return scheduler.submit({.agent = agent++,
                             .request = {.start = {0, 0}, .goals = goal},
                             .priority = priority});
  };
  const Ticket low = submit(Priority::low);
  for (int i = 0; i < 4; ++i) submit(Priority::normal);
  const Ticket urgent = submit(Priority::urgent);
  std::map<Ticket, std::uint32_t> finished_in;
  FinishedRequests finished;
  for (int frame = 0; frame < 40; ++frame) {
    scheduler.run(Work::expansions(130), workers);
    scheduler.poll(finished);
    for (std::size_t i = 0; i < finished.size(); ++i)
      finished_in[finished.ticket[i]] = finished.frame[i];
    for (int i = 0; i < 3; ++i) submit(Priority::high);
  }
  REQUIRE(finished_in.contains(low));
  REQUIRE(finished_in.contains(urgent));
  CHECK(finished_in[urgent] == 0);
  for (Ticket ticket = 1; ticket < 5; ++ticket)
    CHECK(finished_in[ticket] < finished_in[low]);
  CHECK(scheduler.waiting() > 10);
}

TEST_CASE("a request that waits rises in the frame that was promised") {
  const Terrain terrain = *Terrain::make(8, 8, '.');
  Workers workers(1);
  const std::vector<Position> here{{3, 3}};
  for (const Priority priority : {Priority::normal, Priority::high, Priority::urgent}) {
    FrameScheduler scheduler =
        scheduler_of(solver_of(*Grid::make(terrain), Algorithm::astar), {.ageing = 4});
    const auto submit = [&](Priority of) {
      return scheduler.submit(
          {.request = {.start = here[0], .goals = here}, .priority = of});
    };
    const Ticket low = submit(Priority::low);
    FinishedRequests finished;
    std::uint32_t frame = 0;
    for (bool done = false; !done && frame < 20; ++frame) {
      submit(priority);
      CHECK(scheduler.run(Work::expansions(1), workers).finished == 1);
      scheduler.poll(finished);
      done = std::ranges::find(finished.ticket, low) != finished.ticket.end();
    }
    const auto rises = static_cast<int>(Priority::low) - static_cast<int>(priority);
    CHECK(frame == 4U * static_cast<std::uint32_t>(rises) + 1);
  }
}

TEST_CASE("after a change of the map searches begin anew, on the new one") {
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
    for (const FrameRequest& one : orders.requests) scheduler.submit(one);
    std::size_t differ = 0, told_before = 0;
    FinishedRequests finished;
    for (int frame = 0; frame == 0 || scheduler.waiting() > 0; ++frame) {
      scheduler.run(Work::expansions(600), workers);
      if (frame == 3) scheduler.replace_solver(0, solver_of(after, algorithm));
      if (frame < 4 && frame % 2 == 0) continue;
      scheduler.poll(finished);
      for (std::size_t i = 0; i < finished.size(); ++i) {
        const std::size_t ticket = finished.ticket[i];
        for (std::size_t slot = finished.answers.first[i];
             slot < finished.answers.first[i + 1]; ++slot) {
          const std::size_t k = slot - finished.answers.first[i];
          const bool old = &finished.grid(slot) == before.get();
          if (orders.requests[ticket].request.visit == Visit::in_turn && k > 0)
            continue;  // its start may be where the old map led
          const auto& expected = old ? old_answers : new_answers;
          CHECK(told(finished.answers, slot) == expected[ticket][k]);
          told_before += old ? 1 : 0;
          if (!(old_answers[ticket][k] == new_answers[ticket][k])) ++differ;
        }
      }
    }
    CHECK(told_before > 5);
    CHECK(differ > 20);
  }
}

TEST_CASE("after a change of the map no field of the old one is used") {
  const Terrain terrain = test::random_terrain(60, 60, 20, 4);
  Terrain changed = terrain;
  for (std::int32_t y = 5; y < 55; ++y) changed.set({30, y}, '@');
  Orders orders(terrain, 100, 4);
  for (std::size_t i = 0; i < 100; ++i)
    orders.requests[i] = {
        .agent = static_cast<AgentId>(i),
        .request = {.start = orders.requests[i].request.start, .goals = orders.goals[0]}};
  Workers workers(2);
  const std::vector<Solver> solvers{solver_of(*Grid::make(terrain), Algorithm::astar),
                                    solver_of(*Grid::make(changed), Algorithm::astar)};
  FrameScheduler scheduler = scheduler_of(solvers[0], {.sharing = Sharing::goals});
  FinishedRequests finished;
  for (std::size_t k = 0; k < 6; ++k) {  // a new solver may lie where an old one did
    const Solver& solver = solvers[k / 2 % 2];
    scheduler.replace_solver(0, solver);
    for (const FrameRequest& one : orders.requests) scheduler.submit(one);
    CHECK(scheduler.run(Work::unlimited(), workers).off_fields > 50);
    scheduler.poll(finished);
    const auto expected = solved(solver, orders);
    for (std::size_t i = 0; i < 100; ++i) {
      const Told one = told(finished.answers, i);
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
    scheduler->submit({.request = {.start = {0, 0}, .goals = goal}, .movement = movement});
  Workers workers(1);
  scheduler->run(Work::unlimited(), workers);
  FinishedRequests finished;
  scheduler->poll(finished);
  CHECK(finished.answers.answers.status ==
        std::pmr::vector<Status>{Status::unreachable, Status::found, Status::unreachable});
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
  scheduler.submit({.request = {.start = {0, 0}, .goals = goal}});
  Workers workers(1);
  for (int frame = 0; frame < 3; ++frame) scheduler.run(Work::expansions(10), workers);
  const auto paused = [&] { return scheduler.run(Work::expansions(0), workers).paused; };
  REQUIRE(paused() == 1);
  scheduler.replace_solver(1, solver);
  CHECK(paused() == 1);
  scheduler.replace_solver(0, solver);
  CHECK(paused() == 0);
}

TEST_CASE("a frame counted in time comes to the same answers") {
  const Terrain terrain = test::random_terrain(48, 40, 30, 3);
  const Solver solver = solver_of(*Grid::make(terrain), Algorithm::astar);
  const Orders orders(terrain, 100, 5);
  const auto expected = solved(solver, orders);
  Workers workers(2);
  FrameScheduler scheduler = scheduler_of(solver);
  for (const FrameRequest& one : orders.requests) scheduler.submit(one);
  const auto outcomes = run_all(scheduler, Work::microseconds(500), workers);
  REQUIRE(outcomes.size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i)
    CHECK(outcomes.at(i).answers == expected[i]);
}

TEST_CASE("only the first moves are kept where no more are wanted") {
  const Terrain terrain = test::random_terrain(48, 40, 20, 3);
  const Solver solver = solver_of(*Grid::make(terrain), Algorithm::jps);
  const Orders orders(terrain, 100, 5);
  auto expected = solved(solver, orders);
  Workers workers(2);
  FrameScheduler scheduler = scheduler_of(solver, {.first_moves = 5});
  for (const FrameRequest& one : orders.requests) scheduler.submit(one);
  const auto outcomes = run_all(scheduler, Work::expansions(500), workers);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    for (Told& one : expected[i])
      if (one.path.size() > 5) one.path.resize(5);
    CHECK(outcomes.at(i).answers == expected[i]);
  }
  FrameScheduler sharing =
      scheduler_of(solver, {.sharing = Sharing::goals, .first_moves = 5});
  for (const FrameRequest& one : orders.requests) {
    FrameRequest without = one;
    without.request.radius = 0;
    without.max_expansions = std::numeric_limits<std::uint32_t>::max();
    sharing.submit(without);
  }
  CHECK(sharing.run(Work::unlimited(), workers).off_fields > 0);
  FinishedRequests finished;
  sharing.poll(finished);
  for (std::size_t slot = 0; slot < finished.answers.answers.size(); ++slot)
    CHECK(finished.path(slot).moves().size() <= 5);
}

TEST_CASE("frames take memory of their resources alone, and none once they are warm") {
  const Terrain terrain = test::random_terrain(48, 40, 30, 3);
  Workers other(1);
  const auto index =
      *Index::build(*Grid::make(terrain), {.landmarks = 4, .jump_graph = true}, other);
  const Orders orders(terrain, 200, 5);
  for (const Sharing sharing : {Sharing::none, Sharing::equal, Sharing::goals})
    for (const Algorithm algorithm : {Algorithm::astar, Algorithm::jps}) {
      CAPTURE(name(algorithm), static_cast<int>(sharing));
      test::CountingMemory memory;
      std::vector<Solver> solvers{*Solver::make(index, {.algorithm = algorithm})};
      auto scheduler =
          *FrameScheduler::make(std::move(solvers), {.sharing = sharing}, &memory);
      Workers workers(1, &memory);
      FinishedRequests finished(&memory);
      const auto play = [&] {
        for (const FrameRequest& one : orders.requests) scheduler.submit(one);
        while (scheduler.run(Work::expansions(500), workers).waiting > 0)
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
      CHECK(scheduler.memory_bytes() == bytes);
      CHECK(bytes > 10'000);
    }
}

TEST_CASE("a frame that has no time still does a little") {
  const Terrain terrain = *Terrain::make(40, 40, '.');
  Workers workers(1);
  FrameScheduler scheduler =
      scheduler_of(solver_of(*Grid::make(terrain), Algorithm::astar));
  const std::vector<Position> goal{{39, 30}};
  for (AgentId agent = 0; agent < 5; ++agent)
    scheduler.submit({.agent = agent, .request = {.start = {0, 0}, .goals = goal}});
  for (int frame = 0; frame < 100 && (frame == 0 || scheduler.waiting() > 0); ++frame)
    CHECK(scheduler.run(Work::microseconds(0), workers).spent > 0);
  CHECK(scheduler.waiting() == 0);
}
