#pragma once

#include "../core/crew.hpp"
#include "../core/shared_array.hpp"
#include "front_tree.hpp"

#include <throng/grid.hpp>
#include <throng/monitor.hpp>
#include <throng/result.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

namespace throng {

/// What queries read of fronts besides their values. Fronts of all versions of a map share
/// it. Immutable.
struct FrontShape {
  FrontTree tree;
  /// One set of entries serves both directions. Else there are two: ways up, ways down.
  bool symmetric = true;
  SharedArray<Rank> rank_of;  ///< by cell; kNoRank: not in the order

  /// Entries of all sets.
  std::size_t entries() const noexcept { return tree.entries * (symmetric ? 1 : 2); }
  /// Of the shape, and of the entries.
  std::size_t memory_bytes() const noexcept;
  std::size_t entry_bytes() const noexcept;
};

using FrontUnitId = std::uint32_t;
inline constexpr FrontUnitId kNoUnit = std::numeric_limits<FrontUnitId>::max();

/// Fronts that are eliminated together: those of a small subtree, or one above.
struct FrontUnit {
  FrontId first = 0, last = 0;  ///< the last one is the root of the others
  FrontUnitId parent = kNoUnit;
  std::size_t work = 0;  ///< to eliminate it, in expansions of a search
};

/// In which steps fronts are computed. It depends on which cells a step may join, not on
/// what steps cost. Immutable.
struct FrontPlan {
  /// Of a subtree that is one unit. Less work is repeated in smaller units, but what they
  /// hand to their parents needs more memory.
  static constexpr std::uint32_t kUnitCells = 256;

  /// map: its steps, in at least one direction, are those that may occur.
  /// Errors:
  /// - over_limit: shape and entries would need more than `most_bytes`. Nothing of that
  ///   size was allocated.
  /// - unsupported: the map is too large.
  /// - cancelled: the monitor cancelled; it may be null.
  static Result<FrontPlan> make(const Grid& map, bool symmetric, std::size_t most_bytes,
                                Crew& crew, const Monitor* monitor);

  std::span<const FrontUnitId> children(FrontUnitId unit) const noexcept {
    return std::span(child_units)
        .subspan(child_begin[unit], child_begin[unit + 1] - child_begin[unit]);
  }
  /// Cells that a unit eliminates.
  std::size_t cells(FrontUnitId unit) const noexcept {
    const std::vector<Front>& fronts = shape->tree.fronts;
    return fronts[units[unit].last].end() - fronts[units[unit].first].first;
  }
  std::size_t memory_bytes() const noexcept;

  std::shared_ptr<const FrontShape> shape;
  std::vector<CellIndex> cell_of;          ///< by rank
  std::vector<std::uint32_t> child_count;  ///< by front
  std::vector<FrontUnit> units;            ///< children before their parents
  std::vector<FrontUnitId> unit_of;        ///< by front
  std::vector<std::uint32_t> child_begin;  ///< by unit: first in child_units, and the end
  std::vector<FrontUnitId> child_units;
};

}  // namespace throng
