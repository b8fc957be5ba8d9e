#include "handles.hpp"
#include "walk.hpp"

#include <throng/group_goals.hpp>

#include <algorithm>
#include <limits>

using namespace throng;
using namespace throng::c_interface;

namespace {

/// Handles of movement classes.
template <class Handle>
std::vector<Index> movements_of(const Handle* const* movements, std::size_t count) {
  std::vector<Index> all;
  for (const Handle* const movement : array(movements, count, "movements"))
    all.emplace_back(use(movement, "a movement").get());
  return all;
}

std::span<const GroupUnit> units_of(const throng_group_unit* units, std::size_t count) {
  need_fewer(count, "units");
  return array_as<GroupUnit>(units, count, "units");
}

}  // namespace

throng_code throng_spread_goals(const throng_grid* grid, throng_position from,
                                throng_position goal, size_t count, throng_position* places,
                                size_t* found) {
  return guarded([&] {
    const Grid& mine = *use(grid, "grid");
    need_on_map(mine, to_position(from), "from");
    need_on_map(mine, to_position(goal), "the goal");
    array(places, count, "places");
    out(found, "found");
    const std::vector<Position> cells =
        spread_goals(mine, to_position(from), to_position(goal), count);
    std::ranges::transform(cells, places, [](Position p) { return to_position(p); });
    *found = cells.size();
  });
}

throng_code throng_assign_places(const throng_position* units, size_t unit_count,
                                 const throng_position* places, size_t place_count,
                                 uint32_t* place_of) {
  return guarded([&] {
    const auto from = array_as<Position>(units, unit_count, "units");
    const auto to = array_as<Position>(places, place_count, "places");
    need_fewer(unit_count, "units");
    array(place_of, std::min(unit_count, place_count), "place_of");
    std::ranges::copy(assign_places(from, to), place_of);
  });
}

throng_code throng_assign_by_cost(size_t unit_count, size_t place_count,
                                  const uint32_t* costs, uint32_t* place_of) {
  return guarded([&] {
    need_fewer(unit_count, "units");
    need_fewer(place_count, "places");
    if (place_count > 0 && unit_count > std::numeric_limits<std::ptrdiff_t>::max() /
                                            sizeof(Cost) / place_count)
      refuse("the table of costs is too large");
    const auto table = array(costs, unit_count * place_count, "costs");
    array(place_of, std::min(unit_count, place_count), "place_of");
    std::ranges::copy(take(assign_by_cost(unit_count, place_count, table)), place_of);
  });
}

throng_code throng_taken_cells_create(int32_t width, int32_t height,
                                      throng_taken_cells** taken) {
  return guarded([&] { create(taken, "taken", take(TakenCells::make(width, height))); });
}

throng_code throng_taken_cells_destroy(throng_taken_cells* taken) {
  return destroy(taken, "taken");
}

throng_code throng_taken_cells_add(throng_taken_cells* taken, throng_position corner,
                                   int32_t size) {
  return guarded([&] {
    if (!use(taken, "taken").cells.add(to_position(corner), size))
      refuse("the square does not lie in the map, or a cell is taken 65535 times");
  });
}

throng_code throng_taken_cells_remove(throng_taken_cells* taken, throng_position corner,
                                      int32_t size) {
  return guarded([&] {
    if (!use(taken, "taken").cells.remove(to_position(corner), size))
      refuse("the square was not added");
  });
}

throng_code throng_taken_cells_is_free(const throng_taken_cells* taken,
                                       throng_position corner, int32_t size,
                                       int32_t* is_free) {
  return guarded([&] {
    const bool free = use(taken, "taken").cells.is_free(to_position(corner), size);
    out(is_free, "is_free") = free ? 1 : 0;
  });
}

throng_code throng_promise_places(const throng_grid* const* movements,
                                  size_t movement_count, const throng_group_unit* units,
                                  size_t unit_count, throng_position goal,
                                  uint32_t max_cost, throng_taken_cells* taken,
                                  throng_position* places) {
  return guarded([&] {
    const std::vector<Index> all = movements_of(movements, movement_count);
    const auto group = units_of(units, unit_count);
    TakenCells& cells = use(taken, "taken").cells;
    array(places, unit_count, "places");
    const std::vector<Position> promised =
        take(promise_places(all, group, to_position(goal), cells, max_cost));
    std::ranges::transform(promised, places, [](Position p) { return to_position(p); });
  });
}

throng_code throng_exchange_places(const throng_index* const* movements,
                                   size_t movement_count, const throng_group_unit* units,
                                   size_t unit_count, throng_workers* workers,
                                   throng_position* places) {
  return guarded([&] {
    const std::vector<Index> all = movements_of(movements, movement_count);
    const auto group = units_of(units, unit_count);
    static_assert(sizeof(Position) == sizeof(throng_position));
    const auto mine = array(reinterpret_cast<Position*>(places), unit_count, "places");
    const WorkersOfCall threads(workers);
    take(exchange_places(all, group, mine, *threads));
  });
}
