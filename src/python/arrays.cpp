#include "arrays.hpp"

#include <throng/terrain.hpp>

#include <algorithm>
#include <limits>
#include <new>
#include <type_traits>

namespace throng::python {
namespace {

py::array as_array(py::handle given) {
  if (py::isinstance<py::array>(given)) return py::reinterpret_borrow<py::array>(given);
  static const auto* const asarray =  // never freed: Python may be gone before statics
      new py::object(py::module_::import("numpy").attr("asarray"));
  return (*asarray)(given);
}

std::string shape_of(const py::array& array) { return in_words(array.attr("shape")); }

/// An array whose elements are integers within the range of T, as a contiguous one of T.
/// most_allowed: the largest, if less than T can hold.
template <class T>
py::array_t<T> integers(py::array array, const char* name,
                        T most_allowed = std::numeric_limits<T>::max()) {
  using Plain = py::array_t<T, py::array::c_style>;
  if (Plain::check_(array)) return array;
  const char kind = array.dtype().kind();
  if (array.size() != 0 && kind != 'i' && kind != 'u' && kind != 'b')
    throw py::type_error(std::string(name) + " must be integers, not " +
                         in_words(array.dtype()));
  if (array.size() != 0 && kind != 'b') {
    const py::int_ least = array.attr("min")(), most = array.attr("max")();
    const py::int_ low(std::numeric_limits<T>::min()), high(most_allowed);
    if (least < low || most > high) {
      const auto text = std::string(name) + ": numbers from " + in_words(least) + " to " +
                        in_words(most) + "; allowed are " + in_words(low) + " to " +
                        in_words(high);
      if (std::is_same_v<T, std::int32_t>) throw std::overflow_error(text);
      throw py::value_error(text);
    }
  }
  return py::array_t<T, py::array::c_style | py::array::forcecast>(array);
}

}  // namespace

std::string in_words(py::handle object) { return py::str(object).cast<std::string>(); }

std::string type_of(py::handle object) { return in_words(py::type::handle_of(object)); }

void raise(const Error& error) {
  const py::gil_scoped_acquire acquire;
  switch (error.code) {
    case Code::over_limit:
      PyErr_SetString(PyExc_MemoryError, error.what.c_str());
      break;
    case Code::io:
      PyErr_SetString(PyExc_OSError, error.what.c_str());
      break;
    case Code::cancelled:
      PyErr_SetString(PyExc_RuntimeError, error.what.c_str());
      break;
    default:
      PyErr_SetString(PyExc_ValueError, error.what.c_str());
      break;
  }
  throw py::error_already_set();
}

Points::Points(py::handle given, const char* name) {
  const py::array array = as_array(given);
  const bool none = array.size() == 0 && array.ndim() <= 2;
  if (!none && (array.ndim() != 2 || array.shape(1) != 2))
    throw py::value_error(std::string(name) + " must have the shape (n, 2): x, y; not " +
                          shape_of(array));
  array_ = none ? py::array_t<std::int32_t>(0) : integers<std::int32_t>(array, name);
}

std::span<const Position> Points::get() const noexcept {
  static_assert(sizeof(Position) == 2 * sizeof(std::int32_t));
  return {reinterpret_cast<const Position*>(array_.data()),
          static_cast<std::size_t>(array_.size()) / 2};
}

Position point_of(py::handle given, const char* name) {
  const py::array array = as_array(given);
  if (array.ndim() != 1 || array.size() != 2)
    throw py::value_error(std::string(name) + " must be x, y; its shape is " +
                          shape_of(array));
  const auto numbers = integers<std::int32_t>(array, name);
  return {numbers.at(0), numbers.at(1)};
}

py::array_t<std::uint32_t> numbers_of(py::handle given, const char* name) {
  const py::array array = as_array(given);
  if (array.ndim() != 1)
    throw py::value_error(std::string(name) + " must have the shape (n), not " +
                          shape_of(array));
  return integers<std::uint32_t>(array, name);
}

py::array_t<std::uint32_t> table_of(py::handle given, const char* name) {
  const py::array array = as_array(given);
  if (array.ndim() != 2)
    throw py::value_error(std::string(name) + " must have the shape (rows, columns), not " +
                          shape_of(array));
  return integers<std::uint32_t>(array, name);
}

template <class T>
py::array_t<T> layer_of(py::handle given, const char* name) {
  const py::array array = as_array(given);
  if (array.ndim() != 2 || array.size() == 0)
    throw py::value_error(std::string(name) + " must have the shape (height, width), not " +
                          shape_of(array));
  if constexpr (std::is_same_v<T, Weight>) return integers<T>(array, name, kMaxWeight);
  return integers<T>(array, name);
}

template py::array_t<std::uint16_t> layer_of(py::handle, const char*);
template py::array_t<std::int16_t> layer_of(py::handle, const char*);

void Lease::need_no_views() const {
  if (*views_ == 0) return;
  PyErr_Format(PyExc_BufferError,
               "out has %zu live views; delete them, copy them, or use another batch",
               *views_);
  throw py::error_already_set();
}

py::capsule Lease::token(std::shared_ptr<const void> owner) const {
  struct Token {
    std::shared_ptr<const void> owner;
    std::shared_ptr<std::size_t> views;
  };
  auto* const token = new Token{std::move(owner), views_};
  ++*token->views;
  return py::capsule(token, [](void* it) {
    auto* const gone = static_cast<Token*>(it);
    --*gone->views;
    delete gone;
  });
}

py::array_t<std::int32_t> array_of(const std::vector<Position>& points) {
  py::array_t<std::int32_t> array(
      std::vector<py::ssize_t>{static_cast<py::ssize_t>(points.size()), 2});
  static_assert(sizeof(Position) == 8);
  std::copy(points.begin(), points.end(),
            reinterpret_cast<Position*>(array.mutable_data()));
  return array;
}

}  // namespace throng::python
