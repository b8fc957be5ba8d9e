#include "../../src/grid/cost_range.hpp"
#include "../../src/grid/link_graph.hpp"
#include "../support/catch.hpp"
#include "../support/maps.hpp"

#include <throng/links.hpp>

#include <array>
#include <vector>

namespace throng::links_test {

namespace {

std::shared_ptr<const Grid> linked(const Terrain& terrain, const std::vector<Link>& links,
                                   const Rules& rules = {}) {
  return *Grid::make(terrain, rules, {.links = links});
}

std::string refusal(const Terrain& terrain, const std::vector<Link>& links) {
  const auto grid = Grid::make(terrain, {}, {.links = links});
  if (grid) return "";
  CHECK(grid.error().code == Code::bad_argument);
  return grid.error().what;
}

}  // namespace

TEST_CASE("links are numbered by the cells where they begin, in the order given") {
  const Terrain terrain = *Terrain::make(4, 3);
  const std::vector<Link> links{{{3, 1}, {0, 0}, 2},
                                {{1, 2}, {0, 0}, 9},
                                {{3, 1}, {2, 2}, 1},
                                {{2, 0}, {3, 1}, 5},
                                {{3, 1}, {0, 0}, 1}};
  for (const Topology topology : {Topology::octile, Topology::hex}) {
    const auto grid = linked(terrain, links, {.topology = topology});
    const LinkTable& table = *grid->links();
    REQUIRE(table.size() == 5);
    const auto from = table.from({3, 1});
    REQUIRE(from.size() == 3);
    CHECK((from[0] == links[0] && from[1] == links[2] && from[2] == links[4]));
    CHECK(table.from({0, 0}).empty());
    CHECK(table.end({3, 1}, link_move(1)) == Position{2, 2});
    CHECK(table.min_cost() == grid->costs().straight);
    CHECK(table.max_cost() == 9 * grid->costs().straight);
    CHECK(grid->max_edge_cost() == table.max_cost());
    CHECK(grid->min_edge_cost() == grid->costs().straight);
    // What searches read says the same, there and back.
    const LinkGraph& graph = table.graph();
    CHECK(graph.forward().of(grid->cell({3, 1})).size() == 3);
    CHECK(graph.forward().of(grid->cell({0, 0})).empty());
    const auto into = graph.backward().of(grid->cell({0, 0}));
    REQUIRE(into.size() == 3);
    for (const LinkGraph::Way& way : into) {
      const Link& link = table.links()[way.link];
      CHECK(grid->cell(link.to) == way.at);
      CHECK(grid->cell(link.from) == way.to);
      CHECK(graph.way(way.link).mark == graph.backward().mark(grid->cell({0, 0})));
      CHECK(table.from(link.from)[link_slot(graph.move(way.link))] == link);
    }
  }
}

TEST_CASE("a grid with links is not plain; it is symmetric if each has an opposite") {
  const Terrain terrain = *Terrain::make(5, 5);
  const Link there{{0, 0}, {4, 4}, 3}, back{{4, 4}, {0, 0}, 3};
  const auto one = linked(terrain, {there});
  CHECK_FALSE(one->plain());
  CHECK_FALSE(one->uniform());
  CHECK_FALSE(one->symmetric());
  CHECK(linked(terrain, {there, back})->symmetric());
  CHECK_FALSE(linked(terrain, {there, {{4, 4}, {0, 0}, 2}})->symmetric());
  CHECK_FALSE(linked(terrain, {there, there, back})->symmetric());
  CHECK(linked(terrain, {there, back, there, back})->symmetric());
  const Rules enter{.cost_model = CostModel::enter};
  const std::vector<Weight> weights(25, 2);
  const std::vector<Link> both{there, back};
  CHECK_FALSE(
      (*Grid::make(terrain, enter, {.weights = weights, .links = both}))->symmetric());
  CHECK(linked(terrain, {})->plain());
  const Terrain large = *Terrain::make(200, 200);
  // Steps keep the plain layout: links add some bits a cell.
  CHECK(linked(large, {there})->memory_bytes() <
        linked(large, {})->memory_bytes() * 11 / 10);
}

TEST_CASE("a link that begins or ends where a unit cannot stand is there in vain") {
  const Terrain terrain = test::drawn(".@.\n.@.\n.@.");
  CHECK(linked(terrain, {{{0, 0}, {1, 1}, 1}, {{1, 0}, {2, 0}, 1}})->plain());
  const auto some = linked(terrain, {{{0, 0}, {1, 1}, 1}, {{0, 0}, {2, 0}, 1}});
  REQUIRE(some->links() != nullptr);
  CHECK(some->links()->size() == 1);
  CHECK(some->links()->links()[0].to == Position{2, 0});
  // It keeps its number, so that the moves of stored paths mean the same.
  CHECK(some->links()->end({0, 0}, link_move(1)) == Position{2, 0});
  CHECK(some->links()->usable({0, 0}, link_move(1)));
  CHECK_FALSE(some->links()->usable({0, 0}, link_move(0)));
  CHECK_FALSE(some->links()->usable({0, 0}, link_move(2)));
  const Terrain wide = test::drawn("..@..\n..@..");
  Rules large;
  large.unit_size = 2;
  CHECK(linked(wide, {{{1, 0}, {3, 0}, 1}}, large)->links() == nullptr);
  CHECK(linked(wide, {{{0, 0}, {3, 0}, 1}}, large)->links() != nullptr);
}

TEST_CASE("links join components, whatever their direction") {
  const Terrain terrain = test::drawn(".@.@.@.@.");
  const auto component = [&](const std::shared_ptr<const Grid>& grid, std::int32_t x) {
    return grid->component(grid->cell({x, 0}));
  };
  const auto grid = linked(terrain, {{{8, 0}, {2, 0}, 1}, {{4, 0}, {6, 0}, 1}});
  CHECK(grid->component_count() == 3);
  CHECK(component(grid, 0) == 0);
  CHECK(component(grid, 2) == 1);
  CHECK(component(grid, 4) == 2);
  CHECK(component(grid, 6) == 2);
  CHECK(component(grid, 8) == 1);
  CHECK(component(grid, 1) == Grid::kNoComponent);
  CHECK(linked(terrain, {{{0, 0}, {8, 0}, 1},
                         {{0, 0}, {2, 0}, 1},
                         {{4, 0}, {2, 0}, 1},
                         {{6, 0}, {4, 0}, 1}})
            ->component_count() == 1);
}

TEST_CASE("links that make no sense are refused by name") {
  const Terrain terrain = *Terrain::make(4, 3);
  CHECK(refusal(terrain, {{{0, 0}, {1, 1}, 1}, {{4, 0}, {1, 1}, 1}}) ==
        "the link from 4,0 to 1,1 begins outside the map");
  CHECK(refusal(terrain, {{{0, 0}, {1, -1}, 1}}) ==
        "the link from 0,0 to 1,-1 ends outside the map");
  CHECK(refusal(terrain, {{{2, 1}, {2, 1}, 1}}) ==
        "the link from 2,1 to 2,1 leads nowhere");
  CHECK(refusal(terrain, {{{2, 1}, {2, 2}, 0}}) ==
        "the link from 2,1 to 2,2 has weight 0; the minimum is 1");
  CHECK(refusal(terrain, {{{2, 1}, {2, 2}, 16384}}) ==
        "the link from 2,1 to 2,2 has weight 16384; the maximum is 16383");
  std::vector<Link> many(kMaxLinksPerCell, {{1, 1}, {0, 0}, 1});
  CHECK(refusal(terrain, many).empty());
  many.push_back({{1, 1}, {3, 2}, 1});
  CHECK(refusal(terrain, many) == "more than 200 links begin at 1,1");
}

TEST_CASE("links of the largest weight stay within the range of costs") {
  // The price of one link, 16383 * 16383, 16 times over, is more than 32 bits hold.
  const Rules rules{.costs = {16383, 16383}};
  const auto chain = [](std::int32_t count) {
    std::string row(static_cast<std::size_t>(2 * count + 1), '.');
    std::vector<Link> links;
    for (std::int32_t i = 0; i < count; ++i) {
      row[static_cast<std::size_t>(2 * i + 1)] = '@';
      links.push_back({{2 * i, 0}, {2 * i + 2, 0}, kMaxWeight});
    }
    return std::pair(test::drawn(row), links);
  };
  const auto [short_row, few] = chain(13);
  CHECK(Grid::make(short_row, rules, {.links = few}));
  const auto [long_row, many] = chain(16);
  const auto refused = Grid::make(long_row, rules, {.links = many});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == Code::unsupported);
  // Exact costs step down.
  const auto grid = Grid::make(chain(120).first, {}, {.links = chain(120).second});
  REQUIRE(grid);
  CHECK((*grid)->costs() == StepCosts{985, 1393});
  // On a map all parts of which are small, links one way do not ask for symmetry.
  const Terrain large = *Terrain::make(1500, 1500);
  const std::vector<Link> one{{{0, 0}, {1499, 1499}, 1}};
  CHECK((*Grid::make(large, {}, {.links = one}))->costs() == kExactCosts);
}

TEST_CASE("influence is added to the links that lead into its cells") {
  const Terrain terrain = *Terrain::make(3, 1);
  const std::vector<Link> links{{{0, 0}, {2, 0}, 4}, {{2, 0}, {0, 0}, 4}};
  const auto grid = linked(terrain, links);
  const std::vector<Weight> influence{0, 0, 5};
  const auto costlier = *grid->with_influence(influence);
  CHECK(costlier->links()->from({0, 0})[0].weight == 9);
  CHECK(costlier->links()->from({2, 0})[0].weight == 4);
  CHECK_FALSE(costlier->symmetric());
  CHECK(grid->symmetric());
  CHECK(grid->links()->from({0, 0})[0].weight == 4);
  CHECK(costlier->path_length({0, 0}, std::array{link_move(0)}) == 9);
  const std::vector<Weight> most{0, 0, kMaxWeight};
  auto heavy = grid;
  for (int i = 0; i < 3; ++i) heavy = *heavy->with_influence(most);
  const auto refused = heavy->with_influence(most);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == Code::unsupported);
}

}  // namespace throng::links_test
