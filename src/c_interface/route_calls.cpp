#include "handles.hpp"
#include "walk.hpp"

#include <algorithm>
#include <limits>

using namespace throng;
using namespace throng::c_interface;

namespace {

constexpr std::size_t kAllMoves = std::numeric_limits<std::size_t>::max();
constexpr const char* kNoDetour =
    "the path does not join the ends of the moves that it replaces";
constexpr const char* kNoContinuation = "the path does not begin where the route ends";

/// The grid of a route for so many moves.
const Grid& grid_for(const throng_grid* grid, const Route& route, std::size_t moves) {
  const Grid& mine = *use(grid, "grid");
  need_fit(mine, route, moves);
  return mine;
}

}  // namespace

throng_code throng_route_create(const throng_host* host, throng_route** route) {
  return guarded([&] { create(route, "route", host); });
}

throng_code throng_route_destroy(throng_route* route) { return destroy(route, "route"); }

throng_code throng_route_assign(throng_route* route, const throng_batch* batch,
                                size_t slot) {
  return guarded([&] { use(route, "route").route.assign(use(batch, "batch").path(slot)); });
}

throng_code throng_route_place(throng_route* route, const throng_grid* grid,
                               throng_position at, int32_t* passes) {
  return guarded([&] {
    Route& mine = use(route, "route").route;
    const Grid& on = grid_for(grid, mine, kAllMoves);
    need_on_map(on, to_position(at), "the cell");
    out(passes, "passes");
    *passes = mine.place(on, to_position(at)) ? 1 : 0;
  });
}

throng_code throng_route_info(const throng_route* route, throng_position* at,
                              size_t* moves) {
  return guarded([&] {
    const Route& mine = use(route, "route").route;
    out(at, "at");
    out(moves, "moves") = mine.size();
    *at = to_position(mine.position());
  });
}

throng_code throng_route_advance(throng_route* route, const throng_grid* grid, size_t moves,
                                 throng_position* at) {
  return guarded([&] {
    Route& mine = use(route, "route").route;
    const Grid& on = grid_for(grid, mine, moves);
    out(at, "at");
    for (std::size_t k = 0; k < moves && !mine.empty(); ++k) mine.advance(on);
    *at = to_position(mine.position());
  });
}

throng_code throng_route_ahead(const throng_route* route, const throng_grid* grid,
                               size_t moves, throng_position* at) {
  return guarded([&] {
    const Route& mine = use(route, "route").route;
    out(at, "at") = to_position(mine.ahead(grid_for(grid, mine, moves), moves));
  });
}

throng_code throng_route_walkable(const throng_route* route, const throng_grid* grid,
                                  size_t most, size_t* legal) {
  return guarded([&] {
    const Route& mine = use(route, "route").route;
    const Grid& on = *use(grid, "grid");
    need_on_map(on, mine.position(), "the position of the route");
    out(legal, "legal") = mine.walkable(on, most);
  });
}

throng_code throng_route_splice(throng_route* route, size_t moves,
                                const throng_batch* batch, size_t slot) {
  return guarded([&] {
    if (!use(route, "route").route.splice(moves, use(batch, "batch").path(slot)))
      refuse(kNoDetour);
  });
}

throng_code throng_route_append(throng_route* route, const throng_batch* batch,
                                size_t slot) {
  return guarded([&] {
    if (!use(route, "route").route.append(use(batch, "batch").path(slot)))
      refuse(kNoContinuation);
  });
}

throng_code throng_route_truncate(throng_route* route, size_t moves) {
  return guarded([&] { use(route, "route").route.truncate(moves); });
}

throng_code throng_route_join(throng_route* route, const throng_grid* grid,
                              const throng_batch* batch, size_t slot, int32_t* passes) {
  return guarded([&] {
    Route& mine = use(route, "route").route;
    const PathView path = use(batch, "batch").path(slot);
    const Grid& on = grid_for(grid, mine, kAllMoves);
    out(passes, "passes");
    *passes = mine.join(on, path) ? 1 : 0;
  });
}

throng_code throng_route_moves(const throng_route* route, throng_move* moves,
                               size_t capacity, size_t* count) {
  return guarded(
      [&] { write_moves(use(route, "route").route.reversed(), moves, capacity, count); });
}
