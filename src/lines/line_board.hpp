#pragma once

#include "../core/memory.hpp"
#include "../core/shared_array.hpp"
#include "../core/versioned_array.hpp"
#include "../jump/bit_lines.hpp"
#include "../jump/cell_box.hpp"
#include "line_model.hpp"

#include <throng/grid.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace throng {

/// Quadrants clockwise as drawn, from the south-east; and axes, clockwise from the east.
/// The quadrant q lies between the axes q and q + 1.
inline constexpr std::array<std::int32_t, 4> kQuadrantX{1, -1, -1, 1};
inline constexpr std::array<std::int32_t, 4> kQuadrantY{1, 1, -1, -1};
inline constexpr std::array<std::int32_t, 4> kAxisX{1, 0, -1, 0};
inline constexpr std::array<std::int32_t, 4> kAxisY{0, 1, 0, -1};

/// Where straight lines run and turn on one version of a map: a few bits for each vertex.
///
/// A vertex is a corner with respect to a quadrant if an obstacle fills that quadrant
/// around it, but not the axes beside the quadrant:
/// - unit: the anchors beside it on both axes are open, the one between them is not;
/// - point: of the four cells around it, that one alone is closed.
/// A shortest line turns at corners only, and around the obstacle: both axes of its
/// quadrant lie between the way back and the way on (source: T. Lozano-Perez, M. Wesley,
/// "An algorithm for planning collision-free paths among polyhedral obstacles", CACM 22,
/// 1979). So it can arrive or leave in a direction of quadrant q only at a corner with
/// respect to quadrant q - 1 or q + 1: such a corner is taut in q.
///
/// Immutable; see LineBoardEditor. Bytes: 7 bits a padded cell.
class LineBoard {
 public:
  /// The sides of a map must not exceed this: products of slopes then fit into 64 bits.
  static constexpr std::int32_t kMostSide = (1 << 16) - 4;

  LineModel model() const noexcept { return model_; }
  std::int32_t width() const noexcept { return width_; }    ///< vertices in a row
  std::int32_t height() const noexcept { return height_; }  ///< rows of vertices

  /// Whether a direction of quadrant q is taut at a corner.
  static constexpr bool taut(unsigned corner, unsigned q) noexcept {
    return (corner & (q % 2 == 0 ? 10U : 5U)) != 0;
  }

  /// By bit q: whether the vertex x,y is a corner with respect to quadrant q.
  unsigned corner(std::int32_t x, std::int32_t y) const noexcept {
    unsigned found = 0;
    for (unsigned q = 0; q < 4; ++q)
      found |= static_cast<unsigned>(bit(kCorner + q, x, y)) << q;
    return found;
  }

  /// The vertices that are corners. Cost: O(cells / 64).
  std::size_t count_corners() const noexcept;

  /// Calls visit(x) for the corners of a row, from left to right.
  template <class Visit>
  void for_each_corner(std::int32_t y, const Visit& visit) const {
    for (std::size_t w = 0; w < row_words_; ++w)
      for (Word bits = corners(y, w); bits != 0; bits &= bits - 1)
        visit(static_cast<std::int32_t>(w * kBits) + std::countr_zero(bits));
  }

  /// Whether the square is blocked whose upper left vertex is x,y.
  bool blocked(std::int32_t x, std::int32_t y) const noexcept {
    return bit(kBlocked, x, y);
  }
  /// Whether nothing moves along the edge from a vertex to the one below it.
  bool fallen(std::int32_t x, std::int32_t y) const noexcept { return bit(kFallen, x, y); }
  /// The first vertex of a row at x or after it from which nothing moves along the edge to
  /// the next one. Pre: the row is one of the map.
  std::int32_t next_barred(std::int32_t y, std::int32_t x) const noexcept {
    return next(row(kBarred, y), x, 0);
  }

  /// The first blocked square of a row at x or after it, or at x or before it. There is one
  /// beyond each end of the row.
  std::int32_t next_blocked(std::int32_t y, std::int32_t x) const noexcept {
    return next(row(kBlocked, y), x, 0);
  }
  std::int32_t last_blocked(std::int32_t y, std::int32_t x) const noexcept {
    return last(row(kBlocked, y), x, 0);
  }
  /// The same for free squares; beyond the ends of the row if there is none.
  std::int32_t next_free(std::int32_t y, std::int32_t x) const noexcept {
    return next(row(kBlocked, y), x, ~Word{0});
  }
  std::int32_t last_free(std::int32_t y, std::int32_t x) const noexcept {
    return last(row(kBlocked, y), x, ~Word{0});
  }

