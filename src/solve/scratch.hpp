#pragma once

#include "../queue/bucket_queue.hpp"
#include "../search/node_table.hpp"
#include "../search/textbook.hpp"

#include <throng/batch.hpp>

#include <cstddef>
#include <vector>

namespace throng {

/// Memory of one thread, kept from query to query. On cache lines of its own.
struct alignas(64) Scratch {
  NodeTable nodes;
  BucketQueue open;
  TextbookScratch textbook;
  std::vector<Move> paths;  ///< of the queries of one batch, one behind the other

  std::size_t memory_bytes() const noexcept {
    return nodes.memory_bytes() + open.memory_bytes() + textbook.memory_bytes() +
           paths.capacity() * sizeof(Move);
  }
};

}  // namespace throng
