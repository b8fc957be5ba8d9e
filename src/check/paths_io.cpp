#include "../core/files.hpp"
#include "../core/text_lines.hpp"

#include <throng/validate.hpp>

#include <cstdint>
#include <cstdlib>
#include <limits>
#include <optional>
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

/// Whether half cells are no numbers of 32 bits.
bool is_far(std::int64_t halves) {
  return std::abs(halves) >= std::numeric_limits<std::int32_t>::max();
}

/// Reads the lines of a paths file.
class PathReader {
 public:
  explicit PathReader(std::string_view text) : in_(text) {}

  Result<PathList> read() {
    for (auto line = in_.next_data(); !line.empty(); line = in_.next_data())
      read_line(line);
    if (far_ && paths_.scale == 2) return *far_;  // no later than any other failure
    if (in_.failure()) return *in_.failure();
    return std::move(paths_);
  }

 private:
  /// From now on, points are in half cells.
  void halve() {
    if (std::exchange(paths_.scale, 2) == 2 || far_) return;
    for (Position& p : paths_.cells) p = {2 * p.x, 2 * p.y};
  }

  /// A cell written x,y.
  void read_cell(std::string_view word) {
    const std::size_t comma = word.find(',');
    if (comma == std::string_view::npos)
      return in_.fail(Code::bad_format, "expected a cell x,y, found " + quoted(word));
    const Result<std::int64_t> x = parse_halves(word.substr(0, comma));
    const Result<std::int64_t> y = parse_halves(word.substr(comma + 1));
    if (!x || !y)
      return in_.fail(Code::bad_format,
                      "cell " + quoted(word) + ": " + (x ? y : x).error().what);
    if (!far_ && (is_far(*x) || is_far(*y)))
      far_ = fail(Code::bad_format, "line " + std::to_string(in_.number()) + ": cell " +
                                        quoted(word) +
                                        " is too far away: in a file with halves, "
                                        "coordinates are below 2^30");
    if (*x % 2 != 0 || *y % 2 != 0) halve();
    const auto at = [&](std::int64_t halves) {
      return static_cast<std::int32_t>(halves * paths_.scale / 2);
    };
    paths_.cells.push_back({at(*x), at(*y)});
  }

  void read_line(std::string_view line) {
    const std::string index = std::to_string(paths_.size());
    const std::string_view found = take_word(line);
    if (found != index)
      in_.fail(Code::bad_format, "expected path " + index + ", found " + quoted(found));
    for (auto word = take_word(line); !word.empty() && !in_.failure();
         word = take_word(line))
      read_cell(word);
    paths_.begin.push_back(paths_.cells.size());
  }

  TextLines in_;
  PathList paths_;
  std::optional<Failure> far_;  ///< of the first cell that is far; an error if scale is 2
};

}  // namespace

Result<PathList> parse_paths(std::string_view text) { return PathReader(text).read(); }

Result<PathList> read_paths(const std::string& path) {
  const Result<std::string> text = read_text(path);
  if (!text) return text.failure();
  Result<PathList> paths = parse_paths(*text);
  if (!paths) return in_file(path, paths.error());
  return paths;
}

}  // namespace throng
