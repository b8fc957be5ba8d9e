#include "trials.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <tuple>
#include <utility>

// Fields, tables, flow fields, places and groups.

namespace attack {
namespace {

bool open_cell(const World& world, Position p) {
  return world.contains(p) && world.open(p);
}

std::vector<Position> draw_positions(Random& random, const World& world,
                                     std::size_t count) {
  std::vector<Position> drawn;
  for (std::size_t k = 0; k < count; ++k) drawn.push_back(draw_position(random, world));
  return drawn;
}

/// The distance between two positions in the metric and direction of a field.
Wide measure(Truth& truth, const DistanceOptions& options, Position source, Position to) {
  const World& world = truth.world();
  if (!open_cell(world, source) || !open_cell(world, to)) return kNever;
  if (options.direction == SweepDirection::to_sources) std::swap(source, to);
  if (options.metric == FieldMetric::cost) return truth.distance(source, to);
  return truth.steps_from(world.cell(source))[world.cell(to)];
}

Cost limited(Wide cost, Cost max_cost) {
  return cost > max_cost ? kUnreachable : static_cast<Cost>(cost);
}

void check_field(Truth& truth, std::span<const Cost> field,
                 std::span<const Position> sources, const DistanceOptions& options,
                 const char* what) {
  const World& world = truth.world();
  for (std::size_t cell = 0; cell < truth.size(); ++cell) {
    const Position p = world.position(cell);
    Wide least = kNever;
    for (const Position source : sources) {
      least = std::min(least, measure(truth, options, source, p));
    }
    const Cost want = limited(least, options.max_cost);
    check(field[cell] == want, what, " at ", p, ": ", field[cell], ", want ", want, "; ",
          options, ", ", sources.size(), " sources");
    counts().compared("cell of a field");
  }
}

void check_table(Truth& truth, std::span<const Cost> table,
                 std::span<const Position> sources, std::span<const Position> targets,
                 const DistanceOptions& options, const char* what) {
  for (std::size_t a = 0; a < sources.size(); ++a) {
    for (std::size_t b = 0; b < targets.size(); ++b) {
      const Cost want =
          limited(measure(truth, options, sources[a], targets[b]), options.max_cost);
      const Cost cost = table[a * targets.size() + b];
      check(cost == want, what, " from ", sources[a], " to ", targets[b], ": ", cost,
            ", want ", want, "; ", options);
      counts().compared("cell of a table");
    }
  }
}

/// Fields and tables on a grid alone, or on an index.
void try_distances(Random& random, Truth& truth, const Index& index, Workers& workers) {
  const World& world = truth.world();
  std::vector<Position> sources = draw_positions(random, world, random.below(4));
  DistanceOptions options;
  options.metric = random.one_in(4) ? FieldMetric::steps : FieldMetric::cost;
  options.direction = random.pick_enum<SweepDirection>(2);
  if (random.one_in(3)) {
    options.max_cost = options.metric == FieldMetric::steps
                           ? random.below(6)
                           : index.grid()->cost_of_steps(random.decimal(9));
  }
  DistanceOptions nearest = options;
  nearest.nearest_source = true;
  const std::vector<Cost> field = distances(index, sources, workers, nearest);
  check_field(truth, field, sources, options, "the field of the nearest source");
  const std::vector<Cost> fields = distances(index, sources, workers, options);
  for (std::size_t k = 0; k < sources.size(); ++k) {
    check_field(truth, std::span(fields).subspan(k * truth.size(), truth.size()),
                std::span(sources).subspan(k, 1), options, "a field of each source");
  }
  const std::vector<Position> targets = draw_positions(random, world, random.below(12));
  if (random.one_in(2)) {
    std::ranges::copy(draw_positions(random, world, 20), std::back_inserter(sources));
  }
  check_table(truth, distances(index, sources, targets, workers, options), sources, targets,
              options, "a table");
  const std::vector<Cost> row = distances(index, sources, targets, workers, nearest);
  const std::vector<Cost> whole = distances(index, sources, workers, nearest);
  for (std::size_t t = 0; t < targets.size(); ++t) {
    const Cost want =
        open_cell(world, targets[t]) ? whole[world.cell(targets[t])] : kUnreachable;
    check(row[t] == want, "the nearest source of ", targets[t], ": ", row[t], ", want ",
          want, "; ", options);
  }
}

/// The moves that a flow field leads a unit along.
void check_flow_at(Truth& truth, const Field& flow, Position p, Cost cost) {
  const LinkTable* const links = flow.grid()->links().get();
  check(flow.distance(p) == cost, "flow field at ", p, ": ", flow.distance(p), ", want ",
        cost);
  std::vector<Move> moves;
  flow.append_path(p, moves);
  if (cost == kUnreachable) {
    check(moves.empty() && !flow.next(p), "a flow field leads on from ", p);
    return;
  }
  const Walk walked = walk(truth, p, moves, links);
  check(walked.legal && walked.cost == cost && flow.distance(walked.end) == 0,
        "the path of a flow field from ", p, " ends at ", walked.end, " and costs ",
        walked.cost, ", want ", cost);
  for (int last = -1; last < 12; last += 4) {
    std::optional<Move> before;
    if (last >= 0) before = static_cast<Move>(last);
    const auto next = flow.next(p, before);
    check(next.has_value() == (cost > 0), "next() at ", p);
    if (!next) continue;
    const Walk one = walk(truth, p, {&*next, 1}, links);
    check(one.legal && one.cost + flow.distance(one.end) == cost,
          "next() leaves the cheapest paths at ", p);
  }
}

void try_flow(Random& random, Truth& truth, Field flow, Workers& workers) {
  stage("flow field");
  const World& world = truth.world();
  for (int round = 0; round < 2; ++round) {
    const std::vector<Position> goals = draw_positions(random, world, random.below(4));
    const Cost most =
        random.one_in(3) ? flow.grid()->cost_of_steps(random.decimal(9)) : kUnreachable - 1;
    flow.set_goals(goals, workers, most);
    check_flow(truth, flow, goals, most);
    std::vector<Position> units;
    for (std::size_t cell = 0; cell < truth.size(); ++cell) {
      units.push_back(world.position(cell));
    }
    std::vector<Arrival> arrivals;
    find_arrivals(flow, units, arrivals);
    const auto arrive = std::ranges::count_if(
        units, [&](Position p) { return flow.distance(p) != kUnreachable; });
    check(arrivals.size() == static_cast<std::size_t>(arrive),
          "arrivals: ", arrivals.size(), ", want ", arrive);
  }
}

/// Where spread_goals should begin.
Position first_place(const Truth& truth, const Grid& grid, Position from, Position goal) {
  const World& world = truth.world();
  const std::uint32_t component = truth.components()[world.cell(from)];
  if (truth.components()[world.cell(goal)] == component) return goal;
  std::tuple<Wide, CellIndex> nearest{kNever, 0};
  for (std::size_t cell = 0; cell < truth.size(); ++cell) {
    if (truth.components()[cell] != component) continue;
    const Position p = world.position(cell);
    nearest = std::min(nearest, {world.open_distance(p, goal, truth.unit()), grid.cell(p)});
  }
  return grid.position(std::get<1>(nearest));
}

/// All cells that may be places of a unit at `from`, in their order.
std::vector<Position> order_places(Truth& truth, const Grid& grid, Position from,
                                   Position goal) {
  const World& world = truth.world();
  if (!open_cell(world, from)) return {};
  const Position first = first_place(truth, grid, from, goal);
  const std::vector<Wide>& costs = truth.from_cell(world.cell(first));
  std::vector<std::tuple<Wide, CellIndex, std::size_t>> order;
  for (std::size_t cell = 0; cell < truth.size(); ++cell) {
    if (costs[cell] == kNever) continue;
    order.emplace_back(costs[cell], grid.cell(world.position(cell)), cell);
  }
  std::ranges::sort(order);
  std::vector<Position> places;
  for (const auto& [cost, key, cell] : order) places.push_back(world.position(cell));
  return places;
}

bool overlap(Position a, std::int32_t side, Position b, std::int32_t other) {
  return a.x < b.x + other && b.x < a.x + side && a.y < b.y + other && b.y < a.y + side;
}

std::vector<Position> expect_places(Truth& truth, const Grid& grid, Position from,
                                    Position goal, std::size_t count) {
  const std::int32_t side = truth.world().rules.unit_size;
  std::vector<Position> places;
  for (const Position p : order_places(truth, grid, from, goal)) {
    const bool overlaps = std::ranges::any_of(
        places, [&](Position other) { return overlap(p, side, other, side); });
    if (!overlaps && places.size() < count) places.push_back(p);
  }
  return places;
}

void try_spread(Random& random, Truth& truth, const Grid& grid) {
  stage("spread_goals");
  const World& world = truth.world();
  const Position from = world.position(random.below(world.size()));
  const Position goal = world.position(random.below(world.size()));
  const std::size_t count = random.below(12);
  const std::vector<Position> places = spread_goals(grid, from, goal, count);
  check(places == expect_places(truth, grid, from, goal, count), "places from ", from,
        " at ", goal, ", at most ", count);
  counts().compared("places of a group", places.size());
}

/// Places for a group among cells that are taken. Which unit of a component has which of
/// its places is a matter of assign_places.
void try_promise(Random& random, Truth& truth, const Index& index) {
  stage("promise_places");
  const World& world = truth.world();
  const Grid& grid = *index.grid();
  const std::int32_t side = world.rules.unit_size;
  TakenCells taken = *TakenCells::make(grid.width(), grid.height());
  std::vector<std::pair<Position, std::int32_t>> squares;
  for (std::size_t k = random.below(8); k > 0; --k) {
    const Position corner = world.position(random.below(world.size()));
    const std::int32_t size = random.range(1, 3);
    if (taken.add(corner, size)) squares.emplace_back(corner, size);
  }
  const Position goal = world.position(random.below(world.size()));
  std::vector<GroupUnit> units;
  for (const Position at : draw_positions(random, world, random.below(9)))
    units.push_back({at});
  using Owned = std::pair<std::uint32_t, Position>;  // a component and a place
  std::vector<Owned> expected;
  std::vector<Owned> found;
  const std::vector<Position> places = *promise_places({&index, 1}, units, goal, taken);
  for (std::size_t i = 0; i < units.size(); ++i) {
    const Position at = units[i].at;
    const std::vector<Position> order = order_places(truth, grid, at, goal);
    const auto place = std::ranges::find_if(order, [&](Position p) {
      return std::ranges::none_of(squares, [&](const auto& square) {
        return overlap(p, side, square.first, square.second);
      });
    });
    check((place == order.end()) == (places[i] == kNowhere), "unit ", i, " at ", at,
          " is promised ", places[i], " around ", goal);
    if (place == order.end()) continue;
    squares.emplace_back(*place, side);
    const std::uint32_t component = truth.components()[world.cell(at)];
    expected.emplace_back(component, *place);
    found.emplace_back(component, places[i]);
  }
  std::ranges::sort(expected);
  std::ranges::sort(found);
  check(found == expected, "places of a group around ", goal);
  counts().compared("promised places", found.size());
}

}  // namespace

void check_flow(Truth& truth, const Field& flow, std::span<const Position> goals,
                Cost max_cost) {
  const World& world = truth.world();
  for (std::size_t cell = 0; cell < truth.size(); ++cell) {
    const Position p = world.position(cell);
    Wide least = kNever;
    for (const Position goal : goals) {
      if (open_cell(world, goal)) least = std::min(least, truth.distance(p, goal));
    }
    check_flow_at(truth, flow, p, limited(least, max_cost));
    counts().compared("cell of a flow field");
  }
}

void check_places(Random& random, Truth& truth, Field& nearest,
                  std::span<const Position> places) {
  const World& world = truth.world();
  const std::vector<Position> starts = draw_positions(random, world, 40);
  std::vector<Nearest> found(starts.size());
  nearest.find_nearest(starts, found);
  for (std::size_t k = 0; k < starts.size(); ++k) {
    Nearest want;
    for (std::uint32_t place = 0; place < places.size(); ++place) {
      if (!open_cell(world, starts[k]) || !open_cell(world, places[place])) continue;
      const Wide cost = truth.distance(starts[k], places[place]);
      if (cost < want.cost) want = {place, static_cast<Cost>(cost)};
    }
    check(found[k] == want, "nearest place of ", starts[k], ": ", found[k].goal, " at ",
          found[k].cost, ", want ", want.goal, " at ", want.cost);
    counts().compared("nearest place");
  }
}

/// The moves of cheapest paths at each cell. These fields do not use links.
void try_step_field(Random& random, Truth& truth, const std::shared_ptr<const Grid>& grid,
                    Workers& workers) {
  const World& world = truth.world();
  if (!world.links.empty()) return;
  stage("step field");
  StepField field(grid);
  const std::vector<Position> goals = draw_positions(random, world, random.below(4));
  field.set_goals(goals, workers);
  if (random.one_in(3)) field.follow(grid, workers);
  const auto cost = [&](Position p) {
    Wide least = kNever;
    if (!open_cell(world, p)) return least;
    for (const Position goal : goals)
      if (open_cell(world, goal)) least = std::min(least, truth.distance(p, goal));
    return least;
  };
  for (std::size_t cell = 0; cell < truth.size(); ++cell) {
    const Position p = world.position(cell);
    const Wide here = cost(p);
    unsigned want = 0;
    for (int d = 0; d < 8; ++d) {
      const auto to = world.target(p, d);
      if (here == kNever || here == 0 || !to || !world.contains(*to) || !world.legal(p, d))
        continue;
      const Wide rest = cost(*to);
      if (rest != kNever && world.step_cost(p, d, truth.unit()) + rest == here)
        want |= 1U << d;
    }
    check(field.moves(p) == want, "moves of a step field at ", p, ": ",
          unsigned{field.moves(p)}, ", want ", want);
    counts().compared("cell of a step field");
  }
}

void try_fields(Random& random, Truth& truth, const Index& index, Workers& workers) {
  const World& world = truth.world();
  stage("fields of a grid");
  try_distances(random, truth, index.grid(), workers);
  stage("fields of an index");
  try_distances(random, truth, index, workers);
  try_flow(random, truth, Field(random.one_in(2) ? index : Index(index.grid())), workers);
  try_step_field(random, truth, index.grid(), workers);
  stage("places");
  std::vector<Position> places = draw_positions(random, world, random.below(7));
  if (!places.empty() && random.one_in(3)) places.push_back(places[0]);
  Field nearest(random.one_in(2) ? index : Index(index.grid()));
  nearest.set_goals(places, workers);
  check_places(random, truth, nearest, places);
  try_spread(random, truth, *index.grid());
  try_promise(random, truth, index);
}

}  // namespace attack
