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
/// sources: open cells, maybe none. field: Grid::cell_count() slots in the padded layout,
/// overwritten. Reached open cells hold their distance in the metric of `space`, other open
/// cells and those farther away than `radius` kUnreachable, closed cells 0.
/// Cost: O(cells), no allocation once `scratch` is warm.
///
/// Dijkstra's algorithm over buckets as wide as the least step: what a bucket holds cannot
/// be improved by what else it holds, so its cells may be expanded in any order. They lie
/// in queues by the move that entered them, and only the successors worth trying after that
/// move are tried (see successors.hpp).
/// Source: E. Denardo, B. Fox, "Shortest-Route Methods: 1. Reaching, Pruning, and Buckets",
/// Operations Research 27(1), 1979.
void sweep(const SweepSpace& space, std::span<const CellIndex> sources, Cost radius,
           SweepScratch& scratch, std::span<Cost> field);

/// The same without a radius, for those who ask for the distances of `targets` alone: it
/// may end once these are known. Cells that are farther away than all of them hold some
/// distance that is no less than their own, or kUnreachable.
/// Cost: O(cells) for the copy, and a sweep of the cells no farther than the targets.
void sweep_to(const SweepSpace& space, std::span<const CellIndex> sources,
              std::span<const CellIndex> targets, SweepScratch& scratch,
              std::span<Cost> field);

/// The same as sweep() into a field that is a copy of space.blank. Open cells farther away
/// than `radius` hold some distance beyond it, or kUnreachable. Cost: O(cells within the
/// radius).
void sweep_blank(const SweepSpace& space, std::span<const CellIndex> sources, Cost radius,
                 SweepScratch& scratch, std::span<Cost> field);

/// So many steps away from every source, and farther, sweep_blank changes no cell. Pre:
/// there are no links, which lead anywhere.
std::uint64_t sweep_reach(const SweepSpace& space, Cost radius);

/// When a sweep ends.
class SweepEnd {
 public:
  /// Beyond `radius`; earlier where there are targets and all of them are settled.
  SweepEnd(Cost radius, std::span<const CellIndex> targets)
      : radius_(radius), targets_(targets), has_targets_(!targets.empty()) {}

  /// floor: lesser distances in `field` are final. Cost: O(1), and O(targets) in a sweep.
  bool reached(const Cost* field, Cost floor) {
    if (floor > radius_) return true;
    while (!targets_.empty() && field[targets_.front()] < floor)
      targets_ = targets_.subspan(1);
    return has_targets_ && targets_.empty();
  }

 private:
  Cost radius_;
  std::span<const CellIndex> targets_;  ///< those that may not be settled yet
  bool has_targets_;
};

/// The ways to do it, the first two right for every plain grid. `field` comes as a copy of
/// space.blank with the sources at 0; cells beyond the end may be given a distance.
///
/// sweep_steps: one step a cell and bucket, hardly a branch that depends on the map.
void sweep_steps(const SweepSpace& space, std::span<const CellIndex> sources, SweepEnd end,
                 SweepScratch& scratch, Cost* field);

/// sweep_lines: straight lines are drawn up to 63 cells ahead of the bucket in work, so
/// that most cells pass through no queue. A cell that was drawn too dear is drawn again
/// when a cheaper way reaches it. Pre: space.kind is lines.
void sweep_lines(const SweepSpace& space, std::span<const CellIndex> sources, SweepEnd end,
                 SweepScratch& scratch, Cost* field);

/// sweep_weighted: Dijkstra's algorithm with wide buckets, whatever steps and links cost
/// and in either direction; a cell may be expanded again within its bucket.
void sweep_weighted(const SweepSpace& space, std::span<const CellIndex> sources,
                    SweepEnd end, SweepScratch& scratch, Cost* field);

}  // namespace throng
