#pragma once

#include "../core/crew.hpp"
#include "../jump/jumps.hpp"
#include "subgoal_graph.hpp"
#include "turns.hpp"

#include <throng/grid.hpp>
#include <throng/query.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace throng {

/// An arc of a graph under contraction; each one is there in both directions.
struct RemainingArc {
  static constexpr std::uint32_t kNone = 0xFFFF'FFFF;
  static constexpr std::uint16_t kMostHops = 0xFFFF;

  std::uint32_t to;
  Cost cost;
  std::uint32_t middle = kNone;  ///< the node contracted between its ends; kNone: an edge
  std::uint16_t hops = 1;        ///< edges that it stands for, at most kMostHops
  MoveSet out = 0;               ///< moves with which the way may leave this end
  MoveSet out_of_to = 0;         ///< the same of the other end, on the way back

  /// The arc back, of the other end. from: whose arc this is.
  RemainingArc turned(std::uint32_t from) const noexcept {
    RemainingArc back = *this;
    back.to = from;
    std::swap(back.out, back.out_of_to);
    return back;
  }
};

/// What is left of a subgoal graph while nodes are contracted: distances between the
/// nodes left are those of the map.
class RemainingGraph {
 public:
  using Arcs = std::vector<RemainingArc>;

  /// cells: of the subgoals.
  RemainingGraph(const Grid& grid, std::span<const CellIndex> cells,
                 const SubgoalGraph& edges, Crew& crew);

  std::size_t size() const noexcept { return arcs_.size(); }
  const Arcs& arcs(std::uint32_t node) const noexcept { return arcs_[node]; }
  /// Counts each arc in both directions.
  std::size_t arc_count() const noexcept { return arc_count_; }
  PaddedPosition place(std::uint32_t node) const noexcept { return places_[node]; }

  /// The distance on an open map.
  Cost open_cost(std::uint32_t a, std::uint32_t b) const noexcept {
    const PaddedPosition from = places_[a], to = places_[b];
    return JumpLine(to.x - from.x, to.y - from.y).cost(costs_);
  }
  /// Whether the way over both arcs of `node` is certainly not a cheapest one.
  bool never(std::uint32_t node, const RemainingArc& a,
             const RemainingArc& b) const noexcept {
    return turns_[node].never(a.out, b.out);
  }

  /// Removes a node; returns its arcs. Each of the other ends has to forget it.
  Arcs take(std::uint32_t node);

  // Changes of the arcs of one node, which must be made at both ends. Different threads may
  // change different nodes at once.

  /// Removes the arc to a node that was taken.
  void forget(std::uint32_t from, std::uint32_t taken);
  /// Adds an arc to another node, unless there is a cheaper one. Of equally cheap ways the
  /// arc keeps the first, with the moves of all. Returns whether there was none: see
  /// count().
  bool add(std::uint32_t from, const RemainingArc& arc);
  /// Counts arcs that were added, once no thread changes nodes any more.
  void count(std::size_t added) noexcept { arc_count_ += added; }

 private:
  StepCosts costs_;
  std::vector<PaddedPosition> places_;
  std::vector<Turns> turns_;
  std::vector<Arcs> arcs_;
  std::size_t arc_count_ = 0;
};

}  // namespace throng
