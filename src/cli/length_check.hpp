#pragma once

#include <throng/algorithm.hpp>
#include <throng/batch.hpp>
#include <throng/grid.hpp>
#include <throng/scenario.hpp>

#include <cstddef>
#include <vector>

namespace throng::cli {

/// What a path may cost, compared with the optimum: as SolverOptions promises.
struct Promise {
  Guarantee guarantee = Guarantee::optimal;
  int weight_percent = 100;  ///< of a bounded algorithm
};

/// The lengths of the paths found, over the lengths in the scenario: the mean, and the
/// worst. Of queries with a length above 0; both 1 if there are none.
struct Suboptimality {
  double mean = 1;
  double max = 1;
};

/// The queries whose answers break the promise, measured by the lengths in the scenario, in
/// query order. Lengths are measured on the paths. If the scenario says that there is no
/// path, every status except `found` agrees. An algorithm that promises nothing may find no
/// path, but none that is shorter than the optimum.
/// Pre: one length and one answer per query.
std::vector<std::size_t> find_mismatches(const Grid& grid, const Scenario& scenario,
                                         const BatchResult& result, const Promise& promise);

/// Pre: as find_mismatches().
Suboptimality measure_suboptimality(const Grid& grid, const Scenario& scenario,
                                    const BatchResult& result);

/// Lists the first mismatches on standard error, with a hint if the rules differ from those
/// that scenarios assume.
void report_mismatches(const std::vector<std::size_t>& mismatches, const Scenario& scenario,
                       const BatchResult& result, const Grid& grid);

}  // namespace throng::cli
