#include "solving.hpp"

#include "inputs.hpp"
#include "length_check.hpp"
#include "note.hpp"

#include <memory>
#include <utility>
#include <vector>

namespace throng::cli {

Result<Solver> make_solver(const SolverOptions& search, const IndexSource& source,
                           Workers& workers, SolvedBatch& batch) {
  const std::shared_ptr<const Grid>& grid = batch.built.grid;
  auto index = get_index(batch.map_path, grid, source, workers);
  if (!index) return index.failure();
  batch.index = *std::move(index);
  if (batch.index && search.algorithm != Algorithm::automatic)
    for (const PartInfo& part : batch.index->parts())
      if (!part.present && part.algorithm == search.algorithm)
        return Failure{refused_part(batch.map_path, part)};
  Result<Solver> solver = Solver::make(batch.index.value_or(grid), search);
  if (!solver) return solver;
  store_choices(*solver, search, batch);
  if (batch.index && batch.index->has(Part::fronts) &&
      solver->algorithm() == Algorithm::jps)
    note(batch.map_path +
         ": jump point search with landmarks is faster here than the fronts; --algorithm "
         "front uses them");
  return solver;
}

void store_choices(const Solver& solver, const SolverOptions& search, SolvedBatch& batch) {
  batch.algorithm = solver.algorithm();
  batch.heuristic = solver.heuristic();
  if (guarantee(batch.algorithm) == Guarantee::bounded)
    batch.weight_percent = search.weight_percent;
}

void check_batch(const Scenario& scenario, SolvedBatch& batch) {
  const std::vector<std::size_t> mismatches =
      find_mismatches(scenario, batch.result, batch.lengths, promise_of(batch));
  report_mismatches(mismatches, scenario, batch.result, batch.lengths);
  const Grid& grid = *batch.built.grid;
  if (!mismatches.empty() && !(grid.rules() == Rules{} && grid.plain())) hint_at_rules();
  batch.mismatches = mismatches.size();
  batch.unknown_lengths = count_unknown_lengths(scenario, batch.result);
  batch.suboptimality = measure_suboptimality(scenario, batch.result, batch.lengths);
}

}  // namespace throng::cli
