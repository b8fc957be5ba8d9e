#include "../core/npy.hpp"
#include "../experiment/stopwatch.hpp"
#include "../field/count_joined.hpp"
#include "../map/points.hpp"
#include "command.hpp"
#include "field_options.hpp"
#include "inputs.hpp"
#include "options.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "signals.hpp"
#include "text.hpp"

#include <throng/column.hpp>
#include <throng/distances.hpp>
#include <throng/index.hpp>
#include <throng/map_io.hpp>

#include <algorithm>
#include <fmt/core.h>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace throng::cli {
namespace {

struct MatrixArguments {
  std::string map;
  std::string points;
  std::optional<std::string> to;
  Rules rules;
  GroundFiles ground;
  FieldMetric metric = FieldMetric::cost;
  IndexOptions index{.landmarks = {0}};
  int threads = 0;
  std::size_t memory = std::size_t{256} << 20;
  std::string output;  ///< a file name
};

/// One row per source, one column per target.
struct Ends {
  std::vector<Position> sources;
  std::vector<Position> targets;
};

Result<Ends> read_ends(const MatrixArguments& arguments, TerrainView terrain) {
  Result<std::vector<Position>> sources =
      read_points(input_path(arguments.points), terrain);
  if (!sources) return sources.failure();
  if (!arguments.to) return Ends{*sources, *sources};
  Result<std::vector<Position>> targets = read_points(input_path(*arguments.to), terrain);
  if (!targets) return targets.failure();
  return Ends{std::move(*sources), std::move(*targets)};
}

std::string in_gigabytes(double bytes) { return fmt::format("{:.1f} GB", bytes / 1e9); }

/// Checks the space for the file, and the memory for one row.
Outcome check_size(const MatrixArguments& arguments, const Ends& ends) {
  constexpr std::size_t kMegabyte = std::size_t{1} << 20;
  const std::size_t row = ends.targets.size() * sizeof(Cost);
  if (row > arguments.memory)
    return fail(Code::bad_argument,
                fmt::format("--memory: {} MB is too little for a row of {} ({} MB)",
                            arguments.memory / kMegabyte,
                            plural(ends.targets.size(), "distance", "distances"),
                            (row + kMegabyte - 1) / kMegabyte));
  const double needed = static_cast<double>(ends.sources.size()) * static_cast<double>(row);
  const auto free = free_bytes(arguments.output);
  if (!free || needed <= static_cast<double>(*free)) return ok();
  return fail(Code::unsupported,
              fmt::format("{}: the distances of {} to {} need {}, but only {} are free",
                          arguments.output, plural(ends.sources.size(), "point", "points"),
                          plural(ends.targets.size(), "point", "points"),
                          in_gigabytes(needed), in_gigabytes(static_cast<double>(*free))));
}

/// Computes as many rows at a time as fit into the memory limit, and writes them.
class MatrixJob {
 public:
  MatrixJob(const MatrixArguments& arguments, std::shared_ptr<const Grid> grid,
            const Ends& ends)
      : arguments_(arguments),
        grid_(std::move(grid)),
        ends_(ends),
        workers_(arguments.threads) {}

  /// Builds the index, if one was requested.
  Outcome prepare() {
    if (!arguments_.index.hub_labels.build && !arguments_.index.fronts.build) return ok();
    Result<Index> index = build_index(arguments_.map, grid_, arguments_.index, workers_);
    if (!index) return index.failure();
    index_ = *std::move(index);
    note_refusals(arguments_.map, *index_);
    return ok();
  }

  Outcome run() {
    Result<OutputWriter> out = OutputWriter::create(arguments_.output);
    if (!out) return out.failure();
    const std::size_t rows = ends_.sources.size(), columns = ends_.targets.size();
    if (Outcome begun = out->write(npy_header({rows, columns})); !begun) return begun;
    const Cancellable cancellable(monitor_);
    const std::size_t row_bytes = std::max<std::size_t>(1, columns * sizeof(Cost));
    const std::size_t most = std::min(rows, arguments_.memory / row_bytes);
    for (std::size_t row = 0; row < rows; row += most) {
      measure(row, std::min(most, rows - row));
      if (monitor_.cancel)
        return fail(Code::cancelled, arguments_.map + ": the matrix was cancelled");
      if (Outcome written = write(*out); !written) return written;
    }
    return out->finish();
  }

