#include "../support/all_pairs.hpp"
#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/frames.hpp"
#include "../support/living_mirror.hpp"
#include "../support/maps.hpp"
#include "../support/memory.hpp"
#include "../support/seeds.hpp"

#include <throng/index.hpp>
#include <throng/living_map.hpp>
#include <throng/solver.hpp>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace throng::kept_labels_test {

using namespace test;

namespace {

LivingClass labelled_class() { return {.hub_labels = true}; }

LivingMap labelled_map(const Terrain& terrain, Workers& workers,
                       const LivingClass& movement = labelled_class()) {
  return *LivingMap::make(terrain, {&movement, 1}, {}, workers);
}

void write(LivingMap& map, const MapRect& area, char character, Workers& workers) {
  REQUIRE(map.edit(std::vector<Edit>{TerrainEdit{area, character}}, workers));
}

/// All pairs of cells by the labels and what stands in for them, against the oracle.
void check_version(const LivingMap& map, const Terrain& terrain, Workers& workers) {
  const auto& index = map.index(0);
  REQUIRE(index->stats().hub_labels_kept);
  const auto fields = all_fields(terrain, index->grid()->rules());
  const Solver solver = *Solver::make(index);
  REQUIRE(solver.algorithm() == Algorithm::hub);
  check_all_pairs(terrain, solver, "kept labels", fields, workers);
}

/// How many of the paths between any two cells needed a search.
std::size_t searched(const LivingMap& map, Workers& workers) {
  const BatchResult result =
      Solver::make(map.index(0))->solve(all_pairs(map.terrain()), workers);
  return static_cast<std::size_t>(std::ranges::count_if(
      result.expanded, [](std::uint32_t expanded) { return expanded > 0; }));
}

std::uint64_t answers_hash(const LivingMap& map, Workers& workers) {
  const std::vector<Query> queries = random_queries(map.terrain(), 300, 1);
  return Solver::make(map.index(0))->solve(queries, workers).hash();
}

std::vector<Cost> costs(const LivingMap& map, Workers& workers) {
  const std::vector<Query> queries = random_queries(map.terrain(), 300, 1);
  const auto result = Solver::make(map.index(0))->solve(queries, workers);
  return {result.cost.begin(), result.cost.end()};
}

/// What a random script of edits does to a map, and when labels are built.
class Script {
 public:
  enum class Kind : std::uint8_t { closings, openings, both };

  Script(Position size, int closed_percent, Kind kind, std::uint64_t seed)
      : random_(seed),
        terrain_(random_terrain(size.x, size.y, closed_percent, seed)),
        kind_(kind) {}

  const Terrain& terrain() const noexcept { return terrain_; }

  std::vector<Edit> next() {
    std::vector<Edit> edits;
    for (std::uint32_t k = 1 + random_.below(4) / 3; k > 0; --k) {
      const bool close =
          kind_ == Kind::closings || (kind_ == Kind::both && random_.below(2) == 0);
      const Position at = cell();
      const MapRect area{at, std::min(terrain_.width() - at.x, below(2) + 1),
                         std::min(terrain_.height() - at.y, below(2) + 1)};
      for (Position p = at; p.y < at.y + area.height; ++p.y)
        for (p.x = at.x; p.x < at.x + area.width; ++p.x) terrain_.set(p, close ? '@' : '.');
      edits.emplace_back(TerrainEdit{area, close ? '@' : '.'});
    }
    return edits;
  }

  std::int32_t below(std::int32_t count) {
    return static_cast<std::int32_t>(random_.below(static_cast<std::uint32_t>(count)));
  }

 private:
  Position cell() {
    const std::int32_t x = below(terrain_.width());
    return {x, below(terrain_.height())};
  }

  SplitMix64 random_;
  Terrain terrain_;
  Kind kind_;
};

}  // namespace

