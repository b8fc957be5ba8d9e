#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace throng::cli {

/// Objects keep the order in which their keys were written.
using Json = nlohmann::ordered_json;

/// Indented, ending in a line break. Bytes of a file name that are no UTF-8 become U+FFFD.
inline std::string print_json(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace throng::cli
