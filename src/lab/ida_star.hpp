#pragma once

#include "../core/memory.hpp"
#include "../grid/no_trace.hpp"
#include "../heuristic/plain.hpp"
#include "../search/astar.hpp"
#include "../search/search.hpp"
#include "../search/search_space.hpp"

#include <throng/column.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <vector>

namespace throng {

/// Which moves IDA* leaves out. IDA* keeps no list of visited cells, so only these cuts
/// stop it from trying every way to every cell.
enum class Cuts : std::uint8_t {
  back,      ///< the move back to the previous cell: 3, 5 and 7 moves are left on an open
             ///< tile, hexagonal and octile grid
  shortcut,  ///< also moves to a cell that is one legal move away from the previous cell:
             ///< 3, 3 and, on average, 2 + sqrt(5) are left (3 and 5 after a straight and a
             ///< diagonal move)
};

/// table[d][m]: the moves worth trying after move d from a cell that has the legal moves m.
/// Correct for every topology, corner rule and fence, because a move is cut only if the
/// shortcut itself is legal: of the cheapest paths, the one with the fewest moves is left.
/// Pre: no step costs more than two others, so not for weighted grids.
///
/// Source: P. Yap, "Grid-Based Path-Finding", AI 2002, section 4, for maps without
/// obstacles.
using CutTable = std::array<std::array<std::uint8_t, 256>, kMoves>;
const CutTable& cut_table(Cuts cuts) noexcept;

/// Iterative-deepening A*: depth-first searches with a rising cost limit, without an open
/// or a closed list. Tries moves in the order of their numbers. Takes exponential time
/// where the bound is too low: use it for small maps and for comparisons.
///
/// Mutable; one per thread, for any number of grids.
/// Source: R. Korf, "Depth-First Iterative-Deepening: An Optimal Admissible Tree Search",
/// Artificial Intelligence 27(1), 1985.
class IdaStar {
 public:
  explicit IdaStar(Cuts cuts, Memory memory = {})
      : table_(cut_table(cuts)), path_(memory) {}

  /// Counts are sums over all iterations. expanded: cells whose moves were tried, counted
  /// each time; generated: moves that were tried (saturates at 2^32 - 1). Out of budget,
  /// the cost is the limit of the last iteration: no path costs less.
  ///
  /// Pre:  start and goal differ and are joined by a path; h is admissible; the steps of
  ///       `space` have its costs (see Grid::plain).
  /// Cost: memory of a few bytes per cell of the path; allocates nothing once a path as
  ///       long has been searched for.
  template <Bound H, class Trace = NoTrace>
  SearchResult search(const SearchSpace& space, CellIndex start, CellIndex goal, const H& h,
                      const Limits& limits, Trace trace = {});

  /// Appends the moves of the path. Pre: the last search found one.
  void append_path(Column<Move>& moves) const;

 private:
  /// A cell of the current path.
  struct Frame {
    CellIndex cell;
    Cost g;
    std::int32_t dx, dy;  ///< from the goal
    std::uint8_t todo;    ///< moves still to be tried
    std::uint8_t move;    ///< the last move tried
  };

  /// One iteration.
  struct Iteration {
    Cost threshold;
    Cost next = kUnreachable;  ///< out: the least key above the threshold
    bool found = false;
    bool spent = false;
  };

  struct Counts {
    std::uint32_t expanded = 0;
    std::uint64_t generated = 0;
    std::uint32_t look = 0;  ///< as in Limits::spent()
  };

  /// What all iterations of a search have in common.
  template <Bound H, class Trace>
  struct Task {
    const SearchSpace& space;
    Frame root;
    Cost root_bound;
    CellIndex goal;
    const H& h;
    const Limits& limits;
    [[no_unique_address]] Trace trace;
  };

  template <Bound H, class Trace>
  void run(const Task<H, Trace>& task, Iteration& iteration, Counts& counts);

