#pragma once

#include <throng/query.hpp>
#include <throng/result.hpp>
#include <throng/terrain.hpp>

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

// Files of the League of Robot Runners. A cell is one number: its row times the width of
// the map, plus its column. # starts a comment, and blank lines are skipped.

namespace throng {

/// Whether robots may stand on a terrain.
using IsOpen = std::function<bool(char)>;

/// A robot of a file.
struct Agent {
  Position start;
  std::size_t line = 0;  ///< of the file, from 1

  friend constexpr bool operator==(const Agent&, const Agent&) = default;
};

/// The errands of a task: cells to visit one after the other. At least one.
using Errands = std::vector<Position>;

/// Parses the cells in which robots start: their number, then a cell a line.
/// Errors: bad_format, with the number of the offending line: no number, a cell outside the
///         map or closed to the robots, a line that is missing or too many, no robot.
Result<std::vector<Agent>> parse_agents(std::string_view text, TerrainView terrain,
                                        const IsOpen& is_open);
/// Parses a file with parse_agents. Errors: as above, prefixed with the file name; io.
Result<std::vector<Agent>> read_agents(const std::string& path, TerrainView terrain,
                                       const IsOpen& is_open);

/// Parses tasks: their number, then the cells of a task a line, separated by commas.
/// Errors: as parse_agents.
Result<std::vector<Errands>> parse_tasks(std::string_view text, TerrainView terrain,
                                         const IsOpen& is_open);
/// Parses a file with parse_tasks. Errors: as above, prefixed with the file name; io.
Result<std::vector<Errands>> read_tasks(const std::string& path, TerrainView terrain,
                                        const IsOpen& is_open);

}  // namespace throng
