#include "../core/progress.hpp"
#include "cone_scan.hpp"
#include "corner_lists.hpp"
#include "line_graph.hpp"
#include "taut_graph.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <utility>

namespace throng {
namespace {

constexpr std::uint32_t kCornersPerBlock = 64;
constexpr std::uint32_t kNoCorner = 0xFFFF'FFFF;

/// The corners that each corner sees as the end of a line: see_all().
using CornerViews = CornerLists<std::uint32_t>;

/// The distances of corners from one of them.
class DistancesFromCorner {
 public:
  DistancesFromCorner(const LineBoard& board, const LineCorners& corners,
                      const TautGraph& graph, const CornerViews& views)
      : board_(board), corners_(corners), graph_(graph), views_(views) {}

  /// By corner; kNoLine: in another component.
  void run(std::uint32_t from, Crew& crew, std::vector<LineLength>& distance) {
    search(from);
    distance.assign(corners_.size(), kNoLine);
    note_in_sight(from, distance);
    crew.for_each_block(corners_.size(), kCornersPerBlock,
                        [&](int, std::size_t begin, std::size_t end) {
                          for (auto i = static_cast<std::uint32_t>(begin); i < end; ++i)
                            distance[i] = std::min(distance[i], nearest(i));
                        });
    distance[from] = 0;
  }

 private:
  /// Finds the ways in the taut graph from a corner that is attached as the ends of queries
  /// are.
  void search(std::uint32_t from) {
    way_.assign(corners_.size(), kNoLine);
    way_[from] = 0;  // for those that see it
    for (const std::uint32_t to : views_[from]) reach(to, length(from, to));
    while (!open_.empty()) {
      std::pop_heap(open_.begin(), open_.end(), std::greater{});
      const LineLength cost = open_.back().first;
      const std::uint32_t corner = open_.back().second;
      open_.pop_back();
      if (cost != way_[corner]) continue;
      graph_.for_each_edge(
          corner, [&](std::uint32_t to, LineLength edge) { reach(to, cost + edge); });
    }
  }

  void reach(std::uint32_t corner, LineLength cost) {
    if (cost >= way_[corner]) return;
    way_[corner] = cost;
    open_.emplace_back(cost, corner);
    std::push_heap(open_.begin(), open_.end(), std::greater{});
  }

  /// The corners in sight in directions that are not taut at either end: no way leads
  /// straight to them.
  void note_in_sight(std::uint32_t from, std::vector<LineLength>& distance) {
    for (unsigned q = 0; q < 4; ++q)
      with_cones(board_, q, cones_, [&](const auto& cones) {
        cones.see_rows(corners_[from].point(), kQuadrantY[q], kQuadrant,
                       [&](std::int32_t y, std::int32_t a, std::int32_t b) {
                         const std::uint32_t end = corners_.number(b + 1, y);
                         for (std::uint32_t i = corners_.number(a, y); i < end; ++i)
                           distance[i] = length(from, i);
                       });
      });
  }

  /// The shortest way to a corner over one that it sees.
  LineLength nearest(std::uint32_t corner) const {
    LineLength best = kNoLine;
    for (const std::uint32_t seen : views_[corner])
      if (way_[seen] != kNoLine) best = std::min(best, way_[seen] + length(corner, seen));
    return best;
  }

  LineLength length(std::uint32_t a, std::uint32_t b) const {
    return line_length(corners_[a].point(), corners_[b].point());
  }

  const LineBoard& board_;
  const LineCorners& corners_;
  const TautGraph& graph_;
  const CornerViews& views_;
  ConeScratch cones_;
  std::vector<LineLength> way_;  ///< by corner
  std::vector<std::pair<LineLength, std::uint32_t>> open_;
};

/// Parts of the map: corners that lie together, as far as views tell.
class CornerParts {
 public:
  CornerParts(const CornerViews& views, std::uint32_t corners)
      : views_(views), part_of_(corners, kNoCorner) {
    for (std::uint32_t first = 0; first < corners; ++first)
      if (part_of_[first] == kNoCorner) flood(first);
  }

  /// Which corners may be landmarks: those of parts with a sixteenth of all corners or
  /// more. Small pockets need none.
  std::vector<bool> candidates() const {
    std::vector<bool> all(part_of_.size());
    for (std::size_t i = 0; i < all.size(); ++i)
      all[i] = sizes_[part_of_[i]] * LineGraph::kLandmarks >= all.size();
    return all;
  }

 private:
  /// Adds a part, or more corners to one that was seen from elsewhere before.
  void flood(std::uint32_t first) {
    const auto added = static_cast<std::uint32_t>(sizes_.size());
    std::uint32_t part = added;
    members_.assign(1, first);
    part_of_[first] = added;
    for (std::size_t next = 0; next < members_.size(); ++next)
      for (const std::uint32_t seen : views_[members_[next]]) {
        part = std::min(part, part_of_[seen]);  // kNoCorner is greater
        if (part_of_[seen] != kNoCorner) continue;
        part_of_[seen] = added;
        members_.push_back(seen);
      }
    for (const std::uint32_t member : members_) part_of_[member] = part;
    sizes_.push_back(0);
    sizes_[part] += members_.size();
  }

