#pragma once

#include <throng/result.hpp>

#include <stdexcept>
#include <utility>

namespace throng::test {

/// The value of a result that depends on files beside the tests. Throws
/// std::runtime_error with the result's message if it failed, which fails the test case.
template <class T>
T must(Result<T> result) {
  if (!result) throw std::runtime_error(result.error().what);
  return *std::move(result);
}

}  // namespace throng::test
