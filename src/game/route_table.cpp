#include "route_table.hpp"

#include "../grid/cell_or_border.hpp"

#include <throng/assert.hpp>

#include <algorithm>
#include <utility>

namespace throng {
namespace {

constexpr std::size_t kPathsPerBlock = 8;

}  // namespace

RouteTable::RouteTable(std::span<const std::shared_ptr<const Grid>> on, Memory from)
    : grids(on.begin(), on.end(), from),
      memory(from),
      tiles(grids.front()->width(), grids.front()->height()),
      signatures(memory),
      marks(memory),
      ends(memory),
      stored(memory),
      users(memory),
      movements(memory),
      free_(memory),
      joints_(memory),
      missed_(memory) {}

bool RouteTable::joined(std::size_t i) const noexcept {
  const Grid& grid = grid_of(i);
  const CellIndex at = cell_or_border(grid, ends[i].at);
  return is_open(grid, at) &&
         grid.component(at) == grid.component(cell_or_border(grid, stored[i].goal));
}

/// Makes room for one more route in everything, before anything changes.
std::size_t RouteTable::make_slot() {
  if (!free_.empty()) return free_.back();
  const std::size_t i = stored.size();
  if (i == stored.capacity()) stored.reserve(std::max<std::size_t>(2 * i, 1));
  const std::size_t slots = stored.capacity();
  free_.reserve(slots);
  marks.reserve(slots);
  ends.reserve(slots);
  users.reserve(slots);
  movements.reserve(slots);
  signatures.reserve(slots);
  stored.emplace_back(memory);
  marks.resize(i + 1);
  ends.resize(i + 1);
  users.resize(i + 1);
  movements.resize(i + 1);
  signatures.resize(i + 1);
  free_.push_back(static_cast<std::uint32_t>(i));
  return i;
}

std::size_t RouteTable::add(const PathView& path, Position goal, std::size_t movement) {
  THRONG_ASSERT(movement < grids.size());
  const std::size_t i = make_slot();
  movements[i] = static_cast<std::uint16_t>(movement);
  put(i, path, goal);  // if that fails, the slot is still free
  free_.pop_back();
  ++count;
  return i;
}

/// Stores a path of which nothing is derived yet. Pre: reserve() of this path.
void RouteTable::keep(std::size_t i, const PathView& path, Position goal) {
  THRONG_ASSERT(grid_of(i).contains(path.start()));
  store(stored[i], path);
  stored[i].goal = goal;
}

void RouteTable::put(std::size_t i, const PathView& path, Position goal) {
  reserve(stored[i], path);
  keep(i, path, goal);
  settle(i);
}

/// Calls change(joint) for all of joints_ and settles their routes, on all threads.
/// Pre: change() cannot fail, allocates nothing, and may be called again.
template <class Change>
void RouteTable::change_all(Crew& crew, const Change& change) {
  for (const Joint& one : joints_) partial_count -= has(index(one.path->route), kPartial);
  const auto change_some = [&](int, std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) {
      change(joints_[k]);
      derive(index(joints_[k].path->route));
    }
  };
  try {
    crew.for_each_block(joints_.size(), kPathsPerBlock, change_some);
  } catch (...) {  // of the executor, which may have left out any of them
    change_some(0, 0, joints_.size());
  }
  for (const Joint& one : joints_) partial_count += has(index(one.path->route), kPartial);
}

std::size_t RouteTable::put(std::span<const NewPath> paths, Crew& crew) {
  joints_.clear();
  joints_.reserve(paths.size());
  for (const NewPath& one : paths) set(index(one.route), kStored, false);
  for (std::size_t k = paths.size(); k-- > 0;) {
    const NewPath& one = paths[k];
    const std::size_t i = index(one.route);
    if (has(i, kStored)) continue;  // a later path of the same route counts
    set(i, kStored, true);
    reserve(stored[i], one.path);  // after this pass nothing can fail
    joints_.push_back({&one, 0});
  }
  std::size_t jumps = 0;
  for (const NewPath& one : paths) {
    Position& at = ends[index(one.route)].at;
    jumps += one.path.start() != at ? 1 : 0;
    at = one.path.start();
  }
  change_all(crew, [&](const Joint& one) {
    keep(index(one.path->route), one.path->path, one.path->goal);
  });
  return jumps;
}

