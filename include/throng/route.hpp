#pragma once

#include <throng/answers.hpp>
#include <throng/assert.hpp>
#include <throng/export.hpp>
#include <throng/grid.hpp>
#include <throng/query.hpp>

#include <cstddef>
#include <memory_resource>
#include <optional>
#include <span>
#include <vector>

namespace throng {

/// The remaining moves of a unit's path: one byte a move. The next move is stored last, so
/// advance(), place() and splice() move no other element.
///
/// Functions with a grid require the grid of the path, or a later version of it. Cells may
/// have closed or opened. The links of open cells must be unchanged, since moves number
/// them; versions of a LivingMap number closed links too. A link that a grid does not have,
/// as when all links of the map are closed, leads nowhere.
///
/// If an allocation fails, the exception leaves the route unchanged.
///
/// Source: A. Patel, "Amit's Notes About Pathfinding", path splicing.
class Route {
 public:
  /// memory: used for the moves; must outlive the route.
  explicit Route(std::pmr::memory_resource* memory = std::pmr::get_default_resource())
      : moves_(memory) {}

  /// Puts the unit at the start of `path`.
  THRONG_API void assign(const PathView& path);
  /// Puts the unit at a cell, for example where another unit pushed it. If the route passes
  /// the cell, the unit continues from there. Otherwise the route becomes empty, since no
  /// legal move need lead back to it. Returns whether the route passes the cell.
  /// Cost: O(moves to the cell); all moves if the route does not pass it.
  THRONG_API bool place(const Grid& grid, Position position);
  /// Ends the route at the current position. Frees its memory, for the routes of other
  /// units.
  void clear() noexcept {
    moves_.clear();
    moves_.shrink_to_fit();
  }

  Position position() const noexcept { return position_; }  ///< of the unit
  bool empty() const noexcept { return moves_.empty(); }
  std::size_t size() const noexcept { return moves_.size(); }  ///< moves to go
  /// The moves to go in reverse order: the next move is the last element.
  std::span<const Move> reversed() const noexcept { return moves_; }

  /// Pre: !empty().
  Move next() const noexcept {
    THRONG_ASSERT(!empty());
    return moves_.back();
  }
  /// Makes the next move. Returns the unit's new position. Pre: !empty().
  THRONG_API Position advance(const Grid& grid);

  /// The unit's position after `moves` moves, or at the end of the route.
  THRONG_API Position ahead(const Grid& grid, std::size_t moves) const;
  /// How many of the next `most` moves are legal on the grid, before the first illegal one.
  THRONG_API std::size_t walkable(const Grid& grid, std::size_t most) const;

  /// Replaces the next moves by another path to the same cell: a detour around an obstacle.
  /// Its cost does not depend on the length of the route. The detour may cost more than a
  /// new route: query it with a limit on its cost, and query a new route if it fails.
  /// Returns whether `head` begins at position() and ends at ahead(grid, moves), or
  /// replaces the whole route. Otherwise the route is unchanged. Ends behind a link are not
  /// compared.
  THRONG_API bool splice(std::size_t moves, const PathView& head);
  /// Appends a path to the route; an empty route becomes the path. Cost: O(moves).
  /// Returns whether `more` begins at the end of the route. Otherwise, as for splice().
  THRONG_API bool append(const PathView& more);
  /// Keeps only the next moves. Cost: O(moves).
  THRONG_API void truncate(std::size_t moves);
  /// Replaces what follows the start of `path` by `path`, if the route still passes that
  /// start, at the unit or ahead of it. Otherwise the route is unchanged. Returns whether
  /// the route passes it. For a unit that walks while it waits for an answer: request a
  /// path from ahead(grid, k), and truncate(k), so that the unit cannot walk past it.
  /// Cost: O(moves to the start, and those of the path); all moves if it fails.
  THRONG_API bool join(const Grid& grid, const PathView& path);

  std::size_t memory_bytes() const noexcept { return moves_.capacity() * sizeof(Move); }

 private:
  friend struct RouteAccess;  // of the library alone

  std::optional<std::size_t> moves_to(const Grid& grid, Position position) const;

  Position position_;
  std::pmr::vector<Move> moves_;  ///< in reverse order
};

}  // namespace throng
