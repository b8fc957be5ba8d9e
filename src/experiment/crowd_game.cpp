#include "crowd_game.hpp"

#include "../core/rng.hpp"
#include "buildings.hpp"
#include "figures.hpp"
#include "stopwatch.hpp"

#include <throng/group_goals.hpp>
#include <throng/solver.hpp>
#include <throng/taken_cells.hpp>

#include <algorithm>
#include <string>
#include <utility>

namespace throng::experiment {
namespace {

constexpr std::size_t kFirstSamples = 256;  // walks whose shortest paths are searched for
constexpr std::size_t kSamples = 8;         // in each later step

using Cells = std::vector<Position>;

/// The component with the most cells; of several, the first.
std::uint32_t largest_component(const Grid& grid) {
  std::vector<std::size_t> cells(grid.component_count());
  for (Position p; p.y < grid.height(); ++p.y)
    for (p.x = 0; p.x < grid.width(); ++p.x)
      if (grid.open(p)) ++cells[grid.component(grid.cell(p))];
  return static_cast<std::uint32_t>(
      std::distance(cells.begin(), std::ranges::max_element(cells)));
}

void shuffle(Cells& cells, SplitMix64& random) {
  for (std::size_t k = cells.size(); k > 1; --k)
    std::swap(cells[k - 1], cells[random.below(static_cast<std::uint32_t>(k))]);
}

bool stands(const UnitPlace& before, const UnitPlace& now) {
  return !before.move && !now.move && before.at == now.at;
}

/// A crowd and what its units are about.
class CrowdGame {
 public:
  CrowdGame(LivingMap& map, const CrowdGameOptions& options, Workers& workers,
            Monitor& monitor)
      : map_(map),
        options_(options),
        workers_(workers),
        monitor_(monitor),
        plan_(make_plan(options.scenario, map.grid(0)->width(), map.grid(0)->height())),
        random_(options.seed),
        buildings_(options.edits, options.seed) {}

  Result<PlayedCrowd> play();

 private:
  struct Unit {
    UnitId id{};
    std::size_t movement = 0;
    std::size_t trip = 0;
    bool outward = false;                  ///< its goal is at the far end
    std::optional<std::size_t> task = {};  ///< its number, where there are tasks
    std::size_t errand = 0;                ///< cells of the task that it was sent to
    std::uint32_t asked = 0;               ///< the step of its order
    std::size_t shortest = 0;              ///< steps that it takes alone; 0: not measured
    UnitPlace place;                       ///< before the step
  };

  Outcome fill_zones();
  Outcome place_units();
  Outcome place_unit(std::size_t k);
  Failure misplaced(const Agent& agent, const Error& error) const;
  Outcome give_first_orders();
  Outcome besiege();
  Outcome order_next(Unit& unit);
  Outcome order_errand(Unit& unit);
  void sample(Unit& unit, Position goal);
  void measure_samples();
  Outcome edit();
  Outcome step();
  void note_heat();
  void note_moments();
  void finish();

  /// Cells of a zone in which units of a class can stand.
  Cells& starts(std::size_t movement, std::size_t zone) {
    return starts_[movement * plan_.zones.size() + zone];
  }
  Cells& goals(std::size_t movement, std::size_t zone) {
    return goals_[movement * plan_.zones.size() + zone];
  }
  Unit& unit_of(UnitId id) { return units_[slots_[static_cast<std::size_t>(id)]]; }

