#include "route_table.hpp"
#include "saved_moves.hpp"

#include <algorithm>
#include <vector>

namespace throng {
namespace {

constexpr std::size_t kRouteBytes = 5;  // at least: a free slot, with its number

/// Whether steps from a place cannot exceed its numbers. Units may leave the map.
bool is_near(Position p) noexcept {
  constexpr std::int32_t kFar = 1 << 29;
  return p.x > -kFar && p.x < kFar && p.y > -kFar && p.y < kFar;
}

}  // namespace

void RouteTable::write(ByteWriter& out) const {
  out.add_count(stored.size());
  for (std::size_t i = 0; i < stored.size(); ++i) {
    out.add(has(i, kUsed));
    if (!has(i, kUsed)) continue;
    const StoredRoute& one = stored[i];
    throng::write(one.route.position(), out);
    throng::write(one.goal, out);
    out.add(users[i]);
    out.add(movements[i]);
    // The last review found these. A unit that walked on may have left behind what broke
    // its route, or its component.
    out.add(has(i, kBroken));
    out.add(has(i, kJoined));
    throng::write(one.route.reversed(), out);
    out.add_count(one.link_ends.size());
    for (const Position end : one.link_ends) throng::write(end, out);
  }
  out.add_all(free_);
}

void RouteTable::read(ByteReader& in) {
  const std::size_t slots = in.get_count(kRouteBytes);
  stored.reserve(slots);
  for (std::size_t i = 0; i < slots && in.good(); ++i) {
    free_.clear();  // so that the slot is a new one
    make_slot();
    if (!in.get_bool()) continue;
    read_route(i, in);
    ++count;
  }
  if (!in.good()) return;
  free_.clear();
  in.get_all(free_);
  // Each slot without a route once.
  std::vector<std::uint8_t> seen(slots, 0);
  const bool sound =
      free_.size() == slots - count && std::ranges::all_of(free_, [&](std::uint32_t slot) {
        return slot < slots && !has(slot, kUsed) && seen[slot]++ == 0;
      });
  if (!sound) in.fail();
}

void RouteTable::read_route(std::size_t i, ByteReader& in) {
  StoredRoute& one = stored[i];
  const Position at = read_position(in);
  one.goal = read_position(in);
  users[i] = in.get<std::uint64_t>();
  movements[i] = in.get<std::uint16_t>();
  const bool broken = in.get_bool(), joined = in.get_bool();
  const std::vector<Move> moves = read_moves(in);
  std::vector<Position> link_ends(in.get_count(kPositionBytes));
  for (Position& end : link_ends) end = read_position(in);
  const auto links = static_cast<std::size_t>(std::ranges::count_if(moves, is_link));
  const bool sound =
      in.good() && is_near(at) && link_ends.size() == links &&
      movements[i] < grids.size() &&
      std::ranges::all_of(link_ends, [&](Position p) { return grid_of(i).contains(p); });
  if (!sound) return in.fail();
  restore(one, at, moves, link_ends);
  settle(i);
  set(i, kBroken, broken || has(i, kBroken));
  set(i, kJoined, joined);
  if (broken) ends[i].rest = 0;
}

}  // namespace throng
