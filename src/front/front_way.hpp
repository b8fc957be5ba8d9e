#pragma once

#include <throng/grid.hpp>

#include <cstdint>

namespace throng {

/// How to walk an entry of a front, between its lower and its higher column: the moves
/// themselves if they are few, else the two entries of a rank on the way.
class FrontWay {
 public:
  static constexpr unsigned kMostMoves = 19;

  /// A way over a rank below both ends. low: its entry with the lower end. The entry with
  /// the higher end follows `apart` entries later. Pre: low < 2^42, apart < 2^15.
  static FrontWay over(std::uint64_t low, std::uint32_t apart) noexcept {
    return FrontWay(low << kApartBits | apart);
  }
  FrontWay() = default;
  explicit FrontWay(Move move) noexcept
      : bits_(std::uint64_t{1} << kLengthAt | static_cast<std::uint64_t>(move)) {}

  /// 0: not stored, see low() and high().
  unsigned moves() const noexcept { return static_cast<unsigned>(bits_ >> kLengthAt); }
  /// Pre: i < moves().
  Move move(unsigned i) const noexcept { return static_cast<Move>(bits_ >> 3 * i & 7U); }

  /// The entries of the rank on the way. Pre: moves() == 0.
  std::uint64_t low() const noexcept { return bits_ >> kApartBits; }
  std::uint64_t high() const noexcept { return low() + (bits_ & ((1U << kApartBits) - 1)); }

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
  static constexpr unsigned kApartBits = 15;

  explicit FrontWay(std::uint64_t bits) noexcept : bits_(bits) {}

  std::uint64_t bits_ = 0;
};

}  // namespace throng
