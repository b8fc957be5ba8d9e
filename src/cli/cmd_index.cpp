#include "../experiment/stopwatch.hpp"
#include "../index/index_image.hpp"
#include "../index/map_identity.hpp"
#include "command.hpp"
#include "inputs.hpp"
#include "json.hpp"
#include "options.hpp"
#include "text.hpp"

#include <throng/index_file.hpp>

#include <fmt/core.h>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace throng::cli {
namespace {

struct BuildArguments {
  std::string map;
  std::string output;  ///< a file name
  Rules rules;
  GroundFiles ground;
  IndexOptions index;
  int threads = 0;
};

Result<Verdict> run_build(const ArgumentParser& parser, const BuildArguments& arguments) {
  const auto wanted = wanted_index(parser, arguments.index, arguments.rules);
  if (!wanted) return wanted.failure();
  if (!*wanted)
    return fail(Code::bad_argument,
                "nothing to build: give --landmarks, --jumps graph, --areas, --gates, "
                "--hubs, --fronts, --hierarchy or --lines");
  const Result<TimedGrid> built =
      read_grid(arguments.map, arguments.rules, arguments.ground);
  if (!built) return built.failure();
  Workers workers(arguments.threads);
  const auto index = build_index(arguments.map, built->grid, **wanted, workers);
  if (!index) return index.failure();
  note_refusals(arguments.map, *index);
  const experiment::Stopwatch saving;
  if (const Outcome saved = index->save(arguments.output); !saved) return saved.failure();
  const double saving_seconds = saving.seconds();
  const Result<IndexFileInfo> info = inspect_index(arguments.output);
  if (!info) return info.failure();
  fmt::print(
      "{}",
      table({{"map", one_line(arguments.map)},
             {"index", describe(*index)},
             {"built in", seconds(index->build_seconds())},
             {"written", fmt::format("{}, {} in {}", one_line(arguments.output),
                                     bytes(info->file_bytes), seconds(saving_seconds))},
             {"hash", info->content_hash}},
            "ll"));
  return Verdict::passed;
}

Command add_build(ArgumentParser& parent) {
  ArgumentParser parser = parent.add_command("build", "Build an index and write it");
  const auto arguments = std::make_shared<BuildArguments>();
  arguments->index.landmarks.count = kDefaultLandmarks;
  add_map(parser, arguments->map);
  parser.add("-o,--output", arguments->output, "The file to write")
      .required()
      .type("FILE")
      .writes([&path = arguments->output] { return std::vector{path}; });
  add_movement(parser, arguments->rules);
  add_costs(parser, arguments->rules);
  add_ground(parser, arguments->rules, arguments->ground);
  add_index(parser, arguments->index,
            [&index = arguments->index](const auto&) { return index; });
  add_threads(parser, arguments->threads);
  parser.set_footer("Example:\n  throng index build maps/rooms.map --hubs -o rooms.index");
  return {parser, [parser, arguments] { return run_build(parser, *arguments); }};
}

Json as_json(const std::string& path, const IndexFileInfo& info) {
  Json::Array sections;
  for (const IndexFileInfo::Section& section : info.sections)
    sections.push_back(Json{{"name", section.name}, {"bytes", section.bytes}});
  Json json{{"file", path},
            {"format", info.format},
            {"bytes", info.file_bytes},
            {"content_hash", info.content_hash},
            {"width", info.width},
            {"height", info.height},
            {"map_hash", info.map_hash},
            {"plain", info.plain},
            {"topology", name(info.rules.topology)},
            {"corners", name(info.rules.corners)},
            {"costs", name(info.costs)},
            {"terrain", name(info.rules.movement)},
            {"unit_size", info.rules.unit_size}};
  for (const IndexOption* const option : index_options()) {
    const std::uint64_t value = option->get(info.options);
    const std::string key(option->name);
    if (option->type == OptionType::word)
      json.add(key, option->word(value));
    else if (option->type == OptionType::flag)
      json.add(key, value != 0);
    else
      json.add(key, value);
  }
  json.add("lines_lack", info.lines_lack);
  json.add("sections", std::move(sections));
  return json;
}

/// "octile never_cut 2378/3363"
std::string rules_text(const IndexFileInfo& info) {
  std::string text(name(info.rules.topology));
  if (info.rules.topology == Topology::octile)
    text += fmt::format(" {} {}", name(info.rules.corners), name(info.costs));
  if (info.rules.unit_size > 1) text += fmt::format(", unit size {}", info.rules.unit_size);
  return text;
}

std::string as_table(const std::string& path, const IndexFileInfo& info) {
  std::vector<Row> rows{
      {"file", one_line(path)},
      {"size", fmt::format("{}, format {}", bytes(info.file_bytes), info.format)},
      {"hash", info.content_hash},
      {"map", fmt::format("{} x {}, hash {}", info.width, info.height, info.map_hash)},
      {"rules", rules_text(info)},
      {"ground", info.plain ? "plain" : "with weights, closed steps or links"}};
  for (const IndexFileInfo::Section& section : info.sections)
    rows.push_back({section.name, bytes(section.bytes)});
  return table(rows, "ll");
}

struct InfoArguments {
  std::string file;
  bool json = false;
};

Command add_file_info(ArgumentParser& parent) {
  ArgumentParser parser =
      parent.add_command("info", "Print what the header of an index file says");
  const auto arguments = std::make_shared<InfoArguments>();
  add_input(parser, "FILE", arguments->file, "An index file", Stdin::refused);
  parser.add_flag("--json", arguments->json, "Print JSON");
  return {parser, [arguments]() -> Result<Verdict> {
            const Result<IndexFileInfo> info = inspect_index(arguments->file);
            if (!info) return info.failure();
            fmt::print("{}", arguments->json ? print_json(as_json(arguments->file, *info))
                                             : as_table(arguments->file, *info));
            return Verdict::passed;
          }};
}

struct CheckArguments {
  std::string file;
  std::string map;
  GroundFiles ground;
  bool rebuild = false;
  int threads = 0;
};

/// A check that failed, in contrast to input that cannot be read.
Verdict failed(const std::string& why) {
  fmt::print(stderr, "throng: {}\n", one_line(why));
  return Verdict::failed;
}

/// Builds the index again, and compares the bytes.
Result<Verdict> compare(const CheckArguments& arguments, const IndexFileInfo& info,
                        std::shared_ptr<const Grid> grid) {
  Workers workers(arguments.threads);
  const auto index = build_index(arguments.map, std::move(grid), info.options, workers);
  if (!index) return index.failure();
  const Result<IndexImage> image = image_of(*index);
  if (!image) return image.failure();
  const std::string hash = hexadecimal(image->header.header_hash);
  if (hash == info.content_hash) return Verdict::passed;
  return failed(fmt::format("{}: has hash {}, and an index that is built now {}",
                            arguments.file, info.content_hash, hash));
}

Result<Verdict> run_check(const CheckArguments& arguments) {
  const Result<IndexFileInfo> info = inspect_index(arguments.file);
  if (!info) {
    if (info.error().code == Code::io) return info.failure();
    return failed(info.error().what);
  }
  // A file does not say which characters its map may contain; the map's hash decides.
  Rules rules = info->rules;
  for (char terrain = '!'; terrain <= '~'; ++terrain)
    rules.movement.set(terrain, rules.movement.weight(terrain));
  const Result<TimedGrid> built = read_grid(arguments.map, rules, arguments.ground);
  if (!built) return built.failure();
  const auto index = Index::load(arguments.file, built->grid);
  if (!index) {
    if (index.error().code == Code::io) return index.failure();
    return failed(index.error().what);
  }
  if (arguments.rebuild) {
    Result<Verdict> same = compare(arguments, *info, built->grid);
    if (!same || *same == Verdict::failed) return same;
  }
  fmt::print("{}: fits {}, {}\n", one_line(arguments.file), one_line(arguments.map),
             arguments.rebuild ? "and equals an index that is built now"
                               : "and passes all checks");
  return Verdict::passed;
}

Command add_check(ArgumentParser& parent) {
  ArgumentParser parser =
      parent.add_command("check", "Check an index file, under the rules that it names");
  const auto arguments = std::make_shared<CheckArguments>();
  add_input(parser, "FILE", arguments->file, "An index file", Stdin::refused);
  add_map(parser, arguments->map);
  add_input(parser, "--weights", arguments->ground.weights, "The weights of its cells");
  add_input(parser, "--links", arguments->ground.links, "Its links");
  parser.add_flag("--rebuild", arguments->rebuild,
                  "Also build the index again and compare: finds files that were forged");
  add_threads(parser, arguments->threads);
  parser.add_need("--threads", "--rebuild",
                  [&rebuild = arguments->rebuild](const auto&) { return rebuild; });
  return {parser, [arguments] { return run_check(*arguments); }};
}

}  // namespace

Command add_index_files(ArgumentParser& program) {
  ArgumentParser parser =
      program.add_command("index", "Build, describe and check index files");
  parser.set_footer("Example:\n  throng index build --help");
  const std::vector<Command> commands{add_build(parser), add_file_info(parser),
                                      add_check(parser)};
  return {parser, [commands]() -> Result<Verdict> {
            for (const Command& command : commands)
              if (command.parser.parsed()) return run_checked(command);
            return fail(Code::bad_argument,
                        "index: a command is missing: build info check");
          }};
}

}  // namespace throng::cli
