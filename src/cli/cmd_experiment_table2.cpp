#include "experiment_table2.hpp"
#include "experiments.hpp"
#include "interrupt.hpp"
#include "options.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "table2_report.hpp"

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace throng::cli {
namespace {

constexpr std::size_t kMostTrials = 10'000'000;

struct Table2Arguments {
  std::uint64_t seed = 0;
  std::size_t trials = 0;          ///< 0: as many as a minute allows
  std::optional<std::string> csv;  ///< file names, where asked for
  std::optional<std::string> markdown;
  std::optional<std::string> plot;
};

Result<Table2> measure(const Table2Arguments& arguments) {
  Monitor monitor;
  const Interrupt interrupt(monitor);
  const Progress progress("searching", monitor);
  const auto trials = arguments.trials > 0 ? std::optional(arguments.trials) : std::nullopt;
  return measure_table2(arguments.seed, trials, monitor);
}

Result<Verdict> run(const Table2Arguments& arguments) {
  Table2 table;
  const std::vector<ReportForm> forms{
      {"--csv", arguments.csv, [&] { return print_table2_csv(table); }},
      {"--markdown", arguments.markdown, [&] { return print_table2_markdown(table); }},
      {"--plot", arguments.plot, [&] { return plot_table2(table); }}};
  if (const Outcome outcome = check_forms(forms); !outcome) return Failure{outcome.error()};
  Result<Table2> measured = measure(arguments);
  if (!measured) return Failure{measured.error()};
  table = *std::move(measured);
  const Outcome written = write_forms(forms, [&] { return print_table2(table); });
  if (!written) return Failure{written.error()};
  return Verdict::passed;
}

constexpr const char* kAbout =
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

void add_options(CLI::App& app, Table2Arguments& arguments) {
  const auto add_file = [&](const char* option, std::optional<std::string>& path,
                            const char* help) {
    app.add_option(option, path, help)->type_name("FILE");
  };
  add_number(app, "--seed", arguments.seed, std::uint64_t{0},
             std::numeric_limits<std::uint64_t>::max(), "Of the trials (default 0)");
  add_number(app, "--trials", arguments.trials, std::size_t{1}, kMostTrials,
             "Of each row (default: 2,000 to 200,000, fewest where one takes longest)");
  add_file("--csv", arguments.csv, "Write the figures: a row a kind of map");
  add_file("--markdown", arguments.markdown, "Write the tables as Markdown");
  add_file("--plot", arguments.plot, "Write a picture (PNG) of the ratios");
  app.footer(kAbout);
}

}  // namespace

Command add_table2_experiment(CLI::App& experiments) {
  CLI::App& app = *experiments.add_subcommand(
      "table2", "Hexagonal grids against tiles, as in the paper of 2002");
  const auto arguments = std::make_shared<Table2Arguments>();
  add_options(app, *arguments);
  return {&app, [arguments] { return run(*arguments); }};
}

}  // namespace throng::cli
