#include "../support/catch.hpp"
#include "../support/maps.hpp"

#include <throng/validate.hpp>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace throng::validate_test {
using namespace test;
namespace {

using Cells = std::vector<Position>;

Terrain drawn(const std::vector<std::string>& rows) {
  std::string cells;
  for (const std::string& row : rows) cells += row;
  return *Terrain::make(static_cast<std::int32_t>(rows[0].size()),
                        static_cast<std::int32_t>(rows.size()), cells);
}

PathList list_of(const std::vector<Cells>& paths) {
  PathList list;
  for (const Cells& path : paths) {
    list.cells.insert(list.cells.end(), path.begin(), path.end());
    list.begin.push_back(list.cells.size());
  }
  return list;
}

Rules with(Topology topology) {
  Rules rules;
  rules.topology = topology;
  return rules;
}

Rules with(Corners corners) {
  Rules rules;
  rules.corners = corners;
  return rules;
}

/// The complaint about one path; nothing when it is accepted. No length is promised.
std::string complaint(const std::vector<std::string>& rows, const Query& query,
                      const Cells& path, const Rules& rules = {}) {
  Scenario scenario;
  scenario.queries = {query};
  const auto found = validate_paths(drawn(rows), rules, scenario, list_of({path}));
  return found.empty() ? "" : found[0].what;
}

/// The complaint about a straight walk of 4 steps when the scenario promises `length`.
std::string complaint_about_length(double length, double tolerance) {
  Scenario scenario;
  scenario.queries = {{{0, 0}, {4, 0}}};
  scenario.lengths = {length};
  scenario.tolerance = tolerance;
  const auto paths = list_of({{{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}}});
  const auto found = validate_paths(drawn({"....."}), {}, scenario, paths);
  return found.empty() ? "" : found[0].what;
}

const std::vector<std::string> kOpen{"....", "....", "...."};

}  // namespace

TEST_CASE("a legal path between the right ends is accepted", "[check]") {
  CHECK(complaint(kOpen, {{0, 0}, {3, 1}}, {{0, 0}, {1, 1}, {2, 0}, {3, 1}}).empty());
  CHECK(complaint(kOpen, {{2, 2}, {2, 2}}, {{2, 2}}).empty());
  CHECK(complaint({".GS"}, {{2, 0}, {0, 0}}, {{2, 0}, {1, 0}, {0, 0}}).empty());
}

TEST_CASE("a step that is no move of the topology is named", "[check]") {
  CHECK(complaint(kOpen, {{0, 0}, {3, 0}}, {{0, 0}, {1, 0}, {3, 0}}) ==
        "step 2, from 1,0 to 3,0, jumps");
  CHECK(complaint(kOpen, {{0, 0}, {2, 1}}, {{0, 0}, {2, 1}}) ==
        "step 1, from 0,0 to 2,1, jumps");
  CHECK(complaint(kOpen, {{0, 0}, {0, 2}}, {{0, 0}, {0, 2}}) ==
        "step 1, from 0,0 to 0,2, jumps");
  CHECK(complaint(kOpen, {{0, 0}, {1, 0}}, {{0, 0}, {0, 0}, {1, 0}}) ==
        "step 1, from 0,0 to 0,0, stands still");
  CHECK(complaint(kOpen, {{0, 0}, {1, 1}}, {{0, 0}, {1, 1}}, with(Topology::tile)) ==
        "step 1, from 0,0 to 1,1, is diagonal");
}

TEST_CASE("a path that does not join the ends of its query is rejected", "[check]") {
  CHECK(complaint(kOpen, {{0, 0}, {2, 0}}, {{1, 0}, {2, 0}}) ==
        "begins at 1,0, not at 0,0");
  CHECK(complaint(kOpen, {{0, 0}, {2, 0}}, {{0, 0}, {1, 0}}) == "ends at 1,0, not at 2,0");
}

