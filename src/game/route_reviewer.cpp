#include "route_reviewer.hpp"

#include "../grid/map_boxes.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace throng {
namespace {

constexpr std::size_t kWalksPerBlock = 64;
constexpr std::size_t kTestsPerBlock = 1024;

}  // namespace

RouteReviewer::RouteReviewer(RouteTable& table, Memory memory)
    : table_(table),
      other_(memory),
      classes_(memory),
      candidates_(memory),
      survivors_(memory),
      walks_(memory) {
  other_.reserve(table.grids.size());
  classes_.reserve(table.grids.size());
  for (std::size_t k = 0; k < table.grids.size(); ++k) classes_.emplace_back(memory);
}

void RouteReviewer::reserve(std::size_t routes) {
  candidates_.reserve(routes);
  survivors_.reserve(routes);
  walks_.reserve(routes);
  for (auto* const list : {&review_.broken, &review_.costlier, &review_.may_shorten})
    list->reserve(routes);
}

const RouteReview& RouteReviewer::review(std::span<const std::shared_ptr<const Grid>> now,
                                         std::span<const MapChanges> changes,
                                         const ReviewOptions& options, Crew& crew,
                                         SweepScratch& scratch) {
  const bool shorter = options.may_shorten;
  other_.assign(now.begin(), now.end());
  bool taken_in = false;
  try {
    find_changes(changes, shorter);
    find_candidates();
    walk_candidates(crew);
    for (std::size_t k = 0; k < classes_.size(); ++k)
      if (classes_[k].sweep) classes_[k].sweep->follow(*other_[k], changes[k]);
    take_in_walks();
    taken_in = true;
    mark_partial(shorter);
    if (shorter) find_shorter(crew, scratch);
    list_shorter(shorter);
  } catch (...) {
    go_back(taken_in);
    throw;
  }
  other_.clear();
  return review_;
}

