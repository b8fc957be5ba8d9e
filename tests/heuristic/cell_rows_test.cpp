#include "../../src/heuristic/cell_rows.hpp"

#include "../support/catch.hpp"
#include "../support/maps.hpp"

#include <algorithm>

namespace throng::cell_rows_test {

TEST_CASE("open cells are numbered once each, chosen cells first, then row by row") {
  const auto grid = *Grid::make(test::drawn(R"(
      ..@.
      @...
      .@@.)"));
  const std::vector<CellIndex> first{grid->cell({3, 2}), grid->cell({1, 0})};
  const CellRows rows = number_cells(*grid, first);
  CHECK(rows.count == grid->open_cells());
  CHECK(rows.row[first[0]] == 0);
  CHECK(rows.row[first[1]] == 1);
  std::vector<std::uint32_t> others;
  for (const Position p : {Position{0, 0}, {3, 0}, {1, 1}, {2, 1}, {3, 1}, {0, 2}})
    others.push_back(rows.row[grid->cell(p)]);
  CHECK(others == std::vector<std::uint32_t>{2, 3, 4, 5, 6, 7});
}

TEST_CASE("rows of large maps are numbered as those of small ones") {
  // Blocks of 64 cells: all open, some open, some of them chosen, all closed.
  for (const int closed : {0, 1, 40, 100}) {
    const auto grid = *Grid::make(test::random_terrain(150, 20, closed, 1));
    std::vector<CellIndex> first, expected;
    for (auto cell = static_cast<CellIndex>(grid->cell_count()); cell-- > 0;)
      if (grid->component(cell) != Grid::kNoComponent)
        (cell % 97 == 0 ? first : expected).push_back(cell);
    std::ranges::reverse(expected);
    expected.insert(expected.begin(), first.begin(), first.end());

    const CellRows rows = number_cells(*grid, first);
    CAPTURE(closed);
    CHECK(rows.count == expected.size());
    std::vector<std::uint32_t> row(grid->cell_count(), 0xFFFF'FFFF);
    for (std::uint32_t i = 0; i < expected.size(); ++i) row[expected[i]] = i;
    CHECK(std::ranges::equal(rows.row, row));
  }
}

TEST_CASE("several threads number the cells as one does", "[parallel]") {
  const auto grid = *Grid::make(test::random_terrain(600, 200, 30, 2));
  std::vector<CellIndex> first;
  for (auto cell = static_cast<CellIndex>(grid->cell_count()); cell-- > 0;)
    if (cell % 53 == 0 && grid->component(cell) != Grid::kNoComponent)
      first.push_back(cell);
  const CellRows alone = number_cells(*grid, first);
  for (const int threads : {2, 7, 16}) {
    Crew crew(threads);
    const CellRows together = number_cells(*grid, first, crew);
    CAPTURE(threads);
    CHECK(together.count == alone.count);
    CHECK(together.row == alone.row);
  }
}

TEST_CASE("a map without open cells has no rows and no components") {
  const auto grid = *Grid::make(test::drawn("@@"));
  CHECK(number_cells(*grid, {}).count == 0);
  CHECK(list_components(*grid).cells.empty());
}

TEST_CASE("the cells of each component are listed in rising order") {
  const Terrain terrain = test::random_terrain(20, 15, 45, 3);
  const auto grid = *Grid::make(terrain);
  REQUIRE(grid->component_count() > 3);
  const ComponentCells list = list_components(*grid);
  std::size_t listed = 0;
  for (std::uint32_t c = 0; c < grid->component_count(); ++c) {
    const std::span<const CellIndex> cells = list.of(c);
    CHECK(!cells.empty());
    CHECK(cells.size() == list.size(c));
    CHECK(std::is_sorted(cells.begin(), cells.end()));
    for (const CellIndex cell : cells) CHECK(grid->component(cell) == c);
    listed += cells.size();
  }
  CHECK(listed == grid->open_cells());
}

}  // namespace throng::cell_rows_test
