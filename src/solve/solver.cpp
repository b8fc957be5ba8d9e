#include "kernels.hpp"
#include "order.hpp"
#include "workers.hpp"

#include <throng/solver.hpp>

#include <algorithm>
#include <chrono>

namespace throng {

namespace {

using Clock = std::chrono::steady_clock;

/// Queries are handed out in blocks: so many a thread that the last ones end together, but
/// no larger than this, and no smaller than one.
constexpr std::size_t kBlocksPerThread = 128;
constexpr std::size_t kLargestBlock = 16;
constexpr std::size_t kPathsPerBlock = 256;

/// What one call of solve() needs everywhere.
struct Job {
  const Problem& problem;
  Kernel kernel;
  std::span<const Query> queries;
  const BatchOptions& options;
  BatchResult& result;

  Limits limits() const { return {options.max_expansions, options.max_cost}; }
};

/// The answer to a query that needs no search; unreachable when it does need one.
SearchResult settle_without_search(const Grid& grid, const Query& query) {
  if (!grid.contains(query.start) || !grid.contains(query.goal))
    return {.status = Status::out_of_map};
  if (!grid.open(query.start)) return {.status = Status::start_blocked};
  if (!grid.open(query.goal)) return {.status = Status::goal_blocked};
  if (query.start == query.goal) return {.status = Status::found, .cost = 0, .upper = 0};
  return {};
}

/// Answers query i: everything but the place of its path among the others. Moves of the
/// path are appended to `paths`.
void answer(const Job& job, std::size_t i, Scratch& scratch, std::vector<Move>& paths) {
  const Query& query = job.queries[i];
  const Grid& grid = job.problem.grid;
  const std::size_t begin = paths.size();
  SearchResult found{.status = Status::cancelled, .cost = 0};
  if (job.options.monitor == nullptr ||
      !job.options.monitor->cancel.load(std::memory_order_relaxed)) {
    found = settle_without_search(grid, query);
    if (found.status == Status::unreachable) {
      const CellIndex start = grid.cell(query.start), goal = grid.cell(query.goal);
      if (grid.component(start) == grid.component(goal)) {
        found = job.kernel.search(job.problem, start, goal, job.limits(), scratch);
        if (found.status == Status::found && job.options.paths)
          job.kernel.append_path(job.problem, start, goal, scratch, paths);
      }
    }
  }
  BatchResult& result = job.result;
  result.status[i] = found.status;
  result.cost[i] = found.cost;
  result.upper[i] = found.upper;
  result.expanded[i] = found.expanded;
  result.generated[i] = found.generated;
  result.reopened[i] = found.reopened;
  result.start[i] = query.start;
  result.path_begin[i + 1] = paths.size() - begin;  // a length until the batch is done
}

void answer_timed(const Job& job, std::size_t i, Scratch& scratch,
                  std::vector<Move>& paths) {
  if (!job.options.latency) return answer(job, i, scratch, paths);
  const Clock::time_point begin = Clock::now();
  answer(job, i, scratch, paths);
  job.result.microseconds[i] =
      std::chrono::duration<float, std::micro>(Clock::now() - begin).count();
}

void make_room(BatchResult& result, std::size_t count, const BatchOptions& options) {
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
  result.moves.clear();
}

void sum_up_lengths(BatchResult& result) {
  for (std::size_t i = 0; i < result.size(); ++i)
    result.path_begin[i + 1] += result.path_begin[i];
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

void Solver::solve(std::span<const Query> queries, Workers& workers, BatchResult& result,
                   const BatchOptions& options) const {
  THRONG_ASSERT(options.max_cost < kUnreachable);
  Workers::Impl& own = workers.impl();
  make_room(result, queries.size(), options);
  result.topology = grid_->rules().topology;
  Problem problem{*grid_,   SquareSpace(*grid_), WeightedSpace(*grid_),
                  options_, jump_map_.get(),     index_ ? &index_->parts() : nullptr};
  if (options_.algorithm == Algorithm::bidirectional && !grid_->symmetric())
    problem.reverse.emplace(problem.weighted_space);
  const Job job{problem, find_kernel(problem), queries, options, result};
  if (options.monitor != nullptr) options.monitor->total = queries.size();
  const auto count_done = [&](std::size_t count) {
    if (options.monitor != nullptr)
      options.monitor->done.fetch_add(count, std::memory_order_relaxed);
  };

  // One thread answers in order and puts every path where it belongs at once.
  if (own.crew.size() == 1 || queries.size() == 1) {
    for (std::size_t i = 0; i < queries.size(); ++i) {
      answer_timed(job, i, own.scratch[0], result.moves);
      count_done(1);
    }
    return sum_up_lengths(result);
  }

  order_longest_first(queries, own.order);
  own.places.resize(queries.size());
  own.level_scratch();
  const std::size_t block = std::clamp<std::size_t>(
      queries.size() / (kBlocksPerThread * own.scratch.size()), 1, kLargestBlock);
  own.crew.for_each_block(
      queries.size(), block, [&](int thread, std::size_t begin, std::size_t end) {
        Scratch& scratch = own.scratch[static_cast<std::size_t>(thread)];
        for (std::size_t k = begin; k < end; ++k) {
          own.places[own.order[k]] = {scratch.paths.size(),
                                      static_cast<std::uint32_t>(thread)};
          answer_timed(job, own.order[k], scratch, scratch.paths);
        }
        count_done(end - begin);
      });

  sum_up_lengths(result);
  result.moves.resize(result.path_begin.back());
  own.most_moves = std::max(own.most_moves, result.moves.size());
  own.crew.for_each_block(
      queries.size(), kPathsPerBlock, [&](int, std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
          const Workers::Impl::Place place = own.places[i];
          const Move* const from = own.scratch[place.thread].paths.data() + place.begin;
          std::copy(from, from + (result.path_begin[i + 1] - result.path_begin[i]),
                    result.moves.data() + result.path_begin[i]);
        }
      });
}

BatchResult Solver::solve(std::span<const Query> queries, Workers& workers,
                          const BatchOptions& options) const {
  BatchResult result;
  solve(queries, workers, result, options);
  return result;
}

}  // namespace throng