TEST_CASE("each corner rule says how many cells beside a diagonal must be open",
          "[check]") {
  const Query query{{0, 0}, {1, 1}};
  const Cells diagonal{{0, 0}, {1, 1}};
  const std::string cut = "step 1, from 0,0 to 1,1, cuts a corner";
  const auto about = [&](const std::string& upper, const std::string& lower,
                         Corners corners) {
    return complaint({upper, lower}, query, diagonal, with(corners));
  };

  CHECK(about("..", "..", Corners::never_cut).empty());
  CHECK(about("..", "..", Corners::cut_one).empty());
  CHECK(about("..", "..", Corners::always).empty());

  for (const std::string& lower : {std::string("@."), std::string("T.")}) {
    CHECK(about("..", lower, Corners::never_cut) == cut);
    CHECK(about("..", lower, Corners::cut_one).empty());
    CHECK(about("..", lower, Corners::always).empty());
  }
  CHECK(about(".@", "..", Corners::never_cut) == cut);
  CHECK(about(".@", "..", Corners::cut_one).empty());

  // Closed on both sides: where the rule forbids the step, nothing else joins the cells.
  const std::string none = "has a path, though nothing joins its ends";
  CHECK(about(".@", "@.", Corners::never_cut) == none);
  CHECK(about(".@", "@.", Corners::cut_one) == none);
  CHECK(about(".@", "@.", Corners::always).empty());
}

TEST_CASE("cut_one rejects a step between two closed cells on a longer way", "[check]") {
  const std::vector<std::string> rows{".@.", "@..", "..."};
  const std::vector<std::string> ring{"....", "..@.", ".@..", "...."};
  CHECK(complaint(rows, {{0, 0}, {2, 2}}, {{0, 0}, {1, 1}, {2, 2}}, with(Corners::always))
            .empty());
  CHECK(complaint(ring, {{1, 1}, {2, 2}}, {{1, 1}, {2, 2}}, with(Corners::cut_one)) ==
        "step 1, from 1,1 to 2,2, cuts a corner");
}

TEST_CASE("a path over a closed cell or outside the map is rejected", "[check]") {
  const std::vector<std::string> rows{"...", ".W.", "..."};
  CHECK(complaint(rows, {{0, 1}, {2, 1}}, {{0, 1}, {1, 1}, {2, 1}}) ==
        "step 1, from 0,1 to 1,1, enters a closed cell");
  CHECK(complaint(rows, {{0, 0}, {2, 0}}, {{0, 0}, {1, -1}, {2, 0}}) ==
        "step 1, from 0,0 to 1,-1, leaves the map");
  const std::int32_t least = std::numeric_limits<std::int32_t>::min();
  CHECK(complaint(rows, {{0, 0}, {2, 0}}, {{0, 0}, {least, least}, {2, 0}}) ==
        "step 1, from 0,0 to -2147483648,-2147483648, leaves the map");

  Rules boat;
  boat.movement = MovementClass(".W");
  CHECK(complaint(rows, {{0, 1}, {2, 1}}, {{0, 1}, {1, 1}, {2, 1}}, boat).empty());
}

TEST_CASE("a path is there if and only if one exists", "[check]") {
  const std::vector<std::string> rows{"..@.", "..@.", "@@@."};
  CHECK(complaint(rows, {{0, 0}, {1, 1}}, {}) == "lacks a path, though one exists");
  CHECK(complaint(rows, {{1, 1}, {1, 1}}, {}) == "lacks a path, though one exists");

  CHECK(complaint(rows, {{0, 0}, {3, 0}}, {}).empty());
  CHECK(complaint(rows, {{0, 0}, {2, 0}}, {}).empty());
  CHECK(complaint(rows, {{2, 0}, {2, 0}}, {}).empty());
  CHECK(complaint(rows, {{0, 0}, {4, 0}}, {}).empty());

  CHECK(complaint(rows, {{0, 0}, {3, 0}}, {{0, 0}, {3, 0}}) ==
        "has a path, though nothing joins its ends");
  CHECK(complaint(rows, {{2, 0}, {2, 0}}, {{2, 0}}) ==
        "has a path, though the start 2,0 is closed");
  CHECK(complaint(rows, {{0, 0}, {2, 1}}, {{0, 0}, {1, 0}, {2, 1}}) ==
        "has a path, though the goal 2,1 is closed");
  CHECK(complaint(rows, {{0, -1}, {0, 0}}, {{0, -1}, {0, 0}}) ==
        "has a path, though the start 0,-1 lies outside the map");
}

TEST_CASE("whether a path exists depends on topology and corner rule", "[check]") {
  const std::vector<std::string> rows{".@", "@."};
  const Query query{{0, 0}, {1, 1}};
  const std::string lacks = "lacks a path, though one exists";
  CHECK(complaint(rows, query, {}, with(Corners::always)) == lacks);
  CHECK(complaint(rows, query, {}, with(Corners::cut_one)).empty());
  CHECK(complaint({"..", "@."}, query, {}, with(Topology::tile)) == lacks);
  Rules tile = with(Topology::tile);
  tile.corners = Corners::always;
  CHECK(complaint(rows, query, {}, tile).empty());
}

