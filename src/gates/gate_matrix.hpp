#pragma once

#include "../areas/area_map.hpp"
#include "../sweep/sweep_team.hpp"
#include "gates.hpp"

#include <throng/grid.hpp>
#include <throng/result.hpp>

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace throng {

/// Rows first, first + 1, ... of the matrix H of gates.count() columns: H(i, j) is the cost
/// of a cheapest path from any cell of the gate of row i to any cell of the gate of column
/// j that never enters the area which gate i leaves; kUnreachable where there is none.
///
/// rows: out, as many rows as are wanted, one behind the other. What a row holds depends
/// neither on the other rows nor on the number of threads.
/// Cost: a sweep a row, the rows shared out among the threads; transient memory of 10 bytes
/// a padded cell and thread and 4 bytes a cell. The monitor counts sweeps. False when it
/// cancels: then some rows are not written.
///
/// The bound, in words: a path from a cell of A to a cell of B leaves A for the last time
/// by some gate i and then comes into B for the first time by some gate j, and what lies
/// between never enters A. So H(i, j) is no more than that part of the path.
/// Source: Björnsson, Halldórsson, AIIDE 2006 (see Gates), who measure between the lines of
/// gates and cross neither of the two; that is too much where a path does.
bool fill_gate_rows(const Grid& grid, const AreaMap& areas, const Gates& gates,
                    std::size_t first, const SweepTeam& team, std::span<Cost> rows);

/// The costs between all gates of a grid; see fill_gate_rows.
///
/// Immutable; const members may be called from any number of threads at once.
class GateMatrix {
 public:
  /// Errors: over_limit when it would take more than `most_bytes`, with the figure;
  ///         cancelled when the monitor says so.
  static Result<GateMatrix> build(const Grid& grid, const AreaMap& areas,
                                  const Gates& gates, std::size_t most_bytes,
                                  const SweepTeam& team);

  /// By row and column, as Gates numbers them.
  Cost cost(std::size_t row, std::size_t column) const noexcept {
    return costs_[row * count_ + column];
  }
  std::span<const Cost> costs() const noexcept { return costs_; }  ///< row by row

  /// result[i] = the least cost(row i, column j) + ends[j] over all j: what it costs to
  /// leave by each of the rows of one area and to come by way of a column of another one.
  /// Pre: ends has columns.size() slots, result rows.size(). Cost: see min_plus().
  void find_exits(Gates::Range rows, Gates::Range columns, std::span<const Cost> ends,
                  std::span<Cost> result) const noexcept;

  std::size_t memory_bytes() const noexcept { return costs_.size() * sizeof(Cost); }

 private:
  GateMatrix(std::size_t count, std::vector<Cost> costs)
      : count_(count), costs_(std::move(costs)) {}

  std::size_t count_;
  std::vector<Cost> costs_;
};

}  // namespace throng
