#pragma once

#include "slot_set.hpp"

#include <throng/grid.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <memory_resource>
#include <span>
#include <vector>

namespace throng {

/// Cells, each with the slots in which its value may be out of date.
class PendingCells {
 public:
  struct Item {
    CellIndex cell;
    SlotSet slots;
    friend bool operator==(const Item&, const Item&) = default;
  };

  PendingCells() = default;
  /// From items() and merged(). Pre: merged <= items.size().
  PendingCells(std::span<const Item> items, std::size_t merged)
      : items_(items.begin(), items.end()), merged_(merged) {
    for (const Item& item : items_) {
      slots_ |= item.slots;
      count_ += count_of(item);
    }
  }
  /// The entries; a cell may have several. The order counts: it is part of the state.
  std::span<const Item> items() const noexcept { return items_; }
  /// The first entries, which the last merge left.
  std::size_t merged() const noexcept { return merged_; }

  friend bool operator==(const PendingCells&, const PendingCells&) = default;

  void add(CellIndex cell, SlotSet slots) {
    if (slots == 0) return;
    if (items_.size() >= 2 * merged_ + kSlack) merge();
    items_.push_back({cell, slots});
    slots_ |= slots;
    count_ += count_of(items_.back());
  }

  /// The slots with a pending cell.
  SlotSet slots() const noexcept { return slots_; }
  /// The number of pairs of an entry and one of its slots.
  std::size_t count() const noexcept { return count_; }

  /// Appends the cells of a slot to `out` and removes them from that slot. A cell may be
  /// appended twice. Cost: O(pending cells).
  void take(unsigned slot, std::pmr::vector<CellIndex>& out) {
    const SlotSet bit = SlotSet{1} << slot;
    if ((slots_ & bit) == 0) return;
    for (Item& item : items_) {
      if ((item.slots & bit) == 0) continue;
      out.push_back(item.cell);
      item.slots ^= bit;
      --count_;
    }
    std::erase_if(items_, [](const Item& item) { return item.slots == 0; });
    merged_ = std::min(merged_, items_.size());
    slots_ &= ~bit;
  }

  void clear() noexcept {
    items_.clear();
    merged_ = 0;
    slots_ = 0;
    count_ = 0;
  }

  /// Calls visit(cell, slots) for each entry; a cell may have several.
  template <class Visit>
  void for_each(const Visit& visit) const {
    for (const Item& item : items_) visit(item.cell, item.slots);
  }

  std::size_t memory_bytes() const noexcept { return items_.capacity() * sizeof(Item); }

 private:
  static constexpr std::size_t kSlack = 256;

  static std::size_t count_of(const Item& item) noexcept {
    return static_cast<std::size_t>(std::popcount(item.slots));
  }

  /// Merges the entries of each cell, so that a door that toggles does not fill the list.
  void merge() {
    std::ranges::sort(items_, {}, &Item::cell);
    std::size_t kept = 0;
    for (const Item& item : items_) {
      if (kept != 0 && items_[kept - 1].cell == item.cell)
        items_[kept - 1].slots |= item.slots;
      else
        items_[kept++] = item;
    }
    items_.resize(kept);
    merged_ = kept;
    count_ = 0;
    for (const Item& item : items_) count_ += count_of(item);
  }

  std::vector<Item> items_;
  std::size_t merged_ = 0;  ///< entries left by the last merge
  SlotSet slots_ = 0;
  std::size_t count_ = 0;  ///< see count()
};

}  // namespace throng
