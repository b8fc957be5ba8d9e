#include "../core/position_text.hpp"
#include "link_list.hpp"
#include "open_metric.hpp"

#include <throng/links.hpp>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

namespace throng {
namespace {

using Way = LinkTable::Way;

Outcome check(const Grid& grid, const Link& link) {
  const auto wrong = [&](const std::string& what) -> Outcome {
    return fail(Code::bad_argument,
                "the link from " + text(link.from) + " to " + text(link.to) + " " + what);
  };
  if (!grid.contains(link.from)) return wrong("begins outside the map");
  if (!grid.contains(link.to)) return wrong("ends outside the map");
  if (link.from == link.to) return wrong("leads nowhere");
  if (link.weight == 0) return wrong("weighs nothing: the least is 1");
  if (link.weight > kMaxWeight)
    return wrong("weighs " + std::to_string(link.weight) + ", the most is " +
                 std::to_string(kMaxWeight));
  return ok();
}

/// Whether each link has a counterpart with the same ends and cost in the opposite
/// direction.
bool symmetric_pairs(const std::vector<Way>& ways) {
  using Edge = std::array<std::uint32_t, 3>;
  std::vector<Edge> there, back;
  for (const Way& way : ways) {
    there.push_back({way.at, way.to, way.cost});
    back.push_back({way.to, way.at, way.cost});
  }
  std::ranges::sort(there);
  std::ranges::sort(back);
  return there == back;
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

Result<std::vector<Link>> usable_links(const Grid& grid, std::span<const Link> links) {
  for (const Link& link : links)
    if (const Outcome sound = check(grid, link); !sound) return sound.failure();
  std::vector<Link> usable(links.begin(), links.end());
  std::ranges::stable_sort(usable, {},
                           [&](const Link& link) { return grid.cell(link.from); });
  for (std::size_t i = kMaxLinksPerCell; i < usable.size(); ++i)
    if (usable[i].from == usable[i - kMaxLinksPerCell].from)
      return fail(Code::bad_argument, "more than " + std::to_string(kMaxLinksPerCell) +
                                          " links begin at " + text(usable[i].from));
  std::erase_if(usable, [&](const Link& link) {
    return !grid.open(link.from) || !grid.open(link.to);
  });
  return usable;
}

Result<std::vector<Link>> influenced_links(const Grid& grid,
                                           std::span<const Weight> influence) {
  constexpr std::uint32_t kMost = std::numeric_limits<Weight>::max();
  const std::span<const Link> all = grid.links()->links();
  std::vector<Link> links(all.begin(), all.end());
  if (influence.empty()) return links;
  for (Link& link : links) {
    const std::uint32_t weight =
        std::uint32_t{link.weight} + influence[static_cast<std::size_t>(link.to.y) *
                                                   static_cast<std::size_t>(grid.width()) +
                                               static_cast<std::size_t>(link.to.x)];
    if (weight > kMost)
      return fail(Code::unsupported, "the link from " + text(link.from) + " to " +
                                         text(link.to) + " weighs more than " +
                                         std::to_string(kMost));
    link.weight = static_cast<Weight>(weight);
  }
  return links;
}

std::uint32_t join_components(const Grid& grid, std::span<const Link> links,
                              std::uint32_t count, std::span<std::uint32_t> labels) {
  std::vector<std::uint32_t> parent(count);
  std::iota(parent.begin(), parent.end(), 0U);
  const auto root = [&](std::uint32_t label) {
    while (parent[label] != label) label = parent[label] = parent[parent[label]];
    return label;
  };
  for (const Link& link : links) {
    const std::uint32_t a = root(labels[grid.cell(link.from)]);
    const std::uint32_t b = root(labels[grid.cell(link.to)]);
    parent[std::max(a, b)] = std::min(a, b);
  }
  // A root is the least of its set, so its number is known before it is needed.
  std::vector<std::uint32_t> number(count);
  std::uint32_t joined = 0;
  for (std::uint32_t label = 0; label < count; ++label)
    number[label] = root(label) == label ? joined++ : number[root(label)];
  if (joined != count)
    for (std::uint32_t& label : labels)
      if (label != Grid::kNoComponent) label = number[label];
  return joined;
}

LinkTable::Ways::Ways(std::vector<Way> sorted, std::size_t cells)
    : ways_(std::move(sorted)), leaves_(cells / 64 + 1) {
  for (const Way& way : ways_) leaves_[way.at / 64] |= std::uint64_t{1} << way.at % 64;
}

std::span<const Way> LinkTable::Ways::find(CellIndex cell) const noexcept {
  // Not equal_range, whose result type clang 14 rejects.
  return {std::ranges::lower_bound(ways_, cell, {}, &Way::at),
          std::ranges::upper_bound(ways_, cell, {}, &Way::at)};
}

std::size_t LinkTable::Ways::memory_bytes() const noexcept {
  return ways_.capacity() * sizeof(Way) + leaves_.capacity() * sizeof(leaves_[0]);
}

LinkTable::LinkTable(const Grid& grid, std::vector<Link> links)
    : links_(std::move(links)), by_column_(is_hexagonal(grid.rules().topology)) {
  THRONG_ASSERT(!links_.empty());
  std::vector<Way> there, back;
  for (std::uint32_t slot = 0; slot < links_.size(); ++slot) {
    const Link& link = links_[slot];
    const CellIndex from = grid.cell(link.from), to = grid.cell(link.to);
    const Cost cost = link.weight * grid.costs().straight;
    there.push_back({from, to, cost, slot, 0});
    back.push_back({to, from, cost, slot, 0});
  }
  THRONG_ASSERT(std::ranges::is_sorted(there, {}, &Way::at));
  std::ranges::stable_sort(back, {}, &Way::at);
  mark(there, back);
  mark(back, there);
  const auto [least, most] = std::ranges::minmax(there, {}, &Way::cost);
  min_cost_ = least.cost;
  max_cost_ = most.cost;
  symmetric_ = symmetric_pairs(there);
  forward_ = Ways(std::move(there), grid.cell_count());
  backward_ = Ways(std::move(back), grid.cell_count());
  measure(grid);
}

std::span<const Link> LinkTable::from(Position p) const noexcept {
  const auto place = [&](Position at) {
    return by_column_ ? std::pair(at.x, at.y) : std::pair(at.y, at.x);
  };
  const auto begins = [&](const Link& link) { return place(link.from); };
  return {std::ranges::lower_bound(links_, place(p), {}, begins),
          std::ranges::upper_bound(links_, place(p), {}, begins)};
}

Move LinkTable::move(std::uint32_t link) const noexcept {
  std::uint32_t first = link;
  while (first > 0 && links_[first - 1].from == links_[link].from) --first;
  return link_move(link - first);
}

/// Floyd and Warshall: after round k paths may use the links up to k.
void LinkTable::measure(const Grid& grid) {
  const std::size_t n = size();
  if (n > kMostMeasured ||
      2 * open_diameter(grid) >= std::numeric_limits<Cost>::max() - max_cost_)
    return;
  const OpenGround distance(grid);
  between_.resize(n * n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      between_[i * n + j] = distance(links_[i].to, links_[j].from);
  for (std::size_t k = 0; k < n; ++k) {
    const Cost cost = links_[k].weight * grid.costs().straight;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) {
        const std::uint64_t by = std::uint64_t{between_[i * n + k]} + cost;
        Cost& known = between_[i * n + j];
        known = static_cast<Cost>(std::min<std::uint64_t>(known, by + between_[k * n + j]));
      }
  }
}

std::size_t LinkTable::memory_bytes() const noexcept {
  return sizeof(*this) + links_.capacity() * sizeof(Link) + forward_.memory_bytes() +
         backward_.memory_bytes() + between_.capacity() * sizeof(Cost);
}

}  // namespace throng
