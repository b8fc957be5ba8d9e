#include "../heuristic/any_bound.hpp"
#include "engines.hpp"
#include "jump_search.hpp"
#include "scan_jumps.hpp"
#include "visit_bound.hpp"

namespace throng {
namespace {

ScanJumps scan_jumps(const Problem& problem) {
  return ScanJumps(problem.grid, problem.space, *problem.jump_map);
}

SearchResult search_scans(const Problem& problem, CellIndex start, CellIndex goal,
                          const Limits& limits, SearchScratch& scratch) {
  const Ends ends{start, goal};
  return visit_plain_bound(problem, cell_keys(problem), ends, scratch, [&](const auto& h) {
    return jump_search(scan_jumps(problem), start, goal, AnyBound(h),
                       tightened(problem, ends, limits), scratch.jumps, scratch.jump_open);
  });
}

void read_scans(const Problem& problem, CellIndex start, CellIndex goal,
                const SearchScratch& scratch, Column<Move>& moves) {
  append_jumps(scan_jumps(problem), start, goal, scratch.jumps, moves);
}

}  // namespace

Kernel scan_kernel() { return {search_scans, read_scans}; }

}  // namespace throng
