#include "nearest_cells.hpp"

#include "../grid/grid_access.hpp"

#include <algorithm>
#include <cstddef>

namespace throng {
namespace {

/// Stands for a member of any component: all open cells qualify.
constexpr CellIndex kAnyCell = 0xFFFF'FFFF;

/// A map as lines of cells that are adjacent in memory: rows of squares, columns of
/// hexagons.
class Lines {
 public:
  explicit Lines(const Grid& grid)
      : grid_(grid), columns_(is_hexagonal(grid.rules().topology)) {}

  std::int32_t count() const { return columns_ ? grid_.width() : grid_.height(); }
  std::int32_t length() const { return columns_ ? grid_.height() : grid_.width(); }
  std::int32_t line_of(Position p) const { return columns_ ? p.x : p.y; }
  std::int32_t along_of(Position p) const { return columns_ ? p.y : p.x; }
  Position at(std::int32_t line, std::int32_t along) const {
    return columns_ ? Position{line, along} : Position{along, line};
  }

 private:
  const Grid& grid_;
  bool columns_;
};

/// Distance between place p and the nearest place of a block.
std::int32_t gap(std::int32_t p, std::int32_t block) {
  const std::int32_t begin = block * GridAccess::kBlock;
  return std::max({begin - p, p - (begin + GridAccess::kBlock - 1), 0});
}

/// Whether body(line, along) is true for any place of a grid in a ring: `ring` lines or
/// places along them away from the middle. Stops at the first one.
template <class Body>
bool any_in_ring(std::int32_t line, std::int32_t along, std::int32_t ring,
                 std::int32_t lines, std::int32_t length, const Body& body) {
  const std::int32_t last = std::min(line + ring, lines - 1);
  for (std::int32_t k = std::max(line - ring, 0); k <= last; ++k) {
    const bool whole = k == line - ring || k == line + ring;
    const std::int32_t stride = whole ? 1 : 2 * ring;
    for (std::int32_t at = along - ring; at <= along + ring; at += stride)
      if (at >= 0 && at < length && body(k, at)) return true;
  }
  return false;
}

class Search {
 public:
  Search(const Grid& grid, CellIndex member, Position goal, const OpenBound& distance,
         NearestCells& best)
      : grid_(grid),
        member_(member),
        component_(member != kAnyCell ? grid.component(member) : Grid::kNoComponent),
        joined_by_steps_(member != kAnyCell && grid.links() == nullptr),
        lines_(grid),
        distance_(distance),
        step_(distance({0, 0}, {1, 0})),
        best_(best),
        line_(lines_.line_of(goal)),
        along_(lines_.along_of(goal)),
        goal_(axial(grid.rules().topology, goal)),
        limit_(best.distance) {}

  void run() {
    // Most are near, and then looking around is cheapest.
    const std::int32_t most = 2 * std::max(lines_.count(), lines_.length());
    for (std::int32_t steps = kFirstSteps;; steps *= kMoreSteps) {
      limit_ = std::min(best_.distance, step_ * static_cast<Cost>(std::min(steps, most)));
      steps == kFirstSteps ? look_at_lines() : look_at_blocks();
      if (limit_ == best_.distance || steps >= most) return;
      if (joined_by_steps_ && look_at_pocket(steps / kOfPocket)) return;
    }
  }

 private:
  static constexpr std::int32_t kFirstSteps = 4;
  static constexpr std::int32_t kMoreSteps = 16;
  /// Pockets are searched only within 1 / kOfPocket of the distance: most units are not in
  /// one.
  static constexpr std::int32_t kOfPocket = 4;

  bool belongs(std::uint32_t component) const {
    return member_ != kAnyCell ? component == component_ : component != Grid::kNoComponent;
  }

  /// Looks at the cells of the component itself, if none is farther than `most` lines or
  /// cells along them from the member; otherwise returns false. For units in a small
  /// pocket, which are far from most goals.
  bool look_at_pocket(std::int32_t most) {
    const Position middle = grid_.position(member_);
    const auto any = [&](std::int32_t ring, const auto& body) {
      return any_in_ring(lines_.line_of(middle), lines_.along_of(middle), ring,
                         lines_.count(), lines_.length(),
                         [&](std::int32_t line, std::int32_t along) {
                           const CellIndex cell = grid_.cell(lines_.at(line, along));
                           return belongs(grid_.component(cell)) && body(cell, line, along);
                         });
    };
    // Steps lead to neighbours, so a ring without cells of the component ends it.
    std::int32_t rings = 0;
    while (any(rings, [](CellIndex, std::int32_t, std::int32_t) { return true; }))
      if (rings++ == most) return false;
    limit_ = best_.distance;
    for (std::int32_t ring = 0; ring < rings; ++ring)
      any(ring, [&](CellIndex cell, std::int32_t line, std::int32_t along) {
        take(cell, far(line, along));
        return false;
      });
    return true;
  }

