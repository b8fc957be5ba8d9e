#pragma once

#include "arrays.hpp"
#include "calls.hpp"

#include <throng/batch.hpp>
#include <throng/grid.hpp>
#include <throng/index.hpp>
#include <throng/solver.hpp>
#include <throng/terrain.hpp>

#include <memory>
#include <optional>
#include <string>

namespace throng::python {

/// The results of a batch, whose arrays Python may view.
struct Batch {
  /// The results. Raises BufferError while another thread fills them.
  const BatchResult& get() const;

  BatchResult result;
  Lease lease;
  bool filling = false;  ///< by another thread; under the GIL
  bool paths = true;     ///< whether the results have paths
};

/// A grid, or the grid of an index: Python may pass both.
std::shared_ptr<const Grid> grid_of(py::handle given);

/// The terrain of a map: the path of a file, an array of characters ("S1"), or costs: 0 is
/// closed, n weighs n. costs: set to the weights of cells, if they are not all plain.
Terrain terrain_of(py::handle given, std::vector<Weight>& costs);

/// The rules that keyword arguments describe. Removes them from `keywords`.
Rules take_rules(py::dict& keywords);

/// Removes an argument from `keywords`. Returns nothing if it is not there or None.
std::optional<py::object> take_keyword(py::dict& keywords, const char* name);

/// Raises TypeError for the keyword arguments that are left.
void need_none(const py::dict& keywords, const char* function);

void bind_maps(py::module_& module);
void bind_solvers(py::module_& module);
void bind_fields(py::module_& module);
void bind_games(py::module_& module);

}  // namespace throng::python
