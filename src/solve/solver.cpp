#include "../batch/query_tasks.hpp"
#include "../index/index_access.hpp"
#include "../kernel/kernels.hpp"
#include "../request/request_tasks.hpp"
#include "run_batch.hpp"

#include <throng/solver.hpp>

#include <utility>

namespace throng {
namespace {

std::size_t slots_of(const Request& request) {
  return request.visit == Visit::any ? 1 : request.goals.size();
}

/// Copies what a result needs from the grid.
void describe(const Grid& grid, Answers& result) {
  result.topology = grid.rules().topology;
  result.links = grid.links();
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

const Index& Solver::index() const noexcept { return problem_->owned_index; }
const Grid& Solver::grid() const noexcept { return problem_->grid; }
Algorithm Solver::algorithm() const noexcept { return problem_->options.algorithm; }
Heuristic Solver::heuristic() const noexcept { return problem_->options.heuristic; }

void Solver::solve(std::span<const Query> queries, Workers& workers, Answers& result,
                   const BatchOptions& options) const {
  THRONG_ASSERT(options.max_cost < kUnreachable);
  const WorkersInUse own(workers);
  make_room(result, queries.size(), options);
  describe(grid(), result);
  run_batch(QueryTasks{*problem_, queries, options, result}, *own);
}

Answers Solver::solve(std::span<const Query> queries, Workers& workers,
                      const BatchOptions& options) const {
  Answers result;
  solve(queries, workers, result, options);
  return result;
}

void Solver::solve(std::span<const Request> requests, Workers& workers, Answers& result,
                   const BatchOptions& options) const {
  THRONG_ASSERT(options.max_cost < kUnreachable);
  const WorkersInUse own(workers);
  std::size_t slots = 0;
  for (const Request& request : requests) slots += slots_of(request);
  make_room(result, slots, options);
  describe(grid(), result);
  result.first.resize(requests.size() + 1);
  result.first[0] = 0;
  for (std::size_t i = 0; i < requests.size(); ++i)
    result.first[i + 1] = result.first[i] + slots_of(requests[i]);
  result.end.resize(slots);
  result.end_cost.resize(slots);
  auto& split = own->common.of<SplitRequests>();
  split.split(requests, result.first);
  run_batch(RequestTasks{*problem_, split, options, result}, *own);
}

Answers Solver::solve(std::span<const Request> requests, Workers& workers,
                      const BatchOptions& options) const {
  Answers result;
  solve(requests, workers, result, options);
  return result;
}

}  // namespace throng
