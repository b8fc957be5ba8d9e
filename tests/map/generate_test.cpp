#include "../support/catch.hpp"
#include "../support/maps.hpp"
#include "../support/oracle.hpp"

#include <throng/generate.hpp>
#include <throng/map_io.hpp>

#include <algorithm>
#include <limits>
#include <string>

namespace throng::generate_test {
namespace {

constexpr std::int32_t kMost = std::numeric_limits<std::int32_t>::max();

std::int64_t count(const Terrain& terrain, char letter) {
  std::int64_t cells = 0;
  for (std::int32_t y = 0; y < terrain.height(); ++y) {
    const std::string_view row = terrain.row(y);
    cells += std::count(row.begin(), row.end(), letter);
  }
  return cells;
}

std::int64_t percent(const Terrain& terrain, char letter) {
  return count(terrain, letter) * 100 / static_cast<std::int64_t>(terrain.cell_count());
}

/// The open cells that the oracle reaches from the first one.
std::int64_t reached(const Terrain& terrain) {
  for (const Position p : test::all_cells(terrain)) {
    if (terrain.at(p) != '.') continue;
    const auto field = test::oracle_field(terrain, {}, p);
    return std::count_if(field.begin(), field.end(), [](const auto& r) { return bool(r); });
  }
  return 0;
}

/// Pairs of open cells side by side.
std::int64_t contacts(const Terrain& terrain) {
  std::int64_t pairs = 0;
  const auto open = [&](Position p) { return terrain.contains(p) && terrain.at(p) == '.'; };
  for (const Position p : test::all_cells(terrain))
    if (open(p)) pairs += int{open({p.x + 1, p.y})} + int{open({p.x, p.y + 1})};
  return pairs;
}

const std::vector<Position> kSizes{{1, 1},  {1, 2},   {2, 1},  {1, 17},  {17, 1},
                                   {2, 2},  {3, 3},   {5, 4},  {16, 16}, {33, 9},
                                   {9, 33}, {64, 48}, {63, 3}, {100, 2}};

}  // namespace

TEST_CASE("the same seed gives the same map on every machine") {
  struct Golden {
    MapKind kind;
    std::uint64_t hash;
  };
  const Golden golden[] = {
      {MapKind::empty, 0x95059B2FF95CADB7},   {MapKind::random, 0x247BB384F77D04D9},
      {MapKind::maze, 0x79B9185A0F737F9},     {MapKind::rooms, 0x32C4221F92AE5E59},
      {MapKind::caves, 0xCC46189F468E31F9},   {MapKind::islands, 0xF8D6879E0AE0B5FB},
      {MapKind::terrain, 0x8B8AE65BD22440B0},
  };
  for (const auto& [kind, hash] : golden) {
    CAPTURE(name(kind));
    const GenerateOptions options{.width = 75, .height = 50, .seed = 7};
    CHECK(test::fnv(to_text(*generate(kind, options))) == hash);
  }
}

TEST_CASE("another seed gives another map") {
  for (const MapKind kind : kMapKinds) {
    CAPTURE(name(kind));
    const Terrain first = *generate(kind, {.width = 40, .height = 40, .seed = 1});
    const Terrain second = *generate(kind, {.width = 40, .height = 40, .seed = 2});
    CHECK((first == second) == (kind == MapKind::empty));
  }
}

TEST_CASE("every kind makes a readable map of every size") {
  for (const MapKind kind : kMapKinds)
    for (const auto& [width, height] : kSizes) {
      CAPTURE(name(kind), width, height);
      const auto terrain = generate(kind, {.width = width, .height = height, .seed = 3});
      REQUIRE(terrain);
      CHECK(terrain->width() == width);
      CHECK(terrain->height() == height);
      CHECK(*parse_map(to_text(*terrain)) == *terrain);
    }
}

TEST_CASE("kinds are called by their names") {
  for (const MapKind kind : kMapKinds) CHECK(*parse_map_kind(name(kind)) == kind);
  const auto unknown = parse_map_kind("mazes");
  REQUIRE_FALSE(unknown);
  CHECK(unknown.error().code == Code::bad_argument);
  CHECK(unknown.error().what ==
        "'mazes' is not one of: empty random maze rooms caves islands terrain");
}

TEST_CASE("options out of their range are refused") {
  struct Bad {
    GenerateOptions options;
    std::string what;
  };
  const Bad bad[] = {
      {{.density = -1}, "density -1 is below 0"},
      {{.density = 101}, "density 101 is above 100"},
      {{.corridor = 0}, "corridor 0 is below 1"},
      {{.room = -5}, "room -5 is below 1"},
      {{.width = 0}, "a map of 0 x 512 cells is empty"},
  };
  for (const auto& [options, what] : bad) {
    CAPTURE(what);
    const auto terrain = generate(MapKind::random, options);
    REQUIRE_FALSE(terrain);
    CHECK(terrain.error().code == Code::bad_argument);
    CHECK(terrain.error().what == what);
  }
  const auto huge = generate(MapKind::maze, {.width = kMost, .height = kMost});
  REQUIRE_FALSE(huge);
  CHECK(huge.error().code == Code::unsupported);
}

TEST_CASE("an empty map is all open") {
  const Terrain terrain = *generate(MapKind::empty, {.width = 20, .height = 10});
  CHECK(count(terrain, '.') == 200);
}

TEST_CASE("a random map is as dense as asked for") {
  for (const std::int32_t density : {0, 10, 50, 90, 100}) {
    CAPTURE(density);
    const Terrain terrain =
        *generate(MapKind::random, {.width = 200, .height = 200, .density = density});
    CHECK(static_cast<double>(count(terrain, '@')) ==
          Approx(400.0 * density).margin(density % 100 == 0 ? 0 : 600));
    CHECK(count(terrain, '@') + count(terrain, '.') == 40'000);
  }
}

TEST_CASE("a maze joins all its open cells") {
  for (const std::int32_t corridor : {1, 2, 5, kMost})
    for (const auto& [width, height] : kSizes) {
      CAPTURE(corridor, width, height);
      const Terrain terrain =
          *generate(MapKind::maze,
                    {.width = width, .height = height, .seed = 11, .corridor = corridor});
      CHECK(terrain.at({0, 0}) == '.');
      CHECK(reached(terrain) == count(terrain, '.'));
    }
}

TEST_CASE("a maze with corridors one wide has one way between any two cells") {
  for (const auto& [width, height] : kSizes) {
    CAPTURE(width, height);
    const Terrain terrain =
        *generate(MapKind::maze, {.width = width, .height = height, .seed = 5});
    CHECK(contacts(terrain) == count(terrain, '.') - 1);  // a tree
    // Every cell in an even row and column is open: no part of the map is left out.
    for (const Position p : test::all_cells(terrain))
      if (p.x % 2 == 0 && p.y % 2 == 0) REQUIRE(terrain.at(p) == '.');
  }
}

TEST_CASE("a maze with wide corridors is a maze of squares") {
  constexpr std::int32_t kCorridor = 3;
  const Terrain wide =
      *generate(MapKind::maze, {.width = 39, .height = 23, .corridor = kCorridor});
  // One cell of each square, wall and post stands for all of it: a maze of corridors one
  // wide.
  Terrain narrow = *Terrain::make(19, 11);
  for (const Position p : test::all_cells(narrow)) {
    const Position corner{p.x / 2 * (kCorridor + 1) + p.x % 2 * kCorridor,
                          p.y / 2 * (kCorridor + 1) + p.y % 2 * kCorridor};
    narrow.set(p, wide.at(corner));
    for (std::int32_t y = 0; y < (p.y % 2 == 0 ? kCorridor : 1); ++y)
      for (std::int32_t x = 0; x < (p.x % 2 == 0 ? kCorridor : 1); ++x)
        REQUIRE(wide.at({corner.x + x, corner.y + y}) == wide.at(corner));
  }
  CHECK(contacts(narrow) == count(narrow, '.') - 1);
  CHECK(reached(narrow) == count(narrow, '.'));
}

TEST_CASE("rooms have whole walls with at most one door each, and most have one") {
  constexpr std::int32_t kRoom = 6;
  constexpr std::int32_t kRooms = 20;  // in a row and in a column
  constexpr std::int32_t kSide = kRooms * (kRoom + 1) - 1;
  const Terrain terrain =
      *generate(MapKind::rooms, {.width = kSide, .height = kSide, .room = kRoom});
  std::int64_t doors = 0;
  for (std::int32_t wall = kRoom; wall < kSide; wall += kRoom + 1)
    for (std::int32_t room = 0; room < kRooms; ++room) {
      int upright = 0;
      int level = 0;
      for (std::int32_t i = room * (kRoom + 1); i < room * (kRoom + 1) + kRoom; ++i) {
        upright += terrain.at({wall, i}) == '.' ? 1 : 0;
        level += terrain.at({i, wall}) == '.' ? 1 : 0;
      }
      REQUIRE(upright <= 1);
      REQUIRE(level <= 1);
      doors += upright + level;
    }
  const std::int64_t walls = 2 * kRooms * (kRooms - 1);
  CHECK(doors > walls * 6 / 10);
  CHECK(doors < walls * 9 / 10);
  CHECK(count(terrain, '.') == kRooms * kRooms * kRoom * kRoom + doors);
}

TEST_CASE("caves are smooth: hardly a cell stands alone") {
  const Terrain terrain = *generate(MapKind::caves, {.width = 150, .height = 150});
  CHECK(percent(terrain, '.') > 40);
  CHECK(percent(terrain, '@') > 20);
  int alone = 0;
  for (const Position p : test::all_cells(terrain)) {
    bool same = false;
    for (const Position d : {Position{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) {
      const Position near{p.x + d.x, p.y + d.y};
      same = same || (terrain.contains(near) && terrain.at(near) == terrain.at(p));
    }
    alone += same ? 0 : 1;
  }
  CHECK(alone < 10);
}

TEST_CASE("islands are land in more water") {
  const Terrain terrain = *generate(MapKind::islands, {.width = 200, .height = 150});
  CHECK(percent(terrain, 'W') >= 58);
  CHECK(percent(terrain, 'W') <= 62);
  CHECK(count(terrain, 'W') + count(terrain, '.') == 200 * 150);
}

TEST_CASE("a terrain has some of every letter, and neighbours are alike") {
  const Terrain terrain = *generate(MapKind::terrain, {.width = 200, .height = 150});
  for (const char letter : {'.', 'G', 'S', 'T', 'W'}) {
    CAPTURE(letter);
    CHECK(percent(terrain, letter) >= 8);
  }
  std::int64_t like = 0;
  for (std::int32_t y = 0; y < terrain.height(); ++y)
    for (std::int32_t x = 1; x < terrain.width(); ++x)
      like += terrain.at({x, y}) == terrain.at({x - 1, y}) ? 1 : 0;
  CHECK(like * 100 / (199 * 150) >= 85);
}

}  // namespace throng::generate_test
