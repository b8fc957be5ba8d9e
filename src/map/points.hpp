#pragma once

#include <throng/query.hpp>
#include <throng/result.hpp>
#include <throng/terrain.hpp>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace throng {

/// "3,4". Errors: bad_argument.
Result<Position> parse_position(std::string_view word);

/// Whether `p` lies in the map. Errors: bad_argument, with the size of the map.
Outcome check_inside(Position p, TerrainView terrain);

/// The points of a text, one x,y per line. Text after a # and empty lines are skipped. A
/// header may name the columns: find_point_columns().
/// Errors: bad_format, with the line, for other lines and points outside the map.
Result<std::vector<Position>> parse_points(std::string_view text, TerrainView terrain);

/// The points of a file: parse_points(). Errors: io; bad_format, with file and line;
/// bad_argument for a file without points.
Result<std::vector<Position>> read_points(const std::string& path, TerrainView terrain);

/// The text of such a file.
std::string to_text(std::span<const Position> points);

}  // namespace throng
