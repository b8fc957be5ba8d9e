#pragma once

#include <throng/grid.hpp>
#include <throng/rules.hpp>

#include <array>
#include <cstdint>

namespace throng {

/// successors[d][m]: the moves worth trying from a cell that was entered by move d and has
/// the legal moves m. The other moves lead to cells that are reachable at no higher cost
/// without passing this one, so omitting them preserves every distance. A start, and a cell
/// entered by a link, try all moves: their d is kMoves.
using SuccessorTable = std::array<std::array<std::uint8_t, 256>, kMoves + 1>;

/// The strongest table that is correct under `rules`, for plain grids (see Grid::plain()):
///
/// - octile, never_cut: canonical ordering, "diagonal before straight". Of paths of equal
///   cost only the one that turns diagonal first is followed, so that each cell is
///   generated about once. After a diagonal move: the same move, and its two straight
///   components. After a straight move: the same move; past the end of an obstacle (the
///   side is open, the cell behind the side is closed) also sideways and diagonally forward
///   to that side. This is wrong where a diagonal step costs as much as two straight ones:
///   then a way may be left out for another that is no cheaper, and that one for the first,
///   if lines pass a cell on all four sides.
/// - octile, other corner rules, and such costs: all moves except those back to the
///   previous cell and the cells beside it, which are neighbours of the previous cell.
/// - tile: all moves except the reverse.
/// - hex, tex: the same move, and the two next to it. The others lead to the previous cell
///   and to neighbours of that cell (Yap 2002, section 4: branching factor 3).
///
/// Source: D. Harabor, A. Grastien, "Online Graph Pruning for Pathfinding on Grid Maps",
/// AAAI 2011 (the pruning rules); N. Sturtevant, S. Rabin, "Canonical Orderings on Grids",
/// IJCAI 2016 (step by step instead of jumping).
const SuccessorTable& successor_table(const Rules& rules);

/// All moves except the reverse: correct for every grid and all step costs.
const SuccessorTable& weakest_successor_table() noexcept;

}  // namespace throng
