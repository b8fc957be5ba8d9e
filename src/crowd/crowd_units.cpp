#include "crowd_units.hpp"

#include "../core/position_text.hpp"

#include <throng/assert.hpp>
#include <throng/group_goals.hpp>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string>
#include <utility>

namespace throng {

Failure no_unit(UnitId unit) {
  return fail(Code::bad_argument,
              "the crowd has no unit " + std::to_string(static_cast<Unit>(unit)));
}

CrowdUnits::CrowdUnits(const LivingMap& map, const CrowdOptions& options, Memory memory)
    : map_(&map),
      options_(options),
      memory_(memory),
      bodies_(*map.grid(0), memory),
      fields_(map, options.spare_fields, memory),
      orders_(memory),
      trails_(memory),
      wishes_(map.classes(), bodies_, fields_, orders_, trails_, memory),
      plans_(bodies_, wishes_, options.window, memory),
      exact_(bodies_, wishes_, memory),
      together_(bodies_, wishes_, memory),
      free_(memory),
      line_(memory),
      rest_(memory),
      rank_(memory),
      started_(memory),
      strides_(memory),
      arrived_(memory) {}

std::uint32_t CrowdUnits::size_of(const CrowdUnit& unit) const noexcept {
  return static_cast<std::uint32_t>(map_->grid(unit.movement)->rules().unit_size);
}

Misfit CrowdUnits::misfit(const CrowdUnit& unit) const noexcept {
  if (unit.movement >= map_->classes()) return Misfit::movement;
  if (unit.period == 0) return Misfit::period;
  const std::uint32_t size = size_of(unit);
  if (options_.bodies == Bodies::synchronous && (size > 1 || unit.period > 1))
    return Misfit::synchronous;
  const Grid& grid = *map_->grid(unit.movement);
  if (!grid.contains(unit.at) || !grid.open(unit.at)) return Misfit::ground;
  bool taken = false;
  bodies_.for_each_under(bodies_.cell(unit.at), size, [&](CellIndex cell) {
    taken |= bodies_.cells[cell].owner != kNobody;
  });
  return taken ? Misfit::taken : Misfit::none;
}

Outcome CrowdUnits::check_place(const CrowdUnit& unit) const {
  const auto bad = [&](const char* before, const char* after) {
    return fail(Code::bad_argument, before + text(unit.at) + after);
  };
  switch (misfit(unit)) {
    case Misfit::none:
      break;
    case Misfit::movement:
      return fail(Code::bad_argument,
                  "there is no movement class " + std::to_string(unit.movement));
    case Misfit::period:
      return bad("the unit at ", " has a period of 0");
    case Misfit::synchronous:
      return bad("the unit at ",
                 " has a size or a period above 1, and the bodies of this crowd are "
                 "synchronous");
    case Misfit::ground:
      return bad("the unit at ", " is outside of the map, or does not fit there");
    case Misfit::taken:
      return bad("another unit stands where the unit at ", " would be, or passes there");
  }
  return ok();
}

/// Whether no two of some units, each of which fits, would stand in each other.
Outcome CrowdUnits::check_apart(std::span<const CrowdUnit> units) const {
  using Under = std::pair<CellIndex, std::size_t>;  // a cell, and a unit on it
  std::pmr::vector<Under> under(memory_);
  under.reserve(units.size());
  for (std::size_t i = 0; i < units.size(); ++i)
    bodies_.for_each_under(bodies_.cell(units[i].at), size_of(units[i]),
                           [&](CellIndex cell) { under.emplace_back(cell, i); });
  std::ranges::sort(under);
  const auto both = std::ranges::adjacent_find(under, {}, &Under::first);
  if (both == under.end()) return ok();
  return fail(Code::bad_argument, "units[" + std::to_string(std::next(both)->second) +
                                      "]: it overlaps units[" +
                                      std::to_string(both->second) + "] at " +
                                      text(bodies_.position(both->first)));
}

/// Makes room for more units in all arrays.
void CrowdUnits::reserve(std::size_t more) {
  const std::size_t units = bodies_.slots() + more;
  reserve_more(bodies_.bodies, more);
  reserve_more(bodies_.decided_in, more);
  reserve_more(orders_, more);
  reserve_more(trails_, more);
  for (auto* list : {&free_, &line_, &rest_, &rank_, &started_})
    reserve_more(*list, units - std::min(units, list->size()));
  reserve_more(strides_, units - std::min(units, strides_.size()));
  reserve_more(arrived_, units - std::min(units, arrived_.size()));
  const std::size_t room = bodies_.bodies.capacity();
  if (options_.bodies == Bodies::exact)
    exact_.reserve(room, largest_);
  else
    together_.reserve(room);
  plans_.reserve(room);
}

/// Prepares place() for each of some units that fit.
Outcome CrowdUnits::make_room(std::span<const CrowdUnit> units) {
  if (units.size() > kNobody - count())
    return fail(Code::unsupported, "a crowd has fewer than 2^32 units");
  for (const CrowdUnit& unit : units) largest_ = std::max(largest_, size_of(unit));
  leave_line();
  reserve(units.size());
  return ok();
}

/// Pre: it fits; make_room().
UnitId CrowdUnits::place(const CrowdUnit& unit) noexcept {
  if (free_.empty()) {
    free_.push_back(static_cast<Unit>(bodies_.slots()));
    bodies_.bodies.emplace_back();
    bodies_.decided_in.push_back(0);
    orders_.emplace_back();
    trails_.emplace_back();
  }
  const Unit id = free_.back();
  free_.pop_back();
  Body& body = bodies_.bodies[id];
  body = {.at = bodies_.cell(unit.at),
          .movement = static_cast<std::uint16_t>(unit.movement),
          .size = static_cast<std::uint8_t>(size_of(unit)),
          .period = unit.period,
          .idle = unit.idle};
  orders_[id] = {};
  trails_[id].clear();
  line_.push_back(id);
  bodies_.for_each_under(body.at, body.size,
                         [&](CellIndex cell) { bodies_.cells[cell].owner = id; });
  return UnitId{id};
}

Result<UnitId> CrowdUnits::add(const CrowdUnit& unit) {
  Outcome ready = check_place(unit);
  if (ready) ready = make_room({&unit, 1});
  if (!ready) return ready.failure();
  return place(unit);
}

Result<std::vector<UnitId>> CrowdUnits::add_all(std::span<const CrowdUnit> units) {
  for (std::size_t i = 0; i < units.size(); ++i)
    if (const Outcome fits = check_place(units[i]); !fits)
      return fail(fits.error().code,
                  "units[" + std::to_string(i) + "]: " + fits.error().what);
  Outcome ready = check_apart(units);
  std::vector<UnitId> added;
  added.reserve(units.size());
  if (ready) ready = make_room(units);
  if (!ready) return ready.failure();
  for (const CrowdUnit& unit : units) added.push_back(place(unit));
  return added;
}

Outcome CrowdUnits::set_period(Unit unit, std::uint8_t period) {
  if (period == 0) return fail(Code::bad_argument, "a unit cannot have a period of 0");
  if (options_.bodies == Bodies::synchronous && period > 1)
    return fail(Code::bad_argument,
                "a period is above 1, and the bodies of this crowd are synchronous");
  bodies_.bodies[unit].period = period;
  return ok();
}

/// Gives back the cells of a unit, but those on which it will stand.
void CrowdUnits::release_cells(Unit unit) noexcept {
  const Body& body = bodies_.bodies[unit];
  const auto release = [&](CellIndex cell) {
    Unit& owner = bodies_.cells[cell].owner;
    if (owner == unit && bodies_.leaves(body, cell)) owner = kNobody;
  };
  bodies_.for_each_under(body.at, body.size, release);
  bodies_.for_each_ahead(body, body.move, release);
}

void CrowdUnits::remove(Unit unit) noexcept {
  const Body gone = std::exchange(bodies_.bodies[unit], {});
  const auto release = [&](CellIndex cell) {
    Unit& owner = bodies_.cells[cell].owner;
    if (owner == unit) owner = gone.move == kStay ? kNobody : last_in(cell);
  };
  bodies_.for_each_under(gone.at, gone.size, release);
  if (gone.move != kStay) bodies_.for_each_ahead(gone, gone.move, release);
  drop(std::exchange(orders_[unit], {}));
  plans_.forget(unit);
  free_.push_back(unit);
  ++removed_;
}

/// Removed units leave the line together, before a step needs it or a number is used again:
/// else removing many would take time by their number times all units.
void CrowdUnits::leave_line() noexcept {
  if (removed_ == 1)
    std::erase(line_, free_.back());  // faster, for games that add after each removal
  else if (removed_ > 1)
    std::erase_if(line_, [&](Unit unit) { return bodies_.bodies[unit].size == 0; });
  removed_ = 0;
}

/// The unit that leaves a cell last: one that was followed has given it to its follower. It
/// owns all cells on which it will stand, one of which is the cell or beside it.
Unit CrowdUnits::last_in(CellIndex cell) const noexcept {
  Unit last = kNobody;
  const auto look = [&](CellIndex beside) {
    const Unit unit = bodies_.cells[beside].owner;
    if (unit == kNobody) return;
    const Body& body = bodies_.bodies[unit];
    if (body.size == 0 || body.move == kStay) return;
    bool sweeps = false;
    const auto meet = [&](CellIndex one) { sweeps |= one == cell; };
    bodies_.for_each_under(body.at, body.size, meet);
    bodies_.for_each_ahead(body, body.move, meet);
    if (!sweeps) return;
    const std::uint8_t left = last == kNobody ? 0 : bodies_.bodies[last].left;
    if (body.left > left || (body.left == left && unit < last)) last = unit;
  };
  bodies_.for_each_under(cell - bodies_.stride - 1, 3, look);
  return last;
}

Outcome CrowdUnits::check_goals(std::span<const Position> goals) const {
  if (goals.empty()) return fail(Code::bad_argument, "an order needs a goal");
  for (const Position goal : goals)
    if (!map_->grid(0)->contains(goal))
      return fail(Code::bad_argument,
                  "the goal " + text(goal) + " lies outside of the map");
  return ok();
}

void CrowdUnits::drop(const UnitOrder& order) noexcept {
  if (order.whole != GoalFields::kNone) fields_.release(order.whole);
  if (order.near != GoalFields::kNone) fields_.release(order.near);
}

/// Gives a unit an order in place of its former one.
void CrowdUnits::settle(Unit unit, const UnitOrder& order) noexcept {
  drop(std::exchange(orders_[unit], order));
  bodies_.bodies[unit].ordered = order.whole != GoalFields::kNone;
  trails_[unit].clear();
  plans_.forget(unit);
}

Outcome CrowdUnits::order(Unit unit, std::span<const Position> goals) {
  Outcome sound = check_goals(goals);
  if (!sound) return sound;
  std::vector<CellIndex> cells;
  cells.reserve(goals.size());
  for (const Position goal : goals) cells.push_back(bodies_.cell(goal));
  std::ranges::sort(cells);
  cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
  const std::size_t movement = bodies_.bodies[unit].movement;
  settle(unit, {.whole = fields_.use(movement, GoalFields::Reach::whole, cells),
                .place = cells.size() == 1 ? cells.front() : 0});
  return ok();
}

/// The order of a unit of a group: to its place, near the hub of its class. Has a field of
/// its own for the whole map only if it is the hub, or no path leads from there.
UnitOrder CrowdUnits::order_to(Unit unit, CellIndex hub, CellIndex place) {
  const std::size_t movement = bodies_.bodies[unit].movement;
  const Grid& grid = *map_->grid(movement);
  using Reach = GoalFields::Reach;
  if (grid.component(place) != grid.component(hub))
    return {.whole = fields_.use(movement, Reach::whole, {&place, 1}), .place = place};
  UnitOrder order{.whole = fields_.use(movement, Reach::whole, {&hub, 1}),
                  .place = place,
                  .grouped = true};
  if (place == hub) return order;
  try {
    order.near = fields_.use(movement, Reach::near, {&place, 1});
  } catch (...) {
    fields_.release(order.whole);
    throw;
  }
  return order;
}

Outcome CrowdUnits::order_group(std::span<const UnitId> units, Position goal,
                                std::span<const Position> places) {
  if (units.size() != places.size())
    return fail(Code::bad_argument, "there are " + std::to_string(units.size()) +
                                        " units and " + std::to_string(places.size()) +
                                        " places");
  // The place of each class that is nearest to the goal: a cell on which its units fit.
  struct Hub {
    std::int64_t distance = std::numeric_limits<std::int64_t>::max();
    CellIndex cell = 0;
  };
  std::vector<Hub> hubs(map_->classes());
  for (std::size_t i = 0; i < units.size(); ++i) {
    if (!bodies_.contains(units[i])) return no_unit(units[i]);
    if (places[i] == kNowhere) continue;
    Outcome sound = check_goals({&places[i], 1});
    if (!sound) return sound;
    const std::int64_t dx = std::int64_t{places[i].x} - goal.x,
                       dy = std::int64_t{places[i].y} - goal.y;
    Hub& hub = hubs[bodies_.bodies[static_cast<Unit>(units[i])].movement];
    const std::int64_t distance = std::max(std::abs(dx), std::abs(dy));
    if (distance < hub.distance) hub = {distance, bodies_.cell(places[i])};
  }
  if (!map_->grid(0)->contains(goal))
    return fail(Code::bad_argument, "the goal " + text(goal) + " lies outside of the map");
  std::vector<NewOrder> orders;
  orders.reserve(units.size());
  try {
    for (std::size_t i = 0; i < units.size(); ++i) {
      if (places[i] == kNowhere) continue;
      const auto unit = static_cast<Unit>(units[i]);
      orders.push_back({unit, order_to(unit, hubs[bodies_.bodies[unit].movement].cell,
                                       bodies_.cell(places[i]))});
    }
  } catch (...) {
    while (!orders.empty()) {  // the last first, so that numbers are used as before
      drop(orders.back().order);
      orders.pop_back();
    }
    throw;
  }
  for (const NewOrder& one : orders) settle(one.unit, one.order);
  return ok();
}

void CrowdUnits::stand(Unit unit, Idle idle) noexcept {
  settle(unit, {});
  bodies_.bodies[unit].idle = idle;
}

Outcome CrowdUnits::set_lanes(std::size_t movement, std::span<const ClosedStep> closed) {
  if (movement >= map_->classes())
    return fail(Code::bad_argument,
                "there is no movement class " + std::to_string(movement));
  const Grid& grid = *map_->grid(movement);
  std::pmr::vector<std::uint8_t> lanes(closed.empty() ? 0 : grid.cell_count(), memory_);
  for (const ClosedStep& step : closed) {
    if (!grid.contains(step.from) || static_cast<std::size_t>(step.move) >= kMoves)
      return fail(Code::bad_argument,
                  "the lane at " + text(step.from) + " begins outside of the map");
    lanes[grid.cell(step.from)] |=
        static_cast<std::uint8_t>(1U << static_cast<unsigned>(step.move));
  }
  fields_.set_lanes(*map_, movement, std::move(lanes));
  return ok();
}

CrowdReport CrowdUnits::step(const CrowdBudget& budget, Workers::Impl& team) {
  CrowdReport result{.step = bodies_.step - 1};
  leave_line();
  fields_.follow(*map_);
  replace_lost();
  result.fields_made = fields_.make(budget.field_cells, team);
  wishes_.see(*map_);
  wishes_.look(team);
  // From here on nothing fails.
  line_up();
  plans_.plan(line_, orders_);
  decide(budget.decisions, result);
  report(result);
  advance();
  result.arrived = arrived_.size();
  ++bodies_.step;
  return result;
}

/// Units of groups that stand where neither the field of the group leads on nor the one
/// around their place reaches: they receive a field of their own.
void CrowdUnits::replace_lost() {
  for (Unit unit = 0; unit < orders_.size(); ++unit) {
    UnitOrder& order = orders_[unit];
    if (order.near == GoalFields::kNone || !order.cut_off) continue;
    const GoalFields::Id whole = fields_.use(bodies_.bodies[unit].movement,
                                             GoalFields::Reach::whole, {&order.place, 1});
    drop(order);
    order = {.whole = whole, .place = order.place, .arrived = order.arrived};
  }
}

/// Those who walk come first, and keep their order; then the others, also those that have
/// just arrived, whatever order they have received since.
void CrowdUnits::line_up() noexcept {
  rest_.clear();
  std::size_t walking = 0;
  for (const Unit unit : line_) {
    Body& body = bodies_.bodies[unit];
    if (body.walking && !body.rested)
      line_[walking++] = unit;
    else
      rest_.push_back(unit);
    body.rested = false;
  }
  std::ranges::copy(rest_, line_.begin() + static_cast<std::ptrdiff_t>(walking));
}

/// If a unit of a group is in the way of another one, at its place or on its way through
/// the cell of the other one, the two exchange their places: the first goes on, or both
/// turn round. Else a full group would push its members around for ever, and two of them
/// could not pass each other in a dead end. Source: K. Okumura, X. Defago, "Solving
/// simultaneous target assignment and path planning efficiently with time-independent
/// execution", ICAPS, 2022.
void CrowdUnits::exchange_places(Unit unit) noexcept {
  const Body& body = bodies_.bodies[unit];
  UnitOrder& order = orders_[unit];
  if (!order.grouped || body.good == 0 || body.escapes) return;
  const std::optional<unsigned> move = Choices().next(bodies_, body);
  Unit other = kNobody;
  bodies_.for_each_ahead(body, *move, [&](CellIndex cell) {
    if (bodies_.cells[cell].owner != kNobody) other = bodies_.cells[cell].owner;
  });
  if (other == kNobody) return;
  const Body& in_way = bodies_.bodies[other];
  UnitOrder& its = orders_[other];
  if (!its.grouped || its.whole != order.whole || in_way.move != kStay || in_way.escapes)
    return;
  const auto back = static_cast<unsigned>(opposite(static_cast<Move>(*move)));
  if (!at_goal(other) && (in_way.good >> back & 1U) == 0) return;
  std::swap(order.place, its.place);
  std::swap(order.near, its.near);
  wishes_.look_at_goal(unit);
  wishes_.look_at_goal(other);
}

/// Whether a unit wants to leave a dead end through a cell of another one, which blocks it
/// and wants to go in; the other one then, else nobody.
Unit CrowdUnits::blocked_in_dead_end(Unit unit) const noexcept {
  const Body& body = bodies_.bodies[unit];
  if (!std::has_single_bit(body.legal) || body.good != body.legal || body.move != kStay ||
      body.escapes || !body.walking)
    return kNobody;
  const auto out = static_cast<unsigned>(std::countr_zero(body.legal));
  Unit other = kNobody;
  bodies_.for_each_ahead(body, out, [&](CellIndex cell) {
    if (bodies_.cells[cell].owner != kNobody) other = bodies_.cells[cell].owner;
  });
  if (other == kNobody) return kNobody;
  const Body& in_way = bodies_.bodies[other];
  const auto in = static_cast<unsigned>(opposite(static_cast<Move>(out)));
  const bool wants_in = in_way.walking && in_way.move == kStay &&
                        (in_way.good >> in & 1U) != 0 &&
                        bodies_.decided_in[other] == bodies_.step;
  return wants_in ? other : kNobody;
}

/// A unit in a dead end cannot make room for one that wants to go in, however long that one
/// is under way: if it decides later, the two exchange their priorities, so that it comes
/// out first.
void CrowdUnits::let_out() noexcept {
  bool ranked = false;
  for (const Unit unit : line_) {
    const Unit other = blocked_in_dead_end(unit);
    if (other == kNobody) continue;
    if (!ranked) {
      rank_.resize(bodies_.slots());
      for (std::size_t k = 0; k < line_.size(); ++k) rank_[line_[k]] = static_cast<Unit>(k);
      ranked = true;
    }
    if (rank_[other] > rank_[unit]) continue;
    std::swap(line_[rank_[unit]], line_[rank_[other]]);
    std::swap(rank_[unit], rank_[other]);
  }
}

void CrowdUnits::decide(std::size_t most, CrowdReport& report) {
  started_.clear();
  strides_.clear();
  for (std::size_t i = 0; i < line_.size() && report.decisions < most; ++i) {
    if (i + kFetchedAhead < line_.size())
      bodies_.prefetch(bodies_.bodies[line_[i + kFetchedAhead]].at);
    const Unit unit = line_[i];
    const Body& body = bodies_.bodies[unit];
    if (body.move != kStay || (body.good | body.side) == 0) continue;
    exchange_places(unit);  // also if it was asked to make room, and could not
    if (bodies_.decided_in[unit] == bodies_.step) continue;
    report.decisions += options_.bodies == Bodies::exact
                            ? exact_.decide(unit, started_)
                            : together_.decide(unit, i == 0, started_);
  }
  for (const Unit unit : started_) {
    const Body& body = bodies_.bodies[unit];
    const auto move = static_cast<Move>(body.move);
    strides_.push_back({UnitId{unit}, bodies_.position(body.at), move, body.period});
    if (!body.ordered) trails_[unit].add(move);
    orders_[unit].cut_off = false;  // where it arrives it looks again
  }
  report.started = started_.size();
  let_out();
}

void CrowdUnits::report(CrowdReport& report) {
  report.fields_queued = fields_.queued();
  for (const Unit unit : line_) {
    const Body& body = bodies_.bodies[unit];
    const bool stands = body.move == kStay;
    report.walking += body.walking ? 1 : 0;
    report.blocked += body.walking && stands ? 1 : 0;
    report.escaping += body.escapes ? 1 : 0;
  }
}

/// All units move on by one step.
void CrowdUnits::advance() noexcept {
  // First all cells are given back, then the new ones taken: units that step together may
  // have entered each other's.
  if (options_.bodies == Bodies::synchronous)
    for (const Unit unit : started_) bodies_.cells[bodies_.bodies[unit].at].owner = kNobody;
  arrived_.clear();
  for (const Unit unit : line_) {
    Body& body = bodies_.bodies[unit];
    if (body.move != kStay && --body.left == 0) finish_move(unit);
    UnitOrder& order = orders_[unit];
    if (order.arrived || !at_goal(unit)) continue;
    order.arrived = true;
    body.rested = true;
    arrived_.push_back(UnitId{unit});
  }
}

void CrowdUnits::finish_move(Unit unit) noexcept {
  Body& body = bodies_.bodies[unit];
  const CellIndex to = body.at + bodies_.offsets[body.move];
  if (options_.bodies == Bodies::exact)
    release_cells(unit);
  else
    bodies_.cells[to].owner = unit;
  body.at = to;
  body.move = kStay;
}

std::size_t CrowdUnits::memory_bytes() const noexcept {
  const auto bytes = [](const auto& list) {
    return list.capacity() * sizeof(typename std::decay_t<decltype(list)>::value_type);
  };
  return bytes(bodies_.bodies) + bytes(bodies_.decided_in) + bytes(bodies_.cells) +
         bytes(orders_) + bytes(trails_) + bytes(free_) + bytes(line_) + bytes(rest_) +
         bytes(started_) + bytes(strides_) + bytes(arrived_) + exact_.memory_bytes() +
         together_.memory_bytes() + plans_.memory_bytes() + fields_.memory_bytes();
}

}  // namespace throng
