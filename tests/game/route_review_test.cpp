#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/edited_map.hpp"
#include "../support/maps.hpp"
#include "../support/memory.hpp"

#include <throng/links.hpp>
#include <throng/living_map.hpp>
#include <throng/route_book.hpp>
#include <throng/solver.hpp>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace throng::route_review_test {

namespace {

using GridPtr = std::shared_ptr<const Grid>;
using Ids = std::vector<RouteId>;

GridPtr grid_of(const Terrain& terrain, const GridOptions& options = {}) {
  return *Grid::make(terrain, {}, options);
}

Terrain with(Terrain terrain, const MapRect& rect, char what) {
  for (Position p = rect.corner; p.y < rect.corner.y + rect.height; ++p.y)
    for (p.x = rect.corner.x; p.x < rect.corner.x + rect.width; ++p.x) terrain.set(p, what);
  return terrain;
}

MapRect grown(const MapRect& rect) {
  return {{rect.corner.x - 1, rect.corner.y - 1}, rect.width + 2, rect.height + 2};
}

/// A cheapest path, on the grid of the book.
Answers path_between(const RouteBook& book, Position from, Position to) {
  Workers workers(1);
  const std::vector<Query> queries{{from, to}};
  return Solver::make(book.grid())->solve(queries, workers);
}

RouteId add_path(RouteBook& book, Position from, Position to) {
  const Answers found = path_between(book, from, to);
  return book.add(found.path(0), to);
}

/// Two rooms of 40 x 80 cells.
Terrain two_rooms() { return with(*Terrain::make(81, 80, '.'), {{40, 0}, 1, 80}, '@'); }

}  // namespace

TEST_CASE("a door changes only the routes that it concerns") {
  Workers workers(1);
  const Terrain closed = with(two_rooms(), {{40, 0}, 1, 2}, '.');
  const MapRect door{{40, 60}, 1, 2};
  const GridPtr shut = grid_of(closed), open = grid_of(with(closed, door, '.'));
  RouteBook book(shut);
  const RouteId through = add_path(book, {35, 62}, {45, 62});
  const RouteId inside = add_path(book, {5, 62}, {35, 70});
  const RouteId far = add_path(book, {5, 5}, {75, 5});
  const RouteId beside = add_path(book, {39, 55}, {39, 65});
  const Cost around = book.remaining_cost(through);

  RouteReview review = book.review(open, {{}, {grown(door)}}, workers);
  CHECK(review.broken.empty());
  CHECK(review.costlier.empty());
  CHECK(review.may_shorten == Ids{through});
  const Answers shorter = path_between(book, {35, 62}, {45, 62});
  book.replace(through, shorter.path(0), {45, 62});
  CHECK(book.route(through).size() == 10);
  CHECK(book.remaining_cost(through) < 11 * open->costs().straight);
  CHECK(book.remaining_cost(through) < around);

  review = book.review(shut, {{grown(door)}, {}}, workers);
  CHECK(review.broken == Ids{through});
  CHECK(review.may_shorten.empty());
  CHECK(book.broken(through));
  CHECK(book.remaining_cost(through) == kUnreachable);
  CHECK(book.review(shut, {}, workers).broken == Ids{through});

  review = book.review(open, {{}, {grown(door)}}, workers);
  CHECK(review.broken.empty());
  CHECK(review.may_shorten == Ids{through});  // legal again: nothing else is known of it

  book.advance(through, 6);
  review = book.review(shut, {{grown(door)}, {}}, workers);
  CHECK(review.broken.empty());
  CHECK(book.size() == 4);
  for (const RouteId id : {inside, far, beside}) {
    CHECK(book.contains(id));
    book.remove(id);
    CHECK(!book.contains(id));
  }
  CHECK(book.size() == 1);
  CHECK(add_path(book, {1, 1}, {2, 2}) == beside);
}

