#pragma once

#include "concept.hpp"

#include <cstdint>

namespace throng {

/// An entry of a heap. Ordered by key, then by largest g (the deepest) first, then by least
/// cell.
struct HeapItem {
  HeapItem(OpenEntry entry, Cost key) noexcept
      : rank(std::uint64_t{key} << 32 | static_cast<Cost>(~entry.g)), cell(entry.cell) {}

  OpenEntry entry() const noexcept { return {cell, ~static_cast<Cost>(rank)}; }
  Cost key() const noexcept { return static_cast<Cost>(rank >> 32); }

  friend bool operator<(const HeapItem& a, const HeapItem& b) noexcept {
    return a.rank != b.rank ? a.rank < b.rank : a.cell < b.cell;
  }

  std::uint64_t rank;  ///< key, then the complement of g
  CellIndex cell;
};

}  // namespace throng
