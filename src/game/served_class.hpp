#pragma once

#include "../field/field_walk.hpp"
#include "../lines/clear_line.hpp"
#include "../lines/line_path.hpp"
#include "../search/problem.hpp"
#include "../sweep/sweep_space.hpp"

#include <throng/map_changes.hpp>

#include <memory>
#include <optional>
#include <utility>

namespace throng {

/// A class of movement of a scheduler, on one version of its map: its prepared solver, and
/// what group orders and straight lines also need.
struct ServedClass {
  explicit ServedClass(std::shared_ptr<const Problem> of)
      : owned_problem(std::move(of)),
        problem(*owned_problem),
        walk(problem.grid),
        lines(problem.index == nullptr ? LineSource() : problem.index->line_source()),
        legs(problem.grid) {}
  ServedClass(const ServedClass&) = delete;
  ServedClass& operator=(const ServedClass&) = delete;

  /// For sweeps towards goals. Made on first use.
  const SweepSpace& sweep_space() const {
    if (!sweep_space_)
      sweep_space_.emplace(problem.grid, FieldMetric::cost, SweepKind::automatic,
                           SweepDirection::to_sources);
    return *sweep_space_;
  }
  bool has_sweep_space() const noexcept { return sweep_space_.has_value(); }
  void forget_sweep_space() const noexcept { sweep_space_.reset(); }
  /// Takes over the sweep space of the version before, which would have to make it again.
  /// changes: of the map since then. Pre: that version has_sweep_space().
  void take_over_sweep_space(const ServedClass& before, const MapChanges& changes) const {
    // If memory runs out on the way, neither has it: it is made again.
    SweepSpace space = *std::move(before.sweep_space_);
    before.sweep_space_.reset();
    space.follow(problem.grid, changes);
    sweep_space_ = std::move(space);
  }

  const std::shared_ptr<const Problem> owned_problem;
  const Problem& problem;
  const FieldWalk walk;
  const LineSource lines;  ///< without a board: its index has none
  const Legs legs;

 private:
  mutable std::optional<SweepSpace> sweep_space_;
};

}  // namespace throng
