#include "kernels.hpp"

#include "../heuristic/landmark.hpp"
#include "../heuristic/plain.hpp"
#include "../search/astar.hpp"
#include "../search/graph_jumps.hpp"
#include "../search/jump_search.hpp"
#include "../search/scan_jumps.hpp"

#include <string>
#include <type_traits>

namespace throng {
namespace {

// How each bound is made for one query. Row: how the search's numbers lead to rows of the
// landmark table.

template <class B>
struct Plain {
  template <class Row>
  static B make(const Problem& problem, Row, CellIndex, CellIndex) {
    if constexpr (std::is_default_constructible_v<B>) {
      return B();
    } else if constexpr (std::is_constructible_v<B, StepCosts>) {
      return B(problem.space.costs);
    } else {
      return B(problem.grid.rules().topology, problem.space.costs);
    }
  }
};

/// The exact distance on an open map of either topology.
OctileBound open_bound(const Problem& problem) {
  OctileBound bound(problem.space.costs);
  if (problem.grid.rules().topology == Topology::tile) bound.saved = 0;
  return bound;
}

template <class Value>
struct AllLandmarks {
  template <class Row>
  static auto make(const Problem& problem, Row row, CellIndex, CellIndex goal) {
    const Index::Parts& index = *problem.index;
    return LandmarkBound<Value, Row>(*index.landmarks, open_bound(problem), row,
                                     index.rows.row[goal]);
  }
};

template <class Value>
struct ActiveLandmarks {
  template <class Row>
  static auto make(const Problem& problem, Row row, CellIndex start, CellIndex goal) {
    const Index::Parts& index = *problem.index;
    return ActiveLandmarkBound<Value, Row>(*index.landmarks, open_bound(problem), row,
                                           index.rows.row[start], index.rows.row[goal],
                                           problem.options.active_landmarks);
  }
};

RowOfCell rows_of(const Problem& problem) {
  return {problem.index != nullptr ? problem.index->rows.row.data() : nullptr};
}

/// The landmarks know an upper bound too; what lies beyond it is not worth a look.
Limits tightened(const Problem& problem, CellIndex start, CellIndex goal, Limits limits) {
  if (problem.options.heuristic != Heuristic::landmark) return limits;
  const Index::Parts& index = *problem.index;
  limits.upper = std::min(
      limits.upper, index.landmarks->upper(index.rows.row[start], index.rows.row[goal]));
  return limits;
}

template <class H>
auto& nodes_for(Scratch& scratch) {
  if constexpr (H::kConsistent) {
    return scratch.nodes;
  } else {
    return scratch.wide_nodes;
  }
}

template <class Maker>
SearchResult run_astar(const Problem& problem, CellIndex start, CellIndex goal,
                       const Limits& limits, Scratch& scratch) {
  const auto h = Maker::make(problem, rows_of(problem), start, goal);
  return astar(problem.space, start, goal, h, tightened(problem, start, goal, limits),
               nodes_for<std::remove_const_t<decltype(h)>>(scratch), scratch.open);
}

void read_astar(const Problem& problem, CellIndex start, CellIndex goal,
                const Scratch& scratch, std::vector<Move>& moves) {
  append_path(problem.space, start, goal, scratch.nodes, moves);
}

void read_wide_astar(const Problem& problem, CellIndex start, CellIndex goal,
                     const Scratch& scratch, std::vector<Move>& moves) {
  append_path(problem.space, start, goal, scratch.wide_nodes, moves);
}

ScanJumps scan_jumps(const Problem& problem) {
  return ScanJumps(problem.grid, problem.space, *problem.jump_map);
}

GraphJumps graph_jumps(const Problem& problem) {
  return GraphJumps(problem.grid, problem.space, *problem.jump_map,
                    *problem.index->jump_graph, *problem.index->jump_shortcuts,
                    problem.index->rows.row.data());
}

template <class Maker>
SearchResult run_scan(const Problem& problem, CellIndex start, CellIndex goal,
                      const Limits& limits, Scratch& scratch) {
  return jump_search(
      scan_jumps(problem), start, goal, Maker::make(problem, rows_of(problem), start, goal),
      tightened(problem, start, goal, limits), scratch.jumps, scratch.jump_open);
}

void read_scan(const Problem& problem, CellIndex start, CellIndex goal,
               const Scratch& scratch, std::vector<Move>& moves) {
  append_jumps(scan_jumps(problem), start, goal, scratch.jumps, moves);
}

template <class Maker>
SearchResult run_graph(const Problem& problem, CellIndex start, CellIndex goal,
                       const Limits& limits, Scratch& scratch) {
  return jump_search(
      graph_jumps(problem), start, goal, Maker::make(problem, RowIsKey(), start, goal),
      tightened(problem, start, goal, limits), scratch.jumps, scratch.jump_open);
}

void read_graph(const Problem& problem, CellIndex start, CellIndex goal,
                const Scratch& scratch, std::vector<Move>& moves) {
  append_jumps(graph_jumps(problem), start, goal, scratch.jumps, moves);
}

SearchResult run_textbook(const Problem& problem, CellIndex start, CellIndex goal,
                          const Limits& limits, Scratch& scratch) {
  return textbook(problem.grid, start, goal, problem.options.heuristic, limits,
                  scratch.textbook);
}

void read_textbook(const Problem& problem, CellIndex start, CellIndex goal,
                   const Scratch& scratch, std::vector<Move>& moves) {
  append_textbook_path(problem.grid, start, goal, scratch.textbook, moves);
}

/// The engine for one kind of bound.
template <class Maker>
Kernel kernel_with(const Problem& problem) {
  using H = decltype(Maker::make(problem, RowOfCell{}, 0, 0));
  if (problem.options.algorithm == Algorithm::astar)
    return {run_astar<Maker>, H::kConsistent ? read_astar : read_wide_astar};
  if (problem.index != nullptr && problem.index->jump_graph != nullptr)
    return {run_graph<Maker>, read_graph};
  return {run_scan<Maker>, read_scan};
}

template <class Value>
Kernel landmark_kernel(const Problem& problem) {
  return problem.options.active_landmarks > 0 ? kernel_with<ActiveLandmarks<Value>>(problem)
                                              : kernel_with<AllLandmarks<Value>>(problem);
}

/// Without an index jumping does not pay where there is a jump point for every two cells:
/// on noise and one-wide mazes plain A* is 1.4 to 2.2 times as fast.
constexpr std::size_t kOpenCellsPerJumpPoint = 2;

Algorithm choose_algorithm(const Grid& grid, const JumpMap* jump_map,
                           const Index::Parts* index) {
  if (jump_map == nullptr) return Algorithm::astar;
  if (index != nullptr && (index->landmarks || index->jump_graph)) return Algorithm::jps;
  return jump_map->state_count() * kOpenCellsPerJumpPoint <= grid.open_cells()
             ? Algorithm::jps
             : Algorithm::astar;
}

}  // namespace

Result<SolverOptions> resolve(const SolverOptions& options, const Grid& grid,
                              const JumpMap* jump_map, const Index::Parts* index) {
  const bool tile = grid.rules().topology == Topology::tile;
  const bool has_landmarks = index != nullptr && index->landmarks;
  SolverOptions resolved = options;
  if (resolved.algorithm == Algorithm::automatic)
    resolved.algorithm = choose_algorithm(grid, jump_map, index);
  if (resolved.algorithm == Algorithm::jps && jump_map == nullptr)
    return fail(Code::unsupported,
                "algorithm jps needs an octile grid on which no corner is cut (topology "
                "octile, corners never_cut)");

  if (resolved.heuristic == Heuristic::automatic)
    resolved.heuristic = has_landmarks && resolved.algorithm != Algorithm::textbook
                             ? Heuristic::landmark
                             : Heuristic::plain;
  if (resolved.heuristic == Heuristic::plain)
    resolved.heuristic = tile ? Heuristic::manhattan : Heuristic::octile;
  if (resolved.heuristic == Heuristic::octile && tile)
    return fail(Code::unsupported,
                "heuristic octile is for octile grids; on a tile grid use manhattan");
  if (resolved.heuristic == Heuristic::landmark &&
      resolved.algorithm == Algorithm::textbook)
    return fail(Code::unsupported,
                "algorithm textbook is the baseline and knows no landmarks");
  if (resolved.heuristic == Heuristic::landmark && !has_landmarks)
    return fail(Code::bad_argument, "heuristic landmark needs an index with landmarks");
  if (options.active_landmarks < 0 || options.active_landmarks > kMaxActiveLandmarks)
    return fail(Code::bad_argument, "active landmarks must be 0 (all) to " +
                                        std::to_string(kMaxActiveLandmarks) + ", not " +
                                        std::to_string(options.active_landmarks));
  return resolved;
}

Kernel find_kernel(const Problem& problem) {
  if (problem.options.algorithm == Algorithm::textbook)
    return {run_textbook, read_textbook};
  switch (problem.options.heuristic) {
    case Heuristic::zero:
      return kernel_with<Plain<ZeroBound>>(problem);
    case Heuristic::manhattan:
      return kernel_with<Plain<ManhattanBound>>(problem);
    case Heuristic::euclid:
      return kernel_with<Plain<EuclidBound>>(problem);
    case Heuristic::landmark:
      return problem.index->landmarks->storage() == LandmarkStorage::exact
                 ? landmark_kernel<Cost>(problem)
                 : landmark_kernel<std::uint16_t>(problem);
    default:
      THRONG_ASSERT(problem.options.heuristic == Heuristic::octile);
      return kernel_with<Plain<OctileBound>>(problem);
  }
}

}  // namespace throng
