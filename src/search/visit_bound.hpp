#pragma once

#include "../heuristic/dead_end.hpp"
#include "../heuristic/gateway.hpp"
#include "../heuristic/landmark.hpp"
#include "../heuristic/link.hpp"
#include "../heuristic/plain.hpp"
#include "../heuristic/two_way_landmark.hpp"
#include "problem.hpp"

#include <algorithm>
#include <cstdint>
#include <type_traits>

namespace throng {

// The keys of an engine map the numbers that it uses for cells to the data of an index.

/// For engines that number cells as the grid does.
struct CellKeys {
  RowOfCell row_of;              ///< rows of the landmark table of a static map
  const std::uint32_t* area_of;  ///< null: no areas

  /// Rows of the landmark table of a living map.
  static RowIsKey living_row_of(const Problem& /*problem*/, CellIndex /*goal*/) noexcept {
    return {};
  }
};

inline CellKeys cell_keys(const Problem& problem) {
  if (problem.index == nullptr) return {{nullptr}, nullptr};
  const Index::Parts& index = *problem.index;
  return {{index.rows->row.data()},
          index.areas ? index.areas->map.area_of.data() : nullptr};
}

/// For engines that number cells by their nodes in the jump graph.
struct NodeKeys {
  RowIsKey row_of;
  const std::uint32_t* area_of;

