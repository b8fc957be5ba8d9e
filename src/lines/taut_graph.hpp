#pragma once

#include "../core/crew.hpp"
#include "corner_lists.hpp"
#include "line_board.hpp"
#include "line_corners.hpp"
#include "line_model.hpp"
#include "taut_turn.hpp"

#include <throng/monitor.hpp>
#include <throng/result.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace throng {

/// A hub in the label of a corner.
struct LineEntry {
  static constexpr std::uint32_t kAtHub = (1U << 31) - 1;

  std::uint32_t hub;          ///< rank in the order of importance, from 0
  std::uint32_t parent : 31;  ///< the next corner on the way to the hub; kAtHub: it is here
  std::uint32_t apart : 1;    ///< 1: the way has a turn that no shortest line makes
  LineLength cost;            ///< length of the way
};

/// An edge from a corner to another one.
struct TautEdge {
  std::uint32_t to;
  LineLength cost;
};

/// The corners of a board, and an edge wherever a shortest line may lead from one straight
/// to the next: one sees the other, and the direction is taut at both; on each axis only
/// the next corner counts, taut or not. Edges are symmetric.
///
/// Distances in this graph are not distances between corners: a line that begins at a
/// corner may leave in a direction that is not taut. A query attaches both of its ends,
/// which may be corners, to all corners that they see (see_all()). In the graph and these
/// two, all shortest lines are there.
class TautGraph {
 public:
  using Length = LineLength;
  using Entry = LineEntry;

  /// Keeps a reference to the corners. Errors, whose messages are the caller's:
  /// - over_limit: there are more than `most_edges`.
  /// - cancelled: the monitor cancelled.
  static Result<TautGraph> build(const LineBoard& board, const LineCorners& corners,
                                 std::size_t most_edges, Crew& crew,
                                 const Monitor* monitor);

  std::size_t size() const noexcept { return edges_.size(); }
  std::size_t edge_count() const noexcept { return edges_.values(); }
  std::uint32_t weight(std::uint32_t /*node*/) const noexcept { return 1; }
  LineVertex place(std::uint32_t corner) const noexcept { return corners_[corner]; }

  /// Whether a shortest line may turn at a corner on the way from a place to another.
  bool may_turn(LinePoint from, std::uint32_t corner, LinePoint to) const noexcept {
    const LinePoint here = corners_[corner].point();
    return throng::may_turn(turns_[corner], here.x - from.x, here.y - from.y, to.x - here.x,
                            to.y - here.y);
  }
  bool may_turn(std::uint32_t from, std::uint32_t corner, std::uint32_t to) const noexcept {
    return may_turn(corners_[from].point(), corner, corners_[to].point());
  }

  /// Calls visit(to, cost).
  template <class Visit>
  void for_each_edge(std::uint32_t corner, const Visit& visit) const {
    for (const TautEdge& edge : edges_[corner]) visit(edge.to, edge.cost);
  }

 private:
  TautGraph(const LineCorners& corners, std::vector<std::uint8_t> turns,
            CornerLists<TautEdge> edges)
      : corners_(corners), turns_(std::move(turns)), edges_(std::move(edges)) {}

  const LineCorners& corners_;
  std::vector<std::uint8_t> turns_;  ///< by corner: LineBoard::corner()
  CornerLists<TautEdge> edges_;
};

}  // namespace throng
