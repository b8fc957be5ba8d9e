#include "../grid/rectangle.hpp"
#include "../map/points.hpp"
#include "../trace/hub_trace.hpp"
#include "../trace/trace.hpp"
#include "any_angle.hpp"
#include "command.hpp"
#include "index_source.hpp"
#include "inputs.hpp"
#include "options.hpp"
#include "output.hpp"
#include "picture/map_picture.hpp"
#include "search_options.hpp"
#include "solving.hpp"
#include "summary.hpp"
#include "text.hpp"

#include <throng/distances.hpp>

#include <array>
#include <cstddef>
#include <fmt/core.h>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace throng::cli {
namespace {

/// The most events of a search that a picture holds; 1.5 GB.
constexpr std::size_t kMostEvents = 50'000'000;

struct RenderArguments {
  std::string map;
  std::optional<std::string> queries;
  Rules rules;
  GroundFiles ground;
  SearchChoice choice;
  std::optional<std::size_t> query;
  std::optional<Position> field;
  std::optional<MapRect> part;
  AnyAngle any_angle = AnyAngle::none;
  bool dark = false;
  std::string output;  ///< a file name
};

Result<MapRect> parse_part(std::string_view word) {
  const std::size_t middle = word.find(',', word.find(',') + 1);
  if (middle != std::string_view::npos) {
    const auto corner = parse_position(word.substr(0, middle));
    const auto size = parse_position(word.substr(middle + 1));
    if (corner && size && size->x > 0 && size->y > 0)
      return MapRect{*corner, size->x, size->y};
  }
  return fail(Code::bad_argument,
              fmt::format("'{}' is not a part of a map such as 40,30,64,48", word));
}

/// What a picture is drawn of. The picture holds views of the rest.
struct Scene {
  SolvedBatch batch;
  AreaMap areas;
  MapPicture picture;

  const Grid& grid() const { return *batch.built.grid; }
};

Outcome add_field(const RenderArguments& arguments, Workers& workers, Scene& scene) {
  if (!arguments.field) return ok();
  const Position from = *arguments.field;
  if (!scene.grid().contains(from) || !scene.grid().open(from))
    return fail(Code::bad_argument,
                "--field: " + cell(from) + " is not an open cell of the map");
  scene.picture.field = distances(scene.batch.built.grid, std::array{from}, workers);
  return ok();
}

Outcome add_part(const RenderArguments& arguments, Scene& scene) {
  if (!arguments.part) return ok();
  scene.picture.part = clipped(*arguments.part, 0, scene.grid());
  if (scene.picture.part->width > 0) return ok();
  return fail(Code::bad_argument, "--part: there is no cell of the map");
}

/// Areas, gates and landmarks of the index.
void add_parts(const RenderArguments& arguments, Scene& scene) {
  const Grid& grid = scene.grid();
  const IndexOptions& wanted = arguments.choice.index;
  if (wanted.areas || wanted.gates.build) scene.areas = decompose(grid);
  if (wanted.areas) scene.picture.areas = &scene.areas;
  if (wanted.gates.build) {
    const Gates gates(grid, scene.areas);
    scene.picture.gates.assign(gates.gates().begin(), gates.gates().end());
  }
  if (!scene.batch.index || scene.batch.index->options().landmarks.count == 0) return;
  for (std::uint32_t component = 0; component < grid.component_count(); ++component)
    for (const Position landmark : scene.batch.index->landmarks(component))
      scene.picture.landmarks.push_back(landmark);
}

/// The any-angle paths of the queries, instead of the paths.
Outcome add_lines(const RenderArguments& arguments, std::span<const Query> queries,
                  Workers& workers, Scene& scene) {
  const auto index = prepare_any_angle(arguments.any_angle, arguments.map,
                                       scene.batch.built.grid, scene.batch.index);
  if (!index) return index.failure();
  AnyAnglePaths& lines = scene.batch.any_angle.emplace();
  Outcome found =
      find_any_angle(*index, scene.grid(), queries, scene.batch.result, workers, lines, {});
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines.path(i).empty()) continue;
    auto& line = scene.picture.lines.emplace_back();
    for (const Position p : lines.path(i))
      line.push_back({1.0 * p.x / lines.scale, 1.0 * p.y / lines.scale});
  }
  return found;
}

/// The paths of all queries; or one query with its path and what its search did.
Outcome add_queries(const RenderArguments& arguments, const std::vector<Query>& queries,
                    const Solver& solver, Workers& workers, Scene& scene) {
  if (arguments.query && *arguments.query >= queries.size())
    return fail(Code::bad_argument,
                fmt::format("--query: {} is not below {}, the number of queries",
                            *arguments.query, queries.size()));
  const std::vector<Query> chosen =
      arguments.query ? std::vector{queries[*arguments.query]} : queries;
  Answers& result = scene.batch.result;
  solver.solve(chosen, workers, result);
  if (arguments.any_angle != AnyAngle::none) {
    if (Outcome added = add_lines(arguments, chosen, workers, scene); !added) return added;
  } else {
    for (std::size_t i = 0; i < result.size(); ++i)
      if (result.status[i] == Status::found)
        scene.picture.paths.push_back(result.path(i).cells());
  }
  if (!arguments.query) return ok();
  scene.picture.query = chosen[0];
  if (arguments.any_angle != AnyAngle::none) return ok();
  SearchTrace trace = trace_search(solver, chosen[0], {.events = kMostEvents});
  if (trace.left_out != 0)
    return fail(Code::over_limit, fmt::format("the search does more than {} things: too "
                                              "many for a picture",
                                              count(kMostEvents)));
  // The field is not covered.
  if (!arguments.field) scene.picture.events = std::move(trace.events);
  if (solver.algorithm() != Algorithm::hub) return ok();
  const auto hubs = trace_hubs(*scene.batch.index, chosen[0]);
  if (hubs && hubs->kind != HubTrace::Kind::direct) scene.picture.hub = hubs->meeting;
  return ok();
}

