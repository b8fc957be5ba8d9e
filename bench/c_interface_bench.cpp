#include "registration.hpp"

#include <throng/index.hpp>
#include <throng/map_io.hpp>
#include <throng/solver.hpp>

#include <benchmark/benchmark.h>

#include <memory>
#include <string>
#include <throng.h>
#include <vector>

namespace throng::bench {
namespace {

constexpr int kRounds = 31;

/// The same solver, workers and batch by the C interface.
class CSide {
 public:
  /// Returns whether all calls succeeded.
  bool make(const std::string& text) {
    throng_index_options options;
    return throng_grid_from_text(text.data(), text.size(), nullptr, &grid_) == THRONG_OK &&
           throng_workers_create(1, nullptr, &workers_) == THRONG_OK &&
           throng_index_options_init(&options, sizeof options) == THRONG_OK &&
           (options.hubs = 1, options.landmarks = 0,
            throng_index_build(grid_, &options, workers_, nullptr, &index_)) == THRONG_OK &&
           throng_solver_create_indexed(index_, nullptr, &solver_) == THRONG_OK &&
           throng_batch_create(nullptr, &batch_) == THRONG_OK;
  }
  CSide() = default;
  ~CSide() {
    throng_batch_destroy(batch_);
    throng_solver_destroy(solver_);
    throng_index_release(index_);
    throng_workers_destroy(workers_);
    throng_grid_release(grid_);
  }
  CSide(const CSide&) = delete;
  CSide& operator=(const CSide&) = delete;

  throng_code solve(const Query* queries, std::size_t count) {
    return throng_solve(solver_, reinterpret_cast<const throng_query*>(queries), count,
                        workers_, nullptr, nullptr, batch_);
  }

 private:
  throng_grid* grid_ = nullptr;
  throng_workers* workers_ = nullptr;
  throng_index* index_ = nullptr;
  throng_solver* solver_ = nullptr;
  throng_batch* batch_ = nullptr;
};

/// The same queries by C++ and by C in turn, `size` in each call, by hub labels, on one
/// thread.
void compare(benchmark::State& state, const MapRow& map, std::size_t size) {
  const auto workload = load(map.name, map.many);
  if (!workload) return state.SkipWithError(workload.error().what.c_str());
  CSide c;
  if (!c.make(to_text(workload->terrain))) return state.SkipWithError(throng_last_error());
  Workers workers(1);
  const auto index =
      Index::build(workload->grid, {.landmarks = {0}, .hub_labels = {true}}, workers);
  const auto solver = Solver::make(*index);
  std::vector<Query> queries;
  while (queries.size() < 10'000)
    queries.insert(queries.end(), workload->queries.begin(), workload->queries.end());
  queries.resize(10'000);

  Answers result;
  std::vector<double> by_cpp, by_c, extra;
  for ([[maybe_unused]] auto _ : state) {
    by_cpp.push_back(seconds([&] {
      for (std::size_t i = 0; i < queries.size(); i += size)
        solver->solve(std::span(queries).subspan(i, size), workers, result);
    }));
    by_c.push_back(seconds([&] {
      for (std::size_t i = 0; i < queries.size(); i += size)
        if (c.solve(&queries[i], size) != THRONG_OK) std::abort();
    }));
    extra.push_back(by_c.back() - by_cpp.back());
    state.SetIterationTime(by_c.back());
  }
  const std::size_t count = queries.size() / size;
  const auto calls = static_cast<double>(count);
  state.counters["C++ ns/call"] = 1e9 * median(by_cpp) / calls;
  state.counters["C ns/call"] = 1e9 * median(by_c) / calls;
  state.counters["more ns/call"] = 1e9 * median(extra) / calls;
}

}  // namespace

void register_c_interface() {
  for (const MapRow& map : {kMaps[0], kMaps[1], kMaps[7]})
    for (const std::size_t size : {1, 10'000})
      add("c_interface/" + std::to_string(size) + "/" + map.name, kRounds, compare, map,
          size);
}

}  // namespace throng::bench
