#include "line_search.hpp"

#include <algorithm>
#include <cstdlib>

namespace throng {

void LineScratch::forget(std::size_t vertices) {
  if (slots_.size() < vertices) slots_.resize(vertices);
  nodes_.clear();
  open_.clear();
}

std::uint32_t LineScratch::node_at(std::int32_t x, std::int32_t y, std::size_t vertex) {
  const std::uint32_t slot = slots_[vertex];
  if (slot < nodes_.size() && nodes_[slot].x == x && nodes_[slot].y == y) return slot;
  const auto added = static_cast<std::uint32_t>(nodes_.size());
  nodes_.push_back(
      {.x = static_cast<std::uint16_t>(x), .y = static_cast<std::uint16_t>(y)});
  slots_[vertex] = added;
  return added;
}

void LineScratch::push(const Entry& entry) {
  open_.push_back(entry);
  std::push_heap(open_.begin(), open_.end());
}

bool LineScratch::pop(Entry& entry) {
  if (open_.empty()) return false;
  std::pop_heap(open_.begin(), open_.end());
  entry = open_.back();
  open_.pop_back();
  return true;
}

void LineScratch::reserve(const LineBoard& board) {
  forget(static_cast<std::size_t>(board.width()) *
         static_cast<std::size_t>(board.height()));
  const std::size_t corners = board.count_corners();
  nodes_.reserve(corners);
  open_.reserve(corners);
}

void LineScratch::reserve_as(const LineScratch& other) {
  slots_.reserve(other.slots_.capacity());
  nodes_.reserve(other.nodes_.capacity());
  open_.reserve(other.open_.capacity());
  cones.open.reserve(other.cones.open.capacity());
}

namespace {

/// Cones are open, so a cone that begins at a direction is widened to hold it: by a slope
/// of 1/kFine over the rows of the direction. Slopes between vertices differ by more, as no
/// map has 2^26 half cells on a side.
constexpr std::int64_t kFine = std::int64_t{1} << 26;

// Measured costs, in rows of a cone.
/// To reach a corner that was seen, and to take it from the open list later.
constexpr std::uint64_t kPerCorner = 4;
/// An expansion apart from its scans.
constexpr std::uint64_t kPerExpansion = 10;
/// Cells of a straight line that are tested, and vertices passed along an axis, for 1.
constexpr std::uint64_t kCellsForOne = 8;

std::uint64_t cells_between(Position a, Position b) noexcept {
  return static_cast<std::uint64_t>(std::abs(a.x - b.x) + std::abs(a.y - b.y));
}

/// One search.
class LineSearch {
 public:
  LineSearch(const LineBoard& board, LinePoint start, LinePoint goal, LineScratch& scratch)
      : board_(board), scratch_(scratch), start_(start), goal_(goal) {}

  /// Returns the last corner of the line in `last`.
  LineFound run(const LineLimits& limits, std::uint32_t& last) {
    LineFound found;
    LinePause* const pause = limits.pause;
    const bool resumes = pause != nullptr && pause->waiting;
    scratch_.cones.cancel = limits.cancel;
    // A search that can pause ends its scans.
    const std::uint64_t all = pause == nullptr ? limits.work : kEndless;
    scratch_.cones.left = all;
    if (pause != nullptr) scratch_.cones.spend(pause->owed);
    if (resumes) {
      best_ = pause->best;
      last = pause->last;
      found.expanded = pause->expanded;
    } else {
      begin();
    }
    const auto done = [&] { return all - scratch_.cones.left; };
    const auto is_over = [&] {
      return scratch_.cones.stopped() || (pause != nullptr && done() >= limits.work);
    };
    // A scan that was stopped may have missed what is nearer.
    for (LineScratch::Entry entry{}; !is_over() && scratch_.pop(entry);) {
      if (entry.node == kGoal) {
        found.status = Status::found;
        found.length = entry.key;
        break;
      }
      if (!is_due(entry)) continue;
      if (found.expanded == limits.expansions) {
        found.status = Status::out_of_budget;
        break;
      }
      ++found.expanded;
      expand(entry.node, last);
    }
    if (found.status == Status::unreachable && is_over())
      found.status = scratch_.cones.cancelled() ? Status::cancelled : Status::out_of_budget;
    found.work = std::min(done(), limits.work);
    if (pause != nullptr)
      *pause = {.waiting = found.status == Status::out_of_budget,
                .last = last,
                .expanded = found.expanded,
                .best = best_,
                .owed = done() - found.work};
    return found;
  }

