#include "../support/catch.hpp"
#include "../support/maps.hpp"

#include <throng/terrain.hpp>

#include <limits>
#include <utility>

namespace throng::terrain_test {

TEST_CASE("a terrain holds the cells it was made of, row by row") {
  Terrain terrain = *Terrain::make(3, 2, std::string(".G@OTS"));
  CHECK(terrain.row(0) == ".G@");
  CHECK(terrain.row(1) == "OTS");
  CHECK(terrain.at({2, 0}) == '@');
  CHECK(terrain.at({0, 1}) == 'O');
  terrain.set({1, 1}, 'W');
  CHECK(terrain.row(1) == "OWS");
  CHECK(terrain.row(0) == ".G@");
}

TEST_CASE("a terrain contains the cells inside its edges") {
  const Terrain terrain = *Terrain::make(3, 2);
  CHECK(terrain.contains({0, 0}));
  CHECK(terrain.contains({2, 1}));
  for (const Position p : {Position{-1, 0}, {0, -1}, {3, 0}, {0, 2}}) {
    CAPTURE(p.x, p.y);
    CHECK_FALSE(terrain.contains(p));
  }
}

TEST_CASE("a view reads rows that are further apart than they are wide") {
  const std::string memory = "ab--cd--";
  const TerrainView view{memory.data(), 2, 2, 4};
  CHECK(view.row(1) == "cd");
  CHECK(view.at({1, 1}) == 'd');
}

TEST_CASE("copies of a terrain are deep") {
  const Terrain before = *Terrain::make(2, 2);
  Terrain after = before;
  CHECK(after == before);
  after.set({0, 0}, '@');
  CHECK_FALSE(after == before);
  CHECK(before.at({0, 0}) == '.');
}

TEST_CASE("sizes that no map can have are refused, with the reason") {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  CHECK(Terrain::check_size(1, 1));
  CHECK(Terrain::check_size(65'533, 65'533));
  CHECK(Terrain::check_size(0, 5).error().code == Code::bad_argument);
  CHECK(Terrain::check_size(0, 5).error().what == "a map of 0 x 5 cells is empty");
  CHECK(Terrain::check_size(5, -1).error().what == "a map of 5 x -1 cells is empty");
  CHECK(Terrain::check_size(65'534, 65'534).error().code == Code::unsupported);
  CHECK(Terrain::check_size(65'534, 65'534).error().what ==
        "a map of 65534 x 65534 cells is too large: with a border of one cell it may hold "
        "4294967295");
  CHECK(Terrain::check_size(kMost, kMost).error().code == Code::unsupported);
  CHECK(Terrain::check_size(1, kMost).error().code == Code::unsupported);
  CHECK_FALSE(Terrain::make(0, 1));
  CHECK_FALSE(Terrain::make(std::numeric_limits<std::int32_t>::max(), 3));
}

TEST_CASE("a terrain that was moved from has no cells") {
  Terrain terrain = test::drawn("...");
  const Terrain moved = std::move(terrain);
  CHECK_FALSE(Terrain::check_size(terrain.view().width, terrain.view().height));
  terrain = test::drawn("..\n..");
  CHECK(terrain.row(1) == "..");
  const Terrain again = std::move(terrain);
  CHECK(terrain.width() == 0);
  CHECK_FALSE(terrain.contains({0, 0}));
}

TEST_CASE("a terrain is not made of too many or too few cells") {
  for (const char* cells : {".....", ".......", ""}) {
    const auto terrain = Terrain::make(3, 2, std::string(cells));
    REQUIRE_FALSE(terrain);
    CHECK(terrain.error().code == Code::bad_argument);
    CHECK(terrain.error().what == "a map of 3 x 2 cells was given " +
                                      std::to_string(std::string_view(cells).size()));
  }
}

}  // namespace throng::terrain_test