TEST_CASE("a path must be as long as promised, within the tolerance", "[check]") {
  CHECK(complaint_about_length(4, 0.001).empty());
  CHECK(complaint_about_length(4.0009, 0.001).empty());
  CHECK(complaint_about_length(3.991, 0.01).empty());
  CHECK(complaint_about_length(3.991, 0.001) ==
        "is 4.000000 long, but the scenario says 3.991000");
  CHECK(complaint_about_length(4.5, 0.01) ==
        "is 4.000000 long, but the scenario says 4.500000");
  CHECK(complaint_about_length(-1, 0.01) ==
        "is 4.000000 long, but the scenario says that there is no path");
}

TEST_CASE("a diagonal step is sqrt(2) long, whatever the costs of the rules", "[check]") {
  Scenario scenario;
  scenario.queries = {{{0, 0}, {3, 2}}};
  scenario.lengths = {1 + 2 * std::sqrt(2.0)};
  scenario.tolerance = 1e-9;
  const PathList paths = list_of({{{0, 0}, {1, 1}, {2, 2}, {3, 2}}});
  CHECK(validate_paths(drawn(kOpen), {}, scenario, paths).empty());
  Rules bg2006;
  bg2006.costs = kBg2006Costs;
  CHECK(validate_paths(drawn(kOpen), bg2006, scenario, paths).empty());
}

TEST_CASE("no path is right only where the scenario promises none", "[check]") {
  Scenario scenario;
  scenario.queries = {{{0, 0}, {2, 0}}, {{0, 0}, {2, 0}}};
  scenario.lengths = {-1, 2};
  const auto found = validate_paths(drawn({".@."}), {}, scenario, list_of({{}, {}}));
  REQUIRE(found.size() == 1);
  CHECK(found[0].query == 1);
  CHECK(found[0].what == "has no path, but the scenario says 2.000000");
}

TEST_CASE("complaints come in query order, at most one a query", "[check]") {
  Scenario scenario;
  scenario.queries = {{{0, 0}, {1, 0}}, {{0, 0}, {3, 0}}, {{3, 0}, {0, 0}}};
  const PathList paths =
      list_of({{{0, 0}, {2, 0}, {0, 0}}, {{0, 0}, {1, 0}, {2, 0}, {3, 0}}, {}});
  const auto found = validate_paths(drawn(kOpen), {}, scenario, paths);
  REQUIRE(found.size() == 2);
  CHECK(found[0].query == 0);
  CHECK(found[1].query == 2);
  CHECK(validate_paths(drawn(kOpen), {}, {}, {}).empty());
}

TEST_CASE("links are replayed from what the caller says of them") {
  const Terrain terrain = drawn({"..@..", "..@.."});
  const std::vector<Link> links{
      {{1, 0}, {3, 0}, 5}, {{0, 0}, {1, 1}, 9}, {{0, 1}, {2, 1}, 1}};
  const GridOptions options{.links = links};
  const auto complaint = [&](Query query, std::vector<Position> cells, double length) {
    Scenario scenario;
    scenario.queries = {query};
    scenario.lengths = {length};
    scenario.tolerance = 1e-6;
    const PathList paths{{0, cells.size()}, std::move(cells)};
    const auto complaints = validate_paths(terrain, {}, scenario, paths, options);
    return complaints.empty() ? "" : complaints.front().what;
  };
  CHECK(complaint({{0, 0}, {4, 0}}, {{0, 0}, {1, 0}, {3, 0}, {4, 0}}, 7).empty());
  CHECK(complaint({{0, 0}, {4, 0}}, {{0, 0}, {1, 0}, {3, 0}, {4, 0}}, 3) ==
        "is 7.000000 long, but the scenario says 3.000000");
  // The step costs less than the link beside it.
  CHECK(complaint({{0, 0}, {1, 1}}, {{0, 0}, {1, 1}}, std::sqrt(2.0)).empty());
  CHECK(complaint({{4, 0}, {1, 0}}, {{4, 0}, {3, 0}, {1, 0}}, 6) ==
        "step 2, from 3,0 to 1,0, jumps");
  CHECK(complaint({{0, 1}, {2, 1}}, {{0, 1}, {2, 1}}, 1) ==
        "has a path, though the goal 2,1 is closed");
  CHECK(complaint({{0, 0}, {4, 0}}, {}, -1) == "lacks a path, though one exists");
  CHECK(complaint({{4, 0}, {0, 0}}, {}, -1).empty());  // no way back
}

}  // namespace throng::validate_test
