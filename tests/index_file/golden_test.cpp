#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/index_files.hpp"
#include "../support/maps.hpp"
#include "../support/must.hpp"

#include <throng/index.hpp>
#include <throng/map_io.hpp>
#include <throng/solver.hpp>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>

// golden.index is a file of format 1. Every later version opens it, as long as it reads
// format 1. Written by: throng index build golden.map --landmarks 2 --gates --hubs
// -o golden.index

namespace throng::index_file_golden_test {

using namespace test;

TEST_CASE("the golden index file is opened, and equals what is built today") {
  const std::string map =
      (maps_folder().parent_path() / "tests/index_file/golden.map").string();
  const std::string path =
      (maps_folder().parent_path() / "tests/index_file/golden.index").string();
  const Terrain terrain = must(read_map(map));
  const auto grid = *Grid::make(terrain);
  const auto index = must(Index::load(path, grid, {.check = IndexCheck::values}));
  CHECK(index->stats().landmarks == 2);
  CHECK(index->stats().cell_labels);
  CHECK(index->stats().gates > 0);
  Workers workers(1);
  IndexOptions options;
  options.landmarks = 2;
  options.gates = options.hubs = true;
  const auto built = *Index::build(grid, options, workers);
  const auto queries = random_queries(terrain, 200, 1);
  for (const SolverOptions& search : all_options(index)) {
    CAPTURE(in_words(search));
    CHECK(same(Solver::make(index, search)->solve(queries, workers),
               Solver::make(built, search)->solve(queries, workers)));
  }
  std::ifstream file(path, std::ios::binary);
  const std::string golden{std::istreambuf_iterator<char>(file), {}};
  CHECK(saved(*built) == golden);
}

}  // namespace throng::index_file_golden_test
