#include "../core/position_text.hpp"
#include "link_graph.hpp"
#include "link_list.hpp"

#include <throng/links.hpp>

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

namespace throng {
namespace {

Outcome check(const Grid& grid, const Link& link) {
  const auto wrong = [&](const std::string& what) -> Outcome {
    return fail(Code::bad_argument,
                "the link from " + text(link.from) + " to " + text(link.to) + " " + what);
  };
  if (!grid.contains(link.from)) return wrong("begins outside the map");
  if (!grid.contains(link.to)) return wrong("ends outside the map");
  if (link.from == link.to) return wrong("leads nowhere");
  if (link.weight == 0) return wrong("has weight 0; the minimum is 1");
  if (link.weight > kMaxWeight)
    return wrong("has weight " + std::to_string(link.weight) + "; the maximum is " +
                 std::to_string(kMaxWeight));
  return ok();
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

LinkTable::LinkTable(const Grid& grid, std::vector<Link> links)
    : links_(std::move(links)), by_column_(is_hexagonal(grid.rules().topology)) {
  THRONG_ASSERT(!links_.empty());
  const auto graph = std::make_shared<const LinkGraph>(grid, links_);
  const auto [least, most] =
      std::ranges::minmax(graph->forward().all(), {}, &LinkGraph::Way::cost);
  min_cost_ = least.cost;
  max_cost_ = most.cost;
  symmetric_ = graph->symmetric();
  graph_ = graph;
}

std::span<const Link> LinkTable::from(Position p) const noexcept {
  const auto place = [&](Position at) {
    return by_column_ ? std::pair(at.x, at.y) : std::pair(at.y, at.x);
  };
  const auto begins = [&](const Link& link) { return place(link.from); };
  return {std::ranges::lower_bound(links_, place(p), {}, begins),
          std::ranges::upper_bound(links_, place(p), {}, begins)};
}

std::size_t LinkTable::memory_bytes() const noexcept {
  return sizeof(*this) + links_.capacity() * sizeof(Link) + graph_->memory_bytes();
}

}  // namespace throng
