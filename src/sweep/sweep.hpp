#pragma once

#include "sweep_scratch.hpp"
#include "sweep_space.hpp"

#include <throng/grid.hpp>
#include <throng/query.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
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
/// successors.hpp, and for tile grids tile_sweep.cpp). Source: E. Denardo, B. Fox,
/// "Shortest-Route Methods: 1. Reaching, Pruning, and Buckets", Operations Research 27(1),
/// 1979.
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

/// Copies into `field` what lies fewer than `reach` steps away from one of `sources` in the
/// layout of the grid, and maybe more, from space.blank: all that a sweep may change which
/// has this sweep_reach(). stride: Grid::stride(). Sources may be closed. Cost: O(cells
/// copied).
void blank_around(const SweepSpace& space, std::span<const CellIndex> sources,
                  std::uint64_t reach, std::int64_t stride, std::span<Cost> field);

/// sweep_blank changes no cell that is this many steps or more away from every source. Pre:
/// there are no links, which may lead anywhere.
std::uint64_t sweep_reach(const SweepSpace& space, Cost radius);

/// How far a sweep has come. What it will expand next is in the queues of its scratch.
struct SweepPlace {
  Cost floor = 0;            ///< smaller distances are final
  unsigned bucket = 0;       ///< the slot of the bucket that begins at `floor`
  std::size_t expanded = 0;  ///< in the last part; by sweep_lines: values written
  bool ended = false;        ///< the queues are empty
};

/// Continues a sweep until it has expanded `most` cells, and the rest of their bucket, or
/// has ended. For the first part `place` is new, `scratch` is clear, and `field` is a copy
/// of space.blank, or has values where no source leads. Later there are no sources, and
/// place, scratch and field are those of the part before. The sweep as a whole is
/// sweep_blank() without a radius.
///
/// Between parts the grid may change: `space` follows it, the field is set to space.blank
/// in cells that opened or closed, and forget_opened() is called. The field may then
/// violate f(v) <= f(u) + cost for a step from u to v. But if all steps satisfy it that
/// changed meanwhile, or begin next to a cell that opened or closed meanwhile, all others
/// do. Proof: if u was expanded and the step was worth trying, it was tried. If it was not
/// worth it, another way from the cell before u to v, by cells next to u, costs less, or no
/// more and is the one to be preferred, see successors.hpp and tile_sweep.cpp. Nothing next
/// to u changed, so its steps satisfy the condition, by induction over the order of ways.
///
/// Pre: most > 0; space.kind is not weighted, and the same for all parts.
void sweep_part(const SweepSpace& space, std::span<const CellIndex> sources,
                std::size_t most, SweepPlace& place, SweepScratch& scratch,
                std::span<Cost> field);

/// Removes the cells without a distance from the queues of a sweep in parts.
void forget_opened(SweepScratch& scratch, std::span<const Cost> field);

/// The condition for the end of a sweep.
class SweepEnd {
 public:
  /// Ends beyond `radius`; earlier if there are targets and all of them are settled.
  SweepEnd(Cost radius, std::span<const CellIndex> targets)
      : radius_(radius), targets_(targets), has_targets_(!targets.empty()) {}
  /// Ends when this many cells are expanded.
  explicit SweepEnd(std::size_t most) : SweepEnd(kUnreachable - 1, {}) { most_ = most; }

  /// Cost: O(1), and O(targets) in a sweep.
  bool reached(const Cost* field, Cost floor, std::size_t expanded = 0) {
    if (floor > radius_ || expanded >= most_) return true;
    while (!targets_.empty() && field[targets_.front()] < floor)
      targets_ = targets_.subspan(1);
    return has_targets_ && targets_.empty();
  }

 private:
  Cost radius_;
  std::size_t most_ = std::numeric_limits<std::size_t>::max();
  std::span<const CellIndex> targets_;  ///< targets that may not be settled yet
  bool has_targets_;
};

/// The kernels. `field` is a copy of space.blank with the sources at 0; the kernels may
/// write distances to cells beyond the end. place: see sweep_part().
///
/// sweep_steps: one step a cell and bucket, with almost no branch that depends on the map.
/// A step costs at most two straight ones, so that three buckets are enough: the current
/// one and the next two. Pre: the grid is plain.
inline constexpr unsigned kStepBuckets = 3;
void sweep_steps(const SweepSpace& space, std::span<const CellIndex> sources, SweepEnd end,
                 SweepPlace& place, SweepScratch& scratch, Cost* field);

/// sweep_lines: draws straight lines up to 63 cells ahead of the current bucket, so that
/// most cells pass through no queue. A cell whose drawn distance was too high is drawn
/// again when a cheaper way reaches it. Pre: space.kind is lines.
void sweep_lines(const SweepSpace& space, std::span<const CellIndex> sources, SweepEnd end,
                 SweepPlace& place, SweepScratch& scratch, Cost* field);

/// sweep_tiles: level by level, and from most cells one step. sweep_fifo: a queue, and four
/// steps from each cell. Distances of 16 bits would save nothing: widening them takes what
/// the smaller field gains. Pre: space.tile, and the grid is plain.
inline constexpr unsigned kTileLevels = 2;
void sweep_tiles(const SweepSpace& space, std::span<const CellIndex> sources, SweepEnd end,
                 SweepPlace& place, SweepScratch& scratch, Cost* field);
void sweep_fifo(const SweepSpace& space, std::span<const CellIndex> sources, SweepEnd end,
                SweepPlace& place, SweepScratch& scratch, Cost* field);

/// sweep_weighted: Dijkstra's algorithm with wide buckets, for any costs of steps and links
/// and in either direction; a cell may be expanded again within its bucket.
void sweep_weighted(const SweepSpace& space, std::span<const CellIndex> sources,
                    SweepEnd end, SweepScratch& scratch, Cost* field);

}  // namespace throng
