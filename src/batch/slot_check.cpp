#include "slot_check.hpp"

#include "../grid/link_graph.hpp"
#include "answer_query.hpp"

#include <throng/links.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>

namespace throng {
namespace {

/// Follows a move. Returns what it costs; nothing if it is not legal.
std::optional<Cost> follow(const Grid& grid, Move move, CellIndex& cell) {
  if (!is_link(move)) {
    const auto d = static_cast<unsigned>(move);
    if ((grid.moves()[cell] >> d & 1U) == 0) return std::nullopt;
    const Cost cost = grid.step_cost(cell, move);
    cell += grid.offset(move);
    return cost;
  }
  if (grid.links() == nullptr) return std::nullopt;
  const LinkGraph::Way* const way = grid.links()->graph().way(cell, move);
  if (way == nullptr) return std::nullopt;
  cell = way->to;
  return way->cost;
}

/// Whether the path begins on an open cell, is legal and has this cost.
bool costs(const Grid& grid, Position start, std::span<const Move> moves, Cost cost) {
  if (!grid.open(start)) return false;
  CellIndex cell = grid.cell(start);
  std::uint64_t sum = 0;
  for (const Move move : moves) {
    const std::optional<Cost> step = follow(grid, move, cell);
    if (!step) return false;
    sum += *step;
  }
  return sum == cost;
}

/// A lower bound on the cost of a path from `cell` to any goal.
std::uint64_t bound_to_goals(const Problem& now, Position cell,
                             std::span<const Position> goals) {
  Cost least = kUnreachable;
  for (const Position goal : goals)
    if (now.grid.contains(goal))
      least = std::min(least, now.owned_index.bounds(cell, goal).lower);
  return least;
}

/// Whether a path from the start to a goal through an opening may cost less than `most`.
bool may_cost_less(const Problem& now, std::span<const CellIndex> openings,
                   const SlotQuestion& question, std::uint64_t most) {
  return std::ranges::any_of(openings, [&](CellIndex opening) {
    const Position cell = now.grid.position(opening);
    const std::uint64_t before = now.owned_index.bounds(question.start, cell).lower;
    return before < most && before + bound_to_goals(now, cell, question.goals) < most;
  });
}

}  // namespace

bool can_stay_right(const Problem& now, const SlotQuestion& question,
                    const SlotAnswer& answer) noexcept {
  if (guarantee(now.options.algorithm) != Guarantee::optimal) return false;
  if (question.radius != 0 || answer.start != question.start) return false;
  return answer.search.status == Status::found ||
         (question.goals.size() == 1 && !question.approach);
}

bool still_right(const Problem& now, std::span<const CellIndex> openings,
                 const SlotQuestion& question, const Limits& limits,
                 std::span<const Move> moves, SlotAnswer& answer) {
  const Grid& grid = now.grid;
  if (!can_stay_right(now, question, answer)) return false;
  SearchResult& found = answer.search;
  const bool one_goal = question.goals.size() == 1;
  if (found.status == Status::found) {
    // Of goals with equal costs the first one counts: another one must cost more.
    const std::uint64_t most = std::uint64_t{found.cost} + (one_goal ? 0 : 1);
    return costs(grid, question.start, moves, found.cost) &&
           !may_cost_less(now, openings, question, most);
  }
  const Query query{question.start, question.goals[0]};
  if (found.status == Status::unreachable)
    return settle_without_search(grid, query).status == Status::unreachable &&
           !may_cost_less(now, openings, question, kUnreachable);
  // Along one-way steps there may be no path at all.
  if (found.status != Status::over_max_cost || !grid.symmetric()) return false;
  found.upper = kUnreachable;
  return needs_search(grid, query) &&
         !may_cost_less(now, openings, question, std::uint64_t{limits.max_cost} + 1);
}

}  // namespace throng