 private:
  static constexpr std::uint64_t kEndless = std::numeric_limits<std::uint64_t>::max();

  /// Finds the corners that see the goal, and reaches those that the start sees.
  void begin() {
    scratch_.forget(static_cast<std::size_t>(board_.width()) *
                    static_cast<std::size_t>(board_.height()));
    see_all(board_, goal_, scratch_.cones, [&](std::int32_t x, std::int32_t y) {
      scratch_[node_at(x, y)].sees_goal = true;
    });
    see_all(board_, start_, scratch_.cones, [&](std::int32_t x, std::int32_t y) {
      reach(x, y, start_, 0, LineScratch::kStart);
    });
  }

  /// Whether an entry of the open list is the last one of its corner.
  bool is_due(const LineScratch::Entry& entry) {
    const LineScratch::Node& node = scratch_[entry.node];
    return !node.expanded && entry.key == node.key;
  }

  static constexpr std::uint32_t kGoal = LineScratch::kStart;

  std::uint32_t node_at(std::int32_t x, std::int32_t y) {
    return scratch_.node_at(
        x, y,
        static_cast<std::size_t>(y) * static_cast<std::size_t>(board_.width()) +
            static_cast<std::size_t>(x));
  }

  void reach(std::int32_t x, std::int32_t y, LinePoint from, LineLength cost,
             std::uint32_t parent) {
    scratch_.cones.spend(kPerCorner);
    const std::uint32_t reached = node_at(x, y);
    LineScratch::Node& node = scratch_[reached];
    const LinePoint point = node.point();
    const LineLength through = cost + line_length(from, point);
    if (through >= node.cost) return;
    const LineLength key = through + line_length(point, goal_);
    if (key >= best_) return;
    node.cost = through;
    node.key = key;
    node.parent = parent;
    node.expanded = false;
    scratch_.push({key, through, reached});
  }

  /// A corner that is expanded.
  struct At {
    std::uint32_t node;
    LineScratch::Node state;  ///< a copy: nodes move as others are added
    unsigned corner;          ///< see LineBoard

    bool is_corner(unsigned q) const noexcept { return (corner >> q % 4 & 1U) != 0; }
  };

  /// last: becomes this corner if it is the last one of the best line so far.
  void expand(std::uint32_t node, std::uint32_t& last) {
    scratch_[node].expanded = true;
    scratch_.cones.spend(kPerExpansion);
    const LineScratch::Node state = scratch_[node];
    if (state.sees_goal) {
      const LineLength length = state.cost + line_length(state.point(), goal_);
      if (length < best_) {
        best_ = length;
        last = node;
        scratch_.push({best_, best_, kGoal});
      }
    }
    const At at{node, state, board_.corner(state.x, state.y)};
    const LinePoint from =
        state.parent == LineScratch::kStart ? start_ : scratch_[state.parent].point();
    const std::int32_t dx = 2 * state.x - from.x, dy = 2 * state.y - from.y;
    if (dx == 0 || dy == 0)
      expand_on_axis(at, dx > 0 ? 0 : dy > 0 ? 1 : dx < 0 ? 2 : 3);
    else
      expand_aslant(at, dx, dy);
  }

  /// Straight on, or around an obstacle that begins beside the line, by 90 degrees at most.
  void expand_on_axis(const At& at, unsigned axis) {
    walk(at, axis);
    if (at.is_corner(axis + 1)) {
      turn(at, axis, kQuadrant);
      walk(at, axis + 1);
    }
    if (at.is_corner(axis + 2)) {
      turn(at, axis + 3, kQuadrant);
      walk(at, axis + 3);
    }
  }

