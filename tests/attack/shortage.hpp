#pragma once

#include "memory.hpp"
#include "report.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <throng.h>
#include <vector>

// The n-th allocation fails: of global operator new, or of the memory that a host lends.
// Afterwards the code is THRONG_OUT_OF_MEMORY, or the call has done its work without;
// objects are as before; the same call succeeds and has the result that it would have had;
// and nothing leaks.

namespace attack {

/// Fails with the message of the library unless the code is THRONG_OK. For preparations.
void prepare(throng_code code);

/// Objects of every type on a small map, made anew for each trial.
struct Stock {
  Stock();
  ~Stock();
  Stock(const Stock&) = delete;
  Stock& operator=(const Stock&) = delete;

  static constexpr std::int32_t kSide = 8;
  static constexpr std::size_t kCells = 64;
  static const char* cells();
  /// A terrain of these cells, without layers.
  static throng_terrain terrain();

  HostMemory workers_memory, batch_memory, scheduler_memory, route_memory, book_memory,
      crowd_memory;
  std::array<HostMemory*, 6> memories{&workers_memory, &batch_memory, &scheduler_memory,
                                      &route_memory,   &book_memory,  &crowd_memory};
  throng_workers* workers = nullptr;
  throng_batch* batch = nullptr;  ///< in batch_memory
  throng_batch* paths = nullptr;  ///< holds the answers to `queries`
  throng_lines* lines = nullptr;  ///< in batch_memory
  throng_grid* grid = nullptr;
  throng_grid* weighted = nullptr;
  throng_grid* other = nullptr;  ///< another version of `grid`
  throng_index* index = nullptr;
  throng_index* weighted_index = nullptr;
  throng_solver* solver = nullptr;
  throng_solver* weighted_solver = nullptr;
  throng_scheduler* scheduler = nullptr;
  throng_map* map = nullptr;
  throng_scheduler* map_scheduler = nullptr;
  throng_map* plain_map = nullptr;
  throng_route* route = nullptr;
  throng_route_book* book = nullptr;
  throng_crowd* crowd = nullptr;  ///< on `map`
  throng_step_field* step_field = nullptr;
  throng_flow_field* flow = nullptr;
  throng_places* places = nullptr;
  throng_taken_cells* taken = nullptr;
  std::vector<std::uint16_t> weights;
  std::vector<throng_query> queries;
  std::string seen;  ///< what the call itself returned

 private:
  void make_grids();
  void make_solvers();
  void make_maps();
};

using Call = std::function<throng_code(Stock&)>;
using Text = std::function<std::string(Stock&)>;

/// A call, what it must leave as it is if it fails, and what it does.
struct ShortageCase {
  std::string name;
  std::function<void(Stock&)> setup = {};
  Call call;
  Text state = {};      ///< unchanged by a failure; empty: not looked at
  Text result = {};     ///< after a success; empty: nothing to see
  bool breaks = false;  ///< a failure may break the object: then it is not tried again
  /// Checks what throng.h says that a failure leaves, where that is not the former state.
  std::function<void(Stock&)> left = {};
};

void add_grid_cases(std::vector<ShortageCase>& cases);
void add_solver_cases(std::vector<ShortageCase>& cases);
void add_line_cases(std::vector<ShortageCase>& cases);
void add_field_cases(std::vector<ShortageCase>& cases);
void add_map_cases(std::vector<ShortageCase>& cases);
void add_scheduler_cases(std::vector<ShortageCase>& cases);
void add_route_cases(std::vector<ShortageCase>& cases);
void add_book_cases(std::vector<ShortageCase>& cases);
void add_crowd_cases(std::vector<ShortageCase>& cases);

/// All that a batch holds.
std::string text_of(const throng_batch* batch);

}  // namespace attack
