#include "affected_nodes.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace throng {
namespace {

/// A part of the search has at least so many rows or columns of a window, and a window has
/// at most so many parts of either: about 15 us of an edit on TheFrozenSea each.
constexpr std::int32_t kLinesOfPart = 2, kMostLineParts = 8;

/// The number of a diagonal Move clockwise from north.
constexpr unsigned clockwise(unsigned move) noexcept { return 2 * (move - 4) + 1; }

/// The two diagonal Moves of which a straight direction is a component.
constexpr std::array<unsigned, 2> diagonals_of(unsigned direction) noexcept {
  return {4 + (direction + 3) % 4, 4 + direction};
}

/// The cell at which a straight walk ends.
PaddedPosition end_of(const JumpWalker& walker, unsigned direction, PaddedPosition from) {
  const std::int32_t steps = walker.stop(direction, from.x, from.y).steps;
  return {from.x + steps * kMoveX[direction], from.y + steps * kMoveY[direction]};
}

}  // namespace

class AffectedNodes::Search {
 public:
  Search(const Edit& edit, const DiagonalEditor& diagonals, Found& found)
      : edit_(edit), diagonals_(diagonals), found_(found), stride_(edit.graph.stride()) {}

  void run(const Part& part) {
    found_.clear();
    if (part.kind == Part::Kind::window) {
      find_stops(part.window);
      add_rays_into(part.window);
    } else {
      visit_shadows(part);
    }
    found_.ends.push_back(found_.nodes.size());
    follow_rays();
  }

 private:
  static constexpr std::uint32_t kNoNode = EditedGraph::kNoNode;

  void find_stops(const CellBox& window);
  void visit_shadows(const Part& part);
  void visit_shadow(unsigned direction, PaddedPosition from, std::int32_t count);
  void add_rays_into(const CellBox& window);
  void add_ray(unsigned move, PaddedPosition at, std::int32_t steps, bool length);
  void follow_rays();
  void follow(const Ray& ray);
  void set_stop(unsigned diagonal, std::int32_t x, std::int32_t y, bool stop) {
    if (diagonals_.stop(diagonal, x, y) != stop)
      found_.stops.push_back({diagonal, x, y, stop});
  }

  const Edit& edit_;
  const DiagonalEditor& diagonals_;
  Found& found_;
  CellIndex stride_;
};

AffectedNodes::Node& AffectedNodes::mark(std::uint32_t number, unsigned moves) {
  constexpr NodeEdges::Turns kNone{INT32_MAX, 0};
  Mark& mark = marks_[number];
  if (mark.moves == 0) {
    mark.slot = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back({number, {kNone, kNone, kNone, kNone}});
  }
  mark.moves |= static_cast<std::uint8_t>(moves);
  return nodes_[mark.slot];
}

void AffectedNodes::mark(const FoundNode& found) {
  NodeEdges::Turns& turns = mark(found.number, 1U << found.move).turns[found.move / 2];
  if (found.move % 2 == 0) return;
  turns.first = std::min(turns.first, found.turns.first);
  turns.last = std::max(turns.last, found.turns.last);
}

/// Finds the diagonal stops of the cells of a window.
void AffectedNodes::Search::find_stops(const CellBox& window) {
  for (std::int32_t y = window.top; y <= window.bottom; ++y)
    for (std::int32_t x = window.left; x <= window.right; ++x) {
      const bool open = edit_.stops.open(x, y);
      unsigned seen = 0;  // bit d: a jump point in straight direction d
      for (unsigned d = 0; open && d < 4; ++d) {
        const std::int32_t steps = edit_.after.stop(d, x, y).steps;
        seen |= static_cast<unsigned>(
                    edit_.stops.open(x + steps * kMoveX[d], y + steps * kMoveY[d]))
                << d;
      }
      for (unsigned move = 4; move < kMoves; ++move) {
        const bool stop = (edit_.after.moves(x, y) >> opposite_of(move) & 1U) == 0 ||
                          (seen >> across_of(move) & 1U) != 0 ||
                          (seen >> along_of(move) & 1U) != 0;
        set_stop(move - 4, x, y, stop);
      }
    }
}

