#pragma once

#include "../core/memory.hpp"
#include "cell_box.hpp"
#include "jump_shortcuts.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng {

/// The windows of an edit, see StopEditor. Finds whether a box meets one of them.
///
/// A few windows are compared one after the other. Many are listed by tiles of the map,
/// with sums over the tiles above and to the left. Then a box without windows takes one
/// sum, a box around a tile with a window takes two, and only the tiles on the rim of
/// others are searched. So one edit with many windows costs no more than many edits with
/// one each.
class WindowIndex {
 public:
  explicit WindowIndex(Memory memory)
      : boxes_(memory), sums_(memory), first_(memory), listed_(memory) {}

  /// Replaces the windows. width, height: of the padded map.
  /// Cost: O(windows), and O(tiles) for many.
  void assign(std::span<const CellBox> windows, std::int32_t width, std::int32_t height);

  /// Whether the two have a cell in common.
  bool meets(const JumpBox& box) const noexcept;

  std::size_t memory_bytes() const noexcept {
    return boxes_.capacity() * sizeof(JumpBox) +
           (sums_.capacity() + first_.capacity() + listed_.capacity()) *
               sizeof(std::uint32_t);
  }

 private:
  /// More windows are listed by tiles.
  static constexpr std::size_t kFew = 8;
  static constexpr std::uint32_t kSide = 16;  ///< of a tile; that of most windows

  /// Tiles, both ends included.
  struct Tiles {
    std::uint32_t left, top, right, bottom;
  };

  static Tiles tiles_of(const JumpBox& box) noexcept {
    return {box.left / kSide, box.top / kSide, box.right / kSide, box.bottom / kSide};
  }
  template <class Visit>
  void for_each_tile(const Visit& visit) const;
  void list_windows();
  /// Counts each window once for each tile that it meets.
  std::uint32_t count(const Tiles& tiles) const noexcept;
  bool meets(std::uint32_t column, std::uint32_t row, const JumpBox& box) const noexcept;

  std::pmr::vector<JumpBox> boxes_;         ///< of the windows
  JumpBox all_;                             ///< around them
  std::uint32_t across_ = 0, down_ = 0;     ///< tiles; 0: there are few windows
  std::pmr::vector<std::uint32_t> sums_;    ///< by tile, with a row and a column of zeros
  std::pmr::vector<std::uint32_t> first_;   ///< by tile: in listed_
  std::pmr::vector<std::uint32_t> listed_;  ///< windows, tile after tile
};

}  // namespace throng
