#pragma once

#include <throng/algorithm.hpp>
#include <throng/answers.hpp>
#include <throng/grid.hpp>
#include <throng/scenario.hpp>

#include <cstddef>
#include <span>
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

/// The length of each path, 0 where there is none. Pre: the paths were found on this grid.
std::vector<double> path_lengths(const Grid& grid, const Answers& result);

/// The queries whose answers break the promise, measured by the lengths in the scenario, in
/// query order. lengths: as path_lengths() returns them. If the scenario says that there is
/// no path, every status except `found` agrees. An algorithm that promises nothing may find
/// no path, but none that is shorter than the optimum. A query without a length,
/// Scenario::has_no_length(), is no mismatch. Pre: one length and one answer per query.
std::vector<std::size_t> find_mismatches(const Scenario& scenario, const Answers& result,
                                         std::span<const double> lengths,
                                         const Promise& promise);

/// The number of queries that cannot be checked: those without a length, unless the answer
/// is that no path exists. Pre: as find_mismatches().
std::size_t count_unknown_lengths(const Scenario& scenario, const Answers& result);

/// Pre: as find_mismatches().
Suboptimality measure_suboptimality(const Scenario& scenario, const Answers& result,
                                    std::span<const double> lengths);

/// Lists the first mismatches on standard error. Pre: as find_mismatches().
void report_mismatches(const std::vector<std::size_t>& mismatches, const Scenario& scenario,
                       const Answers& result, std::span<const double> lengths);

/// States on standard error which rules the lengths of MovingAI's scenarios assume.
void hint_at_rules();

}  // namespace throng::cli
