#pragma once

#include "bound.hpp"
#include "landmark_table.hpp"
#include "plain.hpp"
#include "slot_set.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace throng {

// Each of these returns the row of a cell. key: the search's number of the cell; dx, dy:
// its offset from the goal.

/// The number is the row, ...
struct RowIsKey {
  std::uint32_t operator()(std::uint32_t key, std::int32_t /*dx*/,
                           std::int32_t /*dy*/) const noexcept {
    return key;
  }
};
/// ... or a table contains the row, ...
struct RowOfCell {
  const std::uint32_t* row;
  std::uint32_t operator()(std::uint32_t cell, std::int32_t /*dx*/,
                           std::int32_t /*dy*/) const noexcept {
    return row[cell];
  }
};
/// ... or the number is a node, and the first nodes have rows of their own, one after the
/// other. For the others, and for cells that are no nodes, the row is the padded cell of a
/// grid of squares. Computed from the offset, because a search over nodes has no cell at
/// hand.
struct RowOfNode {
  std::uint32_t first;   ///< row of node 0
  std::uint32_t count;   ///< of nodes that have rows
  std::uint32_t goal;    ///< cell
  std::uint32_t stride;  ///< of the padded layout
  std::uint32_t operator()(std::uint32_t node, std::int32_t dx,
                           std::int32_t dy) const noexcept {
    if (node < count) return first + node;
    return goal + static_cast<std::uint32_t>(dx) + static_cast<std::uint32_t>(dy) * stride;
  }
};

/// A vector of 16 bytes, which every machine processes in one operation.
using CostBlock = Cost __attribute__((vector_size(16), may_alias));

/// The slots that a bound uses: all of a static map, ...
struct AllSlots {
  explicit AllSlots(SlotSet /*slots*/) noexcept {}
  template <class Block>
  Block operator()(Block differences, std::size_t /*first_slot*/) const noexcept {
    return differences;
  }
};
/// ... or some of a living map. The differences of the others become 0.
class SomeSlots {
 public:
  explicit SomeSlots(SlotSet slots) noexcept {
    for_each_slot(slots, [&](unsigned slot) { mask_[slot] = ~Cost{0}; });
  }
  template <class Block>
  Block operator()(Block differences, std::size_t first_slot) const noexcept {
    return differences & *reinterpret_cast<const Block*>(&mask_[first_slot]);
  }

 private:
  alignas(16) std::array<Cost, 64> mask_{};
};

/// Differential heuristic, or ALT: the maximum of the distance on an open map and the bound
/// of each landmark by the triangle inequality. Open: the distance on an open map. Slots:
/// AllSlots or SomeSlots; two types, so that static maps do not pay for the mask.
///
/// Source: A. Goldberg, C. Harrelson, "Computing the Shortest Path: A* Search Meets Graph
/// Theory", SODA 2005; N. Sturtevant et al., "Memory-Based Heuristics for Explicit State
/// Spaces", IJCAI 2009.
template <class RowOf, class Open = OctileBound, class Slots = AllSlots>
class LandmarkBound {
 public:
  static constexpr bool kAtLeastOctile = Open::kAtLeastOctile;
  static constexpr bool kConsistent = true;
  static constexpr bool kPrunes = false;
  static constexpr Cost excess() noexcept { return 0; }

  LandmarkBound(const LandmarkTable& table, Open plain, RowOf row_of,
                std::uint32_t goal_row)
      : LandmarkBound(table, plain, row_of, goal_row, table.lower_slots()) {}
  /// slots: of those that contribute to lower bounds; all of them with AllSlots.
  LandmarkBound(const LandmarkTable& table, Open plain, RowOf row_of,
                std::uint32_t goal_row, SlotSet slots)
      : LandmarkBound(table, plain, row_of, table.exact() + goal_row * table.slots(),
                      slots) {}
  /// goal: the row of the goal, which need not be in the table; it is not copied.
  LandmarkBound(const LandmarkTable& table, Open plain, RowOf row_of, const Cost* goal,
                SlotSet slots)
      : values_(table.exact()),
        slots_(table.slots()),
        goal_(goal),
        row_of_(row_of),
        used_(slots),
        plain_(plain),
        unit_(table.unit()) {}

  /// The same bound to the same goal, with the rows from `first` on as rows 0, 1, ...
  LandmarkBound with_rows_from(std::uint32_t first) const noexcept {
    LandmarkBound other = *this;
    other.values_ += std::size_t{first} * slots_;
    return other;
  }

  Cost operator()(std::uint32_t at, std::int32_t dx, std::int32_t dy) const noexcept {
    const Cost* const row = values_ + std::size_t{row_of_(at, dx, dy)} * slots_;
    return std::max(plain_(at, dx, dy), largest_difference(row) * unit_);
  }

 private:
  using Block = CostBlock;
  static constexpr std::size_t kLanes = sizeof(Block) / sizeof(Cost);

  Cost largest_difference(const Cost* row) const noexcept {
    // Two blocks at a time: rows are whole multiples of 32 bytes.
    Block most{}, most_too{};
    for (std::size_t i = 0; i < slots_; i += 2 * kLanes) {
      const std::size_t j = i + kLanes;
      most = larger(most, used_(difference(row + i, goal_ + i), i));
      most_too = larger(most_too, used_(difference(row + j, goal_ + j), j));
    }
    most = larger(most, most_too);
    Cost largest = 0;
    for (std::size_t i = 0; i < kLanes; ++i) largest = std::max(largest, most[i]);
    return largest;
  }

  static Block larger(Block a, Block b) noexcept { return a > b ? a : b; }
  static Block difference(const Cost* from, const Cost* to) noexcept {
    const Block a = *reinterpret_cast<const Block*>(from);
    const Block b = *reinterpret_cast<const Block*>(to);
    return larger(a, b) - (a > b ? b : a);
  }

  const Cost* values_;
  std::size_t slots_;
  const Cost* goal_;
  [[no_unique_address]] RowOf row_of_;
  [[no_unique_address]] Slots used_;
  Open plain_;
  Cost unit_;
};

/// The landmark bound of a living map.
template <class RowOf, class Open = OctileBound>
using LivingLandmarkBound = LandmarkBound<RowOf, Open, SomeSlots>;

}  // namespace throng
