#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace throng {

/// A set of landmark slots: bit s for slot s.
using SlotSet = std::uint64_t;

/// The first `count` slots. Pre: 0 < count <= 64.
constexpr SlotSet first_slots(int count) noexcept { return ~SlotSet{0} >> (64 - count); }

constexpr bool contains(SlotSet slots, std::size_t slot) noexcept {
  return (slots >> slot & 1U) != 0;
}

/// Calls visit(slot) for each slot of a set, in rising order.
template <class Visit>
void for_each_slot(SlotSet slots, const Visit& visit) {
  for (; slots != 0; slots &= slots - 1)
    visit(static_cast<unsigned>(std::countr_zero(slots)));
}

}  // namespace throng
