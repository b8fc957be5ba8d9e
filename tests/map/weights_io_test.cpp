#include "../support/catch.hpp"
#include "../support/temporary.hpp"

#include <throng/map_io.hpp>

#include <fstream>

namespace throng::weights_io_test {
namespace {

struct Bad {
  std::string text;
  std::string what;
  Code code = Code::bad_format;
};

const std::string kHead = "type weights\nheight 2\nwidth 3\nweights\n";
const WeightLayer kSmall{3, 2, {1, 2, 0, 9, 10, 16383}};

}  // namespace

TEST_CASE("a layer of weights survives printing and parsing") {
  CHECK(to_text(kSmall) == kHead + "1 2 0\n9 10 16383\n");
  for (const WeightLayer& layer :
       {kSmall, WeightLayer{1, 1, {0}}, WeightLayer{1, 3, {5, 6, 7}},
        WeightLayer{600, 400, std::vector<Weight>(600 * 400, kMaxWeight)}})
    CHECK(*parse_weights(to_text(layer)) == layer);
}

TEST_CASE("a layer of weights is read in every form that the format allows") {
  for (const std::string& text : {
           kHead + "1 2 0\n9 10 16383",
           kHead + " 1\t2   0 \n09 10 16383\n\n \n\r\n",
           std::string("type weights\r\nheight 2\r\nwidth 3\r\nweights\r\n1 2 0\r\n") +
               "9 10 16383\r\n",
           std::string("width 3\n height\t2\ntype  weights\nweights \n1 2 0\n9 10 16383\n"),
       }) {
    CAPTURE(text);
    const auto layer = parse_weights(text);
    REQUIRE(layer);
    CHECK(*layer == kSmall);
  }
}

TEST_CASE("a text that is no layer of weights is refused, with the line and the reason") {
  const std::string expected_field = "expected type, height, width or weights, found ";
  const Bad bad[] = {
      {"", "line 1: " + expected_field + "the end"},
      {"map\n", "line 1: " + expected_field + "'map'"},
      {"weights 3\n", "line 1: " + expected_field + "'weights'"},
      {"\x89PNG\r\n\x1a\n", "line 1: " + expected_field + "'\\x89PNG'"},
      {"type octile\n", "line 1: type: 'octile' is not one of: weights"},
      {"type weights\ntype weights\n", "line 2: 'type' is given twice"},
      {"height 2\nweights\n", "line 2: no 'type' before 'weights'"},
      {"type weights\nheight 2\nweights\n", "line 3: no 'width' before 'weights'"},
      {"height two\n", "line 1: height: expected a number, found 'two'"},
      {kHead + "1 2 3\n", "line 6: row 2 of 2 is missing"},
      {kHead + "1 2\n", "line 5: row 1 of 2 has 2 weights, the width is 3"},
      {kHead + "1 2 3\n\n# 4 5 6\n", "line 7: row 2 of 2 is missing"},
      {kHead + "1 2 3\n4 5 6 7 8\n", "line 6: row 2 of 2 has more weights, the width is 3"},
      {kHead + "1 2 3\n4 5,6\n", "line 6: '5,6' at 1,1 is not a weight from 0 to 16383"},
      {kHead + "1 2 3\n4 -5 6\n", "line 6: '-5' at 1,1 is not a weight from 0 to 16383"},
      {kHead + "1 2 3\n4 1.5 6\n", "line 6: '1.5' at 1,1 is not a weight from 0 to 16383"},
      {kHead + "1 2 16384\n4 5 6\n",
       "line 5: '16384' at 2,0 is not a weight from 0 to 16383"},
      {kHead + "99999999999999999999 2 3\n4 5 6\n",
       "line 5: '99999999999999999999' at 0,0 is not a weight from 0 to 16383"},
      {kHead + "1 2 3\n4 5 6\n7 8 9\n",
       "line 7: expected nothing after the last row, found '7 8 9'"},
      {"type weights\nheight 1000000000\nwidth 1\nweights\n1\n",
       "line 6: row 2 of 1000000000 is missing"},
      {"type weights\nheight 1\nwidth 1000000000\nweights\n1\n",
       "line 5: row 1 of 1 has 1 weights, the width is 1000000000"},
      {"type weights\nheight 65536\nwidth 65536\nweights\n1\n",
       "line 4: a map of 65536 x 65536 cells is too large: with a border of one cell it "
       "may "
       "hold 4294967295",
       Code::unsupported},
  };
  for (const Bad& each : bad) {
    CAPTURE(each.text);
    const auto layer = parse_weights(each.text);
    REQUIRE_FALSE(layer);
    CHECK(layer.error().what == each.what);
    CHECK(layer.error().code == each.code);
  }
}

TEST_CASE("an error in a file of weights names the file") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("bad.weights");
  std::ofstream(path) << kHead << "1 2 3\n4 x 6\n";
  CHECK(read_weights(path).error().what ==
        path + ": line 6: 'x' at 1,1 is not a weight from 0 to 16383");
  std::ofstream(path) << to_text(kSmall);
  CHECK(*read_weights(path) == kSmall);
  CHECK(read_weights(folder.file("none")).error().code == Code::io);
}

}  // namespace throng::weights_io_test
