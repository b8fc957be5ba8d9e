#pragma once

#include <throng/batch.hpp>
#include <throng/grid.hpp>
#include <throng/scenario.hpp>

#include <cstddef>
#include <vector>

namespace throng::cli {

/// The queries whose answers differ from the lengths in the scenario, in query order.
/// Lengths are measured on the paths. If the scenario says that there is no path, every
/// status except `found` agrees.
/// Pre: one length and one answer per query.
std::vector<std::size_t> find_mismatches(const Grid& grid, const Scenario& scenario,
                                         const BatchResult& result);

/// Lists the first mismatches on standard error, with a hint if the rules differ from those
/// that scenarios assume.
void report_mismatches(const std::vector<std::size_t>& mismatches, const Scenario& scenario,
                       const BatchResult& result, const Grid& grid);

}  // namespace throng::cli
