#include "../../src/front/fronts.hpp"

#include "../../src/front/dissection.hpp"
#include "../../src/front/front_search.hpp"
#include "../../src/front/region_cut.hpp"
#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/grounds.hpp"
#include "../support/maps.hpp"
#include "../support/oracle.hpp"
#include "../support/seeds.hpp"

#include <throng/column.hpp>
#include <throng/rules.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <memory_resource>
#include <span>
#include <utility>
#include <vector>

namespace throng::fronts_test {

namespace {

constexpr std::size_t kNoLimit = std::numeric_limits<std::size_t>::max();

Result<Fronts> fronts_of(const Grid& grid, std::size_t most_bytes = kNoLimit,
                         int threads = 1, Monitor* monitor = nullptr) {
  Crew crew(threads);
  return Fronts::build(grid, most_bytes, crew, monitor);
}

std::vector<Weight> random_weights(std::size_t count, std::uint32_t most) {
  std::vector<Weight> weights(count);
  std::uint32_t state = 1;
  for (Weight& weight : weights) {
    state = state * 1664525 + 1013904223;
    weight = static_cast<Weight>(1 + (state >> 8) % most);
  }
  return weights;
}

/// Everything that a query reads.
bool equal(const Fronts& a, const Fronts& b, const Grid& grid) {
  if (a.size() != b.size() || a.symmetric() != b.symmetric()) return false;
  for (CellIndex cell = 0; cell < grid.cell_count(); ++cell)
    if (a.rank(cell) != b.rank(cell)) return false;
  for (const bool up : {true, false})
    for (std::size_t i = 0; i < a.tree().entries; ++i) {
      const FrontWay one = a.ways(up)[i], other = b.ways(up)[i];
      if (a.costs(up)[i] != b.costs(up)[i] || one.moves() != other.moves() ||
          one.low() != other.low() || one.high() != other.high())
        return false;
    }
  const FrontRows *const rows = a.rows(), *const others = b.rows();
  if (rows == nullptr || others == nullptr) return rows == others;
  return std::ranges::equal(rows->all_costs(), others->all_costs()) &&
         std::ranges::equal(rows->all_nexts(), others->all_nexts());
}

/// The bytes without rows.
std::size_t bytes_without_rows(const Fronts& fronts) {
  return fronts.memory_bytes() - (fronts.rows() ? fronts.rows()->memory_bytes() : 0);
}

/// The largest of the connected regions of a map.
std::vector<Node> largest_region(const Lattice& lattice) {
  std::vector<Node> nodes = lattice.open_nodes();
  RegionBox all;
  all.enclose(lattice, nodes);
  std::vector<std::uint32_t> parts;
  RegionSorter(lattice).sort(nodes, all, {}, parts);
  std::span<const Node> largest;
  std::size_t begin = 0;
  for (const std::uint32_t size : parts) {
    if (size > largest.size()) largest = std::span(nodes).subspan(begin, size);
    begin += size;
  }
  return {largest.begin(), largest.end()};
}

/// The separator if chains are found in this order of directions.
std::vector<RegionBox::Local> separator(const Lattice& lattice,
                                        std::span<const Node> region,
                                        std::span<const Across> directions) {
  RegionCut cut;
  ChainSearch search;
  cut.begin(lattice, region);
  for (const Across across : directions) cut.find_chain(across, search);
  return {cut.chain().begin(), cut.chain().end()};
}

}  // namespace

TEST_CASE("fronts are equal for every number of threads", "[parallel]") {
  const Terrain terrain = test::random_terrain(150, 130, 20, 3);
  const std::vector<Weight> weights = random_weights(terrain.cell_count(), 9);
  for (const CostModel model : kCostModels) {
    const auto grid = *Grid::make(terrain, {.cost_model = model}, {.weights = weights});
    const Fronts one = *fronts_of(*grid);
    for (const int threads : {2, 8})
      REQUIRE(equal(one, *fronts_of(*grid, kNoLimit, threads), *grid));
  }
}

TEST_CASE("the order has each open cell once, and no step passes a separator") {
  for (const test::Ground& ground : test::some_grounds()) {
    if (ground.grid->links() != nullptr) continue;
    Crew crew(1);
    const Lattice lattice(*ground.grid);
    const Elimination made = Elimination::make(lattice, dissect(lattice, crew, nullptr));
    REQUIRE(made.order.size() == ground.grid->open_cells());
    std::vector<Node> nodes = made.order;
    std::sort(nodes.begin(), nodes.end());
    REQUIRE(std::adjacent_find(nodes.begin(), nodes.end()) == nodes.end());
    // Ranks of a subtree are contiguous, and steps join a rank with its ancestors alone.
    for (Rank rank = 0; rank < made.order.size(); ++rank)
      made.for_each_higher(lattice, rank, [&](Rank to) {
        REQUIRE(made.parent[rank] <= to);
        REQUIRE(to + 1 - made.subtree[to] <= rank);
      });
  }
}

TEST_CASE("separators do not depend on which direction is searched first") {
  std::vector<Terrain> terrains{*Terrain::make(24, 24)};  // equal chains along x and y
  for (std::uint32_t seed = 1; seed <= 20; ++seed)
    terrains.push_back(test::random_terrain(30, 24, 20, seed));
  for (const Terrain& terrain : terrains) {
    const auto grid = *Grid::make(terrain);
    const Lattice lattice(*grid);
    const std::vector<Node> region = largest_region(lattice);
    std::array directions = kAcross;
    const auto first = separator(lattice, region, directions);
    REQUIRE_FALSE(first.empty());
    while (std::next_permutation(directions.begin(), directions.end()))
      REQUIRE(separator(lattice, region, directions) == first);
  }
}

TEST_CASE("a separator is the smallest of the chains in four directions") {
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    const auto grid = *Grid::make(test::random_terrain(30, 24, 20, seed));
    const Lattice lattice(*grid);
    const std::vector<Node> region = largest_region(lattice);
    std::size_t least = region.size();
    for (const Across across : kAcross)
      least = std::min(least, separator(lattice, region, {&across, 1}).size());
    REQUIRE(separator(lattice, region, kAcross).size() == least);
  }
}

