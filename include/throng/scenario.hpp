#pragma once

#include <throng/query.hpp>
#include <throng/result.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace throng {

/// Queries read from a file, with the lengths that the file promises.
struct Scenario {
  std::vector<Query> queries;
  /// Optimal lengths in straight steps, one a query; negative: no path exists. Empty when
  /// the file gives none (CSV).
  std::vector<double> lengths;
  /// How far from `lengths` a right length may be: 0.001 where the file prints four or more
  /// decimals, 0.01 where it prints fewer.
  double tolerance = 0.01;
  /// Size of the map the scenario was made for; 0 when the file does not say (CSV).
  std::int32_t map_width = 0;
  std::int32_t map_height = 0;
};

/// Reads queries: a MovingAI scenario (first line `version 1` or `version 1.0`; then a line
/// a query: bucket, map, map width, map height, start x, start y, goal x, goal y, optimal
/// length, separated by tabs or spaces; a map name may hold spaces where tabs separate), or
/// else CSV (sx,sy,gx,gy a line, a header line allowed). LF or CRLF; empty lines are
/// skipped. A file without queries is a scenario of none.
///
/// Errors: bad_format, with the number of the offending line: missing or extra fields, no
/// number, a number past 32 bits, a map size that differs from the one before.
/// Positions are not compared with any map: one outside is Status::out_of_map when solved.
Result<Scenario> parse_scenario(std::string_view text);

/// parse_scenario over the content of a file. Errors: as above, with the file's name; io.
Result<Scenario> read_scenario(const std::string& path);

/// The text of a `version 1` scenario over the map called `map_name`: bucket = length / 4,
/// as MovingAI does, lengths with 8 decimals. Pre: lengths.size() == queries.size(),
/// map_width and map_height are set, map_name holds no tab and no line break.
std::string print_scenario(const Scenario& scenario, std::string_view map_name);

}  // namespace throng
