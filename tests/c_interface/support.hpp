#pragma once

#include "../support/catch.hpp"

#include <throng/map_io.hpp>
#include <throng/query.hpp>
#include <throng/terrain.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <throng.h>
#include <vector>

// Handles of the C interface that destroy themselves.

namespace throng::test {

/// Fails the test case with the message of the interface unless a call succeeded.
inline void succeed(throng_code code) {
  INFO(throng_last_error());
  REQUIRE(code == THRONG_OK);
}

template <auto kDestroy>
struct Destroyer {
  template <class T>
  void operator()(T* handle) const {
    CHECK(kDestroy(handle) == THRONG_OK);
  }
};

template <class T, auto kDestroy>
using Owned = std::unique_ptr<T, Destroyer<kDestroy>>;

using CGrid = Owned<throng_grid, throng_grid_release>;
using CIndex = Owned<throng_index, throng_index_release>;
using CSolver = Owned<throng_solver, throng_solver_destroy>;
using CWorkers = Owned<throng_workers, throng_workers_destroy>;
using CBatch = Owned<throng_batch, throng_batch_destroy>;
using CLines = Owned<throng_lines, throng_lines_destroy>;
using CMonitor = Owned<throng_monitor, throng_monitor_destroy>;
using CFlowField = Owned<throng_flow_field, throng_flow_field_destroy>;
using CPlaces = Owned<throng_places, throng_places_destroy>;
using CMap = Owned<throng_map, throng_map_destroy>;
using CScheduler = Owned<throng_scheduler, throng_scheduler_destroy>;
using CRoute = Owned<throng_route, throng_route_destroy>;
using CRouteBook = Owned<throng_route_book, throng_route_book_destroy>;
using CCrowd = Owned<throng_crowd, throng_crowd_destroy>;
using CStepField = Owned<throng_step_field, throng_step_field_destroy>;
using CTakenCells = Owned<throng_taken_cells, throng_taken_cells_destroy>;

inline throng_position in_c(Position p) { return {p.x, p.y}; }

inline std::vector<throng_query> in_c(const std::vector<Query>& queries) {
  std::vector<throng_query> list;
  for (const Query& query : queries) list.push_back({in_c(query.start), in_c(query.goal)});
  return list;
}

/// The handle that `call(&handle)` creates.
template <class Handle, class Call>
Handle made(const Call& call) {
  typename Handle::pointer handle = nullptr;
  succeed(call(&handle));
  return Handle(handle);
}

/// A struct of the interface with its defaults.
template <class Struct>
Struct initialised(throng_code (*init)(Struct*, std::uint32_t)) {
  Struct value;
  succeed(init(&value, sizeof value));
  return value;
}

inline throng_batch_view view_of(const CBatch& batch) {
  throng_batch_view view{};
  view.size = sizeof view;
  succeed(throng_batch_get(batch.get(), &view));
  return view;
}

inline std::uint64_t hash_of(const CBatch& batch) {
  std::uint64_t hash = 0, cost_hash = 0;
  succeed(throng_batch_hash(batch.get(), &hash, &cost_hash));
  return hash;
}

inline CWorkers workers_of(int threads, const throng_host* host = nullptr) {
  return made<CWorkers>(
      [&](auto* out) { return throng_workers_create(threads, host, out); });
}

inline CBatch batch_of(const throng_host* host = nullptr) {
  return made<CBatch>([&](auto* out) { return throng_batch_create(host, out); });
}

inline CLines lines_of(const throng_host* host = nullptr) {
  return made<CLines>([&](auto* out) { return throng_lines_create(host, out); });
}

inline throng_lines_view view_of(const CLines& lines) {
  throng_lines_view view{};
  view.size = sizeof view;
  succeed(throng_lines_get(lines.get(), &view));
  return view;
}

inline CGrid grid_of_text(const std::string& text, const throng_rules* rules = nullptr) {
  return made<CGrid>([&](auto* out) {
    return throng_grid_from_text(text.data(), text.size(), rules, out);
  });
}

inline CSolver solver_of(const CGrid& grid) {
  return made<CSolver>(
      [&](auto* out) { return throng_solver_create(grid.get(), nullptr, out); });
}

inline throng_terrain in_c(TerrainView terrain) {
  auto list = initialised(throng_terrain_init);
  list.width = terrain.width;
  list.height = terrain.height;
  list.cells = terrain.cells;
  list.pitch = terrain.pitch;
  return list;
}

/// A small open map.
inline CGrid some_grid() { return grid_of_text(to_text(Terrain::make(8, 8)->view())); }

/// The code of a solver that answers one query on a map of 8 x 8 cells or more.
inline throng_code solve_one(const CSolver& solver, const CWorkers& workers,
                             const CBatch& batch) {
  const throng_query query{{0, 0}, {7, 7}};
  return throng_solve(solver.get(), &query, 1, workers.get(), nullptr, nullptr,
                      batch.get());
}

}  // namespace throng::test