TEST_CASE("a fence of separators keeps fronts small") {
  const Terrain terrain = *Terrain::make(64, 64, '.');
  for (const Topology topology : kTopologies) {
    const auto grid = *Grid::make(terrain, {.topology = topology});
    const Fronts fronts = *fronts_of(*grid);
    const FrontTree& tree = fronts.tree();
    CAPTURE(name(topology));
    // An order by rows has 64 x 64 x 64 entries.
    CHECK(tree.entries < 64 * 64 * 36);
    CHECK(tree.most_columns < 260);
  }
}

TEST_CASE("a tight bound keeps climbs short") {
  const auto grid = *Grid::make(test::random_terrain(110, 100, 10, 1));
  const Fronts fronts = *fronts_of(*grid, bytes_without_rows(*fronts_of(*grid)));
  REQUIRE(fronts.rows() == nullptr);
  const FrontSearch search(fronts);
  FrontScratch scratch;
  // Columns that climbs from both ends reach.
  const auto reached = [&](CellIndex start, CellIndex goal, Cost bound) {
    search.find(start, goal, bound, scratch);
    std::size_t count = 0;
    for (const FrontScratch::Climb& climb : scratch.climbs)
      for (std::size_t i = 0; i < climb.used; ++i) count += climb.costs[i] != kUnreachable;
    return count;
  };
  std::size_t tight = 0, loose = 0;
  for (CellIndex start = 0; start < grid->cell_count(); start += 97) {
    const CellIndex goal = static_cast<CellIndex>(grid->cell_count()) - 1 - start;
    if (grid->moves()[start] == 0 || grid->moves()[goal] == 0 || start == goal) continue;
    tight += reached(start, goal, 8 * grid->costs().straight);
    loose += reached(start, goal, kUnreachable);
  }
  CAPTURE(tight, loose);
  CHECK(4 * tight < 3 * loose);
}

TEST_CASE("fronts beyond the memory limit are refused, and at it they are built") {
  const auto grid = *Grid::make(test::random_terrain(60, 60, 20, 1));
  const Fronts fronts = *fronts_of(*grid);
  const std::size_t least = bytes_without_rows(fronts);
  REQUIRE(least < fronts.memory_bytes());
  REQUIRE(fronts_of(*grid, least)->memory_bytes() == least);
  const auto refused = fronts_of(*grid, least - 1);
  REQUIRE_FALSE(refused);
  REQUIRE(refused.error().code == Code::over_limit);
  REQUIRE(fronts_of(*grid, 0).error().code == Code::over_limit);
}

TEST_CASE("there are as many rows as fit into the memory limit") {
  const auto grid = *Grid::make(test::random_terrain(110, 100, 10, 1));
  const std::size_t least = bytes_without_rows(*fronts_of(*grid));
  REQUIRE(fronts_of(*grid, least)->rows() == nullptr);
  std::size_t last = std::numeric_limits<std::size_t>::max();
  int kinds = 0;
  for (std::size_t limit = 1 << 22; limit > 0; limit /= 2) {
    const Fronts fronts = *fronts_of(*grid, least + limit);
    const std::size_t values =
        fronts.rows() == nullptr ? 0 : fronts.rows()->all_nexts().size();
    REQUIRE(values <= last);
    REQUIRE(fronts.memory_bytes() <= least + limit);
    kinds += values != last ? 1 : 0;
    last = values;
  }
  REQUIRE(last == 0);
  REQUIRE(kinds > 4);
}