  /// Looks at the blocks around the block of the goal, ring by ring, and at the cells of
  /// the blocks that contain some of the component.
  void look_at_blocks() {
    constexpr std::int32_t kSide = GridAccess::kBlock;
    const std::int32_t down = (lines_.count() + kSide - 1) / kSide;
    const std::int32_t across = (lines_.length() + kSide - 1) / kSide;
    const std::int32_t most = std::max(down, across);
    // No cell of a ring is nearer than the width of the rings inside it.
    for (std::int32_t ring = 0;
         ring <= most && step_ * static_cast<Cost>(std::max(ring - 1, 0) * kSide) <= limit_;
         ++ring)
      any_in_ring(line_ / kSide, along_ / kSide, ring, down, across,
                  [&](std::int32_t line, std::int32_t along) {
                    const std::uint32_t component = GridAccess::block_component(
                        grid_, static_cast<std::size_t>(line * across + along));
                    if ((component == GridAccess::kSeveral || belongs(component)) &&
                        least_to(line, along) <= limit_)
                      look_at_block(line, along);
                    return false;
                  });
  }

  /// A lower bound on the distance to any cell of a block.
  Cost least_to(std::int32_t line, std::int32_t along) const {
    const std::int32_t lines = gap(line_, line), places = gap(along_, along);
    if (is_hexagonal(grid_.rules().topology))
      return step_ * static_cast<Cost>(std::max(lines, places));
    return distance_({0, 0}, {places, lines});
  }

  void look_at_block(std::int32_t line, std::int32_t along) {
    constexpr std::int32_t kSide = GridAccess::kBlock;
    const std::int32_t begin = along * kSide;
    const std::int32_t end = std::min(begin + kSide, lines_.length());
    const std::int32_t last = std::min((line + 1) * kSide, lines_.count());
    for (std::int32_t k = line * kSide; k < last; ++k) {
      const CellIndex first = grid_.cell(lines_.at(k, begin));
      for (std::int32_t at = begin; at < end; ++at) {
        const CellIndex cell = first + static_cast<CellIndex>(at - begin);
        if (belongs(grid_.component(cell))) take(cell, far(k, at));
      }
    }
  }

  /// A cell k lines away, or k cells along a line, is at least k straight steps away.
  void look_at_lines() {
    const auto length = static_cast<Cost>(lines_.length());
    const auto reach = static_cast<std::int32_t>(std::min(limit_ / step_, length));
    behind_ = std::min(along_, reach);
    ahead_ = std::min(lines_.length() - 1 - along_, reach);
    const std::int32_t most = std::max(line_, lines_.count() - 1 - line_);
    for (std::int32_t k = 0; k <= most && step_ * static_cast<Cost>(k) <= limit_; ++k) {
      look_along(line_ + k);
      if (k > 0) look_along(line_ - k);
    }
  }

  Cost far(std::int32_t line, std::int32_t along) const {
    return distance_(axial(grid_.rules().topology, lines_.at(line, along)), goal_);
  }

  /// Looks at the cells of a line, outwards from the goal. The distance does not decrease
  /// along a line, nor from line to line.
  void look_along(std::int32_t line) {
    if (line < 0 || line >= lines_.count()) return;
    while (ahead_ > 0 && far(line, along_ + ahead_) > limit_) --ahead_;
    while (behind_ > 0 && far(line, along_ - behind_) > limit_) --behind_;
    const CellIndex middle = grid_.cell(lines_.at(line, along_));
    for (std::int32_t k = 0; k <= ahead_; ++k)
      if (!look(line, k, middle + static_cast<CellIndex>(k))) break;
    for (std::int32_t k = 1; k <= behind_; ++k)
      if (!look(line, -k, middle - static_cast<CellIndex>(k))) break;
  }

  /// False if this cell and those beyond it are too far away.
  bool look(std::int32_t line, std::int32_t k, CellIndex cell) {
    return !belongs(grid_.component(cell)) || take(cell, far(line, along_ + k));
  }

  bool take(CellIndex cell, Cost distance) {
    if (distance > limit_) return false;
    if (distance < best_.distance) best_.cells.clear();
    best_.distance = limit_ = distance;
    best_.cells.push_back(cell);
    return true;
  }

  const Grid& grid_;
  const CellIndex member_;         ///< or kAnyCell
  const std::uint32_t component_;  ///< of the member
  const bool joined_by_steps_;     ///< whether steps alone join the cells
  const Lines lines_;
  const OpenBound& distance_;
  const Cost step_;  ///< of a straight step
  NearestCells& best_;
  const std::int32_t line_;
  const std::int32_t along_;
  const Position goal_;      ///< axial
  Cost limit_;               ///< cells farther away are ignored
  std::int32_t behind_ = 0;  ///< how far along a line cells can be near enough
  std::int32_t ahead_ = 0;
};

}  // namespace

void add_nearest_cells(const Grid& grid, CellIndex member, Position goal,
                       const OpenBound& distance, NearestCells& best) {
  THRONG_ASSERT(member != kAnyCell);
  Search(grid, member, goal, distance, best).run();
}

void add_nearest_open_cells(const Grid& grid, Position goal, const OpenBound& distance,
                            NearestCells& best) {
  Search(grid, kAnyCell, goal, distance, best).run();
}

}  // namespace throng
