#include "jump_map.hpp"

#include <throng/assert.hpp>

#include <algorithm>
#include <array>

namespace throng {
namespace {

/// The open cells, one line for each row.
BitLines open_rows(const Grid& grid) {
  const std::size_t stride = grid.stride();
  BitLines open(grid.cell_count() / stride, stride);
  for (std::size_t y = 0; y < open.lines(); ++y)
    for (std::size_t x = 0; x < stride; ++x) {
      const auto cell = static_cast<CellIndex>(y * stride + x);
      const bool is_open = grid.component(cell) != Grid::kNoComponent;
      open.line(y)[x / 64] |= std::uint64_t{is_open} << x % 64;
    }
  return open;
}

/// Transposes a block of 64 lines of 64 bits, halving the size of the swapped parts in each
/// round. Source: H. Warren, "Hacker's Delight", section 7-3.
void transpose(std::array<std::uint64_t, 64>& block) {
  std::uint64_t mask = ~std::uint64_t{0} >> 32;
  for (unsigned size = 32; size != 0; size /= 2, mask ^= mask << size)
    for (unsigned i = 0; i < 64; i = (i + size + 1) & ~size) {
      const std::uint64_t swapped = ((block[i] >> size) ^ block[i + size]) & mask;
      block[i] ^= swapped << size;
      block[i + size] ^= swapped;
    }
}

BitLines transposed(const BitLines& rows) {
  BitLines columns(rows.length(), rows.lines());
  std::array<std::uint64_t, 64> block{};
  for (std::size_t y = 0; y < rows.lines(); y += 64)
    for (std::size_t x = 0; x < rows.length(); x += 64) {
      const std::size_t lines = std::min<std::size_t>(64, rows.lines() - y);
      block.fill(0);
      for (std::size_t i = 0; i < lines; ++i) block[i] = rows.line(y + i)[x / 64];
      transpose(block);
      const std::size_t places = std::min<std::size_t>(64, rows.length() - x);
      for (std::size_t i = 0; i < places; ++i) columns.line(x + i)[y / 64] = block[i];
    }
  return columns;
}

enum class Along { rising, falling };

/// The stops of walks along the lines, in the direction of rising or falling places.
BitLines find_stops(const BitLines& open, Along along) {
  BitLines stops(open.lines(), open.length());
  const std::size_t words = open.words();
  // Bit p: the place one step behind p in the direction of the walk.
  const auto behind = [&](const std::uint64_t* line, std::size_t w) {
    return along == Along::rising ? line[w] << 1 | (line + w)[-1] >> 63
                                  : line[w] >> 1 | line[w + 1] << 63;
  };
  const auto walk = [&](std::size_t i, std::size_t w) {
    const std::uint64_t* const here = open.line(i);
    std::uint64_t forced = 0;
    for (const std::uint64_t* side : {open.line(i - 1), open.line(i + 1)})
      forced |= side[w] & ~behind(side, w);
    return ~here[w] | (forced & behind(here, w));
  };
  for (std::size_t w = 0; w < words; ++w)
    stops.line(0)[w] = stops.line(open.lines() - 1)[w] = ~std::uint64_t{0};
  for (std::size_t i = 1; i + 1 < open.lines(); ++i)
    for (std::size_t w = 0; w < words; ++w) stops.line(i)[w] = walk(i, w);
  return stops;
}

/// Counts the stops that are open.
std::size_t count_jump_points(const BitLines& stops, const BitLines& open) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < stops.lines(); ++i)
    for (std::size_t w = 0; w < stops.words(); ++w)
      count += static_cast<std::size_t>(std::popcount(stops.line(i)[w] & open.line(i)[w]));
  return count;
}

}  // namespace

BitLines::BitLines(std::size_t lines, std::size_t length)
    : lines_(lines),
      length_(length),
      words_((length + 63) / 64),
      bits_(lines * words_ + 2, 0) {}

JumpMap::JumpMap(const Grid& grid) : east_(0, 0), west_(0, 0), south_(0, 0), north_(0, 0) {
  THRONG_ASSERT(allowed(grid));
  const BitLines rows = open_rows(grid);
  east_ = find_stops(rows, Along::rising);
  west_ = find_stops(rows, Along::falling);
  const BitLines columns = transposed(rows);
  south_ = find_stops(columns, Along::rising);
  north_ = find_stops(columns, Along::falling);
  state_count_ = count_jump_points(east_, rows) + count_jump_points(west_, rows) +
                 count_jump_points(south_, columns) + count_jump_points(north_, columns);
}

std::vector<CellIndex> JumpMap::jump_points(const Grid& grid) const {
  const BitLines down = transposed(south_), up = transposed(north_);
  std::vector<CellIndex> cells;
  for (std::size_t y = 0; y < east_.lines(); ++y)
    for (std::size_t w = 0; w < east_.words(); ++w) {
      std::uint64_t stops =
          east_.line(y)[w] | west_.line(y)[w] | down.line(y)[w] | up.line(y)[w];
      for (; stops != 0; stops &= stops - 1) {
        const std::size_t x = 64 * w + static_cast<std::size_t>(std::countr_zero(stops));
        if (x >= grid.stride()) break;
        const auto cell = static_cast<CellIndex>(y * grid.stride() + x);
        if (grid.component(cell) != Grid::kNoComponent) cells.push_back(cell);
      }
    }
  return cells;
}

}  // namespace throng
