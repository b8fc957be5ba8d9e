#pragma once

#include "../jump/jumps.hpp"
#include "../jump/numbered_cells.hpp"
#include "landmark_table.hpp"

#include <throng/grid.hpp>
#include <throng/query.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace throng {

/// The rows of the two ends of a query: row 0 is that of `from`, row 1 that of `to`.
class EndRows {
 public:
  const Cost* from() const noexcept { return values_.data(); }
  const Cost* to() const noexcept { return values_.data() + slots_; }
  /// A table of these two rows. It reads them where they lie.
  LandmarkTable table(const Grid& grid) const noexcept;

 private:
  friend class SeenRows;
  int landmarks_ = 0;
  std::size_t slots_ = 0;
  alignas(64) std::array<Cost, 128> values_;
};

/// Computes the rows of any cells from a table that has rows for jump points only. The
/// cheapest way from a cell to a landmark leads straight to it, if the landmark is seen,
/// or over one of the jump points to which jump point search jumps from the cell.
///
/// Cost of a row: the jumps from the cell, and a cache miss for each jump point that it
/// sees. Source: the connection of starts and goals to subgoal graphs, T. Uras, S. Koenig,
/// C. Hernandez, "Subgoal Graphs for Optimal Pathfinding in Eight-Neighbor Grids", ICAPS
/// 2013.
class SeenRows {
 public:
  /// node_of: the rows of the table. landmarks: [slot * components + component]. Keeps
  /// references to all of them. Pre: exact storage; the grid allows jumps.
  SeenRows(const Grid& grid, const JumpWalker& walker, NodesByCell node_of,
           const LandmarkTable& table, std::span<const CellIndex> landmarks) noexcept
      : grid_(grid),
        walker_(walker),
        node_of_(node_of),
        table_(table),
        landmarks_(landmarks) {}

  /// Pre: open cells.
  EndRows rows_of(CellIndex from, CellIndex to) const noexcept;

 private:
  void write(CellIndex cell, Cost* row) const noexcept;
  void look_at_jump_points(CellIndex cell, Cost* row) const noexcept;
  void look_at_landmarks(CellIndex cell, Cost* row) const noexcept;

  const Grid& grid_;
  JumpWalker walker_;
  NodesByCell node_of_;
  const LandmarkTable& table_;
  std::span<const CellIndex> landmarks_;
};

}  // namespace throng
