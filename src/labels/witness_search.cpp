#include "witness_search.hpp"

#include <algorithm>
#include <functional>

namespace throng {

bool WitnessSearch::leads_on(std::uint32_t at, Cost cost) const noexcept {
  return std::ranges::any_of(open_, [&](const Target& target) {
    return costs_[target.node] > cost && target.cost >= cost &&
           graph_.open_cost(at, target.node) <= target.cost - cost;
  });
}

void WitnessSearch::relax(std::uint32_t node, Cost cost) {
  if (cost >= costs_[node]) return;
  if (costs_[node] == kUnreachable) reached_.push_back(node);
  costs_[node] = cost;
  heap_.push_back(std::uint64_t{cost} << 32 | node);
  std::ranges::push_heap(heap_, std::greater<>());
}

void WitnessSearch::look_around(std::uint32_t node, std::uint32_t from,
                                std::size_t most_settled) {
  for (const std::uint32_t old : reached_) costs_[old] = kUnreachable;
  reached_.clear();
  heap_.clear();
  Cost farthest = 0;
  for (const Target& target : open_) {
    farthest = std::max(farthest, target.cost);
    is_open_[target.node] = 1;
  }
  std::size_t left = open_.size();
  relax(from, 0);
  for (std::size_t settled = 0; !heap_.empty() && settled < most_settled;) {
    const auto cost = static_cast<Cost>(heap_.front() >> 32);
    const auto at = static_cast<std::uint32_t>(heap_.front());
    std::ranges::pop_heap(heap_, std::greater<>());
    heap_.pop_back();
    if (cost > costs_[at]) continue;
    if (is_open_[at] != 0 && --left == 0) break;
    if (!leads_on(at, cost)) continue;
    ++settled;
    for (const RemainingArc& arc : graph_.arcs(at))
      if (arc.to != node && avoided_[arc.to] == 0 && arc.cost <= farthest - cost)
        relax(arc.to, cost + arc.cost);
  }
  for (const Target& target : open_) is_open_[target.node] = 0;
}

}  // namespace throng
