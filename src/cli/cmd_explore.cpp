#include "../core/files.hpp"
#include "command.hpp"
#include "inputs.hpp"
#include "json.hpp"
#include "options.hpp"
#include "output.hpp"
#include "text.hpp"

#include <throng/map_io.hpp>

#include <filesystem>
#include <fmt/core.h>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace throng::cli {
namespace {

namespace fs = std::filesystem;

/// The place in the page for what it is given.
constexpr std::string_view kGiven = "/*given*/null";

struct ExploreArguments {
  std::optional<std::string> map;
  std::optional<std::string> queries;
  std::string output;  ///< a file name
};

/// The page that belongs to this program: beside it, in the build folder of the page, or
/// where it is installed.
Result<std::string> read_page() {
  std::error_code error;
  const fs::path folder = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (const char* place :
       {"throng.html", "../page/throng.html", "../share/throng/throng.html"})
    if (fs::exists(folder / place, error)) return read_text((folder / place).string());
  return fail(Code::io,
              "throng.html is not installed: `./bootstrap page` builds it in build/page");
}

/// An engine that the page measures, and its index.
struct MeasuredEngine {
  Algorithm algorithm;
  IndexOptions index;
};

/// The engines that the page measures: all but idastar, which takes exponential time.
std::vector<MeasuredEngine> measured_engines() {
  using enum Algorithm;
  const IndexOptions none{.landmarks = {0}, .jump_graph = false};
  IndexOptions landmarks = none, fronts = none, hierarchies = none;
  landmarks.landmarks.count = 16;
  fronts.fronts.build = true;
  hierarchies.hierarchy.build = true;
  std::vector<MeasuredEngine> engines{{astar, none},
                                      {jps, none},
                                      {jps, {.landmarks = {16}}},
                                      {astar, landmarks},
                                      {hub, {.landmarks = {0}, .hub_labels = {true}}},
                                      {front, fronts},
                                      {hierarchy, hierarchies}};
  for (const Algorithm algorithm :
       {bidirectional, fringe, textbook, wastar, pxwd, pxwu, xdp, xup, greedy, beam})
    engines.push_back({algorithm, none});
  return engines;
}

/// The hashes of the results of the engines that the map allows, by the names that the page
/// has for them.
Json native_hashes(const std::shared_ptr<const Grid>& grid,
                   const std::vector<Query>& queries) {
  Workers workers;
  Json hashes(std::initializer_list<Json::Member>{});
  for (const MeasuredEngine& engine : measured_engines()) {
    const auto index = Index::build(grid, engine.index, workers);
    if (!index) continue;
    const auto solver = Solver::make(*index, {engine.algorithm});
    if (!solver) continue;
    hashes.add(fmt::format("{} {}", name(engine.algorithm), engine.index.landmarks.count),
               fmt::format("{:016x}", solver->solve(queries, workers).hash()));
  }
  return hashes;
}

/// The queries as lines of CSV, which all pages read.
std::string as_csv(const std::vector<Query>& queries) {
  std::string text;
  for (const Query& query : queries)
    text += fmt::format("{},{},{},{}\n", query.start.x, query.start.y, query.goal.x,
                        query.goal.y);
  return text;
}

/// What the page is given: the map, the queries, and what this machine answers.
Result<Json> gather(const ExploreArguments& arguments) {
  Json given{{"name", fs::path(*arguments.map).filename().string()}};
  if (!arguments.queries) {
    const Result<MapFile> file = read_map_file(*arguments.map, {});
    if (!file) return file.failure();
    given.add("map", to_text(file->terrain));
    return given;
  }
  const Result<Task> task = read_task(*arguments.map, *arguments.queries, {});
  if (!task) return task.failure();
  const Result<TimedGrid> built = build_grid(*arguments.map, task->terrain, {}, 0);
  if (!built) return built.failure();
  given.add("map", to_text(task->terrain));
  given.add("scen", as_csv(task->scenario.queries));
  given.add("native", native_hashes(built->grid, task->scenario.queries));
  return given;
}

/// JSON that does not end the script element in which it stands.
std::string inside_html(const Json& json) {
  std::string text;
  for (const char letter : print_json(json)) {
    if (letter == '<')
      text += "\\u003c";
    else
      text += letter;
  }
  return text;
}

Result<Verdict> run_explore(const ExploreArguments& arguments) {
  Result<std::string> page = read_page();
  if (!page) return page.failure();
  const std::size_t at = page->find(kGiven);
  if (at == std::string::npos)
    return fail(Code::bad_format, "throng.html is not the page of throng");
  if (arguments.map) {
    const Result<Json> given = gather(arguments);
    if (!given) return given.failure();
    page->replace(at, kGiven.size(), inside_html(*given));
  }
  if (const Outcome outcome = write_output(arguments.output, *page); !outcome)
    return outcome.failure();
  if (arguments.output != kStandardOutput)
    fmt::print("written {}, {}\n", one_line(arguments.output), bytes(page->size()));
  return Verdict::passed;
}

}  // namespace

Command add_explore(ArgumentParser& program) {
  ArgumentParser parser =
      program.add_command("explore", "Write the page that shows searches in a browser");
  const auto arguments = std::make_shared<ExploreArguments>();
  parser.add("MAP", arguments->map, "A map for the page, in MovingAI format")
      .type("")
      .reads([arguments] { return listed(arguments->map); });
  parser
      .add("QUERIES", arguments->queries,
           "Queries that the page measures, with the hashes of this machine beside its own")
      .type("")
      .reads([arguments] { return listed(arguments->queries); });
  parser
      .add("-o,--output", arguments->output, "The page, an HTML file; - is standard output")
      .required()
      .type("FILE")
      .writes([arguments] { return std::vector{arguments->output}; });
  parser.set_footer(
      "Example:\n  throng explore -o demo.html maps/demo.map maps/demo.map.scen");
  return {parser, [arguments] { return run_explore(*arguments); }};
}

}  // namespace throng::cli
