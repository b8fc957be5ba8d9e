#pragma once

#include "../landmarks/landmark_table.hpp"
#include "../landmarks/slot_set.hpp"
#include "bound.hpp"
#include "plain.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

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

template <class Value>
const Value* landmark_values(const LandmarkTable& table) noexcept {
  if constexpr (std::is_same_v<Value, Cost>) {
    return table.exact();
  } else {
    return table.compressed();
  }
}

/// Vectors of 16 bytes, which every machine processes in one operation.
template <class Value>
struct Lanes;
template <>
struct Lanes<Cost> {
  using Block = Cost __attribute__((vector_size(16), may_alias));
};
template <>
struct Lanes<std::uint16_t> {
  using Block = std::uint16_t __attribute__((vector_size(16), may_alias));
};

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
/// of each landmark by the triangle inequality. Value: Cost for exact storage, uint16_t for
/// compressed. Open: the distance on an open map. Slots: AllSlots or SomeSlots; two
/// types, so that static maps do not pay for the mask.
///
/// Source: A. Goldberg, C. Harrelson, "Computing the Shortest Path: A* Search Meets Graph
/// Theory", SODA 2005; N. Sturtevant et al., "Memory-Based Heuristics for Explicit State
/// Spaces", IJCAI 2009.
template <class Value, class RowOf, class Open = OctileBound, class Slots = AllSlots>
class LandmarkBound {
 public:
  static constexpr bool kAtLeastOctile = Open::kAtLeastOctile;
  static constexpr bool kConsistent = std::is_same_v<Value, Cost>;
  static constexpr bool kPrunes = false;
  Cost excess() const noexcept { return slack_; }

  LandmarkBound(const LandmarkTable& table, Open plain, RowOf row_of,
                std::uint32_t goal_row)
      : LandmarkBound(table, plain, row_of, goal_row, table.lower_slots()) {}
  /// slots: of those that contribute to lower bounds; all of them with AllSlots.
  LandmarkBound(const LandmarkTable& table, Open plain, RowOf row_of,
                std::uint32_t goal_row, SlotSet slots)
      : LandmarkBound(table, plain, row_of,
                      landmark_values<Value>(table) + goal_row * table.slots(), slots) {}
  /// goal: the row of the goal, which need not be in the table; it is not copied.
  LandmarkBound(const LandmarkTable& table, Open plain, RowOf row_of, const Value* goal,
                SlotSet slots)
      : values_(landmark_values<Value>(table)),
        slots_(table.slots()),
        goal_(goal),
        row_of_(row_of),
        used_(slots),
        plain_(plain),
        unit_(table.unit()),
        slack_(table.slack()) {}

  /// The same bound to the same goal, with the rows from `first` on as rows 0, 1, ...
  LandmarkBound with_rows_from(std::uint32_t first) const noexcept {
    LandmarkBound other = *this;
    other.values_ += std::size_t{first} * slots_;
    return other;
  }

  Cost operator()(std::uint32_t at, std::int32_t dx, std::int32_t dy) const noexcept {
    const Value* const row = values_ + std::size_t{row_of_(at, dx, dy)} * slots_;
    const std::uint64_t scaled = std::uint64_t{largest_difference(row)} * unit_;
    const auto landmark = static_cast<Cost>(scaled > slack_ ? scaled - slack_ : 0);
    return std::max(plain_(at, dx, dy), landmark);
  }

 private:
  using Block = typename Lanes<Value>::Block;
  static constexpr std::size_t kLanes = sizeof(Block) / sizeof(Value);

  Value largest_difference(const Value* row) const noexcept {
    // Two blocks at a time: rows are whole multiples of 32 bytes.
    Block most{}, most_too{};
    for (std::size_t i = 0; i < slots_; i += 2 * kLanes) {
      const std::size_t j = i + kLanes;
      most = larger(most, used_(difference(row + i, goal_ + i), i));
      most_too = larger(most_too, used_(difference(row + j, goal_ + j), j));
    }
    most = larger(most, most_too);
    Value largest = 0;
    for (std::size_t i = 0; i < kLanes; ++i) largest = std::max(largest, most[i]);
    return largest;
  }

  static Block larger(Block a, Block b) noexcept { return a > b ? a : b; }
  static Block difference(const Value* from, const Value* to) noexcept {
    const Block a = *reinterpret_cast<const Block*>(from);
    const Block b = *reinterpret_cast<const Block*>(to);
    return larger(a, b) - (a > b ? b : a);
  }

  const Value* values_;
  std::size_t slots_;
  const Value* goal_;
  [[no_unique_address]] RowOf row_of_;
  [[no_unique_address]] Slots used_;
  Open plain_;
  Cost unit_;
  Cost slack_;
};

/// The landmark bound of a living map.
template <class RowOf, class Open = OctileBound>
using LivingLandmarkBound = LandmarkBound<Cost, RowOf, Open, SomeSlots>;

/// The same bound with a few landmarks only: those with the largest bounds at the start.
/// Admissible and consistent like LandmarkBound; weaker, and cheaper only if rows are long.
/// Source: A. Goldberg, R. Werneck, "Computing Point-to-Point Shortest Paths from External
/// Memory", ALENEX 2005 (active landmarks).
template <class Value, class RowOf, class Open = OctileBound>
class ActiveLandmarkBound {
 public:
  static constexpr bool kAtLeastOctile = Open::kAtLeastOctile;
  static constexpr bool kConsistent = std::is_same_v<Value, Cost>;
  static constexpr bool kPrunes = false;
  static constexpr int kMost = 8;

  /// Pre: 0 < active <= kMost.
  ActiveLandmarkBound(const LandmarkTable& table, Open plain, RowOf row_of,
                      std::uint32_t start_row, std::uint32_t goal_row, int active)
      : values_(landmark_values<Value>(table)),
        slots_(table.slots()),
        row_of_(row_of),
        plain_(plain),
        unit_(table.unit()),
        slack_(table.slack()) {
    for_each_slot(table.best_slots(start_row, goal_row, active), [&](unsigned slot) {
      slot_[active_] = slot;
      goal_[active_++] = values_[goal_row * slots_ + slot];
    });
  }

  Cost excess() const noexcept { return slack_; }

  Cost operator()(std::uint32_t at, std::int32_t dx, std::int32_t dy) const noexcept {
    const Value* const row = values_ + std::size_t{row_of_(at, dx, dy)} * slots_;
    Value most = 0;
    for (int i = 0; i < active_; ++i)
      most = std::max(most, difference(row[slot_[i]], goal_[i]));
    const std::uint64_t scaled = std::uint64_t{most} * unit_;
    return std::max(plain_(at, dx, dy),
                    static_cast<Cost>(scaled > slack_ ? scaled - slack_ : 0));
  }

 private:
  static Value difference(Value a, Value b) noexcept {
    return static_cast<Value>(std::max(a, b) - std::min(a, b));
  }

  const Value* values_;
  std::size_t slots_;
  int active_ = 0;
  std::array<std::uint32_t, kMost> slot_{};
  std::array<Value, kMost> goal_{};
  [[no_unique_address]] RowOf row_of_;
  Open plain_;
  Cost unit_;
  Cost slack_;
};

}  // namespace throng
