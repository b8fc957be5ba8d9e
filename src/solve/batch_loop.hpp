#pragma once

#include "workers.hpp"

#include <throng/batch.hpp>
#include <throng/monitor.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <vector>

namespace throng {

/// Tasks are handed out in blocks: so many a thread that the last ones end together, but
/// no larger than this, and no smaller than one.
inline constexpr std::size_t kBlocksPerThread = 128;
inline constexpr std::size_t kLargestBlock = 16;
inline constexpr std::size_t kPathsPerBlock = 256;

/// Slots for so many answers; nothing of what they held is looked at again.
inline void make_room(BatchResult& result, std::size_t count, const BatchOptions& options) {
  result.status.resize(count);
  result.cost.resize(count);
  result.upper.resize(count);
  result.expanded.resize(count);
  result.generated.resize(count);
  result.reopened.resize(count);
  result.start.resize(count);
  result.microseconds.resize(options.latency ? count : 0);
  result.path_begin.resize(count + 1);
  result.path_begin[0] = 0;
  result.moves.clear();
}

/// Tasks whose answers go to `result`.
struct Batch {
  Workers::Impl& own;
  std::size_t count = 0;
  BatchResult& result;  ///< with room made
  Monitor* monitor = nullptr;
};

/// Runs all tasks of a batch on all threads and packs their paths in the order of slots.
///
/// order():                  fills own.order with the tasks, the longest first.
/// slot_of(i):               the first slot of task i; those of i + 1 follow its own.
/// answer(i, scratch, paths): fills in the slots of task i, path_begin[slot + 1] with the
///                           length of a path, and appends their paths to `paths`.
template <class Order, class SlotOf, class Answer>
void run_batch(const Batch& batch, const Order& order, const SlotOf& slot_of,
               const Answer& answer) {
  Workers::Impl& own = batch.own;
  BatchResult& result = batch.result;
  Monitor* const monitor = batch.monitor;
  const std::size_t count = batch.count;
  if (monitor != nullptr) monitor->total = count;
  const auto count_done = [monitor](std::size_t more) {
    if (monitor != nullptr) monitor->done.fetch_add(more, std::memory_order_relaxed);
  };
  const auto sum_up_lengths = [&result] {
    for (std::size_t i = 0; i < result.size(); ++i)
      result.path_begin[i + 1] += result.path_begin[i];
  };

  // One thread answers in order and puts every path where it belongs at once.
  if (own.crew.size() == 1 || count == 1) {
    for (std::size_t i = 0; i < count; ++i) {
      answer(i, own.scratch[0], result.moves);
      count_done(1);
    }
    return sum_up_lengths();
  }

  order();
  own.places.resize(count);
  own.level_scratch();
  const std::size_t block = std::clamp<std::size_t>(
      count / (kBlocksPerThread * own.scratch.size()), 1, kLargestBlock);
  own.crew.for_each_block(
      count, block, [&](int thread, std::size_t begin, std::size_t end) {
        Scratch& scratch = own.scratch[static_cast<std::size_t>(thread)];
        for (std::size_t k = begin; k < end; ++k) {
          own.places[own.order[k]] = {scratch.paths.size(),
                                      static_cast<std::uint32_t>(thread)};
          answer(own.order[k], scratch, scratch.paths);
        }
        count_done(end - begin);
      });

  sum_up_lengths();
  result.moves.resize(result.path_begin.back());
  own.most_moves = std::max(own.most_moves, result.moves.size());
  own.crew.for_each_block(
      count, kPathsPerBlock, [&](int, std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
          const Workers::Impl::Place place = own.places[i];
          const std::uint64_t to = result.path_begin[slot_of(i)];
          const Move* const from = own.scratch[place.thread].paths.data() + place.begin;
          std::copy(from, from + (result.path_begin[slot_of(i + 1)] - to),
                    result.moves.data() + to);
        }
      });
}

}  // namespace throng
