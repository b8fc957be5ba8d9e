#pragma once

#include "../sweep/sweep.hpp"
#include "../sweep/sweep_team.hpp"
#include "cell_rows.hpp"
#include "landmark_table.hpp"
#include "open_distance.hpp"

#include <throng/algorithm.hpp>
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

/// The maximum number of slots in a wave, whose sweeps run in parallel. The waves, and so
/// the landmarks, are the same for any number of threads. Memory: a padded field for each
/// slot of a wave.
inline constexpr std::size_t kWave = 8;

/// The state of placing the landmarks of one grid, shared by all placements.
class PlacementWork {
 public:
  PlacementWork(const Grid& grid, const CellRows& rows, const LandmarkPlan& plan,
                const SweepTeam& team);

  const Grid& grid;
  const CellRows& rows;
  const LandmarkPlan& plan;
  const SweepTeam& team;
  const ComponentCells components;
  const OpenDistance open_distance;  ///< in the metric of the plan

  const LandmarkTable& table() const noexcept { return result_.table; }
  std::size_t placed() const noexcept { return result_.cells.size() / component_count(); }
  /// The number of slots in the next wave; 0: all are placed.
  std::size_t next_wave() const noexcept;

  /// Announces sweeps to come to the monitor.
  void announce(std::size_t sweeps) const;
  /// Sweeps from a set of cells for each field: sources[i * component_count + component].
  /// At most kWave fields. False when the monitor cancelled.
  bool sweep(std::span<const CellIndex> sources);
  /// The fields of the last sweep, in the padded layout.
  std::span<const std::span<const Cost>> fields() const noexcept { return fields_; }

  /// Like sweep(), and makes the sources the landmarks of the next slots.
  bool add(std::span<const CellIndex> sources);

  /// Fills Landmarks::back for all landmarks placed. False when the monitor cancelled.
  bool add_back();

  Landmarks take() && { return std::move(result_); }

 private:
  std::size_t component_count() const noexcept { return grid.component_count(); }
  bool sweep(const SweepSpace& space, std::span<const CellIndex> sources);

  SweepSpace space_;
  Landmarks result_;
  std::vector<LargeVector<Cost>> memory_;  ///< of the fields
  std::vector<std::span<const Cost>> fields_;
};

/// Fills all slots with PlacementWork::add, or stops and returns false when the monitor
/// cancels. On a tie the cell with the least index is chosen.
using PlaceLandmarks = bool (*)(PlacementWork& work);

/// First the cell farthest from the component's cell of least index, then repeatedly the
/// cell farthest from all landmarks. The second cell of a wave uses the open-map distance
/// to the first. Source: A. Goldberg, C. Harrelson, "Computing the shortest path: A* search
/// meets graph theory", SODA, 2005.
bool place_farthest(PlacementWork& work);

/// Adds a placement of the lab, see use_lab(). Thread-safe.
void set_lab_placement(Placement placement, PlaceLandmarks place) noexcept;
/// Null: the placement is one of the lab, and there is no lab. Thread-safe.
PlaceLandmarks find_placement(Placement placement) noexcept;

}  // namespace throng
