#include "../support/catch.hpp"
#include "../support/temporary.hpp"

#include <throng/dynamic_scenario.hpp>

#include <fstream>
#include <tuple>

namespace throng::dynamic_scenario_test {
namespace {

const std::string kPatches =
    "type patch\npatches 2\npatch 0\nheight 1\nwidth 2\nmap\n@T\n"
    "patch 1\nwidth 1\nheight 2\nmap\n.\n@\n";
const std::string kHead =
    "version 2\nheight 3\nwidth 4\ncost 1 octile\npatch p.patch\ncommands\n";

Result<DynamicScenario> parse(const std::string& text) {
  return parse_dynamic_scenario(text, *parse_patches(kPatches));
}

struct Bad {
  std::string text;
  std::string what;
  Code code = Code::bad_format;
};

}  // namespace

TEST_CASE("patches are small maps") {
  const auto patches = parse_patches(kPatches);
  REQUIRE(patches);
  CHECK(*patches == std::vector{*Terrain::make(2, 1, "@T"), *Terrain::make(1, 2, ".@")});
  CHECK(parse_patches("type patch\r\npatches 0\r\n")->empty());
  const std::string own = "type patch\npatches 1\npatch 0\nheight 1\nwidth 2\nmap\nE#\n";
  CHECK_FALSE(parse_patches(own));
  CHECK(parse_patches(own, "E#")->front().at({1, 0}) == '#');
}

TEST_CASE("each run of patches begins a version of the map") {
  const auto scenario = parse(kHead +
                              "Q 0 0 0 3 2 4.5\nQ 0 1 1 1 1 0\nP 1 0 2 2\nP 1 1 0 1\n\n"
                              "Q 1 3 0 0 0 -1\nQ 9 0 0 9 9 0\nP 2 1 3 0\n");
  REQUIRE(scenario);
  CHECK(scenario->width == 4);
  CHECK(scenario->height == 3);
  REQUIRE(scenario->versions.size() == 3);
  const auto& [first, second, third] =
      std::tie(scenario->versions[0], scenario->versions[1], scenario->versions[2]);
  CHECK(first.changes.empty());
  CHECK(first.queries == std::vector<Query>{{{0, 0}, {3, 2}}, {{1, 1}, {1, 1}}});
  CHECK(first.lengths == std::vector<double>{4.5, 0});
  REQUIRE(second.changes.size() == 2);
  CHECK(second.changes[1].patch == 1);
  CHECK(second.changes[1].corner == Position{0, 1});
  CHECK(second.lengths == std::vector<double>{-1, -1});  // 0: no path
  CHECK(third.changes.size() == 1);
  CHECK(third.queries.empty());
}

TEST_CASE("the octile length is one of several") {
  std::string head = kHead;
  head.replace(head.find("1 octile"), 8, "3 hops octile other");
  CHECK(parse(head + "Q 0 0 0 1 0 7 2.5 8\n")->versions[0].lengths ==
        std::vector<double>{2.5});
}

TEST_CASE("what is no dynamic scenario is refused with its line") {
  const auto replaced = [](const std::string& old, const std::string& now) {
    std::string text = kHead;
    return text.replace(text.find(old), old.size(), now);
  };
  for (const Bad& bad : {
           Bad{"", "line 1: expected version, found the end"},
           Bad{replaced("version 2", "version 1"), "line 1: version: '1' is not 2"},
           Bad{replaced("height 3", "height x"), "line 2: height:"},
           Bad{replaced("width 4", "width 0"), "line 3: a map of 0 x 3",
               Code::bad_argument},
           Bad{replaced("width 4", "width 2000000000"), "line 3: ", Code::unsupported},
           Bad{replaced("1 octile", "1 manhattan"), "line 4: cost: none"},
           Bad{replaced("1 octile", "2 octile"), "line 4: cost: expected 2 names, found 1"},
           Bad{replaced("patch p.patch", "patch"), "line 5: patch: expected a file"},
           Bad{replaced("commands", "comments"), "line 6: expected commands"},
           Bad{kHead + "X 0\n", "line 7: expected P or Q, found 'X'"},
           Bad{kHead + "P 0 2 0 0\n", "line 7: patch 2 does not exist: there are 2"},
           Bad{kHead + "P 0 -1 0 0\n", "line 7: patch -1 does not exist"},
           Bad{kHead + "\nP 0 0 3 0\n", "line 8: patch 0 of 2 x 1 cells leaves the map"},
           Bad{kHead + "P 0 1 0 2\n", "line 7: patch 1 of 1 x 2 cells leaves the map"},
           Bad{kHead + "P 0 0 -1 0\n", "line 7: patch 0 of 2 x 1 cells leaves the map"},
           Bad{kHead + "P 0 0 2147483647 0\n", "line 7: patch 0"},
           Bad{kHead + "P 0 0 0\n", "line 7: expected P bucket patch x y"},
           Bad{kHead + "P 0 0 0 0 0\n", "line 7: expected P bucket patch x y"},
           Bad{kHead + "Q 0 0 0 1 1\n", "line 7: length:"},
           Bad{kHead + "Q 0 0 0 1 1 2 3\n", "line 7: expected Q bucket sx sy gx gy and 1"},
           Bad{kHead + "Q 0 0 0 1 x 2\n", "line 7: goal y: "},
           Bad{kHead + "Q 0 0 0 1 1 nan\n", "line 7: length: expected a number"},
       }) {
    CAPTURE(bad.text);
    const auto scenario = parse(bad.text);
    REQUIRE_FALSE(scenario);
    CHECK(scenario.error().what.substr(0, bad.what.size()) == bad.what);
    CHECK(scenario.error().code == bad.code);
  }
}

TEST_CASE("what is no list of patches is refused with its line") {
  const std::string head = "type patch\npatches 1\n";
  for (const Bad& bad : {
           Bad{"type octile\n", "line 1: type: 'octile' is not patch"},
           Bad{"type patch\npatches -1\n", "line 2: patches: a number below 0"},
           Bad{head, "line 3: expected patch, found the end"},
           Bad{head + "patch 1\n", "line 3: expected patch 0, found 1"},
           Bad{head + "patch 0\nheight 1\nmap\n.\n", "line 5: no 'width' before 'map'"},
           Bad{head + "patch 0\ntype octile\n", "line 4: expected height, width or map"},
           Bad{head + "patch 0\nheight 1\nwidth 1\nmap\n..\n", "line 7: row 1 of 1 has 2"},
           Bad{head + "patch 0\nheight 1\nwidth 1\nmap\nx\n", "line 7: 'x' at 0,0 is not"},
           Bad{head + "patch 0\nheight 2\nwidth 1\nmap\n.\n",
               "line 8: row 2 of 2 is missing"},
           Bad{kPatches + "patch 2\n", "line 14: expected nothing after the last row"},
       }) {
    CAPTURE(bad.text);
    const auto patches = parse_patches(bad.text);
    REQUIRE_FALSE(patches);
    CHECK(patches.error().what.substr(0, bad.what.size()) == bad.what);
    CHECK(patches.error().code == bad.code);
  }
}

TEST_CASE("the patches of a scenario are found in its folder") {
  const test::TemporaryFolder folder;
  const auto write = [&](const std::string& name, const std::string& text) {
    std::ofstream(folder.file(name)) << text;
    return folder.file(name);
  };
  const std::string path = write("s.scen", kHead + "P 0 1 0 0\nQ 0 0 0 1 0 1\n");
  CHECK(read_dynamic_scenario(path).error().what ==
        folder.file("p.patch") + ": No such file or directory");
  write("p.patch", "type patch\npatches one\n");
  CHECK(read_dynamic_scenario(path).error().what.find(folder.file("p.patch") +
                                                      ": line 2:") == 0);
  write("p.patch", kPatches);
  CHECK(read_dynamic_scenario(path)->patches.size() == 2);
  write("s.scen", kHead + "P 0 5 0 0\n");
  CHECK(read_dynamic_scenario(path).error().what.find(path + ": line 7: patch 5") == 0);
  CHECK(read_dynamic_scenario(write("bad", "version 2\n")).error().code ==
        Code::bad_format);
}

}  // namespace throng::dynamic_scenario_test
