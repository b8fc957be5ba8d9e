#include "bindings.hpp"

#include <throng/version.hpp>

PYBIND11_MODULE(_throng, module) {
  module.attr("__version__") = throng::version();
  throng::python::bind_maps(module);
  throng::python::bind_solvers(module);
  throng::python::bind_fields(module);
  throng::python::bind_games(module);
}
