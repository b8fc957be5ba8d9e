#pragma once

#include "../core/memory.hpp"
#include "tile_signatures.hpp"

#include <throng/batch.hpp>
#include <throng/grid.hpp>
#include <throng/route.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng {

/// A route, and the cells where its links end, in the order of Route::reversed(): a later
/// version of the grid may number links in another way.
struct StoredRoute {
  explicit StoredRoute(Memory memory) : route(memory.resource()), link_ends(memory) {}

  Route route;
  std::pmr::vector<Position> link_ends;
  Position goal;
};

/// The moves to go, as a version of the grid has them.
struct RouteWalk {
  bool legal = true;
  std::uint64_t cost = 0;  ///< 0 if a move is not legal
};

/// Stores a path. Adds the tiles that it passes to the mask. Returns the path's last cell.
Position store(StoredRoute& stored, const PathView& path, const SignatureTiles& tiles,
               SignatureTiles::Mask& mask);

/// Walks the moves to go. Each link becomes the cheapest one to the same cell.
RouteWalk walk(const Grid& grid, StoredRoute& stored);

/// Makes the next move, and returns what it costs; 0 if it is not legal. Pre: the route is
/// not empty.
Cost advance(const Grid& grid, StoredRoute& stored);

}  // namespace throng