  std::string summary() const {
    const std::size_t points = ends_.sources.size();
    std::vector<std::vector<std::string>> lines{{"map", one_line(arguments_.map)},
                                                {"points", count(points)}};
    if (arguments_.to) lines.push_back({"to", count(ends_.targets.size())});
    lines.push_back(
        {"pairs", fmt::format("{}, {} of them joined by a path",
                              count(points * ends_.targets.size()), count(joined_))});
    const double each = points == 0 ? 0 : seconds_ / static_cast<double>(points);
    lines.push_back(
        {"time", fmt::format("{} on {}, {} per point", seconds(seconds_),
                             plural(static_cast<std::uint64_t>(workers_.threads()),
                                    "thread", "threads"),
                             seconds(each))});
    if (index_)
      lines.push_back({"index", fmt::format("{}, built in {}", describe(*index_),
                                            seconds(index_->build_seconds()))});
    lines.push_back({"written", one_line(arguments_.output)});
    return table(lines, "ll");
  }

 private:
  void measure(std::size_t first, std::size_t rows) {
    monitor_.done = 0;
    const Progress progress(fmt::format("computing from row {} of {}", count(first + 1),
                                        count(ends_.sources.size())),
                            monitor_);
    const experiment::Stopwatch stopwatch;
    table_.resize(rows * ends_.targets.size());
    const auto sources = std::span(ends_.sources).subspan(first, rows);
    const DistanceOptions options{.metric = arguments_.metric, .monitor = &monitor_};
    if (index_)
      fill_distances(*index_, sources, ends_.targets, table_, workers_, options);
    else
      fill_distances(grid_, sources, ends_.targets, table_, workers_, options);
    seconds_ += stopwatch.seconds();
  }

  Outcome write(OutputWriter& out) {
    joined_ += count_joined(table_, workers_);
    return out.write(npy_bytes(table_, converted_));
  }

  const MatrixArguments& arguments_;
  std::shared_ptr<const Grid> grid_;
  std::optional<Index> index_;  ///< nothing: not requested
  const Ends& ends_;
  Workers workers_;
  Monitor monitor_;
  Column<Cost> table_;     ///< the rows in progress
  std::string converted_;  ///< see npy_bytes
  std::size_t joined_ = 0;
  double seconds_ = 0;
};

Result<Verdict> run_matrix(const MatrixArguments& arguments) {
  const Result<MapFile> map =
      read_map_file(arguments.map, arguments.rules.movement, arguments.ground);
  if (!map) return map.failure();
  const Result<Ends> ends = read_ends(arguments, map->terrain);
  if (!ends) return ends.failure();
  if (const Outcome outcome = check_size(arguments, *ends); !outcome)
    return outcome.failure();
  const Result<TimedGrid> built = build_grid(arguments.map, map->terrain, arguments.rules,
                                             arguments.threads, map->ground);
  if (!built) return built.failure();

  MatrixJob job(arguments, built->grid, *ends);
  if (const Outcome outcome = job.prepare(); !outcome) return outcome.failure();
  if (const Outcome outcome = job.run(); !outcome) return outcome.failure();
  if (arguments.output != kStandardOutput) fmt::print("{}", job.summary());
  return Verdict::passed;
}

}  // namespace

Command add_matrix(ArgumentParser& program) {
  ArgumentParser parser = program.add_command(
      "matrix", "Compute the distances between all pairs of points, or between two lists");
  const auto arguments = std::make_shared<MatrixArguments>();
  add_map(parser, arguments->map);
  add_input(parser, "POINTS", arguments->points,
            "A file of points, one x,y per line; # comments; - is standard input");
  add_input(parser, "--to", arguments->to,
            "The points of the columns (default: POINTS, the points of the rows)");
  add_metric(parser, arguments->metric);
  const auto index = [&index = arguments->index](const auto&) { return index; };
  add_parts(parser, arguments->index, index, {&hub_part(), &front_part()});
  for (const char* option : {"--hubs", "--fronts"})
    parser.add_need(option, "--metric cost", [&metric = arguments->metric](const auto&) {
      return metric == FieldMetric::cost;
    });
  add_megabytes(parser, "--memory", arguments->memory,
                "Memory limit of the rows that are computed at a time");
  add_threads(parser, arguments->threads);
  add_movement(parser, arguments->rules);
  add_costs(parser, arguments->rules);
  add_ground(parser, arguments->rules, arguments->ground);
  add_array_output(parser, arguments->output);
  parser.set_footer("Example:\n  throng matrix maps/rooms.map points.txt -o matrix.npy");
  return {parser, [arguments, parser]() -> Result<Verdict> {
            const Outcome possible =
                check_ground(parser, arguments->index, arguments->rules);
            if (!possible) return possible.failure();
            return run_matrix(*arguments);
          }};
}

}  // namespace throng::cli
