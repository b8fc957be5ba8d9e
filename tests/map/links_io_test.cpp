#include "../support/catch.hpp"
#include "../support/temporary.hpp"

#include <throng/map_io.hpp>

#include <fstream>

namespace throng::links_io_test {

namespace {

const TerrainView kMap{nullptr, 10, 6, 10};
const std::vector<Link> kSome{{{3, 4}, {9, 0}, 1}, {{9, 0}, {3, 4}, 16383}};

}  // namespace

TEST_CASE("links survive printing and parsing") {
  CHECK(to_text(kSome) == "3,4,9,0,1\n9,0,3,4,16383\n");
  CHECK(*parse_links(to_text(kSome), kMap) == kSome);
  CHECK(parse_links("", kMap)->empty());
}

TEST_CASE("links are read in every form that the format allows") {
  for (const char* text :
       {"3,4,9,0,1\n9,0,3,4,16383", "3,4,9,0,1\r\n9,0,3,4,16383\r\n",
        "weight,to_x,to_y,from_x,from_y\n1,9,0,3,4\n16383,3,4,9,0\n",
        "id,sy,sx,gy,gx,Cost\n7,4,3,0,9,1\n8,0,9,4,3,16383\n",
        "# bridges\n\n 3 , 4,\t9,0 ,1  # one way\n   \n9,0,3,4,16383\n#"}) {
    CAPTURE(text);
    CHECK(*parse_links(text, kMap) == kSome);
  }
}

TEST_CASE("a text that holds no links is refused, with the line and the reason") {
  const auto no_link = [](const std::string& line) {
    return line + " is not a link such as 3,4,20,8,1 (from x,y to x,y, weight)";
  };
  const std::pair<const char*, std::string> bad[] = {
      {"3,4,9,0\n", "line 1: " + no_link("'3,4,9,0'")},
      {"3,4,9,0,1,1\n", "line 1: " + no_link("'3,4,9,0,1,1'")},
      {"#\n3,4,9,0,x\n", "line 2: " + no_link("'3,4,9,0,x'")},
      {"3 4 9 0 1\n", "line 1: " + no_link("'3 4 9 0 1'")},
      {"3,4,9,0,1.5\n", "line 1: " + no_link("'3,4,9,0,1.5'")},
      {"3,,9,0,1\n", "line 1: " + no_link("'3,,9,0,1'")},
      {"3,4,9,0,99999999999\n", "line 1: " + no_link("'3,4,9,0,99999999999'")},
      {"type octile\n", "line 1: " + no_link("'type octile'")},
      {"3,4,9,0,1\n\n10,4,9,0,1\n", "line 3: 10,4 lies outside the map of 10 x 6"},
      {"3,4,9,6,1\n", "line 1: 9,6 lies outside the map of 10 x 6"},
      {"3,-1,9,5,1\n", "line 1: 3,-1 lies outside the map of 10 x 6"},
      {"3,4,3,4,1\n", "line 1: the link from 3,4 leads nowhere"},
      {"3,4,9,0,0\n", "line 1: the weight of a link must be 1 to 16383, not 0"},
      {"3,4,9,0,16384\n", "line 1: the weight of a link must be 1 to 16383, not 16384"},
      {"3,4,9,0,65537\n", "line 1: the weight of a link must be 1 to 16383, not 65537"},
      {"3,4,9,0,-1\n", "line 1: the weight of a link must be 1 to 16383, not -1"},
  };
  for (const auto& [text, what] : bad) {
    CAPTURE(text);
    const auto links = parse_links(text, kMap);
    REQUIRE_FALSE(links);
    CHECK(links.error().what == what);
    CHECK(links.error().code == Code::bad_format);
  }
}

TEST_CASE("an error in a file of links names the file") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("bad.links");
  std::ofstream(path) << "3,4,9,0,1\n1,2\n";
  CHECK(read_links(path, kMap)
            .error()
            .what.starts_with(path + ": line 2: '1,2' is not a link"));
  std::ofstream(path) << to_text(kSome);
  CHECK(*read_links(path, kMap) == kSome);
  CHECK(read_links(folder.file("none"), kMap).error().code == Code::io);
}

}  // namespace throng::links_io_test
