#include "shortage.hpp"

#include "attacks.hpp"
#include "random.hpp"

#include <memory>

namespace attack {

void prepare(throng_code code) {
  check(code == THRONG_OK, "a preparation fails with code ", code, ": ",
        throng_last_error());
}

const char* Stock::cells() {
  return "........"
         ".@@@@@@."
         "........"
         ".@.@.@.."
         "........"
         "..@@@@.."
         "........"
         "........";
}

throng_terrain Stock::terrain() {
  throng_terrain terrain;
  throng_terrain_init(&terrain, sizeof terrain);
  terrain.width = terrain.height = kSide;
  terrain.cells = cells();
  return terrain;
}

Stock::Stock() {
  const throng_host lent = workers_memory.host();
  prepare(throng_workers_create(1, &lent, &workers));
  make_grids();
  make_solvers();
  make_maps();
}

void Stock::make_grids() {
  throng_terrain of = terrain();
  prepare(throng_grid_create(&of, nullptr, &grid));
  for (std::uint16_t i = 0; i < kCells; ++i) {
    weights.push_back(static_cast<std::uint16_t>(1 + i % 4));
  }
  of.weights = weights.data();
  prepare(throng_grid_create(&of, nullptr, &weighted));
  of.weights = nullptr;
  of.cells =
      "........"
      "......@."
      "..@..@.."
      ".@.@.@.."
      "...@...."
      "..@..@.."
      "........"
      "........";
  prepare(throng_grid_create(&of, nullptr, &other));
  throng_index_options options;
  throng_index_options_init(&options, sizeof options);
  options.landmarks = 3;
  options.hubs = options.fronts = options.hierarchy = options.areas = options.gates = 1;
  options.lines = 1;
  prepare(throng_index_build(grid, &options, workers, nullptr, &index));
  options.areas = options.gates = options.lines = 0;
  prepare(throng_index_build(weighted, &options, workers, nullptr, &weighted_index));
}

void Stock::make_solvers() {
  const throng_host for_batch = batch_memory.host(), for_frames = scheduler_memory.host(),
                    for_route = route_memory.host(), for_book = book_memory.host();
  prepare(throng_solver_create_indexed(index, nullptr, &solver));
  prepare(throng_solver_create(weighted, nullptr, &weighted_solver));
  prepare(throng_batch_create(&for_batch, &batch));
  prepare(throng_batch_create(nullptr, &paths));
  prepare(throng_lines_create(&for_batch, &lines));
  for (std::int32_t i = 0; i < 12; ++i) {
    queries.push_back({{i % 8, i * 3 % 8}, {i * 5 % 8, (i * 7 + 2) % 8}});
  }
  prepare(throng_solve(solver, queries.data(), queries.size(), workers, nullptr, nullptr,
                       paths));
  const std::array<const throng_solver*, 2> solvers{solver, weighted_solver};
  prepare(throng_scheduler_create(solvers.data(), solvers.size(), nullptr, &for_frames,
                                  &scheduler));
  prepare(throng_route_create(&for_route, &route));
  prepare(throng_route_book_create(grid, &for_book, &book));
  prepare(throng_flow_field_create(grid, &flow));
  prepare(throng_step_field_create(grid, &step_field));
  prepare(throng_places_create(grid, &places));
  prepare(throng_taken_cells_create(kSide, kSide, &taken));
}

void Stock::make_maps() {
  throng_map_class one;
  throng_map_class_init(&one, sizeof one);
  one.landmarks = 3;
  one.fronts = 1;
  throng_rules wide_rules;
  throng_rules_init(&wide_rules, sizeof wide_rules);
  wide_rules.unit_size = 2;
  throng_map_class wide = one;
  wide.rules = &wide_rules;
  wide.fronts = 0;
  const std::array<const throng_map_class*, 2> classes{&one, &wide};
  throng_map_options options;
  throng_map_options_init(&options, sizeof options);
  options.steps = 1;
  const std::array<throng_link, 2> links{{{{0, 0}, {7, 7}, 2, 0}, {{3, 4}, {0, 7}, 1, 0}}};
  throng_terrain of = terrain();
  of.links = links.data();
  of.link_count = links.size();
  prepare(throng_map_create(&of, classes.data(), classes.size(), &options, workers, &map));
  const throng_host lent = scheduler_memory.host();
  prepare(throng_scheduler_create_on_map(map, nullptr, 0, nullptr, &lent, &map_scheduler));
  const throng_host for_crowd = crowd_memory.host();
  prepare(throng_crowd_create(map, nullptr, &for_crowd, &crowd));
  throng_map_class jumping;
  throng_map_class_init(&jumping, sizeof jumping);
  jumping.landmarks = 2;
  const throng_map_class* const list = &jumping;
  of = terrain();
  prepare(throng_map_create(&of, &list, 1, nullptr, workers, &plain_map));
}

Stock::~Stock() {
  throng_crowd_destroy(crowd);
  throng_step_field_destroy(step_field);
  throng_scheduler_destroy(map_scheduler);
  throng_map_destroy(map);
  throng_map_destroy(plain_map);
  throng_taken_cells_destroy(taken);
  throng_places_destroy(places);
  throng_flow_field_destroy(flow);
  throng_route_book_destroy(book);
  throng_route_destroy(route);
  throng_scheduler_destroy(scheduler);
  throng_lines_destroy(lines);
  throng_batch_destroy(batch);
  throng_batch_destroy(paths);
  throng_solver_destroy(solver);
  throng_solver_destroy(weighted_solver);
  throng_index_release(index);
  throng_index_release(weighted_index);
  throng_workers_destroy(workers);
  throng_grid_release(grid);
  throng_grid_release(weighted);
  throng_grid_release(other);
}

std::string text_of(const throng_batch* batch) {
  throng_batch_view view{};
  view.size = sizeof view;
  const throng_code code = throng_batch_get(batch, &view);
  std::ostringstream out;
  out << "code " << code;
  if (code != THRONG_OK) return out.str();
  for (std::size_t i = 0; i < view.slots; ++i) {
    out << "; " << int{view.status[i]} << ' ' << view.cost[i] << ' ' << view.upper[i]
        << " at " << view.start[i].x << ',' << view.start[i].y << ':';
    for (std::uint64_t k = view.path_begin[i]; k < view.path_begin[i + 1]; ++k) {
      out << ' ' << int{view.moves[k]};
    }
    if (view.first != nullptr) {
      out << " to " << view.end[i].x << ',' << view.end[i].y << ' ' << view.end_cost[i];
    }
    std::array<throng_position, 200> cells;
    std::size_t count = 0;
    out << " cells " << throng_batch_cells(batch, i, cells.data(), cells.size(), &count)
        << ' ' << count;
  }
  for (std::size_t i = 0; view.first != nullptr && i <= view.requests; ++i) {
    out << " first " << view.first[i];
  }
  for (std::size_t i = 0; view.ticket != nullptr && i < view.requests; ++i) {
    out << " ticket " << view.ticket[i] << ' ' << view.agent[i] << ' ' << view.frame[i]
        << ' ' << int{view.current[i]};
  }
  return out.str();
}

namespace {

constexpr long kEachFirst = 24;  ///< up to this allocation, each fails in turn
constexpr long kMost = 4000;

std::vector<ShortageCase> all_cases() {
  std::vector<ShortageCase> cases;
  add_grid_cases(cases);
  add_solver_cases(cases);
  add_line_cases(cases);
  add_field_cases(cases);
  add_map_cases(cases);
  add_scheduler_cases(cases);
  add_route_cases(cases);
  add_book_cases(cases);
  add_crowd_cases(cases);
  return cases;
}

/// One call of the C interface whose allocations fail, one by one.
class Shortage {
 public:
  /// memory: of Stock::memories; one beyond them: global operator new.
  Shortage(const ShortageCase& of, std::size_t memory, bool once)
      : case_(of), memory_(memory), once_(once) {}

