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
#include <span>
#include <thread>
#include <utility>
#include <vector>

namespace throng::frame_order_test {
using namespace test;

namespace {

constexpr auto kNobody = static_cast<std::uint32_t>(kNoAgent);

Column<AgentId> agents(std::initializer_list<std::uint32_t> numbers) {
  Column<AgentId> ids;
  for (const std::uint32_t number : numbers) ids.push_back(AgentId{number});
  return ids;
}

}  // namespace

TEST_CASE("the latest request of an agent counts, and what is dropped costs nothing") {
  const Terrain terrain = *Terrain::make(40, 40, '.');
  Workers workers(1);
  FrameScheduler scheduler = scheduler_of(solver_of(*Grid::make(terrain), Algorithm::astar),
                                          {.report_dropped = true});
  const std::vector<Position> here{{30, 30}}, there{{39, 0}}, both{{1, 1}, {2, 2}};
  const auto ask = [&](std::uint32_t agent, const std::vector<Position>& goals) {
    return scheduler.submit({.start = {0, 0},
                             .goals = goals,
                             .visit = Visit::in_turn,
                             .agent = AgentId{agent}});
  };
  const Ticket older = ask(1, both), newer = ask(1, here), other = ask(2, both);
  scheduler.cancel(other);
  const Ticket nobody = ask(kNobody, here), nobody_too = ask(kNobody, here);
  FrameReport report = scheduler.run(FrameBudget::expansions(0), workers);
  CHECK(report.taken_in == 5);
  CHECK(report.dropped == 2);
  CHECK(report.spent == 0);
  CHECK(report.waiting == 3);
  const Ticket newest = ask(1, there);
  report = scheduler.run(FrameBudget::unlimited(), workers);
  CHECK(report.dropped == 1);
  CHECK(report.finished == 3);
  Answers finished;
  scheduler.poll(finished);
  REQUIRE(finished.ticket ==
          Column<Ticket>{older, newer, other, nobody, nobody_too, newest});
  CHECK(finished.agent == agents({1, 1, 2, kNobody, kNobody, 1}));
  CHECK(finished.frame == Column<std::uint32_t>{0, 1, 0, 1, 1, 1});
  CHECK(finished.current == Column<std::uint8_t>{0, 0, 1, 1, 1, 1});
  CHECK(finished.first == Column<std::size_t>{0, 2, 3, 5, 6, 7, 8});
  Column<Status> statuses(8, Status::cancelled);
  std::fill(statuses.begin() + 5, statuses.end(), Status::found);
  CHECK(finished.status == statuses);
  CHECK(finished.end[7] == Position{39, 0});
  scheduler.cancel(newest);  // too late
  CHECK(scheduler.run(FrameBudget::unlimited(), workers).dropped == 0);
  scheduler.poll(finished);
  CHECK(finished.size() == 0);
}

TEST_CASE("of each of many agents the latest request is answered, and no other") {
  Workers workers(1);
  FrameScheduler scheduler =
      scheduler_of(solver_of(*Grid::make(*Terrain::make(30, 30, '.')), Algorithm::astar),
                   {.report_dropped = true});
  SplitMix64 rng(11);
  std::map<AgentId, Ticket> latest;  // those that are not reported
  std::map<Ticket, Status> expected, reported;
  const auto ask = [&](std::uint32_t agent) {
    const std::vector<Position> goal{{static_cast<std::int32_t>(rng.below(30)), 29}};
    const Ticket ticket =
        scheduler.submit({.start = {0, 0}, .goals = goal, .agent = AgentId{agent}});
    if (latest.contains(AgentId{agent}))
      expected[latest[AgentId{agent}]] = Status::cancelled;
    latest[AgentId{agent}] = ticket;
    expected[ticket] = Status::found;
  };
  Answers finished;
  for (std::uint32_t frame = 0; frame < 300; ++frame) {
    // Agents come and go: a frame asks for some of 100, and later frames for others.
    for (std::uint32_t k = rng.below(frame % 50 < 30 ? 40 : 3); k > 0; --k)
      ask(frame + rng.below(100));
    scheduler.run(frame == 299 ? FrameBudget::unlimited() : FrameBudget::expansions(300),
                  workers);
    scheduler.poll(finished);
    for (std::size_t i = 0; i < finished.size(); ++i) {
      REQUIRE(!reported.contains(finished.ticket[i]));
      reported[finished.ticket[i]] = finished.status[i];
      if (latest[finished.agent[i]] == finished.ticket[i]) latest.erase(finished.agent[i]);
    }
  }
  CHECK(reported == expected);
  CHECK(std::ranges::count(reported, Status::cancelled,
                           [](const auto& one) { return one.second; }) > 100);
}

TEST_CASE("a superseded request is not current, even while the newer one waits") {
  Workers workers(1);
  FrameScheduler scheduler =
      scheduler_of(solver_of(*Grid::make(*Terrain::make(9, 9, '.')), Algorithm::astar),
                   {.report_dropped = true});
  const std::vector<Position> goal{{8, 8}};
  const auto ask = [&] {
    return scheduler.submit({.start = {0, 0}, .goals = goal, .agent = AgentId{7}});
  };
  Answers finished;
  const auto reported = [&](FrameBudget work) {
    scheduler.run(work, workers);
    scheduler.poll(finished);
    std::vector<std::pair<Ticket, bool>> all;
    for (std::size_t i = 0; i < finished.size(); ++i)
      all.emplace_back(finished.ticket[i], finished.current[i]);
    return all;
  };
  using Reported = std::vector<std::pair<Ticket, bool>>;
  const FrameBudget none = FrameBudget::expansions(0);
  const Ticket first = ask(), second = ask();
  CHECK(reported(none) == Reported{{first, false}});
  const Ticket third = ask();  // supersedes one of an earlier frame
  CHECK(reported(none) == Reported{{second, false}});
  scheduler.cancel(third);  // cancelled, but there is a newer one as well
  const Ticket fourth = ask();
  CHECK(reported(none) == Reported{{third, false}});
  const Ticket fifth = ask(), sixth = ask();
  scheduler.cancel(fifth);  // in the frame in which a newer one is taken in
  CHECK(reported(none) == Reported{{fourth, false}, {fifth, false}});
  scheduler.cancel(sixth);
  CHECK(reported(none) == Reported{{sixth, true}});
}

TEST_CASE("requests wait from the moment they are submitted") {
  Workers workers(1);
  FrameScheduler scheduler =
      scheduler_of(solver_of(*Grid::make(*Terrain::make(9, 9, '.')), Algorithm::astar));
  const std::vector<Position> goal{{8, 8}};
  CHECK(scheduler.waiting() == 0);
  for (std::uint32_t agent : {1U, 2U, 2U})
    scheduler.submit({.start = {0, 0}, .goals = goal, .agent = AgentId{agent}});
  CHECK(scheduler.waiting() == 3);
  const FrameReport report = scheduler.run(FrameBudget::expansions(0), workers);
  CHECK(report.waiting == 2);
  CHECK(scheduler.waiting() == 2);
  scheduler.submit({.start = {1, 1}, .goals = goal});
  CHECK(scheduler.waiting() == 3);
  std::size_t answered = 0;
  Answers finished;
  while (scheduler.waiting() > 0) {
    scheduler.run(FrameBudget::expansions(100), workers);
    scheduler.poll(finished);
    answered += finished.size();
  }
  CHECK(answered == 3);
}

TEST_CASE("a patrol whose first search was long is served once") {
  Workers workers(1);
  FrameScheduler scheduler = scheduler_of(
      *Solver::make(*Grid::make(*Terrain::make(200, 200)),
                    {.algorithm = Algorithm::astar, .heuristic = Heuristic::zero}));
  std::vector<Position> patrol{{145, 100}};
  for (std::int32_t k = 1; k < 5; ++k) patrol.push_back({145 + k % 3, 100 + k % 2});
  scheduler.submit({.start = {100, 100},
                    .goals = patrol,
                    .visit = Visit::in_turn,
                    .agent = AgentId{999},
                    .priority = Priority::low});
  scheduler.run(FrameBudget::expansions(6000), workers);
  // More urgent requests, so that the patrol is far behind in the order.
  std::vector<Position> goals(36);
  for (std::uint32_t u = 0; u < 36; ++u) {
    const auto x = static_cast<std::int32_t>(3 * u);
    goals[u] = {x + 2, 20};
    scheduler.submit({.start = {x, 20},
                      .goals = std::span(&goals[u], 1),
                      .agent = AgentId{u},
                      .priority = Priority::urgent});
  }
  Answers finished;
  std::size_t answered = 0;
  for (int frame = 0; scheduler.waiting() > 0; ++frame) {
    REQUIRE(frame < 20);
    REQUIRE(scheduler.waiting() <= 37);
    scheduler.run(FrameBudget::expansions(6000), workers);
    scheduler.poll(finished);
    answered += finished.size();
    for (std::size_t i = 0; i < finished.size(); ++i) {
      const auto agent = static_cast<std::size_t>(finished.agent[i]);
      const std::size_t slots = finished.first[i + 1] - finished.first[i];
      REQUIRE(slots == (agent == 999 ? 5U : 1U));
      if (agent < 36) REQUIRE(finished.end[finished.slot(i)] == goals[agent]);
    }
  }
  CHECK(answered == 37);
}

TEST_CASE("an answer is current until its agent submits another request") {
  Workers workers(1);
  FrameScheduler scheduler =
      scheduler_of(solver_of(*Grid::make(*Terrain::make(9, 9, '.')), Algorithm::astar));
  const std::vector<Position> goal{{8, 8}};
  const auto ask = [&](std::uint32_t agent) {
    return scheduler.submit({.start = {0, 0}, .goals = goal, .agent = AgentId{agent}});
  };
  const auto run = [&] { scheduler.run(FrameBudget::unlimited(), workers); };
  Answers finished;
  for (const std::uint32_t agent : {1, 2, 3, 4}) ask(agent);
  ask(kNobody);
  run();
  ask(1);                    // answered before the poll
  scheduler.cancel(ask(2));  // dropped before the poll
  run();
  ask(3);  // not even taken in
  ask(kNobody);
  scheduler.poll(finished);
  CHECK(finished.agent == agents({1, 2, 3, 4, kNobody, 1}));
  CHECK(finished.current == Column<std::uint8_t>{0, 0, 0, 1, 1, 1});
  run();
  scheduler.poll(finished);
  CHECK(finished.agent == agents({3, kNobody}));
  CHECK(finished.current == Column<std::uint8_t>{1, 1});
}

TEST_CASE("a dropped request leaves nothing behind, however much of it is answered") {
  const Terrain terrain = *Terrain::make(40, 40, '.');
  Workers workers(1);
  FrameScheduler scheduler =
      scheduler_of(solver_of(*Grid::make(terrain), Algorithm::astar));
  const std::vector<Position> round{{0, 1}, {39, 39}, {0, 39}};
  const auto submit = [&] {
    scheduler.submit(
        {.start = {0, 0}, .goals = round, .visit = Visit::each, .agent = AgentId{1}});
  };
  Answers finished;
  submit();
  std::size_t bytes = 0;
  for (int k = 0; k < 400; ++k) {
    scheduler.run(FrameBudget::expansions(60), workers);  // enough for the first goal
    scheduler.poll(finished);
    CHECK(finished.size() == 0);
    if (k == 200) bytes = scheduler.memory_bytes();
    submit();
  }
  CHECK(scheduler.memory_bytes() == bytes);
  CHECK(scheduler.run(FrameBudget::unlimited(), workers).dropped == 1);
  scheduler.poll(finished);
  CHECK(finished.ticket == Column<Ticket>{Ticket{400}});
  CHECK(finished.status == Column<Status>(3, Status::found));
}

TEST_CASE("a frame without time takes in some requests only, and none is lost") {
  Workers workers(1);
  FrameScheduler scheduler =
      scheduler_of(solver_of(*Grid::make(*Terrain::make(9, 9, '.')), Algorithm::astar));
  const std::vector<Position> here{{3, 3}};
  const auto ask = [&](std::uint32_t agent) {
    return scheduler.submit({.start = here[0], .goals = here, .agent = AgentId{agent}});
  };
  std::vector<Ticket> expected, answered;
  Answers finished;
  const auto run = [&](FrameBudget work) {
    const FrameReport report = scheduler.run(work, workers);
    CHECK(report.waiting == scheduler.waiting());
    scheduler.poll(finished);
    answered.insert(answered.end(), finished.ticket.begin(), finished.ticket.end());
    return report;
  };
  for (std::uint32_t agent = 0; agent < 998; ++agent) expected.push_back(ask(agent));
  ask(998);  // to be superseded
  const Ticket cancelled = ask(999);
  FrameReport report = run(FrameBudget::microseconds(0));
  CHECK(report.taken_in == 1000);
  CHECK(report.waiting == 1000 - report.finished);
  CHECK(report.finished < 500);
  expected.push_back(ask(998));
  scheduler.cancel(cancelled);
  scheduler.cancel(ask(1000));  // submitted and cancelled while older requests wait
  report = run(FrameBudget::microseconds(0));
  CHECK(report.taken_in == 0);  // those of the first frame come first
  const std::size_t dropped = report.dropped;
  report = run(FrameBudget::unlimited());
  CHECK(report.taken_in == 2);
  CHECK(dropped + report.dropped == 3);
  CHECK(report.waiting == 0);
  std::ranges::sort(answered);
  CHECK(answered == expected);
}

TEST_CASE("long searches go on in the order of their priorities, and nothing is lost",
          "[parallel]") {
  const Terrain terrain = test::random_terrain(64, 64, 20, 9);
  Orders orders(terrain, 60, 2);
  for (std::size_t i = 0; i < 60; ++i) {
    Request& one = orders.requests[i];
    one = {.start = one.start, .goals = orders.goals[0], .agent = static_cast<AgentId>(i)};
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
    Answers finished;
    for (; frames <= 5 || scheduler.waiting() > 0; ++frames) {
      const std::size_t begin = frames == 0 ? 0 : 30;
      if (frames == 0 || frames == 5)
        for (std::size_t i = begin; i < begin + 30; ++i)
          scheduler.submit(orders.requests[i]);
      const FrameReport report = scheduler.run(FrameBudget::expansions(300), workers);
      spent += report.spent;
      repeated += report.repeated;
      scheduler.poll(finished);
      for (std::size_t i = 0; i < finished.size(); ++i)
        (finished.agent[i] < AgentId{30} ? last_low : last_urgent) = finished.frame[i];
    }
    CHECK(last_urgent < last_low);
    // Besides, each slice counts 16: 60 first ones, and some 40 of long searches; and each
    // four requests one.
    CHECK(spent - repeated >= expanded);
    CHECK(spent - repeated <= expanded + 105 * 16);
  }
}

TEST_CASE("a paused search keeps its place among requests that are as urgent") {
  const Terrain terrain = test::random_terrain(64, 64, 0, 9);
  const Solver solver = *Solver::make(
      *Grid::make(terrain), {.algorithm = Algorithm::astar, .heuristic = Heuristic::zero});
  Workers workers(1);
  // Agent 9 begins. From `frame` on, agent 1 would go first if both had no place yet.
  const auto repeated = [&](std::uint32_t ageing, Priority other, int frame) {
    FrameScheduler scheduler =
        scheduler_of(solver, {.ageing = ageing, .paused_searches = 1});
    const Position goal{60, 60};
    const auto submit = [&](std::uint32_t agent, Priority priority) {
      scheduler.submit({.start = {3, 3},
                        .goals = {&goal, 1},
                        .agent = AgentId{agent},
                        .priority = priority});
    };
    submit(9, Priority::high);
    if (other == Priority::normal) submit(1, other);
    std::uint64_t sum = 0;
    std::vector<AgentId> order;
    Answers finished;
    for (int k = 0; k < 100 && (k <= frame || scheduler.waiting() > 0); ++k) {
      if (k == frame && other == Priority::urgent) submit(1, other);
      sum += scheduler.run(FrameBudget::expansions(400), workers).repeated;
      scheduler.poll(finished);
      order.insert(order.end(), finished.agent.begin(), finished.agent.end());
      if (k == frame) CHECK(order.empty());
    }
    REQUIRE(order.size() == 2);
    CHECK((order[0] == AgentId{9}) == (other == Priority::normal));
    return sum;
  };
  const std::uint64_t first_slices = repeated(1000, Priority::normal, 4);
  CHECK(repeated(2, Priority::normal, 4) == first_slices);  // then both are urgent
  CHECK(repeated(1000, Priority::urgent, 4) > first_slices);
}

TEST_CASE("a class whose searches are long leaves half of a frame to the others") {
  const auto grid = *Grid::make(test::random_terrain(64, 64, 0, 9));
  const Solver solver =
      *Solver::make(grid, {.algorithm = Algorithm::astar, .heuristic = Heuristic::zero});
  FrameScheduler scheduler = *FrameScheduler::make({solver, solver});
  Workers workers(1);
  Answers finished;
  std::size_t near_by = 0, far = 0;
  constexpr std::size_t kFrames = 50, kWarm = 10;
  for (std::size_t frame = 0; frame < kFrames; ++frame) {
    // 20 requests of class 0 take 20 x (25 + 16) expansions, one of class 1 some 4,000.
    const Position next_door{32, 30}, corner{63, 63};
    for (int k = 0; k < 20; ++k) {
      scheduler.submit({.start = {0, 0}, .goals = {&corner, 1}, .movement = 1});
      scheduler.submit({.start = {30, 30}, .goals = {&next_door, 1}});
    }
    scheduler.run(FrameBudget::expansions(2'000), workers);
    scheduler.poll(finished);
    for (std::size_t i = 0; frame >= kWarm && i < finished.size(); ++i)
      ++(finished.cost[finished.slot(i)] == 2 * grid->costs().straight ? near_by : far);
  }
  CHECK(near_by >= 20 * (kFrames - kWarm));
  CHECK(far >= 5);
}

TEST_CASE("whatever waits can be cancelled, half done searches included") {
  const Terrain terrain = test::random_terrain(64, 64, 30, 9);
  Workers workers(1);
  FrameScheduler scheduler =
      scheduler_of(solver_of(*Grid::make(terrain), Algorithm::astar));
  const Orders orders(terrain, 100, 3);
  std::vector<Ticket> tickets;
  for (Request one : orders.requests) {
    one.agent = kNoAgent;
    tickets.push_back(scheduler.submit(one));
  }
  FrameReport report = scheduler.run(FrameBudget::expansions(1000), workers);
  const std::size_t finished_before = report.finished;
  CHECK(report.paused > 0);
  REQUIRE(report.waiting > 1);
  for (std::size_t i = tickets.size(); i-- > 0;) scheduler.cancel(tickets[i]);
  report = scheduler.run(FrameBudget::unlimited(), workers);
  CHECK(report.dropped == 100 - finished_before);
  CHECK(report.finished == 0);
  CHECK(report.waiting == 0);
  CHECK(report.paused == 0);
  CHECK(report.spent == 0);
  Answers finished;
  scheduler.poll(finished);
  CHECK(finished.size() == finished_before);
  for (const Request& one : orders.requests) scheduler.submit(one);
  const auto expected = solved(solver_of(*Grid::make(terrain), Algorithm::astar), orders);
  for (const auto& [ticket, outcome] :
       run_all(scheduler, FrameBudget::expansions(700), workers))
    CHECK(outcome.answers == expected[static_cast<std::size_t>(ticket) - 100]);
}

TEST_CASE("more urgent requests finish first, and none waits for ever", "[parallel]") {
  const Terrain terrain = *Terrain::make(64, 64, '.');
  Workers workers(2);
  const std::vector<Position> goal{{63, 63}};
  FrameScheduler scheduler =
      scheduler_of(solver_of(*Grid::make(terrain), Algorithm::astar), {.ageing = 4});
  std::uint32_t agent = 0;
  const auto submit = [&](Priority priority) {
    return scheduler.submit(
        {.start = {0, 0}, .goals = goal, .agent = AgentId{agent++}, .priority = priority});
  };
  const Ticket low = submit(Priority::low);
  for (int i = 0; i < 4; ++i) submit(Priority::normal);
  const Ticket urgent = submit(Priority::urgent);
  std::map<Ticket, std::uint32_t> finished_in;
  Answers finished;
  for (int frame = 0; frame < 40; ++frame) {
    scheduler.run(FrameBudget::expansions(130), workers);
    scheduler.poll(finished);
    for (std::size_t i = 0; i < finished.size(); ++i)
      finished_in[finished.ticket[i]] = finished.frame[i];
    for (int i = 0; i < 3; ++i) submit(Priority::high);
  }
  REQUIRE(finished_in.contains(low));
  REQUIRE(finished_in.contains(urgent));
  CHECK(finished_in[urgent] == 0);
  for (std::uint64_t ticket = 1; ticket < 5; ++ticket)
    CHECK(finished_in[Ticket{ticket}] < finished_in[low]);
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
      return scheduler.submit({.start = here[0], .goals = here, .priority = of});
    };
    const Ticket low = submit(Priority::low);
    Answers finished;
    std::uint32_t frame = 0;
    for (bool done = false; !done && frame < 20; ++frame) {
      submit(priority);
      CHECK(scheduler.run(FrameBudget::expansions(1), workers).finished == 1);
      scheduler.poll(finished);
      done = std::ranges::find(finished.ticket, low) != finished.ticket.end();
    }
    const auto rises = static_cast<int>(Priority::low) - static_cast<int>(priority);
    CHECK(frame == 4U * static_cast<std::uint32_t>(rises) + 1);
  }
}

TEST_CASE("a visit to each of no goals is over at once") {
  Workers workers(1);
  FrameScheduler scheduler =
      scheduler_of(solver_of(*Grid::make(*Terrain::make(9, 9, '.')), Algorithm::astar));
  const std::vector<Position> goal{{8, 8}};
  scheduler.submit({.start = {0, 0}, .visit = Visit::in_turn, .agent = AgentId{1}});
  scheduler.submit({.start = {0, 0}, .goals = goal, .agent = AgentId{2}});
  scheduler.submit({.start = {0, 0}, .visit = Visit::each, .agent = AgentId{3}});
  CHECK(scheduler.run(FrameBudget::expansions(1), workers).finished == 2);
  scheduler.run(FrameBudget::unlimited(), workers);
  Answers finished;
  scheduler.poll(finished);
  CHECK(finished.agent == agents({1, 2, 3}));
  CHECK(finished.first == Column<std::size_t>{0, 0, 1, 1});
}

}  // namespace throng::frame_order_test
