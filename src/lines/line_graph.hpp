#pragma once

#include "../core/crew.hpp"
#include "../core/shared_array.hpp"
#include "line_board.hpp"
#include "line_corners.hpp"
#include "line_model.hpp"
#include "taut_graph.hpp"
#include "taut_turn.hpp"

#include <throng/monitor.hpp>
#include <throng/result.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng {

/// The TautGraph of a board, stored, and the distances of all corners from some of them,
/// the landmarks. A search reads edges instead of scanning for them, and has a lower bound
/// of what is left: in a metric, a and b are at least | d(L, a) - d(L, b) | apart.
///
/// These are distances between places, not in the graph, where a line must leave a corner
/// in a taut direction: only they are a metric (see TautGraph). They are stored in units of
/// 2^shift, rounded down; bounds take the rounding into account.
///
/// Bytes: 4 an edge, 4 a corner and landmark, and 9 a corner.
/// Source: bounds by landmarks: A. Goldberg, C. Harrelson, "Computing the shortest path: A*
/// search meets graph theory", SODA 2005.
class LineGraph {
 public:
  static constexpr std::size_t kLandmarks = 16;  ///< at most
  /// The row value of a corner in another component than the landmark.
  static constexpr std::uint32_t kApart = 0xFFFF'FFFF;

  struct Arrays {
    SharedArray<std::uint32_t> begin;      ///< by corner: its first edge; one more: the end
    SharedArray<std::uint32_t> edges;      ///< the corner to which an edge leads
    SharedArray<std::uint32_t> landmarks;  ///< corners
    SharedArray<std::uint32_t> rows;       ///< by corner: distances from all landmarks
    std::uint8_t shift = 0;
  };
  static constexpr unsigned kMostShift = 32;

  /// Distances of a goal from the landmarks.
  class Goal {
   public:
    Goal() noexcept { least_.fill(kNoLine); }

    /// Notes that a goal is no further from a landmark than this.
    void note(std::size_t landmark, LineLength length) noexcept {
      least_[landmark] = length < least_[landmark] ? length : least_[landmark];
    }
    LineLength operator[](std::size_t landmark) const noexcept { return least_[landmark]; }

   private:
    std::array<LineLength, kLandmarks> least_;
  };

  /// Takes up to four times `most_bytes` while it builds. Errors, whose messages are the
  /// caller's:
  /// - over_limit: the graph would exceed `most_bytes`, or corners see more than so many
  ///   others in all.
  /// - cancelled: the monitor cancelled.
  static Result<LineGraph> build(const LineBoard& board, const LineCorners& corners,
                                 const TautGraph& graph, std::size_t most_bytes, Crew& crew,
                                 const Monitor* monitor);
  /// Pre: the arrays have the sizes, and all numbers the ranges, of a graph of this board.
  LineGraph(const LineBoard& board, LineCorners corners, Arrays arrays);

  std::size_t size() const noexcept { return corners_.size(); }
  const LineCorners& corners() const noexcept { return corners_; }

  /// Calls visit(to, place) for the corners to which a line may go on that comes from a
  /// place to a corner.
  template <class Visit>
  void for_each_next(std::uint32_t corner, LinePoint from, const Visit& visit) const {
    const LinePoint here = corners_[corner].point();
    const std::uint32_t* const edges = arrays_.edges.data();
    const std::uint32_t end = arrays_.begin[corner + 1];
    for (std::uint32_t i = arrays_.begin[corner]; i < end; ++i) {
      const LineVertex place = corners_[edges[i]];
      const LinePoint to = place.point();
      if (may_turn(turns_[corner], here.x - from.x, here.y - from.y, to.x - here.x,
                   to.y - here.y))
        visit(edges[i], place);
    }
  }

  std::uint32_t edges_of(std::uint32_t corner) const noexcept {
    return arrays_.begin[corner + 1] - arrays_.begin[corner];
  }

  /// By bit: the landmarks in a row of vertices.
  std::uint32_t landmarks_in_row(std::int32_t y) const noexcept {
    return in_row_[static_cast<std::size_t>(y)];
  }
  LineVertex landmark(std::size_t k) const noexcept {
    return corners_[arrays_.landmarks[k]];
  }

  /// Notes the distances of a goal that sees a corner from so far.
  void note_seen(std::uint32_t corner, LineLength length, Goal& goal) const noexcept;
  /// A lower bound of the distance between a corner and the goal.
  LineLength bound(std::uint32_t corner, const Goal& goal) const noexcept;

  const Arrays& arrays() const noexcept { return arrays_; }
  std::size_t memory_bytes() const noexcept;

 private:
  const std::uint32_t* row(std::uint32_t corner) const noexcept {
    return arrays_.rows.data() + corner * arrays_.landmarks.size();
  }

  LineCorners corners_;
  Arrays arrays_;
  std::vector<std::uint8_t> turns_;    ///< by corner: LineBoard::corner()
  std::vector<std::uint32_t> in_row_;  ///< see landmarks_in_row()
};

}  // namespace throng
