#pragma once

#include "length_check.hpp"

#include <throng/answers.hpp>
#include <throng/any_angle.hpp>
#include <throng/query.hpp>

#include <cstdint>
#include <span>
#include <string>

namespace throng::cli {

/// One line per query: its index, then the cells of its path as x,y; only the index if
/// there is no path.
std::string print_paths(const Answers& result);

/// print_paths() for the points of any-angle paths.
std::string print_points(const AnyAnglePaths& paths);

/// Columns of print_csv() that not every command has.
struct CsvColumns {
  const AnyAnglePaths* any_angle = nullptr;     ///< the length of each any-angle path
  std::span<const std::uint32_t> version = {};  ///< the version of the map of each query
};

/// A header, then one row per query; `cost` and `length` are empty unless found. `lower`
/// and `upper` are proven bounds on the cost of a cheapest path, empty where there is none:
/// that of a path found by a bounded algorithm follows from its promise. lengths: as
/// path_lengths() returns them. Pre: result answers `queries`, with latencies.
std::string print_csv(std::span<const Query> queries, const Answers& result,
                      std::span<const double> lengths, const Promise& promise,
                      const CsvColumns& columns = {});

}  // namespace throng::cli