/// Visits the cells outside of a window from which straight walks lead into some of its
/// rows or columns. The cell of the last stop before the window belongs to them, because a
/// walk may begin there.
void AffectedNodes::Search::visit_shadows(const Part& part) {
  const CellBox& window = part.window;
  for (std::int32_t at = part.first; at <= part.last; ++at) {
    const auto line = static_cast<std::size_t>(at);
    if (part.kind == Part::Kind::rows) {
      const std::int32_t west = edit_.map.stops(1).previous(line, window.left);
      const std::int32_t east = edit_.map.stops(3).next(line, window.right);
      visit_shadow(1, {window.left - 1, at}, window.left - west);
      visit_shadow(3, {window.right + 1, at}, east - window.right);
    } else {
      const std::int32_t north = edit_.map.stops(2).previous(line, window.top);
      const std::int32_t south = edit_.map.stops(0).next(line, window.bottom);
      visit_shadow(2, {at, window.top - 1}, window.top - north);
      visit_shadow(0, {at, window.bottom + 1}, south - window.bottom);
    }
  }
}

/// One shadow: `count` cells from the one next to the window, from which walks in
/// `direction` lead into it. If another window changed some of these cells, its shadows
/// contain the cells whose walks differ there.
void AffectedNodes::Search::visit_shadow(unsigned direction, PaddedPosition from,
                                         std::int32_t count) {
  if (!edit_.stops.open(from.x, from.y)) return;
  const PaddedPosition old = end_of(edit_.before, direction, from);
  const PaddedPosition now = end_of(edit_.after, direction, from);
  const bool saw = edit_.node_before[cell_at(old, stride_)] != kNoNode;
  const bool sees = edit_.stops.open(now.x, now.y);
  const bool same = old.x == now.x && old.y == now.y;
  if ((!saw && !sees) || (saw && sees && same)) return;
  for (std::int32_t i = 0; i < count; ++i) {
    const std::int32_t x = from.x - i * kMoveX[direction];
    const std::int32_t y = from.y - i * kMoveY[direction];
    if (!edit_.stops.open(x, y)) return;  // only the last one can be closed
    const std::uint32_t number = edit_.graph.node_at(cell_at({x, y}, stride_));
    if (number != kNoNode && (edit_.graph.tries(number) >> (2 * direction) & 1U) != 0)
      found_.nodes.push_back({number, 2 * direction, {}});
    for (const unsigned move : diagonals_of(direction)) {
      add_ray(move, {x, y}, 0, false);
      if (saw == sees) continue;
      const unsigned other = direction % 2 == 0 ? across_of(move) : along_of(move);
      const bool stop = sees || (edit_.after.moves(x, y) >> opposite_of(move) & 1U) == 0;
      const PaddedPosition aside = stop ? now : end_of(edit_.after, other, {x, y});
      set_stop(move - 4, x, y, stop || edit_.stops.open(aside.x, aside.y));
    }
  }
}

/// Adds the rays outside of a window whose walks pass it: these walks enter it through the
/// cells of one row and one column.
void AffectedNodes::Search::add_rays_into(const CellBox& window) {
  for (unsigned move = 4; move < kMoves; ++move) {
    const std::int32_t x = kMoveX[move] > 0 ? window.left : window.right;
    const std::int32_t y = kMoveY[move] > 0 ? window.top : window.bottom;
    for (std::int32_t i = window.left; i <= window.right; ++i)
      add_ray(move, {i, y}, 0, true);
    for (std::int32_t i = window.top; i <= window.bottom; ++i)
      if (i != y) add_ray(move, {x, i}, 0, true);
  }
}

/// Adds the ray from the nearest node behind a cell in a diagonal direction. at: a cell of
/// the ray, `steps` before the end. length: whether the length of the walk may have
/// changed, not only its turn at the end.
void AffectedNodes::Search::add_ray(unsigned move, PaddedPosition at, std::int32_t steps,
                                    bool length) {
  const std::int32_t more = diagonals_.to_blocker(opposite_of(move) - 4, at.x, at.y);
  const std::int32_t x = at.x - more * kMoveX[move], y = at.y - more * kMoveY[move];
  if (!edit_.stops.open(x, y)) return;  // unlike the nodes, the bits are in the cache
  const CellIndex cell = cell_at({x, y}, stride_);
  __builtin_prefetch(&edit_.graph.node_of()[cell]);
  found_.rays.push_back({cell, move, steps + more, length});
}

