#include "../../src/lines/clear_line.hpp"

#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/maps.hpp"
#include "../support/seeds.hpp"
#include "../support/sight.hpp"

#include <throng/any_angle.hpp>

#include <limits>
#include <string_view>

namespace throng::clear_line_test {

namespace {

/// Every rule under which units are squares.
std::vector<Rules> square_rules(std::int32_t unit_size) {
  std::vector<Rules> all{{.topology = Topology::tile, .unit_size = unit_size}};
  for (const Corners corners : kCorners)
    all.push_back({.corners = corners, .unit_size = unit_size});
  return all;
}

/// Compares all pairs of cells with the oracle. Returns the number of clear lines.
int check_all_pairs(TerrainView terrain, const Rules& rules, const GridOptions& options) {
  const auto grid = *Grid::make(terrain, rules, options);
  const test::SightOracle oracle(terrain, rules, options);
  const Legs legs(*grid);
  int count = 0;
  for (const auto& [from, to] : test::all_pairs(terrain)) {
    const bool clear = oracle.clear(from, to);
    std::string_view wrong;
    if (clear_line(*grid, from, to) != clear) wrong = clear ? "is clear" : "is not clear";
    if (legs(from, to) != oracle.leg(from, to)) wrong = "is another leg";
    if (grid->symmetric_steps() && clear_line(*grid, to, from) != clear)
      wrong = "is clear one way only";
    if (clear && !line_of_sight(*grid, from, to)) wrong = "is not in sight";
    if (!wrong.empty()) {
      CAPTURE(test::in_words(rules), from.x, from.y, to.x, to.y);
      FAIL(wrong);
    }
    count += clear ? 1 : 0;
  }
  return count;
}

bool clear(std::string_view drawing, Position from, Position to, const Rules& rules = {}) {
  return clear_line(**Grid::make(test::drawn(drawing), rules), from, to);
}

}  // namespace

TEST_CASE("a unit on a clear line overlaps no closed cell") {
  int lines = 0;
  const std::size_t step = test::every({.sanitized = 5});
  for (const std::int32_t size : {1, 2, 3})
    for (const Rules& rules : square_rules(size))
      for (std::uint64_t seed = 0; seed < 24; seed += step) {
        const auto width = static_cast<std::int32_t>(size + seed % 9);
        const auto height = static_cast<std::int32_t>(size + seed * 5 % 8);
        const int closed = seed % 3 == 0 ? 30 / size : 10 / size;
        lines +=
            check_all_pairs(test::random_terrain(width, height, closed, seed), rules, {});
      }
  CHECK(lines > 10'000 / static_cast<int>(step));
}

TEST_CASE("long flat and steep lines are clear where geometry says so") {
  for (const auto& [width, height] : {std::pair{40, 3}, std::pair{3, 40}})
    for (std::uint64_t seed = 0; seed < 4; seed += test::every({.sanitized = 3}))
      for (const std::int32_t size : {1, 2})
        check_all_pairs(test::random_terrain(width, height, 2, seed), {.unit_size = size},
                        {});
}

TEST_CASE("weights and links change no clear line") {
  for (std::uint64_t seed = 0; seed < 6; seed += test::every({.sanitized = 3})) {
    const Terrain terrain = test::random_terrain(9, 8, 12, seed);
    std::vector<Weight> weights(72, 1);
    for (std::size_t i = 0; i < weights.size(); i += 3) weights[i] = 7;
    const std::vector<Link> links{{{0, 0}, {8, 7}, 1}};
    for (const Rules& rules : square_rules(2))
      check_all_pairs(terrain, rules, {.weights = weights, .links = links});
  }
}

TEST_CASE("closed steps block clear lines, one way or both") {
  for (const Rules& rules : square_rules(1))
    for (std::uint64_t seed = 0; seed < 8; seed += test::every({.sanitized = 5})) {
      const Terrain terrain = test::random_terrain(7, 6, 5, seed);
      const auto fences = test::random_fences(terrain, 8, seed);
      check_all_pairs(terrain, rules, {.closed_steps = fences});
    }
}

TEST_CASE("a legal step is a legal leg") {
  for (const std::int32_t size : {1, 2, 3})
    for (const Rules& rules : square_rules(size)) {
      const Terrain terrain = test::random_terrain(20, 20, 15, 5);
      const auto grid = *Grid::make(terrain, rules);
      const Legs legs(*grid);
      for (const Position p : test::all_cells(terrain))
        for (unsigned d = 0; d < kMoves; ++d)
          if ((grid->moves(p) >> d & 1U) != 0)
            CHECK(legs(p, grid->step(p, static_cast<Move>(d))));
    }
}

TEST_CASE("a unit passes beside a corner, not over it") {
  const auto* const corner = R"(
      ......
      ..@...
      ......
      ......)";
  CHECK(line_of_sight(**Grid::make(test::drawn(corner)), {1, 2}, {5, 1}));
  CHECK(!clear(corner, {1, 2}, {5, 1}));
  CHECK(!clear(corner, {1, 1}, {2, 2}));
  CHECK(clear(corner, {1, 2}, {3, 2}));
  CHECK(clear(corner, {3, 2}, {5, 1}));
  CHECK(clear(corner, {3, 0}, {3, 3}));
  CHECK(clear(corner, {0, 3}, {3, 2}));  // turns around the corner from here
  CHECK(clear(corner, {3, 2}, {4, 0}));
  CHECK(!clear(corner, {0, 3}, {4, 0}));
  // A corridor as wide as the unit is passed straight ahead only.
  const auto* const corridor = R"(
      @@@@@
      .....
      @@@@@)";
  CHECK(clear(corridor, {0, 1}, {4, 1}));
  CHECK(!clear(corridor, {0, 1}, {4, 1}, {.unit_size = 2}));
}

