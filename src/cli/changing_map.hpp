#pragma once

#include "inputs.hpp"
#include "summary.hpp"

#include <throng/dynamic_scenario.hpp>
#include <throng/index.hpp>
#include <throng/living_map.hpp>
#include <throng/result.hpp>
#include <throng/rules.hpp>
#include <throng/solver.hpp>
#include <throng/terrain.hpp>
#include <throng/workers.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace throng::cli {

/// How to solve queries on a map that changes.
struct ChangingSetup {
  std::string name;  ///< of the map, for messages
  Rules rules;
  const Ground& ground;
  std::optional<IndexOptions> index;  ///< nothing: no index
  SolverOptions search;
};

/// The map of a dynamic scenario, and a solver for each of its versions. The map is a
/// LivingMap if that has the parts of the index; otherwise grid and index are built again
/// for each version.
class ChangingMap {
 public:
  /// The work of the repair after each change, see LivingMap::settle. A version has few
  /// queries: more repair takes longer than it saves.
  static constexpr std::size_t kRepairWork = 500;

  /// batch: gets the grid and the index of each version, and the choices of the solver.
  /// `ground` of setup, `workers` and `batch` outlive this object.
  /// Errors: those of LivingMap::make, with the file's name.
  static Result<ChangingMap> make(Terrain first, ChangingSetup setup, Workers& workers,
                                  SolvedBatch& batch);

  /// Applies the changes, and returns the solver for the new version.
  /// Errors: those of build_grid, and of make_solver.
  Result<Solver> change(const DynamicScenario& scenario,
                        const DynamicScenario::Version& version);

  /// The map as it is now.
  TerrainView terrain() const noexcept {
    return living_ ? living_->terrain() : TerrainView(terrain_);
  }

 private:
  void note_stale_fronts();
  ChangingMap(Terrain first, ChangingSetup setup, Workers& workers, SolvedBatch& batch);

  Outcome make_living();
  Result<Solver> edit(const DynamicScenario& scenario,
                      const DynamicScenario::Version& version);
  Result<Solver> build(const DynamicScenario& scenario,
                       const DynamicScenario::Version& version);

  ChangingSetup setup_;
  Workers& workers_;
  SolvedBatch& batch_;
  std::optional<LivingMap> living_;
  Terrain terrain_;          ///< without a living map
  std::vector<Edit> edits_;  ///< of one version
  bool noted_ = false;       ///< that fronts are stale
};

}  // namespace throng::cli
