#pragma once

#include <throng/batch.hpp>
#include <throng/grid.hpp>
#include <throng/scenario.hpp>

#include <cstddef>
#include <vector>

namespace throng::cli {

/// The queries whose answers differ from the lengths that the scenario promises, in query
/// order. Lengths are counted on the paths. Where the file says that there is no path,
/// every status but `found` agrees.
/// Pre: one length and one answer a query.
std::vector<std::size_t> find_mismatches(const Grid& grid, const Scenario& scenario,
                                         const BatchResult& result);

/// Lists the first of them on standard error; a hint when the rules are not the ones that
/// scenarios are made for.
void report_mismatches(const std::vector<std::size_t>& mismatches, const Scenario& scenario,
                       const BatchResult& result, const Grid& grid);

}  // namespace throng::cli
