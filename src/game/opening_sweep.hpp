#pragma once

#include "../core/memory.hpp"
#include "../sweep/sweep.hpp"
#include "../sweep/sweep_space.hpp"

#include <throng/grid.hpp>
#include <throng/map_changes.hpp>

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace throng {

/// The costs between all cells and the cells where something became cheaper, on the newest
/// version of a grid. What sweeps read of the grid is kept from version to version: an edit
/// updates it only around the changes.
///
/// Memory: 9 bytes a padded cell, 4 more once a grid was not symmetric.
class OpeningSweep {
 public:
  OpeningSweep(const Grid& grid, Memory memory);

  /// Moves on to the next version. Cost: that of SweepSpace::follow().
  void follow(const Grid& now, const MapChanges& changes);

  /// Sweeps from `sources`: from cells that reach one of them at a cost of at most
  /// `radius_to`, and to cells that are reached at a cost of at most `radius_from`.
  /// grid: as in follow(). Pre: the sources are open and in rising order.
  void run(const Grid& grid, std::span<const CellIndex> sources, Cost radius_to,
           Cost radius_from, SweepScratch& scratch);

  /// The cost from a cell to the nearest source, and from the nearest source to the cell.
  /// Costs beyond the radius are lower bounds above it. Pre: the cell is open; after a
  /// run(), until the next follow().
  Cost to(CellIndex cell) const noexcept { return field_[0][cell]; }
  Cost from(CellIndex cell) const noexcept { return field_[both_ways_ ? 0 : 1][cell]; }

  std::size_t memory_bytes() const noexcept;

 private:
  void clear_field();
  void sweep(SweepDirection direction, std::span<const CellIndex> sources,
             std::size_t field, Cost radius, SweepScratch& scratch);

  SweepSpace space_;
  std::array<std::pmr::vector<Cost>, 2> field_;  ///< to(), from(); copies of blank
  bool both_ways_ = true;                        ///< field_[0] serves from() too
  bool swept_ = false;                           ///< the fields hold a sweep
  CellIndex least_source_ = 0;
  CellIndex most_source_ = 0;
  CellIndex stride_ = 0;
  Cost reached_ = 0;  ///< the largest radius of that sweep
};

}  // namespace throng
