#include "command.hpp"
#include "inputs.hpp"
#include "options.hpp"
#include "text.hpp"

#include <throng/validate.hpp>

#include <algorithm>
#include <cstdio>
#include <fmt/core.h>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace throng::cli {
namespace {

constexpr std::size_t kListedComplaints = 10;

struct ValidateArguments {
  std::string map;
  std::string queries;
  std::string paths;
  Rules rules;
  GroundFiles ground;
  bool points = false;
};

void report(const std::vector<PathError>& complaints, const Scenario& scenario) {
  const std::size_t listed = std::min(complaints.size(), kListedComplaints);
  for (std::size_t k = 0; k < listed; ++k) {
    const auto& [query, what] = complaints[k];
    const auto& [start, goal] = scenario.queries[query];
    fmt::print(stderr, "throng: query {}, from {} to {}: {}\n", query, cell(start),
               cell(goal), what);
  }
  if (complaints.size() > listed)
    fmt::print(stderr, "throng: and {} more\n", count(complaints.size() - listed));
}

Result<Verdict> run_validate(const ValidateArguments& arguments) {
  if (const Outcome outcome = check_unit(arguments.rules); !outcome)
    return outcome.failure();
  const Result<Task> task = read_task(arguments.map, arguments.queries,
                                      arguments.rules.movement, arguments.ground);
  if (!task) return task.failure();
  const Result<PathList> paths = read_paths(input_path(arguments.paths));
  if (!paths) return paths.failure();
  const Scenario& scenario = task->scenario;
  if (paths->size() != scenario.queries.size())
    return fail(Code::bad_argument,
                fmt::format("{}: contains {}, but {} contains {}", arguments.paths,
                            plural(paths->size(), "path", "paths"), arguments.queries,
                            plural(scenario.queries.size(), "query", "queries")));

  if (paths->scale != 1 &&
      (!arguments.points || arguments.rules.topology != Topology::octile ||
       arguments.rules.corners != Corners::cut_one))
    return fail(Code::bad_argument,
                arguments.paths +
                    ": contains points that are no cells; these need --points, "
                    "topology octile and --corners cut_one");
  const auto validate = arguments.points ? validate_points : validate_paths;
  const auto complaints = validate(task->terrain, arguments.rules, scenario, *paths,
                                   grid_options(task->ground));
  report(complaints, scenario);
  if (!complaints.empty()) return Verdict::failed;
  const bool lengths_known = scenario.lengths.size() == paths->size();
  fmt::print("{} valid{}\n", plural(paths->size(), "path", "paths"),
             lengths_known || arguments.points ? "" : " (no lengths to compare with)");
  return Verdict::passed;
}

}  // namespace

Command add_validate(ArgumentParser& program) {
  ArgumentParser parser = program.add_command("validate", "Replay paths move by move");
  const auto arguments = std::make_shared<ValidateArguments>();
  add_map(parser, arguments->map);
  add_queries(parser, arguments->queries);
  add_input(parser, "PATHS", arguments->paths,
            "The paths written by solve --paths; - is standard input");
  parser.add_flag("--points", arguments->points,
                  "PATHS are the points of any-angle paths, written by solve --points");
  add_movement(parser, arguments->rules);
  add_ground(parser, arguments->rules, arguments->ground);
  parser.set_footer(
      "Example:\n  throng validate maps/rooms.map maps/rooms.map.scen paths.txt");
  return {parser, [arguments] { return run_validate(*arguments); }};
}

}  // namespace throng::cli