bool RouteTable::join(std::size_t i, const PathView& path, Position goal) {
  const auto kept = moves_to(stored[i], topology(), path.start());
  if (!kept) return false;
  reserve_join(stored[i], *kept, path);
  throng::join(stored[i], *kept, path);
  stored[i].goal = goal;
  settle(i);
  return true;
}

std::span<const RouteId> RouteTable::join(std::span<const NewPath> paths, Crew& crew) {
  joints_.clear();
  missed_.clear();
  joints_.reserve(paths.size());
  missed_.reserve(paths.size());
  for (const NewPath& one : paths) set(index(one.route), kStored, false);
  for (std::size_t k = paths.size(); k-- > 0;) {
    const NewPath& one = paths[k];
    const std::size_t i = index(one.route);
    if (has(i, kStored)) continue;  // a later path of the same route counts
    set(i, kStored, true);
    const auto kept = moves_to(stored[i], topology(), one.path.start());
    if (!kept) {
      missed_.push_back(one.route);
      continue;
    }
    reserve_join(stored[i], *kept, one.path);  // after this pass nothing can fail
    joints_.push_back({&one, *kept});
  }
  change_all(crew, [&](const Joint& one) {
    const std::size_t i = index(one.path->route);
    throng::join(stored[i], one.kept, one.path->path);
    stored[i].goal = one.path->goal;
  });
  std::ranges::sort(missed_);
  return missed_;
}

/// Derives all that is known of a route from its moves, but not partial_count.
void RouteTable::derive(std::size_t i) noexcept {
  SignatureTiles::Mask mask{};
  const auto [last, now] = trace(grid_of(i), stored[i], tiles, mask);
  signatures.set(i, mask);
  ends[i] = {stored[i].route.position(), last, now.cost};
  marks[i] = kUsed;
  set(i, kBroken, !now.legal);
  set(i, kLinked, !stored[i].link_ends.empty());
  mark_partial(i);
}

void RouteTable::mark_partial(std::size_t i) noexcept {
  const bool partial = ends[i].last != stored[i].goal;
  set(i, kPartial, partial);
  set(i, kJoined, partial && joined(i));
}

void RouteTable::set_goal(std::size_t i, Position goal) noexcept {
  partial_count -= has(i, kPartial);
  stored[i].goal = goal;
  mark_partial(i);
  partial_count += has(i, kPartial);
}

void RouteTable::settle(std::size_t i) {
  partial_count -= has(i, kPartial);
  derive(i);
  partial_count += has(i, kPartial);
}

void RouteTable::drop(std::size_t i) noexcept {
  --count;
  partial_count -= has(i, kPartial);
  marks[i] = 0;
  ends[i] = {};
  users[i] = 0;
  signatures.set(i, {});
  stored[i].route.truncate(0);
  free_.push_back(static_cast<std::uint32_t>(i));
}

std::size_t RouteTable::memory_bytes() const noexcept {
  std::size_t bytes =
      signatures.memory_bytes() + marks.capacity() + ends.capacity() * sizeof(Ends) +
      stored.capacity() * sizeof(StoredRoute) + users.capacity() * sizeof(std::uint64_t) +
      movements.capacity() * sizeof(std::uint16_t) + grids.capacity() * sizeof(grids[0]) +
      free_.capacity() * sizeof(std::uint32_t) + joints_.capacity() * sizeof(Joint) +
      missed_.capacity() * sizeof(RouteId);
  for (const StoredRoute& one : stored)
    bytes += one.route.memory_bytes() +
             (one.link_ends.capacity() + one.waypoints.capacity()) * sizeof(Position);
  return bytes;
}

}  // namespace throng
