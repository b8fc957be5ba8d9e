#include "c_calls.hpp"

#include <algorithm>
#include <array>
#include <limits>

// Calls about crowds and fields of moves.

namespace attack {

void CCalls::call_crowd() {
  throng_crowd_options options;
  CALL_INIT(throng_crowd_options_init, odd_size(sizeof options));
  throng_crowd_options_init(&options, sizeof options);
  options.bodies = random_.range(random_.one_in(20) ? -1 : 0, 1);
  if (random_.one_in(3)) options.spare_fields = random_.below(2000);
  if (random_.one_in(3)) options.window = random_.below(70);
  if (random_.one_in(40)) options.size = random_.below(sizeof options + 1);
  const throng_host lent = host(false);
  throng_crowd* crowd = nullptr;
  CALL(throng_crowd_create, pick(maps_), random_.one_in(5) ? nullptr : &options,
       random_.one_in(2) ? nullptr : &lent, &crowd);
  keep(crowds_, crowd);
}

void CCalls::call_crowd_units() {
  throng_crowd* const crowd = pick(crowds_);
  throng_crowd_unit unit;
  CALL_INIT(throng_crowd_unit_init, odd_size(sizeof unit));
  throng_crowd_unit_init(&unit, sizeof unit);
  const auto draw = [&] {
    unit.at = position();
    unit.movement = random_.below(random_.one_in(20) ? 9 : 2);
    unit.period = random_.one_in(3) ? random_.range(1, 4) : 1;
    if (random_.one_in(40)) unit.period = random_.range(-1, 400);
    unit.idle = random_.range(random_.one_in(20) ? -1 : 0, 2);
  };
  for (int k = 0; k < 4; ++k) {
    draw();
    std::int32_t fits = -1;
    const auto asked =
        CALL(throng_crowd_fits, crowd, &unit, random_.one_in(40) ? nullptr : &fits);
    std::uint32_t number = 0;
    std::uint32_t* const to = random_.one_in(40) ? nullptr : &number;
    const auto* const given = random_.one_in(40) ? nullptr : &unit;
    const auto code = CALL(throng_crowd_add, crowd, given, to);
    if (asked == THRONG_OK && given != nullptr && to != nullptr)
      check((code == THRONG_OK) == (fits == 1), "fits is ", fits, ", add returns ", code);
  }
  Buffer<throng_crowd_unit> units(random_.below(4));
  for (throng_crowd_unit& one : units) {
    draw();
    one = unit;
    if (random_.one_in(60)) one.size = random_.below(sizeof unit + 1);
  }
  Buffer<std::uint32_t> numbers(units.size());
  CALL(throng_crowd_add_all, crowd, units.data(), units.size(),
       random_.one_in(40) ? nullptr : numbers.data());
  if (random_.one_in(3))
    CALL(throng_crowd_set_period, crowd, random_.below(6),
         random_.range(random_.one_in(20) ? -1 : 1, random_.one_in(20) ? 300 : 5));
  if (random_.one_in(4)) CALL(throng_crowd_remove, crowd, random_.below(6));
}

void CCalls::call_crowd_orders() {
  throng_crowd* const crowd = pick(crowds_);
  Buffer<throng_position> cells(random_.below(4));
  fill(cells);
  CALL(throng_crowd_order, crowd, random_.below(6), cells.data(), cells.size());
  Buffer<std::uint32_t> units(cells.size());
  for (std::uint32_t& one : units) one = random_.below(6);
  for (throng_position& one : cells)
    if (random_.one_in(6)) one = {-1, -1};
  CALL(throng_crowd_order_group, crowd, units.data(), units.size(), position(),
       random_.one_in(40) ? nullptr : cells.data());
  if (random_.one_in(3))
    CALL(throng_crowd_stand, crowd, random_.below(6), random_.range(-1, 3));
  if (!random_.one_in(4)) return;
  Buffer<throng_closed_step> lanes(random_.below(4));
  for (throng_closed_step& one : lanes) {
    const auto moves = random_.one_in(20) ? 256U : 8U;
    one = {position(), static_cast<throng_move>(random_.below(moves)), {}};
  }
  CALL(throng_crowd_set_lanes, crowd, random_.below(3), lanes.data(), lanes.size());
}

void CCalls::call_crowd_step() {
  throng_crowd_budget budget;
  CALL_INIT(throng_crowd_budget_init, odd_size(sizeof budget));
  throng_crowd_budget_init(&budget, sizeof budget);
  if (random_.one_in(3)) budget.decisions = random_.below(6);
  if (random_.one_in(3)) budget.field_cells = random_.below(200);
  throng_crowd_report report{};
  report.size = sizeof report;
  if (CALL(throng_crowd_step, pick(crowds_), random_.one_in(3) ? nullptr : &budget,
           pick(workers_), random_.one_in(6) ? nullptr : &report) != THRONG_OK)
    return;
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < report.started_count; ++i) {
    check(report.started[i].move < 8 && report.started[i].period > 0, "a stride");
    sum += report.started[i].unit;
  }
  for (std::size_t i = 0; i < report.arrived_count; ++i) sum += report.arrived[i];
  use(sum);
}

