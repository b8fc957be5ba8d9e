#pragma once

#include "../queue/bucket_queue.hpp"
#include "../queue/heap4.hpp"
#include "cell_queue.hpp"

#include <array>
#include <cstddef>
#include <optional>

namespace throng {

/// Queues of one thread's sweeps, kept from sweep to sweep.
struct SweepScratch {
  /// A bucket holds the cells whose distances lie in [i * S, (i + 1) * S), S being the cost
  /// of a straight step: bucket i in slot i % kBuckets, or i % 3 in sweep_steps.
  static constexpr std::size_t kBuckets = 64;

  explicit SweepScratch(Memory from = {})
      : memory(from),
        buckets(make_array<kBuckets>(
            [&] { return make_array<kMoves>([&] { return CellQueue(from); }); })),
        turning(from),
        far(from) {}

  Memory memory;
  std::array<CellQueues, kBuckets> buckets;
  CellQueue turning;                ///< of one queue's cells those where a line may turn
  std::optional<BucketQueue> open;  ///< of sweep_weighted, from the first on
  Heap4 far;                        ///< of the same, where there are links

  void clear() noexcept {
    turning.clear();
    for (CellQueues& bucket : buckets)
      for (CellQueue& queue : bucket) queue.clear();
  }
};

}  // namespace throng
