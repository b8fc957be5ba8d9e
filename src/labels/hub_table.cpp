#include "hub_table.hpp"

#include <algorithm>

namespace throng {
namespace {

constexpr std::size_t kTargetsPerBlock = 64;

DiagonalRuns runs_from(const HubMap& map, PaddedPosition from) {
  DiagonalRuns runs{};
  for (unsigned k = 0; k < runs.size(); ++k) runs[k] = map.run(4 + k, from);
  return runs;
}

}  // namespace

void TargetLists::assign(std::size_t count, std::span<const Entries> entries) {
  begin_.assign(count + 2, 0);
  for (const auto& some : entries)
    for (const auto& [list, target] : some) ++begin_[list + 2];
  for (std::size_t i = 2; i < begin_.size(); ++i) begin_[i] += begin_[i - 1];
  targets_.resize(begin_.back());
  // Once all lists are filled, each begins where the one before it ends.
  for (const auto& some : entries)
    for (const auto& [list, target] : some) targets_[begin_[list + 1]++] = target;
}

void HubTable::assign(std::span<const CellIndex> targets, Crew& crew) {
  targets_.assign(targets.begin(), targets.end());
  places_.assign(targets.size(), [&](std::size_t t) { return map_.place(targets[t]); });
  const std::size_t blocks = (targets.size() + kTargetsPerBlock - 1) / kTargetsPerBlock;
  std::pmr::vector<TargetLists::Entries> hubs(blocks, memory_), subgoals(blocks, memory_);
  std::pmr::vector<Scratch> scratch(static_cast<std::size_t>(crew.size()), memory_);
  crew.for_each_block(blocks, 1, [&](int thread, std::size_t block, std::size_t) {
    Scratch& own = scratch[static_cast<std::size_t>(thread)];
    const std::size_t end = std::min((block + 1) * kTargetsPerBlock, targets.size());
    for (std::size_t t = block * kTargetsPerBlock; t < end; ++t) {
      if (map_.grid.component(targets[t]) == Grid::kNoComponent) continue;
      const auto number = static_cast<std::uint32_t>(t);
      find_label(targets[t], own);
      for (const HubEntry& entry : own.label)
        hubs[block].push_back({entry.hub, {number, entry.cost}});
      if (!passed_ || passed_->is_subgoal(targets[t])) continue;
      passed_->for_each(targets[t], [&](std::uint32_t subgoal, Cost cost) {
        subgoals[block].push_back({subgoal, {number, cost}});
      });
    }
  });
  by_hub_.assign(map_.labels.subgoals(), hubs);
  by_subgoal_.assign(map_.labels.subgoals(), subgoals);
}

void HubTable::find_label(CellIndex cell, Scratch& scratch) const {
  scratch.label.clear();
  const std::uint32_t view = map_.views.view(cell);
  const std::span<const SeenSubgoal> seen = map_.views.seen(view);
  if (scratch.away.size() < seen.size()) scratch.away.resize(seen.size());
  map_.measure(map_.place(cell), view, scratch.away);
  if (map_.views.has_labels()) {
    for (const HubBlock& block : map_.views.label(view))
      for (std::size_t i = 0; i < HubBlock::kEntries; ++i) {
        const std::uint32_t hub = block.key[i] >> HubBlock::kSeenBits;
        if (hub == HubBlock::kMostHubs) return;  // padding of the last block
        const Cost cost =
            block.cost[i] + scratch.away[block.key[i] & (HubBlock::kMostSeen - 1)];
        if (scratch.label.empty() || scratch.label.back().hub != hub)
          scratch.label.push_back({hub, cost});
        else
          scratch.label.back().cost = std::min(scratch.label.back().cost, cost);
      }
    return;
  }
  if (scratch.to_hub.empty()) scratch.to_hub.resize(map_.labels.subgoals(), kUnreachable);
  for (std::size_t i = 0; i < seen.size(); ++i)
    map_.labels.for_each(seen[i].subgoal(), [&](std::uint32_t hub, Cost beyond) {
      Cost& cost = scratch.to_hub[hub];
      if (cost == kUnreachable) scratch.label.push_back({hub, 0});
      cost = std::min(cost, scratch.away[i] + beyond);
    });
  for (HubEntry& entry : scratch.label)
    entry.cost = std::exchange(scratch.to_hub[entry.hub], kUnreachable);
}

void HubTable::measure(CellIndex source, Scratch& scratch) const {
  scratch.costs.assign(places_.padded_size(), 0);
  std::fill_n(scratch.costs.begin(), places_.size(), kNoWay);
  if (map_.grid.component(source) == Grid::kNoComponent) return;
  find_label(source, scratch);
  std::int32_t* const costs = scratch.costs.data();
  for (const HubEntry& entry : scratch.label) by_hub_.lower(entry.hub, entry.cost, costs);
  const std::span<const SeenSubgoal> seen = map_.views.seen(map_.views.view(source));
  for (std::size_t i = 0; i < seen.size(); ++i)
    by_subgoal_.lower(seen[i].subgoal(), scratch.away[i], costs);
  look_for_direct(source, scratch);
}

void HubTable::look_for_direct(CellIndex source, Scratch& scratch) const {
  const PaddedPosition from = map_.place(source);
  const std::uint8_t moves = map_.grid.moves()[source];
  std::int32_t* const costs = scratch.costs.data();
  scratch.found.resize(places_.padded_size());
  const std::size_t count = places_.find_cheaper(from, runs_from(map_, from), map_.costs,
                                                 costs, scratch.found.data());
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t target = scratch.found[i];
    const PaddedPosition to = places_[target];
    if (map_.grid.component(targets_[target]) == Grid::kNoComponent) continue;
    if (targets_[target] == source || map_.sees(from, moves, to))
      costs[target] = static_cast<std::int32_t>(map_.open_cost(from, to));
  }
}

}  // namespace throng
