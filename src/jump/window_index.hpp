#pragma once

#include "../core/memory.hpp"
#include "cell_box.hpp"
#include "jump_shortcuts.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng {

/// The windows of an edit, see StopEditor. Finds whether a box meets one of them.
///
/// A few windows are compared two at a time. Many are listed by tiles of the map,
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

  /// Whether the box and a window have a cell in common.
  bool meets(const JumpBox& box) const noexcept {
    return across_ == 0 ? meets_few(box) : meets_many(box);
  }

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
  /// Two boxes. An edit compares so many that branches would take most of its time.
  using Pair = std::uint64_t __attribute__((vector_size(16), may_alias));
  using Lanes = std::uint16_t __attribute__((vector_size(16)));

  static constexpr JumpBox kUpperBounds{0, 0, JumpBox::kMost, JumpBox::kMost};
  /// The bounds of a window, the upper ones negated, so that a box meets it if no bound is
  /// greater than one of facing().
  static std::uint64_t packed(const JumpBox& window) noexcept {
    return std::bit_cast<std::uint64_t>(window) ^
           std::bit_cast<std::uint64_t>(kUpperBounds);
  }
  /// The bounds of a box that face those of packed().
  static std::uint64_t facing(const JumpBox& box) noexcept {
    return std::rotl(std::bit_cast<std::uint64_t>(box), 32) ^
           std::bit_cast<std::uint64_t>(kUpperBounds);
  }
  bool meets_few(const JumpBox& box) const noexcept {
    const auto bounds = reinterpret_cast<Lanes>(Pair{} + facing(box));
    Pair met{};
    for (std::size_t i = 0; i < boxes_.size(); i += 2) {
      const Pair two = *reinterpret_cast<const Pair*>(&few_[i]);
      const auto kept = reinterpret_cast<Pair>(reinterpret_cast<Lanes>(two) <= bounds);
      met |= reinterpret_cast<Pair>(kept == ~std::uint64_t{0});
    }
    return (met[0] | met[1]) != 0;
  }
  bool meets_many(const JumpBox& box) const noexcept;
  template <class Visit>
  void for_each_tile(const Visit& visit) const;
  void list_windows();
  /// Counts each window once for each tile that it meets.
  std::uint32_t count(const Tiles& tiles) const noexcept;
  bool meets(std::uint32_t column, std::uint32_t row, const JumpBox& box) const noexcept;

  std::pmr::vector<JumpBox> boxes_;                      ///< of the windows
  alignas(Pair) std::array<std::uint64_t, kFew> few_{};  ///< packed(), if they are few
  JumpBox all_;                                          ///< around them
  std::uint32_t across_ = 0, down_ = 0;     ///< tiles; 0: there are few windows
  std::pmr::vector<std::uint32_t> sums_;    ///< by tile, with a row and a column of zeros
  std::pmr::vector<std::uint32_t> first_;   ///< by tile: in listed_
  std::pmr::vector<std::uint32_t> listed_;  ///< windows, tile after tile
};

}  // namespace throng