  static RowOfNode living_row_of(const Problem& problem, CellIndex goal) noexcept {
    const auto cells = static_cast<std::uint32_t>(problem.grid.cell_count());
    return {cells, problem.index->landmarks->rows() - cells, goal,
            static_cast<std::uint32_t>(problem.grid.stride())};
  }
};

/// Pre: the index has a jump graph.
inline NodeKeys node_keys(const Problem& problem) {
  const Index::Parts& index = *problem.index;
  return {{}, index.areas ? index.areas->area_of_row.data() : nullptr};
}

/// The ends of one query, for the functions that make its bound.
struct Ends {
  CellIndex start;
  CellIndex goal;
  /// The bound is on costs from the goal to cells. The ends are swapped. For the backward
  /// half of a bidirectional search.
  bool backward = false;
};

/// Landmarks also have an upper bound. A search need not look beyond it.
inline Limits tightened(const Problem& problem, Ends ends, Limits limits) {
  const Heuristic heuristic = problem.options.heuristic;
  if (heuristic != Heuristic::landmark && heuristic != Heuristic::best) return limits;
  if (problem.index->landmarks)
    limits.upper =
        std::min(limits.upper, problem.index->landmark_upper(ends.start, ends.goal));
  return limits;
}

// Each visitor makes the bound of one query by the heuristic of its problem, and returns
// use(bound). It switches once per query. Everything behind the switch is compiled for that
// bound. Each visitor covers only the heuristics that resolve() admits on its grids, so
// that no engine is compiled for others.

/// The distance on an open map, of a type that suits the grid.
template <class Open>
Open open_bound(const Problem& problem) {
  return Open(problem.grid.rules().topology, problem.grid.min_step_costs());
}

/// The landmarks' bound on a living map. Where landmarks prove that there is no path,
/// nothing is searched: sums of infinite bounds and costs would exceed 32 bits.
template <class Keys, class Open, class Use>
SearchResult visit_living_landmarks(const Problem& problem, const Keys& keys, Ends ends,
                                    const Open& open, const Use& use) {
  const LandmarkTable& table = *problem.index->landmarks;
  if (!problem.grid.symmetric() && table.apart(ends.start, ends.goal)) return {};
  const auto row_of = keys.living_row_of(problem, ends.goal);
  return use(LivingLandmarkBound<std::remove_const_t<decltype(row_of)>, Open>(
      table, open, row_of, ends.goal));
}

/// The landmarks' bound, combined with `open`, the distance on an open map. The type
/// depends on the landmarks and not on the grid: they may belong to another grid, on which
/// nothing costs more.
template <class Keys, class Open, class Use>
SearchResult visit_landmarks(const Problem& problem, const Keys& keys, Ends ends,
                             const Open& open, const Use& use) {
  const Index::Parts& index = *problem.index;
  using RowOf = decltype(keys.row_of);
  const LandmarkTable& table = *index.landmarks;
  if (table.living()) return visit_living_landmarks(problem, keys, ends, open, use);
  const std::uint32_t goal = index.row_of(ends.goal);
  if (index.landmarks_back)
    return use(TwoWayLandmarkBound<RowOf, Open>({table, *index.landmarks_back}, open,
                                                keys.row_of, goal));
  return use(LandmarkBound<RowOf, Open>(table, open, keys.row_of, goal));
}

/// For grids of squares without links, and heuristics that need neither areas nor gates.
template <class Keys, class Use>
SearchResult visit_square_bound(const Problem& problem, const Keys& keys, Ends ends,
                                const Use& use) {
  switch (problem.options.heuristic) {
    case Heuristic::zero:
      return use(ZeroBound());
    case Heuristic::manhattan:
      return use(open_bound<ManhattanBound>(problem));
    case Heuristic::euclid:
      return use(open_bound<EuclidBound>(problem));
    case Heuristic::landmark:
      return visit_landmarks(problem, keys, ends, open_bound<OctileBound>(problem), use);
    default:
      THRONG_ASSERT(problem.options.heuristic == Heuristic::octile);
      return use(open_bound<OctileBound>(problem));
  }
}

/// The bound of Heuristic::gateway. Pre: the index has gates.
template <class Keys>
GatewayBound gateway_bound(const Problem& problem, const Keys& keys, Ends ends,
                           SearchScratch& scratch) {
  const Index::Parts& index = *problem.index;
  return GatewayBound(index.gates->gates, index.gates->matrix,
                      open_bound<OctileBound>(problem), keys.area_of,
                      index.areas->map.area_of[ends.goal], problem.grid.position(ends.goal),
                      scratch.gateway);
}

/// The bounds of deadend and best, which skip areas that are dead ends for the query.
/// Pre: the index has areas.
template <class Keys, class Use>
SearchResult visit_pruning_bound(const Problem& problem, const Keys& keys, Ends ends,
                                 SearchScratch& scratch, const Use& use) {
  using RowOf = decltype(keys.row_of);
  const Index::Parts& index = *problem.index;
  const Index::Areas& areas = *index.areas;
  const std::uint32_t* const area_of = areas.map.area_of.data();
  const auto pruned = [&](const auto& bound) {
    return use(DeadEndBound(bound, AreaSpans{keys.area_of, areas.dead_ends.spans().data()},
                            areas.dead_ends.path(area_of[ends.start], area_of[ends.goal])));
  };
  const auto open = open_bound<OctileBound>(problem);
  if (problem.options.heuristic == Heuristic::deadend) return pruned(open);
  const auto with_gates = [&](const auto& bound) {
    return index.gates == nullptr
               ? pruned(bound)
               : pruned(LargerBound(bound, gateway_bound(problem, keys, ends, scratch)));
  };
  if (!index.landmarks)
    return index.gates == nullptr ? pruned(open)
                                  : pruned(gateway_bound(problem, keys, ends, scratch));
  const std::uint32_t goal = index.row_of(ends.goal);
  return with_gates(LandmarkBound<RowOf>(*index.landmarks, open, keys.row_of, goal));
}

/// For plain grids of squares, all heuristics.
template <class Keys, class Use>
SearchResult visit_plain_bound(const Problem& problem, const Keys& keys, Ends ends,
                               SearchScratch& scratch, const Use& use) {
  switch (problem.options.heuristic) {
    case Heuristic::deadend:
    case Heuristic::best:
      return visit_pruning_bound(problem, keys, ends, scratch, use);
    case Heuristic::gateway:
      return use(gateway_bound(problem, keys, ends, scratch));
    default:
      return visit_square_bound(problem, keys, ends, use);
  }
}

/// For hexagonal grids without links.
template <class Use>
SearchResult visit_hex_bound(const Problem& problem, Ends ends, const Use& use) {
  if (problem.options.heuristic == Heuristic::zero) return use(ZeroBound());
  const auto open = open_bound<HexBound>(problem);
  if (problem.options.heuristic == Heuristic::hex) return use(open);
  THRONG_ASSERT(problem.options.heuristic == Heuristic::landmark);
  return visit_landmarks(problem, cell_keys(problem), ends, open, use);
}

/// For grids with links.
template <class Use>
SearchResult visit_linked_bound(const Problem& problem, Ends ends, const Use& use) {
  if (problem.options.heuristic == Heuristic::zero) return use(ZeroBound());
  const auto beside = [&](const auto& flat) {
    const LinkBound open(problem.grid, flat, ends.goal, ends.backward);
    return problem.options.heuristic == Heuristic::landmark
               ? visit_landmarks(problem, cell_keys(problem), ends, open, use)
               : use(open);
  };
  return is_hexagonal(problem.grid.rules().topology)
             ? beside(open_bound<HexBound>(problem))
             : beside(open_bound<OctileBound>(problem));
}

/// For any grid.
template <class Use>
SearchResult visit_bound(const Problem& problem, Ends ends, SearchScratch& scratch,
                         const Use& use) {
  if (problem.linked) return visit_linked_bound(problem, ends, use);
  if (is_hexagonal(problem.grid.rules().topology))
    return visit_hex_bound(problem, ends, use);
  return visit_plain_bound(problem, cell_keys(problem), ends, scratch, use);
}

}  // namespace throng
