#include "jump_map.hpp"

#include "stop_words.hpp"

#include <throng/assert.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <type_traits>

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

template <class Lines>
BitLines transposed(const Lines& rows) {
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

/// The stops of the walks in a straight direction. open: one line for each row for east and
/// west, one for each column otherwise.
FixedBitLines find_stops(const BitLines& open, unsigned direction) {
  VersionedBitLines stops(open.lines(), open.length());
  const std::size_t words = open.words();
  std::uint64_t* const all = stops.all();
  for (std::size_t w = 0; w < words; ++w)
    all[w] = all[(open.lines() - 1) * words + w] = ~std::uint64_t{0};
  const auto fill = [&](auto along) {
    for (std::size_t i = 1; i + 1 < open.lines(); ++i)
      for (std::size_t w = 0; w < words; ++w)
        all[i * words + w] = stops_of_word<decltype(along)::value>(open, i, w);
  };
  if (direction == 1 || direction == 2)
    fill(std::integral_constant<Along, Along::rising>());
  else
    fill(std::integral_constant<Along, Along::falling>());
  return stops.publish();
}

/// Counts the stops that are open.
std::size_t count_jump_points(const FixedBitLines& stops, const BitLines& open) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < stops.lines(); ++i)
    for (std::size_t w = 0; w < stops.words(); ++w)
      count += static_cast<std::size_t>(std::popcount(stops.line(i)[w] & open.line(i)[w]));
  return count;
}

}  // namespace

JumpMap::JumpMap(const Grid& grid) {
  THRONG_ASSERT(allowed(grid));
  const BitLines rows = open_rows(grid);
  east_ = find_stops(rows, 1);
  west_ = find_stops(rows, 3);
  const BitLines columns = transposed(rows);
  south_ = find_stops(columns, 2);
  north_ = find_stops(columns, 0);
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
