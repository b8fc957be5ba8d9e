#pragma once

#include <throng/grid.hpp>
#include <throng/rules.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng {

/// One bit for each place of lines of equal length, 64 places a word.
class BitLines {
 public:
  BitLines(std::size_t lines, std::size_t length);

  std::size_t lines() const noexcept { return lines_; }
  std::size_t length() const noexcept { return length_; }
  std::size_t words() const noexcept { return words_; }  ///< in each line

  std::uint64_t* line(std::size_t i) noexcept { return bits_.data() + 1 + i * words_; }
  const std::uint64_t* line(std::size_t i) const noexcept {
    return bits_.data() + 1 + i * words_;
  }

  bool test(std::size_t i, std::size_t p) const noexcept {
    return (line(i)[p / 64] >> p % 64 & 1U) != 0;
  }

  /// The nearest set bit of line i after or before place p. Pre: there is one. Reads the 64
  /// places next to p at once, so that most scans take one step.
  std::int32_t next(std::size_t i, std::int32_t p) const noexcept {
    const std::uint64_t* word = line(i) + (static_cast<std::uint32_t>(p) + 1) / 64;
    const unsigned shift = (static_cast<std::uint32_t>(p) + 1) % 64;
    std::uint64_t bits = word[0] >> shift | word[1] << 1 << (63 - shift);
    std::int32_t from = p + 1;
    while (bits == 0) {
      ++word;
      from += 64;
      bits = word[0] >> shift | word[1] << 1 << (63 - shift);
    }
    return from + std::countr_zero(bits);
  }
  std::int32_t previous(std::size_t i, std::int32_t p) const noexcept {
    const std::uint64_t* word = line(i) + static_cast<std::uint32_t>(p) / 64;
    const unsigned shift = static_cast<std::uint32_t>(p) % 64;
    std::uint64_t bits = word[0] << 1 << (63 - shift) | word[-1] >> shift;
    std::int32_t from = p - 1;
    while (bits == 0) {
      --word;
      from -= 64;
      bits = word[0] << 1 << (63 - shift) | word[-1] >> shift;
    }
    return from - std::countl_zero(bits);
  }

  std::size_t memory_bytes() const noexcept { return bits_.capacity() * sizeof(bits_[0]); }

 private:
  std::size_t lines_;
  std::size_t length_;
  std::size_t words_;
  /// One extra word at either end: scans read two at a time.
  std::vector<std::uint64_t> bits_;
};

/// The ends of straight walks over a padded octile map under never_cut: closed cells and
/// jump points. A cell is a jump point of a straight direction when a unit that enters it
/// in that direction has just passed the end of an obstacle: a cell beside it is open, and
/// the cell behind that one is closed. Four bits a cell.
///
/// Source: D. Harabor, A. Grastien, "Online Graph Pruning for Pathfinding on Grid Maps",
/// AAAI 2011, and "Improving Jump Point Search", ICAPS 2014 (scanning a word at a time).
/// Cost to build: a few operations a word, O(cells / 64).
class JumpMap {
 public:
  /// Whether jump points are defined under these rules on plain ground: octile, never_cut.
  static bool allowed(const Rules& rules) noexcept {
    return rules.topology == Topology::octile && rules.corners == Corners::never_cut;
  }

  /// Whether the rules allow jump points and the grid is plain.
  static bool allowed(const Grid& grid) noexcept {
    return allowed(grid.rules()) && grid.plain();
  }

  /// Pre: allowed(grid).
  explicit JumpMap(const Grid& grid);

  /// The end of a walk from the open cell x,y: returns the coordinate that changes. In
  /// padded coordinates, in which the corner cell of the map is 1,1.
  std::int32_t north(std::int32_t x, std::int32_t y) const noexcept {
    return north_.previous(static_cast<std::size_t>(x), y);
  }
  std::int32_t east(std::int32_t x, std::int32_t y) const noexcept {
    return east_.next(static_cast<std::size_t>(y), x);
  }
  std::int32_t south(std::int32_t x, std::int32_t y) const noexcept {
    return south_.next(static_cast<std::size_t>(x), y);
  }
  std::int32_t west(std::int32_t x, std::int32_t y) const noexcept {
    return west_.previous(static_cast<std::size_t>(y), x);
  }

  /// Whether a walk in a straight direction (a Move) ends at `cell`.
  bool stops(unsigned direction, const Grid& grid, CellIndex cell) const noexcept {
    const std::size_t x = cell % grid.stride(), y = cell / grid.stride();
    const bool vertical = direction % 2 == 0;
    const BitLines& lines = direction == 0   ? north_
                            : direction == 1 ? east_
                            : direction == 2 ? south_
                                             : west_;
    return lines.test(vertical ? x : y, vertical ? y : x);
  }

  /// The number of pairs of a cell and a direction that are jump points.
  std::size_t state_count() const noexcept { return state_count_; }

  /// The cells that are jump points of some direction, row by row.
  std::vector<CellIndex> jump_points(const Grid& grid) const;

  std::size_t memory_bytes() const noexcept {
    return north_.memory_bytes() + east_.memory_bytes() + south_.memory_bytes() +
           west_.memory_bytes();
  }

 private:
  BitLines east_, west_;    ///< one line for each row
  BitLines south_, north_;  ///< one line for each column
  std::size_t state_count_ = 0;
};

}  // namespace throng
