#include "../../experiment/table2.hpp"
#include "../options.hpp"
#include "../progress.hpp"
#include "experiments.hpp"
#include "run_experiment.hpp"
#include "table2_report.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace throng::cli {

using experiment::Table2;

namespace {

constexpr std::size_t kMostTrials = 10'000'000;

struct Table2Arguments {
  std::uint64_t seed = 0;
  std::size_t trials = 0;  ///< 0: as many as a minute allows
  ReportFiles files;
};

Result<Table2> measure(const Table2Arguments& arguments) {
  WatchedWork work("searching");
  const auto trials = arguments.trials > 0 ? std::optional(arguments.trials) : std::nullopt;
  return experiment::measure_table2(arguments.seed, trials, work.monitor);
}

/// The maps are drawn, not read.
std::vector<std::string> no_maps(const Table2&) { return {}; }

Result<Verdict> run(const Table2Arguments& arguments, const std::string& command) {
  const ReportPrinter<Table2> printer{print_table2, print_table2_markdown, record_table2,
                                      no_maps, plot_table2};
  return run_experiment(
      arguments.files, {command, arguments.seed}, printer,
      [&] { return measure(arguments); }, [](const Table2&) { return Verdict::passed; });
}

constexpr const char* kAboutTable2 =
    R"(Tables 1 and 2 of P. Yap, "Grid-Based Path-Finding" (AI 2002), measured again.
IDA* with the exact distances on open grids (Manhattan; Vancouver, corrected) on the
tile grid and on the tex grid of the same map. Each trial closes the stated share of
the cells at random, then draws start and goal among the open cells. Figures are tex
grid / tile grid, next to the paper's figures:
  path   moves of a cheapest path
  nodes  cells expanded, in all iterations; the median of the trials' ratios
  time   CPU time of the searches alone
Both searches skip the same moves as the paper's, and try three for each cell. Pairs
without a path on the tile grid are drawn again; if the tex grid has one, they are the
paper's unfair pairs, and are counted. Trials in which a search expands 20 million
cells are left out, and are counted. Uses all cores and takes about a minute.

Example:
  throng experiment table2 --trials 1000 --markdown table2.md)";

void add_options(ArgumentParser& parser, Table2Arguments& arguments) {
  add_seed(parser, "--seed", arguments.seed, "Seed of the trials (default 0)");
  add_number(
      parser, "--trials", arguments.trials, std::size_t{1}, kMostTrials,
      "Trials per row (default: 2,000 to 200,000, fewer where a trial takes longer)");
  add_report_files(parser, arguments.files, "kind of map", "the ratios");
  parser.set_footer(kAboutTable2);
}

}  // namespace

Command add_table2_experiment(ArgumentParser& experiments) {
  ArgumentParser parser = experiments.add_command(
      "table2", "Compare hexagonal and tile grids, as in the paper of 2002");
  const auto arguments = std::make_shared<Table2Arguments>();
  add_options(parser, *arguments);
  return {parser, [parser, arguments] { return run(*arguments, parser.command_line()); }};
}

}  // namespace throng::cli
