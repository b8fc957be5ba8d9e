#include "../any_angle/batch_check.hpp"
#include "bindings.hpp"

#include <throng/any_angle.hpp>

#include <pybind11/stl.h>

#include <algorithm>
#include <limits>

namespace throng::python {
namespace {

/// Any-angle paths, whose arrays Python may view. Nothing fills them again.
struct Lines {
  AnyAnglePaths result;
  Lease lease;
  bool paths = true;  ///< whether the results have points
};

using SharedLines = std::shared_ptr<Lines>;

SharedLines solve_index(const Index& index, py::handle starts, py::handle goals,
                        NamedWorkers* workers, std::optional<std::uint32_t> max_expansions,
                        bool paths) {
  const Points from(starts, "starts"), to(goals, "goals");
  need_pairs(from, to);
  auto lines = std::make_shared<Lines>();
  lines->paths = paths;
  BatchOptions options;
  options.paths = paths;
  options.max_expansions =
      max_expansions.value_or(std::numeric_limits<std::uint32_t>::max());
  const std::size_t cells = from.size() * (index.grid()->open_cells() / 16 + 1);
  run(workers, cells, [&](Workers& threads, Monitor& monitor) {
    options.monitor = &monitor;
    take(solve_lines(index, queries_of(from, to), threads, lines->result, options));
  });
  return lines;
}

SharedLines smooth_batch(py::handle grid, const std::shared_ptr<Batch>& batch,
                         NamedWorkers* workers) {
  const std::shared_ptr<const Grid> on = grid_of(grid);
  const py::array held = hold(batch);
  auto lines = std::make_shared<Lines>();
  run(workers, 0, [&](Workers& threads, Monitor&) {
    take(check_batch(*on, batch->result));
    take(smooth(*on, batch->result, threads, lines->result));
  });
  return lines;
}

py::array points_of(const SharedLines& lines) {
  const Column<Position>& points = lines->result.points;
  static_assert(sizeof(Position) == 2 * sizeof(std::int32_t));
  return lines->lease.view(reinterpret_cast<const std::int32_t*>(points.data()),
                           {static_cast<py::ssize_t>(points.size()), 2}, lines);
}

py::array path_of(const Lines& lines, py::ssize_t i) {
  if (!lines.paths) throw py::value_error("the lines were solved without paths");
  const auto points =
      lines.result.path(row_of(i, lines.result.size(), "the lines are those of "));
  return array_of(std::vector(points.begin(), points.end()));
}

void bind_results(py::module_& module) {
  py::class_<Lines, SharedLines>(
      module, "Lines",
      "Any-angle paths: straight legs from point to point. Arrays are read-only views, one "
      "element for each query.")
      .def("__len__", [](const Lines& lines) { return lines.result.size(); })
      .def_property_readonly(
          "status",
          [](const SharedLines& l) { return view_of<std::uint8_t>(l, l->result.status); },
          "uint8: an index into throng.STATUS; 0 is found.")
      .def_property_readonly(
          "found", [](const Lines& l) { return found_of(l.result.status); },
          "bool: whether a path was found.")
      .def_property_readonly(
          "length",
          [](const SharedLines& l) { return view_of<double>(l, l->result.length); },
          "float64: Euclidean, in heights of a cell as it is drawn; 0 unless found.")
      .def_property_readonly(
          "begin",
          [](const SharedLines& l) {
            return view_of<std::uint64_t>(l, l->result.point_begin);
          },
          "uint64, n + 1 numbers: path i is points[begin[i]:begin[i + 1]].")
      .def_property_readonly("points", &points_of,
                             "int32, shape (m, 2): x, y of the points of all paths, in "
                             "1 / scale of a cell, from the centre of the cell 0, 0.")
      .def_property_readonly(
          "scale", [](const Lines& l) { return l.result.scale; },
          "1: points are cells. 2, of solve_lines on grids with cut_one: the centre of the "
          "cell x, y is 2 x, 2 y, and points between are corners of cells.")
      .def_property_readonly(
          "expanded",
          [](const SharedLines& l) {
            return view_of<std::uint32_t>(l, l->result.expanded);
          },
          "uint32: turning points expanded by solve_lines; else 0.")
      .def("path", &path_of, py::arg("i"),
           "The points of path i, both ends included: shape (k, 2), x, y, as `points`.");
}

}  // namespace

void bind_lines(py::module_& module) {
  bind_results(module);
  module.def("solve_lines", &solve_index, py::arg("index"), py::arg("starts"),
             py::arg("goals"), py::kw_only(), py::arg("workers") = py::none(),
             py::arg("max_expansions") = py::none(), py::arg("paths") = true,
             "Finds a shortest path of straight legs for each query: starts and goals of "
             "shape (n, 2): x, y. index: an Index(..., lines=True), or that of a LivingMap "
             "with lines. max_expansions limits each query. Without paths it returns "
             "lengths only. Runs without the GIL; Ctrl-C cancels.");
  module.def(
      "smooth", &smooth_batch, py::arg("grid"), py::arg("batch").none(false), py::kw_only(),
      py::arg("workers") = py::none(),
      "Pulls the paths of a Batch taut, on the Grid or Index that it was solved on: "
      "straight legs, for ground whose steps have no weights. Runs without the GIL.");
}

}  // namespace throng::python
