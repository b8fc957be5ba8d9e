#pragma once

#include "../core/versioned_array.hpp"
#include "../grid/grid_editor.hpp"
#include "front_elimination.hpp"
#include "front_row_maker.hpp"
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
/// the order of the first one. An edit marks the units that have steps which changed, and
/// all units above; settle() eliminates them again. An edit makes all rows out of date: the
/// fronts of roots nearly always change, and all rows depend on them.
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
  /// rows: whether there are rows, as many as the limit allows.
  /// Errors: those of FrontPlan::make. The limit is for one version.
  static Result<FrontEditor> make(const Grid& map, const Grid& now, bool symmetric,
                                  bool rows, std::size_t most_bytes, Crew& crew);

  /// now: the version after the changes.
  void edit(const Grid& now, const GridChanges& changes);
  /// Eliminates units again, then makes rows again, until the work is at least `work`, or
  /// all is done. Returns the work done, in expansions.
  std::size_t settle(const Grid& now, std::size_t work);
  /// Whether no unit is out of date.
  bool current() const noexcept { return stale_count_ == 0; }
  /// Whether no row is out of date, either.
  bool settled() const noexcept { return current() && rows_done_ == row_order_.size(); }
  /// The work that settle() has left, in expansions. 0 only if settled().
  std::size_t debt() const noexcept { return unit_debt_ + row_debt_; }
  /// Whether a cell is open that the order does not have. Then no fronts are right.
  bool outgrown() const noexcept { return !strangers_.empty(); }

  /// With rows if settled(). Pre: current() and not outgrown().
  Fronts publish();

  /// The units that are out of date, rising: all that settle() depends on besides the
  /// grids.
  std::vector<FrontUnitId> stale() const;
  /// The fronts whose rows are up to date, of those that have some; the roots come first.
  std::size_t rows_done() const noexcept { return rows_done_; }
  /// Marks units and rows as out of date. False: there are no such units or rows.
  bool restore(std::span<const FrontUnitId> stale, std::size_t rows_done);

  std::size_t memory_bytes() const noexcept;

 private:
  FrontEditor(FrontPlan plan, const Grid& now, std::size_t row_bytes, Crew& crew);

  void mark(FrontUnitId unit);
  void forget_rows(std::size_t done) noexcept;
  std::size_t row_work(std::size_t number) const noexcept;
  void mark(const Rectangle& cells, const Grid& now);
  void find_strangers(const Rectangle& cells, const Grid& now);
  void make_rows(Crew& crew);
  std::size_t make_next_rows();

  std::unique_ptr<const FrontPlan> plan_;  ///< where the elimination finds it
  FrontElimination elimination_;
  FrontElimination::Scratch scratch_;
  VersionedArray<Cost> costs_;
  VersionedArray<FrontWay> ways_;
  std::vector<std::uint8_t> stale_;  ///< by unit
  std::size_t stale_count_ = 0;
  std::size_t unit_debt_ = 0;         ///< work of the units that are stale
  FrontUnitId lowest_ = 0;            ///< no unit below is stale
  std::vector<CellIndex> strangers_;  ///< open cells that have no rank
  // Rows:
  std::shared_ptr<const RowPlan> row_plan_;
  VersionedArray<Cost> row_costs_;
  VersionedArray<FrontRows::Next> row_nexts_;
  std::vector<FrontId> row_order_;  ///< fronts that have rows; empty: none has
  std::size_t rows_done_ = 0;       ///< of these
  std::size_t all_row_work_ = 0;
  std::size_t row_debt_ = 0;  ///< work of the rows that are out of date
  FrontRowMaker::Scratch row_scratch_;
};

}  // namespace throng
