#include "../../src/core/rng.hpp"
#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/living_mirror.hpp"
#include "../support/maps.hpp"
#include "../support/seeds.hpp"

#include <throng/living_map.hpp>
#include <throng/solver.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace throng::restored_games_test {

using namespace test;

namespace {

/// Low and wide maps have long lines, and many cells beside the map; on small ones an edit
/// changes a large share of the cells.
constexpr std::array kSizes{Position{130, 11}, Position{127, 10}, Position{24, 18},
                            Position{9, 7},    Position{64, 3},   Position{11, 130},
                            Position{40, 33},  Position{70, 66}};

std::vector<LivingClass> random_classes(SplitMix64& random, Weight max_danger) {
  constexpr std::array<int, 8> kLandmarks{0, 1, 2, 2, 3, 5, 8, 17};
  const auto one_in = [&](std::uint32_t n) { return random.below(n) == 0; };
  const Topology topology = one_in(4) ? kTopologies[random.below(4)] : Topology::octile;
  std::vector<LivingClass> classes(1 + random.below(3));
  for (LivingClass& movement : classes) {
    movement.rules.topology = topology;
    if (topology == Topology::octile && one_in(4)) movement.rules.unit_size = 2;
    if (one_in(3)) movement.rules.corners = kCorners[random.below(3)];
    if (one_in(4)) movement.rules.cost_model = CostModel::enter;
    movement.landmarks = kLandmarks[random.below(8)];
    movement.jump_graph = !one_in(4);
    movement.fronts = one_in(3);
    movement.front_rows = one_in(2);
    if (one_in(4)) movement.front_memory = 20'000 + random.below(200'000);
    movement.lines = one_in(3);
  }
  classes[0].max_danger = max_danger;
  return classes;
}

/// A game on a map that is never restored, and players with the same calls who joined it
/// from saved bytes at different times, of whom one joins again and again.
class Game {
 public:
  explicit Game(std::uint64_t seed)
      : random_(seed),
        size_(kSizes[random_.below(kSizes.size())]),
        layers_(random_.below(2) == 0 ? MirrorLayers{}
                                      : kMirrorLayers[random_.below(kMirrorLayers.size())]),
        mirror_(size_, static_cast<int>(random_.below(45)), layers_, seed),
        queries_(random_queries(mirror_.terrain(), 8, seed)),
        classes_(random_classes(random_, mirror_.max_danger())),
        first_(*LivingMap::make(mirror_.terrain(), classes_, mirror_.start(), workers_)) {
    for (int k = 0; k < 3; ++k) joined_.push_back(join());
  }

  std::string words() const {
    std::string text = std::to_string(size_.x) + "x" + std::to_string(size_.y);
    for (const LivingClass& movement : classes_)
      text += ", " + in_words(movement.rules) + " landmarks " +
              std::to_string(movement.landmarks) + (movement.jump_graph ? " graph" : "") +
              (movement.fronts ? " fronts" : "") + (movement.lines ? " lines" : "");
    return text;
  }

  void play(std::size_t turns) {
    for (std::size_t turn = 0; turn < turns; ++turn) {
      CAPTURE(turn, calls_);
      if (random_.below(3) == 0) joined_[random_.below(2)] = join();
      joined_[2] = *LivingMap::restore(*joined_[2].save(), workers_);
      compare();
      const std::uint32_t what = random_.below(20);
      if (what < 9)
        edit(mirror_.edit());
      else if (what < 12)
        edit_all();
      else
        settle();
      compare();
    }
    settle(LivingMap::kAll);
    compare();
    REQUIRE(first_.settled());
  }

 private:
  LivingMap join() { return *LivingMap::restore(*first_.save(), workers_); }

  void edit(const std::vector<Edit>& edits) {
    calls_ += "e";
    REQUIRE(first_.edit(edits, workers_));
    for (LivingMap& map : joined_) REQUIRE(map.edit(edits, workers_));
  }
  /// All cells, and some others.
  void edit_all() {
    calls_ += "a";
    std::vector<Edit> edits{
        TerrainEdit{{{0, 0}, size_.x, size_.y}, "..@"[random_.below(3)]}};
    if (random_.below(2) == 0)
      for (const Edit& other : mirror_.edit()) edits.push_back(other);
    edit(edits);
  }
  void settle() {
    constexpr std::array<std::size_t, 8> kWork{1,   10,    60,    150,
                                               400, 1'000, 3'000, LivingMap::kAll};
    settle(kWork[random_.below(8)]);
  }
  void settle(std::size_t work) {
    calls_ += "s" + std::to_string(work) + " ";
    const std::size_t done = first_.settle(work, workers_);
    for (LivingMap& map : joined_) REQUIRE(map.settle(work, workers_) == done);
  }

  void compare() {
    const std::uint64_t fingerprint = first_.fingerprint();
    const std::string saved = *first_.save();
    for (std::size_t k = 0; k < joined_.size(); ++k) {
      CAPTURE(k);
      const LivingMap& map = joined_[k];
      REQUIRE(map.fingerprint() == fingerprint);
      REQUIRE((*map.save() == saved));
      REQUIRE(map.settled() == first_.settled());
      REQUIRE(map.debt() == first_.debt());
      REQUIRE(map.version() == first_.version());
      for (std::size_t c = 0; c < first_.classes(); ++c)
        REQUIRE(same(answers(map, c), answers(first_, c)));
    }
  }
  Answers answers(const LivingMap& map, std::size_t movement) {
    return Solver::make(map.index(movement))->solve(queries_, workers_);
  }

  Workers workers_{1};
  SplitMix64 random_;
  Position size_;
  MirrorLayers layers_;
  LivingMirror mirror_;
  std::vector<Query> queries_;
  std::vector<LivingClass> classes_;
  LivingMap first_;
  std::vector<LivingMap> joined_;
  std::string calls_;
};

}  // namespace

TEST_CASE("players who join from saved bytes stay equal to those who were there",
          "[living]") {
  for (std::uint64_t seed = 0; seed < 2'000; seed += every({80, 400})) {
    Game game(seed);
    CAPTURE(seed, game.words());
    game.play(25);
  }
}

TEST_CASE("an edit that ends the build of a jump graph leaves players equal", "[living]") {
  Workers workers(1);
  const Terrain first = random_terrain(130, 11, 30, 1);
  const Terrain second = random_terrain(130, 11, 30, 11);
  const LivingClass movement{.landmarks = 0};
  for (const std::size_t work : {800, 4'000})
    for (const bool is_empty : {false, true}) {
      CAPTURE(work, is_empty);
      LivingMap map = *LivingMap::make(first, {&movement, 1}, {}, workers);
      REQUIRE(map.edit(std::vector<Edit>{TerrainBlockEdit{{0, 0}, second}}, workers));
      map.settle(work, workers);
      REQUIRE_FALSE(map.index(0).has(Part::jump_graph));
      LivingMap joined = *LivingMap::restore(*map.save(), workers);
      // All nodes vanish, so that none is left to be built.
      std::vector<Edit> field{TerrainEdit{{{0, 0}, 130, 11}, '.'}};
      if (!is_empty) field.emplace_back(TerrainEdit{{{60, 5}, 3, 2}, '@'});
      for (LivingMap* const one : {&map, &joined}) REQUIRE(one->edit(field, workers));
      CHECK(map.index(0).has(Part::jump_graph));
      CHECK(joined.fingerprint() == map.fingerprint());
      CHECK((*joined.save() == *map.save()));
    }
}

}  // namespace throng::restored_games_test
