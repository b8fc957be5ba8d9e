#pragma once

#include "../core/memory.hpp"
#include "bit_lines.hpp"
#include "jump_map.hpp"

#include <throng/grid.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace throng {

/// The places of cells in lines along the diagonals of a padded map. Places are counted
/// along the shorter side of the map: the number of bits is at most twice the larger side
/// times the smaller one.
class DiagonalLines {
 public:
  DiagonalLines() = default;
  DiagonalLines(std::size_t width, std::size_t height) noexcept
      : by_x_(width <= height),
        rising_(by_x_ ? 0b0011 : 0b0110),
        last_(static_cast<std::int32_t>(height) - 1),
        lines_(width + height - 1),
        length_(by_x_ ? width : height) {}

  std::size_t lines() const noexcept { return lines_; }
  std::size_t length() const noexcept { return length_; }
  bool by_x() const noexcept { return by_x_; }  ///< whether places are counted along x

  /// The line of x,y in a diagonal direction (a Move minus four).
  std::size_t line(unsigned diagonal, std::int32_t x, std::int32_t y) const noexcept {
    return static_cast<std::size_t>(diagonal % 2 == 0 ? x + y : x - y + last_);
  }
  std::int32_t place(std::int32_t x, std::int32_t y) const noexcept {
    return by_x_ ? x : y;
  }
  /// The number of steps from x,y in a diagonal direction to the next set bit.
  template <class Bits>
  std::int32_t steps(const Bits& bits, unsigned diagonal, std::int32_t x,
                     std::int32_t y) const noexcept {
    const std::size_t in = line(diagonal, x, y);
    const std::int32_t from = place(x, y);
    return (rising_ >> diagonal & 1U) != 0 ? bits.next(in, from) - from
                                           : from - bits.previous(in, from);
  }

 private:
  bool by_x_ = true;
  unsigned rising_ = 0;  ///< by diagonal direction: places rise
  std::int32_t last_ = 0;
  std::size_t lines_ = 0;
  std::size_t length_ = 0;
};

/// The stops of diagonal walks: the cells from which one of the two straight components
/// leads to a jump point, and the first cell beyond the end of each walk. No walk enters
/// that cell in its direction, so a bit a cell is enough. The same knowledge is the
/// diagonal half of the tables of JPS+ (Harabor and Grastien, ICAPS 2014). Here it takes 4
/// bits a place of DiagonalLines, up to 8 bits a cell, and an edit of the map changes few
/// of them. Immutable.
class DiagonalStops {
 public:
  /// open: open_rows(). Cost: some operations a word of 64 cells, O(cells / 64).
  DiagonalStops(const BitLines& open, const JumpMap& map);
  /// stops: by diagonal direction.
  DiagonalStops(const DiagonalLines& lines, std::array<FixedBitLines, 4> stops) noexcept
      : lines_(lines), stops_(std::move(stops)) {}

  /// The number of steps from the open cell x,y in a diagonal direction (a Move minus four)
  /// to the next stop. The step into the stop is legal unless the walk ends before it.
  std::int32_t steps(unsigned diagonal, std::int32_t x, std::int32_t y) const noexcept {
    return lines_.steps(stops_[diagonal], diagonal, x, y);
  }

  const DiagonalLines& lines() const noexcept { return lines_; }
  /// The stops in a diagonal direction. All closed cells are stops.
  const FixedBitLines& stops(unsigned diagonal) const noexcept { return stops_[diagonal]; }

  std::size_t memory_bytes() const noexcept {
    std::size_t bytes = 0;
    for (const FixedBitLines& stops : stops_) bytes += stops.memory_bytes();
    return bytes;
  }

 private:
  DiagonalLines lines_;
  std::array<FixedBitLines, 4> stops_;
};

/// Writes the stops of a DiagonalStops: as many lines of `stops`, of lines.length() places,
/// as `lines` has, by diagonal direction. open: open_rows(). memory: of what they are
/// computed in.
void write_diagonal_stops(const DiagonalLines& lines, const BitLines& open,
                          const JumpMap& map, std::span<VersionedBitLines, 4> stops,
                          Memory memory);

/// Writes the cells that are not free, and all places beyond the map, into lines along the
/// diagonals. all: the first word of the first line of BitLines(lines.lines(),
/// lines.length()). free: one line for each row if lines.by_x(), else for each column; no
/// cell of the border is free. diagonal: 0 or 1; the lines of the other two directions
/// equal these. Cost: some operations a word of 64 cells.
void write_blockers(const DiagonalLines& lines, const BitLines& free, unsigned diagonal,
                    std::uint64_t* all, Memory memory);

/// The opposite of a diagonal Move.
constexpr unsigned opposite_of(unsigned move) noexcept { return 4 + ((move + 2) & 3U); }
/// The straight directions of which a diagonal Move is composed.
constexpr unsigned across_of(unsigned move) noexcept { return kMoveX[move] > 0 ? 1 : 3; }
constexpr unsigned along_of(unsigned move) noexcept { return kMoveY[move] > 0 ? 2 : 0; }

}  // namespace throng
