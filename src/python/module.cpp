#include "bindings.hpp"

#include <throng/version.hpp>

PYBIND11_MODULE(_throng, module) {
  // What is looked up once is looked up now. Later, a thread could wait for another one
  // that looks it up, and that one for the GIL.
  static_cast<void>(throng::python::in_main_thread());
  static_cast<void>(throng::python::Points(pybind11::list(), "none"));
  module.attr("__version__") = throng::version();
  throng::python::bind_maps(module);
  throng::python::bind_solvers(module);
  throng::python::bind_fields(module);
  throng::python::bind_games(module);
}
