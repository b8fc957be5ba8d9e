#include "../../experiment/table1.hpp"
#include "../../experiment/table1_maps.hpp"
#include "../note.hpp"
#include "../options.hpp"
#include "../progress.hpp"
#include "../text.hpp"
#include "experiments.hpp"
#include "run_experiment.hpp"
#include "table1_report.hpp"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace throng::cli {

using experiment::MapGroup;
using experiment::Table1Part;

namespace {

struct Table1Arguments {
  std::vector<std::string> maps;  ///< none: the maps that represent the paper's
  experiment::Table1Options options;
  ReportFiles files;
};

std::string benchmarks_folder() {
  // NOLINTNEXTLINE(concurrency-mt-unsafe): nothing sets the environment meanwhile
  const char* const named = std::getenv("THRONG_BENCHMARKS");
  return named != nullptr ? named : "../shared/benchmarks";
}

/// The groups of the paper's maps whose maps all exist. Reports each missing map of the
/// other groups on standard error. Errors: io when no group is left.
Result<std::vector<MapGroup>> find_groups() {
  std::vector<MapGroup> complete;
  for (MapGroup& group : experiment::paper_groups(benchmarks_folder())) {
    const std::vector<std::string> missing = experiment::missing_maps(group);
    if (missing.empty())
      complete.push_back(std::move(group));
    else
      note(fmt::format("{} left out: missing {}", group.label, fmt::join(missing, ", ")));
  }
  if (complete.empty())
    return fail(Code::io, "none of the paper's maps exists; name other maps with --maps");
  return complete;
}

Result<std::vector<Table1Part>> measure(const Table1Arguments& arguments) {
  const Result<std::vector<MapGroup>> groups =
      arguments.maps.empty() ? find_groups() : experiment::groups_of(arguments.maps);
  if (!groups) return groups.failure();
  Workers builders;
  WatchedWork work("comparing");
  return experiment::measure_table1(*groups, arguments.options, builders, work.monitor);
}

/// Reports searches whose results differ from plain A*.
Verdict judge(const std::vector<Table1Part>& parts) {
  Verdict verdict = Verdict::passed;
  for (const Table1Part& part : parts)
    for (std::size_t i = 0; i < part.figures.size(); ++i) {
      const std::size_t wrong = part.figures[i].wrong;
      if (wrong == 0) continue;
      verdict = Verdict::failed;
      fmt::print(stderr, "throng: {}, {}, {}: {} unlike those of plain A*\n",
                 one_line(part.label), name(part.section), experiment::contenders()[i].name,
                 plural(wrong, "cost", "costs"));
    }
  return verdict;
}

Result<Verdict> run(const Table1Arguments& arguments, const std::string& command) {
  const ReportPrinter<std::vector<Table1Part>> printer{
      print_table1, print_table1_markdown, record_table1, table1_maps, plot_table1};
  return run_experiment(
      arguments.files, {command, arguments.options.seed}, printer,
      [&] { return measure(arguments); }, [](const auto& parts) { return judge(parts); });
}

constexpr const char* kAboutTable1 =
    R"(Table 1 of Y. Bjornsson, K. Halldorsson, "Improved Heuristics for Optimal
Pathfinding on Game Maps" (AIIDE 2006), measured again: octile moves that cut no
corner, at 100 and 150. Section all: 1,000 random queries of each map between cells
that a path joins; top10: of 10,000 such queries the 1,000 with the most expensive
paths. Figures are means over the queries, next to the paper's figures:
  path cost  of a cheapest path
  estimate   of the heuristic at the start; in percent of the path cost
  nodes      cells expanded; in percent of those of plain A*, octile
  time       on one thread, with paths; of each query the fastest of three
             (one pass for textbook, the slow baseline)
  reopened   cells reached at a lower cost after expansion
The paper's three heuristics are followed by A* and jump point search with 16 landmarks
and with all bounds together (best), and by textbook A*. Without --maps the maps are
maps/demo.map, and from the folder bgmaps of the folder that THRONG_BENCHMARKS names
(default ../shared/benchmarks) nine maps of Baldur's Gate II and the large AR0406SR.
If the gates of a map exceed --gate-memory, the rows of the searches that need gates
state that they were refused; all others are still measured.
Exit code 1 if a search finds other costs than plain A*.

Example:
  throng experiment table1 --maps maps/caves.map --plot table1.png)";

void add_options(ArgumentParser& parser, Table1Arguments& arguments) {
  parser.add("--maps", arguments.maps, "Other MovingAI maps, each reported separately")
      .type("MAP")
      .reads([&arguments] {
        if (!arguments.maps.empty()) return arguments.maps;
        std::vector<std::string> paths;
        for (const MapGroup& group : experiment::paper_groups(benchmarks_folder()))
          paths.insert(paths.end(), group.maps.begin(), group.maps.end());
        return paths;
      });
  add_seed(parser, "--seed", arguments.options.seed, "Seed of the queries (default 0)");
  add_megabytes(parser, "--gate-memory", arguments.options.gate_memory,
                "Memory limit of the costs between gates");
  add_report_files(parser, arguments.files, "search", "nodes and times");
  parser.set_footer(kAboutTable1);
}

}  // namespace

Command add_table1_experiment(ArgumentParser& experiments) {
  ArgumentParser parser = experiments.add_command(
      "table1", "Compare the dead-end and gateway heuristics, as in the paper of 2006");
  const auto arguments = std::make_shared<Table1Arguments>();
  add_options(parser, *arguments);
  return {parser, [parser, arguments] { return run(*arguments, parser.command_line()); }};
}

}  // namespace throng::cli
