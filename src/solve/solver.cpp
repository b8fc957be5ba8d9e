#include "answer_query.hpp"
#include "batch_loop.hpp"
#include "kernels.hpp"
#include "order.hpp"
#include "shared_batch.hpp"
#include "workers.hpp"

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
  const QueryJob job{problem, find_kernel(problem), queries, options, result};
  if (options.sharing != Sharing::none && solve_shared(job, grid_, own)) return;
  run_batch(
      {own, queries.size(), result, options.monitor},
      [&] { order_longest_first(queries, own.order); }, [](std::size_t i) { return i; },
      [&](std::size_t i, Scratch& scratch, std::pmr::vector<Move>& paths) {
        timed(options, result, i, [&] { answer(job, i, scratch, paths); });
      });
}

BatchResult Solver::solve(std::span<const Query> queries, Workers& workers,
                          const BatchOptions& options) const {
  BatchResult result;
  solve(queries, workers, result, options);
  return result;
}

}  // namespace throng
