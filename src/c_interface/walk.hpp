#pragma once

#include "boundary.hpp"

#include <throng/grid.hpp>
#include <throng/links.hpp>
#include <throng/route.hpp>

#include <algorithm>
#include <span>

// Moves of callers, which may belong to another grid.

namespace throng::c_interface {

inline Position to_position(throng_position p) noexcept { return {p.x, p.y}; }
inline throng_position to_position(Position p) noexcept { return {p.x, p.y}; }

/// Where a move leads. Refuses a link that the cell does not have, and leaving the map.
/// Pre: `from` is on the map.
inline Position follow(const Grid& grid, Position from, Move move) {
  Position to;
  if (is_link(move)) {
    if (grid.links() == nullptr || link_slot(move) >= grid.links()->from(from).size())
      refuse("a move follows a link that does not exist on this grid");
    to = grid.links()->end(from, move);
  } else {
    to = grid.step(from, move);
  }
  if (!grid.contains(to)) refuse("the moves leave the map of this grid");
  return to;
}

inline void need_on_map(const Grid& grid, Position p, const char* name) {
  if (!grid.contains(p))
    refuse(std::string(name) + " is " + std::to_string(p.x) + "," + std::to_string(p.y) +
           ", outside the map");
}

/// Writes moves in walking order, and how many there are. reversed: the next one last.
inline void write_moves(std::span<const Move> reversed, throng_move* moves,
                        std::size_t capacity, std::size_t* count) {
  out(count, "count") = reversed.size();
  need_room(capacity, reversed.size());
  array(moves, capacity, "moves");
  std::transform(reversed.rbegin(), reversed.rend(), moves,
                 [](Move move) { return throng_move(move); });
}

/// Calls visit(cell) for the cell after each move.
template <class Visit>
void walk(const Grid& grid, Position at, std::span<const Move> moves, const Visit& visit) {
  for (const Move move : moves) {
    at = follow(grid, at, move);
    visit(at);
  }
}

/// Refuses moves that are not legal from `start`.
inline void need_legal(const Grid& grid, Position start, std::span<const Move> moves) {
  need_on_map(grid, start, "the start");
  Position at = start;
  for (const Move move : moves) {
    const bool legal =
        is_link(move)
            ? grid.links() != nullptr && grid.links()->usable(at, move)
            : grid.open(at) && (grid.moves(at) >> static_cast<unsigned>(move) & 1U) != 0;
    if (!legal) refuse("a move is not legal on this grid");
    at = follow(grid, at, move);
  }
}

/// Refuses a grid on which the next moves of a route lead nowhere.
inline void need_fit(const Grid& grid, const Route& route, std::size_t moves) {
  need_on_map(grid, route.position(), "the position of the route");
  const std::span<const Move> reversed = route.reversed();
  Position at = route.position();
  for (std::size_t k = 0; k < std::min(moves, reversed.size()); ++k)
    at = follow(grid, at, reversed[reversed.size() - 1 - k]);
}

}  // namespace throng::c_interface
