#include "../../src/core/rng.hpp"
#include "../../src/heuristic/potentials.hpp"
#include "../../src/index/index_access.hpp"
#include "../support/all_pairs.hpp"
#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/edited_map.hpp"
#include "../support/maps.hpp"
#include "../support/seeds.hpp"

#include <throng/index.hpp>
#include <throng/solver.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace throng::living_index_test {

using namespace test;

namespace {

/// A copy of a table of which about half of the slots contribute to lower bounds. Those
/// that contribute to no bound have random values.
LandmarkTable with_garbage(const LandmarkTable& table, SplitMix64& random) {
  const std::span<const Cost> values = table.exact_values();
  const SlotSet lower = table.lower_slots() & random.next();
  const SlotSet upper = table.upper_slots() & random.next();
  VersionedArray<Cost> rows(values.size());
  const std::span<Cost> copy = rows.write(0, values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::size_t slot = i % table.slots();
    const bool is_garbage = slot < static_cast<std::size_t>(table.landmarks()) &&
                            !contains(lower | upper, slot);
    copy[i] = is_garbage ? static_cast<Cost>(random.next()) : values[i];
  }
  return {rows.publish(), table.landmarks(), lower, upper};
}

/// Nodes with numbers that are no rows of the table.
VersionedArray<std::uint32_t>::Snapshot number_nodes(const Grid& grid,
                                                     const JumpGraph& graph) {
  VersionedArray<std::uint32_t> node_of(grid.cell_count(), 0xFFFF'FFFF);
  const std::span<std::uint32_t> numbers = node_of.write(0, grid.cell_count());
  std::uint32_t node = 0;
  for (const CellIndex cell : graph.cells()) numbers[cell] = node++;
  return node_of.publish();
}

Index living_index(const std::shared_ptr<const Grid>& grid, LandmarkTable table,
                   bool with_graph) {
  Index::Parts parts;
  parts.grid = parts.landmark_grid = grid;
  parts.options.landmarks.count = table.landmarks();
  parts.landmarks = std::make_shared<const LandmarkTable>(std::move(table));
  if (JumpMap::allowed(*grid)) {
    Crew crew(1);
    parts.jump_map = std::make_shared<const JumpMap>(*grid);
    if (with_graph) {
      parts.jump_graph =
          std::make_shared<const JumpGraph>(*JumpGraph::make(*grid, *parts.jump_map, crew));
      parts.jump_shortcuts = std::make_shared<const JumpShortcuts>(*grid, *parts.jump_map,
                                                                   *parts.jump_graph, crew);
      parts.living_nodes = number_nodes(*grid, *parts.jump_graph);
    }
  }
  return IndexAccess::make(std::move(parts), VersionPool());
}

/// All pairs of cells, by each optimal search that uses landmarks, and Index::bounds().
void check_index(const EditedMap& map, const Index& index,
                 const std::vector<OracleField<std::uint64_t>>& fields, Workers& workers) {
  check_bounds(map.terrain(), index, fields);
  std::vector<SolverOptions> all = all_options(index);
  for (const SolverOptions& options : family_options(index))
    if (options.algorithm == Algorithm::bidirectional) all.push_back(options);
  int searches = 0;
  for (const SolverOptions& options : all) {
    if (options.heuristic != Heuristic::landmark) continue;
    ++searches;
    check_all_pairs(map.terrain(), *Solver::make(index, options), in_words(options), fields,
                    workers, map.options());
  }
  CHECK(searches >= 2);  // A*, bidirectional
}

void check_map(EditedMap& map, std::size_t landmarks, SplitMix64& random,
               Workers& workers) {
  constexpr std::array<std::size_t, 4> kMost{Potentials::kEditWork, 8, 2, 0};
  PotentialScratch scratch;
  Potentials potentials(map.grid(), landmarks, {});
  potentials.settle(ClosureGraph(map.grid()), Potentials::kUnlimited, scratch);
  for (int i = 0; i < 4; ++i) {
    const std::vector<CellIndex> cells = map.edit(0);
    const ClosureGraph graph(map.grid());
    potentials.edit(graph, cells, scratch, kMost[random.below(kMost.size())]);
    if (random.below(2) == 0) potentials.settle(graph, 1 + random.below(80), scratch);
    if (i % 2 == 0) continue;
    const auto grid = std::make_shared<const Grid>(map.grid());
    CAPTURE(i, map.drawing());
    check_index(map, living_index(grid, with_garbage(potentials.publish(), random), i == 1),
                all_fields(map.terrain(), map.rules(), map.options()), workers);
  }
}

}  // namespace

TEST_CASE("searches on a version of a living map are optimal", "[index]") {
  Workers workers(1);
  SplitMix64 random(5);
  std::uint64_t seed = 0;
  for (std::uint64_t round = 0; round < 6 / every({6, 6}); ++round)
    for (const Rules& rules : few_rules({{.costs = {2, 3}, .unit_size = 2}}))
      for (std::size_t layer = 0; layer < kLayers; ++layer) {
        const auto layers = static_cast<Layers>(layer);
        ++seed;
        EditedMap map(rules, layers, static_cast<std::int32_t>(5 + seed % 4),
                      static_cast<std::int32_t>(4 + seed % 5),
                      static_cast<int>(seed % 4 * 10), seed);
        CAPTURE(in_words(rules), name(layers), seed);
        check_map(map, seed % 2 == 0 ? 5 : 17, random, workers);
      }
}

TEST_CASE("an index of a living map adapts to costlier grids, but not to goals",
          "[index]") {
  Workers workers(1);
  PotentialScratch scratch;
  Terrain terrain = random_terrain(12, 9, 20, 3);
  const auto grid = *Grid::make(terrain);
  Potentials potentials(*grid, 4, {});
  potentials.settle(ClosureGraph(*grid), Potentials::kUnlimited, scratch);
  const auto index = living_index(grid, potentials.publish(), true);
  CHECK(index.options().landmarks.count == 4);
  CHECK(index.has(Part::jump_graph));
  CHECK(index.memory_bytes() >= grid->cell_count() * 36);
  CHECK(index.landmarks(0).empty());
  check_bounds(terrain, index, all_fields(terrain, {}));

  const std::vector<Query> queries = random_queries(terrain, 20, 1);
  CHECK(index.adapt(queries, workers).contents().landmarks == index.contents().landmarks);

  for (std::int32_t y = 0; y < 6; ++y) terrain.set({5, y}, '@');
  const auto costlier = index.with_costlier_grid(*Grid::make(terrain));
  REQUIRE(costlier);
  const auto fields = all_fields(terrain, {});
  for (const SolverOptions& options : all_options(*costlier))
    check_all_pairs(terrain, *Solver::make(*costlier, options), in_words(options), fields,
                    workers);
  check_bounds(terrain, *costlier, fields);
}

}  // namespace throng::living_index_test
