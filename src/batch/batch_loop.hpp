#pragma once

#include "../core/gather.hpp"
#include "../core/progress.hpp"
#include "../search/redraw.hpp"
#include "../search/search_scratch.hpp"
#include "order.hpp"

#include <throng/answers.hpp>
#include <throng/solver.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>

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
inline void sum_up_lengths(Answers& result, Crew& crew) {
  const std::size_t count = result.slots();
  std::uint64_t* const length = result.path_begin.data() + 1;
  const BatchParts parts(count, crew);
  std::array<std::uint64_t, BatchParts::kMost> before{};
  if (parts.count() > 1) {
    crew.for_each_block(count, parts.each(), [&](int, std::size_t first, std::size_t last) {
      before[parts.of(first)] =
          std::accumulate(length + first, length + last, std::uint64_t{0});
    });
    std::exclusive_scan(before.begin(), before.end(), before.begin(), std::uint64_t{0});
  }
  crew.for_each_block(count, parts.each(), [&](int, std::size_t first, std::size_t last) {
    std::uint64_t sum = before[parts.of(first)];
    for (std::size_t i = first; i < last; ++i) length[i] = sum += length[i];
  });
}

/// Moves of paths, written by the threads that found them.
using GatheredPaths = Gather<Move>;

/// Prepares a batch of `count` tasks on several threads.
inline GatheredPaths& begin_batch(Workers::Impl& own, std::size_t count) {
  level_open_lists(own);
  level_redraws(own.scratch);
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
  sum_up_lengths(answers, own.crew);
  answers.moves.resize(answers.path_begin.back());
  own.common.of<GatheredPaths>().copy(
      own, tasks.count(), answers.moves.size(), [&](std::size_t i) {
        const std::uint64_t to = answers.path_begin[tasks.slot(i)];
        return GatheredPaths::Target{answers.moves.data() + to,
                                     answers.path_begin[tasks.slot(i + 1)] - to};
      });
}

}  // namespace throng
