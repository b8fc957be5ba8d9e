#include "../experiment/areas.hpp"
#include "../grid/cost_range.hpp"
#include "../jump/jump_map.hpp"
#include "../jump/open_lines.hpp"
#include "command.hpp"
#include "inputs.hpp"
#include "json.hpp"
#include "options.hpp"
#include "progress.hpp"
#include "text.hpp"

#include <throng/links.hpp>

#include <algorithm>
#include <fmt/core.h>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace throng::cli {
namespace {

struct InfoOptions {
  std::vector<std::string> maps;
  Rules rules;
  GroundFiles ground;
  IndexOptions index{.landmarks = {0}};
  bool json = false;
};

struct MapInfo {
  std::string path;
  TimedGrid built;
  std::size_t largest_component = 0;
  std::size_t corners = 0;       ///< none where jps is not possible
  experiment::AreaCounts areas;  ///< none on hexagonal grids, which are not divided
  std::optional<Index> index;    ///< nothing: not requested
};

std::size_t largest_component(const Grid& grid) {
  std::size_t largest = 0;
  for (const ComponentSize& component : find_components(grid))
    largest = std::max<std::size_t>(largest, component.cells);
  return largest;
}

Result<MapInfo> inspect(const std::string& path, const InfoOptions& options,
                        const std::optional<IndexOptions>& wanted, Workers& workers) {
  const Result<TimedGrid> built = read_grid(path, options.rules, options.ground);
  if (!built) return built.failure();
  const Grid& grid = *built->grid;
  MapInfo info{path, *built, largest_component(grid), 0, {}, std::nullopt};
  if (JumpMap::allowed(grid))
    info.corners = JumpMap(grid).jump_points(open_rows(grid)).size();
  if (!is_hexagonal(options.rules.topology)) {
    ShownWork work("counting areas");
    info.areas = experiment::count_areas(grid, workers, work.monitor);
  }
  if (wanted) {
    auto index = build_index(path, built->grid, *wanted, workers);
    if (!index) return index.failure();
    info.index = *std::move(index);
    note_refusals(path, *info.index);
  }
  return info;
}

Json as_json(const MapInfo& info) {
  const Grid& grid = *info.built.grid;
  Json json{{"map", info.path},
            {"width", grid.width()},
            {"height", grid.height()},
            {"open_cells", grid.open_cells()},
            {"components", grid.component_count()},
            {"largest_component", info.largest_component},
            {"obstacle_corners", info.corners},
            {"areas", info.areas.areas},
            {"borders", info.areas.borders},
            {"gates", info.areas.gates},
            {"grid_bytes", grid.memory_bytes()},
            {"grid_seconds", info.built.seconds},
            {"plain", grid.plain()},
            {"links", grid.links() == nullptr ? 0 : grid.links()->size()}};
  if (!info.index) return json;
  const Index& index = *info.index;
  json.add("landmarks", index.options().landmarks.count);
  json.add("jump_graph", index.has(Part::jump_graph));
  json.add("index_bytes", index.memory_bytes());
  json.add("landmark_bytes", index.part(Part::landmarks).bytes);
  json.add("jump_bytes", index.part(Part::jump_graph).bytes);
  json.add("area_bytes", index.part(Part::areas).bytes);
  json.add("gate_bytes", index.part(Part::gates).bytes);
  json.add("hubs", index.part(Part::hub_labels).fact("corners"));
  json.add("hub_entries", index.part(Part::hub_labels).fact("entries"));
  json.add("cell_labels", index.part(Part::hub_labels).fact("cell labels") != 0);
  json.add("hub_bytes", index.part(Part::hub_labels).bytes);
  json.add("hub_seconds", index.part(Part::hub_labels).seconds);
  json.add("hub_refusal", index.part(Part::hub_labels).refusal);
  json.add("front_bytes", index.part(Part::fronts).bytes);
  json.add("front_row_bytes", index.part(Part::fronts).fact("row bytes"));
  json.add("front_seconds", index.part(Part::fronts).seconds);
  json.add("front_refusal", index.part(Part::fronts).refusal);
  json.add("hierarchy_bytes", index.part(Part::hierarchy).bytes);
  json.add("hierarchy_seconds", index.part(Part::hierarchy).seconds);
  json.add("hierarchy_refusal", index.part(Part::hierarchy).refusal);
  json.add("index_seconds", index.build_seconds());
  Json::Array parts;
  for (const PartInfo& part : index.parts())
    parts.push_back(Json{{"name", part.name},
                         {"present", part.present},
                         {"bytes", part.bytes},
                         {"seconds", part.seconds},
                         {"refusal", part.refusal},
                         {"lack", part.lack}});
  json.add("parts", std::move(parts));
  return json;
}

const char* ground(const Grid& grid) {
  if (grid.links() != nullptr) return grid.uniform_steps() ? "links" : "weighted, links";
  return grid.plain() ? "plain" : "weighted";
}

/// Appends as many cells as header() has for hub labels.
void append_hubs(const Index& index, Row& row) {
  if (!index.has(Part::hub_labels)) {
    row.insert(row.end(), {"refused", "", ""});
    return;
  }
  const auto hubs = static_cast<double>(
      std::max<std::size_t>(1, index.part(Part::hub_labels).fact("corners")));
  row.push_back(fmt::format(
      "{:.1f}", static_cast<double>(index.part(Part::hub_labels).fact("entries")) / hubs));
  row.push_back(bytes(index.part(Part::hub_labels).bytes));
  row.push_back(seconds(index.part(Part::hub_labels).seconds));
}

Row as_row(const MapInfo& info) {
  const Grid& grid = *info.built.grid;
  const auto cells =
      static_cast<std::uint64_t>(grid.width()) * static_cast<std::uint64_t>(grid.height());
  Row row{
      one_line(info.path),           fmt::format("{} x {}", grid.width(), grid.height()),
      count(grid.open_cells()),      percent(grid.open_cells(), cells),
      count(grid.component_count()), count(info.largest_component),
      count(info.corners),           count(info.areas.areas),
      count(info.areas.gates),       ground(grid),
      bytes(grid.memory_bytes()),    seconds(info.built.seconds)};
  if (!info.index) return row;
  row.push_back(bytes(info.index->part(Part::landmarks).bytes));
  row.push_back(bytes(info.index->part(Part::jump_graph).bytes));
  row.push_back(
      bytes(info.index->part(Part::areas).bytes + info.index->part(Part::gates).bytes));
  if (info.index->options().hub_labels.build) append_hubs(*info.index, row);
  if (info.index->options().fronts.build) {
    row.push_back(info.index->has(Part::fronts)
                      ? bytes(info.index->part(Part::fronts).bytes)
                      : "refused");
    row.push_back(info.index->has(Part::fronts)
                      ? seconds(info.index->part(Part::fronts).seconds)
                      : "");
  }
  if (info.index->options().hierarchy.build) {
    row.push_back(info.index->has(Part::hierarchy)
                      ? bytes(info.index->part(Part::hierarchy).bytes)
                      : "refused");
    row.push_back(info.index->has(Part::hierarchy)
                      ? seconds(info.index->part(Part::hierarchy).seconds)
                      : "");
  }
  row.push_back(seconds(info.index->build_seconds()));
  return row;
}

Row header(const std::optional<IndexOptions>& index) {
  Row row{"map",     "size",  "open cells", "share",  "components", "largest",
          "corners", "areas", "gates",      "ground", "grid",       "built in"};
  if (!index) return row;
  row.insert(row.end(), {"landmarks", "jumps", "areas, gates"});
  if (index->hub_labels.build)
    row.insert(row.end(), {"hubs each", "hub labels", "found in"});
  if (index->fronts.build) row.insert(row.end(), {"fronts", "fronts in"});
  if (index->hierarchy.build) row.insert(row.end(), {"hierarchy", "hierarchy in"});
  row.emplace_back("index built in");
  return row;
}

Result<Verdict> run_info(const ArgumentParser& parser, const InfoOptions& options) {
  const auto wanted = wanted_index(parser, options.index, options.rules);
  if (!wanted) return wanted.failure();
  std::vector<Row> rows{header(*wanted)};
  Json::Array list;
  Workers workers;
  for (const std::string& path : options.maps) {
    const Result<MapInfo> info = inspect(path, options, *wanted, workers);
    if (!info) return info.failure();
    rows.push_back(as_row(*info));
    list.push_back(as_json(*info));
  }
  const std::string align = "l" + std::string(rows.front().size() - 1, 'r');
  fmt::print("{}", options.json ? print_json(std::move(list)) : table(rows, align));
  return Verdict::passed;
}

}  // namespace

Command add_info(ArgumentParser& program) {
  ArgumentParser parser = program.add_command("info", "Describe maps");
  const auto options = std::make_shared<InfoOptions>();
  parser.add("MAP", options->maps, "MovingAI maps; - is standard input")
      .required()
      .type("")
      .reads([options] { return options->maps; }, Stdin::accepted);
  add_movement(parser, options->rules);
  add_costs(parser, options->rules);
  add_ground(parser, options->rules, options->ground);
  add_index(parser, options->index,
            [&index = options->index](const auto&) { return index; });
  parser.add_flag("--json", options->json, "Print a JSON array with one object per map");
  parser.set_footer(
      "Example:\n  throng info maps/*.map\n  throng info maps/caves.map --landmarks 16");
  return {parser, [parser, options] { return run_info(parser, *options); }};
}

}  // namespace throng::cli