TEST_CASE("kept hub labels give cheapest paths on every version of a map", "[living]") {
  Workers workers(1);
  std::uint64_t seed = 0;
  std::size_t from_labels = 0, by_search = 0;
  for (const auto kind :
       {Script::Kind::closings, Script::Kind::openings, Script::Kind::both})
    for (const int unit_size : {1, 2})
      for (std::uint64_t round = 0; round < 12 / every({2, 12}); ++round) {
        ++seed;
        const int closed = kind == Script::Kind::closings ? 10 : 35;
        Script script({static_cast<std::int32_t>(7 + seed % 5),
                       static_cast<std::int32_t>(6 + seed % 6)},
                      closed, kind, seed);
        LivingMap map = labelled_map(script.terrain(), workers,
                                     {.rules = {.unit_size = unit_size},
                                      .landmarks = seed % 3 == 0 ? 0 : 4,
                                      .hub_labels = true});
        bool begun = false;
        for (int k = 0; k < 10; ++k) {
          CAPTURE(seed, unit_size, k);
          REQUIRE(map.edit(script.next(), workers));
          if (k % 4 == 3) map.settle(LivingMap::kAll, workers);
          check_version(map, script.terrain(), workers);
          const std::size_t some = searched(map, workers);
          by_search += some;
          from_labels += all_pairs(script.terrain()).size() - some;
          if (begun && script.below(2) == 0) {
            REQUIRE(map.adopt_labels(0));
            check_version(map, script.terrain(), workers);
            begun = false;
          } else if (script.below(3) == 0) {
            REQUIRE(map.begin_labels(0));
            begun = true;
          }
        }
      }
  CHECK(from_labels > 10'000);
  CHECK(by_search > 1000);
}

TEST_CASE("all kinds of edits keep labels right", "[living]") {
  Workers workers(1);
  for (std::uint64_t seed = 1; seed <= 24; seed += every({2, 8})) {
    CAPTURE(seed);
    LivingMirror mirror({9, 8}, 20, {}, seed);
    LivingMap map = labelled_map(mirror.terrain(), workers);
    for (int k = 0; k < 12; ++k) {
      CAPTURE(k);
      REQUIRE(map.edit(mirror.edit(), workers));
      check_version(map, mirror.terrain(), workers);
      if (k % 6 == 2) REQUIRE(map.begin_labels(0));
      if (k % 6 == 5) REQUIRE(map.adopt_labels(0));
    }
    REQUIRE(map.edit(mirror.restore(), workers));
    check_version(map, mirror.terrain(), workers);
  }
}

TEST_CASE("labels answer where edits changed no cheapest path", "[living]") {
  Workers workers(1);
  Terrain terrain = *Terrain::make(60, 60);  // large: a few edits do not wear labels out
  for (const MapRect& wall : {MapRect{{2, 1}, 6, 1}, {{2, 2}, 1, 1}, {{7, 2}, 1, 1}})
    for (Position p = wall.corner; p.x < wall.corner.x + wall.width; ++p.x)
      terrain.set(p, '@');
  const Query way{{5, 0}, {8, 4}}, below{{0, 4}, {9, 4}};
  LivingMap map = labelled_map(terrain, workers);
  const auto expanded = [&](const Query& query) {
    return Solver::make(map.index(0))->solve({&query, 1}, workers).expanded[0];
  };
  for (const Query& query : random_queries(terrain, 100, 1)) CHECK(expanded(query) == 0);

  write(map, {{4, 2}, 1, 1}, '@', workers);  // in the niche below the wall
  CHECK(expanded(way) == 0);
  CHECK(expanded({{3, 2}, {5, 2}}) > 0);

  write(map, {{8, 0}, 1, 3}, '@', workers);  // the way past the wall
  CHECK(expanded(way) > 0);
  CHECK(expanded(below) == 0);
  write(map, {{8, 0}, 1, 3}, '.', workers);  // as it was: nothing is cheaper than then
  CHECK(expanded(way) == 0);

  write(map, {{2, 1}, 1, 2}, '.', workers);  // the wall gets shorter
  CHECK(expanded({{0, 3}, {4, 0}}) > 0);
  CHECK(expanded(below) == 0);
  write(map, {{2, 1}, 1, 2}, '@', workers);
  CHECK(expanded({{0, 3}, {4, 0}}) == 0);
}

TEST_CASE("labels that are often wrong are not asked", "[living]") {
  Workers workers(1);
  std::string drawing;
  for (int y = 0; y < 20; ++y) drawing += std::string(40, '.') + "\n";
  Terrain terrain = drawn(drawing);
  for (std::int32_t y = 0; y < 20; ++y)
    if (y != 3 && y != 16) terrain.set({20, y}, '@');
  LivingMap map = labelled_map(terrain, workers);
  const Query left{{2, 2}, {15, 7}};
  const auto expanded = [&] {
    return Solver::make(map.index(0))->solve({&left, 1}, workers).expanded[0];
  };
  CHECK(expanded() == 0);
  write(map, {{20, 3}, 1, 1}, '@', workers);  // half of all ways lead across the wall
  write(map, {{20, 16}, 1, 1}, '@', workers);
  write(map, {{20, 9}, 1, 1}, '.', workers);
  CHECK(expanded() > 0);
  REQUIRE(map.begin_labels(0));
  CHECK(expanded() > 0);
  REQUIRE(map.adopt_labels(0));
  CHECK(expanded() == 0);
}

TEST_CASE("many openings leave everything to searches, until labels are renewed",
          "[living]") {
  Workers workers(1);
  std::string drawing;
  for (int y = 0; y < 30; ++y)
    drawing += y % 2 == 0 ? std::string(30, '.') + "\n" : std::string(29, '@') + ".\n";
  Terrain terrain = drawn(drawing);
  LivingMap map = labelled_map(terrain, workers);
  const Query along{{0, 0}, {29, 0}};
  const auto expanded = [&] {
    return Solver::make(map.index(0))->solve({&along, 1}, workers).expanded[0];
  };
  int openings = 0;
  for (std::int32_t y = 1; y < 30; y += 2)
    for (std::int32_t x = 1; x < 28; x += 5, ++openings) {
      terrain.set({x, y}, '.');
      write(map, {{x, y}, 1, 1}, '.', workers);
    }
  REQUIRE(openings > 64);
  REQUIRE(map.begin_labels(0));
  const std::vector<Query> queries = random_queries(terrain, 200, 1);
  const auto grid = *Grid::make(terrain, map.grid(0)->rules());
  const auto costs =
      Solver::make(grid, {.algorithm = Algorithm::astar})->solve(queries, workers).cost;
  CHECK(Solver::make(map.index(0))->solve(queries, workers).cost == costs);
  CHECK(searched(map, workers) > 0);
  REQUIRE(map.adopt_labels(0));
  CHECK(expanded() == 0);
  CHECK(searched(map, workers) == 0);
  CHECK(Solver::make(map.index(0))->solve(queries, workers).cost == costs);
}

TEST_CASE("edits between begin and adopt count as changes", "[living]") {
  Workers workers(1);
  const Terrain open = drawn(
      ".......\n"
      "...@...\n"
      "...@...\n"
      "...@...\n"
      ".......\n");
  LivingMap map = labelled_map(open, workers);
  REQUIRE(map.begin_labels(0));
  Terrain now = open;
  for (const auto& [p, character] :
       {std::pair{Position{3, 0}, '@'}, std::pair{Position{3, 2}, '.'}}) {
    now.set(p, character);
    write(map, {p, 1, 1}, character, workers);
  }
  const auto before = map.version();
  CHECK(*map.adopt_labels(0) > before);
  CHECK(map.changes(before, 0).costlier.empty());
  CHECK(map.changes(before, 0).cheaper.empty());
  check_version(map, now, workers);
  CHECK(searched(map, workers) > 0);
}

TEST_CASE("labels that are adopted know the edits since they were begun", "[living]") {
  Workers workers(1);
  LivingMap map = labelled_map(*Terrain::make(60, 60), workers);
  REQUIRE(map.begin_labels(0));
  write(map, {{30, 30}, 1, 1}, '@', workers);
  REQUIRE(map.adopt_labels(0));
  const Query past{{29, 30}, {31, 30}};
  const BatchResult result = Solver::make(map.index(0))->solve({&past, 1}, workers);
  CHECK(result.cost[0] == 4 * map.grid(0)->costs().straight);
  CHECK(path_is_sound(*map.grid(0), past, result, 0));
}

TEST_CASE("labels in use depend on calls alone", "[living][parallel]") {
  std::vector<std::vector<std::uint64_t>> prints;
  for (const int threads : {1, 2, 7}) {
    Workers workers(threads);
    LivingMirror mirror({40, 30}, 20, {}, 9);
    LivingMap map = labelled_map(mirror.terrain(), workers);
    prints.emplace_back();
    for (int k = 0; k < 24; ++k) {
      REQUIRE(map.edit(mirror.edit(), workers));
      if (k % 2 == 0) map.settle(100, workers);
      if (k % 8 == 2) REQUIRE(map.begin_labels(0, threads));
      // With one thread the labels are ready now, or never until adopt_labels() waits.
      if (threads == 1)
        for (int busy = 0; busy < 20; ++busy) answers_hash(map, workers);
      if (k % 8 == 4) REQUIRE(map.adopt_labels(0));
      prints.back().push_back(map.fingerprint());
      prints.back().push_back(answers_hash(map, workers));
    }
  }
  CHECK(prints[0] == prints[1]);
  CHECK(prints[0] == prints[2]);
}

TEST_CASE("fingerprints tell maps with other labels apart", "[living]") {
  Workers workers(1);
  const Terrain terrain = random_terrain(12, 10, 20, 3);
  LivingMap one = labelled_map(terrain, workers), other = labelled_map(terrain, workers);
  CHECK(one.fingerprint() == other.fingerprint());
  for (LivingMap* const map : {&one, &other}) {
    write(*map, {{4, 4}, 2, 2}, '@', workers);
    map->settle(LivingMap::kAll, workers);
  }
  CHECK(one.fingerprint() == other.fingerprint());
  REQUIRE(one.begin_labels(0));
  CHECK(one.fingerprint() != other.fingerprint());
  REQUIRE(one.adopt_labels(0));
  CHECK(one.fingerprint() != other.fingerprint());
  REQUIRE(other.begin_labels(0));
  REQUIRE(other.adopt_labels(0));
  CHECK(one.fingerprint() == other.fingerprint());
  const LivingClass without;
  CHECK(labelled_map(terrain, workers, without).fingerprint() !=
        labelled_map(terrain, workers).fingerprint());
}

TEST_CASE("a map may end, move or begin again while labels are built",
          "[living][parallel]") {
  Workers workers(1);
  const Terrain terrain = random_terrain(60, 50, 25, 2);
  for (int k = 0; k < 3; ++k) {
    LivingMap map = labelled_map(terrain, workers);
    const auto held = map.index(0);
    REQUIRE(map.begin_labels(0));
    write(map, {{20, 20}, 4, 4}, '@', workers);
    if (k == 0) continue;
    LivingMap moved = std::move(map);
    write(moved, {{40, 20}, 4, 4}, '@', workers);
    if (k == 1) REQUIRE(moved.begin_labels(0));
    const auto before = costs(moved, workers);
    REQUIRE(moved.adopt_labels(0));
    CHECK_FALSE(moved.adopt_labels(0));
    if (k == 2) continue;
    CHECK(before == costs(moved, workers));
    REQUIRE(moved.begin_labels(0));
    moved = labelled_map(terrain, workers);
  }
}

TEST_CASE("labels that are not there cannot be begun or adopted", "[living]") {
  Workers workers(1);
  const Terrain terrain = random_terrain(12, 10, 20, 3);
  LivingMap labelled = labelled_map(terrain, workers);
  const auto nothing = labelled.adopt_labels(0);
  REQUIRE_FALSE(nothing);
  CHECK(nothing.error().code == Code::bad_argument);

  const LivingClass without;
  LivingMap plain = labelled_map(terrain, workers, without);
  REQUIRE_FALSE(plain.begin_labels(0));
  CHECK(plain.begin_labels(0).error().what == "the class was made without hub labels");
  CHECK_FALSE(plain.adopt_labels(0));
  CHECK_FALSE(plain.index(0)->stats().hub_labels);

  LivingMap tiles = labelled_map(
      terrain, workers, {.rules = {.topology = Topology::tile}, .hub_labels = true});
  const auto refused = tiles.begin_labels(0);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == Code::unsupported);
  CHECK(refused.error().what ==
        "hub labels need an octile grid on plain ground on which no corner is cut");
  CHECK(tiles.index(0)->stats().hub_labels_skipped_because == refused.error().what);
  CHECK(Solver::make(tiles.index(0))->algorithm() == Algorithm::astar);

  const LivingClass movement = labelled_class();
  const LivingMap steps =
      *LivingMap::make(terrain, {&movement, 1}, {.steps = true}, workers);
  CHECK(steps.index(0)->stats().hub_labels_skipped_because == refused.error().what);
}

