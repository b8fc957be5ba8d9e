#include "../../src/grid/regions.hpp"

#include "../../src/core/rng.hpp"
#include "../support/catch.hpp"
#include "../support/executors.hpp"
#include "../support/maps.hpp"
#include "../support/memory.hpp"
#include "../support/seeds.hpp"

#include <throng/grid.hpp>
#include <throng/terrain.hpp>

#include <algorithm>
#include <deque>
#include <memory>
#include <vector>

namespace throng::regions_test {

namespace {

/// Every topology and, where it matters, every corner rule.
std::vector<Rules> rules_of_steps() {
  std::vector<Rules> all;
  for (const Topology topology : kTopologies)
    for (const Corners corners : kCorners)
      if (topology == Topology::octile || corners == Corners::never_cut)
        all.push_back({.topology = topology, .corners = corners});
  return all;
}

std::vector<Link> random_links(Position size, std::size_t count, SplitMix64& rng) {
  const auto any = [&](std::int32_t n) {
    return static_cast<std::int32_t>(rng.below(static_cast<std::uint32_t>(n)));
  };
  std::vector<Link> links;
  for (std::size_t k = 0; k < count; ++k) {
    const Link link{{any(size.x), any(size.y)}, {any(size.x), any(size.y)}, 1};
    if (link.from != link.to) links.push_back(link);
  }
  return links;
}

/// A map that is edited, and its regions.
struct Edited {
  Edited(Terrain start, const Rules& by, std::vector<Link> linked = {}, Memory memory = {})
      : terrain(std::move(start)), rules(by), links(std::move(linked)) {
    make_grid();
    Crew crew(1);
    regions = std::make_unique<Regions>(rules, terrain.width(), terrain.height(), open,
                                        links, crew, memory);
  }

  /// The components of the map as it is now, from nothing.
  void make_grid() {
    const std::vector<ClosedStep> closed{{{0, 0}, Move::east}, {{0, 0}, Move::south}};
    grid = *Grid::make(terrain, rules, {.closed_steps = closed, .links = links});
    open.resize(grid->cell_count());
    for (CellIndex cell = 0; cell < open.size(); ++cell)
      open[cell] = grid->component(cell) != Grid::kNoComponent ? 1 : 0;
  }

  bool matches(const auto& components) const {
    if (components.component_count() != grid->component_count()) return false;
    if (components.open_cells() != grid->open_cells()) return false;
    for (CellIndex cell = 0; cell < grid->cell_count(); ++cell)
      if (components.component(cell) != grid->component(cell)) return false;
    return true;
  }

