#pragma once

#include "../core/memory.hpp"
#include "../grid/map_boxes.hpp"
#include "tile_signatures.hpp"

#include <throng/answers.hpp>
#include <throng/grid.hpp>
#include <throng/route.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace throng {

/// A route, and the cells where its links end, in the order of Route::reversed(): a later
/// version of the grid may number links in another way.
struct StoredRoute {
  explicit StoredRoute(Memory memory)
      : route(memory.resource()), waypoints(memory), link_ends(memory) {}

  static constexpr std::size_t kLeg = 32;  ///< moves

  Route route;
  /// Where the unit has kLeg, 2 * kLeg, ... moves to go; the last ones may be passed. Most
  /// legs of a route are far away from an edit, and need no walk.
  std::pmr::vector<Position> waypoints;
  std::pmr::vector<Position> link_ends;
  Position goal;
};

/// The moves to go, as a version of the grid has them.
struct RouteWalk {
  bool legal = true;
  std::uint64_t cost = 0;  ///< 0 if a move is not legal
};

// If an allocation fails, the exception of the next functions leaves the route unchanged.

/// Makes room for a path, so that store() cannot fail.
void reserve(StoredRoute& stored, const PathView& path);
/// Stores a path. Pre: reserve() of this path.
void store(StoredRoute& stored, const PathView& path);
/// Stores what was saved of a route: its position(), reversed() and link_ends.
void restore(StoredRoute& stored, Position at, std::span<const Move> reversed,
             std::span<const Position> link_ends);
/// Appends a path to the route. Returns whether it begins at `last`, the route's last cell;
/// otherwise the route is unchanged.
bool append(StoredRoute& stored, Position last, const PathView& more);
/// Replaces the next moves. Returns whether `head` joins the cells that they join, or
/// replaces all moves; otherwise the route is unchanged.
bool splice(StoredRoute& stored, Topology topology, std::size_t moves,
            const PathView& head);

/// Keeps only the next moves. Allocates nothing.
void truncate(StoredRoute& stored, std::size_t moves) noexcept;
/// Where the unit is after so many moves, or at the end.
Position ahead(const StoredRoute& stored, Topology topology, std::size_t moves) noexcept;
/// Writes the cells after the next moves, as many as there is room for. Returns how many.
std::size_t next_cells(const StoredRoute& stored, Topology topology,
                       std::span<Position> cells) noexcept;
/// The moves after which the unit first stands on a cell; nothing: the route does not pass
/// it.
std::optional<std::size_t> moves_to(const StoredRoute& stored, Topology topology,
                                    Position cell) noexcept;
/// Puts the unit at a cell; the route goes on from there if it passes it, and else becomes
/// empty. Returns whether it passes it. Allocates nothing.
bool place(StoredRoute& stored, Topology topology, Position at) noexcept;
/// Makes room for a path behind the next `kept` moves, so that join() cannot fail.
void reserve_join(StoredRoute& stored, std::size_t kept, const PathView& path);
/// Replaces what follows the next `kept` moves. Pre: reserve_join(); these moves lead to
/// the start of the path.
void join(StoredRoute& stored, std::size_t kept, const PathView& path);

/// What is derived from a route as a whole.
struct RouteTrace {
  Position last;  ///< cell
  RouteWalk walk;
};

/// Sets the waypoints, adds the tiles that the route passes to the mask, and walks the
/// moves to go as walk() does. To be called after each change but advance(). Allocates
/// nothing.
RouteTrace trace(const Grid& grid, StoredRoute& stored, const SignatureTiles& tiles,
                 SignatureTiles::Mask& mask) noexcept;

/// Walks the moves to go. Each link becomes the cheapest one to the same cell.
RouteWalk walk(const Grid& grid, StoredRoute& stored);

/// Like walk(), but walks only the legs that may touch a box. last: the route's last cell.
/// rest: what the moves to go cost on the grid `before`, where they are legal. Pre: the
/// route has no links, and moves that differ between the two grids have an end in a box.
RouteWalk walk_near(const Grid& before, const Grid& now, std::span<const MapRect> boxes,
                    const StoredRoute& stored, Position last, std::uint64_t rest);

/// Makes the next move, and returns what it costs; 0 if it is not legal. Pre: the route is
/// not empty.
Cost advance(const Grid& grid, StoredRoute& stored);

struct LinkWay {
  Move move;
  Cost cost;
};

/// The cheapest link from a cell to another; of equal ones the first.
std::optional<LinkWay> cheapest_link(const Grid& grid, CellIndex from, CellIndex to);

}  // namespace throng
