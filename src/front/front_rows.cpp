#include "front_rows.hpp"

#include "front_lanes.hpp"

#include <algorithm>

namespace throng {
namespace {

constexpr std::size_t kValueBytes = sizeof(Cost) + sizeof(FrontRows::Next);

}  // namespace

RowPlan RowPlan::make(const FrontShape& shape, std::size_t most_bytes) {
  const std::size_t fixed =
      shape.tree.fronts.size() * sizeof(std::size_t) + kLanePadding * sizeof(Cost);
  return of_values(shape, (most_bytes - std::min(most_bytes, fixed)) / kValueBytes);
}

RowPlan RowPlan::of_values(const FrontShape& shape, std::size_t most_values) {
  const std::vector<Front>& fronts = shape.tree.fronts;
  std::vector<std::size_t> cells(fronts.size(), 0);  // of the subtree
  for (FrontId id = 0; id < fronts.size(); ++id) {
    cells[id] += fronts[id].own;
    if (fronts[id].parent != kNoFront) cells[fronts[id].parent] += cells[id];
  }
  const std::size_t sets = shape.symmetric ? 1 : 2;
  RowPlan plan;
  for (std::size_t fewest = kFewestCells;; fewest *= 2) {
    plan.begins.assign(fronts.size(), kNone);
    plan.values = 0;
    for (FrontId id = 0; id < fronts.size(); ++id) {
      if (cells[id] <= fewest) continue;
      plan.begins[id] = plan.values;
      plan.values += count(fronts[id]);
    }
    if (plan.values <= most_values / sets) return plan;
  }
}

Result<RowPlan> RowPlan::restore(const FrontShape& shape, std::size_t all_values) {
  RowPlan plan = of_values(shape, all_values);
  if (plan.values * (shape.symmetric ? 1 : 2) != all_values)
    return fail(Code::bad_format, "no fronts have so many values of rows");
  return plan;
}

}  // namespace throng
