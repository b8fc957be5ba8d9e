#pragma once

#include <throng/result.hpp>

#include <array>
#include <cstdint>
#include <string_view>

namespace throng {

/// How to search.
enum class Algorithm : std::uint8_t {
  automatic,  ///< "auto": astar
  astar,      ///< A* on integer costs with a bucket queue
  textbook,   ///< the baseline: A* as in books, std::priority_queue over double costs
};

/// The lower bound that guides the search. All are consistent: every answer is optimal.
enum class Heuristic : std::uint8_t {
  automatic,  ///< "auto": plain
  plain,      ///< the exact distance on an open map: octile, or manhattan on a tile grid
  zero,       ///< none: Dijkstra's algorithm
  manhattan,  ///< dx + dy steps, on an octile grid at half a diagonal step each at most
  octile,     ///< the exact distance on an open octile map; octile grids only
  euclid,     ///< straight-line distance, rounded down
};

inline constexpr std::array kAlgorithms{Algorithm::automatic, Algorithm::astar,
                                        Algorithm::textbook};
inline constexpr std::array kHeuristics{Heuristic::automatic, Heuristic::plain,
                                        Heuristic::zero,      Heuristic::manhattan,
                                        Heuristic::octile,    Heuristic::euclid};

std::string_view name(Algorithm algorithm) noexcept;
std::string_view name(Heuristic heuristic) noexcept;
/// Errors: bad_argument, with the list of the words.
Result<Algorithm> parse_algorithm(std::string_view word);
Result<Heuristic> parse_heuristic(std::string_view word);

}  // namespace throng
