#pragma once

#include "batch_loop.hpp"
#include "order.hpp"
#include "shared_batch.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace throng {

/// Gives every slot the answer of a cancelled task.
template <class Tasks>
void cancel_all(const Tasks& tasks) {
  Answers& answers = tasks.answers;
  for (std::size_t i = 0; i < tasks.count(); ++i)
    for (std::size_t slot = tasks.slot(i); slot < tasks.slot(i + 1); ++slot) {
      put_down({.status = Status::cancelled, .cost = 0}, slot, answers);
      answers.start[slot] = tasks.start(i);
      tasks.put_end(slot, tasks.start(i), 0);
    }
  std::ranges::fill(answers.microseconds, 0.0F);
  std::ranges::fill(answers.path_begin, 0);
  answers.moves.clear();
}

/// Answers a batch on all threads and packs its paths in the order of slots. If an executor
/// throws or memory runs out, no slot keeps half an answer.
///
/// Tasks: QueryTasks or RequestTasks. Members:
///   problem, options, answers   `answers` has room for all slots
///   count(), slot(i)            slot(i): the first slot of task i; those of i + 1 follow
///   start(i), length(i)         of the search, as far as known beforehand
///   answer(i, scratch, paths)   fills in the slots of task i, writes the length of each
///                               path to path_begin[slot + 1], appends paths to `paths`
///   lane(i)                     of its unit; see lane_of()
/// Members for sharing:
///   kind(i), same_kind(i, k)    a hash; whether both have the same goals
///   equal(i, k)                 whether two tasks of the same kind are equal
///   goal(i)                     the goal, if the task wants a cheapest path to one cell
///   approaches(i)               whether it goes as near as possible to an unreachable goal
///   put_end(slot, end, cost), copy_end(from, to)   the additional answers of requests
template <class Tasks>
void run_batch(const Tasks& tasks, Workers::Impl& own) try {
  if (tasks.options.sharing != Sharing::none && solve_shared(tasks, own)) return;
  const Progress progress(tasks.options.monitor, tasks.count());
  if (tasks.count() == 1 || (own.crew.size() == 1 && !alone_in_order(tasks))) {
    for (std::size_t i = 0; i < tasks.count(); ++i) {
      tasks.answer(i, own.scratch[0], tasks.answers.moves);
      progress(1);
    }
    return sum_up_lengths(tasks.answers, own.crew);
  }
  auto& kept = own.common.of<BatchScratch>();
  order_tasks(tasks, own.crew, kept);
  begin_batch(own, tasks.count());
  run_tasks(own, kept.order, progress,
            [&](std::size_t i, Scratch& scratch, Column<Move>& paths) {
              tasks.answer(i, scratch, paths);
            });
  pack_paths(tasks, own);
} catch (...) {
  cancel_all(tasks);
  throw;
}

}  // namespace throng
