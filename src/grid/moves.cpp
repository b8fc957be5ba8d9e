#include "moves.hpp"

#include "move_bit.hpp"

#include <algorithm>
#include <cstddef>

namespace throng {
namespace {

constexpr std::size_t kLinesPerBlock = 64;

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

/// The offsets are those of Grid::offset.
void hexagonal_column(const std::uint8_t* here, std::ptrdiff_t height,
                      std::ptrdiff_t stride, std::uint8_t* out) {
  for (std::ptrdiff_t y = 0; y < height; ++y) {
    const std::uint8_t* const at = here + y;
    const unsigned bits = at[-1] * bit(Move::north) | at[stride] * bit(Move::east) |
                          at[stride + 1] * bit(Move::south_east) |
                          at[1] * bit(Move::south) | at[-stride] * bit(Move::west) |
                          at[-stride - 1] * bit(Move::north_west);
    out[y] = static_cast<std::uint8_t>(at[0] * bits);
  }
}

}  // namespace

MoveKernel move_kernel(const Rules& rules) {
  if (is_hexagonal(rules.topology)) return hexagonal_column;
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

void fill_moves(const Grid& grid, const OpenCells& cells, Crew& crew,
                std::span<std::uint8_t> moves, std::span<std::uint8_t> open) {
  const bool columns = is_hexagonal(grid.rules().topology);
  const auto lines = static_cast<std::size_t>(columns ? grid.width() : grid.height());
  const std::int32_t length = columns ? grid.height() : grid.width();
  const auto first_of = [&](std::size_t line) {
    const auto k = static_cast<std::int32_t>(line);
    return grid.cell(columns ? Position{k, 0} : Position{0, k});
  };
  const auto end_of = [&](std::size_t line) {
    return first_of(line) + static_cast<CellIndex>(length);
  };
  // Each line also closes the border before it, and the last one the border after it.
  const auto for_each_line = [&](std::span<std::uint8_t> values, const auto& body) {
    crew.for_each_block(lines, kLinesPerBlock,
                        [&](int, std::size_t begin, std::size_t end) {
                          for (std::size_t k = begin; k < end; ++k) {
                            std::fill(values.data() + (k == 0 ? 0 : end_of(k - 1)),
                                      &values[first_of(k)], std::uint8_t{0});
                            body(static_cast<std::int32_t>(k), first_of(k));
                          }
                          if (end == lines)
                            std::fill(&values[end_of(lines - 1)],
                                      values.data() + values.size(), std::uint8_t{0});
                        });
  };
  for_each_line(open, [&](std::int32_t line, CellIndex first) {
    if (!columns) return cells.fill_row(line, &open[first]);
    for (std::int32_t y = 0; y < length; ++y)
      open[first + static_cast<CellIndex>(y)] = cells.at({line, y});
  });
  const MoveKernel kernel = move_kernel(grid.rules());
  for_each_line(moves, [&](std::int32_t, CellIndex first) {
    kernel(&open[first], length, static_cast<std::ptrdiff_t>(grid.stride()), &moves[first]);
  });
}

}  // namespace throng
