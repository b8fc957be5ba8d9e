#include "../../src/field/field_walk.hpp"

#include "../support/catch.hpp"
#include "../support/maps.hpp"

#include <throng/column.hpp>
#include <throng/grid.hpp>
#include <throng/links.hpp>

#include <cstddef>
#include <memory>
#include <memory_resource>
#include <vector>

namespace throng::field_walk_test {

using namespace test;

namespace {

/// A row of cells, and a field on it that does not lead down everywhere.
struct Row {
  explicit Row(const std::vector<Cost>& steps, const GridOptions& options = {})
      : grid(*Grid::make(*Terrain::make(static_cast<std::int32_t>(steps.size()), 1), {},
                         options)),
        field(grid->cell_count()) {
    for (std::size_t x = 0; x < steps.size(); ++x)
      field[cell(static_cast<std::int32_t>(x))] = steps[x] * grid->costs().straight;
  }

  CellIndex cell(std::int32_t x) const { return grid->cell({x, 0}); }

  std::shared_ptr<const Grid> grid;
  std::vector<Cost> field;
};

}  // namespace

TEST_CASE("a walk down a field with a gap ends there, and there is no way") {
  const Row plain({0, 1, 2, 9, 10, 11});
  const std::vector<Weight> weights(6, 1);
  const Row weighted({0, 1, 2, 9, 10, 11}, {.weights = weights});
  const std::vector<Link> links{{{0, 0}, {5, 0}, 3}};
  const Row linked({0, 1, 2, 9, 10, 11}, {.links = links});
  for (const Row* const row : {&plain, &weighted, &linked}) {
    const FieldWalk walk(*row->grid);
    const Cost* const field = row->field.data();
    CHECK(walk.next(field, row->cell(5), Move::north) == Move::west);
    CHECK_FALSE(walk.next(field, row->cell(3), Move::west));
    std::vector<Move> moves{Move::south};
    CHECK_FALSE(walk.append(field, row->cell(5), moves));
    CHECK(moves == std::vector<Move>{Move::south});
    CHECK(walk.append(field, row->cell(2), moves));
    CHECK(moves == std::vector<Move>{Move::south, Move::west, Move::west});
  }
}

TEST_CASE("a way that ends nowhere is not copied") {
  // From the middle cell two ways lead down; the first one ends nowhere.
  const Row row({4, 5, 6, 7, 2, 1, 0});
  const FieldWalk walk(*row.grid);
  Trails trails;
  Column<Move> moves;
  for (int again = 0; again < 2; ++again) {
    CHECK_FALSE(walk.append(row.field.data(), row.cell(3), 100, trails, moves));
    CHECK_FALSE(walk.append(row.field.data(), row.cell(2), 100, trails, moves));
    CHECK(moves.empty());
    CHECK(walk.append(row.field.data(), row.cell(4), 100, trails, moves) == 2U);
    CHECK(moves.size() == 2);
    CHECK(walk.append(row.field.data(), row.cell(4), 1, trails, moves) == 2U);
    CHECK(moves.size() == 3);
    trails.forget();
    moves.clear();
  }
}

}  // namespace throng::field_walk_test
