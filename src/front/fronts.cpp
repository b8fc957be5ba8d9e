#include "fronts.hpp"

#include "../core/memory.hpp"
#include "../core/progress.hpp"
#include "front_elimination.hpp"
#include "front_lanes.hpp"
#include "front_row_maker.hpp"

#include <throng/column.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace throng {
namespace {

/// Room for values, which threads fill, and for kLanePadding more.
Column<Cost> room_for_costs(std::size_t values, Cost padding) {
  Column<Cost> costs(values + kLanePadding, heap_memory());
  std::fill(costs.end() - kLanePadding, costs.end(), padding);
  return costs;
}

/// Null if none fit into `most_bytes`, or when cancelled.
std::shared_ptr<const FrontRows> make_rows(const Fronts& fronts, std::size_t most_bytes,
                                           Crew& crew, Monitor* monitor) {
  auto plan = std::make_shared<const RowPlan>(RowPlan::make(*fronts.shape(), most_bytes));
  if (plan->empty()) return nullptr;
  std::vector<FrontRowMaker::Set> sets;
  const std::size_t count = fronts.symmetric() ? 1 : 2;
  Column<Cost> costs = room_for_costs(count * plan->values, 0);
  Column<FrontRows::Next> nexts(count * plan->values, heap_memory());
  for (std::size_t set = 0; set < count; ++set)
    sets.push_back({fronts.costs(set == 0), costs.data() + set * plan->values,
                    nexts.data() + set * plan->values});
  if (!FrontRowMaker(fronts.tree(), *plan).make_all(sets, crew, monitor)) return nullptr;
  return std::make_shared<const FrontRows>(plan, SharedArray<Cost>(std::move(costs)),
                                           SharedArray<FrontRows::Next>(std::move(nexts)));
}

}  // namespace

Result<Fronts> Fronts::build(const Grid& grid, std::size_t most_bytes, Crew& crew,
                             Monitor* monitor) {
  if (grid.links() != nullptr)
    return fail(Code::unsupported, "fronts do not support links");
  const Result<FrontPlan> plan =
      FrontPlan::make(grid, grid.symmetric(), most_bytes, crew, monitor);
  if (!plan) return plan.failure();
  Column<Cost> costs = room_for_costs(plan->shape->entries(), kUnreachable);
  Column<FrontWay> ways(plan->shape->entries(), heap_memory());
  if (!FrontElimination(*plan).run_all(grid, FrontElimination::Read::release, crew, monitor,
                                       {costs.data(), ways.data()}))
    return fail(Code::cancelled, "the building of fronts was cancelled");
  Fronts fronts(plan->shape, SharedArray<Cost>(std::move(costs)),
                SharedArray<FrontWay>(std::move(ways)));
  fronts.rows_ = make_rows(fronts, most_bytes - fronts.memory_bytes(), crew, monitor);
  if (cancelled(monitor))
    return fail(Code::cancelled, "the building of fronts was cancelled");
  return fronts;
}

std::size_t Fronts::memory_bytes() const noexcept {
  return shape_->memory_bytes() + costs_.size_bytes() + ways_.size_bytes() +
         (rows_ ? rows_->memory_bytes() : 0);
}

}  // namespace throng
