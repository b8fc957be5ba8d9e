#pragma once

#include <cstddef>
#include <cstdint>

namespace attack {

/// Random numbers that are equal on every machine. Source: G. Steele, D. Lea, C. Flood,
/// "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014 (SplitMix).
class Random {
 public:
  /// Streams of different seeds have nothing in common.
  explicit Random(std::uint64_t seed) : state_(mixed(~mixed(seed + kStep))) {}

  std::uint64_t next() noexcept { return mixed(state_ += kStep); }
  /// 0 to count - 1; 0 if count is 0.
  std::uint32_t below(std::uint64_t count) noexcept {
    return count == 0 ? 0 : static_cast<std::uint32_t>(next() % count);
  }
  bool one_in(std::uint32_t count) noexcept { return below(count) == 0; }
  std::int32_t range(std::int32_t least, std::int32_t most) noexcept {
    const auto span = static_cast<std::int64_t>(most) - least + 1;
    return static_cast<std::int32_t>(least + below(static_cast<std::uint64_t>(span)));
  }
  /// A number with two decimals.
  double decimal(double below_this) noexcept {
    return below(static_cast<std::uint64_t>(below_this * 100)) / 100.0;
  }
  template <class List>
  const auto& pick(const List& list) noexcept {
    return list[below(list.size())];
  }
  template <class Enum>
  Enum pick_enum(std::uint32_t count) noexcept {
    return static_cast<Enum>(below(count));
  }

 private:
  static constexpr std::uint64_t kStep = 0x9E37'79B9'7F4A'7C15U;

  static std::uint64_t mixed(std::uint64_t z) noexcept {
    z = (z ^ (z >> 30)) * 0xBF58'476D'1CE4'E5B9U;
    z = (z ^ (z >> 27)) * 0x94D0'49BB'1331'11EBU;
    return z ^ (z >> 31);
  }

  std::uint64_t state_;
};

}  // namespace attack
