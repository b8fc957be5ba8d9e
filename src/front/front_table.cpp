#include "front_table.hpp"

#include "front_lanes.hpp"

#include <algorithm>

namespace throng {

void FrontTable::assign(std::span<const CellIndex> targets, Crew& crew) {
  const FrontTree& tree = fronts_.tree();
  count_ = targets.size();
  targets_.clear();
  for (std::uint32_t i = 0; i < targets.size(); ++i)
    if (const Rank rank = fronts_.rank(targets[i]); rank != kNoRank)
      targets_.push_back({rank, i, 0, 0});
  std::ranges::sort(targets_, {},
                    [](const Target& t) { return std::pair(t.rank, t.index); });
  std::size_t size = 0;
  for (std::size_t i = 0; i < targets_.size(); ++i) {
    Target& target = targets_[i];
    target.label = size;
    size += tree.depth(target.rank) + 1;
    if (i + 1 < targets_.size())
      target.common = tree.common_ancestors(target.rank, targets_[i + 1].rank);
  }
  labels_.resize(size + kLanePadding);
  std::pmr::vector<Scratch> threads(static_cast<std::size_t>(crew.size()), memory_);
  crew.for_each_block(
      targets_.size(), 16, [&](int thread, std::size_t begin, std::size_t end) {
        Scratch& scratch = threads[static_cast<std::size_t>(thread)];
        for (std::size_t i = begin; i < end; ++i) {
          const FrontSearch search(fronts_);
          const std::size_t count = search.label(targets[targets_[i].index], !to_targets_,
                                                 scratch.climb, scratch.label);
          std::copy_n(scratch.label.data(), count, labels_.data() + targets_[i].label);
        }
      });
}

void FrontTable::measure(CellIndex source, Scratch& scratch) const {
  scratch.costs.assign(count_, kUnreachable);
  const Rank rank = fronts_.rank(source);
  if (rank == kNoRank || targets_.empty()) return;
  const FrontTree& tree = fronts_.tree();
  FrontSearch(fronts_).label(source, to_targets_, scratch.climb, scratch.label);
  const auto put = [&](const Target& target, std::uint32_t common) {
    scratch.costs[target.index] =
        least_sum(scratch.label.data(), labels_.data() + target.label, common);
  };
  const auto at = std::ranges::lower_bound(targets_, rank, {}, &Target::rank);
  const auto middle = static_cast<std::size_t>(at - targets_.begin());
  if (middle < targets_.size()) {
    std::uint32_t common = tree.common_ancestors(rank, targets_[middle].rank);
    for (std::size_t i = middle; i < targets_.size(); ++i) {
      put(targets_[i], common);
      common = std::min(common, targets_[i].common);
    }
  }
  if (middle > 0) {
    std::uint32_t common = tree.common_ancestors(rank, targets_[middle - 1].rank);
    for (std::size_t i = middle; i-- > 0;) {
      put(targets_[i], common);
      if (i > 0) common = std::min(common, targets_[i - 1].common);
    }
  }
}

}  // namespace throng
