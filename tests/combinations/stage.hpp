#pragma once

#include "setup.hpp"

#include <throng/index.hpp>
#include <throng/living_map.hpp>
#include <throng/solver.hpp>
#include <throng/workers.hpp>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace throng::test::pairs {

/// The map of a combination: static, or one that changes, beside the world as it should be.
class Stage {
 public:
  Stage(const Setup& setup, std::uint64_t seed);

  /// Makes grid and index, or the living map. Returns the message of the call that fails.
  std::optional<std::string> make(Workers& workers);

  /// Goes on to the next version: edits, settles, saves and restores, in turn.
  std::optional<std::string> advance(Workers& workers);
  bool at_end() const { return !setup_.living || turn_ == kTurns; }

  Result<Solver> solver() const;
  Result<FrameScheduler> scheduler(const SchedulerOptions& options);
  /// Edits the living map through its scheduler, or directly.
  void edit(FrameScheduler& scheduler, Workers& workers);
  /// Saves and restores a scheduler of the living map. Returns what went wrong.
  std::optional<std::string> restore(FrameScheduler& scheduler);
  /// Notes the versions that a scheduler has made.
  void follow();

  const std::shared_ptr<const Grid>& grid() const;
  /// The grid alone, if the combination has no index.
  Index index() const;
  /// Of a living map.
  const std::optional<Index>& first_index() const { return first_index_; }
  LivingMap::Version version() const {
    return map_ ? map_->version() : LivingMap::Version{};
  }
  MapChanges changes(LivingMap::Version since) const { return map_->changes(since, 0); }

  const Demand& demand() const { return demand_; }
  /// Of the newest version.
  Truth& truth() { return *truth_; }
  /// Of the version with this grid; null: no version has it.
  Truth* truth_of(const Grid& grid);
  /// How often the map was restored.
  std::size_t restored() const { return restored_; }

 private:
  static constexpr int kTurns = 6;

  std::vector<Edit> next_edits();
  void make_demand();
  void note();
  std::optional<std::string> restore(Workers& workers);

  Setup setup_;
  SplitMix64 random_;
  World world_;
  Demand demand_;
  std::shared_ptr<const Grid> grid_;
  std::optional<Index> index_, first_index_;
  std::unique_ptr<LivingMap> map_;
  std::shared_ptr<Truth> truth_;
  struct Version {
    std::weak_ptr<const Grid> grid;  ///< the map may use its memory again
    std::shared_ptr<Truth> truth;
  };
  std::map<const Grid*, Version> versions_;
  int turn_ = 0, edits_ = 0;
  std::size_t restored_ = 0;
};

}  // namespace throng::test::pairs