  /// Calls visit(x) for the corners of a row from vertex a to vertex b that are taut in
  /// quadrant q. Pre: the row has these vertices.
  template <class Visit>
  void for_each_taut(std::int32_t y, std::int32_t a, std::int32_t b, unsigned q,
                     const Visit& visit) const {
    const Word* const one = row(kCorner + (q + 1) % 2, y);
    const Word* const other = row(kCorner + (q + 1) % 2 + 2, y);
    const std::int32_t last = b / kBits;
    for (std::int32_t w = a / kBits; w <= last; ++w) {
      Word bits = one[w] | other[w];
      if (w == a / kBits) bits &= ~Word{0} << a % kBits;
      if (w == last) bits &= ~Word{0} >> (kBits - 1 - b % kBits);
      for (; bits != 0; bits &= bits - 1) visit(w * kBits + std::countr_zero(bits));
    }
  }

  /// What a walk along an axis from a vertex meets first.
  struct Walk {
    std::int32_t x = 0, y = 0;  ///< the last vertex
    bool corner = false;        ///< whether it is a corner; else what comes next is closed
  };
  /// Walks from a vertex that the unit or point may stand at. Cost: O(vertices passed),
  /// along a row a 64th of it.
  Walk walk(std::int32_t x, std::int32_t y, unsigned axis) const noexcept;

  std::size_t memory_bytes() const noexcept { return words_.size() * sizeof(Word); }

 private:
  friend class LineBoardEditor;
  using Word = std::uint64_t;
  static constexpr std::int32_t kBits = 64;
  /// Rows of bits. A row has its planes one after the other:
  using Plane = std::size_t;
  /// by square, whose upper left vertex is the place;
  static constexpr Plane kBlocked = 0;
  /// edges from a vertex to the next one of its row, and to the one below it;
  static constexpr Plane kBarred = 1, kFallen = 2;
  /// vertices that are corners, by quadrant: four planes.
  static constexpr Plane kCorner = 3;
  static constexpr Plane kPlanes = 7;

  LineBoard(LineModel model, std::int32_t width, std::int32_t height,
            SharedArray<Word> words) noexcept
      : model_(model),
        width_(width),
        height_(height),
        row_words_(static_cast<std::size_t>(width) / kBits + 1),
        words_(std::move(words)),
        bits_(words_.data()) {}

  std::int32_t walk_east(std::int32_t x, std::int32_t y) const noexcept;
  std::int32_t walk_west(std::int32_t x, std::int32_t y) const noexcept;

  const Word* row(Plane plane, std::int32_t y) const noexcept {
    return bits_ + (static_cast<std::size_t>(y) * kPlanes + plane) * row_words_;
  }
  bool bit(Plane plane, std::int32_t x, std::int32_t y) const noexcept {
    return (row(plane, y)[x / kBits] >> x % kBits & 1U) != 0;
  }
  Word corners(std::int32_t y, std::size_t w) const noexcept {
    const Word* const first = row(kCorner, y) + w;
    return first[0] | first[row_words_] | first[2 * row_words_] | first[3 * row_words_];
  }
  std::int32_t next(const Word* row, std::int32_t x, Word flip) const noexcept {
    auto w = static_cast<std::size_t>(x) / kBits;
    Word bits = (row[w] ^ flip) & ~Word{0} << x % kBits;
    while (bits == 0) {
      if (++w == row_words_) return width_;
      bits = row[w] ^ flip;
    }
    return static_cast<std::int32_t>(w * kBits) + std::countr_zero(bits);
  }
  static std::int32_t last(const Word* row, std::int32_t x, Word flip) noexcept {
    auto w = static_cast<std::size_t>(x) / kBits;
    Word bits = (row[w] ^ flip) & ~Word{0} >> (kBits - 1 - x % kBits);
    while (bits == 0) {
      if (w == 0) return -1;
      bits = row[--w] ^ flip;
    }
    return static_cast<std::int32_t>(w * kBits) + kBits - 1 - std::countl_zero(bits);
  }

  LineModel model_;
  std::int32_t width_, height_;
  std::size_t row_words_;
  SharedArray<Word> words_;
  const Word* bits_;
};

}  // namespace throng
