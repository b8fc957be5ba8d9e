#pragma once

#include "bucket_queue.hpp"
#include "cell_queue.hpp"
#include "heap4.hpp"

#include <array>
#include <cstddef>
#include <optional>

namespace throng {

/// The queues of one thread's sweeps, kept from sweep to sweep.
struct SweepScratch {
  /// Bucket i holds the cells with distances in [i * S, (i + 1) * S), where S is the cost
  /// of a straight step. It is stored in slot i % kBuckets, i % kStepBuckets in
  /// sweep_steps, or i % kTileLevels in sweep_tiles and sweep_fifo.
  static constexpr std::size_t kBuckets = 64;

  explicit SweepScratch(Memory from = {})
      : memory(from),
        buckets(make_array<kBuckets>(
            [&] { return make_array<kMoves>([&] { return CellQueue(from); }); })),
        turning(from),
        far(from) {}

  Memory memory;
  std::array<CellQueues, kBuckets> buckets;
  CellQueue turning;                ///< the cells of a queue at which a line may turn
  std::optional<BucketQueue> open;  ///< for sweep_weighted, created on first use
  Heap4 far;                        ///< for sweep_weighted with links

  /// Of the queues for plain ground.
  std::size_t memory_bytes() const noexcept {
    std::size_t bytes = turning.memory_bytes();
    for (const CellQueues& bucket : buckets)
      for (const CellQueue& queue : bucket) bytes += queue.memory_bytes();
    return bytes;
  }

  void clear() noexcept {
    turning.clear();
    for (CellQueues& bucket : buckets)
      for (CellQueue& queue : bucket) queue.clear();
  }
};

}  // namespace throng
