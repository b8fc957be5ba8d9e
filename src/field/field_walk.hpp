#pragma once

#include "../search/search_space.hpp"
#include "trails.hpp"

#include <throng/grid.hpp>
#include <throng/query.hpp>

#include <memory_resource>
#include <variant>
#include <vector>

namespace throng {

/// The way down fields of distances to goals, in the padded layout: straight on while that
/// leads there, else the first move that does, else the first link. Valid while the grid
/// lives.
class FieldWalk {
 public:
  explicit FieldWalk(const Grid& grid);

  /// The move to make in `cell` after the move `last`. Any but a step means none.
  /// Pre: field[cell] is neither 0 nor kUnreachable.
  Move next(const Cost* field, CellIndex cell, Move last) const;

  /// Appends the moves from `cell` to where the field is 0. Cost: O(moves).
  /// Pre: field[cell] is not kUnreachable.
  void append(const Cost* field, CellIndex cell, std::vector<Move>& moves) const;

  /// Appends the first `most` of these moves, and gives how many there are. What another
  /// way did that turned in the same cell is copied from it. Pre: the ways that `trails`
  /// knows lie in `moves`.
  std::size_t append(const Cost* field, CellIndex cell, std::size_t most, Trails& trails,
                     std::pmr::vector<Move>& moves) const;

 private:
  template <class Moves, class Ways>
  void append_to(const Cost* field, CellIndex cell, Ways& ways, Moves& moves) const;

  std::variant<SearchSpace, WeightedSpace, LinkedSpace> space_;
};

}  // namespace throng
