#include "../core/files.hpp"
#include "../core/text_lines.hpp"

#include <throng/validate.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

namespace throng {
namespace {

/// A coordinate in half cells: a whole number, or one and a half.
Result<std::int64_t> parse_halves(std::string_view word) {
  const bool half = word.ends_with(".5");
  const Result<std::int32_t> whole =
      parse_int32(word.substr(0, word.size() - (half ? 2 : 0)));
  if (!whole) return whole.failure();
  return 2 * std::int64_t{*whole} + (half ? word.starts_with('-') ? -1 : 1 : 0);
}

/// From now on, points are in half cells. Those too far away for that are in no map.
void halve(PathList& paths) {
  constexpr std::int32_t kMost = std::numeric_limits<std::int32_t>::max() / 2;
  if (std::exchange(paths.scale, 2) == 2) return;
  for (Position& p : paths.cells)
    p = {2 * std::clamp(p.x, -kMost, kMost), 2 * std::clamp(p.y, -kMost, kMost)};
}

/// A cell written x,y.
void read_cell(TextLines& in, std::string_view word, PathList& paths) {
  const std::size_t comma = word.find(',');
  if (comma == std::string_view::npos)
    return in.fail(Code::bad_format, "expected a cell x,y, found " + quoted(word));
  const Result<std::int64_t> x = parse_halves(word.substr(0, comma));
  const Result<std::int64_t> y = parse_halves(word.substr(comma + 1));
  if (!x || !y)
    return in.fail(Code::bad_format,
                   "cell " + quoted(word) + ": " + (x ? y : x).error().what);
  if (*x % 2 != 0 || *y % 2 != 0) halve(paths);
  constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
  const auto at = [&](std::int64_t halves) {
    return static_cast<std::int32_t>(
        std::clamp(halves * paths.scale / 2, -kMost - 1, kMost));
  };
  paths.cells.push_back({at(*x), at(*y)});
}

void read_line(TextLines& in, std::string_view line, PathList& paths) {
  const std::string index = std::to_string(paths.size());
  const std::string_view found = take_word(line);
  if (found != index)
    in.fail(Code::bad_format, "expected path " + index + ", found " + quoted(found));
  for (auto word = take_word(line); !word.empty() && !in.failure(); word = take_word(line))
    read_cell(in, word, paths);
  paths.begin.push_back(paths.cells.size());
}

}  // namespace

Result<PathList> parse_paths(std::string_view text) {
  TextLines in(text);
  PathList paths;
  for (auto line = in.next_data(); !line.empty(); line = in.next_data())
    read_line(in, line, paths);
  if (in.failure()) return *in.failure();
  return paths;
}

Result<PathList> read_paths(const std::string& path) {
  const Result<std::string> text = read_text(path);
  if (!text) return text.failure();
  Result<PathList> paths = parse_paths(*text);
  if (!paths) return in_file(path, paths.error());
  return paths;
}

}  // namespace throng
