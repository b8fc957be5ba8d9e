#include "../../src/core/rng.hpp"
#include "../support/catch.hpp"
#include "../support/living_mirror.hpp"
#include "../support/maps.hpp"
#include "../support/seeds.hpp"

#include <throng/crowd.hpp>
#include <throng/living_map.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace throng::restored_crowds_test {

using namespace test;

namespace {

/// The crowd of one player, and its map.
struct Player {
  explicit Player(LivingMap made) : map(std::make_unique<LivingMap>(std::move(made))) {}

  std::unique_ptr<LivingMap> map;  ///< in one place
  std::unique_ptr<Crowd> crowd;
};

std::string said(const Outcome& outcome) { return outcome ? "" : outcome.error().what; }

/// Two players with the same calls. Both save at the same times, and the second one goes on
/// from the bytes of the first.
class Game {
 public:
  explicit Game(std::uint64_t seed)
      : random_(seed),
        size_{10 + below(40), 6 + below(30)},
        mirror_(size_, static_cast<int>(random_.below(30)),
                {.weights = random_.below(4) == 0}, seed),
        first_(make_map()),
        second_(make_map()) {
    CrowdOptions options;
    options.spare_fields = random_.below(3) * 2'000;
    if (random_.below(4) == 0) options.bodies = Bodies::synchronous;
    if (options.bodies == Bodies::synchronous && is_tile_ && random_.below(2) == 0)
      options.window = 1 + random_.below(10);
    for (Player* const player : {&first_, &second_})
      player->crowd = std::make_unique<Crowd>(*Crowd::make(*player->map, options));
    is_exact_ = options.bodies == Bodies::exact;
  }

  void play(std::size_t steps) {
    for (std::size_t step = 0; step < steps; ++step) {
      CAPTURE(step);
      for (std::uint32_t k = random_.below(5); k > 0; --k) command();
      if (random_.below(5) == 0) edit();
      if (random_.below(6) == 0) save();
      if (random_.below(8) == 0) {
        const std::size_t work = random_.below(2) == 0 ? 100 : LivingMap::kAll;
        REQUIRE(first_.map->settle(work, workers_) == second_.map->settle(work, workers_));
      }
      const CrowdBudget budget{.decisions = random_.below(8) == 0 ? 5 : CrowdBudget::kAll,
                               .field_cells = random_.below(3) == 0 ? 1U : 1'000'000U};
      const CrowdReport report = first_.crowd->step(workers_, budget);
      const CrowdReport other = second_.crowd->step(workers_, budget);
      REQUIRE(report.started == other.started);
      REQUIRE(report.arrived == other.arrived);
      REQUIRE(report.walking == other.walking);
      REQUIRE(report.blocked == other.blocked);
      REQUIRE((report == other));
      compare();
    }
  }

 private:
  static std::uint32_t count(const auto& all) {
    return static_cast<std::uint32_t>(all.size());
  }
  std::int32_t below(std::uint32_t n) {
    return static_cast<std::int32_t>(random_.below(n));
  }
  Position any_cell() {
    const std::int32_t x = below(static_cast<std::uint32_t>(size_.x));
    return {x, below(static_cast<std::uint32_t>(size_.y))};
  }

  LivingMap make_map() {
    if (classes_.empty()) {
      is_tile_ = random_.below(3) == 0;
      for (std::uint32_t k = 1 + random_.below(3); k > 0; --k)
        classes_.push_back(
            {.rules = {.topology = is_tile_ ? Topology::tile : Topology::octile,
                       .unit_size = classes_.empty() ? 1 : 1 + below(2)},
             .landmarks = below(2),
             .jump_graph = false});
    }
    return *LivingMap::make(mirror_.terrain(), classes_, mirror_.start(), workers_);
  }

  void edit() {
    std::vector<Edit> edits = mirror_.edit();
    if (random_.below(8) == 0)
      edits.emplace_back(TerrainEdit{{{0, 0}, size_.x, size_.y}, '.'});
    for (Player* const player : {&first_, &second_})
      REQUIRE(player->map->edit(edits, workers_));
  }

  void save() {
    const std::string map = *first_.map->save();
    REQUIRE((*second_.map->save() == map));
    const std::string saved = *first_.crowd->save();
    REQUIRE((*second_.crowd->save() == saved));
    Player joined(*LivingMap::restore(map, workers_));
    joined.crowd = std::make_unique<Crowd>(*Crowd::restore(saved, *joined.map, workers_));
    second_.crowd.reset();
    second_ = std::move(joined);
    REQUIRE((*second_.crowd->save() == saved));
  }

  void compare() const {
    REQUIRE(second_.map->fingerprint() == first_.map->fingerprint());
    REQUIRE(second_.crowd->fingerprint() == first_.crowd->fingerprint());
    REQUIRE(std::ranges::equal(second_.crowd->started(), first_.crowd->started()));
    REQUIRE(std::ranges::equal(second_.crowd->arrived(), first_.crowd->arrived()));
  }

  /// Calls on both crowds whose results must be equal.
  template <class Call>
  void both(const Call& call) {
    REQUIRE((call(*first_.crowd) == call(*second_.crowd)));
  }

  void command() {
    const std::vector<UnitId> units = first_.crowd->units();
    if (units.size() < 3 || random_.below(3) == 0) {
      const CrowdUnit unit{
          .at = any_cell(),
          .movement = is_exact_ ? random_.below(count(classes_)) : 0,
          .period = static_cast<std::uint8_t>(is_exact_ ? 1 + random_.below(3) : 1),
          .idle = random_.below(4) == 0 ? Idle::holds : Idle::makes_room};
      both([&](Crowd& crowd) {
        const auto made = crowd.add(unit);
        return made ? std::optional(*made) : std::nullopt;
      });
      return;
    }
    const auto any_unit = [&] { return units[random_.below(count(units))]; };
    const UnitId unit = any_unit();
    std::vector<Position> goals{any_cell(), any_cell()};
    switch (random_.below(10)) {
      case 0:
        both([&](Crowd& crowd) {
          crowd.remove(unit);
          return crowd.size();
        });
        break;
      case 1:
        both([&](Crowd& crowd) { return said(crowd.stand(unit)); });
        break;
      case 2:
        if (is_exact_) both([&](Crowd& crowd) { return said(crowd.set_period(unit, 2)); });
        break;
      case 3: {
        std::vector<ClosedStep> lanes;
        for (std::uint32_t k = random_.below(6); k > 0; --k)
          lanes.push_back({any_cell(), static_cast<Move>(random_.below(4))});
        both([&](Crowd& crowd) { return said(crowd.set_lanes(0, lanes)); });
        break;
      }
      case 4:
      case 5: {
        std::vector<UnitId> group{unit};
        if (const UnitId other = any_unit(); other != unit) group.push_back(other);
        goals.resize(group.size());
        const Position goal = any_cell();
        both([&](Crowd& crowd) { return said(crowd.order_group(group, goal, goals)); });
        break;
      }
      default:
        goals.resize(1 + random_.below(2));
        both([&](Crowd& crowd) { return said(crowd.order(unit, goals)); });
    }
  }

  Workers workers_{1};
  SplitMix64 random_;
  Position size_;
  LivingMirror mirror_;
  bool is_tile_ = false, is_exact_ = true;
  std::vector<LivingClass> classes_;
  Player first_, second_;
};

}  // namespace

TEST_CASE("a crowd stays equal to one that goes on from its bytes again and again") {
  for (std::uint64_t seed = 0; seed < 2'000; seed += every({40, 200})) {
    CAPTURE(seed);
    Game(seed).play(60);
  }
}

}  // namespace throng::restored_crowds_test
