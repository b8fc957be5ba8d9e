#include "scenario_numbers.hpp"

#include <charconv>
#include <cmath>
#include <string>
#include <system_error>

namespace throng {

std::int32_t read_number(TextLines& in, std::string_view what, std::string_view word) {
  const Result<std::int32_t> value = parse_int32(word);
  if (value) return *value;
  in.fail(Code::bad_format, std::string(what) + ": " + value.error().what);
  return 0;
}

double read_length(TextLines& in, std::string_view word) {
  constexpr double kMost = 4294967296.0;  // costs have 32 bits, and a step costs 1 or more
  double value = 0;
  const char* end = word.data() + word.size();
  const auto [stop, error] =
      std::from_chars(word.data(), end, value, std::chars_format::fixed);
  const bool spelt = error == std::errc() && stop == end && std::isfinite(value);
  if (!spelt) {
    in.fail(Code::bad_format, "length: expected a number, found " + quoted(word));
  } else if (std::abs(value) >= kMost) {
    in.fail(Code::bad_format, "length: " + quoted(word) + " exceeds 32 bits");
  }
  return value;
}

}  // namespace throng
