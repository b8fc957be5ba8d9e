#pragma once

#include <throng/grid.hpp>

#include <cstdint>

namespace throng {

/// How to walk an entry of a front, between its lower and its higher column: the moves
/// themselves if they are few, else the rank on the way between two other entries.
class FrontWay {
 public:
  static constexpr unsigned kMostMoves = 19;

  /// A way over the rank `middle`, below both ends. low, high: the columns of the ends in
  /// the front of `middle`.
  static FrontWay over(std::uint32_t middle, std::uint32_t low, std::uint32_t high) {
    return FrontWay(std::uint64_t{middle} << 30 | std::uint64_t{low} << 15 | high);
  }
  FrontWay() = default;
  explicit FrontWay(Move move) noexcept
      : bits_(std::uint64_t{1} << kLengthAt | static_cast<std::uint64_t>(move)) {}

  /// 0: not stored, see middle().
  unsigned moves() const noexcept { return static_cast<unsigned>(bits_ >> kLengthAt); }
  /// Pre: i < moves().
  Move move(unsigned i) const noexcept { return static_cast<Move>(bits_ >> 3 * i & 7U); }

  // Pre: moves() == 0.
  std::uint32_t middle() const noexcept { return static_cast<std::uint32_t>(bits_ >> 30); }
  std::uint32_t low() const noexcept { return bits_ >> 15 & kColumn; }
  std::uint32_t high() const noexcept { return bits_ & kColumn; }

  /// The moves of the way back, in their order. Pre: moves() > 0.
  FrontWay reversed() const noexcept {
    std::uint64_t back = 0;
    for (unsigned i = 0; i < moves(); ++i)
      back = back << 3 | static_cast<std::uint64_t>(opposite(move(i)));
    return FrontWay(back | bits_ >> kLengthAt << kLengthAt);
  }
  /// This way and then another. Pre: both have moves, together at most kMostMoves.
  FrontWay then(FrontWay next) const noexcept {
    return FrontWay((next.bits_ << 3 * moves() & kAllMoves) | (bits_ & kAllMoves) |
                    std::uint64_t{moves() + next.moves()} << kLengthAt);
  }

 private:
  static constexpr unsigned kLengthAt = 58;
  static constexpr std::uint64_t kAllMoves = (std::uint64_t{1} << 3 * kMostMoves) - 1;
  static constexpr std::uint64_t kColumn = (1U << 15) - 1;

  explicit FrontWay(std::uint64_t bits) noexcept : bits_(bits) {}

  std::uint64_t bits_ = 0;
};

}  // namespace throng
