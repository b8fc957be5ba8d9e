#include "changing_map.hpp"

#include "../core/files.hpp"
#include "../experiment/stopwatch.hpp"
#include "inputs.hpp"
#include "note.hpp"
#include "progress.hpp"
#include "solving.hpp"

#include <string>
#include <utility>

namespace throng::cli {
namespace {

/// Whether a LivingMap has all that such an index has.
bool can_live(const std::optional<IndexOptions>& wanted) {
  if (!wanted) return true;
  const IndexOptions kept;  // the kinds of landmarks that follow edits
  return !wanted->areas && !wanted->gates.build && !wanted->hub_labels.build &&
         !wanted->hierarchy.build &&
         wanted->landmarks.placement == kept.landmarks.placement &&
         wanted->landmarks.metric == kept.landmarks.metric &&
         wanted->landmarks.storage == kept.landmarks.storage;
}

void apply(const Terrain& patch, Position corner, Terrain& terrain) {
  for (Position p; p.y < patch.height(); ++p.y)
    for (p.x = 0; p.x < patch.width(); ++p.x)
      terrain.set({corner.x + p.x, corner.y + p.y}, patch.at(p));
}

}  // namespace

ChangingMap::ChangingMap(Terrain first, ChangingSetup setup, Workers& workers,
                         SolvedBatch& batch)
    : setup_(std::move(setup)),
      workers_(workers),
      batch_(batch),
      terrain_(std::move(first)) {}

Result<ChangingMap> ChangingMap::make(Terrain first, ChangingSetup setup, Workers& workers,
                                      SolvedBatch& batch) {
  ChangingMap map(std::move(first), std::move(setup), workers, batch);
  if (can_live(map.setup_.index))
    if (const Outcome made = map.make_living(); !made) return made.failure();
  return map;
}

Outcome ChangingMap::make_living() {
  LivingClass movement{.rules = setup_.rules, .landmarks = 0, .jump_graph = false};
  if (setup_.index) movement = living_class(setup_.rules, *setup_.index);
  const experiment::Stopwatch stopwatch;
  Result<LivingMap> living = [&] {
    const ShownWork work("building the map");
    return LivingMap::make(
        terrain_, {&movement, 1},
        {.weights = setup_.ground.weights, .links = setup_.ground.links, .history = 0},
        workers_);
  }();
  if (!living) return in_file(setup_.name, living.error());
  batch_.built.seconds = stopwatch.seconds() - living->index(0).build_seconds();
  note_stepped_down(setup_.name, setup_.rules, *living->grid(0));
  living_ = *std::move(living);
  return ok();
}

Result<Solver> ChangingMap::change(const DynamicScenario& scenario,
                                   const DynamicScenario::Version& version) {
  return living_ ? edit(scenario, version) : build(scenario, version);
}

Result<Solver> ChangingMap::edit(const DynamicScenario& scenario,
                                 const DynamicScenario::Version& version) {
  edits_.clear();
  for (const DynamicScenario::Change& change : version.changes)
    edits_.emplace_back(TerrainBlockEdit{change.corner, scenario.patches[change.patch]});
  if (const auto edited = living_->edit(edits_, workers_); !edited) return edited.failure();
  const bool fronts = setup_.index && setup_.index->fronts.build;  // of no use while stale
  living_->settle(fronts ? LivingMap::kAll : kRepairWork, workers_);
  note_stale_fronts();
  batch_.built.grid = living_->grid(0);
  if (setup_.index) batch_.index = living_->index(0);
  Result<Solver> solver = Solver::make(living_->index(0), setup_.search);
  if (solver) store_choices(*solver, setup_.search, batch_);
  return solver;
}

void ChangingMap::note_stale_fronts() {
  if (noted_ || !living_->index(0).part(Part::fronts).stale) return;
  noted_ = true;
  note(setup_.name +
       ": patches opened cells that were closed at first; while they are open, queries are "
       "searched for without fronts");
}

Result<Solver> ChangingMap::build(const DynamicScenario& scenario,
                                  const DynamicScenario::Version& version) {
  for (const DynamicScenario::Change& change : version.changes)
    apply(scenario.patches[change.patch], change.corner, terrain_);
  Result<TimedGrid> built =
      build_grid(setup_.name, terrain_, setup_.rules, workers_.threads(), setup_.ground);
  if (!built) return built.failure();
  batch_.built = *std::move(built);
  return make_solver(setup_.search, {setup_.index, {}}, workers_, batch_);
}

}  // namespace throng::cli
