#pragma once

#include "../core/shared_array.hpp"
#include "../sweep/sweep_team.hpp"
#include "area_map.hpp"
#include "gates.hpp"

#include <throng/grid.hpp>
#include <throng/result.hpp>

#include <cstddef>
#include <span>
#include <utility>

namespace throng {

/// Computes rows first, first + 1, ... of the matrix H with gates.count() columns: H(i, j)
/// is the cost of a cheapest path from any cell of the gate of row i to any cell of the
/// gate of column j that never enters the area which gate i leaves; kUnreachable if there
/// is none.
///
/// rows: out, contiguous; its size determines the number of rows. A row depends neither on
/// the other rows nor on the number of threads. Cost: one sweep a row, the rows in
/// parallel; transient memory of 10 bytes a padded cell and thread and 4 bytes a cell. The
/// monitor counts sweeps. Returns false when it cancels; then some rows are not written.
///
/// Why this is a lower bound: a path from a cell of A to a cell of B leaves A for the last
/// time through some gate i and then enters B for the first time through some gate j, and
/// the part in between never enters A. So H(i, j) is no more than that part of the path.
/// Source: Björnsson, Halldórsson, AIIDE 2006 (see Gates), who measure between the lines of
/// gates and forbid crossing either of them; that overestimates when a path does cross.
bool fill_gate_rows(const Grid& grid, const AreaMap& areas, const Gates& gates,
                    std::size_t first, const SweepTeam& team, std::span<Cost> rows);

/// The costs between all gates of a grid; see fill_gate_rows.
///
/// Immutable; any number of threads may call const members at once.
class GateMatrix {
 public:
  /// Errors: over_limit when the matrix would need more than `most_bytes`, with its size;
  /// cancelled by the monitor.
  static Result<GateMatrix> build(const Grid& grid, const AreaMap& areas,
                                  const Gates& gates, std::size_t most_bytes,
                                  const SweepTeam& team);
  /// Pre: there are count * count costs, row by row.
  GateMatrix(std::size_t count, SharedArray<Cost> costs) noexcept
      : count_(count), costs_(std::move(costs)) {}

  /// By row and column, as Gates numbers them.
  Cost cost(std::size_t row, std::size_t column) const noexcept {
    return costs_[row * count_ + column];
  }
  std::span<const Cost> costs() const noexcept { return costs_.values(); }  ///< row by row

  /// result[i] = the least cost(row i, column j) + ends[j] over all j: what it costs to
  /// leave by each of the rows of one area and to come by way of a column of another one.
  /// Pre: ends has columns.size() slots, result rows.size(). Cost: see min_plus().
  void find_exits(Gates::Range rows, Gates::Range columns, std::span<const Cost> ends,
                  std::span<Cost> result) const noexcept;

  std::size_t memory_bytes() const noexcept { return costs_.size_bytes(); }

 private:
  std::size_t count_;
  SharedArray<Cost> costs_;
};

}  // namespace throng
