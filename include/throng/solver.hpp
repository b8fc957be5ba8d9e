#pragma once

#include <throng/algorithm.hpp>
#include <throng/answers.hpp>
#include <throng/export.hpp>
#include <throng/grid.hpp>
#include <throng/index.hpp>
#include <throng/monitor.hpp>
#include <throng/query.hpp>
#include <throng/result.hpp>
#include <throng/workers.hpp>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <memory>
#include <span>
#include <utility>

namespace throng {

inline constexpr int kMaxWeightPercent = 10'000;

struct SolverOptions {
  Algorithm algorithm = Algorithm::automatic;
  Heuristic heuristic = Heuristic::automatic;
  /// For algorithms with Guarantee::bounded: the largest cost of a path, in percent of the
  /// least cost. 100 to kMaxWeightPercent.
  int weight_percent = 150;
  /// For beam: the number of cells expanded in each layer. At least 1.
  int beam_width = 1000;
  /// For greedy and for algorithms with Guarantee::bounded: whether cells that are reached
  /// at a lower cost after their expansion are expanded again. Without, a search usually
  /// expands far fewer cells, and each at most once, with the same guarantee. Bounded
  /// algorithms always reopen where their guarantee requires it: with inconsistent bounds
  /// (Heuristic::gateway, for example), with weights near 100 percent, and, for pxwd and
  /// xdp, where a step may cost more than the opposite one. A query with a
  /// limit of costs reopens if it finds no path within the limit otherwise.
  bool reopen = false;
  /// The choice among paths of equal cost.
  Ties ties = Ties::canonical;
};

/// What the queries or requests of a batch may share.
enum class Sharing : std::uint8_t {
  none,
  /// Equal queries or requests are answered once. Results are as with `none`, counters
  /// included.
  equal,
  /// As `equal`. Also, many paths to one goal (a group order), or from one start, are read
  /// from one field of distances, by a sweep or by fronts, if that is cheaper. Each goal of
  /// Visit::each counts as a path. Statuses, ends and costs are as with `none`. A path may
  /// be another cheapest path, and counters are 0. What is shared depends on the batch
  /// only, not on the number of threads. Works as `equal` for requests with a radius or
  /// limits, and for algorithms that are not optimal. A FrameScheduler shares by goal only.
  ///
  /// Speed-up for 1,000 units to one goal, one thread, game maps, rooms, a maze and noise:
  /// A* 45 to 238 times, jump point search 6 to 208 times, with 16 landmarks up to 25
  /// times. Batches without group orders: within 3 % of `none`.
  goals,
};

struct BatchOptions {
  Sharing sharing = Sharing::none;
  bool paths = true;  ///< false: costs and counters only
  /// Keeps only the first `max_moves` moves of each path: saves memory if a unit asks again
  /// before it has made them.
  std::uint32_t max_moves = std::numeric_limits<std::uint32_t>::max();
  bool latency = false;  ///< measure each query: two clock readings, about 50 ns
  /// A query ends as out_of_budget before it expands more cells than this.
  std::uint32_t max_expansions = std::numeric_limits<std::uint32_t>::max();
  /// A query ends as over_max_cost if its cheapest path costs more than this.
  Cost max_cost = kUnreachable - 1;
  Monitor* monitor = nullptr;  ///< may be null; must outlive the call
};

/// An index, or a grid alone, and the search chosen for them: the immutable half of
/// solving. Const members may be called concurrently, each call with its own Workers.
///
/// `automatic` never changes a cost. It chooses by figures of the map and of the parts of
/// the index: the engine that is fastest on most maps with such figures. bench automatic/
/// measures how near that comes to the best of all engines that the index admits.
///
/// algorithm, if the heuristic is automatic or plain:
/// - hub if the index has hub labels; but front on dense noise, if it has fronts as well;
/// - else front if the index has fronts, and a query reads few of their entries for the
///   jump points of the map: always on noise, and where jps is not possible;
/// - else hierarchy if the index has a hierarchy, and the map many corners (32,768 in the
///   component of a random one), or few arcs for each, as mazes and rooms have. In mazes
///   and large rooms it comes before front;
/// - else as with other heuristics.
///
/// algorithm with other heuristics:
/// - jps on a plain octile grid with Corners::never_cut, if it has at most one jump point
///   for every two open cells. Others are mazes one cell wide, where jps needs a jump
///   graph, landmarks or areas; dense noise, where it needs a graph, and landmarks as well
///   unless many edges of the graph are dead ends; and sparse noise, with three or more
///   quarters of all moves legal, where it never pays;
/// - else astar.
///
/// heuristic:
/// - hub, front, hierarchy, textbook, or a grid alone: plain; on a living map, hub searches
///   with landmark where its labels do not answer, if there are landmarks;
/// - jps on a jump graph: landmark if there are landmarks; deadend if there are areas, and
///   many jump points or dead ends; else plain. Plain on static maps that are forests,
///   where all edges of the graph are dead ends, and with landmarks at jump points also
///   where many distances are nearly those on an open map;
/// - jps without one: landmark if there are landmarks; gateway if there are gates whose
///   costs are seldom those on an open map; deadend if there are areas, and many dead ends
///   or few jump points; else plain. In mazes, deadend comes first;
/// - astar on sparse noise: plain, since the distance on an open map is nearly exact. Else
///   landmark if there are landmarks; best, with areas, no gates, and many dead ends. Else
///   gateway with gates, and deadend with areas and many dead ends;
/// - else plain: octile, manhattan or hex, by topology; zero if the grid has links that are
///   not LinkTable::measured().
///
/// Many dead ends: after all of them are cut off, no part has half of the open cells.
class Solver {
 public:
  // A move is a copy, so that a moved-from solver remains one.
  Solver(const Solver&) noexcept = default;
  Solver& operator=(const Solver&) noexcept = default;

