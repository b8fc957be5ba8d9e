#include "front_search.hpp"

#include "front_lanes.hpp"

#include <throng/assert.hpp>
#include <throng/column.hpp>

#include <algorithm>
#include <utility>

namespace throng {
namespace {

/// The least sum of two costs of one column, if it is less than `best`.
struct Meeting {
  Cost best;
  std::uint32_t column;
  bool found = false;
};

Meeting meet(const Cost* there, const Cost* back, std::uint32_t count, Cost best) noexcept {
  const Cost least = least_sum(there, back, count);
  if (least >= best) return {best, 0};
  std::uint32_t i = 0;
  while (std::min(there[i], kUnreachable - back[i]) + back[i] != least) ++i;
  return {least, i, true};
}

}  // namespace

void FrontScratch::fit(const FrontTree& tree) {
  const std::size_t room = tree.most_on_way + kLanePadding;
  legs.reserve(room);
  parts.reserve(room);
  for (Climb& climb : climbs) {
    if (climb.costs.size() >= room) continue;
    climb.at.resize(room);
    climb.passed.reserve(room);
    climb.rows.reserve(room);
    climb.far.resize(room);
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

/// Whether a climb passes this front: it has no rows.
bool FrontSearch::climbs(FrontId front) const noexcept {
  const FrontRows* const rows = fronts_.rows();
  return front != kNoFront && (rows == nullptr || !rows->plan().has(front));
}

Cost FrontSearch::find(CellIndex start, CellIndex goal, Cost bound,
                       FrontScratch& scratch) const {
  scratch.fit(fronts_.tree());
  scratch.by_rows = false;
  auto& [from, to] = scratch.climbs;
  begin(start, from);
  begin(goal, to);
  while (from.front != to.front) {
    // A front comes before its ancestors. kNoFront is the largest number.
    const bool first = climbs(from.front) && (from.front < to.front || !climbs(to.front));
    if (first)
      pass(from, true, start, bound);
    else if (climbs(to.front))
      pass(to, false, goal, bound);
    else
      return find_by_rows(start, goal, bound, scratch);
  }
  while (climbs(from.front)) {
    const std::uint32_t own = fronts_.front(from.front).own;
    const Cost* const there = pass(from, true, start, bound);
    const Cost* const back = pass(to, false, goal, bound);
    const Meeting meeting = meet(there, back, own, bound);
    if (!meeting.found) continue;
    bound = meeting.best;
    scratch.column = meeting.column;
    scratch.met = {from.passed.size() - 1, to.passed.size() - 1};
  }
  return from.front == kNoFront ? bound : find_by_rows(start, goal, bound, scratch);
}

/// Lists the rows of the ranks that a climb reached: those on the boundary of the last
/// front that it passed, or the end itself.
void FrontSearch::list_rows(CellIndex end, bool up, Cost bound, Climb& climb) const {
  const FrontTree& tree = fronts_.tree();
  const RowPlan& plan = fronts_.rows()->plan();
  const Cost* const rows = fronts_.rows()->costs(up);
  climb.rows.clear();
  if (climb.passed.empty()) {
    const Front& front = tree.fronts[climb.front];
    const Rank column = fronts_.rank(end) - front.first;
    climb.rows.push_back({rows + plan.begin(climb.front, front, column), 0,
                          front.depth(fronts_.rank(end)), column});
    return;
  }
  const Front& last = tree.fronts[climb.passed.back().front];
  const Cost* const costs = climb.costs.data() + climb.passed.back().costs + last.own;
  plan.for_each_bound(tree, last,
                      [&](std::uint32_t i, std::uint32_t depth, std::size_t row) {
                        if (costs[i] >= bound) return;
                        climb.rows.push_back({rows + row, costs[i], depth, last.own + i});
                      });
}

/// The number of ancestors that the fronts with rows have in common which the climbs ended
/// at; an end without a climb is its own ancestor.
std::uint32_t FrontSearch::common_ancestors(const FrontScratch& scratch) const {
  const FrontTree& tree = fronts_.tree();
  const FrontId id = tree.common_front(scratch.climbs[0].front, scratch.climbs[1].front);
  if (id == kNoFront) return 0;
  std::uint32_t common = tree.fronts[id].slot + tree.fronts[id].own;
  for (const Climb& climb : scratch.climbs)
    if (climb.passed.empty()) common = std::min(common, climb.rows.front().depth + 1);
  return common;
}

Cost FrontSearch::find_by_rows(CellIndex start, CellIndex goal, Cost bound,
                               FrontScratch& scratch) const {
  auto& [from, to] = scratch.climbs;
  list_rows(start, true, bound, from);
  list_rows(goal, false, bound, to);
  const std::uint32_t common = common_ancestors(scratch);
  if (common == 0) return bound;
  reach(from.rows, common, from.far.data());
  reach(to.rows, common, to.far.data());
  const Meeting meeting = meet(from.far.data(), to.far.data(), common, bound);
  if (!meeting.found) return bound;
  scratch.by_rows = true;
  scratch.depth = meeting.column;
  return meeting.best;
}

std::size_t FrontSearch::label(CellIndex end, bool up, FrontScratch& scratch,
                               std::pmr::vector<Cost>& label) const {
  const FrontTree& tree = fronts_.tree();
  scratch.fit(tree);
  Climb& climb = scratch.climbs.front();
  begin(end, climb);
  while (climbs(climb.front)) pass(climb, up, end, kUnreachable);
  const Rank rank = fronts_.rank(end);
  const std::size_t size = std::size_t{tree.depth(rank)} + 1;
  label.resize(size + kLanePadding);
  if (climb.front != kNoFront) {
    list_rows(end, up, kUnreachable, climb);
    const Front& front = tree.fronts[climb.front];
    reach(climb.rows, std::min<std::size_t>(size, front.slot + front.own), label.data());
  }
  for (const FrontScratch::Passed& passed : climb.passed) {
    const Front& front = tree.fronts[passed.front];
    for (Rank own = std::max(front.first, rank); own < front.end(); ++own)
      label[front.depth(own)] = climb.costs[passed.costs + own - front.first];
  }
  return size;
}

/// Adds the entries of the way from one end up to a column of a front that its climb
/// passed, found backwards: the last own column whose cost and entry add up comes before;
/// if none does, the cost is that of an earlier front.
void FrontSearch::list_climb(CellIndex end, std::size_t side, std::size_t passed,
                             std::uint32_t column, const FrontScratch& scratch) const {
  const Climb& climb = scratch.climbs[side];
  const FrontTree& tree = fronts_.tree();
  const Rank last = fronts_.rank(end);
  const Cost* const entries = fronts_.costs(side == 0);
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

/// Adds the entries of the way from one end up to the ancestor at which the rows met.
void FrontSearch::list_row(CellIndex end, std::size_t side,
                           const FrontScratch& scratch) const {
  const Climb& climb = scratch.climbs[side];
  const FrontTree& tree = fronts_.tree();
  const RowPlan& plan = fronts_.rows()->plan();
  const FrontRows::Next* const nexts = fronts_.rows()->nexts(side == 0);
  const Cost cost = climb.far[scratch.depth];
  const auto leads = [&](const FarRow& row) {
    return row.depth == scratch.depth ? row.cost == cost
                                      : row.depth > scratch.depth && row.cost <= cost &&
                                            row.costs[scratch.depth] == cost - row.cost;
  };
  const FarRow& row = *std::ranges::find_if(climb.rows, leads);
  Rank rank = fronts_.rank(end);
  if (!climb.passed.empty()) {
    const Front& last = tree.fronts[climb.passed.back().front];
    rank = tree.boundary(last)[row.column - last.own];
  }
  const auto begin = static_cast<std::ptrdiff_t>(scratch.legs.size());
  for (std::uint32_t depth = row.depth; depth != scratch.depth;) {
    const FrontId id = tree.front_of[rank];
    const Front& front = tree.fronts[id];
    const std::uint32_t low = rank - front.first;
    const std::uint32_t high = nexts[plan.begin(id, front, low) + scratch.depth];
    scratch.legs.push_back({front.entry(low, high), side == 0});
    __builtin_prefetch(fronts_.ways(side == 0) + scratch.legs.back().entry);
    rank = high < front.own ? front.first + high : tree.boundary(front)[high - front.own];
    depth = tree.depth(rank);
  }
  std::reverse(scratch.legs.begin() + begin, scratch.legs.end());
  if (!climb.passed.empty())
    list_climb(end, side, climb.passed.size() - 1, row.column, scratch);
}

/// Adds the entries of the way from one end up to the meeting, the highest first.
void FrontSearch::list_legs(CellIndex end, std::size_t side,
                            const FrontScratch& scratch) const {
  if (scratch.by_rows)
    list_row(end, side, scratch);
  else
    list_climb(end, side, scratch.met[side], scratch.column, scratch);
}

/// Replaces the legs by legs of few moves, level by level: ways lie far from each other,
/// and those of a level are fetched together. Returns false if there are more legs than any
/// path has moves, as in damaged fronts.
bool FrontSearch::divide_legs(const FrontScratch& scratch) const {
  const auto add = [&](std::size_t entry, bool up) {
    __builtin_prefetch(fronts_.ways(up) + entry);
    scratch.parts.push_back({entry, up});
  };
  for (bool divided = true; divided;) {
    if (scratch.legs.size() >= fronts_.tree().front_of.size()) return false;
    divided = false;
    scratch.parts.clear();
    for (FrontScratch::Leg leg : scratch.legs) {
      if (leg.way.moves() == 0) leg.way = fronts_.ways(leg.up)[leg.entry];
      if (leg.way.moves() > 0) {
        scratch.parts.push_back(leg);
        continue;
      }
      divided = true;
      add(leg.up ? leg.way.low() : leg.way.high(), false);
      add(leg.up ? leg.way.high() : leg.way.low(), true);
    }
    scratch.legs.swap(scratch.parts);
  }
  return true;
}

void FrontSearch::append_path(CellIndex start, CellIndex goal, const FrontScratch& scratch,
                              Column<Move>& moves) const {
  scratch.legs.clear();
  list_legs(start, 0, scratch);
  std::ranges::reverse(scratch.legs);
  list_legs(goal, 1, scratch);
  if (!divide_legs(scratch)) return;
  std::size_t end = moves.size(), size = end;
  for (const Leg& leg : scratch.legs) size += leg.way.moves();
  moves.resize(size + FrontWay::kBlock);
  for (const Leg& leg : scratch.legs) {
    leg.way.write(fronts_.symmetric() && !leg.up, moves.data() + end);
    end += leg.way.moves();
  }
  moves.resize(size);
}

}  // namespace throng
