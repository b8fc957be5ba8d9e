#include "registration.hpp"

#include <throng/field.hpp>

#include <benchmark/benchmark.h>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace throng::bench {
namespace {

constexpr int kRounds = 7;
constexpr std::size_t kStarts = 1000;
constexpr std::size_t kPlaces = 20;
constexpr Cost kRadiusSteps = 20;

/// Open ends of the scenario's queries; repeats the first ones if there are too few.
std::vector<Position> open_ends(const Workload& workload, std::size_t count) {
  std::vector<Position> open;
  for (const Query& query : workload.queries)
    for (const Position p : {query.start, query.goal})
      if (workload.grid->open(p)) open.push_back(p);
  for (std::size_t i = 0; !open.empty() && open.size() < count; ++i)
    open.push_back(open[i]);
  open.resize(open.empty() ? 0 : count);
  return open;
}

/// Walks every unit to its end; returns the number of moves.
std::size_t walk_all(const Field& field, std::span<const Position> units) {
  std::size_t moves = 0;
  for (Position at : units) {
    std::optional<Move> move;
    for (; (move = field.next(at, move)); ++moves) at = field.grid()->step(at, *move);
  }
  return moves;
}

void nearest(benchmark::State& state, const MapRow& map) {
  const auto workload = load(map.name, kStarts / 2);
  if (!workload) return state.SkipWithError(workload.error().what.c_str());
  const std::vector<Position> starts = open_ends(*workload, kStarts);
  if (starts.empty()) return state.SkipWithError("no end is open");
  std::vector<Position> places;
  for (std::size_t i = 0; i < kPlaces; ++i) places.push_back(starts[i * kStarts / kPlaces]);
  Workers workers(1);
  Field nearest(workload->grid);
  std::vector<Nearest> found(kStarts);
  std::vector<double> set, first, again;
  for ([[maybe_unused]] auto _ : state) {
    set.push_back(seconds([&] { nearest.set_goals(places, workers); }));
    first.push_back(seconds([&] { nearest.find_nearest(starts, found); }));
    again.push_back(seconds([&] { nearest.find_nearest(starts, found); }));
    state.SetIterationTime(set.back() + first.back());
  }
  state.counters["set us"] = 1e6 * median(set);
  state.counters["first ns"] = 1e9 * median(first) / kStarts;
  state.counters["again ns"] = 1e9 * median(again) / kStarts;
}

void direction(benchmark::State& state, const MapRow& map) {
  const auto workload = load(map.name, kStarts / 2);
  if (!workload) return state.SkipWithError(workload.error().what.c_str());
  const std::vector<Position> units = open_ends(*workload, kStarts);
  if (units.empty()) return state.SkipWithError("no end is open");
  const std::span<const Position> goals = std::span(units).first(kPlaces);
  const Cost radius = kRadiusSteps * workload->grid->costs().straight;
  Workers workers(1);
  Field field(workload->grid);
  std::vector<double> whole, near, walks;
  for ([[maybe_unused]] auto _ : state) {
    field.set_goals({}, workers, 0);
    near.push_back(seconds([&] {
      for (const Position& goal : goals) field.set_goals({&goal, 1}, workers, radius);
    }));
    whole.push_back(seconds([&] { field.set_goals(goals.first(1), workers); }));
    std::size_t moves = 0;
    const double walking = seconds([&] { moves = walk_all(field, goals); });
    walks.push_back(walking / static_cast<double>(moves));
    state.SetIterationTime(whole.back());
  }
  state.counters["whole us"] = 1e6 * median(whole);
  state.counters["near us"] = 1e6 * median(near) / kPlaces;
  state.counters["next ns"] = 1e9 * median(walks);
}

}  // namespace

void register_reach() {
  add_for_all_maps("nearest", kRounds, nearest);
  add_for_all_maps("direction", kRounds, direction);
}

}  // namespace throng::bench
