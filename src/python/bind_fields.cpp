#include "bindings.hpp"

#include <throng/any_angle.hpp>
#include <throng/distances.hpp>
#include <throng/field.hpp>

#include <pybind11/stl.h>

namespace throng::python {
namespace {

DistanceOptions options_of(const std::string& metric, const std::string& direction,
                           Cost max_cost) {
  DistanceOptions options;
  options.metric = take(parse_field_metric(metric));
  if (direction == "to")
    options.direction = SweepDirection::to_sources;
  else if (direction != "from")
    throw py::value_error("direction is '" + direction + "', not from or to");
  options.max_cost = std::min(max_cost, kUnreachable - 1);
  return options;
}

/// Fills a table to all cells: fields, or the field of the nearest source.
py::array to_all_cells(const Index& index, const Points& sources, DistanceOptions options,
                       std::vector<py::ssize_t> shape, NamedWorkers* workers) {
  shape.insert(shape.end(), {index.grid()->height(), index.grid()->width()});
  py::array_t<Cost> values(shape);
  const std::span<Cost> all(values.mutable_data(), static_cast<std::size_t>(values.size()));
  run(workers, all.size(), [&](Workers& threads, Monitor& monitor) {
    options.monitor = &monitor;
    fill_distances(index, sources.get(), all, threads, options);
  });
  return values;
}

py::array fields(py::handle world, py::handle sources, const std::string& metric,
                 const std::string& direction, Cost max_cost, NamedWorkers* workers) {
  const Points from(sources, "sources");
  return to_all_cells(index_of(world), from, options_of(metric, direction, max_cost),
                      {static_cast<py::ssize_t>(from.size())}, workers);
}

py::array field(py::handle world, py::handle sources, const std::string& metric,
                const std::string& direction, Cost max_cost, NamedWorkers* workers) {
  DistanceOptions options = options_of(metric, direction, max_cost);
  options.nearest_source = true;
  return to_all_cells(index_of(world), Points(sources, "sources"), options, {}, workers);
}

py::array table(py::handle world, py::handle sources, py::handle targets,
                const std::string& metric, const std::string& direction, Cost max_cost,
                NamedWorkers* workers) {
  const Index index = index_of(world);
  const Points from(sources, "sources"), to(targets, "targets");
  DistanceOptions options = options_of(metric, direction, max_cost);
  py::array_t<Cost> values(std::vector<py::ssize_t>{static_cast<py::ssize_t>(from.size()),
                                                    static_cast<py::ssize_t>(to.size())});
  const std::span<Cost> all(values.mutable_data(), static_cast<std::size_t>(values.size()));
  const std::size_t cells = std::min(from.size(), to.size()) * index.grid()->open_cells();
  run(workers, cells, [&](Workers& threads, Monitor& monitor) {
    options.monitor = &monitor;
    fill_distances(index, from.get(), to.get(), all, threads, options);
  });
  return values;
}

/// A flow field. Calls that change it have it alone.
struct Flow {
  explicit Flow(py::handle world) : field(index_of(world)) {}

