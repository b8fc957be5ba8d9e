#include "nearest_cells.hpp"

#include <algorithm>
#include <cstring>

namespace throng {
namespace {

/// In place of a member of a component: any open cell will do.
constexpr CellIndex kAnyCell = 0xFFFF'FFFF;

/// A map as lines of cells that lie side by side in memory: rows of squares, columns of
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

/// How many cells in a row cannot belong to a component of several cells, for the move
/// bytes of `count` of them ahead of `moves`, or behind it.
std::int32_t skip_ahead(const std::uint8_t* moves, std::int32_t count) {
  std::int32_t k = 0;
  for (std::uint64_t eight = 0; k + 8 <= count; k += 8) {
    std::memcpy(&eight, moves + k, 8);
    if (eight != 0) break;
  }
  while (k < count && moves[k] == 0) ++k;
  return k;
}

std::int32_t skip_back(const std::uint8_t* moves, std::int32_t count) {
  std::int32_t k = 0;
  for (std::uint64_t eight = 0; k + 8 <= count; k += 8) {
    std::memcpy(&eight, moves - k - 7, 8);
    if (eight != 0) break;
  }
  while (k < count && moves[-k] == 0) ++k;
  return k;
}

class Search {
 public:
  Search(const Grid& grid, CellIndex member, Position goal, const OpenBound& distance,
         NearestCells& best)
      : grid_(grid),
        member_(member),
        component_(member != kAnyCell ? grid.component(member) : Grid::kNoComponent),
        joined_by_steps_(member != kAnyCell && grid.symmetric() && grid.links() == nullptr),
        has_moves_(joined_by_steps_ && grid.moves()[member] != 0),
        lines_(grid),
        distance_(distance),
        best_(best),
        line_(lines_.line_of(goal)),
        along_(lines_.along_of(goal)),
        goal_(axial(grid.rules().topology, goal)),
        limit_(best.distance) {}

  void run() {
    if (joined_by_steps_ && !has_moves_) return look_at_member();
    // As a rule they are near, and a line to the end of the map is long.
    const Cost step = distance_({0, 0}, {1, 0});
    const std::int32_t most = 2 * std::max(lines_.count(), lines_.length());
    for (std::int32_t steps = kFirstSteps;; steps *= kMoreSteps) {
      limit_ = std::min(best_.distance, step * static_cast<Cost>(std::min(steps, most)));
      look_within_limit(step);
      if (limit_ == best_.distance || steps >= most) return;
      if (joined_by_steps_ && look_at_pocket(steps / kOfPocket)) return;
    }
  }

 private:
  static constexpr std::int32_t kFirstSteps = 4;
  static constexpr std::int32_t kMoreSteps = 4;
  /// Pockets are looked for so much less far: most units are not in one.
  static constexpr std::int32_t kOfPocket = 4;

  /// Looks at the cells of the component itself, if none is farther away from the member
  /// than so many lines or cells along them; false if not. For units in a small pocket,
  /// which are far from most goals.
  bool look_at_pocket(std::int32_t most) {
    // Steps lead to neighbours: beyond a ring without such cells there are none.
    std::int32_t rings = 0;
    for (bool some = true; some; ++rings) {
      if (rings > most) return false;
      some = false;
      for_each_in_ring(rings, [&](Position) { some = true; });
    }
    limit_ = best_.distance;
    for (std::int32_t ring = 0; ring < rings; ++ring)
      for_each_in_ring(ring, [&](Position at) {
        take(grid_.cell(at), far(lines_.line_of(at), lines_.along_of(at)));
      });
    return true;
  }

  /// Calls back for the cells of the component that are `ring` lines or cells along them
  /// away from the member.
  template <class Body>
  void for_each_in_ring(std::int32_t ring, const Body& body) const {
    const Position middle = grid_.position(member_);
    const std::int32_t line = lines_.line_of(middle), along = lines_.along_of(middle);
    const std::int32_t last = std::min(line + ring, lines_.count() - 1);
    for (std::int32_t k = std::max(line - ring, 0); k <= last; ++k) {
      const bool whole = k == line - ring || k == line + ring;
      const std::int32_t stride = whole ? 1 : 2 * ring;
      for (std::int32_t at = along - ring; at <= along + ring; at += stride) {
        if (at < 0 || at >= lines_.length()) continue;
        const Position here = lines_.at(k, at);
        if (grid_.component(grid_.cell(here)) == component_) body(here);
      }
    }
  }

  void look_within_limit(Cost step) {
    // No cell k lines away is nearer than k straight steps, nor is one k cells along a
    // line.
    const auto length = static_cast<Cost>(lines_.length());
    const auto reach = static_cast<std::int32_t>(std::min(limit_ / step, length));
    behind_ = std::min(along_, reach);
    ahead_ = std::min(lines_.length() - 1 - along_, reach);
    const std::int32_t most = std::max(line_, lines_.count() - 1 - line_);
    for (std::int32_t k = 0; k <= most && step * static_cast<Cost>(k) <= limit_; ++k) {
      look_along(line_ + k);
      if (k > 0) look_along(line_ - k);
    }
  }

  Cost far(std::int32_t line, std::int32_t along) const {
    return distance_(axial(grid_.rules().topology, lines_.at(line, along)), goal_);
  }

  /// Looks at the cells of a line from the goal outwards: along a line, and from line to
  /// line, cells do not come nearer.
  void look_along(std::int32_t line) {
    if (line < 0 || line >= lines_.count()) return;
    while (ahead_ > 0 && far(line, along_ + ahead_) > limit_) --ahead_;
    while (behind_ > 0 && far(line, along_ - behind_) > limit_) --behind_;
    const CellIndex middle = grid_.cell(lines_.at(line, along_));
    const std::uint8_t* const moves = grid_.moves().data() + middle;
    for (std::int32_t k = 0; k <= ahead_; ++k) {
      if (has_moves_) k += skip_ahead(moves + k, ahead_ + 1 - k);
      if (k <= ahead_ && !look(line, k, middle + static_cast<CellIndex>(k))) break;
    }
    for (std::int32_t k = 1; k <= behind_; ++k) {
      if (has_moves_) k += skip_back(moves - k, behind_ + 1 - k);
      if (k <= behind_ && !look(line, -k, middle - static_cast<CellIndex>(k))) break;
    }
  }

  /// False where this cell and those beyond it are too far away.
  bool look(std::int32_t line, std::int32_t k, CellIndex cell) {
    const std::uint32_t component = grid_.component(cell);
    const bool wanted =
        member_ != kAnyCell ? component == component_ : component != Grid::kNoComponent;
    return !wanted || take(cell, far(line, along_ + k));
  }

  void look_at_member() {
    const Position at = grid_.position(member_);
    take(member_, far(lines_.line_of(at), lines_.along_of(at)));
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
  const bool joined_by_steps_;     ///< the cells of a component, there and back
  const bool has_moves_;           ///< each of them
  const Lines lines_;
  const OpenBound& distance_;
  NearestCells& best_;
  const std::int32_t line_;
  const std::int32_t along_;
  const Position goal_;      ///< axial
  Cost limit_;               ///< nothing farther away is of interest
  std::int32_t behind_ = 0;  ///< no farther along a line can cells be near enough
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
