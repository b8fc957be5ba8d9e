#include "stage.hpp"

#include <algorithm>
#include <utility>

namespace throng::test::pairs {
namespace {

/// Iterative deepening takes exponential time.
Position size_for(const Setup& setup) {
  return setup.solver.algorithm == Algorithm::idastar ? Position{9, 7} : Position{24, 18};
}

}  // namespace

Stage::Stage(const Setup& setup, std::uint64_t seed)
    : setup_(setup), random_(seed), world_(setup.rules, size_for(setup), 20, seed) {
  setup_.lay_ground(world_, random_);
  // A cell without steps.
  for (const Position p : world_.cells())
    if (p.x < 4 && p.y < 4)
      world_.terrain.set(p, p == Position{1, 1} ? '.' : p.x < 3 && p.y < 3 ? '@' : '.');
  setup_.lay_links(world_, random_);
  if (setup_.edits_weights && world_.weights.empty())
    for (const Position p : world_.cells())
      world_.weights.push_back(
          std::max<Weight>(1, world_.rules.movement.weight(world_.terrain.at(p))));
  if (setup_.edits_danger) world_.add_danger();
  world_.note_made();
  make_demand();
  setup_.demand(demand_, random_);
}

void Stage::make_demand() {
  for (int k = 0; k < 7; ++k) demand_.starts.push_back(world_.any_open_cell(random_));
  demand_.goals.push_back(world_.any_open_cell(random_));
  demand_.goals.push_back({1, 1});
  for (int k = 0; k < 7; ++k) demand_.goals.push_back(world_.any_open_cell(random_));
  demand_.starts.insert(demand_.starts.end(), {{1, 1}, {0, 0}, {-1, 2}});
  demand_.goals.insert(demand_.goals.end(), {{0, 0}, {3, world_.terrain.height()}});
  demand_.goals.push_back(world_.any_cell(random_));
}

std::optional<std::string> Stage::make(Workers& workers) {
  const GridOptions ground = world_.options();
  if (!setup_.living) {
    auto grid = Grid::make(world_.terrain, world_.rules, ground);
    if (!grid) return grid.error().what;
    grid_ = *grid;
    if (setup_.index) {
      auto index = Index::build(grid_, *setup_.index, workers);
      if (!index) return index.error().what;
      index_ = *index;
      if (!setup_.static_rows && index_->part(Part::fronts).fact("row bytes") > 0) {
        IndexOptions less = *setup_.index;
        less.fronts.memory =
            index_->part(Part::fronts).bytes - index_->part(Part::fronts).fact("row bytes");
        index_ = *Index::build(grid_, less, workers);
      }
    }
  } else {
    LivingClass movement = *setup_.living_part;
    movement.rules = world_.rules;
    if (setup_.edits_danger) movement.max_danger = 9;
    auto map = LivingMap::make(world_.terrain, {&movement, 1},
                               {.weights = world_.weights,
                                .altitude = ground.altitude,
                                .steps = setup_.edits_steps || setup_.closes_steps,
                                .closed_steps = ground.closed_steps,
                                .links = world_.all_links(),
                                .max_weight = Weight{9}},
                               workers);
    if (!map) return map.error().what;
    map_ = std::make_unique<LivingMap>(*std::move(map));
    if (setup_.holds) first_index_ = map_->index(0);
  }
  note();
  const auto solver = this->solver();
  if (!solver) return solver.error().what;
  return std::nullopt;
}

const std::shared_ptr<const Grid>& Stage::grid() const {
  return map_ ? map_->grid(0) : grid_;
}

Index Stage::index() const { return map_ ? map_->index(0) : index_.value_or(grid_); }

Result<Solver> Stage::solver() const { return Solver::make(index(), setup_.solver); }

Result<FrameScheduler> Stage::scheduler(const SchedulerOptions& options) {
  if (map_) return FrameScheduler::make(*map_, {&setup_.solver, 1}, options);
  auto solver = this->solver();
  if (!solver) return solver.failure();
  return FrameScheduler::make({*solver}, options);
}

std::vector<Edit> Stage::next_edits() {
  std::vector<Edit> edits = setup_.edit(world_, demand_, random_, edits_++);
  for (const Edit& edit : edits) world_.apply(edit);
  return edits;
}

void Stage::edit(FrameScheduler& scheduler, Workers& workers) {
  const std::vector<Edit> edits = next_edits();
  if (edits_ % 3 == 0)
    (void)*map_->edit(edits, workers);
  else
    (void)scheduler.edit(edits).has_value();
}

void Stage::follow() {
  if (map_ != nullptr) note();
}

/// Notes the world of the newest version.
void Stage::note() {
  const std::shared_ptr<const Grid>& now = grid();
  std::erase_if(versions_, [](const auto& one) { return one.second.grid.expired(); });
  if (const auto known = versions_.find(now.get()); known != versions_.end()) {
    truth_ = known->second.truth;
    return;
  }
  truth_ = std::make_shared<Truth>(world_, *now);
  versions_[now.get()] = {now, truth_};
}

Truth* Stage::truth_of(const Grid& grid) {
  const auto place = versions_.find(&grid);
  return place == versions_.end() ? nullptr : place->second.truth.get();
}

std::optional<std::string> Stage::restore(FrameScheduler& scheduler) {
  const auto saved = scheduler.save();
  if (!saved) return "save: " + saved.error().what;
  auto other = FrameScheduler::restore(*saved, *map_);
  if (!other) return "restore: " + other.error().what;
  scheduler = *std::move(other);
  ++restored_;
  return std::nullopt;
}

std::optional<std::string> Stage::restore(Workers& workers) {
  const auto saved = map_->save();
  if (!saved) return saved.error().what;
  auto other = LivingMap::restore(*saved, workers);
  if (!other) return "restore: " + other.error().what;
  if (other->fingerprint() != map_->fingerprint()) return "restore: another fingerprint";
  map_ = std::make_unique<LivingMap>(*std::move(other));
  ++restored_;
  return std::nullopt;
}

std::optional<std::string> Stage::advance(Workers& workers) {
  ++turn_;
  if (turn_ % 2 == 1) {
    (void)*map_->edit(next_edits(), workers);
    if (setup_.saves)
      if (auto failed = restore(workers)) return failed;
  } else {
    map_->settle(setup_.settle_work, workers);
  }
  note();
  return std::nullopt;
}

}  // namespace throng::test::pairs
