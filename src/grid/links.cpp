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

Outcome check_links(const Grid& grid, std::span<const Link> links) {
  for (const Link& link : links)
    if (Outcome sound = check(grid, link); !sound) return sound;
  std::vector<CellIndex> cells;
  for (const Link& link : links) cells.push_back(grid.cell(link.from));
  std::ranges::sort(cells);
  for (std::size_t i = kMaxLinksPerCell; i < cells.size(); ++i)
    if (cells[i] == cells[i - kMaxLinksPerCell])
      return fail(Code::bad_argument, "more than " + std::to_string(kMaxLinksPerCell) +
                                          " links begin at " +
                                          text(grid.position(cells[i])));
  return ok();
}

LinkList list_links(const Grid& grid, std::span<const Link> links,
                    std::span<const std::uint8_t> usable) {
  std::vector<std::size_t> order(links.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {},
                           [&](std::size_t k) { return grid.cell(links[k].from); });
  LinkList list;
  for (const std::size_t k : order) {
    list.links.push_back(links[k]);
    list.usable.push_back(usable[k]);
  }
  return list;
}

std::vector<std::uint8_t> open_links(const Grid& grid, std::span<const Link> links) {
  std::vector<std::uint8_t> open;
  for (const Link& link : links)
    open.push_back(grid.open(link.from) && grid.open(link.to) ? 1 : 0);
  return open;
}

Result<LinkList> influenced_links(const Grid& grid, std::span<const Weight> influence) {
  constexpr std::uint32_t kMost = std::numeric_limits<Weight>::max();
  LinkList list = grid.links()->list();
  if (influence.empty()) return list;
  for (Link& link : list.links) {
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
  return list;
}

LinkTable::LinkTable(const Grid& grid, LinkList list)
    : list_(std::move(list)), by_column_(is_hexagonal(grid.rules().topology)) {
  std::vector<Move> moves;
  for (std::size_t k = 0, first = 0; k < list_.links.size(); ++k) {
    if (list_.links[k].from != list_.links[first].from) first = k;
    if (list_.usable[k] == 0) continue;
    links_.push_back(list_.links[k]);
    moves.push_back(link_move(k - first));
  }
  THRONG_ASSERT(!links_.empty());
  const auto graph = std::make_shared<const LinkGraph>(grid, links_, std::move(moves));
  const auto [least, most] =
      std::ranges::minmax(graph->forward().all(), {}, &LinkGraph::Way::cost);
  min_cost_ = least.cost;
  max_cost_ = most.cost;
  symmetric_ = graph->symmetric();
  graph_ = graph;
}

bool LinkTable::usable(Position p, Move move) const noexcept {
  const std::span<const Link> here = from(p);
  if (link_slot(move) >= here.size()) return false;
  return list_.usable[static_cast<std::size_t>(here.data() - list_.links.data()) +
                      link_slot(move)] != 0;
}

std::span<const Link> LinkTable::from(Position p) const noexcept {
  const auto place = [&](Position at) {
    return by_column_ ? std::pair(at.x, at.y) : std::pair(at.y, at.x);
  };
  const auto begins = [&](const Link& link) { return place(link.from); };
  return {std::ranges::lower_bound(list_.links, place(p), {}, begins),
          std::ranges::upper_bound(list_.links, place(p), {}, begins)};
}

std::size_t LinkTable::memory_bytes() const noexcept {
  return sizeof(*this) + (links_.capacity() + list_.links.capacity()) * sizeof(Link) +
         list_.usable.capacity() + graph_->memory_bytes();
}

}  // namespace throng
