#include "scenario_numbers.hpp"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string>
#include <system_error>

namespace throng {

std::int32_t read_number(TextLines& in, std::string_view what, std::string_view word) {
  const Result<std::int32_t> value = parse_int32(word);
  if (value) return *value;
  in.fail(Code::bad_format, std::string(what) + ": " + value.error().what);
  return 0;
}

namespace {

/// Parses a number without an exponent. Returns whether the word is one.
bool parse_fixed(std::string_view word, double& value) {
#ifdef __cpp_lib_to_chars
  const char* const end = word.data() + word.size();
  const auto [stop, error] =
      std::from_chars(word.data(), end, value, std::chars_format::fixed);
  return error == std::errc() && stop == end && std::isfinite(value);
#else  // libc++ 19 converts integers only
  const std::string_view digits = word.substr(word.starts_with('-') ? 1 : 0);
  if (digits.find_first_not_of("0123456789.") != std::string_view::npos) return false;
  const std::string text(word);
  char* stop = nullptr;
  value = std::strtod(text.c_str(), &stop);
  return stop == text.c_str() + text.size() && !digits.empty() && std::isfinite(value);
#endif
}

}  // namespace

double read_length(TextLines& in, std::string_view word) {
  constexpr double kMost = 4294967296.0;  // costs have 32 bits, and a step costs 1 or more
  double value = 0;
  if (!parse_fixed(word, value)) {
    in.fail(Code::bad_format, "length: expected a number, found " + quoted(word));
  } else if (std::abs(value) >= kMost) {
    in.fail(Code::bad_format, "length: " + quoted(word) + " exceeds 32 bits");
  }
  return value;
}

}  // namespace throng
