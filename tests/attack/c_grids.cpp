#include "c_calls.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <limits>

// Calls about hosts, grids, indexes, solvers, batches, fields and groups.

namespace attack {

void CCalls::call_names() {
  stage("names");
  check(throng_version()[0] != '\0' && throng_abi() == THRONG_ABI &&
            throng_result_version() > 0,
        "versions");
  const auto any = static_cast<std::int32_t>(random_.next());
  check(throng_code_name(any) != nullptr && throng_last_error() != nullptr &&
            throng_status_name(static_cast<std::uint8_t>(any)) != nullptr,
        "names");
  throng_rules rules;
  CALL_INIT(throng_rules_init, odd_size(sizeof rules));
  throng_rules_init(&rules, sizeof rules);
  constexpr std::array kSpecs{"G:2,T:5", "digits", "G:99999,:", ""};
  CALL(throng_rules_terrain, &rules, random_.one_in(10) ? nullptr : random_.pick(kSpecs));
  CALL_INIT(throng_host_init, odd_size(sizeof(throng_host)));
  call("throng_host_init", throng_host_init, static_cast<throng_host*>(nullptr), 8U);
}

void CCalls::call_host() {
  lent_.mode =
      random_.one_in(12) ? LentHost::Mode::throwing : random_.pick_enum<LentHost::Mode>(6);
  lent_.inner = lent_.outer = nullptr;
  if (!solvers_.handles.empty()) lent_.solver = random_.pick(solvers_.handles);
  throng_workers* inner = nullptr;
  if (CALL(throng_workers_create, 1, nullptr, &inner) != THRONG_OK) return;
  keep(workers_, inner);
  // Keeping it may have dropped it, or others.
  const auto& all = workers_.handles;
  if (std::ranges::find(all, inner) == all.end()) return;
  lent_.inner = inner;
  // In use by nobody else, so calls with other workers may re-enter with it.
  if (all.front() != inner) lent_.outer = all.front();
}

void CCalls::call_workers() {
  const throng_host lent = host(true);
  throng_workers* workers = nullptr;
  CALL(throng_workers_create,
       random_.one_in(20) ? random_.range(-3, 5) : random_.range(1, 3),
       random_.one_in(3) ? nullptr : &lent, &workers);
  keep(workers_, workers);
  std::int32_t threads = 0;
  std::size_t bytes = 0;
  CALL(throng_workers_info, pick(workers_), &threads, &bytes);
}

void CCalls::call_monitor() {
  throng_monitor* monitor = nullptr;
  CALL(throng_monitor_create, &monitor);
  keep(monitors_, monitor);
  CALL(throng_monitor_reset, pick(monitors_));
  if (random_.one_in(4)) CALL(throng_monitor_cancel, pick(monitors_));
  std::uint64_t done = 0, total = 0;
  CALL(throng_monitor_progress, pick(monitors_), &done, &total);
}

void CCalls::call_grid() {
  const auto drawn = terrain();
  const throng_rules drawn_rules = rules();
  throng_grid* grid = nullptr;
  CALL(throng_grid_create, random_.one_in(40) ? nullptr : &drawn->terrain,
       random_.one_in(4) ? nullptr : &drawn_rules, &grid);
  keep(grids_, static_cast<const throng_grid*>(grid));
  Buffer<std::uint16_t> influence(random_.one_in(10) ? random_.below(kCells) : kCells);
  for (std::uint16_t& one : influence) one = static_cast<std::uint16_t>(random_.below(4));
  grid = nullptr;
  CALL(throng_grid_with_influence, pick(grids_), influence.data(), influence.size(), &grid);
  keep(grids_, static_cast<const throng_grid*>(grid));
  const throng_grid* const one = pick(grids_);
  if (CALL(throng_grid_retain, one) == THRONG_OK) CALL(throng_grid_release, one);
}

void CCalls::call_grid_text() {
  std::string text = "type octile\nheight 7\nwidth 9\nmap\n";
  for (std::int32_t y = 0; y < kHeight; ++y) {
    for (std::int32_t x = 0; x < kWidth; ++x) text += ".@G"[random_.below(3)];
    text += '\n';
  }
  if (random_.one_in(6))
    text[random_.below(text.size())] = static_cast<char>(random_.next());
  if (random_.one_in(6)) text.resize(random_.below(text.size()));
  Buffer<char> exact(text.size());
  std::ranges::copy(text, exact.begin());
  throng_grid* grid = nullptr;
  CALL(throng_grid_from_text, random_.one_in(40) ? nullptr : exact.data(), exact.size(),
       nullptr, &grid);
  keep(grids_, static_cast<const throng_grid*>(grid));
}

/// Fills a struct of the library that says it has another size than its type, in memory of
/// that size.
template <class Info, class Handle>
void get_odd_info(const char* name, throng_code (*get)(const Handle*, Info*),
                  const Handle* handle, std::uint32_t size) {
  Buffer<std::uint64_t> memory((std::max<std::size_t>(size, 8) + 7) / 8);
  auto* const info = reinterpret_cast<Info*>(memory.data());
  info->size = size;
  call(name, get, handle, info);
}

void CCalls::call_grid_queries() {
  get_odd_info("throng_grid_get_info", throng_grid_get_info, pick(grids_),
               odd_size(sizeof(throng_grid_info)));
  std::uint32_t component = 0, cost = 0;
  CALL(throng_grid_component, pick(grids_), position(), &component);
  std::uint64_t hash[2];
  CALL(throng_grid_hash, pick(grids_), hash);
  constexpr std::array kSteps{double{NAN}, -1.0, 1e308, 0.0, 3.5};
  CALL(throng_grid_cost_of_steps, pick(grids_), random_.pick(kSteps), &cost);
}

void CCalls::call_grid_paths() {
  Buffer<throng_move> moves(random_.below(12));
  for (throng_move& one : moves) {
    one = static_cast<throng_move>(random_.below(random_.one_in(10) ? 256 : 8));
  }
  Buffer<throng_position> cells(random_.one_in(8) ? random_.below(12) : moves.size() + 1);
  CALL(throng_grid_cells, pick(grids_), position(), moves.data(), moves.size(),
       cells.data(), cells.size());
  double length = 0;
  CALL(throng_grid_length, pick(grids_), position(), moves.data(), moves.size(), &length);
  std::int32_t visible = 0;
  CALL(throng_grid_line_of_sight, pick(grids_), position(), position(), &visible);
  CALL(throng_grid_clear_line, pick(grids_), position(), position(), &visible);
}

void CCalls::call_index() {
  throng_index_options options = index_options();
  throng_index* index = nullptr;
  CALL(throng_index_build, pick(grids_), random_.one_in(5) ? nullptr : &options,
       pick(workers_), random_.one_in(3) ? pick(monitors_) : nullptr, &index);
  keep(indexes_, static_cast<const throng_index*>(index));
  index = nullptr;
  CALL(throng_index_with_costlier_grid, pick(indexes_), pick(grids_), &index);
  keep(indexes_, static_cast<const throng_index*>(index));
  CALL_INIT(throng_index_options_init, odd_size(sizeof options));
}

void CCalls::call_index_file() {
  const char* path = file_.c_str();
  if (random_.one_in(20)) path = nullptr;
  if (random_.one_in(20)) path = "/nonexistent/index";
  const bool saved = CALL(throng_index_save, pick(indexes_), path) == THRONG_OK;
  if (saved && random_.one_in(4)) {  // damage
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(static_cast<std::streamoff>(random_.below(6000)));
    file.put(static_cast<char>(random_.below(256)));
  }
  throng_load_options options;
  CALL_INIT(throng_load_options_init, odd_size(sizeof options));
  throng_load_options_init(&options, sizeof options);
  options.check = random_.one_in(40) ? 9 : random_.range(0, 2);
  options.copy = random_.range(0, 1);
  throng_index* index = nullptr;
  CALL(throng_index_load, path, pick(grids_), random_.one_in(3) ? nullptr : &options,
       &index);
  keep(indexes_, static_cast<const throng_index*>(index));
  std::remove(file_.c_str());  // mapped files stay as they are
}

void CCalls::call_index_queries() {
  get_odd_info("throng_index_get_info", throng_index_get_info, pick(indexes_),
               odd_size(sizeof(throng_index_info)));
  throng_part_info part{};
  part.size = sizeof part;
  CALL(throng_index_get_part, pick(indexes_), static_cast<std::size_t>(random_.range(0, 9)),
       &part);
  throng_grid* grid = nullptr;
  CALL(throng_index_grid, pick(indexes_), &grid);
  keep(grids_, static_cast<const throng_grid*>(grid));
  std::uint32_t lower = 0, upper = 0;
  CALL(throng_index_bounds, pick(indexes_), position(), position(), &lower, &upper);
  const throng_index* const one = pick(indexes_);
  if (CALL(throng_index_retain, one) == THRONG_OK) CALL(throng_index_release, one);
}

void CCalls::call_solver() {
  throng_solver_options options = solver_options();
  throng_solver* solver = nullptr;
  const auto* const given = random_.one_in(4) ? nullptr : &options;
  if (random_.one_in(2)) {
    CALL(throng_solver_create, pick(grids_), given, &solver);
  } else {
    CALL(throng_solver_create_indexed, pick(indexes_), given, &solver);
  }
  keep(solvers_, solver);
  std::int32_t algorithm = 0, heuristic = 0;
  CALL(throng_solver_choice, pick(solvers_), &algorithm, &heuristic);
  if (random_.one_in(8)) CALL(throng_solver_reserve, pick(solvers_), pick(workers_));
  CALL_INIT(throng_solver_options_init, odd_size(sizeof options));
}

void CCalls::call_batch() {
  const throng_host lent = host(false);
  throng_batch* batch = nullptr;
  CALL(throng_batch_create, random_.one_in(2) ? nullptr : &lent, &batch);
  keep(batches_, batch);
  CALL_INIT(throng_batch_options_init, odd_size(sizeof(throng_batch_options)));
}

void CCalls::call_solve() {
  Buffer<throng_query> queries(random_.below(40));
  for (throng_query& one : queries) {
    one = {position(), random_.one_in(2) ? throng_position{3, 3} : position()};
  }
  const throng_batch_options options = batch_options();
  CALL(throng_solve, pick(solvers_), queries.data(), queries.size(), pick(workers_),
       random_.one_in(4) ? nullptr : &options,
       random_.one_in(5) ? pick(monitors_) : nullptr, pick(batches_));
}

void CCalls::call_solve_requests() {
  const DrawnRequests drawn = requests(8);
  const throng_batch_options options = batch_options();
  CALL(throng_solve_requests, pick(solvers_), drawn.requests.data(), drawn.requests.size(),
       pick(workers_), random_.one_in(4) ? nullptr : &options,
       random_.one_in(5) ? pick(monitors_) : nullptr, pick(batches_));
}

namespace {

template <class T>
std::uint64_t sum(const T* values, std::size_t count) {
  std::uint64_t sum = 0;
  if (values == nullptr) return sum;
  for (std::size_t i = 0; i < count; ++i) sum += static_cast<std::uint64_t>(values[i]);
  return sum;
}

std::uint64_t sum(const throng_position* values, std::size_t count) {
  std::uint64_t sum = 0;
  if (values == nullptr) return sum;
  for (std::size_t i = 0; i < count; ++i) {
    sum +=
        static_cast<std::uint64_t>(values[i].x) + static_cast<std::uint64_t>(values[i].y);
  }
  return sum;
}

/// Reads all of a view, so that sanitizers notice what is not there.
std::uint64_t read_all(const throng_batch_view& view) {
  const std::size_t slots = view.slots, requests = view.requests;
  std::uint64_t all =
      sum(view.status, slots) + sum(view.cost, slots) + sum(view.upper, slots) +
      sum(view.expanded, slots) + sum(view.generated, slots) + sum(view.reopened, slots) +
      sum(view.start, slots) + sum(view.end, slots) + sum(view.end_cost, slots) +
      sum(view.ticket, requests) + sum(view.agent, requests) + sum(view.frame, requests) +
      sum(view.current, requests) + sum(view.microseconds, slots);
  if (view.first != nullptr) all += sum(view.first, requests + 1);
  if (slots > 0) all += sum(view.moves, view.path_begin[slots]);
  return all;
}

}  // namespace

void CCalls::read_batch() {
  throng_batch* const batch = pick(batches_);
  throng_batch_view view{};
  view.size = sizeof view;
  if (CALL(throng_batch_get, batch, &view) == THRONG_OK) {
    use(read_all(view));
    counts().compared("views read");
  }
  const std::size_t slot =
      random_.one_in(6) ? random_.below(100) : random_.below(view.slots);
  Buffer<throng_position> cells(random_.below(30));
  std::size_t count = 0;
  CALL(throng_batch_cells, batch, slot, cells.data(), cells.size(), &count);
  Buffer<std::uint64_t> begin(view.slots + 1);
  Buffer<throng_position> points(random_.below(200));
  CALL(throng_batch_turning_points, batch, pick(workers_),
       random_.one_in(20) ? nullptr : begin.data(), points.data(), points.size(), &count);
  Buffer<throng_run> runs(random_.below(200));
  CALL(throng_batch_runs, batch, pick(workers_), begin.data(), runs.data(), runs.size(),
       &count);
}

void CCalls::call_batch_queries() {
  std::uint64_t hash = 0, cost_hash = 0;
  CALL(throng_batch_hash, pick(batches_), &hash, &cost_hash);
  get_odd_info("throng_batch_get", throng_batch_get,
               static_cast<const throng_batch*>(pick(batches_)),
               odd_size(sizeof(throng_batch_view)));
}

void CCalls::call_lines() {
  const throng_host lent = host(false);
  throng_lines* lines = nullptr;
  CALL(throng_lines_create, random_.one_in(2) ? nullptr : &lent, &lines);
  keep(lines_, lines);
  if (random_.one_in(2)) {
    if (CALL(throng_smooth, pick(grids_), pick(batches_), pick(workers_), pick(lines_)) ==
        THRONG_OK)
      counts().compared("batches smoothed");
    return;
  }
  Buffer<throng_query> queries(random_.below(40));
  for (throng_query& one : queries) one = {position(), position()};
  const throng_batch_options options = batch_options();
  if (CALL(throng_solve_lines, pick(indexes_), queries.data(), queries.size(),
           pick(workers_), random_.one_in(4) ? nullptr : &options,
           random_.one_in(5) ? pick(monitors_) : nullptr, pick(lines_)) == THRONG_OK)
    counts().compared("batches of lines");
}

void CCalls::read_lines() {
  const throng_lines* const lines = pick(lines_);
  throng_lines_view view{};
  view.size = sizeof view;
  if (CALL(throng_lines_get, lines, &view) == THRONG_OK) {
    use(sum(view.status, view.count) + sum(view.length, view.count) +
        sum(view.expanded, view.count));
    if (view.count > 0) use(sum(view.points, view.point_begin[view.count]));
    check(view.scale == 1 || view.scale == 2, "the scale of lines is ", view.scale);
    counts().compared("lines read");
  }
  get_odd_info("throng_lines_get", throng_lines_get, lines,
               odd_size(sizeof(throng_lines_view)));
}

void CCalls::call_fields() {
  Buffer<throng_position> sources(random_.below(5));
  fill(sources);
  const throng_field_options options = field_options();
  const auto* const given = random_.one_in(3) ? nullptr : &options;
  throng_monitor* const monitor = random_.one_in(4) ? pick(monitors_) : nullptr;
  const std::size_t all = kCells * std::max<std::size_t>(sources.size(), 1);
  Buffer<std::uint32_t> field(random_.one_in(8) ? random_.below(kCells) : all);
  const std::size_t count = sources.size(), room = field.size();
  switch (random_.below(4)) {
    case 0:
      CALL(throng_distance_field, pick(grids_), sources.data(), count, pick(workers_),
           given, monitor, field.data(), room);
      break;
    case 1:
      CALL(throng_distance_fields, pick(grids_), sources.data(), count, pick(workers_),
           given, monitor, field.data(), room);
      break;
    case 2:
      CALL(throng_distance_field_indexed, pick(indexes_), sources.data(), count,
           pick(workers_), given, monitor, field.data(), room);
      break;
    default:
      CALL(throng_distance_fields_indexed, pick(indexes_), sources.data(), count,
           pick(workers_), given, monitor, field.data(), room);
  }
}

void CCalls::call_tables() {
  Buffer<throng_position> sources(random_.below(5)), targets(random_.below(9));
  fill(sources);
  fill(targets);
  throng_field_options options = field_options();
  throng_monitor* const monitor = random_.one_in(4) ? pick(monitors_) : nullptr;
  const std::size_t all = sources.size() * targets.size();
  Buffer<std::uint32_t> table(random_.one_in(8) ? random_.below(all) : all);
  if (random_.one_in(2)) {
    CALL(throng_distance_table, pick(grids_), sources.data(), sources.size(),
         targets.data(), targets.size(), pick(workers_), &options, monitor, table.data(),
         table.size());
  } else {
    CALL(throng_distance_table_indexed, pick(indexes_), sources.data(), sources.size(),
         targets.data(), targets.size(), pick(workers_), &options, monitor, table.data(),
         table.size());
  }
  CALL_INIT(throng_field_options_init, odd_size(sizeof options));
}

void CCalls::call_flow() {
  throng_flow_field* flow = nullptr;
  if (random_.one_in(2)) {
    CALL(throng_flow_field_create, pick(grids_), &flow);
  } else {
    CALL(throng_flow_field_create_indexed, pick(indexes_), &flow);
  }
  keep(flows_, flow);
  Buffer<throng_position> goals(random_.below(4));
  fill(goals);
  CALL(throng_flow_field_set_goals, pick(flows_), goals.data(), goals.size(),
       random_.one_in(3) ? random_.below(30'000) : THRONG_NO_COST_LIMIT, pick(workers_));
  const throng_changes changes = any_changes();
  switch (random_.below(3)) {
    case 0:
      CALL(throng_flow_field_follow, pick(flows_), pick(grids_), &changes, pick(workers_));
      break;
    case 1:
      CALL(throng_flow_field_follow_indexed, pick(flows_), pick(indexes_), &changes,
           pick(workers_));
      break;
    default:
      CALL(throng_places_follow, pick(places_), pick(grids_), &changes, pick(workers_));
  }
}

void CCalls::call_flow_queries() {
  std::uint32_t cost = 0;
  CALL(throng_flow_field_distance, pick(flows_), position(), &cost);
  Buffer<throng_position> units(random_.below(20));
  fill(units);
  Buffer<throng_move> moves(units.size());
  for (throng_move& one : moves) one = static_cast<throng_move>(random_.below(256));
  CALL(throng_flow_field_next, pick(flows_), units.data(), units.size(),
       random_.one_in(2) ? nullptr : moves.data(), moves.data());
  Buffer<throng_move> path(random_.below(30));
  std::size_t count = 0;
  CALL(throng_flow_field_path, pick(flows_), position(), path.data(), path.size(), &count);
  CALL(throng_flow_field_path_by, pick(flows_), position(), random_.range(-1, 5),
       static_cast<std::uint32_t>(random_.below(9)), pick(workers_), path.data(),
       path.size(), &count);
}

void CCalls::call_places() {
  throng_places* places = nullptr;
  CALL(throng_places_create, pick(grids_), &places);
  keep(places_, places);
  Buffer<throng_position> cells(random_.below(5)), starts(random_.below(20));
  fill(cells);
  fill(starts);
  CALL(throng_places_set, pick(places_), cells.data(), cells.size(), pick(workers_));
  Buffer<throng_nearest> nearest(starts.size());
  CALL(throng_places_find, pick(places_), starts.data(), starts.size(), nearest.data());
}

void CCalls::call_group() {
  Buffer<throng_position> places(random_.below(20)), units(random_.below(20));
  std::size_t found = 0;
  CALL(throng_spread_goals, pick(grids_), position(), position(), places.size(),
       places.data(), &found);
  fill(places);
  fill(units);
  Buffer<std::uint32_t> place_of(std::min(places.size(), units.size()));
  CALL(throng_assign_places, units.data(), units.size(), places.data(), places.size(),
       place_of.data());
  Buffer<std::uint32_t> costs(places.size() * units.size());
  for (std::uint32_t& cost : costs)
    cost = random_.one_in(4) ? THRONG_NO_PATH : random_.below(9);
  CALL(throng_assign_by_cost, units.size(), places.size(), costs.data(), place_of.data());
}

void CCalls::call_taken() {
  throng_taken_cells* taken = nullptr;
  const bool fits = !random_.one_in(4);
  CALL(throng_taken_cells_create, fits ? kWidth : random_.range(-1, 12),
       fits ? kHeight : random_.range(-1, 12), &taken);
  keep(taken_, taken);
  std::int32_t is_free = 0;
  for (int k = 0; k < 6; ++k) {
    CALL(throng_taken_cells_add, pick(taken_), position(), random_.range(-1, 4));
    CALL(throng_taken_cells_remove, pick(taken_), position(), random_.range(-1, 4));
    CALL(throng_taken_cells_is_free, pick(taken_), position(), random_.range(-1, 4),
         &is_free);
  }
}

void CCalls::call_promise() {
  Buffer<throng_group_unit> units(random_.below(20));
  for (throng_group_unit& unit : units)
    unit = {position(), random_.below(random_.one_in(20) ? 9 : 2)};
  Buffer<throng_position> places(units.size());
  Buffer<const throng_grid*> grids(random_.one_in(20) ? random_.below(2) : 2);
  for (const throng_grid*& grid : grids) grid = pick(grids_);
  const std::uint32_t max_cost =
      random_.one_in(3) ? random_.below(30'000) : THRONG_NO_COST_LIMIT;
  CALL(throng_promise_places, grids.data(), grids.size(), units.data(), units.size(),
       position(), max_cost, pick(taken_), places.data());
  if (random_.one_in(4)) fill(places);
  Buffer<const throng_index*> indexes(grids.size());
  for (const throng_index*& index : indexes) index = pick(indexes_);
  CALL(throng_exchange_places, indexes.data(), indexes.size(), units.data(), units.size(),
       pick(workers_), places.data());
}

}  // namespace attack