  Field field;
  std::mutex in_use;
};

py::array next_moves(Flow& flow, const Points& units, py::handle last) {
  std::optional<py::array_t<std::uint8_t, py::array::c_style | py::array::forcecast>>
      before;
  if (!last.is_none()) {
    before = last.cast<py::array_t<std::uint8_t>>();
    if (static_cast<std::size_t>(before->size()) != units.size())
      throw py::value_error("last must have an element for each unit");
  }
  py::array_t<std::uint8_t> moves(static_cast<py::ssize_t>(units.size()));
  std::uint8_t* const all = moves.mutable_data();
  const std::uint8_t* const previous = before ? before->data() : nullptr;
  const py::gil_scoped_release release;
  const std::lock_guard lock(flow.in_use);
  for (std::size_t i = 0; i < units.size(); ++i) {
    std::optional<Move> kept;
    if (previous != nullptr && previous[i] != 255) kept = static_cast<Move>(previous[i]);
    const auto move = flow.field.next(units.get()[i], kept);
    all[i] = move ? static_cast<std::uint8_t>(*move) : std::uint8_t{255};
  }
  return moves;
}

/// Where each unit stands after its next move.
py::array step_all(Flow& flow, const Points& units) {
  std::vector<Position> at(units.get().begin(), units.get().end());
  {
    const py::gil_scoped_release release;
    const std::lock_guard lock(flow.in_use);
    const Grid& grid = *flow.field.grid();
    for (Position& unit : at)
      if (const auto move = flow.field.next(unit))
        unit =
            PathView(grid.rules().topology, unit, {}, grid.links().get()).step(unit, *move);
  }
  return array_of(at);
}

/// The cells of the paths of all units, and where each path begins.
py::tuple paths_down(Flow& flow, py::handle units, const std::string& ties,
                     py::handle agents, NamedWorkers* workers) {
  const Points from(units, "units");
  const Ties by = take(parse_ties(ties));
  std::optional<py::array_t<std::uint32_t>> ids;
  if (!agents.is_none()) {
    ids = numbers_of(agents, "agents");
    if (static_cast<std::size_t>(ids->size()) != from.size())
      throw py::value_error("agents must have an element for each unit");
  }
  const std::uint32_t* const id = ids ? ids->data() : nullptr;
  std::vector<Position> cells;
  std::vector<std::uint64_t> begin{0};
  run(workers, 0, [&](Workers& threads, Monitor&) {
    const std::lock_guard lock(flow.in_use);
    const Grid& grid = *flow.field.grid();
    std::vector<Move> moves;
    for (std::size_t i = 0; i < from.size(); ++i) {
      Position at = from.get()[i];
      moves.clear();
      const AgentId agent = id != nullptr ? AgentId{id[i]} : kNoAgent;
      flow.field.append_path(at, {by, agent}, threads, moves);
      const PathView path(grid.rules().topology, at, moves, grid.links().get());
      if (flow.field.distance(at) != kUnreachable) cells.push_back(at);
      for (const Move move : moves) cells.push_back(at = path.step(at, move));
      begin.push_back(cells.size());
    }
  });
  const auto size = static_cast<py::ssize_t>(begin.size());
  return py::make_tuple(array_of(cells), array_of(std::move(begin), {size}));
}

void bind_flow_field(py::module_& module) {
  py::class_<Flow, std::shared_ptr<Flow>>(
      module, "FlowField", "For every cell the next move to the nearest of its goals.")
      .def(py::init([](py::handle world) { return std::make_shared<Flow>(world); }),
           py::arg("world"),
           "Without goals: no cell reaches one. With an Index that has fronts, set_goals() "
           "is faster on weighted ground.")
      .def(
          "set_goals",
          [](Flow& flow, py::handle goals, Cost max_cost, NamedWorkers* workers) {
            const Points to(goals, "goals");
            run(workers, 0, [&](Workers& threads, Monitor&) {
              const std::lock_guard lock(flow.in_use);
              flow.field.set_goals(to.get(), threads, std::min(max_cost, kUnreachable - 1));
            });
          },
          py::arg("goals"), py::kw_only(), py::arg("max_cost") = kUnreachable - 1,
          py::arg("workers") = py::none(),
          "Replaces the goals, of shape (n, 2): x, y. One sweep. Cells from which no goal "
          "costs "
          "at most max_cost are unreachable.")
      .def(
          "next",
          [](Flow& flow, py::handle units, py::handle last) {
            return next_moves(flow, Points(units, "units"), last);
          },
          py::arg("units"), py::arg("last") = py::none(),
          "The next move of each unit: uint8, STAY at a goal and where none is reached. "
          "last: "
          "the previous moves, which are kept while they lie on a cheapest path.")
      .def(
          "step",
          [](Flow& flow, py::handle units) {
            return step_all(flow, Points(units, "units"));
          },
          py::arg("units"),
          "Where each unit stands after its next move: shape (n, 2): x, y.")
      .def("paths", &paths_down, py::arg("units"), py::kw_only(),
           py::arg("ties") = "canonical", py::arg("agents") = py::none(),
           py::arg("workers") = py::none(),
           "The path of each unit to its nearest goal, as cells: shape (m, 2): x, y, and "
           "n + 1 numbers, where each path begins in it. A unit that reaches none has no "
           "cells. ties: the choice among paths of equal cost, as of a Solver; "
           "same_way_back is as canonical. agents: the numbers of the units, for lanes; "
           "else their cells count.")
      .def(
          "distance",
          [](Flow& flow, py::handle units) {
            const Points at(units, "units");
            py::array_t<Cost> costs(static_cast<py::ssize_t>(at.size()));
            Cost* const all = costs.mutable_data();
            const py::gil_scoped_release release;
            const std::lock_guard lock(flow.in_use);
            for (std::size_t i = 0; i < at.size(); ++i)
              all[i] = flow.field.distance(at.get()[i]);
            return costs;
          },
          py::arg("units"), "The cost from each unit to its nearest goal: uint32.");
}

py::tuple nearest(py::handle world, py::handle places, py::handle starts,
                  NamedWorkers* workers) {
  const Index index = index_of(world);
  const Points to(places, "places"), from(starts, "starts");
  std::vector<std::int64_t> place(from.size());
  std::vector<Cost> cost(from.size());
  run(workers, index.grid()->open_cells(), [&](Workers& threads, Monitor&) {
    Field search(index);
    search.set_goals(to.get(), threads);
    std::vector<Nearest> found(from.size());
    search.find_nearest(from.get(), found);
    for (std::size_t i = 0; i < found.size(); ++i) {
      place[i] = found[i].goal == kNoGoal ? -1 : static_cast<std::int64_t>(found[i].goal);
      cost[i] = found[i].cost;
    }
  });
  const auto size = static_cast<py::ssize_t>(from.size());
  return py::make_tuple(array_of(std::move(place), {size}),
                        array_of(std::move(cost), {size}));
}

}  // namespace

void bind_fields(py::module_& module) {
  module.attr("UNREACHABLE") = kUnreachable;
  const auto none = py::arg("workers") = py::none();
  module.def("field", &field, py::arg("world"), py::arg("sources"), py::kw_only(),
             py::arg("metric") = "cost", py::arg("direction") = "from",
             py::arg("max_cost") = kUnreachable - 1, none,
             "The cost from the nearest source to each cell: uint32 of shape (height, "
             "width), [y, x]; "
             "UNREACHABLE where none leads. sources: shape (n, 2): x, y. metric: cost, or "
             "steps (moves). "
             "direction: from the sources, or to them. Farther cells than max_cost are "
             "UNREACHABLE. With an Index that has fronts it is several times as fast on "
             "weighted ground.");
  module.def("fields", &fields, py::arg("world"), py::arg("sources"), py::kw_only(),
             py::arg("metric") = "cost", py::arg("direction") = "from",
             py::arg("max_cost") = kUnreachable - 1, none,
             "One field for each source: uint32 of shape (n, height, width). As field().");
  module.def("distance_table", &table, py::arg("world"), py::arg("sources"),
             py::arg("targets"), py::kw_only(), py::arg("metric") = "cost",
             py::arg("direction") = "from", py::arg("max_cost") = kUnreachable - 1, none,
             "uint32 of shape (sources, targets): the cost from each source to each "
             "target. With an Index "
             "that has hub labels or fronts it is many times as fast.");
  module.def("nearest", &nearest, py::arg("world"), py::arg("places"), py::arg("starts"),
             py::kw_only(), none,
             "For each start the nearest of the places, by path cost: int64 (-1: none is "
             "reachable), and "
             "uint32, its cost.");
  module.def(
      "line_of_sight",
      [](py::handle world, py::handle a, py::handle b) {
        return line_of_sight(*grid_of(world), point_of(a, "a"), point_of(b, "b"));
      },
      py::arg("world"), py::arg("a"), py::arg("b"),
      "Whether a point can move straight from the centre of a to that of b.");
  module.def(
      "clear_line",
      [](py::handle world, py::handle a, py::handle b) {
        return clear_line(*grid_of(world), point_of(a, "a"), point_of(b, "b"));
      },
      py::arg("world"), py::arg("a"), py::arg("b"),
      "Whether a unit of the grid's size can move straight from a to b and cover open "
      "cells "
      "only.");
  bind_flow_field(module);
}

}  // namespace throng::python
