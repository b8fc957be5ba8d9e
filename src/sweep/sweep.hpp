#pragma once

#include "sweep_scratch.hpp"
#include "sweep_space.hpp"

#include <throng/grid.hpp>
#include <throng/query.hpp>

#include <cstdint>
#include <span>

namespace throng {

/// Fills `field` with the distance of every cell from the nearest of `sources`.
///
/// sources: open cells, may be empty. field: Grid::cell_count() slots in the padded layout,
/// overwritten. Open cells within `radius` hold their distance in the metric of `space`,
/// other open cells kUnreachable, closed cells 0. Cost: O(cells), no allocation once
/// `scratch` is warm.
///
/// Dijkstra's algorithm with buckets as wide as the least step: cells of one bucket cannot
/// improve each other, so they may be expanded in any order. They are queued by the move
/// that entered them, and only the successors worth trying after that move are tried (see
/// successors.hpp). Source: E. Denardo, B. Fox, "Shortest-Route Methods: 1. Reaching,
/// Pruning, and Buckets", Operations Research 27(1), 1979.
void sweep(const SweepSpace& space, std::span<const CellIndex> sources, Cost radius,
           SweepScratch& scratch, std::span<Cost> field);

/// Like sweep() without a radius, for callers that need only the distances of `targets`:
/// the sweep may end once these are known. Cells farther away than all targets hold a value
/// no less than their distance, or kUnreachable. Cost: O(cells) for the copy, and a sweep
/// of the cells no farther than the targets.
void sweep_to(const SweepSpace& space, std::span<const CellIndex> sources,
              std::span<const CellIndex> targets, SweepScratch& scratch,
              std::span<Cost> field);

/// Like sweep(), into a field that is a copy of space.blank. Open cells farther away than
/// `radius` hold a value beyond it, or kUnreachable. Cost: O(cells within the radius).
void sweep_blank(const SweepSpace& space, std::span<const CellIndex> sources, Cost radius,
                 SweepScratch& scratch, std::span<Cost> field);

/// sweep_blank changes no cell that is this many steps or more away from every source. Pre:
/// there are no links, which may lead anywhere.
std::uint64_t sweep_reach(const SweepSpace& space, Cost radius);

/// The condition for the end of a sweep.
class SweepEnd {
 public:
  /// Ends beyond `radius`; earlier if there are targets and all of them are settled.
  SweepEnd(Cost radius, std::span<const CellIndex> targets)
      : radius_(radius), targets_(targets), has_targets_(!targets.empty()) {}

  /// floor: smaller distances in `field` are final. Cost: O(1), and O(targets) in a sweep.
  bool reached(const Cost* field, Cost floor) {
    if (floor > radius_) return true;
    while (!targets_.empty() && field[targets_.front()] < floor)
      targets_ = targets_.subspan(1);
    return has_targets_ && targets_.empty();
  }

 private:
  Cost radius_;
  std::span<const CellIndex> targets_;  ///< targets that may not be settled yet
  bool has_targets_;
};

/// The kernels; the first two are correct for every plain grid. `field` is a copy of
/// space.blank with the sources at 0; the kernels may write distances to cells beyond the
/// end.
///
/// sweep_steps: one step a cell and bucket, with almost no branch that depends on the map.
void sweep_steps(const SweepSpace& space, std::span<const CellIndex> sources, SweepEnd end,
                 SweepScratch& scratch, Cost* field);

/// sweep_lines: draws straight lines up to 63 cells ahead of the current bucket, so that
/// most cells pass through no queue. A cell whose drawn distance was too high is drawn
/// again when a cheaper way reaches it. Pre: space.kind is lines.
void sweep_lines(const SweepSpace& space, std::span<const CellIndex> sources, SweepEnd end,
                 SweepScratch& scratch, Cost* field);

/// sweep_weighted: Dijkstra's algorithm with wide buckets, for any costs of steps and links
/// and in either direction; a cell may be expanded again within its bucket.
void sweep_weighted(const SweepSpace& space, std::span<const CellIndex> sources,
                    SweepEnd end, SweepScratch& scratch, Cost* field);

}  // namespace throng
