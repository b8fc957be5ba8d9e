#include "json.hpp"

#include <nlohmann/json.hpp>
#include <type_traits>

namespace throng::cli {
namespace {

using Text = nlohmann::ordered_json;

Text as_text(const Json& json) {
  const auto convert = [](const auto& value) -> Text {
    using T = std::decay_t<decltype(value)>;
    if constexpr (std::is_same_v<T, Json::Array>) {
      Text array = Text::array();
      for (const Json& element : value) array.push_back(as_text(element));
      return array;
    } else if constexpr (std::is_same_v<T, Json::Object>) {
      Text object = Text::object();
      for (const auto& [key, member] : value) object[key] = as_text(member);
      return object;
    } else {
      return value;
    }
  };
  return std::visit(convert, json.value());
}

}  // namespace

void Json::add(std::string_view key, Json value) {
  std::get<Object>(value_).emplace_back(key, std::move(value));
}

Json json_of(const experiment::Spread& spread, double factor) {
  return {{"mean", spread.mean * factor},
          {"p50", spread.p50 * factor},
          {"p99", spread.p99 * factor},
          {"max", spread.max * factor}};
}

std::string print_json(const Json& json) {
  return as_text(json).dump(2, ' ', false, Text::error_handler_t::replace) + "\n";
}

}  // namespace throng::cli
