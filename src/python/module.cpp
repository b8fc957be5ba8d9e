#include "bindings.hpp"

#include <throng/lab.hpp>
#include <throng/version.hpp>

#include <exception>
#include <utility>

PYBIND11_MODULE(_throng, module) {
  throng::use_lab();
  // What is looked up once is looked up now. Later, a thread could wait for another one
  // that looks it up, and that one for the GIL.
  static_cast<void>(throng::python::in_main_thread());
  static_cast<void>(throng::python::Points(pybind11::list(), "none"));
  // pybind11 would raise RuntimeError for an argument of a wrong type inside another one.
  pybind11::register_exception_translator([](std::exception_ptr thrown) {
    try {
      std::rethrow_exception(std::move(thrown));
    } catch (const pybind11::cast_error& error) {
      PyErr_SetString(PyExc_TypeError, error.what());
    }
  });
  module.attr("__version__") = throng::version();
  throng::python::bind_maps(module);
  throng::python::bind_solvers(module);
  throng::python::bind_lines(module);
  throng::python::bind_fields(module);
  throng::python::bind_groups(module);
  throng::python::bind_games(module);
  throng::python::bind_routes(module);
  throng::python::bind_crowds(module);
}
