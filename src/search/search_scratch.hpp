#pragma once

#include "../core/scratch.hpp"
#include "../core/workers.hpp"
#include "../front/front_search.hpp"
#include "../heuristic/gateway_scratch.hpp"
#include "../hierarchy/hierarchy_search.hpp"
#include "../labels/hub_search.hpp"
#include "../sweep/bucket_queue.hpp"
#include "../sweep/heap4.hpp"
#include "../sweep/ring_queue.hpp"
#include "jump_table.hpp"
#include "node_table.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>

namespace throng {

/// Working memory of one thread's searches, kept from query to query.
struct SearchScratch {
  explicit SearchScratch(Memory from)
      : memory(from),
        nodes(from),
        wide_nodes(from),
        open(from),
        far(from),
        jumps(from),
        jump_open(from),
        hubs(from),
        fronts(from),
        hierarchy(from),
        gateway(from),
        lab(from) {}

  Memory memory;
  NodeTable nodes;
  WideNodeTable wide_nodes;
  bool in_wide_nodes = false;  ///< whether the last A* on plain ground used `wide_nodes`
  BucketQueue open;
  std::optional<FineBucketQueue> fine_open;  ///< made for the first grid with weights
  Heap4 far;                                 ///< with links: used together with `fine_open`
  JumpTable jumps;
  RingQueue jump_open;
  HubScratch hubs;
  FrontScratch fronts;
  HierarchyScratch hierarchy;
  GatewayScratch gateway;
  Scratch lab;  ///< of the searches of the lab

  FineBucketQueue& fine() {
    if (!fine_open) fine_open.emplace(memory);
    return *fine_open;
  }
};

/// Grows the scratch of hierarchies of every thread that has searched to the largest
/// capacity among them.
inline void level_hierarchies(Workers::Impl& own) {
  SearchScratch* first = nullptr;
  for (const Scratch& scratch : own.scratch) {
    auto* const one = scratch.find<SearchScratch>();
    if (one == nullptr) continue;
    if (first == nullptr) first = one;
    first->hierarchy.reserve_as(one->hierarchy);
  }
  for (const Scratch& scratch : own.scratch)
    if (auto* const one = scratch.find<SearchScratch>(); one != nullptr && one != first)
      one->hierarchy.reserve_as(first->hierarchy);
}

/// Grows the open lists of every thread that has searched to the largest capacity among
/// them. The next batch may divide its work differently, and then it allocates nothing.
inline void level_open_lists(Workers::Impl& own) {
  level_hierarchies(own);
  std::size_t slots = 0, fine_slots = 0, far_slots = 0, jump_slots = 0;
  for (const Scratch& scratch : own.scratch) {
    const auto* const one = scratch.find<SearchScratch>();
    if (one == nullptr) continue;
    slots = std::max(slots, one->open.capacity());
    if (one->fine_open) fine_slots = std::max(fine_slots, one->fine_open->capacity());
    far_slots = std::max(far_slots, one->far.capacity());
    jump_slots = std::max(jump_slots, one->jump_open.capacity());
  }
  for (const Scratch& scratch : own.scratch) {
    auto* const one = scratch.find<SearchScratch>();
    if (one == nullptr) continue;
    one->open.reserve(slots);
    if (one->fine_open) one->fine_open->reserve(fine_slots);
    one->far.reserve(far_slots);
    one->jump_open.reserve(jump_slots);
  }
}

}  // namespace throng
