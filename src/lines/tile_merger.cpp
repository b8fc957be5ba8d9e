#include "tile_merger.hpp"

#include <algorithm>
#include <bit>

namespace throng {

TileLabel TileMerger::run(std::size_t tile, std::span<const SeenCorner> seen) {
  list_hubs(seen);
  list_higher();
  std::uint64_t cells = 0;
  for (const SeenCorner& corner : seen) cells |= corner.cells;
  for (; cells != 0; cells &= cells - 1) {
    const auto bit = static_cast<unsigned>(std::countr_zero(cells));
    const LinePoint cell = tiles_.centre(tile, bit);
    measure(cell, bit, seen);
    choose(cell, bit, seen);
  }
  for (const std::uint32_t hub : hub_of_row_) row_of_[hub] = kNoRow;
  return collect(seen);
}

void TileMerger::list_hubs(std::span<const SeenCorner> seen) {
  hub_of_row_.clear();
  own_.clear();
  own_end_.clear();
  for (const SeenCorner& corner : seen) {
    for (const LineEntry& entry : hubs_.labels[corner.corner]) {
      std::uint32_t& row = row_of_[entry.hub];
      if (row == kNoRow) {
        row = static_cast<std::uint32_t>(hub_of_row_.size());
        hub_of_row_.push_back(entry.hub);
      }
      own_.push_back({row, entry.parent, entry.apart, entry.cost, 0});
    }
    own_end_.push_back(static_cast<std::uint32_t>(own_.size()));
  }
  cost_.resize(hub_of_row_.size());
  best_.resize(hub_of_row_.size());
}

void TileMerger::list_higher() {
  higher_.clear();
  higher_end_.clear();
  for (const std::uint32_t hub : hub_of_row_) {
    for (const LineEntry& entry : hubs_.labels[hubs_.order[hub]])
      if (entry.hub != hub && row_of_[entry.hub] != kNoRow)
        higher_.push_back({row_of_[entry.hub], entry.cost});
    higher_end_.push_back(static_cast<std::uint32_t>(higher_.size()));
  }
}

/// Finds the shortest way from a cell to each hub.
void TileMerger::measure(LinePoint cell, unsigned bit, std::span<const SeenCorner> seen) {
  std::ranges::fill(cost_, kNoLine);
  std::uint32_t i = 0;
  for (std::size_t j = 0; j < seen.size(); ++j) {
    if ((seen[j].cells >> bit & 1U) == 0) {
      i = own_end_[j];
      continue;
    }
    const LineLength away = line_length(cell, graph_.place(seen[j].corner).point());
    for (; i < own_end_[j]; ++i) {
      const LineLength cost = away + own_[i].cost;
      const std::uint32_t row = own_[i].row;
      best_[row] = cost < cost_[row] ? i : best_[row];
      cost_[row] = std::min(cost, cost_[row]);
    }
  }
}

/// Gives a cell the hubs that it needs.
void TileMerger::choose(LinePoint cell, unsigned bit, std::span<const SeenCorner> seen) {
  std::uint32_t begin = 0;
  for (std::uint32_t row = 0; row < cost_.size(); ++row) {
    const auto higher = std::span(higher_).subspan(begin, higher_end_[row] - begin);
    begin = higher_end_[row];
    const LineLength cost = cost_[row];
    if (cost == kNoLine) continue;
    Own& own = own_[best_[row]];
    if (own.apart != 0) continue;
    if (own.parent != LineEntry::kAtHub) {
      const auto j = std::ranges::upper_bound(own_end_, best_[row]) - own_end_.begin();
      const std::uint32_t via = seen[static_cast<std::size_t>(j)].corner;
      if (!graph_.may_turn(cell, via, graph_.place(own.parent).point())) continue;
    }
    const bool known = std::ranges::any_of(higher, [&](const Higher& one) {
      return cost_[one.row] <= cost && one.cost <= cost - cost_[one.row];
    });
    if (!known) own.cells |= std::uint64_t{1} << bit;
  }
}

TileLabel TileMerger::collect(std::span<const SeenCorner> seen) const {
  TileLabel label;
  std::uint32_t i = 0;
  for (std::size_t j = 0; j < seen.size(); ++j) {
    const std::size_t before = label.entries.size();
    for (; i < own_end_[j]; ++i)
      if (own_[i].cells != 0)
        label.entries.push_back({hub_of_row_[own_[i].row],
                                 static_cast<std::uint32_t>(label.vias.size()),
                                 own_[i].cells, own_[i].cost});
    if (label.entries.size() != before) label.vias.push_back(seen[j].corner);
  }
  std::ranges::stable_sort(label.entries, {}, &TileLabel::Entry::hub);
  return label;
}

}  // namespace throng
