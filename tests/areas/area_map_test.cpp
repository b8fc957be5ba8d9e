#include "../../src/areas/area_map.hpp"

#include "../support/catch.hpp"
#include "../support/maps.hpp"
#include "../support/seeds.hpp"

#include <throng/grid.hpp>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace throng::area_map_test {

namespace {

std::shared_ptr<const Grid> grid_of(const Terrain& terrain, const Rules& rules = {}) {
  return *Grid::make(terrain, rules);
}

/// The areas as a drawing: area 0 is 'a', 1 is 'b', ...; closed cells are '@'.
std::string pictured(const Terrain& terrain) {
  const auto grid = grid_of(terrain);
  const AreaMap areas = decompose(*grid);
  std::string picture;
  for (std::int32_t y = 0; y < terrain.height(); ++y) {
    for (std::int32_t x = 0; x < terrain.width(); ++x) {
      const std::uint32_t area = areas.area_of[grid->cell({x, y})];
      picture += area == kNoArea ? '@' : static_cast<char>('a' + static_cast<char>(area));
    }
    picture += '\n';
  }
  return picture;
}

/// Algorithm 1 as the paper prints it, line by line, marking first and undoing after.
class Printed {
 public:
  explicit Printed(const Grid& grid)
      : zone(grid.cell_count(), kNoArea), stride_(grid.stride()) {
    for (CellIndex cell = 0; cell < zone.size(); ++cell)
      if (grid.component(cell) != Grid::kNoComponent) zone[cell] = kFree;
    for (;; ++current_) {
      const auto top_left = std::find(zone.begin(), zone.end(), kFree);
      if (top_left == zone.end()) break;
      fill(static_cast<CellIndex>(top_left - zone.begin()));
    }
  }

  std::uint32_t count() const { return current_; }

  std::vector<std::uint32_t> zone;

 private:
  static constexpr std::uint32_t kFree = 0xFFFF'FF00;

  bool free(CellIndex cell) const { return zone[cell] == kFree; }
  bool ours(CellIndex cell) const { return zone[cell] == current_; }

  void fill(CellIndex left) {
    bool shrunk_right = false, shrunk_left = false;
    for (;;) {
      CellIndex x = left;
      zone[x] = current_;
      while (free(x + 1) && !free(x + 1 - stride_)) zone[++x] = current_;
      if (ours(x + 1 - stride_)) {
        shrunk_right = true;
      } else if (!ours(x - stride_) && shrunk_right) {
        for (; x >= left; --x) zone[x] = kFree;
        return;
      }
      x = left + stride_;
      while (!free(x) && ours(x - stride_)) ++x;
      if (!free(x) || !ours(x - stride_)) return;
      while (free(x - 1) && !free(x - 1 - stride_)) --x;
      if (ours(x - 1 - stride_)) {
        shrunk_left = true;
      } else if (!ours(x - stride_) && shrunk_left) {
        return;
      }
      left = x;
    }
  }

  CellIndex stride_;
  std::uint32_t current_ = 0;
};

/// A drawing of `teeth` copies of a piece, side by side.
Terrain repeated(const std::vector<std::string>& piece, std::size_t times) {
  std::string cells;
  for (const std::string& row : piece)
    for (std::size_t i = 0; i < times; ++i) cells += row;
  return *Terrain::make(static_cast<std::int32_t>(piece[0].size() * times),
                        static_cast<std::int32_t>(piece.size()), cells);
}

}  // namespace

