#pragma once

#include "../../src/core/memory.hpp"
#include "../../src/sweep/heap_item.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <vector>

namespace throng {

/// An open list: the standard library's binary heap. Accepts any key at any time. Push and
/// pop are O(log n). The baseline; see Heap4 for a faster one.
class BinaryHeap {
 public:
  using Entry = OpenEntry;
  static constexpr bool kMonotone = false;
  static constexpr bool kSorted = true;

  explicit BinaryHeap(Memory memory = {}) : items_(memory) {}

  void clear(Cost first_key, Cost /*max_rise*/) noexcept {
    items_.clear();
    floor_ = first_key;
  }

  Cost floor() const noexcept { return floor_; }

  void push(Entry entry, Cost key) {
    floor_ = std::min(floor_, key);
    items_.emplace_back(entry, key);
    std::push_heap(items_.begin(), items_.end(), later);
  }

  /// Removes the entry that HeapItem orders first; false when the heap is empty.
  bool pop(Entry& entry) noexcept {
    if (items_.empty()) return false;
    entry = items_.front().entry();
    floor_ = items_.front().key();
    std::pop_heap(items_.begin(), items_.end(), later);
    items_.pop_back();
    return true;
  }

 private:
  static bool later(const HeapItem& a, const HeapItem& b) noexcept { return b < a; }

  Cost floor_ = 0;
  std::pmr::vector<HeapItem> items_;
};

static_assert(OpenList<BinaryHeap>);

}  // namespace throng
