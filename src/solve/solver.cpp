#include "answer_query.hpp"
#include "batch_loop.hpp"
#include "kernels.hpp"
#include "order.hpp"
#include "workers.hpp"

#include <throng/solver.hpp>

#include <chrono>

namespace throng {

namespace {

using Clock = std::chrono::steady_clock;

/// What one call of solve() needs everywhere.
struct Job {
  const Problem& problem;
  Kernel kernel;
  std::span<const Query> queries;
  const BatchOptions& options;
  BatchResult& result;

  Limits limits() const { return {options.max_expansions, options.max_cost}; }
};

/// Answers query i: everything but the place of its path among the others. Moves of the
/// path are appended to `paths`.
void answer(const Job& job, std::size_t i, Scratch& scratch, std::vector<Move>& paths) {
  const Query& query = job.queries[i];
  const std::size_t begin = paths.size();
  SearchResult found{.status = Status::cancelled, .cost = 0};
  if (!cancelled(job.options.monitor)) {
    found = settle_without_search(job.problem.grid, query);
    if (found.status == Status::unreachable)
      found = search_within_component(job.problem, job.kernel, query, job.limits(), scratch,
                                      job.options.paths ? &paths : nullptr);
  }
  put_down(found, i, job.result);
  job.result.start[i] = query.start;
  job.result.path_begin[i + 1] = paths.size() - begin;  // a length until the batch is done
}

void answer_timed(const Job& job, std::size_t i, Scratch& scratch,
                  std::vector<Move>& paths) {
  if (!job.options.latency) return answer(job, i, scratch, paths);
  const Clock::time_point begin = Clock::now();
  answer(job, i, scratch, paths);
  job.result.microseconds[i] =
      std::chrono::duration<float, std::micro>(Clock::now() - begin).count();
}

}  // namespace

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
  const Job job{problem, find_kernel(problem), queries, options, result};
  run_batch(
      {own, queries.size(), result, options.monitor},
      [&] { order_longest_first(queries, own.order); }, [](std::size_t i) { return i; },
      [&](std::size_t i, Scratch& scratch, std::vector<Move>& paths) {
        answer_timed(job, i, scratch, paths);
      });
}

BatchResult Solver::solve(std::span<const Query> queries, Workers& workers,
                          const BatchOptions& options) const {
  BatchResult result;
  solve(queries, workers, result, options);
  return result;
}

}  // namespace throng
