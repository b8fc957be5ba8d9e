#include "fronts.hpp"

#include "../core/progress.hpp"
#include "front_elimination.hpp"

#include <utility>
#include <vector>

namespace throng {
namespace {

/// Runs all units of a plan. False when cancelled.
bool eliminate(const FrontPlan& plan, const Grid& grid, Crew& crew, Monitor* monitor,
               FrontElimination::Entries out) {
  FrontElimination elimination(plan);
  std::vector<FrontElimination::Scratch> threads(static_cast<std::size_t>(crew.size()));
  Progress progress(monitor);
  progress.expect(plan.cell_of.size());
  for (const std::vector<UnitId>& round : plan.rounds())
    for_each_monitored(round.size(), crew, Progress(nullptr),
                       [&](std::size_t thread, std::size_t i, bool) {
                         if (progress.cancelled()) return;
                         elimination.run(round[i], grid, FrontElimination::Read::release,
                                         threads[thread], out);
                         progress(plan.cells(round[i]));
                       });
  return !progress.cancelled();
}

}  // namespace

Result<Fronts> Fronts::build(const Grid& grid, std::size_t most_bytes, Crew& crew,
                             Monitor* monitor) {
  if (grid.links() != nullptr)
    return fail(Code::unsupported, "fronts do not support links");
  const Result<FrontPlan> plan =
      FrontPlan::make(grid, grid.symmetric(), most_bytes, crew, monitor);
  if (!plan) return plan.failure();
  std::vector<Cost> costs(plan->shape->entries() + kLanePadding, kUnreachable);
  std::vector<FrontWay> ways(plan->shape->entries());
  if (!eliminate(*plan, grid, crew, monitor, {costs.data(), ways.data()}))
    return fail(Code::cancelled, "the building of fronts was cancelled");
  return Fronts(plan->shape, SharedArray<Cost>(std::move(costs)),
                SharedArray<FrontWay>(std::move(ways)));
}

std::size_t Fronts::memory_bytes() const noexcept {
  return shape_->memory_bytes() + costs_.size_bytes() + ways_.size_bytes();
}

}  // namespace throng
