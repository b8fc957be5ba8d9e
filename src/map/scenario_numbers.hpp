#pragma once

#include "../core/text_lines.hpp"

#include <cstdint>
#include <string_view>

namespace throng {

/// Parses a number of a scenario; on failure records it, with `what` it is, and returns 0.
std::int32_t read_number(TextLines& in, std::string_view what, std::string_view word);

/// Parses an optimal length, written without an exponent; on failure records it and returns
/// 0.
double read_length(TextLines& in, std::string_view word);

}  // namespace throng
