#include "game_ground.hpp"

#include "draw_world.hpp"

#include <algorithm>

namespace attack {
namespace {

bool needs_jumps(Choice part) {
  return part == Choice::jump_graph || part == Choice::hierarchy;
}

bool needs_plain(Choice part) {
  return part == Choice::hubs || part == Choice::areas || part == Choice::gates;
}

IndexOptions index_options(Random& random, Choice part) {
  IndexOptions options{.landmarks = {0}, .jump_graph = false};
  const auto add = [&](Choice one) {
    options.jump_graph |= one == Choice::jump_graph;
    if (one == Choice::landmarks) options.landmarks.count = random.range(1, 6);
    options.hub_labels.build |= one == Choice::hubs;
    options.fronts.build |= one == Choice::fronts || one == Choice::rows;
    options.hierarchy.build |= one == Choice::hierarchy;
    options.areas |= one == Choice::areas;
    options.gates.build |= one == Choice::gates;
  };
  add(part);
  if (random.one_in(3)) add(Choice::landmarks);
  if (random.one_in(4)) add(random.pick_enum<Choice>(kPartNames.size()));
  options.hub_labels.cells = random.one_in(2);
  if (random.one_in(4)) options.landmarks.storage = random.pick(kLandmarkStorages);
  options.landmarks.seed = random.next();
  return options;
}

SolverOptions solver_options(Random& random, std::size_t cells) {
  SolverOptions options;
  switch (random.below(6)) {
    case 0:
      options = {.algorithm = Algorithm::astar, .heuristic = Heuristic::zero};
      break;
    case 1:
      options.algorithm = Algorithm::astar;
      break;
    case 2:
      options = draw_solver_options(random);
      break;
    default:
      break;  // automatic: uses the part
  }
  if (options.algorithm == Algorithm::idastar && cells > 20) options.algorithm = {};
  return options;
}

}  // namespace

Combination::Combination(std::uint64_t seed) {
  part = static_cast<Choice>(seed % kPartNames.size());
  seed /= kPartNames.size();
  sharing = static_cast<Sharing>(2 - seed % 3);
  living = seed / 3 % 2 == 1;
  // Living maps have no other parts.
  if (part == Choice::hierarchy || needs_plain(part)) living = false;
}

std::string Combination::text() const {
  static constexpr std::array<std::string_view, 3> kSharings{"none", "equal", "goals"};
  std::string text(living ? "living, " : "static, ");
  text += kPartNames[static_cast<std::size_t>(part)];
  text += ", sharing ";
  return text += kSharings[static_cast<std::size_t>(sharing)];
}

GameGround::GameGround(Random& random, const Combination& combination, Workers& workers) {
  const bool fits = !random.one_in(5);  // else the part may be refused
  const Choice part = combination.part;
  draw_rules_of(random, fits && needs_jumps(part), fits && needs_plain(part));
  draw_cells(random);
  const bool bare = fits && (needs_plain(part) || (needs_jumps(part) && !random.one_in(4)));
  if (!bare) draw_layers(random, part != Choice::fronts && part != Choice::rows);
  ground_.link_open.assign(ground_.links.size(), true);
  worlds_.resize(random.one_in(2) ? 1 : 2, ground_);
  if (classes() > 1 && !ground_.hexagonal()) worlds_[1].rules.unit_size = 2;
  if (combination.living) {
    make_living(random, part, workers);
  } else {
    make_static(random, part, workers);
  }
}

void GameGround::draw_rules_of(Random& random, bool jumps, bool plain) {
  Rules& rules = ground_.rules;
  if (random.one_in(4)) rules = draw_rules(random, draw_topology(random));
  rules.topology = draw_topology(random);
  rules.corners = random.pick(kCorners);
  rules.cost_model = random.pick(kCostModels);
  if (jumps) {
    rules.topology = Topology::octile;
    rules.corners = Corners::never_cut;
  }
  if (plain && ground_.hexagonal()) rules.topology = Topology::tile;
  if (jumps || plain) rules.movement = MovementClass();
  if (ground_.hexagonal()) rules.unit_size = 1;
}

void GameGround::draw_cells(Random& random) {
  const bool small = random.one_in(3);
  ground_.width = small ? random.range(4, 12) : random.range(20, 80);
  ground_.height = small ? random.range(4, 12) : random.range(20, 80);
  const auto columns = static_cast<std::size_t>(ground_.width);
  ground_.cells.assign(columns * static_cast<std::size_t>(ground_.height), '.');
  const std::uint32_t percent = random.below(4) * 12;
  for (char& cell : ground_.cells) {
    if (random.below(100) < percent) cell = '@';
  }
  if (!random.one_in(3)) return;
  const bool doors = random.one_in(2);  // else links alone lead through the walls
  for (std::size_t i = 0; i < ground_.size(); ++i) {
    const bool door = doors && i / columns % 11 == 3;
    if (i % columns % 8 == 0 && !door) ground_.cells[i] = '@';
  }
}

void GameGround::draw_layers(Random& random, bool links) {
  const std::size_t size = ground_.size();
  if (random.one_in(2)) {
    for (std::size_t i = 0; i < size; ++i) {
      ground_.weights.push_back(static_cast<Weight>(1 + random.below(5)));
    }
  }
  if (random.one_in(6)) {
    for (std::size_t i = 0; i < size; ++i) {
      ground_.altitude.push_back(static_cast<std::int16_t>(random.range(-2, 2)));
    }
  }
  if (random.one_in(4)) {
    for (std::uint32_t k = random.below(size / 4 + 1); k > 0; --k) {
      ground_.closed.insert({random.below(size), random.range(0, 7)});
    }
  }
  if (!links || random.one_in(4)) return;
  // Link weights of all magnitudes: from shorter than the steps beside them to far longer.
  constexpr std::array<std::uint32_t, 4> kMost{6, 20, 100, 1000};
  const std::uint32_t most = random.pick(kMost);
  for (std::int32_t k = random.range(1, 16); k > 0; --k) {
    const Position from = ground_.position(random.below(size));
    const Position to = ground_.position(random.below(size));
    if (from == to) continue;
    const auto weight = static_cast<Weight>(1 + random.below(most));
    ground_.links.push_back({from, to, weight});
    if (random.one_in(2)) ground_.links.push_back({to, from, weight});
  }
}

void GameGround::make_static(Random& random, Choice part, Workers& workers) {
  const std::vector<ClosedStep> closed = ground_.closed_steps();
  for (const World& world : worlds_) {
    const auto grid = Grid::make(world.view(), world.rules, world.grid_options(closed));
    if (!grid) {
      counts().noted("game refused: " + grid.error().what);
      worlds_.clear();
      return;
    }
    const auto index = Index::build(*grid, index_options(random, part), workers);
    options_ = solver_options(random, world.size());
    auto solver = index ? Solver::make(*index, options_) : Solver::make(*grid, options_);
    if (!solver) solver = index ? Solver::make(*index) : Solver::make(*grid);
    check(solver.has_value(), "no solver: ", solver ? "" : solver.error().what);
    counts().noted(std::string("algorithm ").append(name(solver->algorithm())));
    solvers_.push_back({*solver, *grid});
  }
}

void GameGround::make_living(Random& random, Choice part, Workers& workers) {
  edit_rules_.steps = !ground_.closed.empty() || random.one_in(4);
  edit_rules_.max_weight = 9;
  edit_rules_.most_side = 5;
  edit_rules_.whole_map_in = 200;
  begin_edits(random, worlds_.size(), edit_rules_, ground_);
  update_worlds();
  std::vector<LivingClass> movements;
  for (const World& world : worlds_) {
    LivingClass one{.rules = world.rules, .landmarks = 0, .jump_graph = false};
    if (part == Choice::landmarks || random.one_in(3)) one.landmarks = random.range(1, 6);
    one.jump_graph = part == Choice::jump_graph || random.one_in(3);
    one.fronts = part == Choice::fronts || part == Choice::rows;
    one.front_rows = part == Choice::rows;
    if (one.fronts && random.one_in(8)) one.front_memory = random.below(30'000);
    one.max_danger = edit_rules_.max_danger[movements.size()];
    one.lines = random.one_in(2);
    movements.push_back(one);
  }
  const std::vector<ClosedStep> closed = ground_.closed_steps();
  auto map = LivingMap::make(ground_.view(), movements,
                             {.weights = ground_.weights,
                              .altitude = ground_.altitude,
                              .steps = edit_rules_.steps,
                              .closed_steps = closed,
                              .links = ground_.links,
                              .max_weight = edit_rules_.max_weight},
                             workers);
  if (!map) {
    counts().noted("game refused: " + map.error().what);
    worlds_.clear();
    return;
  }
  map_ = std::make_unique<LivingMap>(*std::move(map));
  for (std::size_t k = 0; k < classes(); ++k) worlds_[k].rules = map_->grid(k)->rules();
  options_ = solver_options(random, ground_.size());
}

void GameGround::update_worlds() {
  for (std::size_t k = 0; k < worlds_.size(); ++k) {
    const Rules rules = worlds_[k].rules;
    worlds_[k] = ground_;
    worlds_[k].rules = rules;
    worlds_[k].movement = k;
  }
}

Guarantee GameGround::guarantees(std::size_t movement) const {
  if (!living()) return guarantee(solvers_[movement].solver.algorithm());
  return options_.algorithm == Algorithm::automatic ? Guarantee::optimal
                                                    : guarantee(options_.algorithm);
}

bool GameGround::has_lines(std::size_t movement) const {
  const Index& index = living() ? map_->index(movement) : solvers_[movement].solver.index();
  return index.has(Part::lines);
}

FrameScheduler GameGround::make_scheduler(const SchedulerOptions& options,
                                          std::pmr::memory_resource* memory) {
  if (!living()) {
    std::vector<Solver> solvers;
    for (const Served& one : solvers_) solvers.push_back(one.solver);
    auto made = FrameScheduler::make(std::move(solvers), options, memory);
    check(made.has_value(), "no scheduler: ", made ? "" : made.error().what);
    return *std::move(made);
  }
  auto made = FrameScheduler::make(*map_, {&options_, 1}, options, memory);
  if (!made) {
    options_ = {};
    made = FrameScheduler::make(*map_, {&options_, 1}, options, memory);
  }
  check(made.has_value(), "no scheduler: ", made ? "" : made.error().what);
  return *std::move(made);
}

DrawnEdits GameGround::draw_edits(Random& random, std::vector<std::string>& log) {
  auto edits = attack::draw_edits(random, edit_rules_, 1 + random.below(3), ground_, log);
  update_worlds();
  return edits;
}

void GameGround::reload(Workers& workers) {
  const auto saved = map_->save();
  check(saved.has_value(), "save: ", saved ? "" : saved.error().what);
  auto restored = LivingMap::restore(*saved, workers);
  check(restored.has_value(), "restore: ", restored ? "" : restored.error().what);
  check(restored->fingerprint() == map_->fingerprint(), "fingerprint of the restored map");
  *map_ = *std::move(restored);
  counts().compared("restored games");
}

Solver GameGround::lay_influence(Random& random, std::size_t movement) {
  Served& served = solvers_[movement];
  World& world = worlds_[movement];
  std::vector<Weight> influence(world.size());
  for (Weight& one : influence) one = static_cast<Weight>(random.below(3));
  const auto grid = served.grid_of->with_influence(influence);
  if (!grid) {
    counts().noted("influence refused: " + grid.error().what);
    return served.solver;
  }
  world.influence.resize(world.size());
  for (std::size_t i = 0; i < world.size(); ++i) world.influence[i] += influence[i];
  served = {*Solver::make(*grid), *grid};
  return served.solver;
}

std::string GameGround::text() const {
  std::ostringstream out;
  out << "solver " << options_ << ", classes " << classes() << '\n';
  if (classes() > 0) out << worlds_[0].text();
  return out.str();
}

}  // namespace attack
