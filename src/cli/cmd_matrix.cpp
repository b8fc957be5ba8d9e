#include "command.hpp"
#include "field_options.hpp"
#include "inputs.hpp"
#include "npy.hpp"
#include "options.hpp"
#include "output.hpp"
#include "points.hpp"
#include "progress.hpp"
#include "stopwatch.hpp"
#include "text.hpp"

#include <throng/field.hpp>
#include <throng/map_io.hpp>

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

namespace throng::cli {
namespace {

struct MatrixArguments {
  std::string map;
  std::string points;
  Rules rules;
  GroundFiles ground;
  FieldMetric metric = FieldMetric::cost;
  int threads = 0;
  OutputFile output{"-o", ""};
};

/// Whether the matrix and the file made of it fit the machine's memory.
Outcome check_size(const std::string& path, std::size_t points) {
  const auto memory = static_cast<double>(sysconf(_SC_PHYS_PAGES)) *
                      static_cast<double>(sysconf(_SC_PAGESIZE));
  const double needed =
      2 * sizeof(Cost) * static_cast<double>(points) * static_cast<double>(points);
  if (needed <= memory) return ok();
  return fail(
      Code::unsupported,
      fmt::format("{}: a matrix of {} needs {:.1f} GB of memory, more than the {:.1f} "
                  "GB of this machine",
                  path, plural(points, "point", "points"), needed / 1e9, memory / 1e9));
}

struct Matrix {
  std::vector<Cost> distances;
  double seconds = 0;
  int threads = 0;
};

Matrix measure(const MatrixArguments& arguments, const Grid& grid,
               const std::vector<Position>& points) {
  Workers workers(arguments.threads);
  Monitor monitor;
  const Progress progress("measuring", monitor);
  const Stopwatch stopwatch;
  std::vector<Cost> distances = distance_matrix(
      grid, points, workers, {.metric = arguments.metric, .monitor = &monitor});
  return {std::move(distances), stopwatch.seconds(), workers.threads()};
}

std::string summary(const MatrixArguments& arguments, std::size_t points,
                    const Matrix& matrix) {
  const std::size_t pairs = matrix.distances.size();
  const auto apart = static_cast<std::size_t>(
      std::count(matrix.distances.begin(), matrix.distances.end(), kUnreachable));
  const double each = points == 0 ? 0 : matrix.seconds / static_cast<double>(points);
  return table(
      {{"map", one_line(arguments.map)},
       {"points", count(points)},
       {"pairs",
        fmt::format("{}, {} of them joined by a path", count(pairs), count(pairs - apart))},
       {"time",
        fmt::format("{} on {}, {} a point", seconds(matrix.seconds),
                    plural(static_cast<std::uint64_t>(matrix.threads), "thread", "threads"),
                    seconds(each))},
       {"written", one_line(arguments.output.path)}},
      "ll");
}

Result<Verdict> run_matrix(const MatrixArguments& arguments) {
  if (const Outcome outcome = check_outputs({arguments.output}); !outcome)
    return Failure{outcome.error()};
  const Result<Terrain> terrain = read_map(arguments.map);
  if (!terrain) return Failure{terrain.error()};
  const Result<std::vector<Position>> points = read_points(arguments.points, *terrain);
  if (!points) return Failure{points.error()};
  const std::size_t n = points->size();
  if (const Outcome outcome = check_size(arguments.points, n); !outcome)
    return Failure{outcome.error()};
  const Result<Ground> ground = read_ground(arguments.ground, arguments.map, *terrain);
  if (!ground) return Failure{ground.error()};
  const Result<TimedGrid> built =
      build_grid(arguments.map, *terrain, arguments.rules, arguments.threads, *ground);
  if (!built) return Failure{built.error()};

  const Matrix matrix = measure(arguments, *built->grid, *points);
  const std::string& path = arguments.output.path;
  if (const Outcome outcome = write_output(path, print_npy(matrix.distances, n, n));
      !outcome)
    return Failure{outcome.error()};
  if (path != kStandardOutput) fmt::print("{}", summary(arguments, n, matrix));
  return Verdict::passed;
}

}  // namespace

Command add_matrix(CLI::App& program) {
  CLI::App& app = *program.add_subcommand("matrix", "Measure all pairs of points");
  const auto arguments = std::make_shared<MatrixArguments>();
  add_map(app, arguments->map);
  app.add_option("POINTS", arguments->points, "A text of points, x,y a line; # comments")
      ->required()
      ->type_name("");
  add_metric(app, arguments->metric);
  add_number(app, "--threads", arguments->threads, 0, Workers::kMaxThreads,
             "Threads (default 0: all cores)");
  add_movement(app, arguments->rules);
  add_costs(app, arguments->rules);
  add_ground(app, arguments->rules, arguments->ground);
  add_array_output(app, arguments->output.path);
  app.footer("Example:\n  throng matrix maps/rooms.map points.txt -o matrix.npy");
  return {&app, [arguments] { return run_matrix(*arguments); }};
}

}  // namespace throng::cli
