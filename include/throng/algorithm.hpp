#pragma once

#include <throng/export.hpp>
#include <throng/result.hpp>

#include <array>
#include <cstdint>
#include <string_view>

namespace throng {

/// How to search. The first four and the last two are optimal and fast. The others are for
/// research: use_lab() adds them, see lab.hpp. See also guarantee().
enum class Algorithm : std::uint8_t {
  automatic,      ///< "auto": see Solver::make
  astar,          ///< A* on integer costs with a bucket queue
  jps,            ///< jump point search; plain octile grids with Corners::never_cut
  hub,            ///< hub labels of an Index; plain octile and tile grids. No search
  textbook,       ///< the baseline: textbook A*, std::priority_queue over double costs
  idastar,        ///< iterative deepening; exponential, for small plain maps
  fringe,         ///< fringe search; optimal
  bidirectional,  ///< front to end from both ends (NBA*); optimal
  wastar,         ///< weighted A*, f = g + w h
  pxwd,           ///< piecewise linear priority; costlier paths near the goal
  pxwu,           ///< piecewise linear priority; costlier paths near the start
  xdp,            ///< convex downward parabola
  xup,            ///< convex upward parabola
  greedy,         ///< best-first by h alone; any path
  beam,           ///< best few cells of each layer; any path, or none
  front,          ///< fronts of an Index; optimal, without a search; not with links
  hierarchy,      ///< contraction hierarchy of an Index; optimal; as jps
};

/// What an algorithm guarantees for the cost of a path it finds:
/// - optimal: the path is a cheapest one.
/// - bounded: at most SolverOptions::weight_percent percent of the least cost.
/// - none: no bound.
enum class Guarantee : std::uint8_t { optimal, bounded, none };
THRONG_API Guarantee guarantee(Algorithm algorithm) noexcept;

/// The lower bound that guides the search. All preserve the algorithm's Guarantee. On grids
/// with links, "the exact distance on an open map" includes these links.
enum class Heuristic : std::uint8_t {
  automatic,  ///< "auto": see Solver::make
  plain,      ///< the exact distance on an open map: octile, manhattan on tiles, or hex
  landmark,   ///< the larger of plain and the landmark bound of an Index
  deadend,    ///< plain; skips areas that are dead ends for the query
  gateway,    ///< the larger of plain and the gate bound of an Index
  best,       ///< the largest bound that the Index has; skips dead ends
  zero,       ///< none: Dijkstra's algorithm
  manhattan,  ///< dx + dy steps; on octile grids a step counts at most half a diagonal
              ///< step; grids of squares only
  octile,     ///< the exact distance on an open octile map; octile grids only
  euclid,     ///< straight-line distance, rounded down; grids of squares only
  hex,        ///< the exact distance on an open hexagonal map; hexagonal grids only
};

/// The choice among paths of equal cost: how paths look. No choice changes a cost or a
/// status. All but canonical and same_way_back redraw the path that was found: a leg, which
/// is a part whose steps have at most two directions, gets another order of its steps if
/// that order is legal and costs exactly as much. So a path depends on the path that was
/// found, which algorithm, index and sharing may change, and on nothing else. Links stay
/// where they are. Pictures and times: ties.md.
enum class Ties : std::uint8_t {
  canonical,  ///< as found
  straight,   ///< legs nearest to the straight line between their ends
  few_turns,  ///< legs with the fewest turns
  /// The path between two cells visits the same cells in both directions: the search runs
  /// from the cell with the lesser CellIndex, and the counters are of that search. Only on
  /// grids that are symmetric(). For paths between two cells on one version of a map; not
  /// for a radius, nor for Request::approach under limits. Sharing::goals works as `equal`.
  same_way_back,
  /// Each unit keeps beside the straight line, up to 12 cells: in parallel lanes. A unit is
  /// Request::agent, or else the start of the path.
  lanes,
};

/// Where landmarks are placed, in each component. All but farthest are for research:
/// use_lab() adds them, see lab.hpp.
enum class Placement : std::uint8_t {
  random,    ///< random open cells
  farthest,  ///< far apart and near the rim, by estimates on a coarse map
  avoid,     ///< behind the region that the landmarks before it serve worst
  coverage,  ///< best for a sample of pairs, chosen from many candidates
};

/// What a distance field measures.
enum class FieldMetric : std::uint8_t {
  cost,   ///< cost of a cheapest path
  steps,  ///< number of moves of a path with the fewest moves (breadth-first search)
};

/// Direction of the paths that a sweep measures. Both directions have equal distances
/// unless the grid has one-way steps or links, weights paid on entering (CostModel::enter),
/// or climbs.
enum class SweepDirection : std::uint8_t {
  from_sources,
  to_sources,
};

/// For which cells landmark distances are stored, in 32 bits each.
enum class LandmarkStorage : std::uint8_t {
  exact = 0,  ///< all cells
  /// The corners of obstacles only, which are few on large maps. A query first computes the
  /// distances of its ends. For Algorithm::jps.
  jump_points = 2,
};

inline constexpr std::array kAlgorithms{
    Algorithm::automatic, Algorithm::astar,   Algorithm::jps,    Algorithm::hub,
    Algorithm::textbook,  Algorithm::idastar, Algorithm::fringe, Algorithm::bidirectional,
    Algorithm::wastar,    Algorithm::pxwd,    Algorithm::pxwu,   Algorithm::xdp,
    Algorithm::xup,       Algorithm::greedy,  Algorithm::beam,   Algorithm::front,
    Algorithm::hierarchy};
inline constexpr std::array kHeuristics{
    Heuristic::automatic, Heuristic::plain,  Heuristic::landmark, Heuristic::deadend,
    Heuristic::gateway,   Heuristic::best,   Heuristic::zero,     Heuristic::manhattan,
    Heuristic::octile,    Heuristic::euclid, Heuristic::hex};
inline constexpr std::array kTies{Ties::canonical, Ties::straight, Ties::few_turns,
                                  Ties::same_way_back, Ties::lanes};
inline constexpr std::array kPlacements{Placement::random, Placement::farthest,
                                        Placement::avoid, Placement::coverage};
inline constexpr std::array kFieldMetrics{FieldMetric::cost, FieldMetric::steps};
inline constexpr std::array kLandmarkStorages{LandmarkStorage::exact,
                                              LandmarkStorage::jump_points};

THRONG_API std::string_view name(Algorithm algorithm) noexcept;
THRONG_API std::string_view name(Heuristic heuristic) noexcept;
THRONG_API std::string_view name(Ties ties) noexcept;
THRONG_API std::string_view name(Placement placement) noexcept;
THRONG_API std::string_view name(FieldMetric metric) noexcept;
THRONG_API std::string_view name(LandmarkStorage storage) noexcept;
/// Errors: bad_argument; the message lists the valid words.
THRONG_API Result<Algorithm> parse_algorithm(std::string_view word);
THRONG_API Result<Heuristic> parse_heuristic(std::string_view word);
THRONG_API Result<Ties> parse_ties(std::string_view word);
THRONG_API Result<Placement> parse_placement(std::string_view word);
THRONG_API Result<FieldMetric> parse_field_metric(std::string_view word);
THRONG_API Result<LandmarkStorage> parse_landmark_storage(std::string_view word);

}  // namespace throng
