#include "../index/index_access.hpp"
#include "../search/kernels.hpp"
#include "query_tasks.hpp"
#include "request_tasks.hpp"
#include "reserve_scratch.hpp"
#include "run_batch.hpp"

#include <throng/solver.hpp>

#include <utility>
#include <vector>

namespace throng {
namespace {

std::size_t slots_of(const Request& request) {
  return request.visit == Visit::any ? 1 : request.goals.size();
}

/// Empties the answers and makes room for those of requests. If its memory runs out, they
/// are empty.
void make_room(Answers& answers, std::span<const Request> requests,
               const BatchOptions& options) try {
  std::size_t slots = 0;
  for (const Request& request : requests) slots += slots_of(request);
  make_room(answers, slots, options);
  answers.first.resize(requests.size() + 1);
  answers.end.resize(slots);
  answers.end_cost.resize(slots);
  answers.first[0] = 0;
  for (std::size_t i = 0; i < requests.size(); ++i)
    answers.first[i + 1] = answers.first[i] + slots_of(requests[i]);
} catch (...) {
  answers.clear();
  throw;
}

/// Copies what a result needs from the grid.
void describe(const Grid& grid, Answers& answers) {
  answers.topology = grid.rules().topology;
  answers.links = grid.links();
}

}  // namespace

Result<Solver> Solver::make(const Index& index, const SolverOptions& options) {
  if (index.grid() == nullptr)
    return fail(Code::bad_argument, "a solver needs a grid, not null");
  const Grid& grid = *index.grid();
  const Index::Parts* const parts = IndexAccess::parts(index);
  std::shared_ptr<const JumpMap> jumps;
  if (parts != nullptr)
    jumps = parts->jump_map;
  else if (JumpMap::allowed(grid))
    jumps = std::make_shared<const JumpMap>(grid);
  const auto resolved = resolve(options, grid, jumps.get(), parts);
  if (!resolved) return resolved.failure();
  return Solver(std::make_shared<const Problem>(index, *resolved, std::move(jumps)));
}

void Solver::reserve(Workers& workers) const {
  const WorkersInUse own(workers);
  std::vector<Scratch*> all;
  for (Scratch& one : own->scratch) all.push_back(&one);
  reserve_scratch(*problem_, all, own->crew);
}

const Index& Solver::index() const noexcept { return problem_->owned_index; }
const Grid& Solver::grid() const noexcept { return problem_->grid; }
Algorithm Solver::algorithm() const noexcept { return problem_->options.algorithm; }
Heuristic Solver::heuristic() const noexcept { return problem_->options.heuristic; }

void Solver::solve(std::span<const Query> queries, Workers& workers, Answers& answers,
                   const BatchOptions& options) const {
  THRONG_ASSERT(options.max_cost < kUnreachable);
  const WorkersInUse own(workers);
  make_room(answers, queries.size(), options);
  describe(grid(), answers);
  run_batch(QueryTasks{*problem_, queries, options, answers}, *own);
}

Answers Solver::solve(std::span<const Query> queries, Workers& workers,
                      const BatchOptions& options) const {
  Answers answers;
  solve(queries, workers, answers, options);
  return answers;
}

void Solver::solve(std::span<const Request> requests, Workers& workers, Answers& answers,
                   const BatchOptions& options) const {
  THRONG_ASSERT(options.max_cost < kUnreachable);
  const WorkersInUse own(workers);
  make_room(answers, requests, options);
  describe(grid(), answers);
  const SplitRequests* split = nullptr;
  try {
    auto& kept = own->common.of<SplitRequests>();
    kept.split(requests, answers.first);
    split = &kept;
  } catch (...) {
    SplitRequests whole{Memory()};
    whole.requests = requests;
    whole.first = answers.first;
    cancel_all(RequestTasks{*problem_, whole, options, answers});
    throw;
  }
  run_batch(RequestTasks{*problem_, *split, options, answers}, *own);
}

Answers Solver::solve(std::span<const Request> requests, Workers& workers,
                      const BatchOptions& options) const {
  Answers answers;
  solve(requests, workers, answers, options);
  return answers;
}

}  // namespace throng
