#include "../core/files.hpp"
#include "../experiment/stopwatch.hpp"
#include "../map/dynamic_files.hpp"
#include "any_angle.hpp"
#include "batch_files.hpp"
#include "changing_map.hpp"
#include "command.hpp"
#include "inputs.hpp"
#include "length_check.hpp"
#include "options.hpp"
#include "origin.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "search_options.hpp"
#include "solving.hpp"
#include "summary.hpp"

#include <throng/dynamic_scenario.hpp>

#include <cstdint>
#include <fmt/core.h>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace throng::cli {
namespace {

struct DynamicArguments {
  std::string command_line;
  std::string scenario;
  std::optional<std::string> map;  ///< nothing: all cells are open at first
  Rules rules;
  GroundFiles ground;
  SearchChoice choice;
  std::optional<std::string> paths, csv, json;  ///< file names, if requested
};

/// The map before any change.
Result<MapFile> first_map(const DynamicArguments& arguments,
                          const DynamicScenario& scenario) {
  if (arguments.map) {
    Result<MapFile> map =
        read_map_file(*arguments.map, arguments.rules.movement, arguments.ground);
    if (!map) return map;
    const Terrain& terrain = map->terrain;
    if (terrain.width() == scenario.width && terrain.height() == scenario.height)
      return map;
    return fail(Code::bad_argument,
                fmt::format("{}: made for a map of {} x {}, but {} is {} x {}",
                            arguments.scenario, scenario.width, scenario.height,
                            *arguments.map, terrain.width(), terrain.height()));
  }
  Result<Terrain> terrain = Terrain::make(scenario.width, scenario.height);
  if (!terrain) return terrain.failure();
  Result<Ground> ground =
      read_ground_inputs(arguments.ground, arguments.scenario, *terrain);
  if (!ground) return ground.failure();
  return MapFile{*std::move(terrain), *std::move(ground), {}};
}

/// Adds the results of further queries.
void append(Answers& all, const Answers& more) {
  const auto add = [](auto& to, const auto& from) {
    to.insert(to.end(), from.begin(), from.end());
  };
  if (all.path_begin.empty()) all.path_begin.push_back(0);
  const std::uint64_t moves = all.moves.size();
  for (std::size_t i = 1; i < more.path_begin.size(); ++i)
    all.path_begin.push_back(moves + more.path_begin[i]);
  add(all.status, more.status);
  add(all.cost, more.cost);
  add(all.upper, more.upper);
  add(all.expanded, more.expanded);
  add(all.generated, more.generated);
  add(all.reopened, more.reopened);
  add(all.microseconds, more.microseconds);
  add(all.moves, more.moves);
  add(all.start, more.start);
  all.topology = more.topology;
  all.links = more.links;
}

/// The queries of all versions, in order, and their answers.
struct AllVersions {
  SolvedBatch batch;
  Scenario scenario;
  std::vector<std::uint32_t> version;  ///< of each query
};

class DynamicRun {
 public:
  DynamicRun(const DynamicArguments& arguments, const DynamicScenario& scenario,
             MapFile first)
      : arguments_(arguments),
        scenario_(scenario),
        first_(std::move(first)),
        workers_(arguments.choice.threads) {
    SolvedBatch& batch = answers_.batch;
    batch.command_line = arguments.command_line;
    batch.map_path = arguments.map.value_or("");
    batch.map_hash = first_.hash;
    batch.queries_path = arguments.scenario;
    batch.ground_files = arguments.ground;
    batch.threads = workers_.threads();
    answers_.scenario.tolerance = 0.001;  // lengths of the competition have 11 decimals
  }

  Result<AllVersions> run(const std::optional<IndexOptions>& wanted) {
    Result<ChangingMap> map =
        ChangingMap::make(std::move(first_.terrain),
                          {.name = arguments_.map.value_or(arguments_.scenario),
                           .rules = arguments_.rules,
                           .ground = first_.ground,
                           .index = wanted,
                           .search = arguments_.choice.search},
                          workers_, answers_.batch);
    if (!map) return map.failure();
    for (std::size_t i = 0; i < scenario_.versions.size(); ++i)
      if (const Outcome outcome = solve_version(*map, i); !outcome)
        return outcome.failure();
    SolvedBatch& batch = answers_.batch;
    batch.queries_hash = hash_of(answers_.scenario.queries);
    batch.scratch_bytes = workers_.memory_bytes();
    batch.versions = Versions{scenario_.versions.size(), experiment::spread(edit_us_)};
    return std::move(answers_);
  }

