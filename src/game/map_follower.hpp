#pragma once

#include "../core/bytes.hpp"
#include "../core/version_pool.hpp"
#include "../living/edit_list.hpp"
#include "schedule.hpp"

#include <throng/living_map.hpp>
#include <throng/result.hpp>
#include <throng/workers.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace throng {

/// Keeps a Schedule at the newest version of a LivingMap.
class MapFollower {
 public:
  /// wanted: solver options, one for all classes or one for each. Adds the classes of the
  /// map to the schedule. Errors: those of Solver::make; bad_argument for another number of
  /// options.
  static Result<std::unique_ptr<MapFollower>> make(LivingMap& map,
                                                   std::span<const SolverOptions> wanted,
                                                   Schedule& schedule);

  /// Serves the newest version of the map, if the program changed the map.
  void catch_up(Schedule& schedule) {
    if (map_.version() != version_) serve_newest(schedule);
  }
  /// Writes what later frames depend on, besides the map and the schedule. Pre: catch_up().
  void write(ByteWriter& out) const;
  /// A follower as it was when write() wrote. Adds the classes of the map to the schedule.
  /// Errors: bad_argument if the map is not as it was then; bad_format.
  static Result<std::unique_ptr<MapFollower>> restore(LivingMap& map, ByteReader& in,
                                                      Schedule& schedule);

  /// Stores edits for the next follow(). Errors: those of LivingMap::edit.
  Outcome edit(std::span<const Edit> edits);

  struct News {
    std::size_t edits = 0;          ///< applied
    std::size_t refused_edits = 0;  ///< see FrameReport
    std::uint64_t settled = 0;      ///< work
    std::uint64_t charged = 0;      ///< to a budget in expansions: at most half of it
    std::uint64_t debt = 0;         ///< LivingMap::debt() afterwards
  };
  /// Applies the edits, settles the map, and serves its newest version. work: of the frame.
  News follow(Schedule& schedule, FrameBudget work, Workers& workers);

 private:
  MapFollower(LivingMap& map, Memory memory)
      : map_(map), edits_(memory), version_(map.version()) {}

  Result<std::shared_ptr<const ServedClass>> served(std::size_t movement) const;
  std::shared_ptr<const ServedClass> served_anyway(std::size_t movement);
  void serve_newest(Schedule& schedule);
  static bool lines_may_hold(const Schedule& schedule, std::size_t movement);
  void update_seats(Schedule& schedule, std::size_t movement,
                    const std::shared_ptr<const ServedClass>& next);

  LivingMap& map_;
  std::vector<SolverOptions> options_;  ///< by class; nothing is automatic
  EditList edits_;
  LivingMap::Version version_;  ///< that the schedule serves
  VersionPool pool_;
};

}  // namespace throng
