#include "field_walk.hpp"

#include <throng/assert.hpp>
#include <throng/links.hpp>

namespace throng {
namespace {

struct Made {
  Move move;
  CellIndex to;
};

/// last: a step.
template <class Space>
Made make_move(const Space& space, const Cost* field, CellIndex cell, Move last) {
  const auto leads = [&](CellIndex to, Cost cost) {
    return field[cell] >= cost && field[to] == field[cell] - cost;
  };
  const auto step_leads = [&](unsigned d) {
    return (space.moves[cell] >> d & 1U) != 0 &&
           leads(cell + space.steps[d].offset, space.step_cost(cell, d));
  };
  auto d = static_cast<unsigned>(last);
  if (!step_leads(d))
    for (d = 0; d < kMoves && !step_leads(d);) ++d;
  if (d < kMoves) return {static_cast<Move>(d), cell + space.steps[d].offset};
  if constexpr (Space::kLinks) {
    for (const LinkTable::Way& way : space.links_of(cell))
      if (leads(way.to, way.cost)) return {space.links->move(way.link), way.to};
  }
  THRONG_ASSERT(false);  // fields fall from cell to cell
  return {Move::north, cell};
}

/// After a link all moves are alike, as at the start.
Move step_or_first(Move last) { return is_link(last) ? Move::north : last; }

std::variant<SearchSpace, WeightedSpace, LinkedSpace> space_of(const Grid& grid) {
  if (grid.links() != nullptr) return LinkedSpace(grid);
  if (!grid.plain()) return WeightedSpace(grid);
  return SearchSpace(grid);
}

}  // namespace

FieldWalk::FieldWalk(const Grid& grid) : space_(space_of(grid)) {}

Move FieldWalk::next(const Cost* field, CellIndex cell, Move last) const {
  return std::visit(
      [&](const auto& space) {
        return make_move(space, field, cell, step_or_first(last)).move;
      },
      space_);
}

template <class Moves>
void FieldWalk::append_to(const Cost* field, CellIndex cell, Moves& moves) const {
  std::visit(
      [&](const auto& space) {
        Made made{Move::north, cell};
        while (field[made.to] != 0) {
          made = make_move(space, field, made.to, step_or_first(made.move));
          moves.push_back(made.move);
        }
      },
      space_);
}

void FieldWalk::append(const Cost* field, CellIndex cell, std::vector<Move>& moves) const {
  append_to(field, cell, moves);
}

void FieldWalk::append(const Cost* field, CellIndex cell,
                       std::pmr::vector<Move>& moves) const {
  append_to(field, cell, moves);
}

}  // namespace throng
