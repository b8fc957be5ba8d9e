#pragma once

#include "../core/memory.hpp"
#include "../sweep/sweep_space.hpp"

#include <throng/grid.hpp>
#include <throng/query.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng {

/// For each cell, the moves with which a cheapest path to the nearest goal begins. Belongs
/// to no grid: on a later version of the map, those of its moves are left that are legal.
///
/// Plain tile grids: the costs of neighbours differ by at most 1, so 2 bits suffice, the
/// cost modulo 4: a move leads down exactly if it leads from v to v - 1. All cells that
/// reach no goal hold 0, so that no move leads down there. (One bit would do if all goals
/// were of one colour of the chequerboard.) Others with four neighbours: 4 bits, else 8, a
/// bit for each move.
class StepMoves {
 public:
  explicit StepMoves(Memory memory) : words_(memory) {}

  /// Reads the moves off a field of costs to goals: that of sweep() in `space` without a
  /// radius.
  void make(const SweepSpace& space, Topology topology, std::span<const Cost> field);
  bool made() const noexcept { return bits_ != 0; }
  /// Forgets the field, and keeps its memory.
  void clear() noexcept { bits_ = 0; }

  /// The moves at a cell, of those legal there. Pre: made().
  /// legal: Grid::moves() of the present version. offsets: by move.
  unsigned at(CellIndex cell, unsigned legal,
              const std::array<CellIndex, kMoves>& offsets) const noexcept {
    if (bits_ == kBits) return down(cell, legal, offsets);
    return value(cell) & legal;
  }

  /// Fetches what at() will read first.
  void prefetch(CellIndex cell) const noexcept {
    if (made()) __builtin_prefetch(words_.data() + cell / (8 / bits_));
  }

  /// Bytes in use: the same whatever the object held before.
  std::size_t size_bytes() const noexcept { return words_.size(); }
  std::size_t memory_bytes() const noexcept { return words_.capacity(); }

 private:
  static constexpr unsigned kBits = 2;  ///< of a cost modulo 4

  unsigned value(CellIndex cell) const noexcept {
    const unsigned per_byte = 8 / bits_;
    return static_cast<unsigned>(words_[cell / per_byte]) >> (cell % per_byte * bits_) &
           ((1U << bits_) - 1);
  }
  unsigned down(CellIndex cell, unsigned legal,
                const std::array<CellIndex, kMoves>& offsets) const noexcept {
    const unsigned wanted = (value(cell) + 3) % 4;
    unsigned moves = 0;
    for (unsigned d = 0; d < 4; ++d)
      moves |= static_cast<unsigned>(value(cell + offsets[d]) == wanted) << d;
    return moves & legal;
  }

  unsigned bits_ = 0;  ///< of a cell; 0: no field
  std::pmr::vector<std::uint8_t> words_;
};

/// The moves of `space` with which a cheapest path begins at an open cell, by the costs of
/// the cells around it. None at a goal, and where no goal is reached.
inline unsigned moves_down(const SweepSpace& space, std::span<const Cost> field,
                           CellIndex cell) noexcept {
  const Cost cost = field[cell];
  if (cost == 0 || cost == kUnreachable) return 0;
  unsigned moves = 0;
  for (unsigned bits = space.moves[cell]; bits != 0; bits &= bits - 1) {
    const auto d = static_cast<unsigned>(std::countr_zero(bits));
    const Cost next = field[cell + space.offsets[d]];
    if (next < cost && cost - next == space.step_cost(cell, d)) moves |= 1U << d;
  }
  return moves;
}

}  // namespace throng
