#include "check_landmarks.hpp"

#include "../sweep/sweep.hpp"
#include "damaged.hpp"

#include <throng/assert.hpp>
#include <throng/index.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace throng {
namespace {

/// The first cell whose row is not what sweeps from the landmarks give, as a message; empty
/// if there is none.
std::string find_wrong_row(const StoredLandmarks& landmarks, const LandmarkTable& table,
                           SweepDirection direction) {
  const Grid& grid = landmarks.grid;
  const SweepSpace space(grid, landmarks.metric, SweepKind::automatic, direction);
  SweepScratch scratch;
  std::vector<Cost> field(grid.cell_count());
  const std::size_t each = grid.component_count();
  for (std::size_t slot = 0; slot < table.slots(); ++slot) {
    const bool used = slot < static_cast<std::size_t>(table.landmarks());
    if (used)
      sweep(space, landmarks.cells.subspan(slot * each, each), kUnreachable - 1, scratch,
            field);
    for (CellIndex cell = 0; cell < grid.cell_count(); ++cell) {
      const std::size_t row = landmarks.rows.row[cell];
      if (row >= landmarks.count) continue;
      if (table.exact()[row * table.slots() + slot] != (used ? field[cell] : 0))
        return "the distances of cell " + std::to_string(cell) + " are wrong";
    }
  }
  return {};
}

}  // namespace

Outcome check_landmarks(const StoredLandmarks& landmarks, const LandmarkTable& table,
                        SweepDirection direction, IndexCheck level) {
  const Grid& grid = landmarks.grid;
  const std::size_t each = grid.component_count();
  if (landmarks.cells.size() != static_cast<std::size_t>(table.landmarks()) * each)
    return damaged(SectionId::landmark_cells, "not one for each landmark");
  for (std::size_t i = 0; i < landmarks.cells.size(); ++i)
    if (landmarks.cells[i] >= grid.cell_count() ||
        grid.component(landmarks.cells[i]) != i % each)
      return damaged(SectionId::landmark_cells, i, "lies outside its component");
  const std::size_t values = table.slots() * landmarks.count;
  if (table.exact_values().size() != values)
    return damaged(SectionId::landmarks, "not a row for each cell");
  if (THRONG_CHECKS == 0 || level < IndexCheck::ranges) return ok();
  const std::string wrong = find_wrong_row(landmarks, table, direction);
  return wrong.empty() ? ok() : damaged(SectionId::landmarks, wrong);
}

}  // namespace throng
