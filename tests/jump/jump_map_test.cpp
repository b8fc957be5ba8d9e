#include "../../src/jump/jump_map.hpp"

#include "../../src/jump/diagonal_stops.hpp"
#include "../../src/jump/open_lines.hpp"
#include "../support/catch.hpp"
#include "../support/maps.hpp"
#include "../support/seeds.hpp"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

namespace throng::jump_map_test {

namespace {

/// What the definition says, read off the terrain; outside the map everything is closed.
struct Definition {
  const Terrain& terrain;
  const MovementClass movement = Rules().movement;

  bool open(std::int32_t x, std::int32_t y) const {
    if (x < 0 || y < 0 || x >= terrain.width() || y >= terrain.height()) return false;
    return movement.open(terrain.at({x, y}));
  }
  bool jump_point(std::int32_t x, std::int32_t y, std::int32_t dx, std::int32_t dy) const {
    const auto ended = [&](std::int32_t sx, std::int32_t sy) {
      return open(x + sx, y + sy) && !open(x + sx - dx, y + sy - dy);
    };
    return open(x, y) && open(x - dx, y - dy) && (ended(dy, dx) || ended(-dy, -dx));
  }
  /// Steps to the cell at which a straight walk from x,y ends.
  std::int32_t steps(std::int32_t x, std::int32_t y, std::int32_t dx,
                     std::int32_t dy) const {
    for (std::int32_t n = 1;; ++n)
      if (!open(x + n * dx, y + n * dy) || jump_point(x + n * dx, y + n * dy, dx, dy))
        return n;
  }
  bool sees(std::int32_t x, std::int32_t y, std::int32_t dx, std::int32_t dy) const {
    const std::int32_t n = steps(x, y, dx, dy);
    return open(x + n * dx, y + n * dy);
  }
};

/// By cell, bit d: the straight walk in direction d ends at a jump point.
std::vector<unsigned> views_of(const Terrain& terrain) {
  const Definition truth{terrain};
  std::vector<unsigned> views;
  for (const Position p : test::all_cells(terrain)) {
    views.push_back(0);
    for (unsigned d = 0; d < 4 && truth.open(p.x, p.y); ++d)
      if (truth.sees(p.x, p.y, kMoveX[d], kMoveY[d])) views.back() |= 1U << d;
  }
  return views;
}

Terrain sample(std::uint64_t seed) {
  // Widths and heights about the words of a bitmap.
  constexpr std::int32_t kSizes[] = {1, 2, 61, 62, 63, 64, 65, 126, 127, 128, 190};
  const std::int32_t width = kSizes[seed % 11], height = kSizes[seed / 11 % 11];
  return test::random_terrain(width, height, static_cast<int>(seed * 13 % 60), seed);
}

}  // namespace

TEST_CASE("straight walks end where the definition of jump points says") {
  for (std::uint64_t seed = 0; seed < 121; seed += test::every({3, 13})) {
    const Terrain terrain = sample(seed);
    const auto grid = *Grid::make(terrain);
    const JumpMap map(*grid);
    const Definition truth{terrain};
    CAPTURE(seed, terrain.width(), terrain.height());
    std::size_t wrong = 0;
    for (const Position p : test::all_cells(terrain)) {
      if (!truth.open(p.x, p.y)) continue;
      const std::int32_t x = p.x + 1, y = p.y + 1;
      wrong += map.north(x, y) != y - truth.steps(p.x, p.y, 0, -1);
      wrong += map.south(x, y) != y + truth.steps(p.x, p.y, 0, 1);
      wrong += map.east(x, y) != x + truth.steps(p.x, p.y, 1, 0);
      wrong += map.west(x, y) != x - truth.steps(p.x, p.y, -1, 0);
    }
    REQUIRE(wrong == 0);
  }
}

TEST_CASE("jump points are listed once each, row by row, and counted by direction") {
  for (std::uint64_t seed = 0; seed < 121; seed += test::every({3, 13})) {
    const Terrain terrain = sample(seed);
    const auto grid = *Grid::make(terrain);
    const JumpMap map(*grid);
    const Definition truth{terrain};
    std::pmr::vector<CellIndex> expected;
    std::size_t states = 0;
    for (const Position p : test::all_cells(terrain)) {
      const int count =
          truth.jump_point(p.x, p.y, 0, -1) + truth.jump_point(p.x, p.y, 1, 0) +
          truth.jump_point(p.x, p.y, 0, 1) + truth.jump_point(p.x, p.y, -1, 0);
      states += static_cast<std::size_t>(count);
      if (count != 0) expected.push_back(grid->cell(p));
    }
    CAPTURE(seed);
    REQUIRE(map.jump_points(open_rows(*grid)) == expected);
    REQUIRE(map.state_count() == states);
  }
}

TEST_CASE("diagonal walks stop where they see a jump point, and beyond their ends") {
  for (std::uint64_t seed = 0; seed < 121; seed += test::every({3, 13})) {
    const Terrain terrain = sample(seed);
    const auto grid = *Grid::make(terrain);
    const DiagonalStops stops(open_rows(*grid), JumpMap(*grid));
    const std::vector<unsigned> views = views_of(terrain);
    const auto view = [&](Position p) {
      return views[static_cast<std::size_t>(p.y * terrain.width() + p.x)];
    };
    CAPTURE(seed, terrain.width(), terrain.height());
    std::size_t wrong = 0;
    for (const Position p : test::all_cells(terrain))
      for (unsigned d = 4; d < 8; ++d) {
        if (!grid->open(p)) {
          const auto place =
              static_cast<std::size_t>(stops.lines().place(p.x + 1, p.y + 1));
          const std::size_t line = stops.lines().line(d - 4, p.x + 1, p.y + 1);
          wrong += !stops.stops(d - 4).test(line, place);
          continue;
        }
        const unsigned sides = (kMoveX[d] > 0 ? 2U : 8U) | (kMoveY[d] > 0 ? 4U : 1U);
        Position at = p;
        std::int32_t steps = 0;
        for (bool stop = false; !stop; ++steps) {
          stop = (grid->moves(at) >> d & 1U) == 0;
          at = step(Topology::octile, at, static_cast<Move>(d));
          stop = stop || (view(at) & sides) != 0;
        }
        wrong += stops.steps(d - 4, p.x + 1, p.y + 1) != steps;
      }
    REQUIRE(wrong == 0);
  }
}

TEST_CASE("lines along the diagonals count places along the shorter side") {
  for (const auto& [width, height] : {std::pair(5, 9), {9, 5}, {7, 7}, {1, 4}, {4, 1}}) {
    const DiagonalLines lines(static_cast<std::size_t>(width),
                              static_cast<std::size_t>(height));
    CAPTURE(width, height);
    REQUIRE(lines.length() == static_cast<std::size_t>(std::min(width, height)));
    for (unsigned d = 0; d < 4; ++d) {
      std::set<std::pair<std::size_t, std::int32_t>> used;
      for (std::int32_t y = 0; y < height; ++y)
        for (std::int32_t x = 0; x < width; ++x) {
          const std::size_t line = lines.line(d, x, y);
          REQUIRE(line < lines.lines());
          REQUIRE(used.emplace(line, lines.place(x, y)).second);
          REQUIRE(line == lines.line(d, x + kMoveX[4 + d], y + kMoveY[4 + d]));
        }
    }
  }
}

}  // namespace throng::jump_map_test
