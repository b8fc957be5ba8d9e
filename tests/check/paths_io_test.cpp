#include "../support/catch.hpp"
#include "../support/temporary.hpp"

#include <throng/validate.hpp>

#include <fstream>

namespace throng::paths_io_test {
namespace {

std::vector<Position> cells(const PathList& paths, std::size_t i) {
  const auto path = paths.path(i);
  return {path.begin(), path.end()};
}

}  // namespace

TEST_CASE("paths are read one a line, in order") {
  for (const char* text : {
           "0 1,2 3,4\n1\n2 -5,6\n",
           "0 1,2 3,4\r\n1 \r\n2 -5,6",
           "\n0\t1,2  3,4 \n\n1\n2 -5,6\n\n",
       }) {
    CAPTURE(text);
    const auto paths = parse_paths(text);
    REQUIRE(paths);
    REQUIRE(paths->size() == 3);
    CHECK(cells(*paths, 0) == std::vector<Position>{{1, 2}, {3, 4}});
    CHECK(cells(*paths, 1).empty());
    CHECK(cells(*paths, 2) == std::vector<Position>{{-5, 6}});
  }
}

TEST_CASE("an empty paths file holds no path") {
  CHECK(parse_paths("")->size() == 0);
  CHECK(parse_paths("\r\n\n")->size() == 0);
}

TEST_CASE("a half makes all points of a list half cells") {
  const PathList paths = *parse_paths("0 1,2 -0.5,3.5 4,4\n1\n2 0,-1\n");
  CHECK(paths.scale == 2);
  CHECK(paths.cells == std::vector<Position>{{2, 4}, {-1, 7}, {8, 8}, {0, -2}});
  CHECK(parse_paths("0 1,2 3,4\n")->scale == 1);
  CHECK(parse_paths("0 -1073741823,0 0.5,1073741823\n")->cells ==
        std::vector<Position>{{-2147483646, 0}, {1, 2147483646}});
  CHECK(parse_paths("0 2147483647,-2147483648\n")->cells[0] ==
        Position{2147483647, -2147483647 - 1});
}

TEST_CASE("a text that is no list of paths is refused, with the line and the reason") {
  struct Bad {
    std::string text;
    std::string what;
  };
  const Bad bad[] = {
      {"1 1,2\n", "line 1: expected path 0, found '1'"},
      {"0 1,2\n0 1,2\n", "line 2: expected path 1, found '0'"},
      {"0 1,2\n\n2 1,2\n", "line 3: expected path 1, found '2'"},
      {"1,2 3,4\n", "line 1: expected path 0, found '1,2'"},
      {"0 1\n", "line 1: expected a cell x,y, found '1'"},
      {"0 1,2 3\n", "line 1: expected a cell x,y, found '3'"},
      {"0 1,2,3\n", "line 1: cell '1,2,3': expected a number, found '2,3'"},
      {"0 1, 2\n", "line 1: cell '1,': expected a number, found ''"},
      {"0 x,2\n", "line 1: cell 'x,2': expected a number, found 'x'"},
      {"0 1,2.25\n", "line 1: cell '1,2.25': expected a number, found '2.25'"},
      {"0 2147483648,0\n", "line 1: cell '2147483648,0': '2147483648' exceeds 32 bits"},
      {"0 1,2\n1 1500000000,2\n2 0,0.5\n3 x\n",
       "line 2: cell '1500000000,2' is too far away: in a file with halves, coordinates "
       "are below 2^30"},
      {"0 0.5,0\n1 1,-1073741824\n",
       "line 2: cell '1,-1073741824' is too far away: in a file with halves, coordinates "
       "are below 2^30"},
      {std::string("0 1,2\0\n", 7),
       "line 1: cell '1,2\\x00': expected a number, found '2\\x00'"},
  };
  for (const Bad& each : bad) {
    CAPTURE(each.text);
    const auto paths = parse_paths(each.text);
    REQUIRE_FALSE(paths);
    CHECK(paths.error().what == each.what);
    CHECK(paths.error().code == Code::bad_format);
  }
}

TEST_CASE("an error in a paths file names the file") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("bad.paths");
  std::ofstream(path) << "0 1,2\nx\n";
  CHECK(read_paths(path).error().what == path + ": line 2: expected path 1, found 'x'");
  CHECK(read_paths(folder.file("none")).error().code == Code::io);
}

}  // namespace throng::paths_io_test
