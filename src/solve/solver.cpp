#include "kernels.hpp"
#include "query_tasks.hpp"
#include "run_batch.hpp"

#include <throng/solver.hpp>

namespace throng {

Result<Solver> Solver::make(std::shared_ptr<const Grid> grid,
                            const SolverOptions& options) {
  THRONG_ASSERT(grid != nullptr);
  Solver solver;
  if (JumpMap::allowed(*grid)) solver.jump_map_ = std::make_shared<const JumpMap>(*grid);
  const auto resolved = resolve(options, *grid, solver.jump_map_.get(), nullptr);
  if (!resolved) return Failure{resolved.error()};
  solver.grid_ = std::move(grid);
  solver.options_ = *resolved;
  return solver;
}

Result<Solver> Solver::make(std::shared_ptr<const Index> index,
                            const SolverOptions& options) {
  THRONG_ASSERT(index != nullptr);
  Solver solver;
  solver.grid_ = index->grid();
  solver.jump_map_ = index->parts().jump_map;
  const auto resolved =
      resolve(options, *solver.grid_, solver.jump_map_.get(), &index->parts());
  if (!resolved) return Failure{resolved.error()};
  solver.index_ = std::move(index);
  solver.options_ = *resolved;
  return solver;
}

Problem Solver::problem() const {
  return Problem(*grid_, options_, jump_map_.get(), index_ ? &index_->parts() : nullptr);
}

void Solver::solve(std::span<const Query> queries, Workers& workers, BatchResult& result,
                   const BatchOptions& options) const {
  THRONG_ASSERT(options.max_cost < kUnreachable);
  Workers::Impl& own = workers.impl();
  make_room(result, queries.size(), options);
  result.topology = grid_->rules().topology;
  result.links = grid_->links();
  const Problem problem = this->problem();
  run_batch(QueryTasks{problem, find_kernel(problem), queries, options, result}, grid_,
            own);
}

BatchResult Solver::solve(std::span<const Query> queries, Workers& workers,
                          const BatchOptions& options) const {
  BatchResult result;
  solve(queries, workers, result, options);
  return result;
}

}  // namespace throng
