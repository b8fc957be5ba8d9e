#include "../support/catch.hpp"
#include "../support/maps.hpp"
#include "../support/memory.hpp"

#include <throng/answers.hpp>
#include <throng/frame_scheduler.hpp>
#include <throng/links.hpp>
#include <throng/route.hpp>
#include <throng/route_book.hpp>
#include <throng/solver.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

// A change that runs out of memory leaves routes as they were, and succeeds when repeated.

namespace throng::route_memory_test {

namespace {

using GridPtr = std::shared_ptr<const Grid>;
constexpr std::int32_t kSide = 40;

/// A map with links and some walls, or with other walls.
GridPtr grid_with(const std::vector<MapRect>& walls) {
  const std::vector<Link> links{{{3, 3}, {30, 30}, 2}, {{3, 3}, {35, 5}, 2}};
  Terrain terrain = *Terrain::make(kSide, kSide);
  for (const MapRect& wall : walls)
    for (Position p = wall.corner; p.y < wall.corner.y + wall.height; ++p.y)
      for (p.x = wall.corner.x; p.x < wall.corner.x + wall.width; ++p.x)
        terrain.set(p, '@');
  return *Grid::make(terrain, {}, {.links = links});
}

/// Paths from all corners and through both links.
Answers some_paths(const GridPtr& grid) {
  const std::vector<Query> queries{{{0, 0}, {39, 39}}, {{0, 39}, {39, 0}},
                                   {{3, 3}, {31, 31}}, {{2, 2}, {36, 5}},
                                   {{39, 39}, {0, 0}}, {{39, 39}, {1, 38}}};
  Workers workers(1);
  Answers result;
  Solver::make(grid)->solve(queries, workers, result);
  for (const Status status : result.status) REQUIRE(status == Status::found);
  return result;
}

std::string text(const Route& route) {
  std::string words =
      std::to_string(route.position().x) + "," + std::to_string(route.position().y) + ":";
  for (const Move move : route.reversed()) words += std::to_string(int(move)) + " ";
  return words;
}

std::string text(const RouteBook& book) {
  std::string words = std::to_string(book.size()) + " routes on a map of " +
                      std::to_string(book.grid()->open_cells()) + " open cells\n";
  for (std::uint32_t i = 0; i < 16; ++i) {
    const RouteId id{i};
    if (!book.contains(id)) continue;
    words += std::to_string(i) + " " + text(book.route(id)) + " to " +
             std::to_string(book.goal(id).x) + (book.broken(id) ? " broken " : " costs ") +
             std::to_string(book.remaining_cost(id)) + "\n";
  }
  return words;
}

/// Runs a change on new objects of make(memory), with more and more allocations until it
/// succeeds, of both kinds of memory. change(object, workers): false if the path does not
/// fit. report(): what a change that succeeded reported.
template <class Make, class Change>
void check_every_failure(
    const Make& make, const Change& change,
    const std::function<std::string()>& report = [] { return std::string(); }) {
  const std::string expected = [&] {
    test::CountingMemory memory;
    Workers workers(1, &memory);
    const auto object = make(&memory);
    REQUIRE(change(*object, workers));
    return text(*object) + report();
  }();
  int failures = 0;
  for (const bool heap : {false, true})
    for (std::size_t allowed = 0;; ++allowed) {
      CAPTURE(heap, allowed);
      REQUIRE(allowed < 1000);
      test::CountingMemory memory;
      Workers workers(1, &memory);
      const auto object = make(&memory);
      const std::string before = text(*object);
      bool failed = false;
      try {
        if (!heap) memory.allow(allowed);
        const test::LimitedHeap limit(heap ? allowed : test::CountingMemory::kAll);
        change(*object, workers);
      } catch (const std::bad_alloc&) {
        failed = true;
      }
      memory.allow(test::CountingMemory::kAll);
      if (failed) {
        ++failures;
        REQUIRE(text(*object) == before);
        change(*object, workers);
      }
      REQUIRE(text(*object) + report() == expected);
      if (!failed) break;
    }
  CHECK(failures > 0);
}

}  // namespace

TEST_CASE("a route is unchanged by a change that runs out of memory") {
  const GridPtr grid = grid_with({});
  const Answers paths = some_paths(grid);
  const auto short_route = [&](test::CountingMemory* memory) {
    auto route = std::make_unique<Route>(memory);
    route->assign(paths.path(5));
    route->truncate(20);
    return route;
  };
  const auto check = [&](const std::function<bool(Route&)>& change) {
    check_every_failure(short_route, [&](Route& route, Workers&) { return change(route); });
  };
  check([&](Route& route) {
    route.assign(paths.path(1));
    return true;
  });
  check([&](Route& route) { return route.splice(20, paths.path(4)); });
  Route ahead;
  ahead.assign(paths.path(5));
  const Position end = ahead.ahead(*grid, 20), joint = ahead.ahead(*grid, 10);
  Workers workers(1);
  Answers more;
  Solver::make(grid)->solve(std::vector<Query>{{end, {39, 0}}, {joint, {0, 0}}}, workers,
                            more);
  check([&](Route& route) { return route.append(more.path(0)); });
  check([&](Route& route) { return route.join(*grid, more.path(1)); });
}

TEST_CASE("a book is unchanged by a change that runs out of memory") {
  const GridPtr grid = grid_with({{{10, 5}, 1, 20}, {{25, 20}, 10, 1}});
  const Answers paths = some_paths(grid);
  using Memory = test::CountingMemory;
  const auto book_of = [&](Memory* memory) {
    auto book = std::make_unique<RouteBook>(grid, memory);
    book->add(paths.path(5), {1, 38});
    book->add(paths.path(2), {31, 31});
    book->add(paths.path(3), {38, 38});  // partial
    book->add(paths.path(0), {39, 39});
    book->remove(RouteId{1});
    return book;
  };
  const auto check = [&](const std::function<bool(RouteBook&, Workers&)>& change) {
    check_every_failure(book_of, change);
  };
  check([&](RouteBook& book, Workers&) {  // in a free slot
    return book.add(paths.path(1), {39, 0}) == RouteId{1};
  });
  check([&](RouteBook& book, Workers&) {
    book.replace(RouteId{0}, paths.path(2), {31, 31});
    return true;
  });
  const std::vector<NewPath> all{{RouteId{2}, paths.path(0), {39, 39}},
                                 {RouteId{0}, paths.path(2), {31, 31}},
                                 {RouteId{3}, paths.path(3), {36, 5}},
                                 {RouteId{0}, paths.path(4), {0, 0}}};
  check([&](RouteBook& book, Workers& workers) {
    book.replace(all, workers);
    return true;
  });
  check([&](RouteBook& book, Workers&) {
    return book.join(RouteId{0}, paths.path(0), {39, 39}) ||
           book.join(RouteId{0}, paths.path(4), {0, 0});
  });
  check([&](RouteBook& book, Workers& workers) {
    return book.join(all, workers).size() < all.size();
  });
  check([&](RouteBook& book, Workers&) { return book.append(RouteId{3}, paths.path(5)); });
  check([&](RouteBook& book, Workers&) {
    return book.splice(RouteId{0}, std::size_t{kSide} * kSide, paths.path(4));
  });
  const auto full = [&](Memory* memory) {  // no slot is free
    auto book = book_of(memory);
    book->add(paths.path(1), {39, 0});
    return book;
  };
  check_every_failure(full, [&](RouteBook& book, Workers&) {
    return book.add(paths.path(2), {31, 31}) == RouteId{4};
  });

  // Walls come and go, and links are numbered anew.
  Terrain terrain = *Terrain::make(kSide, kSide);
  for (std::int32_t y = 12; y < 30; ++y) terrain.set({20, y}, '@');
  const std::vector<Link> links{
      {{3, 3}, {1, 1}, 1}, {{3, 3}, {30, 30}, 2}, {{3, 3}, {35, 5}, 2}};
  const GridPtr later = *Grid::make(terrain, {}, {.links = links});
  const MapRect whole{{0, 0}, kSide, kSide};
  const MapChanges everywhere{{whole}, {whole}};
  const RouteReview* found = nullptr;
  const auto review = [&](RouteBook& book, Workers& workers) {
    found = &book.review(later, everywhere, workers);
    return true;
  };
  const auto lists = [&] {
    std::string words;
    for (const auto* list : {&found->broken, &found->costlier, &found->may_shorten}) {
      for (const RouteId id : *list) words += std::to_string(std::uint32_t(id)) + " ";
      words += "; ";
    }
    return words;
  };
  const auto reviewed = [&](Memory* memory) {  // earlier, there and back
    auto book = full(memory);
    Workers workers(1);
    book->review(later, everywhere, workers);
    book->review(grid, everywhere, workers);
    return book;
  };
  check_every_failure(full, review, lists);
  check_every_failure(reviewed, review, lists);
}

TEST_CASE("a book of two classes is unchanged by a call that runs out of memory") {
  Workers workers(1);
  const auto grids_with = [](const std::vector<MapRect>& walls) {
    Terrain terrain = *Terrain::make(kSide, kSide);
    for (const MapRect& wall : walls)
      for (Position p = wall.corner; p.y < wall.corner.y + wall.height; ++p.y)
        for (p.x = wall.corner.x; p.x < wall.corner.x + wall.width; ++p.x)
          terrain.set(p, '@');
    return std::vector<GridPtr>{*Grid::make(terrain),
                                *Grid::make(terrain, {.unit_size = 2})};
  };
  const auto before = grids_with({{{20, 0}, 1, 30}}),
             after = grids_with({{{3, 18}, 1, 20}});
  const auto book_of = [&](test::CountingMemory* memory) {
    auto book = std::make_unique<RouteBook>(before, memory);
    for (std::size_t i = 0; i < 6; ++i) {
      const auto y = static_cast<std::int32_t>(5 * i);
      const std::vector<Query> query{{{2, y}, {35, y}}};
      const Answers found = Solver::make(before[i % 2])->solve(query, workers);
      book->add(found.path(0), {35, y}, 0, i % 2);
    }
    return book;
  };
  const MapRect whole{{0, 0}, kSide, kSide};
  const std::vector<MapChanges> everywhere(2, MapChanges{{whole}, {whole}});
  const RouteReview* found = nullptr;
  check_every_failure(
      book_of,
      [&](RouteBook& book, Workers& own) {
        found = &book.review(after, everywhere, own);
        return !found->broken.empty() && !found->may_shorten.empty();
      },
      [&] {
        std::string words;
        for (const auto* list : {&found->broken, &found->costlier, &found->may_shorten})
          for (const RouteId id : *list) words += std::to_string(std::uint32_t(id)) + " ";
        return words;
      });

  FrameScheduler scheduler =
      *FrameScheduler::make({*Solver::make(before[0]), *Solver::make(before[1])});
  test::CountingMemory orders_memory;
  const auto orders = book_of(&orders_memory);
  for (const RouteId id : orders->routes()) {
    orders->set_goal(id, {38, 38});
    scheduler.submit(orders->request(id, 6));
  }
  scheduler.run(FrameBudget::unlimited(), workers);
  Answers finished;
  scheduler.poll(finished);
  check_every_failure(book_of, [&](RouteBook& book, Workers& own) {
    return book.join(finished, own).missed.empty();
  });
}

}  // namespace throng::route_memory_test
