#include "command.hpp"
#include "inputs.hpp"
#include "json_text.hpp"
#include "options.hpp"
#include "text.hpp"

#include <throng/map_io.hpp>

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <string>
#include <vector>

namespace throng::cli {
namespace {

struct InfoOptions {
  std::vector<std::string> maps;
  Rules rules;
  bool json = false;
};

struct MapInfo {
  std::string path;
  TimedGrid built;
  std::size_t largest_component = 0;
};

std::size_t largest_component(const Grid& grid) {
  std::vector<std::size_t> sizes(grid.component_count(), 0);
  for (std::size_t cell = 0; cell < grid.cell_count(); ++cell) {
    const std::uint32_t component = grid.component(static_cast<CellIndex>(cell));
    if (component != Grid::kNoComponent) ++sizes[component];
  }
  return sizes.empty() ? 0 : *std::max_element(sizes.begin(), sizes.end());
}

Result<MapInfo> inspect(const std::string& path, const Rules& rules) {
  const Result<Terrain> terrain = read_map(path);
  if (!terrain) return Failure{terrain.error()};
  const Result<TimedGrid> built = build_grid(path, *terrain, rules, 0);
  if (!built) return Failure{built.error()};
  return MapInfo{path, *built, largest_component(*built->grid)};
}

Json as_json(const MapInfo& info) {
  const Grid& grid = *info.built.grid;
  return {{"map", info.path},
          {"width", grid.width()},
          {"height", grid.height()},
          {"open_cells", grid.open_cells()},
          {"components", grid.component_count()},
          {"largest_component", info.largest_component},
          {"grid_bytes", grid.memory_bytes()},
          {"grid_seconds", info.built.seconds}};
}

std::vector<std::string> as_row(const MapInfo& info) {
  const Grid& grid = *info.built.grid;
  const auto cells =
      static_cast<std::uint64_t>(grid.width()) * static_cast<std::uint64_t>(grid.height());
  return {
      one_line(info.path),           fmt::format("{} x {}", grid.width(), grid.height()),
      count(grid.open_cells()),      percent(grid.open_cells(), cells),
      count(grid.component_count()), count(info.largest_component),
      bytes(grid.memory_bytes()),    seconds(info.built.seconds)};
}

Result<Verdict> run_info(const InfoOptions& options) {
  std::vector<std::vector<std::string>> rows{
      {"map", "size", "open cells", "share", "components", "largest", "grid", "built in"}};
  Json list = Json::array();
  for (const std::string& path : options.maps) {
    const Result<MapInfo> info = inspect(path, options.rules);
    if (!info) return Failure{info.error()};
    rows.push_back(as_row(*info));
    list.push_back(as_json(*info));
  }
  fmt::print("{}", options.json ? print_json(list) : table(rows, "lrrrrrrr"));
  return Verdict::passed;
}

}  // namespace

Command add_info(CLI::App& program) {
  CLI::App& app = *program.add_subcommand("info", "Describe maps");
  const auto options = std::make_shared<InfoOptions>();
  app.add_option("MAP", options->maps, "MovingAI maps")->required()->type_name("");
  add_movement(app, options->rules);
  add_costs(app, options->rules);
  app.add_flag("--json", options->json, "Print a JSON array, an object a map");
  app.footer("Example:\n  throng info maps/*.map");
  return {&app, [options] { return run_info(*options); }};
}

}  // namespace throng::cli
