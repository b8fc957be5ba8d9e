#pragma once

#include "../map/league.hpp"
#include "crowd_scene.hpp"

#include <throng/crowd.hpp>
#include <throng/living_map.hpp>
#include <throng/monitor.hpp>
#include <throng/query.hpp>
#include <throng/result.hpp>
#include <throng/rules.hpp>
#include <throng/workers.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace throng::experiment {

struct CrowdGameOptions {
  CrowdScenario scenario = {};
  std::size_t units = 100;
  std::uint32_t steps = 1000;
  std::size_t goals = 0;  ///< goals in each zone, for each size; 0: all its cells
  /// Where units start; empty: at random. At least as many as units.
  std::vector<Agent> agents = {};
  std::string agents_file = {};  ///< its name, for messages
  /// Cells to visit one after the other. A unit that has visited all of them takes the next
  /// task; after the last one the first follows. Empty: random goals.
  std::vector<Errands> tasks = {};
  Bodies bodies = Bodies::exact;
  std::uint32_t window = 0;  ///< CrowdOptions::window
  bool lanes = false;        ///< of a corridor
  std::int32_t sizes = 1;    ///< units have sizes 1 to this
  std::int32_t periods = 1;  ///< and periods 1 to this
  std::size_t edits = 0;     ///< buildings placed or destroyed before each step
  std::uint64_t seed = 1;
  CrowdBudget budget = {};    ///< of a step
  bool heat = false;          ///< whether to count the blocked steps of each cell
  std::uint32_t moments = 0;  ///< steps of which to note where each unit is
};

/// Measurements of one step.
struct CrowdStepFigures {
  CrowdReport report;
  double seconds = 0;  ///< of Crowd::step alone
};

/// A unit at the end of a game.
struct CrowdUnitAtEnd {
  Position at;
  std::int32_t size = 1;
  std::size_t trip = 0;  ///< see CrowdPlan
  std::size_t zone = 0;  ///< that it walks to
};

/// The centre of a unit, in cells from the top left corner of the map.
using CrowdMoment = std::array<float, 2>;

/// A completed game.
struct PlayedCrowd {
  std::vector<CrowdStepFigures> steps;  ///< at least one
  std::vector<CrowdUnitAtEnd> units;
  /// Of some walks: steps beyond those of a unit alone on the map.
  std::vector<double> delays;
  std::optional<std::uint32_t> last_arrival;     ///< step
  std::size_t at_goal = 0;                       ///< units at their goals, at the end
  std::size_t cut_off = 0;                       ///< units without a way, at the end
  std::size_t tasks_finished = 0;                ///< all of whose cells were visited
  std::size_t buildings = 0;                     ///< that stand at the end
  std::vector<std::uint32_t> heat;               ///< by cell, row by row: blocked steps
  std::vector<std::vector<CrowdMoment>> places;  ///< by unit: at first, after each step
  std::size_t crowd_bytes = 0;
  std::uint64_t result_hash = 0;  ///< Crowd::fingerprint
};

/// The movement classes of units of sizes 1 to `sizes`.
std::vector<LivingClass> crowd_classes(const Rules& rules, std::int32_t sizes);

/// Plays all steps. Unit k starts in the home of its trip, at random. When it arrives, it
/// gets a random goal at the other end of the trip. In a siege all units gather around the
/// middle of the map instead. What is random lies in the largest component.
/// The game is determined by the options and the map. The monitor counts steps.
///
/// Delays: of the first 256 orders, then of up to 8 in each step; those whose units arrive.
/// None in a siege.
///
/// Pre: the map has the classes of crowd_classes(), and its own size if the scenario has a
///      map; no edits then. Starts and cells of tasks lie in the map; no tasks in a siege.
/// Errors: bad_argument: units do not fit on the map, or cannot walk between their zones;
///         bad_format, with the name of the file and the line: an agent does not fit where
///         it starts; those of Crowd; cancelled.
Result<PlayedCrowd> play_crowd(LivingMap& map, const CrowdGameOptions& options,
                               Workers& workers, Monitor& monitor);

}  // namespace throng::experiment
