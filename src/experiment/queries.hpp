#pragma once

#include <throng/grid.hpp>
#include <throng/query.hpp>
#include <throng/result.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace throng::experiment {

/// Those of `all` that have a path between two different cells: at most `count` of them,
/// evenly spread.
std::vector<Query> spread_queries(const Grid& grid, const std::vector<Query>& all,
                                  std::size_t count);

/// `count` pairs of different cells that a path joins, drawn at random; each start is as
/// likely as another. None where the grid has no such pair.
std::vector<Query> random_queries(const Grid& grid, std::size_t count, std::uint64_t seed);

/// The error of a map on which both find nothing.
Failure no_queries(const std::string& map_path);

}  // namespace throng::experiment
