#include "../core/saved_state.hpp"
#include "crowd_units.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace throng {
namespace {

constexpr std::size_t kLeastUnitBytes = 1;  // a free number

/// Adds one use of each field of an order; false if one of them does not fit the unit.
bool use_fields(GoalFields& fields, const UnitOrder& order, std::size_t movement) {
  for (const GoalFields::Id id : {order.whole, order.near}) {
    if (id == GoalFields::kNone) continue;
    if (!fields.use_again(id) || fields.movement(id) != movement) return false;
  }
  return order.whole != GoalFields::kNone ||
         (order.near == GoalFields::kNone && order.place == 0);
}

}  // namespace

void Trail::write(ByteWriter& out) const {
  out.add(count_);
  out.add(moves_);
}

void Trail::read(ByteReader& in) {
  count_ = in.get<std::uint8_t>();
  moves_ = in.get<std::uint64_t>();
  if (count_ > kMost) return in.fail();
  for (unsigned k = 0; k < count_; ++k)
    if ((moves_ >> (4 * k) & 15U) >= throng::kMoves) in.fail();
}

void CrowdUnits::write(ByteWriter& out) const {
  out.add(static_cast<std::uint8_t>(options_.bodies));
  out.add(std::uint64_t{options_.spare_fields});
  out.add(options_.window);
  out.add(bodies_.step);
  fields_.write(out);
  out.add_count(bodies_.slots());
  for (Unit unit = 0; unit < bodies_.slots(); ++unit) {
    const Body& body = bodies_.bodies[unit];
    out.add(body.size);
    if (body.size == 0) continue;
    out.add(body.at);
    out.add(body.movement);
    out.add(body.period);
    out.add(body.move);
    out.add(body.left);
    out.add(body.last);
    out.add(static_cast<std::uint8_t>(body.idle));
    out.add(body.walking);
    out.add(body.rested);
    const UnitOrder& order = orders_[unit];
    out.add(order.whole);
    out.add(order.near);
    out.add(order.place);
    out.add(order.grouped);
    out.add(order.arrived);
    out.add(order.cut_off);
    trails_[unit].write(out);
    plans_.write(out, unit);
    if (body.move == kStay) continue;
    out.add(body.escapes);  // of others the next step finds it
    // Of what it sweeps, another unit behind it may have taken cells over.
    const auto own = [&](CellIndex cell) { out.add(bodies_.cells[cell].owner == unit); };
    bodies_.for_each_under(body.at, body.size, own);
    bodies_.for_each_ahead(body, body.move, own);
  }
  out.add_all(free_);
  out.add_count(count());
  for (const Unit unit : line_)
    if (bodies_.bodies[unit].size != 0) out.add(unit);
}

void CrowdUnits::read(ByteReader& in, Workers::Impl& team) {
  bodies_.step = in.get<std::uint32_t>();
  fields_.read(in);
  const std::size_t units = in.get_count(kLeastUnitBytes);
  for (std::size_t unit = 0; unit < units && in.good(); ++unit) {
    reserve(1);
    bodies_.bodies.emplace_back();
    bodies_.decided_in.push_back(0);
    orders_.emplace_back();
    trails_.emplace_back();
    read_unit(static_cast<Unit>(unit), in);
  }
  if (!in.good()) return;
  reserve(1);  // once more, for the largest size
  in.get_all(free_);
  in.get_all(line_);
  std::vector<std::uint8_t> seen(units, 0);
  const auto all_are = [&](const auto& list, bool used) {
    return std::ranges::all_of(list, [&](Unit unit) {
      return unit < units && seen[unit]++ == 0 && (bodies_.bodies[unit].size != 0) == used;
    });
  };
  if (!in.good() || free_.size() + line_.size() != units || !all_are(free_, false) ||
      !all_are(line_, true))
    return in.fail();
  fields_.make_read(team);
}

void CrowdUnits::read_unit(Unit unit, ByteReader& in) {
  Body& body = bodies_.bodies[unit];
  const auto size = in.get<std::uint8_t>();
  if (size == 0) return;
  body.at = in.get<CellIndex>();
  body.movement = in.get<std::uint16_t>();
  body.period = in.get<std::uint8_t>();
  body.move = in.get_word<std::uint8_t>(kStay + 1);
  body.left = in.get<std::uint8_t>();
  body.last = in.get_word<std::uint8_t>(kMoves);
  body.idle = in.get_word<Idle>(3);
  body.walking = in.get_bool();
  body.rested = in.get_bool();
  UnitOrder& order = orders_[unit];
  order.whole = in.get<GoalFields::Id>();
  order.near = in.get<GoalFields::Id>();
  order.place = in.get<CellIndex>();
  order.grouped = in.get_bool();
  order.arrived = in.get_bool();
  order.cut_off = in.get_bool();
  trails_[unit].read(in);
  const bool moves = body.move != kStay;
  if (moves) body.escapes = in.get_bool();
  const auto fits = [&](CellIndex cell) {
    return cell < bodies_.cells.size() && bodies_.fits(bodies_.position(cell), size);
  };
  const bool alike =
      options_.bodies == Bodies::exact || (size == 1 && body.period == 1 && !moves);
  if (!in.good() || body.movement >= map_->classes() || body.period == 0 || !alike ||
      size != map_->grid(body.movement)->rules().unit_size || !fits(body.at) ||
      (moves && (!fits(body.at + bodies_.offsets[body.move]) || body.left == 0)) ||
      order.place >= bodies_.cells.size() || !use_fields(fields_, order, body.movement))
    return in.fail();
  plans_.read(in, unit);
  body.size = size;
  largest_ = std::max<std::uint32_t>(largest_, size);
  body.ordered = order.whole != GoalFields::kNone;
  const auto own = [&](CellIndex cell) {
    const bool owns = !moves || in.get_bool();
    Unit& owner = bodies_.cells[cell].owner;
    if (!owns) {
      if (!bodies_.leaves(body, cell)) in.fail();
      return;
    }
    if (owner != kNobody) in.fail();
    owner = unit;
  };
  bodies_.for_each_under(body.at, size, own);
  if (moves) bodies_.for_each_ahead(body, body.move, own);
}

}  // namespace throng
