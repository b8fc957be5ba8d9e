#include "link_graph.hpp"

#include "open_metric.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>
#include <utility>

namespace throng {
namespace {

using Way = LinkGraph::Way;

/// The ways of links, there or back, by slot.
std::vector<Way> ways_of(const Grid& grid, std::span<const Link> links, bool back) {
  std::vector<Way> ways;
  ways.reserve(links.size());
  for (std::uint32_t slot = 0; slot < links.size(); ++slot) {
    const CellIndex from = grid.cell(links[slot].from), to = grid.cell(links[slot].to);
    const Cost cost = links[slot].weight * grid.costs().straight;
    ways.push_back({back ? to : from, back ? from : to, cost, slot, 0});
  }
  return ways;
}

/// Sets each way's mark to the first slot, among the ways in the opposite direction, of the
/// cell that it enters.
void mark(std::vector<Way>& ways, const std::vector<Way>& back) {
  for (Way& way : ways)
    way.mark = static_cast<std::uint32_t>(
        std::ranges::lower_bound(back, way.to, {}, &Way::at) - back.begin());
}

/// The distance between two cells on open ground.
class OpenGround {
 public:
  explicit OpenGround(const Grid& grid)
      : topology_(grid.rules().topology),
        square_(topology_, grid.min_step_costs()),
        hexagonal_(grid.min_step_costs()) {}

  Cost operator()(Position a, Position b) const {
    const Position from = axial(topology_, a), to = axial(topology_, b);
    if (is_hexagonal(topology_)) return hexagonal_(to.x - from.x, to.y - from.y);
    return square_(static_cast<Cost>(std::abs(a.x - b.x)),
                   static_cast<Cost>(std::abs(a.y - b.y)));
  }

 private:
  Topology topology_;
  OpenMetric square_;
  HexMetric hexagonal_;
};

/// An upper bound on distances on open ground.
std::uint64_t open_diameter(const Grid& grid) {
  const auto cells =
      static_cast<std::uint64_t>(grid.width()) + static_cast<std::uint64_t>(grid.height());
  return cells * std::max(grid.min_step_costs().straight, grid.min_step_costs().diagonal);
}

}  // namespace

LinkGraph::Ways::Ways(std::vector<Way> sorted, std::size_t cells)
    : ways_(std::move(sorted)), leaves_(cells / 64 + 1) {
  for (const Way& way : ways_) leaves_[way.at / 64] |= std::uint64_t{1} << way.at % 64;
}

std::span<const Way> LinkGraph::Ways::find(CellIndex cell) const noexcept {
  // Not equal_range, whose result type clang 14 rejects.
  return {std::ranges::lower_bound(ways_, cell, {}, &Way::at),
          std::ranges::upper_bound(ways_, cell, {}, &Way::at)};
}

std::size_t LinkGraph::Ways::memory_bytes() const noexcept {
  return ways_.capacity() * sizeof(Way) + leaves_.capacity() * sizeof(leaves_[0]);
}

LinkGraph::LinkGraph(const Grid& grid, std::span<const Link> links, std::vector<Move> moves)
    : move_(std::move(moves)) {
  THRONG_ASSERT(move_.size() == links.size());
  std::vector<Way> there = ways_of(grid, links, false), back = ways_of(grid, links, true);
  THRONG_ASSERT(std::ranges::is_sorted(there, {}, &Way::at));
  std::ranges::stable_sort(back, {}, &Way::at);
  mark(there, back);
  mark(back, there);
  forward_ = Ways(std::move(there), grid.cell_count());
  backward_ = Ways(std::move(back), grid.cell_count());
  measure(grid, links);
}

const Way* LinkGraph::way(CellIndex cell, Move move) const noexcept {
  for (const Way& way : forward_.of(cell))
    if (this->move(way.link) == move) return &way;
  return nullptr;
}

bool LinkGraph::symmetric() const {
  using Edge = std::array<std::uint32_t, 3>;
  std::vector<Edge> there, back;
  for (const Way& way : forward_.all()) {
    there.push_back({way.at, way.to, way.cost});
    back.push_back({way.to, way.at, way.cost});
  }
  std::ranges::sort(there);
  std::ranges::sort(back);
  return there == back;
}

/// Floyd and Warshall: after round k paths may use the links up to k.
void LinkGraph::measure(const Grid& grid, std::span<const Link> links) {
  const std::size_t n = size();
  const Cost most = std::ranges::max(forward_.all(), {}, &Way::cost).cost;
  if (n > kMostMeasured ||
      2 * open_diameter(grid) >= std::numeric_limits<Cost>::max() - most)
    return;
  const OpenGround distance(grid);
  between_.resize(n * n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      between_[i * n + j] = distance(links[i].to, links[j].from);
  for (std::size_t k = 0; k < n; ++k) {
    const Cost cost = way(static_cast<std::uint32_t>(k)).cost;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) {
        const std::uint64_t by = std::uint64_t{between_[i * n + k]} + cost;
        Cost& known = between_[i * n + j];
        known = static_cast<Cost>(std::min<std::uint64_t>(known, by + between_[k * n + j]));
      }
  }
}

std::size_t LinkGraph::memory_bytes() const noexcept {
  return sizeof(*this) + move_.capacity() + forward_.memory_bytes() +
         backward_.memory_bytes() + between_.capacity() * sizeof(Cost);
}

}  // namespace throng
