#pragma once

#include "../solve/field_walk.hpp"
#include "../solve/kernels.hpp"
#include "../solve/slot_finder.hpp"
#include "../sweep/sweep_space.hpp"

#include <throng/solver.hpp>

#include <memory>
#include <optional>
#include <utility>

namespace throng {

/// A solver of a scheduler, ready to be asked. Stays where it is made.
struct AskedSolver {
  explicit AskedSolver(Solver of)
      : solver(std::move(of)),
        problem(solver.problem()),
        asking(problem),
        walk(problem.grid) {}
  AskedSolver(const AskedSolver&) = delete;
  AskedSolver& operator=(const AskedSolver&) = delete;

  std::shared_ptr<const Grid> grid() const { return solver.grid_; }

  /// For sweeps towards goals; made when it is needed first.
  const SweepSpace& sweep_space() const {
    if (!sweep_space_)
      sweep_space_.emplace(problem.grid, FieldMetric::cost, SweepKind::automatic,
                           SweepDirection::to_sources);
    return *sweep_space_;
  }

  const Solver solver;
  const Problem problem;
  const Asking asking;
  const FieldWalk walk;

 private:
  mutable std::optional<SweepSpace> sweep_space_;
};

}  // namespace throng
