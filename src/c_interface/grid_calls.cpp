#include "../index/map_identity.hpp"
#include "handles.hpp"
#include "options.hpp"
#include "walk.hpp"

#include <throng/any_angle.hpp>
#include <throng/map_io.hpp>

#include <algorithm>
using namespace throng;
using namespace throng::c_interface;

throng_code throng_rules_init(throng_rules* rules, uint32_t size) {
  return guarded([&] { init(rules, size, "rules"); });
}

throng_code throng_rules_terrain(throng_rules* rules, const char* spec) {
  return guarded([&] {
    throng_rules changed = given(&out(rules, "rules"), "rules");
    const MovementClass movement = take(parse_movement(&out(spec, "spec")));
    std::ranges::copy(movement.weights(), changed.weights);
    fill(rules, changed, "rules");
  });
}

throng_code throng_terrain_init(throng_terrain* terrain, uint32_t size) {
  return guarded([&] { init(terrain, size, "terrain"); });
}

throng_code throng_grid_create(const throng_terrain* terrain, const throng_rules* rules,
                               throng_grid** grid) {
  return guarded([&] {
    const Ground ground(terrain);
    GridOptions options;
    options.weights = ground.weights;
    options.altitude = ground.altitude;
    options.closed_steps = ground.closed_steps;
    options.links = ground.links;
    create(grid, "grid", take(Grid::make(ground.terrain, rules_of(rules), options)));
  });
}

throng_code throng_grid_from_text(const char* text, size_t bytes, const throng_rules* rules,
                                  throng_grid** grid) {
  return guarded([&] {
    const Rules of_units = rules_of(rules);
    const Terrain terrain =
        take(parse_map({&out(text, "text"), bytes}, of_units.movement.own_characters()));
    create(grid, "grid", take(Grid::make(terrain, of_units)));
  });
}

throng_code throng_grid_with_influence(const throng_grid* grid, const uint16_t* influence,
                                       size_t count, throng_grid** with_influence) {
  return guarded([&] {
    create(with_influence, "with_influence",
           take(use(grid, "grid")->with_influence(array(influence, count, "influence"))));
  });
}

throng_code throng_grid_retain(const throng_grid* grid) {
  return guarded([&] { use(grid, "grid").retain(); });
}

throng_code throng_grid_release(const throng_grid* grid) {
  return guarded([&] {
    if (grid != nullptr && use(grid, "grid").release()) delete grid;
  });
}

throng_code throng_grid_get_info(const throng_grid* grid, throng_grid_info* info) {
  return guarded([&] {
    const Grid& mine = *use(grid, "grid");
    throng_grid_info now{};
    now.width = mine.width();
    now.height = mine.height();
    now.topology = static_cast<int32_t>(mine.rules().topology);
    now.cost_straight = mine.costs().straight;
    now.cost_diagonal = mine.costs().diagonal;
    now.components = mine.component_count();
    now.plain = mine.plain() ? 1 : 0;
    now.symmetric = mine.symmetric() ? 1 : 0;
    now.open_cells = mine.open_cells();
    now.bytes = mine.memory_bytes();
    fill(info, now, "info");
  });
}

throng_code throng_grid_component(const throng_grid* grid, throng_position at,
                                  uint32_t* component) {
  return guarded([&] {
    const Grid& mine = *use(grid, "grid");
    const Position p = to_position(at);
    out(component, "component") =
        mine.contains(p) ? mine.component(mine.cell(p)) : Grid::kNoComponent;
  });
}

throng_code throng_grid_hash(const throng_grid* grid, uint64_t hash[2]) {
  return guarded([&] {
    const Grid& mine = *use(grid, "grid");
    out(hash, "hash");
    const WideHash of_map = map_hash_of(mine);
    hash[0] = of_map.low;
    hash[1] = of_map.high;
  });
}

throng_code throng_grid_cost_of_steps(const throng_grid* grid, double steps,
                                      uint32_t* cost) {
  return guarded([&] {
    const Grid& mine = *use(grid, "grid");
    if (!(steps >= 0)) refuse("steps is negative or no number");
    out(cost, "cost") = mine.cost_of_steps(steps);
  });
}

throng_code throng_grid_cells(const throng_grid* grid, throng_position start,
                              const throng_move* moves, size_t count,
                              throng_position* cells, size_t capacity) {
  return guarded([&] {
    const Grid& mine = *use(grid, "grid");
    const auto path = array_as<Move>(moves, count, "moves");
    need_room(capacity, count + 1);
    array(cells, capacity, "cells");
    need_legal(mine, to_position(start), path);
    *cells = start;
    walk(mine, to_position(start), path, [&](Position at) { *++cells = to_position(at); });
  });
}

throng_code throng_grid_length(const throng_grid* grid, throng_position start,
                               const throng_move* moves, size_t count, double* length) {
  return guarded([&] {
    const Grid& mine = *use(grid, "grid");
    const auto path = array_as<Move>(moves, count, "moves");
    need_legal(mine, to_position(start), path);
    out(length, "length") = mine.path_length(to_position(start), path);
  });
}

throng_code throng_grid_line_of_sight(const throng_grid* grid, throng_position from,
                                      throng_position to, int32_t* visible) {
  return guarded([&] {
    out(visible, "visible") =
        line_of_sight(*use(grid, "grid"), to_position(from), to_position(to)) ? 1 : 0;
  });
}

throng_code throng_grid_clear_line(const throng_grid* grid, throng_position from,
                                   throng_position to, int32_t* clear) {
  return guarded([&] {
    out(clear, "clear") =
        clear_line(*use(grid, "grid"), to_position(from), to_position(to)) ? 1 : 0;
  });
}
