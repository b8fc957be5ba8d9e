#include "../core/npy.hpp"
#include "../experiment/stopwatch.hpp"
#include "../map/points.hpp"
#include "command.hpp"
#include "field_options.hpp"
#include "inputs.hpp"
#include "options.hpp"
#include "output.hpp"
#include "text.hpp"

#include <throng/distances.hpp>
#include <throng/map_io.hpp>

#include <algorithm>
#include <fmt/core.h>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace throng::cli {
namespace {

struct FieldArguments {
  std::string map;
  std::vector<Position> sources;
  Rules rules;
  GroundFiles ground;
  DistanceOptions options{.nearest_source = true};
  std::string output;  ///< a file name
};

Outcome check_sources(const Grid& grid, TerrainView terrain,
                      const std::vector<Position>& sources) {
  for (const Position source : sources) {
    if (const Outcome inside = check_inside(source, terrain); !inside)
      return fail(Code::bad_argument, "--from: " + inside.error().what);
    if (!grid.open(source))
      return fail(Code::bad_argument, "--from: " + cell(source) + " is a closed cell");
  }
  return ok();
}

/// "12,345, that is 5.19 straight steps".
std::string distance_text(Cost distance, const Grid& grid, FieldMetric metric) {
  const Cost straight = grid.costs().straight;
  if (metric == FieldMetric::steps) return plural(distance, "step", "steps");
  if (straight == 1) return count(distance);
  return fmt::format("{} ({:.2f} straight steps)", count(distance),
                     static_cast<double>(distance) / static_cast<double>(straight));
}

std::string summary(const FieldArguments& arguments, const Grid& grid,
                    const std::vector<Cost>& field, double time) {
  std::size_t reached = 0;
  Cost farthest = 0;
  for (const Cost distance : field)
    if (distance != kUnreachable) {
      ++reached;
      farthest = std::max(farthest, distance);
    }
  return table({{"map", one_line(arguments.map)},
                {"sources", count(arguments.sources.size())},
                {"reached", fmt::format("{} of {} open cells", count(reached),
                                        count(grid.open_cells()))},
                {"farthest", distance_text(farthest, grid, arguments.options.metric)},
                {"time", fmt::format("{}, {} per reached cell", seconds(time),
                                     seconds(time / static_cast<double>(reached)))},
                {"written", one_line(arguments.output)}},
               "ll");
}

Result<Verdict> run_field(const FieldArguments& arguments) {
  const Result<MapFile> map =
      read_map_file(arguments.map, arguments.rules.movement, arguments.ground);
  if (!map) return map.failure();
  const Result<TimedGrid> built =
      build_grid(arguments.map, map->terrain, arguments.rules, 0, map->ground);
  if (!built) return built.failure();
  const Grid& grid = *built->grid;
  if (const Outcome outcome = check_sources(grid, map->terrain, arguments.sources);
      !outcome)
    return outcome.failure();

  Workers workers(1);
  const experiment::Stopwatch stopwatch;
  const std::vector<Cost> field =
      distances(built->grid, arguments.sources, workers, arguments.options);
  const double time = stopwatch.seconds();

  const std::string& path = arguments.output;
  std::string file = npy_header(
      {static_cast<std::size_t>(grid.height()), static_cast<std::size_t>(grid.width())});
  std::string converted;
  file += npy_bytes(field, converted);
  if (const Outcome outcome = write_output(path, file); !outcome) return outcome.failure();
  if (path != kStandardOutput) fmt::print("{}", summary(arguments, grid, field, time));
  return Verdict::passed;
}

void add_sources(ArgumentParser& parser, std::vector<Position>& sources) {
  const auto append = [&sources](const std::string& word) -> Outcome {
    const Result<Position> source = parse_position(word);
    if (!source) return source.failure();
    sources.push_back(*source);
    return ok();
  };
  parser.add_each("--from", append, "A source; of several the nearest counts")
      .required()
      .type("X,Y");
}

}  // namespace

Command add_field(ArgumentParser& program) {
  ArgumentParser parser = program.add_command("field", "Compute the distances from cells");
  const auto arguments = std::make_shared<FieldArguments>();
  add_map(parser, arguments->map);
  add_sources(parser, arguments->sources);
  add_metric(parser, arguments->options.metric);
  add_number(parser, "--radius", arguments->options.max_cost, Cost{0}, kUnreachable - 1,
             "Ignore cells farther than this, in units of the metric");
  add_movement(parser, arguments->rules);
  add_costs(parser, arguments->rules);
  add_ground(parser, arguments->rules, arguments->ground);
  add_array_output(parser, arguments->output);
  parser.set_footer("Example:\n  throng field maps/rooms.map --from 5,5 -o field.npy");
  return {parser, [arguments] { return run_field(*arguments); }};
}

}  // namespace throng::cli
