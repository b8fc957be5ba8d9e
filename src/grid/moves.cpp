#include "moves.hpp"

#include "move_bit.hpp"

#include <array>

namespace throng {
namespace {

constexpr std::size_t kRowsPerBlock = 64;

/// Whether a diagonal move is legal. All values are 0 or 1: the target cell, and the two
/// cells beside the move.
template <Corners corners>
constexpr unsigned diagonal(unsigned beyond, unsigned beside, unsigned other) {
  if constexpr (corners == Corners::never_cut) return beyond & beside & other;
  if constexpr (corners == Corners::cut_one) return beyond & (beside | other);
  return beyond;
}

template <Corners corners>
void octile_row(const std::uint8_t* here, std::ptrdiff_t width, std::ptrdiff_t stride,
                std::uint8_t* out) {
  const std::uint8_t* const above = here - stride;
  const std::uint8_t* const below = here + stride;
  for (std::ptrdiff_t x = 0; x < width; ++x) {
    const unsigned n = above[x], s = below[x], w = here[x - 1], e = here[x + 1];
    const unsigned ne = diagonal<corners>(above[x + 1], n, e);
    const unsigned se = diagonal<corners>(below[x + 1], s, e);
    const unsigned sw = diagonal<corners>(below[x - 1], s, w);
    const unsigned nw = diagonal<corners>(above[x - 1], n, w);
    const unsigned bits = n * bit(Move::north) | e * bit(Move::east) |
                          s * bit(Move::south) | w * bit(Move::west) |
                          ne * bit(Move::north_east) | se * bit(Move::south_east) |
                          sw * bit(Move::south_west) | nw * bit(Move::north_west);
    out[x] = static_cast<std::uint8_t>(here[x] * bits);
  }
}

void tile_row(const std::uint8_t* here, std::ptrdiff_t width, std::ptrdiff_t stride,
              std::uint8_t* out) {
  const std::uint8_t* const above = here - stride;
  const std::uint8_t* const below = here + stride;
  for (std::ptrdiff_t x = 0; x < width; ++x) {
    const unsigned bits = above[x] * bit(Move::north) | here[x + 1] * bit(Move::east) |
                          below[x] * bit(Move::south) | here[x - 1] * bit(Move::west);
    out[x] = static_cast<std::uint8_t>(here[x] * bits);
  }
}

using RowKernel = void (*)(const std::uint8_t*, std::ptrdiff_t, std::ptrdiff_t,
                           std::uint8_t*);

RowKernel row_kernel(const Rules& rules) {
  if (rules.topology == Topology::tile) return tile_row;
  switch (rules.corners) {
    case Corners::never_cut:
      return octile_row<Corners::never_cut>;
    case Corners::cut_one:
      return octile_row<Corners::cut_one>;
    case Corners::always:
      return octile_row<Corners::always>;
  }
  return nullptr;
}

}  // namespace

void fill_moves(const OpenCells& cells, const Rules& rules, Crew& crew,
                std::span<std::uint8_t> moves, std::span<std::uint8_t> open) {
  const auto height = static_cast<std::size_t>(cells.height());
  const std::size_t stride = static_cast<std::size_t>(cells.width()) + 2;
  THRONG_ASSERT(moves.size() == stride * (height + 2) && open.size() == moves.size());

  crew.for_each_block(height, kRowsPerBlock, [&](int, std::size_t begin, std::size_t end) {
    for (std::size_t y = begin; y < end; ++y)
      cells.fill_row(static_cast<std::int32_t>(y), &open[(y + 1) * stride + 1]);
  });

  const RowKernel kernel = row_kernel(rules);
  crew.for_each_block(height, kRowsPerBlock, [&](int, std::size_t begin, std::size_t end) {
    for (std::size_t y = begin; y < end; ++y) {
      const std::size_t first = (y + 1) * stride + 1;
      kernel(&open[first], cells.width(), static_cast<std::ptrdiff_t>(stride),
             &moves[first]);
    }
  });
}

void fill_hexagonal_moves(const Grid& grid, const OpenCells& cells, Crew& crew,
                          std::span<std::uint8_t> moves, std::span<std::uint8_t> open) {
  constexpr std::array kHexagonalMoves{Move::north, Move::east, Move::south_east,
                                       Move::south, Move::west, Move::north_west};
  const auto width = static_cast<std::size_t>(cells.width());
  const auto for_each_column = [&](const auto& body) {
    crew.for_each_block(width, kRowsPerBlock, [&](int, std::size_t begin, std::size_t end) {
      for (std::size_t x = begin; x < end; ++x) body(static_cast<std::int32_t>(x));
    });
  };
  for_each_column([&](std::int32_t x) {
    for (Position p{x, 0}; p.y < cells.height(); ++p.y) open[grid.cell(p)] = cells.at(p);
  });
  for_each_column([&](std::int32_t x) {
    for (Position p{x, 0}; p.y < cells.height(); ++p.y) {
      const CellIndex cell = grid.cell(p);
      unsigned bits = 0;
      for (const Move move : kHexagonalMoves)
        bits |= open[cell + grid.offset(move)] * bit(move);
      moves[cell] = static_cast<std::uint8_t>(open[cell] * bits);
    }
  });
}

}  // namespace throng
