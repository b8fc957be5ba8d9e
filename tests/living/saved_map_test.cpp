#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/living_mirror.hpp"
#include "../support/maps.hpp"
#include "../support/seeds.hpp"

#include <throng/index.hpp>
#include <throng/living_map.hpp>
#include <throng/solver.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace throng::saved_map_test {

using namespace test;

namespace {

/// Statuses, costs, paths and the work of every search.
struct Given {
  std::uint64_t hash = 0;
  std::vector<std::uint32_t> expanded;

  friend bool operator==(const Given&, const Given&) = default;
};

Given answers(const LivingMap& map, std::span<const Query> queries, Workers& workers) {
  Given all;
  for (std::size_t k = 0; k < map.classes(); ++k) {
    const Answers result = Solver::make(map.index(k))->solve(queries, workers);
    all.hash = all.hash * 31 + result.hash();
    all.expanded.insert(all.expanded.end(), result.expanded.begin(), result.expanded.end());
  }
  return all;
}

/// Edits, settles, or both.
void play(LivingMap& map, std::span<const Edit> edits, std::size_t turn, Workers& workers) {
  constexpr std::array<std::size_t, 8> kWork{0, 40, 30, 60, 90, 500, 20, LivingMap::kAll};
  REQUIRE(map.edit(edits, workers));
  map.settle(kWork[turn % kWork.size()], workers);
}

std::vector<Edit> edits_of(std::size_t turn, LivingMirror& mirror) {
  return turn % 2 == 0 ? mirror.edit() : std::vector<Edit>();
}

/// The bytes of save() with another byte in one place, and the hash that belongs to them.
std::string forged(std::string saved, std::size_t place, char byte) {
  saved[place] = byte;
  const std::size_t size = saved.size() - 8;
  std::uint64_t hash = XXH64(saved.data(), size, 0);
  for (std::size_t k = size; k < saved.size(); ++k, hash >>= 8)
    saved[k] = static_cast<char>(hash & 0xFFU);
  return saved;
}

/// Which parts an index has, and why it lacks others.
auto parts(const LivingMap& map, std::size_t movement) {
  const Index& stats = map.index(movement);
  const IndexOptions& options = map.index(movement).options();
  return std::tuple(stats.options().landmarks.count, stats.has(Part::jump_graph),
                    stats.has(Part::fronts), stats.part(Part::fronts).stale,
                    stats.part(Part::fronts).fact("row bytes"),
                    stats.part(Part::fronts).refusal, stats.part(Part::fronts).exceeded,
                    options.jump_graph, options.fronts.build);
}

/// Plays on a map that is never saved, and on one that is saved and restored in each turn.
class TwoGames {
 public:
  TwoGames(Position size, const MirrorLayers& layers, std::vector<LivingClass> classes,
           std::uint64_t seed)
      : mirror_(size, 20, layers, seed),
        queries_(random_queries(mirror_.terrain(), 30, seed)),
        kept_([&] {
          classes[0].max_danger = mirror_.max_danger();
          return *LivingMap::make(mirror_.terrain(), classes, mirror_.start(), workers_);
        }()),
        restored_(*LivingMap::restore(*kept_.save(), workers_)) {}

  const LivingMap& map() const { return kept_; }

  void play(std::size_t turns) {
    for (std::size_t turn = 0; turn < turns; ++turn) {
      CAPTURE(turn);
      const auto saved = restored_.save();
      REQUIRE(saved);
      auto again = LivingMap::restore(*saved, workers_);
      CAPTURE(again ? std::string() : again.error().what);
      REQUIRE(again);
      restored_ = *std::move(again);
      REQUIRE(restored_.fingerprint() == kept_.fingerprint());
      REQUIRE(*restored_.save() == *kept_.save());
      REQUIRE(restored_.settled() == kept_.settled());
      REQUIRE(restored_.debt() == kept_.debt());
      for (std::size_t k = 0; k < kept_.classes(); ++k)
        REQUIRE(parts(restored_, k) == parts(kept_, k));
      REQUIRE(answers(restored_, queries_, workers_) == answers(kept_, queries_, workers_));
      // Walls on all but a strip, so that everything fits; then random edits.
      const std::vector<Edit> walls{TerrainEdit{
          {{0, 0}, mirror_.terrain().width(), std::max(1, mirror_.terrain().height() - 3)},
          '@'}};
      const std::vector<Edit> edits = turn == 0           ? walls
                                      : turn + 2 == turns ? mirror_.restore()
                                                          : mirror_.edit();
      for (LivingMap* const map : {&kept_, &restored_})
        saved_map_test::play(*map, edits, turn, workers_);
    }
  }

 private:
  Workers workers_{1};
  LivingMirror mirror_;
  std::vector<Query> queries_;
  LivingMap kept_, restored_;
};

}  // namespace

