#include "../../src/grid/successors.hpp"

#include "../support/catch.hpp"

#include <string>

namespace throng::successors_test {

namespace {

Rules octile(Corners corners) {
  Rules rules;
  rules.corners = corners;
  return rules;
}

/// The 3 x 3 surroundings of a cell as a byte: a point where a move is legal.
unsigned moves_in(std::string_view picture) {
  unsigned moves = 0;
  for (std::size_t d = 0; d < kMoves; ++d)
    if (picture[static_cast<std::size_t>((kMoveY[d] + 1) * 4 + kMoveX[d] + 1)] == '.')
      moves |= 1U << d;
  return moves;
}

std::string successors(const Rules& rules, Move entered, std::string_view legal) {
  const unsigned worth =
      successor_table(rules)[static_cast<std::size_t>(entered)][moves_in(legal)];
  std::string picture(11, ' ');
  for (std::size_t d = 0; d < kMoves; ++d)
    picture[static_cast<std::size_t>((kMoveY[d] + 1) * 4 + kMoveX[d] + 1)] =
        (worth >> d & 1U) != 0 ? '.' : '-';
  picture[5] = 'o';
  return picture;
}

}  // namespace

TEST_CASE("canonical successors go on, and straight after diagonal") {
  const Rules rules = octile(Corners::never_cut);
  CHECK(successors(rules, Move::east, "... .o. ...") == "--- -o. ---");
  CHECK(successors(rules, Move::north, "... .o. ...") == "-.- -o- ---");
  CHECK(successors(rules, Move::south_east, "... .o. ...") == "--- -o. -..");
  CHECK(successors(rules, Move::north_west, "... .o. ...") == "..- .o- ---");
}

TEST_CASE("canonical successors turn where an obstacle ends") {
  const Rules rules = octile(Corners::never_cut);
  // Moving east past a wall that ended on the north side: north-west is not legal.
  CHECK(successors(rules, Move::east, "#.. .o. ...") == "-.. -o. ---");
  CHECK(successors(rules, Move::east, "#.. .o. #..") == "-.. -o. -..");
  CHECK(successors(rules, Move::east, "#.# .o# ...") == "-.- -o- ---");
  // Along a wall nothing turns.
  CHECK(successors(rules, Move::east, "### .o. ...") == "--- -o. ---");
  CHECK(successors(rules, Move::south, "#.. .o. ...") == "--- .o- ..-");
}

TEST_CASE("under other corner rules only moves back are dropped") {
  for (const Corners corners : {Corners::cut_one, Corners::always}) {
    CHECK(successors(octile(corners), Move::east, "... .o. ...") == "-.. -o. -..");
    CHECK(successors(octile(corners), Move::north_east, "... .o. ...") == "... -o. --.");
    CHECK(successors(octile(corners), Move::east, "### .o# ##.") == "--- -o- --.");
  }
}

TEST_CASE("so it is where a diagonal step saves nothing") {
  for (const StepCosts costs : {StepCosts{1, 2}, StepCosts{8191, 16382}}) {
    const Rules rules{.corners = Corners::never_cut, .costs = costs};
    CHECK(successors(rules, Move::east, "... .o. ...") == "-.. -o. -..");
    CHECK(successors(rules, Move::north_east, "... .o. ...") == "... -o. --.");
  }
  const Rules saves{.corners = Corners::never_cut, .costs = {8191, 16381}};
  CHECK(successors(saves, Move::east, "... .o. ...") == "--- -o. ---");
}

TEST_CASE("on a tile grid only the move back is dropped") {
  Rules rules;
  rules.topology = Topology::tile;
  CHECK(successors(rules, Move::east, "#.# .o. #.#") == "-.- -o. -.-");
  CHECK(successors(rules, Move::south, "#.# .o. #.#") == "--- .o. -.-");
}

TEST_CASE("on a hexagonal grid three moves remain: on, and the two beside that") {
  const Rules hex{.topology = Topology::hex};
  const auto remaining = [&](Move entered) {
    return successor_table(hex)[static_cast<std::size_t>(entered)][0xFF];
  };
  const auto bits = [](std::initializer_list<Move> moves) {
    unsigned all = 0;
    for (const Move move : moves) all |= 1U << static_cast<unsigned>(move);
    return all;
  };
  CHECK(remaining(Move::north) == bits({Move::north_west, Move::north, Move::east}));
  CHECK(remaining(Move::south_east) == bits({Move::east, Move::south_east, Move::south}));
}

TEST_CASE("no successor is illegal") {
  for (const Topology topology : kTopologies)
    for (const Corners corners : kCorners) {
      Rules rules = octile(corners);
      rules.topology = topology;
      for (const auto& row : successor_table(rules))
        for (unsigned legal = 0; legal < 256; ++legal) REQUIRE((row[legal] & ~legal) == 0);
    }
}

}  // namespace throng::successors_test
