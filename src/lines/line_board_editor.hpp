#pragma once

#include "../core/memory.hpp"
#include "../core/versioned_array.hpp"
#include "../grid/rectangle.hpp"
#include "../jump/bit_lines.hpp"
#include "line_board.hpp"
#include "line_model.hpp"

#include <throng/grid.hpp>
#include <throng/result.hpp>

#include <cstddef>
#include <cstdint>
#include <span>

namespace throng {

/// Whether a grid has a board. Errors: unsupported, with the reason.
Outcome check_lines(const Grid& grid);

/// Makes the board of a map, and keeps it equal to a map that changes.
///
/// Cost: some ten operations for each 64 cells. An edit of 4 x 4 cells: about a
///       microsecond, and what VersionedArray copies.
/// Memory: a bit a cell, and that of a LineBoard for each version (see VersionedArray).
/// Threads: one thread at a time. Boards may be used on any thread.
class LineBoardEditor {
 public:
  /// Pre: check_lines(grid).
  explicit LineBoardEditor(const Grid& grid, Memory memory = heap_memory());

  /// Follows an edit. toggled: contain all cells of the map that opened or closed; may
  /// reach beyond the map.
  void edit(const Grid& after, std::span<const Rectangle> toggled);

  LineBoard publish() noexcept { return {model_, width_, height_, words_.publish()}; }
  /// Saves the next edit a copy of the board, see VersionedArray::prepare.
  void prepare() { words_.prepare(); }

  std::size_t memory_bytes() const noexcept {
    return open_.memory_bytes() + words_.memory_bytes();
  }

 private:
  using Word = LineBoard::Word;
  struct Planes;

  Word open(std::int32_t y, std::ptrdiff_t w) const noexcept;
  Word pinched(std::int32_t y, std::ptrdiff_t w) const noexcept;
  Planes unit_planes(std::int32_t y, std::ptrdiff_t w) const noexcept;
  Planes point_planes(std::int32_t y, std::ptrdiff_t w) const noexcept;
  void write(std::int32_t y, std::size_t w);

  LineModel model_;
  std::int32_t width_, height_;  ///< see LineBoard
  std::size_t row_words_;
  BitLines open_;  ///< cells of the padded map
  VersionedArray<Word> words_;
};

}  // namespace throng
