#pragma once

#include "line_board.hpp"
#include "line_model.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng {

/// A vertex of a board. 16 bits are enough: see LineBoard::kMostSide.
struct LineVertex {
  std::uint16_t x = 0;
  std::uint16_t y = 0;

  constexpr LinePoint point() const noexcept { return {2 * x, 2 * y}; }
  friend constexpr bool operator==(LineVertex, LineVertex) = default;
};

/// The corners of a board, numbered row by row. Bytes: 4 a corner, 4 a row.
class LineCorners {
 public:
  explicit LineCorners(const LineBoard& board);

  std::uint32_t size() const noexcept { return row_begin_.back(); }
  LineVertex operator[](std::uint32_t corner) const noexcept { return places_[corner]; }
  /// The number of the corner at a vertex. Pre: it is one. Cost: O(log corners in the row).
  std::uint32_t number(std::int32_t x, std::int32_t y) const noexcept;

  std::size_t memory_bytes() const noexcept {
    return places_.size() * sizeof(LineVertex) + row_begin_.size() * sizeof(std::uint32_t);
  }

 private:
  std::vector<LineVertex> places_;
  std::vector<std::uint32_t> row_begin_;  ///< by row: its first corner; one more: the end
};

}  // namespace throng
