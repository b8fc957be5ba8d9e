#pragma once

#include "../core/text_lines.hpp"

#include <throng/result.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace throng::farm {

using Json = nlohmann::json;

/// Parses a text. Errors: bad_format: no JSON, with line and column; a member that an
/// object has twice.
Result<Json> parse_json(std::string_view text);

/// A value of a JSON text that is read strictly: what is not asked for is an error. Readers
/// of one text share its first error, so that a caller reads everything and looks for an
/// error once. After an error values keep their defaults.
class JsonReader {
 public:
  /// where: what errors call this value; empty: the whole text. Pre: both outlive this.
  JsonReader(const Json& value, std::string where, std::optional<Failure>& failure)
      : value_(&value), where_(std::move(where)), failure_(&failure) {}

  const std::string& where() const noexcept { return where_; }

  bool is_object() const noexcept { return value_->is_object(); }
  bool is_text() const noexcept { return value_->is_string(); }
  /// The text that this value is.
  std::string text() const {
    if (value_->is_string()) return value_->get<std::string>();
    fail("is not a text");
    return {};
  }

  /// Whether an object has a member; reading it later is not needed.
  bool has(const std::string& key) {
    known_.insert(key);
    if (!value_->is_object()) {
      fail("is not an object");
      return false;
    }
    return value_->contains(key);
  }
  /// A member of an object. An error unless it exists.
  JsonReader member(const std::string& key) {
    static const Json nothing;
    if (has(key)) return {(*value_)[key], below(key), *failure_};
    fail("\"" + key + "\" is missing");
    return {nothing, below(key), *failure_};
  }
  /// The elements of an array.
  std::vector<JsonReader> elements() const {
    std::vector<JsonReader> all;
    if (!value_->is_array())
      fail("is not an array");
    else
      for (std::size_t i = 0; i < value_->size(); ++i)
        all.emplace_back((*value_)[i], where_ + "[" + std::to_string(i) + "]", *failure_);
    return all;
  }
  /// The members of an object, by name.
  std::vector<std::pair<std::string, JsonReader>> members() const {
    std::vector<std::pair<std::string, JsonReader>> all;
    if (!value_->is_object())
      fail("is not an object");
    else
      for (const auto& [key, value] : value_->items())
        all.emplace_back(key, JsonReader(value, below(key), *failure_));
    return all;
  }

  // Members that may be missing: `value` then keeps what it has.

  void read(const std::string& key, std::string& value) {
    if (has(key)) value = member(key).text();
  }
  void read(const std::string& key, bool& value) {
    if (!has(key)) return;
    const Json& flag = (*value_)[key];
    if (flag.is_boolean())
      value = flag.get<bool>();
    else
      member(key).fail("is not true or false");
  }
  template <std::integral T>
  void read(const std::string& key, T& value, T low, T high) {
    if (has(key)) value = member(key).number(low, high);
  }
  /// parse: std::string_view -> Result<T>
  template <class T, class Parse>
  void read_word(const std::string& key, T& value, const Parse& parse) {
    if (!has(key)) return;
    if (std::optional<T> parsed = member(key).template word<T>(parse)) value = *parsed;
  }

  /// The number that this value is; `low` if it is not one from `low` to `high`.
  template <std::integral T>
  T number(T low, T high) const {
    if (value_->is_number_unsigned() || value_->is_number_integer()) {
      const bool negative = value_->is_number_integer() && !value_->is_number_unsigned();
      if (negative ? std::in_range<T>(value_->get<std::int64_t>())
                   : std::in_range<T>(value_->get<std::uint64_t>())) {
        const T number = value_->get<T>();
        if (low <= number && number <= high) return number;
      }
    }
    fail("is not a number from " + std::to_string(low) + " to " + std::to_string(high));
    return low;
  }
  /// What the word means that this value is.
  template <class T, class Parse>
  std::optional<T> word(const Parse& parse) const {
    const std::string found = text();
    if (*failure_) return std::nullopt;
    const Result<T> parsed = parse(found);
    if (parsed) return *parsed;
    fail(parsed.error().what);
    return std::nullopt;
  }

  /// Refuses members that were not asked for.
  void finish() const {
    if (!value_->is_object()) return fail("is not an object");
    for (const auto& [key, value] : value_->items())
      if (!known_.contains(key)) fail(unknown(key));
  }

  /// Records an error, unless there is one.
  void fail(const std::string& what) const {
    if (!*failure_)
      *failure_ =
          throng::fail(Code::bad_format, where_.empty() ? what : where_ + ": " + what);
  }

 private:
  std::string below(const std::string& key) const {
    return where_.empty() ? key : where_ + "." + key;
  }
  std::string unknown(const std::string& key) const {
    std::string what = throng::quoted(key) + " has no meaning here; known are:";
    for (const std::string& known : known_) what += " " + known;
    return what;
  }

  const Json* value_;
  std::string where_;
  std::optional<Failure>* failure_;
  std::set<std::string> known_;
};

}  // namespace throng::farm
