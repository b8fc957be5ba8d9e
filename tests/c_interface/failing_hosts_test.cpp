// A host that runs out of memory or throws is a code of the C interface, never a crash.
#include "support.hpp"

#include <throng/terrain.hpp>

#include <cstddef>
#include <new>
#include <stdexcept>
#include <vector>

namespace throng::failing_hosts_test {

using namespace test;

namespace {

/// A host whose functions fail at will.
struct Failing {
  int allocations_left = 1 << 30;
  bool throws = false;
  bool runs_nothing = false;
  bool refuses_by_exception = false;
  std::ptrdiff_t in_use = 0;  ///< bytes

  throng_host host() {
    auto given = initialised(throng_host_init);
    given.user = this;
    given.concurrency = 3;
    given.parallel_for = [](void* user, std::size_t count, throng_body* run,
                            const void* context) {
      const Failing& self = *static_cast<const Failing*>(user);
      for (std::size_t i = 0; i < count && !self.runs_nothing; ++i) run(context, i);
      if (self.throws) throw std::runtime_error("the job system stopped");
    };
    given.allocate = [](void* user, std::size_t bytes, std::size_t alignment) -> void* {
      Failing& self = *static_cast<Failing*>(user);
      if (self.allocations_left-- <= 0) {
        if (self.refuses_by_exception) throw std::runtime_error("no more");
        return nullptr;
      }
      self.in_use += static_cast<std::ptrdiff_t>(bytes);
      return ::operator new(bytes, std::align_val_t(alignment));
    };
    given.release = [](void* user, void* memory, std::size_t bytes, std::size_t alignment) {
      static_cast<Failing*>(user)->in_use -= static_cast<std::ptrdiff_t>(bytes);
      ::operator delete(memory, std::align_val_t(alignment));
    };
    return given;
  }
};

}  // namespace

TEST_CASE("a host that runs out of memory is a code, at every allocation") {
  const CGrid grid = some_grid();
  const CSolver solver = solver_of(grid);
  for (const bool by_exception : {false, true}) {
    int failures = 0;
    for (int allowed = 0;; ++allowed) {
      Failing failing;
      failing.refuses_by_exception = by_exception;
      const throng_host host = failing.host();
      {
        const CWorkers workers = workers_of(0, &host);
        const CBatch batch = batch_of(&host);
        failing.allocations_left = allowed;
        const throng_code code = solve_one(solver, workers, batch);
        failing.allocations_left = 1 << 30;
        if (code == THRONG_OK) break;
        REQUIRE(code == THRONG_OUT_OF_MEMORY);
        ++failures;
        REQUIRE(solve_one(solver, workers, batch) == THRONG_OK);
        REQUIRE(view_of(batch).status[0] == THRONG_FOUND);
      }
      REQUIRE(failing.in_use == 0);
    }
    CHECK(failures > 3);
  }
}

TEST_CASE("lines of a host that runs out of memory are not there") {
  const CGrid grid = some_grid();
  auto options = initialised(throng_index_options_init);
  options.lines = 1;
  const CWorkers builders = workers_of(1);
  const auto index = made<CIndex>([&](auto* out) {
    return throng_index_build(grid.get(), &options, builders.get(), nullptr, out);
  });
  const std::vector<throng_query> queries(40, {{0, 0}, {7, 7}});
  int failures = 0;
  for (int allowed = 0;; ++allowed) {
    Failing failing;
    const throng_host host = failing.host();
    {
      const CWorkers workers = workers_of(0, &host);
      const CLines lines = lines_of(&host);
      const auto solve = [&](std::size_t count) {
        return throng_solve_lines(index.get(), queries.data(), count, workers.get(),
                                  nullptr, nullptr, lines.get());
      };
      succeed(solve(2));
      failing.allocations_left = allowed;
      const throng_code code = solve(queries.size());
      failing.allocations_left = 1 << 30;
      if (code == THRONG_OK) break;
      REQUIRE(code == THRONG_OUT_OF_MEMORY);
      ++failures;
      const throng_lines_view none = view_of(lines);
      REQUIRE((none.count == 0 || none.count == queries.size()));
      for (std::size_t i = 0; i < none.count; ++i) {
        REQUIRE(none.status[i] == THRONG_NOT_RUN);
        REQUIRE(none.point_begin[i + 1] == 0);
      }
      succeed(solve(queries.size()));
      REQUIRE(view_of(lines).status[39] == THRONG_FOUND);
    }
    REQUIRE(failing.in_use == 0);
  }
  CHECK(failures > 3);
}

TEST_CASE("a host that throws is a code, and one that runs nothing does no harm") {
  const CGrid grid = some_grid();
  const CSolver solver = solver_of(grid);
  Failing failing;
  const throng_host host = failing.host();
  const CWorkers workers = workers_of(0, &host);
  const CBatch batch = batch_of(&host);
  std::vector<throng_query> queries(2000, {{0, 0}, {7, 7}});
  const auto solve = [&] {
    return throng_solve(solver.get(), queries.data(), queries.size(), workers.get(),
                        nullptr, nullptr, batch.get());
  };
  failing.throws = true;
  CHECK(solve() == THRONG_HOST_FAILED);
  CHECK(view_of(batch).status[0] == THRONG_NOT_RUN);
  failing.throws = false;
  failing.runs_nothing = true;
  CHECK(solve() == THRONG_OK);
  CHECK(view_of(batch).status[1999] == THRONG_FOUND);

  auto wrong = host;
  wrong.release = nullptr;
  throng_batch* none = nullptr;
  CHECK(throng_batch_create(&wrong, &none) == THRONG_BAD_ARGUMENT);
  wrong = host;
  wrong.concurrency = 0;
  CHECK(throng_batch_create(&wrong, &none) == THRONG_BAD_ARGUMENT);
}

TEST_CASE("a map is broken by an edit that the host let fail, and says so") {
  Failing failing;
  const throng_host host = failing.host();
  const CWorkers workers = workers_of(0, &host);
  auto movement = initialised(throng_map_class_init);
  const throng_map_class* const classes[] = {&movement, &movement};
  const Terrain terrain = *Terrain::make(30, 30);
  auto ground = initialised(throng_terrain_init);
  ground.width = ground.height = 30;
  ground.cells = terrain.view().cells;
  const auto map = made<CMap>([&](auto* out) {
    return throng_map_create(&ground, classes, 2, nullptr, workers.get(), out);
  });
  throng_edit edit{THRONG_EDIT_TERRAIN, {3, 3, 4, 4}, '@', 0};
  // No such kind, and kinds that need blocks.
  for (const int kind : {-1, 5, 6, 7, 8}) {
    edit.kind = kind;
    CHECK(throng_map_edit(map.get(), &edit, 1, workers.get(), nullptr) ==
          THRONG_BAD_ARGUMENT);
  }
  edit.kind = THRONG_EDIT_STEP;
  CHECK(throng_map_edit(map.get(), &edit, 1, workers.get(), nullptr) ==
        THRONG_BAD_ARGUMENT);
  edit.kind = THRONG_EDIT_TERRAIN;
  edit.at.x = 28;
  CHECK(throng_map_edit(map.get(), &edit, 1, workers.get(), nullptr) ==
        THRONG_BAD_ARGUMENT);
  edit.at.x = 3;
  succeed(throng_map_edit(map.get(), &edit, 1, workers.get(), nullptr));
  throng_grid* none = nullptr;
  CHECK(throng_map_grid(map.get(), 2, &none) == THRONG_BAD_ARGUMENT);

  failing.throws = true;
  edit.value = '.';
  CHECK(throng_map_edit(map.get(), &edit, 1, workers.get(), nullptr) == THRONG_HOST_FAILED);
  failing.throws = false;
  CHECK(throng_map_edit(map.get(), &edit, 1, workers.get(), nullptr) == THRONG_BROKEN);
  CHECK(throng_map_grid(map.get(), 0, &none) == THRONG_BROKEN);
}

TEST_CASE("a scheduler is broken by a run without memory, and gives all of it back") {
  const CGrid grid = some_grid();
  const CSolver solver = solver_of(grid);
  const throng_solver* const solvers[] = {solver.get()};
  int failures = 0;
  for (int allowed = 0;; ++allowed) {
    Failing failing;
    const throng_host host = failing.host();
    throng_code code = THRONG_OK;
    {
      const CWorkers workers = workers_of(1);
      const auto scheduler = made<CScheduler>([&](auto* out) {
        return throng_scheduler_create(solvers, 1, nullptr, &host, out);
      });
      auto request = initialised(throng_frame_request_init);
      const throng_position goal{7, 7};
      request.request.goals = &goal;
      request.request.goal_count = 1;
      std::uint64_t ticket = 0;
      succeed(throng_scheduler_submit(scheduler.get(), &request, &ticket));
      const auto run = [&] {
        return throng_scheduler_run(scheduler.get(), THRONG_EXPANSIONS, THRONG_ALL_WORK,
                                    workers.get(), nullptr);
      };
      failing.allocations_left = allowed;
      code = run();
      failing.allocations_left = 1 << 30;
      if (code != THRONG_OK) {
        REQUIRE(code == THRONG_OUT_OF_MEMORY);
        REQUIRE(run() == THRONG_BROKEN);
        ++failures;
      }
    }
    REQUIRE(failing.in_use == 0);
    if (code == THRONG_OK) break;
  }
  CHECK(failures > 3);
}

}  // namespace throng::failing_hosts_test
