#include "../src/core/rng.hpp"
#include "registration.hpp"

#include <throng/index.hpp>
#include <throng/route_book.hpp>
#include <throng/solver.hpp>

#include <benchmark/benchmark.h>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace throng::bench {
namespace {

constexpr int kRounds = 25;
constexpr std::size_t kRoutes = 10'000;
constexpr std::int32_t kSide = 4;
constexpr int kTries = 100'000;

Position random_cell(const Terrain& terrain, SplitMix64& random) {
  const auto along = [&](std::int32_t cells) {
    return static_cast<std::int32_t>(random.below(static_cast<std::uint32_t>(cells)));
  };
  return {along(terrain.width()), along(terrain.height())};
}

/// Cheapest paths between random cells.
Answers random_paths(const std::shared_ptr<const Grid>& grid, const Terrain& terrain,
                     Workers& workers) {
  SplitMix64 random(1);
  std::vector<Query> queries;
  while (queries.size() < kRoutes) {
    const Position start = random_cell(terrain, random),
                   goal = random_cell(terrain, random);
    if (grid->open(start) &&
        grid->component(grid->cell(start)) == grid->component(grid->cell(goal)))
      queries.push_back({start, goal});
  }
  const auto index = Index::build(grid, {.landmarks = {8}}, workers);
  return Solver::make(*index)->solve(queries, workers);
}

/// A square without a closed cell; any square if there seems to be none.
Position random_square(const Grid& grid, const Terrain& terrain, SplitMix64& random) {
  Position corner;
  for (int left = kTries; left != 0; --left) {
    corner = random_cell(terrain, random);
    bool open = true;
    for (Position p = corner; p.y < corner.y + kSide; ++p.y)
      for (p.x = corner.x; p.x < corner.x + kSide; ++p.x)
        open = open && grid.contains(p) && grid.open(p);
    if (open) break;
  }
  return corner;
}

std::shared_ptr<const Grid> without(Terrain terrain, Position corner) {
  for (Position p = corner; p.y < corner.y + kSide; ++p.y)
    for (p.x = corner.x; p.x < corner.x + kSide; ++p.x)
      if (terrain.contains(p)) terrain.set(p, '@');
  return *Grid::make(terrain);
}

/// Microseconds to replace one of a frame's routes: 500 at a time, of all of them.
double replacing(RouteBook& book, const Answers& paths, Workers& workers) {
  constexpr std::size_t kOfFrame = 500;
  std::vector<double> times;
  for (std::size_t first = 0; first < kRoutes; first += kOfFrame) {
    std::vector<NewPath> some;
    for (std::size_t i = first; i < first + kOfFrame; ++i)
      some.push_back(
          {static_cast<RouteId>(i), paths.path(i), paths.path(i).cells().back()});
    times.push_back(seconds([&] { book.replace(some, workers); }));
  }
  return 1e6 * median(times) / kOfFrame;
}

/// A building is put on the map, and removed. Between two rounds the routes are the same.
void routes(benchmark::State& state, const MapRow& map) {
  const auto workload = load(map.name, 1);
  if (!workload) return state.SkipWithError(workload.error().what.c_str());
  Workers workers(1);
  const Answers paths = random_paths(workload->grid, workload->terrain, workers);
  RouteBook book(workload->grid);
  for (std::size_t i = 0; i < paths.size(); ++i) {
    const PathView path = paths.path(i);
    book.add(path, path.cells().back());
  }
  SplitMix64 random(2);
  std::vector<double> close, open, broken, shorten;
  for ([[maybe_unused]] auto _ : state) {
    const Position corner = random_square(*workload->grid, workload->terrain, random);
    const MapRect changed{{corner.x - 1, corner.y - 1}, kSide + 2, kSide + 2};
    const auto closed = without(workload->terrain, corner);
    const MapChanges closing{{changed}, {}}, opening{{}, {changed}};
    std::size_t listed = 0;
    close.push_back(
        seconds([&] { listed = book.review(closed, closing, workers).broken.size(); }));
    broken.push_back(static_cast<double>(listed));
    // Broken routes that are legal again are listed too, as games would have replaced them.
    open.push_back(seconds([&] {
      listed = book.review(workload->grid, opening, workers).may_shorten.size();
    }));
    shorten.push_back(static_cast<double>(listed) - broken.back());
    state.SetIterationTime(close.back() + open.back());
  }
  state.counters["close us"] = 1e6 * median(close);
  state.counters["open us"] = 1e6 * median(open);
  state.counters["broken"] = median(broken);
  state.counters["may shorten"] = median(shorten);
  Workers two(2);
  state.counters["replace us"] = replacing(book, paths, workers);
  state.counters["replace us by two"] = replacing(book, paths, two);
  state.counters["bytes"] = static_cast<double>(book.memory_bytes()) / kRoutes;
}

}  // namespace

void register_routes() { add_for_all_maps("living/routes", kRounds, routes); }

}  // namespace throng::bench
