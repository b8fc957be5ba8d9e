#include "../../src/grid/grid_access.hpp"
#include "../support/catch.hpp"
#include "../support/executors.hpp"
#include "../support/maps.hpp"
#include "../support/oracle.hpp"

#include <throng/grid.hpp>

#include <algorithm>
#include <vector>

namespace throng::components_test {

namespace {

/// Component numbers by the oracle: cells in reading order, each new one floods its own.
/// Pre: each link has an opposite one.
std::vector<std::uint32_t> flooded(const Terrain& terrain, const Rules& rules,
                                   std::span<const Link> links) {
  std::vector<std::uint32_t> labels(terrain.cell_count(), Grid::kNoComponent);
  std::uint32_t next = 0;
  const auto cells = test::all_cells(terrain);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (labels[i] != Grid::kNoComponent) continue;
    const auto field = test::oracle_field(terrain, rules, cells[i], {.links = links});
    if (!field[i]) continue;
    for (std::size_t k = 0; k < field.size(); ++k)
      if (field[k]) labels[k] = next;
    ++next;
  }
  return labels;
}

void check_components(const Terrain& terrain, const Rules& rules,
                      std::span<const Link> links = {}) {
  const auto grid = *Grid::make(terrain, rules, {.links = links});
  std::vector<std::uint32_t> labels;
  std::uint32_t count = 0;
  for (const Position p : test::all_cells(terrain)) {
    labels.push_back(grid->component(grid->cell(p)));
    if (labels.back() != Grid::kNoComponent) count = std::max(count, labels.back() + 1);
  }
  REQUIRE(labels == flooded(terrain, rules, links));
  CHECK(grid->component_count() == count);
}

}  // namespace

TEST_CASE("cells have the same component exactly when a path joins them") {
  const auto topology = GENERATE(from_range(kTopologies));
  const auto corners = GENERATE(from_range(kCorners));
  const auto seed = GENERATE(range(0, 12));
  const int closed = GENERATE(0, 35, 55, 80, 100);
  CAPTURE(name(topology), name(corners), seed, closed);
  check_components(
      test::random_terrain(1 + seed, 13 - seed, closed, static_cast<std::uint64_t>(seed)),
      {.topology = topology, .corners = corners});
}

TEST_CASE("components extend over tiles and along links") {
  const auto topology = GENERATE(from_range(kTopologies));
  const auto corners = GENERATE(from_range(kCorners));
  const int closed = GENERATE(20, 40, 60);
  const Position size = GENERATE(Position{70, 34}, Position{33, 65});
  CAPTURE(name(topology), name(corners), closed, size.x);
  const Terrain terrain = test::random_terrain(size.x, size.y, closed, 3);
  std::vector<Link> links;
  for (std::int32_t k = 0; k < 12; ++k) {
    const Position a{k, 2 * k}, b{size.x - 1 - k / 2, size.y - 1 - k};
    links.push_back({a, b, 1});
    links.push_back({b, a, 1});
  }
  check_components(terrain, {.topology = topology, .corners = corners});
  check_components(terrain, {.topology = topology, .corners = corners}, links);
}

TEST_CASE("a large grid is the same for any number of threads", "[parallel]") {
  const Terrain terrain = test::random_terrain(700, 500, 40, 3);
  const auto one = *Grid::make(terrain, {}, {.threads = 1});
  for (const int threads : test::kThreadCounts) {
    CAPTURE(threads);
    const auto many = *Grid::make(terrain, {}, {.threads = threads});
    REQUIRE(many->component_count() == one->component_count());
    REQUIRE(std::ranges::equal(many->moves(), one->moves()));
    for (CellIndex cell = 0; cell < one->cell_count(); ++cell)
      REQUIRE(many->component(cell) == one->component(cell));
  }
}

TEST_CASE("a block tells whether it has cells of no, one or perhaps several components") {
  constexpr auto kSide = static_cast<std::size_t>(GridAccess::kBlock);
  const auto topology = GENERATE(from_range(kTopologies));
  const int closed = GENERATE(0, 30, 60, 90, 100);
  const Position size = GENERATE(Position{1, 1}, Position{8, 16}, Position{9, 30},
                                 Position{50, 7}, Position{33, 41});
  CAPTURE(name(topology), closed, size.x, size.y);
  const Terrain terrain = test::random_terrain(size.x, size.y, closed, 5);
  const std::vector<Link> links{{{0, 0}, {size.x - 1, size.y - 1}, 2}};
  const bool linked = GENERATE(false, true) && terrain.cell_count() > 1;
  const auto grid = *Grid::make(terrain, {.topology = topology},
                                linked ? GridOptions{.links = links} : GridOptions{});
  const bool columns = is_hexagonal(topology);
  const auto length = static_cast<std::size_t>(columns ? size.y : size.x);
  const auto lines = static_cast<std::size_t>(columns ? size.x : size.y);
  const std::size_t across = (length + kSide - 1) / kSide;
  std::vector<std::uint32_t> expected(across * ((lines + kSide - 1) / kSide),
                                      Grid::kNoComponent);
  std::size_t several = 0;
  for (const Position p : test::all_cells(terrain)) {
    if (!grid->open(p)) continue;
    const auto line = static_cast<std::size_t>(columns ? p.x : p.y);
    const auto along = static_cast<std::size_t>(columns ? p.y : p.x);
    std::uint32_t& block = expected[line / kSide * across + along / kSide];
    const std::uint32_t component = grid->component(grid->cell(p));
    if (block == Grid::kNoComponent || block == component)
      block = component;
    else
      block = GridAccess::kSeveral;
  }
  for (std::size_t block = 0; block < expected.size(); ++block) {
    const std::uint32_t found = GridAccess::block_component(*grid, block);
    if (found != GridAccess::kSeveral || expected[block] == Grid::kNoComponent)
      REQUIRE(found == expected[block]);
    several += found == GridAccess::kSeveral ? 1 : 0;
  }
  if (closed == 0) CHECK(several == 0);
}

}  // namespace throng::components_test
