#include "edited_map.hpp"

#include "maps.hpp"
#include "must.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <queue>
#include <utility>

namespace throng::test {
namespace {

bool has_weights(Layers layers) {
  return layers == Layers::weights || layers == Layers::enter || layers == Layers::all;
}

/// The cost of a cell of the closure's edge list, from a cell to a cell.
struct EdgeLists {
  explicit EdgeLists(const EditedMap& map) : of(map.grid().cell_count()) {
    for (const Edge& edge : map.edges()) of[edge.from].push_back(edge);
  }
  std::vector<std::vector<Edge>> of;
};

}  // namespace

const char* name(Layers layers) noexcept {
  constexpr std::array<const char*, kLayers> kNames{"none",    "weights", "enter", "climb",
                                                    "one-way", "links",   "all"};
  return kNames[static_cast<std::size_t>(layers)];
}

EditedMap::EditedMap(const Rules& rules, Layers layers, std::int32_t width,
                     std::int32_t height, int closed_percent, std::uint64_t seed)
    : terrain_(random_terrain(width, height, closed_percent, seed)),
      rules_(rules),
      layers_(layers),
      random_(seed) {
  const auto cells = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  if (layers == Layers::enter || layers == Layers::all)
    rules_.cost_model = CostModel::enter;
  for (std::size_t i = 0; has_weights(layers) && i < cells; ++i)
    weights_.push_back(static_cast<Weight>(1 + random_.below(4)));
  for (std::size_t i = 0; (layers == Layers::climb || layers == Layers::all) && i < cells;
       ++i)
    altitude_.push_back(static_cast<std::int16_t>(random_.below(3)));
  touched_.resize(cells);
  remake();
}

GridOptions EditedMap::options() const noexcept {
  return {.weights = weights_,
          .altitude = altitude_,
          .closed_steps = closed_steps_,
          .links = links_};
}

std::vector<CellIndex> EditedMap::edit(CellIndex target) {
  if (random_.below(60) == 0) {
    change({{0, 0}, terrain_.width(), terrain_.height()}, random_.below(2) == 0);
    return remake();
  }
  for (std::uint32_t left = 1 + random_.below(3); left != 0; --left) {
    const Area area = random_area(target);
    const bool open = random_.below(2) == 0;
    switch (random_.below(6)) {
      case 0:
        if (has_weights(layers_)) change_weights(area);
        break;
      case 1:
        if (layers_ == Layers::one_way || layers_ == Layers::all) change_step();
        if (layers_ == Layers::links || layers_ == Layers::all) change_link();
        break;
      case 2:
        change(area, open);
        change(area, !open);
        break;
      default:
        change(area, open);
    }
  }
  return remake();
}

std::vector<CellIndex> EditedMap::toggle(Position p) {
  change({p, 1, 1}, !grid_->open(p));
  return remake();
}

Position EditedMap::random_position() {
  return {static_cast<std::int32_t>(
              random_.below(static_cast<std::uint32_t>(terrain_.width()))),
          static_cast<std::int32_t>(
              random_.below(static_cast<std::uint32_t>(terrain_.height())))};
}

EditedMap::Area EditedMap::random_area(CellIndex target) {
  const Position p = random_.below(8) == 0 ? grid_->position(target) : random_position();
  const auto side = [&] { return static_cast<std::int32_t>(1 + random_.below(4)); };
  return {p, side(), side()};
}

void EditedMap::change(const Area& area, bool open) {
  for (std::int32_t y = area.corner.y; y < area.corner.y + area.height; ++y)
    for (std::int32_t x = area.corner.x; x < area.corner.x + area.width; ++x)
      if (terrain_.contains({x, y})) terrain_.set({x, y}, open ? '.' : '@');
  touch(area);
}

void EditedMap::change_weights(const Area& area) {
  const auto weight = static_cast<Weight>(1 + random_.below(6));
  for (std::int32_t y = area.corner.y; y < area.corner.y + area.height; ++y)
    for (std::int32_t x = area.corner.x; x < area.corner.x + area.width; ++x)
      if (terrain_.contains({x, y}))
        weights_[static_cast<std::size_t>(y) * static_cast<std::size_t>(terrain_.width()) +
                 static_cast<std::size_t>(x)] = weight;
  touch(area);
}

/// Closes a step that stays inside the map, or opens one again.
void EditedMap::change_step() {
  if (!closed_steps_.empty() && random_.below(2) == 0) {
    const std::size_t i = random_.below(static_cast<std::uint32_t>(closed_steps_.size()));
    touch(closed_steps_[i].from);
    closed_steps_.erase(closed_steps_.begin() + static_cast<std::ptrdiff_t>(i));
    return;
  }
  // Whole rows of closed steps, in one direction or both, make fences.
  const Position from = random_position();
  const auto move = static_cast<Move>(random_.below(4));
  const bool both = random_.below(2) == 0;
  const auto length = static_cast<std::int32_t>(1 + random_.below(6));
  for (std::int32_t i = 0; i < length; ++i) {
    const bool along_x = move == Move::north || move == Move::south;
    const Position p{from.x + (along_x ? i : 0), from.y + (along_x ? 0 : i)};
    const Position to = step(rules_.topology, p, move);
    if (!terrain_.contains(p) || !terrain_.contains(to)) continue;
    closed_steps_.push_back({p, move});
    if (both) closed_steps_.push_back({to, opposite(move)});
    touch(p);
    touch(to);
  }
}

void EditedMap::change_link() {
  if (!links_.empty() && random_.below(2) == 0) {
    const std::size_t i = random_.below(static_cast<std::uint32_t>(links_.size()));
    touch(links_[i].from);
    touch(links_[i].to);
    links_.erase(links_.begin() + static_cast<std::ptrdiff_t>(i));
    return;
  }
  const Position from = random_position(), to = random_position();
  if (from == to) return;
  links_.push_back({from, to, static_cast<Weight>(1 + random_.below(9))});
  touch(from);
  touch(to);
}

/// Marks the cells whose moves a changed area may change.
void EditedMap::touch(const Area& area) {
  const std::int32_t before = rules_.unit_size;
  for (std::int32_t y = area.corner.y - before; y <= area.corner.y + area.height; ++y)
    for (std::int32_t x = area.corner.x - before; x <= area.corner.x + area.width; ++x)
      if (terrain_.contains({x, y}))
        touched_[static_cast<std::size_t>(y) * static_cast<std::size_t>(terrain_.width()) +
                 static_cast<std::size_t>(x)] = true;
}

std::vector<CellIndex> EditedMap::remake() {
  const std::shared_ptr<const Grid> before =
      std::exchange(grid_, must(Grid::make(terrain_, rules_, options())));
  // A link opens and closes with the cells at its ends.
  const auto touched = [&](Position p) {
    return touched_[static_cast<std::size_t>(p.y) *
                        static_cast<std::size_t>(terrain_.width()) +
                    static_cast<std::size_t>(p.x)];
  };
  std::vector<CellIndex> cells;
  for (const Position p : all_cells(terrain_))
    if (touched(p)) cells.push_back(grid_->cell(p));
  for (const Link& link : links_)
    if (touched(link.from) || touched(link.to))
      cells.insert(cells.end(), {grid_->cell(link.from), grid_->cell(link.to)});
  touched_.assign(touched_.size(), false);
  return cells;
}

std::vector<Edge> EditedMap::edges() const {
  std::vector<Edge> edges;
  const auto add = [&](CellIndex a, CellIndex b, Cost cost) {
    edges.push_back({a, b, cost});
    edges.push_back({b, a, cost});
  };
  for (const Position p : all_cells(terrain_))
    for (std::size_t d = 0; d < kMoves; ++d) {
      const auto move = static_cast<Move>(d);
      if ((grid_->moves(p) >> d & 1U) != 0)
        add(grid_->cell(p), grid_->cell(grid_->step(p, move)),
            grid_->step_cost(grid_->cell(p), move));
    }
  const std::shared_ptr<const LinkTable>& links = grid_->links();
  if (links != nullptr) {
    const Cost unit = grid_->costs().straight;
    for (const Link& link : links->links())
      add(grid_->cell(link.from), grid_->cell(link.to), link.weight * unit);
  }
  return edges;
}

std::vector<CellIndex> EditedMap::open_cells() const {
  std::vector<CellIndex> cells;
  for (const Position p : all_cells(terrain_))
    if (grid_->open(p)) cells.push_back(grid_->cell(p));
  return cells;
}

std::string EditedMap::drawing() const {
  std::string text;
  for (std::int32_t y = 0; y < terrain_.height(); ++y) {
    for (std::int32_t x = 0; x < terrain_.width(); ++x)
      text += grid_->open({x, y}) ? '.' : '@';
    text += '\n';
  }
  return text;
}

std::vector<Cost> closure_distances(const EditedMap& map,
                                    const std::vector<CellIndex>& sources) {
  using Entry = std::pair<Cost, CellIndex>;
  const EdgeLists edges(map);
  std::vector<Cost> distance(map.grid().cell_count(), kUnreachable);
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  for (const CellIndex source : sources) {
    distance[source] = 0;
    queue.emplace(0, source);
  }
  while (!queue.empty()) {
    const auto [cost, cell] = queue.top();
    queue.pop();
    if (cost != distance[cell]) continue;
    for (const Edge& edge : edges.of[cell]) {
      if (cost + edge.cost >= distance[edge.to]) continue;
      distance[edge.to] = cost + edge.cost;
      queue.emplace(distance[edge.to], edge.to);
    }
  }
  return distance;
}

}  // namespace throng::test
