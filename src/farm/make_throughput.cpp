#include "make_throughput.hpp"

#include "../core/files.hpp"
#include "../experiment/exercise.hpp"
#include "../index/map_identity.hpp"
#include "json_reader.hpp"
#include "sources.hpp"

#include <throng/scenario.hpp>

namespace throng::farm {
namespace {

using experiment::ThroughputRow;

Result<experiment::Exercise> read_exercise(const Job& job) {
  Result<SourceMap> map = read_sources(job);
  if (!map) return map.failure();
  auto grid = make_grid(job, *map);
  if (!grid) return grid.failure();
  experiment::QueryChoice choice{.asked = {},
                                 .scenario = job.scenario.path,
                                 .count = job.throughput.queries,
                                 .seed = job.throughput.seed};
  if (!job.scenario.path.empty()) {
    Result<Scenario> scenario = read_scenario(job.scenario.path);
    if (!scenario) return scenario.failure();
    choice.asked = std::move(scenario->queries);
  }
  return experiment::make_exercise(job.map.path, *std::move(grid), choice);
}

/// A text as a field of CSV.
std::string field(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + '"';
}

std::string print_rows(std::size_t queries, const std::vector<ThroughputRow>& rows) {
  std::string text =
      "algorithm,heuristic,landmarks,threads,queries,engine,refusal,expanded,"
      "cost_hash,wrong\n";
  for (const ThroughputRow& row : rows) {
    const auto& [algorithm, heuristic, landmarks, threads] = row.combination;
    text += std::string(name(algorithm)) + ',' + std::string(name(heuristic)) + ',' +
            std::to_string(landmarks) + ',' + std::to_string(threads) + ',' +
            std::to_string(queries) + ',' + row.engine + ',' + field(row.refusal) + ',' +
            std::to_string(row.expanded) + ',' + hexadecimal(row.cost_hash) + ',' +
            std::to_string(row.wrong) + '\n';
  }
  return text;
}

std::string print_times(const std::vector<ThroughputRow>& rows) {
  std::string text =
      "algorithm,heuristic,landmarks,threads,index_bytes,index_seconds,run,queries_per_"
      "second,p50_us,"
      "p99_us\n";
  for (const ThroughputRow& row : rows) {
    const auto& [algorithm, heuristic, landmarks, threads] = row.combination;
    for (std::size_t run = 0; run < row.runs.size(); ++run) {
      const experiment::ThroughputRun& one = row.runs[run];
      text += std::string(name(algorithm)) + ',' + std::string(name(heuristic)) + ',' +
              std::to_string(landmarks) + ',' + std::to_string(threads) + ',' +
              std::to_string(row.index_bytes) + ',' + std::to_string(row.index_seconds) +
              ',' + std::to_string(run) + ',' + std::to_string(one.queries_per_second) +
              ',' + std::to_string(one.p50_us) + ',' + std::to_string(one.p99_us) + '\n';
    }
  }
  return text;
}

}  // namespace

Result<Facts> make_throughput(const Job& job, const OutputFolder& folder, Workers& workers,
                              Monitor& monitor) {
  const auto exercise = read_exercise(job);
  if (!exercise) return exercise.failure();
  std::vector<ThroughputRow> rows;
  for (const auto& combination : experiment::combinations(job.throughput.combinations))
    rows.push_back({.combination = combination});
  const experiment::ThroughputOptions options{.repeats = job.throughput.repeats,
                                              .hub_memory = job.throughput.hub_memory,
                                              .gate_memory = job.throughput.gate_memory,
                                              .threads = workers.threads()};
  const Outcome measured =
      experiment::measure_throughput(*exercise, options, rows, monitor, [] {});
  if (!measured) return in_file(job.map.path, measured.error());
  std::size_t wrong = 0;
  for (const ThroughputRow& row : rows) wrong += row.wrong;
  if (wrong > 0)
    return fail(Code::bad_argument, job.map.path + ": " + std::to_string(wrong) +
                                        " costs are not as their algorithms guarantee");
  // The times first: an output that is complete has its times.
  if (Outcome kept = write_file(folder.timing(job.file), print_times(rows)); !kept)
    return kept.failure();
  Outcome written =
      write_file(folder.output(job.file), print_rows(exercise->queries.size(), rows));
  if (!written) return written.failure();
  return Json{{"queries", exercise->queries.size()}, {"rows", rows.size()}}.dump();
}

}  // namespace throng::farm
