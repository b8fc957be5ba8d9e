#include "../../src/core/rng.hpp"
#include "../../src/heuristic/plain.hpp"
#include "../../src/jump/jump_editor.hpp"
#include "../../src/search/graph_jumps.hpp"
#include "../../src/search/jump_search.hpp"
#include "../support/catch.hpp"
#include "../support/edited_jumps.hpp"
#include "../support/maps.hpp"
#include "../support/oracle.hpp"
#include "../support/seeds.hpp"

#include <throng/column.hpp>
#include <throng/grid.hpp>

#include <memory_resource>
#include <vector>

namespace throng::edited_graph_test {

namespace {

struct Found {
  SearchResult result;
  Column<Move> moves;
};

/// Searches that read one jump graph.
class Searches {
 public:
  Searches(const Grid& grid, const JumpMap& map, const JumpGraph& graph,
           const JumpShortcuts& shortcuts, const std::uint32_t* node_of)
      : space_(grid),
        jumps_(grid, space_, map, graph, shortcuts, NodesByCell(node_of)),
        bound_(grid.rules().topology, grid.costs()) {}

  Found find(CellIndex start, CellIndex goal) {
    Found found;
    found.result =
        jump_search(jumps_, start, goal, bound_, {~0U, kUnreachable - 2}, table_, open_);
    if (found.result.status == Status::found)
      append_jumps(jumps_, start, goal, table_, found.moves);
    return found;
  }

 private:
  SearchSpace space_;
  GraphJumps jumps_;
  OctileBound bound_;
  JumpTable table_;
  RingQueue open_;
};

/// Whether the moves are legal, lead from start to goal, and cost as much.
bool walks(const Grid& grid, CellIndex start, CellIndex goal, const Found& found) {
  Cost cost = 0;
  for (const Move move : found.moves) {
    if ((grid.moves()[start] >> static_cast<unsigned>(move) & 1U) == 0) return false;
    cost += grid.step_cost(start, move);
    start += grid.offset(move);
  }
  return start == goal && cost == found.result.cost;
}

/// Compares the searches of a version with the distances, and if it is settled, with the
/// searches of a new build.
void check(const test::EditedJumps& map, const JumpVersion& version, bool settled) {
  const Grid& grid = map.grid();
  Searches searches(grid, version.map, version.graph, version.shortcuts,
                    version.node_of.data());
  Crew crew(1);
  const JumpMap stops(grid);
  const JumpGraph graph = *JumpGraph::make(grid, stops, crew);
  const JumpShortcuts shortcuts(grid, stops, graph, crew);
  std::vector<std::uint32_t> node_of(grid.cell_count(), JumpEditor::kNoNode);
  for (std::size_t i = 0; i < graph.cells().size(); ++i)
    node_of[graph.cells()[i]] = static_cast<std::uint32_t>(i);
  Searches built(grid, stops, graph, shortcuts, node_of.data());

  std::size_t wrong = 0;
  for (const Position from : test::all_cells(map.terrain())) {
    if (!grid.open(from)) continue;
    const auto field = test::oracle_field(map.terrain(), grid.rules(), from);
    std::size_t slot = 0;
    for (const Position to : test::all_cells(map.terrain())) {
      const auto& truth = field[slot++];
      if (!truth || from == to) continue;
      const CellIndex start = grid.cell(from), goal = grid.cell(to);
      const Found found = searches.find(start, goal);
      wrong += found.result.cost != truth.cost || !walks(grid, start, goal, found);
      if (!settled) continue;
      const Found same = built.find(start, goal);
      wrong += found.moves != same.moves || found.result.expanded != same.result.expanded ||
               found.result.generated != same.result.generated;
    }
  }
  REQUIRE(wrong == 0);
}

}  // namespace

TEST_CASE(
    "searches on an edited jump graph are optimal, and once it is settled those of a "
    "new build") {
  for (std::uint64_t seed = 0; seed < 12; seed += test::every({2, 6})) {
    SplitMix64 random(seed);
    test::EditedJumps map(test::random_terrain(16, 11, static_cast<int>(seed * 4), seed));
    for (int edit = 0; edit < 12; ++edit) {
      map.edit_at_random(random);
      CAPTURE(seed, edit, map.drawing());
      check(map, map.jumps().publish(), false);
      if (edit % 3 != 2) continue;
      map.jumps().settle(map.grid());
      check(map, map.jumps().publish(), true);
    }
  }
}

}  // namespace throng::edited_graph_test
