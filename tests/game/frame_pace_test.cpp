#include "../support/catch.hpp"

#include <throng/frame_pace.hpp>
#include <throng/generate.hpp>
#include <throng/solver.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace throng::frame_pace_test {
namespace {

FrameReport frame(std::uint64_t spent, std::uint64_t microseconds) {
  FrameReport report;
  report.spent = spent;
  report.microseconds = microseconds;
  return report;
}

/// A full frame on a machine with a speed in expansions a microsecond.
FrameReport full(const FramePace& pace, std::uint64_t speed) {
  const std::uint64_t microseconds = pace.expansions() / speed;
  return frame(microseconds * speed, microseconds);
}

/// A pace of 4 ms that has seen full frames.
FramePace settled(std::uint64_t speed) {
  FramePace pace(4'000);
  for (int i = 0; i < 100; ++i) pace.note(full(pace, speed));
  return pace;
}

}  // namespace

TEST_CASE("Frame pace: proposes what fits into the time") {
  CHECK(FramePace(4'000).expansions() == 8'000);
  CHECK(settled(10).expansions() == 40'000);
  CHECK(settled(1).expansions() == 4'000);
  CHECK(settled(200).expansions() == 800'000);
}

TEST_CASE("Frame pace: follows a machine without sudden jumps") {
  FramePace pace = settled(10);
  for (const std::uint64_t speed : {40, 2, 10}) {
    for (int i = 0; i < 60; ++i) {
      const std::uint64_t before = pace.expansions();
      pace.note(full(pace, speed));
      CHECK(pace.expansions() <= before + before / 8);
      CHECK(pace.expansions() >= before - before / 4);
    }
    CHECK(pace.expansions() == 4'000 * speed);
  }
}

TEST_CASE("Frame pace: less than half of the frames may be disturbed") {
  FramePace pace = settled(10);
  pace.note(frame(40'000, 400'000));
  CHECK(pace.expansions() == 40'000);
  for (int i = 0; i < 200; ++i) {
    pace.note(frame(40'000, i % 15 >= 8 ? 90'000 : 4'000));
    CHECK(pace.expansions() == 40'000);
  }
}

TEST_CASE("Frame pace: idle frames and those with few requests do not count") {
  FramePace pace = settled(10);
  for (int i = 0; i < 100; ++i) {
    pace.note(frame(0, 3));
    pace.note(frame(0, 9'000));    // disturbed
    pace.note(frame(900, 400));    // waking threads takes most of it
    pace.note(frame(900, 9'000));  // disturbed
    pace.note(frame(4'000, 2'000));
    CHECK(pace.expansions() == 40'000);
  }
  // But frames that take too long with an agreed budget far below the proposal do.
  for (int i = 0; i < 100; ++i) pace.note(frame(2'000, 8'000));
  CHECK(pace.expansions() == 1'000);
}

TEST_CASE("Frame pace: edits of the map do not count") {
  FramePace pace = settled(10);
  for (int i = 0; i < 100; ++i) {
    FrameReport report = frame(40'000, 8'000);
    report.map_spent = 10'000;
    report.map_microseconds = 5'000;
    pace.note(report);
    CHECK(pace.expansions() == 40'000);
  }
}

TEST_CASE("Frame pace: is bounded") {
  FramePace slow(4'000), fast(4'000);
  for (int i = 0; i < 200; ++i) {
    slow.note(frame(slow.expansions(), 10'000'000'000));
    fast.note(frame(std::uint64_t{1} << 60, 0));
    CHECK(slow.expansions() >= FramePace::kLeast);
    CHECK(fast.expansions() <= FramePace::kMost);
  }
  CHECK(slow.expansions() == FramePace::kLeast);
  CHECK(fast.expansions() == FramePace::kMost);
  CHECK(FramePace(0).expansions() == FramePace::kLeast);
  CHECK(FramePace(~std::uint64_t{0}).microseconds() == 10'000'000);
}

TEST_CASE("Frame pace: reads the reports of a scheduler") {
  const auto grid = *Grid::make(*generate(MapKind::caves, {.width = 128, .height = 128}));
  auto scheduler = *FrameScheduler::make({*Solver::make(grid)});
  Workers workers(1);
  std::vector<Position> open;
  for (Position p{0, 0}; p.y < 128; ++p.y)
    for (p.x = 0; p.x < 128; ++p.x)
      if (grid->open(p)) open.push_back(p);
  for (std::size_t i = 0; i < 500; ++i)
    scheduler.submit({.start = open[i], .goals = {&open[open.size() - 1 - i], 1}});
  const FrameReport report = scheduler.run(FrameBudget::unlimited(), workers);
  CHECK(report.map_spent == 0);
  CHECK(report.map_microseconds == 0);
  CHECK(report.microseconds >= 1);
  CHECK(report.spent > 0);
}

}  // namespace throng::frame_pace_test