TEST_CASE("rows have the costs that climbs find") {
  const Terrain terrain = test::random_terrain(50, 60, 15, 3);
  const std::vector<Weight> weights = random_weights(terrain.cell_count(), 9);
  for (const CostModel model : kCostModels) {
    const auto grid = *Grid::make(terrain, {.cost_model = model}, {.weights = weights});
    const Fronts with = *fronts_of(*grid);
    const Fronts without = *fronts_of(*grid, bytes_without_rows(with));
    REQUIRE(with.rows() != nullptr);
    REQUIRE(without.rows() == nullptr);
    FrontScratch scratch;
    std::pmr::vector<Cost> one, other;
    for (CellIndex cell = 0; cell < grid->cell_count(); ++cell)
      for (const bool up : {true, false}) {
        if (with.rank(cell) == kNoRank) continue;
        const std::size_t size = FrontSearch(with).label(cell, up, scratch, one);
        REQUIRE(FrontSearch(without).label(cell, up, scratch, other) == size);
        REQUIRE(size == with.tree().depth(with.rank(cell)) + 1);
        REQUIRE(std::equal(one.begin(), one.begin() + static_cast<std::ptrdiff_t>(size),
                           other.begin()));
      }
  }
}

TEST_CASE("the building of fronts counts cells and can be cancelled") {
  const auto grid = *Grid::make(test::random_terrain(60, 60, 20, 1));
  Monitor monitor;
  REQUIRE(fronts_of(*grid, kNoLimit, 2, &monitor));
  REQUIRE(monitor.total == grid->open_cells());
  REQUIRE(monitor.done == grid->open_cells());
  monitor.cancel = true;
  REQUIRE(fronts_of(*grid, kNoLimit, 1, &monitor).error().code == Code::cancelled);
}

TEST_CASE("ways of few moves are joined, turned and read again") {
  FrontWay way(Move::east);
  for (const Move move : {Move::north_west, Move::south, Move::south_east})
    way = way.then(FrontWay(move));
  REQUIRE(way.moves() == 4);
  REQUIRE(way.move(1) == Move::north_west);
  const FrontWay back = way.reversed();
  REQUIRE(back.moves() == 4);
  REQUIRE(back.move(0) == Move::north_west);
  REQUIRE(back.move(3) == Move::west);
  FrontWay longest(Move::north_west);
  while (longest.moves() < FrontWay::kMostMoves)
    longest = longest.then(FrontWay(Move::north_west));
  REQUIRE(longest.reversed().reversed().move(18) == Move::north_west);
  const FrontWay over = FrontWay::over((std::uint64_t{1} << 42) - 1, 32767);
  REQUIRE(over.moves() == 0);
  REQUIRE(over.low() == (std::uint64_t{1} << 42) - 1);
  REQUIRE(over.high() == over.low() + 32767);
}

TEST_CASE("a path over ways that lead back to themselves is left out") {
  // A long corridor: ways between separators have more moves than an entry stores.
  const Terrain corridor = *Terrain::make(400, 1);
  const auto weights = random_weights(corridor.cell_count(), 5);
  const auto grid = *Grid::make(corridor, {}, {.weights = weights});
  const Fronts right = *fronts_of(*grid);
  std::vector<FrontWay> ways(right.all_ways().begin(), right.all_ways().end());
  for (std::size_t entry = 0; entry < ways.size(); ++entry)
    if (ways[entry].moves() == 0) ways[entry] = FrontWay::over(entry, 0);
  std::vector<Cost> costs(right.all_costs().begin(), right.all_costs().end());
  costs.resize(costs.size() + kLanePadding, kUnreachable);
  const Fronts damaged(right.shape(), SharedArray<Cost>(std::move(costs)),
                       SharedArray<FrontWay>(std::move(ways)));
  const FrontSearch search(damaged);
  FrontScratch scratch;
  std::size_t complete = 0, left_out = 0;
  for (const Query& query : test::random_queries(corridor, 400, 1)) {
    if (query.start == query.goal) continue;
    const CellIndex start = grid->cell(query.start), goal = grid->cell(query.goal);
    REQUIRE(search.find(start, goal, kUnreachable, scratch) < kUnreachable);
    Column<Move> moves;
    search.append_path(start, goal, scratch, moves);
    ++(moves.empty() ? left_out : complete);
    if (!moves.empty())
      CHECK(PathView(Topology::octile, query.start, moves).cells().back() == query.goal);
  }
  CHECK(complete > 0);
  CHECK(left_out > 0);
}

}  // namespace throng::fronts_test