TEST_CASE("limits end queries by kept labels as they end searches", "[living]") {
  Workers workers(1);
  LivingMirror mirror({50, 40}, 25, {}, 4);
  LivingMap map = labelled_map(mirror.terrain(), workers);
  for (int k = 0; k < 6; ++k) {
    if (k > 0) REQUIRE(map.edit(mirror.edit(), workers));
    const std::vector<Query> queries = random_queries(mirror.terrain(), 200, 9);
    const BatchOptions limit{.max_cost = 20 * map.grid(0)->costs().straight};
    const BatchResult expected = Solver::make(map.index(0), {.algorithm = Algorithm::astar})
                                     ->solve(queries, workers, limit);
    const BatchResult result = Solver::make(map.index(0))->solve(queries, workers, limit);
    REQUIRE(result.status == expected.status);
    REQUIRE(result.cost == expected.cost);
    const BatchResult cut =
        Solver::make(map.index(0))->solve(queries, workers, {.max_expansions = 2});
    for (std::size_t i = 0; i < queries.size(); ++i) REQUIRE(cut.expanded[i] <= 2);
  }
}

TEST_CASE("searches behind kept labels pause and resume", "[living]") {
  Workers workers(1);
  LivingMirror mirror({60, 50}, 30, {}, 5);
  LivingMap map = labelled_map(mirror.terrain(), workers);
  for (int k = 0; k < 12; ++k) REQUIRE(map.edit(mirror.edit(), workers));
  const Solver solver = *Solver::make(map.index(0));
  REQUIRE(searched(map, workers) > 0);
  const Orders orders(mirror.terrain(), 60, 3);
  const auto expected = solved(solver, orders);
  FrameScheduler scheduler = scheduler_of(solver);
  std::vector<Ticket> tickets;
  for (const FrameRequest& request : orders.requests)
    tickets.push_back(scheduler.submit(request));
  const auto fates = run_all(scheduler, FrameBudget::expansions(40), workers);
  for (std::size_t i = 0; i < tickets.size(); ++i) {
    CAPTURE(i);
    CHECK(fates.at(tickets[i]).answers == expected[i]);
  }
}

TEST_CASE("versions with labels allocate next to nothing when warm", "[living]") {
  Workers workers(1);
  LivingMirror mirror({60, 50}, 25, {}, 8);
  LivingMap map = labelled_map(mirror.terrain(), workers);
  std::vector<std::vector<Edit>> script;
  for (int k = 0; k < 100; ++k) script.push_back(mirror.edit());
  const std::vector<Edit> back = mirror.restore();
  const auto play = [&] {
    for (const std::vector<Edit>& edits : script) {
      REQUIRE(map.edit(edits, workers));
      map.settle(200, workers);
    }
    REQUIRE(map.edit(back, workers));
    map.settle(LivingMap::kAll, workers);
  };
  for (int k = 0; k < 8; ++k) play();
  const std::size_t before = heap_allocations();
  play();
  CHECK(heap_allocations() - before <= script.size() / 5);
}

}  // namespace throng::kept_labels_test
