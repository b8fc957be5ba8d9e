#include "diagonal_stops.hpp"

#include "open_lines.hpp"
#include "stop_words.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

namespace throng {
namespace {

constexpr std::size_t kWordBits = 64;

// Everything here is done a word at a time, in lines along the shorter side of the map: its
// rows if DiagonalLines counts places along x, else its columns.

/// The cells that see a jump point: whose straight walk ends at one. Along the lines.
template <Along along>
BitLines views_along(const BitLines& open, const FixedBitLines& stops, Memory memory) {
  constexpr bool kRising = along == Along::rising;
  const auto ahead = [](std::uint64_t bits, unsigned by) {
    return kRising ? bits >> by : bits << by;
  };
  BitLines views(open.lines(), open.length(), memory);
  for (std::size_t i = 0; i < open.lines(); ++i) {
    std::uint64_t before = 0;  // `told` of the word ahead
    for (std::size_t k = 0; k < open.words(); ++k) {
      const std::size_t w = kRising ? open.words() - 1 - k : k;
      const std::uint64_t heard = kRising ? before << 63 : before >> 63;
      // What a cell tells the one behind it. A cell that is no stop tells what it hears.
      std::uint64_t passes = ~stops.line(i)[w];
      std::uint64_t told = (open.line(i)[w] & ~passes) | (heard & passes);
      for (unsigned by = 1; by < 64; by *= 2) {
        told |= ahead(told, by) & passes;
        passes &= ahead(passes, by);
      }
      views.line(i)[w] = ahead(told, 1) | heard;
      before = told;
    }
  }
  return views;
}

/// As views_along(), from line to line. rising: the walks lead to the lines of larger
/// numbers.
BitLines views_across(const BitLines& open, const BitLines& stops, bool rising,
                      Memory memory) {
  BitLines views(open.lines(), open.length(), memory);
  for (std::size_t k = 1; k < open.lines(); ++k) {
    const std::size_t from = rising ? open.lines() - k : k - 1;
    std::uint64_t* const view = views.line(rising ? from - 1 : from + 1);
    for (std::size_t w = 0; w < open.words(); ++w) {
      const std::uint64_t stop = stops.line(from)[w];
      view[w] = (open.line(from)[w] & stop) | (views.line(from)[w] & ~stop);
    }
  }
  return views;
}

/// The cells that diagonal walks pass: where the last step is legal, and neither straight
/// walk sees a jump point.
class Passes {
 public:
  Passes(const BitLines& open, const JumpMap& map, bool by_x, Memory memory)
      : by_x_(by_x),
        open_(by_x ? copy(open, memory) : transposed(open, memory)),
        views_(memory) {
    views_.reserve(4);
    for (unsigned d = 0; d < 4; ++d) {
      const bool along = (d % 2 == 1) == by_x, rising = d == 1 || d == 2;
      views_.push_back(
          !along   ? views_across(open_, transposed(map.stops(d), memory), rising, memory)
          : rising ? views_along<Along::rising>(open_, map.stops(d), memory)
                   : views_along<Along::falling>(open_, map.stops(d), memory));
    }
  }

  std::size_t lines() const noexcept { return open_.lines(); }

  /// Calls visit(line, passes) for the w-th word of each line but the first and the last,
  /// for walks in a diagonal direction (a Move).
  template <class Visit>
  void for_each(unsigned move, std::size_t w, const Visit& visit) const {
    const std::int32_t across = by_x_ ? kMoveY[move] : kMoveX[move];
    const bool rising = (by_x_ ? kMoveX[move] : kMoveY[move]) > 0;
    const BitLines& x_views = views_[across_of(move)];
    const BitLines& y_views = views_[along_of(move)];
    // Places where both the cell and the one behind it in the line are open.
    const auto pairs = [&](std::size_t i) {
      const std::uint64_t* const line = open_.line(i);
      return line[w] & (rising ? line[w] << 1 | (line + w)[-1] >> 63
                               : line[w] >> 1 | line[w + 1] << 63);
    };
    for (std::size_t i = 1; i + 1 < open_.lines(); ++i)
      visit(i, pairs(i) & pairs(across > 0 ? i - 1 : i + 1) &
                   ~(x_views.line(i)[w] | y_views.line(i)[w]));
  }

