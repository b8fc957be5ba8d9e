#include "two_way.hpp"

#include <algorithm>
#include <cstddef>

namespace throng {
namespace {

/// a - b if both are known and a is larger, else 0.
Cost gain(Cost a, Cost b) noexcept { return a != kUnreachable && a > b ? a - b : 0; }

}  // namespace

Cost TwoWayTables::lower(std::uint32_t a, std::uint32_t b) const noexcept {
  const std::size_t slots = from.slots();
  const Cost* const from_a = from.exact() + a * slots;
  const Cost* const from_b = from.exact() + b * slots;
  const Cost* const to_a = to.exact() + a * slots;
  const Cost* const to_b = to.exact() + b * slots;
  Cost most = 0;
  for_each_slot(from.lower_slots() & to.lower_slots(), [&](unsigned i) {
    most = std::max({most, gain(from_b[i], from_a[i]), gain(to_a[i], to_b[i])});
  });
  return most;
}

Cost TwoWayTables::upper(std::uint32_t a, std::uint32_t b) const noexcept {
  const std::size_t slots = from.slots();
  const Cost* const to_a = to.exact() + a * slots;
  const Cost* const from_b = from.exact() + b * slots;
  std::uint64_t least = kUnreachable;
  for_each_slot(from.upper_slots() & to.upper_slots(), [&](unsigned i) {
    if (to_a[i] != kUnreachable && from_b[i] != kUnreachable)
      least = std::min(least, (std::uint64_t{to_a[i]} + from_b[i]) * from.upper_unit());
  });
  return static_cast<Cost>(std::min<std::uint64_t>(least, kUnreachable));
}

}  // namespace throng