  /// Between straight on, which belongs to both sides, and the axis beside the obstacle.
  void expand_aslant(const At& at, std::int32_t dx, std::int32_t dy) {
    const unsigned q = quadrant_of(dx, dy);
    const std::int64_t across = std::abs(dx) * kFine, down = std::abs(dy) * kFine;
    const bool flat = at.is_corner(q % 2 == 0 ? q + 3 : q + 1);
    const bool steep = at.is_corner(q % 2 == 0 ? q + 1 : q + 3);
    if (!flat && !steep) return;
    turn(at, q,
         {steep ? Slope{0, 1} : Slope{across - 1, down},
          flat ? Slope{1, 0} : Slope{across + 1, down}});
    if (flat) walk(at, dx > 0 ? 0 : 2);
    if (steep) walk(at, dy > 0 ? 1 : 3);
  }

  void walk(const At& at, unsigned axis) {
    const LineBoard::Walk end = board_.walk(at.state.x, at.state.y, axis % 4);
    scratch_.cones.spend(1 + cells_between({0, end.y}, {0, at.state.y}) / kCellsForOne);
    if (end.corner) reach(end.x, end.y, at.state.point(), at.state.cost, at.node);
  }
  void turn(const At& at, unsigned q, Cone cone) {
    const LinePoint point = at.state.point();
    see(board_, point, q % 4, cone, scratch_.cones, [&](std::int32_t x, std::int32_t y) {
      reach(x, y, point, at.state.cost, at.node);
    });
  }

  const LineBoard& board_;
  LineScratch& scratch_;
  LinePoint start_, goal_;
  LineLength best_ = kNoLine;
};

/// Whether b lies on the way from a to c.
bool straight_on(LinePoint a, LinePoint b, LinePoint c) noexcept {
  return std::int64_t{b.x - a.x} * (c.y - b.y) == std::int64_t{b.y - a.y} * (c.x - b.x);
}

}  // namespace

LineFound find_line(const LineBoard& board, const Legs& legs, Position start, Position goal,
                    const LineLimits& limits, LineScratch& scratch,
                    std::pmr::vector<LinePoint>& points) {
  const LinePoint from = centre_of(board.model(), start);
  const LinePoint to = centre_of(board.model(), goal);
  LinePause* const pause = limits.pause;
  const bool resumes = pause != nullptr && pause->waiting;
  const std::uint64_t test = resumes ? 0 : cells_between(start, goal) / kCellsForOne;
  if (test > limits.work && pause == nullptr)
    return {.status = Status::out_of_budget, .work = limits.work};
  if (!resumes && (from == to || legs(start, goal))) {
    points.push_back(from);
    if (from != to) points.push_back(to);
    return {.status = Status::found,
            .length = line_length(from, to),
            .work = std::min(test, limits.work)};
  }
  LineLimits rest = limits;
  if (pause == nullptr) rest.work -= test;
  if (pause != nullptr && !resumes) *pause = {.owed = test};
  std::uint32_t last = LineScratch::kStart;
  LineFound found = LineSearch(board, from, to, scratch).run(rest, last);
  if (pause == nullptr) found.work += test;
  if (found.status != Status::found) return found;
  // From the goal back to the start; legs of one direction become one.
  const auto begin = static_cast<std::ptrdiff_t>(points.size());
  const auto add = [&](LinePoint point) {
    if (static_cast<std::ptrdiff_t>(points.size()) - begin >= 2 &&
        straight_on(points[points.size() - 2], points.back(), point))
      points.pop_back();
    points.push_back(point);
  };
  add(to);
  for (std::uint32_t node = last; node != LineScratch::kStart; node = scratch[node].parent)
    add(scratch[node].point());
  add(from);
  std::reverse(points.begin() + begin, points.end());
  return found;
}

}  // namespace throng
