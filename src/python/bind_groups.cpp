#include "bindings.hpp"

#include <throng/group_goals.hpp>
#include <throng/taken_cells.hpp>

namespace throng::python {
namespace {

/// Movement classes: a sequence of grids and indexes.
std::vector<Index> movements_of(py::handle worlds) {
  std::vector<Index> movements;
  for (const py::handle world : worlds.cast<py::sequence>())
    movements.push_back(index_of(world));
  return movements;
}

std::vector<GroupUnit> group_of(py::handle units, py::handle movement) {
  const Points at(units, "units");
  const auto classes = numbers_of(movement, "movement");
  if (static_cast<std::size_t>(classes.size()) != at.size())
    throw py::value_error("movement must have an element for each unit");
  std::vector<GroupUnit> group;
  group.reserve(at.size());
  for (std::size_t i = 0; i < at.size(); ++i)
    group.push_back({at.get()[i], classes.at(static_cast<py::ssize_t>(i))});
  return group;
}

py::array promise(py::handle worlds, py::handle units, py::handle movement, py::handle goal,
                  TakenCells& taken, Cost max_cost) {
  return array_of(take(promise_places(movements_of(worlds), group_of(units, movement),
                                      point_of(goal, "goal"), taken, max_cost)));
}

py::array exchange(py::handle worlds, py::handle units, py::handle movement,
                   py::handle places, NamedWorkers* workers) {
  const std::vector<Index> movements = movements_of(worlds);
  const std::vector<GroupUnit> group = group_of(units, movement);
  const Points before(places, "places");
  std::vector<Position> after(before.get().begin(), before.get().end());
  std::size_t cells = 0;
  for (const Index& index : movements)
    cells = std::max(cells, group.size() * index.grid()->open_cells());
  run(workers, cells, [&](Workers& threads, Monitor&) {
    take(exchange_places(movements, group, after, threads));
  });
  return array_of(after);
}

py::array assign_table(py::handle costs) {
  const auto table = table_of(costs, "costs");
  auto place_of = take(assign_by_cost(
      static_cast<std::size_t>(table.shape(0)), static_cast<std::size_t>(table.shape(1)),
      {table.data(), static_cast<std::size_t>(table.size())}));
  const auto size = static_cast<py::ssize_t>(place_of.size());
  return array_of(std::move(place_of), {size});
}

/// Calls change(corner) for each square. Returns what it returned.
template <class Change>
py::array for_squares(py::handle corners, const Change& change) {
  const Points all(corners, "corners");
  py::array_t<bool> done(static_cast<py::ssize_t>(all.size()));
  bool* to = done.mutable_data();
  for (const Position corner : all.get()) *to++ = change(corner);
  return done;
}

void bind_taken_cells(py::module_& module) {
  const auto size = py::arg("size") = 1;
  py::class_<TakenCells, std::shared_ptr<TakenCells>>(
      module, "TakenCells",
      "The cells of a map that are taken by units or promised to them. A unit takes the "
      "square of size x size cells whose top left cell is its position. Squares may "
      "overlap: cells count how often they are taken.")
      .def(py::init([](std::int32_t width, std::int32_t height) {
             return std::make_shared<TakenCells>(take(TakenCells::make(width, height)));
           }),
           py::arg("width"), py::arg("height"), "No cell is taken.")
      .def(
          "add",
          [](TakenCells& taken, py::handle corners, std::int32_t side) {
            return for_squares(corners, [&](Position at) { return taken.add(at, side); });
          },
          py::arg("corners"), size,
          "Takes squares, shape (n, 2): x, y. Returns for each of them whether it lies in "
          "the map; others change nothing.")
      .def(
          "remove",
          [](TakenCells& taken, py::handle corners, std::int32_t side) {
            return for_squares(corners,
                               [&](Position at) { return taken.remove(at, side); });
          },
          py::arg("corners"), size,
          "Undoes add. Returns for each square whether all its cells were taken; others "
          "change nothing.")
      .def(
          "is_free",
          [](const TakenCells& taken, py::handle corners, std::int32_t side) {
            return for_squares(corners,
                               [&](Position at) { return taken.is_free(at, side); });
          },
          py::arg("corners"), size,
          "Whether each square lies in the map and none of its cells is taken.");
}

}  // namespace

void bind_groups(py::module_& module) {
  bind_taken_cells(module);
  module.def(
      "spread_goals",
      [](py::handle world, py::handle from, py::handle goal, std::size_t count) {
        const std::shared_ptr<const Grid> grid = grid_of(world);
        const Position unit = point_of(from, "from_"), target = point_of(goal, "goal");
        if (!grid->contains(unit) || !grid->contains(target))
          throw py::value_error("from_ and goal must lie in the map");
        return array_of(spread_goals(*grid, unit, target, count));
      },
      py::arg("world"), py::arg("from_"), py::arg("goal"), py::arg("count"),
      "At most count cells around a goal for the units of a group, nearest first, that do "
      "not "
      "overlap and that a unit at from_ can reach: shape (n, 2): x, y.");
  module.def(
      "assign_places",
      [](py::handle units, py::handle places) {
        const Points from(units, "units"), to(places, "places");
        std::vector<std::uint32_t> place_of = assign_places(from.get(), to.get());
        const auto size = static_cast<py::ssize_t>(place_of.size());
        return array_of(std::move(place_of), {size});
      },
      py::arg("units"), py::arg("places"),
      "Gives each unit a place: uint32, an index into places. The group keeps its "
      "formation.");
  module.def(
      "assign_by_cost", &assign_table, py::arg("costs"),
      "Gives each unit a place by a table of costs, shape (units, places), such as that of "
      "distance_table; UNREACHABLE: the unit must not go there. The largest cost is as "
      "small as possible, then the sum. uint32, an index into the places.");
  module.def(
      "promise_places", &promise, py::arg("worlds"), py::arg("units"), py::arg("movement"),
      py::arg("goal"), py::arg("taken"), py::kw_only(),
      py::arg("max_cost") = kUnreachable - 1,
      "A place around a goal for each unit of a group, which overlaps neither another one "
      "nor a taken cell, and is then taken: shape (n, 2); -1,-1 for a unit that has none. "
      "worlds: a Grid or Index for each movement class; its unit_size is the size. "
      "movement: the class of each unit. Larger units choose first.");
  module.def(
      "exchange_places", &exchange, py::arg("worlds"), py::arg("units"),
      py::arg("movement"), py::arg("places"), py::kw_only(),
      py::arg("workers") = py::none(),
      "The places of promise_places, exchanged among units of the same class by path cost, "
      "as assign_by_cost does: shape (n, 2).");
}

}  // namespace throng::python
