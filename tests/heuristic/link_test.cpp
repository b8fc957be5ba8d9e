#include "../../src/heuristic/link.hpp"

#include "../../src/core/rng.hpp"
#include "../../src/heuristic/plain.hpp"
#include "../../src/search/search_space.hpp"
#include "../support/catch.hpp"
#include "../support/maps.hpp"
#include "../support/oracle.hpp"

#include <bit>
#include <vector>

namespace throng::link_test {

namespace {

/// All bounds for one end.
template <class Open>
struct Bounds {
  Bounds(const LinkedSpace& space, const Grid& grid, const std::vector<CellIndex>& cells,
         CellIndex end)
      : to(grid.cell_count()), from(grid.cell_count()) {
    const Open open(grid.rules().topology, grid.min_step_costs());
    const LinkBound<Open> there(grid, open, end, false), back(grid, open, end, true);
    const Position goal = space.place(end);
    for (const CellIndex cell : cells) {
      const Position at = space.place(cell);
      to[cell] = there(cell, at.x - goal.x, at.y - goal.y);
      from[cell] = back(cell, at.x - goal.x, at.y - goal.y);
    }
    REQUIRE((to[end] == 0 && from[end] == 0));
  }

  /// No edge of the grid makes a bound fall by more than it costs.
  bool consistent(const LinkedSpace& space, const std::vector<CellIndex>& cells) const {
    const auto holds = [&](CellIndex a, CellIndex b, Cost cost) {
      return to[a] <= cost + to[b] && from[b] <= cost + from[a];
    };
    for (const CellIndex cell : cells) {
      for (unsigned bits = space.moves[cell]; bits != 0; bits &= bits - 1) {
        const auto d = static_cast<unsigned>(std::countr_zero(bits));
        if (!holds(cell, cell + space.steps[d].offset, space.step_cost(cell, d)))
          return false;
      }
      for (const LinkGraph::Way& way : space.links_of(cell))
        if (!holds(cell, way.to, way.cost)) return false;
    }
    return true;
  }

  std::vector<Cost> to, from;  ///< by cell
};

std::vector<CellIndex> open_cells(const Grid& grid, const Terrain& terrain) {
  std::vector<CellIndex> cells;
  for (const Position p : test::all_cells(terrain))
    if (grid.open(p)) cells.push_back(grid.cell(p));
  return cells;
}

/// On an open map the bound is the distance; on others it is no more, and consistent.
template <class Open>
void check(const Terrain& terrain, const Rules& rules, const GridOptions& options,
           bool exact) {
  const auto grid = *Grid::make(terrain, rules, options);
  if (grid->links() == nullptr) return;
  REQUIRE(grid->links()->graph().measured());
  const LinkedSpace space(*grid);
  const std::vector<CellIndex> cells = open_cells(*grid, terrain);
  std::vector<Bounds<Open>> bounds;
  for (const CellIndex end : cells) bounds.emplace_back(space, *grid, cells, end);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    REQUIRE(bounds[i].consistent(space, cells));
    const auto field =
        test::oracle_field(terrain, rules, grid->position(cells[i]), options);
    for (std::size_t j = 0; j < cells.size(); ++j) {
      const Position p = grid->position(cells[j]);
      const auto& reached = field[static_cast<std::size_t>(p.y * terrain.width() + p.x)];
      if (!reached) continue;
      const Cost to = bounds[j].to[cells[i]], from = bounds[i].from[cells[j]];
      REQUIRE((to <= reached.cost && from <= reached.cost));
      if (exact) REQUIRE((to == reached.cost && from == reached.cost));
    }
  }
}

}  // namespace

TEST_CASE("the bound with links is consistent, and the distance on open maps") {
  SplitMix64 random(1);
  for (std::uint64_t seed = 0; seed < 24; ++seed) {
    const bool open = seed % 2 == 0;
    const Terrain terrain =
        open ? *Terrain::make(7, 5) : test::random_terrain(7, 5, 30, seed);
    std::vector<Link> links;
    for (std::size_t i = 0; i < 1 + seed; ++i) {
      const Position from{static_cast<std::int32_t>(random.below(7)),
                          static_cast<std::int32_t>(random.below(5))};
      const Position to{static_cast<std::int32_t>(random.below(7)),
                        static_cast<std::int32_t>(random.below(5))};
      if (from != to) links.push_back({from, to, static_cast<Weight>(1 + random.below(4))});
    }
    const GridOptions options{.links = links};
    check<OctileBound>(terrain, {}, options, open);
    check<OctileBound>(terrain, {.costs = {1, 2}}, options, open);
    check<OctileBound>(terrain, {.topology = Topology::tile}, options, open);
    check<HexBound>(terrain, {.topology = Topology::hex}, options, open);
    std::vector<Weight> weights(terrain.cell_count());
    for (Weight& weight : weights) weight = static_cast<Weight>(2 + random.below(3));
    for (const CostModel model : kCostModels)
      check<OctileBound>(terrain, {.cost_model = model},
                         {.weights = weights, .links = links}, false);
  }
}

}  // namespace throng::link_test
