#pragma once

#include "../core/memory.hpp"
#include "bit_lines.hpp"
#include "diagonal_stops.hpp"
#include "open_lines.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace throng {

/// The stops of diagonal walks, updated after edits; see DiagonalStops. Also finds the
/// nodes behind a cell on its diagonals: those whose walks may pass the cell.
class DiagonalEditor {
 public:
  DiagonalEditor(const DiagonalStops& from, Memory memory)
      : lines_(from.lines()),
        stops_{VersionedBitLines(from.stops(0), memory),
               VersionedBitLines(from.stops(1), memory),
               VersionedBitLines(from.stops(2), memory),
               VersionedBitLines(from.stops(3), memory)},
        blockers_{BitLines(lines_.lines(), lines_.length(), memory),
                  BitLines(lines_.lines(), lines_.length(), memory)} {}

  /// Replaces all stops. open: open_rows(). memory: of what they are computed in; so below.
  void set_stops(const BitLines& open, const JumpMap& map, Memory memory) {
    write_diagonal_stops(lines_, open, map, stops_, memory);
  }
  /// Sets which cells are closed or a node. open: open_rows(). nodes: cells; those of the
  /// border are ignored.
  void set_blockers(const BitLines& open, std::span<const CellIndex> nodes, Memory memory) {
    BitLines rows = copy(open, memory);
    for (const CellIndex cell : nodes)
      rows.set(cell / open.length(), cell % open.length(), false);
    const auto write = [&](const BitLines& free) {
      for (unsigned k = 0; k < 2; ++k)
        write_blockers(lines_, free, k, blockers_[k].line(0), memory);
    };
    if (lines_.by_x())
      write(rows);
    else
      write(transposed(rows, memory));
  }

  bool stop(unsigned diagonal, std::int32_t x, std::int32_t y) const noexcept {
    const std::size_t at = place(x, y);
    return (stops_[diagonal].word(lines_.line(diagonal, x, y), at / 64) >> at % 64 & 1U) !=
           0;
  }
  void set_stop(unsigned diagonal, std::int32_t x, std::int32_t y, bool stop) {
    stops_[diagonal].set(lines_.line(diagonal, x, y), place(x, y), stop);
  }
  /// Sets whether the cell x,y is closed or a node. All cells of the border must be.
  void set_blocker(std::int32_t x, std::int32_t y, bool blocker) noexcept {
    for (unsigned k = 0; k < 2; ++k)
      blockers_[k].set(lines_.line(k, x, y), place(x, y), blocker);
  }
  /// The number of steps from x,y to the next cell in a diagonal direction that is closed
  /// or a node.
  std::int32_t to_blocker(unsigned diagonal, std::int32_t x,
                          std::int32_t y) const noexcept {
    return lines_.steps(blockers_[diagonal % 2], diagonal, x, y);
  }

  void prepare() {
    for (VersionedBitLines& stops : stops_) stops.prepare();
  }
  DiagonalStops publish() noexcept {
    return {lines_,
            {stops_[0].publish(), stops_[1].publish(), stops_[2].publish(),
             stops_[3].publish()}};
  }

  std::size_t memory_bytes() const noexcept {
    std::size_t bytes = blockers_[0].memory_bytes() + blockers_[1].memory_bytes();
    for (const VersionedBitLines& stops : stops_) bytes += stops.memory_bytes();
    return bytes;
  }

 private:
  std::size_t place(std::int32_t x, std::int32_t y) const noexcept {
    return static_cast<std::size_t>(lines_.place(x, y));
  }

  DiagonalLines lines_;
  std::array<VersionedBitLines, 4> stops_;  ///< by diagonal direction
  std::array<BitLines, 2> blockers_;        ///< by diagonal % 2
};

}  // namespace throng
