#pragma once

#include <throng/export.hpp>
#include <throng/query.hpp>
#include <throng/result.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace throng {

/// The queries of a file, with their expected lengths.
struct Scenario {
  std::vector<Query> queries;
  /// Optimal lengths in straight steps, one for each query; negative: no path exists. Empty
  /// if the file has none (CSV). See also has_no_length().
  std::vector<double> lengths;
  /// Tolerance of `lengths`: 0.001 if the file prints four or more decimals, else 0.01.
  double tolerance = 0.01;
  /// The map of the first query, as the file names it; empty if it does not (CSV).
  std::string map_name;
  /// Size of the scenario's map; 0 if the file does not contain it (CSV).
  std::int32_t map_width = 0;
  std::int32_t map_height = 0;

  /// Whether the file gives length 0 for a query with different ends. Some collections
  /// write it if no path exists, others if the length is unknown. Pre: `lengths` has i.
  bool has_no_length(std::size_t i) const noexcept {
    return lengths[i] == 0 && queries[i].start != queries[i].goal;
  }
};

/// Parses queries in one of two formats:
/// - MovingAI scenario: first line `version 1` or `version 1.0`; then one query a line:
///   bucket, map, map width, map height, start x, start y, goal x, goal y, optimal length.
///   Fields are separated by tabs or spaces; with tabs, a map name may contain spaces.
/// - CSV: sx,sy,gx,gy, one query a line. A header line selects the columns by their names,
///   in any order among others: sx,sy,gx,gy; or start_x,start_y,goal_x,goal_y, where from,
///   source, src and origin also name the start, to, target, t, destination, dest, dst and
///   end the goal, col and column x, and row y; x,y with gx,gy; x0,y0,x1,y1; x1,y1,x2,y2.
///   Case, blanks, quotes and the characters _ - . in a name do not count. # starts a
///   comment.
/// Lines end in LF or CRLF. Empty lines and a byte order mark are skipped. A file without
/// queries is an empty scenario. Positions are not checked against a map: a query outside
/// its map is solved as Status::out_of_map.
///
/// Errors: bad_format, with the number of the offending line: missing or extra fields, not
///         a number, a number past 32 bits, a map size that differs from the line before,
///         or a header of CSV that does not name each of the four columns once.
THRONG_API Result<Scenario> parse_scenario(std::string_view text);

/// Parses a file with parse_scenario. Errors: as above, prefixed with the file name; io.
THRONG_API Result<Scenario> read_scenario(const std::string& path);

/// Returns the text of a `version 1` scenario for the map `map_name`. Bucket = length / 4,
/// as in MovingAI files. Lengths have 8 decimals.
/// Pre: lengths.size() == queries.size(), map_width and map_height are set, map_name
///      contains no tab or line break.
THRONG_API std::string print_scenario(const Scenario& scenario, std::string_view map_name);

}  // namespace throng