/// What a crowd says of its units. Those in places have numbers of their own.
void CCalls::call_crowd_read() {
  throng_crowd* const crowd = pick(crowds_);
  std::uint64_t units = 0, bytes = 0, hash = 0;
  CALL(throng_crowd_info, crowd, &units, &bytes);
  CALL(throng_crowd_fingerprint, crowd, &hash);
  Buffer<throng_unit_place> places(random_.below(24));
  Buffer<std::uint32_t> numbers(places.size());
  std::size_t count = 0;
  if (CALL(throng_crowd_places, crowd, random_.one_in(2) ? nullptr : numbers.data(),
           places.data(), places.size(), &count) == THRONG_OK)
    check(count == units, "a crowd has ", units, " units and ", count, " places");
  throng_unit_state state{};
  state.size = sizeof state;
  CALL(throng_crowd_get, crowd, random_.below(6), &state);
  std::uint32_t unit = 0;
  CALL(throng_crowd_unit_in, crowd, position(), &unit);
  const auto far = static_cast<std::int32_t>(random_.next());
  const throng_position corner = position();
  const throng_rect area{corner.x, corner.y, random_.one_in(9) ? far : random_.range(-1, 9),
                         random_.one_in(9) ? far : random_.range(-1, 9)};
  CALL(throng_crowd_units_in, crowd, area, numbers.data(), numbers.size(), &count);
}

void CCalls::call_crowd_save() {
  const void* bytes = nullptr;
  std::size_t size = 0;
  if (CALL(throng_crowd_save, pick(crowds_), &bytes, &size) != THRONG_OK) return;
  const auto copy = copy_of(bytes, size);
  const throng_host lent = host(false);
  throng_crowd* crowd = nullptr;
  CALL(throng_crowd_restore, static_cast<const void*>(copy.data()), copy.size(),
       pick(maps_), pick(workers_), random_.one_in(2) ? nullptr : &lent, &crowd);
  keep(crowds_, crowd);
}

void CCalls::call_step_field() {
  throng_step_field* field = nullptr;
  CALL(throng_step_field_create, pick(grids_), &field);
  keep(step_fields_, field);
  Buffer<throng_position> cells(random_.below(5));
  fill(cells);
  CALL(throng_step_field_set_goals, pick(step_fields_), cells.data(), cells.size(),
       pick(workers_));
  CALL(throng_step_field_follow, pick(step_fields_), pick(grids_), pick(workers_));
  Buffer<std::uint8_t> moves(cells.size());
  CALL(throng_step_field_moves, pick(step_fields_), cells.data(), cells.size(),
       moves.data());
}

}  // namespace attack
