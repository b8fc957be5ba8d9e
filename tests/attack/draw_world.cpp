#include "draw_world.hpp"

#include <string_view>

namespace attack {
namespace {

void draw_costs(Random& random, Rules& rules) {
  switch (random.below(8)) {
    case 0:
      rules.costs = kBg2006Costs;
      break;
    case 1:
      rules.costs = {5, 7};
      break;
    case 2:
      rules.costs = {1, 1};
      break;
    case 3:
      rules.costs = {1, 2};
      break;
    case 4:
      rules.costs = {3, 5};
      break;
    case 5:
      rules.costs =
          random.one_in(2) ? StepCosts{kMaxStepCost, kMaxStepCost} : StepCosts{8191, 16382};
      break;
    default:
      break;  // exact
  }
}

/// Opens half of all characters, with weights up to `most`.
MovementClass draw_class(Random& random, std::int32_t most) {
  MovementClass movement("");
  for (const char terrain : kTerrains) {
    if (random.one_in(2)) movement.set(terrain, random.range(1, most));
  }
  movement.set('.', 1);
  return movement;
}

void draw_movement(Random& random, Rules& rules) {
  switch (random.below(6)) {
    case 0:
      rules.movement = *parse_movement("digits");
      break;
    case 1:
      rules.movement = draw_class(random, 5);
      break;
    case 2:
      rules.movement = draw_class(random, 1);
      break;
    case 3:
      rules.movement = MovementClass("");
      rules.movement.set('.', random.range(1, 3));
      rules.movement.set('G', random.range(1, 9));
      rules.movement.set('1', random.one_in(10) ? std::int32_t{kMaxWeight} : 2);
      break;
    default:
      break;  // land units
  }
}

void draw_size(Random& random, World& world, std::int32_t most) {
  switch (random.below(6)) {
    case 0:
      world.width = random.range(1, most);
      world.height = 1;
      break;
    case 1:
      world.width = random.range(1, 3);
      world.height = random.range(1, most);
      break;
    default:
      world.width = random.range(2, most);
      world.height = random.range(2, most);
  }
}

void draw_cells(Random& random, World& world) {
  const auto columns = static_cast<std::size_t>(world.width);
  world.cells.assign(columns * static_cast<std::size_t>(world.height), '.');
  const std::uint32_t closed_percent = random.below(5) * 12;
  const std::string_view alphabet = random.one_in(2) ? ".@" : ".@GSTW123";
  const bool pillars = random.one_in(6);
  for (std::size_t i = 0; i < world.size(); ++i) {
    char& cell = world.cells[i];
    if (random.below(100) < closed_percent) {
      cell = '@';
    } else if (alphabet.size() > 2 && random.one_in(3)) {
      cell = random.pick(alphabet);
    }
    if (pillars && i / columns % 2 == 1 && i % columns % 2 == 1) cell = '@';
  }
}

void draw_weights(Random& random, World& world) {
  const std::uint32_t kind = random.below(4);
  for (std::size_t i = 0; i < world.size(); ++i) {
    std::uint32_t weight = 1;
    if (kind == 0) weight = 1 + random.below(9);
    if (kind == 1) weight = random.below(4);
    if (kind == 2 && random.one_in(5)) weight = 1 + random.below(400);
    world.weights.push_back(static_cast<Weight>(weight));
  }
  if (random.one_in(20)) world.weights[random.below(world.size())] = kMaxWeight;
}

void draw_altitude(Random& random, World& world) {
  std::int32_t most = random.one_in(2) ? 1 : 6;
  if (random.one_in(10)) most = 3000;
  for (std::size_t i = 0; i < world.size(); ++i) {
    world.altitude.push_back(static_cast<std::int16_t>(random.range(-most, most)));
  }
}

void draw_closed_steps(Random& random, World& world) {
  for (std::uint32_t k = random.below(world.size() * 2 + 1); k > 0; --k) {
    const std::size_t from = random.below(world.size());
    const int d = random.range(0, 7);
    world.closed.insert({from, d});
    const auto to = world.target(world.position(from), d);
    if (!to || !world.contains(*to) || !random.one_in(3)) continue;
    world.closed.insert(
        {world.cell(*to), static_cast<int>(opposite(static_cast<Move>(d)))});
  }
}

void draw_links(Random& random, World& world) {
  const std::uint32_t count =
      random.one_in(12) ? 60 + random.below(12) : 1 + random.below(6);
  const Position hub = world.position(random.below(world.size()));
  const auto weight = [&](std::uint32_t most) {
    return static_cast<Weight>(1 + random.below(most));
  };
  for (std::uint32_t k = 0; k < count; ++k) {
    const Position from =
        random.one_in(4) ? hub : world.position(random.below(world.size()));
    const Position to = world.position(random.below(world.size()));
    if (from == to) continue;
    const Link link{from, to, weight(random.one_in(15) ? kMaxWeight : 6)};
    world.links.push_back(link);
    if (random.one_in(3)) {
      world.links.push_back({to, from, random.one_in(3) ? weight(9) : link.weight});
    }
    if (random.one_in(6)) world.links.push_back({from, to, weight(9)});
  }
}

}  // namespace

Topology draw_topology(Random& random) {
  return random.one_in(2) ? Topology::octile : random.pick(kTopologies);
}

Rules draw_rules(Random& random, Topology topology) {
  Rules rules;
  rules.topology = topology;
  rules.corners = random.one_in(2) ? Corners::never_cut : random.pick(kCorners);
  draw_costs(random, rules);
  draw_movement(random, rules);
  rules.cost_model = random.pick(kCostModels);
  rules.climb = static_cast<Weight>(random.one_in(4) ? 0 : random.range(1, 4));
  if (!is_hexagonal(topology) && random.one_in(3)) rules.unit_size = random.range(2, 3);
  return rules;
}

void draw_ground(Random& random, World& world, std::int32_t most_side) {
  draw_size(random, world, most_side);
  draw_cells(random, world);
  if (random.one_in(3)) draw_weights(random, world);
  if (random.one_in(4)) draw_altitude(random, world);
  if (random.one_in(4)) draw_closed_steps(random, world);
  if (world.size() > 1 && random.one_in(3)) draw_links(random, world);
}

SolverOptions draw_solver_options(Random& random) {
  SolverOptions options;
  if (random.one_in(2)) {
    options.algorithm = random.pick(kAlgorithms);
    if (random.one_in(2)) options.heuristic = random.pick(kHeuristics);
  }
  if (random.one_in(2)) {
    options.weight_percent = random.range(100, random.one_in(10) ? kMaxWeightPercent : 300);
  }
  if (random.one_in(2)) options.beam_width = random.range(1, 4);
  if (random.one_in(3)) options.ties = random.pick(kTies);
  return options;
}

IndexOptions draw_index_options(Random& random) {
  IndexOptions options;
  options.landmarks.count =
      random.one_in(3)
          ? 0
          : random.range(1, random.one_in(8) ? IndexOptions::kMaxLandmarks : 6);
  options.landmarks.placement = random.pick(kPlacements);
  options.landmarks.metric = random.one_in(3) ? FieldMetric::steps : FieldMetric::cost;
  if (random.one_in(2)) options.landmarks.storage = random.pick(kLandmarkStorages);
  options.jump_graph = !random.one_in(3);
  options.hub_labels.build = random.one_in(3);
  options.hub_labels.cells = !random.one_in(3);
  if (random.one_in(10)) options.hub_labels.memory = random.below(3000);
  options.fronts.build = random.one_in(2);
  if (random.one_in(6)) options.fronts.memory = random.below(40'000);
  options.hierarchy.build = random.one_in(3);
  if (random.one_in(10)) options.hierarchy.memory = random.below(3000);
  options.areas = random.one_in(4);
  options.gates.build = random.one_in(6);
  if (random.one_in(10)) options.gates.memory = random.below(3000);
  options.lines.build = random.one_in(2);
  if (random.one_in(4)) options.lines.memory = random.below(40'000);
  options.landmarks.seed = random.next();
  return options;
}

}  // namespace attack