  void play(Random& random) {
    stage(case_.name);
    Stock undisturbed;
    if (case_.setup) case_.setup(undisturbed);
    const throng_code code = case_.call(undisturbed);
    check(code == THRONG_OK, case_.name, " fails by itself with code ", code, ": ",
          throng_last_error());
    if (case_.result) want_ = case_.result(undisturbed);
    for (long left = 0; left < kMost;) {
      const Scene scene([&] { return text(left); });
      if (!try_one(left)) return;
      left +=
          left < kEachFirst ? 1 : 1 + random.below(static_cast<std::uint64_t>(left) / 4);
    }
  }

 private:
  std::string text(long left) const {
    return case_.name + ", allocation " + std::to_string(left) +
           (once_ ? " alone" : " and all after it") + " fails, of " +
           (global() ? std::string("operator new") : "host " + std::to_string(memory_));
  }
  bool global() const { return memory_ >= std::tuple_size_v<decltype(Stock::memories)>; }

  /// Returns whether an allocation failed.
  bool try_one(long left) {
    const auto stock = std::make_unique<Stock>();
    if (case_.setup) case_.setup(*stock);
    const std::string before = case_.state ? case_.state(*stock) : "";
    if (global()) {
      Famine::begin(left, once_);
    } else {
      stock->memories[memory_]->begin(left, once_);
    }
    const throng_code code = case_.call(*stock);
    const long failed = global() ? Famine::end() : stock->memories[memory_]->end();
    if (failed == 0) {
      check(code == THRONG_OK, "without a failure, code ", code);
    } else {
      check(code == THRONG_OK || code == THRONG_OUT_OF_MEMORY, "code ", code, ": ",
            throng_last_error());
    }
    if (code == THRONG_OK) {
      check_result(*stock, "it succeeded, but has another result");
    } else {
      check_failed(*stock, before);
    }
    counts().compared(code == THRONG_OK ? "calls that succeeded" : "calls that failed");
    check_leaks(*stock);
    return failed > 0;
  }

