#pragma once

#include <throng/grid.hpp>
#include <throng/query.hpp>

#include <concepts>
#include <cstddef>

namespace throng {

/// What an open list holds.
struct OpenEntry {
  CellIndex cell;
  Cost g;  ///< cost when pushed: the entry is stale once the cell has a smaller one
};

/// A priority queue of cells with 32-bit keys. Searches are compiled for the one they use.
///
/// - clear(first_key, max_rise) forgets everything; no key to come is less than first_key.
///   It also sets floor() to first_key.
/// - pop(entry) takes an entry of the least bucket, or of the least key where there are no
///   buckets; false when the list is empty.
/// - floor(): no key in the list is less. After pop() that is the key it took, rounded down
///   to its bucket.
/// - kMonotone: no key that is pushed may be less than floor(), nor exceed it by more than
///   max_rise; whoever pushes clamps it. Otherwise any key may be pushed at any time, and
///   neither first_key nor max_rise limits anything.
/// - kSorted: entries come out in the order of their keys, to the unit.
///
/// The order is total and the same everywhere: bucket queues take the last of equal keys
/// first, heaps the largest g, then the least cell. Memory is kept from search to search,
/// so that nothing is allocated once a list is warm.
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
