#pragma once

#include <throng/grid.hpp>
#include <throng/rules.hpp>

#include <array>
#include <cstdint>

namespace throng {

/// successors[d][m]: the moves worth trying from a cell that was entered by move d and has
/// the legal moves m. The others lead to cells that can be reached at no higher cost
/// without passing this one, so leaving them out keeps every distance. A start tries all
/// its moves, and so does a cell that was entered by a link: d is kMoves then.
using SuccessorTable = std::array<std::array<std::uint8_t, 256>, kMoves + 1>;

/// The strongest table that is right under `rules`, for plain grids (see Grid::plain()):
///
/// - octile, never_cut: canonical ordering, "diagonal before straight". Of paths of equal
///   cost only the one that turns diagonal first is followed, so that each cell is
///   generated about once. After a diagonal move: on, and its two straight components.
///   After a straight move: on; and past the end of an obstacle (the side is open, the
///   cell behind the side is not) sideways and diagonally forward to that side.
/// - octile, other corner rules: all but the moves back towards the cell it came from and
///   the cells beside it, which are neighbours of that cell.
/// - tile: all but the move back.
/// - hex, tex: on, and the two moves beside that one. The others lead to the cell it came
///   from and to neighbours of that cell (Yap 2002, section 4: branching factor 3).
///
/// Source: D. Harabor, A. Grastien, "Online Graph Pruning for Pathfinding on Grid Maps",
/// AAAI 2011 (the pruning rules); N. Sturtevant, S. Rabin, "Canonical Orderings on Grids",
/// IJCAI 2016 (step by step instead of jumping).
const SuccessorTable& successor_table(const Rules& rules);

/// All moves but the one back: right for every grid, whatever its steps cost.
const SuccessorTable& weakest_successor_table() noexcept;

}  // namespace throng
