#include "points.hpp"

#include "../core/files.hpp"
#include "../core/position_text.hpp"
#include "../core/text_lines.hpp"
#include "csv_header.hpp"
#include "scenario_numbers.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

namespace throng {

Result<Position> parse_position(std::string_view word) {
  const std::size_t comma = word.find(',');
  if (comma != std::string_view::npos) {
    const Result<std::int32_t> x = parse_int32(word.substr(0, comma));
    const Result<std::int32_t> y = parse_int32(word.substr(comma + 1));
    if (x && y) return Position{*x, *y};
  }
  return fail(Code::bad_argument, quoted(word) + " is not a cell such as 3,4");
}

Outcome check_inside(Position p, TerrainView terrain) {
  if (terrain.contains(p)) return ok();
  return fail(Code::bad_argument, text(p) + " lies outside the map of " +
                                      std::to_string(terrain.width) + " x " +
                                      std::to_string(terrain.height));
}

Result<std::vector<Position>> parse_points(std::string_view text, TerrainView terrain) {
  std::vector<Position> points;
  std::vector<std::string_view> fields;
  std::optional<std::array<std::size_t, 2>> columns;  // as a header names them
  std::size_t count = 0;                              // fields of the header
  TextLines in(text);
  const auto read_named = [&](std::string_view line) -> Result<Position> {
    split_csv_line(line, fields);
    if (fields.size() != count)
      return fail(Code::bad_format, "expected " + std::to_string(count) +
                                        " fields, as in the header, found " +
                                        std::to_string(fields.size()) + " fields");
    return Position{read_number(in, "x", fields[(*columns)[0]]),
                    read_number(in, "y", fields[(*columns)[1]])};
  };
  bool first = true;
  for (auto line = in.next_data(); !line.empty(); line = in.next_data()) {
    split_csv_line(line, fields);
    if (std::exchange(first, false) && is_csv_header(fields)) {
      const auto named = find_point_columns(fields);
      if (named)
        columns = *named;
      else
        in.fail(named.error().code, named.error().what);
      count = fields.size();
      continue;
    }
    const Result<Position> point = columns ? read_named(line) : parse_position(line);
    if (in.failure()) continue;
    if (!point) {
      in.fail(Code::bad_format, point.error().what);
    } else if (const Outcome inside = check_inside(*point, terrain); !inside) {
      in.fail(Code::bad_format, inside.error().what);
    } else {
      points.push_back(*point);
    }
  }
  if (in.failure()) return *in.failure();
  return points;
}

Result<std::vector<Position>> read_points(const std::string& path, TerrainView terrain) {
  const Result<std::string> text = read_text(path);
  if (!text) return text.failure();
  Result<std::vector<Position>> points = parse_points(*text, terrain);
  if (!points) return in_file(path, points.error());
  if (points->empty()) return fail(Code::bad_argument, path + ": contains no point");
  return points;
}

std::string to_text(std::span<const Position> points) {
  std::string lines;
  for (const Position point : points) lines += text(point) + '\n';
  return lines;
}

}  // namespace throng
