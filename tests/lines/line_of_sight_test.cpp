#include "../../src/lines/line_of_sight.hpp"

#include "../../src/core/rng.hpp"
#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/maps.hpp"
#include "../support/seeds.hpp"
#include "../support/sight.hpp"

#include <throng/any_angle.hpp>

#include <cmath>
#include <limits>

namespace throng::line_of_sight_test {

namespace {

std::vector<Rules> drawings() {
  std::vector<Rules> all;
  for (const Corners corners : kCorners) all.push_back({.corners = corners});
  for (const Topology topology : {Topology::tile, Topology::hex, Topology::tex})
    all.push_back({.topology = topology});
  return all;
}

bool sees(std::string_view drawing, const Rules& rules, Position from, Position to) {
  return line_of_sight(**Grid::make(test::drawn(drawing), rules), from, to);
}

/// Some steps of a map, closed in one or both directions.
std::vector<ClosedStep> random_fences(TerrainView terrain, const Rules& rules,
                                      std::uint64_t seed) {
  SplitMix64 random(seed);
  std::vector<ClosedStep> fences;
  for (const Position p : test::all_cells(terrain))
    for (unsigned d = 0; d < kMoves; ++d) {
      const auto move = static_cast<Move>(d);
      if (!random.chance(8)) continue;
      fences.push_back({p, move});
      const Position to = step(rules.topology, p, move);
      if (random.chance(50) && to.x >= 0 && to.y >= 0 && to.x < terrain.width &&
          to.y < terrain.height)
        fences.push_back({to, opposite(move)});
    }
  return fences;
}

void check_all_pairs(TerrainView terrain, const Rules& rules, const GridOptions& options) {
  const auto grid = *Grid::make(terrain, rules, options);
  const test::SightOracle oracle(terrain, rules, options);
  const LineOfSight sight(*grid);
  std::pmr::vector<CellIndex> cells;
  for (const auto& [from, to] : test::all_pairs(terrain)) {
    const bool free = oracle.sees(from, to);
    CAPTURE(test::in_words(rules), from.x, from.y, to.x, to.y);
    if (line_of_sight(*grid, from, to) != free) FAIL("expected " << free);
    if (grid->symmetric() && line_of_sight(*grid, to, from) != free) FAIL("one way only");
    if (!free) continue;
    cells.assign(1, grid->cell(from));
    sight.trace(from, to, cells);
    if (cells.back() != grid->cell(to)) FAIL("the trace ends elsewhere");
    for (std::size_t i = 1; i < cells.size(); ++i)
      if (!sight(grid->position(cells[i - 1]), grid->position(cells[i])))
        FAIL("the trace has an illegal step");
  }
}

}  // namespace

TEST_CASE("lines of sight are those of geometry") {
  for (const Rules& rules : drawings())
    for (std::uint64_t seed = 0; seed < 24; seed += test::every({.sanitized = 5})) {
      const auto width = static_cast<std::int32_t>(1 + seed % 8);
      const auto height = static_cast<std::int32_t>(1 + seed * 5 % 7);
      const int closed = seed % 3 == 0 ? 35 : 12;
      check_all_pairs(test::random_terrain(width, height, closed, seed), rules, {});
    }
}

TEST_CASE("closed steps hide what lies beyond") {
  for (const Rules& rules : drawings())
    for (std::uint64_t seed = 0; seed < 8; seed += test::every({.sanitized = 5})) {
      const Terrain terrain = test::random_terrain(6, 5, 8, seed);
      const auto fences = random_fences(terrain, rules, seed);
      check_all_pairs(terrain, rules, {.closed_steps = fences});
    }
}

TEST_CASE("neighbours see each other where the step is legal") {
  for (const Rules& rules : drawings()) {
    const Terrain terrain = test::random_terrain(20, 20, 30, 5);
    const auto grid = *Grid::make(terrain, rules);
    const auto open = *Grid::make(test::drawn("...\n...\n..."), rules);
    for (const Position p : test::all_cells(terrain))
      for (unsigned d = 0; d < kMoves; ++d) {
        const bool is_step = (open->moves({1, 1}) >> d & 1U) != 0;
        const bool legal = (grid->moves(p) >> d & 1U) != 0;
        if (is_step)
          CHECK(line_of_sight(*grid, p, grid->step(p, static_cast<Move>(d))) == legal);
      }
  }
}

TEST_CASE("a segment may touch a corner as the corner rule says") {
  const auto* const both = R"(
      .@
      @.)";
  const auto* const one = R"(
      .@
      ..)";
  for (const auto& [corners, past_one, past_both] :
       {std::tuple{Corners::never_cut, false, false},
        std::tuple{Corners::cut_one, true, false},
        std::tuple{Corners::always, true, true}}) {
    CHECK(sees(one, {.corners = corners}, {0, 0}, {1, 1}) == past_one);
    CHECK(sees(both, {.corners = corners}, {0, 0}, {1, 1}) == past_both);
  }
  CHECK(!sees(one, {.topology = Topology::tile}, {0, 0}, {1, 1}));
  CHECK(sees("..\n..", {.topology = Topology::tile}, {0, 0}, {1, 1}));
  // A flat segment meets no corner of the wall, but the insides of the cells above it.
  const auto* const wall = R"(
      .....
      ..@..)";
  CHECK(sees(wall, {}, {0, 0}, {4, 0}));
  CHECK(!sees(wall, {.corners = Corners::always}, {0, 1}, {4, 1}));
  CHECK(!sees(wall, {.corners = Corners::always}, {0, 1}, {4, 0}));
  CHECK(sees(wall, {.corners = Corners::always}, {0, 0}, {1, 1}));
}

