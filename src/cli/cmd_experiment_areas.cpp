#include "../areas/area_map.hpp"
#include "../areas/borders.hpp"
#include "../areas/dead_ends.hpp"
#include "../core/files.hpp"
#include "../gates/gates.hpp"
#include "area_picture.hpp"
#include "experiments.hpp"
#include "inputs.hpp"
#include "options.hpp"
#include "output.hpp"
#include "png.hpp"
#include "stopwatch.hpp"
#include "text.hpp"

#include <fmt/format.h>
#include <memory>
#include <string>
#include <vector>

namespace throng::cli {
namespace {

struct AreasArguments {
  std::string map;
  Rules rules;
  OutputFile output{"-o", ""};
};

/// The cells by which areas are entered.
std::vector<CellIndex> entry_cells(const Grid& grid, const Gates& gates) {
  std::vector<CellIndex> cells;
  for (const Gate& gate : gates.gates())
    for (std::int32_t y = gate.first.y; y <= gate.last.y; ++y)
      for (std::int32_t x = gate.first.x; x <= gate.last.x; ++x)
        cells.push_back(grid.cell({x, y}));
  return cells;
}

Result<Verdict> run(const AreasArguments& arguments) {
  if (const Outcome outcome = check_outputs({arguments.output}); !outcome)
    return Failure{outcome.error()};
  if (is_hexagonal(arguments.rules.topology))
    return fail(Code::unsupported,
                "areas need a grid of squares (--topology octile or tile)");
  const Result<TimedGrid> built = read_grid(arguments.map, arguments.rules);
  if (!built) return Failure{built.error()};
  const Grid& grid = *built->grid;

  const Stopwatch stopwatch;
  const AreaMap areas = decompose(grid);
  const std::vector<Border> borders = find_borders(grid, areas);
  const DeadEnds dead_ends(areas.count, borders);
  const Gates gates(grid, areas);
  const double time = stopwatch.seconds();

  const Result<std::string> picture =
      print_png(paint_areas(grid, areas, borders, entry_cells(grid, gates)));
  if (!picture) return in_file(arguments.map, picture.error());
  const std::string& path = arguments.output.path;
  if (const Outcome outcome = write_output(path, *picture); !outcome)
    return Failure{outcome.error()};
  if (path == kStandardOutput) return Verdict::passed;
  fmt::print("{}", table({{"map", one_line(arguments.map)},
                          {"areas", count(areas.count)},
                          {"borders", count(borders.size())},
                          {"blocks", count(dead_ends.blocks()) +
                                         ", not held together by single borders"},
                          {"gates", count(gates.count()) + ", one way each"},
                          {"time", seconds(time)},
                          {"written", one_line(path)}},
                         "ll"));
  return Verdict::passed;
}

constexpr const char* kAbout =
    "The areas are those of Y. Bjornsson, K. Halldorsson, \"Improved Heuristics for "
    "Optimal\n"
    "Pathfinding on Game Maps\" (AIIDE 2006), Algorithm 1. Neighbours differ in colour,\n"
    "closed cells are dark, cells by which an area is entered bear a red mark. A border "
    "is\n"
    "a straight contact of two areas; blocks are areas joined by more than one way round,\n"
    "and what hangs on a block by one border is a dead end to all queries that do not go\n"
    "there.\n\n"
    "Example:\n"
    "  throng experiment areas --map maps/rooms.map -o areas.png";

}  // namespace

Command add_areas_experiment(CLI::App& experiments) {
  CLI::App& app = *experiments.add_subcommand("areas", "Paint the areas of a map");
  const auto arguments = std::make_shared<AreasArguments>();
  app.add_option("--map", arguments->map, "A MovingAI map")->required()->type_name("MAP");
  add_movement(app, arguments->rules);
  app.add_option("-o", arguments->output.path, "The picture (PNG); - is standard output")
      ->required()
      ->type_name("FILE");
  app.footer(kAbout);
  return {&app, [arguments] { return run(*arguments); }};
}

}  // namespace throng::cli
