#include "../../core/files.hpp"
#include "../../experiment/stopwatch.hpp"
#include "../any_angle.hpp"
#include "../command.hpp"
#include "../index_source.hpp"
#include "../inputs.hpp"
#include "../options.hpp"
#include "../output.hpp"
#include "../progress.hpp"
#include "../search_options.hpp"
#include "../text.hpp"
#include "allocations.hpp"
#include "line_checker.hpp"
#include "path_checker.hpp"
#include "report.hpp"

#include <cstdint>
#include <cstdio>
#include <fmt/core.h>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace throng::cli {
namespace {

struct SimulateArguments {
  std::string map;
  Rules rules;
  GroundFiles ground;
  IndexOptions index;
  std::optional<std::string> index_file;
  SolverOptions search;
  experiment::SimulationOptions game;
  AnyAngle any_angle = AnyAngle::none;
  std::uint64_t budget = 0;        ///< expansions; 0: not given
  std::uint64_t microseconds = 0;  ///< 0: not given
  int threads = 0;
  bool check = false;
  std::optional<std::string> json;  ///< file names, if requested
  std::optional<std::string> csv;
};

std::vector<ReportForm> forms(const SimulateArguments& arguments,
                              const SimulatedGame& game) {
  const auto print = [&game](std::string (*to_text)(const SimulatedGame&)) {
    return [&game, to_text]() -> Result<std::string> { return to_text(game); };
  };
  return {{arguments.json, print(print_json)}, {arguments.csv, print(print_csv)}};
}

/// With so many units the answers concern few cells, and the units stand on each other.
void note_crowd(const SimulateArguments& arguments, const Grid& grid) {
  constexpr std::size_t kCrowd = 100;  // units per open cell
  const std::size_t open = grid.open_cells();
  if (open == 0 || arguments.game.units <= kCrowd * open) return;
  fmt::print(stderr,
             "throng: note: {}: {} units stand on {} open cells; --units N reduces them\n",
             one_line(arguments.map), count(arguments.game.units), count(open));
}

/// What is said of an index. `game` does not hold it: of a map that changes, it is a
/// version whose memory is needed for the next ones.
void note_index(const Index& index, double to_build, SimulatedGame& game) {
  game.index = describe(index);
  game.index_bytes = index.memory_bytes();
  game.index_seconds = to_build;
}

Result<Solver> make_solver(const SimulateArguments& arguments, const IndexSource& source,
                           Workers& workers, SimulatedGame& game) {
  auto index = get_index(arguments.map, game.built.grid, source, workers);
  if (!index) return index.failure();
  if (!*index) return Solver::make(game.built.grid, arguments.search);
  if (game.options.scheduler.lines && !(*index)->has(Part::lines))
    return fail(Code::bad_argument,
                *source.file +
                    ": the index has no lines, which --any-angle exact needs; "
                    "build it with --lines");
  note_index(**index, (*index)->build_seconds(), game);
  return Solver::make(**index, arguments.search);
}

Result<experiment::PlayedGame> play(const SimulateArguments& arguments,
                                    Result<experiment::Simulation> simulation,
                                    const experiment::SimulationOptions& options,
                                    Workers& workers) {
  WatchedWork work("simulating");
  Result<experiment::PlayedGame> played = experiment::play(
      std::move(simulation), options, workers, allocation_count, work.monitor);
  if (!played) return in_file(arguments.map, played.error());
  return played;
}

Result<experiment::PlayedGame> play_static(const SimulateArguments& arguments,
                                           const IndexSource& source, Workers& workers,
                                           SimulatedGame& game) {
  const Result<Solver> solver = make_solver(arguments, source, workers, game);
  if (!solver) return solver.failure();
  game.algorithm = solver->algorithm();
  game.heuristic = solver->heuristic();
  return play(arguments, experiment::Simulation::make(*solver, game.options), game.options,
              workers);
}

/// Plays on a living map, with `build` buildings in each frame.
Result<experiment::PlayedGame> play_living(const SimulateArguments& arguments,
                                           const std::optional<IndexOptions>& wanted,
                                           const MapFile& file, std::size_t build,
                                           Workers& workers, SimulatedGame& game) {
  LivingClass movement{.rules = arguments.rules, .landmarks = 0, .jump_graph = false};
  if (wanted) movement = living_class(arguments.rules, *wanted);
  movement.lines = game.options.scheduler.lines;
  const experiment::Stopwatch building;
  Result<LivingMap> map = LivingMap::make(
      file.terrain, {&movement, 1},
      {.weights = file.ground.weights, .links = file.ground.links}, workers);
  if (!map) return in_file(arguments.map, map.error());
  const double to_build = building.seconds();
  {
    const Result<Solver> solver = Solver::make(map->index(0), arguments.search);
    if (!solver) return solver.failure();
    game.algorithm = solver->algorithm();
    game.heuristic = solver->heuristic();
  }
  note_index(map->index(0), to_build, game);
  experiment::SimulationOptions options = game.options;
  options.build = build;
  // Fronts are of no use until all of them are repaired.
  if (movement.fronts) options.scheduler.settle_work = LivingMap::kAll;
  return play(arguments,
              experiment::Simulation::make(*std::move(map), arguments.search, options),
              options, workers);
}

/// A map that changes can have landmarks, a jump graph and fronts only.
Outcome check_living(const std::optional<IndexOptions>& wanted) {
  const IndexOptions plain;
  if (!wanted || (!wanted->areas && !wanted->gates.build && !wanted->hub_labels.build &&
                  !wanted->hierarchy.build &&
                  wanted->landmarks.placement == plain.landmarks.placement &&
                  wanted->landmarks.metric == plain.landmarks.metric &&
                  wanted->landmarks.storage == plain.landmarks.storage))
    return ok();
  return fail(
      Code::unsupported,
      "--build does not allow --areas, --gates, --hubs, --hierarchy, --placement, --metric "
      "and --storage: the index of a map that changes has landmarks, jumps and fronts "
      "only");
}

/// The index of a static map: with lines, if the game asks for them.
std::optional<IndexOptions> with_lines(const SimulateArguments& arguments,
                                       const std::optional<IndexOptions>& wanted) {
  if (arguments.index_file) return std::nullopt;
  if (arguments.any_angle == AnyAngle::none) return wanted;
  IndexOptions options =
      wanted.value_or(IndexOptions{.landmarks = {0}, .jump_graph = false});
  if (!options.lines.build) options.lines = {.build = true, .memory = 0};
  return options;
}

/// Checks the answers of frames, if that was requested.
class GameChecker {
 public:
  /// All outlive this.
  GameChecker(const MapFile& map, const Rules& rules, bool lines)
      : paths_(map.terrain, map.ground, rules) {
    if (lines) lines_.emplace(map.terrain, map.ground, rules);
  }

