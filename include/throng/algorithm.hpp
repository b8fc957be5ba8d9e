#pragma once

#include <throng/result.hpp>

#include <array>
#include <cstdint>
#include <string_view>

namespace throng {

/// How to search. The first five are optimal, four of them fast; the others are the rest of
/// the family, for those who compare or who need less than the best path.
enum class Algorithm : std::uint8_t {
  automatic,      ///< "auto": see Solver::make
  astar,          ///< A* on integer costs with a bucket queue
  jps,            ///< jump point search; plain octile grids on which no corner is cut
  hub,            ///< no search: hub labels of an Index; as jps, for maps that stand still
  textbook,       ///< the baseline: A* as in books, std::priority_queue over double costs
  idastar,        ///< iterative deepening; exponential, for small plain maps
  fringe,         ///< fringe search; optimal
  bidirectional,  ///< front to end from both ends (NBA*); optimal
  wastar,         ///< weighted A*, f = g + w h
  pxwd,           ///< two straight pieces, dear paths near the goal
  pxwu,           ///< two straight pieces, dear paths near the start
  xdp,            ///< convex downward parabola
  xup,            ///< convex upward parabola
  greedy,         ///< best-first by h alone; any path
  beam,           ///< the best few of each layer; any path, or none
};

/// What is known of the cost of a path that an algorithm finds: it is least; at most
/// SolverOptions::weight_percent of the least; nothing.
enum class Guarantee : std::uint8_t { optimal, bounded, none };
Guarantee guarantee(Algorithm algorithm) noexcept;

/// The lower bound that guides the search. None makes an answer dearer. On grids with links
/// an exact distance on an open map is the one on an open map that has these links.
enum class Heuristic : std::uint8_t {
  automatic,  ///< "auto": see Solver::make
  plain,      ///< the exact distance on an open map: octile, manhattan on tiles, or hex
  landmark,   ///< the larger of plain and what the landmarks of an Index say
  deadend,    ///< plain, and no look at areas that are dead ends for the query
  gateway,    ///< the larger of plain and what the gates of an Index say
  best,       ///< the largest of all that an Index knows, and no look at dead ends
  zero,       ///< none: Dijkstra's algorithm
  manhattan,  ///< dx + dy steps, on an octile grid at half a diagonal step each at most;
              ///< grids of squares only
  octile,     ///< the exact distance on an open octile map; octile grids only
  euclid,     ///< straight-line distance, rounded down; grids of squares only
  hex,        ///< the exact distance on an open hexagonal map; hexagonal grids only
};

/// Where landmarks are put, in each component.
enum class Placement : std::uint8_t {
  random,    ///< open cells drawn at random
  farthest,  ///< each as far as possible from those before it
  avoid,     ///< behind the region that those before it serve worst
  coverage,  ///< those that help a sample of pairs most, among many candidates
};

/// What a distance field counts.
enum class FieldMetric : std::uint8_t {
  cost,   ///< cost of a cheapest path
  steps,  ///< moves of a path with the fewest moves: breadth-first search
};

/// Which way the paths go that a sweep measures. It matters where there and back differ:
/// one-way steps and links, weights paid on entering, climbs.
enum class SweepDirection : std::uint8_t {
  from_sources,
  to_sources,
};

/// How landmark distances are kept.
enum class LandmarkStorage : std::uint8_t {
  exact,       ///< 32 bits each
  compressed,  ///< 16 bits each, rounded: half the memory, more expansions
};

inline constexpr std::array kAlgorithms{
    Algorithm::automatic, Algorithm::astar,   Algorithm::jps,    Algorithm::hub,
    Algorithm::textbook,  Algorithm::idastar, Algorithm::fringe, Algorithm::bidirectional,
    Algorithm::wastar,    Algorithm::pxwd,    Algorithm::pxwu,   Algorithm::xdp,
    Algorithm::xup,       Algorithm::greedy,  Algorithm::beam};
inline constexpr std::array kHeuristics{
    Heuristic::automatic, Heuristic::plain,  Heuristic::landmark, Heuristic::deadend,
    Heuristic::gateway,   Heuristic::best,   Heuristic::zero,     Heuristic::manhattan,
    Heuristic::octile,    Heuristic::euclid, Heuristic::hex};
inline constexpr std::array kPlacements{Placement::random, Placement::farthest,
                                        Placement::avoid, Placement::coverage};
inline constexpr std::array kFieldMetrics{FieldMetric::cost, FieldMetric::steps};
inline constexpr std::array kLandmarkStorages{LandmarkStorage::exact,
                                              LandmarkStorage::compressed};

std::string_view name(Algorithm algorithm) noexcept;
std::string_view name(Heuristic heuristic) noexcept;
std::string_view name(Placement placement) noexcept;
std::string_view name(FieldMetric metric) noexcept;
std::string_view name(LandmarkStorage storage) noexcept;
/// Errors: bad_argument, with the list of the words.
Result<Algorithm> parse_algorithm(std::string_view word);
Result<Heuristic> parse_heuristic(std::string_view word);
Result<Placement> parse_placement(std::string_view word);
Result<FieldMetric> parse_field_metric(std::string_view word);
Result<LandmarkStorage> parse_landmark_storage(std::string_view word);

}  // namespace throng
