#pragma once

#include "../core/memory.hpp"

#include <throng/grid.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng {

/// A set of cells that is emptied in O(1).
class CellMarks {
 public:
  explicit CellMarks(Memory memory) : mark_(memory) {}

  /// Empties the set and makes room for cells below `cells`.
  void clear(std::size_t cells) {
    if (mark_.size() < cells) mark_.resize(cells);
    if (++now_ != 0) return;
    std::fill(mark_.begin(), mark_.end(), 0);
    now_ = 1;
  }
  bool has(CellIndex cell) const noexcept { return mark_[cell] == now_; }
  void add(CellIndex cell) noexcept { mark_[cell] = now_; }
  void remove(CellIndex cell) noexcept { mark_[cell] = 0; }

 private:
  std::pmr::vector<std::uint32_t> mark_;
  std::uint32_t now_ = 0;
};

}  // namespace throng
