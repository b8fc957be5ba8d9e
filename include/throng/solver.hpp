#pragma once

#include <throng/algorithm.hpp>
#include <throng/batch.hpp>
#include <throng/grid.hpp>
#include <throng/query.hpp>
#include <throng/result.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>

namespace throng {

/// The mutable half of solving: threads, and for each of them the scratch memory of one
/// search. Heavy to make, so make one and keep it; serves one call at a time, for any
/// Solver.
class Workers {
 public:
  /// 0: as many threads as the machine has. Pre: 0 <= threads <= kMaxThreads.
  explicit Workers(int threads = 0);
  ~Workers();
  Workers(Workers&&) noexcept;
  Workers& operator=(Workers&&) noexcept;

  static constexpr int kMaxThreads = 1024;

  int threads() const noexcept;

  /// Bytes of scratch held by all threads: about 4 a padded cell and thread that has
  /// worked, and the largest open list and paths met so far. Grows to a high-water mark and
  /// stays.
  std::size_t memory_bytes() const noexcept;

 private:
  friend class Solver;
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// A window on a running batch, for another thread: a progress bar, a cancel button.
struct Monitor {
  std::atomic<std::size_t> done{0};  ///< queries answered so far
  std::atomic<bool> cancel{false};   ///< set it: queries not begun yet end as `cancelled`
};

struct SolverOptions {
  Algorithm algorithm = Algorithm::automatic;
  Heuristic heuristic = Heuristic::automatic;
};

struct BatchOptions {
  bool paths = true;     ///< false: costs and counters only
  bool latency = false;  ///< measure each query (two clock readings, some 50 ns)
  /// A query stops as out_of_budget before it expands more cells than this.
  std::uint32_t max_expansions = std::numeric_limits<std::uint32_t>::max();
  /// A query whose cheapest path costs more than this ends as over_max_cost.
  Cost max_cost = kUnreachable - 1;
  Monitor* monitor = nullptr;  ///< may be null; must outlive the call
};

/// The immutable half of solving: a grid and the search chosen for it. Const members may be
/// called from any number of threads at once, each with Workers of its own.
class Solver {
 public:
  /// Errors: unsupported when the heuristic is not admissible on the grid's topology.
  /// Pre: grid is not null.
  static Result<Solver> make(std::shared_ptr<const Grid> grid,
                             const SolverOptions& options = {});

  /// Answers a batch; `result` is overwritten and its memory reused.
  ///
  /// A query that cannot be answered is a Status, never an error: one bad query does not
  /// spoil a batch. Answer i depends on the grid, query i and the options alone (latency
  /// apart): not on the number of threads, the other queries or timing.
  ///
  /// Pre:   no cell of `queries` or `result` is touched by others meanwhile.
  /// Cost:  that of each query's search, spread over the threads longest first. Nothing is
  ///        allocated once result and workers have met a batch as large.
  /// Throws: std::bad_alloc only.
  void solve(std::span<const Query> queries, Workers& workers, BatchResult& result,
             const BatchOptions& options = {}) const;

  /// The same into a new result.
  BatchResult solve(std::span<const Query> queries, Workers& workers,
                    const BatchOptions& options = {}) const;

  const Grid& grid() const noexcept { return *grid_; }
  /// What `automatic` became.
  Algorithm algorithm() const noexcept { return options_.algorithm; }
  Heuristic heuristic() const noexcept { return options_.heuristic; }

 private:
  Solver(std::shared_ptr<const Grid> grid, const SolverOptions& options)
      : grid_(std::move(grid)), options_(options) {}

  std::shared_ptr<const Grid> grid_;  ///< never null
  SolverOptions options_;
};

}  // namespace throng
