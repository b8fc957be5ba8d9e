#pragma once

#include "../core/versioned_array.hpp"
#include "../grid/grid_editor.hpp"
#include "front_elimination.hpp"
#include "fronts.hpp"

#include <throng/grid.hpp>
#include <throng/monitor.hpp>
#include <throng/result.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace throng {

/// Keeps the fronts of a grid equal to those that its newest version would have, built in
/// the order of the first one. An edit marks the units that have steps which
/// changed, and all units above; settle() eliminates them again.
///
/// Cost:    of an edit of 4 x 4 cells with its settling on maps of 512 x 512 cells, 0.2 to
///          2 ms; of new weights everywhere, that of building fronts without the order.
/// Memory:  of the fronts, twice; the plan; and 12 bytes for each pair of cells on the
///          boundary of a unit.
/// Threads: one thread at a time. Published fronts may be read on any thread.
class FrontEditor {
 public:
  /// map: a grid whose steps join, in at least one direction, all cells that a step may
  /// ever join. now: the newest version of the grid; without links. symmetric: whether
  /// steps of all versions cost the same there and back.
  /// Errors: those of FrontPlan::make. The limit is for one version.
  static Result<FrontEditor> make(const Grid& map, const Grid& now, bool symmetric,
                                  std::size_t most_bytes, Crew& crew);

  /// now: the version after the changes.
  void edit(const Grid& now, const GridChanges& changes);
  /// Eliminates units again until the work is at least `work`, or all is done. Returns the
  /// work done, in expansions.
  std::size_t settle(const Grid& now, std::size_t work);
  /// Whether no unit is out of date.
  bool settled() const noexcept { return stale_count_ == 0; }
  /// Whether a cell is open that the order does not have. Then no fronts are right.
  bool outgrown() const noexcept { return !strangers_.empty(); }

  /// Pre: settled() and not outgrown().
  Fronts publish();

  /// The units that are out of date, rising: all that settle() depends on besides the
  /// grids.
  std::vector<UnitId> stale() const;
  /// Marks units as out of date. False: there are no such units.
  bool restore(std::span<const UnitId> stale);

  std::size_t memory_bytes() const noexcept;

 private:
  FrontEditor(FrontPlan plan, const Grid& now, Crew& crew);

  void mark(UnitId unit);
  void mark(const Rectangle& cells, const Grid& now);
  void find_strangers(const Rectangle& cells, const Grid& now);

  std::unique_ptr<const FrontPlan> plan_;  ///< where the elimination finds it
  FrontElimination elimination_;
  FrontElimination::Scratch scratch_;
  VersionedArray<Cost> costs_;
  VersionedArray<FrontWay> ways_;
  std::vector<std::uint8_t> stale_;  ///< by unit
  std::size_t stale_count_ = 0;
  UnitId lowest_ = 0;                 ///< no unit below is stale
  std::vector<CellIndex> strangers_;  ///< open cells that have no rank
};

}  // namespace throng
