#include "tile_steps.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <utility>

namespace throng {
namespace {

constexpr std::size_t kSide = 8;
constexpr std::uint64_t kWestColumn = 0x0101'0101'0101'0101;
constexpr std::uint64_t kEastColumn = kWestColumn << (kSide - 1);
constexpr std::uint64_t kNorthRow = 0xFF;
constexpr std::uint64_t kSouthRow = kNorthRow << (kSide * (kSide - 1));

constexpr std::uint64_t shifted_east(std::uint64_t cells) {
  return (cells & ~kEastColumn) << 1;
}
constexpr std::uint64_t shifted_west(std::uint64_t cells) {
  return (cells & ~kWestColumn) >> 1;
}

/// The cells of a tile within one straight step of `cells`.
constexpr std::uint64_t widened(std::uint64_t cells) {
  return cells | cells << kSide | cells >> kSide | shifted_east(cells) |
         shifted_west(cells);
}

}  // namespace

TileSteps::TileSteps(const Grid& grid, Crew& crew)
    : stride_(grid.stride()), across_((stride_ + kSide - 1) / kSide) {
  const std::span<const std::uint8_t> moves = grid.moves();
  const std::size_t rows = moves.size() / stride_;
  const std::size_t down = (rows + kSide - 1) / kSide;
  open_.resize(across_ * down);
  crew.for_each_block(down, kSide, [&](int, std::size_t begin, std::size_t end) {
    for (std::size_t y = begin * kSide; y < std::min(end * kSide, rows); ++y) {
      Tile* const tiles = &open_[y / kSide * across_];
      const std::size_t shift = y % kSide * kSide;
      for (std::size_t x = 0; x < stride_; ++x)
        tiles[x / kSide] |= Tile{moves[y * stride_ + x] != 0} << (shift + x % kSide);
    }
  });
}

std::optional<std::uint64_t> TileSteps::bound(CellIndex from, std::uint64_t cells) {
  const std::size_t x = from % stride_, y = from / stride_;
  std::vector<Piece> now;
  std::uint64_t most = 0;
  enter(y / kSide * across_ + x / kSide, Tile{1} << (y % kSide * kSide + x % kSide), 0);
  while (!next_.empty()) {
    std::swap(now, next_);
    next_.clear();
    for (const Piece& piece : now) {
      cells -= static_cast<std::uint64_t>(std::popcount(piece.cells));
      most = std::max(most, piece.steps);
      // The border of the padded map is closed, so these tiles exist if a cell leads there.
      constexpr std::size_t kAlong = kSide - 1, kBelow = kSide * kAlong;
      const Tile own = piece.cells;
      enter(piece.tile - across_, (own & kNorthRow) << kBelow, piece.steps + 1);
      enter(piece.tile + across_, (own & kSouthRow) >> kBelow, piece.steps + 1);
      enter(piece.tile - 1, (own & kWestColumn) << kAlong, piece.steps + 1);
      enter(piece.tile + 1, (own & kEastColumn) >> kAlong, piece.steps + 1);
    }
  }
  return cells == 0 ? std::optional(most) : std::nullopt;
}

void TileSteps::enter(std::size_t tile, Tile entries, std::uint64_t steps) {
  if (entries == 0) return;
  for (Tile& open = open_[tile]; (entries &= open) != 0;) {
    // From the first cell, `rounds` steps suffice to each cell of the piece, so twice as
    // many suffice between any two. No path has more steps than the piece has other cells.
    Tile piece = entries & (~entries + 1);
    std::uint64_t rounds = 0;
    for (Tile wider; (wider = widened(piece) & open) != piece; ++rounds) piece = wider;
    open &= ~piece;
    const auto others = static_cast<std::uint64_t>(std::popcount(piece)) - 1;
    next_.push_back({tile, piece, steps + std::min(2 * rounds, others)});
  }
}

}  // namespace throng
