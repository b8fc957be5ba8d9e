#pragma once

#include <throng/result.hpp>

#include <string>
#include <string_view>

namespace throng {

/// The value of `values` whose name() is `word`. Errors: bad_argument, "'astra' is none of:
/// auto astar textbook".
template <class Values>
auto find_word(const Values& values, std::string_view word)
    -> Result<typename Values::value_type> {
  for (const auto value : values)
    if (name(value) == word) return value;
  std::string what = "'" + std::string(word) + "' is none of:";
  for (const auto value : values) what += " " + std::string(name(value));
  return fail(Code::bad_argument, std::move(what));
}

}  // namespace throng
