#pragma once

#include "../core/memory.hpp"
#include "heap_item.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace throng {

/// An open list: an implicit heap in which every item has four children, stored side by
/// side in 64 bytes. Accepts any key at any time. Push and pop are O(log n).
///
/// It has half as many levels as a binary heap: a push compares half as often, and most
/// pushes of a search stop near the leaves anyway. Source: D. B. Johnson, "Priority queues
/// with update and finding minimum spanning trees", Information Processing Letters 4(3),
/// 1975 (d-ary heaps).
class Heap4 {
 public:
  using Entry = OpenEntry;
  static constexpr bool kMonotone = false;
  static constexpr bool kSorted = true;

  explicit Heap4(Memory memory = {}) : items_(memory) {}

  void clear(Cost first_key, Cost /*max_rise*/) noexcept {
    items_.clear();
    floor_ = first_key;
  }

  Cost floor() const noexcept { return floor_; }

  void push(Entry entry, Cost key) {
    floor_ = std::min(floor_, key);
    const HeapItem item(entry, key);
    items_.push_back(item);
    std::size_t hole = items_.size() - 1;
    while (hole != 0) {
      const std::size_t parent = (hole - 1) / kChildren;
      if (!(item < items_[parent])) break;
      items_[hole] = items_[parent];
      hole = parent;
    }
    items_[hole] = item;
  }

  /// Removes the entry that HeapItem orders first; false when the heap is empty.
  bool pop(Entry& entry) noexcept {
    if (items_.empty()) return false;
    entry = items_.front().entry();
    floor_ = items_.front().key();
    const HeapItem last = items_.back();
    items_.pop_back();
    if (!items_.empty()) sink(last);
    return true;
  }

  bool empty() const noexcept { return items_.empty(); }
  /// The key of the entry that pop() removes next. Pre: not empty.
  Cost least_key() const noexcept { return items_.front().key(); }

  std::size_t capacity() const noexcept { return items_.capacity(); }
  void reserve(std::size_t entries) { items_.reserve(entries); }

 private:
  static constexpr std::size_t kChildren = 4;

  /// Moves `item` down from the root to its place. Pre: the root is free to overwrite.
  void sink(const HeapItem& item) noexcept {
    const std::size_t count = items_.size();
    HeapItem* const items = items_.data();
    std::size_t hole = 0;
    for (std::size_t child = 1; child < count; child = kChildren * hole + 1) {
      const std::size_t end = std::min(child + kChildren, count);
      std::size_t least = child;
      for (std::size_t c = child + 1; c < end; ++c)
        if (items[c] < items[least]) least = c;
      if (!(items[least] < item)) break;
      items[hole] = items[least];
      hole = least;
    }
    items[hole] = item;
  }

  Cost floor_ = 0;
  std::pmr::vector<HeapItem> items_;
};

static_assert(OpenList<Heap4>);

}  // namespace throng