/// Undoes a review that failed, except its lists.
void RouteReviewer::go_back(bool taken_in) {
  if (taken_in) table_.grids.swap(other_);
  other_.clear();
  for (ClassReview& own : classes_) own.sweep.reset();  // it may belong to either version
  for (std::size_t k = 0; k < walks_.size(); ++k) {
    const std::size_t i = candidates_[k];
    if (taken_in) swap_walk(i, walks_[k]);
    if (table_.has(i, RouteTable::kLinked)) walk(table_.grid_of(i), table_.stored[i]);
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

void RouteReviewer::ClassReview::find_boxes(const SignatureTiles& map, const Grid& now,
                                            const MapChanges& changes) {
  tiles = {};
  boxes = {};
  of_box = {};
  for (const auto* rects : {&changes.costlier, &changes.cheaper})
    for (const MapRect& rect : *rects) {
      map.add(tiles, rect);
      boxes.add(rect, 0, now);
    }
  for (std::size_t b = 0; b < boxes.boxes().size(); ++b)
    map.add(of_box[b], boxes.boxes()[b]);
}

/// What changed for each class. shorter: whether openings are wanted.
void RouteReviewer::find_changes(std::span<const MapChanges> changes, bool shorter) {
  walks_.clear();
  for (std::size_t k = 0; k < classes_.size(); ++k) {
    const Grid &before = *table_.grids[k], &now = *other_[k];
    ClassReview& own = classes_[k];
    own.find_boxes(table_.tiles, now, changes[k]);
    // Another table of links may number those of an unchanged cell in another way.
    const bool renumbered = now.links() != before.links();
    own.always = static_cast<std::uint8_t>(
        renumbered ? RouteTable::kBroken | RouteTable::kLinked : RouteTable::kBroken);
    own.components_are_exact = before.plain() && now.plain();
    if (shorter) own.openings.find(before, now, changes[k].cheaper);
  }
}

/// The routes whose cost or legality may have changed.
void RouteReviewer::find_candidates() {
  SignatureTiles::Mask tiles{};
  std::uint8_t always = 0;
  for (const ClassReview& own : classes_) {
    for (std::size_t w = 0; w < tiles.size(); ++w) tiles[w] |= own.tiles[w];
    always |= own.always;
  }
  candidates_.clear();
  table_.signatures.find(tiles, table_.marks, always, candidates_);
  if (classes_.size() == 1) return;
  std::erase_if(candidates_, [&](std::uint32_t i) {
    const ClassReview& own = classes_[table_.movements[i]];
    return !table_.has(i, own.always) && !table_.signatures.meets(i, own.tiles);
  });
}

/// Reads ahead for the candidates after the k-th: they lie anywhere in memory.
void RouteReviewer::prefetch(std::size_t k) const noexcept {
  constexpr std::size_t kFar = 8, kNear = 4;
  if (k + kFar >= candidates_.size()) return;
  __builtin_prefetch(&table_.ends[candidates_[k + kFar]]);
  __builtin_prefetch(&table_.stored[candidates_[k + kFar]]);
  __builtin_prefetch(table_.stored[candidates_[k + kNear]].waypoints.data());
}

RouteWalk RouteReviewer::walk_candidate(std::size_t i) {
  StoredRoute& stored = table_.stored[i];
  const std::size_t movement = table_.movements[i];
  const Grid& now = *other_[movement];
  if (table_.has(i, RouteTable::kBroken | RouteTable::kLinked)) return walk(now, stored);
  // Few routes pass tiles of several boxes.
  const ClassReview& own = classes_[movement];
  const std::span<const MapRect> boxes = own.boxes.boxes();
  std::array<MapRect, MapBoxes::kMost> near;
  std::size_t count = 0;
  for (std::size_t b = 0; b < boxes.size(); ++b) {
    near[count] = boxes[b];
    count += table_.signatures.meets(i, own.of_box[b]);
  }
  const RouteTable::Ends& ends = table_.ends[i];
  return walk_near(*table_.grids[movement], now, std::span(near).first(count), stored,
                   ends.last, ends.rest);
}

void RouteReviewer::walk_candidates(Crew& crew) {
  walks_.resize(candidates_.size());
  crew.for_each_block(candidates_.size(), kWalksPerBlock,
                      [&](int, std::size_t begin, std::size_t end) {
                        for (std::size_t k = begin; k < end; ++k) {
                          prefetch(k);
                          walks_[k] = walk_candidate(candidates_[k]);
                        }
                      });
}

/// Moves the table on to the next version.
void RouteReviewer::take_in_walks() {
  table_.grids.swap(other_);
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

/// Marks the partial routes whose goal may have become reachable. shorter: whether openings
/// are known.
void RouteReviewer::mark_partial(bool shorter) {
  if (table_.partial_count == 0) return;
  for (std::size_t i = 0; i < table_.marks.size(); ++i) {
    if (!table_.has(i, RouteTable::kPartial)) continue;
    const ClassReview& own = classes_[table_.movements[i]];
    const bool now = table_.joined(i), before = table_.has(i, RouteTable::kJoined);
    table_.set(i, RouteTable::kJoined, now);
    if (now && own.has_openings(shorter) && (!before || !own.components_are_exact))
      table_.set(i, RouteTable::kShorten, true);
  }
}

/// Marks the routes with a cheaper way through an opening.
void RouteReviewer::find_shorter(Crew& crew, SweepScratch& scratch) {
  find_survivors();
  if (survivors_.empty()) return;
  const auto limit = [](std::uint64_t most) {
    return static_cast<Cost>(std::min<std::uint64_t>(most, kUnreachable - 1));
  };
  for (std::size_t k = 0; k < classes_.size(); ++k) {
    ClassReview& own = classes_[k];
    if (!own.swept) continue;
    const Grid& grid = *table_.grids[k];
    if (!own.sweep) own.sweep.emplace(grid, table_.memory);
    own.sweep->run(grid, own.openings.cells(), limit(own.radius.to), limit(own.radius.from),
                   scratch);
  }
  crew.for_each_block(survivors_.size(), kTestsPerBlock,
                      [&](int, std::size_t begin, std::size_t end) {
                        for (std::size_t k = begin; k < end; ++k)
                          if (may_shorten(survivors_[k]))
                            table_.set(survivors_[k], RouteTable::kShorten, true);
                      });
}

/// Whether a route could be shorter on an open map. A way through a part is shorter only if
/// its piece before the part costs less than what the piece behind it leaves of the rest:
/// that limits the sweeps. Almost without branches, since nothing predicts the result.
bool RouteReviewer::survives(std::size_t i, const Openings& openings,
                             Radius& radius) const noexcept {
  const RouteTable::Ends& route = table_.ends[i];
  const Position at = openings.coordinates(route.at);
  const Position last = openings.coordinates(route.last);
  bool closer_by_any = false;
  for (std::size_t part = 0; part < openings.parts(); ++part) {
    const std::uint64_t before = openings.distance(part, at);
    const std::uint64_t behind = openings.distance(part, last);
    const bool closer = before + behind < route.rest;
    closer_by_any |= closer;
    radius.to = std::max(radius.to, closer ? route.rest - behind - 1 : 0);
    radius.from = std::max(radius.from, closer ? route.rest - before - 1 : 0);
  }
  return closer_by_any;
}

/// Finds the routes that could be shorter on an open map, and how far sweeps must go.
void RouteReviewer::find_survivors() {
  survivors_.resize(table_.ends.size());
  std::size_t survivors = 0;
  const auto note = [&](std::size_t i, bool survives) {
    survivors_[survivors] = static_cast<std::uint32_t>(i);
    survivors += survives;
    return survives;
  };
  for (ClassReview& own : classes_) {
    own.radius = {};
    own.swept = false;
  }
  if (classes_.size() == 1) {  // the usual book: nothing to look up
    ClassReview& own = classes_.front();
    Radius radius;
    if (!own.openings.empty())
      for (std::size_t i = 0; i < table_.ends.size(); ++i)
        note(i, survives(i, own.openings, radius));
    own.radius = radius;
    own.swept = survivors != 0;
  } else {
    for (std::size_t i = 0; i < table_.ends.size(); ++i) {
      ClassReview& own = classes_[table_.movements[i]];
      if (own.openings.empty()) continue;
      own.swept |= note(i, survives(i, own.openings, own.radius));
    }
  }
  survivors_.resize(survivors);
}

bool RouteReviewer::may_shorten(std::size_t i) const noexcept {
  const RouteTable::Ends& route = table_.ends[i];
  const Grid& grid = table_.grid_of(i);
  const ClassReview& own = classes_[table_.movements[i]];
  return own.openings.may_be_cheaper(route.at, route.last,
                                     own.sweep->to(grid.cell(route.at)),
                                     own.sweep->from(grid.cell(route.last)), route.rest);
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
      walks_.capacity() * sizeof(RouteWalk) + classes_.capacity() * sizeof(ClassReview) +
      other_.capacity() * sizeof(other_[0]);
  for (const auto* list : {&review_.broken, &review_.costlier, &review_.may_shorten})
    bytes += list->capacity() * sizeof(RouteId);
  for (const ClassReview& own : classes_) {
    bytes += own.openings.memory_bytes();
    if (own.sweep) bytes += own.sweep->memory_bytes();
  }
  return bytes;
}

}  // namespace throng
