#include "wishes.hpp"

#include "../grid/cell_or_border.hpp"

#include <algorithm>

namespace throng {
namespace {

/// Units that look at their fields in one block of work.
constexpr std::size_t kUnitsTogether = 512;
/// How far a unit on a closed cell looks for an open one.
constexpr std::int32_t kWayOut = 16;

/// The straight moves that lead nearer to a cell.
std::uint8_t straight_moves_to(Position by) {
  unsigned moves = 0;
  if (by.y != 0) moves |= 1U << static_cast<unsigned>(by.y < 0 ? Move::north : Move::south);
  if (by.x != 0) moves |= 1U << static_cast<unsigned>(by.x < 0 ? Move::west : Move::east);
  return static_cast<std::uint8_t>(moves);
}

/// The legal moves that are part of a good diagonal move, and not good themselves.
unsigned parts_of_diagonals(unsigned good, unsigned legal) {
  unsigned parts = 0;
  for (unsigned d = 0; d < 4; ++d)
    if ((good >> (4 + d) & 1U) != 0) parts |= 1U << d | 1U << (d + 1) % 4;
  return parts & legal & ~good;
}

}  // namespace

/// Parts of good diagonal moves lead nearer where weights do not differ, no corner is cut,
/// so that the other part is legal behind them, and a diagonal step costs more than it.
void Wishes::see(const LivingMap& map) {
  for (std::size_t k = 0; k < views_.size(); ++k) {
    const Grid& grid = *map.grid(k);
    const bool sides = grid.uniform_steps() && grid.rules().corners == Corners::never_cut &&
                       grid.costs().diagonal > grid.costs().straight;
    views_[k] = {&grid, grid.moves().data(),
                 sides ? fields_.guidance(k).space().moves : nullptr,
                 fields_.guidance(k).narrow().bits()};
  }
}

void Wishes::look(Workers::Impl& team) {
  team.crew.for_each_block(bodies_.slots(), kUnitsTogether,
                           [&](int, std::size_t begin, std::size_t end) {
                             for (std::size_t i = begin; i < end; ++i) {
                               fetch(i + kFetchedAhead);
                               look(static_cast<Unit>(i));
                             }
                           });
}

/// Fetches what look() at a unit will read: each of them reads other memory.
void Wishes::fetch(std::size_t unit) const noexcept {
  if (unit >= bodies_.slots()) return;
  const Body& body = bodies_.bodies[unit];
  if (body.size == 0) return;
  __builtin_prefetch(views_[body.movement].moves + body.at);
  __builtin_prefetch(views_[body.movement].narrow + body.at);
  if (body.ordered) fields_.prefetch(orders_[unit].whole, body.at);
}

/// Finds what a unit that stands would like to do.
void Wishes::look(Unit unit) noexcept {
  Body& body = bodies_.bodies[unit];
  if (body.size == 0 || body.move != kStay) return;
  const View& view = views_[body.movement];
  body.good = 0;
  body.side = 0;
  body.legal = view.moves[body.at];
  body.tight = body.size == 1 && (view.narrow[body.at] & NarrowCells::kNear) != 0;
  body.escapes = body.legal == 0 && !is_open(*view.grid, body.at);
  if (body.escapes) {
    body.walking = body.ordered;
    body.good = body.legal = way_out(body);
  } else if (body.ordered) {
    look_at_goal(unit);
  } else {
    body.walking = false;
    if (body.idle == Idle::returns && !trails_[unit].empty())
      body.good = static_cast<std::uint8_t>(
          1U << static_cast<unsigned>(trails_[unit].back()) & body.legal);
  }
}

void Wishes::look_at_goal(Unit unit) noexcept {
  Body& body = bodies_.bodies[unit];
  UnitOrder& order = orders_[unit];
  body.good = 0;
  body.side = 0;
  order.cut_off = false;
  body.walking = !at_goal(unit);
  if (!body.walking) return;
  const unsigned good = this->good(unit, body.at, body.legal);
  body.good = static_cast<std::uint8_t>(good);
  const std::uint8_t* const side_moves = views_[body.movement].side_moves;
  if (good > 15 && side_moves != nullptr)
    body.side = static_cast<std::uint8_t>(
        parts_of_diagonals(good, body.legal & side_moves[body.at]));
  order.cut_off = good == 0 && fields_.fresh(order.whole) &&
                  (order.near == GoalFields::kNone || fields_.fresh(order.near));
  body.walking = !order.cut_off;
}

/// The straight moves towards the nearest cell on which the unit fits, over closed cells.
std::uint8_t Wishes::way_out(const Body& body) const noexcept {
  const Grid& ground = *views_[body.movement].grid;
  const Position at = bodies_.position(body.at);
  const auto is_out = [&](Position by) {
    const Position to{at.x + by.x, at.y + by.y};
    return bodies_.fits(to, body.size) && is_open(ground, bodies_.cell(to));
  };
  // Squares around the unit; on each, cells beside it before its corners.
  for (std::int32_t ring = 1; ring <= kWayOut; ++ring)
    for (std::int32_t k = 0; k <= ring; ++k)
      for (const Position to : {Position{k, ring}, Position{ring, k}, Position{k, -ring},
                                Position{-ring, k}, Position{-k, ring}, Position{ring, -k},
                                Position{-k, -ring}, Position{-ring, -k}})
        if (is_out(to)) return straight_moves_to(to);
  return 0;
}

bool Wishes::is_goal(Unit unit, CellIndex cell) const noexcept {
  const UnitOrder& order = orders_[unit];
  if (order.whole == GoalFields::kNone) return false;
  if (order.place != 0) return cell == order.place;
  return std::ranges::binary_search(fields_.goals(order.whole), cell);
}

}  // namespace throng
