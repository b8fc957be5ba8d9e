#include "../support/stops.hpp"

#include "../support/catch.hpp"
#include "../support/maps.hpp"

#include <throng/flow_field.hpp>
#include <throng/frame_scheduler.hpp>
#include <throng/route.hpp>
#include <throng/solver.hpp>

#include <functional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

// Misuse that stops the program with a message.

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
  FlowField field(*Grid::make(test::drawn("....")));
  const auto during_a_call = [&](std::function<void()> distraction) {
    executor.distraction = std::move(distraction);
    const std::string words = test::last_words([&] {  // one call, and all is well
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
  const BatchResult result = solver().solve(kQueries, workers);
  check("i < size()", [&] { std::ignore = result.path(2); });
  check("grid != nullptr", [] { const FlowField none(nullptr); });
  FlowField field(*Grid::make(test::drawn("....")));
  const FlowField moved = std::move(field);
  check("impl != nullptr", [&] { std::ignore = field.next({0, 0}); });

  FrameScheduler scheduler = *FrameScheduler::make({solver()});
  check("request.movement <", [&] { scheduler.submit({.movement = 99}); });
  check("kPriorities", [&] { scheduler.submit({.priority = Priority{4}}); });
  const FrameScheduler other = std::move(scheduler);
  check("impl_ != nullptr", [&] { scheduler.submit({}); });
  check("!empty()", [] { std::ignore = Route().next(); });
}

}  // namespace throng::stops_test
