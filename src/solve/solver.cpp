#include "../batch/query_tasks.hpp"
#include "../kernel/kernels.hpp"
#include "../request/request_tasks.hpp"
#include "run_batch.hpp"

#include <throng/solver.hpp>

#include <utility>

namespace throng {
namespace {

/// Copies what a result needs from the grid.
void describe(const Grid& grid, BatchResult& result) {
  result.topology = grid.rules().topology;
  result.links = grid.links();
}

}  // namespace

Result<Solver> Solver::make(std::shared_ptr<const Grid> grid,
                            const SolverOptions& options) {
  if (grid == nullptr) return fail(Code::bad_argument, "a solver needs a grid, not null");
  std::shared_ptr<const JumpMap> jumps;
  if (JumpMap::allowed(*grid)) jumps = std::make_shared<const JumpMap>(*grid);
  const auto resolved = resolve(options, *grid, jumps.get(), nullptr);
  if (!resolved) return resolved.failure();
  return Solver(std::make_shared<const Problem>(std::move(grid), *resolved,
                                                std::move(jumps), nullptr));
}

Result<Solver> Solver::make(std::shared_ptr<const Index> index,
                            const SolverOptions& options) {
  if (index == nullptr)
    return fail(Code::bad_argument, "a solver needs an index, not null");
  const Index::Parts& parts = index->contents();
  const auto resolved = resolve(options, *parts.grid, parts.jump_map.get(), &parts);
  if (!resolved) return resolved.failure();
  return Solver(std::make_shared<const Problem>(parts.grid, *resolved, parts.jump_map,
                                                std::move(index)));
}

const Grid& Solver::grid() const noexcept { return problem_->grid; }
Algorithm Solver::algorithm() const noexcept { return problem_->options.algorithm; }
Heuristic Solver::heuristic() const noexcept { return problem_->options.heuristic; }

void Solver::solve(std::span<const Query> queries, Workers& workers, BatchResult& result,
                   const BatchOptions& options) const {
  THRONG_ASSERT(options.max_cost < kUnreachable);
  const WorkersInUse own(workers);
  make_room(result, queries.size(), options);
  describe(grid(), result);
  run_batch(QueryTasks{*problem_, queries, options, result}, *own);
}

BatchResult Solver::solve(std::span<const Query> queries, Workers& workers,
                          const BatchOptions& options) const {
  BatchResult result;
  solve(queries, workers, result, options);
  return result;
}

void Solver::solve(std::span<const Request> requests, Workers& workers,
                   RequestResult& result, const BatchOptions& options) const {
  THRONG_ASSERT(options.max_cost < kUnreachable);
  const WorkersInUse own(workers);
  result.first.resize(requests.size() + 1);
  result.first[0] = 0;
  for (std::size_t i = 0; i < requests.size(); ++i)
    result.first[i + 1] =
        result.first[i] + (requests[i].visit == Visit::any ? 1 : requests[i].goals.size());
  make_room(result.answers, result.first.back(), options);
  describe(grid(), result.answers);
  result.end.resize(result.first.back());
  result.end_cost.resize(result.first.back());
  auto& split = own->common.of<SplitRequests>();
  split.split(requests, result.first);
  run_batch(RequestTasks{*problem_, split, options, result}, *own);
}

RequestResult Solver::solve(std::span<const Request> requests, Workers& workers,
                            const BatchOptions& options) const {
  RequestResult result;
  solve(requests, workers, result, options);
  return result;
}

}  // namespace throng