  /// Makes a solver for an index, or for a grid alone.
  /// Cost: O(1); for a grid alone O(cells / 64) where jps is possible.
  /// Errors:
  /// - unsupported: the heuristic is not admissible on this grid, or the algorithm does not
  ///   support the grid's rules; Ties::same_way_back on a grid that is not symmetric().
  /// - bad_argument: the grid is null, the options require a part that the index lacks, or
  ///   a number is out of range.
  THRONG_API static Result<Solver> make(const Index& index,
                                        const SolverOptions& options = {});

  /// Answers a batch of queries. Overwrites `answers` and reuses their memory.
  ///
  /// A query that cannot be answered has a Status; it is never an error. Except for
  /// `microseconds`, answer i depends only on the grid, the index, query i and the options,
  /// not on the number of threads, the other queries or timing.
  ///
  /// Pre:    no other thread writes `queries`, or accesses `answers`, during the call.
  /// Cost:   the search of each query, spread over the threads. From 1,000 queries on,
  ///         queries with near starts run together, to help the caches; smaller batches run
  ///         the longest first. Allocates nothing once answers and workers have held a
  ///         batch as large.
  /// Throws: see Workers.
  THRONG_API void solve(std::span<const Query> queries, Workers& workers, Answers& answers,
                        const BatchOptions& options = {}) const;

  /// Returns new Answers.
  THRONG_API Answers solve(std::span<const Query> queries, Workers& workers,
                           const BatchOptions& options = {}) const;

  /// Answers a batch of requests in the same way. Cost:
  /// - One goal, no radius: as a query.
  /// - Several goals with Visit::any: one search for each goal that may be the cheapest,
  ///   each limited by the cost of the best path so far.
  /// - radius: A* with the distance on an open map, whatever the algorithm. The path is a
  ///   cheapest one.
  /// - approach: examines the cells around the goal, up to the nearest reachable one, then
  ///   one search to it. It floods the map only if there are one-way steps or links, or
  ///   fences.
  /// - On grids with links, searches for a radius, and for approach under a limit, run
  ///   without a lower bound.
  THRONG_API void solve(std::span<const Request> requests, Workers& workers,
                        Answers& answers, const BatchOptions& options = {}) const;

  /// Returns new Answers.
  THRONG_API Answers solve(std::span<const Request> requests, Workers& workers,
                           const BatchOptions& options = {}) const;

  /// A braced list is rejected: {{{0, 0}, {1, 1}}} would be two queries. Name an array.
  template <class... Rest>
  void solve(std::initializer_list<Query> queries, Rest&&... rest) const = delete;

  /// Makes the scratch memory that queries of this solver use on each thread of `workers`,
  /// and touches it, so that the first query, batch or frame takes no longer than later
  /// ones: behind a loading screen, or at the start of a service. Changes no answer. Call
  /// it for each solver that these workers will serve, or for one of each algorithm on the
  /// largest map.
  ///
  /// Cost:   four queries across the map on each thread, each of at most as many expansions
  ///         as there are open cells: 1 to 30 ms on game maps.
  /// Throws: see Workers.
  THRONG_API void reserve(Workers& workers) const;

  /// What the solver was made of: an index, or a grid alone.
  THRONG_API const Index& index() const noexcept;
  THRONG_API const Grid& grid() const noexcept;
  /// The algorithm and heuristic in use; never automatic.
  THRONG_API Algorithm algorithm() const noexcept;
  THRONG_API Heuristic heuristic() const noexcept;

  struct Problem;
  /// Internal: the type is private to the library.
  const Problem& problem() const noexcept { return *problem_; }

 private:
  explicit Solver(std::shared_ptr<const Problem> problem) : problem_(std::move(problem)) {}

  std::shared_ptr<const Problem> problem_;  ///< never null; copies share it
};

}  // namespace throng
