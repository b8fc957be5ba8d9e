#include "check_hierarchy.hpp"

#include "../jump/jumps.hpp"
#include "damaged.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng {
namespace {

class HierarchyCheck {
 public:
  HierarchyCheck(const Grid& grid, const Hierarchy::Arrays& arrays)
      : grid_(grid),
        arrays_(arrays),
        nodes_(static_cast<std::uint32_t>(arrays.places.size())),
        most_(std::min<std::uint64_t>(
            std::uint64_t{grid.open_cells()} * grid.max_edge_cost(), kUnreachable - 1)) {}

  Outcome run(std::span<const CellIndex> corners) {
    if (Outcome good = check_places(corners); !good) return good;
    if (Outcome good = list_owners(); !good) return good;
    for (std::uint32_t node = 0; node < nodes_; ++node)
      for (std::uint32_t i = arrays_.first[node]; i < arrays_.first[node + 1]; ++i) {
        const HierarchyArc& arc = arrays_.arcs[i];
        if (!leads_up(node, arc.to()) ||
            !(arc.is_edge() ? good_edge(node, arc) : good_shortcut(node, arc)))
          return damaged(SectionId::hierarchy_arcs, i, "is no way at its cost");
        if (node >= arrays_.core) continue;
        if (!consistent(node, arc))
          return damaged(SectionId::hierarchy_rows, node, "is not consistent");
        if (arrays_.ways.has(i) && !good_way(node, i))
          return damaged(SectionId::hierarchy_ways, i, "is not that of its arc");
      }
    return ok();
  }

 private:
  Outcome check_places(std::span<const CellIndex> corners) const {
    std::vector<bool> is_free(grid_.cell_count());
    for (const CellIndex corner : corners) is_free[corner] = true;
    for (std::uint32_t node = 0; node < nodes_; ++node) {
      const Hierarchy::Place at = arrays_.places[node];
      const CellIndex cell = cell_at({at.x, at.y}, grid_.stride());
      if (at.x > grid_.width() || at.y > grid_.height() || !is_free[cell])
        return damaged(SectionId::hierarchy_places, node, "is no corner of its own");
      is_free[cell] = false;
    }
    return ok();
  }

  /// Finds the node of each arc.
  Outcome list_owners() {
    owners_.resize(arrays_.arcs.size());
    std::size_t done = 0;
    for (std::uint32_t node = 0; node < nodes_; ++node) {
      const std::uint32_t end = arrays_.first[node + 1];
      if (arrays_.first[node] != done || end < done || end > owners_.size())
        return damaged(SectionId::hierarchy_first_arcs, node, "is no arc of its node");
      for (; done < end; ++done) owners_[done] = node;
    }
    if (arrays_.first[nodes_] != owners_.size())
      return damaged(SectionId::hierarchy_first_arcs, "not of all arcs");
    return ok();
  }

  /// To a higher rank, or from the core to the core.
  bool leads_up(std::uint32_t from, std::uint32_t to) const noexcept {
    return to < (from < arrays_.core ? arrays_.core : from) && to != from;
  }

  bool good_edge(std::uint32_t node, const HierarchyArc& arc) const {
    const Hierarchy::Place from = arrays_.places[node], to = arrays_.places[arc.to()];
    const JumpLine line(to.x - from.x, to.y - from.y);
    return std::max(line.diagonal, line.straight) <= HubLeg::kMostSteps &&
           std::bit_cast<std::uint32_t>(arc.leg()) ==
               std::bit_cast<std::uint32_t>(HubLeg(line)) &&
           line.cost(grid_.costs()) == arc.cost();
  }

  /// Whether both halves of a shortcut begin at one node, its middle, which has a lower
  /// rank: so unpacking ends.
  bool good_shortcut(std::uint32_t node, const HierarchyArc& arc) const noexcept {
    const std::uint32_t from = arc.from(), onward = arc.onward();
    if (std::max(from, onward) >= owners_.size()) return false;
    const std::uint32_t middle = owners_[from];
    const HierarchyArc &back = arrays_.arcs[from], &rest = arrays_.arcs[onward];
    return owners_[onward] == middle && middle > node && back.to() == node &&
           rest.to() == arc.to() && arc.cost() <= most_ &&
           std::uint64_t{back.cost()} + rest.cost() == arc.cost();
  }

  /// Whether no landmark says that an arc of the core is longer than it is.
  bool consistent(std::uint32_t node, const HierarchyArc& arc) const noexcept {
    const std::size_t landmarks = arrays_.rows.size() / arrays_.core;
    const Cost* const one = arrays_.rows.data() + node * landmarks;
    const Cost* const other = arrays_.rows.data() + arc.to() * landmarks;
    Cost most = 0;
    for (std::size_t i = 0; i < landmarks; ++i)
      most = std::max(most, std::max(one[i], other[i]) - std::min(one[i], other[i]));
    return most <= arc.cost();
  }

  /// Whether the runs of an arc of the core lead to its end, on the map, at its cost. No
  /// more than two ways share runs, so that a file cannot ask for long work.
  bool good_way(std::uint32_t node, std::uint32_t number) noexcept {
    const CoreWays::Way way = arrays_.ways.ways()[number];
    const std::size_t runs = arrays_.ways.runs().size();
    runs_read_ += way.count();
    if (way.first() > runs || way.count() > runs - way.first() || runs_read_ > 2 * runs)
      return false;
    const HierarchyArc& arc = arrays_.arcs[number];
    const Hierarchy::Place from = arrays_.places[node], to = arrays_.places[arc.to()];
    std::int64_t x = from.x, y = from.y;
    std::uint64_t cost = 0;
    bool good = true;
    arrays_.ways.for_each_run(number, false, [&](unsigned move, std::int32_t count) {
      x += count * kMoveX[move];
      y += count * kMoveY[move];
      good &= x >= 1 && x <= grid_.width() && y >= 1 && y <= grid_.height();
      cost += std::uint64_t{(move < 4 ? grid_.costs().straight : grid_.costs().diagonal)} *
              static_cast<std::uint64_t>(count);
    });
    return good && x == to.x && y == to.y && cost == arc.cost();
  }

  const Grid& grid_;
  const Hierarchy::Arrays& arrays_;
  std::uint32_t nodes_;
  std::uint64_t most_;                 ///< of a path without a cell twice
  std::vector<std::uint32_t> owners_;  ///< by arc: its node
  std::uint64_t runs_read_ = 0;
};

}  // namespace

Outcome check_hierarchy(const Grid& grid, std::span<const CellIndex> corners,
                        const Hierarchy::Arrays& arrays) {
  return HierarchyCheck(grid, arrays).run(corners);
}

}  // namespace throng
