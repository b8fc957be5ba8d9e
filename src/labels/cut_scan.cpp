#include "cut_scan.hpp"

#include "../jump/open_lines.hpp"
#include "turn_corners.hpp"

#include <utility>

namespace throng {
namespace {

/// The moves of an octant, and what is known of 64 cells that they reach; see CutScan.
class Octant {
 public:
  Octant(const BitLines& open, Corners rule, unsigned diagonal, unsigned straight)
      : open_(open),
        cut_one_(rule == Corners::cut_one),
        diagonal_(diagonal),
        straight_(straight),
        aside_(across_of(diagonal) == straight ? along_of(diagonal) : across_of(diagonal)),
        beyond_(diagonal == 4 + straight ? 4 + (straight + 3) % 4 : 4 + straight) {}

  /// Those that serve cells by the first condition, if the last step is straight.
  std::uint64_t after_straight(std::size_t y, std::size_t w) const noexcept {
    return ~at(y, w, aside_) & at(y, w, diagonal_) &
           (cut_one_ ? at(y, w, straight_) : ~std::uint64_t{0});
  }
  /// Those that serve cells by the second condition, if there is a diagonal step.
  std::uint64_t after_diagonal(std::size_t y, std::size_t w) const noexcept {
    return ~at(y, w, aside_ ^ 2U) &
           (at(y, w, straight_) | (cut_one_ ? 0 : at(y, w, beyond_)));
  }

 private:
  std::uint64_t at(std::size_t y, std::size_t w, unsigned move) const noexcept {
    return neighbours(open_, y, w, move);
  }

  const BitLines& open_;
  bool cut_one_;
  unsigned diagonal_, straight_;
  unsigned aside_;   ///< the other straight component of the diagonal move
  unsigned beyond_;  ///< the diagonal move on the other side of the straight one
};

/// Closed cells, and the open ones among words(y, w).
template <class Words>
BitLines stops(const BitLines& open, const Words& words) {
  BitLines lines(open.lines(), open.length());
  for (std::size_t y = 0; y < open.lines(); ++y)
    for (std::size_t w = 0; w < open.words(); ++w) {
      const std::uint64_t cells = open.line(y)[w];
      lines.line(y)[w] = cells == 0 ? ~cells : ~cells | words(y, w);
    }
  return lines;
}

}  // namespace

CutScan::CutScan(const Grid& grid) : CutScan(grid, open_rows(grid)) {}

CutScan::CutScan(const Grid& grid, const BitLines& open)
    : moves_(grid.moves().data()), walker_(grid.stride()) {
  const auto octant = [&](unsigned diagonal, unsigned straight) {
    return Octant(open, grid.rules().corners, diagonal, straight);
  };
  const auto add = [](std::vector<BitLines>& all, BitLines rows, unsigned straight) {
    all.push_back(LineWalker::is_vertical(straight) ? transposed(rows) : std::move(rows));
  };
  for (unsigned move = 0; move < 4; ++move) {
    const Octant one = octant(4 + move, move), other = octant(4 + (move + 3) % 4, move);
    add(ahead_,
        stops(open,
              [&](std::size_t y, std::size_t w) {
                return one.after_straight(y, w) | other.after_straight(y, w);
              }),
        move);
  }
  for (unsigned corner = 4; corner < kMoves; ++corner) {
    const std::array sides{across_of(corner), along_of(corner)};
    const std::array both{octant(corner, sides[0]), octant(corner, sides[1])};
    for (unsigned side = 0; side < 2; ++side)
      add(octants_,
          stops(open,
                [&](std::size_t y, std::size_t w) {
                  return both[side].after_straight(y, w) | both[side].after_diagonal(y, w);
                }),
          sides[side]);
    diagonals_.push_back(stops(open, [&](std::size_t y, std::size_t w) {
      return both[0].after_diagonal(y, w) | both[1].after_diagonal(y, w);
    }));
  }
}

}  // namespace throng
