#include "simulation.hpp"

#include "stopwatch.hpp"

#include <throng/group_goals.hpp>

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

namespace throng::experiment {
namespace {

constexpr std::size_t kDetour = 24;  // moves that a detour replaces
constexpr std::size_t kUnitsPerDetour = 500;
constexpr int kTriesForGoal = 64;
constexpr std::size_t kBytesPerRoute = 256;  // initially
constexpr std::size_t kFewRoutes = 1 << 18;  // small sets of routes vary most in size
constexpr std::size_t kQueriesToLoad = 256;
const FrameBudget kWorkToLoad =
    FrameBudget::expansions(1000);  // per frame: makes long searches pause

std::uint64_t fold(std::uint64_t hash, std::uint64_t value) noexcept {
  return (hash ^ value) * 0x100'0000'01B3 + (hash >> 32);
}

RouteId id(std::size_t unit) { return static_cast<RouteId>(unit); }

Failure no_open_cell() {
  return fail(Code::bad_argument, "there is no open cell to put units on");
}

}  // namespace

void LineFigures::add(const LineFigures& more) {
  lines += more.lines;
  points += more.points;
  whole += more.whole;
  length += more.length;
  path_length += more.path_length;
}

RouteMemory::RouteMemory(std::size_t units)
    : buffer_(units * kBytesPerRoute + kFewRoutes, &heap_), pool_(&buffer_) {}

void* RouteMemory::Heap::do_allocate(std::size_t size, std::size_t alignment) {
  bytes += size;
  return std::pmr::new_delete_resource()->allocate(size, alignment);
}

void RouteMemory::Heap::do_deallocate(void* memory, std::size_t size,
                                      std::size_t alignment) {
  bytes -= size;
  std::pmr::new_delete_resource()->deallocate(memory, size, alignment);
}

Result<Simulation> Simulation::make(const Solver& solver,
                                    const SimulationOptions& options) {
  const Grid& grid = solver.grid();
  if (grid.open_cells() == 0) return no_open_cell();
  std::vector<Solver> solvers{solver};
  Result<FrameScheduler> scheduler =
      FrameScheduler::make(std::move(solvers), options.scheduler);
  if (!scheduler) return scheduler.failure();
  return Simulation(solver, {}, nullptr, *std::move(scheduler), options);
}

Result<Simulation> Simulation::make(LivingMap map, const SolverOptions& search,
                                    const SimulationOptions& options) {
  if (map.grid(0)->open_cells() == 0) return no_open_cell();
  auto placed = std::make_unique<LivingMap>(std::move(map));
  Result<FrameScheduler> scheduler =
      FrameScheduler::make(*placed, {&search, 1}, options.scheduler);
  if (!scheduler) return scheduler.failure();
  if (const auto solver = Solver::make(placed->index(0), search); !solver)
    return solver.failure();
  return Simulation({}, search, std::move(placed), *std::move(scheduler), options);
}

Simulation::Simulation(std::optional<Solver> solver, const SolverOptions& search,
                       std::unique_ptr<LivingMap> map, FrameScheduler scheduler,
                       const SimulationOptions& options)
    : solver_(std::move(solver)),
      search_(search),
      map_(std::move(map)),
      scheduler_(std::move(scheduler)),
      options_(options),
      random_(options.seed),
      memory_(std::make_unique<RouteMemory>(options.units)),
      routes_(map_ ? map_->grid(0) : solver_->index().grid(), memory_->pool()),
      buildings_(options.build, options.seed) {
  for (Position p; p.y < grid().height(); ++p.y)
    for (p.x = 0; p.x < grid().width(); ++p.x)
      if (grid().open(p)) open_cells_.push_back(p);
  waits_.resize(options.frames + std::size_t{1});
  place_units();
}

void Simulation::load(Workers& workers) {
  std::vector<Query> queries;
  for (std::size_t k = 0; k < kQueriesToLoad; ++k) {
    const Position start = any_open_cell();
    queries.push_back({start, any_open_cell()});
  }
  const Solver solver = map_ ? *Solver::make(map_->index(0), search_) : *solver_;
  fill_routes(solver.solve(queries, workers, {.max_moves = options_.scheduler.max_moves}));
  const auto ask = [&](std::size_t i, const Query& query) {
    scheduler_.submit({.start = query.start,
                       .goals = std::span(&query.goal, 1),
                       .agent = static_cast<AgentId>(i)});
  };
  for (std::size_t i = 0; i < units_.size(); ++i) ask(i, queries[i % kQueriesToLoad]);
  scheduler_.run(options_.work, workers);
  scheduler_.poll(finished_);
  for (std::size_t i = 0; i < units_.size(); ++i) ask(i, {units_[i].goal, units_[i].goal});
  scheduler_.run(FrameBudget::unlimited(), workers);
  for (std::size_t k = 0; k < std::min(kQueriesToLoad, units_.size()); ++k)
    ask(k, queries[k]);
  while (scheduler_.run(kWorkToLoad, workers).waiting > 0) continue;
  scheduler_.poll(finished_);
}

/// Stores a route for each unit from these paths, then clears the routes.
void Simulation::fill_routes(const Answers& paths) {
  for (std::size_t i = 0; i < units_.size(); ++i)
    routes_.replace(id(i), paths.path(i % paths.size()), units_[i].goal);
  for (std::size_t i = 0; i < units_.size(); ++i) {
    routes_.replace(id(i), PathView(grid().rules().topology, units_[i].goal, {}),
                    units_[i].goal);
  }
}

/// The open cells around `home` in its component, nearest rings first.
std::vector<Position> Simulation::places_around(Position home, std::size_t most) const {
  std::vector<Position> places;
  const auto component = [&](Position p) { return grid().component(grid().cell(p)); };
  const auto add = [&](Position p) {
    if (places.size() < most && grid().contains(p) && component(p) == component(home))
      places.push_back(p);
  };
  add(home);
  const std::int32_t rings = std::max(grid().width(), grid().height());
  for (std::int32_t ring = 1; ring < rings && places.size() < most; ++ring)
    for (std::int32_t k = -ring; k < ring; ++k) {
      add({home.x + k, home.y - ring});
      add({home.x + ring, home.y + k});
      add({home.x - k, home.y + ring});
      add({home.x - ring, home.y - k});
    }
  return places;
}

void Simulation::place_units() {
  units_.reserve(options_.units);
  while (units_.size() < options_.units) {
    const std::size_t begin = units_.size();
    const std::size_t end = std::min(options_.units, begin + options_.group_size);
    const std::vector<Position> places = places_around(any_open_cell(), end - begin);
    for (std::size_t k = 0; k < end - begin; ++k) {  // cells may have to hold several
      const Position place = places[k % places.size()];
      units_.push_back({.goal = place});
      routes_.add(place);
    }
    groups_.push_back({.begin = begin, .end = end});
  }
}

Position Simulation::any_open_cell() {
  return open_cells_[random_.below(static_cast<std::uint32_t>(open_cells_.size()))];
}

/// A cell that the units of the group can reach, or one that they cannot.
Position Simulation::goal_for(const Group& group) {
  const auto component = [&](Position p) { return grid().component(grid().cell(p)); };
  const std::uint32_t own = component(route_of(group.begin).position());
  const bool reachable = !random_.chance(options_.unreachable_percent);
  const auto any = [&] {
    return Position{static_cast<std::int32_t>(
                        random_.below(static_cast<std::uint32_t>(grid().width()))),
                    static_cast<std::int32_t>(
                        random_.below(static_cast<std::uint32_t>(grid().height())))};
  };
  Position goal = route_of(group.begin).position();
  for (int tries = 0; tries < kTriesForGoal; ++tries) {
    goal = reachable
               ? open_cells_[random_.below(static_cast<std::uint32_t>(open_cells_.size()))]
               : any();
    if ((component(goal) == own) == reachable) break;
  }
  return goal;
}

/// Sends all units to the goal, or each to a place around it, as far as there are enough.
void Simulation::set_goals(const Group& group, Position goal) {
  const auto units = std::span(units_).subspan(group.begin, group.end - group.begin);
  for (Unit& unit : units) unit.goal = goal;
  if (!options_.spread) return;
  std::vector<Position> from;
  for (std::size_t i = group.begin; i < group.end; ++i)
    from.push_back(route_of(i).position());
  const std::vector<Position> places = spread_goals(grid(), from[0], goal, units.size());
  const std::vector<std::uint32_t> place_of = assign_places(from, places);
  for (std::size_t i = 0; i < place_of.size(); ++i) units[i].goal = places[place_of[i]];
}

void Simulation::order(Group& group, Priority priority) {
  set_goals(group, goal_for(group));
  group.priority = priority;
  group.next_order =
      frame_ + options_.order_every / 2 + random_.below(options_.order_every);
  for (std::size_t i = group.begin; i < group.end; ++i) {
    Unit& unit = units_[i];
    routes_.truncate(id(i), 0);
    unit.has_rest = false;
    submit(i, Wish::path, route_of(i).position(), unit.goal, priority);
  }
}

void Simulation::order_groups() {
  for (Group& group : groups_)
    if (group.next_order <= frame_) order(group, Priority::normal);
  if (frame_ > 0 && frame_ % options_.player_every == 0)
    order(groups_[random_.below(static_cast<std::uint32_t>(groups_.size()))],
          Priority::urgent);
}

void Simulation::ask_for_detours() {
  for (std::size_t k = 0; k < units_.size() / kUnitsPerDetour; ++k) {
    const std::size_t i = random_.below(static_cast<std::uint32_t>(units_.size()));
    Unit& unit = units_[i];
    const Route& route = route_of(i);
    if (unit.wish != Wish::nothing || route.empty()) continue;
    unit.detour = static_cast<std::uint32_t>(std::min(kDetour, route.size()));
    submit(i, Wish::detour, route.position(), route.ahead(grid(), unit.detour),
           Priority::high);
  }
}

/// If only the first moves of a path are kept, requests the rest in time.
void Simulation::ask_for_rests() {
  const std::size_t low = options_.scheduler.max_moves / 4;
  for (std::size_t i = 0; i < units_.size(); ++i) {
    Unit& unit = units_[i];
    const Route& route = route_of(i);
    if (!unit.has_rest || unit.wish != Wish::nothing || route.size() > low) continue;
    submit(i, Wish::rest, route.ahead(grid(), route.size()), unit.goal, Priority::high);
  }
}

/// Adds a request to those that submit_all() submits.
void Simulation::submit(std::size_t i, Wish wish, Position start, Position goal,
                        Priority priority) {
  Unit& unit = units_[i];
  unit.wish = wish;
  unit.asked = frame_;
  goals_.push_back(goal);
  asked_.push_back({.start = start,
                    .approach = true,
                    .agent = static_cast<AgentId>(i),
                    .priority = priority});
  ++requests_;
}

void Simulation::submit_all() {
  for (std::size_t k = 0; k < asked_.size(); ++k) asked_[k].goals = {&goals_[k], 1};
  scheduler_.submit_all(asked_);
  asked_.clear();
  goals_.clear();
}

/// Chooses what is placed and destroyed in this frame.
void Simulation::build() {
  if (options_.build == 0) return;
  positions_.clear();
  for (std::size_t i = 0; i < units_.size(); ++i)
    positions_.push_back(route_of(i).position());
  [[maybe_unused]] const Outcome edited =
      scheduler_.edit(buildings_.choose(map_->terrain(), grid(), positions_));
}

/// Stops the units whose routes are broken, and requests others. Returns their number.
std::size_t Simulation::review(Workers& workers) {
  map_->changes(seen_, 0, changes_);
  const std::vector<RouteId>& broken =
      routes_.review(map_->grid(0), changes_, workers, {.may_shorten = false}).broken;
  seen_ = map_->version();
  for (const RouteId route : broken) {
    const auto i = static_cast<std::size_t>(route);
    routes_.truncate(route, 0);
    units_[i].has_rest = false;
    submit(i, Wish::path, route_of(i).position(), units_[i].goal, Priority::high);
  }
  submit_all();
  return broken.size();
}

/// Hands the answers to the units.
void Simulation::hand_out(Workers& workers) {
  new_paths_.clear();
  for (std::size_t i = 0; i < finished_.size(); ++i) {
    if (!finished_.current[i]) continue;
    const auto unit_index = static_cast<std::size_t>(finished_.agent[i]);
    Unit& unit = units_[unit_index];
    ++waits_[frame_ - unit.asked];
    const PathView path = finished_.path(i);
    const Wish wish = std::exchange(unit.wish, Wish::nothing);
    const bool whole = path.moves().size() < options_.scheduler.max_moves;
    if (wish == Wish::path) {
      new_paths_.push_back({static_cast<RouteId>(unit_index), path, unit.goal});
    } else if (wish == Wish::rest) {
      routes_.append(id(unit_index), path);
    } else if (path.start() == route_of(unit_index).position() && whole) {
      routes_.splice(id(unit_index), unit.detour, path);
    }
    if (wish != Wish::detour) unit.has_rest = !whole;
  }
  routes_.replace(new_paths_, workers);
}

void Simulation::note_answers() {
  const Answers& answers = finished_;
  result_hash_ = fold(result_hash_, answers.hash());
  for (std::size_t i = 0; i < answers.size(); ++i) {
    cost_hash_ = fold(cost_hash_, static_cast<std::uint64_t>(answers.status[i]));
    cost_hash_ = fold(cost_hash_, answers.cost[i]);
  }
}

LineFigures Simulation::measure_lines() const {
  LineFigures figures;
  for (std::size_t slot = 0; slot < finished_.slots(); ++slot) {
    const std::span<const Position> line = finished_.line(slot);
    if (line.empty()) continue;
    const PathView path = finished_.path(slot);
    const bool whole = path.moves().size() < options_.scheduler.max_moves;
    figures.add({.lines = 1,
                 .points = line.size(),
                 .whole = whole ? std::size_t{1} : 0,
                 .length = whole ? finished_.length[slot] : 0,
                 .path_length = whole ? path_length(finished_.grid(slot), path) : 0});
  }
  return figures;
}

void Simulation::walk() {
  for (std::size_t i = 0; i < units_.size(); ++i) {
    if (route_of(i).empty()) continue;
    routes_.advance(id(i));
    ++moves_;
  }
}

FrameFigures Simulation::step(Workers& workers) {
  FrameFigures figures;
  const Stopwatch asking;
  order_groups();
  if (frame_ > 0) ask_for_detours();
  ask_for_rests();
  submit_all();
  build();
  figures.submit_seconds = asking.seconds();
  const Stopwatch finding;
  figures.report = scheduler_.run(options_.work, workers);
  figures.report.frame = frame_;  // without those of load()
  if (map_ != nullptr) figures.broken = review(workers);
  scheduler_.poll(finished_);
  hand_out(workers);
  figures.seconds = finding.seconds();
  note_answers();
  figures.lines = measure_lines();
  if (options_.on_answers) options_.on_answers(finished_, map_.get());
  walk();
  ++frame_;
  return figures;
}

std::size_t Simulation::occupied_cells() const {
  std::vector<Position> cells;
  for (std::size_t i = 0; i < units_.size(); ++i) cells.push_back(route_of(i).position());
  std::ranges::sort(cells);
  cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
  return cells.size();
}

std::size_t Simulation::unit_bytes() const noexcept {
  return units_.capacity() * sizeof(Unit) + routes_.memory_bytes();
}

Result<PlayedGame> play(Result<Simulation> simulation, const SimulationOptions& options,
                        Workers& workers, AllocationCounter allocations, Monitor& monitor) {
  monitor.total += options.frames;
  if (!simulation) return simulation.failure();
  PlayedGame game;
  game.frames.reserve(options.frames);
  simulation->load(workers);
  std::uint64_t before = 0;
  for (std::uint32_t frame = 0; frame < options.frames; ++frame) {
    if (monitor.cancel) return fail(Code::cancelled, "the simulation was cancelled");
    if (frame == options.frames / 2) before = allocations();
    game.frames.push_back(simulation->step(workers));
    ++monitor.done;
  }
  game.late_allocations = allocations() - before;
  game.groups = simulation->groups();
  game.moves = simulation->moves();
  game.occupied_cells = simulation->occupied_cells();
  game.waits = simulation->waits();
  game.result_hash = simulation->result_hash();
  game.cost_hash = simulation->cost_hash();
  game.unit_bytes = simulation->unit_bytes();
  game.pool_bytes = simulation->pool_bytes();
  game.scheduler_bytes = simulation->scheduler_bytes();
  game.scratch_bytes = workers.memory_bytes();
  game.buildings = simulation->buildings();
  return game;
}

}  // namespace throng::experiment
