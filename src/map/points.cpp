#include "points.hpp"

#include "../core/files.hpp"
#include "../core/position_text.hpp"
#include "../core/text_lines.hpp"

#include <cstdint>

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

Result<std::vector<Position>> read_points(const std::string& path, TerrainView terrain) {
  const Result<std::string> content = read_text(path);
  if (!content) return content.failure();
  std::vector<Position> points;
  TextLines in(*content);
  for (auto word = in.next_data(); !word.empty(); word = in.next_data()) {
    const Result<Position> point = parse_position(word);
    if (!point) {
      in.fail(Code::bad_format, point.error().what);
    } else if (const Outcome inside = check_inside(*point, terrain); !inside) {
      in.fail(Code::bad_format, inside.error().what);
    } else {
      points.push_back(*point);
    }
  }
  if (in.failure()) return in_file(path, in.failure()->error);
  if (points.empty()) return fail(Code::bad_argument, path + ": contains no point");
  return points;
}

std::string to_text(std::span<const Position> points) {
  std::string lines;
  for (const Position point : points) lines += text(point) + '\n';
  return lines;
}

}  // namespace throng
