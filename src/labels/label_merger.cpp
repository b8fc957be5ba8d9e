#include "label_merger.hpp"

#include "../jump/jumps.hpp"

#include <algorithm>
#include <bit>

namespace throng {
namespace {

/// numbers[i] = min(numbers[i], others[i] + added)
template <class Lanes>
void lower(Lanes& numbers, const Lanes& others, std::int32_t added) {
  for (std::size_t i = 0; i < numbers.size(); ++i)
    numbers[i] = std::min(numbers[i], others[i] + added);
}

}  // namespace

void LabelMerger::append(std::span<const SeenSubgoal> seen,
                         std::span<const CellIndex> cells, std::vector<HubBlock>& blocks) {
  list_entries(seen);
  for (std::size_t begin = 0; begin < cells.size(); begin += kLanes) {
    measure(seen, cells.subspan(begin, std::min(kLanes, cells.size() - begin)));
    for (std::uint32_t row = 0; row < hubs_.size(); ++row)
      if (const unsigned need = cells_that_need(row); need != 0) serve(row, need);
  }
  for (const std::uint32_t hub : hubs_) row_of_[hub] = kNoRow;
  write(blocks);
}

void LabelMerger::list_entries(std::span<const SeenSubgoal> seen) {
  seen_ = seen.size();
  hubs_.clear();
  entries_.clear();
  ends_.clear();
  label_.clear();
  for (const SeenSubgoal& one : seen) {
    labels_.for_each(one.subgoal(), [&](std::uint32_t hub, Cost cost) {
      std::uint32_t& row = row_of_[hub];
      if (row == kNoRow) {
        row = static_cast<std::uint32_t>(hubs_.size());
        hubs_.push_back(hub);
      }
      entries_.push_back({row, static_cast<std::int32_t>(cost)});
    });
    ends_.push_back(entries_.size());
  }
  own_.assign(hubs_.size() * seen_, kNever);
  chosen_.assign(hubs_.size() * seen_, 0);
  for (std::size_t j = 0, i = 0; j < seen_; ++j)
    for (; i < ends_[j]; ++i) own_[entries_[i].row * seen_ + j] = entries_[i].cost;
}

/// Pre: at least one cell, at most kLanes.
void LabelMerger::measure(std::span<const SeenSubgoal> seen,
                          std::span<const CellIndex> cells) {
  away_.resize(seen_);
  nearest_.resize(hubs_.size());
  for (Lanes& row : nearest_) row.fill(kNever);
  for (std::size_t j = 0, i = 0; j < seen_; ++j) {
    const PaddedPosition place = places_[seen[j].subgoal()];
    Lanes away;
    for (std::size_t lane = 0; lane < kLanes; ++lane) {  // spare lanes repeat a cell
      const PaddedPosition at =
          padded_position(cells[std::min(lane, cells.size() - 1)], stride_);
      away[lane] =
          static_cast<std::int32_t>(JumpLine(place.x - at.x, place.y - at.y).cost(costs_));
    }
    away_[j] = away;
    for (; i < ends_[j]; ++i) lower(nearest_[entries_[i].row], away, entries_[i].cost);
  }
}

/// Returns a set of lanes.
unsigned LabelMerger::cells_that_need(std::uint32_t row) const {
  const Lanes own = nearest_[row];
  const std::uint32_t subgoal = labels_.subgoal(hubs_[row]);
  const std::span<const std::uint32_t> hubs = labels_.hubs(subgoal);
  const std::span<const Cost> costs = labels_.costs(subgoal);
  Lanes through;  // the least cost over a hub of higher rank
  through.fill(kNever);
  const auto needed = [&] {
    unsigned lanes = 0;
    for (std::size_t lane = 0; lane < kLanes; ++lane)
      lanes |= static_cast<unsigned>(through[lane] > own[lane]) << lane;
    return lanes;
  };
  constexpr std::size_t kEntriesPerCheck = 8;
  for (std::size_t i = 0, end = hubs.size() - 1; i < end;) {  // the last one is the hub
    for (const std::size_t stop = std::min(i + kEntriesPerCheck, end); i < stop; ++i)
      if (const std::uint32_t higher = row_of_[hubs[i]]; higher != kNoRow)
        lower(through, nearest_[higher], static_cast<std::int32_t>(costs[i]));
    if (needed() == 0) return 0;
  }
  return needed();
}

/// Chooses entries of a hub for these cells, unless those chosen before serve them.
void LabelMerger::serve(std::uint32_t row, unsigned cells) {
  for (std::uint32_t j = 0; j < seen_ && cells != 0; ++j)
    if (chosen_[row * seen_ + j] != 0) cells &= ~served(row, j, cells);
  while (cells != 0) {
    const std::uint32_t j = best_for(row, cells);
    chosen_[row * seen_ + j] = 1;
    label_.emplace_back(hubs_[row] << HubBlock::kSeenBits | j,
                        static_cast<Cost>(own_[row * seen_ + j]));
    cells &= ~served(row, j, cells);
  }
}

/// The entry that serves the first of the cells, and most of the others; on a tie the
/// first.
std::uint32_t LabelMerger::best_for(std::uint32_t row, unsigned cells) const {
  const unsigned first = cells & -cells;
  std::uint32_t best = 0;
  int most = 0;
  for (std::uint32_t j = 0; j < seen_; ++j) {
    if (served(row, j, first) == 0) continue;
    const int count = std::popcount(served(row, j, cells));
    if (count > most) best = j;
    most = std::max(most, count);
  }
  return best;
}

/// Those of the cells whose cheapest way to the hub leads through the j-th subgoal.
unsigned LabelMerger::served(std::uint32_t row, std::uint32_t j, unsigned cells) const {
  const std::int32_t own = own_[row * seen_ + j];
  unsigned found = 0;
  for (unsigned left = cells; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    found |= static_cast<unsigned>(away_[j][lane] + own == nearest_[row][lane]) << lane;
  }
  return found;
}

void LabelMerger::write(std::vector<HubBlock>& blocks) {
  std::sort(label_.begin(), label_.end());
  while (label_.size() % HubBlock::kEntries != 0)  // pads with a hub that does not exist
    label_.emplace_back(HubBlock::kMostHubs << HubBlock::kSeenBits, kNever);
  for (std::size_t i = 0; i < label_.size(); ++i) {
    if (i % HubBlock::kEntries == 0) blocks.emplace_back();
    blocks.back().key[i % HubBlock::kEntries] = label_[i].first;
    blocks.back().cost[i % HubBlock::kEntries] = label_[i].second;
  }
}

}  // namespace throng