TEST_CASE("an area stops to the right where the map opens upwards") {
  CHECK(pictured(test::drawn(R"(..@@@@
                                ..@@.@
                                ......
                                ......)")) ==
        "aa@@@@\n"
        "aa@@b@\n"
        "aaaabb\n"
        "aaaabb\n");
}

TEST_CASE("an area stops to the left where the map opens upwards") {
  CHECK(pictured(test::drawn(R"(@@@@..
                                @.@@..
                                ......)")) ==
        "@@@@aa\n"
        "@b@@aa\n"
        "bbaaaa\n");
}

TEST_CASE("an area that has drawn back on a side does not grow there again") {
  CHECK(pictured(test::drawn(R"(.....
                                ...@@
                                .....)")) == "aaaaa\naaa@@\nbbbbb\n");
  CHECK(pictured(test::drawn(R"(.....
                                @@...
                                .....)")) == "aaaaa\n@@aaa\nbbbbb\n");
}

TEST_CASE("an area grows again on a side on which it has not drawn back") {
  CHECK(pictured(test::drawn(R"(@...@
                                ..@@@
                                .@@@@)")) == "@aaa@\naa@@@\na@@@@\n");
  CHECK(pictured(test::drawn(R"(@..@@
                                .....
                                .....)")) == "@aa@@\naaaaa\naaaaa\n");
}

TEST_CASE("a row goes on below the first free cell, and other pieces are new areas") {
  CHECK(pictured(test::drawn(R"(.......
                                @.@.@..
                                @.@.@..)")) == "aaaaaaa\n@a@b@cc\n@a@b@cc\n");
}

TEST_CASE("closed cells alone have no areas, and the smallest maps have one") {
  const auto closed = grid_of(test::drawn("@T\nWO"));
  CHECK(decompose(*closed).count == 0);
  CHECK(decompose(*closed).area_of == std::vector<std::uint32_t>(16, kNoArea));
  CHECK(pictured(test::drawn(".")) == "a\n");
  CHECK(pictured(test::drawn("..@.@@...")) == "aa@b@@ccc\n");
  CHECK(pictured(test::drawn(".\n.\n@\n.\n")) == "a\na\n@\nb\n");
}

TEST_CASE("areas are those of the published algorithm") {
  const int closed = GENERATE(5, 15, 30, 45, 60);
  for (std::uint64_t seed = 0; seed < 400; seed += test::every({.sanitized = 9})) {
    const auto width = static_cast<std::int32_t>(1 + seed % 17);
    const auto height = static_cast<std::int32_t>(1 + seed % 13);
    const auto grid = grid_of(test::random_terrain(width, height, closed, seed));
    const AreaMap areas = decompose(*grid);
    const Printed printed(*grid);
    CAPTURE(closed, seed, width, height);
    REQUIRE(areas.count == printed.count());
    REQUIRE(areas.area_of == printed.zone);
  }
}

TEST_CASE("every open cell is in one area whose rows are unbroken and joined") {
  const int closed = GENERATE(0, 10, 25, 40, 70);
  const auto seed = GENERATE(range(0, 8));
  CAPTURE(closed, seed);
  const auto grid = grid_of(
      test::random_terrain(40 + seed, 47 - seed, closed, static_cast<std::uint64_t>(seed)));
  const AreaMap areas = decompose(*grid);
  const auto cells = static_cast<CellIndex>(grid->cell_count());

  std::uint32_t next = 0;
  std::vector<CellIndex> row_end(areas.count, 0);  // the cell after the last row's run
  std::vector<CellIndex> row_begin(areas.count, 0);
  for (CellIndex cell = 0; cell < cells; ++cell) {
    const std::uint32_t area = areas.area_of[cell];
    REQUIRE((area == kNoArea) == (grid->component(cell) == Grid::kNoComponent));
    if (area == kNoArea || areas.area_of[cell - 1] == area) continue;
    CellIndex end = cell;
    while (areas.area_of[end] == area) ++end;
    if (area == next) {
      ++next;  // numbered in the order of their first cells
    } else {
      REQUIRE(area < next);
      const CellIndex stride = grid->stride();
      const bool below = cell < row_end[area] + stride && row_begin[area] + stride < end;
      REQUIRE(below);
    }
    row_begin[area] = cell;
    row_end[area] = end;
  }
  CHECK(next == areas.count);
}

TEST_CASE("areas do not depend on topology and corner rule") {
  const Terrain terrain = test::random_terrain(30, 30, 30, 5);
  const AreaMap areas = decompose(*grid_of(terrain));
  for (const Topology topology : {Topology::octile, Topology::tile})
    for (const Corners corners : kCorners)
      CHECK(decompose(*grid_of(terrain, {.topology = topology, .corners = corners}))
                .area_of == areas.area_of);
}

TEST_CASE("a long row that many areas refuse is looked at by none of them as a whole") {
  constexpr std::size_t kTeeth = 60'000;  // times the row's cells: minutes if they did
  const auto piece = GENERATE(std::vector<std::string>{"...@", "@.@@", "...."},
                              std::vector<std::string>{"@..@", "@.@@", "...."},
                              std::vector<std::string>{"@..@", "@@.@", "...."});
  const Terrain terrain = repeated(piece, kTeeth);
  const auto grid = grid_of(terrain);
  const AreaMap areas = decompose(*grid);
  CAPTURE(piece);
  CHECK(areas.count == kTeeth + 1);
  CHECK(areas.area_of[grid->cell({0, 2})] == kTeeth);
}

}  // namespace throng::area_map_test