  LivingMap& map_;
  const CrowdGameOptions& options_;
  Workers& workers_;
  Monitor& monitor_;
  CrowdPlan plan_;
  SplitMix64 random_;
  Buildings buildings_;
  std::optional<Crowd> crowd_;
  std::vector<Cells> starts_, goals_;
  std::vector<Unit> units_;
  std::vector<std::size_t> slots_;  ///< by UnitId, in units_
  std::vector<Solver> solvers_;     ///< by class
  LivingMap::Version solved_{};     ///< the version of solvers_
  std::vector<std::size_t> sampled_;
  std::vector<Query> queries_;  ///< of sampled_
  std::size_t tasks_taken_ = 0;
  std::uint32_t step_ = 0;
  PlayedCrowd played_;
};

/// Errors: bad_argument where a class has no cell of a zone.
Outcome CrowdGame::fill_zones() {
  for (std::size_t movement = 0; movement < map_.classes(); ++movement) {
    const Grid& grid = *map_.grid(movement);
    if (grid.open_cells() == 0)
      return fail(Code::bad_argument, "there is no open cell for units of size " +
                                          std::to_string(movement + 1));
    const std::uint32_t largest = largest_component(grid);
    for (const Cells& zone : plan_.zones) {
      Cells cells;
      for (const Position p : zone)
        if (grid.open(p) && grid.component(grid.cell(p)) == largest) cells.push_back(p);
      if (cells.empty())
        return fail(Code::bad_argument, "units of size " + std::to_string(movement + 1) +
                                            " are too large for this scenario");
      shuffle(cells, random_);
      goals_.push_back(cells);
      starts_.push_back(std::move(cells));
      if (options_.goals == 0 || options_.goals >= goals_.back().size()) continue;
      shuffle(goals_.back(), random_);
      goals_.back().resize(options_.goals);
    }
  }
  return ok();
}

Outcome CrowdGame::place_units() {
  units_.reserve(options_.units);
  for (std::size_t k = 0; k < options_.units; ++k)
    if (Outcome placed = place_unit(k); !placed) return placed;
  return ok();
}

/// The error of an agent that does not fit where it starts.
Failure CrowdGame::misplaced(const Agent& agent, const Error& error) const {
  return fail(Code::bad_format, options_.agents_file + ": line " +
                                    std::to_string(agent.line) + ": " + error.what);
}

/// Errors: bad_argument when no cell is left; those of misplaced().
Outcome CrowdGame::place_unit(std::size_t k) {
  Unit unit;
  unit.movement = random_.below(static_cast<std::uint32_t>(options_.sizes));
  unit.trip = k % plan_.trips.size();
  const auto period = static_cast<std::uint8_t>(
      1 + random_.below(static_cast<std::uint32_t>(options_.periods)));
  const bool is_given = !options_.agents.empty();
  Cells given(is_given ? 1 : 0, is_given ? options_.agents[k].start : Position{});
  Cells& cells = is_given ? given : starts(unit.movement, plan_.trips[unit.trip].home);
  while (!cells.empty()) {
    const Position at = cells.back();
    cells.pop_back();
    const auto id = crowd_->add({.at = at, .movement = unit.movement, .period = period});
    if (!id && is_given) return misplaced(options_.agents[k], id.error());
    if (!id) continue;
    unit.id = *id;
    unit.place.at = at;
    slots_.resize(std::max(slots_.size(), static_cast<std::size_t>(*id) + 1));
    slots_[static_cast<std::size_t>(*id)] = units_.size();
    units_.push_back(unit);
    return ok();
  }
  return fail(Code::bad_argument, "there is room for " + std::to_string(k) + " units only");
}

/// Remembers a walk, to find out how long it takes at least.
void CrowdGame::sample(Unit& unit, Position goal) {
  unit.asked = step_;
  unit.shortest = 0;
  if (sampled_.size() >= (step_ == 0 ? kFirstSamples : kSamples)) return;
  sampled_.push_back(slots_[static_cast<std::size_t>(unit.id)]);
  queries_.push_back({crowd_->place(unit.id).at, goal});
}

void CrowdGame::measure_samples() {
  if (sampled_.empty()) return;
  if (solvers_.empty() || solved_ != map_.version()) {
    solvers_.clear();
    for (std::size_t movement = 0; movement < map_.classes(); ++movement)
      solvers_.push_back(*Solver::make(map_.index(movement)));
    solved_ = map_.version();
  }
  for (std::size_t movement = 0; movement < solvers_.size(); ++movement) {
    std::vector<std::size_t> of_class;
    std::vector<Query> queries;
    for (std::size_t k = 0; k < sampled_.size(); ++k) {
      if (units_[sampled_[k]].movement != movement) continue;
      of_class.push_back(sampled_[k]);
      queries.push_back(queries_[k]);
    }
    const Answers answers = solvers_[movement].solve(queries, workers_);
    for (std::size_t k = 0; k < of_class.size(); ++k) {
      Unit& unit = units_[of_class[k]];
      if (answers.status[k] == Status::found)
        unit.shortest = answers.path(k).moves().size() * crowd_->unit(unit.id).period;
    }
  }
  sampled_.clear();
  queries_.clear();
}

/// Sends a unit to the next cell of its task, or of the next task.
Outcome CrowdGame::order_errand(Unit& unit) {
  const auto& tasks = options_.tasks;
  const bool finished = unit.task && unit.errand == tasks[*unit.task].size();
  if (finished) ++played_.tasks_finished;
  if (finished || !unit.task) {
    unit.task = tasks_taken_++ % tasks.size();
    unit.errand = 0;
  }
  const Position goal = tasks[*unit.task][unit.errand++];
  sample(unit, goal);
  return crowd_->order(unit.id, goal);
}

/// Sends a unit to the other end of its trip.
Outcome CrowdGame::order_next(Unit& unit) {
  if (!options_.tasks.empty()) return order_errand(unit);
  unit.outward = !unit.outward;
  const CrowdTrip& trip = plan_.trips[unit.trip];
  const Cells& cells = goals(unit.movement, unit.outward ? trip.away : trip.home);
  const auto draw = [&] {
    return cells[random_.below(static_cast<std::uint32_t>(cells.size()))];
  };
  Position goal = draw();
  const Position at = crowd_->place(unit.id).at;
  while (goal == at && cells.size() > 1) goal = draw();
  if (goal == at) return ok();  // nowhere else to go
  sample(unit, goal);
  return crowd_->order(unit.id, goal);
}

/// Sends all units to places around the middle of the map.
Outcome CrowdGame::besiege() {
  const Grid& grid = *map_.grid(0);
  const Position middle{grid.width() / 2, grid.height() / 2};
  const auto distance = [middle](Position p) {
    const std::int64_t dx = p.x - middle.x, dy = p.y - middle.y;
    return dx * dx + dy * dy;
  };
  Position goal = goals(0, 0).front();
  for (const Position p : goals(0, 0))
    if (std::pair(distance(p), p) < std::pair(distance(goal), goal)) goal = p;
  std::vector<Index> movements;
  for (std::size_t movement = 0; movement < map_.classes(); ++movement)
    movements.push_back(map_.index(movement));
  std::vector<GroupUnit> group;
  std::vector<UnitId> ids;
  for (const Unit& unit : units_) {
    group.push_back({unit.place.at, static_cast<std::uint32_t>(unit.movement)});
    ids.push_back(unit.id);
  }
  TakenCells taken = *TakenCells::make(grid.width(), grid.height());
  const auto places = promise_places(movements, group, goal, taken);
  if (!places) return places.failure();
  // Units may exchange their places, so that delays mean nothing.
  return crowd_->order_group(ids, goal, *places);
}

Outcome CrowdGame::give_first_orders() {
  if (options_.scenario.scene == CrowdScene::siege) return besiege();
  for (Unit& unit : units_)
    if (Outcome ordered = order_next(unit); !ordered) return ordered;
  return ok();
}

/// Places and destroys buildings, none under a unit.
Outcome CrowdGame::edit() {
  if (options_.edits == 0) return ok();
  Cells occupied;
  for (const Unit& unit : units_) {
    const UnitPlace place = crowd_->place(unit.id);
    occupied.push_back(place.at);
    if (!place.move) continue;
    const auto d = static_cast<std::size_t>(*place.move);
    occupied.push_back({place.at.x + kMoveX.at(d), place.at.y + kMoveY.at(d)});
  }
  const Grid& largest = *map_.grid(map_.classes() - 1);
  const auto edited =
      map_.edit(buildings_.choose(map_.terrain(), largest, occupied), workers_);
  return edited ? ok() : Outcome(edited.failure());
}

void CrowdGame::note_heat() {
  if (!options_.heat) return;
  const auto width = static_cast<std::size_t>(map_.grid(0)->width());
  for (Unit& unit : units_) {
    const UnitPlace now = crowd_->place(unit.id);
    const bool walks = crowd_->has_order(unit.id) && !crowd_->at_goal(unit.id);
    if (walks && stands(unit.place, now))
      ++played_.heat[static_cast<std::size_t>(now.at.y) * width +
                     static_cast<std::size_t>(now.at.x)];
    unit.place = now;
  }
}

void CrowdGame::note_moments() {
  if (step_ > options_.moments || options_.moments == 0) return;
  played_.places.resize(units_.size());
  for (std::size_t k = 0; k < units_.size(); ++k) {
    const UnitPlace place = crowd_->place(units_[k].id);
    const float half = 0.5F * static_cast<float>(units_[k].movement + 1);
    float x = static_cast<float>(place.at.x) + half;
    float y = static_cast<float>(place.at.y) + half;
    if (place.move) {
      const auto period = static_cast<float>(crowd_->unit(units_[k].id).period);
      const float part = 1 - static_cast<float>(place.steps_left) / period;
      x += part * static_cast<float>(kMoveX.at(static_cast<std::size_t>(*place.move)));
      y += part * static_cast<float>(kMoveY.at(static_cast<std::size_t>(*place.move)));
    }
    played_.places[k].push_back({x, y});
  }
}

Outcome CrowdGame::step() {
  if (Outcome edited = edit(); !edited) return edited;
  CrowdStepFigures figures;
  const Stopwatch stopwatch;
  figures.report = crowd_->step(workers_, options_.budget);
  figures.seconds = stopwatch.seconds();
  played_.steps.push_back(figures);
  note_heat();
  if (figures.report.arrived > 0) played_.last_arrival = step_;
  ++step_;
  note_moments();
  for (const UnitId id : crowd_->arrived()) {
    Unit& unit = unit_of(id);
    if (unit.shortest > 0)
      played_.delays.push_back(static_cast<double>(step_ - unit.asked) -
                               static_cast<double>(unit.shortest));
    if (options_.scenario.scene == CrowdScene::siege) continue;
    if (Outcome ordered = order_next(unit); !ordered) return ordered;
  }
  measure_samples();
  return ok();
}

void CrowdGame::finish() {
  for (const Unit& unit : units_) {
    const CrowdTrip& trip = plan_.trips[unit.trip];
    played_.units.push_back({crowd_->place(unit.id).at,
                             static_cast<std::int32_t>(unit.movement) + 1, unit.trip,
                             unit.outward ? trip.away : trip.home});
    if (crowd_->at_goal(unit.id)) ++played_.at_goal;
    if (crowd_->is_cut_off(unit.id)) ++played_.cut_off;
  }
  played_.buildings = buildings_.standing();
  played_.crowd_bytes = crowd_->memory_bytes();
  played_.result_hash = crowd_->fingerprint();
}

Result<PlayedCrowd> CrowdGame::play() {
  monitor_.total += options_.steps;
  Result<Crowd> made =
      Crowd::make(map_, {.bodies = options_.bodies, .window = options_.window});
  if (!made) return made.failure();
  crowd_ = *std::move(made);
  if (options_.lanes)
    for (std::size_t movement = 0; movement < map_.classes(); ++movement)
      if (const Outcome set =
              crowd_->set_lanes(movement, corridor_lanes(options_.scenario));
          !set)
        return set.failure();
  Outcome outcome = fill_zones();
  if (outcome) outcome = place_units();
  if (outcome) outcome = give_first_orders();
  if (!outcome) return outcome.failure();
  measure_samples();
  if (options_.heat)
    played_.heat.resize(static_cast<std::size_t>(map_.grid(0)->width()) *
                        static_cast<std::size_t>(map_.grid(0)->height()));
  note_moments();
  played_.steps.reserve(options_.steps);
  while (step_ < options_.steps) {
    if (monitor_.cancel) return cancelled();
    if (outcome = step(); !outcome) return outcome.failure();
    ++monitor_.done;
  }
  finish();
  return std::move(played_);
}

}  // namespace

std::vector<LivingClass> crowd_classes(const Rules& rules, std::int32_t sizes) {
  std::vector<LivingClass> classes;
  for (std::int32_t size = 1; size <= sizes; ++size) {
    classes.push_back({.rules = rules, .landmarks = 0, .jump_graph = false});
    classes.back().rules.unit_size = size;
  }
  return classes;
}

Result<PlayedCrowd> play_crowd(LivingMap& map, const CrowdGameOptions& options,
                               Workers& workers, Monitor& monitor) {
  return CrowdGame(map, options, workers, monitor).play();
}

}  // namespace throng::experiment
