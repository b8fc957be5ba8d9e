#include "../../experiment/crowd_game.hpp"
#include "../../map/league.hpp"
#include "../command.hpp"
#include "../inputs.hpp"
#include "../options.hpp"
#include "../origin.hpp"
#include "../output.hpp"
#include "../picture/map_picture.hpp"
#include "../progress.hpp"
#include "../text.hpp"
#include "animation.hpp"
#include "report.hpp"

#include <throng/map_io.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <fmt/core.h>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace throng::cli {

using experiment::CrowdGameOptions;
using experiment::CrowdScenario;
using experiment::CrowdScene;
using experiment::PlayedCrowd;

namespace {

struct CrowdArguments {
  std::optional<std::string> map;
  std::string scenario = "lifelong";
  Rules rules;
  CrowdGameOptions game;
  int threads = 0;
  std::optional<std::string> agents, tasks;
  std::optional<std::string> json;  ///< file names, if requested
  std::optional<std::string> csv;
  std::optional<std::string> picture;
  std::optional<std::string> animation;
};

/// "corridor:3", or the word of another scene.
Result<CrowdScenario> parse_scenario(std::string_view word) {
  constexpr std::string_view kCorridor = "corridor:";
  constexpr std::array kScenes{
      std::pair{"lifelong", CrowdScene::lifelong}, std::pair{"siege", CrowdScene::siege},
      std::pair{"crossing", CrowdScene::crossing}, std::pair{"doors", CrowdScene::doors},
      std::pair{"warehouse", CrowdScene::warehouse}};
  if (word.starts_with(kCorridor)) {
    const auto width =
        parse_whole(word.substr(kCorridor.size()), 1, CrowdScenario::kRoomSide);
    if (!width) return width.failure();
    return CrowdScenario{CrowdScene::corridor, *width};
  }
  for (const auto& [name, scene] : kScenes)
    if (word == name) return CrowdScenario{scene};
  return fail(Code::bad_argument,
              fmt::format("'{}' is not one of: lifelong siege corridor:W crossing doors "
                          "warehouse",
                          word));
}

Result<Bodies> parse_bodies(std::string_view word) {
  if (word == "exact") return Bodies::exact;
  if (word == "synchronous") return Bodies::synchronous;
  return fail(Code::bad_argument,
              fmt::format("'{}' is not one of: exact synchronous", word));
}

/// The map of the command line, or that of the scenario.
Result<MapFile> get_map(const CrowdArguments& arguments) {
  const CrowdScenario& scenario = arguments.game.scenario;
  if (scenario.has_map()) {
    if (arguments.map)
      return fail(Code::bad_argument,
                  fmt::format("--scenario {} has a map of its own: leave out MAP",
                              arguments.scenario));
    Terrain terrain = experiment::draw_terrain(scenario);
    std::string hash = hash_of(to_text(terrain));
    return MapFile{std::move(terrain), {}, std::move(hash)};
  }
  if (!arguments.map)
    return fail(Code::bad_argument,
                fmt::format("--scenario {} needs a MAP", arguments.scenario));
  return read_map_file(*arguments.map, arguments.rules.movement);
}

/// What an error is about.
std::string subject(const CrowdArguments& arguments) {
  return arguments.map.value_or("--scenario " + arguments.scenario);
}

Result<std::string> draw_crowd(const Grid& grid, const PlayedCrowd& played,
                               const std::string& path) {
  const auto format = picture_format(path);
  if (!format) return format.failure();
  MapPicture picture;
  picture.heat = played.heat;
  for (const experiment::CrowdUnitAtEnd& unit : played.units)
    picture.units.push_back({unit.at, unit.size, unit.zone});
  return draw_map(grid, picture, *format);
}

/// Refuses the names of pictures before the game is played.
Outcome check_pictures(const CrowdArguments& arguments) {
  if (arguments.picture)
    if (const auto format = picture_format(*arguments.picture); !format)
      return format.failure();
  if (!arguments.animation || *arguments.animation == kStandardOutput) return ok();
  if (const auto format = picture_format(*arguments.animation);
      format && *format == PictureFormat::svg)
    return ok();
  return fail(Code::bad_argument,
              *arguments.animation + ": the name of an animation ends in .svg");
}

Result<PlayedCrowd> play(const CrowdArguments& arguments, LivingMap& map,
                         Workers& workers) {
  CrowdGameOptions options = arguments.game;
  options.heat = arguments.picture.has_value();
  if (arguments.animation) options.moments = kAnimatedSteps;
  WatchedWork work("playing");
  Result<PlayedCrowd> played = experiment::play_crowd(map, options, workers, work.monitor);
  if (played || played.error().code == Code::bad_format) return played;  // names its file
  return in_file(subject(arguments), played.error());
}

/// Reads the files of agents and tasks. All agents play, unless --units says how many.
Outcome read_robots(TerrainView terrain, bool units_given, CrowdArguments& arguments) {
  CrowdGameOptions& game = arguments.game;
  const auto is_open = [&](char cell) { return arguments.rules.movement.open(cell); };
  if (arguments.agents) {
    game.agents_file = input_path(*arguments.agents);
    auto agents = read_agents(game.agents_file, terrain, is_open);
    if (!agents) return agents.failure();
    if (!units_given) game.units = agents->size();
    if (agents->size() < game.units)
      return fail(Code::bad_argument,
                  fmt::format("{}: {} for --units {}", *arguments.agents,
                              plural(agents->size(), "agent", "agents"), game.units));
    game.agents = *std::move(agents);
  }
  if (arguments.tasks) {
    auto tasks = read_tasks(input_path(*arguments.tasks), terrain, is_open);
    if (!tasks) return tasks.failure();
    game.tasks = *std::move(tasks);
  }
  return ok();
}

Result<Verdict> run_crowd(const ArgumentParser& parser, CrowdArguments& arguments) {
  if (const Outcome named = check_pictures(arguments); !named) return named.failure();
  const Result<MapFile> file = get_map(arguments);
  if (!file) return file.failure();
  if (const Outcome read = read_robots(file->terrain, parser.given("--units"), arguments);
      !read)
    return read.failure();
  Workers workers(arguments.threads);
  const auto classes = experiment::crowd_classes(arguments.rules, arguments.game.sizes);
  Result<LivingMap> map = LivingMap::make(file->terrain, classes, {}, workers);
  if (!map) return in_file(subject(arguments), map.error());
  CrowdRun run{.command_line = parser.command_line(),
               .map_path = arguments.map.value_or(""),
               .map_hash = file->hash,
               .scenario = arguments.scenario,
               .rules = arguments.rules,
               .options = arguments.game,
               .threads = workers.threads(),
               .width = map->grid(0)->width(),
               .height = map->grid(0)->height(),
               .open_cells = map->grid(0)->open_cells(),
               .played = {}};
  Result<PlayedCrowd> played = play(arguments, *map, workers);
  if (!played) return played.failure();
  run.played = *std::move(played);

  const std::vector<ReportForm> reports{
      {arguments.json, [&]() -> Result<std::string> { return print_json(run); }},
      {arguments.csv, [&]() -> Result<std::string> { return print_csv(run); }},
      {arguments.picture,
       [&] { return draw_crowd(*map->grid(0), run.played, *arguments.picture); }},
      {arguments.animation, [&]() -> Result<std::string> {
         return animate_crowd(file->terrain, arguments.rules.movement, run.played.units,
                              run.played.places);
       }}};
  const Outcome written = write_forms(reports, [&] { return print_table(run); });
  if (!written) return written.failure();
  return Verdict::passed;
}

void add_scenario(ArgumentParser& parser, CrowdArguments& arguments) {
  const auto read = [&arguments](const std::string& word) -> Outcome {
    const auto scenario = parse_scenario(word);
    if (!scenario) return scenario.failure();
    arguments.scenario = word;
    arguments.game.scenario = *scenario;
    return ok();
  };
  parser
      .add("--scenario", read,
           "What units do: on MAP walk from cell to cell or besiege its middle; or, on a "
           "map of the scenario, what its name says (default lifelong)")
      .type("lifelong|siege|corridor:W|crossing|doors|warehouse");
}

void add_crowd_options(ArgumentParser& parser, CrowdArguments& arguments) {
  CrowdGameOptions& game = arguments.game;
  add_number(parser, "--units", game.units, std::size_t{1}, std::size_t{10'000'000},
             "Units (default 100)");
  add_number(parser, "--steps", game.steps, 1U, 10'000'000U, "Steps (default 1000)");
  add_number(parser, "--goals", game.goals, std::size_t{2}, std::size_t{10'000'000},
             "Goals at each end of the walks, at random (default: all cells)");
  add_word(parser, "--bodies", game.bodies, parse_bodies, "exact|synchronous",
           "Whether units fill their cells at any moment, or only after each step "
           "(default exact)");
  add_number(parser, "--window", game.window, 1U, 62U,
             "Steps that units plan ahead, with 4 neighbours (default: none)");
  parser.add_flag(
      "--lanes", game.lanes,
      "Lead units west in the upper rows of the corridor, and east in the others");
  add_number(parser, "--sizes", game.sizes, 1, 16, "Units have sizes 1 to N (default 1)");
  add_number(parser, "--periods", game.periods, 1, 255,
             "Units take 1 to N steps to the next cell (default 1)");
  add_number(parser, "--edits", game.edits, std::size_t{1}, std::size_t{10'000},
             "Buildings placed or destroyed before each step (default: none)");
  add_number(parser, "--decisions", game.budget.decisions, std::size_t{1},
             std::numeric_limits<std::size_t>::max(),
             "Units that may decide in a step, and push others (default: all)")
      .rare();
  add_number(parser, "--field-cells", game.budget.field_cells, std::size_t{1},
             std::numeric_limits<std::size_t>::max(),
             "Cells over which fields of goals may be computed in a step (default "
             "1000000)")
      .rare();
  add_seed(parser, "--seed", game.seed, "Seed of the game (default 1)");
}

void add_crowd_needs(ArgumentParser& parser, const CrowdArguments& arguments) {
  const CrowdGameOptions& game = arguments.game;
  const auto need = [&](const char* option, const char* needed, auto&& applies) {
    parser.add_need(option, needed,
                    [&game, applies](const auto&) { return applies(game); });
  };
  need("--goals", "units that walk on: another --scenario than siege",
       [](const CrowdGameOptions& g) { return g.scenario.scene != CrowdScene::siege; });
  parser.add_need("--goals", "random goals: no --tasks",
                  [](const ArgumentParser& given) { return !given.given("--tasks"); });
  need("--agents", "a MAP",
       [](const CrowdGameOptions& g) { return !g.scenario.has_map(); });
  need("--terrain", "a MAP",
       [](const CrowdGameOptions& g) { return !g.scenario.has_map(); });
  need("--tasks", "a MAP, and --scenario lifelong",
       [](const CrowdGameOptions& g) { return g.scenario.scene == CrowdScene::lifelong; });
  need("--lanes", "--scenario corridor:W, W at least 2",
       [](const CrowdGameOptions& g) { return g.scenario.corridor >= 2; });
  for (const char* const option : {"--sizes", "--periods"})
    need(option, "--bodies exact",
         [](const CrowdGameOptions& g) { return g.bodies == Bodies::exact; });
  need("--window", "--bodies synchronous",
       [](const CrowdGameOptions& g) { return g.bodies == Bodies::synchronous; });
  parser.add_need("--window", "--topology tile", [&arguments](const auto&) {
    return arguments.rules.topology == Topology::tile;
  });
  need("--edits", "a MAP", [](const CrowdGameOptions& g) { return !g.scenario.has_map(); });
  need("--animate", "--units N, at most 500",
       [](const CrowdGameOptions& g) { return g.units <= kMostAnimatedUnits; });
}

}  // namespace

Command add_crowd(ArgumentParser& program) {
  ArgumentParser parser =
      program.add_command("crowd", "Play a game of units that never collide");
  const auto arguments = std::make_shared<CrowdArguments>();
  parser.add("MAP", arguments->map, "The map, for the scenarios lifelong and siege")
      .type("")
      .reads([arguments] { return listed(arguments->map); }, Stdin::accepted);
  add_scenario(parser, *arguments);
  add_input(parser, "--agents", arguments->agents,
            "Where units start: a file of agents of the League of Robot Runners");
  add_input(
      parser, "--tasks", arguments->tasks,
      "Cells that units visit instead of random goals: a file of tasks of the League");
  add_crowd_options(parser, *arguments);
  add_movement(parser, arguments->rules);
  add_terrain(parser, arguments->rules);
  add_threads(parser, arguments->threads);
  add_file(parser, "--json", arguments->json,
           "Write the summary as JSON; - is standard output");
  add_file(parser, "--csv", arguments->csv, "Write a table with one row per step");
  add_file(parser, "--picture", arguments->picture,
           "Draw the units at the end, and where they were blocked: .svg or .png");
  add_file(parser, "--animate", arguments->animation,
           "Draw the first 100 steps, as a moving .svg");
  add_crowd_needs(parser, *arguments);
  parser.set_footer(
      "A unit that arrives gets a new goal. Results do not depend on --threads.\n\n"
      "Example:\n"
      "  throng crowd --scenario corridor:3 --units 300 --lanes --animate lanes.svg");
  return {parser, [parser, arguments] { return run_crowd(parser, *arguments); }};
}

}  // namespace throng::cli
