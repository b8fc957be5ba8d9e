#include "attacks.hpp"
#include "c_calls.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <stdexcept>
#include <thread>
#include <unistd.h>

// What random calls of the C interface are made with, and the host that lends its
// functions.

namespace attack {
namespace {

constexpr int kCallsOfASeed = 300;

/// Uses the solver inside a parallel_for: with workers of its own, and with busy ones.
void re_enter(LentHost& host) {
  if (host.depth >= 2 || host.solver == nullptr || host.inner == nullptr) return;
  ++host.depth;
  host.mode = LentHost::Mode::rising;
  throng_batch* batch = nullptr;
  const std::array<throng_query, 3> queries{
      {{{0, 0}, {3, 3}}, {{1, 1}, {0, 5}}, {{2, 0}, {2, 2}}}};
  const auto solve = [&](throng_workers* workers) {
    return throng_solve(host.solver, queries.data(), queries.size(), workers, nullptr,
                        nullptr, batch);
  };
  bool right = throng_batch_create(nullptr, &batch) == THRONG_OK;
  right &= solve(host.inner) == THRONG_OK;
  if (host.outer != nullptr) {
    const throng_code code = solve(host.outer);
    right &= code == THRONG_BUSY || code == THRONG_OK;
  }
  throng_batch_destroy(batch);
  host.mode = LentHost::Mode::re_entering;
  --host.depth;
  if (!right) std::abort();  // no exception of ours may pass through throng
}

void run_bodies(void* user, std::size_t count, throng_body* run, const void* context) {
  LentHost& host = *static_cast<LentHost*>(user);
  switch (host.mode) {
    case LentHost::Mode::falling:
      for (std::size_t i = count; i-- > 0;) run(context, i);
      return;
    case LentHost::Mode::some:
      for (std::size_t i = 0; i < count; i += 2) run(context, i);
      return;
    case LentHost::Mode::none:
      return;
    case LentHost::Mode::threads: {
      std::vector<std::thread> threads;
      for (std::size_t i = 0; i < count; ++i) threads.emplace_back(run, context, i);
      for (std::thread& one : threads) one.join();
      return;
    }
    case LentHost::Mode::throwing:
      throw std::runtime_error("a host that throws");
    case LentHost::Mode::re_entering:
      re_enter(host);
      [[fallthrough]];
    case LentHost::Mode::rising:
      for (std::size_t i = 0; i < count; ++i) run(context, i);
  }
}

void* take_memory(void*, std::size_t bytes, std::size_t alignment) {
  return ::operator new (std::max<std::size_t>(bytes, 1), std::align_val_t{alignment},
                         std::nothrow);
}
void give_memory(void*, void* memory, std::size_t, std::size_t alignment) {
  ::operator delete (memory, std::align_val_t{alignment});
}

}  // namespace

CCalls::CCalls(std::uint64_t seed)
    : random_(seed), file_("throng_attack_" + std::to_string(getpid()) + ".index") {
  for (int k = 0; k < 3; ++k) {
    throng_workers* workers = nullptr;
    throng_batch* batch = nullptr;
    check(throng_workers_create(1 + k % 2, nullptr, &workers) == THRONG_OK, "workers");
    workers_.handles.push_back(workers);
    check(throng_batch_create(nullptr, &batch) == THRONG_OK, "batch");
    batches_.handles.push_back(batch);
  }
}

CCalls::~CCalls() {
  // In another order than users do: what is in use is kept alive.
  grids_.destroy_all();
  indexes_.destroy_all();
  maps_.destroy_all();
  solvers_.destroy_all();
  books_.destroy_all();
  crowds_.destroy_all();
  step_fields_.destroy_all();
  routes_.destroy_all();
  schedulers_.destroy_all();
  flows_.destroy_all();
  places_.destroy_all();
  taken_.destroy_all();
  batches_.destroy_all();
  lines_.destroy_all();
  monitors_.destroy_all();
  workers_.destroy_all();
  unlink(file_.c_str());
}

void CCalls::play() {
  using Call = void (CCalls::*)();
  static constexpr std::array kCalls{&CCalls::call_names,
                                     &CCalls::call_host,
                                     &CCalls::call_workers,
                                     &CCalls::call_monitor,
                                     &CCalls::call_grid,
                                     &CCalls::call_grid,
                                     &CCalls::call_grid_text,
                                     &CCalls::call_grid_queries,
                                     &CCalls::call_grid_paths,
                                     &CCalls::call_index,
                                     &CCalls::call_index,
                                     &CCalls::call_index_file,
                                     &CCalls::call_index_queries,
                                     &CCalls::call_solver,
                                     &CCalls::call_solver,
                                     &CCalls::call_solver,
                                     &CCalls::call_batch,
                                     &CCalls::call_solve,
                                     &CCalls::call_solve,
                                     &CCalls::call_solve_requests,
                                     &CCalls::call_solve_requests,
                                     &CCalls::read_batch,
                                     &CCalls::call_batch_queries,
                                     &CCalls::call_lines,
                                     &CCalls::call_lines,
                                     &CCalls::read_lines,
                                     &CCalls::call_fields,
                                     &CCalls::call_tables,
                                     &CCalls::call_flow,
                                     &CCalls::call_flow_queries,
                                     &CCalls::call_places,
                                     &CCalls::call_group,
                                     &CCalls::call_taken,
                                     &CCalls::call_promise,
                                     &CCalls::call_map,
                                     &CCalls::call_map,
                                     &CCalls::call_map_edit,
                                     &CCalls::call_map_edit,
                                     &CCalls::call_map_labels,
                                     &CCalls::call_map_queries,
                                     &CCalls::call_map_changes,
                                     &CCalls::call_map_save,
                                     &CCalls::call_scheduler,
                                     &CCalls::call_scheduler,
                                     &CCalls::call_submit,
                                     &CCalls::call_submit,
                                     &CCalls::call_submit,
                                     &CCalls::call_run,
                                     &CCalls::call_run,
                                     &CCalls::call_scheduler_edit,
                                     &CCalls::call_scheduler_save,
                                     &CCalls::call_route,
                                     &CCalls::call_route_walk,
                                     &CCalls::call_route_change,
                                     &CCalls::call_book,
                                     &CCalls::call_book_orders,
                                     &CCalls::call_book_orders,
                                     &CCalls::call_book_read,
                                     &CCalls::call_book_paths,
                                     &CCalls::call_book_paths,
                                     &CCalls::call_book_walk,
                                     &CCalls::call_book_review,
                                     &CCalls::call_book_save,
                                     &CCalls::call_crowd,
                                     &CCalls::call_crowd_units,
                                     &CCalls::call_crowd_units,
                                     &CCalls::call_crowd_orders,
                                     &CCalls::call_crowd_orders,
                                     &CCalls::call_crowd_step,
                                     &CCalls::call_crowd_step,
                                     &CCalls::call_crowd_step,
                                     &CCalls::call_crowd_read,
                                     &CCalls::call_crowd_save,
                                     &CCalls::call_step_field,
                                     &CCalls::drop_any};
  for (int k = 0; k < kCallsOfASeed; ++k) {
    const Call one = random_.pick(kCalls);
    (this->*one)();
  }
}

void CCalls::forget(const void* handle) noexcept {
  if (handle == lent_.solver) lent_.solver = nullptr;
  if (handle == lent_.inner) lent_.inner = nullptr;
  if (handle == lent_.outer) lent_.outer = nullptr;
}

void CCalls::drop_any() {
  switch (random_.below(11)) {
    case 0:
      return drop_one(maps_);
    case 1:
      return drop_one(schedulers_);
    case 2:
      return drop_one(grids_);
    case 3:
      return drop_one(indexes_);
    case 4:
      return drop_one(routes_);
    case 5:
      return drop_one(books_);
    case 6:
      return drop_one(flows_);
    case 7:
      return drop_one(taken_);
    case 8:
      return drop_one(crowds_);
    case 9:
      return drop_one(lines_);
    default:
      return drop_one(places_);
  }
}

std::uint32_t CCalls::odd_size(std::size_t size) {
  const auto whole = static_cast<std::uint32_t>(size);
  return random_.one_in(25) ? random_.below(size + 8) : whole;
}

std::size_t CCalls::odd_count(std::uint32_t below) {
  return random_.one_in(6) ? std::numeric_limits<std::size_t>::max() : random_.below(below);
}

throng_position CCalls::position() {
  if (random_.one_in(12)) {
    return {random_.range(-3, kWidth + 3), random_.range(-3, kHeight + 3)};
  }
  if (random_.one_in(60)) {
    return {static_cast<std::int32_t>(random_.next()),
            static_cast<std::int32_t>(random_.next())};
  }
  return {random_.range(0, kWidth - 1), random_.range(0, kHeight - 1)};
}

void CCalls::fill(Buffer<throng_position>& positions) {
  for (throng_position& one : positions) one = position();
}

throng_rules CCalls::rules() {
  throng_rules rules;
  throng_rules_init(&rules, sizeof rules);
  rules.topology = random_.one_in(2) ? THRONG_OCTILE : random_.range(0, 3);
  rules.corners = random_.range(0, 2);
  rules.cost_model = random_.range(0, 1);
  if (random_.one_in(3)) rules.unit_size = random_.range(1, 3);
  if (random_.one_in(5)) {
    rules.cost_straight = 5;
    rules.cost_diagonal = 7;
  }
  if (random_.one_in(5)) throng_rules_terrain(&rules, "digits");
  switch (random_.below(100)) {
    case 0:
      rules.topology = static_cast<std::int32_t>(random_.next());
      break;
    case 1:
      rules.unit_size = random_.range(-2, 70);
      break;
    case 2:
      rules.cost_diagonal = static_cast<std::uint32_t>(random_.next());
      break;
    case 3:
      rules.weights[int{'.'}] = static_cast<std::uint16_t>(random_.next());
      break;
    case 4:
      rules.size = random_.below(sizeof rules + 1);
      break;
    default:
      break;
  }
  return rules;
}

std::unique_ptr<DrawnTerrain> CCalls::terrain() {
  auto drawn = std::make_unique<DrawnTerrain>();
  throng_terrain& terrain = drawn->terrain;
  throng_terrain_init(&terrain, sizeof terrain);
  drawn->cells.assign(kCells, '.');
  for (char& cell : drawn->cells) {
    if (random_.one_in(4)) cell = "@GSTW19x"[random_.below(random_.one_in(40) ? 8 : 7)];
  }
  terrain.width = kWidth;
  terrain.height = kHeight;
  terrain.cells = drawn->cells.data();
  if (random_.one_in(4)) {
    for (std::size_t i = 0; i < kCells; ++i) {
      drawn->weights.push_back(
          static_cast<std::uint16_t>(random_.one_in(200) ? 20'000 : random_.below(6)));
    }
    terrain.weights = drawn->weights.data();
  }
  if (random_.one_in(6)) {
    for (std::size_t i = 0; i < kCells; ++i) {
      drawn->altitude.push_back(static_cast<std::int16_t>(random_.range(-5, 5)));
    }
    terrain.altitude = drawn->altitude.data();
  }
  if (random_.one_in(5)) {
    for (std::uint32_t k = random_.below(9); k > 0; --k) {
      const std::uint32_t move = random_.below(random_.one_in(20) ? 255 : 8);
      drawn->closed.push_back({position(), static_cast<std::uint8_t>(move), {}});
    }
    terrain.closed_steps = drawn->closed.data();
    terrain.closed_step_count = drawn->closed.size();
  }
  if (random_.one_in(4)) {
    for (std::uint32_t k = random_.below(9); k > 0; --k) {
      const std::uint32_t weight = random_.one_in(30) ? 0 : 1 + random_.below(1000);
      drawn->links.push_back(
          {position(), position(), static_cast<std::uint16_t>(weight), 0});
    }
    terrain.links = drawn->links.data();
    terrain.link_count = drawn->links.size();
  }
  switch (random_.below(120)) {
    case 0:
      terrain.width = random_.range(-2, 3);
      break;
    case 1:
      terrain.cells = nullptr;
      break;
    case 2:
      terrain.size = random_.below(sizeof terrain + 1);
      break;
    case 3:
      terrain.pitch = random_.range(-5, 2);
      break;
    default:
      break;
  }
  return drawn;
}

throng_host CCalls::host(bool jobs) {
  throng_host host;
  throng_host_init(&host, sizeof host);
  host.user = &lent_;
  if (random_.one_in(2)) {
    host.allocate = take_memory;
    host.release = give_memory;
  }
  if (jobs && random_.one_in(2)) {
    host.parallel_for = run_bodies;
    host.concurrency = random_.range(1, 5);
  }
  if (random_.one_in(20)) host.concurrency = random_.range(-3, 3000);
  if (random_.one_in(30)) host.release = nullptr;
  if (random_.one_in(30)) host.size = random_.below(sizeof host + 1);
  return host;
}

throng_solver_options CCalls::solver_options() {
  throng_solver_options options;
  throng_solver_options_init(&options, sizeof options);
  if (random_.one_in(2)) options.algorithm = random_.range(0, 16);
  if (random_.one_in(3)) options.heuristic = random_.range(0, 10);
  if (random_.one_in(10)) options.algorithm = static_cast<std::int32_t>(random_.next());
  if (random_.one_in(40)) options.active_landmarks = random_.range(-1, 10);
  if (random_.one_in(8)) options.weight_percent = random_.range(0, 12'000);
  if (random_.one_in(8)) options.beam_width = random_.range(-1, 4);
  if (random_.one_in(4)) options.ties = random_.range(-1, 5);
  if (random_.one_in(40)) options.size = random_.below(sizeof options + 1);
  // It takes exponential time.
  if (options.algorithm == THRONG_ALGORITHM_IDASTAR) options.algorithm = 1;
  return options;
}

throng_index_options CCalls::index_options() {
  throng_index_options options;
  throng_index_options_init(&options, sizeof options);
  options.landmarks = random_.range(0, 4);
  options.placement = random_.range(0, 3);
  options.metric = random_.range(0, 1);
  if (random_.one_in(3)) options.storage = random_.range(0, 2);
  options.jump_graph = random_.range(0, 1);
  options.hubs = random_.one_in(3);
  options.cell_labels = random_.range(0, 1);
  options.areas = random_.one_in(4);
  options.gates = random_.one_in(6);
  options.fronts = random_.one_in(3);
  options.hierarchy = random_.one_in(4);
  options.lines = random_.one_in(2);
  if (random_.one_in(20)) options.landmarks = random_.range(-3, 80);
  if (random_.one_in(20)) options.hub_memory = random_.below(2000);
  if (random_.one_in(20)) options.front_memory = random_.below(5000);
  if (random_.one_in(20)) options.hierarchy_memory = random_.below(2000);
  if (random_.one_in(4)) options.lines_memory = random_.below(40'000);
  if (random_.one_in(30)) options.size = random_.below(sizeof options + 1);
  return options;
}

throng_batch_options CCalls::batch_options() {
  throng_batch_options options;
  throng_batch_options_init(&options, sizeof options);
  options.sharing = random_.range(0, 2);
  options.paths = !random_.one_in(4);
  options.latency = random_.one_in(5);
  if (random_.one_in(4)) options.max_moves = random_.below(6);
  if (random_.one_in(4)) options.max_expansions = random_.below(30);
  if (random_.one_in(4)) options.max_cost = random_.below(30'000);
  if (random_.one_in(60)) options.sharing = 5;
  if (random_.one_in(60)) options.max_cost = THRONG_NO_PATH;
  if (random_.one_in(40)) options.size = random_.below(sizeof options + 1);
  return options;
}

throng_field_options CCalls::field_options() {
  throng_field_options options;
  throng_field_options_init(&options, sizeof options);
  options.metric = random_.range(0, 1);
  options.direction = random_.range(0, 1);
  if (random_.one_in(3)) options.max_cost = random_.below(30'000);
  if (random_.one_in(60)) options.direction = 7;
  if (random_.one_in(40)) options.size = random_.below(sizeof options + 1);
  return options;
}

DrawnRequests CCalls::requests(std::uint32_t most) {
  DrawnRequests drawn;
  const std::uint32_t count = random_.below(most);
  drawn.goals.resize(count);
  drawn.requests.resize(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    for (std::uint32_t k = random_.below(4); k > 0; --k)
      drawn.goals[i].push_back(position());
    throng_request& one = drawn.requests[i];
    one = {position(), drawn.goals[i].data(), drawn.goals[i].size(),
           0,          random_.range(0, 2),   random_.below(4)};
    if (random_.one_in(3)) one.radius = random_.decimal(5);
    switch (random_.below(150)) {
      case 0:
        one.radius = NAN;
        break;
      case 1:
        one.radius = -1;
        break;
      case 2:
        one.radius = INFINITY;
        break;
      case 3:
        one.radius = 1e300;
        break;
      case 4:
        one.visit = 7;
        break;
      case 5:
        one.flags = 99;
        break;
      case 6:
        one.goals = nullptr;
        break;
      default:
        break;
    }
  }
  return drawn;
}

throng_changes CCalls::any_changes() {
  changed_ = {{{0, 0, kWidth, kHeight},
               {random_.range(-5, 20), random_.range(-5, 20), random_.range(-3, 40),
                random_.range(-3, 40)}}};
  throng_changes changes{};
  changes.size = sizeof changes;
  changes.costlier = changes.cheaper = changed_.data();
  changes.costlier_count = changes.cheaper_count = changed_.size();
  return changes;
}

std::vector<throng_edit> CCalls::edits() {
  std::vector<throng_edit> edits(random_.below(4));
  for (throng_edit& one : edits) {
    one.kind = random_.range(0, 7);
    one.at = {random_.range(0, kWidth - 1), random_.range(0, kHeight - 1), 1, 1};
    if (random_.one_in(3)) {
      one.at.width = std::min(kWidth - one.at.x, random_.range(1, 3));
      one.at.height = std::min(kHeight - one.at.y, random_.range(1, 3));
    }
    one.open = random_.range(0, 1);
    one.value = random_.range(0, 7);
    if (one.kind == THRONG_EDIT_TERRAIN) {
      one.value = static_cast<unsigned char>("..@@GSTW"[random_.below(8)]);
    }
    switch (random_.below(120)) {
      case 0:
        one.value = static_cast<std::int32_t>(random_.next());
        break;
      case 1:
        one.kind = random_.range(-2, 9);
        break;
      case 2:  // a block would have too few cells
        if (one.kind < THRONG_EDIT_TERRAIN_BLOCK) {
          one.at.width = static_cast<std::int32_t>(random_.next());
        }
        break;
      case 3:
        one.open = 3;
        break;
      default:
        break;
    }
  }
  return edits;
}

std::vector<throng_block> CCalls::blocks() {
  block_characters_.clear();
  block_weights_.clear();
  for (int k = 0; k < kWidth * kHeight; ++k) {
    block_characters_ += "..@@GSTW"[random_.below(8)];
    block_weights_.push_back(static_cast<std::uint16_t>(random_.below(9)));
  }
  std::vector<throng_block> blocks(random_.range(6, 8));
  for (throng_block& one : blocks) {
    if (!random_.one_in(60)) one.characters = block_characters_.data();
    if (!random_.one_in(60)) one.weights = block_weights_.data();
  }
  return blocks;
}

void attack_c_calls(std::uint64_t seed) { CCalls(seed).play(); }

}  // namespace attack
