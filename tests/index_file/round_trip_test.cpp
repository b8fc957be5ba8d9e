#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/executors.hpp"
#include "../support/grounds.hpp"
#include "../support/index_files.hpp"
#include "../support/maps.hpp"
#include "../support/must.hpp"
#include "../support/seeds.hpp"
#include "../support/temporary.hpp"

#include <throng/any_angle.hpp>
#include <throng/index.hpp>
#include <throng/index_file.hpp>
#include <throng/living_map.hpp>
#include <throng/solver.hpp>

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace throng::round_trip_test {

using namespace test;

namespace {

Index built(const std::shared_ptr<const Grid>& grid, const IndexOptions& options) {
  Workers workers(1);
  return must(Index::build(grid, options, workers));
}

void check_same(const Index& a, const Index& b) {
  const std::vector<PartInfo> one = a.parts(), other = b.parts();
  REQUIRE(one.size() == other.size());
  for (std::size_t k = 0; k < one.size(); ++k) {
    CHECK(one[k].name == other[k].name);
    CHECK(one[k].present == other[k].present);
    CHECK(one[k].refusal == other[k].refusal);
    CHECK(one[k].exceeded == other[k].exceeded);
    CHECK(one[k].lack == other[k].lack);
    REQUIRE(one[k].facts.size() == other[k].facts.size());
    for (const PartFact& fact : one[k].facts)
      CHECK((fact.name == "row bytes" || other[k].fact(fact.name) == fact.value));
  }
  CHECK(in_words(a.options()) == in_words(b.options()));
}

void check_same_lines(const Index& a, const Index& b, std::span<const Query> queries) {
  if (!a.has(Part::lines)) return;
  Workers workers(1);
  AnyAnglePaths one, other;
  REQUIRE(solve_lines(a, queries, workers, one));
  REQUIRE(solve_lines(b, queries, workers, other));
  CHECK(one.points == other.points);
  CHECK(one.length == other.length);
}

/// All algorithms and heuristics have the same answers, paths and counters.
void check_round_trip(TerrainView terrain, const Index& index) {
  const std::string bytes = saved(index);
  const std::vector<Query> queries = random_queries(terrain, 60, 1);
  Workers workers(1);
  for (const IndexCheck level : {IndexCheck::hashes, IndexCheck::ranges}) {
    const auto again = loaded(bytes, index.grid(), {.check = level});
    REQUIRE(again);
    check_same(index, *again);
    CHECK(saved(*again) == bytes);
    if (level != IndexCheck::ranges) continue;
    check_same_lines(index, *again, queries);
    for (const SolverOptions& options : all_options(index)) {
      CAPTURE(in_words(options));
      CHECK(same(Solver::make(index, options)->solve(queries, workers),
                 Solver::make(*again, options)->solve(queries, workers)));
    }
  }
}

IndexOptions everything() {
  IndexOptions options;
  options.landmarks.count = 3;
  options.areas = options.gates.build = options.hub_labels.build = options.fronts.build =
      options.hierarchy.build = options.lines.build = true;
  return options;
}

}  // namespace

TEST_CASE("an index from a file answers as the one that was saved, on every ground") {
  std::uint64_t turn = 0;
  for (const test::Ground& ground : some_grounds())
    for (const IndexOptions& options : some_index_options()) {
      if (turn++ % every({.sanitized = 3}) != 0) continue;
      CAPTURE(in_words(ground.grid->rules()), in_words(options));
      Workers workers(1);
      if (const auto index = Index::build(ground.grid, options, workers))
        check_round_trip(ground.terrain, *index);
    }
}

TEST_CASE("hub labels of cells and of corners come back from a file") {
  const Terrain terrain = random_terrain(40, 30, 25, 7);
  const auto grid = *Grid::make(terrain);
  IndexOptions options = everything();
  for (const bool cell_labels : {true, false}) {
    options.hub_labels.cells = cell_labels;
    const auto index = built(grid, options);
    REQUIRE((index.part(Part::hub_labels).fact("cell labels") != 0) == cell_labels);
    check_round_trip(terrain, index);
  }
  options.hub_labels.memory = 100;  // skipped, and the file says why
  const auto index = built(grid, options);
  REQUIRE_FALSE(index.part(Part::hub_labels).exceeded.empty());
  check_round_trip(terrain, index);
}

TEST_CASE("a file says why fronts were skipped") {
  const Terrain terrain = random_terrain(40, 30, 25, 7);
  IndexOptions options{.landmarks = {1}, .fronts = {.build = true, .memory = 100}};
  const auto small = built(*Grid::make(terrain), options);
  REQUIRE_FALSE(small.part(Part::fronts).exceeded.empty());
  check_round_trip(terrain, small);
  const std::vector<Link> links{{{0, 0}, {5, 5}, 3}};
  const auto linked =
      built(*Grid::make(drawn("......\n......\n......\n......\n......\n......"), {},
                        {.links = links}),
            options);
  REQUIRE_FALSE(linked.part(Part::fronts).refusal.empty());
  check_round_trip(drawn("......\n......\n......\n......\n......\n......"), linked);
}

TEST_CASE("a file says why a hierarchy was skipped") {
  const Terrain terrain = random_terrain(40, 30, 25, 7);
  for (const Corners corners : {Corners::never_cut, Corners::always}) {
    const auto index =
        built(*Grid::make(terrain, {.corners = corners}),
              {.landmarks = {1}, .hierarchy = {.build = true, .memory = 100}});
    CHECK(index.part(Part::hierarchy).exceeded.empty() != (corners == Corners::never_cut));
    REQUIRE_FALSE(index.part(Part::hierarchy).refusal.empty());
    check_round_trip(terrain, index);
  }
}

TEST_CASE("labels of lines, or a graph, come back from a file") {
  for (const Rules& rules : {Rules{}, Rules{.corners = Corners::cut_one}}) {
    const Terrain terrain = random_terrain(40, 30, 25, 7);
    for (const std::size_t memory :
         {std::size_t{1} << 26, std::size_t{60'000}, std::size_t{100}, std::size_t{0}}) {
      CAPTURE(memory);
      const auto index =
          built(*Grid::make(terrain, rules),
                {.landmarks = {1}, .lines = {.build = true, .memory = memory}});
      const PartInfo lines = index.part(Part::lines);
      REQUIRE((lines.fact("label entries") > 0) == (memory > 60'000));
      REQUIRE((lines.fact("edges") > 0) == (memory == 60'000));
      REQUIRE(lines.exceeded.empty() == (memory == 0 || memory > 60'000));
      check_round_trip(terrain, index);
    }
  }
}

TEST_CASE("maps without corners, and without open cells, have files too") {
  for (const char* drawing : {"....\n....", "@@\n@@", "."}) {
    const Terrain terrain = drawn(drawing);
    check_round_trip(terrain, built(*Grid::make(terrain), everything()));
  }
}

TEST_CASE("files of equal indexes are equal on any threads", "[parallel]") {
  const auto grid = *Grid::make(random_terrain(60, 50, 30, 3));
  equal_on_all_threads<Workers>([&](Workers& workers) {
    return saved(must(Index::build(grid, everything(), workers)));
  });
}

TEST_CASE("a loaded index adapts its landmarks like the one that was saved") {
  const Terrain terrain = random_terrain(40, 40, 20, 5);
  const auto index = built(*Grid::make(terrain), {.landmarks = {4}});
  const std::string bytes = saved(index);
  const auto again = loaded(bytes, index.grid());
  REQUIRE(again);
  Workers workers(1);
  const std::vector<Query> queries = random_queries(terrain, 50, 2);
  CHECK(saved(again->adapt(queries, workers)) == saved(index.adapt(queries, workers)));
  CHECK(saved(*again) == bytes);
}

TEST_CASE("an index may be saved over the file from which it was loaded") {
  const TemporaryFolder folder;
  const std::string path = folder.file("an.index");
  const Terrain terrain = random_terrain(40, 40, 20, 6);
  const auto grid = *Grid::make(terrain);
  const auto index = built(grid, everything());
  REQUIRE(index.save(path));
  for (const bool copy : {false, true}) {
    const auto again = Index::load(path, grid, {.copy = copy});
    REQUIRE(again);
    REQUIRE(again->save(path));
    CHECK(saved(*again) == saved(index));
  }
}

TEST_CASE("indexes that belong to another grid or to a living map are not saved") {
  const TemporaryFolder folder;
  const std::string path = folder.file("an.index");
  const Terrain terrain = random_terrain(20, 20, 10, 1);
  const auto grid = *Grid::make(terrain);
  const auto index = built(grid, {.landmarks = {2}});
  const std::vector<Weight> influence(400, 1);
  // On its own grid, too: the costlier index has no jump graph, but the landmarks keep the
  // order that the graph gave them.
  for (const auto& other : {*grid->with_influence(influence), grid}) {
    const auto costlier = index.with_costlier_grid(other);
    REQUIRE(costlier);
    const Outcome other_grid = (*costlier).save(path);
    REQUIRE_FALSE(other_grid);
    CHECK(other_grid.error().code == Code::unsupported);
  }
  Workers workers(1);
  const LivingClass movement{.landmarks = 2};
  const auto map = LivingMap::make(terrain, {&movement, 1}, {}, workers);
  REQUIRE(map);
  const Outcome living = map->index(0).save(path);
  REQUIRE_FALSE(living);
  CHECK(living.error().code == Code::unsupported);
  CHECK(std::filesystem::is_empty(folder.path()));
}

TEST_CASE("the header of a file names its map, rules and options") {
  const TemporaryFolder folder;
  const std::string path = folder.file("an.index");
  const Rules rules{.corners = Corners::cut_one, .costs = {2, 3}, .unit_size = 2};
  const auto index = built(*Grid::make(random_terrain(30, 20, 10, 1), rules),
                           {.landmarks = {.count = 5, .seed = 9}});
  REQUIRE(index.save(path));
  const auto info = inspect_index(path);
  REQUIRE(info);
  CHECK(info->width == 30);
  CHECK(info->height == 20);
  CHECK(info->rules == rules);
  CHECK(info->plain);
  CHECK(info->options.landmarks.count == 5);
  CHECK(info->options.landmarks.seed == 9);
  CHECK(info->file_bytes == std::filesystem::file_size(path));
}

}  // namespace throng::round_trip_test
