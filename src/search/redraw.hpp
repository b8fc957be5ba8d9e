#pragma once

#include "../core/memory.hpp"
#include "../core/scratch.hpp"

#include <throng/algorithm.hpp>
#include <throng/grid.hpp>
#include <throng/query.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace throng {

// The choice among paths of equal cost (see Ties), made on a path that a search or a field
// found. A leg is a part of a path whose steps have at most two directions. Every order of
// its steps leads from its first cell to its last one: the orders are the monotone paths of
// a lattice. Redrawing replaces a leg by the order that is best by the choice, if that
// order is legal and costs exactly as much.

/// The number that decides on which side of a straight line a unit walks, and how far from
/// it: of Ties::lanes. Units with consecutive numbers, and units on neighbouring cells,
/// walk far apart.
constexpr std::uint32_t lane_of(AgentId agent, Position start) noexcept {
  // Multiples of the golden ratio, and of its likes in two dimensions, fill the range of 32
  // bits evenly. Source: M. Roberts, "The unreasonable effectiveness of quasirandom
  // sequences", 2018.
  if (agent != kNoAgent) return static_cast<std::uint32_t>(agent) * 2'654'435'769U;
  return static_cast<std::uint32_t>(start.x) * 3'242'174'889U +
         static_cast<std::uint32_t>(start.y) * 2'447'445'414U;
}

/// Redraws the path that begins at `start`, in its place. Its cells between the ends
/// change, neither its cost nor the number of its moves. Links stay. Does nothing for
/// Ties::canonical and Ties::same_way_back.
/// Cost: O(moves) where nothing is in the way of straight lines; elsewhere a leg of a x b
///       steps costs O(a b), and longer legs are cut.
/// lane: see lane_of(); read for Ties::lanes only.
/// Pre: the path is legal.
void redraw(const Grid& grid, Ties ties, std::uint32_t lane, Position start,
            std::span<Move> moves, Scratch& scratch);

/// Grows the memory of redraw() of every thread to the largest among them. The next batch
/// may divide its paths differently, and then it allocates nothing.
void level_redraws(std::span<Scratch> threads);

/// Replaces a path that begins at `start` by the same cells in the opposite order.
/// Pre: the path is legal; the grid is symmetric().
void turn_round(const Grid& grid, CellIndex start, std::span<Move> moves);

}  // namespace throng
