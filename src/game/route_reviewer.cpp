#include "route_reviewer.hpp"

#include "map_boxes.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace throng {
namespace {

constexpr std::size_t kWalksPerBlock = 64;
constexpr std::size_t kTestsPerBlock = 1024;

}  // namespace

void RouteReviewer::reserve(std::size_t routes) {
  candidates_.reserve(routes);
  survivors_.reserve(routes);
  walks_.reserve(routes);
  for (auto* const list : {&review_.broken, &review_.costlier, &review_.may_shorten})
    list->reserve(routes);
}

const RouteReview& RouteReviewer::review(std::shared_ptr<const Grid> now,
                                         const MapChanges& changes,
                                         const ReviewOptions& options, Crew& crew,
                                         SweepScratch& scratch) {
  find_candidates(*now, changes);
  const std::shared_ptr<const Grid> before = table_.grid;
  bool taken_in = false;
  try {
    walk_candidates(*now, changes, crew);
    const bool shorter = options.may_shorten;
    if (shorter) openings_.find(*before, *now, changes.cheaper);
    if (sweep_) sweep_->follow(*now, changes);
    const bool components_are_exact = before->plain() && now->plain();
    table_.grid = std::move(now);
    take_in_walks();
    taken_in = true;
    mark_partial(shorter && !openings_.empty(), components_are_exact);
    if (shorter) find_shorter(crew, scratch);
    list_shorter(shorter);
  } catch (...) {
    go_back(before, taken_in);
    throw;
  }
  return review_;
}

/// Undoes a review that failed, except its lists.
void RouteReviewer::go_back(const std::shared_ptr<const Grid>& before, bool taken_in) {
  table_.grid = before;
  sweep_.reset();  // it may belong to either version
  for (std::size_t k = 0; k < candidates_.size(); ++k) {
    const std::size_t i = candidates_[k];
    if (taken_in) swap_walk(i, walks_[k]);
    if (table_.has(i, RouteTable::kLinked)) walk(*before, table_.stored[i]);
  }
  for (std::size_t i = 0; i < table_.marks.size(); ++i) {
    table_.set(i, RouteTable::kShorten, false);
    if (table_.has(i, RouteTable::kPartial))
      table_.set(i, RouteTable::kJoined, table_.joined(i));
  }
}

/// Exchanges what is known of the moves to go.
void RouteReviewer::swap_walk(std::size_t i, RouteWalk& walk) noexcept {
  const bool was_broken = table_.has(i, RouteTable::kBroken);
  table_.set(i, RouteTable::kBroken, !walk.legal);
  walk.legal = !was_broken;
  std::swap(table_.ends[i].rest, walk.cost);
}

/// The routes whose cost or legality may have changed.
void RouteReviewer::find_candidates(const Grid& now, const MapChanges& changes) {
  SignatureTiles::Mask mask{};
  for (const auto* rects : {&changes.costlier, &changes.cheaper})
    for (const MapRect& rect : *rects) table_.tiles.add(mask, rect);
  // Another table of links may number those of an unchanged cell in another way.
  const bool renumbered = now.links() != table_.grid->links();
  const auto always = static_cast<std::uint8_t>(
      renumbered ? RouteTable::kBroken | RouteTable::kLinked : RouteTable::kBroken);
  candidates_.clear();
  table_.signatures.find(mask, table_.marks, always, candidates_);
}

/// Reads ahead for the candidates after the k-th: they lie anywhere in memory.
void RouteReviewer::prefetch(std::size_t k) const noexcept {
  constexpr std::size_t kFar = 8, kNear = 4;
  if (k + kFar >= candidates_.size()) return;
  __builtin_prefetch(&table_.ends[candidates_[k + kFar]]);
  __builtin_prefetch(&table_.stored[candidates_[k + kFar]]);
  __builtin_prefetch(table_.stored[candidates_[k + kNear]].waypoints.data());
}

void RouteReviewer::walk_candidates(const Grid& now, const MapChanges& changes,
                                    Crew& crew) {
  MapBoxes changed;
  for (const auto* rects : {&changes.costlier, &changes.cheaper})
    for (const MapRect& rect : *rects) changed.add(rect, 0, now);
  const std::span<const MapRect> boxes = changed.boxes();
  std::array<SignatureTiles::Mask, MapBoxes::kMost> tiles{};
  for (std::size_t b = 0; b < boxes.size(); ++b) table_.tiles.add(tiles[b], boxes[b]);
  walks_.resize(candidates_.size());
  const auto walk_one = [&](std::size_t i) {
    StoredRoute& stored = table_.stored[i];
    if (table_.has(i, RouteTable::kBroken | RouteTable::kLinked)) return walk(now, stored);
    // Few routes pass tiles of several boxes.
    std::array<MapRect, MapBoxes::kMost> near;
    std::size_t count = 0;
    for (std::size_t b = 0; b < boxes.size(); ++b) {
      near[count] = boxes[b];
      count += table_.signatures.meets(i, tiles[b]);
    }
    const RouteTable::Ends& ends = table_.ends[i];
    return walk_near(*table_.grid, now, std::span(near).first(count), stored, ends.last,
                     ends.rest);
  };
  crew.for_each_block(candidates_.size(), kWalksPerBlock,
                      [&](int, std::size_t begin, std::size_t end) {
                        for (std::size_t k = begin; k < end; ++k) {
                          prefetch(k);
                          walks_[k] = walk_one(candidates_[k]);
                        }
                      });
}

