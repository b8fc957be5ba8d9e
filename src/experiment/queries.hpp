#pragma once

#include <throng/grid.hpp>
#include <throng/query.hpp>
#include <throng/result.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace throng::experiment {

/// At most `count` queries of `all`, evenly spread, that have a path between two different
/// cells.
std::vector<Query> spread_queries(const Grid& grid, const std::vector<Query>& all,
                                  std::size_t count);

/// `count` random pairs of different cells that a path joins; all starts are equally
/// likely. Empty if the grid has no such pair.
std::vector<Query> random_queries(const Grid& grid, std::size_t count, std::uint64_t seed);

/// The error for a map on which spread_queries() and random_queries() find nothing.
Failure no_queries(const std::string& map_path);

}  // namespace throng::experiment
