#include "../../src/heuristic/link.hpp"

#include "../../src/core/rng.hpp"
#include "../../src/heuristic/plain.hpp"
#include "../../src/search/search_space.hpp"
#include "../support/catch.hpp"
#include "../support/maps.hpp"
#include "../support/oracle.hpp"

#include <bit>
#include <vector>

using namespace throng;

namespace {

/// A grid with links, and all bounds between its cells.
template <class Open>
struct Bounds {
  const Grid& grid;
  LinkedSpace space{grid};

  Cost operator()(CellIndex cell, CellIndex end, bool backward) const {
    const Position at = space.place(cell), goal = space.place(end);
    const LinkBound<Open> h(grid, Open(grid.rules().topology, grid.least_costs()), end,
                            backward);
    return h(cell, at.x - goal.x, at.y - goal.y);
  }

  /// No edge of the grid makes the bound fall by more than it costs.
  void check_consistent(const std::vector<CellIndex>& cells, CellIndex end) const {
    REQUIRE((*this)(end, end, false) == 0);
    REQUIRE((*this)(end, end, true) == 0);
    const auto check = [&](CellIndex from, CellIndex to, Cost cost) {
      REQUIRE((*this)(from, end, false) <= cost + (*this)(to, end, false));
      REQUIRE((*this)(to, end, true) <= cost + (*this)(from, end, true));
    };
    for (const CellIndex cell : cells) {
      for (unsigned bits = grid.moves()[cell]; bits != 0; bits &= bits - 1) {
        const auto d = static_cast<unsigned>(std::countr_zero(bits));
        check(cell, cell + space.steps[d].offset, space.step_cost(cell, d));
      }
      for (const LinkTable::Way& way : space.links_of(cell)) check(cell, way.to, way.cost);
    }
  }
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
  REQUIRE(grid->links()->measured());
  const Bounds<Open> bounds{*grid};
  const std::vector<CellIndex> cells = open_cells(*grid, terrain);
  for (const CellIndex from : cells) {
    bounds.check_consistent(cells, from);
    const auto field = test::oracle_field(terrain, rules, grid->position(from), options);
    for (const CellIndex to : cells) {
      const Position p = grid->position(to);
      const auto& reached = field[static_cast<std::size_t>(p.y * terrain.width() + p.x)];
      if (!reached) continue;
      REQUIRE(bounds(from, to, false) <= reached.cost);
      REQUIRE(bounds(to, from, true) <= reached.cost);
      if (!exact) continue;
      REQUIRE(bounds(from, to, false) == reached.cost);
      REQUIRE(bounds(to, from, true) == reached.cost);
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
