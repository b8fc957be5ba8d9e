#pragma once

#include "../heuristic/dead_end.hpp"
#include "../heuristic/gateway.hpp"
#include "../heuristic/landmark.hpp"
#include "../heuristic/link.hpp"
#include "../heuristic/plain.hpp"
#include "../heuristic/two_way_landmark.hpp"
#include "kernels.hpp"

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace throng {

/// How the numbers that an engine gives cells lead to what an index knows of them.
template <class RowOf>
struct Keys {
  RowOf row_of;                  ///< rows of the landmark table
  const std::uint32_t* area_of;  ///< null: no areas
};

inline Keys<RowOfCell> cell_keys(const Problem& problem) {
  if (problem.index == nullptr) return {{nullptr}, nullptr};
  const Index::Parts& index = *problem.index;
  return {{index.rows->row.data()},
          index.areas ? index.areas->map.area_of.data() : nullptr};
}

inline Keys<RowIsKey> node_keys(const Problem& problem) {
  const Index::Parts& index = *problem.index;
  return {{}, index.areas ? index.areas->area_of_row.data() : nullptr};
}

/// One query, for those that make its bound.
struct Ends {
  CellIndex start;
  CellIndex goal;
  /// What is bounded are costs from the goal to cells: the ends are swapped, for the half
  /// of a search that goes backwards.
  bool backward = false;
};

// Makers: make(problem, keys, ends, scratch) gives the bound of one query.

/// The bound that Maker makes for an engine whose keys are cells.
template <class Maker>
using BoundOf = std::remove_cvref_t<decltype(Maker::make(
    std::declval<const Problem&>(), std::declval<Keys<RowOfCell>>(), Ends{},
    std::declval<Scratch&>()))>;

template <class B>
struct Plain {
  static B bound(const Problem& problem, Ends) {
    if constexpr (std::is_default_constructible_v<B>) {
      return B();
    } else {
      return B(problem.grid.rules().topology, problem.grid.least_costs());
    }
  }
  template <class RowOf>
  static B make(const Problem& problem, Keys<RowOf>, Ends ends, Scratch&) {
    return bound(problem, ends);
  }
};
using OpenMap = Plain<OctileBound>;

template <class Open>
struct Plain<LinkBound<Open>> {
  static LinkBound<Open> bound(const Problem& problem, Ends ends) {
    return {problem.grid, Plain<Open>::bound(problem, ends), ends.goal, ends.backward};
  }
  template <class RowOf>
  static LinkBound<Open> make(const Problem& problem, Keys<RowOf>, Ends ends, Scratch&) {
    return bound(problem, ends);
  }
};

template <class Value, class Open>
struct AllLandmarks {
  template <class RowOf>
  static auto make(const Problem& problem, Keys<RowOf> keys, Ends ends, Scratch&) {
    const Index::Parts& index = *problem.index;
    return LandmarkBound<Value, RowOf, Open>(*index.landmarks,
                                             Plain<Open>::bound(problem, ends), keys.row_of,
                                             index.rows->row[ends.goal]);
  }
};

template <class Open>
struct TwoWayLandmarks {
  template <class RowOf>
  static auto make(const Problem& problem, Keys<RowOf> keys, Ends ends, Scratch&) {
    const Index::Parts& index = *problem.index;
    return TwoWayLandmarkBound<RowOf, Open>({*index.landmarks, *index.landmarks_back},
                                            Plain<Open>::bound(problem, ends), keys.row_of,
                                            index.rows->row[ends.goal]);
  }
};

template <class Value, class Open>
struct ActiveLandmarks {
  template <class RowOf>
  static auto make(const Problem& problem, Keys<RowOf> keys, Ends ends, Scratch&) {
    const Index::Parts& index = *problem.index;
    return ActiveLandmarkBound<Value, RowOf, Open>(
        *index.landmarks, Plain<Open>::bound(problem, ends), keys.row_of,
        index.rows->row[ends.start], index.rows->row[ends.goal],
        problem.options.active_landmarks);
  }
};

struct AllGates {
  template <class RowOf>
  static auto make(const Problem& problem, Keys<RowOf> keys, Ends ends, Scratch& scratch) {
    const Index::Parts& index = *problem.index;
    return GatewayBound(index.gates->gates, index.gates->matrix,
                        OpenMap::bound(problem, ends), keys.area_of,
                        index.areas->map.area_of[ends.goal],
                        problem.grid.position(ends.goal), scratch.gateway);
  }
};

template <class A, class B>
struct Larger {
  template <class RowOf>
  static auto make(const Problem& problem, Keys<RowOf> keys, Ends ends, Scratch& scratch) {
    return LargerBound(A::make(problem, keys, ends, scratch),
                       B::make(problem, keys, ends, scratch));
  }
};

template <class Maker>
struct WithDeadEnds {
  template <class RowOf>
  static auto make(const Problem& problem, Keys<RowOf> keys, Ends ends, Scratch& scratch) {
    const Index::Areas& areas = *problem.index->areas;
    const std::uint32_t* const area_of = areas.map.area_of.data();
    return DeadEndBound(Maker::make(problem, keys, ends, scratch),
                        AreaSpans{keys.area_of, areas.dead_ends.spans().data()},
                        areas.dead_ends.path(area_of[ends.start], area_of[ends.goal]));
  }
};

/// Calls engine.template operator()<Maker>() with the maker that suits the storage.
template <template <class> class Wrap, class Engine>
Kernel with_storage(const Problem& problem, const Engine& engine) {
  return problem.index->landmarks->storage() == LandmarkStorage::exact
             ? engine.template operator()<Wrap<Cost>>()
             : engine.template operator()<Wrap<std::uint16_t>>();
}

/// Landmarks beside one or the other distance on an open map.
template <class Open>
struct On {
  template <class Value>
  using All = AllLandmarks<Value, Open>;
  template <class Value>
  using Active = ActiveLandmarks<Value, Open>;
};

/// The same with the maker of the landmarks' bound. What the landmarks are decides, not the
/// grid: they may be those of another one, on which nothing is dearer.
template <class Open, class Engine>
Kernel with_landmarks(const Problem& problem, const Engine& engine) {
  if (problem.index->landmarks_back)
    return engine.template operator()<TwoWayLandmarks<Open>>();
  return problem.options.active_landmarks > 0
             ? with_storage<On<Open>::template Active>(problem, engine)
             : with_storage<On<Open>::template All>(problem, engine);
}

template <class Value>
using BestLandmarks = WithDeadEnds<AllLandmarks<Value, OctileBound>>;
template <class Value>
using BestOfAll = WithDeadEnds<Larger<AllLandmarks<Value, OctileBound>, AllGates>>;

template <class Engine>
Kernel with_best(const Problem& problem, const Engine& engine) {
  const bool gates = problem.index->gates != nullptr;
  if (problem.index->landmarks)
    return gates ? with_storage<BestOfAll>(problem, engine)
                 : with_storage<BestLandmarks>(problem, engine);
  return gates ? engine.template operator()<WithDeadEnds<AllGates>>()
               : engine.template operator()<WithDeadEnds<OpenMap>>();
}

/// Calls engine.template operator()<Maker>() with the maker for the problem's heuristic.
/// The first for grids of squares, the second for hexagonal ones.
template <class Engine>
Kernel with_bound(const Problem& problem, const Engine& engine) {
  switch (problem.options.heuristic) {
    case Heuristic::zero:
      return engine.template operator()<Plain<ZeroBound>>();
    case Heuristic::manhattan:
      return engine.template operator()<Plain<ManhattanBound>>();
    case Heuristic::euclid:
      return engine.template operator()<Plain<EuclidBound>>();
    case Heuristic::landmark:
      return with_landmarks<OctileBound>(problem, engine);
    case Heuristic::dead_end:
      return engine.template operator()<WithDeadEnds<OpenMap>>();
    case Heuristic::gateway:
      return engine.template operator()<AllGates>();
    case Heuristic::best:
      return with_best(problem, engine);
    default:
      THRONG_ASSERT(problem.options.heuristic == Heuristic::octile);
      return engine.template operator()<OpenMap>();
  }
}

template <class Engine>
Kernel with_hex_bound(const Problem& problem, const Engine& engine) {
  if (problem.options.heuristic == Heuristic::zero)
    return engine.template operator()<Plain<ZeroBound>>();
  if (problem.options.heuristic == Heuristic::hex)
    return engine.template operator()<Plain<HexBound>>();
  THRONG_ASSERT(problem.options.heuristic == Heuristic::landmark);
  return with_landmarks<HexBound>(problem, engine);
}

/// The same for grids with links.
template <class Open, class Engine>
Kernel with_linked_bound_on(const Problem& problem, const Engine& engine) {
  if (problem.options.heuristic == Heuristic::zero)
    return engine.template operator()<Plain<ZeroBound>>();
  if (problem.options.heuristic == Heuristic::landmark)
    return with_landmarks<LinkBound<Open>>(problem, engine);
  return engine.template operator()<Plain<LinkBound<Open>>>();
}

template <class Engine>
Kernel with_linked_bound(const Problem& problem, const Engine& engine) {
  return is_hexagonal(problem.grid.rules().topology)
             ? with_linked_bound_on<HexBound>(problem, engine)
             : with_linked_bound_on<OctileBound>(problem, engine);
}

/// The landmarks know an upper bound too; what lies beyond it is not worth a look.
inline Limits tightened(const Problem& problem, Ends ends, Limits limits) {
  const Heuristic heuristic = problem.options.heuristic;
  if (heuristic != Heuristic::landmark && heuristic != Heuristic::best) return limits;
  const Index::Parts& index = *problem.index;
  if (index.landmarks)
    limits.upper = std::min(limits.upper, index.landmark_upper(ends.start, ends.goal));
  return limits;
}

}  // namespace throng
