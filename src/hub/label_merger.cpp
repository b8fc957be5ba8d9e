#include "label_merger.hpp"

#include "../jump/jumps.hpp"

#include <algorithm>

namespace throng {
namespace {

// Rows do not overlap and have a multiple of eight lanes, so that these loops vectorize.
using Row = std::int32_t* __restrict;
using ConstRow = const std::int32_t* __restrict;

/// row[j] = max(row[j], number - other[j])
void raise(Row row, ConstRow other, std::int32_t number, std::size_t width) {
  for (std::size_t j = 0; j < width; ++j) row[j] = std::max(row[j], number - other[j]);
}

/// row[j] = min(row[j], number + other[j])
void lower(Row row, ConstRow other, std::int32_t number, std::size_t width) {
  for (std::size_t j = 0; j < width; ++j) row[j] = std::min(row[j], number + other[j]);
}

/// marks[j] = 1 where row[j] + number <= limit[j]
void mark(Row marks, ConstRow row, std::int32_t number, ConstRow limit, std::size_t width) {
  for (std::size_t j = 0; j < width; ++j)
    marks[j] |= static_cast<std::int32_t>(row[j] + number <= limit[j]);
}

}  // namespace

void LabelMerger::append(std::span<const SeenSubgoal> seen,
                         std::span<const CellIndex> cells, std::vector<HubBlock>& blocks) {
  width_ = (seen.size() + kLanes - 1) / kLanes * kLanes;
  compare_subgoals(seen, cells);
  fill_rows(seen);
  std::vector<std::uint32_t> order(hubs_);
  std::sort(order.begin(), order.end());
  filled_ = HubBlock::kEntries;  // the next entry starts a block
  for (const std::uint32_t hub : order) {
    drop(seen, hub);
    const std::int32_t* const own = &own_[row_of_[hub] * width_];
    for (std::uint32_t j = 0; j < seen.size(); ++j)
      if (own[j] < kNever && dropped_[j] == 0)
        put(hub << HubBlock::kSeenBits | j, static_cast<Cost>(own[j]), blocks);
  }
  // Pads the last block with a hub that does not exist.
  if (!order.empty())
    while (filled_ < HubBlock::kEntries)
      put(HubBlock::kMostHubs << HubBlock::kSeenBits, kNever, blocks);
  for (const std::uint32_t hub : hubs_) row_of_[hub] = kNoRow;
  hubs_.clear();
}

void LabelMerger::put(std::uint32_t key, Cost cost, std::vector<HubBlock>& blocks) {
  if (filled_ == HubBlock::kEntries) {
    blocks.emplace_back();
    filled_ = 0;
  }
  blocks.back().key[filled_] = key;
  blocks.back().cost[filled_] = cost;
  ++filled_;
}

void LabelMerger::compare_subgoals(std::span<const SeenSubgoal> seen,
                                   std::span<const CellIndex> cells) {
  farther_.assign(seen.size() * width_, -kNever);
  away_.assign(width_, 0);
  for (const CellIndex cell : cells) {
    const PaddedPosition at = padded_position(cell, grid_.stride());
    for (std::size_t j = 0; j < seen.size(); ++j) {
      const PaddedPosition place = jumps_.places()[seen[j].subgoal()];
      away_[j] = static_cast<std::int32_t>(
          JumpLine(place.x - at.x, place.y - at.y).cost(grid_.costs()));
    }
    for (std::size_t i = 0; i < seen.size(); ++i)
      raise(&farther_[i * width_], away_.data(), away_[i], width_);
  }
}

void LabelMerger::fill_rows(std::span<const SeenSubgoal> seen) {
  own_.clear();
  best_.clear();
  for (std::size_t i = 0; i < seen.size(); ++i) {
    const std::int32_t* const farther = &farther_[i * width_];
    labels_.for_each(seen[i].subgoal(), [&](std::uint32_t hub, Cost cost) {
      if (row_of_[hub] == kNoRow) {
        row_of_[hub] = static_cast<std::uint32_t>(hubs_.size());
        hubs_.push_back(hub);
        own_.resize(own_.size() + width_, kNever);
        best_.resize(best_.size() + width_, kNever);
      }
      const std::size_t row = row_of_[hub] * width_;
      own_[row + i] = static_cast<std::int32_t>(cost);
      lower(&best_[row], farther, static_cast<std::int32_t>(cost), width_);
    });
  }
}

void LabelMerger::drop(std::span<const SeenSubgoal> seen, std::uint32_t hub) {
  const std::int32_t* const own = &own_[row_of_[hub] * width_];
  const std::int32_t* const best = &best_[row_of_[hub] * width_];
  dropped_.assign(width_, 0);
  std::int32_t* const dropped = dropped_.data();
  mark(dropped, best, 1, own, width_);
  labels_.for_each(labels_.subgoal(hub), [&](std::uint32_t higher, Cost cost) {
    if (higher == hub || row_of_[higher] == kNoRow) return;
    const std::int32_t* const through = &best_[row_of_[higher] * width_];
    mark(dropped, through, static_cast<std::int32_t>(cost), own, width_);
  });
  // Among ways that cost the same for all cells, the first one stays.
  for (std::size_t j = 0; j < seen.size(); ++j) {
    if (own[j] == kNever || dropped[j] != 0) continue;
    for (std::size_t i = 0; i < j && dropped[j] == 0; ++i)
      if (own[i] < kNever && own[i] + farther_[i * width_ + j] <= own[j]) dropped[j] = 1;
  }
}

}  // namespace throng
