#pragma once

#include <throng/assert.hpp>
#include <throng/grid.hpp>
#include <throng/route.hpp>

#include <cstddef>

namespace throng {

/// The parts of a Route that only its owner inside the library may change.
struct RouteAccess {
  /// Replaces the move that has `left` moves after it.
  static void set_move(Route& route, std::size_t left, Move move) noexcept {
    THRONG_ASSERT(left < route.moves_.size());
    route.moves_[left] = move;
  }
  /// Puts the unit at a cell from which `left` moves are to go.
  static void place(Route& route, Position at, std::size_t left) noexcept {
    THRONG_ASSERT(left <= route.moves_.size());
    route.position_ = at;
    route.moves_.resize(left);
  }
  /// moves: the next one last, as in Route::reversed().
  static void assign(Route& route, Position at, std::span<const Move> moves) {
    route.moves_.assign(moves.begin(), moves.end());
    route.position_ = at;
  }
  static void reserve(Route& route, std::size_t moves) { route.moves_.reserve(moves); }
  /// Makes the next move, which leads to `end`. Pre: !route.empty().
  static void advance_to(Route& route, Position end) noexcept {
    THRONG_ASSERT(!route.empty());
    route.position_ = end;
    route.moves_.pop_back();
  }
};

}  // namespace throng
