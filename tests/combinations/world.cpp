#include "world.hpp"

#include "../support/maps.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>
#include <variant>

namespace throng::test::pairs {

World::World(const Rules& of, Position size, int closed_percent, std::uint64_t seed)
    : rules(of), terrain(random_terrain(size.x, size.y, closed_percent, seed)) {}

void World::add(const Link& link) {
  all_links_.push_back(link);
  link_open_.push_back(true);
  links_.push_back(link);
}

void World::add_danger() {
  danger_.assign(terrain.cell_count(), 0);
  find_sums();
}

void World::note_made() {
  made_terrain_.clear();
  for (const Position p : cells()) made_terrain_.push_back(terrain.at(p));
  made_weights_ = weights;
}

void World::find_sums() {
  sums_.clear();
  for (const Position p : cells()) {
    const Weight own =
        weights.empty() ? rules.movement.weight(terrain.at(p)) : weights[slot(p)];
    sums_.push_back(own == 0 ? own : static_cast<Weight>(own + danger_[slot(p)]));
  }
}

GridOptions World::options() const {
  return {.weights = danger_.empty() ? weights : sums_,
          .altitude = altitude,
          .closed_steps = closed_steps,
          .links = links_};
}

std::size_t World::slot(Position p) const {
  return static_cast<std::size_t>(p.y) * static_cast<std::size_t>(terrain.width()) +
         static_cast<std::size_t>(p.x);
}

std::vector<Position> World::cells() const { return all_cells(terrain); }

bool World::open(Position p) const { return oracle_open(terrain, rules, p, options()); }

void World::apply(const Edit& edit) {
  const auto each = [](const MapRect& at, const auto& visit) {
    for (std::int32_t y = at.corner.y; y < at.corner.y + at.height; ++y)
      for (std::int32_t x = at.corner.x; x < at.corner.x + at.width; ++x)
        visit(Position{x, y});
  };
  if (const auto* tiles = std::get_if<TerrainEdit>(&edit)) {
    each(tiles->at, [&](Position p) { terrain.set(p, tiles->terrain); });
  } else if (const auto* weigh = std::get_if<WeightEdit>(&edit)) {
    each(weigh->at, [&](Position p) { weights[slot(p)] = weigh->weight; });
  } else if (const auto* block = std::get_if<TerrainBlockEdit>(&edit)) {
    const Position corner = block->corner;
    each({corner, block->cells.width, block->cells.height}, [&](Position p) {
      terrain.set(p, block->cells.at({p.x - corner.x, p.y - corner.y}));
    });
  } else if (const auto* heavy = std::get_if<WeightBlockEdit>(&edit)) {
    auto next = heavy->weights.begin();
    each(heavy->at, [&](Position p) { weights[slot(p)] = *next++; });
  } else if (const auto* restored = std::get_if<RestoreEdit>(&edit)) {
    each(restored->at, [&](Position p) {
      terrain.set(p, made_terrain_[slot(p)]);
      if (!weights.empty()) weights[slot(p)] = made_weights_[slot(p)];
    });
  } else if (const auto* step = std::get_if<StepEdit>(&edit)) {
    std::erase_if(closed_steps, [&](const ClosedStep& closed) {
      return closed.from == step->from && closed.move == step->move;
    });
    if (!step->open) closed_steps.push_back({step->from, step->move});
  } else if (const auto* threat = std::get_if<DangerEdit>(&edit)) {
    auto next = threat->danger.begin();
    each(threat->at, [&](Position p) { danger_[slot(p)] = *next++; });
  } else if (const auto* link = std::get_if<LinkEdit>(&edit)) {
    link_open_[link->link] = link->open;
    links_.clear();
    for (std::size_t k = 0; k < all_links_.size(); ++k)
      if (link_open_[k]) links_.push_back(all_links_[k]);
  }
  if (!danger_.empty()) find_sums();
}

Position World::any_cell(SplitMix64& random) const {
  const auto x = random.below(static_cast<std::uint32_t>(terrain.width()));
  const auto y = random.below(static_cast<std::uint32_t>(terrain.height()));
  return {static_cast<std::int32_t>(x), static_cast<std::int32_t>(y)};
}

Position World::any_open_cell(SplitMix64& random) const {
  for (;;)
    if (const Position p = any_cell(random); open(p)) return p;
}

Truth::Truth(World world, const Grid& grid)
    : world_(std::move(world)), rules_(grid.rules()), unit_(grid.costs()) {}

const OracleField<std::uint64_t>& Truth::field(Position from) {
  const auto [place, added] = fields_.try_emplace(from);
  if (added) place->second = oracle_field(world_.terrain, rules_, from, world_.options());
  return place->second;
}

std::uint64_t Truth::cost(Position from, Position to) {
  if (!world_.terrain.contains(from) || !world_.terrain.contains(to)) return kNone;
  const auto& reached = field(from)[world_.slot(to)];
  return reached ? reached.cost : kNone;
}

double Truth::length(Position from, Position to) {
  return field(from)[world_.slot(to)].length();
}

std::uint64_t Truth::open_cost(Position a, Position b) const {
  const auto apart = [](std::int32_t from, std::int32_t to) {
    return static_cast<std::uint64_t>(std::abs(from - to));
  };
  if (is_hexagonal(rules_.topology)) {
    // A step to the next column also moves half a row.
    const std::uint64_t columns = apart(a.x, b.x);
    const auto halves = [](Position p) { return 2 * p.y - (p.x % 2 != 0 ? 1 : 0); };
    const std::uint64_t rows = apart(halves(a), halves(b));
    return (columns + (rows > columns ? (rows - columns) / 2 : 0)) * unit_.straight;
  }
  const std::uint64_t x = apart(a.x, b.x), y = apart(a.y, b.y);
  if (rules_.topology == Topology::tile) return (x + y) * unit_.straight;
  return std::min(x, y) * unit_.diagonal +
         (std::max(x, y) - std::min(x, y)) * unit_.straight;
}

}  // namespace throng::test::pairs
