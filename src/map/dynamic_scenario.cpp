#include "../core/files.hpp"
#include "dynamic_files.hpp"
#include "map_header.hpp"
#include "scenario_numbers.hpp"

#include <throng/dynamic_scenario.hpp>

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

namespace throng {
namespace {

constexpr HeaderWords kPatchHeader{.types = "", .body = "map"};

/// Takes the word `name` from a line and returns the rest.
std::string_view expect(TextLines& in, std::string_view name, std::string_view line) {
  const std::string_view word = take_word(line);
  if (word != name)
    in.fail(Code::bad_format, "expected " + std::string(name) + ", found " +
                                  (word.empty() ? "the end" : quoted(word)));
  return trimmed(line);
}

/// The number of a line "NAME number".
std::int32_t read_field(TextLines& in, std::string_view name) {
  const std::string_view rest = expect(in, name, in.next_filled());
  return in.failure() ? 0 : read_number(in, name, rest);
}

void expect_field(TextLines& in, std::string_view name, std::string_view value) {
  const std::string_view rest = expect(in, name, in.next_filled());
  if (rest != value)
    in.fail(Code::bad_format,
            std::string(name) + ": " + quoted(rest) + " is not " + std::string(value));
}

Terrain read_patch(TextLines& in, std::int32_t number, std::string_view more) {
  if (const std::int32_t found = read_field(in, "patch"); found != number)
    in.fail(Code::bad_format, "expected patch " + std::to_string(number) + ", found " +
                                  std::to_string(found));
  const MapSize size = in.failure() ? MapSize() : read_map_header(in, kPatchHeader);
  std::string cells = in.failure() ? "" : read_terrain_rows(in, kPatchHeader, size, more);
  return in.failure() ? *Terrain::make(1, 1)
                      : *Terrain::make(size.width, size.height, std::move(cells));
}

/// The header of a scenario.
struct Header {
  MapSize size;
  std::size_t costs = 0;   ///< lengths of each query
  std::size_t octile = 0;  ///< which of them
};

/// The names of the costs: "cost 2 manhattan octile".
void read_costs(TextLines& in, Header& header) {
  std::string_view names = expect(in, "cost", in.next_filled());
  const std::int32_t count = in.failure() ? 0 : read_number(in, "cost", take_word(names));
  bool found = false;
  for (auto name = take_word(names); !name.empty(); name = take_word(names)) {
    if (name == "octile" && !std::exchange(found, true)) header.octile = header.costs;
    ++header.costs;
  }
  if (count < 0 || header.costs != static_cast<std::size_t>(count))
    in.fail(Code::bad_format, "cost: expected " + std::to_string(count) + " names, found " +
                                  std::to_string(header.costs));
  if (!found) in.fail(Code::bad_format, "cost: none of the lengths is octile");
}

Header read_header(TextLines& in) {
  Header header;
  expect_field(in, "version", "2");
  header.size.height = read_field(in, "height");
  header.size.width = read_field(in, "width");
  if (!in.failure())
    if (const Outcome size = Terrain::check_size(header.size.width, header.size.height);
        !size)
      in.fail(size.error().code, size.error().what);
  read_costs(in, header);
  if (expect(in, "patch", in.next_filled()).empty())
    in.fail(Code::bad_format, "patch: expected a file");
  expect_field(in, "commands", "");
  return header;
}

/// Splits a line into `most` words or fewer; more are an error.
template <std::size_t Most>
std::array<std::string_view, Most> split(TextLines& in, std::string_view line,
                                         std::string_view layout) {
  std::array<std::string_view, Most> words;
  for (std::string_view& word : words) word = take_word(line);
  if (words.back().empty() || !trimmed(line).empty())
    in.fail(Code::bad_format, "expected " + std::string(layout));
  return words;
}

void read_change(TextLines& in, std::string_view line, DynamicScenario& scenario) {
  const auto words = split<4>(in, line, "P bucket patch x y");
  read_number(in, "bucket", words[0]);
  const std::int32_t patch = read_number(in, "patch", words[1]);
  const Position corner{read_number(in, "x", words[2]), read_number(in, "y", words[3])};
  if (in.failure()) return;
  const std::string place = "patch " + std::to_string(patch);
  const auto slot = static_cast<std::size_t>(patch);
  if (patch < 0 || slot >= scenario.patches.size())
    return in.fail(Code::bad_format, place + " does not exist: there are " +
                                         std::to_string(scenario.patches.size()));
  const Terrain& cells = scenario.patches[slot];
  if (corner.x < 0 || corner.y < 0 || corner.x > scenario.width - cells.width() ||
      corner.y > scenario.height - cells.height())
    return in.fail(Code::bad_format, place + " of " + std::to_string(cells.width()) +
                                         " x " + std::to_string(cells.height()) +
                                         " cells leaves the map");
  if (scenario.versions.empty() || !scenario.versions.back().queries.empty())
    scenario.versions.emplace_back();
  scenario.versions.back().changes.push_back({slot, corner});
}

void read_query(TextLines& in, std::string_view line, const Header& header,
                DynamicScenario& scenario) {
  read_number(in, "bucket", take_word(line));
  Query query;
  query.start.x = read_number(in, "start x", take_word(line));
  query.start.y = read_number(in, "start y", take_word(line));
  query.goal.x = read_number(in, "goal x", take_word(line));
  query.goal.y = read_number(in, "goal y", take_word(line));
  double length = 0;
  for (std::size_t i = 0; i < header.costs && !in.failure(); ++i) {
    const double value = read_length(in, take_word(line));
    if (i == header.octile) length = value;
  }
  if (!trimmed(line).empty())
    in.fail(Code::bad_format, "expected Q bucket sx sy gx gy and " +
                                  std::to_string(header.costs) + " lengths");
  if (length <= 0 && query.start != query.goal) length = -1;
  if (scenario.versions.empty()) scenario.versions.emplace_back();
  scenario.versions.back().queries.push_back(query);
  scenario.versions.back().lengths.push_back(length);
}

}  // namespace

Result<std::vector<Terrain>> parse_patches(std::string_view text, std::string_view more) {
  TextLines in(text);
  expect_field(in, "type", "patch");
  const std::int32_t count = in.failure() ? 0 : read_field(in, "patches");
  if (count < 0) in.fail(Code::bad_format, "patches: a number below 0");
  std::vector<Terrain> patches;
  for (std::int32_t i = 0; i < count && !in.failure(); ++i)
    patches.push_back(read_patch(in, i, more));
  expect_end(in, kPatchHeader);
  if (in.failure()) return *in.failure();
  return patches;
}

Result<DynamicScenario> parse_dynamic_scenario(std::string_view text,
                                               std::vector<Terrain> patches) {
  TextLines in(text);
  const Header header = read_header(in);
  DynamicScenario scenario{header.size.width, header.size.height, std::move(patches), {}};
  for (auto line = in.next_filled(); !line.empty(); line = in.next_filled()) {
    const std::string_view command = take_word(line);
    if (command == "P") {
      read_change(in, line, scenario);
    } else if (command == "Q") {
      read_query(in, line, header, scenario);
    } else {
      in.fail(Code::bad_format, "expected P or Q, found " + quoted(command));
    }
  }
  if (in.failure()) return *in.failure();
  return scenario;
}

std::string patches_path(std::string_view scenario, const std::string& path) {
  TextLines in(scenario);
  for (auto line = in.next_filled(); !line.empty(); line = in.next_filled()) {
    const std::string_view field = take_word(line);
    if (field == "patch")
      return (std::filesystem::path(path).parent_path() / trimmed(line)).string();
    if (field == "commands") break;
  }
  return "";
}

Result<DynamicScenario> read_dynamic_scenario(const std::string& path,
                                              std::string_view more) {
  const Result<std::string> text = read_text(path);
  if (!text) return text.failure();
  // A scenario without a file of patches is parsed too, for its error.
  std::vector<Terrain> patches;
  if (const std::string file = patches_path(*text, path); !file.empty()) {
    const Result<std::string> patch_text = read_text(file);
    if (!patch_text) return patch_text.failure();
    auto parsed = parse_patches(*patch_text, more);
    if (!parsed) return in_file(file, parsed.error());
    patches = *std::move(parsed);
  }
  Result<DynamicScenario> scenario = parse_dynamic_scenario(*text, std::move(patches));
  if (!scenario) return in_file(path, scenario.error());
  return scenario;
}

}  // namespace throng
