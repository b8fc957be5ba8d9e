#pragma once

#include <throng/any_angle.hpp>
#include <throng/batch.hpp>
#include <throng/query.hpp>

#include <span>
#include <string>

namespace throng::cli {

/// One line per query: its index, then the cells of its path as x,y; only the index if
/// there is no path.
std::string print_paths(const BatchResult& result);

/// print_paths() for the points of any-angle paths.
std::string print_points(const AnyAnglePaths& paths);

/// A header, then one row per query; `cost` and `length` are empty unless found. `lower`
/// and `upper` are proven bounds on the cost of a cheapest path, empty where there is none.
/// any_angle: null, or the any-angle paths of the result; their lengths become an
/// additional column. Pre: result answers `queries`, with latencies.
std::string print_csv(const Grid& grid, std::span<const Query> queries,
                      const BatchResult& result, const AnyAnglePaths* any_angle);

}  // namespace throng::cli
