#include "../../src/map/league.hpp"

#include "../support/catch.hpp"
#include "../support/maps.hpp"

#include <string>
#include <vector>

// Files of the League of Robot Runners.

namespace throng::league_test {

namespace {

const Terrain& map() {
  static const Terrain terrain = *Terrain::make(4, 3);
  return terrain;
}

bool is_open(char cell) { return cell == '.'; }

}  // namespace

TEST_CASE("agents start in cells that are counted row by row") {
  const auto starts =
      parse_agents("# version\n\n3\n0\r\n 7 # the last column\n\n8\n\n", map(), is_open);
  REQUIRE(starts);
  CHECK(*starts == std::vector<Agent>{{{0, 0}, 4}, {{3, 1}, 5}, {{0, 2}, 7}});
}

TEST_CASE("a task is a list of cells") {
  const auto tasks = parse_tasks("2\n11,0\n5, 6 ,5\n", map(), is_open);
  REQUIRE(tasks);
  CHECK(*tasks == std::vector<Errands>{{{3, 2}, {0, 0}}, {{1, 1}, {2, 1}, {1, 1}}});
}

TEST_CASE("agents and tasks that are none are refused, with the line and the reason") {
  struct Bad {
    std::string text, what;
    bool tasks = true;
  };
  Terrain terrain = map();
  terrain.set({2, 0}, '@');
  const Bad bad[] = {
      {"", "line 1: the number of tasks: expected a number, found ''"},
      {"two\n", "line 1: the number of tasks: expected a number, found 'two'"},
      {"# nothing\n0\n", "line 2: there are no tasks"},
      {"-1\n", "line 1: there are no tasks"},
      {"99999999999\n", "line 1: the number of tasks: '99999999999' exceeds 32 bits"},
      {"2\n1\n", "line 3: expected 2 tasks, found 1"},
      {"1\n1\n2\n", "line 3: expected nothing after the last of 1 tasks, found '2'"},
      {"1\n12\n", "line 2: a cell: 12 lies outside the map of 12 cells"},
      {"1\n-1\n", "line 2: a cell: -1 lies outside the map of 12 cells"},
      {"1\n1,2\n", "line 2: a cell: 2, at 2,0, is closed"},
      {"1\n2\n", "line 2: a cell: 2, at 2,0, is closed", false},
      {"1\n1,,2\n", "line 2: a cell: expected a number, found ''"},
      {"1\n1,\n", "line 2: a cell: expected a number, found ''"},
      {"2000000000\n1\n", "line 3: expected 2000000000 tasks, found 1"},
      {"1\n1,3\n", "line 2: expected 1 cell, found '3' behind it", false},
      {"2\n1\n", "line 3: expected 2 agents, found 1", false},
  };
  for (const Bad& each : bad) {
    CAPTURE(each.text);
    const auto error = [&](const auto& parsed) {
      REQUIRE_FALSE(parsed);
      return parsed.error();
    };
    const Error found = each.tasks ? error(parse_tasks(each.text, terrain, is_open))
                                   : error(parse_agents(each.text, terrain, is_open));
    CHECK(found.what == each.what);
  }
}

TEST_CASE("a file that is missing is named") {
  CHECK(read_agents("missing.agents", map(), is_open).error().code == Code::io);
  CHECK(read_tasks("missing.tasks", map(), is_open).error().what.find("missing.tasks") !=
        std::string::npos);
}

}  // namespace throng::league_test
