#include "front_field.hpp"

#include <throng/assert.hpp>

#include <algorithm>

namespace throng {

/// Adds the label of a source, and a seed for each front above it.
void FrontField::label(CellIndex source, std::uint32_t field, Scratch& scratch) const {
  if (source == 0) return;
  const std::size_t count =
      FrontSearch(fronts_).label(source, from_sources_, scratch.climb, scratch.label);
  const Rank rank = fronts_.rank(source);
  const std::size_t begin = scratch.labels.size();
  scratch.labels.insert(scratch.labels.end(), scratch.label.begin(),
                        scratch.label.begin() + static_cast<std::ptrdiff_t>(count));
  for (FrontId front = fronts_.tree().front_of[rank]; front != kNoFront;
       front = fronts_.front(front).parent)
    scratch.seeds.push_back({front, rank, field, begin});
}

template <std::size_t kFields>
void FrontField::pass_down(Scratch& scratch) const {
  const FrontTree& tree = fronts_.tree();
  const Cost* const entries = fronts_.costs(!from_sources_);
  std::ranges::sort(scratch.seeds, {}, &Scratch::Seed::front);
  scratch.at.resize(tree.most_on_way * kFields);
  scratch.columns.resize(tree.most_columns * kFields + kLanePadding);
  scratch.costs.resize(tree.front_of.size() * kFields);
  Cost* const at = scratch.at.data();
  Cost* const columns = scratch.columns.data();
  // A front comes after its subtree. So on the way down the slots of its ancestors are
  // theirs still, whatever subtrees came between.
  for (auto id = static_cast<FrontId>(tree.fronts.size()); id-- > 0;) {
    const Front& front = tree.fronts[id];
    const std::size_t own = front.own * kFields;
    std::fill_n(columns, own, kUnreachable);
    const std::uint16_t* const slots = tree.bound_slots.data() + front.bounds;
    for (std::uint32_t i = 0; i < front.boundary; ++i)
      std::copy_n(at + slots[i] * kFields, kFields, columns + own + i * kFields);
    for (; !scratch.seeds.empty() && scratch.seeds.back().front == id;
         scratch.seeds.pop_back()) {
      const Scratch::Seed& seed = scratch.seeds.back();
      const Cost* const label = scratch.labels.data() + seed.label;
      for (Rank rank = std::max(front.first, seed.source); rank < front.end(); ++rank) {
        Cost& cost = columns[(rank - front.first) * kFields + seed.field];
        cost = std::min(cost, label[front.depth(rank)]);
      }
    }
    const StoredRows rows{entries + front.entries, front.own, front.columns()};
    if constexpr (kFields == 1)
      pull_rows(rows, columns);
    else
      pull_rows_together(rows, columns);
    std::copy_n(columns, own, at + front.slot * kFields);
    std::copy_n(columns, own, scratch.costs.data() + front.first * kFields);
  }
}

void FrontField::measure(std::span<const CellIndex> sources, Scratch& scratch) const {
  scratch.labels.clear();
  scratch.seeds.clear();
  for (const CellIndex source : sources) label(source, 0, scratch);
  pass_down<1>(scratch);
}

void FrontField::measure_each(std::span<const CellIndex> sources, Scratch& scratch) const {
  THRONG_ASSERT(sources.size() <= kFieldLanes);
  scratch.labels.clear();
  scratch.seeds.clear();
  for (std::uint32_t i = 0; i < sources.size(); ++i) label(sources[i], i, scratch);
  pass_down<kFieldLanes>(scratch);
}

}  // namespace throng
