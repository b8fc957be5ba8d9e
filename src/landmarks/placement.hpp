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

/// What landmarks a grid is to have, in each component.
struct LandmarkPlan {
  int landmarks = 0;
  Placement placement = Placement::farthest;
  FieldMetric metric = FieldMetric::cost;
  LandmarkStorage storage = LandmarkStorage::exact;
  std::uint64_t seed = 0;
};

/// Landmarks with their fields.
struct Landmarks {
  LandmarkTable table;  ///< distances from the landmarks
  /// Distances to the landmarks, where they are others: on grids that are not symmetric.
  std::optional<LandmarkTable> back;
  std::vector<CellIndex> cells;  ///< [slot * component_count + component]
};

/// Places landmarks in every component and fills their table. A slot takes one sweep for
/// all components together: they do not interact. A component with fewer cells than
/// landmarks has several landmarks on one cell. Nothing is returned when the monitor
/// cancels; its total grows by the sweeps to come. The result does not depend on the number
/// of threads.
///
/// The placements think of distances as if they were the same both ways; where they are
/// not, the landmarks may be worse, the tables are right all the same. Pre: plan.landmarks
/// > 0; exact storage where the grid is not symmetric.
std::optional<Landmarks> place_landmarks(const Grid& grid, const CellRows& rows,
                                         const LandmarkPlan& plan, const SweepTeam& team);

/// Slots are filled in waves of at most so many: their sweeps run side by side. The waves
/// are the same for any number of threads, so that landmarks are, too. Memory: a padded
/// field for each slot of a wave.
inline constexpr std::size_t kWave = 8;

/// Work on the landmarks of one grid; what the placements below have in common.
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
  std::size_t placed() const noexcept { return result_.cells.size() / components_(); }
  /// Slots of the next wave; 0: all are placed.
  std::size_t next_wave() const noexcept;

  /// Tells the monitor of sweeps to come.
  void announce(std::size_t sweeps) const;
  /// Sweeps from a set of cells for each field: sources[i * component_count + component].
  /// At most kWave fields. False when the monitor cancelled.
  bool sweep(std::span<const CellIndex> sources);
  /// The fields of the last sweep, in the padded layout.
  std::span<const std::span<const Cost>> fields() const noexcept { return fields_; }

  /// The same, and the sources are the landmarks of the next slots.
  bool add(std::span<const CellIndex> sources);

  /// Fills Landmarks::back for all landmarks placed. False when the monitor cancelled.
  bool add_back();

  Landmarks take() && { return std::move(result_); }

 private:
  std::size_t components_() const noexcept { return grid.component_count(); }
  bool sweep(const SweepSpace& space, std::span<const CellIndex> sources);

  SweepSpace space_;
  Landmarks result_;
  std::vector<std::vector<Cost>> memory_;  ///< of the fields
  std::vector<std::span<const Cost>> fields_;
};

// The placements: each fills all slots by PlacementWork::add, or stops with false when the
// monitor cancels. The first of equals is the one with the least cell index.

/// Cells drawn at random, without repetition while there are enough.
bool place_random(PlacementWork& work);

/// The cell farthest from the least cell of the component, then each time the one farthest
/// from all landmarks. The second cell of a wave takes the distance on the open map for
/// that to the first. Source: A. Goldberg, C. Harrelson, "Computing the shortest path: A*
/// search meets graph theory", SODA, 2005.
bool place_farthest(PlacementWork& work);

/// Behind the region that the landmarks so far serve worst: in a tree of shortest paths
/// from a random root each cell weighs what its lower bound lacks; the heaviest subtree
/// without a landmark is followed, by the heaviest child each time, to a leaf. Source: A.
/// Goldberg, R. Werneck, "Computing point-to-point shortest paths from external memory",
/// ALENEX, 2005.
bool place_avoid(PlacementWork& work);

/// Greedy choice of slots among candidates, far apart or at random on borders: each time
/// the one that raises the lower bounds of a sample of pairs most. Slots, not single cells,
/// are chosen, so that small components may get a cell twice. Source: the idea of
/// "maxcover" in Goldberg and Werneck (above), without its local search.
bool place_coverage(PlacementWork& work);

}  // namespace throng
