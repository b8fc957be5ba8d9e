#include "window_plans.hpp"

#include <throng/assert.hpp>

#include <bit>

namespace throng {
namespace {

constexpr std::uint32_t kNoNode = ~std::uint32_t{0};
/// A unit plans again each time that so many steps have passed.
constexpr std::uint32_t kEvery = 4;
/// A search expands so many nodes at most.
constexpr std::size_t kMostExpanded = 400;
constexpr std::size_t kMostNodes = 5 * kMostExpanded + 1;
/// Slots of the closed list: twice what a search closes, or more.
constexpr unsigned kClosedBits = 10;
static_assert((std::size_t{1} << kClosedBits) > 2 * kMostExpanded);
/// What it costs to enter a cell of a unit without a plan, which has to make room.
constexpr std::int32_t kPush = 2;
/// A plan leads nearer to the goal by so many steps at least, or to it.
constexpr std::int32_t kLeast = 4;

}  // namespace

WindowPlans::WindowPlans(BodyMap& map, const Wishes& wishes, std::uint32_t steps,
                         Memory memory)
    : map_(map),
      wishes_(wishes),
      steps_(steps),
      ring_(std::bit_ceil(steps + 2)),
      reserved_(steps == 0 ? 0 : map.cells.size() * ring_, kNobody, memory),
      plans_(memory),
      nodes_(memory),
      closed_(steps == 0 ? 0 : std::size_t{1} << kClosedBits, memory) {
  THRONG_ASSERT(steps <= kMostSteps);
  if (steps != 0) nodes_.reserve(kMostNodes);
}

/// Whether a unit is where its plan says, and the plan goes on.
bool WindowPlans::is_current(Unit unit) const noexcept {
  const Plan& plan = plans_[unit];
  return plan.made() && plan.end > map_.step && plan.begin <= map_.step &&
         plan.at(map_.step) == map_.bodies[unit].at;
}

/// Reserves the cells of a plan from now on for a unit, or gives them back.
void WindowPlans::set_reserved(Unit unit, Unit to) noexcept {
  const Plan& plan = plans_[unit];
  for (std::uint32_t step = std::max(plan.begin, map_.step); step <= plan.end; ++step) {
    Unit& at = reserved(plan.at(step), step);
    if (to != kNobody || at == unit) at = to;
  }
}

void WindowPlans::forget(Unit unit) noexcept {
  if (unit >= plans_.size() || !plans_[unit].made()) return;
  // The step before may still be reserved: see plan().
  Plan& plan = plans_[unit];
  if (map_.step > plan.begin && map_.step <= plan.end + 1) {
    Unit& before = reserved(plan.at(map_.step - 1), map_.step - 1);
    if (before == unit) before = kNobody;
  }
  set_reserved(unit, kNobody);
  plan.begin = plan.end = 0;
}

bool WindowPlans::wants_plan(Unit unit, bool first, const UnitOrder& order) const noexcept {
  const Body& body = map_.bodies[unit];
  return !first && !order.grouped && body.walking && !body.escapes && body.good != 0;
}

void WindowPlans::plan(std::span<const Unit> line,
                       std::span<const UnitOrder> orders) noexcept {
  if (steps_ == 0) return;
  const std::uint32_t now = map_.step;
  for (const Unit unit : line) {
    const Plan& plan = plans_[unit];
    if (!plan.made()) continue;
    if (!is_current(unit) || !wants_plan(unit, unit == line.front(), orders[unit])) {
      forget(unit);
    } else if (plan.begin < now) {
      Unit& before = reserved(plan.at(now - 1), now - 1);
      if (before == unit) before = kNobody;  // the past leaves the ring
    }
  }
  for (const Unit unit : line) {
    if (!wants_plan(unit, unit == line.front(), orders[unit])) continue;
    if (!plans_[unit].made() || (unit + now) % kEvery == 0) renew(unit);
    if (plans_[unit].made()) follow(unit);
  }
}

/// Plans for a unit. If there is no way, its plan stays.
void WindowPlans::renew(Unit unit) noexcept {
  const bool planned = plans_[unit].made();
  if (planned) set_reserved(unit, kNobody);
  if (search(unit) || planned) set_reserved(unit, unit);
}

/// Makes the next cell of its plan the only wish of a unit; to wait is none.
void WindowPlans::follow(Unit unit) noexcept {
  Body& body = map_.bodies[unit];
  const CellIndex next = plans_[unit].at(map_.step + 1);
  unsigned good = 0;
  for (unsigned move = 0; move < 4; ++move)
    if (next == body.at + map_.offsets[move]) good = body.legal & 1U << move;
  body.good = static_cast<std::uint8_t>(good);
  body.side = 0;
  body.tight = false;
}

void WindowPlans::open(const Node& node) noexcept {
  const std::int32_t key = node.cost + node.to_goal;
  if (key >= static_cast<std::int32_t>(buckets_.size())) return;
  std::uint32_t& head = buckets_[static_cast<std::size_t>(key)];
  nodes_.push_back(node);  // within its capacity
  nodes_.back().next = head;
  head = static_cast<std::uint32_t>(nodes_.size() - 1);
  lowest_ = std::min(lowest_, static_cast<std::uint32_t>(key));
}

/// The node opened last of those that cost least; kNoNode: there is none.
std::uint32_t WindowPlans::pop() noexcept {
  for (; lowest_ < buckets_.size(); ++lowest_) {
    std::uint32_t& head = buckets_[lowest_];
    if (head == kNoNode) continue;
    const std::uint32_t id = head;
    head = nodes_[id].next;
    return id;
  }
  return kNoNode;
}

/// False if a node of the cell and step was closed before.
bool WindowPlans::close(const Node& node) noexcept {
  const std::uint32_t mask = static_cast<std::uint32_t>(closed_.size()) - 1;
  std::uint32_t slot =
      (node.cell * 0x9E3779B1U ^ node.step * 0x85EBCA77U) >> (32 - kClosedBits);
  for (;; slot = (slot + 1) & mask) {
    Closed& at = closed_[slot];
    if (at.search != searches_) {
      at = {searches_, node.cell, node.step};
      return true;
    }
    if (at.cell == node.cell && at.step == node.step) return false;
  }
}

/// What a move, or kStay, costs; negative: a plan is in the way.
std::int32_t WindowPlans::price(Unit unit, const Node& from, unsigned move) noexcept {
  const auto other = [&](CellIndex cell, std::uint32_t step) {
    const Unit there = reserved(cell, step);
    return there == unit ? kNobody : there;
  };
  if (move == kStay) {
    if (other(from.cell, from.step + 1) != kNobody) return -1;
    return wishes_.is_goal(unit, from.cell) ? 0 : 1;
  }
  const CellIndex to = from.cell + map_.offsets[move];
  if (other(to, from.step + 1) != kNobody) return -1;
  const Unit comes = other(to, from.step);
  if (comes != kNobody && other(from.cell, from.step + 1) == comes) return -1;
  const Unit owner = map_.cells[to].owner;
  if (owner == kNobody || owner == unit || plans_[owner].made()) return 1;
  const Body& in_way = map_.bodies[owner];
  if (!in_way.ordered && in_way.idle == Idle::holds) return -1;
  return 1 + kPush;
}

void WindowPlans::expand(Unit unit, std::uint32_t id) noexcept {
  const Node from = nodes_[id];
  const unsigned good = wishes_.good(unit, from.cell);
  const unsigned legal = wishes_.legal(unit, from.cell);
  for (const unsigned move : {unsigned{kStay}, 3U, 2U, 1U, 0U}) {
    if (move != kStay && (legal >> move & 1U) == 0) continue;
    const std::int32_t cost = price(unit, from, move);
    if (cost < 0) continue;
    Node node{.cell = from.cell,
              .step = from.step + 1,
              .parent = id,
              .cost = from.cost + cost,
              .to_goal = from.to_goal,
              .next = kNoNode};
    if (move != kStay) {
      node.cell += map_.offsets[move];
      node.to_goal += (good >> move & 1U) != 0 ? -1 : 1;
    }
    open(node);
  }
}

/// Space-time A* to the end of the window, by the steps to the goal. Writes the plan.
/// Pre: nothing is reserved for the unit. If there is no plan, nothing has changed.
bool WindowPlans::search(Unit unit) noexcept {
  const std::uint32_t now = map_.step;
  nodes_.clear();
  buckets_.fill(kNoNode);
  lowest_ = 0;
  if (++searches_ == 0) {  // all slots are free again
    std::ranges::fill(closed_, Closed{});
    searches_ = 1;
  }
  open({.cell = map_.bodies[unit].at,
        .step = now,
        .parent = kNoNode,
        .cost = 0,
        .to_goal = 0,
        .next = kNoNode});
  std::size_t expanded = 0;
  for (std::uint32_t id = pop(); id != kNoNode; id = pop()) {
    const Node& node = nodes_[id];
    if (node.step == now + steps_) {
      if (node.to_goal > -kLeast && !wishes_.is_goal(unit, node.cell)) return false;
      Plan& plan = plans_[unit];
      plan.begin = now;
      plan.end = now + steps_;
      for (std::uint32_t k = id; k != kNoNode; k = nodes_[k].parent)
        plan.cells[nodes_[k].step - now] = nodes_[k].cell;
      return true;
    }
    if (!close(node)) continue;
    if (++expanded > kMostExpanded) return false;
    expand(unit, id);
  }
  return false;
}

/// Its moves from now on, if it is where its plan says.
void WindowPlans::write(ByteWriter& out, Unit unit) const {
  if (steps_ == 0) return;
  const Plan& plan = plans_[unit];
  const bool current = is_current(unit);
  out.add(static_cast<std::uint8_t>(current ? plan.end - map_.step : 0));
  if (!current) return;
  for (std::uint32_t step = map_.step; step < plan.end; ++step) {
    const CellIndex by = plan.at(step + 1) - plan.at(step);
    std::uint8_t move = kStay;
    for (std::uint8_t k = 0; k < 4; ++k)
      if (map_.offsets[k] == by) move = k;
    out.add(move);
  }
}

void WindowPlans::read(ByteReader& in, Unit unit) {
  if (steps_ == 0) return;
  const auto steps = in.get<std::uint8_t>();
  if (steps > steps_) return in.fail();
  Plan plan{.begin = map_.step, .end = map_.step + steps};
  plan.cells[0] = map_.bodies[unit].at;
  for (std::uint32_t k = 0; k < steps && in.good(); ++k) {
    const auto move = in.get<std::uint8_t>();
    if (move != kStay && move >= 4) return in.fail();
    const CellIndex to = plan.cells[k] + (move == kStay ? 0 : map_.offsets[move]);
    if (!map_.fits(map_.position(to), 1)) return in.fail();  // it may have closed since
    plan.cells[k + 1] = to;
  }
  if (!in.good() || steps == 0) return;
  plans_[unit] = plan;
  set_reserved(unit, unit);
}

std::size_t WindowPlans::memory_bytes() const noexcept {
  return reserved_.capacity() * sizeof(Unit) + plans_.capacity() * sizeof(Plan) +
         nodes_.capacity() * sizeof(Node) + closed_.capacity() * sizeof(Closed);
}

}  // namespace throng
