#include "../core/owned.hpp"
#include "../core/workers.hpp"
#include "../grid/cell_or_border.hpp"
#include "map_boxes.hpp"
#include "opening_sweep.hpp"
#include "openings.hpp"
#include "stored_route.hpp"
#include "tile_signatures.hpp"

#include <throng/assert.hpp>
#include <throng/links.hpp>
#include <throng/route_book.hpp>

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

namespace throng {
namespace {

// What is known of a route: bits of one byte.
constexpr std::uint8_t kUsed = 1;
constexpr std::uint8_t kBroken = 2;
constexpr std::uint8_t kLinked = 4;    ///< has links
constexpr std::uint8_t kPartial = 8;   ///< does not end at its goal
constexpr std::uint8_t kJoined = 16;   ///< partial, and its goal is in the unit's component
constexpr std::uint8_t kShorten = 32;  ///< to report in RouteReview::may_shorten
constexpr std::uint8_t kStored = 64;   ///< by replace(), but not settled yet

constexpr std::size_t kWalksPerBlock = 256;
constexpr std::size_t kTestsPerBlock = 1024;
constexpr std::size_t kPathsPerBlock = 8;

}  // namespace

struct RouteBook::Impl {
  Impl(std::shared_ptr<const Grid> on, Memory from)
      : grid(std::move(on)),
        memory(from),
        tiles(grid->width(), grid->height()),
        signatures(memory),
        marks(memory),
        ends(memory),
        stored(memory),
        free(memory),
        candidates(memory),
        walks(memory),
        openings(memory) {}

  /// What the search for cheaper ways reads of a route.
  struct Ends {
    Position at;             ///< of the unit
    Position last;           ///< cell of the route
    std::uint64_t rest = 0;  ///< cost of the moves to go; 0: broken, or no route
  };
  /// The farthest that sweeps must go.
  struct Radius {
    std::uint64_t to = 0;
    std::uint64_t from = 0;
  };

  std::size_t index(RouteId id) const noexcept {
    const auto i = static_cast<std::size_t>(id);
    THRONG_ASSERT(i < marks.size() && (marks[i] & kUsed) != 0);
    return i;
  }
  bool has(std::size_t i, std::uint8_t mark) const noexcept {
    return (marks[i] & mark) != 0;
  }
  void set(std::size_t i, std::uint8_t mark, bool on) noexcept {
    marks[i] = static_cast<std::uint8_t>(on ? marks[i] | mark : marks[i] & ~mark);
  }

  std::size_t take_slot();
  void keep(std::size_t i, const PathView& path, Position goal);
  void put(std::size_t i, const PathView& path, Position goal);
  void put(std::span<const NewPath> paths, Crew& crew);
  void derive(std::size_t i) noexcept;
  void settle(std::size_t i);
  void drop(std::size_t i) noexcept;
  bool joined(std::size_t i) const noexcept;

  void find_candidates(const Grid& now, const MapChanges& changes);
  void walk_candidates(const Grid& now, const MapChanges& changes, Crew& crew);
  void prefetch(std::size_t k) const noexcept;
  void take_in_walks();
  void mark_partial(bool cheaper, bool components_are_exact);
  void find_shorter(Crew& crew, SweepScratch& scratch);
  Radius find_survivors();
  bool may_shorten(std::size_t i) const noexcept;

