#include "../support/catch.hpp"
#include "../support/maps.hpp"
#include "../support/temporary.hpp"

#include <throng/scenario.hpp>

#include <fstream>

namespace throng::scenario_test {
namespace {

struct Bad {
  std::string text;
  std::string what;
};

void check_refused(const std::vector<Bad>& table) {
  for (const Bad& bad : table) {
    CAPTURE(bad.text);
    const auto scenario = parse_scenario(bad.text);
    REQUIRE_FALSE(scenario);
    CHECK(scenario.error().what == bad.what);
    CHECK(scenario.error().code == Code::bad_format);
  }
}

const std::string kLayout =
    " field: expected bucket, map, width, height, start x, start y, goal x, goal y, length";

}  // namespace

TEST_CASE("a scenario is read, whatever separates its fields") {
  for (const char* text : {
           "version 1\n2\tm.map\t49\t32\t1\t2\t3\t4\t8.5\n",
           "version 1.0\n2 m.map 49 32 1 2 3 4 8.5",
           "version 1\r\n2\tm.map\t49\t32\t1\t2\t3\t4\t8.5\r\n\r\n",
           "\nversion 1 \n\n \n2  m.map\t49   32\t1 2 3 4 8.5 \n",
           "version 1\n2\tmy own.map\t49\t32\t1\t2\t3\t4\t8.5\n",
       }) {
    CAPTURE(text);
    const auto scenario = parse_scenario(text);
    REQUIRE(scenario);
    CHECK(scenario->queries == std::vector<Query>{{{1, 2}, {3, 4}}});
    CHECK(scenario->lengths == std::vector<double>{8.5});
    CHECK(scenario->map_width == 49);
    CHECK(scenario->map_height == 32);
  }
}

TEST_CASE("the tolerance follows from the decimals of the lengths") {
  const auto tolerance = [](const std::string& lines) {
    return parse_scenario("version 1\n" + lines)->tolerance;
  };
  CHECK(tolerance("0 m 9 9 1 1 2 2 1.41421356\n") == 0.001);
  CHECK(tolerance("0 m 9 9 1 1 2 2 1.4142\n") == 0.001);
  CHECK(tolerance("0 m 9 9 1 1 2 2 1.414\n") == 0.01);
  CHECK(tolerance("0 m 9 9 1 1 2 2 7\n") == 0.01);
  // Six digits in all: the long ones have fewer decimals, so the file is as good as those.
  CHECK(tolerance("0 m 9 9 1 1 2 2 1.41421\n9 m 9 9 1 1 2 2 1234.56\n") == 0.01);
  CHECK(tolerance("0 m 9 9 1 1 2 2 1.4142\n0 m 9 9 1 1 2 2 -1\n") == 0.001);
  CHECK(tolerance("0 m 9 9 1 1 2 2 1.4142\n0 m 9 9 1 1 2 2 0\n") == 0.001);
}

TEST_CASE("a negative length says that no path exists") {
  const auto scenario = parse_scenario("version 1\n0\tm\t9\t9\t1\t1\t2\t2\t-1\n");
  REQUIRE(scenario);
  CHECK(scenario->lengths.at(0) < 0);
}

TEST_CASE("positions need not lie on the map") {
  const auto scenario = parse_scenario("version 1\n0 m 9 9 -1 1 2 2147483647 1\n");
  REQUIRE(scenario);
  CHECK(scenario->queries.at(0) == Query{{-1, 1}, {2, 2147483647}});
}

TEST_CASE("a file without queries is a scenario of none") {
  for (const char* text :
       {"", "\n\n", "version 1\n", "version 1.0\r\n\r\n", "sx,sy,gx,gy\n"}) {
    CAPTURE(text);
    const auto scenario = parse_scenario(text);
    REQUIRE(scenario);
    CHECK(scenario->queries.empty());
    CHECK(scenario->lengths.empty());
    CHECK(scenario->map_width == 0);
  }
}

TEST_CASE("queries are read from CSV, with or without a header") {
  for (const char* text : {
           "sx,sy,gx,gy\n1,2,3,4\n-5,6,7,8\n",
           "1,2,3,4\n-5,6,7,8",
           "from x, from y, to x, to y\r\n1, 2,\t3 ,4\r\n\r\n-5,6,7,8\r\n",
       }) {
    CAPTURE(text);
    const auto scenario = parse_scenario(text);
    REQUIRE(scenario);
    CHECK(scenario->queries == std::vector<Query>{{{1, 2}, {3, 4}}, {{-5, 6}, {7, 8}}});
    CHECK(scenario->lengths.empty());
    CHECK(scenario->map_width == 0);
    CHECK(scenario->tolerance == 0.01);
  }
}

TEST_CASE("a header of CSV selects the columns by their names, in any order") {
  for (const char* text : {
           "gx,gy,sx,sy\n3,4,1,2\n",
           "goal_x,goal_y,start_x,start_y\n3,4,1,2\n",
           "gx,gy,x,y\n3,4,1,2\n",
           "start_row,start_col,goal_row,goal_col\n2,1,4,3\n",
           "Goal Row , \"GOAL-COLUMN\", Start.X ,start_y\n4,3,1,2\n",
           "target_x,target_y,source_x,source_y\n3,4,1,2\n",
           "to_y,to_x,from_y,from_x\n4,3,2,1\n",
           "x_goal,y_goal,x_start,y_start\n3,4,1,2\n",
           "dest_x,dest_y,origin_x,origin_y\n3,4,1,2\n",
           "ex_goal,endy,endx,srcx,srcy\n9,4,3,1,2\n",
           "x1,y1,x0,y0\n3,4,1,2\n",
           "x2,y2,x1,y1\n3,4,1,2\n",
           "\xEF\xBB\xBFgx,gy,sx,sy\r\n3,4,1,2\r\n",
           "id,x,y,sx,sy,gx,gy,cost\n7,8,8,1,2,3,4,99\n",
           ",gx,gy,sx,sy\n0,3,4,1,2\n",
           "\"gx\",\"gy\",\"sx\",\"sy\"\n\"3\",\"4\",\"1\",\"2\"\n",
       }) {
    CAPTURE(text);
    const auto scenario = parse_scenario(text);
    REQUIRE(scenario);
    CHECK(scenario->queries == std::vector<Query>{{{1, 2}, {3, 4}}});
  }
}

TEST_CASE("a header that does not name each column once is an error with the names") {
  const auto what = [](const std::string& text) {
    const auto scenario = parse_scenario(text);
    REQUIRE_FALSE(scenario);
    CHECK(scenario.error().code == Code::bad_format);
    CHECK(scenario.error().what.find("names understood: sx,sy,gx,gy; start_x,") !=
          std::string::npos);
    return scenario.error().what.substr(0, scenario.error().what.find(';'));
  };
  CHECK(what("a,b,c,d\n1,2,3,4\n") == "line 1: the header has no column for start x");
  CHECK(what("sx,sy,gx,far\n1,2,3,4\n") == "line 1: the header has no column for goal y");
  CHECK(what("sx,y,gx,gy\n1,2,3,4\n") == "line 1: the header has no column for start y");
  CHECK(what("# c\nx,y,x,y\n") == "line 2: the header has several columns for start x");
  CHECK(what("sx,sy,gx,gy,start_x\n") ==
        "line 1: the header has several columns for start x");
  CHECK(what("sx,sy,gx,gy,goal_row\n") ==
        "line 1: the header has several columns for goal y");
  CHECK(what("x0,y0,x1,y1,x2,y2\n") ==
        "line 1: the header has several columns for start and goal");
}

TEST_CASE("a text that is no scenario is refused, with the line and the reason") {
  const std::string v = "version 1\n";
  check_refused({
      {"version 2\n", "line 1: version: '2' is not one of: 1 1.0"},
      {"version\n", "line 1: version: '' is not one of: 1 1.0"},
      {v + "0 m 9 9 1 1 2 2\n", "line 2: missing" + kLayout},
      {v + "0\n", "line 2: missing" + kLayout},
      {v + "0\t\t9\t9\t1\t1\t2\t2\t1\n", "line 2: missing" + kLayout},
      {v + "0 m 9 9 1 1 2 2 1 1\n", "line 2: extra" + kLayout},
      {v + "0\tm\t9\t9\t1\t1\t2\t2\t1\t1\n", "line 2: extra" + kLayout},
      {v + "0 my own.map 9 9 1 1 2 2 1\n", "line 2: extra" + kLayout},
      {v + "x m 9 9 1 1 2 2 1\n", "line 2: bucket: expected a number, found 'x'"},
      {v + "0 m w 9 1 1 2 2 1\n", "line 2: map width: expected a number, found 'w'"},
      {v + "0 m 9 h 1 1 2 2 1\n", "line 2: map height: expected a number, found 'h'"},
      {v + "0 m 0 9 1 1 2 2 1\n", "line 2: a map of 0 x 9 cells is empty"},
      {v + "0 m 9 9 1. 1 2 2 1\n", "line 2: start x: expected a number, found '1.'"},
      {v + "0 m 9 9 1 y 2 2 1\n", "line 2: start y: expected a number, found 'y'"},
      {v + "0 m 9 9 1 1 - 2 1\n", "line 2: goal x: expected a number, found '-'"},
      {v + "0 m 9 9 1 1 2 2147483648 1\n", "line 2: goal y: '2147483648' exceeds 32 bits"},
      {v + "0 m 9 9 1 1 2 2 long\n", "line 2: length: expected a number, found 'long'"},
      {v + "0 m 9 9 1 1 2 2 nan\n", "line 2: length: expected a number, found 'nan'"},
      {v + "0 m 9 9 1 1 2 2 inf\n", "line 2: length: expected a number, found 'inf'"},
      {v + "0 m 9 9 1 1 2 2 1e3\n", "line 2: length: expected a number, found '1e3'"},
      {v + "0 m 9 9 1 1 2 2 1,5\n", "line 2: length: expected a number, found '1,5'"},
      {v + "0 m 9 9 1 1 2 2 4294967296\n", "line 2: length: '4294967296' exceeds 32 bits"},
      {v + "0 m 9 9 1 1 2 2 1\n\n0 m 9 8 1 1 2 2 1\n",
       "line 4: the map has 9 x 8 cells, in the line before 9 x 9"},
  });
}

TEST_CASE("a text that is no CSV of queries is refused, with the line and the reason") {
  check_refused({
      {"1,2,3\n", "line 1: expected sx,sy,gx,gy, found 3 fields"},
      {"1,2,3,4,5\n", "line 1: expected sx,sy,gx,gy, found 5 fields"},
      {"1 2 3 4\n", "line 1: expected sx,sy,gx,gy, found 1 fields"},
      {"1,2,3,x\n", "line 1: gy: expected a number, found 'x'"},
      {"sx,sy,gx,gy\nsx,sy,gx,gy\n", "line 2: sx: expected a number, found 'sx'"},
      {",,,\n", "line 1: sx: expected a number, found ''"},
      {"1,2,3,4\n1,,3,4\n", "line 2: sy: expected a number, found ''"},
      {"1,2,3.0,4\n", "line 1: gx: expected a number, found '3.0'"},
      {"1,2,3,99999999999\n", "line 1: gy: '99999999999' exceeds 32 bits"},
      {"0 m 9 9 1 1 2 2 1\n", "line 1: expected sx,sy,gx,gy, found 1 fields"},
  });
}

TEST_CASE("a scenario prints as MovingAI writes it, and parses back") {
  Scenario scenario;
  scenario.queries = {{{1, 2}, {3, 4}}, {{5, 6}, {50, 6}}, {{7, 7}, {8, 8}}};
  scenario.lengths = {2.8284271247461903, 45, -1};
  scenario.map_width = 60;
  scenario.map_height = 20;
  const std::string text = print_scenario(scenario, "my own.map");
  CHECK(text ==
        "version 1\n"
        "0\tmy own.map\t60\t20\t1\t2\t3\t4\t2.82842712\n"
        "11\tmy own.map\t60\t20\t5\t6\t50\t6\t45.00000000\n"
        "0\tmy own.map\t60\t20\t7\t7\t8\t8\t-1.00000000\n");
  const auto again = parse_scenario(text);
  REQUIRE(again);
  CHECK(again->queries == scenario.queries);
  CHECK(again->lengths.at(0) == Approx(scenario.lengths[0]).margin(1e-8));
  CHECK(again->lengths.at(1) == 45);
  CHECK(again->lengths.at(2) == -1);
  CHECK(again->map_width == 60);
  CHECK(again->map_height == 20);
  CHECK(again->tolerance == 0.001);
}

TEST_CASE("an error in a scenario file names the file") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("bad.scen");
  std::ofstream(path) << "version 3\n";
  CHECK(read_scenario(path).error().what ==
        path + ": line 1: version: '3' is not one of: 1 1.0");
  CHECK(read_scenario(folder.file("none.scen")).error().code == Code::io);
}

TEST_CASE("every MovingAI scenario can be read") {
  for (const auto& path : test::benchmark_files(".scen")) {
    CAPTURE(path.string());
    const auto scenario = read_scenario(path.string());
    REQUIRE(scenario);
    CHECK_FALSE(scenario->queries.empty());
    CHECK(scenario->lengths.size() == scenario->queries.size());
  }
}

}  // namespace throng::scenario_test
