#pragma once

#include <throng/batch.hpp>
#include <throng/grid.hpp>
#include <throng/query.hpp>

#include <cstddef>
#include <memory_resource>
#include <vector>

namespace throng {

/// What is left of the path of a unit: a byte a move. The next move is the last in memory,
/// so that to walk on, and to replace what comes first, moves nothing else.
///
/// Calls that take a grid want the one that the path was found on, or a later version of
/// it: no open cell may have turned into another place, but closed ones do no harm.
///
/// Source: A. Patel, "Amit's Notes About Pathfinding", path splicing.
class Route {
 public:
  /// memory: of the moves; must outlive this.
  explicit Route(std::pmr::memory_resource* memory = std::pmr::get_default_resource())
      : moves_(memory) {}

  /// A unit at the start of the path.
  void assign(const PathView& path);
  /// A unit that stays where it is; gives the memory back, for routes of other units.
  void clear() noexcept {
    moves_.clear();
    moves_.shrink_to_fit();
  }

  Position position() const noexcept { return position_; }  ///< of the unit
  bool empty() const noexcept { return moves_.empty(); }
  std::size_t size() const noexcept { return moves_.size(); }  ///< moves to go

  /// Pre: !empty().
  Move next() const noexcept { return moves_.back(); }
  /// Makes the next move; gives where the unit is then. Pre: !empty().
  Position advance(const Grid& grid);

  /// Where the unit will be in so many moves, or at the end of the route.
  Position ahead(const Grid& grid, std::size_t moves) const;
  /// How many of the next `most` moves can be made on the grid as it is now.
  std::size_t walkable(const Grid& grid, std::size_t most) const;

  /// Replaces the next moves by another way to the same place: a detour around what came
  /// into the way. That is cheap however long the route is, and may be worse than a new
  /// route: ask for the detour with a limit on its cost, and for a new route when there is
  /// none.
  /// Pre: head begins at position(), and ends at ahead(grid, moves).
  void splice(std::size_t moves, const PathView& head);
  /// Goes on at the end. Pre: `more` begins there.
  void append(const PathView& more);

  std::size_t memory_bytes() const noexcept { return moves_.capacity() * sizeof(Move); }

 private:
  Position position_;
  std::pmr::vector<Move> moves_;  ///< the last one first
};

}  // namespace throng
