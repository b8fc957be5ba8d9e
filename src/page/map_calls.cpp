#include "state.hpp"

#include <throng/generate.hpp>
#include <throng/links.hpp>
#include <throng/map_io.hpp>

#include <algorithm>

namespace throng::page {

Page& page() {
  static Page the_page;
  return the_page;
}

void Page::change_map() {
  grid = nullptr;
  lines.reset();
  for (Side& side : sides) {
    side.index.reset();
    side.solver.reset();
    side.trace = {};
  }
}

int report(std::string_view what) {
  page().text = what;
  return kFailed;
}

int report(const Error& error) { return report(error.what); }

Result<std::shared_ptr<const Grid>> current_grid() {
  Page& at = page();
  if (at.grid == nullptr) {
    auto made = Grid::make(at.terrain, at.rules,
                           {.threads = 1, .weights = at.weights, .links = at.links});
    if (!made) return made;
    at.grid = *std::move(made);
  }
  return at.grid;
}

namespace {

/// Leaves width, height, open cells, components, whether the ground is plain, and the two
/// step costs in the list.
int describe_map() {
  const auto grid = current_grid();
  if (!grid) return report(grid.error());
  const Grid& on = **grid;
  page().list = {static_cast<std::uint32_t>(on.width()),
                 static_cast<std::uint32_t>(on.height()),
                 static_cast<std::uint32_t>(on.open_cells()),
                 on.component_count(),
                 on.plain() ? 1U : 0U,
                 on.costs().straight,
                 on.costs().diagonal};
  return static_cast<int>(page().list.size());
}

int take_map(Terrain terrain) {
  Page& at = page();
  at.terrain = std::move(terrain);
  at.weights.clear();
  at.links.clear();
  at.scenario = {};
  at.crowd.reset();
  at.change_map();
  return describe_map();
}

/// The weights of all cells, as far as the page has not painted any.
void spell_out_weights() {
  Page& at = page();
  if (!at.weights.empty()) return;
  for (std::int32_t y = 0; y < at.terrain.height(); ++y)
    for (const char terrain : at.terrain.row(y))
      at.weights.push_back(at.rules.movement.weight(terrain));
}

/// Calls set(position) for the cells of a square around x,y that lie in the map.
template <class Set>
void brush(int x, int y, int side, const Set& set) {
  const Terrain& terrain = page().terrain;
  const int first_x = x - (side - 1) / 2, first_y = y - (side - 1) / 2;
  for (int row = first_y; row < first_y + side; ++row)
    for (int column = first_x; column < first_x + side; ++column)
      if (terrain.contains({column, row})) set(Position{column, row});
}

}  // namespace
/// Makes room for an input of so many bytes. Returns its address.
THRONG_PAGE(page_input)(int bytes) {
  page().input.assign(static_cast<std::size_t>(bytes), '\0');
  return static_cast<int>(reinterpret_cast<std::intptr_t>(page().input.data()));
}

/// The address of the list, of the text, and the length of the text: a message after a call
/// that failed.
THRONG_PAGE(page_list)() {
  return static_cast<int>(reinterpret_cast<std::intptr_t>(page().list.data()));
}
THRONG_PAGE(page_text)() {
  return static_cast<int>(reinterpret_cast<std::intptr_t>(page().text.data()));
}
THRONG_PAGE(page_text_size)() { return static_cast<int>(page().text.size()); }

/// Reads the input as a .map file. Then as describe_map().
THRONG_PAGE(page_load_map)() {
  auto parsed = parse_map(page().input);
  return parsed ? take_map(*std::move(parsed)) : report(parsed.error());
}

THRONG_PAGE(page_generate)
(int kind, int width, int height, int seed, int density, int corridor, int room) {
  auto made = generate(kMapKinds[static_cast<std::size_t>(kind)],
                       {.width = width,
                        .height = height,
                        .seed = static_cast<std::uint64_t>(seed),
                        .density = density,
                        .corridor = corridor,
                        .room = room});
  return made ? take_map(*std::move(made)) : report(made.error());
}

/// Reads the input as cell weights, as links, or as queries.
THRONG_PAGE(page_load_weights)() {
  auto layer = parse_weights(page().input);
  if (!layer) return report(layer.error());
  if (layer->width != page().terrain.width() || layer->height != page().terrain.height())
    return report("the weights are for a map of another size");
  page().weights = std::move(layer->weights);
  page().change_map();
  return describe_map();
}
THRONG_PAGE(page_load_links)() {
  auto links = parse_links(page().input, page().terrain);
  if (!links) return report(links.error());
  page().links = *std::move(links);
  page().change_map();
  return describe_map();
}
THRONG_PAGE(page_load_queries)() {
  auto scenario = parse_scenario(page().input);
  if (!scenario) return report(scenario.error());
  if (scenario->map_width != 0 && (scenario->map_width != page().terrain.width() ||
                                   scenario->map_height != page().terrain.height()))
    return report("the queries are for a map of another size");
  page().scenario = *std::move(scenario);
  return static_cast<int>(page().scenario.queries.size());
}

/// Sets the rules. The input is a movement class such as "G:2,S:3"; empty: the default.
THRONG_PAGE(page_rules)(int topology, int corners, int cost_model, int unit_size) {
  Page& at = page();
  Rules rules{.topology = kTopologies[static_cast<std::size_t>(topology)],
              .corners = kCorners[static_cast<std::size_t>(corners)],
              .cost_model = kCostModels[static_cast<std::size_t>(cost_model)],
              .unit_size = unit_size};
  if (!at.input.empty()) {
    const auto movement = parse_movement(at.input);
    if (!movement) return report(movement.error());
    rules.movement = *movement;
  }
  at.rules = rules;
  at.change_map();
  return describe_map();
}

/// Writes a terrain character into the cells of a square around x,y.
THRONG_PAGE(page_paint)(int x, int y, int side, int terrain) {
  const auto character = static_cast<char>(terrain);
  Page& at = page();
  brush(x, y, side, [&](Position cell) {
    at.terrain.set(cell, character);
    if (!at.weights.empty())
      at.weights[slot_of(cell, at.terrain.width())] =
          std::max<Weight>(1, at.rules.movement.weight(character));
  });
  at.change_map();
  return describe_map();
}

/// Writes a weight into the cells of a square around x,y.
THRONG_PAGE(page_paint_weight)(int x, int y, int side, int weight) {
  Page& at = page();
  spell_out_weights();
  brush(x, y, side, [&](Position cell) {
    at.weights[slot_of(cell, at.terrain.width())] = static_cast<Weight>(weight);
  });
  at.change_map();
  return describe_map();
}

/// Leaves the weight of each cell in the list: 0 where it is closed, and kUnreachable where
/// a unit of several cells finds no room.
THRONG_PAGE(page_ground)() {
  Page& at = page();
  const auto grid = current_grid();
  if (!grid) return report(grid.error());
  at.list.clear();
  for (std::int32_t y = 0; y < at.terrain.height(); ++y)
    for (const char terrain : at.terrain.row(y)) {
      const Weight weight = at.rules.movement.weight(terrain);
      const bool painted = weight != 0 && !at.weights.empty();
      at.list.push_back(painted ? at.weights[at.list.size()] : weight);
    }
  for (std::size_t slot = 0; at.rules.unit_size > 1 && slot < at.list.size(); ++slot)
    if (at.list[slot] != 0 && !(*grid)->open(cell_of(slot, at.terrain.width())))
      at.list[slot] = kUnreachable;
  return static_cast<int>(at.list.size());
}

/// Leaves the map, its weights, or its queries as the text of a file. Without queries: the
/// query from one cell to another, with its length.
THRONG_PAGE(page_map_text)() {
  page().text = to_text(page().terrain);
  return static_cast<int>(page().text.size());
}
THRONG_PAGE(page_weights_text)() {
  spell_out_weights();
  page().text =
      to_text(WeightLayer{page().terrain.width(), page().terrain.height(), page().weights});
  return static_cast<int>(page().text.size());
}
THRONG_PAGE(page_query_text)(int sx, int sy, int gx, int gy) {
  Page& at = page();
  const auto grid = current_grid();
  if (!grid) return report(grid.error());
  Scenario scenario = at.scenario;
  if (scenario.queries.empty()) scenario.queries = {{{sx, sy}, {gx, gy}}};
  scenario.map_width = at.terrain.width();
  scenario.map_height = at.terrain.height();
  const auto solver = Solver::make(*grid);
  if (!solver) return report(solver.error());
  const Answers result = solver->solve(scenario.queries, at.workers);
  scenario.lengths.clear();
  for (std::size_t i = 0; i < result.size(); ++i)
    scenario.lengths.push_back(
        result.status[i] == Status::found ? path_length(**grid, result.path(i)) : -1);
  at.text = print_scenario(scenario, "page.map");
  return static_cast<int>(at.text.size());
}

}  // namespace throng::page
