#include "affected_nodes.hpp"

#include <algorithm>
#include <array>

namespace throng {
namespace {

/// A diagonal Move as a bit of a clockwise mask.
constexpr unsigned diagonal_bit(unsigned move) noexcept {
  return 1U << (2 * (move - 4) + 1);
}

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
  Search(AffectedNodes& all, const Edit& edit, DiagonalEditor& diagonals)
      : all_(all), edit_(edit), diagonals_(diagonals), stride_(edit.graph.stride()) {}

  void run(const CellBox& window) {
    update_diagonals(window);
    visit_shadows(window);
    add_rays_into(window);
    mark_rays();
  }

 private:
  static constexpr std::uint32_t kNoNode = EditedGraph::kNoNode;

  void update_diagonals(const CellBox& window);
  void visit_shadows(const CellBox& window);
  void visit_shadow(unsigned direction, PaddedPosition from, std::int32_t count);
  void add_rays_into(const CellBox& window);
  void add_ray(unsigned move, PaddedPosition at, std::int32_t steps, bool length);
  void mark_rays();

  AffectedNodes& all_;
  const Edit& edit_;
  DiagonalEditor& diagonals_;
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

/// Updates the diagonal stops of the cells of a window.
void AffectedNodes::Search::update_diagonals(const CellBox& window) {
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
        diagonals_.set_stop(move - 4, x, y, stop);
      }
    }
}

/// Visits the cells outside of a window from which straight walks lead into it. The cell of
/// the last stop before the window belongs to them, because a walk may begin there.
void AffectedNodes::Search::visit_shadows(const CellBox& window) {
  for (std::int32_t y = window.top; y <= window.bottom; ++y) {
    const auto row = static_cast<std::size_t>(y);
    const std::int32_t west = edit_.map.stops(1).previous(row, window.left);
    const std::int32_t east = edit_.map.stops(3).next(row, window.right);
    visit_shadow(1, {window.left - 1, y}, window.left - west);
    visit_shadow(3, {window.right + 1, y}, east - window.right);
  }
  for (std::int32_t x = window.left; x <= window.right; ++x) {
    const auto column = static_cast<std::size_t>(x);
    const std::int32_t north = edit_.map.stops(2).previous(column, window.top);
    const std::int32_t south = edit_.map.stops(0).next(column, window.bottom);
    visit_shadow(2, {x, window.top - 1}, window.top - north);
    visit_shadow(0, {x, window.bottom + 1}, south - window.bottom);
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
      all_.mark(number, 1U << (2 * direction));
    for (const unsigned move : diagonals_of(direction)) {
      add_ray(move, {x, y}, 0, false);
      if (saw == sees) continue;
      const unsigned other = direction % 2 == 0 ? across_of(move) : along_of(move);
      const bool stop = sees || (edit_.after.moves(x, y) >> opposite_of(move) & 1U) == 0;
      const PaddedPosition aside = stop ? now : end_of(edit_.after, other, {x, y});
      diagonals_.set_stop(move - 4, x, y, stop || edit_.stops.open(aside.x, aside.y));
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
  all_.rays_.push_back({cell, move, steps + more, length});
}

/// Marks the nodes of the rays whose walks reach the end, and the nodes behind these. The
/// lengths of walks are those before the edit. A walk that reaches the end only since the
/// edit passes a window before.
void AffectedNodes::Search::mark_rays() {
  constexpr std::size_t kAhead = 8;  // nodes lie anywhere in memory
  const auto number_of = [&](std::size_t i) {
    return edit_.graph.node_at(all_.rays_[i].cell);
  };
  for (std::size_t i = 0; i < all_.rays_.size(); ++i) {  // rays are added meanwhile
    if (i + kAhead < all_.rays_.size())
      __builtin_prefetch(&edit_.graph.nodes()[number_of(i + kAhead)]);
    const std::uint32_t number = number_of(i);
    const Ray ray = all_.rays_[i];
    const JumpNode& node = edit_.graph.nodes()[number];
    if (node.run[ray.move - 4] < static_cast<std::uint32_t>(ray.steps)) continue;
    add_ray(ray.move, {node.x, node.y}, ray.steps, ray.length);
    if (EditedGraph::is_unbuilt(node)) continue;
    const unsigned bit = diagonal_bit(ray.move);
    if (!ray.length && (tries_of(node) & bit) == 0) continue;
    NodeEdges::Turns& turns = all_.mark(number, bit).turns[ray.move - 4];
    turns.first = std::min(turns.first, ray.steps);
    turns.last = ray.length ? INT32_MAX : std::max(turns.last, ray.steps);
  }
  all_.rays_.clear();
}

void AffectedNodes::find(const Edit& edit, DiagonalEditor& diagonals,
                         const CellBox& window) {
  Search(*this, edit, diagonals).run(window);
}

}  // namespace throng
