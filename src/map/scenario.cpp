#include "../core/files.hpp"
#include "../core/text_lines.hpp"
#include "csv_header.hpp"
#include "scenario_numbers.hpp"

#include <throng/assert.hpp>
#include <throng/scenario.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace throng {
namespace {

constexpr std::string_view kBlanks = " \t";

/// Removes the last word of `text`, with the blanks around it, and returns the word.
std::string_view take_last_word(std::string_view& text) {
  text = trimmed(text);
  const std::size_t blank = text.find_last_of(kBlanks);
  const std::size_t begin = blank == std::string_view::npos ? 0 : blank + 1;
  const std::string_view word = text.substr(begin);
  text = trimmed(text.substr(0, begin));
  return word;
}

/// The fields of a scenario line.
struct Fields {
  std::string_view bucket;
  std::string_view name;  ///< of the map
  std::array<std::string_view, 7> after_name;
};

/// Splits a line from both ends, because the map's name in the middle may contain spaces.
Fields split_scenario_line(TextLines& in, std::string_view line) {
  constexpr std::string_view kLayout =
      " field: expected bucket, map, width, height, start x, start y, goal x, goal y, "
      "length";
  const bool tabs = line.find('\t') != std::string_view::npos;
  Fields fields;
  fields.bucket = take_word(line);
  for (std::size_t i = fields.after_name.size(); i > 0; --i)
    fields.after_name[i - 1] = take_last_word(line);
  fields.name = line;
  if (line.empty()) {
    in.fail(Code::bad_format, "missing" + std::string(kLayout));
  } else if (line.find_first_of(tabs ? "\t" : " ") != std::string_view::npos) {
    in.fail(Code::bad_format, "extra" + std::string(kLayout));
  }
  return fields;
}

void read_map_size(TextLines& in, std::int32_t width, std::int32_t height,
                   Scenario& scenario) {
  const auto text = [](std::int32_t w, std::int32_t h) {
    return std::to_string(w) + " x " + std::to_string(h);
  };
  if (width < 1 || height < 1)
    return in.fail(Code::bad_format, "a map of " + text(width, height) + " cells is empty");
  const bool first = scenario.queries.empty();
  if (!first && (width != scenario.map_width || height != scenario.map_height))
    return in.fail(Code::bad_format, "the map has " + text(width, height) +
                                         " cells, in the line before " +
                                         text(scenario.map_width, scenario.map_height));
  scenario.map_width = width;
  scenario.map_height = height;
}

void read_scenario_line(TextLines& in, std::string_view line, Scenario& scenario) {
  const auto [bucket, name, words] = split_scenario_line(in, line);
  if (scenario.queries.empty()) scenario.map_name = name;
  read_number(in, "bucket", bucket);
  const std::int32_t width = read_number(in, "map width", words[0]);
  const std::int32_t height = read_number(in, "map height", words[1]);
  if (!in.failure()) read_map_size(in, width, height, scenario);
  Query query;
  query.start.x = read_number(in, "start x", words[2]);
  query.start.y = read_number(in, "start y", words[3]);
  query.goal.x = read_number(in, "goal x", words[4]);
  query.goal.y = read_number(in, "goal y", words[5]);
  scenario.lengths.push_back(read_length(in, words[6]));
  scenario.queries.push_back(query);
}

/// The number of decimals of the last field of a scenario line.
std::size_t decimals(std::string_view line) {
  const std::string_view word = take_last_word(line);
  return word.size() - std::min(word.find('.'), word.size() - 1) - 1;
}

Scenario read_scenario_lines(TextLines& in) {
  constexpr std::size_t kMany = 4;
  Scenario scenario;
  std::size_t fewest = std::numeric_limits<std::size_t>::max();
  for (auto line = in.next_filled(); !line.empty(); line = in.next_filled()) {
    read_scenario_line(in, line, scenario);
    const bool has_length = scenario.lengths.back() > 0;  // otherwise: none, or a plain 0
    if (has_length) fewest = std::min(fewest, decimals(line));
  }
  const bool any = fewest != std::numeric_limits<std::size_t>::max();
  if (any && fewest >= kMany) scenario.tolerance = 0.001;
  return scenario;
}

/// Where start x, start y, goal x and goal y are in a line of CSV.
struct QueryColumns {
  static constexpr std::array<std::string_view, 4> kNames{"sx", "sy", "gx", "gy"};
  std::array<std::size_t, 4> at{0, 1, 2, 3};
  std::size_t count = 4;  ///< fields of a line
  bool named = false;     ///< by a header
};

QueryColumns read_csv_header(TextLines& in, const std::vector<std::string_view>& fields) {
  const auto at = find_end_columns(fields);
  if (at) return {*at, fields.size(), true};
  in.fail(at.error().code, at.error().what);
  return {};
}

Scenario read_csv_lines(TextLines& in, std::string_view line) {
  Scenario scenario;
  QueryColumns columns;
  std::vector<std::string_view> fields;
  for (bool first = true; !line.empty(); line = in.next_data(), first = false) {
    split_csv_line(line, fields);
    if (first && is_csv_header(fields)) {
      columns = read_csv_header(in, fields);
      continue;
    }
    if (fields.size() != columns.count) {
      in.fail(Code::bad_format, "expected " +
                                    (columns.named ? std::to_string(columns.count) +
                                                         " fields, as in the header"
                                                   : std::string("sx,sy,gx,gy")) +
                                    ", found " + std::to_string(fields.size()) + " fields");
      break;
    }
    const auto read = [&](std::size_t i) {
      return read_number(in, QueryColumns::kNames[i], fields[columns.at[i]]);
    };
    scenario.queries.push_back({{read(0), read(1)}, {read(2), read(3)}});
  }
  return scenario;
}

void append_number(std::string& text, double value, int decimals) {
  std::array<char, 384> buffer{};  // the longest double has 309 digits before the point
  const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(),
                                          value, std::chars_format::fixed, decimals);
  THRONG_ASSERT(error == std::errc());
  text.append(buffer.data(), end);
}

}  // namespace

