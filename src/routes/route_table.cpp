#include "route_table.hpp"

#include "../grid/cell_or_border.hpp"

#include <throng/assert.hpp>

#include <algorithm>
#include <utility>

namespace throng {
namespace {

constexpr std::size_t kPathsPerBlock = 8;

}  // namespace

RouteTable::RouteTable(std::shared_ptr<const Grid> on, Memory from)
    : grid(std::move(on)),
      memory(from),
      tiles(grid->width(), grid->height()),
      signatures(memory),
      marks(memory),
      ends(memory),
      stored(memory),
      free_(memory),
      changed_(memory) {}

bool RouteTable::joined(std::size_t i) const noexcept {
  const CellIndex at = cell_or_border(*grid, ends[i].at);
  return is_open(*grid, at) &&
         grid->component(at) == grid->component(cell_or_border(*grid, stored[i].goal));
}

/// Makes room for one more route in everything, before anything changes.
std::size_t RouteTable::make_slot() {
  if (!free_.empty()) return free_.back();
  const std::size_t i = stored.size();
  if (i == stored.capacity()) stored.reserve(std::max<std::size_t>(2 * i, 1));
  const std::size_t slots = stored.capacity();
  free_.reserve(slots);
  changed_.reserve(slots);
  marks.reserve(slots);
  ends.reserve(slots);
  signatures.reserve(slots);
  stored.emplace_back(memory);
  marks.resize(i + 1);
  ends.resize(i + 1);
  signatures.resize(i + 1);
  free_.push_back(static_cast<std::uint32_t>(i));
  return i;
}

std::size_t RouteTable::add(const PathView& path, Position goal) {
  const std::size_t i = make_slot();
  put(i, path, goal);  // if that fails, the slot is still free
  free_.pop_back();
  ++count;
  return i;
}

/// Stores a path of which nothing is derived yet. Pre: reserve() of this path.
void RouteTable::keep(std::size_t i, const PathView& path, Position goal) {
  THRONG_ASSERT(grid->contains(path.start()));
  store(stored[i], path);
  stored[i].goal = goal;
}

void RouteTable::put(std::size_t i, const PathView& path, Position goal) {
  reserve(stored[i], path);
  keep(i, path, goal);
  settle(i);
}

/// Most of the time goes into walking the paths, which threads do without allocating.
/// Copying them on all threads too saves nothing.
void RouteTable::put(std::span<const NewPath> paths, Crew& crew) {
  for (const NewPath& one : paths) {
    const std::size_t i = index(one.route);
    set(i, kStored, false);
    reserve(stored[i], one.path);  // after this pass nothing can fail
  }
  changed_.clear();
  for (const NewPath& one : paths) {
    const std::size_t i = index(one.route);
    keep(i, one.path, one.goal);
    if (has(i, kStored)) continue;  // once for all paths of one route
    set(i, kStored, true);
    changed_.push_back(static_cast<std::uint32_t>(i));
  }
  for (const std::uint32_t i : changed_) partial_count -= has(i, kPartial);
  const auto derive_all = [&](int, std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) derive(changed_[k]);
  };
  try {
    crew.for_each_block(changed_.size(), kPathsPerBlock, derive_all);
  } catch (...) {  // of the executor, which may have left out any of them
    derive_all(0, 0, changed_.size());
  }
  for (const std::uint32_t i : changed_) partial_count += has(i, kPartial);
}

/// Derives all that is known of a route from its moves, but not partial_count.
void RouteTable::derive(std::size_t i) noexcept {
  SignatureTiles::Mask mask{};
  const auto [last, now] = trace(*grid, stored[i], tiles, mask);
  signatures.set(i, mask);
  ends[i] = {stored[i].route.position(), last, now.cost};
  const bool partial = last != stored[i].goal;
  marks[i] = kUsed;
  set(i, kBroken, !now.legal);
  set(i, kLinked, !stored[i].link_ends.empty());
  set(i, kPartial, partial);
  set(i, kJoined, partial && joined(i));
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
  signatures.set(i, {});
  stored[i].route.truncate(0);
  free_.push_back(static_cast<std::uint32_t>(i));
}

std::size_t RouteTable::memory_bytes() const noexcept {
  std::size_t bytes = signatures.memory_bytes() + marks.capacity() +
                      ends.capacity() * sizeof(Ends) +
                      stored.capacity() * sizeof(StoredRoute) +
                      (free_.capacity() + changed_.capacity()) * sizeof(std::uint32_t);
  for (const StoredRoute& one : stored)
    bytes += one.route.memory_bytes() +
             (one.link_ends.capacity() + one.waypoints.capacity()) * sizeof(Position);
  return bytes;
}

}  // namespace throng