TEST_CASE("a review may leave out the routes that may be shorter") {
  Workers workers(1);
  const Terrain closed = with(two_rooms(), {{40, 0}, 1, 2}, '.');
  const MapRect door{{40, 60}, 1, 2};
  const GridPtr shut = grid_of(closed), open = grid_of(with(closed, door, '.'));
  const MapChanges opening{{}, {grown(door)}}, closing{{grown(door)}, {}};
  RouteBook book(shut);
  const RouteId through = add_path(book, {35, 62}, {45, 62});
  const ReviewOptions without{.may_shorten = false};
  CHECK(book.review(open, opening, workers, without).may_shorten.empty());
  CHECK(book.review(open, {}, workers).may_shorten.empty());
  const Answers shorter = path_between(book, {35, 62}, {45, 62});
  book.replace(through, shorter.path(0), {45, 62});
  CHECK(book.review(shut, closing, workers, without).broken == Ids{through});
  CHECK(book.review(open, opening, workers, without).may_shorten.empty());
  CHECK(!book.broken(through));
  CHECK(book.review(open, {}, workers).may_shorten.empty());
  CHECK(book.review(shut, closing, workers).broken == Ids{through});
  CHECK(book.review(open, opening, workers).may_shorten == Ids{through});
}

TEST_CASE("changes may be described by the cells beside them") {
  Workers workers(1);
  const MapRect pillar{{10, 10}, 2, 2}, other{{60, 59}, 3, 3}, door{{40, 60}, 1, 1};
  const Terrain rooms = with(two_rooms(), other, '@');
  RouteBook book(grid_of(with(rooms, pillar, '@')));
  const RouteId beside = add_path(book, {8, 10}, {14, 10});
  const RouteReview& review = book.review(grid_of(rooms), {{}, {grown(pillar)}}, workers);
  CHECK(review.may_shorten == Ids{beside});
  // What opens is not in the rectangles, but an end of each step is.
  const Terrain joined = with(rooms, door, '.');
  book.review(grid_of(joined), {{}, {{{39, 60}}, {{41, 60}}}}, workers);
  CHECK(review.may_shorten.empty());
  const RouteId through = add_path(book, {30, 60}, {75, 60});
  book.review(grid_of(with(joined, other, '.')), {{}, {grown(other)}}, workers);
  CHECK(review.may_shorten == Ids{through});
}

TEST_CASE("parts of routes are replaced and appended") {
  Workers workers(1);
  const std::vector<Link> links{{{39, 5}, {41, 5}, 2}, {{60, 5}, {60, 70}, 2}};
  const MapRect rock{{20, 3}, 1, 5};
  const GridPtr before = grid_of(two_rooms(), {.links = links});
  const GridPtr now = grid_of(with(two_rooms(), rock, '@'), {.links = links});
  RouteBook book(before);
  const Answers first = path_between(book, {5, 5}, {50, 5});
  const Answers second = path_between(book, {50, 5}, {70, 70});
  const RouteId id = book.add(first.path(0), {70, 70});
  const Cost half = book.remaining_cost(id);
  book.append(id, second.path(0));
  const auto same_as = [&](const std::vector<const Answers*>& parts) {
    Cost cost = 0;
    Route route = book.route(id);
    for (const Answers* part : parts) {
      cost += part->cost[0];
      const std::vector<Position> cells = part->path(0).cells();
      for (std::size_t k = 1; k < cells.size(); ++k)
        CHECK(route.advance(*book.grid()) == cells[k]);
    }
    CHECK(route.empty());
    CHECK(cost == book.remaining_cost(id));
  };
  same_as({&first, &second});
  CHECK(book.remaining_cost(id) > half);
  const Position joint = book.route(id).ahead(*before, 38);  // behind the first link
  const Answers again = path_between(book, {5, 5}, joint);
  book.splice(id, 38, again.path(0));
  CHECK(!book.broken(id));
  CHECK(book.remaining_cost(id) > half);
  CHECK(book.route(id).ahead(*before, 1000) == Position{70, 70});
  CHECK(book.review(now, {{grown(rock)}, {}}, workers).broken == Ids{id});
  const Answers detour = path_between(book, {5, 5}, {30, 5});
  book.splice(id, 25, detour.path(0));
  CHECK(!book.broken(id));
  CHECK(book.route(id).ahead(*now, 1000) == Position{70, 70});
  CHECK(book.remaining_cost(id) < kUnreachable);
  const Answers whole = path_between(book, {5, 5}, {70, 70});
  book.splice(id, 1000, whole.path(0));
  same_as({&whole});
  const Answers back = path_between(book, {5, 5}, {5, 70});
  book.splice(id, 1000, back.path(0));  // partial now
  CHECK(book.goal(id) == Position{70, 70});
  CHECK(book.route(id).ahead(*now, 1000) == Position{5, 70});
}