TEST_CASE("a restored map lacks the parts that were refused, and no others", "[living]") {
  Workers workers(1);
  const Position size{30, 24};
  std::size_t refused = 0, without_rows = 0, with_some = 0, with_all = 0;
  for (const MirrorLayers& layers : kMirrorLayers) {
    const std::uint64_t seed = layers.steps ? 2 : 1;
    LivingClass movement{.landmarks = 2, .fronts = true, .front_rows = true};
    const LivingMirror mirror(size, 20, layers, seed);
    movement.max_danger = mirror.max_danger();
    const Index all =
        LivingMap::make(mirror.terrain(), {&movement, 1}, mirror.start(), workers)
            ->index(0);
    const std::size_t fronts =
        all.part(Part::fronts).bytes - all.part(Part::fronts).fact("row bytes");
    for (const std::size_t memory :
         {fronts / 2, fronts + 1'000, fronts + all.part(Part::fronts).fact("row bytes") / 2,
          all.part(Part::fronts).bytes + 10'000}) {
      CAPTURE(layers.weights, layers.steps, layers.links, memory);
      movement.front_memory = memory;
      TwoGames games(size, layers, {movement}, seed);
      const Index& stats = games.map().index(0);
      ++(!stats.has(Part::fronts)                          ? refused
         : stats.part(Part::fronts).fact("row bytes") == 0 ? without_rows
         : stats.part(Part::fronts).fact("row bytes") <
                 all.part(Part::fronts).fact("row bytes")
             ? with_some
             : with_all);
      games.play(6);
    }
  }
  CHECK(refused >= 5);
  CHECK(without_rows > 1);
  CHECK(with_some > 1);
  CHECK(with_all > 1);
}

TEST_CASE("a restored map continues like the map that was saved", "[living]") {
  Workers workers(1);
  std::uint64_t seed = 0;
  std::vector<Rules> all{{.unit_size = 2}, {.cost_model = CostModel::enter}};
  for (const Topology topology : kTopologies) all.push_back({.topology = topology});
  for (const Rules& rules : all)
    for (const MirrorLayers& layers : kMirrorLayers)
      for (std::uint64_t round = 0; round < 4 / every({1, 4}); ++round) {
        ++seed;
        CAPTURE(in_words(rules), layers.weights, layers.steps, layers.links, seed);
        LivingMirror mirror({24, 18}, 20, layers, seed);
        const std::vector<LivingClass> classes{
            {.rules = rules, .max_danger = mirror.max_danger()},
            {.rules = rules, .landmarks = 0, .fronts = true, .front_rows = true}};
        const std::vector<Query> queries = random_queries(mirror.terrain(), 30, seed);
        LivingMap map =
            *LivingMap::make(mirror.terrain(), classes, mirror.start(), workers);
        std::size_t turn = 0;
        for (; turn < 3 + seed % 20; ++turn)
          play(map, edits_of(turn, mirror), turn, workers);

        const std::string saved = *map.save();
        LivingMap other = *LivingMap::restore(saved, workers);
        CHECK(other.version() == map.version());
        for (const std::size_t end = turn + 6; turn < end; ++turn) {
          CAPTURE(turn);
          REQUIRE(other.fingerprint() == map.fingerprint());
          REQUIRE(*other.save() == *map.save());
          REQUIRE(answers(other, queries, workers) == answers(map, queries, workers));
          REQUIRE(other.settled() == map.settled());
          REQUIRE(other.debt() == map.debt());
          const std::vector<Edit> edits = edits_of(turn, mirror);
          play(map, edits, turn, workers);
          play(other, edits, turn, workers);
        }
      }
}

TEST_CASE("a map that was saved in the format before is restored", "[living]") {
  // Four classes on 9 x 7 cells: landmarks and a jump graph, fronts that were refused,
  // fronts, and hub labels, which the format had, refused; then an edit, not settled.
  Workers workers(1);
  std::ifstream file(test::maps_folder().parent_path() / "tests/living/earlier.saved",
                     std::ios::binary);
  const std::string earlier{std::istreambuf_iterator<char>(file), {}};
  auto restored = LivingMap::restore(earlier, workers);
  REQUIRE(restored);
  LivingMap map = *std::move(restored);
  CHECK_FALSE(map.settled());
  REQUIRE(map.classes() == 4);
  CHECK(map.index(3).options().jump_graph);
  const Index refused = map.index(1);
  CHECK(refused.part(Part::fronts).refusal ==
        "fronts need more memory than the 0.0 MB allowed");
  CHECK_FALSE(refused.part(Part::fronts).stale);
  CHECK(map.index(2).part(Part::fronts).stale);
  map.settle(LivingMap::kAll, workers);
  CHECK(map.index(2).has(Part::fronts));
  CHECK_FALSE(map.index(1).has(Part::fronts));

  Terrain terrain = *Terrain::make(9, 7);
  terrain.set({4, 3}, '@');
  for (const std::int32_t x : {1, 2, 3}) terrain.set({x, 1}, '@');
  const std::vector<Query> queries = all_pairs(terrain);
  for (std::size_t k = 0; k < map.classes(); ++k) {
    const auto grid =
        *Grid::make(terrain, {.corners = k == 3 ? Corners::always : Corners::never_cut});
    CHECK(Solver::make(map.index(k))->solve(queries, workers).cost_hash() ==
          Solver::make(grid)->solve(queries, workers).cost_hash());
  }
  const LivingMap again = *LivingMap::restore(*map.save(), workers);
  CHECK(again.fingerprint() == map.fingerprint());

  for (const char format : {'\7', '\12'}) {
    const auto other = LivingMap::restore(forged(earlier, 17, format), workers);
    REQUIRE_FALSE(other);
    CHECK(other.error().what.ends_with("this version of throng reads the formats 8 to 9"));
  }
}

TEST_CASE("a map that is swept continues from each state", "[living]") {
  Workers workers(1);
  // A wall with two gaps, of which one closes: most distances change.
  Terrain terrain = random_terrain(90, 70, 5, 4);
  for (std::int32_t y = 1; y < 69; ++y) terrain.set({45, y}, '@');
  const LivingClass movement;
  LivingMap map = *LivingMap::make(terrain, {&movement, 1}, {}, workers);
  const std::vector<Edit> gap{TerrainEdit{{{45, 0}, 1, 1}, '@'}};
  REQUIRE(map.edit(gap, workers));
  LivingMap other = *LivingMap::restore(*map.save(), workers);
  int calls = 0;
  for (; !map.settled(); ++calls) {
    CAPTURE(calls);
    const std::size_t work = calls == 0 ? 1'500 : 300;
    REQUIRE(other.settle(work, workers) == map.settle(work, workers));
    REQUIRE(other.fingerprint() == map.fingerprint());
    REQUIRE(other.debt() == map.debt());
    if (calls % 3 == 0) other = *LivingMap::restore(*map.save(), workers);
  }
  CHECK(calls > 20);
  CHECK(other.settled());
}

TEST_CASE("a restored map does not know earlier changes", "[living]") {
  Workers workers(1);
  const Terrain terrain = *Terrain::make(9, 7);
  const LivingClass movement;
  LivingMap map = *LivingMap::make(terrain, {&movement, 1}, {}, workers);
  const auto start = map.version();
  const auto close = [&](LivingMap& on, Position p) {
    return *on.edit(std::vector<Edit>{TerrainEdit{{p}, '@'}}, workers);
  };
  close(map, {2, 2});
  LivingMap other = *LivingMap::restore(*map.save(), workers);
  REQUIRE(other.changes(start, 0).cheaper.size() == 1);
  CHECK(other.changes(start, 0).cheaper[0].width == 9);
  CHECK(other.changes(other.version(), 0).costlier.empty());
  const auto before = other.version();
  close(other, {5, 5});
  CHECK(other.changes(before, 0).costlier.size() == 1);
  CHECK(other.changes(before, 0).cheaper.empty());
  CHECK(other.changes(start, 0).cheaper.size() == 1);
}

TEST_CASE("bytes that save() did not write are an error", "[living]") {
  Workers workers(1);
  LivingMirror mirror({9, 7}, 20, {}, 1);
  const std::vector<LivingClass> classes{{.rules = {}, .landmarks = 3}};
  LivingMap map = *LivingMap::make(mirror.terrain(), classes, mirror.start(), workers);
  for (int k = 0; k < 5; ++k) REQUIRE(map.edit(mirror.edit(), workers));
  const std::string saved = *map.save();
  const auto error = [&](const std::string& bytes) {
    const auto restored = LivingMap::restore(bytes, workers);
    REQUIRE_FALSE(restored);
    CHECK(restored.error().code == Code::bad_format);
    return restored.error().what;
  };
  CHECK(error("") == "a saved living map begins with other bytes");
  CHECK(error("some text of another program") ==
        "a saved living map begins with other bytes");
  for (std::size_t size = 17; size < saved.size(); ++size) error(saved.substr(0, size));
  for (std::size_t k = 0; k < saved.size(); ++k) {
    std::string damaged = saved;
    damaged[k] = static_cast<char>(damaged[k] ^ 4);
    error(damaged);
  }
  CHECK(error(saved + "!") == "a saved living map is damaged or cut off");
}

TEST_CASE("forged bytes lead to an error or to a map", "[living]") {
  Workers workers(1);
  std::size_t refused = 0, accepted = 0;
  for (const MirrorLayers& layers : kMirrorLayers) {
    LivingMirror mirror({9, 7}, 20, layers, 1);
    const std::vector<LivingClass> classes{
        {.rules = {}, .landmarks = 3, .max_danger = mirror.max_danger()}};
    LivingMap map = *LivingMap::make(mirror.terrain(), classes, mirror.start(), workers);
    for (int k = 0; k < 5; ++k) REQUIRE(map.edit(mirror.edit(), workers));
    const std::string saved = *map.save();
    for (std::size_t place = 17; place + 8 < saved.size(); place += every({3, 11}))
      for (const char byte : {'\0', '\1', '\x7F', '\xFF'}) {
        CAPTURE(layers.weights, layers.steps, layers.links, place);
        const auto other = LivingMap::restore(forged(saved, place, byte), workers);
        ++(other ? accepted : refused);
      }
  }
  CHECK(refused > 0);
  CHECK(accepted > 0);
}

}  // namespace throng::saved_map_test
