// Indexes of the C interface are those of the library.
#include "../support/batches.hpp"
#include "../support/maps.hpp"
#include "../support/temporary.hpp"
#include "support.hpp"

#include <throng/throng.hpp>

#include <string>
#include <vector>

namespace throng::equal_indexes_test {

using namespace test;

namespace {

throng_index_info info_of(const CIndex& index) {
  throng_index_info info{};
  info.size = sizeof info;
  succeed(throng_index_get_info(index.get(), &info));
  return info;
}

CIndex built(const CGrid& grid, const throng_index_options& options) {
  const CWorkers workers = workers_of(1);
  return made<CIndex>([&](auto* out) {
    return throng_index_build(grid.get(), &options, workers.get(), nullptr, out);
  });
}

/// Compares the answers of an algorithm from an index with those of the library.
void check_answers(const Terrain& terrain, const CIndex& index,
                   const IndexOptions& own_options, Algorithm algorithm,
                   std::int32_t c_algorithm) {
  const std::vector<Query> queries = random_queries(terrain, 200, 3);
  const auto c_queries = in_c(queries);
  const CWorkers workers = workers_of(1);
  auto search = initialised(throng_solver_options_init);
  search.algorithm = c_algorithm;
  const auto solver = made<CSolver>(
      [&](auto* out) { return throng_solver_create_indexed(index.get(), &search, out); });
  const CBatch batch = batch_of();
  succeed(throng_solve(solver.get(), c_queries.data(), c_queries.size(), workers.get(),
                       nullptr, nullptr, batch.get()));
  Workers own(1);
  const auto own_index = *Index::build(*Grid::make(terrain), own_options, own);
  const auto own_solver = Solver::make(own_index, {.algorithm = algorithm});
  CHECK(hash_of(batch) == own_solver->solve(queries, own).hash());
}

}  // namespace

TEST_CASE("a hierarchy answers as it does in C++") {
  const Terrain terrain = random_terrain(60, 60, 25, 2);
  const CGrid grid = grid_of_text(to_text(terrain.view()));
  auto options = initialised(throng_index_options_init);
  options.landmarks = 0;
  options.hierarchy = 1;
  const CIndex index = built(grid, options);
  check_answers(terrain, index, {.landmarks = {0}, .hierarchy = {true}},
                Algorithm::hierarchy, THRONG_ALGORITHM_HIERARCHY);
  CHECK(info_of(index).hierarchy == 1);
  CHECK(info_of(index).hierarchy_memory_exceeded == 0);
  options.hierarchy_memory = 1000;
  const throng_index_info small = info_of(built(grid, options));
  CHECK(small.hierarchy == 0);
  CHECK(small.hierarchy_memory_exceeded == 1);
}

TEST_CASE("paths of each choice of ties are those of the library") {
  const Terrain terrain = random_terrain(60, 60, 25, 2);
  const CGrid grid = grid_of_text(to_text(terrain.view()));
  const std::vector<Query> queries = random_queries(terrain, 200, 3);
  const auto c_queries = in_c(queries);
  const CWorkers workers = workers_of(1);
  Workers own(1);
  for (const Ties ties : kTies) {
    auto search = initialised(throng_solver_options_init);
    search.ties = static_cast<std::int32_t>(ties);
    const auto solver = made<CSolver>(
        [&](auto* out) { return throng_solver_create(grid.get(), &search, out); });
    const CBatch batch = batch_of();
    succeed(throng_solve(solver.get(), c_queries.data(), c_queries.size(), workers.get(),
                         nullptr, nullptr, batch.get()));
    const auto own_solver = Solver::make(*Grid::make(terrain), {.ties = ties});
    CHECK(hash_of(batch) == own_solver->solve(queries, own).hash());
  }
  auto wrong = initialised(throng_solver_options_init);
  wrong.ties = THRONG_TIES_LANES + 1;
  throng_solver* none = nullptr;
  CHECK(throng_solver_create(grid.get(), &wrong, &none) == THRONG_BAD_ARGUMENT);
}

TEST_CASE("landmarks at jump points answer as they do in C++") {
  const Terrain terrain = random_terrain(60, 60, 25, 2);
  auto options = initialised(throng_index_options_init);
  options.storage = THRONG_STORE_JUMP_POINTS;
  const CIndex index = built(grid_of_text(to_text(terrain.view())), options);
  check_answers(terrain, index, {.landmarks = {.storage = LandmarkStorage::jump_points}},
                Algorithm::jps, THRONG_ALGORITHM_JPS);
}

TEST_CASE("fronts answer as they do in C++") {
  const Terrain terrain = random_terrain(40, 40, 25, 2);
  const CGrid grid = grid_of_text(to_text(terrain.view()));
  auto options = initialised(throng_index_options_init);
  options.landmarks = 0;
  options.fronts = 1;
  const CIndex index = built(grid, options);
  check_answers(terrain, index, {.landmarks = {0}, .fronts = {true}}, Algorithm::front,
                THRONG_ALGORITHM_FRONT);
  CHECK(info_of(index).fronts == 1);
  CHECK(info_of(index).front_memory_exceeded == 0);
  options.front_memory = 1000;
  const throng_index_info small = info_of(built(grid, options));
  CHECK(small.fronts == 0);
  CHECK(small.front_memory_exceeded == 1);
}

TEST_CASE("fields and flow fields of an index are those of the library") {
  const Terrain terrain = random_terrain(40, 40, 25, 2);
  const CGrid grid = grid_of_text(to_text(terrain.view()));
  auto options = initialised(throng_index_options_init);
  options.landmarks = 0;
  options.fronts = 1;
  const CIndex index = built(grid, options);
  const CWorkers workers = workers_of(1);
  Workers own_workers(1);
  const auto own = *Grid::make(terrain);
  const std::vector<Position> sources{{3, 4}, {30, 21}, {-1, 5}};
  const auto* const c_sources = reinterpret_cast<const throng_position*>(sources.data());
  std::vector<Cost> values(3 * terrain.cell_count());
  succeed(throng_distance_fields_indexed(index.get(), c_sources, 3, workers.get(), nullptr,
                                         nullptr, values.data(), values.size()));
  CHECK(values == distances(own, sources, own_workers));
  CHECK(throng_distance_fields_indexed(index.get(), c_sources, 3, workers.get(), nullptr,
                                       nullptr, values.data(),
                                       values.size() - 1) == THRONG_TOO_SMALL);
  values.resize(terrain.cell_count());
  succeed(throng_distance_field_indexed(index.get(), c_sources, 3, workers.get(), nullptr,
                                        nullptr, values.data(), values.size()));
  CHECK(values == distances(own, sources, own_workers, {.nearest_source = true}));

  const auto flow = made<CFlowField>(
      [&](auto* out) { return throng_flow_field_create_indexed(index.get(), out); });
  succeed(throng_flow_field_set_goals(flow.get(), c_sources, 3, THRONG_NO_COST_LIMIT,
                                      workers.get()));
  throng_changes changes{};
  changes.size = sizeof changes;
  succeed(
      throng_flow_field_follow_indexed(flow.get(), index.get(), &changes, workers.get()));
  for (std::size_t i = 0; i < values.size(); ++i) {
    std::uint32_t cost = 0;
    succeed(throng_flow_field_distance(
        flow.get(), {static_cast<int>(i % 40), static_cast<int>(i / 40)}, &cost));
    REQUIRE(cost == values[i]);
  }
  const CIndex larger =
      built(grid_of_text(to_text(random_terrain(41, 40, 25, 2).view())), options);
  CHECK(throng_flow_field_follow_indexed(flow.get(), larger.get(), &changes,
                                         workers.get()) == THRONG_BAD_ARGUMENT);
}

TEST_CASE("the parts of an index are those of C++") {
  const Terrain terrain = random_terrain(40, 40, 25, 2);
  const CGrid grid = grid_of_text(to_text(terrain.view()));
  auto options = initialised(throng_index_options_init);
  options.hubs = 1;
  options.fronts = 1;
  options.front_memory = 1'000;
  options.lines = 1;
  options.lines_memory = 1'000;
  const CIndex index = built(grid, options);
  Workers own(1);
  const auto same = *Index::build(*Grid::make(terrain),
                                  {.hub_labels = {true},
                                   .fronts = {.build = true, .memory = 1'000},
                                   .lines = {.build = true, .memory = 1'000}},
                                  own);
  CHECK_FALSE(same.part(Part::lines).lack.empty());
  std::size_t number = 0;
  for (const PartInfo& part : same.parts()) {
    throng_part_info info{};
    info.size = sizeof info;
    succeed(throng_index_get_part(index.get(), number++, &info));
    CHECK(info.name == std::string(part.name));
    CHECK(info.refusal == part.refusal);
    CHECK(info.lack == part.lack);
    CHECK(info.present == (part.present ? 1 : 0));
    CHECK(info.bytes == part.bytes);
  }
  CHECK(number == 5);
  throng_part_info none{};
  none.size = sizeof none;
  CHECK(throng_index_get_part(index.get(), number, &none) == THRONG_BAD_ARGUMENT);
  CHECK(std::string(throng_last_error()) == "part is 5, but the index has 5");
}

TEST_CASE("an index goes to a file and comes back") {
  const TemporaryFolder folder;
  const std::string file = folder.file("map.index");
  const CGrid grid = grid_of_text(to_text(random_terrain(40, 40, 25, 2).view()));
  const CWorkers workers = workers_of(1);
  const auto built = made<CIndex>([&](auto* out) {
    return throng_index_build(grid.get(), nullptr, workers.get(), nullptr, out);
  });
  succeed(throng_index_save(built.get(), file.c_str()));
  const auto loaded = made<CIndex>(
      [&](auto* out) { return throng_index_load(file.c_str(), grid.get(), nullptr, out); });
  throng_index_info info{};
  info.size = sizeof info;
  succeed(throng_index_get_info(loaded.get(), &info));
  CHECK(info.landmarks == 16);
  CHECK(info.jump_graph == 1);
  std::uint32_t lower = 0, upper = 0, lower_again = 1, upper_again = 1;
  succeed(throng_index_bounds(built.get(), {1, 1}, {30, 20}, &lower, &upper));
  succeed(throng_index_bounds(loaded.get(), {1, 1}, {30, 20}, &lower_again, &upper_again));
  CHECK(lower == lower_again);
  CHECK(upper == upper_again);

  throng_index* none = nullptr;
  CHECK(throng_index_load("/nowhere/at.all", grid.get(), nullptr, &none) == THRONG_IO);
  CHECK(std::string(throng_last_error()).find("/nowhere/at.all") == 0);
  CHECK(none == nullptr);
}

}  // namespace throng::equal_indexes_test
