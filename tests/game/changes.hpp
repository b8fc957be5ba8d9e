#pragma once

#include <throng/grid.hpp>
#include <throng/links.hpp>
#include <throng/map_changes.hpp>
#include <throng/query.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

namespace throng::route_book_test {

/// Visits every step and link: visit(from, move or nothing, to, cost).
template <class Visit>
void for_each_edge(const Grid& grid, const Visit& visit) {
  for (Position p; p.y < grid.height(); ++p.y)
    for (p.x = 0; p.x < grid.width(); ++p.x)
      for (std::size_t d = 0; d < kMoves; ++d)
        if ((grid.moves(p) >> d & 1U) != 0) {
          const auto move = static_cast<Move>(d);
          visit(p, grid.step(p, move), grid.step_cost(grid.cell(p), move));
        }
  if (grid.links() != nullptr)
    for (const Link& link : grid.links()->links())
      visit(link.from, link.to, link.weight * grid.costs().straight);
}

/// Dijkstra's algorithm from, or backwards to, the nearest of some cells.
inline std::vector<std::uint64_t> distances(const Grid& grid,
                                            const std::vector<Position>& sources,
                                            bool backwards) {
  using Entry = std::pair<std::uint64_t, CellIndex>;
  std::vector<std::vector<Entry>> edges(grid.cell_count());
  for_each_edge(grid, [&](Position a, Position b, Cost cost) {
    if (backwards) std::swap(a, b);
    edges[grid.cell(a)].push_back({cost, grid.cell(b)});
  });
  std::vector<std::uint64_t> distance(grid.cell_count(), kUnreachable);
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  for (const Position source : sources) {
    distance[grid.cell(source)] = 0;
    queue.emplace(0, grid.cell(source));
  }
  while (!queue.empty()) {
    const auto [cost, cell] = queue.top();
    queue.pop();
    if (cost != distance[cell]) continue;
    for (const auto& [more, to] : edges[cell]) {
      if (cost + more >= distance[to]) continue;
      distance[to] = cost + more;
      queue.emplace(distance[to], to);
    }
  }
  return distance;
}

/// How the test describes changes; all keep to the comments of MapChanges.
enum class Shape {
  begins,  ///< the cells where changed steps begin
  beside,  ///< of each changed step an end that was and is open, if there is one
  ends,    ///< the cells where they end
  box,     ///< one rectangle around all of them
  whole,   ///< a rectangle larger than the map
};

class Changes {
 public:
  /// From x, y, to x, y; its cost.
  using Edge = std::array<std::int64_t, 5>;

  Changes(const Grid& before, const Grid& now, Shape shape, std::int32_t grow) {
    std::vector<Edge> old_edges, new_edges;
    const auto list = [](const Grid& grid, auto& edges) {
      for_each_edge(grid, [&](Position a, Position b, Cost cost) {
        edges.push_back({a.x, a.y, b.x, b.y, cost});
      });
      std::ranges::sort(edges);
    };
    list(before, old_edges);
    list(now, new_edges);
    const auto lasts = [&](Position p) { return before.open(p) && now.open(p); };
    list_changes(old_edges, new_edges, shape, lasts, map_.costlier);
    cheaper_ = list_changes(new_edges, old_edges, shape, lasts, map_.cheaper);
    for (auto* const rects : {&map_.costlier, &map_.cheaper}) {
      if (rects->empty()) continue;
      if (shape == Shape::whole) *rects = {{{-3, -3}, now.width() + 9, now.height() + 7}};
      if (shape == Shape::box) *rects = {around(*rects, grow)};
    }
  }

  const MapChanges& map() const { return map_; }
  const std::vector<Edge>& cheaper() const { return cheaper_; }

 private:
  /// The edges of `of` that have no twin of equal or less cost in `in`, also as cells.
  template <class Lasts>
  static std::vector<Edge> list_changes(const std::vector<Edge>& of,
                                        const std::vector<Edge>& in, Shape shape,
                                        const Lasts& lasts, std::vector<MapRect>& rects) {
    std::vector<Edge> changed;
    for (const Edge& edge : of) {
      Edge least = edge;
      least[4] = 0;
      const auto twin = std::ranges::lower_bound(in, least);
      const bool has_twin = twin != in.end() && (*twin)[4] <= edge[4] &&
                            std::equal(edge.begin(), edge.begin() + 4, twin->begin());
      if (has_twin) continue;
      changed.push_back(edge);
      const bool is_end =
          shape == Shape::ends || (shape == Shape::beside && !lasts(cell(edge, 0)));
      const std::size_t at = is_end ? 2 : 0;
      rects.push_back({cell(edge, at)});
    }
    return changed;
  }

 public:
  static Position cell(const Edge& edge, std::size_t at) {
    return {static_cast<std::int32_t>(edge[at]), static_cast<std::int32_t>(edge[at + 1])};
  }

 private:
  static MapRect around(const std::vector<MapRect>& rects, std::int32_t grow) {
    Position low = rects[0].corner, high = low;
    for (const MapRect& rect : rects) {
      low = {std::min(low.x, rect.corner.x), std::min(low.y, rect.corner.y)};
      high = {std::max(high.x, rect.corner.x), std::max(high.y, rect.corner.y)};
    }
    return {{low.x - grow, low.y - grow},
            high.x - low.x + 1 + 2 * grow,
            high.y - low.y + 1 + 2 * grow};
  }

  MapChanges map_;
  std::vector<Edge> cheaper_;
};

}  // namespace throng::route_book_test
