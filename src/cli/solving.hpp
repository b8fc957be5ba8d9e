#pragma once

#include "index_source.hpp"
#include "summary.hpp"

#include <throng/result.hpp>
#include <throng/scenario.hpp>
#include <throng/solver.hpp>
#include <throng/workers.hpp>

namespace throng::cli {

/// The solver for the grid of a batch, over an index if there is a source of one. Stores
/// the index and the choices of the solver in the batch. Errors: those of get_index and
/// Solver::make; unsupported when hub labels are refused that the algorithm needs.
Result<Solver> make_solver(const SolverOptions& search, const IndexSource& source,
                           Workers& workers, SolvedBatch& batch);

/// Stores the choices of a solver in the batch. search: the options that it was made with.
void store_choices(const Solver& solver, const SolverOptions& search, SolvedBatch& batch);

/// Compares the lengths of a solved batch with those of the scenario, reports mismatches on
/// standard error, and stores the outcome in the batch.
void check_batch(const Scenario& scenario, SolvedBatch& batch);

}  // namespace throng::cli
