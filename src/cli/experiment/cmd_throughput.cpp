#include "../../experiment/stopwatch.hpp"
#include "../../experiment/throughput.hpp"
#include "../options.hpp"
#include "../progress.hpp"
#include "../text.hpp"
#include "exercises.hpp"
#include "experiments.hpp"
#include "run_experiment.hpp"
#include "throughput_report.hpp"
#include "throughput_rows.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fmt/core.h>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace throng::cli {

using experiment::ThroughputRow;
using Entries = std::vector<ThroughputEntry>;

namespace {

/// How often the rows are stored, at most.
constexpr double kStoreSeconds = 1;

struct ThroughputArguments {
  ExerciseChoice choice{.queries = 1000};
  Rules rules;
  std::uint64_t seed = 0;
  experiment::CombinationChoice combinations;
  experiment::ThroughputOptions options;
  ReportFiles files;
  bool resume = false;
};

/// The rows of the experiment, and the file that keeps them.
class Store {
 public:
  Store(const ThroughputArguments& arguments, std::string command)
      : arguments_(arguments), command_(std::move(command)) {}

  /// Reads the rows of an earlier run.
  Outcome resume() {
    std::error_code ignored;
    if (!arguments_.resume || !std::filesystem::exists(*arguments_.files.csv, ignored))
      return ok();
    Result<Entries> entries = read_throughput(*arguments_.files.csv);
    if (!entries) return entries.failure();
    earlier_ = *std::move(entries);
    return ok();
  }

  /// Adds a row for each combination on the map of an exercise, with the runs that an
  /// earlier run stored. Errors: bad_argument when those are not of this measurement.
  Outcome add_map(const Problem& problem) {
    for (const auto& combination : experiment::combinations(arguments_.combinations)) {
      ThroughputEntry entry{
          problem, {.combination = combination}, current_origin(command_)};
      const auto found = std::ranges::find_if(
          earlier_, [&](const ThroughputEntry& old) { return same_row(old, entry); });
      if (found != earlier_.end()) {
        if (const std::string what = difference(*found, entry); !what.empty())
          return fail(Code::bad_argument,
                      fmt::format("{}: {} was measured under other conditions ({}); name "
                                  "another file, or omit --resume",
                                  *arguments_.files.csv, one_line(problem.map), what));
        entry = std::move(*found);
        earlier_.erase(found);
      }
      entries_.push_back(std::move(entry));
    }
    return ok();
  }

  /// The rows of a map, for measure_throughput().
  std::vector<ThroughputRow> rows_of(const std::string& map) const {
    std::vector<ThroughputRow> rows;
    for (const ThroughputEntry& entry : entries_)
      if (entry.problem.map == map) rows.push_back(entry.row);
    return rows;
  }

  /// Replaces the rows of a map.
  void update(const std::string& map, std::span<const ThroughputRow> rows) {
    auto next = rows.begin();
    for (ThroughputEntry& entry : entries_) {
      if (entry.problem.map != map) continue;
      if (entry.row.runs.size() != next->runs.size())
        entry.origin = current_origin(command_);
      entry.row = *next++;
    }
  }

  /// Writes the rows now, or if that was long enough ago.
  Outcome store(bool now) {
    const auto& csv = arguments_.files.csv;
    if (!csv || *csv == kStandardOutput) return ok();
    if (!now && since_stored_.seconds() < kStoreSeconds) return ok();
    since_stored_ = {};
    return write_output(*csv, print_csv(record_throughput(measured())));
  }

  /// All rows that were measured or refused. Rows of earlier runs that this command does
  /// not name are the last.
  Entries measured() const {
    Entries all;
    const auto has_result = [](const ThroughputEntry& entry) {
      return !entry.row.runs.empty() || !entry.row.refusal.empty();
    };
    std::ranges::copy_if(entries_, std::back_inserter(all), has_result);
    std::ranges::copy(earlier_, std::back_inserter(all));
    return all;
  }

