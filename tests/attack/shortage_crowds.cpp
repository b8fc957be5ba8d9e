#include "shortage.hpp"

#include <array>
#include <sstream>
#include <vector>

// Crowds and fields of moves whose allocations fail.

namespace attack {
namespace {

constexpr std::uint32_t kMostUnits = 8;

std::string crowd_text(Stock& stock) {
  std::ostringstream out;
  std::uint64_t hash = 0;
  out << throng_crowd_fingerprint(stock.crowd, &hash) << ' ' << hash;
  for (std::uint32_t unit = 0; unit < kMostUnits; ++unit) {
    throng_unit_state state{};
    state.size = sizeof state;
    out << "; " << throng_crowd_get(stock.crowd, unit, &state) << ' ' << state.place.at.x
        << ',' << state.place.at.y << ' ' << int{state.place.move} << ' '
        << int{state.place.steps_left} << ' ' << state.goal.x << ',' << state.goal.y << ' '
        << state.has_order;
  }
  return out.str();
}

throng_code add_unit(Stock& stock, throng_position at, std::uint32_t movement) {
  throng_crowd_unit unit;
  throng_crowd_unit_init(&unit, sizeof unit);
  unit.at = at;
  unit.movement = movement;
  std::uint32_t number = 0;
  return throng_crowd_add(stock.crowd, &unit, &number);
}

/// Units wherever they fit.
void fill_crowd(Stock& stock) {
  std::uint32_t units = 0;
  for (std::int32_t y = 0; y < Stock::kSide && units < kMostUnits - 1; y += 2)
    for (std::int32_t x = 0; x < Stock::kSide && units < kMostUnits - 1; x += 2)
      if (add_unit(stock, {x, y}, units % 2) == THRONG_OK) ++units;
}

void give_orders(Stock& stock) {
  fill_crowd(stock);
  const throng_position far{7, 7};
  for (std::uint32_t unit = 0; unit < 4; ++unit)
    prepare(throng_crowd_order(stock.crowd, unit, &far, 1));
  const std::array<std::uint32_t, 2> group{4, 6};
  const std::array<throng_position, 2> places{{{0, 0}, {1, 7}}};
  prepare(throng_crowd_order_group(stock.crowd, group.data(), group.size(), {0, 0},
                                   places.data()));
}

throng_code step_crowd(Stock& stock) {
  throng_crowd_report report{};
  report.size = sizeof report;
  const throng_code code = throng_crowd_step(stock.crowd, nullptr, stock.workers, &report);
  if (code != THRONG_OK) return code;
  const Plenty enough;
  std::ostringstream out;
  for (std::size_t i = 0; i < report.started_count; ++i)
    out << ' ' << report.started[i].unit << ':' << int{report.started[i].move};
  stock.seen = out.str();
  return code;
}

throng_code close_cells(Stock& stock) {
  const throng_edit edit{THRONG_EDIT_TERRAIN, {3, 3, 2, 2}, '@', 0};
  return throng_map_edit(stock.map, &edit, 1, stock.workers, nullptr);
}

throng_code set_lanes(Stock& stock) {
  const std::array<throng_closed_step, 2> lanes{{{{2, 2}, 1, {}}, {{2, 3}, 3, {}}}};
  return throng_crowd_set_lanes(stock.crowd, 0, lanes.data(), lanes.size());
}

/// Saves the crowd and continues in a restored one.
throng_code save_and_restore(Stock& stock) {
  const void* bytes = nullptr;
  std::size_t size = 0;
  const throng_code code = throng_crowd_save(stock.crowd, &bytes, &size);
  if (code != THRONG_OK) return code;
  const throng_host lent = stock.crowd_memory.host();
  throng_crowd* crowd = nullptr;
  const throng_code restored =
      throng_crowd_restore(bytes, size, stock.map, stock.workers, &lent, &crowd);
  if (restored != THRONG_OK) return restored;
  throng_crowd_destroy(stock.crowd);
  stock.crowd = crowd;
  return restored;
}

std::string step_field_text(Stock& stock) {
  std::array<throng_position, Stock::kCells> cells;
  std::array<std::uint8_t, Stock::kCells> moves{};
  for (std::int32_t i = 0; i < static_cast<std::int32_t>(Stock::kCells); ++i)
    cells[static_cast<std::size_t>(i)] = {i % Stock::kSide, i / Stock::kSide};
  std::ostringstream out;
  out << throng_step_field_moves(stock.step_field, cells.data(), cells.size(),
                                 moves.data());
  for (const std::uint8_t set : moves) out << ' ' << int{set};
  return out.str();
}

throng_code set_step_goals(Stock& stock) {
  const std::array<throng_position, 2> goals{{{1, 1}, {6, 0}}};
  return throng_step_field_set_goals(stock.step_field, goals.data(), goals.size(),
                                     stock.workers);
}

}  // namespace

void add_crowd_cases(std::vector<ShortageCase>& cases) {
  const auto add = [&](const char* name, std::function<void(Stock&)> setup, Call one) {
    cases.push_back(
        {.name = name,
         .setup = std::move(setup),
         .call = std::move(one),
         .state = crowd_text,
         .result = [](Stock& stock) { return stock.seen + crowd_text(stock); }});
  };
  cases.push_back({.name = "throng_crowd_create", .call = [](Stock& stock) {
                     const throng_host lent = stock.crowd_memory.host();
                     throng_crowd* crowd = nullptr;
                     const throng_code code =
                         throng_crowd_create(stock.map, nullptr, &lent, &crowd);
                     throng_crowd_destroy(crowd);
                     return code;
                   }});
  add("throng_crowd_add, the first unit", {}, [](Stock& stock) {
    return add_unit(stock, {0, 0}, 0);
  });
  add("throng_crowd_add", fill_crowd, [](Stock& stock) {
    return add_unit(stock, {7, 7}, 0);
  });
  add("throng_crowd_add_all", fill_crowd, [](Stock& stock) {
    std::array<throng_crowd_unit, 2> units{};
    for (throng_crowd_unit& one : units) throng_crowd_unit_init(&one, sizeof one);
    units[0].at = {7, 7};
    units[1].at = {5, 7};
    std::array<std::uint32_t, 2> numbers{};
    return throng_crowd_add_all(stock.crowd, units.data(), units.size(), numbers.data());
  });
  add("throng_crowd_order", fill_crowd, [](Stock& stock) {
    const std::array<throng_position, 2> goals{{{7, 7}, {0, 3}}};
    return throng_crowd_order(stock.crowd, 3, goals.data(), goals.size());
  });
  add("throng_crowd_order_group", give_orders, [](Stock& stock) {
    const std::array<std::uint32_t, 3> group{0, 1, 2};
    const std::array<throng_position, 3> places{{{7, 0}, {-1, -1}, {6, 1}}};
    return throng_crowd_order_group(stock.crowd, group.data(), group.size(), {7, 0},
                                    places.data());
  });
  add("throng_crowd_stand", give_orders,
      [](Stock& stock) { return throng_crowd_stand(stock.crowd, 4, THRONG_RETURNS); });
  add("throng_crowd_remove", give_orders,
      [](Stock& stock) { return throng_crowd_remove(stock.crowd, 1); });
  add("throng_crowd_set_lanes", give_orders, set_lanes);
  add("throng_crowd_save, and throng_crowd_restore", give_orders, save_and_restore);
  const auto add_step = [&](const char* name, std::function<void(Stock&)> setup) {
    cases.push_back(
        {.name = name,
         .setup = std::move(setup),
         .call = step_crowd,
         .result = [](Stock& stock) { return stock.seen + crowd_text(stock); }});
  };
  add_step("throng_crowd_step, the first one", give_orders);
  add_step("throng_crowd_step, after an edit", [](Stock& stock) {
    give_orders(stock);
    prepare(step_crowd(stock));
    prepare(close_cells(stock));
    prepare(set_lanes(stock));
  });
  const auto add_field = [&](const char* name, std::function<void(Stock&)> setup,
                             Call one) {
    cases.push_back(
        {name, std::move(setup), std::move(one), step_field_text, step_field_text});
  };
  add_field("throng_step_field_set_goals", {}, set_step_goals);
  add_field(
      "throng_step_field_follow", [](Stock& stock) { prepare(set_step_goals(stock)); },
      [](Stock& stock) {
        return throng_step_field_follow(stock.step_field, stock.other, stock.workers);
      });
}

}  // namespace attack
