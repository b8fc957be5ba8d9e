#pragma once

#include "../solve/kernels.hpp"
#include "../solve/slot_finder.hpp"

#include <throng/solver.hpp>

#include <memory>
#include <utility>

namespace throng {

/// A solver of a scheduler, ready to be asked. Stays where it is made.
struct AskedSolver {
  explicit AskedSolver(Solver of)
      : solver(std::move(of)), problem(solver.problem()), asking(problem) {}
  AskedSolver(const AskedSolver&) = delete;
  AskedSolver& operator=(const AskedSolver&) = delete;

  std::shared_ptr<const Grid> grid() const { return solver.grid_; }

  const Solver solver;
  const Problem problem;
  const Asking asking;
};

}  // namespace throng
