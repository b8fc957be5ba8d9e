// What lies in maps/ is what its README says.
#include "../support/catch.hpp"
#include "../support/maps.hpp"
#include "../support/oracle.hpp"
#include "../support/seeds.hpp"

#include <throng/generate.hpp>
#include <throng/map_io.hpp>
#include <throng/scenario.hpp>

#include <fstream>
#include <map>
#include <sstream>

namespace throng::bundled_maps_test {
namespace {

struct Recipe {
  MapKind kind = MapKind::empty;
  GenerateOptions options;
  std::string file;
};

/// The recipe in a line of the README: `throng generate KIND --OPTION VALUE ... -o FILE`.
Recipe parse_recipe(const std::string& command) {
  std::istringstream words(command);
  std::string program, verb, kind, option, value;
  words >> program >> verb >> kind;
  Recipe recipe;
  recipe.kind = *parse_map_kind(kind);
  while (words >> option >> value) {
    CAPTURE(command, option);
    if (option == "--size") {
      recipe.options.width = std::stoi(value);
      recipe.options.height = std::stoi(value.substr(value.find('x') + 1));
    } else if (option == "--seed") {
      recipe.options.seed = std::stoull(value);
    } else if (option == "--density") {
      recipe.options.density = std::stoi(value);
    } else if (option == "--corridor") {
      recipe.options.corridor = std::stoi(value);
    } else if (option == "--room") {
      recipe.options.room = std::stoi(value);
    } else {
      REQUIRE(option == "-o");
      recipe.file = value;
    }
  }
  return recipe;
}

/// What stands between back quotes in maps/README.md and begins with `start`.
std::vector<std::string> quoted_in_readme(const std::string& start) {
  std::ifstream file(test::maps_folder() / "README.md");
  std::vector<std::string> found;
  bool inside = false;
  for (std::string part; std::getline(file, part, '`'); inside = !inside)
    if (inside && part.starts_with(start)) found.push_back(part);
  return found;
}

}  // namespace

TEST_CASE("each generated map is what its command in the README makes") {
  const auto commands = quoted_in_readme("throng generate ");
  for (const std::string& command : commands) {
    CAPTURE(command);
    const Recipe recipe = parse_recipe(command);
    const auto bundled =
        read_map((test::maps_folder().parent_path() / recipe.file).string());
    REQUIRE(bundled);
    CHECK(*bundled == *generate(recipe.kind, recipe.options));
  }
  const std::size_t drawn_by_hand = 1;  // demo.map
  CHECK(commands.size() + drawn_by_hand ==
        test::files_in(test::maps_folder(), ".map").size());
}

TEST_CASE("the lengths of each bundled scenario are the oracle's") {
  for (const auto& path : test::files_in(test::maps_folder(), ".map")) {
    CAPTURE(path.string());
    const auto terrain = read_map(path.string());
    const auto scenario = read_scenario(path.string() + ".scen");
    REQUIRE(terrain);
    REQUIRE(scenario);
    CHECK(scenario->map_width == terrain->width());
    CHECK(scenario->map_height == terrain->height());
    CHECK(scenario->queries.size() == (path.stem() == "demo" ? 2000 : 200));
    const std::size_t step = test::every({4, 40});
    for (std::size_t i = 0; i < scenario->queries.size(); i += step) {
      CAPTURE(i);
      const auto path_there = test::oracle_path(*terrain, {}, scenario->queries[i]);
      REQUIRE(scenario->lengths[i] == Approx(path_there.length()).margin(1e-8));
    }
  }
}

TEST_CASE("the weighted lengths of the bundled scenario are the oracle's") {
  const std::string start = "make_scenario maps/terrain.map ";
  const auto commands = quoted_in_readme(start);
  REQUIRE(commands.size() == 1);
  const std::string spec = commands[0].substr(commands[0].find_last_of(' ') + 1);
  const Rules rules{.movement = *parse_movement(spec)};
  const std::string map = (test::maps_folder() / "terrain.map").string();
  const auto terrain = read_map(map);
  const auto scenario = read_scenario(map + ".weighted.scen");
  REQUIRE(scenario);
  CHECK(scenario->queries.size() == 200);
  for (std::size_t i = 0; i < scenario->queries.size(); i += test::every({4, 40})) {
    const auto path_there = test::oracle_path(*terrain, rules, scenario->queries[i]);
    REQUIRE(scenario->lengths[i] == Approx(path_there.length()).margin(1e-8));
  }
}

TEST_CASE("the queries of each bundled scenario are spread over the lengths of its map") {
  for (const auto& path : test::files_in(test::maps_folder(), ".scen")) {
    CAPTURE(path.string());
    const auto scenario = read_scenario(path.string());
    REQUIRE(scenario);
    double longest = 0;
    for (const double length : scenario->lengths) longest = std::max(longest, length);
    std::map<int, int> queries_by_fifth;
    for (const double length : scenario->lengths)
      if (length >= 0) ++queries_by_fifth[static_cast<int>(length * 5 / (longest + 1))];
    for (int fifth = 0; fifth < 4; ++fifth) CHECK(queries_by_fifth[fifth] >= 10);
  }
}

}  // namespace throng::bundled_maps_test
