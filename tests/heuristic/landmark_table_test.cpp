#include "../../src/heuristic/landmark_table.hpp"

#include "../support/catch.hpp"
#include "../support/maps.hpp"

#include <algorithm>
#include <cstdint>

namespace throng::landmark_table_test {

namespace {

/// A row of `count` cells, and fields made by hand: slots of its padded map.
struct Row {
  explicit Row(std::int32_t count) : grid(*Grid::make(*Terrain::make(count, 1))) {}

  /// Puts the distances of the cells, from left to right, into slot `slot`.
  void set(LandmarkTable& table, std::size_t slot, const std::vector<Cost>& distances) {
    std::vector<Cost> field(grid->cell_count(), kUnreachable);
    for (std::size_t x = 0; x < distances.size(); ++x)
      field[grid->cell({static_cast<std::int32_t>(x), 0})] = distances[x];
    const std::span<const Cost> one(field);
    table.set_fields(slot, std::span(&one, 1), components.cells, rows, crew);
  }

  /// A table in which all distances are 0.
  LandmarkTable zeros(int landmarks) {
    LandmarkTable table(*grid, rows, landmarks, FieldMetric::cost);
    const std::vector<Cost> field(grid->cell_count());
    table.set_fields(
        0, std::vector<std::span<const Cost>>(static_cast<std::size_t>(landmarks), field),
        rows, crew);
    return table;
  }

  std::shared_ptr<const Grid> grid;
  CellRows rows = number_cells(*grid, {});
  ComponentCells components = list_components(*grid);
  Crew crew{1};
};

}  // namespace

TEST_CASE(
    "rows of a landmark table fill 32 bytes, begin on a cache line and end in zeros") {
  Row row(3);
  for (const int landmarks : {1, 8, 9, 16, 17, 64}) {
    CAPTURE(landmarks);
    LandmarkTable table = row.zeros(landmarks);
    CHECK(table.slots() >= static_cast<std::size_t>(landmarks));
    CHECK(table.slots() * 4 % 32 == 0);
    CHECK(table.slots() * 4 < static_cast<std::size_t>(landmarks) * 4 + 32);
    CHECK(reinterpret_cast<std::uintptr_t>(table.exact()) % 64 == 0);
    CHECK(table.memory_bytes() == 3 * table.slots() * 4);
    row.set(table, static_cast<std::size_t>(landmarks) - 1, {1, 2, 3});
    for (std::size_t slot = 0; slot < table.slots(); ++slot)
      CHECK(table.exact()[2 * table.slots() + slot] ==
            (slot + 1 == static_cast<std::size_t>(landmarks) ? 3 : 0));
  }
}

TEST_CASE("a copy of a table begins on a cache line too") {
  Row row(5);
  LandmarkTable table = row.zeros(3);
  row.set(table, 0, {0, 1, 2, 3, 4});
  const LandmarkTable copy = table;  // NOLINT: the copy is what is tested
  CHECK(reinterpret_cast<std::uintptr_t>(copy.exact()) % 64 == 0);
  CHECK(copy.lower(0, 4) == 4);
  CHECK(copy.exact() != table.exact());
}

TEST_CASE("exact bounds are the largest difference and the least sum of all slots") {
  Row row(3);
  LandmarkTable table(*row.grid, row.rows, 2, FieldMetric::cost);
  row.set(table, 0, {10, 30, 25});
  row.set(table, 1, {7, 9, 40});
  CHECK(table.unit() == 1);
  CHECK(table.lower(0, 1) == 20);
  CHECK(table.best_slot(0, 1) == 0);
  CHECK(table.upper(0, 1) == 16);
  CHECK(table.lower(2, 1) == 31);
  CHECK(table.best_slot(2, 1) == 1);
  CHECK(table.upper(2, 1) == 49);
}

TEST_CASE("of slots with equal bounds the first is the best") {
  Row row(2);
  LandmarkTable table = row.zeros(20);
  CHECK(table.best_slot(0, 1) == 0);
  for (const std::size_t slot : {3, 7, 19}) row.set(table, slot, {5, 9});
  CHECK(table.best_slot(0, 1) == 3);
}

TEST_CASE("an upper bound that does not fit 32 bits is unknown") {
  Row row(2);
  LandmarkTable table(*row.grid, row.rows, 1, FieldMetric::cost);
  row.set(table, 0, {0x8000'0000, 0x7FFF'FFFE});
  CHECK(table.upper(0, 1) == kUnreachable - 1);
  row.set(table, 0, {0x8000'0000, 0x7FFF'FFFF});
  CHECK(table.upper(0, 1) == kUnreachable);
  row.set(table, 0, {0x8000'0000, 0x8000'0000});
  CHECK(table.upper(0, 1) == kUnreachable);
}

TEST_CASE("a field that counts steps is worth a straight step below, a diagonal above") {
  Row row(3);
  LandmarkTable table(*row.grid, row.rows, 1, FieldMetric::steps);
  row.set(table, 0, {4, 1, 3});
  CHECK(table.unit() == kExactCosts.straight);
  CHECK(table.upper_unit() == kExactCosts.diagonal);
  CHECK(table.lower(0, 1) == 3);
  CHECK(table.upper(0, 1) == 5 * kExactCosts.diagonal);
}

TEST_CASE("fields of all cells, set in waves, fill every row on any number of threads") {
  const auto grid = *Grid::make(test::random_terrain(150, 90, 30, 3));
  const CellRows rows = number_cells(*grid, {});
  constexpr int kLandmarks = 11;
  std::vector<std::vector<Cost>> memory;
  for (Cost slot = 0; slot < kLandmarks; ++slot) {
    std::vector<Cost>& field = memory.emplace_back(grid->cell_count());
    for (CellIndex cell = 0; cell < field.size(); ++cell) field[cell] = 100 * cell + slot;
  }
  const std::vector<std::span<const Cost>> fields(memory.begin(), memory.end());
  for (const int threads : {1, 7}) {
    Crew crew(threads);
    LandmarkTable table(*grid, rows, kLandmarks, FieldMetric::cost);
    for (std::size_t slot = 0; slot < kLandmarks; slot += 4)
      table.set_fields(
          slot,
          std::span(fields).subspan(slot, std::min<std::size_t>(4, kLandmarks - slot)),
          rows, crew);
    bool right = true;
    for (CellIndex cell = 0; cell < grid->cell_count(); ++cell)
      for (std::size_t slot = 0; rows.row[cell] < rows.count && slot < table.slots();
           ++slot)
        right &= table.exact()[rows.row[cell] * table.slots() + slot] ==
                 (slot < kLandmarks ? fields[slot][cell] : 0);
    CAPTURE(threads);
    CHECK(right);
  }
}

TEST_CASE("setting the fields of some cells leaves the rows of the others alone") {
  Row row(3);
  LandmarkTable table(*row.grid, row.rows, 1, FieldMetric::cost);
  row.set(table, 0, {4, 5, 6});
  row.components.cells = {row.grid->cell({1, 0})};
  row.set(table, 0, {9, 9, 9});
  CHECK(table.exact_values()[0] == 4);
  CHECK(table.exact_values()[table.slots()] == 9);
  CHECK(table.exact_values()[2 * table.slots()] == 6);
}

}  // namespace throng::landmark_table_test
