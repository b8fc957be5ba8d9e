#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng {

/// Orders the nodes of a tree so that ways are contiguous: each node is followed by those
/// of its largest subtree (heavy paths: D. Sleator, R. Tarjan, "A data structure for
/// dynamic trees", JCSS 26, 1983). Returns the place of each node; that of the root is 0,
/// and each node comes after its parent.
///
/// parent: by node. Parents come before their children, and node 0 is the root, whose value
/// does not matter. Pre: there is a node.
inline std::vector<std::uint32_t> heavy_places(std::span<const std::uint32_t> parent) {
  constexpr std::uint32_t kNone = 0xFFFF'FFFF;
  const std::size_t count = parent.size();
  std::vector<std::uint32_t> size(count, 1), heavy(count, kNone);
  for (std::size_t i = count; i-- > 1;) size[parent[i]] += size[i];
  for (std::uint32_t i = 1; i < count; ++i) {
    std::uint32_t& largest = heavy[parent[i]];
    if (largest == kNone || size[i] > size[largest]) largest = i;
  }
  std::vector<std::uint32_t> place(count, 0), free(count, 0);
  for (std::uint32_t i = 0; i < count; ++i) {
    if (i > 0) {
      const std::uint32_t above = parent[i];
      const bool is_heavy = heavy[above] == i;
      place[i] = is_heavy ? place[above] + 1 : free[above];
      if (!is_heavy) free[above] += size[i];
    }
    free[i] = place[i] + 1 + (heavy[i] == kNone ? 0 : size[heavy[i]]);
  }
  return place;
}

}  // namespace throng
