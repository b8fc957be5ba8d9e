#pragma once

#include "../heuristic/gateway_scratch.hpp"
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

#include <throng/batch.hpp>

#include <cstddef>
#include <memory>
#include <vector>

namespace throng {

/// Memory of one thread, kept from query to query. On cache lines of its own.
struct alignas(64) Scratch {
  NodeTable nodes;
  WideNodeTable wide_nodes;
  BucketQueue open;
  std::unique_ptr<FineBucketQueue> fine_open;  ///< null until steps have weights
  Heap4 far;                                   ///< of `fine_open`, where there are links
  JumpTable jumps;
  RingQueue jump_open;
  GatewayScratch gateway;
  TextbookScratch textbook;
  std::unique_ptr<FamilyScratch> family;     ///< null until an algorithm of it runs
  std::unique_ptr<RequestScratch> requests;  ///< null until there is one
  AnyAngleScratch::Impl any_angle;
  std::vector<Move> paths;  ///< of the queries of one batch, one behind the other
  SweepScratch sweep;
  std::vector<CellIndex> sources;  ///< of one sweep
  std::vector<Cost> field;         ///< that it fills, in the padded layout

  FineBucketQueue& fine() {
    if (fine_open == nullptr) fine_open = std::make_unique<FineBucketQueue>();
    return *fine_open;
  }

  bool has_searched() const noexcept {
    return nodes.memory_bytes() + wide_nodes.memory_bytes() + jumps.memory_bytes() != 0;
  }

  std::size_t memory_bytes() const noexcept {
    return nodes.memory_bytes() + wide_nodes.memory_bytes() + open.memory_bytes() +
           (fine_open ? fine_open->memory_bytes() : 0) + far.memory_bytes() +
           jumps.memory_bytes() + jump_open.memory_bytes() + gateway.memory_bytes() +
           textbook.memory_bytes() + (family ? family->memory_bytes() : 0) +
           (requests ? requests->memory_bytes() : 0) + any_angle.memory_bytes() +
           paths.capacity() * sizeof(Move) + sweep.memory_bytes() +
           sources.capacity() * sizeof(CellIndex) + field.capacity() * sizeof(Cost);
  }
};

}  // namespace throng
