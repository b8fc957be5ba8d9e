#include "../../src/areas/dead_ends.hpp"
#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/maps.hpp"
#include "../support/oracle.hpp"
#include "../support/seeds.hpp"

#include <throng/grid.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <utility>
#include <vector>

namespace throng::dead_end_maps_test {

namespace {

using Areas = std::vector<bool>;  ///< by area: whether it is one of them

/// A small map with its areas, their borders and dead ends.
struct Cut {
  Cut(Terrain drawn, const Rules& under)
      : terrain(std::move(drawn)),
        rules(under),
        grid(*Grid::make(terrain, under)),
        areas(decompose(*grid)),
        borders(find_borders(*grid, areas)),
        dead_ends(areas.count, borders) {}

  std::uint32_t area(Position p) const { return areas.area_of[grid->cell(p)]; }

  Terrain terrain;
  Rules rules;
  std::shared_ptr<const Grid> grid;
  AreaMap areas;
  std::vector<Border> borders;
  DeadEnds dead_ends;
};

Areas relevant(const DeadEnds& dead_ends, std::uint32_t start, std::uint32_t goal) {
  const DeadEnds::Path path = dead_ends.path(start, goal);
  Areas areas;
  for (const DeadEnds::Span span : dead_ends.spans()) areas.push_back(path.passes(span));
  return areas;
}

/// The map with all other areas closed.
Terrain kept(const Cut& cut, const Areas& areas) {
  Terrain terrain = cut.terrain;
  for (const Position p : test::all_cells(terrain))
    if (cut.area(p) != kNoArea && !areas[cut.area(p)]) terrain.set(p, '@');
  return terrain;
}

}  // namespace

TEST_CASE("every cell of every optimal path lies in a relevant area") {
  const int closed = GENERATE(20, 35, 50);
  for (const Rules& rules : test::square_rules()) {
    for (std::uint64_t seed = 0; seed < 60; seed += test::every({2, 17})) {
      const Cut cut(test::random_terrain(7, 6, closed, seed), rules);
      if (!DeadEnds::allowed(*cut.grid)) continue;
      CAPTURE(test::in_words(rules), closed, seed);
      const auto cells = test::all_cells(cut.terrain);
      std::vector<test::OracleField<std::uint64_t>> from;
      for (const Position p : cells)
        from.push_back(test::oracle_field(cut.terrain, rules, p));

      bool sound = true;
      for (std::size_t s = 0; s < cells.size(); ++s)
        for (std::size_t g = 0; g < cells.size(); ++g) {
          if (!from[s][g]) continue;
          const Areas areas =
              relevant(cut.dead_ends, cut.area(cells[s]), cut.area(cells[g]));
          for (std::size_t c = 0; c < cells.size(); ++c)
            if (from[s][c] && from[s][c].cost + from[c][g].cost == from[s][g].cost)
              sound = sound && areas[cut.area(cells[c])];
        }
      REQUIRE(sound);
    }
  }
}

TEST_CASE("closing all irrelevant areas changes no distance") {
  const int closed = GENERATE(20, 35, 50);
  for (const Rules& rules : test::square_rules()) {
    for (std::uint64_t seed = 100; seed < 120; seed += test::every({2, 13})) {
      const Cut cut(test::random_terrain(7, 6, closed, seed), rules);
      CAPTURE(test::in_words(rules), closed, seed);
      const auto cells = test::all_cells(cut.terrain);
      bool same = true;
      for (const Position start : cells) {
        if (cut.area(start) == kNoArea) continue;
        const auto whole = test::oracle_field(cut.terrain, rules, start);
        std::vector<std::pair<Areas, test::OracleField<std::uint64_t>>> parts;
        for (std::size_t g = 0; g < cells.size(); ++g) {
          if (!whole[g]) continue;
          const Areas areas = relevant(cut.dead_ends, cut.area(start), cut.area(cells[g]));
          auto part = std::find_if(parts.begin(), parts.end(),
                                   [&](const auto& known) { return known.first == areas; });
          if (part == parts.end())
            part = parts.insert(
                part, {areas, test::oracle_field(kept(cut, areas), rules, start)});
          same = same && part->second[g].cost == whole[g].cost;
        }
      }
      REQUIRE(same);
    }
  }
}

// Readings of the paper that suggest themselves and are wrong, each with a map on which it
// makes the path from S to G too expensive.

namespace {

/// Cost from S to G with all other areas closed.
std::uint64_t cost_within(const Cut& cut, const Areas& areas, const Query& query) {
  return test::oracle_path(kept(cut, areas), cut.rules, query).cost;
}

Query marked(const Terrain& terrain) {
  Query query;
  for (const Position p : test::all_cells(terrain)) {
    if (terrain.at(p) == 'S') query.start = p;
    if (terrain.at(p) == 'G') query.goal = p;
  }
  return query;
}

/// What can be reached from `area` without passing `closed`.
Areas joined(const Cut& cut, std::uint32_t area, std::uint32_t closed) {
  Areas reached(cut.areas.count, false);
  if (area == closed) return reached;
  reached[area] = true;
  for (bool grows = true; grows;) {
    grows = false;
    for (const Border& border : cut.borders) {
      if (border.a == closed || border.b == closed) continue;
      if (reached[border.a] == reached[border.b]) continue;
      reached[border.a] = reached[border.b] = grows = true;
    }
  }
  return reached;
}

/// First reading: an area behind a cut vertex, as seen from start and goal, is irrelevant.
Areas not_behind_cut_vertices(const Cut& cut, std::uint32_t start, std::uint32_t goal) {
  Areas relevant_ones(cut.areas.count, true);
  for (std::uint32_t vertex = 0; vertex < cut.areas.count; ++vertex) {
    const Areas from_start = joined(cut, start, vertex),
                from_goal = joined(cut, goal, vertex);
    for (std::uint32_t area = 0; area < cut.areas.count; ++area)
      if (area != vertex && !from_start[area] && !from_goal[area])
        relevant_ones[area] = false;
  }
  return relevant_ones;
}

/// Second reading: areas that border each other are joined by one edge.
std::vector<Border> one_for_each_pair(const Cut& cut) {
  std::vector<Border> some;
  for (const Border& border : cut.borders)
    if (std::find(some.begin(), some.end(), border) == some.end()) some.push_back(border);
  return some;
}

struct Crossing {
  Position from, to;
  Border border;
};

bool near(Position p, Position q) {
  return std::abs(p.x - q.x) <= 1 && std::abs(p.y - q.y) <= 1;
}
bool touch(const Crossing& c, const Crossing& d) {
  return c.border == d.border && near(c.from, d.from) && near(c.to, d.to);
}

/// Third reading: all steps between two areas that touch each other are one border, round
/// bends and past ends.
std::vector<Border> one_for_each_contact(const Cut& cut) {
  std::vector<Crossing> crossings;
  for (const Position p : test::all_cells(cut.terrain))
    for (unsigned d = 0; d < kMoves; ++d) {
      const Position q = step(Topology::octile, p, static_cast<Move>(d));
      if ((cut.grid->moves(p) >> d & 1U) != 0 && cut.area(p) < cut.area(q))
        crossings.push_back({p, q, {cut.area(p), cut.area(q)}});
    }
  std::vector<Border> borders;
  std::vector<bool> done(crossings.size(), false);
  for (std::size_t i = 0; i < crossings.size(); ++i) {
    if (done[i]) continue;
    borders.push_back(crossings[i].border);
    std::vector<std::size_t> contact{i};
    for (std::size_t k = 0; k < contact.size(); ++k)
      for (std::size_t j = i + 1; j < crossings.size(); ++j)
        if (!done[j] && touch(crossings[contact[k]], crossings[j])) {
          done[j] = true;
          contact.push_back(j);
        }
  }
  return borders;
}

/// Fourth reading: borders are where areas share a side.
std::vector<Border> shared_sides(const Cut& cut) {
  const auto grid = *Grid::make(cut.terrain, {.topology = Topology::tile});
  return find_borders(*grid, cut.areas);
}

}  // namespace

TEST_CASE("an area behind a cut vertex can be on the only optimal path") {
  // aa@b   From b through a and back into b, on to c: shorter than inside b, which is not
  // @aab   convex. Yet a lies behind the cut vertex b, as seen from both ends.
  // c@ab
  // cbbb
  const Cut cut(test::drawn(R"(..@S
                               @...
                               G@..
                               ....)"),
                {});
  const Query query = marked(cut.terrain);
  const std::uint32_t start = cut.area(query.start), goal = cut.area(query.goal);
  const std::uint64_t cost = test::oracle_path(cut.terrain, cut.rules, query).cost;
  CHECK(cost_within(cut, not_behind_cut_vertices(cut, start, goal), query) > cost);
  CHECK(cost_within(cut, relevant(cut.dead_ends, start, goal), query) == cost);
}

namespace {

/// Whether dead ends found with other borders than those of find_borders close a shortcut
/// from S to G, and those found with them do not.
void check_closes_shortcut(const Cut& cut, const std::vector<Border>& wrong) {
  const Query query = marked(cut.terrain);
  const std::uint32_t start = cut.area(query.start), goal = cut.area(query.goal);
  const std::uint64_t cost = test::oracle_path(cut.terrain, cut.rules, query).cost;
  CHECK(cost_within(cut, relevant(DeadEnds(cut.areas.count, wrong), start, goal), query) >
        cost);
  CHECK(cost_within(cut, relevant(cut.dead_ends, start, goal), query) == cost);
}

}  // namespace

TEST_CASE("two separate borders between two areas are no dead end") {
  // a@b   The way from b to b leads through a, in by one border and out by the other.
  // aab
  // aab
  // a@b
  // bbb
  const Cut cut(test::drawn(R"(.@S
                               ...
                               ...
                               .@.
                               G..)"),
                {});
  check_closes_shortcut(cut, one_for_each_pair(cut));
  CHECK(one_for_each_contact(cut).size() == 2);
}

TEST_CASE("a border with a bend is no dead end") {
  // a@b   The way from b to b cuts the bend through a.
  // aab
  // @ab
  // bbb
  const Cut cut(test::drawn(R"(.@S
                               ...
                               @..
                               G..)"),
                {});
  check_closes_shortcut(cut, one_for_each_contact(cut));
}

TEST_CASE("a step across a corner is a way out of an area") {
  // aaa   The way from a to c leads through b, and out of it across a corner.
  // a@b
  // cc@
  const Cut cut(test::drawn(R"(..S
                               .@.
                               .G@)"),
                {.corners = Corners::always});
  check_closes_shortcut(cut, shared_sides(cut));
}

}  // namespace throng::dead_end_maps_test
