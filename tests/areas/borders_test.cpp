#include "../../src/areas/borders.hpp"

#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/maps.hpp"
#include "../support/seeds.hpp"

#include <throng/grid.hpp>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace throng::borders_test {

namespace {

/// Borders as sorted pairs of letters: "ab" joins areas 0 and 1.
std::vector<std::string> in_letters(const std::vector<Border>& borders) {
  std::vector<std::string> all;
  for (const Border& border : borders)
    all.push_back({static_cast<char>('a' + border.a), static_cast<char>('a' + border.b)});
  std::sort(all.begin(), all.end());
  return all;
}

std::vector<std::string> borders_of(std::string_view drawing, const Rules& rules = {}) {
  const auto grid = *Grid::make(test::drawn(drawing), rules);
  return in_letters(find_borders(*grid, decompose(*grid)));
}

/// A step between two areas.
struct Crossing {
  Position from, to;
  std::uint32_t a, b;  ///< areas of from and to
};

bool next_to(Position p, Position q) {
  return std::abs(p.x - q.x) + std::abs(p.y - q.y) == 1;
}

/// Whether two straight crossings follow each other in one run.
bool in_one_run(const Crossing& p, const Crossing& q) {
  return p.a == q.a && p.b == q.b && next_to(p.from, q.from) && next_to(p.to, q.to);
}

/// Whether a diagonal crossing leads from a pair of a run to the next, or past its end.
bool belongs_to(const Crossing& diagonal, const Crossing& pair) {
  return diagonal.a == pair.a && diagonal.b == pair.b &&
         ((diagonal.from == pair.from && next_to(diagonal.to, pair.to)) ||
          (diagonal.to == pair.to && next_to(diagonal.from, pair.from)));
}

/// Borders by their definition: every crossing against every other.
std::vector<Border> defined(const Grid& grid, const AreaMap& areas,
                            const Terrain& terrain) {
  std::vector<Crossing> straight, diagonal;
  for (const Position p : test::all_cells(terrain))
    for (unsigned d = 0; d < kMoves; ++d) {
      if ((grid.moves(p) >> d & 1U) == 0) continue;
      const Position q = step(Topology::octile, p, static_cast<Move>(d));
      const Crossing crossing{p, q, areas.area_of[grid.cell(p)],
                              areas.area_of[grid.cell(q)]};
      if (crossing.a < crossing.b) (d < 4 ? straight : diagonal).push_back(crossing);
    }

  std::vector<Border> borders;
  std::vector<bool> done(straight.size(), false);
  for (std::size_t i = 0; i < straight.size(); ++i) {
    if (done[i]) continue;
    borders.push_back({straight[i].a, straight[i].b});
    std::vector<std::size_t> run{i};
    for (std::size_t k = 0; k < run.size(); ++k)
      for (std::size_t j = 0; j < straight.size(); ++j)
        if (!done[j] && in_one_run(straight[run[k]], straight[j])) {
          done[j] = true;
          run.push_back(j);
        }
  }
  for (const Crossing& lone : diagonal) {
    const bool in_run =
        std::any_of(straight.begin(), straight.end(),
                    [&](const Crossing& pair) { return belongs_to(lone, pair); });
    if (!in_run) borders.push_back({lone.a, lone.b});
  }
  return borders;
}

}  // namespace

TEST_CASE("a straight run of pairs is one border, however long") {
  // aaaaa
  // aaa@@
  // bbbbb
  CHECK(borders_of(R"(.....
                      ...@@
                      .....)") == std::vector<std::string>{"ab"});
}

TEST_CASE("two areas that meet in two places have two borders") {
  // aaaaa
  // a@@@b
  // bbbbb
  CHECK(borders_of(R"(.....
                      .@@@.
                      .....)") == std::vector<std::string>{"ab", "ab"});
}

TEST_CASE("a border with a bend is two") {
  // @a@b
  // aaab
  // a@bb
  const char* const bend = R"(@.@.
                              ....
                              .@..)";
  for (const Topology topology : {Topology::octile, Topology::tile})
    CHECK(borders_of(bend, {.topology = topology}) == std::vector<std::string>{"ab", "ab"});
}

TEST_CASE("a diagonal step past the end of a run belongs to it") {
  // aa@@
  // aa@b
  // aaab
  // aaab
  const char* const end = R"(..@@
                             ..@.
                             ....
                             ....)";
  for (const Corners corners : kCorners)
    CHECK(borders_of(end, {.corners = corners}) == std::vector<std::string>{"ab"});
}

TEST_CASE("areas that touch at a corner alone have a border where corners may be cut") {
  const char* const corner = ".@\n@.";
  CHECK(borders_of(corner).empty());
  CHECK(borders_of(corner, {.corners = Corners::cut_one}).empty());
  CHECK(borders_of(corner, {.corners = Corners::always}) == std::vector<std::string>{"ab"});
}

TEST_CASE("borders are those of the definition under all rules") {
  const int closed = GENERATE(5, 20, 35, 50);
  for (const Rules& rules : test::square_rules()) {
    if (rules.costs != kExactCosts) continue;
    for (std::uint64_t seed = 0; seed < 100; seed += test::every({.sanitized = 9})) {
      const Terrain terrain =
          test::random_terrain(2 + static_cast<std::int32_t>(seed % 8),
                               9 - static_cast<std::int32_t>(seed % 7), closed, seed);
      const auto grid = *Grid::make(terrain, rules);
      const AreaMap areas = decompose(*grid);
      CAPTURE(test::in_words(rules), closed, seed);
      REQUIRE(in_letters(find_borders(*grid, areas)) ==
              in_letters(defined(*grid, areas, terrain)));
    }
  }
}

}  // namespace throng::borders_test