 private:
  bool by_x_;
  BitLines open_;
  std::pmr::vector<BitLines> views_;  ///< by straight direction
};

/// Bit i of word k becomes the former bit i of word k + i, which is 0 beyond the end. Each
/// round moves the bits whose numbers have one power of two in them.
void skew(std::pmr::vector<std::uint64_t>& words) {
  std::uint64_t moved = ~std::uint64_t{0} << 32;
  for (std::size_t by = 32; by != 0; by /= 2, moved ^= moved >> by) {
    std::size_t k = 0;
    for (; k + by < words.size(); ++k)
      words[k] = (words[k] & ~moved) | (words[k + by] & moved);
    for (; k < words.size(); ++k) words[k] &= ~moved;
  }
}

/// Writes lines along the shorter side of the map, of which there are `count`, into lines
/// along the diagonals. for_each(w, visit) calls visit(line, bits) for the w-th word of
/// each line that contains a bit. Clear bits, and places beyond the map, are set in `all`,
/// and the others are not: see write_diagonal_stops() and
/// write_blockers().
template <class ForEach>
void write_inverse(const DiagonalLines& lines, std::size_t count, unsigned diagonal,
                   std::uint64_t* all, Memory memory, const ForEach& for_each) {
  // In front of the lines, the beginnings of diagonals beyond the edge of the map.
  constexpr std::size_t kFront = kWordBits - 1;
  const auto last = static_cast<std::int32_t>(count) - 1;
  // Even diagonals lead to smaller lines at larger places: their lines are reversed.
  const bool reversed = diagonal % 2 == 0;
  const std::size_t width = (lines.length() + kWordBits - 1) / kWordBits;
  std::pmr::vector<std::uint64_t> words(kFront + count, memory);
  std::fill_n(all, lines.lines() * width, ~std::uint64_t{0});
  for (std::size_t w = 0; w < width; ++w) {
    std::ranges::fill(words, 0);
    for_each(w, [&](std::size_t i, std::uint64_t bits) {
      words[reversed ? words.size() - 1 - i : kFront + i] = bits;
    });
    skew(words);
    const auto place = static_cast<std::int32_t>(w * kWordBits);
    const std::size_t places = std::min(kWordBits, lines.length() - w * kWordBits);
    for (std::size_t k = kWordBits - places; k < words.size(); ++k) {
      const std::int32_t at = static_cast<std::int32_t>(k) - std::int32_t{kFront};
      const std::int32_t i = reversed ? last - at : at;
      const std::size_t line =
          lines.by_x() ? lines.line(diagonal, place, i) : lines.line(diagonal, i, place);
      all[line * width + w] = ~words[k];
    }
  }
}

}  // namespace

void write_diagonal_stops(const DiagonalLines& lines, const BitLines& open,
                          const JumpMap& map, std::span<VersionedBitLines, 4> stops,
                          Memory memory) {
  const Passes passes(open, map, lines.by_x(), memory);
  // All closed cells are stops: only the places that walks pass have to be written.
  for (unsigned diagonal = 0; diagonal < 4; ++diagonal)
    write_inverse(
        lines, passes.lines(), diagonal, stops[diagonal].all(), memory,
        [&](std::size_t w, const auto& visit) { passes.for_each(4 + diagonal, w, visit); });
}

DiagonalStops::DiagonalStops(const BitLines& open, const JumpMap& map)
    : lines_(open.length(), open.lines()) {
  auto stops =
      make_array<4>([&] { return VersionedBitLines(lines_.lines(), lines_.length()); });
  write_diagonal_stops(lines_, open, map, stops, heap_memory());
  for (unsigned diagonal = 0; diagonal < 4; ++diagonal)
    stops_[diagonal] = stops[diagonal].publish();
}

void write_blockers(const DiagonalLines& lines, const BitLines& free, unsigned diagonal,
                    std::uint64_t* all, Memory memory) {
  write_inverse(lines, free.lines(), diagonal, all, memory,
                [&](std::size_t w, const auto& visit) {
                  for (std::size_t i = 0; i < free.lines(); ++i) visit(i, free.line(i)[w]);
                });
}

}  // namespace throng