TEST_CASE("openings far from each other are told apart") {
  Workers workers(1);
  const Terrain closed = with(two_rooms(), {{40, 39}, 1, 2}, '.');
  const MapRect a{{20, 2}, 2, 2}, b{{60, 76}, 2, 2};  // pillars that are removed
  const GridPtr before = grid_of(with(with(closed, a, '@'), b, '@'));
  RouteBook book(before);
  const RouteId between = add_path(book, {20, 5}, {60, 73});
  const RouteId beside = add_path(book, {20, 1}, {21, 4});
  const MapChanges changes{{}, {grown(a), grown(b)}};
  CHECK(book.review(grid_of(closed), changes, workers).may_shorten == Ids{beside});
  CHECK(book.remaining_cost(between) > 0);
}

TEST_CASE("the whole map may be wiped or filled") {
  Workers workers(2);
  const Terrain terrain = test::random_terrain(50, 40, 25, 4);
  const GridPtr before = grid_of(terrain);
  RouteBook book(before);
  std::size_t walking = 0;
  for (const Query& query : test::random_queries(terrain, 200, 5)) {
    const RouteId id = add_path(book, query.start, query.goal);
    walking += !book.route(id).empty();
  }
  const MapRect all{{-5, -5}, 1000, 1000};
  const GridPtr open = grid_of(*Terrain::make(50, 40, '.'));
  const RouteReview& review = book.review(open, {{all}, {all}}, workers);
  CHECK(review.broken.empty());
  CHECK(review.may_shorten.size() >= walking);
  book.review(grid_of(*Terrain::make(50, 40, '@')), {{all}, {all}}, workers);
  CHECK(review.broken.size() == walking);
  CHECK(review.may_shorten.empty());
  const std::int32_t most = std::numeric_limits<std::int32_t>::max();
  book.review(before, {{{{-most, -most}, most, most}}, {{{0, 0}, most, most}}}, workers);
  CHECK(review.broken.empty());
  CHECK(review.may_shorten.size() >= walking);
}

TEST_CASE("partial routes are reported when their goal may be reached") {
  Workers workers(1);
  const GridPtr closed = grid_of(two_rooms());
  const MapRect door{{40, 60}, 1, 1}, pillar{{70, 20}, 2, 2};
  const GridPtr open = grid_of(with(two_rooms(), door, '.'));
  const Position goal{60, 60};
  RouteBook book(closed);
  const Answers whole = path_between(book, {5, 60}, {39, 60});
  const RouteId partial = book.add(whole.path(0), goal);
  const RouteId stuck = book.add(PathView(Topology::octile, {3, 3}, {}), {500, 3});
  const RouteId blocked = book.add(PathView(Topology::octile, {3, 3}, {}), {40, 3});
  CHECK(book.goal(partial) == goal);
  CHECK(book.remaining_cost(stuck) == 0);
  const GridPtr other = grid_of(with(two_rooms(), pillar, '@'));
  CHECK(book.review(other, {{grown(pillar)}, {}}, workers).may_shorten.empty());
  CHECK(book.review(closed, {{}, {grown(pillar)}}, workers).may_shorten.empty());
  CHECK(book.review(open, {{}, {grown(door)}}, workers).may_shorten == Ids{partial});
  CHECK(book.review(open, {{}, {grown(pillar)}}, workers).may_shorten.empty());
  const MapRect gate{{40, 3}, 1, 1};
  const GridPtr both = grid_of(with(with(two_rooms(), door, '.'), gate, '.'));
  CHECK(book.review(both, {{}, {grown(gate)}}, workers).may_shorten == Ids{blocked});
  // The goal closes: a route to it breaks, a partial one does not.
  const RouteId arrives = add_path(book, {45, 60}, goal);
  const RouteId stands = add_path(book, goal, goal);
  const MapRect rock{goal, 1, 1};
  const GridPtr now = grid_of(with(with(two_rooms(), door, '.'), rock, '@'));
  CHECK(book.review(now, {{grown(rock), grown(gate)}, {}}, workers).broken == Ids{arrives});
  CHECK(!book.broken(stands));
}

