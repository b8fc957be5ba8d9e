#include "../heuristic/any_bound.hpp"
#include "../search/jump_search.hpp"
#include "../search/scan_jumps.hpp"
#include "bound_makers.hpp"
#include "engines.hpp"

namespace throng {
namespace {

ScanJumps jumps(const Problem& problem) {
  return ScanJumps(problem.grid, problem.space, *problem.jump_map);
}

template <class Maker>
SearchResult run(const Problem& problem, CellIndex start, CellIndex goal,
                 const Limits& limits, Scratch& scratch) {
  const Ends ends{start, goal};
  const auto h = Maker::make(problem, cell_keys(problem), ends, scratch);
  return jump_search(jumps(problem), start, goal, AnyBound(h),
                     tightened(problem, ends, limits), scratch.jumps, scratch.jump_open);
}

void read(const Problem& problem, CellIndex start, CellIndex goal, const Scratch& scratch,
          std::pmr::vector<Move>& moves) {
  append_jumps(jumps(problem), start, goal, scratch.jumps, moves);
}

}  // namespace

Kernel scan_kernel(const Problem& problem) {
  return with_bound(problem, []<class Maker>() -> Kernel { return {run<Maker>, read}; });
}

}  // namespace throng
