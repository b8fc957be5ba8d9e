#pragma once

#include "json_reader.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace throng::farm {

/// A record as a text: a line of JSON, and a line with its hash.
std::string print_record(const Json& record);
/// Nothing, if the text is damaged.
std::optional<Json> parse_record(std::string_view text);

}  // namespace throng::farm
