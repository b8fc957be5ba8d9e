#include "clear_line.hpp"

#include "../grid/grid_access.hpp"
#include "../grid/move_bit.hpp"

#include <cstdlib>
#include <cstring>
#include <utility>

namespace throng {
namespace {

/// Whether the step to the south is legal from each of `count` cells. Pre: count >= 2.
bool lead_south(const std::uint8_t* moves, std::size_t count) noexcept {
  constexpr std::uint64_t kEach = 0x0101'0101'0101'0101U;
  constexpr std::uint64_t kSouth = kEach * bit(Move::south);
  if ((moves[0] & moves[1] & bit(Move::south)) == 0) return false;
  for (moves += 2, count -= 2; count >= sizeof(kSouth); count -= sizeof(kSouth)) {
    std::uint64_t word = 0;
    std::memcpy(&word, moves, sizeof(word));
    if ((word & kSouth) != kSouth) return false;
    moves += sizeof(kSouth);
  }
  for (; count != 0; --count, ++moves)
    if ((*moves & bit(Move::south)) == 0) return false;
  return true;
}

}  // namespace

ClearLine::ClearLine(const Grid& grid) noexcept
    : sight_(grid),
      moves_(grid.moves().data()),
      regions_(GridAccess::regions(grid).data()),
      stride_(grid.stride()),
      plain_(grid.plain()) {}

bool ClearLine::operator()(Position from, Position to) const noexcept {
  const bool straight = from.x == to.x || from.y == to.y;
  if (straight || is_hexagonal(sight_.drawing().topology())) return sight_(from, to);
  if (plain_)  // a step to the south is legal where both its cells are open
    return squares_open(from, to, [this](CellIndex first, std::size_t count) {
      return lead_south(moves_ + first, count + 1);
    });
  const auto open = [this](CellIndex first, std::size_t count) {
    const Region* const upper = regions_ + first;
    const Region* const lower = upper + stride_;
    for (std::size_t i = 0; i <= count; ++i)
      if (upper[i] == kNoRegion || lower[i] == kNoRegion) return false;
    return true;
  };
  return squares_open(from, to, open) && sight_(from, to);
}

/// Calls open(cell, count) for each row of squares between the anchors, downwards: `count`
/// squares, the first of them below and right of `cell`. Pre: the ends differ in both
/// coordinates.
template <class RowOfSquares>
bool ClearLine::squares_open(Position from, Position to,
                             const RowOfSquares& open) const noexcept {
  if (to.y < from.y) std::swap(from, to);
  const bool leftwards = to.x < from.x;
  const auto rows = static_cast<std::uint32_t>(to.y - from.y);
  const auto columns = static_cast<std::uint32_t>(std::abs(to.x - from.x));
  const std::uint32_t whole = columns / rows, rest = columns % rows;
  CellIndex row = sight_.grid().cell(from) - (leftwards ? 1 : 0);
  // The segment enters the row at `column` + part / rows, counted from its upper end.
  std::uint32_t column = 0, part = 0;
  for (std::uint32_t k = 0; k < rows; ++k, row += stride_) {
    std::uint32_t next = column + whole;
    part += rest;
    if (part >= rows) {
      part -= rows;
      ++next;
    }
    const std::uint32_t last = part == 0 ? next - 1 : next;
    if (!open(leftwards ? row - last : row + column, last - column + 1)) return false;
    column = next;
  }
  return true;
}

Legs::Legs(const Grid& grid) noexcept
    : clear_(grid),
      need_clear_(grid.rules().topology == Topology::tile ||
                  (grid.rules().topology == Topology::octile &&
                   grid.rules().corners == Corners::never_cut)) {}

}  // namespace throng