std::string summary(const RenderArguments& arguments, const Scene& scene) {
  std::vector<Row> rows{{"map", one_line(arguments.map)}};
  if (arguments.queries)
    rows.push_back(
        {"paths", count(scene.picture.paths.size() + scene.picture.lines.size())});
  if (scene.picture.query && scene.batch.result.status[0] == Status::found) {
    const double length = scene.batch.any_angle
                              ? scene.batch.any_angle->length[0]
                              : path_length(scene.grid(), scene.batch.result.path(0));
    rows.push_back({"length", fmt::format("{:.3f}", length)});
  }
  if (scene.picture.query && !scene.batch.any_angle)
    rows.push_back({"expanded", count(scene.batch.result.expanded[0])});
  rows.push_back({"written", one_line(arguments.output)});
  return table(rows, "ll");
}

/// The map, and its queries if there are any.
Result<Task> read_inputs(const RenderArguments& arguments) {
  if (arguments.queries)
    return read_task(arguments.map, *arguments.queries, arguments.rules.movement,
                     arguments.ground);
  Result<MapFile> file =
      read_map_file(arguments.map, arguments.rules.movement, arguments.ground);
  if (!file) return file.failure();
  return Task{std::move(file->terrain), {}, std::move(file->ground), std::move(file->hash)};
}

Result<Verdict> run_render(const ArgumentParser& parser, const RenderArguments& arguments) {
  const auto format = picture_format(arguments.output);
  if (!format) return format.failure();
  const auto wanted = wanted_index(parser, arguments.choice, arguments.rules);
  if (!wanted) return wanted.failure();
  const Result<Task> task = read_inputs(arguments);
  if (!task) return task.failure();
  Result<TimedGrid> built =
      build_grid(arguments.map, task->terrain, arguments.rules, 0, task->ground);
  if (!built) return built.failure();
  Scene scene;
  scene.batch.map_path = arguments.map;
  scene.batch.built = *std::move(built);
  Workers workers;
  const auto solver =
      make_solver(arguments.choice.search, {*wanted, {}}, workers, scene.batch);
  if (!solver) return solver.failure();
  Outcome outcome = add_part(arguments, scene);
  if (outcome) outcome = add_field(arguments, workers, scene);
  if (outcome && arguments.queries)
    outcome = add_queries(arguments, task->scenario.queries, *solver, workers, scene);
  if (!outcome) return outcome.failure();
  add_parts(arguments, scene);
  scene.picture.dark = arguments.dark;
  const auto picture = draw_map(scene.grid(), scene.picture, *format);
  if (!picture)
    return fail(picture.error().code, arguments.map + ": " + picture.error().what);
  if (outcome = write_output(arguments.output, *picture); !outcome)
    return outcome.failure();
  if (arguments.output != kStandardOutput) fmt::print("{}", summary(arguments, scene));
  return Verdict::passed;
}

void add_layers(ArgumentParser& parser, RenderArguments& arguments) {
  const auto read_query = [&arguments](const std::string& word) -> Outcome {
    const auto number = parse_whole<std::size_t>(word, 0, 4'294'967'295U);
    if (!number) return number.failure();
    arguments.query = *number;
    return ok();
  };
  parser
      .add("--query", read_query,
           "Show this query alone, the first is 0: its path and what its search did")
      .type("I");
  parser.add_need("--query", "QUERIES",
                  [&arguments](const auto&) { return arguments.queries.has_value(); });
  const auto read_field = [&arguments](const std::string& word) -> Outcome {
    const auto from = parse_position(word);
    if (!from) return from.failure();
    arguments.field = *from;
    return ok();
  };
  parser.add("--field", read_field, "Show the distances from this cell as colours")
      .type("X,Y");
  const auto read_part = [&arguments](const std::string& word) -> Outcome {
    const auto part = parse_part(word);
    if (!part) return part.failure();
    arguments.part = *part;
    return ok();
  };
  parser.add("--part", read_part, "Show these cells alone, as large as they fit")
      .type("X,Y,W,H");
  add_any_angle(parser, arguments.any_angle,
                "Show any-angle paths instead, as solve computes them");
  parser.add_need("--any-angle", "QUERIES",
                  [&arguments](const auto&) { return arguments.queries.has_value(); });
  parser.add_flag("--dark", arguments.dark, "Colours for a dark page");
}

}  // namespace

Command add_render(ArgumentParser& program) {
  ArgumentParser parser = program.add_command(
      "render", "Draw a map with paths, a search, fields, areas, gates and landmarks");
  const auto arguments = std::make_shared<RenderArguments>();
  add_map(parser, arguments->map);
  parser.add("QUERIES", arguments->queries, "Queries whose paths are drawn")
      .type("")
      .reads([arguments] { return listed(arguments->queries); });
  add_layers(parser, *arguments);
  add_movement(parser, arguments->rules);
  add_costs(parser, arguments->rules);
  add_ground(parser, arguments->rules, arguments->ground);
  add_engine(parser, arguments->choice);
  parser.add("-o,--output", arguments->output, "The picture: .svg or .png")
      .required()
      .type("FILE")
      .writes([arguments] { return std::vector{arguments->output}; });
  parser.set_footer(
      "Example:\n  throng render maps/caves.map maps/caves.map.scen --query 150 \\\n      "
      "--algorithm jps -o jps.svg");
  return {parser, [parser, arguments] { return run_render(parser, *arguments); }};
}

}  // namespace throng::cli
