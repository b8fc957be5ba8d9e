// Misuse of the C interface is a code and a sentence, never a crash, and what was misused
// can be used afterwards.
#include "../support/maps.hpp"
#include "support.hpp"

#include <throng/map_io.hpp>
#include <throng/workers.hpp>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <set>
#include <stdexcept>
#include <thread>
#include <type_traits>
#include <vector>

namespace throng::refusals_test {

using namespace test;

namespace {

/// Calls a function with `value(type)` for each of its arguments.
template <class Value, class Result, class... Arguments>
Result call(Result (*function)(Arguments...), const Value& value) {
  return function(value(std::type_identity<Arguments>{})...);
}

constexpr auto kNothing = [](auto type) { return typename decltype(type)::type{}; };

/// Memory without an object of the interface, for each pointer.
alignas(64) std::array<std::byte, 4096> zeros{};
constexpr auto kForeign = [](auto type) {
  using Type = typename decltype(type)::type;
  if constexpr (std::is_pointer_v<Type> && !std::is_function_v<std::remove_pointer_t<Type>>)
    return reinterpret_cast<Type>(zeros.data());
  else
    return Type{};
};

struct Function {
  const char* name;
  throng_code (*call_with_nothing)();
  throng_code (*call_with_foreign)();
  bool can_fail;
};

/// Versions, names and the last error: they take no pointer and cannot fail.
template <class Result, class... Arguments>
constexpr bool can_fail(Result (*)(Arguments...)) {
  return std::is_same_v<Result, throng_code> && sizeof...(Arguments) > 0;
}

template <auto kFunction, class Value>
throng_code code_of(const Value& value) {
  if constexpr (can_fail(kFunction)) return call(kFunction, value);
  return THRONG_OK;
}

const Function kFunctions[] = {
#define FUNCTION(name)                               \
  {#name, [] { return code_of<&(name)>(kNothing); }, \
   [] { return code_of<&(name)>(kForeign); }, can_fail(&(name))},
#include "functions.inc"
#undef FUNCTION
};

std::string message() { return throng_last_error(); }

}  // namespace

TEST_CASE("null pointers are refused, and destroying null does nothing") {
  const std::set<std::string> done_with_nothing{"throng_assign_places",
                                                "throng_assign_by_cost"};
  for (const Function& function : kFunctions) {
    CAPTURE(function.name);
    if (!function.can_fail) continue;
    const std::string name = function.name;
    const bool fine = name.ends_with("_destroy") || name.ends_with("_release") ||
                      done_with_nothing.contains(name);
    REQUIRE(function.call_with_nothing() == (fine ? THRONG_OK : THRONG_BAD_ARGUMENT));
    if (!fine) REQUIRE_FALSE(message().empty());
  }
}

TEST_CASE("what is no handle of the right type is refused") {
  const std::set<std::string> need_no_handle{
      "throng_assign_places", "throng_assign_by_cost", "throng_monitor_create",
      "throng_frame_pace_create"};
  for (const Function& function : kFunctions) {
    CAPTURE(function.name);
    if (!function.can_fail) continue;
    const throng_code code = function.call_with_foreign();
    const std::string name = function.name;
    if (name == "throng_unbundle")
      REQUIRE(code == THRONG_BAD_FORMAT);
    else if (name == "throng_bundle")
      REQUIRE(code == THRONG_TOO_SMALL);
    else
      REQUIRE(code == (need_no_handle.contains(name) ? THRONG_OK : THRONG_BAD_ARGUMENT));
    if (std::string(function.name) == "throng_monitor_create") {
      succeed(throng_monitor_destroy(*reinterpret_cast<throng_monitor**>(zeros.data())));
    }
    if (std::string(function.name) == "throng_frame_pace_create")
      succeed(
          throng_frame_pace_destroy(*reinterpret_cast<throng_frame_pace**>(zeros.data())));
    zeros.fill(std::byte{0});
  }
  const CGrid grid = some_grid();
  const CBatch batch = batch_of();
  CHECK(throng_solver_destroy(reinterpret_cast<throng_solver*>(grid.get())) ==
        THRONG_BAD_ARGUMENT);
  CHECK(message() == "solver is not a handle of this type");
  const CSolver solver = solver_of(grid);
  const CWorkers workers = workers_of(1);
  const throng_query query{};
  CHECK(throng_solve(solver.get(), &query, 1,
                     reinterpret_cast<throng_workers*>(batch.get()), nullptr, nullptr,
                     batch.get()) == THRONG_BAD_ARGUMENT);
  const auto taken =
      made<CTakenCells>([&](auto* out) { return throng_taken_cells_create(3, 3, out); });
  CHECK(throng_frame_pace_destroy(reinterpret_cast<throng_frame_pace*>(taken.get())) ==
        THRONG_BAD_ARGUMENT);
  CHECK(solve_one(solver, workers, batch) == THRONG_OK);
}

TEST_CASE("a shorter struct is that of an older header, a longer one that of a later") {
  // A program whose throng_rules ended with the corners: the rest has its defaults, and
  // nothing behind the struct is touched.
  std::array<std::int32_t, 6> memory{};
  memory.fill(-7);
  auto* const older = reinterpret_cast<throng_rules*>(memory.data());
  constexpr std::uint32_t kOlder = 3 * sizeof(std::int32_t);
  succeed(throng_rules_init(older, kOlder));
  CHECK(memory == std::array<std::int32_t, 6>{kOlder, 0, 0, -7, -7, -7});
  memory[1] = THRONG_TILE;
  const std::string text = to_text(Terrain::make(8, 8)->view());
  const CGrid grid = grid_of_text(text, older);
  std::array<std::uint32_t, 8> info_memory{};
  info_memory.fill(77);
  auto* const info = reinterpret_cast<throng_grid_info*>(info_memory.data());
  info_memory[0] = 4 * sizeof(std::int32_t);
  succeed(throng_grid_get_info(grid.get(), info));
  CHECK(info_memory == std::array<std::uint32_t, 8>{16, 8, 8, THRONG_TILE, 77, 77, 77, 77});

  struct Later {
    throng_rules known;
    std::uint32_t added;
  };
  Later later{};
  succeed(throng_rules_init(&later.known, sizeof later));
  CHECK(later.known.size == sizeof later);
  grid_of_text(text, &later.known);
  later.added = 1;
  throng_grid* none = nullptr;
  CHECK(throng_grid_from_text(text.data(), text.size(), &later.known, &none) ==
        THRONG_UNSUPPORTED);
  CHECK(none == nullptr);
  CHECK(throng_rules_init(&later.known, 3) == THRONG_BAD_ARGUMENT);
}

TEST_CASE("a size that ends inside a field is refused by every function with a struct") {
  const auto refused = [](std::uint32_t size, throng_code code) {
    CAPTURE(size, message());
    REQUIRE(code == THRONG_BAD_ARGUMENT);
    REQUIRE(message().find("is " + std::to_string(size) + ", where no field ends") !=
            std::string::npos);
  };
  // All sizes of a struct: those that cut a field are errors, all others are not.
  const auto terrain_size = [](std::uint32_t size) {
    const std::string cells = "....";
    const std::vector<std::uint16_t> weights{1, 2, 3, 4};
    auto terrain = initialised(throng_terrain_init);
    terrain.size = size;
    terrain.width = 4;
    terrain.height = 1;
    terrain.cells = cells.data();
    terrain.weights = weights.data();
    throng_grid* grid = nullptr;
    const throng_code code = throng_grid_create(&terrain, nullptr, &grid);
    throng_grid_release(grid);
    return code;
  };
  const std::set<std::uint32_t> ends{4, 8, 12, 16, 24, 32, 40, 48, 56, 64, 72, 80};
  STATIC_REQUIRE(sizeof(throng_terrain) == 80);
  for (std::uint32_t size = 4; size <= 80; ++size) {
    CAPTURE(size);
    const throng_code code = terrain_size(size);
    if (!ends.contains(size))
      refused(size, code);
    else  // without cells or a width there is no map
      REQUIRE(code ==
              (size < offsetof(throng_terrain, pitch) ? THRONG_BAD_ARGUMENT : THRONG_OK));
  }

  // One function for each struct, with a size that cuts its second field.
  const CGrid grid = some_grid();
  const CSolver solver = solver_of(grid);
  const CBatch batch = batch_of();
  alignas(8) std::array<std::byte, 1024> memory{};
  const std::uint32_t cut = 6;
  std::memcpy(memory.data(), &cut, sizeof cut);
  const auto as = [&](auto* null) {
    return reinterpret_cast<decltype(null)>(memory.data());
  };
// NOLINTNEXTLINE(bugprone-macro-parentheses): a type
#define THRONG_CUT(name) refused(cut, name##_init(as(static_cast<name*>(nullptr)), cut))
  THRONG_CUT(throng_host);
  THRONG_CUT(throng_rules);
  THRONG_CUT(throng_terrain);
  THRONG_CUT(throng_index_options);
  THRONG_CUT(throng_load_options);
  THRONG_CUT(throng_solver_options);
  THRONG_CUT(throng_batch_options);
  THRONG_CUT(throng_field_options);
  THRONG_CUT(throng_map_class);
  THRONG_CUT(throng_map_options);
  THRONG_CUT(throng_scheduler_options);
  THRONG_CUT(throng_frame_request);
#undef THRONG_CUT
  refused(cut,
          throng_grid_get_info(grid.get(), as(static_cast<throng_grid_info*>(nullptr))));
  refused(cut, throng_batch_get(batch.get(), as(static_cast<throng_batch_view*>(nullptr))));
  refused(cut,
          throng_lines_get(lines_of().get(), as(static_cast<throng_lines_view*>(nullptr))));
  throng_solver* none = nullptr;
  refused(cut, throng_solver_create(
                   grid.get(), as(static_cast<throng_solver_options*>(nullptr)), &none));
  const CWorkers workers = workers_of(1);
  const auto field = made<CFlowField>(
      [&](auto* out) { return throng_flow_field_create(grid.get(), out); });
  refused(cut, throng_flow_field_follow(field.get(), grid.get(),
                                        as(static_cast<throng_changes*>(nullptr)),
                                        workers.get()));
  const std::uint32_t in_array = offsetof(throng_rules, weights) + 7;
  refused(in_array, throng_rules_init(as(static_cast<throng_rules*>(nullptr)), in_array));
}

TEST_CASE("numbers without a meaning are refused, with their name") {
  const std::string text = to_text(Terrain::make(8, 8)->view());
  throng_grid* none = nullptr;
  auto rules = initialised(throng_rules_init);
  rules.topology = 4;
  CHECK(throng_grid_from_text(text.data(), text.size(), &rules, &none) ==
        THRONG_BAD_ARGUMENT);
  CHECK(message() == "topology is 4, not 0 to 3");
  rules = initialised(throng_rules_init);
  rules.unit_size = 65;
  CHECK(throng_grid_from_text(text.data(), text.size(), &rules, &none) ==
        THRONG_BAD_ARGUMENT);
  rules = initialised(throng_rules_init);
  rules.cost_straight = 0;
  CHECK(throng_grid_from_text(text.data(), text.size(), &rules, &none) ==
        THRONG_BAD_ARGUMENT);
  CHECK(throng_rules_terrain(&rules, "Q:1:2") == THRONG_BAD_ARGUMENT);
  rules = initialised(throng_rules_init);
  const std::string own = "height 1\nwidth 3\nmap\n.#E\n";
  CHECK(throng_grid_from_text(own.data(), own.size(), &rules, &none) == THRONG_BAD_FORMAT);
  succeed(throng_rules_terrain(&rules, "E:1,#:0"));
  grid_of_text(own, &rules);

  auto terrain = initialised(throng_terrain_init);
  terrain.cells = text.data();
  terrain.width = terrain.height = -1;
  CHECK(throng_grid_create(&terrain, nullptr, &none) == THRONG_BAD_ARGUMENT);
  terrain.width = terrain.height = 2;
  terrain.pitch = 1;
  CHECK(throng_grid_create(&terrain, nullptr, &none) == THRONG_BAD_ARGUMENT);
  terrain.pitch = 0;
  const throng_closed_step step{{0, 0}, 9, {}};
  terrain.closed_steps = &step;
  terrain.closed_step_count = 1;
  CHECK(throng_grid_create(&terrain, nullptr, &none) == THRONG_BAD_ARGUMENT);
  CHECK(none == nullptr);

  const CGrid grid = some_grid();
  const CSolver solver = solver_of(grid);
  const CWorkers workers = workers_of(1);
  const CBatch batch = batch_of();
  auto options = initialised(throng_batch_options_init);
  options.sharing = 3;
  const throng_query query{};
  CHECK(throng_solve(solver.get(), &query, 1, workers.get(), &options, nullptr,
                     batch.get()) == THRONG_BAD_ARGUMENT);
  const auto request_code = [&](auto change) {
    throng_request request{};
    change(request);
    return throng_solve_requests(solver.get(), &request, 1, workers.get(), nullptr, nullptr,
                                 batch.get());
  };
  CHECK(request_code([](auto&) {}) == THRONG_OK);  // without goals: unreachable
  CHECK(request_code([](auto& r) { r.flags = 4; }) == THRONG_BAD_ARGUMENT);
  CHECK(request_code([](auto& r) { r.radius = -1; }) == THRONG_BAD_ARGUMENT);
  CHECK(request_code([](auto& r) { r.radius = std::strtod("nan", nullptr); }) ==
        THRONG_BAD_ARGUMENT);
  CHECK(request_code([](auto& r) { r.visit = 3; }) == THRONG_BAD_ARGUMENT);
  CHECK(request_code([](auto& r) { r.goal_count = 1; }) == THRONG_BAD_ARGUMENT);

  const throng_solver* const solvers[] = {solver.get()};
  const auto scheduler = made<CScheduler>([&](auto* out) {
    return throng_scheduler_create(solvers, 1, nullptr, nullptr, out);
  });
  const auto submit_code = [&](auto change) {
    auto request = initialised(throng_frame_request_init);
    change(request);
    std::uint64_t ticket = 0;
    return throng_scheduler_submit(scheduler.get(), &request, &ticket);
  };
  CHECK(submit_code([](auto&) {}) == THRONG_OK);
  CHECK(submit_code([](auto& r) { r.movement = 1; }) == THRONG_BAD_ARGUMENT);
  CHECK(submit_code([](auto& r) { r.priority = 4; }) == THRONG_BAD_ARGUMENT);
  CHECK(submit_code([](auto& r) { r.max_cost = THRONG_NO_PATH; }) == THRONG_BAD_ARGUMENT);

  std::array<throng_frame_request, 2> requests{initialised(throng_frame_request_init),
                                               initialised(throng_frame_request_init)};
  std::uint64_t first = 9;
  const auto submit_all = [&](std::size_t count) {
    return throng_scheduler_submit_all(scheduler.get(), requests.data(), count, &first);
  };
  CHECK(throng_scheduler_submit_all(scheduler.get(), nullptr, 1, &first) ==
        THRONG_BAD_ARGUMENT);
  CHECK(throng_scheduler_submit_all(scheduler.get(), requests.data(), 1, nullptr) ==
        THRONG_BAD_ARGUMENT);
  requests[1].priority = 4;
  CHECK(submit_all(2) == THRONG_BAD_ARGUMENT);
  requests[1].priority = THRONG_LOW;
  requests[1].size -= 4;
  CHECK(submit_all(2) == THRONG_BAD_ARGUMENT);
  CHECK(message() == "the requests are of different sizes");
  requests[1].size += 4;
  CHECK(submit_all(2) == THRONG_OK);
  CHECK(first == 1);  // the refused ones got no tickets
  CHECK(submit_all(0) == THRONG_OK);
  CHECK(first == 3);
  CHECK(throng_scheduler_edit(scheduler.get(), nullptr, 0) == THRONG_BAD_ARGUMENT);
  CHECK(throng_scheduler_run(scheduler.get(), 2, 5, workers.get(), nullptr) ==
        THRONG_BAD_ARGUMENT);
  CHECK(throng_scheduler_replace_solver(scheduler.get(), 1, solver.get()) ==
        THRONG_BAD_ARGUMENT);
}

TEST_CASE("points off the map and moves that lead nowhere are refused or unreachable") {
  const CGrid grid = some_grid();
  std::uint32_t component = 0;
  succeed(throng_grid_component(grid.get(), {-1, 900}, &component));
  CHECK(component == THRONG_NO_COMPONENT);
  const throng_move moves[] = {3, 9, 0};
  std::array<throng_position, 4> cells{};
  for (std::size_t k = 0; k < 3; ++k)
    CHECK(throng_grid_cells(grid.get(), {0, 0}, moves + k, 1, cells.data(), 4) ==
          THRONG_BAD_ARGUMENT);
  CHECK(throng_grid_cells(grid.get(), {8, 0}, moves, 0, cells.data(), 4) ==
        THRONG_BAD_ARGUMENT);
  double length = 0;
  CHECK(throng_grid_length(grid.get(), {0, 0}, moves, 3, &length) == THRONG_BAD_ARGUMENT);
  std::size_t found = 0;
  CHECK(throng_spread_goals(grid.get(), {0, 0}, {99, 0}, 4, cells.data(), &found) ==
        THRONG_BAD_ARGUMENT);

  const auto field = made<CFlowField>(
      [&](auto* out) { return throng_flow_field_create(grid.get(), out); });
  std::uint32_t cost = 0;
  succeed(throng_flow_field_distance(field.get(), {-5, -5}, &cost));
  CHECK(cost == THRONG_NO_PATH);
  const CGrid larger = grid_of_text(to_text(Terrain::make(30, 30)->view()));
  const CWorkers workers = workers_of(1);
  throng_changes changes{};
  changes.size = sizeof changes;
  CHECK(throng_flow_field_follow(field.get(), larger.get(), &changes, workers.get()) ==
        THRONG_BAD_ARGUMENT);

  // A route of a larger map.
  const CBatch batch = batch_of();
  const throng_query query{{20, 20}, {29, 29}};
  succeed(throng_solve(solver_of(larger).get(), &query, 1, workers.get(), nullptr, nullptr,
                       batch.get()));
  const auto route =
      made<CRoute>([&](auto* out) { return throng_route_create(nullptr, out); });
  succeed(throng_route_assign(route.get(), batch.get(), 0));
  throng_position at{};
  std::int32_t passes = 0;
  CHECK(throng_route_advance(route.get(), grid.get(), 1, &at) == THRONG_BAD_ARGUMENT);
  CHECK(throng_route_place(route.get(), grid.get(), {0, 0}, &passes) ==
        THRONG_BAD_ARGUMENT);
  CHECK(throng_route_assign(route.get(), batch.get(), 1) == THRONG_BAD_ARGUMENT);
  CHECK(message() == "slot 1 of a batch of 1");
  const auto book = made<CRouteBook>(
      [&](auto* out) { return throng_route_book_create(grid.get(), nullptr, out); });
  std::uint32_t id = 0;
  CHECK(throng_route_book_add(book.get(), batch.get(), 0, {0, 0}, &id) ==
        THRONG_BAD_ARGUMENT);
  const throng_new_path unknown{{0, 0}, 0, 7, 0};
  CHECK(throng_route_book_replace_all(book.get(), batch.get(), &unknown, 1,
                                      workers.get()) == THRONG_BAD_ARGUMENT);
  CHECK(message() == "the book has no route 7");
  CHECK(throng_route_book_replace_all(book.get(), batch.get(), nullptr, 1, workers.get()) ==
        THRONG_BAD_ARGUMENT);
}

TEST_CASE("a call that cannot say which number it gave gives none") {
  const CGrid grid = some_grid();
  const CWorkers workers = workers_of(1);
  const CBatch batch = batch_of();
  CHECK(solve_one(solver_of(grid), workers, batch) == THRONG_OK);
  const auto book = made<CRouteBook>(
      [&](auto* out) { return throng_route_book_create(grid.get(), nullptr, out); });
  std::uint32_t route = 9;
  CHECK(throng_route_book_add(book.get(), batch.get(), 0, {7, 0}, nullptr) ==
        THRONG_BAD_ARGUMENT);
  CHECK(message() == "route is null");
  succeed(throng_route_book_add(book.get(), batch.get(), 0, {7, 0}, &route));
  CHECK(route == 0);

  const CSolver solver = solver_of(grid);
  const throng_solver* const solvers[] = {solver.get()};
  const auto scheduler = made<CScheduler>([&](auto* out) {
    return throng_scheduler_create(solvers, 1, nullptr, nullptr, out);
  });
  const auto request = initialised(throng_frame_request_init);
  std::uint64_t ticket = 9;
  CHECK(throng_scheduler_submit(scheduler.get(), &request, nullptr) == THRONG_BAD_ARGUMENT);
  CHECK(message() == "ticket is null");
  succeed(throng_scheduler_submit(scheduler.get(), &request, &ticket));
  CHECK(ticket == 0);
}

TEST_CASE("a small buffer is refused with the size it needs") {
  const CGrid grid = some_grid();
  const CWorkers workers = workers_of(1);
  const CBatch batch = batch_of();
  CHECK(solve_one(solver_of(grid), workers, batch) == THRONG_OK);
  std::array<throng_position, 8> cells{};
  std::size_t count = 0;
  CHECK(throng_batch_cells(batch.get(), 0, cells.data(), 7, &count) == THRONG_TOO_SMALL);
  CHECK(count == 8);
  CHECK(cells[1].x == 0);
  CHECK(throng_batch_cells(batch.get(), 0, cells.data(), 8, &count) == THRONG_OK);
  CHECK(cells[7].x == 7);
  std::array<std::uint64_t, 2> begin{};
  CHECK(throng_batch_turning_points(batch.get(), workers.get(), begin.data(), cells.data(),
                                    1, &count) == THRONG_TOO_SMALL);
  CHECK(count == 2);
  CHECK(begin[1] == 2);
  std::array<throng_run, 1> runs{};
  CHECK(throng_batch_runs(batch.get(), workers.get(), begin.data(), runs.data(), 0,
                          &count) == THRONG_TOO_SMALL);
  CHECK(count == 1);
  CHECK(throng_batch_runs(batch.get(), workers.get(), nullptr, runs.data(), 1, &count) ==
        THRONG_BAD_ARGUMENT);
  CHECK(message() == "begin is null");
  const auto flow = made<CFlowField>(
      [&](auto* out) { return throng_flow_field_create(grid.get(), out); });
  const throng_position place{7, 0};
  succeed(throng_flow_field_set_goals(flow.get(), &place, 1, THRONG_NO_COST_LIMIT,
                                      workers.get()));
  std::array<throng_move, 7> moves{};
  CHECK(throng_flow_field_path_by(flow.get(), {0, 0}, THRONG_TIES_LANES, 3, workers.get(),
                                  moves.data(), 6, &count) == THRONG_TOO_SMALL);
  CHECK(count == 7);
  CHECK(throng_flow_field_path_by(flow.get(), {0, 0}, 5, 3, workers.get(), moves.data(), 7,
                                  &count) == THRONG_BAD_ARGUMENT);
  CHECK(message() == "ties is 5, not 0 to 4");
  std::array<std::uint32_t, 63> field{};
  const throng_position source{};
  CHECK(throng_distance_field(grid.get(), &source, 1, workers.get(), nullptr, nullptr,
                              field.data(), 63) == THRONG_TOO_SMALL);
  CHECK(throng_distance_fields(grid.get(), &source, ~std::size_t{0} / 2, workers.get(),
                               nullptr, nullptr, field.data(), 63) == THRONG_BAD_ARGUMENT);
}

TEST_CASE("workers serve one call at a time") {
  const CGrid grid = some_grid();
  const CSolver solver = solver_of(grid);
  // The second call comes from within the first one, by the host's job system.
  struct Nested {
    const CSolver* solver = nullptr;
    throng_workers* workers = nullptr;
    throng_batch* batch = nullptr;
    throng_code code = THRONG_OK;
  } nested;
  auto host = initialised(throng_host_init);
  host.user = &nested;
  host.concurrency = 2;
  host.parallel_for = [](void* user, std::size_t count, throng_body* run,
                         const void* context) {
    Nested& self = *static_cast<Nested*>(user);
    const throng_query query{};
    self.code = throng_solve(self.solver->get(), &query, 1, self.workers, nullptr, nullptr,
                             self.batch);
    for (std::size_t i = 0; i < count; ++i) run(context, i);
  };
  const CWorkers workers = workers_of(0, &host);
  const CBatch batch = batch_of(), other = batch_of();
  nested = {&solver, workers.get(), other.get(), THRONG_OK};
  std::vector<throng_query> queries(2000, {{0, 0}, {7, 7}});
  succeed(throng_solve(solver.get(), queries.data(), queries.size(), workers.get(), nullptr,
                       nullptr, batch.get()));
  CHECK(nested.code == THRONG_BUSY);
  CHECK(view_of(batch).status[1999] == THRONG_FOUND);
}

TEST_CASE("a cancelled monitor ends a batch and a build", "[parallel]") {
  const CGrid grid = some_grid();
  const CWorkers workers = workers_of(2);
  const auto monitor = made<CMonitor>([](auto* out) { return throng_monitor_create(out); });
  succeed(throng_monitor_cancel(monitor.get()));
  const CBatch batch = batch_of();
  const throng_query query{{0, 0}, {7, 7}};
  const CSolver solver = solver_of(grid);
  succeed(throng_solve(solver.get(), &query, 1, workers.get(), nullptr, monitor.get(),
                       batch.get()));
  CHECK(view_of(batch).status[0] == THRONG_NOT_RUN);
  throng_index* none = nullptr;
  CHECK(throng_index_build(grid.get(), nullptr, workers.get(), monitor.get(), &none) ==
        THRONG_CANCELLED);
  succeed(throng_monitor_reset(monitor.get()));
  succeed(throng_solve(solver.get(), &query, 1, workers.get(), nullptr, monitor.get(),
                       batch.get()));
  std::uint64_t done = 0, total = 0;
  succeed(throng_monitor_progress(monitor.get(), &done, &total));
  CHECK(done == 1);
  CHECK(total == 1);
}

TEST_CASE("each thread has its own last error") {
  CHECK(throng_batch_destroy(nullptr) == THRONG_OK);
  throng_index* none = nullptr;
  CHECK(throng_index_build(nullptr, nullptr, nullptr, nullptr, &none) ==
        THRONG_BAD_ARGUMENT);
  const std::string mine = message();
  std::string theirs = "unset";
  std::thread([&] { theirs = message(); }).join();
  CHECK_FALSE(mine.empty());
  CHECK(theirs.empty());
  CHECK(std::string(throng_code_name(THRONG_TOO_SMALL)) == "the buffer is too small");
  CHECK(std::string(throng_code_name(-1)) == "unknown");
  CHECK(std::string(throng_status_name(THRONG_OUT_OF_BUDGET)) == "out_of_budget");
  CHECK(std::string(throng_status_name(99)) == "unknown");
}

}  // namespace throng::refusals_test
