#include "handles.hpp"
#include "options.hpp"
#include "walk.hpp"

#include <throng/group_goals.hpp>

#include <algorithm>
#include <vector>

using namespace throng;
using namespace throng::c_interface;

namespace {

/// A crowd to change, or one whose map is read. Refuses one whose map is broken.
template <class Handle>
auto& use_crowd(Handle* crowd) {
  auto& mine = use(crowd, "crowd");
  if (mine.map->broken)
    refuse("the map of the crowd is broken by a call that failed", THRONG_BROKEN);
  return mine.crowd;
}

UnitId need_unit(const Crowd& crowd, std::uint32_t unit) {
  if (!crowd.contains(UnitId{unit}))
    refuse("the crowd has no unit " + std::to_string(unit));
  return UnitId{unit};
}

throng_unit_place place_of(const Crowd& crowd, UnitId unit) {
  const UnitPlace now = crowd.place(unit);
  throng_unit_place place{};
  place.at = to_position(now.at);
  place.move = now.move ? static_cast<throng_move>(*now.move) : throng_move{THRONG_STAY};
  place.steps_left = now.steps_left;
  place.at_goal = crowd.at_goal(unit) ? 1 : 0;
  place.cut_off = crowd.is_cut_off(unit) ? 1 : 0;
  return place;
}

const std::uint32_t* numbers(std::span<const UnitId> units) noexcept {
  return reinterpret_cast<const std::uint32_t*>(units.data());
}

const throng_stride* strides(std::span<const Stride> started) noexcept {
  static_assert(sizeof(Stride) == sizeof(throng_stride) &&
                offsetof(Stride, from) == offsetof(throng_stride, from) &&
                offsetof(Stride, move) == offsetof(throng_stride, move) &&
                offsetof(Stride, period) == offsetof(throng_stride, period));
  return reinterpret_cast<const throng_stride*>(started.data());
}

throng_crowd_report report_of(const Crowd& crowd, const CrowdReport& step) {
  throng_crowd_report report{};
  report.step = step.step;
  report.started = strides(crowd.started());
  report.started_count = crowd.started().size();
  report.arrived = numbers(crowd.arrived());
  report.arrived_count = crowd.arrived().size();
  report.decisions = step.decisions;
  report.walking = step.walking;
  report.blocked = step.blocked;
  report.fields_made = step.fields_made;
  report.fields_queued = step.fields_queued;
  report.escaping = step.escaping;
  return report;
}

}  // namespace

throng_code throng_crowd_options_init(throng_crowd_options* options, uint32_t size) {
  return guarded([&] { init(options, size, "options"); });
}

throng_code throng_crowd_unit_init(throng_crowd_unit* unit, uint32_t size) {
  return guarded([&] { init(unit, size, "unit"); });
}

throng_code throng_crowd_budget_init(throng_crowd_budget* budget, uint32_t size) {
  return guarded([&] { init(budget, size, "budget"); });
}

throng_code throng_crowd_create(throng_map* map, const throng_crowd_options* options,
                                const throng_host* host, throng_crowd** crowd) {
  return guarded([&] {
    use(map, "map").get();
    create(crowd, "crowd", map->shared, crowd_options_of(options), host);
  });
}

throng_code throng_crowd_destroy(throng_crowd* crowd) { return destroy(crowd, "crowd"); }

throng_code throng_crowd_save(throng_crowd* crowd, const void** bytes, size_t* size) {
  return guarded([&] {
    Crowd& mine = use_crowd(crowd);
    give_bytes(crowd->saved, bytes, size, [&] { return take(mine.save()); });
  });
}

throng_code throng_crowd_restore(const void* bytes, size_t size, throng_map* map,
                                 throng_workers* workers, const throng_host* host,
                                 throng_crowd** crowd) {
  return guarded([&] {
    const std::string_view saved = bytes_of(bytes, size);
    use(map, "map").get();
    const WorkersOfCall threads(workers);
    create(crowd, "crowd", saved, map->shared, *threads, host);
  });
}

throng_code throng_crowd_fingerprint(const throng_crowd* crowd, uint64_t* hash) {
  return guarded([&] { out(hash, "hash") = use(crowd, "crowd").crowd.fingerprint(); });
}

throng_code throng_crowd_info(const throng_crowd* crowd, uint64_t* units, uint64_t* bytes) {
  return guarded([&] {
    const Crowd& mine = use(crowd, "crowd").crowd;
    out(units, "units");
    out(bytes, "bytes") = mine.memory_bytes();
    *units = mine.size();
  });
}

throng_code throng_crowd_add(throng_crowd* crowd, const throng_crowd_unit* unit,
                             uint32_t* number) {
  return guarded([&] {
    Crowd& mine = use_crowd(crowd);
    const CrowdUnit one = crowd_unit_of(unit);
    std::uint32_t& id = out(number, "number");  // before anything changes
    id = static_cast<std::uint32_t>(take(mine.add(one)));
  });
}

