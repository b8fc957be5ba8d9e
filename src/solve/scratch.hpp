#pragma once

#include "../core/memory.hpp"
#include "../heuristic/gateway_scratch.hpp"
#include "../hub/hub_search.hpp"
#include "../queue/bucket_queue.hpp"
#include "../queue/heap4.hpp"
#include "../queue/ring_queue.hpp"
#include "../search/jump_table.hpp"
#include "../search/node_table.hpp"
#include "../search/textbook.hpp"
#include "../sweep/sweep_scratch.hpp"
#include "any_angle_scratch.hpp"
#include "family_scratch.hpp"
#include "request_scratch.hpp"
#include "trails.hpp"

#include <throng/batch.hpp>

#include <cstddef>
#include <optional>
#include <vector>

namespace throng {

/// Memory of one thread, kept from query to query. On cache lines of its own.
struct alignas(64) Scratch {
  using allocator_type = Memory;  ///< so that a pmr::vector of them hands on its own

  explicit Scratch(Memory from = {})
      : memory(from),
        nodes(from),
        wide_nodes(from),
        open(from),
        far(from),
        jumps(from),
        jump_open(from),
        hubs(from),
        gateway(from),
        textbook(from),
        any_angle(from),
        paths(from),
        trails(from),
        sweep(from),
        sources(from),
        targets(from),
        field(from) {}

  Memory memory;
  NodeTable nodes;
  WideNodeTable wide_nodes;
  BucketQueue open;
  std::optional<FineBucketQueue> fine_open;  ///< none until steps have weights
  Heap4 far;                                 ///< of `fine_open`, where there are links
  JumpTable jumps;
  RingQueue jump_open;
  HubScratch hubs;
  GatewayScratch gateway;
  TextbookScratch textbook;
  std::optional<FamilyScratch> family;     ///< none until an algorithm of it runs
  std::optional<RequestScratch> requests;  ///< none until there is one
  AnyAngleScratch::Impl any_angle;
  std::pmr::vector<Move> paths;  ///< of the queries of one batch, one behind the other
  Trails trails;                 ///< in them
  SweepScratch sweep;
  std::pmr::vector<CellIndex> sources;  ///< of one sweep
  std::pmr::vector<CellIndex> targets;  ///< likewise
  std::pmr::vector<Cost> field;         ///< that it fills, in the padded layout

  FineBucketQueue& fine() {
    if (!fine_open) fine_open.emplace(memory);
    return *fine_open;
  }

  bool has_searched() const noexcept {
    return nodes.memory_bytes() + wide_nodes.memory_bytes() + jumps.memory_bytes() +
               hubs.memory_bytes() !=
           0;
  }

  std::size_t memory_bytes() const noexcept {
    return nodes.memory_bytes() + wide_nodes.memory_bytes() + open.memory_bytes() +
           (fine_open ? fine_open->memory_bytes() : 0) + far.memory_bytes() +
           jumps.memory_bytes() + jump_open.memory_bytes() + hubs.memory_bytes() +
           gateway.memory_bytes() + textbook.memory_bytes() +
           (family ? family->memory_bytes() : 0) +
           (requests ? requests->memory_bytes() : 0) + any_angle.memory_bytes() +
           paths.capacity() * sizeof(Move) + trails.memory_bytes() + sweep.memory_bytes() +
           (sources.capacity() + targets.capacity()) * sizeof(CellIndex) +
           field.capacity() * sizeof(Cost);
  }
};

}  // namespace throng
