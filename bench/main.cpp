#include "workload.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <string>
#include <utility>

namespace {

/// Google Benchmark's console output, and at the end a table of the counters of each group
/// of benchmarks (the first word of their names).
class TableReporter : public benchmark::ConsoleReporter {
 public:
  TableReporter() : ConsoleReporter(OO_None) {}

  void ReportRuns(const std::vector<Run>& runs) override {
    ConsoleReporter::ReportRuns(runs);
    for (const Run& run : runs) {
      if (run.run_type != Run::RT_Iteration || run.error_occurred) continue;
      const std::string& name = run.run_name.function_name;
      const std::size_t slash = name.find('/');
      groups_[name.substr(0, slash)].push_back(
          {name.substr(slash + 1) + " " + run.run_name.args, run.counters});
    }
  }

  void Finalize() override {
    for (const auto& [name, rows] : groups_) print_table(name, rows);
    ConsoleReporter::Finalize();
  }

 private:
  struct Row {
    std::string label;
    benchmark::UserCounters counters;
  };
  using Rows = std::vector<Row>;

  static void print_table(const std::string& name, const Rows& rows);
  static void print_line(const std::string& label, const benchmark::UserCounters& counters);

  std::map<std::string, Rows> groups_;
};

/// Four digits that count, and never an exponent for large numbers: "0.1234", "123456".
std::string four_digits(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), value < 1e4 ? "%.4g" : "%.0f", value);
  return text.data();
}

void TableReporter::print_line(const std::string& label,
                               const benchmark::UserCounters& counters) {
  std::printf("%-34s", label.c_str());
  for (const auto& [name, counter] : counters)
    std::printf(" %*s", static_cast<int>(std::max<std::size_t>(name.size(), 9)),
                four_digits(counter.value).c_str());
  std::printf("\n");
}

void TableReporter::print_table(const std::string& name, const Rows& rows) {
  benchmark::UserCounters least = rows.front().counters;
  benchmark::UserCounters most = least;
  benchmark::UserCounters mean;
  std::printf("\n%-34s", name.c_str());
  for (const auto& [column, counter] : least) std::printf(" %9s", column.c_str());
  std::printf("\n");
  for (const Row& row : rows) {
    print_line(row.label, row.counters);
    for (const auto& [column, counter] : row.counters) {
      least[column].value = std::min(least[column].value, counter.value);
      most[column].value = std::max(most[column].value, counter.value);
      mean[column].value += std::log(counter.value) / static_cast<double>(rows.size());
    }
  }
  for (auto& [column, counter] : mean) counter.value = std::exp(counter.value);
  print_line("least", least);
  print_line("most", most);
  print_line("geometric mean", mean);
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  throng::bench::register_paired();
  throng::bench::register_threads();
  throng::bench::register_allocations();
  throng::bench::register_sweeps();
  throng::bench::register_families();
  throng::bench::register_heuristics();
  throng::bench::register_queues();
  throng::bench::register_grounds();
  throng::bench::register_tables();
  throng::bench::register_reach();
  throng::bench::register_frames();
  TableReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  benchmark::Shutdown();
  return 0;
}
