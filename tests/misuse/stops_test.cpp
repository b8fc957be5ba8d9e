#include "../support/stops.hpp"

#include "../support/catch.hpp"
#include "../support/maps.hpp"

#include <throng/field.hpp>
#include <throng/frame_scheduler.hpp>
#include <throng/route.hpp>
#include <throng/solver.hpp>

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

// Misuse that stops the program with a message.

// Objects are used after a move: that is the misuse.
// NOLINTBEGIN(bugprone-use-after-move)

namespace throng::stops_test {

namespace {

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

/// Does something else while it should run bodies.
class DistractedExecutor final : public Executor {
 public:
  std::function<void()> distraction = [] {};

  int concurrency() const override { return 2; }
  void parallel_for(std::size_t, Body) override { distraction(); }
};

const std::vector<Query> kQueries{{{0, 0}, {3, 0}}, {{1, 0}, {2, 0}}};

Solver solver() { return *Solver::make(*Grid::make(test::drawn("...."))); }

}  // namespace

TEST_CASE("two calls that use the same Workers at once stop the program") {
  DistractedExecutor executor;
  Workers workers(executor);
  const Solver own = solver();
  Field field(*Grid::make(test::drawn("....")));
  const auto during_a_call = [&](std::function<void()> distraction) {
    executor.distraction = std::move(distraction);
    std::string words = test::last_words([&] {  // one call, and all is well
      std::ignore = own.solve(kQueries, workers);
    });
    executor.distraction = [] {};
    return words;
  };
  const std::string expected =
      "throng: a call uses Workers that another call is using; each thread needs its own\n";
  CHECK(during_a_call([&] { field.set_goals({}, workers); }) == expected);
  CHECK(during_a_call([&] { std::ignore = own.solve(kQueries, workers); }) == expected);
  Workers other(1);
  CHECK(during_a_call([&] { std::ignore = own.solve(kQueries, other); }).empty());
  CHECK(own.solve(kQueries, workers).status[0] == Status::found);  // one after the other
}

TEST_CASE("Workers that were moved from stop the program") {
  Workers workers(1);
  const Workers moved = std::move(workers);
  const std::string words =
      test::last_words([&] { std::ignore = solver().solve(kQueries, workers); });
  CHECK(words == "throng: these Workers were moved from\n");
}

TEST_CASE("checked builds name the precondition that does not hold") {
  const auto check = [](std::string_view condition, const std::function<void()>& misuse) {
    if (THRONG_CHECKS) CHECK(contains(test::last_words(misuse), condition));
  };
  Workers workers(1);
  const Answers result = solver().solve(kQueries, workers);
  check("slot < slots()", [&] { std::ignore = result.path(2); });
  check("grid() != nullptr", [] { const Field none(std::shared_ptr<const Grid>{}); });
  Field field(*Grid::make(test::drawn("....")));
  const Field moved = std::move(field);
  check("impl != nullptr", [&] { std::ignore = field.next({0, 0}); });

  FrameScheduler scheduler = *FrameScheduler::make({solver()});
  check("request.movement <", [&] { scheduler.submit({.movement = 99}); });
  check("kPriorities", [&] { scheduler.submit({.priority = Priority{4}}); });
  const FrameScheduler other = std::move(scheduler);
  check("impl_ != nullptr", [&] { scheduler.submit({}); });
  check("!empty()", [] { std::ignore = Route().next(); });
}

TEST_CASE("without checks an unknown movement class is answered, and others are served") {
  if (THRONG_CHECKS) return;
  Workers workers(1);
  FrameScheduler scheduler = *FrameScheduler::make({solver()});
  const std::vector<Position> goals{{3, 0}, {2, 0}};
  for (const std::size_t movement : {std::size_t{99}, std::size_t{1}, std::size_t{0}})
    for (const Visit visit : {Visit::any, Visit::each})
      for (const double radius : {0.0, 1.0})
        for (const bool lenient : {false, true})
          scheduler.submit({.start = {0, 0},
                            .goals = goals,
                            .visit = visit,
                            .radius = radius,
                            .approach = lenient,
                            .escape_blocked_start = lenient,
                            .movement = movement,
                            .priority = Priority{7}});
  scheduler.replace_solver(1, solver());
  scheduler.run(FrameBudget::unlimited(), workers);
  Answers finished;
  scheduler.poll(finished);
  REQUIRE(finished.size() == 24);
  for (std::size_t i = 0; i < finished.size(); ++i) {
    CAPTURE(i);
    const std::size_t slot = finished.slot(i);
    const Status expected = i < 16 ? Status::out_of_map : Status::found;
    CHECK(finished.status[slot] == expected);
    CHECK(finished.path(slot).moves().empty() == (i < 16));
  }
}

TEST_CASE("a path that does not meet a route is left out") {
  const auto grid = *Grid::make(*Terrain::make(6, 6));
  const std::vector<Move> east(4, Move::east), south(2, Move::south);
  const PathView along(Topology::octile, {0, 0}, east);
  const auto check = [&](const std::function<bool(Route&)>& misuse) {
    Route route;
    route.assign(along);
    CHECK_FALSE(misuse(route));
    CHECK(route.position() == Position{0, 0});
    CHECK(route.size() == east.size());
    CHECK(route.ahead(*grid, 4) == Position{4, 0});
  };
  check([&](Route& route) { return route.splice(2, {Topology::octile, {0, 1}, south}); });
  check([&](Route& route) { return route.splice(2, {Topology::octile, {0, 0}, south}); });
  check([&](Route& route) { return route.splice(2, {Topology::octile, {0, 0}, {}}); });
  check([&](Route& route) { return route.append({Topology::octile, {3, 0}, south}); });
  check([&](Route& route) { return route.append(PathView()); });

  Route route;
  route.assign(along);
  CHECK(!route.join(*grid, {Topology::octile, {0, 3}, south}));
  CHECK(route.join(*grid, {Topology::octile, {2, 0}, south}));
  CHECK(route.ahead(*grid, 9) == Position{2, 2});
  CHECK(route.splice(9, {Topology::octile, {0, 0}, south}));
  CHECK(route.ahead(*grid, 9) == Position{0, 2});
}

}  // namespace throng::stops_test

// NOLINTEND(bugprone-use-after-move)