Result<Scenario> parse_scenario(std::string_view text) {
  TextLines in(text);
  const std::string_view first = in.next_data();
  std::string_view version = first;
  const bool has_version = take_word(version) == "version";
  version = trimmed(version);
  if (has_version && version != "1" && version != "1.0")
    in.fail(Code::bad_format, "version: " + quoted(version) + " is not one of: 1 1.0");
  const Scenario scenario =
      has_version ? read_scenario_lines(in) : read_csv_lines(in, first);
  if (in.failure()) return *in.failure();
  return scenario;
}

Result<Scenario> read_scenario(const std::string& path) {
  const Result<std::string> text = read_text(path);
  if (!text) return text.failure();
  Result<Scenario> scenario = parse_scenario(*text);
  if (!scenario) return in_file(path, scenario.error());
  return scenario;
}

std::string print_scenario(const Scenario& scenario, std::string_view map_name) {
  THRONG_ASSERT(scenario.lengths.size() == scenario.queries.size());
  THRONG_ASSERT(scenario.map_width > 0 && scenario.map_height > 0);
  const std::string size = "\t" + std::string(map_name) + "\t" +
                           std::to_string(scenario.map_width) + "\t" +
                           std::to_string(scenario.map_height);
  std::string text = "version 1\n";
  for (std::size_t i = 0; i < scenario.queries.size(); ++i) {
    const auto& [start, goal] = scenario.queries[i];
    append_number(text, std::max(0.0, std::floor(scenario.lengths[i] / 4)), 0);
    text += size;
    for (const std::int32_t coordinate : {start.x, start.y, goal.x, goal.y})
      text += "\t" + std::to_string(coordinate);
    text += "\t";
    append_number(text, scenario.lengths[i], 8);
    text += "\n";
  }
  return text;
}

}  // namespace throng