  const CornerViews& views_;
  std::vector<std::uint32_t> part_of_, members_;
  std::vector<std::size_t> sizes_;
};

/// The corner that is furthest from the landmarks so far, one that none of them reaches
/// before all others; kNoCorner: each of them is a landmark.
std::uint32_t furthest(const std::vector<LineLength>& nearest) {
  const auto at = std::ranges::max_element(nearest);
  return at == nearest.end() || *at == 0 ? kNoCorner
                                         : static_cast<std::uint32_t>(at - nearest.begin());
}

/// Chooses landmarks, each as far from the others as possible, and measures the distances.
/// Returns them by landmark.
std::vector<std::vector<LineLength>> choose_landmarks(
    DistancesFromCorner& distances, const std::vector<bool>& candidates, Crew& crew,
    const Monitor* monitor, std::vector<std::uint32_t>& landmarks) {
  const std::size_t corners = candidates.size();
  std::vector<std::vector<LineLength>> rows;
  std::vector<LineLength> nearest(corners);  // 0: no candidate
  for (std::size_t i = 0; i < corners; ++i) nearest[i] = candidates[i] ? kNoLine : 0;
  for (std::uint32_t next = furthest(nearest);
       next != kNoCorner && landmarks.size() < LineGraph::kLandmarks && !cancelled(monitor);
       next = furthest(nearest)) {
    landmarks.push_back(next);
    distances.run(next, crew, rows.emplace_back());
    for (std::size_t i = 0; i < corners; ++i)
      nearest[i] = std::min(nearest[i], rows.back()[i]);
  }
  return rows;
}

/// Writes the distances by corner, in the finest unit in which they fit.
void store_rows(const std::vector<std::vector<LineLength>>& rows, std::size_t corners,
                LineGraph::Arrays& to) {
  LineLength most = 0;
  for (const std::vector<LineLength>& row : rows)
    for (const LineLength length : row)
      if (length != kNoLine) most = std::max(most, length);
  const int bits = static_cast<int>(std::bit_width(most));
  to.shift = static_cast<std::uint8_t>(std::max(bits, 31) - 31);
  std::vector<std::uint32_t> values(corners * rows.size());
  for (std::size_t i = 0; i < corners; ++i)
    for (std::size_t k = 0; k < rows.size(); ++k)
      values[i * rows.size() + k] =
          rows[k][i] == kNoLine ? LineGraph::kApart
                                : static_cast<std::uint32_t>(rows[k][i] >> to.shift);
  to.rows = SharedArray(std::move(values));
}

void store_edges(const TautGraph& graph, LineGraph::Arrays& to) {
  std::vector<std::uint32_t> begin{0}, edges;
  begin.reserve(graph.size() + 1);
  edges.reserve(graph.edge_count());
  for (std::uint32_t i = 0; i < graph.size(); ++i) {
    graph.for_each_edge(
        i, [&](std::uint32_t corner, LineLength /*cost*/) { edges.push_back(corner); });
    begin.push_back(static_cast<std::uint32_t>(edges.size()));
  }
  to.begin = SharedArray(std::move(begin));
  to.edges = SharedArray(std::move(edges));
}

}  // namespace

Result<LineGraph> LineGraph::build(const LineBoard& board, const LineCorners& corners,
                                   const TautGraph& graph, std::size_t most_bytes,
                                   Crew& crew, const Monitor* monitor) {
  const std::size_t bytes =
      sizeof(std::uint32_t) * (graph.edge_count() + (kLandmarks + 3) * graph.size());
  if (bytes > most_bytes || graph.edge_count() >= kNoCorner)
    return fail(Code::over_limit, "");
  const Result<CornerViews> views = CornerViews::find(
      corners.size(), most_bytes, crew, monitor,
      [&](ConeScratch& cones, std::uint32_t corner, std::vector<std::uint32_t>& list) {
        see_all(board, corners[corner].point(), cones, [&](std::int32_t x, std::int32_t y) {
          list.push_back(corners.number(x, y));
        });
      });
  if (!views) return views.failure();
  DistancesFromCorner distances(board, corners, graph, *views);
  std::vector<std::uint32_t> landmarks;
  const std::vector<std::vector<LineLength>> rows =
      choose_landmarks(distances, CornerParts(*views, corners.size()).candidates(), crew,
                       monitor, landmarks);
  if (cancelled(monitor)) return fail(Code::cancelled, "");
  Arrays arrays;
  store_edges(graph, arrays);
  store_rows(rows, graph.size(), arrays);
  arrays.landmarks = SharedArray(std::move(landmarks));
  return LineGraph(board, corners, std::move(arrays));
}

}  // namespace throng
