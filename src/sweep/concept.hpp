#pragma once

#include <throng/grid.hpp>
#include <throng/query.hpp>

#include <concepts>
#include <cstddef>

namespace throng {

/// An entry of an open list.
struct OpenEntry {
  CellIndex cell;
  Cost g;  ///< cost when pushed: the entry is stale once the cell has a smaller one
};

/// A priority queue of cells with 32-bit keys. Searches are compiled for the queue they
/// use.
///
/// - clear(first_key, max_rise) removes all entries and sets floor() to first_key. No later
///   key is less than first_key.
/// - pop(entry) removes an entry of the least bucket, or of the least key if there are no
///   buckets; false when the list is empty.
/// - floor(): no key in the list is less. After pop() it is the key of the removed entry,
///   rounded down to its bucket.
/// - kMonotone: no pushed key may be less than floor() or exceed it by more than max_rise;
///   the caller clamps it. Otherwise any key may be pushed at any time, and first_key and
///   max_rise are no limits.
/// - kSorted: entries are popped in the exact order of their keys.
///
/// The order is total and the same on every machine: bucket queues pop the last of equal
/// keys first, heaps the largest g, then the least cell. Memory is kept from search to
/// search, so that a warm list does not allocate.
template <class Q>
concept OpenList = requires(Q queue, const Q& constant, OpenEntry& entry, Cost key) {
  queue.clear(key, key);
  queue.push(entry, key);
  { queue.pop(entry) } -> std::same_as<bool>;
  { constant.floor() } -> std::same_as<Cost>;
  { Q::kMonotone } -> std::convertible_to<bool>;
  { Q::kSorted } -> std::convertible_to<bool>;
};

}  // namespace throng
