#pragma once

#include "../core/gather.hpp"
#include "../core/progress.hpp"
#include "../search/search_scratch.hpp"

#include <throng/answers.hpp>
#include <throng/solver.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng {

/// Tasks are handed out in blocks. There are enough blocks per thread for all threads to
/// finish at about the same time, but a block has at most kLargestBlock tasks and at least
/// one.
inline constexpr std::size_t kBlocksPerThread = 128;
inline constexpr std::size_t kLargestBlock = 16;

/// Empties the result and makes room for `count` slots, which nothing initialises.
/// If its memory runs out, it is empty.
inline void make_room(Answers& result, std::size_t count, const BatchOptions& options) {
  result.clear();
  try {
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
  } catch (...) {
    result.clear();
    throw;
  }
}

/// Converts the path lengths, each stored in the slot after its own, to the beginnings of
/// the paths.
inline void sum_up_lengths(Answers& result) {
  for (std::size_t i = 0; i < result.slots(); ++i)
    result.path_begin[i + 1] += result.path_begin[i];
}

/// Memory of a batch that is kept, except the paths of its tasks.
struct BatchScratch {
  explicit BatchScratch(Memory memory) : order(memory) {}

  std::pmr::vector<std::uint32_t> order;  ///< the order in which tasks are handed out
};

/// Moves of paths, written by the threads that found them.
using GatheredPaths = Gather<Move>;

/// Prepares a batch of `count` tasks on several threads.
inline GatheredPaths& begin_batch(Workers::Impl& own, std::size_t count) {
  level_open_lists(own);
  auto& paths = own.common.of<GatheredPaths>();
  paths.begin(own, count);
  return paths;
}

/// Runs the tasks listed in `order` on all threads, the first ones first. answer(i,
/// scratch, paths) appends the paths of task i to `paths`.
/// Pre: begin_batch() made room for the tasks.
template <class Answer>
void run_tasks(Workers::Impl& own, std::span<const std::uint32_t> order,
               const Progress& progress, const Answer& answer) {
  const std::size_t block = std::clamp<std::size_t>(
      order.size() / (kBlocksPerThread * own.scratch.size()), 1, kLargestBlock);
  own.common.of<GatheredPaths>().run(own, order, block, answer, progress);
}

/// Copies the paths of all tasks into the result, in the order of slots.
template <class Tasks>
void pack_paths(const Tasks& tasks, Workers::Impl& own) {
  Answers& answers = tasks.answers;
  sum_up_lengths(answers);
  answers.moves.resize(answers.path_begin.back());
  own.common.of<GatheredPaths>().copy(
      own, tasks.count(), answers.moves.size(), [&](std::size_t i) {
        const std::uint64_t to = answers.path_begin[tasks.slot(i)];
        return GatheredPaths::Target{answers.moves.data() + to,
                                     answers.path_begin[tasks.slot(i + 1)] - to};
      });
}

}  // namespace throng
