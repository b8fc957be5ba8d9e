#include "../../core/files.hpp"
#include "../../experiment/areas.hpp"
#include "../inputs.hpp"
#include "../options.hpp"
#include "../output.hpp"
#include "../picture/area_picture.hpp"
#include "../picture/png.hpp"
#include "../text.hpp"
#include "experiments.hpp"

#include <fmt/core.h>
#include <memory>
#include <string>

namespace throng::cli {
namespace {

struct AreasArguments {
  std::string map;
  Rules rules;
  std::string output;  ///< a file name
};

Result<Verdict> run(const AreasArguments& arguments) {
  if (is_hexagonal(arguments.rules.topology))
    return fail(Code::unsupported,
                "areas need a grid of squares (--topology octile or tile)");
  const Result<TimedGrid> built = read_grid(arguments.map, arguments.rules);
  if (!built) return built.failure();
  const Grid& grid = *built->grid;
  const experiment::AreasReport report = experiment::measure_areas(grid);
  const Result<std::string> picture =
      print_png(paint_areas(grid, report.areas, report.borders, report.entries));
  if (!picture) return in_file(arguments.map, picture.error());
  const std::string& path = arguments.output;
  if (const Outcome outcome = write_output(path, *picture); !outcome)
    return outcome.failure();
  if (path == kStandardOutput) return Verdict::passed;
  fmt::print("{}",
             table({{"map", one_line(arguments.map)},
                    {"areas", count(report.areas.count)},
                    {"borders", count(report.borders.size())},
                    {"blocks", count(report.blocks) + ", not joined by single borders"},
                    {"gates", count(report.gates) + ", one way each"},
                    {"time", seconds(report.seconds)},
                    {"written", one_line(path)}},
                   "ll"));
  return Verdict::passed;
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
    "  throng experiment areas --map maps/rooms.map -o areas.png";

}  // namespace

Command add_areas_experiment(ArgumentParser& experiments) {
  ArgumentParser parser = experiments.add_command("areas", "Paint the areas of a map");
  const auto arguments = std::make_shared<AreasArguments>();
  add_input(parser, "--map", arguments->map, "A MovingAI map").type("MAP");
  add_movement(parser, arguments->rules);
  parser.add("-o", arguments->output, "The picture (PNG); - is standard output")
      .required()
      .type("FILE")
      .writes([arguments] { return std::vector{arguments->output}; });
  parser.set_footer(kAboutAreas);
  return {parser, [arguments] { return run(*arguments); }};
}

}  // namespace throng::cli
