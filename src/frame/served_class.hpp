#pragma once

#include "../field/field_walk.hpp"
#include "../kernel/problem.hpp"
#include "../sweep/sweep_space.hpp"

#include <throng/solver.hpp>

#include <optional>
#include <utility>

namespace throng {

/// A class of movement of a scheduler: its solver, and what group orders also need.
struct ServedClass {
  explicit ServedClass(Solver of)
      : solver(std::move(of)), problem(solver.problem()), walk(problem.grid) {}
  ServedClass(const ServedClass&) = delete;
  ServedClass& operator=(const ServedClass&) = delete;

  /// For sweeps towards goals. Made on first use.
  const SweepSpace& sweep_space() const {
    if (!sweep_space_)
      sweep_space_.emplace(problem.grid, FieldMetric::cost, SweepKind::automatic,
                           SweepDirection::to_sources);
    return *sweep_space_;
  }

  const Solver solver;
  const Problem& problem;
  const FieldWalk walk;

 private:
  mutable std::optional<SweepSpace> sweep_space_;
};

}  // namespace throng
