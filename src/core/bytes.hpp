#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace throng {

/// Writes numbers as bytes, the lowest first: equal on every machine.
class ByteWriter {
 public:
  void add(std::integral auto value) {
    const auto bits = static_cast<std::make_unsigned_t<decltype(value)>>(value);
    for (unsigned byte = 0; byte < sizeof(bits); ++byte)
      bytes_.push_back(static_cast<char>(static_cast<std::uint64_t>(bits) >> (8 * byte)));
  }
  void add(bool value) { add(static_cast<std::uint8_t>(value ? 1 : 0)); }
  void add(std::string_view bytes) { bytes_ += bytes; }
  /// The number of items of a list that follows.
  void add_count(std::size_t count) { add(std::uint64_t{count}); }
  /// A list of numbers, with its length.
  void add_all(const auto& values) {
    add_count(values.size());
    for (const auto value : values) add(value);
  }

  std::string_view bytes() const noexcept { return bytes_; }
  std::string take() noexcept { return std::move(bytes_); }

 private:
  std::string bytes_;
};

/// Reads what a ByteWriter wrote. Past the end of the bytes, all numbers are 0 and all
/// lists are empty, and good() is false: callers check it once, at the end.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) noexcept : rest_(bytes) {}

  bool good() const noexcept { return good_; }
  bool at_end() const noexcept { return rest_.empty(); }
  /// Bytes to read.
  std::size_t left() const noexcept { return rest_.size(); }
  /// Makes good() false.
  void fail() noexcept {
    good_ = false;
    rest_ = {};
  }

  template <std::integral T>
  T get() noexcept {
    std::uint64_t bits = 0;
    const std::string_view bytes = get(sizeof(T));
    for (std::size_t byte = 0; byte < bytes.size(); ++byte)
      bits |= std::uint64_t{static_cast<unsigned char>(bytes[byte])} << (8 * byte);
    return static_cast<T>(bits);
  }
  /// Any number but 0 and 1 is a failure.
  bool get_bool() noexcept {
    const auto value = get<std::uint8_t>();
    if (value > 1) fail();
    return value == 1;
  }
  /// A value of an enumeration, of which those below `count` exist. Others are a failure.
  template <class T>
  T get_word(std::size_t count) noexcept {
    const auto value = get<std::uint8_t>();
    if (value < count) return static_cast<T>(value);
    fail();
    return T{};
  }
  /// The next `count` bytes; none if there are fewer.
  std::string_view get(std::size_t count) noexcept {
    if (count > rest_.size()) {
      fail();
      return {};
    }
    const std::string_view bytes = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return bytes;
  }
  /// The number of items of a list, each of at least `item_bytes`. 0 if the rest is too
  /// short for them, so that damaged bytes never lead to large allocations.
  std::size_t get_count(std::size_t item_bytes) noexcept {
    const auto count = get<std::uint64_t>();
    if (count <= rest_.size() / item_bytes) return static_cast<std::size_t>(count);
    fail();
    return 0;
  }
  /// Appends a list of numbers.
  template <class List>
  void get_all(List& values) {
    using T = typename List::value_type;
    const std::size_t count = get_count(sizeof(T));
    values.reserve(values.size() + count);
    for (std::size_t i = 0; i < count; ++i) values.push_back(get<T>());
  }

 private:
  std::string_view rest_;
  bool good_ = true;
};

}  // namespace throng
