#include "../inputs.hpp"
#include "../options.hpp"
#include "areas_report.hpp"
#include "experiments.hpp"
#include "run_experiment.hpp"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace throng::cli {
namespace {

struct AreasArguments {
  std::string map;
  Rules rules;
  ReportFiles files;
};

Result<AreasOfMap> measure(const AreasArguments& arguments) {
  if (is_hexagonal(arguments.rules.topology))
    return fail(Code::unsupported,
                "areas need a grid of squares (--topology octile or tile)");
  Result<TimedGrid> built = read_grid(arguments.map, arguments.rules);
  if (!built) return built.failure();
  experiment::AreasReport report = experiment::measure_areas(*built->grid);
  return AreasOfMap{arguments.map, std::move(built->grid), std::move(report)};
}

Result<Verdict> run(const AreasArguments& arguments, const std::string& command) {
  const ReportPrinter<AreasOfMap> printer{print_areas, print_areas_markdown, record_areas,
                                          map_of, plot_areas};
  return run_experiment(
      arguments.files, {command, std::nullopt}, printer, [&] { return measure(arguments); },
      [](const AreasOfMap&) { return Verdict::passed; });
}

constexpr const char* kAboutAreas =
    "The areas are those of Y. Bjornsson, K. Halldorsson, \"Improved Heuristics for "
    "Optimal\n"
    "Pathfinding on Game Maps\" (AIIDE 2006), Algorithm 1. Neighbours differ in colour,\n"
    "closed cells are dark, and the entry cells of areas have a red mark. A border is a\n"
    "straight contact of two areas. A block is a group of areas that no single border\n"
    "separates. Areas joined to a block by one border only are a dead end for every\n"
    "query that neither begins nor ends there.\n\n"
    "Example:\n"
    "  throng experiment areas --map maps/rooms.map --plot areas.svg";

}  // namespace

Command add_areas_experiment(ArgumentParser& experiments) {
  ArgumentParser parser =
      experiments.add_command("areas", "Count and paint the areas of a map");
  const auto arguments = std::make_shared<AreasArguments>();
  add_input(parser, "--map", arguments->map, "A MovingAI map").type("MAP");
  add_movement(parser, arguments->rules);
  add_report_files(parser, arguments->files, "map", "the areas", "-o,--plot");
  parser.set_footer(kAboutAreas);
  return {parser, [parser, arguments] { return run(*arguments, parser.command_line()); }};
}

}  // namespace throng::cli