 private:
  const ThroughputArguments& arguments_;
  std::string command_;
  Entries earlier_;  ///< read from the file, not yet in entries_
  Entries entries_;
  experiment::Stopwatch since_stored_;
};

Result<experiment::Exercise> read_exercise(const ThroughputArguments& arguments,
                                           const std::string& map) {
  return read_exercise(map, arguments.choice, arguments.rules, arguments.seed,
                       arguments.options.threads);
}

/// Reads all maps once, so that errors show before anything is measured.
Outcome prepare(const ThroughputArguments& arguments, Store& store) {
  if (Outcome resumed = store.resume(); !resumed) return resumed;
  for (const std::string& map : arguments.choice.maps) {
    const auto exercise = read_exercise(arguments, map);
    if (!exercise) return exercise.failure();
    Outcome added = store.add_map(describe_problem(*exercise, arguments.rules));
    if (!added) return added;
  }
  return ok();
}

Outcome measure_map(const ThroughputArguments& arguments, const std::string& map,
                    Store& store) {
  std::vector<ThroughputRow> rows = store.rows_of(map);
  const auto complete = [&](const ThroughputRow& row) {
    return row.runs.size() >= arguments.options.repeats;
  };
  if (std::ranges::all_of(rows, complete)) return ok();
  const auto exercise = read_exercise(arguments, map);
  if (!exercise) return exercise.failure();
  WatchedWork work("measuring " + map);
  Outcome stored = ok();
  const auto keep = [&](bool now) {
    store.update(map, rows);
    if (stored) stored = store.store(now);
    if (!stored) work.monitor.cancel = true;  // the disk is full: measure no further
  };
  const Outcome measured = experiment::measure_throughput(
      *exercise, arguments.options, rows, work.monitor, [&] { keep(false); });
  keep(true);
  return stored ? measured : stored;
}

Result<Entries> measure(const ThroughputArguments& arguments, const std::string& command) {
  Store store(arguments, command);
  if (const Outcome prepared = prepare(arguments, store); !prepared)
    return prepared.failure();
  for (const std::string& map : arguments.choice.maps)
    if (const Outcome measured = measure_map(arguments, map, store); !measured)
      return measured.failure();
  return store.measured();
}

/// Reports rows with wrong answers.
Verdict judge(const Entries& entries) {
  Verdict verdict = Verdict::passed;
  for (const auto& [problem, row, origin] : entries) {
    if (row.wrong == 0) continue;
    verdict = Verdict::failed;
    fmt::print(stderr, "throng: {}, {}: {} not as the algorithm guarantees\n",
               one_line(problem.map), name(row.combination.algorithm),
               plural(row.wrong, "cost", "costs"));
  }
  return verdict;
}

Result<Verdict> run(const ThroughputArguments& arguments, const std::string& command) {
  const ReportPrinter<Entries> printer{print_throughput, print_throughput_markdown,
                                       record_throughput, throughput_maps, plot_throughput};
  return run_experiment(
      arguments.files, {command, arguments.seed}, printer,
      [&] { return measure(arguments, command); },
      [](const Entries& entries) { return judge(entries); });
}

/// An option whose value is a list of words, separated by commas, that `parse` reads.
template <class T, class Parse>
void add_list(ArgumentParser& parser, const std::string& option, std::vector<T>& values,
              Parse parse, const std::string& type, const std::string& help) {
  const auto assign = [&values, parse](std::string_view words) -> Outcome {
    values.clear();
    for (bool more = true; more;) {
      const std::size_t comma = words.find(',');
      const Result<T> value = parse(words.substr(0, comma));
      if (!value) return value.failure();
      values.push_back(*value);
      more = comma != std::string_view::npos;
      if (more) words.remove_prefix(comma + 1);
    }
    return ok();
  };
  parser.add(option, assign, help).type(type);
}

constexpr const char* kAboutThroughput =
    R"(Each combination of an algorithm, a heuristic, a number of landmarks and a number of
threads solves the same batch on each map, with paths. Combinations take turns, --repeat
times; a turn solves the batch for at least 50 ms. Figures:
  queries/s         the median of the repeats; slowest and fastest: extremes
  speed-up          over the first combination of the map
  p50, p99          times of single queries, two clock readings included: the
                    medians of the repeats
  index             memory of the index that the combination needs
Where landmarks have no effect, their number is 0. Combinations that a map or its memory
limits do not allow are refused, in the table; all others are still measured. Costs are
compared with those that auto finds without an index: exit code 1 if they are not what the
algorithm guarantees.

The CSV has a row per combination and map, with every run, hashes of map and queries, the
version, the compiler, the processor, the time and the command line. It is stored after
each second, so that --resume continues where a run ended, however it ended.

Example:
  throng experiment throughput --maps maps/maze.map maps/rooms.map \
      --algorithms astar,jps,hub --landmarks 0,16 --threads 1,2 \
      --csv t.csv --plot t.svg)";

void add_options(ArgumentParser& parser, ThroughputArguments& arguments) {
  add_exercises(parser, arguments.choice);
  add_scenarios(parser, arguments.choice);
  auto& [algorithms, heuristics, landmarks, threads] = arguments.combinations;
  add_list(parser, "--algorithms", algorithms, parse_algorithm, "A,B,...",
           "Algorithms, as for solve (default auto)");
  add_list(parser, "--heuristics", heuristics, parse_heuristic, "A,B,...",
           "Heuristics, as for solve (default auto)");
  add_list(
      parser, "--landmarks", landmarks,
      [](std::string_view word) {
        return parse_whole(word, 0, IndexOptions::kMaxLandmarks);
      },
      "K,L,...", "Numbers of landmarks (default 0)");
  add_list(
      parser, "--threads", threads,
      [](std::string_view word) { return parse_whole(word, 1, Workers::kMaxThreads); },
      "N,M,...", "Numbers of threads that solve (default 1); all cores build indexes");
  add_number(parser, "--repeat", arguments.options.repeats, std::size_t{1},
             std::size_t{1000}, "Runs of each combination (default 5)");
  add_movement(parser, arguments.rules);
  add_costs(parser, arguments.rules);
  add_seed(parser, "--seed", arguments.seed, "Seed of random queries (default 0)");
  add_megabytes(parser, "--hub-memory", arguments.options.hub_memory,
                "Memory limit of hub labels");
  add_megabytes(parser, "--gate-memory", arguments.options.gate_memory,
                "Memory limit of the costs between gates");
  add_report_files(parser, arguments.files, "combination and map",
                   "speeds, times and memory");
  parser.add_flag("--resume", arguments.resume,
                  "Continue with the rows of --csv FILE, if it exists");
  parser.add_need("--resume", "--csv FILE", [&arguments](const auto&) {
    return arguments.files.csv && *arguments.files.csv != kStandardOutput;
  });
  parser.set_footer(kAboutThroughput);
}

}  // namespace

Command add_throughput_experiment(ArgumentParser& experiments) {
  ArgumentParser parser =
      experiments.add_command("throughput", "Measure many maps and engines in one command");
  const auto arguments = std::make_shared<ThroughputArguments>();
  add_options(parser, *arguments);
  return {parser, [parser, arguments] { return run(*arguments, parser.command_line()); }};
}

}  // namespace throng::cli
