#pragma once

#include "../core/memory.hpp"
#include "../sweep/sweep.hpp"
#include "../sweep/sweep_team.hpp"
#include "cell_rows.hpp"
#include "landmark_table.hpp"
#include "open_distance.hpp"

#include <throng/algorithm.hpp>
#include <throng/column.hpp>
#include <throng/grid.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace throng {

/// The landmarks to place in each component of a grid.
struct LandmarkPlan {
  int landmarks = 0;
  Placement placement = Placement::farthest;
  FieldMetric metric = FieldMetric::cost;
  std::uint64_t seed = 0;
};

/// Landmarks with their fields.
struct Landmarks {
  LandmarkTable table;  ///< distances from the landmarks
  /// Distances to the landmarks; only on grids that are not symmetric.
  std::optional<LandmarkTable> back;
  std::vector<CellIndex> cells;  ///< [slot * component_count + component]
};

/// Places landmarks in every component and fills their table. A slot needs one sweep for
/// all components together, because they do not interact. A component with fewer cells than
/// landmarks has several landmarks on one cell. Returns nothing when the monitor cancels.
/// The monitor's total grows by the sweeps to come. The result does not depend on the
/// number of threads.
///
/// The placements treat distances as symmetric. Where distances are not, the landmarks may
/// be worse, but the tables are correct.
/// Pre: plan.landmarks > 0, and find_placement() finds the placement.
std::optional<Landmarks> place_landmarks(const Grid& grid, const CellRows& rows,
                                         const LandmarkPlan& plan, const SweepTeam& team);

/// The maximum number of slots in a wave, whose sweeps run in parallel. Memory: a padded
/// field for each slot of a wave, while landmarks are placed: at most 64 bytes a cell, as
/// much as the rows of 16 landmarks. Fewer fields made no map faster on one thread.
inline constexpr std::size_t kWave = 16;

/// The state of placing the landmarks of one grid, shared by all placements.
class PlacementWork {
 public:
  PlacementWork(const Grid& grid, const CellRows& rows, const LandmarkPlan& plan,
                const SweepTeam& team);

  const Grid& grid;
  const CellRows& rows;
  const LandmarkPlan& plan;
  const SweepTeam& team;
  const OpenDistance open_distance;  ///< in the metric of the plan

  const LandmarkTable& table() const noexcept { return result_.table; }
  std::size_t placed() const noexcept { return result_.cells.size() / component_count(); }
  /// Slots without a landmark.
  std::size_t left() const noexcept {
    return static_cast<std::size_t>(plan.landmarks) - placed();
  }

  /// `count` cells of each component, for landmarks: [i * component_count + component]. A
  /// component with fewer cells has some of them several times. If the monitor cancels,
  /// they are arbitrary.
  ///
  /// They are chosen one after the other on a CoarseMap, so that no sweep waits for another
  /// one. The next cell lies in the piece whose centre has the largest product of two
  /// distances: from the nearest cell before it, and from the farther one of two ends of
  /// the component. The second one prefers the rim, where more goals lie between two cells
  /// and a landmark. In the piece it is the cell farthest from those before it.
  ///
  /// Mean of 1 - h / distance for 16 landmarks over 42 maps of all MovingAI families: 3.1 %
  /// in mazes, 1.6 % elsewhere; without the second factor 3.0 and 1.8 %; with sweeps of the
  /// grid instead of the coarse map, two cells a sweep and no second factor, 4.3 and 1.7 %.
  std::vector<CellIndex> farthest_cells(std::size_t count) const;

  /// Announces sweeps to come to the monitor.
  void announce(std::size_t sweeps) const;
  /// Sweeps from a set of cells for each field: sources[i * component_count + component].
  /// At most kWave fields. False when the monitor cancelled.
  bool sweep(std::span<const CellIndex> sources);
  /// The fields of the last sweep, in the padded layout.
  std::span<const std::span<const Cost>> fields() const noexcept { return fields_; }

  /// Makes the cells the landmarks of the next slots, and sweeps from them, a wave at a
  /// time: sources[i * component_count + component]. False when the monitor cancelled.
  bool add(std::span<const CellIndex> sources);

  /// Fills Landmarks::back for all landmarks placed. False when the monitor cancelled.
  bool add_back();

  Landmarks take() && { return std::move(result_); }

 private:
  std::size_t component_count() const noexcept { return grid.component_count(); }
  bool sweep(const SweepSpace& space, std::span<const CellIndex> sources);
  bool fill(LandmarkTable& table, const SweepSpace& space, std::size_t first_slot,
            std::span<const CellIndex> sources);

  SweepSpace space_;
  Landmarks result_;
  Column<Cost> memory_{heap_memory()};  ///< of the fields, one after the other
  std::vector<std::span<const Cost>> fields_;
};

/// Fills all slots with PlacementWork::add, or stops and returns false when the monitor
/// cancels. Ties are broken by the order of cells, never by threads.
using PlaceLandmarks = bool (*)(PlacementWork& work);

/// On the cells farthest apart, see PlacementWork::farthest_cells. Source: A. Goldberg, C.
/// Harrelson, "Computing the shortest path: A* search meets graph theory", SODA, 2005;
/// there each place waits for a sweep from the one before it.
bool place_farthest(PlacementWork& work);

/// Adds a placement of the lab, see use_lab(). Thread-safe.
void set_lab_placement(Placement placement, PlaceLandmarks place) noexcept;
/// Null: the placement is one of the lab, and there is no lab. Thread-safe.
PlaceLandmarks find_placement(Placement placement) noexcept;

}  // namespace throng