  Terrain terrain;
  Rules rules;
  std::vector<Link> links;
  std::shared_ptr<const Grid> grid;
  std::vector<std::uint8_t> open;
  std::unique_ptr<Regions> regions;
};

enum class Change { close, open, toggle };

void apply(Terrain& terrain, const Rectangle& at, Change change) {
  for (Position p = at.corner; p.y < at.corner.y + at.height; ++p.y)
    for (p.x = at.corner.x; p.x < at.corner.x + at.width; ++p.x) {
      const bool was_open = terrain.at(p) == '.';
      const bool opens = change == Change::open || (change == Change::toggle && !was_open);
      terrain.set(p, opens ? '.' : '@');
    }
}

/// A rectangle in a map: a cell, a building, a large part or, seldom, the whole map.
Rectangle random_rectangle(const Terrain& terrain, SplitMix64& rng) {
  const std::uint32_t turn = rng.below(32);
  if (turn == 0) return {{0, 0}, terrain.width(), terrain.height()};
  const std::uint32_t most = turn < 8 ? 1 : turn < 28 ? 6 : 50;
  const auto extent = [&](std::int32_t limit) {
    return std::min(limit, 1 + static_cast<std::int32_t>(rng.below(most)));
  };
  const auto begin = [&](std::int32_t limit, std::int32_t length) {
    return static_cast<std::int32_t>(
        rng.below(static_cast<std::uint32_t>(limit - length + 1)));
  };
  Rectangle at{{}, extent(terrain.width()), extent(terrain.height())};
  at.corner = {begin(terrain.width(), at.width), begin(terrain.height(), at.height)};
  return at;
}

Rectangle dilated(const Rectangle& at, std::int32_t by) {
  return {{at.corner.x - by, at.corner.y - by}, at.width + 2 * by, at.height + 2 * by};
}

void edit_at_random(Edited& map, SplitMix64& rng, std::int32_t wider = 0) {
  const Rectangle at = random_rectangle(map.terrain, rng);
  apply(map.terrain, at, static_cast<Change>(rng.below(3)));
  map.make_grid();
  map.regions->update(dilated(at, wider), map.open);
}

}  // namespace

TEST_CASE("after each edit regions have the components of the grid") {
  const Rules rules = GENERATE(from_range(rules_of_steps()));
  const Position size = GENERATE(Position{1, 1}, Position{1, 70}, Position{70, 1},
                                 Position{5, 9}, Position{31, 33}, Position{32, 32},
                                 Position{33, 31}, Position{64, 66}, Position{130, 40});
  const std::size_t links = GENERATE(0, 3, 40);
  CAPTURE(name(rules.topology), name(rules.corners), size.x, size.y, links);
  for (std::uint64_t seed = 0; seed < 12; seed += test::every({12, 12})) {
    CAPTURE(seed);
    SplitMix64 rng(seed);
    const int closed = static_cast<int>(rng.below(101));
    Edited map(test::random_terrain(size.x, size.y, closed, seed), rules,
               random_links(size, links, rng));
    REQUIRE(map.matches(*map.regions));
    for (int edit = 0; edit < 60; ++edit) {
      CAPTURE(edit);
      edit_at_random(map, rng, static_cast<std::int32_t>(rng.below(3)) / 2);
      REQUIRE(map.matches(*map.regions));
    }
  }
}

TEST_CASE("the regions of a map are numbered alike by any number of threads",
          "[parallel]") {
  const Rules rules = GENERATE(from_range(rules_of_steps()));
  const int closed = GENERATE(0, 30, 60, 100);
  CAPTURE(name(rules.topology), name(rules.corners), closed);
  SplitMix64 rng(5);
  const Edited map(test::random_terrain(170, 150, closed, 6), rules,
                   random_links({170, 150}, 9, rng));
  const auto equals = [](const ComponentMap& a, const ComponentMap& b) {
    return std::ranges::equal(a.regions(), b.regions()) &&
           std::ranges::equal(a.component_of(), b.component_of()) &&
           std::ranges::equal(a.block_regions(), b.block_regions()) &&
           a.open_cells() == b.open_cells();
  };
  // Tile by tile, where nothing was open before.
  Crew alone(1);
  const std::vector<std::uint8_t> nothing(map.open.size());
  Regions expected(rules, 170, 150, nothing, map.links, alone);
  expected.update({{0, 0}, 170, 150}, map.open);
  test::on_all_threads<Crew>([&](Crew& crew) {
    Regions built(rules, 170, 150, map.open, map.links, crew);
    CHECK(map.matches(built));
    CHECK(equals(built.publish(), expected.publish()));
  });
}

TEST_CASE("an edit of most tiles numbers regions like a new map") {
  const Rules rules = GENERATE(from_range(rules_of_steps()));
  constexpr Position kSize{290, 230};  // 80 tiles
  CAPTURE(name(rules.topology), name(rules.corners));
  SplitMix64 rng(8);
  Edited map(test::random_terrain(kSize.x, kSize.y, 30, 9), rules,
             random_links(kSize, 9, rng));
  const ComponentMap held = map.regions->publish();
  const auto held_grid = map.grid;
  for (const int closed : {45, 10, 100, 60}) {
    CAPTURE(closed);
    for (int edit = 0; edit < 20; ++edit) edit_at_random(map, rng);
    map.terrain = test::random_terrain(kSize.x, kSize.y, closed, rng.below(1000));
    map.make_grid();
    map.regions->update({{0, 0}, kSize.x, kSize.y}, map.open);
    REQUIRE(map.matches(*map.regions));
    Crew crew(1);
    Regions built(rules, kSize.x, kSize.y, map.open, map.links, crew);
    CHECK(std::ranges::equal(map.regions->publish().regions(), built.publish().regions()));
  }
  for (int edit = 0; edit < 40; ++edit) {
    CAPTURE(edit);
    edit_at_random(map, rng);
    REQUIRE(map.matches(*map.regions));
  }
  map.grid = held_grid;
  CHECK(map.matches(held));
}

TEST_CASE("a link that closed stays closed when regions are numbered anew") {
  Edited map(*Terrain::make(290, 230), {}, {{{1, 1}, {250, 200}, 1}});
  apply(map.terrain, {{144, 0}, 1, 230}, Change::close);
  map.make_grid();
  map.regions->set_link(0, false);
  map.regions->update({{0, 0}, 290, 230}, map.open);
  CHECK(map.regions->component_count() == 2);
  map.regions->set_link(0, true);
  map.regions->update({{0, 0}, 1, 1}, map.open);
  CHECK(map.regions->component_count() == 1);
  CHECK(map.matches(*map.regions));
}

TEST_CASE("an edit where tiles meet joins and cuts them") {
  const Rules rules = GENERATE(from_range(rules_of_steps()));
  constexpr Position kCorner{32, 32};
  CAPTURE(name(rules.topology), name(rules.corners));
  // Each of the four cells around the corner, closed and opened beside each subset of the
  // others, alone and surrounded by open cells.
  const bool surrounded = GENERATE(false, true);
  Edited map(*Terrain::make(50, 50, surrounded ? '.' : '@'), rules);
  const auto change = [&](unsigned k, Change to) {
    const Position p{kCorner.x - 1 + static_cast<std::int32_t>(k % 2),
                     kCorner.y - 1 + static_cast<std::int32_t>(k / 2)};
    apply(map.terrain, {p}, to);
    map.make_grid();
    map.regions->update({p}, map.open);
    REQUIRE(map.matches(*map.regions));
  };
  for (unsigned subset = 0; subset < 16; ++subset) {
    CAPTURE(subset);
    for (unsigned k = 0; k < 4; ++k)
      change(k, (subset >> k & 1U) != 0 ? Change::open : Change::close);
    for (unsigned k = 0; k < 4; ++k)
      for (int turn = 0; turn < 2; ++turn) change(k, Change::toggle);
  }
}

TEST_CASE("regions follow the places where a large unit fits") {
  constexpr std::int32_t kSize = 3;
  Edited map(test::random_terrain(70, 50, 10, 1), {.unit_size = kSize});
  SplitMix64 rng(3);
  for (int edit = 0; edit < 150; ++edit) {
    const Rectangle at = random_rectangle(map.terrain, rng);
    apply(map.terrain, at, rng.chance(70) ? Change::open : Change::toggle);
    map.make_grid();
    map.regions->update({{at.corner.x - kSize + 1, at.corner.y - kSize + 1},
                         at.width + kSize - 1,
                         at.height + kSize - 1},
                        map.open);
    CAPTURE(edit);
    REQUIRE(map.matches(*map.regions));
  }
}

TEST_CASE("a link joins while both of its ends are open") {
  const Terrain terrain = test::drawn(R"(
    ...@...
    ...@...)");
  Edited map(terrain, {}, {{{1, 0}, {5, 1}, 1}});
  REQUIRE(map.regions->component_count() == 1);
  const auto set = [&](Position p, Change change) {
    apply(map.terrain, {p}, change);
    map.make_grid();
    return map.regions->update({p}, map.open);
  };
  CHECK(set({5, 1}, Change::close));
  CHECK(map.regions->component_count() == 2);
  CHECK(map.matches(*map.regions));
  CHECK(set({5, 1}, Change::open));
  CHECK(map.regions->component_count() == 1);
  CHECK(map.matches(*map.regions));
  CHECK_FALSE(set({0, 1}, Change::close));
  CHECK(map.matches(*map.regions));
}

TEST_CASE("an edit that neither joins nor cuts regions changes only its own cells") {
  const Rules rules = GENERATE(from_range(rules_of_steps()));
  CAPTURE(name(rules.topology), name(rules.corners));
  Edited map(*Terrain::make(80, 80), rules);
  const ComponentMap before = map.regions->publish();
  const Rectangle at = GENERATE(Rectangle{{10, 12}, 4, 4}, Rectangle{{30, 5}, 4, 4},
                                Rectangle{{30, 30}, 5, 5}, Rectangle{{76, 40}, 4, 4});
  apply(map.terrain, at, Change::close);
  map.make_grid();
  CHECK_FALSE(map.regions->update(at, map.open));
  CHECK(map.matches(*map.regions));
  const ComponentMap after = map.regions->publish();
  CHECK(before.component_of().data() == after.component_of().data());
  for (const Position p : test::all_cells(map.terrain)) {
    const CellIndex cell = map.grid->cell(p);
    const bool edited = map.terrain.at(p) != '.';
    REQUIRE((before.regions()[cell] != after.regions()[cell]) == edited);
  }
}

TEST_CASE("a region keeps its number where it grows before its first cells") {
  const Rules rules = GENERATE(from_range(rules_of_steps()));
  CAPTURE(name(rules.topology), name(rules.corners));
  const bool columns = is_hexagonal(rules.topology);
  Edited map(*Terrain::make(30, 30, '@'), rules);
  const Rectangle room = columns ? Rectangle{{5, 10}, 4, 9} : Rectangle{{10, 5}, 9, 4};
  const Rectangle grown = columns ? Rectangle{{5, 6}, 4, 4} : Rectangle{{6, 5}, 4, 4};
  const auto open = [&](const Rectangle& at) {
    apply(map.terrain, at, Change::open);
    map.make_grid();
    return map.regions->update(at, map.open);
  };
  CHECK(open(room));
  CHECK_FALSE(open(grown));
  CHECK(map.matches(*map.regions));
}

TEST_CASE("an edit outside of the map changes nothing") {
  Edited map(test::random_terrain(40, 20, 30, 1), {});
  const ComponentMap before = map.regions->publish();
  for (const Rectangle at : {Rectangle{{-5, 0}, 5, 9}, Rectangle{{0, 20}, 40, 1},
                             Rectangle{{3, 3}, 0, 4}, Rectangle{{40, -3}, 9, 9}})
    CHECK_FALSE(map.regions->update(at, map.open));
  CHECK(before.regions().data() == map.regions->publish().regions().data());
}

TEST_CASE("a published version of the components stays as it was") {
  const Rules rules = GENERATE(from_range(rules_of_steps()));
  CAPTURE(name(rules.topology), name(rules.corners));
  struct Held {
    ComponentMap components;
    std::shared_ptr<const Grid> grid;
  };
  Edited map(test::random_terrain(70, 45, 40, 2), rules, {{{1, 1}, {60, 40}, 1}});
  SplitMix64 rng(7);
  std::deque<Held> held;
  for (int edit = 0; edit < 100; ++edit) {
    edit_at_random(map, rng);
    held.push_back({map.regions->publish(), map.grid});
    if (held.size() > 5) held.erase(held.begin() + rng.below(5));
    for (const Held& version : held) {
      map.grid = version.grid;
      REQUIRE(map.matches(version.components));
    }
  }
}

TEST_CASE("edits allocate nothing once they have been made before") {
  test::CountingMemory memory;
  std::vector<std::vector<std::uint8_t>> states;
  std::vector<Rectangle> edits;
  std::unique_ptr<Edited> map;
  {
    const test::NoDefaultMemory none;
    map = std::make_unique<Edited>(test::random_terrain(100, 70, 40, 5), Rules{},
                                   std::vector<Link>{}, &memory);
  }
  SplitMix64 rng(1);
  for (int edit = 0; edit < 200; ++edit) {
    edits.push_back(random_rectangle(map->terrain, rng));
    apply(map->terrain, edits.back(), static_cast<Change>(rng.below(3)));
    map->make_grid();
    states.push_back(map->open);
  }
  edits.push_back({{0, 0}, 100, 70});
  states.push_back(states.front());
  const auto replay = [&] {
    ComponentMap held = map->regions->publish();
    for (std::size_t k = 0; k < edits.size(); ++k) {
      map->regions->update(edits[k], states[k]);
      held = map->regions->publish();
    }
  };
  map->regions->update({{0, 0}, 100, 70}, states.front());
  replay();
  const std::size_t taken = memory.allocations(), heap = test::heap_allocations();
  replay();
  CHECK(memory.allocations() == taken);
  CHECK(test::heap_allocations() == heap);
  CHECK(map->regions->memory_bytes() - sizeof(Regions) <= memory.bytes());
  CHECK(map->regions->memory_bytes() > memory.bytes() * 9 / 10);
}

}  // namespace throng::regions_test
