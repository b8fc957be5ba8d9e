#include "schedule.hpp"

#include "../grid/cell_or_border.hpp"
#include "../sweep/field_repair.hpp"
#include "slices.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace throng {
namespace {

/// Adapts a field to the next version of its class. False: it has to be swept again.
bool follow(OrderField& field, const ServedClass& former, const ServedClass& next,
            const MapChanges& changes, RepairScratch& scratch) {
  const Grid& before = former.problem.grid;
  const Grid& now = next.problem.grid;
  if (!is_open(now, field.goal)) return false;
  const std::array goal{field.goal};
  const SweepSpace& space = next.sweep_space();
  return repair_field(space, {before, now, changes}, goal, kUnreachable - 1,
                      repair_limit(space, now.open_cells()), scratch, field.distance);
}

}  // namespace

void Schedule::add_class(const std::shared_ptr<const ServedClass>& one) {
  grid_of_class.push_back(outbox.add_grid(one->problem.owned_index.grid()));
  classes.push_back(one);
  typical.emplace_back();
}

void Schedule::serve(std::size_t movement, const std::shared_ptr<const ServedClass>& next,
                     const MapChanges* changes) {
  const std::shared_ptr<const ServedClass> now = classes[movement];
  const bool same_grid = &now->problem.grid == &next->problem.grid;
  if (!now->has_sweep_space() || now->problem.grid.costs() != next->problem.grid.costs())
    changes = nullptr;
  if (!same_grid) {
    const std::uint32_t grid = outbox.add_grid(next->problem.owned_index.grid());
    outbox.release_grid(grid_of_class[movement]);
    grid_of_class[movement] = grid;
  }
  classes[movement] = next;
  std::array<bool, kFields> follows{};
  for (std::size_t k = 0; k < fields.size(); ++k) {
    if (fields[k].solver != now.get()) continue;
    fields[k].solver = nullptr;  // it is dropped, unless it can follow
    follows[k] = same_grid || changes != nullptr;
  }
  if (changes != nullptr) next->take_over_sweep_space(*now, *changes);
  for (std::size_t k = 0; k < fields.size(); ++k)
    if (follows[k] && (same_grid || follow(fields[k], *now, *next, *changes, repair)))
      fields[k].solver = next.get();
}

void Schedule::leave_seat(Waiting& one) {
  if (one.seat == Waiting::kNoSeat) return;
  Seat& seat = *seats[one.seat];
  seat.holder = Seat::kFree;
  seat.spent = 0;
  seat.served.reset();
  seat.cheaper.clear();
  seat.progress.forget();
  seat.line.forget();
  one.seat = Waiting::kNoSeat;
}

void Schedule::forget_line(Seat& seat) {
  Waiting& one = backlog[seat.holder];
  const std::uint64_t frames = std::max<std::uint64_t>(frame - seat.since, 1);
  const std::uint64_t each = seat.spent / frames + 1;
  one.needed = clamped(2 * std::max<std::uint64_t>(one.needed, each));
  lost_lines += seat.line.spent;
  seat.spent -= seat.line.spent;
  seat.line.forget();
}

void Schedule::leave_seats(std::uint32_t movement) {
  for (const auto& seat : seats) {
    if (seat->holder == Seat::kFree) continue;
    Waiting& one = backlog[seat->holder];
    if (one.movement != movement) continue;
    one.needed = 0;
    leave_seat(one);
  }
}

}  // namespace throng
