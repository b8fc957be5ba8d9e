#pragma once

#include "../../src/heuristic/potentials.hpp"
#include "../support/batches.hpp"
#include "../support/edited_map.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

// Potentials on small maps that change.

namespace throng::test {

inline constexpr std::size_t kSlots = 6;

/// Calls visit(map, words) for every topology, corner rule and kind of layer.
template <class Visit>
void for_each_map(std::uint64_t seeds, const Visit& visit) {
  std::uint64_t seed = 0;
  for (std::uint64_t i = 0; i < seeds; ++i)
    for (const Rules& rules :
         few_rules({{.costs = {1, 1}}, {.costs = {2, 3}, .unit_size = 2}}))
      for (std::size_t layer = 0; layer < kLayers; ++layer) {
        const auto layers = static_cast<Layers>(layer);
        ++seed;
        EditedMap map(rules, layers, static_cast<std::int32_t>(6 + seed % 13),
                      static_cast<std::int32_t>(5 + seed % 11),
                      static_cast<int>(seed % 5 * 9), seed);
        visit(map, std::string(name(rules.topology)) + " " +
                       std::string(name(rules.corners)) + " " + name(layers) + " seed " +
                       std::to_string(seed));
      }
}

/// Potentials of a map without given sources.
inline Potentials potentials_of(const EditedMap& map) { return {map.grid(), kSlots, {}}; }

inline std::vector<CellIndex> active_sources(const Potentials& potentials,
                                             std::size_t slot) {
  std::vector<CellIndex> active;
  for (const SlotSources::Source& source : potentials.sources(slot).list())
    if (source.active) active.push_back(source.cell);
  return active;
}

inline bool same_state(const Potentials& a, const Potentials& b) {
  for (std::size_t slot = 0; slot < kSlots; ++slot)
    if (active_sources(a, slot) != active_sources(b, slot)) return false;
  return a.usable() == b.usable() &&
         std::ranges::equal(a.rows().values(), b.rows().values());
}

/// Whether the usable slots are the same, with the same values.
inline bool same_usable_values(const Potentials& a, const Potentials& b) {
  if (a.usable() != b.usable()) return false;
  const std::size_t slots = a.rows().slots();
  const auto x = a.rows().values(), y = b.rows().values();
  for (std::size_t i = 0; i < x.size(); ++i)
    if (contains(a.usable(), i % slots) && x[i] != y[i]) return false;
  return true;
}

inline CellIndex some_source(const Potentials& potentials, std::uint32_t number) {
  const auto list = potentials.sources(number % kSlots).list();
  return list.empty() ? static_cast<CellIndex>(potentials.rows().cells() / 2)
                      : list.front().cell;
}

}  // namespace throng::test