 private:
  Outcome solve_version(ChangingMap& map, std::size_t i) {
    const DynamicScenario::Version& version = scenario_.versions[i];
    const experiment::Stopwatch edit_time;
    const Result<Solver> solver = map.change(scenario_, version);
    if (!solver) return solver.failure();
    edit_us_.push_back(edit_time.seconds() * 1e6);
    SolvedBatch& batch = answers_.batch;
    WatchedWork work(
        fmt::format("solving on version {} of {}", i + 1, scenario_.versions.size()));
    BatchOptions options = arguments_.choice.batch;
    options.monitor = &work.monitor;
    const experiment::Stopwatch stopwatch;
    solver->solve(version.queries, workers_, result_, options);
    batch.solve_seconds += stopwatch.seconds();
    if (work.monitor.cancel)
      return fail(Code::cancelled, arguments_.scenario + ": the run was cancelled");
    const std::vector<double> lengths = path_lengths(*batch.built.grid, result_);
    batch.lengths.insert(batch.lengths.end(), lengths.begin(), lengths.end());
    count_closed_ends(map.terrain(), first_.ground, version.queries, arguments_.rules,
                      result_, batch.closed_ends);
    append(batch.result, result_);
    Scenario& all = answers_.scenario;
    all.queries.insert(all.queries.end(), version.queries.begin(), version.queries.end());
    all.lengths.insert(all.lengths.end(), version.lengths.begin(), version.lengths.end());
    answers_.version.insert(answers_.version.end(), version.queries.size(),
                            static_cast<std::uint32_t>(i));
    return ok();
  }

  const DynamicArguments& arguments_;
  const DynamicScenario& scenario_;
  MapFile first_;
  Workers workers_;
  std::vector<double> edit_us_;
  Answers result_;  ///< of one version
  AllVersions answers_;
};

Outcome write_reports(const DynamicArguments& arguments, const AllVersions& answers) {
  const SolvedBatch& batch = answers.batch;
  return write_forms({{arguments.paths, [&] { return print_paths(batch.result); }},
                      {arguments.csv,
                       [&] {
                         return print_csv(answers.scenario.queries, batch.result,
                                          batch.lengths, promise_of(batch),
                                          {.version = answers.version});
                       }},
                      {arguments.json, [&] { return print_json_summary(batch); }}},
                     [&] { return print_table_summary(batch); });
}

Result<Verdict> run_dynamic(const ArgumentParser& parser,
                            const DynamicArguments& arguments) {
  const auto wanted = wanted_index(parser, arguments.choice, arguments.rules);
  if (!wanted) return wanted.failure();
  const auto scenario =
      read_dynamic_scenario(arguments.scenario, arguments.rules.movement.own_characters());
  if (!scenario) return scenario.failure();
  if (scenario->versions.empty())
    return fail(Code::bad_argument, arguments.scenario + ": contains no query");
  Result<MapFile> first = first_map(arguments, *scenario);
  if (!first) return first.failure();
  DynamicRun run(arguments, *scenario, *std::move(first));
  Result<AllVersions> answers = run.run(*wanted);
  if (!answers) return answers.failure();
  if (arguments.choice.check) check_batch(answers->scenario, answers->batch);
  if (const Outcome written = write_reports(arguments, *answers); !written)
    return written.failure();
  return answers->batch.mismatches.value_or(0) == 0 ? Verdict::passed : Verdict::failed;
}

constexpr const char* kAboutDynamic =
    R"(Plays a dynamic scenario of the Grid-based Path Planning Competition: patches that
replace rectangles of the map, and queries between them. Every run of patches makes a new
version of the map; edit_us is the time until it can be searched. Grid, jump graph,
landmarks and fronts are repaired. With hub labels, areas, gates, or landmarks of another
kind than the default, all is built again for each version. All else is as for solve.

Example:
  throng dynamic maps/doors.dynamic maps/demo.map --check --landmarks 4)";

}  // namespace

Command add_dynamic(ArgumentParser& program) {
  ArgumentParser parser =
      program.add_command("dynamic", "Solve queries on a map that changes between them");
  const auto arguments = std::make_shared<DynamicArguments>();
  parser
      .add("SCEN", arguments->scenario,
           "A dynamic scenario: version 2, with the file of its patches")
      .required()
      .type("")
      .reads([&arguments = *arguments] {
        std::vector<std::string> files{arguments.scenario};
        if (const Result<std::string> text = read_text(arguments.scenario); text)
          files.push_back(patches_path(*text, arguments.scenario));
        return files;
      });
  parser
      .add("MAP", arguments->map,
           "The MovingAI map before the first patch (default: all cells are open)")
      .type("")
      .reads([&arguments = *arguments] { return listed(arguments.map); }, Stdin::accepted);
  add_movement(parser, arguments->rules);
  add_costs(parser, arguments->rules);
  add_ground(parser, arguments->rules, arguments->ground);
  add_search(parser, arguments->choice);
  refuse_lines(parser);
  add_file(parser, "--paths", arguments->paths,
           "Write the paths, one line per query: index and x,y pairs");
  add_file(parser, "--csv", arguments->csv, "Write a table with one row per query");
  add_file(parser, "--json", arguments->json,
           "Write the summary as JSON; - is standard output");
  parser.set_footer(kAboutDynamic);
  return {parser, [parser, arguments] {
            arguments->command_line = parser.command_line();
            return run_dynamic(parser, *arguments);
          }};
}

}  // namespace throng::cli