TEST_CASE("many routes are replaced at once, each by its last path", "[parallel]") {
  Workers workers(4);
  const GridPtr closed = grid_of(two_rooms());
  const MapRect door{{40, 60}, 1, 1};
  const GridPtr open = grid_of(with(two_rooms(), door, '.'));
  const Position beyond{60, 60}, inside{30, 5};
  RouteBook book(closed);
  const Answers partial = path_between(book, {5, 60}, {39, 60});
  const Answers whole = path_between(book, {5, 60}, inside);
  Ids ids;
  for (int k = 0; k < 400; ++k) ids.push_back(book.add(partial.path(0), beyond));
  std::vector<NewPath> paths;
  for (int k = 0; k < 200; ++k) {
    paths.push_back({ids[k], partial.path(0), beyond});
    paths.push_back({ids[k], whole.path(0), inside});
  }
  book.replace(paths, workers);
  for (int k = 0; k < 200; ++k) {
    CHECK(book.goal(ids[k]) == inside);
    CHECK(book.remaining_cost(ids[k]) == whole.cost[0]);
  }
  CHECK(book.review(open, {{}, {grown(door)}}, workers).may_shorten ==
        Ids(ids.begin() + 200, ids.end()));
}

TEST_CASE("partial routes are reported when a fence opens") {
  // Components ignore fences: unit and goal are in one component throughout.
  Workers workers(1);
  std::vector<ClosedStep> fence;
  for (std::int32_t x = 0; x < 12; ++x)
    for (const Move move : {Move::south, Move::south_east, Move::south_west}) {
      const std::int32_t to = step(Topology::octile, {x, 4}, move).x;
      if (to >= 0 && to < 12) fence.push_back({{x, 4}, move});
    }
  const Terrain terrain = *Terrain::make(12, 12, '.');
  const GridPtr shut = grid_of(terrain, {.closed_steps = fence});
  RouteBook book(shut);
  const Answers found = path_between(book, {2, 2}, {5, 4});
  const RouteId id = book.add(found.path(0), {5, 9});
  const RouteReview& review = book.review(shut, {{}, {{{5, 4}}}}, workers);
  CHECK(review.may_shorten.empty());  // nothing became cheaper
  const Position gate = fence.back().from;
  fence.pop_back();
  const GridPtr open = grid_of(terrain, {.closed_steps = fence});
  book.review(open, {{}, {{gate}}}, workers);
  CHECK(review.may_shorten == Ids{id});
}

TEST_CASE("a path through any link of a cell is broken where there are no links") {
  std::vector<Link> links;
  for (std::int32_t y = 0; y < 40; ++y) links.push_back({{39, 30}, {41, y}, 2});
  const RouteBook before(grid_of(two_rooms(), {.links = links}));
  RouteBook book(grid_of(two_rooms()));
  for (const Link& link : links) {
    const Answers found = path_between(before, {20, 30}, link.to);
    const RouteId id = book.add(found.path(0), link.to);
    CHECK(book.broken(id));
    CHECK(book.route(id).size() == found.path(0).moves().size());
    CHECK(book.remaining_cost(id) == kUnreachable);
  }
}

