#include "../core/files.hpp"
#include "../core/text_lines.hpp"

#include <throng/validate.hpp>

#include <utility>

namespace throng {
namespace {

/// A cell written x,y.
void read_cell(TextLines& in, std::string_view word, PathList& paths) {
  const std::size_t comma = word.find(',');
  if (comma == std::string_view::npos)
    return in.fail(Code::bad_format, "expected a cell x,y, found " + quoted(word));
  const Result<std::int32_t> x = parse_int32(word.substr(0, comma));
  const Result<std::int32_t> y = parse_int32(word.substr(comma + 1));
  if (!x || !y)
    return in.fail(Code::bad_format,
                   "cell " + quoted(word) + ": " + (x ? y : x).error().what);
  paths.cells.push_back({*x, *y});
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
