#pragma once

#include "../grid/open_metric.hpp"
#include "area_map.hpp"

#include <throng/grid.hpp>
#include <throng/query.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng {

/// A passage from one area into another: a straight run of entry cells, which are cells of
/// `into` with a legal move from a cell of `from`.
struct Gate {
  std::uint32_t from = 0;
  std::uint32_t into = 0;
  Position first;  ///< the ends of the run, in the same row or column of the map
  Position last;   ///< not less than `first` in x and y

  friend constexpr bool operator==(const Gate&, const Gate&) = default;
};

/// The distance on an open map from `p` to the nearest cell of a gate, which is nearest in
/// x and in y at once.
constexpr Cost open_distance(const Gate& gate, Position p,
                             const OpenMetric& metric) noexcept {
  const auto beside = [](std::int32_t at, std::int32_t first, std::int32_t last) {
    return static_cast<Cost>(std::max({0, first - at, at - last}));
  };
  return metric(beside(p.x, gate.first.x, gate.last.x),
                beside(p.y, gate.first.y, gate.last.y));
}

/// The directed gates between the areas of a map. Every entry cell of a pair of areas lies
/// in exactly one gate of that pair: in the longer of its horizontal and its vertical run
/// (the horizontal one when they are equal), without the cells that lie in longer runs.
///
/// Gates have two numbers. The row number sorts by (from, into, place), so that the gates
/// out of an area are consecutive. The column number sorts by (into, from, place), so that
/// the gates into an area are. A place is the least cell of a run.
///
/// Immutable; any number of threads may call const members at once. Source: Y. Björnsson,
/// K. Halldórsson, "Improved Heuristics for Optimal Pathfinding on Game Maps", AIIDE 2006,
/// where a gate is the line between two areas; a bound measured to that line is too large
/// where a diagonal step slips past its end.
class Gates {
 public:
  /// Consecutive numbers.
  struct Range {
    std::uint32_t first = 0;
    std::uint32_t last = 0;  ///< one past the last number

    std::uint32_t size() const noexcept { return last - first; }
  };

  /// Cost: O(cells) time; transient memory of 4 bytes a cell and 12 an entry.
  Gates(const Grid& grid, const AreaMap& areas);

  std::size_t count() const noexcept { return gates_.size(); }
  std::uint32_t area_count() const noexcept {
    return static_cast<std::uint32_t>(row_begin_.size() - 1);
  }

  /// By row number.
  const Gate& operator[](std::size_t row) const noexcept { return gates_[row]; }
  std::span<const Gate> gates() const noexcept { return gates_; }

  Range out_of(std::uint32_t area) const noexcept {  ///< rows
    return {row_begin_[area], row_begin_[area + 1]};
  }
  Range into(std::uint32_t area) const noexcept {  ///< columns
    return {column_begin_[area], column_begin_[area + 1]};
  }
  std::uint32_t row_of(std::uint32_t column) const noexcept { return row_of_[column]; }

  std::size_t memory_bytes() const noexcept {
    return gates_.capacity() * sizeof(Gate) +
           (row_begin_.capacity() + column_begin_.capacity() + row_of_.capacity()) *
               sizeof(std::uint32_t);
  }

 private:
  std::vector<Gate> gates_;               ///< by row
  std::vector<std::uint32_t> row_begin_;  ///< first row of each area; one more for the end
  std::vector<std::uint32_t> column_begin_;  ///< likewise for columns
  std::vector<std::uint32_t> row_of_;        ///< by column
};

}  // namespace throng