TEST_CASE("no clear line leads outside the map or to closed cells") {
  const auto grid = *Grid::make(test::drawn("..@\n..."));
  CHECK(clear_line(*grid, {1, 0}, {1, 0}));
  CHECK(!clear_line(*grid, {2, 0}, {2, 0}));
  CHECK(!clear_line(*grid, {0, 1}, {2, 0}));
  constexpr std::int32_t kMost = std::numeric_limits<std::int32_t>::max();
  for (const Position outside : {Position{-1, 0}, {3, 0}, {0, 2}, {kMost, -kMost - 1}}) {
    CHECK(!clear_line(*grid, outside, {0, 0}));
    CHECK(!clear_line(*grid, {0, 0}, outside));
    CHECK(!clear_line(*grid, outside, outside));
  }
}

TEST_CASE("a clear line may be as long as a map") {
  const std::int32_t length = 100'000;
  for (const auto& [width, height] : {std::pair{length, 3}, std::pair{3, length}}) {
    Terrain terrain = *Terrain::make(width, height);
    for (const Position p : test::all_cells(terrain)) terrain.set(p, '.');
    const Position end{width - 1, height - 1};
    for (const std::int32_t size : {1, 2}) {
      const Rules rules{.unit_size = size};
      const Position last{end.x - size + 1, end.y - size + 1};
      CHECK(clear_line(**Grid::make(terrain, rules), {0, 0}, last));
      CHECK(clear_line(**Grid::make(terrain, rules), last, {0, 0}));
    }
    // Half of the way: the unit of one cell has moved by one cell across.
    const Position middle{(width - 1) / 2, (height - 1) / 2};
    for (const Position corner : {middle, Position{end.x, 0}, Position{0, end.y}}) {
      Terrain closed = terrain;
      closed.set(corner, '@');
      CHECK(clear_line(**Grid::make(closed), {0, 0}, end) == (corner != middle));
    }
  }
}

}  // namespace throng::clear_line_test
