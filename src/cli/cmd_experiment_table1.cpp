#include "experiment_table1.hpp"
#include "experiments.hpp"
#include "interrupt.hpp"
#include "options.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "table1_maps.hpp"
#include "table1_report.hpp"
#include "text.hpp"

#include <cstdint>
#include <cstdio>
#include <fmt/format.h>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace throng::cli {
namespace {

struct Table1Arguments {
  std::vector<std::string> maps;  ///< none: those that stand for the paper's
  std::uint64_t seed = 0;
  std::optional<std::string> csv;  ///< file names, where asked for
  std::optional<std::string> markdown;
  std::optional<std::string> plot;
};

Result<std::vector<Table1Part>> run_maps(const Table1Arguments& arguments) {
  Result<std::vector<MapGroup>> groups =
      arguments.maps.empty() ? complete_groups(paper_groups()) : groups_of(arguments.maps);
  if (!groups) return Failure{groups.error()};
  Workers builders;
  Monitor monitor;
  const Interrupt interrupt(monitor);
  const Progress progress("comparing", monitor);
  return measure_table1(*groups, arguments.seed, builders, monitor);
}

/// Says which searches did not find what plain A* found.
Verdict judge(const std::vector<Table1Part>& parts) {
  Verdict verdict = Verdict::passed;
  for (const Table1Part& part : parts)
    for (std::size_t i = 0; i < part.figures.size(); ++i) {
      const std::size_t wrong = part.figures[i].wrong;
      if (wrong == 0) continue;
      verdict = Verdict::failed;
      fmt::print(stderr, "throng: {}, {}, {}: {} not as plain A* finds them\n",
                 one_line(part.label), name(part.section), contenders()[i].name,
                 plural(wrong, "cost", "costs"));
    }
  return verdict;
}

Result<Verdict> run(const Table1Arguments& arguments) {
  std::vector<Table1Part> parts;
  const std::vector<ReportForm> forms{
      {"--csv", arguments.csv, [&] { return print_table1_csv(parts); }},
      {"--markdown", arguments.markdown, [&] { return print_table1_markdown(parts); }},
      {"--plot", arguments.plot, [&] { return plot_table1(parts); }}};
  if (const Outcome outcome = check_forms(forms); !outcome) return Failure{outcome.error()};
  Result<std::vector<Table1Part>> measured = run_maps(arguments);
  if (!measured) return Failure{measured.error()};
  parts = *std::move(measured);
  const Outcome written = write_forms(forms, [&] { return print_table1(parts); });
  if (!written) return Failure{written.error()};
  return judge(parts);
}

constexpr const char* kAbout =
    R"(Table 1 of Y. Bjornsson, K. Halldorsson, "Improved Heuristics for Optimal
Pathfinding on Game Maps" (AIIDE 2006), measured anew: octile moves that cut no
corner, at 100 and 150. Section all: 1,000 queries of each map, drawn at random among
pairs that a path joins; top10: of 10,000 such queries the 1,000 with the dearest
paths. Printed, as means of the queries, beside what the paper printed:
  path cost  of a cheapest path
  estimate   of the heuristic at the start; in percent of the path cost
  nodes      cells expanded; in percent of those of plain A*, octile
  time       on one thread, with paths; of each query the fastest of three passes (of
             textbook, the slow baseline, there is one)
  reopened   cells reached more cheaply after they were expanded
After the paper's three heuristics come A* and jump point search with 16 landmarks and
with all bounds together (best), and A* as in books. Without --maps the maps are
maps/demo.map, and in the folder bgmaps of the folder that THRONG_BENCHMARKS names
(default ../shared/benchmarks) nine maps of Baldur's Gate II and the large AR0406SR.
Exit code 1 when a search does not find the costs that plain A* finds.

Example:
  throng experiment table1 --maps maps/caves.map --plot table1.png)";

void add_options(CLI::App& app, Table1Arguments& arguments) {
  const auto add_file = [&](const char* option, std::optional<std::string>& path,
                            const char* help) {
    app.add_option(option, path, help)->type_name("FILE");
  };
  app.add_option("--maps", arguments.maps, "MovingAI maps instead, each for itself")
      ->type_name("MAP");
  add_number(app, "--seed", arguments.seed, std::uint64_t{0},
             std::numeric_limits<std::uint64_t>::max(), "Of the queries (default 0)");
  add_file("--csv", arguments.csv, "Write the figures: a row a search");
  add_file("--markdown", arguments.markdown, "Write the tables as Markdown");
  add_file("--plot", arguments.plot, "Write a picture (PNG) of nodes and times");
  app.footer(kAbout);
}

}  // namespace

Command add_table1_experiment(CLI::App& experiments) {
  CLI::App& app = *experiments.add_subcommand(
      "table1", "The dead-end and the gateway heuristic, as in the paper of 2006");
  const auto arguments = std::make_shared<Table1Arguments>();
  add_options(app, *arguments);
  return {&app, [arguments] { return run(*arguments); }};
}

}  // namespace throng::cli
