#include "line_labels.hpp"

#include "line_points.hpp"

#include <algorithm>

namespace throng {

void LineJoinScratch::reserve_as(const LineJoinScratch& other) {
  to_hub.reserve(other.to_hub.capacity());
  entry.reserve(other.entry.capacity());
  away.reserve(other.away.capacity());
  own.reserve(other.own.capacity());
}

LineLabels::LineLabels(const LineBoard& board, LineCorners corners, Arrays arrays)
    : model_(board.model()),
      tiles_(board),
      corners_(std::move(corners)),
      arrays_(std::move(arrays)) {
  for (std::size_t tile = 0; tile < tiles_.size(); ++tile) {
    const Begin begin = arrays_.tiles[tile], end = arrays_.tiles[tile + 1];
    most_vias_ = std::max<std::size_t>(most_vias_, end.via - begin.via);
    most_entries_ = std::max<std::size_t>(most_entries_, end.entry - begin.entry);
  }
}

/// Measures the way to each corner that the cell's tile sees, and lists the entries of the
/// cell. Returns their number.
std::size_t LineLabels::select(LinePoint cell, LineLength* away,
                               std::uint32_t* own) const noexcept {
  const std::int32_t x = cell.x / 2, y = cell.y / 2;
  const Begin* const tile = arrays_.tiles.data() + tiles_.tile(x, y);
  const Via* const vias = arrays_.vias.data() + tile[0].via;
  const std::size_t count = tile[1].via - tile[0].via;
  for (std::size_t i = 0; i < count; ++i)
    away[i] = line_length(cell, vias[i].place.point());
  const unsigned bit = LineTiles::bit(x, y);
  const std::uint64_t* const cells = arrays_.cells.data();
  std::size_t found = 0;  // without a branch to mispredict
  for (std::uint32_t i = tile[0].entry; i < tile[1].entry; ++i) {
    own[found] = i;
    found += cells[i] >> bit & 1U;
  }
  return found;
}

void LineLabels::prepare(LineJoinScratch& scratch) const {
  if (scratch.to_hub.size() < corners_.size()) {
    scratch.entry.resize(corners_.size());
    scratch.to_hub.resize(corners_.size(),
                          kFar);  // last: its size says that both are there
  }
  if (scratch.away.size() < most_vias_) scratch.away.resize(most_vias_);
  if (scratch.own.size() < 2 * most_entries_ + 2) scratch.own.resize(2 * most_entries_ + 2);
}

LineLabels::Meeting LineLabels::join(LinePoint start, LinePoint goal,
                                     LineJoinScratch& scratch) const {
  const std::uint32_t* const keys = arrays_.keys.data();
  const LineLength* const costs = arrays_.costs.data();
  LineLength* const away = scratch.away.data();
  LineLength* const to_hub = scratch.to_hub.data();
  std::uint32_t* const entry = scratch.entry.data();
  std::uint32_t* const ours = scratch.own.data();
  std::uint32_t* const theirs = ours + most_entries_ + 1;
  const auto cost_of = [&](std::uint32_t i) {
    return away[keys[i] & (kMostVias - 1)] + costs[i];
  };
  const std::size_t our_count = select(start, away, ours);
  for (std::size_t k = 0; k < our_count; ++k) {
    const std::uint32_t hub = keys[ours[k]] >> kViaBits;
    to_hub[hub] = cost_of(ours[k]);
    entry[hub] = ours[k];
  }
  Meeting best;
  const std::size_t their_count = select(goal, away, theirs);
  for (std::size_t k = 0; k < their_count; ++k) {
    const LineLength length = cost_of(theirs[k]) + to_hub[keys[theirs[k]] >> kViaBits];
    if (length >= best.length) continue;
    best.length = length;
    best.goal = theirs[k];
  }
  if (best.length < kFar) best.start = entry[keys[best.goal] >> kViaBits];
  for (std::size_t k = 0; k < our_count; ++k) to_hub[keys[ours[k]] >> kViaBits] = kFar;
  return best;
}

/// The entries of a cell's tile.
std::uint64_t LineLabels::entries_of(LinePoint cell) const noexcept {
  const Begin* const tile = arrays_.tiles.data() + tiles_.tile(cell.x / 2, cell.y / 2);
  return tile[1].entry - tile[0].entry;
}

LineFound LineLabels::find(const Legs& legs, Position start, Position goal, bool wanted,
                           LineJoinScratch& scratch,
                           std::pmr::vector<LinePoint>& points) const {
  if (start == goal || legs(start, goal)) return find_straight(model_, start, goal, points);
  const LinePoint from = centre_of(model_, start), to = centre_of(model_, goal);
  prepare(scratch);
  const Meeting meeting = join(from, to, scratch);
  if (meeting.length >= kFar) return {};
  if (wanted) append_points(from, to, meeting, points);
  const std::uint64_t work = (entries_of(from) + entries_of(to)) / kEntriesForOne + 1;
  return {.status = Status::found, .length = meeting.length, .work = work};
}

/// The number of a hub's entry in the label of a corner; kNone: it has none.
std::uint32_t LineLabels::find(std::uint32_t corner, std::uint32_t hub) const noexcept {
  const std::uint32_t* const hubs = arrays_.hubs.data();
  std::uint32_t at = arrays_.begin[corner];
  const std::uint32_t end = arrays_.begin[corner + 1];
  if (at == end) return kNone;
  for (std::uint32_t left = end - at; left > 1;) {  // without a branch to mispredict
    const std::uint32_t half = left / 2;
    at = hubs[at + half] <= hub ? at + half : at;
    left -= half;
  }
  return hubs[at] == hub ? at : kNone;
}

/// Visits the corners from a cell of an entry to the entry's hub.
template <class Visit>
void LineLabels::follow(LinePoint cell, std::uint32_t entry, const Visit& visit) const {
  const std::uint32_t key = arrays_.keys[entry];
  const Begin& tile = arrays_.tiles[tiles_.tile(cell.x / 2, cell.y / 2)];
  const std::uint32_t via = arrays_.vias[tile.via + (key & (kMostVias - 1))].corner;
  const Step* const steps = arrays_.steps.data();
  const std::uint32_t i = find(via, key >> kViaBits);
  if (i == kNone) return;  // in a forged file
  for (std::uint32_t at = arrays_.step_of[i]; at != Step::kAtHub; at = steps[at].next)
    visit(corners_[steps[at].corner].point());
}

void LineLabels::append_points(LinePoint start, LinePoint goal, const Meeting& meeting,
                               std::pmr::vector<LinePoint>& points) const {
  const std::size_t begin = points.size();
  const auto add = [&](LinePoint point) { points.push_back(point); };
  add(start);
  follow(start, meeting.start, add);
  const auto hub = static_cast<std::ptrdiff_t>(points.size());
  follow(goal, meeting.goal, add);
  std::reverse(points.begin() + hub, points.end());
  add(goal);
  keep_turns(points, begin);
}

std::size_t LineLabels::memory_bytes() const noexcept {
  return corners_.memory_bytes() + arrays_.begin.size_bytes() + arrays_.hubs.size_bytes() +
         arrays_.step_of.size_bytes() + arrays_.steps.size_bytes() +
         arrays_.tiles.size_bytes() + arrays_.vias.size_bytes() +
         arrays_.keys.size_bytes() + arrays_.cells.size_bytes() +
         arrays_.costs.size_bytes();
}

}  // namespace throng
