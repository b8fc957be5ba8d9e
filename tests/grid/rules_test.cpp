#include "../support/catch.hpp"

#include <throng/grid.hpp>
#include <throng/rules.hpp>

#include <cstdint>
#include <string>

namespace throng::rules_test {
namespace {

/// The weights of `terrains`, blanks between them.
std::string weights(const MovementClass& movement, std::string_view terrains) {
  std::string text;
  for (const char terrain : terrains)
    text += (text.empty() ? "" : " ") + std::to_string(movement.weight(terrain));
  return text;
}

}  // namespace

TEST_CASE("a movement class is the default with the weights that are spelt") {
  const auto of = [](std::string_view spec, std::string_view terrains) {
    const auto movement = parse_movement(spec);
    return movement ? weights(*movement, terrains) : movement.error().what;
  };
  CHECK(of("S:3,T:5,W:0", ".GSTW@O") == "1 1 3 5 0 0 0");
  CHECK(of("SG:2", ".GST") == "1 2 2 0");
  CHECK(of(".GS:0", ".GS") == "0 0 0");
  CHECK(of("@:16383", "@O") == "16383 0");
  CHECK(of("digits", ".123456789") == "1 1 2 3 4 5 6 7 8 9");
  CHECK(of("digits,T:12", "9T@") == "9 12 0");
  CHECK(of("5:7", "456") == "0 7 0");
}

TEST_CASE("a movement class may have an alphabet of its own") {
  const MovementClass movement = *parse_movement("E:1,#0:0,x:7");
  CHECK(movement.weight('E') == 1);
  CHECK(movement.weight('x') == 7);
  CHECK(movement.weight('#') == 0);
  CHECK(movement.weight('y') == 0);
  CHECK(movement.own_characters() == "#0Ex");
  CHECK(name(movement) == "#:0,0:0,E:1,x:7");
  CHECK(*parse_movement(name(movement)) == movement);
  CHECK_FALSE(movement == *parse_movement("E:1,x:7"));
  CHECK_FALSE(movement.plain());
  CHECK(parse_movement("#:0,S:0")->plain());
  CHECK(MovementClass().own_characters().empty());
}

TEST_CASE("a movement class is made of the weights of all characters") {
  for (const char* const spec : {"E:1,x:7,S:3", "digits", ".:0", "E:1,#:0"}) {
    const MovementClass movement = *parse_movement(spec);
    CHECK(MovementClass(movement.weights()) == movement);
  }
}

TEST_CASE("what is no movement class is refused with the item that is wrong") {
  const std::string expected = "expected characters, a colon and their weight, or digits";
  const std::string no_terrain =
      " is no terrain: a printable ASCII character, but no blank, comma or colon";
  for (const auto& [spec, what] : {
           std::pair<std::string, std::string>{"", "item 1, '': " + expected},
           {"S:3,", "item 2, '': " + expected},
           {"S:3,T", "item 2, 'T': " + expected},
           {":3", "item 1, ':3': " + expected},
           {"digit", "item 1, 'digit': " + expected},
           {"S:", "item 1, 'S:': '' is not a weight from 0 to 16383"},
           {"S:3,T:x", "item 2, 'T:x': 'x' is not a weight from 0 to 16383"},
           {"S:-1", "item 1, 'S:-1': '-1' is not a weight from 0 to 16383"},
           {"S:2.5", "item 1, 'S:2.5': '2.5' is not a weight from 0 to 16383"},
           {"S:16384", "item 1, 'S:16384': '16384' is not a weight from 0 to 16383"},
           {"S:65537", "item 1, 'S:65537': '65537' is not a weight from 0 to 16383"},
           {"S:3 ", "item 1, 'S:3 ': '3 ' is not a weight from 0 to 16383"},
           {"S:3, T:5", "item 2, ' T:5': ' '" + no_terrain},
           {"S:3:4", "item 1, 'S:3:4': ':'" + no_terrain},
           {"S:3;T:5", "item 1, 'S:3;T:5': ':'" + no_terrain},
           {"\x7f:3", "item 1, '\\x7f:3': '\\x7f'" + no_terrain},
           {"E:1,E:0", "item 2, 'E:0': 'E' is given a weight twice"},
           {"S:3,GS:3", "item 2, 'GS:3': 'S' is given a weight twice"},
           {"SS:3", "item 1, 'SS:3': 'S' is given a weight twice"},
           {"digits,5:1", "item 2, '5:1': '5' is given a weight twice"},
       }) {
    CAPTURE(spec);
    const auto movement = parse_movement(spec);
    REQUIRE_FALSE(movement);
    CHECK(movement.error().code == Code::bad_argument);
    CHECK(movement.error().what == what);
  }
}

TEST_CASE("the name of a movement class is what differs from the default") {
  for (const auto& [spec, name_of_it] : {
           std::pair<std::string, std::string>{".GS:1", ".GS:1"},
           {"T:5,G:2", "G:2,T:5"},
           {"SG:0", "G:0,S:0"},
           {"W:0,@:9", "@:9"},
           {"T:4,digits", "digits,T:4"},
           {"1:1,2:2,3:3", "1:1,2:2,3:3"},
       }) {
    const auto movement = *parse_movement(spec);
    CHECK(name(movement) == name_of_it);
    CHECK(*parse_movement(name(movement)) == movement);
  }
}

TEST_CASE("a grid is made of no weights but whole ones from 0 to the largest") {
  for (const std::int64_t weight : {std::int64_t{-1}, std::int64_t{kMaxWeight} + 1,
                                    std::int64_t{1} << 16, std::int64_t{1} << 40}) {
    Rules rules;
    rules.movement.set('T', weight);
    const auto grid = Grid::make(*Terrain::make(3, 3), rules);
    REQUIRE_FALSE(grid);
    CHECK(grid.error().code == Code::bad_argument);
    CHECK(grid.error().what == "the weight of character 'T' is not one from 0 to 16383");
    rules.movement.set('T', kMaxWeight);
    CHECK(Grid::make(*Terrain::make(3, 3), rules));
  }
}

}  // namespace throng::rules_test
