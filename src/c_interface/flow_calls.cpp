#include "handles.hpp"
#include "options.hpp"
#include "walk.hpp"

#include <algorithm>

using namespace throng;
using namespace throng::c_interface;

namespace {

/// Refuses a grid that is no other version of `grid`.
void need_version_of(const Grid& grid, const Grid& other) {
  if (other.width() != grid.width() || other.height() != grid.height() ||
      other.rules().topology != grid.rules().topology)
    refuse("the grid has another size or topology");
}
const std::shared_ptr<const Grid>& version_of(const Grid& grid, const throng_grid* now) {
  const auto& other = use(now, "grid").get();
  need_version_of(grid, *other);
  return other;
}

void hand_over(const std::vector<Move>& path, throng_move* moves, std::size_t capacity,
               std::size_t* count) {
  out(count, "count") = path.size();
  need_room(capacity, path.size());
  array(moves, capacity, "moves");
  std::ranges::transform(path, moves, [](Move move) { return throng_move(move); });
}

}  // namespace

throng_code throng_flow_field_create(const throng_grid* grid, throng_flow_field** field) {
  return guarded([&] { create(field, "field", use(grid, "grid").get()); });
}

throng_code throng_flow_field_create_indexed(const throng_index* index,
                                             throng_flow_field** field) {
  return guarded([&] { create(field, "field", use(index, "index").get()); });
}

throng_code throng_flow_field_destroy(throng_flow_field* field) {
  return destroy(field, "field");
}

throng_code throng_flow_field_set_goals(throng_flow_field* field,
                                        const throng_position* goals, size_t count,
                                        uint32_t max_cost, throng_workers* workers) {
  return guarded([&] {
    Field& mine = use(field, "field").field;
    if (max_cost == kUnreachable) refuse("max_cost is THRONG_NO_PATH");
    const auto all = array_as<Position>(goals, count, "goals");
    const WorkersOfCall threads(workers);
    mine.set_goals(all, *threads, max_cost);
  });
}

throng_code throng_flow_field_follow(throng_flow_field* field, const throng_grid* grid,
                                     const throng_changes* changes,
                                     throng_workers* workers) {
  return guarded([&] {
    Field& mine = use(field, "field").field;
    const auto& now = version_of(*mine.grid(), grid);
    const MapChanges where = changes_of(changes);
    const WorkersOfCall threads(workers);
    mine.follow(now, where, *threads);
  });
}

throng_code throng_flow_field_follow_indexed(throng_flow_field* field,
                                             const throng_index* index,
                                             const throng_changes* changes,
                                             throng_workers* workers) {
  return guarded([&] {
    Field& mine = use(field, "field").field;
    const auto& now = use(index, "index").get();
    need_version_of(*mine.grid(), *now.grid());
    const MapChanges where = changes_of(changes);
    const WorkersOfCall threads(workers);
    mine.follow(now, where, *threads);
  });
}

throng_code throng_flow_field_distance(const throng_flow_field* field, throng_position from,
                                       uint32_t* cost) {
  return guarded(
      [&] { out(cost, "cost") = use(field, "field").field.distance(to_position(from)); });
}

throng_code throng_flow_field_next(const throng_flow_field* field,
                                   const throng_position* units, size_t count,
                                   const throng_move* last, throng_move* moves) {
  return guarded([&] {
    const Field& mine = use(field, "field").field;
    const auto at = array_as<Position>(units, count, "units");
    const auto next = array(moves, count, "moves");
    for (std::size_t i = 0; i < count; ++i) {
      const bool has_last = last != nullptr && last[i] != THRONG_STAY;
      const auto move = mine.next(
          at[i], has_last ? std::optional(static_cast<Move>(last[i])) : std::nullopt);
      next[i] = move ? static_cast<throng_move>(*move) : throng_move{THRONG_STAY};
    }
  });
}

throng_code throng_flow_field_path(const throng_flow_field* field, throng_position from,
                                   throng_move* moves, size_t capacity, size_t* count) {
  return guarded([&] {
    std::vector<Move> path;
    use(field, "field").field.append_path(to_position(from), path);
    hand_over(path, moves, capacity, count);
  });
}

throng_code throng_flow_field_path_by(const throng_flow_field* field, throng_position from,
                                      int32_t ties, uint32_t agent, throng_workers* workers,
                                      throng_move* moves, size_t capacity, size_t* count) {
  return guarded([&] {
    const Field& mine = use(field, "field").field;
    const PathChoice by{choice(ties, kTies.back(), "ties"), static_cast<AgentId>(agent)};
    std::vector<Move> path;
    {
      const WorkersOfCall threads(workers);
      mine.append_path(to_position(from), by, *threads, path);
    }
    hand_over(path, moves, capacity, count);
  });
}

throng_code throng_step_field_create(const throng_grid* grid, throng_step_field** field) {
  return guarded([&] { create(field, "field", use(grid, "grid").get()); });
}

throng_code throng_step_field_destroy(throng_step_field* field) {
  return destroy(field, "field");
}

throng_code throng_step_field_set_goals(throng_step_field* field,
                                        const throng_position* goals, size_t count,
                                        throng_workers* workers) {
  return guarded([&] {
    StepField& mine = use(field, "field").field;
    const auto all = array_as<Position>(goals, count, "goals");
    const WorkersOfCall threads(workers);
    mine.set_goals(all, *threads);
  });
}

throng_code throng_step_field_follow(throng_step_field* field, const throng_grid* grid,
                                     throng_workers* workers) {
  return guarded([&] {
    StepField& mine = use(field, "field").field;
    const auto& now = version_of(*mine.grid(), grid);
    const WorkersOfCall threads(workers);
    mine.follow(now, *threads);
  });
}

throng_code throng_step_field_moves(const throng_step_field* field,
                                    const throng_position* cells, size_t count,
                                    uint8_t* moves) {
  return guarded([&] {
    const StepField& mine = use(field, "field").field;
    const auto at = array_as<Position>(cells, count, "cells");
    const auto sets = array(moves, count, "moves");
    std::ranges::transform(at, sets.begin(), [&](Position p) { return mine.moves(p); });
  });
}

throng_code throng_places_create(const throng_grid* grid, throng_places** places) {
  return guarded([&] { create(places, "places", use(grid, "grid").get()); });
}

throng_code throng_places_destroy(throng_places* places) {
  return destroy(places, "places");
}

throng_code throng_places_set(throng_places* places, const throng_position* cells,
                              size_t count, throng_workers* workers) {
  return guarded([&] {
    Field& mine = use(places, "places").places;
    const auto all = array_as<Position>(cells, count, "cells");
    need_fewer(count, "places");
    const WorkersOfCall threads(workers);
    mine.set_goals(all, *threads);
  });
}

throng_code throng_places_follow(throng_places* places, const throng_grid* grid,
                                 const throng_changes* changes, throng_workers* workers) {
  return guarded([&] {
    throng_places& mine = use(places, "places");
    const auto& now = version_of(*mine.places.grid(), grid);
    const MapChanges where = changes_of(changes);
    const WorkersOfCall threads(workers);
    mine.places.follow(now, where, *threads);
  });
}

throng_code throng_places_find(throng_places* places, const throng_position* starts,
                               size_t count, throng_nearest* nearest) {
  return guarded([&] {
    static_assert(sizeof(Nearest) == sizeof(throng_nearest));
    Field& mine = use(places, "places").places;
    const auto all = array_as<Position>(starts, count, "starts");
    array(nearest, count, "nearest");
    mine.find_nearest(all, {reinterpret_cast<Nearest*>(nearest), count});
  });
}
