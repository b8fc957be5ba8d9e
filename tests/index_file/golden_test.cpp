#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/index_files.hpp"
#include "../support/index_samples.hpp"
#include "../support/maps.hpp"
#include "../support/must.hpp"
#include "../support/rehash.hpp"

#include <throng/index.hpp>
#include <throng/map_io.hpp>
#include <throng/solver.hpp>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>

// golden.index, fronts.index and earlier.index are files of format 1. Every later version
// opens them, as long as it reads format 1. earlier.index was written like golden.index,
// when hubs had another order and landmarks other places. The others are what this version
// writes:
//   throng index build golden.map --landmarks 2 --gates --hubs -o golden.index
//   throng index build golden.map --landmarks 0 --fronts -o fronts.index
//   throng index build golden.map --landmarks 0 --hierarchy -o hierarchy.index
//   throng index build maps/caves.map --landmarks 0 --hierarchy -o core.index

namespace throng::index_file_golden_test {

using namespace test;

namespace {

std::string path_of(const std::string& file) {
  return (maps_folder().parent_path() / "tests/index_file" / file).string();
}

std::string bytes_of(const char* file) {
  std::ifstream golden(path_of(file), std::ios::binary);
  return std::string{std::istreambuf_iterator<char>(golden), {}};
}

/// Opens a file, and compares it with what is built today: answers and bytes.
Index check_golden(const char* file, const IndexOptions& options,
                   const char* map = "golden.map") {
  const Terrain terrain = must(read_map(path_of(map)));
  const auto grid = *Grid::make(terrain);
  auto index = must(Index::load(path_of(file), grid));
  Workers workers(1);
  const auto built = *Index::build(grid, options, workers);
  const auto queries = random_queries(terrain, 200, 1);
  for (const SolverOptions& search : all_options(index)) {
    CAPTURE(in_words(search));
    CHECK(same(Solver::make(index, search)->solve(queries, workers),
               Solver::make(built, search)->solve(queries, workers)));
  }
  CHECK(saved(built) == bytes_of(file));
  return index;
}

}  // namespace

TEST_CASE("the golden index files are opened, and equal what is built today") {
  const auto index = check_golden(
      "golden.index", {.landmarks = {2}, .hub_labels = {true}, .gates = {true}});
  CHECK(index.options().landmarks.count == 2);
  CHECK(index.part(Part::hub_labels).fact("cell labels") != 0);
  CHECK(index.part(Part::gates).fact("gates") > 0);
  const auto fronts = check_golden("fronts.index", {.landmarks = {0}, .fronts = {true}});
  CHECK(fronts.has(Part::fronts));
  CHECK(check_golden("hierarchy.index", kHierarchy).has(Part::hierarchy));
  CHECK(
      check_golden("core.index", kHierarchy, "../../maps/caves.map").has(Part::hierarchy));
}

TEST_CASE("a hierarchy without ways of its core in the file answers the same") {
  std::string bytes = bytes_of("core.index");
  for (const SectionId id : {SectionId::hierarchy_ways, SectionId::hierarchy_runs})
    hide_section(bytes, id);
  rehash(bytes);
  const Terrain terrain = must(read_map(path_of("../../maps/caves.map")));
  const auto grid = *Grid::make(terrain);
  const auto without = must(loaded(bytes, grid));
  const auto with = must(loaded(bytes_of("core.index"), grid));
  CHECK(without.memory_bytes() < with.memory_bytes());
  Workers workers(1);
  const auto queries = random_queries(terrain, 200, 1);
  const SolverOptions search{.algorithm = Algorithm::hierarchy};
  CHECK(same(Solver::make(without, search)->solve(queries, workers),
             Solver::make(with, search)->solve(queries, workers)));
}

TEST_CASE("an index file whose hubs have another order is opened, at the same costs") {
  const Terrain terrain = must(read_map(path_of("golden.map")));
  const auto grid = *Grid::make(terrain);
  const auto index = must(Index::load(path_of("earlier.index"), grid));
  REQUIRE(index.part(Part::hub_labels).fact("cell labels") != 0);
  Workers workers(1);
  const auto queries = random_queries(terrain, 200, 1);
  CHECK(Solver::make(index, {.algorithm = Algorithm::hub})
            ->solve(queries, workers)
            .cost_hash() == Solver::make(grid, {.algorithm = Algorithm::astar})
                                ->solve(queries, workers)
                                .cost_hash());
}

}  // namespace throng::index_file_golden_test
