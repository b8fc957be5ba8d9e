#include "jump_map.hpp"

#include "open_lines.hpp"
#include "stop_words.hpp"

#include <throng/assert.hpp>

#include <bit>
#include <type_traits>

namespace throng {
namespace {

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

JumpMap::JumpMap(const Grid& grid) : JumpMap(open_rows(grid)) {
  THRONG_ASSERT(allowed(grid));
}

JumpMap::JumpMap(const BitLines& rows) {
  east_ = find_stops(rows, 1);
  west_ = find_stops(rows, 3);
  const BitLines columns = transposed(rows);
  south_ = find_stops(columns, 2);
  north_ = find_stops(columns, 0);
  state_count_ = count_jump_points(east_, rows) + count_jump_points(west_, rows) +
                 count_jump_points(south_, columns) + count_jump_points(north_, columns);
}

std::pmr::vector<CellIndex> JumpMap::jump_points(const BitLines& open,
                                                 Memory memory) const {
  const BitLines down = transposed(south_, memory), up = transposed(north_, memory);
  std::pmr::vector<CellIndex> cells(memory);
  for (std::size_t y = 0; y < east_.lines(); ++y)
    for (std::size_t w = 0; w < east_.words(); ++w) {
      const std::uint64_t stops =
          east_.line(y)[w] | west_.line(y)[w] | down.line(y)[w] | up.line(y)[w];
      for (std::uint64_t bits = stops & open.line(y)[w]; bits != 0; bits &= bits - 1) {
        const std::size_t x = 64 * w + static_cast<std::size_t>(std::countr_zero(bits));
        cells.push_back(static_cast<CellIndex>(y * open.length() + x));
      }
    }
  return cells;
}

}  // namespace throng
