#pragma once

#include "../core/memory.hpp"
#include "../grid/rectangle.hpp"
#include "bit_lines.hpp"
#include "cell_box.hpp"
#include "jump_map.hpp"

#include <throng/grid.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng {

/// The stops of straight walks, updated after edits; see JumpMap.
class StopEditor {
 public:
  /// map: of `grid`.
  StopEditor(const Grid& grid, const JumpMap& map, Memory memory);

  /// Finds the cells of `edited` that opened or closed, and the windows around them: boxes
  /// of cells whose stops or moves may have changed. A stop or a move of a cell depends on
  /// the cells next to it. So a window is larger by a cell on each side than the changed
  /// cells. Parts outside of the map are ignored. Call it for all rectangles of an edit
  /// before update().
  void find_windows(const Grid& after, const Rectangle& edited,
                    std::pmr::vector<CellBox>& windows);

  /// Updates the stops in a window.
  void update(const CellBox& window);

  /// Updates the stops after an edit: find_windows() for all of `edited`, which overwrite
  /// `windows`, then update().
  void edit(const Grid& after, std::span<const Rectangle> edited,
            std::pmr::vector<CellBox>& windows);

  const BitLines& rows() const noexcept { return rows_; }  ///< the open cells

  bool open(std::int32_t x, std::int32_t y) const noexcept {
    return rows_.test(static_cast<std::size_t>(y), static_cast<std::size_t>(x));
  }
  /// By bit d: whether the open cell x,y is a jump point of the straight direction d.
  unsigned stops(std::int32_t x, std::int32_t y) const noexcept;

  std::size_t states() const noexcept { return states_; }  ///< see JumpMap::state_count()

  void prepare() {
    for (VersionedBitLines& stops : stops_) stops.prepare();
  }
  JumpMap publish() noexcept;

  std::size_t memory_bytes() const noexcept;

 private:
  void find_window(const Grid& after, const CellBox& box,
                   std::pmr::vector<CellBox>& windows);

  BitLines rows_, columns_;                 ///< open cells
  std::array<VersionedBitLines, 4> stops_;  ///< by straight direction
  std::size_t states_;                      ///< see JumpMap::state_count()
};

}  // namespace throng
