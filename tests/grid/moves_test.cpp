#include "../support/catch.hpp"
#include "../support/maps.hpp"

#include <throng/grid.hpp>

#include <string>

namespace throng::moves_test {

namespace {

Rules rules(Topology topology, Corners corners) {
  return {.topology = topology, .corners = corners};
}

/// The 3 x 3 surroundings of the centre of a 3 x 3 map: where a move of it leads.
std::string moves_of_centre(std::string_view drawing, const Rules& under) {
  const Terrain terrain = test::drawn(drawing);
  const auto grid = *Grid::make(terrain, under);
  std::string picture = "... ... ...";
  const unsigned legal = grid->moves({1, 1});
  for (std::size_t d = 0; d < kMoves; ++d)
    if ((legal >> d & 1U) != 0) {
      const Position to = step(Topology::octile, {1, 1}, static_cast<Move>(d));
      picture[static_cast<std::size_t>(to.y * 4 + to.x)] = d < 4 ? '+' : 'x';
    }
  return picture;
}

}  // namespace

TEST_CASE("an octile cell steps everywhere that its corner rule allows") {
  const Rules never = rules(Topology::octile, Corners::never_cut);
  const Rules one = rules(Topology::octile, Corners::cut_one);
  const Rules always = rules(Topology::octile, Corners::always);

  CHECK(moves_of_centre("...\n...\n...", never) == "x+x +.+ x+x");
  CHECK(moves_of_centre("...\n...\n...", always) == "x+x +.+ x+x");

  CHECK(moves_of_centre("...\n..@\n...", never) == "x+. +.. x+.");
  CHECK(moves_of_centre("...\n..@\n...", one) == "x+x +.. x+x");
  CHECK(moves_of_centre("...\n..@\n...", always) == "x+x +.. x+x");

  CHECK(moves_of_centre(".@.\n@..\n...", never) == "... ..+ .+x");
  CHECK(moves_of_centre(".@.\n@..\n...", one) == "..x ..+ x+x");
  CHECK(moves_of_centre(".@.\n@..\n...", always) == "x.x ..+ x+x");

  CHECK(moves_of_centre("@..\n...\n.@.", never) == ".+x +.+ ...");
  CHECK(moves_of_centre("@@@\n@.@\n@@@", always) == "... ... ...");
  CHECK(moves_of_centre(".@.\n@.@\n.@.", one) == "... ... ...");
  CHECK(moves_of_centre(".@.\n@.@\n.@.", always) == "x.x ... x.x");
}

TEST_CASE("a tile cell steps straight only") {
  for (const Corners corners : kCorners) {
    const Rules tile = rules(Topology::tile, corners);
    CHECK(moves_of_centre("...\n...\n...", tile) == ".+. +.+ .+.");
    CHECK(moves_of_centre(".@.\n..@\n...", tile) == "... +.. .+.");
  }
}

TEST_CASE("a closed cell has no move") {
  for (const Topology topology : kTopologies)
    CHECK(moves_of_centre("...\n.@.\n...", rules(topology, Corners::always)) ==
          "... ... ...");
}

TEST_CASE("no move leads out of the map") {
  const auto grid =
      *Grid::make(*Terrain::make(3, 1), rules(Topology::octile, Corners::always));
  CHECK(grid->moves({0, 0}) == 1U << static_cast<unsigned>(Move::east));
  CHECK(grid->moves({1, 0}) == (1U << static_cast<unsigned>(Move::east) |
                                1U << static_cast<unsigned>(Move::west)));
  CHECK(grid->moves({2, 0}) == 1U << static_cast<unsigned>(Move::west));
}

TEST_CASE("a movement class decides which characters are open") {
  const Terrain terrain = test::drawn(".GSTW@O");
  const auto open_cells = [&](const MovementClass& movement) {
    Rules under;
    under.movement = movement;
    const auto grid = *Grid::make(terrain, under);
    std::string open;
    for (const Position p : test::all_cells(terrain))
      if (grid->open(p)) open += terrain.at(p);
    return open;
  };
  CHECK(open_cells(MovementClass()) == ".GS");
  CHECK(open_cells(MovementClass("W")) == "W");
  CHECK(open_cells(MovementClass(".GSTWO")) == ".GSTWO");  // more than vectors look for
  CHECK(open_cells(MovementClass("")).empty());
}

TEST_CASE("the moves of the kernel's layout are those of the cells") {
  const Terrain terrain = test::random_terrain(17, 11, 30, 5);
  const auto grid = *Grid::make(terrain);
  std::size_t open = 0;
  for (const Position p : test::all_cells(terrain)) {
    const CellIndex cell = grid->cell(p);
    REQUIRE(grid->position(cell) == p);
    REQUIRE(grid->moves()[cell] == grid->moves(p));
    open += grid->open(p) ? 1 : 0;
    for (std::size_t d = 0; d < kMoves; ++d) {
      const auto move = static_cast<Move>(d);
      if ((grid->moves(p) >> d & 1U) == 0) continue;
      REQUIRE(cell + grid->offset(move) ==
              grid->cell(step(grid->rules().topology, p, move)));
    }
  }
  CHECK(open == grid->open_cells());
}

}  // namespace throng::moves_test
