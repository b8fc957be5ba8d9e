#include "../areas/area_map.hpp"
#include "../areas/borders.hpp"
#include "../areas/dead_ends.hpp"
#include "../areas/gates.hpp"
#include "../field/swept_distances.hpp"
#include "../index/index_access.hpp"
#include "../trace/hub_trace.hpp"
#include "state.hpp"

#include <algorithm>
#include <utility>

// Distances by sweeps alone: those by labels and fronts would make the page larger.

namespace throng::page {
namespace {

/// Whether the page may ask for areas and gates of the grid.
Outcome check_areas(const Grid& grid) {
  if (grid.plain() && !is_hexagonal(grid.rules().topology)) return ok();
  return fail(Code::unsupported, "areas need plain ground on a grid of squares");
}

/// Pre: both cells are open and in one component.
bool joined(const Grid& grid, Position a, Position b) {
  return grid.contains(a) && grid.contains(b) && grid.open(a) &&
         grid.component(grid.cell(a)) == grid.component(grid.cell(b)) && grid.open(b);
}

int leave(std::vector<std::uint32_t> list) {
  page().list = std::move(list);
  return static_cast<int>(page().list.size());
}

/// The index of a side, or null.
const Index* index_of(int side) {
  const auto solver = current_solver(side);
  const auto& index = page().sides[static_cast<std::size_t>(side)].index;
  return solver && index ? &*index : nullptr;
}

/// Appends the number of hubs in a label, and for each its cell and its cost.
void put_label(const std::vector<HubTrace::Hub>& label, std::vector<std::uint32_t>& list) {
  list.push_back(static_cast<std::uint32_t>(label.size()));
  for (const HubTrace::Hub& hub : label)
    list.insert(list.end(), {packed(hub.at), hub.cost});
}

}  // namespace
/// Leaves the distance of each cell from x,y.
THRONG_PAGE(page_distances)(int x, int y) {
  const auto grid = current_grid();
  if (!grid) return report(grid.error());
  const std::array from{Position{x, y}};
  std::vector<Cost> field(slots_of(**grid));
  sweep_nearest(**grid, from, field, page().workers, {});
  return leave(std::move(field));
}

/// Leaves, for each cell, its distance to x,y; then, for each cell, the move that a flow
/// field to x,y makes there: 0 to 7, or 8 for a link and where there is none.
THRONG_PAGE(page_flow)(int x, int y) {
  const auto grid = current_grid();
  if (!grid) return report(grid.error());
  const Grid& on = **grid;
  Field own(*grid);
  const bool walks = page().crowd && page().crowd->goal == Position{x, y};
  if (!walks) own.set_goals(std::array{Position{x, y}}, page().workers);
  const Field& field = walks ? page().crowd->field : own;
  const std::size_t cells = page().terrain.cell_count();
  std::vector<std::uint32_t> list(2 * cells);
  std::size_t slot = 0;
  for (Position at{0, 0}; at.y < on.height(); ++at.y)
    for (at.x = 0; at.x < on.width(); ++at.x, ++slot) {
      list[slot] = field.distance(at);
      const auto move = static_cast<std::uint32_t>(field.next(at).value_or(Move(kMoves)));
      list[cells + slot] = std::min<std::uint32_t>(move, kMoves);
    }
  return leave(std::move(list));
}

/// Leaves the lower bound of each cell on its distance to the goal, by the heuristic of the
/// side.
THRONG_PAGE(page_bounds)(int side, int sx, int sy, int gx, int gy) {
  const auto solver = current_solver(side);
  if (!solver) return report(solver.error());
  if (!joined(solver->grid(), {sx, sy}, {gx, gy})) return leave({});
  return leave(bound_field(*solver, {sx, sy}, {gx, gy}));
}

/// Leaves, for each landmark of the component of the goal: its cell, and its distances to
/// the start and to the goal.
THRONG_PAGE(page_landmarks)(int side, int sx, int sy, int gx, int gy) {
  const Index* const index = index_of(side);
  const Position start{sx, sy}, goal{gx, gy};
  if (index == nullptr || index->options().landmarks.count == 0 ||
      !joined(*index->grid(), start, goal))
    return leave({});
  const Grid& grid = *index->grid();
  const std::vector<Position> landmarks = index->landmarks(grid.component(grid.cell(goal)));
  const std::array ends{start, goal};
  std::vector<Cost> table(landmarks.size() * ends.size());
  sweep_table(grid, landmarks, ends, table, page().workers, {});
  std::vector<std::uint32_t> list;
  for (std::size_t i = 0; i < landmarks.size(); ++i)
    list.insert(list.end(), {packed(landmarks[i]), table[2 * i], table[2 * i + 1]});
  return leave(std::move(list));
}

/// Moves a landmark of a side to x,y.
THRONG_PAGE(page_move_landmark)(int side, int slot, int x, int y) {
  const Index* const index = index_of(side);
  const Position to{x, y};
  if (index == nullptr || !index->grid()->contains(to) || !index->grid()->open(to))
    return report("a landmark stands on an open cell");
  Side& at = page().sides[static_cast<std::size_t>(side)];
  at.index = IndexAccess::move_landmark(*index, static_cast<std::size_t>(slot), to,
                                        page().workers);
  at.solver.reset();
  return leave({});
}

/// Leaves the area of each cell, from 0; with bit 31 where the area is a dead end for the
/// query; 0xFFFFFFFF on closed cells.
THRONG_PAGE(page_areas)(int sx, int sy, int gx, int gy) {
  const auto grid = current_grid();
  if (!grid) return report(grid.error());
  if (const Outcome possible = check_areas(**grid); !possible)
    return report(possible.error());
  const Grid& on = **grid;
  const AreaMap areas = decompose(on);
  const DeadEnds dead_ends(areas.count, find_borders(on, areas));
  const bool asked = joined(on, {sx, sy}, {gx, gy}) && DeadEnds::allowed(on);
  std::vector<std::uint32_t> list;
  for (Position at{0, 0}; at.y < on.height(); ++at.y)
    for (at.x = 0; at.x < on.width(); ++at.x) {
      const std::uint32_t area = areas.area_of[on.cell(at)];
      const bool dead =
          asked && area != kNoArea &&
          !dead_ends
               .path(areas.area_of[on.cell({sx, sy})], areas.area_of[on.cell({gx, gy})])
               .passes(dead_ends.spans()[area]);
      list.push_back(dead ? area | 1U << 31 : area);
    }
  return leave(std::move(list));
}

/// Leaves the first and the last cell of each gate between areas.
THRONG_PAGE(page_gates)() {
  const auto grid = current_grid();
  if (!grid) return report(grid.error());
  if (const Outcome possible = check_areas(**grid); !possible)
    return report(possible.error());
  std::vector<std::uint32_t> list;
  const Gates gates(**grid, decompose(**grid));
  for (const Gate& gate : gates.gates())
    list.insert(list.end(), {packed(gate.first), packed(gate.last)});
  return leave(std::move(list));
}

/// Leaves how the hub labels of a side answer a query: the kind of the way (see HubTrace),
/// its cost, the cell where the ways from both ends meet; then the labels of the start and
/// of the goal, see put_label(). Nothing without a path.
THRONG_PAGE(page_hubs)(int side, int sx, int sy, int gx, int gy) {
  const Index* const index = index_of(side);
  if (index == nullptr || !index->has(Part::hub_labels))
    return report("this engine has no hub labels");
  const auto trace = trace_hubs(*index, {{sx, sy}, {gx, gy}});
  if (!trace) return leave({});
  std::vector<std::uint32_t> list{static_cast<std::uint32_t>(trace->kind), trace->cost,
                                  packed(trace->meeting)};
  put_label(trace->start, list);
  put_label(trace->goal, list);
  return leave(std::move(list));
}

}  // namespace throng::page
