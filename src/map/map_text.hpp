#pragma once

#include <throng/monitor.hpp>
#include <throng/result.hpp>

#include <string>

namespace throng {

/// The text of a map file, for parse_map(): read_map() without the parsing, for callers
/// that need the bytes too. Stops once the text is longer than its header allows; parsing
/// then fails. Errors: io; bad_format for a zero byte.
Result<std::string> read_map_text(const std::string& path, Monitor* monitor = nullptr);

}  // namespace throng