  void check_failed(Stock& stock, const std::string& before) {
    if (case_.left) {
      case_.left(stock);
    } else if (case_.state) {
      const std::string after = case_.state(stock);
      check(after == before, "a call that failed changed something\nbefore: ", before,
            "\nafter:  ", after);
    }
    const throng_code again = case_.call(stock);
    if (case_.breaks && again == THRONG_BROKEN) return;
    check(again == THRONG_OK, "the next call fails with code ", again, ": ",
          throng_last_error());
    check_result(stock, "the next call has another result");
  }

  void check_result(Stock& stock, const char* what) {
    if (!case_.result) return;
    const std::string result = case_.result(stock);
    check(result == want_, what, "\nwant: ", want_, "\ngot:  ", result);
  }

  /// What a host lent is given back when all objects are destroyed.
  static void check_leaks(Stock& stock) {
    // The destructor of Stock would find it too late: its memories are gone then.
    throng_crowd_destroy(std::exchange(stock.crowd, nullptr));
    throng_scheduler_destroy(std::exchange(stock.map_scheduler, nullptr));
    throng_scheduler_destroy(std::exchange(stock.scheduler, nullptr));
    throng_map_destroy(std::exchange(stock.map, nullptr));
    throng_map_destroy(std::exchange(stock.plain_map, nullptr));
    throng_lines_destroy(std::exchange(stock.lines, nullptr));
    throng_batch_destroy(std::exchange(stock.batch, nullptr));
    throng_route_destroy(std::exchange(stock.route, nullptr));
    throng_route_book_destroy(std::exchange(stock.book, nullptr));
    throng_workers_destroy(std::exchange(stock.workers, nullptr));
    for (const HostMemory* const memory : stock.memories) {
      check(memory->in_use() == 0, memory->in_use(), " bytes of a host leak");
    }
  }

  const ShortageCase& case_;
  std::size_t memory_;
  bool once_;
  std::string want_;
};

}  // namespace

void attack_shortage(std::uint64_t seed) {
  static const std::vector<ShortageCase> cases = all_cases();
  constexpr std::size_t kMemories = std::tuple_size_v<decltype(Stock::memories)> + 1;
  constexpr std::uint64_t kApart = 7919;  // successive seeds try cases that lie far apart
  Random random(seed);
  std::uint64_t one = seed * kApart % (cases.size() * kMemories * 2);
  const bool once = one % 2 == 1;
  one /= 2;
  Shortage(cases[one / kMemories], one % kMemories, once).play(random);
}

}  // namespace attack