throng_code throng_crowd_add_all(throng_crowd* crowd, const throng_crowd_unit* units,
                                 size_t count, uint32_t* numbers) {
  return guarded([&] {
    Crowd& mine = use_crowd(crowd);
    need_fewer(count, "units");
    const auto ids = array(numbers, count, "numbers");  // before anything changes
    std::vector<CrowdUnit> all;
    all.reserve(count);
    for_each_sized(units, count, "units", [&](const throng_crowd_unit* one) {
      all.push_back(crowd_unit_of(one));
    });
    const std::vector<UnitId> added = take(mine.add_all(all));
    std::ranges::transform(added, ids.begin(),
                           [](UnitId unit) { return static_cast<std::uint32_t>(unit); });
  });
}

throng_code throng_crowd_fits(const throng_crowd* crowd, const throng_crowd_unit* unit,
                              int32_t* fits) {
  return guarded([&] {
    const Crowd& mine = use_crowd(crowd);
    out(fits, "fits") = mine.fits(crowd_unit_of(unit)) ? 1 : 0;
  });
}

throng_code throng_crowd_set_period(throng_crowd* crowd, uint32_t unit, int32_t period) {
  return guarded(
      [&] { take(use_crowd(crowd).set_period(UnitId{unit}, period_of(period))); });
}

throng_code throng_crowd_remove(throng_crowd* crowd, uint32_t unit) {
  return guarded([&] {
    Crowd& mine = use(crowd, "crowd").crowd;
    mine.remove(need_unit(mine, unit));
  });
}

throng_code throng_crowd_order(throng_crowd* crowd, uint32_t unit,
                               const throng_position* goals, size_t count) {
  return guarded([&] {
    const auto all = array_as<Position>(goals, count, "goals");
    take(use_crowd(crowd).order(UnitId{unit}, all));
  });
}

throng_code throng_crowd_order_group(throng_crowd* crowd, const uint32_t* units,
                                     size_t count, throng_position goal,
                                     const throng_position* places) {
  return guarded([&] {
    const auto group = array_as<UnitId>(units, count, "units");
    const auto at = array_as<Position>(places, count, "places");
    take(use_crowd(crowd).order_group(group, to_position(goal), at));
  });
}

throng_code throng_crowd_stand(throng_crowd* crowd, uint32_t unit, int32_t idle) {
  return guarded([&] {
    take(use_crowd(crowd).stand(UnitId{unit}, choice(idle, Idle::holds, "idle")));
  });
}

throng_code throng_crowd_set_lanes(throng_crowd* crowd, uint32_t movement,
                                   const throng_closed_step* closed, size_t count) {
  return guarded(
      [&] { take(use_crowd(crowd).set_lanes(movement, closed_steps_of(closed, count))); });
}

throng_code throng_crowd_step(throng_crowd* crowd, const throng_crowd_budget* budget,
                              throng_workers* workers, throng_crowd_report* report) {
  return guarded([&] {
    Crowd& mine = use_crowd(crowd);
    const CrowdBudget most = crowd_budget_of(budget);
    if (report != nullptr) fill(report, throng_crowd_report{}, "report");
    const WorkersOfCall threads(workers);
    const CrowdReport step = mine.step(*threads, most);
    if (report != nullptr) fill(report, report_of(mine, step), "report");
  });
}

throng_code throng_crowd_places(const throng_crowd* crowd, uint32_t* units,
                                throng_unit_place* places, size_t capacity, size_t* count) {
  return guarded([&] {
    const Crowd& mine = use(crowd, "crowd").crowd;
    out(count, "count") = mine.size();
    need_room(capacity, mine.size());
    array(places, mine.size(), "places");
    std::size_t k = 0;
    for (const UnitId unit : mine.units()) {
      places[k] = place_of(mine, unit);
      if (units != nullptr) units[k] = static_cast<std::uint32_t>(unit);
      ++k;
    }
  });
}

throng_code throng_crowd_get(const throng_crowd* crowd, uint32_t unit,
                             throng_unit_state* state) {
  return guarded([&] {
    const Crowd& mine = use(crowd, "crowd").crowd;
    const UnitId id = need_unit(mine, unit);
    const CrowdUnit one = mine.unit(id);
    throng_unit_state now{};
    now.movement = static_cast<std::uint32_t>(one.movement);
    now.place = place_of(mine, id);
    now.goal = to_position(mine.goal(id).value_or(kNowhere));
    now.has_order = mine.has_order(id) ? 1 : 0;
    now.period = one.period;
    now.idle = static_cast<std::int32_t>(one.idle);
    fill(state, now, "state");
  });
}

throng_code throng_crowd_unit_in(const throng_crowd* crowd, throng_position cell,
                                 uint32_t* unit) {
  return guarded([&] {
    const auto found = use(crowd, "crowd").crowd.unit_in(to_position(cell));
    out(unit, "unit") = found ? static_cast<std::uint32_t>(*found) : THRONG_NO_UNIT;
  });
}

throng_code throng_crowd_units_in(const throng_crowd* crowd, throng_rect area,
                                  uint32_t* units, size_t capacity, size_t* count) {
  return guarded([&] {
    const MapRect where{{area.x, area.y}, area.width, area.height};
    const auto found = use(crowd, "crowd").crowd.units_in(where);
    out(count, "count") = found.size();
    need_room(capacity, found.size());
    array(units, found.size(), "units");
    std::ranges::transform(found, units,
                           [](UnitId unit) { return static_cast<std::uint32_t>(unit); });
  });
}
