#pragma once

#include <throng/grid.hpp>

#include <bit>
#include <cstdint>
#include <cstring>

namespace throng {

static_assert(std::endian::native == std::endian::little && sizeof(Move) == 1);

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
  /// Writes the moves, or those of the way back; up to kBlock - 1 bytes beyond them become
  /// undefined. Pre: moves() > 0.
  void write(bool back, Move* to) const noexcept {
    const unsigned count = moves();
    for (unsigned i = 0; i < count; i += kBlock) {
      std::uint64_t block = bits_ >> 3 * i;
      if (back) {
        const unsigned left = count - i;
        block = left > kBlock ? bits_ >> 3 * (left - kBlock) : bits_ << 3 * (kBlock - left);
      }
      block = spread(block);
      if (back) block = __builtin_bswap64(block) ^ 0x0202'0202'0202'0202;  // opposite moves
      std::memcpy(to + i, &block, kBlock);
    }
  }

  /// This way and then another. Pre: both have moves, together at most kMostMoves.
  FrontWay then(FrontWay next) const noexcept {
    return FrontWay((next.bits_ << 3 * moves() & kAllMoves) | (bits_ & kAllMoves) |
                    std::uint64_t{moves() + next.moves()} << kLengthAt);
  }

  static constexpr unsigned kBlock = 8;  ///< moves that are written at once

  // The layout of the eight bytes, for code that joins several ways at once.
  /// From this bit on the number of moves; below it three bits for each move.
  static constexpr unsigned kLengthAt = 58;
  static constexpr std::uint64_t kAllMoves = (std::uint64_t{1} << 3 * kMostMoves) - 1;
  /// Without moves: below this bit the distance of the entries, then the lower one.
  static constexpr unsigned kApartBits = 15;

 private:
  /// Eight moves, a byte each.
  static std::uint64_t spread(std::uint64_t moves) noexcept {
    moves &= 0xFF'FFFF;
    moves = (moves | moves << 20) & 0x0000'0FFF'0000'0FFF;
    moves = (moves | moves << 10) & 0x003F'003F'003F'003F;
    return (moves | moves << 5) & 0x0707'0707'0707'0707;
  }

  explicit FrontWay(std::uint64_t bits) noexcept : bits_(bits) {}

  std::uint64_t bits_ = 0;
};

}  // namespace throng
