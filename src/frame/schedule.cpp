#include "schedule.hpp"

#include <utility>

namespace throng {

void Schedule::serve(std::size_t movement, std::shared_ptr<const ServedClass> next) {
  std::shared_ptr<const ServedClass>& now = classes[movement];
  const bool same_grid = &now->problem.grid == &next->problem.grid;
  // Fields of another grid are dropped. They could be repaired here.
  for (OrderField& field : fields)
    if (field.solver == now.get()) field.solver = same_grid ? next.get() : nullptr;
  if (!same_grid) {
    outbox.release_grid(grid_of_class[movement]);
    grid_of_class[movement] = outbox.add_grid(next->problem.owned_grid);
  }
  now = std::move(next);
}

}  // namespace throng