  std::shared_ptr<const Grid> grid;  ///< never null
  Memory memory;
  SignatureTiles tiles;
  TileSignatures signatures;
  std::pmr::vector<std::uint8_t> marks;
  std::pmr::vector<Ends> ends;
  std::pmr::vector<StoredRoute> stored;
  std::pmr::vector<std::uint32_t> free;  ///< slots of removed routes
  std::size_t count = 0;
  std::size_t partial_count = 0;
  std::pmr::vector<std::uint32_t> candidates;  ///< also those of openings
  std::pmr::vector<RouteWalk> walks;           ///< of the candidates
  Openings openings;
  std::optional<OpeningSweep> sweep;  ///< from the first opening on
  RouteReview review;
};

/// Makes room for one more route in everything, so that reviews allocate nothing.
std::size_t RouteBook::Impl::take_slot() {
  if (!free.empty()) {
    const std::size_t i = free.back();
    free.pop_back();
    return i;
  }
  const std::size_t i = stored.size();
  stored.emplace_back(memory);
  const std::size_t slots = stored.capacity();
  free.reserve(slots);
  candidates.reserve(slots);
  walks.reserve(slots);
  for (auto* const list : {&review.broken, &review.costlier, &review.may_shorten})
    list->reserve(slots);
  marks.reserve(slots);
  ends.reserve(slots);
  signatures.reserve(slots);
  marks.resize(i + 1);
  ends.resize(i + 1);
  signatures.resize(i + 1);
  return i;
}

/// Stores a path of which nothing is derived yet.
void RouteBook::Impl::keep(std::size_t i, const PathView& path, Position goal) {
  THRONG_ASSERT(grid->contains(path.start()));
  if (has(i, kUsed)) set(i, kBroken, true);  // until settled, in case no memory is left
  store(stored[i], path);
  stored[i].goal = goal;
}

void RouteBook::Impl::put(std::size_t i, const PathView& path, Position goal) {
  keep(i, path, goal);
  settle(i);
}

/// Most of the time goes into walking the paths, which threads do without allocating.
void RouteBook::Impl::put(std::span<const NewPath> paths, Crew& crew) {
  for (const NewPath& one : paths) set(index(one.route), kStored, false);
  candidates.clear();
  for (const NewPath& one : paths) {
    const std::size_t i = index(one.route);
    keep(i, one.path, one.goal);
    if (has(i, kStored)) continue;  // once for all paths of one route
    set(i, kStored, true);
    candidates.push_back(static_cast<std::uint32_t>(i));
  }
  for (const std::uint32_t i : candidates) partial_count -= has(i, kPartial);
  crew.for_each_block(candidates.size(), kPathsPerBlock,
                      [&](int, std::size_t begin, std::size_t end) {
                        for (std::size_t k = begin; k < end; ++k) derive(candidates[k]);
                      });
  for (const std::uint32_t i : candidates) partial_count += has(i, kPartial);
}

/// Derives all that is known of a route from its moves, but not partial_count.
void RouteBook::Impl::derive(std::size_t i) noexcept {
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

void RouteBook::Impl::settle(std::size_t i) {
  partial_count -= has(i, kPartial);
  derive(i);
  partial_count += has(i, kPartial);
}

void RouteBook::Impl::drop(std::size_t i) noexcept {
  --count;
  partial_count -= has(i, kPartial);
  marks[i] = 0;
  ends[i] = {};
  signatures.set(i, {});
}

bool RouteBook::Impl::joined(std::size_t i) const noexcept {
  const CellIndex at = cell_or_border(*grid, ends[i].at);
  return is_open(*grid, at) &&
         grid->component(at) == grid->component(cell_or_border(*grid, stored[i].goal));
}

/// The routes whose cost or legality may have changed.
void RouteBook::Impl::find_candidates(const Grid& now, const MapChanges& changes) {
  SignatureTiles::Mask mask{};
  for (const auto* rects : {&changes.costlier, &changes.cheaper})
    for (const MapRect& rect : *rects) tiles.add(mask, rect);
  // Another table of links may number those of an unchanged cell in another way.
  const bool renumbered = now.links() != grid->links();
  const auto always = static_cast<std::uint8_t>(renumbered ? kBroken | kLinked : kBroken);
  candidates.clear();
  signatures.find(mask, marks, always, candidates);
}

/// Reads ahead for the candidates after the k-th: they lie anywhere in memory.
void RouteBook::Impl::prefetch(std::size_t k) const noexcept {
  constexpr std::size_t kFar = 8, kNear = 4;
  if (k + kFar >= candidates.size()) return;
  __builtin_prefetch(&ends[candidates[k + kFar]]);
  __builtin_prefetch(&stored[candidates[k + kFar]]);
  __builtin_prefetch(stored[candidates[k + kNear]].waypoints.data());
}

void RouteBook::Impl::walk_candidates(const Grid& now, const MapChanges& changes,
                                      Crew& crew) {
  MapBoxes near;
  for (const auto* rects : {&changes.costlier, &changes.cheaper})
    for (const MapRect& rect : *rects) near.add(rect, 0, now);
  walks.resize(candidates.size());
  const auto walk_one = [&](std::size_t i) {
    if (has(i, kBroken | kLinked)) return walk(now, stored[i]);
    return walk_near(*grid, now, near.boxes(), stored[i], ends[i].last, ends[i].rest);
  };
  crew.for_each_block(candidates.size(), kWalksPerBlock,
                      [&](int, std::size_t begin, std::size_t end) {
                        for (std::size_t k = begin; k < end; ++k) {
                          prefetch(k);
                          walks[k] = walk_one(candidates[k]);
                        }
                      });
}

void RouteBook::Impl::take_in_walks() {
  review.broken.clear();
  review.costlier.clear();
  for (std::size_t k = 0; k < candidates.size(); ++k) {
    const std::size_t i = candidates[k];
    const RouteWalk& now = walks[k];
    const bool was_broken = has(i, kBroken);
    if (!now.legal)
      review.broken.push_back(static_cast<RouteId>(i));
    else if (was_broken)
      set(i, kShorten, true);
    else if (now.cost > ends[i].rest)
      review.costlier.push_back(static_cast<RouteId>(i));
    set(i, kBroken, !now.legal);
    ends[i].rest = now.cost;
  }
}

/// Marks the partial routes whose goal may have become reachable. cheaper: whether anything
/// became cheaper. components_are_exact: no step was or is closed.
void RouteBook::Impl::mark_partial(bool cheaper, bool components_are_exact) {
  if (partial_count == 0) return;
  for (std::size_t i = 0; i < marks.size(); ++i) {
    if (!has(i, kPartial)) continue;
    const bool now = joined(i), before = has(i, kJoined);
    set(i, kJoined, now);
    if (now && cheaper && (!before || !components_are_exact)) set(i, kShorten, true);
  }
}

/// Marks the routes with a cheaper way through an opening.
void RouteBook::Impl::find_shorter(Crew& crew, SweepScratch& scratch) {
  if (openings.empty()) return;
  const Radius radius = find_survivors();
  if (candidates.empty()) return;
  const auto limit = [](std::uint64_t most) {
    return static_cast<Cost>(std::min<std::uint64_t>(most, kUnreachable - 1));
  };
  if (!sweep) sweep.emplace(*grid, memory);
  sweep->run(*grid, openings.cells(), limit(radius.to), limit(radius.from), scratch);
  crew.for_each_block(candidates.size(), kTestsPerBlock,
                      [&](int, std::size_t begin, std::size_t end) {
                        for (std::size_t k = begin; k < end; ++k)
                          if (may_shorten(candidates[k]))
                            set(candidates[k], kShorten, true);
                      });
}

/// Fills `candidates` with the routes that could be shorter on an open map. A way through a
/// part is shorter only if its piece before the part costs less than what the piece behind
/// it leaves of the rest: that limits the sweeps.
/// Almost without branches, since nothing predicts which routes survive.
RouteBook::Impl::Radius RouteBook::Impl::find_survivors() {
  Radius radius;
  candidates.resize(ends.size());
  std::size_t survivors = 0;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const Ends& route = ends[i];
    const Position at = openings.coordinates(route.at);
    const Position last = openings.coordinates(route.last);
    bool survives = false;
    for (std::size_t part = 0; part < openings.parts(); ++part) {
      const std::uint64_t before = openings.distance(part, at);
      const std::uint64_t behind = openings.distance(part, last);
      const bool closer = before + behind < route.rest;
      survives |= closer;
      radius.to = std::max(radius.to, closer ? route.rest - behind - 1 : 0);
      radius.from = std::max(radius.from, closer ? route.rest - before - 1 : 0);
    }
    candidates[survivors] = static_cast<std::uint32_t>(i);
    survivors += survives;
  }
  candidates.resize(survivors);
  return radius;
}

bool RouteBook::Impl::may_shorten(std::size_t i) const noexcept {
  const Ends& route = ends[i];
  return openings.may_be_cheaper(route.at, route.last, sweep->to(grid->cell(route.at)),
                                 sweep->from(grid->cell(route.last)), route.rest);
}

RouteBook::RouteBook(std::shared_ptr<const Grid> grid, std::pmr::memory_resource* memory) {
  THRONG_ASSERT(grid != nullptr);
  impl_ = std::make_unique<Impl>(std::move(grid), memory);
}

RouteBook::~RouteBook() = default;
RouteBook::RouteBook(RouteBook&&) noexcept = default;
RouteBook& RouteBook::operator=(RouteBook&&) noexcept = default;

const std::shared_ptr<const Grid>& RouteBook::grid() const noexcept {
  return owned(impl_).grid;
}

RouteId RouteBook::add(const PathView& path, Position goal) {
  Impl& own = owned(impl_);
  const std::size_t i = own.take_slot();
  own.put(i, path, goal);
  ++own.count;
  return static_cast<RouteId>(i);
}

void RouteBook::replace(RouteId id, const PathView& path, Position goal) {
  Impl& own = owned(impl_);
  own.put(own.index(id), path, goal);
}

void RouteBook::replace(std::span<const NewPath> paths, Workers& workers) {
  Impl& own = owned(impl_);
  const WorkersInUse team(workers);
  own.put(paths, team->crew);
}

bool RouteBook::append(RouteId id, const PathView& more) {
  Impl& own = owned(impl_);
  const std::size_t i = own.index(id);
  const bool paths_meet = throng::append(own.stored[i], own.ends[i].last, more);
  if (paths_meet) own.settle(i);
  return paths_meet;
}

bool RouteBook::splice(RouteId id, std::size_t moves, const PathView& head) {
  Impl& own = owned(impl_);
  const std::size_t i = own.index(id);
  const Topology topology = own.grid->rules().topology;
  const bool paths_meet = throng::splice(own.stored[i], topology, moves, head);
  if (paths_meet) own.settle(i);
  return paths_meet;
}

void RouteBook::remove(RouteId id) {
  Impl& own = owned(impl_);
  const std::size_t i = own.index(id);
  own.drop(i);
  own.stored[i].route.truncate(0);  // keeps its memory for the next route
  own.free.push_back(static_cast<std::uint32_t>(i));
}

Position RouteBook::advance(RouteId id, std::size_t moves) {
  Impl& own = owned(impl_);
  const std::size_t i = own.index(id);
  StoredRoute& stored = own.stored[i];
  THRONG_ASSERT(moves <= stored.route.size());
  std::uint64_t cost = 0;
  for (; moves != 0; --moves) cost += throng::advance(*own.grid, stored);
  Impl::Ends& ends = own.ends[i];
  ends.at = stored.route.position();
  if (!own.has(i, kBroken)) ends.rest -= cost;
  return ends.at;
}

const Route& RouteBook::route(RouteId id) const noexcept {
  const Impl& own = owned(impl_);
  return own.stored[own.index(id)].route;
}

Position RouteBook::goal(RouteId id) const noexcept {
  const Impl& own = owned(impl_);
  return own.stored[own.index(id)].goal;
}

Cost RouteBook::remaining_cost(RouteId id) const noexcept {
  const Impl& own = owned(impl_);
  const std::size_t i = own.index(id);
  if (own.has(i, kBroken)) return kUnreachable;
  return static_cast<Cost>(std::min<std::uint64_t>(own.ends[i].rest, kUnreachable));
}

bool RouteBook::broken(RouteId id) const noexcept {
  const Impl& own = owned(impl_);
  return own.has(own.index(id), kBroken);
}

bool RouteBook::contains(RouteId id) const noexcept {
  const Impl& own = owned(impl_);
  const auto i = static_cast<std::size_t>(id);
  return i < own.marks.size() && own.has(i, kUsed);
}

std::size_t RouteBook::size() const noexcept { return owned(impl_).count; }

const RouteReview& RouteBook::review(std::shared_ptr<const Grid> now,
                                     const MapChanges& changes, Workers& workers,
                                     const ReviewOptions& options) {
  Impl& own = owned(impl_);
  THRONG_ASSERT(now != nullptr && now->width() == own.grid->width() &&
                now->height() == own.grid->height() &&
                now->rules().topology == own.grid->rules().topology &&
                now->costs() == own.grid->costs());
  const WorkersInUse team(workers);
  own.find_candidates(*now, changes);
  own.walk_candidates(*now, changes, team->crew);
  const bool shorter = options.may_shorten;
  if (shorter) own.openings.find(*own.grid, *now, changes.cheaper);
  if (own.sweep) own.sweep->follow(*now, changes);
  const bool components_are_exact = own.grid->plain() && now->plain();
  own.grid = std::move(now);
  own.take_in_walks();
  own.mark_partial(shorter && !own.openings.empty(), components_are_exact);
  if (shorter) own.find_shorter(team->crew, team->scratch.front().of<SweepScratch>());
  own.review.may_shorten.clear();
  for (std::size_t i = 0; i < own.marks.size(); ++i)
    if (own.has(i, kShorten)) {
      own.set(i, kShorten, false);
      if (shorter && !own.has(i, kBroken))
        own.review.may_shorten.push_back(static_cast<RouteId>(i));
    }
  return own.review;
}

std::size_t RouteBook::memory_bytes() const noexcept {
  const Impl& own = owned(impl_);
  std::size_t bytes =
      sizeof(Impl) + own.signatures.memory_bytes() + own.marks.capacity() +
      own.ends.capacity() * sizeof(Impl::Ends) +
      own.stored.capacity() * sizeof(StoredRoute) +
      (own.free.capacity() + own.candidates.capacity()) * sizeof(std::uint32_t) +
      own.walks.capacity() * sizeof(RouteWalk);
  for (const StoredRoute& stored : own.stored)
    bytes += stored.route.memory_bytes() +
             (stored.link_ends.capacity() + stored.waypoints.capacity()) * sizeof(Position);
  bytes += own.openings.memory_bytes();
  for (const auto* list :
       {&own.review.broken, &own.review.costlier, &own.review.may_shorten})
    bytes += list->capacity() * sizeof(RouteId);
  return own.sweep ? bytes + own.sweep->memory_bytes() : bytes;
}

}  // namespace throng
