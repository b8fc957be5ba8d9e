#pragma once

#include "arrays.hpp"
#include "calls.hpp"

#include <throng/answers.hpp>
#include <throng/grid.hpp>
#include <throng/index.hpp>
#include <throng/links.hpp>
#include <throng/path_points.hpp>
#include <throng/solver.hpp>
#include <throng/terrain.hpp>

#include <concepts>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace throng::python {

/// The results of a batch, whose arrays Python may view.
struct Batch {
  /// The results. Raises BufferError while another thread fills them.
  const Answers& get() const;

  Answers result;
  Lease lease;
  bool filling = false;  ///< by another thread; under the GIL
  bool paths = true;     ///< whether the results have paths
};

/// Keeps other threads from filling a batch while one reads it without the GIL. Raises
/// ValueError if it was solved without paths.
py::array hold(const std::shared_ptr<Batch>& batch);

/// An array of bools: whether a path was found.
py::object found_of(std::span<const Status> statuses);

/// A row that Python counts from either end. Raises IndexError, "OF 3 queries".
std::size_t row_of(py::ssize_t i, std::size_t count, const char* of);

/// Starts and goals as queries. Raises ValueError unless there are as many.
void need_pairs(const Points& starts, const Points& goals);
std::vector<Query> queries_of(const Points& starts, const Points& goals);

/// A grid, or the grid of an index: Python may pass both.
std::shared_ptr<const Grid> grid_of(py::handle given);

/// An index, or a grid as an index without parts.
Index index_of(py::handle given);

/// The terrain of a map: the path of a file, an array of characters ("S1"), or costs: 0 is
/// closed, n weighs n. costs: set to the weights of cells, if they are not all plain.
/// more: characters that the map may contain beside kTerrains.
/// edits: the largest weight that edits may set, if the map changes. If it is above 1,
/// costs are also set. If costs are set, the weight of a closed cell closes it, not its
/// character, so that an edit of its weight opens it.
Terrain terrain_of(py::handle given, std::vector<Weight>& costs, const std::string& more,
                   std::optional<Weight> edits = std::nullopt);

/// The rules that keyword arguments describe. Removes them from `keywords`.
Rules take_rules(py::dict& keywords);

/// An integer within the range of T. Raises TypeError for another type, ValueError for an
/// integer out of range; both name what it is.
template <std::integral T>
T number_of(py::handle given, const std::string& name) {
  if (PyIndex_Check(given.ptr()) == 0)
    throw py::type_error(name + " must be an integer, not " + type_of(given));
  const auto value = py::reinterpret_steal<py::int_>(PyNumber_Index(given.ptr()));
  if (!value) throw py::error_already_set();
  const py::int_ low(std::numeric_limits<T>::min()), high(std::numeric_limits<T>::max());
  if (value < low || value > high)
    throw py::value_error(name + " is " + in_words(value) + "; allowed are " +
                          in_words(low) + " to " + in_words(high));
  return value.cast<T>();
}

/// A word. Raises TypeError for another type.
std::string word_of(py::handle given, const std::string& name);

/// Links, of shape (n, 5). Raises ValueError for another shape or weight.
std::vector<Link> links_of(py::handle given);

/// Removes an argument from `keywords`. Returns nothing if it is not there or None.
std::optional<py::object> take_keyword(py::dict& keywords, const char* name);

/// Raises TypeError for the keyword arguments that are left.
void need_none(const py::dict& keywords, const char* function);

/// The turning points of all paths: (n, 2), x, y; and where each path begins.
py::tuple turning_points_of(const Answers& answers, NamedWorkers* workers);

/// The runs of all paths: moves, lengths, and where each path begins.
py::tuple runs_of(const Answers& answers, NamedWorkers* workers);

void bind_maps(py::module_& module);
void bind_solvers(py::module_& module);
void bind_lines(py::module_& module);
void bind_fields(py::module_& module);
void bind_groups(py::module_& module);
void bind_games(py::module_& module);
void bind_routes(py::module_& module);
void bind_crowds(py::module_& module);

}  // namespace throng::python
