#include "front_row_maker.hpp"

#include "../core/progress.hpp"
#include "front_lanes.hpp"

#include <algorithm>

namespace throng {

std::vector<std::vector<FrontId>> FrontRowMaker::rounds() const {
  std::vector<std::vector<FrontId>> rounds;
  std::vector<std::uint32_t> depth(tree_.fronts.size(), 0);
  for (auto id = static_cast<FrontId>(tree_.fronts.size()); id-- > 0;) {
    if (!plan_.has(id)) continue;
    const FrontId parent = tree_.fronts[id].parent;
    if (parent != kNoFront) depth[id] = depth[parent] + 1;
    if (rounds.size() <= depth[id]) rounds.resize(depth[id] + 1);
    rounds[depth[id]].push_back(id);
  }
  return rounds;
}

bool FrontRowMaker::make_all(std::span<const Set> sets, Crew& crew,
                             const Monitor* monitor) const {
  std::vector<Scratch> threads(static_cast<std::size_t>(crew.size()));
  for (const std::vector<FrontId>& round : rounds())
    for_each_monitored(round.size(), crew, Progress(nullptr),
                       [&](std::size_t thread, std::size_t i, bool) {
                         if (cancelled(monitor)) return;
                         for (const Set& set : sets) make(round[i], set, threads[thread]);
                       });
  return !cancelled(monitor);
}

void FrontRowMaker::list_columns(FrontId id, Scratch& scratch) const {
  const Front& front = tree_.fronts[id];
  scratch.rows.resize(front.columns());
  scratch.depths.resize(front.columns());
  for (std::uint32_t p = 0; p < front.own; ++p) {
    scratch.rows[p] = plan_.begin(id, front, p);
    scratch.depths[p] = front.depth(front.first + p);
  }
  plan_.for_each_bound(tree_, front,
                       [&](std::uint32_t i, std::uint32_t depth, std::size_t begin) {
                         scratch.rows[front.own + i] = begin;
                         scratch.depths[front.own + i] = depth;
                       });
}

void FrontRowMaker::make(FrontId id, const Set& set, Scratch& scratch) const {
  const Front& front = tree_.fronts[id];
  list_columns(id, scratch);
  for (std::uint32_t p = front.own; p-- > 0;) {
    const std::size_t size = scratch.depths[p];
    Cost* const row = set.costs + scratch.rows[p];
    std::fill_n(row, size, kUnreachable);
    scratch.nexts.assign(size, 0);
    for (std::uint32_t c = p + 1; c < front.columns(); ++c) {
      const Cost cost = set.entries[front.entry(p, c)];
      const std::uint32_t depth = scratch.depths[c];
      // Where a way over lower columns costs no more, it leads on at no more cost, too.
      if (cost >= row[depth]) continue;
      relax_next(set.costs + scratch.rows[c], cost, c, depth, row, scratch.nexts.data());
      row[depth] = cost;
      scratch.nexts[depth] = c;
    }
    std::ranges::transform(scratch.nexts, set.nexts + scratch.rows[p],
                           [](std::uint32_t c) { return static_cast<FrontRows::Next>(c); });
  }
}

}  // namespace throng
