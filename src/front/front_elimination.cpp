#include "front_elimination.hpp"

#include "../core/progress.hpp"

#include <atomic>
#include <span>
#include <utility>

namespace throng {

void FrontElimination::run(FrontUnitId unit, const Grid& grid, Read read, Scratch& scratch,
                           Entries out) {
  const auto [first, last] = std::pair(plan_.units[unit].first, plan_.units[unit].last);
  scratch.used = 0;
  for (FrontId id = first; id <= last; ++id) {
    const Front& front = tree_.fronts[id];
    DenseFront& dense = scratch.dense;
    dense.open(front.own, front.columns(), plan_.shape->symmetric);
    for (std::uint32_t p = 0; p < front.own; ++p) add_steps(grid, front, p, dense);
    add_updates(id, unit, read, scratch);
    dense.eliminate(front);
    store(front, dense, out);
    if (id == last) {
      dense.copy_update(updates_[unit]);
    } else {
      if (scratch.used == scratch.pending.size()) scratch.pending.emplace_back();
      FrontElimination::Pending& pending = scratch.pending[scratch.used++];
      pending.front = id;
      dense.copy_update(pending.update);
    }
  }
}

bool FrontElimination::run_all(const Grid& grid, Read read, Crew& crew, Monitor* monitor,
                               Entries out) {
  std::vector<Scratch> threads(static_cast<std::size_t>(crew.size()));
  Progress progress(monitor);
  progress.expect(plan_.cell_of.size());
  std::vector<std::atomic<std::uint32_t>> waiting(plan_.units.size());  // for children
  std::vector<FrontUnitId> leaves;
  for (FrontUnitId unit = 0; unit < plan_.units.size(); ++unit) {
    const std::size_t children = plan_.children(unit).size();
    waiting[unit].store(static_cast<std::uint32_t>(children), std::memory_order_relaxed);
    if (children == 0) leaves.push_back(unit);
  }
  // The thread that is done with the last child of a unit goes on with that unit, so that
  // no thread waits for another one.
  crew.for_each_block(leaves.size(), 1, [&](int thread, std::size_t i, std::size_t) {
    for (FrontUnitId unit = leaves[i]; !progress.cancelled();) {
      run(unit, grid, read, threads[static_cast<std::size_t>(thread)], out);
      progress(plan_.cells(unit));
      unit = plan_.units[unit].parent;
      if (unit == kNoUnit || waiting[unit].fetch_sub(1, std::memory_order_acq_rel) != 1)
        return;
    }
  });
  return !progress.cancelled();
}

/// The updates of the children. Within a unit they were made last: it is a postorder.
void FrontElimination::add_updates(FrontId id, FrontUnitId unit, Read read,
                                   Scratch& scratch) {
  const auto add = [&](FrontId child, const DenseFront::Update& update) {
    const Front& below = tree_.fronts[child];
    scratch.dense.add(update, std::span<const std::uint16_t>(tree_.bound_places)
                                  .subspan(below.bounds, below.boundary));
  };
  if (plan_.units[unit].first == id) {  // all children are units
    for (const FrontUnitId child : plan_.children(unit)) {
      add(plan_.units[child].last, updates_[child]);
      if (read == Read::release) updates_[child] = {};
    }
    return;
  }
  const std::size_t first = scratch.used - plan_.child_count[id];
  for (std::size_t i = first; i < scratch.used; ++i)
    add(scratch.pending[i].front, scratch.pending[i].update);
  scratch.used = first;
}

/// The steps between an own column and the later ones.
void FrontElimination::add_steps(const Grid& grid, const Front& front, std::uint32_t column,
                                 DenseFront& dense) const {
  const SharedArray<Rank>& rank_of = plan_.shape->rank_of;
  const Rank rank = front.first + column;
  const CellIndex cell = plan_.cell_of[rank];
  const auto legal = [&](CellIndex from, Move by) {
    return (grid.moves()[from] >> static_cast<unsigned>(by) & 1U) != 0;
  };
  for (unsigned d = 0; d < kMoves; ++d) {
    const auto move = static_cast<Move>(d);
    const CellIndex next = cell + grid.offset(move);
    if (next >= rank_of.size()) continue;  // beyond the border
    const Rank to = rank_of[next];
    if (to == kNoRank || to < rank) continue;
    const bool there = legal(cell, move);
    const bool back = !plan_.shape->symmetric && legal(next, opposite(move));
    if (!there && !back) continue;
    const std::uint32_t place = tree_.column(front, to);
    if (there) dense.add(column, place, grid.step_cost(cell, move), FrontWay(move));
    if (back)
      dense.add(place, column, grid.step_cost(next, opposite(move)),
                FrontWay(opposite(move)));
  }
}

void FrontElimination::store(const Front& front, const DenseFront& dense,
                             Entries out) const {
  const auto put = [&](std::size_t at, Cost cost, FrontWay way) {
    out.costs[at] = cost;
    out.ways[at] = cost == kUnreachable ? FrontWay() : way;
  };
  std::size_t at = front.entries;
  for (std::uint32_t p = 0; p < front.own; ++p)
    for (std::uint32_t j = p + 1; j < front.columns(); ++j, ++at) {
      put(at, dense.cost(p, j), dense.way(p, j));
      if (!plan_.shape->symmetric)
        put(tree_.entries + at, dense.cost(j, p), dense.way(j, p));
    }
}

std::size_t FrontElimination::memory_bytes() const noexcept {
  std::size_t bytes = updates_.capacity() * sizeof(DenseFront::Update);
  for (const DenseFront::Update& update : updates_)
    bytes +=
        update.costs.capacity() * sizeof(Cost) + update.ways.capacity() * sizeof(FrontWay);
  return bytes;
}

}  // namespace throng