  void check(const Answers& finished, const LivingMap* living) {
    paths_.check(finished, living);
    if (lines_) lines_->check(finished, living);
  }

  void store(SimulatedGame& game) const {
    game.checked = {paths_.checked(), paths_.wrong()};
    if (lines_) game.checked_lines = {lines_->checked(), lines_->wrong()};
  }

  /// Empty: nothing is wrong.
  const std::string& first_error() const {
    return lines_ && paths_.wrong() == 0 ? lines_->first_error() : paths_.first_error();
  }

 private:
  PathChecker paths_;
  std::optional<LineChecker> lines_;
};

Result<Verdict> run_simulate(const ArgumentParser& parser,
                             const SimulateArguments& arguments) {
  if (arguments.budget > 0 && arguments.microseconds > 0)
    return fail(Code::bad_argument, "give --budget or --microseconds, not both");
  const auto wanted = wanted_index(parser, arguments.index, arguments.rules);
  if (!wanted) return wanted.failure();
  const bool builds = arguments.game.build > 0;
  if (builds)
    if (const Outcome sound = check_living(*wanted); !sound) return sound.failure();
  const IndexSource source{with_lines(arguments, *wanted), arguments.index_file};
  SimulatedGame game;
  game.command_line = parser.command_line();
  game.map_path = arguments.map;
  game.options = arguments.game;
  game.options.scheduler.lines = arguments.any_angle == AnyAngle::exact;
  const Result<MapFile> map =
      read_map_file(arguments.map, arguments.rules.movement, arguments.ground);
  if (!map) return map.failure();
  game.map_hash = map->hash;
  Result<TimedGrid> built =
      build_grid(arguments.map, map->terrain, arguments.rules, 0, map->ground);
  if (!built) return built.failure();
  game.built = *std::move(built);
  if (const Outcome fits =
          check_any_angle(arguments.any_angle, arguments.map, *game.built.grid);
      !fits)
    return fits.failure();
  note_crowd(arguments, *game.built.grid);

  Workers workers(arguments.threads);
  game.threads = workers.threads();
  if (arguments.budget > 0) game.options.work = FrameBudget::expansions(arguments.budget);
  if (arguments.microseconds > 0)
    game.options.work = FrameBudget::microseconds(arguments.microseconds);
  GameChecker checker(*map, arguments.rules, game.options.scheduler.lines);
  if (arguments.check)
    game.options.on_answers = [&checker](const Answers& finished, const LivingMap* living) {
      checker.check(finished, living);
    };
  if (builds) {
    auto unbuilt = play_living(arguments, *wanted, *map, 0, workers, game);
    if (!unbuilt) return unbuilt.failure();
    game.unbuilt = *std::move(unbuilt);
  }
  Result<experiment::PlayedGame> played =
      builds ? play_living(arguments, *wanted, *map, arguments.game.build, workers, game)
             : play_static(arguments, source, workers, game);
  if (!played) return played.failure();
  game.played = *std::move(played);

  if (arguments.check) checker.store(game);
  const Outcome written =
      write_forms(forms(arguments, game), [&] { return print_table(game); });
  if (!written) return written.failure();
  if (checker.first_error().empty()) return Verdict::passed;
  fmt::print(stderr, "throng: {}: {}\n", one_line(arguments.map), checker.first_error());
  return Verdict::failed;
}

Result<Sharing> parse_sharing(std::string_view word) {
  if (word == "none") return Sharing::none;
  if (word == "equal") return Sharing::equal;
  if (word == "goals") return Sharing::goals;
  return fail(Code::bad_argument,
              "'" + std::string(word) + "' is not one of: none equal goals");
}

void add_game(ArgumentParser& parser, SimulateArguments& arguments) {
  experiment::SimulationOptions& game = arguments.game;
  add_number(parser, "--units", game.units, std::size_t{1}, std::size_t{10'000'000},
             "Units (default 1000)");
  add_number(parser, "--group", game.group_size, std::size_t{1}, std::size_t{10'000'000},
             "Units per group; a group is ordered to one goal (default 50)");
  add_number(parser, "--frames", game.frames, 1U, 10'000'000U, "Frames (default 300)");
  add_number(parser, "--budget", arguments.budget, std::uint64_t{1}, std::uint64_t{1} << 60,
             "Expansions per frame (default: no limit)");
  add_number(parser, "--microseconds", arguments.microseconds, std::uint64_t{1},
             std::uint64_t{1} << 40,
             "Time per frame instead; answers then depend on the machine")
      .rare();
  add_number(parser, "--unreachable", game.unreachable_percent, 0, 100,
             "Percentage of orders to unreachable cells (default 0)")
      .rare();
  parser.add_flag("--spread", game.spread,
                  "Send each unit of a group to a place of its own around the goal");
  add_number(parser, "--build", game.build, std::size_t{1}, std::size_t{10'000},
             "Buildings placed or destroyed per frame; compares with the game without "
             "them (default: none)");
  add_number(parser, "--steps", game.scheduler.max_moves, 4U,
             std::numeric_limits<std::uint32_t>::max(),
             "Moves of a path that a unit keeps; it requests the rest in time (default: "
             "all)")
      .rare();
  add_word(parser, "--sharing", game.scheduler.sharing, parse_sharing, "none|equal|goals",
           "What requests share: none; equal requests; goals: also group orders (default "
           "equal)")
      .rare();
  add_seed(parser, "--game-seed", game.seed, "Seed of the game (default 1)");
  parser.add_flag("--check", arguments.check,
                  "Replay paths and straight lines by the validator; lengths of lines are "
                  "compared with those of a new index; the command fails if one is wrong");
}

}  // namespace

Command add_simulate(ArgumentParser& program) {
  ArgumentParser parser =
      program.add_command("simulate", "Play a game of moving units, frame by frame");
  const auto arguments = std::make_shared<SimulateArguments>();
  arguments->game.scheduler.sharing = Sharing::equal;
  add_map(parser, arguments->map);
  add_game(parser, *arguments);
  add_movement(parser, arguments->rules);
  add_costs(parser, arguments->rules);
  add_ground(parser, arguments->rules, arguments->ground);
  arguments->index.landmarks.count = kDefaultLandmarks;
  add_index(parser, arguments->index,
            [&index = arguments->index](const auto&) { return index; });
  add_search_needs(parser, arguments->index, arguments->search);
  add_exact_any_angle(
      parser, arguments->any_angle,
      "Answers have shortest straight lines, too; they are charged to the budget");
  parser.add_need(
      "--lines", "a map that does not change: leave out --build",
      [arguments = arguments.get()](const auto&) { return arguments->game.build == 0; });
  add_index_file(parser, arguments->index_file);
  parser.add_need(
      "--index", "a map that does not change: leave out --build",
      [arguments = arguments.get()](const auto&) { return arguments->game.build == 0; });
  add_algorithm(parser, arguments->search.algorithm, "How to search (default auto)");
  add_threads(parser, arguments->threads);
  add_file(parser, "--json", arguments->json,
           "Write the summary as JSON; - is standard output");
  add_file(parser, "--csv", arguments->csv, "Write a table with one row per frame");
  parser.set_footer(
      "Units stand in groups. In the first frame every group receives an order. Later\n"
      "groups receive orders at random, some at top priority. Units walk one move per\n"
      "frame and request detours. Times cover path finding only.\n\n"
      "Example:\n"
      "  throng simulate maps/caves.map --units 2000 --budget 20000");
  return {parser, [parser, arguments] { return run_simulate(parser, *arguments); }};
}

}  // namespace throng::cli
