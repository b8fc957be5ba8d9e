#pragma once

#include "workers.hpp"

#include <throng/batch.hpp>
#include <throng/monitor.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
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

/// A path length in each slot behind its own becomes the beginning of the path.
inline void sum_up_lengths(BatchResult& result) {
  for (std::size_t i = 0; i < result.size(); ++i)
    result.path_begin[i + 1] += result.path_begin[i];
}

/// Tells a monitor what it may expect, and what is done.
class Count {
 public:
  Count(Monitor* monitor, std::size_t total) : monitor_(monitor) {
    if (monitor != nullptr) monitor->total = total;
  }
  void operator()(std::size_t more) const {
    if (monitor_ != nullptr) monitor_->done.fetch_add(more, std::memory_order_relaxed);
  }

 private:
  Monitor* monitor_;
};

/// Runs the tasks listed in `order` on all threads, those in front first:
/// answer(i, scratch, paths) appends the paths of task i to `paths`.
/// Pre: own.places has a slot for each task.
template <class Answer>
void run_tasks(Workers::Impl& own, std::span<const std::uint32_t> order, const Count& count,
               const Answer& answer) {
  const std::size_t block = std::clamp<std::size_t>(
      order.size() / (kBlocksPerThread * own.scratch.size()), 1, kLargestBlock);
  own.crew.for_each_block(
      order.size(), block, [&](int thread, std::size_t begin, std::size_t end) {
        Scratch& scratch = own.scratch[static_cast<std::size_t>(thread)];
        for (std::size_t k = begin; k < end; ++k) {
          own.places[order[k]] = {scratch.paths.size(), static_cast<std::uint32_t>(thread)};
          answer(order[k], scratch, scratch.paths);
        }
        count(end - begin);
      });
}

/// Copies the paths of all tasks from where their threads put them, in the order of slots.
template <class Tasks>
void pack_paths(const Tasks& tasks, Workers::Impl& own) {
  BatchResult& answers = tasks.answers;
  sum_up_lengths(answers);
  answers.moves.resize(answers.path_begin.back());
  own.most_moves = std::max(own.most_moves, answers.moves.size());
  own.crew.for_each_block(
      tasks.count(), kPathsPerBlock, [&](int, std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
          const Workers::Impl::Place place = own.places[i];
          const std::uint64_t to = answers.path_begin[tasks.slot(i)];
          const Move* const from = own.scratch[place.thread].paths.data() + place.begin;
          std::copy(from, from + (answers.path_begin[tasks.slot(i + 1)] - to),
                    answers.moves.data() + to);
        }
      });
}

}  // namespace throng