TEST_CASE("links that are numbered anew lead to the same cells") {
  Workers workers(1);
  const Terrain terrain = two_rooms();
  const std::vector<Link> links{{{39, 5}, {41, 70}, 3},
                                {{39, 5}, {41, 5}, 9},
                                {{39, 5}, {41, 5}, 2},
                                {{41, 5}, {39, 5}, 2}};
  const GridPtr before = grid_of(terrain, {.links = links});
  RouteBook book(before);
  const RouteId id = add_path(book, {30, 5}, {50, 5});
  const RouteId back = add_path(book, {50, 5}, {30, 5});
  const auto ends_at = [&](RouteId route) {
    return book.route(route).ahead(*book.grid(), 1000);
  };
  CHECK(ends_at(id) == Position{50, 5});
  const Cost cost = book.remaining_cost(id);
  const GridPtr fewer = grid_of(with(terrain, {{41, 70}, 1, 1}, '@'), {.links = links});
  CHECK(book.review(fewer, {{{{41, 70}}}, {}}, workers).broken.empty());
  CHECK(book.remaining_cost(id) == cost);
  CHECK(ends_at(id) == Position{50, 5});
  const std::vector<Link> dear{links[0], links[1]};
  const RouteReview& review =
      book.review(grid_of(terrain, {.links = dear}), {{{{39, 5}}}, {{{41, 70}}}}, workers);
  CHECK(review.costlier == Ids{id});
  CHECK(review.broken == Ids{back});
  CHECK(book.remaining_cost(id) == cost + 7 * before->costs().straight);
  CHECK(book.advance(id, 10) == Position{41, 5});  // the unit stands on the link's end
  CHECK(book.review(grid_of(terrain), {{{{39, 5}}, {{39, 5}}}, {}}, workers).broken ==
        Ids{back});
  CHECK(book.remaining_cost(id) == 9 * before->costs().straight);
  // A path found when there were more links.
  const Answers old =
      Solver::make(before)->solve(std::vector<Query>{{{30, 5}, {50, 5}}}, workers);
  CHECK(book.broken(book.add(old.path(0), {50, 5})));
}

TEST_CASE("moves number links that are closed, too") {
  Workers workers(1);
  // The first and the third link of a cell close and open; paths need the others.
  const std::vector<Link> links{
      {{2, 0}, {4, 0}, 1}, {{2, 0}, {8, 0}, 1}, {{2, 0}, {6, 0}, 1}, {{2, 0}, {12, 0}, 5}};
  const LivingClass movement;
  LivingMap map =
      *LivingMap::make(*Terrain::make(14, 1), {&movement, 1}, {.links = links}, workers);
  RouteBook book(map.grid(0));
  const auto path = [&](Position goal) { return path_between(book, {0, 0}, goal); };
  const auto moves_of = [&](RouteId id) {
    const std::span<const Move> back = book.route(id).reversed();
    return std::vector<Move>(back.rbegin(), back.rend());
  };
  const auto check = [&](RouteId id, const Answers& found, Position end) {
    const auto moves = found.path(0).moves();
    CHECK(std::ranges::equal(moves_of(id), moves));
    CHECK(book.route(id).ahead(*map.grid(0), moves.size()) == end);
    CHECK(book.route(id).walkable(*map.grid(0), moves.size()) == moves.size());
    CHECK_FALSE(book.broken(id));
  };
  const auto edit = [&](std::size_t link, bool open) {
    const auto since = map.version();
    REQUIRE(map.edit(std::vector<Edit>{LinkEdit{link, open}}, workers));
    book.review(map.grid(0), map.changes(since, 0), workers);
  };
  const RouteId first = add_path(book, {0, 0}, {8, 0});
  for (const auto& [link, open] :
       {std::pair(0, false), std::pair(2, false), std::pair(0, true), std::pair(2, true)}) {
    CAPTURE(link, open);
    edit(static_cast<std::size_t>(link), open);
    const Answers near = path({8, 0}), far = path({12, 0});
    check(first, near, {8, 0});
    const RouteId added = book.add(near.path(0), {8, 0});
    check(added, near, {8, 0});
    book.replace(added, far.path(0), {12, 0});
    check(added, far, {12, 0});
    book.replace(std::vector<NewPath>{{added, near.path(0), {8, 0}}}, workers);
    check(added, near, {8, 0});
    REQUIRE(book.splice(added, near.path(0).moves().size(), far.path(0)));
    check(added, far, {12, 0});
    const RouteId empty = book.add(PathView(Topology::octile, {0, 0}, {}), {8, 0});
    REQUIRE(book.append(empty, near.path(0)));
    check(empty, near, {8, 0});
    CHECK(book.advance(empty, 3) == Position{8, 0});
  }
}

