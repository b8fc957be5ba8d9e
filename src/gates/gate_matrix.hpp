#pragma once

#include "../areas/area_map.hpp"
#include "../sweep/sweep_team.hpp"
#include "gates.hpp"
#include "min_plus.hpp"

#include <throng/grid.hpp>
#include <throng/result.hpp>

#include <cstddef>
#include <span>
#include <utility>

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

  /// [row][column], as Gates numbers them.
  const CostMatrix& costs() const noexcept { return costs_; }

  /// What leads out of one area into another one.
  CostBlock block(Gates::Range rows, Gates::Range columns) const noexcept {
    const auto stride = costs_.cols();
    return {costs_.data() + rows.first * stride + columns.first, rows.size(),
            columns.size(), Eigen::OuterStride<>(stride)};
  }

  std::size_t memory_bytes() const noexcept {
    return static_cast<std::size_t>(costs_.size()) * sizeof(Cost);
  }

 private:
  explicit GateMatrix(CostMatrix costs) : costs_(std::move(costs)) {}
  CostMatrix costs_;
};

}  // namespace throng
