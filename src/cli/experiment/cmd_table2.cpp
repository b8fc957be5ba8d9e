#include "../../experiment/table2.hpp"
#include "../options.hpp"
#include "../progress.hpp"
#include "experiments.hpp"
#include "run_experiment.hpp"
#include "table2_report.hpp"

#include <cstdint>
#include <memory>
#include <optional>

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

Result<Verdict> run(const Table2Arguments& arguments) {
  const ReportPrinter<Table2> printer{print_table2, print_table2_csv, print_table2_markdown,
                                      plot_table2};
  return run_experiment(
      arguments.files, printer, [&] { return measure(arguments); },
      [](const Table2&) { return Verdict::passed; });
}

constexpr const char* kAboutTable2 =
    R"(Tables 1 and 2 of P. Yap, "Grid-Based Path-Finding" (AI 2002), measured anew.
IDA* with the exact distances on open grids (Manhattan; Vancouver, corrected) on the
tile grid and on the tex grid of the same map. For each trial, obstacles are put on
random cells, the stated share of all; then start and goal on random open ones.
Printed, tex grid / tile grid, beside what the paper printed:
  path   moves of a cheapest path
  nodes  cells expanded, in all iterations; and the median of the trials' own ratios
  time   of computing, by the searches alone
Both searches leave out the moves that the paper's do, and try three for each cell.
Pairs that have no path on the tile grid are drawn again; if the tex grid has one, they
are the paper's unfair ones, and counted. Trials in which a search expands 20 million
cells are left out, and counted. The whole machine is used; it takes about a minute.

Example:
  throng experiment table2 --trials 1000 --markdown table2.md)";

void add_options(ArgumentParser& parser, Table2Arguments& arguments) {
  add_seed(parser, "--seed", arguments.seed, "Of the trials (default 0)");
  add_number(parser, "--trials", arguments.trials, std::size_t{1}, kMostTrials,
             "Of each row (default: 2,000 to 200,000, fewest where one takes longest)");
  add_file(parser, "--csv", arguments.files.csv, "Write the figures: a row a kind of map");
  add_file(parser, "--markdown", arguments.files.markdown, "Write the tables as Markdown");
  add_file(parser, "--plot", arguments.files.plot, "Write a picture (PNG) of the ratios");
  parser.set_footer(kAboutTable2);
}

}  // namespace

Command add_table2_experiment(ArgumentParser& experiments) {
  ArgumentParser parser = experiments.add_command(
      "table2", "Hexagonal grids against tiles, as in the paper of 2002");
  const auto arguments = std::make_shared<Table2Arguments>();
  add_options(parser, *arguments);
  return {parser, [arguments] { return run(*arguments); }};
}

}  // namespace throng::cli