/// Finds the nodes of the rays whose walks reach the end, and the nodes behind these. The
/// lengths of walks are those before the edit. A walk that reaches the end only since the
/// edit passes a window before.
void AffectedNodes::Search::follow_rays() {
  constexpr std::size_t kAhead = 8;  // nodes lie anywhere in memory
  for (std::size_t i = 0, end = 0; i < found_.rays.size();) {
    for (end = found_.rays.size(); i < end; ++i) {  // rays are added meanwhile
      if (i + kAhead < found_.rays.size())
        __builtin_prefetch(
            &edit_.graph.nodes()[edit_.graph.node_at(found_.rays[i + kAhead].cell)]);
      follow(Ray(found_.rays[i]));
    }
    found_.ends.push_back(found_.nodes.size());
  }
}

void AffectedNodes::Search::follow(const Ray& ray) {
  const std::uint32_t number = edit_.graph.node_at(ray.cell);
  const JumpNode& node = edit_.graph.nodes()[number];
  if (node.run[ray.move - 4] < static_cast<std::uint32_t>(ray.steps)) return;
  add_ray(ray.move, {node.x, node.y}, ray.steps, ray.length);
  if (EditedGraph::is_unbuilt(node)) return;
  const unsigned k = clockwise(ray.move);
  if (!ray.length && (tries_of(node) >> k & 1U) == 0) return;
  found_.nodes.push_back({number, k, {ray.steps, ray.length ? INT32_MAX : ray.steps}});
}

void AffectedNodes::Found::clear() noexcept {
  nodes.clear();
  ends.clear();
  stops.clear();
  rays.clear();
}

std::size_t AffectedNodes::begin_find(std::span<const CellBox> windows) {
  parts_.clear();
  for (std::size_t number = 0; number < windows.size(); ++number) {
    const CellBox& window = windows[number];
    const auto add_lines = [&](Part::Kind kind, std::int32_t first, std::int32_t last) {
      const std::int32_t each =
          std::max(kLinesOfPart, (last - first + kMostLineParts) / kMostLineParts);
      for (; first <= last; first += each)
        parts_.push_back({window, kind, first, std::min(first + each - 1, last), number});
    };
    add_lines(Part::Kind::rows, window.top, window.bottom);
    add_lines(Part::Kind::columns, window.left, window.right);
    parts_.push_back({window, Part::Kind::window, 0, 0, number});
  }
  while (found_.size() < parts_.size()) found_.emplace_back(Memory(found_.get_allocator()));
  return parts_.size();
}

void AffectedNodes::find(std::size_t part, const Edit& edit,
                         const DiagonalEditor& diagonals) {
  Search(edit, diagonals, found_[part]).run(parts_[part]);
}

void AffectedNodes::mark_found(std::size_t window, DiagonalEditor& diagonals) {
  const auto begin = std::ranges::lower_bound(parts_, window, {}, &Part::number);
  const auto end = std::ranges::upper_bound(begin, parts_.end(), window, {}, &Part::number);
  const std::span<const Found> found =
      std::span(found_).subspan(static_cast<std::size_t>(begin - parts_.begin()),
                                static_cast<std::size_t>(end - begin));
  for (const Found& part : found)
    for (const FoundStop& at : part.stops)
      diagonals.set_stop(at.diagonal, at.x, at.y, at.stop);
  constexpr std::size_t kAhead = 8;  // marks lie anywhere in memory
  bool more = true;
  for (std::size_t k = 0; std::exchange(more, false); ++k)
    for (const Found& part : found) {
      if (k >= part.ends.size()) continue;
      more = true;
      for (std::size_t i = k == 0 ? 0 : part.ends[k - 1]; i < part.ends[k]; ++i) {
        if (i + kAhead < part.ends[k]) prefetch(part.nodes[i + kAhead].number);
        mark(part.nodes[i]);
      }
    }
}

std::size_t AffectedNodes::memory_bytes() const noexcept {
  const auto bytes = [](const auto& vector) {
    return vector.capacity() * sizeof(vector[0]);
  };
  std::size_t sum = bytes(marks_) + bytes(nodes_) + bytes(parts_) + bytes(found_);
  for (const Found& part : found_)
    sum += bytes(part.nodes) + bytes(part.ends) + bytes(part.stops) + bytes(part.rays);
  return sum;
}

}  // namespace throng
