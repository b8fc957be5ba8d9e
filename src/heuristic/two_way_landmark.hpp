#pragma once

#include "landmark.hpp"
#include "two_way.hpp"

#include <throng/query.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace throng {

/// The landmark bound for grids whose distances depend on the direction. Only signed
/// differences are valid, so that each landmark has a field from it and one to it.
/// Consistent except where one-way steps separate a cell from a landmark: that landmark
/// contributes no bound there, so that the bound may fall.
///
/// Source: A. Goldberg, C. Harrelson, "Computing the Shortest Path: A* Search Meets Graph
/// Theory", SODA 2005, section 4, for directed graphs.
template <class RowOf, class Open>
class TwoWayLandmarkBound {
 public:
  static constexpr bool kAtLeastOctile = Open::kAtLeastOctile;
  static constexpr bool kConsistent = false;
  static constexpr bool kPrunes = false;
  static constexpr Cost excess() noexcept { return 0; }

  /// tables: outlive this.
  TwoWayLandmarkBound(TwoWayTables tables, Open plain, RowOf row_of, std::uint32_t goal_row)
      : from_(tables.from.exact()),
        to_(tables.to.exact()),
        slots_(tables.from.slots()),
        row_of_(row_of),
        plain_(plain),
        unit_(tables.from.unit()) {
    // A landmark that does not reach the goal contributes nothing: no value is less than 0.
    // Nor do slots that the tables do not use.
    goal_to_.fill(kUnreachable);
    const SlotSet used = tables.from.lower_slots() & tables.to.lower_slots();
    for_each_slot(used, [&](unsigned i) {
      const Cost from = from_[goal_row * slots_ + i];
      goal_from_[i] = from == kUnreachable ? 0 : from;
      goal_to_[i] = to_[goal_row * slots_ + i];
    });
  }

  Cost operator()(std::uint32_t at, std::int32_t dx, std::int32_t dy) const noexcept {
    const std::size_t row = std::size_t{row_of_(at, dx, dy)} * slots_;
    Block most{};
    for (std::size_t i = 0; i < slots_; i += kLanes) {
      const Block from = load(from_ + row + i), goal_from = load(&goal_from_[i]);
      const Block to = load(to_ + row + i), goal_to = load(&goal_to_[i]);
      most = larger(most, larger(from, goal_from) - from);
      // A cell that does not reach the landmark counts as 0, which contributes nothing.
      const Block known = to != kUnreachable ? to : Block{};
      most = larger(most, larger(known, goal_to) - goal_to);
    }
    Cost largest = 0;
    for (std::size_t i = 0; i < kLanes; ++i) largest = std::max(largest, most[i]);
    return std::max(plain_(at, dx, dy), largest * unit_);
  }

 private:
  using Block = CostBlock;
  static constexpr std::size_t kLanes = sizeof(Block) / sizeof(Cost);
  static constexpr std::size_t kMostSlots = 64;

  static Block larger(Block a, Block b) noexcept { return a > b ? a : b; }
  static Block load(const Cost* at) noexcept { return *reinterpret_cast<const Block*>(at); }

  const Cost* from_;
  const Cost* to_;
  std::size_t slots_;
  [[no_unique_address]] RowOf row_of_;
  Open plain_;
  Cost unit_;
  alignas(16) std::array<Cost, kMostSlots> goal_from_{};
  alignas(16) std::array<Cost, kMostSlots> goal_to_{};
};

}  // namespace throng
