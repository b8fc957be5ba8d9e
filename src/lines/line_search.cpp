#include "line_search.hpp"

#include "line_points.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <utility>

namespace throng {

void LineScratch::forget(std::size_t places) {
  if (slots_.size() < places) slots_.resize(places);
  nodes_.clear();
  open_.clear();
}

std::uint32_t LineScratch::node_at(std::uint32_t place, LineVertex vertex) {
  const std::uint32_t slot = slots_[place];
  if (slot < nodes_.size() && nodes_[slot].place == place) return slot;
  const auto added = static_cast<std::uint32_t>(nodes_.size());
  nodes_.push_back({.place = place, .x = vertex.x, .y = vertex.y});
  slots_[place] = added;
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
/// Stored edges that are read, for 1.
constexpr std::uint64_t kEdgesForOne = 2;

std::uint64_t cells_between(Position a, Position b) noexcept {
  return static_cast<std::uint64_t>(std::abs(a.x - b.x) + std::abs(a.y - b.y));
}

constexpr LineVertex vertex_at(std::int32_t x, std::int32_t y) noexcept {
  return {static_cast<std::uint16_t>(x), static_cast<std::uint16_t>(y)};
}

/// The edges of a board, found by scans when they are needed. The place of a corner is that
/// of its vertex.
class ScannedEdges {
 public:
  ScannedEdges(const LineBoard& board, LinePoint goal, LineScratch& scratch)
      : board_(board), cones_(scratch.cones), goal_(goal) {}

  std::size_t places() const noexcept {
    return static_cast<std::size_t>(board_.width()) *
           static_cast<std::size_t>(board_.height());
  }

  /// Calls visit(place, vertex) for the corners that an end of a line sees.
  template <class Visit>
  void see_from(LinePoint end, const Visit& visit) const {
    see_all(board_, end, cones_, visit_places(visit));
  }
  template <class Visit>
  void see_from_goal(const Visit& visit) const {
    see_from(goal_, visit);
  }

  /// A lower bound of the distance to the goal.
  LineLength bound(std::uint32_t /*place*/, LinePoint point) const noexcept {
    return line_length(point, goal_);
  }

  /// Calls visit(place, vertex) for the corners to which a line may go on that comes from a
  /// point to a corner.
  template <class Visit>
  void for_each_next(std::uint32_t /*place*/, LineVertex vertex, LinePoint from,
                     const Visit& visit) const {
    const At at{vertex, board_.corner(vertex.x, vertex.y)};
    const LinePoint here = vertex.point();
    const std::int32_t dx = here.x - from.x, dy = here.y - from.y;
    if (dx == 0 || dy == 0)
      go_on_along_axis(at, dx > 0 ? 0 : dy > 0 ? 1 : dx < 0 ? 2 : 3, visit_places(visit));
    else
      go_on_aslant(at, dx, dy, visit_places(visit));
  }

 private:
  struct At {
    LineVertex vertex;
    unsigned corner;  ///< see LineBoard

    bool is_corner(unsigned q) const noexcept { return (corner >> q % 4 & 1U) != 0; }
  };

  template <class Visit>
  auto visit_places(const Visit& visit) const {
    return [this, &visit](std::int32_t x, std::int32_t y) {
      visit(static_cast<std::uint32_t>(y) * static_cast<std::uint32_t>(board_.width()) +
                static_cast<std::uint32_t>(x),
            vertex_at(x, y));
    };
  }

  /// Straight on, or around an obstacle that begins beside the line, by 90 degrees at most.
  template <class Visit>
  void go_on_along_axis(const At& at, unsigned axis, const Visit& visit) const {
    walk(at, axis, visit);
    if (at.is_corner(axis + 1)) {
      turn(at, axis, kQuadrant, visit);
      walk(at, axis + 1, visit);
    }
    if (at.is_corner(axis + 2)) {
      turn(at, axis + 3, kQuadrant, visit);
      walk(at, axis + 3, visit);
    }
  }

  /// Between straight on, which belongs to both sides, and the axis beside the obstacle.
  template <class Visit>
  void go_on_aslant(const At& at, std::int32_t dx, std::int32_t dy,
                    const Visit& visit) const {
    const unsigned q = quadrant_of(dx, dy);
    const std::int64_t across = std::abs(dx) * kFine, down = std::abs(dy) * kFine;
    const bool flat = at.is_corner(q % 2 == 0 ? q + 3 : q + 1);
    const bool steep = at.is_corner(q % 2 == 0 ? q + 1 : q + 3);
    if (!flat && !steep) return;
    turn(at, q,
         {steep ? Slope{0, 1} : Slope{across - 1, down},
          flat ? Slope{1, 0} : Slope{across + 1, down}},
         visit);
    if (flat) walk(at, dx > 0 ? 0 : 2, visit);
    if (steep) walk(at, dy > 0 ? 1 : 3, visit);
  }

  template <class Visit>
  void walk(const At& at, unsigned axis, const Visit& visit) const {
    const LineBoard::Walk end = board_.walk(at.vertex.x, at.vertex.y, axis % 4);
    cones_.spend(1 + cells_between({0, end.y}, {0, at.vertex.y}) / kCellsForOne);
    if (end.corner) visit(end.x, end.y);
  }
  template <class Visit>
  void turn(const At& at, unsigned q, Cone cone, const Visit& visit) const {
    see(board_, at.vertex.point(), q % 4, cone, cones_, visit);
  }

  const LineBoard& board_;
  ConeScratch& cones_;
  LinePoint goal_;
};

/// The edges of a graph. The place of a corner is its number.
class StoredEdges {
 public:
  StoredEdges(const LineBoard& board, const LineGraph& graph, LinePoint goal,
              LineScratch& scratch)
      : board_(board),
        graph_(graph),
        cones_(scratch.cones),
        goal_(goal),
        to_landmarks_(scratch.to_landmarks) {}

  std::size_t places() const noexcept { return graph_.size(); }

  template <class Visit>
  void see_from(LinePoint end, const Visit& visit) const {
    see_all(board_, end, cones_, [&](std::int32_t x, std::int32_t y) {
      visit(graph_.corners().number(x, y), vertex_at(x, y));
    });
  }

  /// A landmark in sight is not a corner that the goal sees as the end of a line, unless
  /// the direction is taut there.
  template <class Visit>
  void see_from_goal(const Visit& visit) const {
    to_landmarks_ = {};
    const auto note = [&](std::int32_t x, std::int32_t y) {
      const std::uint32_t corner = graph_.corners().number(x, y);
      const LineVertex vertex = vertex_at(x, y);
      graph_.note_seen(corner, line_length(vertex.point(), goal_), to_landmarks_);
      visit(corner, vertex);
    };
    for (unsigned q = 0; q < 4; ++q)
      with_cones(board_, q, cones_, [&](const auto& cones) {
        cones(goal_, kQuadrantY[q], kQuadrant,
              [&](std::int32_t y, std::int32_t a, std::int32_t b, const auto& is_seen) {
                note_landmarks(y, a, b, is_seen);
                board_.for_each_taut(y, a, b, q, [&](std::int32_t x) {
                  if (is_seen(x)) note(x, y);
                });
              });
      });
    see_along_axes(board_, goal_, note);
  }

  LineLength bound(std::uint32_t corner, LinePoint point) const noexcept {
    return std::max(line_length(point, goal_), graph_.bound(corner, to_landmarks_));
  }

  template <class Visit>
  void for_each_next(std::uint32_t corner, LineVertex /*vertex*/, LinePoint from,
                     const Visit& visit) const {
    cones_.spend(graph_.edges_of(corner) / kEdgesForOne);
    graph_.for_each_next(corner, from, visit);
  }

 private:
  template <class IsSeen>
  void note_landmarks(std::int32_t y, std::int32_t a, std::int32_t b,
                      const IsSeen& is_seen) const {
    for (std::uint32_t left = graph_.landmarks_in_row(y); left != 0; left &= left - 1) {
      const auto k = static_cast<std::size_t>(std::countr_zero(left));
      const LineVertex landmark = graph_.landmark(k);
      if (landmark.x >= a && landmark.x <= b && is_seen(landmark.x))
        to_landmarks_.note(k, line_length(landmark.point(), goal_));
    }
  }

  const LineBoard& board_;
  const LineGraph& graph_;
  ConeScratch& cones_;
  LinePoint goal_;
  LineGraph::Goal& to_landmarks_;
};

/// One search.
template <class Edges>
class LineSearch {
 public:
  LineSearch(Edges edges, LinePoint start, LinePoint goal, LineScratch& scratch)
      : edges_(std::move(edges)), scratch_(scratch), start_(start), goal_(goal) {}

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
  static constexpr std::uint32_t kGoal = LineScratch::kStart;

  /// Finds the corners that see the goal, and reaches those that the start sees.
  void begin() {
    scratch_.forget(edges_.places());
    edges_.see_from_goal([&](std::uint32_t place, LineVertex vertex) {
      scratch_[scratch_.node_at(place, vertex)].sees_goal = true;
    });
    edges_.see_from(start_, [&](std::uint32_t place, LineVertex vertex) {
      reach(place, vertex, start_, 0, LineScratch::kStart);
    });
  }

  /// Whether an entry of the open list is the last one of its corner.
  bool is_due(const LineScratch::Entry& entry) {
    const LineScratch::Node& node = scratch_[entry.node];
    return !node.expanded && entry.key == node.key;
  }

  void reach(std::uint32_t place, LineVertex vertex, LinePoint from, LineLength cost,
             std::uint32_t parent) {
    scratch_.cones.spend(kPerCorner);
    const std::uint32_t reached = scratch_.node_at(place, vertex);
    LineScratch::Node& node = scratch_[reached];
    const LinePoint point = vertex.point();
    const LineLength through = cost + line_length(from, point);
    if (through >= node.cost) return;
    const LineLength key = through + edges_.bound(place, point);
    if (key >= best_) return;
    node.cost = through;
    node.key = key;
    node.parent = parent;
    node.expanded = false;
    scratch_.push({key, through, reached});
  }

  /// last: becomes this corner if it is the last one of the best line so far.
  void expand(std::uint32_t number, std::uint32_t& last) {
    scratch_[number].expanded = true;
    scratch_.cones.spend(kPerExpansion);
    const LineScratch::Node node = scratch_[number];  // nodes move as others are added
    if (node.sees_goal) {
      const LineLength length = node.cost + line_length(node.point(), goal_);
      if (length < best_) {
        best_ = length;
        last = number;
        scratch_.push({best_, best_, kGoal});
      }
    }
    const LinePoint from =
        node.parent == LineScratch::kStart ? start_ : scratch_[node.parent].point();
    edges_.for_each_next(node.place, {node.x, node.y}, from,
                         [&](std::uint32_t place, LineVertex vertex) {
                           reach(place, vertex, node.point(), node.cost, number);
                         });
  }

  Edges edges_;
  LineScratch& scratch_;
  LinePoint start_, goal_;
  LineLength best_ = kNoLine;
};

}  // namespace

LineFound find_straight(LineModel model, Position start, Position goal,
                        std::pmr::vector<LinePoint>& points) {
  const LinePoint from = centre_of(model, start), to = centre_of(model, goal);
  points.push_back(from);
  if (from != to) points.push_back(to);
  return {.status = Status::found, .length = line_length(from, to)};
}

LineFound find_line(const LineBoard& board, const LineGraph* graph, const Legs& legs,
                    Query ends, const LineLimits& limits, LineScratch& scratch,
                    std::pmr::vector<LinePoint>& points) {
  const auto [start, goal] = ends;
  LinePause* const pause = limits.pause;
  const bool resumes = pause != nullptr && pause->waiting;
  const std::uint64_t test = resumes ? 0 : cells_between(start, goal) / kCellsForOne;
  if (test > limits.work && pause == nullptr)
    return {.status = Status::out_of_budget, .work = limits.work};
  if (!resumes && (start == goal || legs(start, goal))) {
    LineFound found = find_straight(board.model(), start, goal, points);
    found.work = std::min(test, limits.work);
    return found;
  }
  // The scans of the ends find corners to expand, and none may be.
  if (limits.expansions == 0)
    return {.status = Status::out_of_budget, .work = std::min(test, limits.work)};
  LineLimits rest = limits;
  if (pause == nullptr) rest.work -= test;
  if (pause != nullptr && !resumes) *pause = {.owed = test};
  const LinePoint from = centre_of(board.model(), start);
  const LinePoint to = centre_of(board.model(), goal);
  std::uint32_t last = LineScratch::kStart;
  LineFound found =
      graph == nullptr
          ? LineSearch(ScannedEdges(board, to, scratch), from, to, scratch).run(rest, last)
          : LineSearch(StoredEdges(board, *graph, to, scratch), from, to, scratch)
                .run(rest, last);
  if (pause == nullptr) found.work += test;
  if (found.status != Status::found) return found;
  const std::size_t begin = points.size();
  points.push_back(to);
  for (std::uint32_t node = last; node != LineScratch::kStart; node = scratch[node].parent)
    points.push_back(scratch[node].point());
  points.push_back(from);
  std::reverse(points.begin() + static_cast<std::ptrdiff_t>(begin), points.end());
  keep_turns(points, begin);
  return found;
}

}  // namespace throng
