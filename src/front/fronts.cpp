#include "fronts.hpp"

#include "front_elimination.hpp"

#include <utility>
#include <vector>

namespace throng {
Result<Fronts> Fronts::build(const Grid& grid, std::size_t most_bytes, Crew& crew,
                             Monitor* monitor) {
  if (grid.links() != nullptr)
    return fail(Code::unsupported, "fronts do not support links");
  const Result<FrontPlan> plan =
      FrontPlan::make(grid, grid.symmetric(), most_bytes, crew, monitor);
  if (!plan) return plan.failure();
  std::vector<Cost> costs(plan->shape->entries() + kLanePadding, kUnreachable);
  std::vector<FrontWay> ways(plan->shape->entries());
  if (!FrontElimination(*plan).run_all(grid, FrontElimination::Read::release, crew, monitor,
                                       {costs.data(), ways.data()}))
    return fail(Code::cancelled, "the building of fronts was cancelled");
  return Fronts(plan->shape, SharedArray<Cost>(std::move(costs)),
                SharedArray<FrontWay>(std::move(ways)));
}

std::size_t Fronts::memory_bytes() const noexcept {
  return shape_->memory_bytes() + costs_.size_bytes() + ways_.size_bytes();
}

}  // namespace throng
