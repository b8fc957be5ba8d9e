#pragma once

#include "../core/memory.hpp"
#include "bit_lines.hpp"

#include <throng/grid.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace throng {

/// The open cells of a padded map, one line for each row. Pre: the grid is not hexagonal.
BitLines open_rows(const Grid& grid, Memory memory = heap_memory());

/// The same lines in other memory.
inline BitLines copy(const BitLines& from, Memory memory) {
  BitLines lines(from.lines(), from.length(), memory);
  std::copy_n(from.line(0), from.lines() * from.words(), lines.line(0));
  return lines;
}

/// Transposes a block of 64 lines of 64 bits, halving the size of the swapped parts in each
/// round. Source: H. Warren, "Hacker's Delight", section 7-3.
void transpose(std::array<std::uint64_t, 64>& block) noexcept;

/// One line for each place of `rows`. Cost: a few operations a word.
template <class Lines>
BitLines transposed(const Lines& rows, Memory memory = heap_memory()) {
  BitLines columns(rows.length(), rows.lines(), memory);
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

}  // namespace throng
