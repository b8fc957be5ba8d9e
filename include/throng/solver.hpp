#pragma once

#include <throng/algorithm.hpp>
#include <throng/batch.hpp>
#include <throng/grid.hpp>
#include <throng/index.hpp>
#include <throng/monitor.hpp>
#include <throng/query.hpp>
#include <throng/result.hpp>
#include <throng/workers.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <utility>

namespace throng {

inline constexpr int kMaxActiveLandmarks = 8;
inline constexpr int kMaxWeightPercent = 10'000;

struct SolverOptions {
  Algorithm algorithm = Algorithm::automatic;
  Heuristic heuristic = Heuristic::automatic;
  /// How many landmarks a query uses: those with the largest bounds at its start. 0: all,
  /// which was faster wherever it was measured. At most kMaxActiveLandmarks.
  int active_landmarks = 0;
  /// For algorithms whose Guarantee is bounded: no path costs more than so many percent of
  /// a cheapest one. 100 to kMaxWeightPercent.
  int weight_percent = 150;
  /// For beam: how many cells of a layer are expanded. At least 1.
  int beam_width = 1000;
};

/// What the queries or requests of a batch may share.
enum class Sharing : std::uint8_t {
  none,
  /// Equal ones are answered once. Answers are the same as without, counters included.
  equal,
  /// That, and many paths to one goal, a group order, are read off one sweep from the goal
  /// where that is cheaper. Statuses, ends and costs are the same; a path may be another
  /// cheapest one, and counters are 0. Whether and which depends on the batch alone, not on
  /// the number of threads. Not with a radius or limits, nor with algorithms that are not
  /// optimal: then as `equal`. 1,000 units to one goal, one thread, game maps, rooms, a
  /// maze and noise: A* is 45 to 238 times as fast as without, jump point search 6 to 208
  /// times, with 16 landmarks up to 25 times. Batches without such orders: within 3 %.
  goals,
};

struct BatchOptions {
  Sharing sharing = Sharing::none;
  bool paths = true;  ///< false: costs and counters only
  /// Of each path only so many moves are kept, the first ones: a unit that will ask again
  /// before it has walked them needs no more memory.
  std::uint32_t max_moves = std::numeric_limits<std::uint32_t>::max();
  bool latency = false;  ///< measure each query (two clock readings, some 50 ns)
  /// A query stops as out_of_budget before it expands more cells than this.
  std::uint32_t max_expansions = std::numeric_limits<std::uint32_t>::max();
  /// A query whose cheapest path costs more than this ends as over_max_cost.
  Cost max_cost = kUnreachable - 1;
  Monitor* monitor = nullptr;  ///< may be null; must outlive the call
};

/// The immutable half of solving: a grid, maybe an index of it, and the search chosen for
/// them. Const members may be called from any number of threads at once, each with Workers
/// of its own.
///
/// What `automatic` stands for; it never changes a cost:
///
/// algorithm:
/// - hub where the index has hub labels and no heuristic is asked for;
/// - jps on an octile grid on which no corner is cut, with landmarks or a jump graph; and
///   without an index, but for astar where there is a jump point for every two cells;
/// - astar on all other grids.
///
/// heuristic:
/// - with landmarks: landmark; for astar best, where the index has areas, no gates, and
///   many dead ends (no part of the map that holds together has half of its cells);
/// - else with gates, for astar: gateway;
/// - else with areas and many dead ends: dead_end;
/// - else plain: octile, or manhattan on a tile grid; but zero where there are more links
///   than LinkTable::measured() knows.
class Solver {
 public:
  /// Without an index. Cost: O(cells / 64) where jps is possible.
  /// Errors: unsupported when the heuristic is not admissible on the grid's topology or the
  /// algorithm not made for its rules; bad_argument when an index would be needed.
  /// Pre: grid is not null.
  static Result<Solver> make(std::shared_ptr<const Grid> grid,
                             const SolverOptions& options = {});
  /// With an index, which brings its grid. Pre: index is not null.
  static Result<Solver> make(std::shared_ptr<const Index> index,
                             const SolverOptions& options = {});

  /// Answers a batch; `result` is overwritten and its memory reused.
  ///
  /// A query that cannot be answered is a Status, never an error: one bad query does not
  /// spoil a batch. Answer i depends on the grid, query i and the options alone (latency
  /// apart): not on the number of threads, the other queries or timing.
  ///
  /// Pre:   no cell of `queries` or `result` is touched by others meanwhile.
  /// Cost:  that of each query's search, spread over the threads: of 1,000 queries or more
  ///        those that begin near each other one after the other, for caches to help, of
  ///        fewer the longest first. Nothing is allocated once result and workers have met
  ///        a batch as large.
  /// Throws: std::bad_alloc only.
  void solve(std::span<const Query> queries, Workers& workers, BatchResult& result,
             const BatchOptions& options = {}) const;

  /// The same into a new result.
  BatchResult solve(std::span<const Query> queries, Workers& workers,
                    const BatchOptions& options = {}) const;

  /// Answers a batch of requests in the same way.
  ///
  /// A request for one goal, without a radius, costs what a query costs; one for any of
  /// several a search for each goal that may be the cheapest, cut off at the cost of the
  /// best one so far. A radius takes an A* by the distance on an open map, whatever the
  /// algorithm is (its path is a cheapest one). To approach what cannot be reached takes a
  /// look at the cells around the goal, up to the nearest that can be reached, and a search
  /// to that: never a flood, unless there are one-way steps or links, or fences. Links are
  /// no part of an open map; where there are some, searches for a radius and for a way
  /// under a budget go without a bound.
  void solve(std::span<const Request> requests, Workers& workers, RequestResult& result,
             const BatchOptions& options = {}) const;

  /// The same into a new result.
  RequestResult solve(std::span<const Request> requests, Workers& workers,
                      const BatchOptions& options = {}) const;

  const Grid& grid() const noexcept;
  /// What `automatic` became.
  Algorithm algorithm() const noexcept;
  Heuristic heuristic() const noexcept;

  struct Problem;
  /// For the library alone: the type is private to it.
  const Problem& problem() const noexcept { return *problem_; }

 private:
  explicit Solver(std::shared_ptr<const Problem> problem) : problem_(std::move(problem)) {}

  std::shared_ptr<const Problem> problem_;  ///< never null; copies share it
};

}  // namespace throng
