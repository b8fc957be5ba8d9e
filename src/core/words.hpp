#pragma once

#include <throng/result.hpp>

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace throng {

/// The word of an enumerator, from the words of all enumerators in their order.
template <std::size_t count, class Enum>
constexpr std::string_view word_of(const std::array<std::string_view, count>& words,
                                   Enum value) noexcept {
  const auto slot = static_cast<std::size_t>(value);
  return slot < count ? words[slot] : "?";
}

/// The value of `values` whose name() is `word`. Errors: bad_argument, "'astra' is not one
/// of: auto astar textbook".
template <class Values>
auto find_word(const Values& values, std::string_view word)
    -> Result<typename Values::value_type> {
  for (const auto value : values)
    if (name(value) == word) return value;
  std::string what = "'" + std::string(word) + "' is not one of:";
  for (const auto value : values) what += " " + std::string(name(value));
  return fail(Code::bad_argument, std::move(what));
}

}  // namespace throng
