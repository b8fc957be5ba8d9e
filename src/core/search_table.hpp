#pragma once

#include <throng/algorithm.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

// What each algorithm and each heuristic is called, and on which grids it is admissible:
// one row for each, read by the kernel, the program and the tables of the manuals.

namespace throng {

/// The grids on which an algorithm answers.
enum class GroundNeed : std::uint8_t {
  any,
  no_links,
  plain,          ///< plain ground, no links
  plain_squares,  ///< the same, octile or tile
  jumps,          ///< the same, octile, no corner is cut
};

/// The heuristics that guide an algorithm.
enum class HeuristicUse : std::uint8_t {
  all,
  consistent,  ///< without areas and gates; landmarks only where ways back cost the same
  no_index,    ///< those that need no index
  open,        ///< none but the distance on an open map, which it does not read
};

struct AlgorithmRow {
  Algorithm algorithm;
  std::string_view word;
  Guarantee guarantee;
  GroundNeed ground;
  HeuristicUse heuristics;
  std::string_view help;            ///< "jump point search"
  std::string_view refusal = {};    ///< "algorithm jps " and this: of other ground
  std::string_view own_bound = {};  ///< of HeuristicUse::open: why, after "algorithm hub "
  bool lab = false;                 ///< one that use_lab() adds
};

inline constexpr std::string_view kNeedsJumps =
    "needs an octile grid on plain ground on which no corner is cut (topology octile, "
    "corners never_cut, no weights, no links)";

inline constexpr std::string_view kNeedsSquares =
    "needs a grid of squares on plain ground (topology octile or tile, no weights, no "
    "links)";

constexpr AlgorithmRow of_lab(AlgorithmRow row) noexcept {
  row.lab = true;
  return row;
}

/// By Algorithm. The first row is of Algorithm::automatic.
inline constexpr std::array kAlgorithmTable{
    AlgorithmRow{Algorithm::automatic, "auto", Guarantee::optimal, GroundNeed::any,
                 HeuristicUse::all, "the fastest one for grid and index"},
    AlgorithmRow{Algorithm::astar, "astar", Guarantee::optimal, GroundNeed::any,
                 HeuristicUse::all, "A\\* with a bucket queue"},
    AlgorithmRow{Algorithm::jps, "jps", Guarantee::optimal, GroundNeed::jumps,
                 HeuristicUse::all, "jump point search", kNeedsJumps},
    AlgorithmRow{Algorithm::hub, "hub", Guarantee::optimal, GroundNeed::plain_squares,
                 HeuristicUse::open, "hub labels: a lookup", kNeedsSquares,
                 "does not search"},
    of_lab(
        AlgorithmRow{Algorithm::textbook, "textbook", Guarantee::optimal,
                     GroundNeed::plain_squares, HeuristicUse::no_index, "the slow baseline",
                     "is the baseline: it supports only grids of squares on plain ground "
                     "without links"}),
    of_lab(AlgorithmRow{Algorithm::idastar, "idastar", Guarantee::optimal,
                        GroundNeed::plain, HeuristicUse::all,
                        "iterative deepening, exponential time",
                        "requires plain ground without links"}),
    of_lab(AlgorithmRow{Algorithm::fringe, "fringe", Guarantee::optimal, GroundNeed::any,
                        HeuristicUse::all, "fringe search"}),
    of_lab(AlgorithmRow{Algorithm::bidirectional, "bidirectional", Guarantee::optimal,
                        GroundNeed::any, HeuristicUse::consistent, "A\\* from both ends"}),
    of_lab(AlgorithmRow{Algorithm::wastar, "wastar", Guarantee::bounded, GroundNeed::any,
                        HeuristicUse::all, "weighted A\\*"}),
    of_lab(AlgorithmRow{Algorithm::pxwd, "pxwd", Guarantee::bounded, GroundNeed::any,
                        HeuristicUse::all, "costlier paths near the goal"}),
    of_lab(AlgorithmRow{Algorithm::pxwu, "pxwu", Guarantee::bounded, GroundNeed::any,
                        HeuristicUse::all, "costlier paths near the start"}),
    of_lab(AlgorithmRow{Algorithm::xdp, "xdp", Guarantee::bounded, GroundNeed::any,
                        HeuristicUse::all, "convex downward parabola"}),
    of_lab(AlgorithmRow{Algorithm::xup, "xup", Guarantee::bounded, GroundNeed::any,
                        HeuristicUse::all, "convex upward parabola"}),
    of_lab(AlgorithmRow{Algorithm::greedy, "greedy", Guarantee::none, GroundNeed::any,
                        HeuristicUse::all, "best first by the heuristic alone"}),
    of_lab(AlgorithmRow{Algorithm::beam, "beam", Guarantee::none, GroundNeed::any,
                        HeuristicUse::all,
                        "the best cells of each layer; may find no path"}),
    AlgorithmRow{Algorithm::front, "front", Guarantee::optimal, GroundNeed::no_links,
                 HeuristicUse::open, "fronts, without a search", "does not support links",
                 "does not search"},
    AlgorithmRow{Algorithm::hierarchy, "hierarchy", Guarantee::optimal, GroundNeed::jumps,
                 HeuristicUse::open, "a contraction hierarchy", kNeedsJumps,
                 "has landmarks of its own"},
};

constexpr const AlgorithmRow& row_of(Algorithm algorithm) noexcept {
  return kAlgorithmTable[static_cast<std::size_t>(algorithm)];
}

/// The parts of an index that heuristics read.
enum class GuidePart : std::uint8_t { none, landmarks, areas, gates };

/// With links: whether a heuristic is a lower bound.
enum class LinkUse : std::uint8_t {
  never,
  measured,  ///< if it is the distance on an open map, and links are few
  always,
};

struct HeuristicRow {
  Heuristic heuristic;
  std::string_view word;
  bool octile, tile, hexagonal;  ///< the topologies on which it is a lower bound
  bool weights;                  ///< a lower bound on weighted ground too
  LinkUse links;
  GuidePart needs;  ///< the part that an index must have
  std::string_view help;
};

/// By Heuristic. The first row is of Heuristic::automatic.
inline constexpr std::array kHeuristicTable{
    HeuristicRow{Heuristic::automatic, "auto", true, true, true, true, LinkUse::always,
                 GuidePart::none, "the best one for grid and index"},
    HeuristicRow{Heuristic::plain, "plain", true, true, true, true, LinkUse::always,
                 GuidePart::none, "the exact distance on an open map"},
    HeuristicRow{Heuristic::landmark, "landmark", true, true, true, true, LinkUse::always,
                 GuidePart::landmarks, "the larger of `plain` and the landmarks' bound"},
    HeuristicRow{Heuristic::deadend, "deadend", true, true, false, false, LinkUse::never,
                 GuidePart::areas, "`plain`; skips areas that are dead ends for the query"},
    HeuristicRow{Heuristic::gateway, "gateway", true, true, false, false, LinkUse::never,
                 GuidePart::gates, "the larger of `plain` and the costs between gates"},
    HeuristicRow{Heuristic::best, "best", true, true, false, false, LinkUse::never,
                 GuidePart::areas, "the largest that the index has; skips dead ends"},
    HeuristicRow{Heuristic::zero, "zero", true, true, true, true, LinkUse::always,
                 GuidePart::none, "none: Dijkstra's algorithm"},
    HeuristicRow{Heuristic::manhattan, "manhattan", true, true, false, true,
                 LinkUse::measured, GuidePart::none, "rows and columns between two cells"},
    HeuristicRow{Heuristic::octile, "octile", true, false, false, true, LinkUse::measured,
                 GuidePart::none, "the distance on an open octile map"},
    HeuristicRow{Heuristic::euclid, "euclid", true, true, false, true, LinkUse::never,
                 GuidePart::none, "the length of a straight line"},
    HeuristicRow{Heuristic::hex, "hex", false, false, true, true, LinkUse::measured,
                 GuidePart::none, "the distance on an open hexagonal map"},
};

constexpr const HeuristicRow& row_of(Heuristic heuristic) noexcept {
  return kHeuristicTable[static_cast<std::size_t>(heuristic)];
}

/// Whether a heuristic reads a part if the index has it.
constexpr bool reads(Heuristic heuristic, GuidePart part) noexcept {
  return heuristic == Heuristic::best ? part != GuidePart::none
                                      : row_of(heuristic).needs == part;
}

}  // namespace throng
