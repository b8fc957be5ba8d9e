#include "field_walk.hpp"

#include <throng/assert.hpp>
#include <throng/links.hpp>

namespace throng {
namespace {

template <class Space>
void walk(const Space& space, const Cost* field, CellIndex cell, CellIndex goal,
          std::vector<Move>& moves) {
  unsigned last = 0;
  const auto leads = [&](CellIndex to, Cost cost) {
    return field[cell] >= cost && field[to] == field[cell] - cost;
  };
  const auto step_leads = [&](unsigned d) {
    return (space.moves[cell] >> d & 1U) != 0 &&
           leads(cell + space.steps[d].offset, space.step_cost(cell, d));
  };
  const auto take_link = [&] {
    if constexpr (Space::kLinks) {
      for (const LinkTable::Way& way : space.links_of(cell)) {
        if (!leads(way.to, way.cost)) continue;
        moves.push_back(space.links->move(way.link));
        cell = way.to;
        return;
      }
    }
    THRONG_ASSERT(false);  // fields fall from cell to cell
  };
  while (cell != goal) {
    if (!step_leads(last))
      for (last = 0; last < kMoves && !step_leads(last);) ++last;
    if (last == kMoves) {
      last = 0;
      take_link();
      continue;
    }
    moves.push_back(static_cast<Move>(last));
    cell += space.steps[last].offset;
  }
}

}  // namespace

void append_walk(const Problem& problem, const Cost* field, CellIndex cell, CellIndex goal,
                 std::vector<Move>& moves) {
  const SearchSpace& plain = problem.space;
  if (problem.linked)
    walk(*problem.linked, field, cell, goal, moves);
  else if (problem.grid.plain())
    walk(plain, field, cell, goal, moves);
  else
    walk(problem.weighted_space, field, cell, goal, moves);
}

}  // namespace throng
