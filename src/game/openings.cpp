#include "openings.hpp"

#include "../grid/cell_or_border.hpp"
#include "../grid/link_graph.hpp"
#include "stored_route.hpp"

#include <throng/links.hpp>

#include <bit>
#include <optional>

namespace throng {
namespace {

/// The end of a cheaper step that stands for it. Of a diagonal step past a corner that
/// opened it is the next cell clockwise around that corner, and otherwise the least cell:
/// then few of them lie in one line, where routes that pass by would look shorter.
CellIndex one_end(const Grid& before, const Grid& now, CellIndex cell,
                  unsigned d) noexcept {
  const CellIndex to = cell + now.offset(static_cast<Move>(d));
  if (is_diagonal(static_cast<Move>(d)) && !is_hexagonal(now.rules().topology)) {
    // North-east (4) passes north (0) and east (1), and so on, clockwise.
    const CellIndex left = cell + now.offset(static_cast<Move>(d - 4));
    const CellIndex right = cell + now.offset(static_cast<Move>((d - 3) % 4));
    if (is_open(now, left) && !is_open(before, left)) return cell;
    if (is_open(now, right) && !is_open(before, right)) return to;
  }
  return std::min(cell, to);
}

}  // namespace

void Openings::find(const Grid& before, const Grid& now, std::span<const MapRect> rects) {
  cells_.clear();
  places_.clear();
  topology_ = now.rules().topology;
  bound_ = OpenBound(topology_, now.min_step_costs());
  for (const MapRect& rect : rects)
    for_each_cell(clipped(rect, 1, now), [&](Position p) { add_cell(before, now, p); });
  if (now.links() != nullptr && now.links() != before.links()) add_links(before, now);
  std::ranges::sort(cells_);
  cells_.erase(std::unique(cells_.begin(), cells_.end()), cells_.end());
  add_parts(now, rects);
}

/// Adds a cell that opened, and ends of cheaper steps between cells that were open.
void Openings::add_cell(const Grid& before, const Grid& now, Position p) {
  const CellIndex cell = now.cell(p);
  if (!is_open(now, cell)) return;
  if (!is_open(before, cell)) return cells_.push_back(cell);
  const unsigned old_moves = before.moves()[cell];
  unsigned moves = now.moves()[cell];
  if (now.uniform_steps() && before.uniform_steps()) moves &= ~old_moves;
  for (; moves != 0; moves &= moves - 1) {
    const auto d = static_cast<unsigned>(std::countr_zero(moves));
    const auto move = static_cast<Move>(d);
    if (!is_open(before, cell + now.offset(move))) continue;  // it is added itself
    if ((old_moves >> d & 1U) == 0 ||
        now.step_cost(cell, move) < before.step_cost(cell, move))
      cells_.push_back(one_end(before, now, cell, d));
  }
}

void Openings::add_links(const Grid& before, const Grid& now) {
  for (const LinkGraph::Way& way : now.links()->graph().forward().all()) {
    const std::optional<LinkWay> old = cheapest_link(before, way.at, way.to);
    if (!old || way.cost < old->cost) cells_.push_back(way.at);
  }
}

/// The end of a cheaper step that stands for it may lie one cell beside the rectangles.
/// Links may lead from anywhere to anywhere: with links there is one part, the whole map.
void Openings::add_parts(const Grid& now, std::span<const MapRect> rects) {
  part_count_ = 0;
  MapBoxes boxes;
  if (now.links() != nullptr)
    boxes.add({{0, 0}, now.width(), now.height()}, 0, now);
  else
    for (const MapRect& rect : rects) boxes.add(rect, 1, now);
  for (const MapRect& box : boxes.boxes())
    parts_[part_count_++] = {
        axial(topology_, box.corner),
        axial(topology_, {box.corner.x + box.width - 1, box.corner.y + box.height - 1})};
  if (now.links() != nullptr || cells_.size() > kMostPlaces) return;
  for (const CellIndex cell : cells_) places_.push_back(coordinates(now.position(cell)));
}

bool Openings::may_be_cheaper(Position from, Position to, std::uint64_t before,
                              std::uint64_t behind, std::uint64_t most) const noexcept {
  if (before + behind >= most) return false;
  const Position at = coordinates(from), last = coordinates(to);
  const auto cheaper = [&](std::uint64_t first, std::uint64_t second) {
    return std::max(before, first) + std::max(behind, second) < most;
  };
  for (const Position place : places_)
    if (cheaper(bound_(at, place), bound_(last, place))) return true;
  if (!places_.empty()) return false;
  for (std::size_t part = 0; part < part_count_; ++part)
    if (cheaper(distance(part, at), distance(part, last))) return true;
  return false;
}

}  // namespace throng