TEST_CASE("a segment between two hexagons needs both of them") {
  // From 0,1 to 2,1 the segment runs between 1,1 and 1,2, which stand half a cell higher.
  for (const Topology topology : {Topology::hex, Topology::tex}) {
    CHECK(sees("...\n...\n...", {.topology = topology}, {0, 1}, {2, 1}));
    CHECK(!sees("...\n.@.\n...", {.topology = topology}, {0, 1}, {2, 1}));
    CHECK(!sees("...\n...\n.@.", {.topology = topology}, {0, 1}, {2, 1}));
    CHECK(sees(".@.\n...\n...", {.topology = topology}, {0, 1}, {2, 1}));
  }
}

TEST_CASE("a step that is closed one way hides one way") {
  const Terrain terrain = test::drawn(".....");
  const std::vector<ClosedStep> closed{{{2, 0}, Move::east}};
  const auto grid = *Grid::make(terrain, {}, {.closed_steps = closed});
  CHECK(!line_of_sight(*grid, {0, 0}, {4, 0}));
  CHECK(line_of_sight(*grid, {4, 0}, {0, 0}));
  CHECK(line_of_sight(*grid, {0, 0}, {2, 0}));
}

TEST_CASE("nothing is seen outside the map or in closed cells") {
  const auto grid = *Grid::make(test::drawn("..@"));
  CHECK(line_of_sight(*grid, {1, 0}, {1, 0}));
  CHECK(!line_of_sight(*grid, {2, 0}, {2, 0}));
  CHECK(!line_of_sight(*grid, {2, 0}, {1, 0}));
  constexpr std::int32_t kMost = std::numeric_limits<std::int32_t>::max();
  for (const Position outside : {Position{-1, 0}, {3, 0}, {0, 1}, {kMost, -kMost - 1}}) {
    CHECK(!line_of_sight(*grid, outside, {0, 0}));
    CHECK(!line_of_sight(*grid, {0, 0}, outside));
    CHECK(!line_of_sight(*grid, outside, outside));
  }
}

TEST_CASE("lengths are rounded up to the unit, for any map") {
  __extension__ using Wide = unsigned __int128;
  const Drawing squares(Topology::octile), hexagons(Topology::hex);
  CHECK(squares.length({0, 0}, {3, 4}) == Length{5} << kLengthBits);
  CHECK(squares.length({7, 7}, {7, 7}) == 0);
  CHECK(hexagons.length({0, 0}, {1, 0}) == Length{1} << kLengthBits);
  CHECK(hexagons.length({0, 0}, {1, 1}) == Length{1} << kLengthBits);
  constexpr std::int32_t kMost = std::numeric_limits<std::int32_t>::max();
  CHECK(squares.length({0, 0}, {kMost - 1, 0}) == Length{kMost - 1} << kLengthBits);
  SplitMix64 random(3);
  for (int i = 0; i < 20'000; ++i) {
    const unsigned bits = 1 + random.below(31);
    const auto dx = static_cast<std::int32_t>(random.below(1U << bits) & 0x7FFFFFFFU);
    const auto dy = static_cast<std::int32_t>(random.below(1U << (32 - bits)));
    const Wide square = (Wide(dx) * Wide(dx) + Wide(dy) * Wide(dy)) << (2 * kLengthBits);
    const Length length = squares.length({0, dy}, {dx, 0});
    if (Wide(length) * length < square) FAIL(dx << "," << dy << " is too short");
    if (length > 0 && Wide(length - 1) * (length - 1) >= square) FAIL("too long");
  }
}

TEST_CASE("a segment may be as long as a map") {
  const std::int32_t length = 100'000;
  for (const auto& [width, height] : {std::pair{length, 2}, std::pair{2, length}}) {
    Terrain terrain = *Terrain::make(width, height);
    for (const Position p : test::all_cells(terrain)) terrain.set(p, '.');
    const Position end{width - 1, height - 1};
    for (const Rules& rules : drawings()) {
      const auto grid = *Grid::make(terrain, rules);
      CHECK(line_of_sight(*grid, {0, 0}, end));
      CHECK(line_of_sight(*grid, end, {0, 0}));
    }
    terrain.set({width / 2, height / 2}, '@');
    CHECK(!line_of_sight(**Grid::make(terrain), {0, 0}, end));
  }
}

}  // namespace throng::line_of_sight_test
