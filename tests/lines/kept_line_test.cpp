#include "../../src/lines/kept_line.hpp"

#include "../support/catch.hpp"
#include "../support/seeds.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

namespace throng::kept_line_test {

namespace {

/// In cells.
long double length(LinePoint a, LinePoint b) {
  const long double dx = a.x - b.x, dy = a.y - b.y;
  return std::sqrt(dx * dx + dy * dy) / 2;
}

long double by(LinePoint a, LinePoint middle, LinePoint b) {
  return length(a, middle) + length(middle, b);
}

/// An anchor of the map that opened, without those around it.
bool may_shorten_by(LinePoint start, LinePoint turn, LinePoint goal, LinePoint opened) {
  const MapRect rect{{opened.x / 2 - 1, opened.y / 2 - 1}, 1, 1};
  const std::vector<LinePoint> line{start, turn, goal};
  return may_shorten(LineModel::unit, line, {&rect, 1});
}

}  // namespace

TEST_CASE("no rounding hides a way that is as short as a line") {
  // Ways by single places, of which many are nearly as long as others: the line turns at
  // the place before in the order of their lengths, or at the one after.
  struct Way {
    long double length;
    LinePoint middle;
  };
  std::mt19937_64 random(5);
  std::size_t equal = 0, near = 0, kept = 0;
  for (int round = 0; round < 40; ++round) {
    const auto place = [&](std::uint64_t side) {
      return LinePoint{static_cast<std::int32_t>(2 + 2 * (random() % side)),
                       static_cast<std::int32_t>(2 + 2 * (random() % side))};
    };
    const std::uint64_t side = round % 2 == 0 ? 100 : 60'000;
    const LinePoint start = place(side), goal = place(side);
    std::vector<Way> ways;
    for (int k = 0; k < 6'000; ++k) {
      const LinePoint middle = place(side);
      ways.push_back({by(start, middle, goal), middle});
    }
    std::ranges::sort(ways, {}, &Way::length);
    for (std::size_t k = 1; k < ways.size(); ++k) {
      const auto &shorter = ways[k - 1], &longer = ways[k];
      const long double more = longer.length - shorter.length;
      REQUIRE(may_shorten_by(start, longer.middle, goal, shorter.middle));
      if (more < 1e-12L) {
        REQUIRE(may_shorten_by(start, shorter.middle, goal, longer.middle));
        ++equal;
      } else if (more > 2e-6L + 1e-8L * longer.length) {
        REQUIRE(!may_shorten_by(start, shorter.middle, goal, longer.middle));
        ++kept;
      }
      near += more >= 1e-12L && more < 1e-5L ? 1 : 0;
    }
  }
  CHECK(equal > 20);
  CHECK(near > 20);
  CHECK(kept > 10'000);
}

TEST_CASE("ways by a box are as short as the shortest by one of its points") {
  std::mt19937_64 random(9);
  const auto below = [&](std::int32_t most) {
    return static_cast<std::int32_t>(random() % static_cast<std::uint64_t>(most));
  };
  std::size_t shorter = 0, longer = 0;
  for (int round = 0; round < 20'000; ++round) {
    const LineModel model = round % 2 == 0 ? LineModel::unit : LineModel::point;
    const auto vertex = [&] { return LinePoint{2 + 2 * below(20), 2 + 2 * below(20)}; };
    const LinePoint start = vertex(), goal = vertex(), turn = vertex();
    const MapRect rect{{below(18), below(18)}, 1 + below(5), 1 + below(5)};
    const LinePoint low{2 * (rect.corner.x + 1), 2 * (rect.corner.y + 1)};
    const std::int32_t less = model == LineModel::unit ? 1 : 0;
    const std::int32_t width = 2 * (rect.width - less), height = 2 * (rect.height - less);
    // A fine grid on the box: an upper bound, near the least length.
    constexpr std::int32_t kFine = 24;
    long double least = INFINITY;
    for (std::int32_t i = 0; i <= kFine; ++i)
      for (std::int32_t j = 0; j <= kFine; ++j) {
        const long double x = low.x + static_cast<long double>(width) * i / kFine;
        const long double y = low.y + static_cast<long double>(height) * j / kFine;
        least = std::min(least, (std::hypot(x - start.x, y - start.y) +
                                 std::hypot(x - goal.x, y - goal.y)) /
                                    2);
      }
    const std::vector<LinePoint> line{start, turn, goal};
    const long double own = by(start, turn, goal);
    const bool may = may_shorten(model, line, {&rect, 1});
    if (least <= own) {
      REQUIRE(may);
      ++shorter;
    } else if (least > own + 0.1L) {
      REQUIRE(!may);
      ++longer;
    }
  }
  CHECK(shorter > 1'000);
  CHECK(longer > 1'000);
}

TEST_CASE("a single leg is shortest, whatever opens") {
  const std::vector<LinePoint> leg{{2, 2}, {40, 20}};
  const MapRect map{{0, 0}, 30, 30};
  CHECK(!may_shorten(LineModel::unit, leg, {&map, 1}));
  CHECK(!may_shorten(LineModel::point, std::span(leg).first(1), {&map, 1}));
}

}  // namespace throng::kept_line_test