  const CutTable& table_;
  std::pmr::vector<Frame> path_;  ///< from the start; a stack
};

template <Bound H, class Trace>
SearchResult IdaStar::search(const SearchSpace& space, CellIndex start, CellIndex goal,
                             const H& h, const Limits& limits, Trace trace) {
  THRONG_ASSERT(start != goal);
  const Position from = space.place(start), to = space.place(goal);
  const Frame root{start, 0, from.x - to.x, from.y - to.y, space.moves[start], 0};
  const Cost root_bound = h(start, root.dx, root.dy), bound = limits.first_bound();
  const Task<H, Trace> task{space, root, root_bound, goal, h, limits, trace};
  Iteration iteration{.threshold = root_bound};
  Counts counts{.look = limits.next_look(0)};
  while (iteration.threshold < bound) {
    run(task, iteration, counts);
    if (iteration.found || iteration.spent) break;
    iteration = {.threshold = iteration.next};
  }
  const auto generated = static_cast<std::uint32_t>(
      std::min<std::uint64_t>(counts.generated, std::numeric_limits<std::uint32_t>::max()));
  return conclude({.spent = iteration.spent,
                   .found = iteration.found,
                   .bound = iteration.found ? iteration.threshold : bound,
                   .floor = iteration.threshold},
                  limits, {.expanded = counts.expanded, .generated = generated});
}

template <Bound H, class Trace>
void IdaStar::run(const Task<H, Trace>& task, Iteration& iteration, Counts& counts) {
  const H& h = task.h;
  const Limits& limits = task.limits;
  const std::uint8_t* const moves_of = task.space.moves;
  const auto steps = task.space.steps;
  const CutTable& table = table_;
  const Cost threshold = iteration.threshold;
  Cost next = kUnreachable;
  std::uint32_t expanded = counts.expanded;
  std::uint64_t generated = counts.generated;
  std::uint32_t look = counts.look;

  path_.clear();
  iteration.spent = expanded == look && limits.spent(look);
  if (!iteration.spent) {
    ++expanded;
    path_.push_back(task.root);
    task.trace.expanded(task.root.cell, 0, task.root_bound);
  }
  while (!path_.empty()) {
    Frame& at = path_.back();
    if (at.todo == 0) {
      path_.pop_back();
      continue;
    }
    const auto d = static_cast<unsigned>(std::countr_zero(at.todo));
    at.todo &= static_cast<std::uint8_t>(at.todo - 1);
    at.move = static_cast<std::uint8_t>(d);
    const CellIndex cell = at.cell + steps[d].offset;
    ++generated;
    const Cost g = at.g + steps[d].cost;
    task.trace.resumed(at.cell);
    if (!worth_a_look(h, cell)) {
      task.trace.generated(cell, g, kUnreachable, false);
      continue;
    }
    const std::int32_t dx = at.dx + steps[d].dx, dy = at.dy + steps[d].dy;
    const Cost key = key_of<H>(g, h(cell, dx, dy));
    task.trace.generated(cell, g, key - g, false);
    if (key > threshold) {
      next = std::min(next, key);
      continue;
    }
    iteration.found = cell == task.goal;
    iteration.spent = !iteration.found && expanded == look && limits.spent(look);
    if (iteration.found || iteration.spent) break;
    ++expanded;
    task.trace.expanded(cell, g, key - g);
    const unsigned worth = table[d][moves_of[at.cell]];
    path_.push_back(
        {cell, g, dx, dy, static_cast<std::uint8_t>(moves_of[cell] & worth), 0});
  }
  iteration.next = next;
  counts = {expanded, generated, look};
}

// Compiled with the library, because callers may compile without optimisation.
extern template SearchResult IdaStar::search(const SearchSpace&, CellIndex, CellIndex,
                                             const ManhattanBound&, const Limits&, NoTrace);
extern template SearchResult IdaStar::search(const SearchSpace&, CellIndex, CellIndex,
                                             const HexBound&, const Limits&, NoTrace);

}  // namespace throng
