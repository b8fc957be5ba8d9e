#include "answer_query.hpp"
#include "batch_loop.hpp"
#include "order.hpp"
#include "slot_finder.hpp"

#include <throng/solver.hpp>

#include <algorithm>

namespace throng {
namespace {

/// What one call of solve() needs everywhere.
struct Job {
  const Asking& asking;
  std::span<const Request> requests;
  const BatchOptions& options;
  RequestResult& result;
};

/// Answers one slot; gives where the unit is then.
Position answer_slot(const Job& job, std::size_t slot, Position start,
                     std::span<const Position> goals, const Request& request,
                     Scratch& scratch, std::pmr::vector<Move>& paths) {
  const std::size_t begin = paths.size();
  BatchResult& answers = job.result.answers;
  SlotAnswer answer{{.status = Status::cancelled, .cost = 0}, start, start};
  timed(job.options, answers, slot, [&] {
    if (cancelled(job.options.monitor)) return;
    Slice whole;
    answer = find_slot(
        job.asking, {start, goals, request.radius, request.approach, request.leave_blocked},
        {job.options.max_expansions, job.options.max_cost}, whole, scratch, paths);
  });
  put_down(answer.search, slot, answers);
  answers.start[slot] = answer.start;
  keep_first(job.options.paths ? job.options.first_moves : 0, begin, paths);
  answers.path_begin[slot + 1] = paths.size() - begin;  // a length until the batch is done
  job.result.end[slot] = answer.end;
  job.result.end_cost[slot] = answer.end_cost;
  return answer.end;
}

void answer(const Job& job, std::size_t i, Scratch& scratch,
            std::pmr::vector<Move>& paths) {
  const Request& request = job.requests[i];
  const std::size_t slot = job.result.first[i];
  if (request.visit == Visit::any) {
    answer_slot(job, slot, request.start, request.goals, request, scratch, paths);
    return;
  }
  Position at = request.start;
  for (std::size_t k = 0; k < request.goals.size(); ++k) {
    const Position end = answer_slot(job, slot + k, at, request.goals.subspan(k, 1),
                                     request, scratch, paths);
    if (request.visit == Visit::in_turn) at = end;
  }
}

}  // namespace

void Solver::solve(std::span<const Request> requests, Workers& workers,
                   RequestResult& result, const BatchOptions& options) const {
  THRONG_ASSERT(options.max_cost < kUnreachable);
  Workers::Impl& own = workers.impl();
  result.first.resize(requests.size() + 1);
  result.first[0] = 0;
  for (std::size_t i = 0; i < requests.size(); ++i)
    result.first[i + 1] =
        result.first[i] + (requests[i].visit == Visit::any ? 1 : requests[i].goals.size());
  make_room(result.answers, result.first.back(), options);
  result.answers.topology = grid_->rules().topology;
  result.answers.links = grid_->links();
  result.end.resize(result.first.back());
  result.end_cost.resize(result.first.back());

  const Problem problem = this->problem();
  const Asking asking(problem);
  const Job job{asking, requests, options, result};
  run_batch(
      {own, requests.size(), result.answers, options.monitor},
      [&] {
        order_longest_first(requests.size(), own.order, [&](std::size_t i) {
          const Request& request = requests[i];
          std::uint64_t sum = 0;
          for (const Position goal : request.goals) {
            const std::uint64_t far = span_of(request.start, goal);
            sum = request.visit == Visit::any ? std::max(sum, far) : sum + far;
          }
          return sum;
        });
      },
      [&](std::size_t i) { return result.first[i]; },
      [&](std::size_t i, Scratch& scratch, std::pmr::vector<Move>& paths) {
        answer(job, i, scratch, paths);
      });
}

}  // namespace throng
