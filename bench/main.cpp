#include "workload.hpp"

#include <throng/lab.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace {

/// Google Benchmark's console output, followed by a table of the counters for each group of
/// benchmarks (the first word of their names).
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
  using Columns = std::set<std::string>;

  static void print_table(const std::string& name, const Rows& rows);
  static void print_line(const std::string& label, const Columns& columns,
                         const benchmark::UserCounters& counters);

  std::map<std::string, Rows> groups_;
};

/// Four significant digits, without an exponent for large numbers: "0.1234", "123456".
std::string four_digits(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), value < 1e4 ? "%.4g" : "%.0f", value);
  return text.data();
}

void TableReporter::print_line(const std::string& label, const Columns& columns,
                               const benchmark::UserCounters& counters) {
  std::printf("%-34s", label.c_str());
  for (const std::string& column : columns) {
    const auto counter = counters.find(column);
    std::printf(
        " %*s", static_cast<int>(std::max<std::size_t>(column.size(), 9)),
        counter == counters.end() ? "-" : four_digits(counter->second.value).c_str());
  }
  std::printf("\n");
}

void TableReporter::print_table(const std::string& name, const Rows& rows) {
  Columns columns;  // columns of any row: some engines do not answer on every map
  for (const Row& row : rows)
    for (const auto& [column, counter] : row.counters) columns.insert(column);
  std::printf("\n%-34s", name.c_str());
  for (const std::string& column : columns) std::printf(" %9s", column.c_str());
  std::printf("\n");
  for (const Row& row : rows) print_line(row.label, columns, row.counters);

  benchmark::UserCounters least, most, mean;
  for (const std::string& column : columns) {
    std::vector<double> values;
    for (const Row& row : rows)
      if (const auto found = row.counters.find(column); found != row.counters.end())
        values.push_back(found->second.value);
    double sum = 0;
    for (const double value : values) sum += std::log(value);
    least[column] = *std::min_element(values.begin(), values.end());
    most[column] = *std::max_element(values.begin(), values.end());
    mean[column] = std::exp(sum / static_cast<double>(values.size()));
  }
  print_line("least", columns, least);
  print_line("most", columns, most);
  print_line("geometric mean", columns, mean);
}

}  // namespace

int main(int argc, char** argv) {
  throng::use_lab();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  throng::bench::register_paired();
  throng::bench::register_threads();
  throng::bench::register_allocations();
  throng::bench::register_sweeps();
  throng::bench::register_families();
  throng::bench::register_heuristics();
  throng::bench::register_automatic();
  throng::bench::register_hubs();
  throng::bench::register_index_files();
  throng::bench::register_c_interface();
  throng::bench::register_queues();
  throng::bench::register_grounds();
  throng::bench::register_fronts();
  throng::bench::register_growth();
  throng::bench::register_tables();
  throng::bench::register_reach();
  throng::bench::register_living();
  throng::bench::register_patches();
  throng::bench::register_lines();
  throng::bench::register_jumps();
  throng::bench::register_routes();
  throng::bench::register_crowds();
  throng::bench::register_frames();
  throng::bench::register_scaling();
  TableReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  benchmark::Shutdown();
  return 0;
}
