#include "request_tasks.hpp"

#include "../core/flat_table.hpp"
#include "order.hpp"

#include <algorithm>

namespace throng {

void SplitRequests::split(std::span<const Request> all,
                          std::span<const std::size_t> all_first) {
  requests = all;
  first = all_first;
  const auto is_split = [](const Request& request) {
    return request.visit == Visit::each && request.goals.size() > 1;
  };
  if (std::ranges::none_of(all, is_split)) return;
  each_.clear();
  each_first_.clear();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::size_t parts = is_split(all[i]) ? all[i].goals.size() : 1;
    for (std::size_t k = 0; k < parts; ++k) {
      each_.push_back(all[i]);
      each_first_.push_back(all_first[i] + k);
      if (parts > 1) each_.back().goals = all[i].goals.subspan(k, 1);
    }
  }
  each_first_.push_back(all_first.back());
  requests = each_;
  first = each_first_;
}

/// Returns the position of the unit after this slot.
Position RequestTasks::answer_slot(std::size_t i, std::size_t slot, Position start,
                                   std::span<const Position> goals, Scratch& scratch,
                                   Column<Move>& paths) const {
  const Request& request = requests[i];
  const std::size_t begin = paths.size();
  SlotAnswer answer{{.status = Status::cancelled, .cost = 0}, start, start};
  timed(options, answers, slot, [&] {
    if (cancelled(options.monitor)) return;
    Slice whole;
    answer = find_slot(
        problem,
        {start, goals, problem.grid.cost_of_steps(request.radius), request.approach,
         request.escape_blocked_start},
        {.max_expansions = std::min(options.max_expansions, request.max_expansions),
         .max_cost = std::min(options.max_cost, request.max_cost),
         .cancel = cancel_flag(options.monitor)},
        whole, scratch, paths);
    if (!cancelled(options.monitor)) return;
    // One of its searches may have stopped early.
    answer = {{.status = Status::cancelled, .cost = 0}, start, start};
    paths.resize(begin);
  });
  put_down(answer.search, slot, answers);
  answers.start[slot] = answer.start;
  finish_path(problem, answer.start, lane_of(request.agent, start), begin,
              options.paths ? options.max_moves : 0, scratch, paths);
  answers.path_begin[slot + 1] = paths.size() - begin;
  put_end(slot, answer.end, answer.end_cost);
  return answer.end;
}

void RequestTasks::answer(std::size_t i, Scratch& scratch, Column<Move>& paths) const {
  const Request& request = requests[i];
  const std::size_t first = slot(i);
  if (request.visit == Visit::any) {
    answer_slot(i, first, request.start, request.goals, scratch, paths);
    return;
  }
  Position at = request.start;
  for (std::size_t k = 0; k < request.goals.size(); ++k)
    at = answer_slot(i, first + k, at, request.goals.subspan(k, 1), scratch, paths);
}

std::uint64_t RequestTasks::length(std::size_t i) const noexcept {
  const Request& request = requests[i];
  std::uint64_t length = 0;
  for (const Position goal : request.goals) {
    const std::uint64_t far = span_of(request.start, goal);
    length = request.visit == Visit::any ? std::max(length, far) : length + far;
  }
  return length;
}

std::uint64_t RequestTasks::kind(std::size_t i) const noexcept {
  std::uint64_t hash = 0;
  for (const Position goal : requests[i].goals) hash = hash * 31 + bits_of(goal);
  return hash;
}

bool RequestTasks::same_kind(std::size_t i, std::size_t k) const noexcept {
  const Request& a = requests[i];
  const Request& b = requests[k];
  return std::ranges::equal(a.goals, b.goals) && a.radius == b.radius &&
         (a.visit == b.visit || a.goals.size() == 1);
}

}  // namespace throng
