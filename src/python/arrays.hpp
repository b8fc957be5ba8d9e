#pragma once

#include <throng/query.hpp>
#include <throng/result.hpp>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

// numpy arrays in and out. Points are rows of x, y; maps are [row, column], that is [y, x].

namespace throng::python {

namespace py = pybind11;

/// str(object), and str(type(object)), for messages.
std::string in_words(py::handle object);
std::string type_of(py::handle object);

/// Throws the Python exception for an error, with its text. With or without the GIL.
[[noreturn]] void raise(const Error& error);

/// The value of a result; else the exception for its error.
template <class T>
T take(Result<T> result) {
  if (!result) raise(result.error());
  return *std::move(result);
}

/// An array of n points, shape (n, 2), as positions. No copy if it is a contiguous array of
/// int32. Raises TypeError unless its elements are integers, ValueError for another shape,
/// OverflowError for numbers past 32 bits.
class Points {
 public:
  Points(py::handle given, const char* name);

  std::span<const Position> get() const noexcept;
  std::size_t size() const noexcept { return get().size(); }

 private:
  py::array_t<std::int32_t> array_;
};

/// A tuple, list or array x, y. Raises as Points.
Position point_of(py::handle given, const char* name);

/// Numbers from 0 on, shape (n). Raises as Points; ValueError for a number of over 32 bits.
py::array_t<std::uint32_t> numbers_of(py::handle given, const char* name);

/// Numbers from 0 on, shape (rows, columns). Raises as numbers_of.
py::array_t<std::uint32_t> table_of(py::handle given, const char* name);

/// A layer of numbers for each cell, shape (height, width), as a contiguous array of T.
/// Raises as Points; ValueError for a number that T cannot hold, or that is no Weight.
template <class T>
py::array_t<T> layer_of(py::handle given, const char* name);

/// Counts the arrays that view an object.
class Lease {
 public:
  /// A read-only view of `size` elements, which keeps `owner` alive.
  template <class T>
  py::array view(const T* data, std::vector<py::ssize_t> shape,
                 std::shared_ptr<const void> owner) const {
    py::array_t<T> array(std::move(shape), data, token(std::move(owner)));
    py::detail::array_proxy(array.ptr())->flags &=
        ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
    return array;
  }

  /// Raises BufferError while views exist, because their memory would change.
  void need_no_views() const;

 private:
  py::capsule token(std::shared_ptr<const void> owner) const;

  std::shared_ptr<std::size_t> views_ = std::make_shared<std::size_t>(0);  // under the GIL
};

/// A read-only view of the values of an object, as elements of type T. The object has a
/// Lease.
template <class T, class Owner, class Values>
py::array view_of(const std::shared_ptr<Owner>& owner, const Values& values) {
  static_assert(sizeof(T) == sizeof(typename Values::value_type));
  return owner->lease.view(reinterpret_cast<const T*>(values.data()),
                           {static_cast<py::ssize_t>(values.size())}, owner);
}

/// An array that owns a vector.
template <class T>
py::array_t<T> array_of(std::vector<T> values, std::vector<py::ssize_t> shape) {
  auto* const kept = new std::vector<T>(std::move(values));
  const py::capsule owner(kept, [](void* it) { delete static_cast<std::vector<T>*>(it); });
  return py::array_t<T>(std::move(shape), kept->data(), owner);
}

/// Points as an array of shape (n, 2).
py::array_t<std::int32_t> array_of(const std::vector<Position>& points);

}  // namespace throng::python
