#include "front_search.hpp"

#include "dense_front.hpp"

#include <throng/assert.hpp>

#include <algorithm>
#include <utility>

namespace throng {
namespace {

/// The least sum of two costs of one column, if it is less than `best`. Sums saturate.
struct Meeting {
  Cost best;
  std::uint32_t column;
  bool found = false;
};

Meeting meet(const Cost* there, const Cost* back, std::uint32_t own, Cost best) noexcept {
  Cost least = kUnreachable;
  for (std::uint32_t i = 0; i < own; ++i)
    least = std::min(least, std::min(there[i], kUnreachable - back[i]) + back[i]);
  if (least >= best) return {best, 0};
  std::uint32_t i = 0;
  while (std::min(there[i], kUnreachable - back[i]) + back[i] != least) ++i;
  return {least, i, true};
}

}  // namespace

void FrontScratch::fit(const FrontTree& tree) {
  const std::size_t room = tree.most_on_way + kLanePadding;
  legs.reserve(room);
  stack.reserve(room);
  for (Climb& climb : climbs) {
    if (climb.costs.size() >= room) continue;
    climb.at.resize(room);
    climb.passed.reserve(room);
    climb.costs.resize(room);  // last: it says that the others are there
  }
}

void FrontSearch::begin(CellIndex end, Climb& climb) const {
  climb.front = fronts_.tree().front_of[fronts_.rank(end)];
  climb.passed.clear();
  climb.used = 0;
  const Front& front = fronts_.front(climb.front);
  std::fill_n(climb.at.begin(), front.slot + front.own, kUnreachable);
  climb.at[front.slot + fronts_.rank(end) - front.first] = 0;
}

/// Relaxes the ways from the own columns of the next front, and gives the costs of all of
/// its columns.
const Cost* FrontSearch::pass(Climb& climb, bool up, CellIndex end, Cost bound) const {
  const FrontTree& tree = fronts_.tree();
  const Front& front = tree.fronts[climb.front];
  Cost* const costs = climb.costs.data() + climb.used;
  std::copy_n(climb.at.data() + front.slot, front.own, costs);
  const std::uint16_t* const slots = tree.bound_slots.data() + front.bounds;
  for (std::uint32_t i = 0; i < front.boundary; ++i)
    costs[front.own + i] = climb.at[slots[i]];
  const std::uint32_t first = climb.passed.empty() ? fronts_.rank(end) - front.first : 0;
  relax_rows({fronts_.costs(up) + front.entries, front.own, front.columns()}, first, bound,
             costs);
  for (std::uint32_t i = 0; i < front.boundary; ++i)
    climb.at[slots[i]] = costs[front.own + i];
  climb.passed.push_back({climb.front, climb.used});
  climb.used += front.columns();
  climb.front = front.parent;
  return costs;
}

Cost FrontSearch::find(CellIndex start, CellIndex goal, Cost bound,
                       FrontScratch& scratch) const {
  scratch.fit(fronts_.tree());
  auto& [from, to] = scratch.climbs;
  begin(start, from);
  begin(goal, to);
  while (from.front != to.front) {
    // kNoFront is the largest number: an end in another tree climbs to its root.
    if (from.front < to.front)
      pass(from, true, start, bound);
    else
      pass(to, false, goal, bound);
  }
  while (from.front != kNoFront) {
    const std::uint32_t own = fronts_.front(from.front).own;
    const Cost* const there = pass(from, true, start, bound);
    const Cost* const back = pass(to, false, goal, bound);
    const Meeting meeting = meet(there, back, own, bound);
    if (!meeting.found) continue;
    bound = meeting.best;
    scratch.column = meeting.column;
    scratch.met = {from.passed.size() - 1, to.passed.size() - 1};
  }
  return bound;
}

/// The entries of the way from one end up to the meeting, found backwards: the last own
/// column whose cost and entry add up comes before; if none does, the cost is that of an
/// earlier front.
void FrontSearch::list_legs(CellIndex end, std::size_t side,
                            const FrontScratch& scratch) const {
  const Climb& climb = scratch.climbs[side];
  const FrontTree& tree = fronts_.tree();
  const Rank last = fronts_.rank(end);
  const Cost* const entries = fronts_.costs(side == 0);
  scratch.legs.clear();
  std::size_t passed = scratch.met[side];
  std::uint32_t column = scratch.column;
  while (true) {
    const Front& front = tree.fronts[climb.passed[passed].front];
    const Cost* const costs = climb.costs.data() + climb.passed[passed].costs;
    const Rank rank = column < front.own ? front.first + column
                                         : tree.boundary(front)[column - front.own];
    if (rank == last) return;
    const std::uint32_t first = passed == 0 ? last - front.first : 0;
    std::uint32_t before = std::min(column, front.own);
    const auto leads = [&](std::uint32_t p) {
      return costs[p] < costs[column] &&
             costs[column] - costs[p] == entries[front.entry(p, column)];
    };
    while (before > first && !leads(before - 1)) --before;
    if (before > first) {
      scratch.legs.push_back({front.entry(before - 1, column), side == 0});
      __builtin_prefetch(fronts_.ways(side == 0) + scratch.legs.back().entry);
      column = before - 1;
      continue;
    }
    THRONG_ASSERT(passed > 0);
    const Cost cost = costs[column];
    do {
      --passed;
      const Front& below = tree.fronts[climb.passed[passed].front];
      column = tree.column(below, rank);
      if (column < below.columns() && tree.boundary(below)[column - below.own] == rank &&
          climb.costs[climb.passed[passed].costs + column] == cost)
        break;
    } while (passed > 0);
  }
}

void FrontSearch::walk(Leg leg, const FrontScratch& scratch,
                       std::pmr::vector<Move>& moves) const {
  std::pmr::vector<Leg>& stack = scratch.stack;
  stack.assign(1, leg);
  while (!stack.empty()) {
    const Leg next = stack.back();
    stack.pop_back();
    const FrontWay way = fronts_.ways(next.up)[next.entry];
    if (const unsigned count = way.moves(); count > 0) {
      const bool back = fronts_.symmetric() && !next.up;
      const FrontWay walked = back ? way.reversed() : way;
      const std::size_t end = moves.size();
      moves.resize(end + count);
      for (unsigned i = 0; i < count; ++i) moves[end + i] = walked.move(i);
      continue;
    }
    Leg first{way.low(), false}, second{way.high(), true};
    if (!next.up) std::swap(first.entry, second.entry);
    // Ways lie far from each other: this one is fetched while the first one is walked.
    __builtin_prefetch(fronts_.ways(true) + second.entry);
    stack.push_back(second);
    stack.push_back(first);
  }
}

void FrontSearch::append_path(CellIndex start, CellIndex goal, const FrontScratch& scratch,
                              std::pmr::vector<Move>& moves) const {
  list_legs(start, 0, scratch);
  for (std::size_t i = scratch.legs.size(); i-- > 0;) walk(scratch.legs[i], scratch, moves);
  list_legs(goal, 1, scratch);
  for (const Leg& leg : scratch.legs) walk(leg, scratch, moves);
}

}  // namespace throng