TEST_CASE("a unit walks on up to what broke its route") {
  Workers workers(1);
  const LivingClass movement;
  LivingMap map = *LivingMap::make(*Terrain::make(14, 1), {&movement, 1}, {}, workers);
  RouteBook book(map.grid(0));
  const RouteId unit = add_path(book, {0, 0}, {13, 0});
  const auto since = map.version();
  REQUIRE(map.edit(std::vector<Edit>{TerrainEdit{{{5, 0}}, '@'}}, workers));
  book.review(map.grid(0), map.changes(since, 0), workers);
  CHECK(book.broken(unit));
  CHECK(book.walk_on(unit, 8) == Position{4, 0});
  CHECK_FALSE(book.broken(unit));
  CHECK(book.route(unit).size() == 4);
  CHECK(book.walk_on(unit, 2) == Position{2, 0});
  CHECK(book.advance(unit, 2) == Position{2, 0});
  CHECK(book.walk_on(unit, 9) == Position{2, 0});
  CHECK(book.goal(unit) == Position{13, 0});
}

TEST_CASE("a route stands still before links that a grid does not have") {
  const std::vector<Link> links{{{2, 0}, {6, 0}, 1}};
  const Terrain terrain = *Terrain::make(8, 1);
  const RouteBook with_link(grid_of(terrain, {.links = links}));
  const Answers found = path_between(with_link, {0, 0}, {6, 0});
  const GridPtr without = grid_of(terrain);
  Route route;
  route.assign(found.path(0));
  CHECK(route.ahead(*without, 3) == Position{2, 0});
  CHECK(route.walkable(*without, 3) == 2);
  for (int k = 0; k < 3; ++k) route.advance(*without);
  CHECK(route.position() == Position{2, 0});
  CHECK(route.empty());
}

TEST_CASE("a route ends with the ground under the unit") {
  Workers workers(1);
  const Terrain terrain = *Terrain::make(20, 20, '.');
  RouteBook book(grid_of(terrain));
  const RouteId walks = add_path(book, {5, 5}, {15, 5}),
                rests = add_path(book, {5, 5}, {5, 5});
  const MapRect rock{{5, 5}, 1, 1};
  const RouteReview& review =
      book.review(grid_of(with(terrain, rock, '@')), {{grown(rock)}, {}}, workers);
  CHECK(review.broken == Ids{walks});
  CHECK(book.remaining_cost(rests) == 0);
  CHECK(book.advance(walks, 10) == Position{15, 5});
  book.review(grid_of(terrain), {{}, {grown(rock)}}, workers);
  CHECK(review.broken.empty());
  CHECK(book.route(walks).empty());
}

TEST_CASE("reviews allocate nothing once they are warm") {
  Workers workers(1);
  const std::vector<Link> links{{{3, 3}, {70, 70}, 5}};
  for (const GridOptions& options : {GridOptions{}, GridOptions{.links = links}}) {
    test::CountingMemory memory;
    const MapRect rock{{30, 30}, 4, 4};
    const GridPtr open = grid_of(two_rooms(), options);
    const GridPtr closed = grid_of(with(two_rooms(), rock, '@'), options);
    RouteBook book(open, &memory);
    std::vector<Answers> paths;
    std::vector<RouteId> ids;
    for (std::int32_t k = 0; k < 40; ++k) {
      paths.push_back(path_between(book, {k % 39, 2 * k % 79}, {39 - k % 39, 60}));
      ids.push_back(book.add(paths.back().path(0), {39 - k % 39, 60}));
    }
    const MapChanges closing{{grown(rock)}, {}}, opening{{}, {grown(rock)}};
    std::size_t listed = 0;
    const auto round = [&] {
      listed += book.review(closed, closing, workers).broken.size();
      listed += book.review(open, opening, workers).may_shorten.size();
      for (std::size_t k = 0; k < ids.size(); ++k) {
        if (!book.route(ids[k]).empty()) book.advance(ids[k]);
        if (k % 3 == 0) book.remove(ids[k]);
      }
      for (std::size_t k = 0; k < ids.size(); ++k)
        if (k % 3 == 0)
          ids[k] = book.add(paths[k].path(0), {39, 60});
        else
          book.replace(ids[k], paths[k].path(0), {39, 60});
    };
    for (int warm = 0; warm < 20; ++warm) round();
    const std::size_t before = test::heap_allocations(), taken = memory.allocations();
    round();
    CHECK(test::heap_allocations() == before);
    CHECK(memory.allocations() == taken);
    CHECK(listed > 0);
    CHECK(book.memory_bytes() >= memory.bytes());
  }
}

}  // namespace throng::route_review_test
