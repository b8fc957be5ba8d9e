#pragma once

#include "../search/search_space.hpp"
#include "trails.hpp"

#include <throng/algorithm.hpp>
#include <throng/column.hpp>
#include <throng/grid.hpp>
#include <throng/query.hpp>

#include <cstddef>
#include <memory_resource>
#include <optional>
#include <variant>
#include <vector>

namespace throng {

/// The way down fields of distances, in the padded layout: from a cell to a goal, or,
/// against the moves, from a cell back to a start. It goes straight on while that leads
/// down, otherwise by the first move that leads down, otherwise by the first link. Valid
/// while the grid lives.
///
/// Fields of a sweep lead down from each cell that reaches a goal. Those of forged fronts,
/// or of incomplete changes, may not: then a walk ends where nothing leads down, after
/// fewer moves than the map has cells, and there is no way.
class FieldWalk {
 public:
  /// direction: of the paths that the fields measure.
  explicit FieldWalk(const Grid& grid,
                     SweepDirection direction = SweepDirection::to_sources);

  /// The next move in `cell` after the move `last`. A `last` that is no step is ignored.
  /// Nothing: no move leads down.
  /// Pre: fields measure paths to sources; field[cell] is neither 0 nor kUnreachable.
  std::optional<Move> next(const Cost* field, CellIndex cell, Move last) const;

  /// Appends the moves from `cell` to the cell where the field is 0. Returns false, and
  /// appends nothing, if there is no way.
  /// Cost: O(moves).
  /// Pre: fields measure paths to sources; field[cell] is not kUnreachable.
  bool append(const Cost* field, CellIndex cell, std::vector<Move>& moves) const;

  /// Appends the first `most` moves of the path between `cell` and the cell where the field
  /// is 0, and returns the number of all of them; nothing if there is no way. Copies the
  /// moves of an earlier way that turned in the same cell.
  /// Cost: O(moves).
  /// Pre: what `trails` has recorded is still where it was appended; field[cell] is not
  ///      kUnreachable.
  std::optional<std::size_t> append(const Cost* field, CellIndex cell, std::size_t most,
                                    Trails& trails, Column<Move>& moves) const;

 private:
  template <class Moves, class Ways>
  bool append_to(const Cost* field, CellIndex cell, Ways& ways, Moves& moves) const;
  template <bool kBack, class Space, class Moves, class Ways>
  static bool append_in(const Space& space, const Cost* field, CellIndex cell, Ways& ways,
                        Moves& moves);

  std::variant<SearchSpace, WeightedSpace, LinkedSpace> space_;
  bool back_;  ///< whether ways lead back to a start
};

}  // namespace throng
