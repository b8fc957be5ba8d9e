#include "step_moves.hpp"

#include <throng/assert.hpp>

#include <algorithm>

namespace throng {
namespace {

/// The moves down of all cells of a plain grid, without a branch that depends on the map.
/// Closed cells have no moves. A legal move leads from a cell that reaches a goal to
/// another one, so that no difference of costs is one by overflow.
void find_plain_moves(const SweepSpace& space, std::span<const Cost> field,
                      std::span<std::uint8_t> moves) {
  const CellIndex stride = space.offsets[static_cast<std::size_t>(Move::south)];
  const std::size_t end = field.size() - stride - 1;
  for (std::size_t cell = std::size_t{stride} + 1; cell < end; ++cell) {
    const Cost cost = field[cell];
    unsigned down = 0;
    for (unsigned d = 0; d < kMoves; ++d) {
      const Cost step = d < 4 ? space.straight : space.diagonal;
      const Cost next = field[cell + static_cast<std::ptrdiff_t>(
                                         static_cast<std::int32_t>(space.offsets[d]))];
      down |= static_cast<unsigned>(cost - next == step) << d;
    }
    const unsigned reached = cost - 1 < kUnreachable - 1 ? 0xFFU : 0U;
    moves[cell] = static_cast<std::uint8_t>(down & reached & space.moves[cell]);
  }
}

}  // namespace

void StepMoves::make(const SweepSpace& space, Topology topology,
                     std::span<const Cost> field) {
  const bool four = topology == Topology::tile;
  const bool plain = space.kind != SweepKind::weighted;
  const unsigned bits = !four ? 8 : plain ? kBits : 4;
  words_.assign(field.size() * bits / 8 + 1, 0);
  bits_ = bits;
  if (bits == kBits) {
    THRONG_ASSERT(space.straight == 1);
    for (std::size_t cell = 0; cell < field.size(); ++cell) {
      const unsigned cost = field[cell] == kUnreachable ? 0 : field[cell] % 4;
      words_[cell / 4] |= static_cast<std::uint8_t>(cost << (cell % 4 * 2));
    }
  } else if (plain && !is_hexagonal(topology)) {
    find_plain_moves(space, field, words_);
  } else {
    const unsigned per_byte = 8 / bits;
    for (CellIndex cell = 0; cell < field.size(); ++cell)
      if (space.moves[cell] != 0)
        words_[cell / per_byte] |= static_cast<std::uint8_t>(moves_down(space, field, cell)
                                                             << (cell % per_byte * bits));
  }
}

}  // namespace throng
