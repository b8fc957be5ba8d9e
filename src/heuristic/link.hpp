#pragma once

#include "../grid/link_graph.hpp"
#include "bound.hpp"

#include <throng/grid.hpp>
#include <throng/links.hpp>
#include <throng/query.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>

namespace throng {

/// The distance on an open map with the links of a grid, where the distance without links,
/// Open, need not be a lower bound. With p for that distance,
///
///   h(c) = min(p(c, goal), min over links i of p(c, from_i) + v_i),
///
/// where v_i is the cost of link i plus the distance from its end to the goal. h is the
/// distance to the goal in a graph in which an edge of cost p joins each two cells, and an
/// edge of the link's cost joins the ends of each link. Each step and each link of the grid
/// is an edge of that graph or costs at least as much as one (p is a metric and no more
/// than a step between neighbours), so h is a lower bound. Like the distances of any graph,
/// h falls by no more than c along an edge of cost c, so it is consistent.
///
/// Only links that lower h somewhere are kept. Link i does not if v_i >= p(from_i, goal),
/// or v_i >= p(from_i, from_j) + v_j for another link j, since p obeys the triangle
/// inequality. Usually only a few are left, however many links there are.
///
/// If the links are not LinkGraph::measured(), h is 0. Cost of construction: O(links^2); of
/// a call: O(links kept).
template <class Open>
class LinkBound {
 public:
  static constexpr bool kAtLeastOctile = false;
  static constexpr bool kConsistent = true;
  static constexpr bool kPrunes = false;
  static constexpr Cost excess() noexcept { return 0; }

  /// open: exact on an open map. backward: the bound is on costs from `end` to cells, along
  /// reversed links, not on costs from cells to `end`. Pre: the grid has links.
  LinkBound(const Grid& grid, Open open, CellIndex end, bool backward) : open_(open) {
    if (grid.links()->graph().measured())
      find_doors(grid, end, backward);
    else
      open_ = Open(grid.rules().topology, StepCosts{0, 0});
  }

  Cost operator()(std::uint32_t at, std::int32_t dx, std::int32_t dy) const noexcept {
    Cost least = open_(at, dx, dy);
    for (std::size_t i = 0; i < doors_ && door_[i].rest < least; ++i)
      least = std::min(least, through(door_[i], at, dx, dy));
    return least;
  }

 private:
  /// The start of a useful link, as an offset from the end.
  struct Door {
    std::int32_t dx = 0;
    std::int32_t dy = 0;
    Cost rest = 0;  ///< the remaining cost from here, the link included
  };
  using Doors = std::array<Door, LinkGraph::kMostMeasured>;

  Cost through(const Door& door, std::uint32_t at, std::int32_t dx,
               std::int32_t dy) const noexcept {
    return open_(at, dx - door.dx, dy - door.dy) + door.rest;
  }

  /// All links, by the remaining cost.
  static Doors all_doors(const Grid& grid, const Open& open, CellIndex end, bool backward) {
    const LinkGraph& graph = grid.links()->graph();
    const std::span<const Link> links = grid.links()->links();
    const std::size_t n = links.size();
    const Topology topology = grid.rules().topology;
    const Position goal = axial(topology, grid.position(end));
    std::array<Cost, LinkGraph::kMostMeasured> last{};  // by link: with no link after it
    Doors doors;
    for (std::uint32_t i = 0; i < n; ++i) {
      const Link& link = links[i];
      const Position begin = axial(topology, backward ? link.to : link.from);
      const Position beyond = axial(topology, backward ? link.from : link.to);
      last[i] = graph.way(i).cost + open(end, beyond.x - goal.x, beyond.y - goal.y);
      doors[i] = {begin.x - goal.x, begin.y - goal.y, last[i]};
    }
    const std::span<const Cost> between = graph.between();
    for (std::uint32_t i = 0; i < n; ++i)
      for (std::uint32_t j = 0; j < n; ++j) {
        const std::uint64_t rest = std::uint64_t{graph.way(i).cost} + last[j] +
                                   between[backward ? j * n + i : i * n + j];
        doors[i].rest = static_cast<Cost>(std::min<std::uint64_t>(doors[i].rest, rest));
      }
    std::sort(doors.begin(), doors.begin() + static_cast<std::ptrdiff_t>(n),
              [](const Door& a, const Door& b) {
                return std::tuple(a.rest, a.dx, a.dy) < std::tuple(b.rest, b.dx, b.dy);
              });
    return doors;
  }

  void find_doors(const Grid& grid, CellIndex end, bool backward) {
    const Doors all = all_doors(grid, open_, end, backward);
    for (std::size_t i = 0; i < grid.links()->size(); ++i)
      if (all[i].rest < (*this)(end, all[i].dx, all[i].dy)) door_[doors_++] = all[i];
  }

  Open open_;
  std::size_t doors_ = 0;
  Doors door_;  ///< the links kept, by the remaining cost
};

}  // namespace throng
