#include "line_graph.hpp"

#include <utility>

namespace throng {

LineGraph::LineGraph(const LineBoard& board, LineCorners corners, Arrays arrays)
    : corners_(std::move(corners)),
      arrays_(std::move(arrays)),
      turns_(corners_.size()),
      in_row_(static_cast<std::size_t>(board.height()), 0) {
  for (std::uint32_t i = 0; i < corners_.size(); ++i)
    turns_[i] = static_cast<std::uint8_t>(board.corner(corners_[i].x, corners_[i].y));
  for (std::size_t k = 0; k < arrays_.landmarks.size(); ++k)
    in_row_[landmark(k).y] |= 1U << k;
}

void LineGraph::note_seen(std::uint32_t corner, LineLength length,
                          Goal& goal) const noexcept {
  const std::uint32_t* const far = row(corner);
  for (std::size_t k = 0; k < arrays_.landmarks.size(); ++k)
    if (far[k] != kApart) goal.note(k, (LineLength{far[k]} << arrays_.shift) + length);
}

LineLength LineGraph::bound(std::uint32_t corner, const Goal& goal) const noexcept {
  const std::uint32_t* const far = row(corner);
  LineLength most = 0;
  for (std::size_t k = 0; k < arrays_.landmarks.size(); ++k) {
    if (goal[k] == kNoLine || far[k] == kApart) continue;
    const LineLength here = LineLength{far[k]} << arrays_.shift;
    const LineLength apart = here > goal[k] ? here - goal[k] : goal[k] - here;
    most = apart > most ? apart : most;
  }
  // Both distances are rounded down by less than a unit, and lengths of legs may be rounded
  // the other way, which is less than another unit.
  const LineLength slack = LineLength{2} << arrays_.shift;
  return most > slack ? most - slack : 0;
}

std::size_t LineGraph::memory_bytes() const noexcept {
  return corners_.memory_bytes() + arrays_.begin.size_bytes() + arrays_.edges.size_bytes() +
         arrays_.landmarks.size_bytes() + arrays_.rows.size_bytes() + turns_.size() +
         in_row_.size() * sizeof(in_row_[0]);
}

}  // namespace throng
