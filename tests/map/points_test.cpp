#include "../../src/map/points.hpp"

#include "../support/catch.hpp"

namespace throng::points_test {

namespace {

const TerrainView kMap{nullptr, 10, 6, 10};

std::string error_of(const char* text) {
  const auto points = parse_points(text, kMap);
  REQUIRE_FALSE(points);
  CHECK(points.error().code == Code::bad_format);
  return points.error().what;
}

}  // namespace

TEST_CASE("points are read by position, and by the names of a header") {
  for (const char* text :
       {"3,4\n9,0\n", "# two\n3,4 # one\r\n\n9,0", "x,y\n3,4\n9,0\n", "y,x\n4,3\n0,9\n",
        "row,col\n4,3\n0,9\n", "id,\"Column\",Row,name\n1,3,4,a\n2,9,0,b\n"}) {
    CAPTURE(text);
    CHECK(*parse_points(text, kMap) == std::vector<Position>{{3, 4}, {9, 0}});
  }
  CHECK(parse_points("x,y\n", kMap)->empty());
}

TEST_CASE("a text that holds no points is refused, with the line and the reason") {
  CHECK(error_of("3,4\n3\n") == "line 2: '3' is not a cell such as 3,4");
  CHECK(error_of("3,4\nx,y\n") == "line 2: 'x,y' is not a cell such as 3,4");
  CHECK(error_of("3,6\n") == "line 1: 3,6 lies outside the map of 10 x 6");
  CHECK(error_of("y,x\n3,6\n5,10\n") == "line 3: 10,5 lies outside the map of 10 x 6");
  CHECK(error_of("x,y\n3,4,5\n") ==
        "line 2: expected 2 fields, as in the header, found 3 fields");
  CHECK(error_of("x,y\n3,b\n") == "line 2: y: expected a number, found 'b'");
  CHECK(error_of("a,b\n3,4\n") ==
        "line 1: the header has no column for x; names understood: x,y; col,row; "
        "column,row");
}

}  // namespace throng::points_test
