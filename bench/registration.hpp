#pragma once

#include "workload.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <string>
#include <thread>

namespace throng::bench {

/// Registers function(state, arguments...), which sets the time of each of its iterations
/// itself.
template <class Function, class... Arguments>
benchmark::internal::Benchmark* add(const std::string& name, int rounds, Function* function,
                                    const Arguments&... arguments) {
  return benchmark::RegisterBenchmark(name.c_str(), function, arguments...)
      ->Iterations(rounds)
      ->UseManualTime()
      ->Unit(benchmark::kMillisecond);
}

/// The same for each of kMaps, as "GROUP/MAP".
inline void add_for_all_maps(const std::string& group, int rounds,
                             void (*function)(benchmark::State&, const MapRow&)) {
  for (const MapRow& map : kMaps) add(group + "/" + map.name, rounds, function, map);
}

/// The same with 2, 4, ... threads as the argument of the benchmark.
inline void add_for_all_threads(const std::string& group, int rounds,
                                void (*function)(benchmark::State&, const MapRow&)) {
  const int most = std::max(2, static_cast<int>(std::thread::hardware_concurrency()));
  for (const MapRow& map : kMaps)
    add(group + "/" + map.name, rounds, function, map)
        ->RangeMultiplier(2)
        ->Range(2, most)
        ->ArgName("threads");
}

}  // namespace throng::bench
