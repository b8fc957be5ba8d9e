#pragma once

#include "../experiment/spread.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace throng::cli {

/// A value of a JSON text. Objects keep the order in which their members were added.
class Json {
 public:
  using Member = std::pair<std::string, Json>;
  using Object = std::vector<Member>;
  using Array = std::vector<Json>;

  // NOLINTBEGIN(google-explicit-constructor): members are written as {"key", value}
  Json(std::nullptr_t) : value_(nullptr) {}
  Json(bool value) : value_(value) {}
  Json(double value) : value_(value) {}
  template <std::signed_integral T>
  Json(T value) : value_(std::int64_t{value}) {}
  template <std::unsigned_integral T>
  Json(T value) : value_(std::uint64_t{value}) {}
  Json(std::string value) : value_(std::move(value)) {}
  Json(std::string_view value) : value_(std::string(value)) {}
  Json(const char* value) : value_(std::string(value)) {}
  Json(Array values) : value_(std::move(values)) {}
  Json(std::initializer_list<Member> members) : value_(Object(members)) {}
  // NOLINTEND(google-explicit-constructor)

  /// Pre: an object without this key.
  void add(std::string_view key, Json value);

  using Value = std::variant<std::nullptr_t, bool, double, std::int64_t, std::uint64_t,
                             std::string, Array, Object>;
  const Value& value() const noexcept { return value_; }

 private:
  Value value_;
};

/// {"mean": ..., "p50": ..., "p99": ..., "max": ...}, each times `factor`.
Json json_of(const experiment::Spread& spread, double factor = 1);

/// Indented, ending in a line break. Bytes of a file name that are not valid UTF-8 become
/// U+FFFD.
std::string print_json(const Json& json);

}  // namespace throng::cli