void RouteReviewer::take_in_walks() {
  review_.broken.clear();
  review_.costlier.clear();
  for (std::size_t k = 0; k < candidates_.size(); ++k) {
    const std::size_t i = candidates_[k];
    const RouteWalk now = walks_[k];
    swap_walk(i, walks_[k]);  // for go_back()
    const RouteWalk& before = walks_[k];
    if (!now.legal)
      review_.broken.push_back(static_cast<RouteId>(i));
    else if (!before.legal)
      table_.set(i, RouteTable::kShorten, true);
    else if (now.cost > before.cost)
      review_.costlier.push_back(static_cast<RouteId>(i));
  }
}

/// Marks the partial routes whose goal may have become reachable. cheaper: whether anything
/// became cheaper. components_are_exact: no step was or is closed.
void RouteReviewer::mark_partial(bool cheaper, bool components_are_exact) {
  if (table_.partial_count == 0) return;
  for (std::size_t i = 0; i < table_.marks.size(); ++i) {
    if (!table_.has(i, RouteTable::kPartial)) continue;
    const bool now = table_.joined(i), before = table_.has(i, RouteTable::kJoined);
    table_.set(i, RouteTable::kJoined, now);
    if (now && cheaper && (!before || !components_are_exact))
      table_.set(i, RouteTable::kShorten, true);
  }
}

/// Marks the routes with a cheaper way through an opening.
void RouteReviewer::find_shorter(Crew& crew, SweepScratch& scratch) {
  if (openings_.empty()) return;
  const Radius radius = find_survivors();
  if (survivors_.empty()) return;
  const auto limit = [](std::uint64_t most) {
    return static_cast<Cost>(std::min<std::uint64_t>(most, kUnreachable - 1));
  };
  const Grid& grid = *table_.grid;
  if (!sweep_) sweep_.emplace(grid, table_.memory);
  sweep_->run(grid, openings_.cells(), limit(radius.to), limit(radius.from), scratch);
  crew.for_each_block(survivors_.size(), kTestsPerBlock,
                      [&](int, std::size_t begin, std::size_t end) {
                        for (std::size_t k = begin; k < end; ++k)
                          if (may_shorten(survivors_[k]))
                            table_.set(survivors_[k], RouteTable::kShorten, true);
                      });
}

/// Finds the routes that could be shorter on an open map. A way through
/// a part is shorter only if its piece before the part costs less than what the piece
/// behind it leaves of the rest: that limits the sweeps.
/// Almost without branches, since nothing predicts which routes survive.
RouteReviewer::Radius RouteReviewer::find_survivors() {
  Radius radius;
  const std::span<const RouteTable::Ends> ends = table_.ends;
  survivors_.resize(ends.size());
  std::size_t survivors = 0;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const RouteTable::Ends& route = ends[i];
    const Position at = openings_.coordinates(route.at);
    const Position last = openings_.coordinates(route.last);
    bool survives = false;
    for (std::size_t part = 0; part < openings_.parts(); ++part) {
      const std::uint64_t before = openings_.distance(part, at);
      const std::uint64_t behind = openings_.distance(part, last);
      const bool closer = before + behind < route.rest;
      survives |= closer;
      radius.to = std::max(radius.to, closer ? route.rest - behind - 1 : 0);
      radius.from = std::max(radius.from, closer ? route.rest - before - 1 : 0);
    }
    survivors_[survivors] = static_cast<std::uint32_t>(i);
    survivors += survives;
  }
  survivors_.resize(survivors);
  return radius;
}

bool RouteReviewer::may_shorten(std::size_t i) const noexcept {
  const RouteTable::Ends& route = table_.ends[i];
  const Grid& grid = *table_.grid;
  return openings_.may_be_cheaper(route.at, route.last, sweep_->to(grid.cell(route.at)),
                                  sweep_->from(grid.cell(route.last)), route.rest);
}

/// Clears the marks of the routes that may be shorter. wanted: lists these routes.
void RouteReviewer::list_shorter(bool wanted) {
  review_.may_shorten.clear();
  for (std::size_t i = 0; i < table_.marks.size(); ++i) {
    if (!table_.has(i, RouteTable::kShorten)) continue;
    table_.set(i, RouteTable::kShorten, false);
    if (wanted && !table_.has(i, RouteTable::kBroken))
      review_.may_shorten.push_back(static_cast<RouteId>(i));
  }
}

std::size_t RouteReviewer::memory_bytes() const noexcept {
  std::size_t bytes =
      (candidates_.capacity() + survivors_.capacity()) * sizeof(candidates_[0]) +
      walks_.capacity() * sizeof(RouteWalk) + openings_.memory_bytes();
  for (const auto* list : {&review_.broken, &review_.costlier, &review_.may_shorten})
    bytes += list->capacity() * sizeof(RouteId);
  return sweep_ ? bytes + sweep_->memory_bytes() : bytes;
}

}  // namespace throng
