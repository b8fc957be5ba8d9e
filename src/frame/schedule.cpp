#include "schedule.hpp"

#include "../grid/cell_or_border.hpp"
#include "../sweep/field_repair.hpp"

#include <array>
#include <utility>

namespace throng {
namespace {

/// Adapts a field to the next version of its class. False: it has to be swept again.
bool follow(OrderField& field, const ServedClass& next, const MapChanges& changes,
            RepairScratch& scratch) {
  const Grid& before = field.solver->problem.grid;
  const Grid& now = next.problem.grid;
  if (!is_open(now, field.goal)) return false;
  const std::array goal{field.goal};
  const SweepSpace& space = next.sweep_space();
  return repair_field(space, {before, now, changes}, goal, kUnreachable - 1,
                      repair_limit(space, now.open_cells()), scratch, field.distance);
}

}  // namespace

void Schedule::serve(std::size_t movement, std::shared_ptr<const ServedClass> next,
                     const MapChanges* changes) {
  std::shared_ptr<const ServedClass>& now = classes[movement];
  const bool same_grid = &now->problem.grid == &next->problem.grid;
  if (!now->has_sweep_space() || now->problem.grid.costs() != next->problem.grid.costs())
    changes = nullptr;
  if (changes != nullptr) next->take_over_sweep_space(*now, *changes);
  for (OrderField& field : fields) {
    if (field.solver != now.get()) continue;
    const bool valid =
        same_grid || (changes != nullptr && follow(field, *next, *changes, repair));
    field.solver = valid ? next.get() : nullptr;
  }
  if (!same_grid) {
    outbox.release_grid(grid_of_class[movement]);
    grid_of_class[movement] = outbox.add_grid(next->problem.owned_grid);
  }
  now = std::move(next);
}

}  // namespace throng
