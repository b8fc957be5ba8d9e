#include "../support/catch.hpp"
#include "../support/maps.hpp"
#include "../support/temporary.hpp"

#include <throng/map_io.hpp>

#include <fstream>

namespace throng::map_io_test {
namespace {

struct Bad {
  std::string text;
  std::string what;
  Code code = Code::bad_format;
};

const std::string kHead = "type octile\nheight 2\nwidth 3\nmap\n";
const std::string kStrange = " is not one of: . G @ O T S W 1 to 9";

}  // namespace

TEST_CASE("a map survives printing and parsing") {
  const auto seed = GENERATE(range(0, 20));
  CAPTURE(seed);
  const Terrain terrain = test::random_terrain(1 + seed % 7, 1 + seed % 5, 40,
                                               static_cast<std::uint64_t>(seed));
  CHECK(*parse_map(to_text(terrain)) == terrain);
}

TEST_CASE("a map prints as MovingAI writes it") {
  CHECK(to_text(test::drawn(".G@\nOTS")) == kHead + ".G@\nOTS\n");
}

TEST_CASE("a map is read in every form that the format allows") {
  const Terrain expected = test::drawn(".G@\nOTW");
  for (const std::string& text : {
           kHead + ".G@\nOTW\n",
           kHead + ".G@\nOTW",
           kHead + ".G@\nOTW\n\n \n\r\n",
           std::string("type octile\r\nheight 2\r\nwidth 3\r\nmap\r\n.G@\r\nOTW\r\n"),
           std::string("width 3\ntype tile\nheight 2\nmap\n.G@\nOTW\n"),
           std::string("height\t2 \n width 3\ntype  octile\nmap \n.G@\nOTW\n"),
           std::string("height 2\nwidth 3\nmap\n.G@\nOTW\n"),
           kHead + ".G@  \nOTW\t\r\n",
       }) {
    CAPTURE(text);
    const auto terrain = parse_map(text);
    REQUIRE(terrain);
    CHECK(*terrain == expected);
  }
}

TEST_CASE("a map may hold the digits from 1 on") {
  const Terrain terrain = test::drawn("1.5\n@98");
  CHECK(*parse_map(kHead + "1.5\n@98\n") == terrain);
  CHECK(*parse_map(to_text(terrain)) == terrain);
  CHECK(parse_map(kHead + "...\n.0.\n").error().what ==
        "line 6: '0' at 1,1" + kStrange + "; the terrain 0:1 or 0:0 would add it");
}

TEST_CASE("a map may hold an alphabet of its own") {
  const std::string text = kHead + "E#.\n.#E\n";
  CHECK(*parse_map(text, "#E") == test::drawn("E#.\n.#E"));
  CHECK(parse_map(text).error().what ==
        "line 5: 'E' at 0,0" + kStrange + "; the terrain E:1 or E:0 would add it");
  CHECK(parse_map(text, "E").error().what ==
        "line 5: '#' at 1,0" + kStrange + " E; the terrain #:1 or #:0 would add it");
}

TEST_CASE("a text that is no map is refused, with the line and the reason") {
  const std::string expected_field = "expected type, height, width or map, found ";
  const Bad bad[] = {
      {"", "line 1: " + expected_field + "the end"},
      {"type octile\nheight 2\n", "line 3: " + expected_field + "the end"},
      {"\n" + kHead, "line 1: " + expected_field + "''"},
      {"type octile\ndepth 3\n", "line 2: " + expected_field + "'depth'"},
      {"map 3\n", "line 1: " + expected_field + "'map'"},
      {"\x89PNG\r\n\x1a\n", "line 1: " + expected_field + "'\\x89PNG'"},
      {"type hex\n", "line 1: type: 'hex' is not one of: octile tile"},
      {"type\n", "line 1: type: '' is not one of: octile tile"},
      {"type octile\ntype octile\n", "line 2: 'type' is given twice"},
      {"height 2\nwidth 3\nheight 2\n", "line 3: 'height' is given twice"},
      {"height 2\nmap\n", "line 2: no 'width' before 'map'"},
      {"type octile\nwidth 3\nmap\n", "line 3: no 'height' before 'map'"},
      {"type octile\nheight 2\nmap\n..\n", "line 3: no 'width' before 'map'"},
      {"height two\n", "line 1: height: expected a number, found 'two'"},
      {"height 2 3\n", "line 1: height: expected a number, found '2 3'"},
      {"width 2.5\n", "line 1: width: expected a number, found '2.5'"},
      {"width\n", "line 1: width: expected a number, found ''"},
      {"height 0\n", "line 1: height: '0' is below 1"},
      {"width -3\n", "line 1: width: '-3' is below 1"},
      {kHead + "...\n", "line 6: row 2 of 2 is missing"},
      {kHead, "line 5: row 1 of 2 is missing"},
      {kHead + "..\n...\n", "line 5: row 1 of 2 has 2 cells, the width is 3"},
      {kHead + "...\n....\n", "line 6: row 2 of 2 has 4 cells, the width is 3"},
      {kHead + "...\n\n...\n", "line 6: row 2 of 2 has 0 cells, the width is 3"},
      {kHead + "...\n..x\n",
       "line 6: 'x' at 2,1" + kStrange + "; the terrain x:1 or x:0 would add it"},
      {kHead + ".\t.\n...\n", "line 5: '\\x09' at 1,0" + kStrange},
      {kHead + ".. \n...\n", "line 5: ' ' at 2,0" + kStrange},
      {kHead + "... .\n...\n", "line 5: row 1 of 2 has 5 cells, the width is 3"},
      {kHead + "...\n...\n...\n",
       "line 7: expected nothing after the last row, found '...'"},
      {kHead + "...\n...\n\nend\n",
       "line 8: expected nothing after the last row, found 'end'"},
  };
  for (const Bad& each : bad) {
    CAPTURE(each.text);
    const auto terrain = parse_map(each.text);
    REQUIRE_FALSE(terrain);
    CHECK(terrain.error().what == each.what);
    CHECK(terrain.error().code == Code::bad_format);
  }
}

TEST_CASE("a map that claims to be huge is refused for what it lacks") {
  const std::string too_large =
      "is too large: with a border of one cell it may hold 4294967295";
  const Bad bad[] = {
      {"type octile\nheight 65536\nwidth 65536\nmap\n.\n",
       "line 4: a map of 65536 x 65536 cells " + too_large, Code::unsupported},
      {"type octile\nheight 2147483647\nwidth 2147483647\nmap\n.\n",
       "line 4: a map of 2147483647 x 2147483647 cells " + too_large, Code::unsupported},
      {"height 99999999999999999999\n",
       "line 1: height: '99999999999999999999' exceeds 32 bits", Code::unsupported},
      {"type octile\nheight 65533\nwidth 65533\nmap\n.\n",
       "line 5: row 1 of 65533 has 1 cells, the width is 65533"},
      {"type octile\nheight 1000000000\nwidth 1\nmap\n.\n",
       "line 6: row 2 of 1000000000 is missing"},
  };
  for (const Bad& each : bad) {
    CAPTURE(each.text);
    const auto terrain = parse_map(each.text);
    REQUIRE_FALSE(terrain);
    CHECK(terrain.error().what == each.what);
    CHECK(terrain.error().code == each.code);
  }
}

TEST_CASE("an error in a map file names the file") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("bad.map");
  std::ofstream(path) << "type octile\nheight x\n";
  CHECK(read_map(path).error().what ==
        path + ": line 2: height: expected a number, found 'x'");
  CHECK(read_map(folder.file("none.map")).error().code == Code::io);
}

TEST_CASE("every MovingAI map can be read, and printed again") {
  for (const auto& path : test::benchmark_files(".map")) {
    CAPTURE(path.string());
    const auto terrain = read_map(path.string());
    REQUIRE(terrain);
    CHECK(*parse_map(to_text(*terrain)) == *terrain);
  }
}

}  // namespace throng::map_io_test
