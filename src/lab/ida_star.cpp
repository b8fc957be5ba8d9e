#include "ida_star.hpp"

#include "../grid/move_bit.hpp"

namespace throng {
namespace {

/// The move that leads as far as two moves in sequence, as a bit; 0: no single move does.
constexpr unsigned shortcut(std::size_t first, std::size_t second) {
  return bit_of_move(kMoveX[first] + kMoveX[second], kMoveY[first] + kMoveY[second]);
}

constexpr CutTable make_table(Cuts cuts) {
  CutTable table{};
  for (std::size_t entered = 0; entered < kMoves; ++entered)
    for (unsigned legal = 0; legal < 256; ++legal) {
      unsigned worth = 0xFFU & ~(1U << static_cast<unsigned>(opposite(Move(entered))));
      for (std::size_t d = 0; cuts == Cuts::shortcut && d < kMoves; ++d)
        if ((shortcut(entered, d) & legal) != 0) worth &= ~(1U << d);
      table[entered][legal] = static_cast<std::uint8_t>(worth);
    }
  return table;
}

constinit const CutTable kBack = make_table(Cuts::back);
constinit const CutTable kShortcut = make_table(Cuts::shortcut);

}  // namespace

const CutTable& cut_table(Cuts cuts) noexcept {
  return cuts == Cuts::back ? kBack : kShortcut;
}

void IdaStar::append_path(Column<Move>& moves) const {
  for (const Frame& frame : path_) moves.push_back(static_cast<Move>(frame.move));
}

template SearchResult IdaStar::search(const SearchSpace&, CellIndex, CellIndex,
                                      const ManhattanBound&, const Limits&, NoTrace);
template SearchResult IdaStar::search(const SearchSpace&, CellIndex, CellIndex,
                                      const HexBound&, const Limits&, NoTrace);

}  // namespace throng
