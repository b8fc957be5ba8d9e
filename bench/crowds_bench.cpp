#include "../src/experiment/crowd_game.hpp"
#include "registration.hpp"

#include <throng/living_map.hpp>

#include <benchmark/benchmark.h>

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace throng::bench {
namespace {

constexpr std::size_t kUnits = 10'000;
constexpr std::uint32_t kSteps = 150;
constexpr int kRounds = 3;

struct Game {
  std::size_t goals;
  Bodies bodies;
  Workers* workers;
};

/// The median step once all fields stand, in milliseconds, and arrivals a step.
struct StepFigures {
  double ms = 0;
  double arrived = 0;
};

Result<StepFigures> play(LivingMap& map, std::size_t goals, Bodies bodies,
                         Workers& workers) {
  Monitor monitor;
  const auto played = experiment::play_crowd(map,
                                             {.units = kUnits,
                                              .steps = kSteps,
                                              .goals = goals,
                                              .bodies = bodies,
                                              .budget = {.field_cells = CrowdBudget::kAll}},
                                             workers, monitor);
  if (!played) return played.failure();
  StepFigures figures;
  std::vector<double> times;
  for (const experiment::CrowdStepFigures& step : played->steps) {
    figures.arrived += static_cast<double>(step.report.arrived) / kSteps;
    if (step.report.fields_made == 0) times.push_back(1e3 * step.seconds);
  }
  if (times.empty()) return fail(Code::bad_argument, "fields were made in each step");
  figures.ms = median(std::move(times));
  return figures;
}

/// 10,000 units that walk between some goals for ever, on one thread and on two, in turn.
void crowds(benchmark::State& state, const MapRow& map) {
  const auto workload = load(map.name, 1);
  if (!workload) return state.SkipWithError(workload.error().what.c_str());
  Workers one(1), two(2);
  auto living =
      LivingMap::make(workload->terrain, experiment::crowd_classes({}, 1), {}, one);
  if (!living) return state.SkipWithError(living.error().what.c_str());
  std::vector<Game> games;
  for (const std::size_t goals : {std::size_t{20}, std::size_t{500}})
    for (const Bodies bodies : {Bodies::exact, Bodies::synchronous})
      for (Workers* const workers : {&one, &two}) games.push_back({goals, bodies, workers});
  std::map<std::string, std::vector<double>> times;
  for ([[maybe_unused]] auto _ : state) {
    double seconds = 0;
    for (const auto& [goals, bodies, workers] : games) {
      const auto figures = play(*living, goals, bodies, *workers);
      if (!figures) return state.SkipWithError(figures.error().what.c_str());
      const std::string name =
          std::to_string(goals) + (bodies == Bodies::exact ? " exact" : " synchronous");
      times[name + (workers == &one ? " ms" : " ms by two")].push_back(figures->ms);
      state.counters[name + " arrivals"] = figures->arrived;
      seconds += 1e-3 * figures->ms;
    }
    state.SetIterationTime(seconds);
  }
  for (auto& [name, values] : times) state.counters[name] = median(values);
}

}  // namespace

void register_crowds() { add_for_all_maps("crowds", kRounds, crowds); }

}  // namespace throng::bench
