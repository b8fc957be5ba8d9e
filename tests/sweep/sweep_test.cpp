#include "../../src/sweep/sweep.hpp"

#include "../../src/core/counting_resource.hpp"
#include "../../src/core/rng.hpp"
#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/maps.hpp"
#include "../support/must.hpp"
#include "../support/oracle.hpp"

#include <throng/generate.hpp>
#include <throng/map_io.hpp>

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace throng::sweep_test {

namespace {

/// The rules by which the oracle counts what `metric` counts under `rules`.
Rules measured(const Rules& rules, FieldMetric metric) {
  Rules same = rules;
  if (metric == FieldMetric::steps) same.costs = {1, 1};
  return same;
}

/// The padded field in which every open cell holds what the nearest of `sources` costs by
/// the oracle, if that is no more than `radius`, and every closed cell 0.
std::vector<Cost> expected_field(const Grid& grid, const Terrain& terrain,
                                 const std::vector<test::OracleField<std::uint64_t>>& from,
                                 Cost radius) {
  std::vector<Cost> expected(grid.cell_count(), 0);
  for (const Position p : test::all_cells(terrain)) {
    if (!grid.open(p)) continue;
    const auto slot = static_cast<std::size_t>(p.y * terrain.width() + p.x);
    std::uint64_t nearest = kUnreachable;
    for (const auto& field : from) nearest = std::min(nearest, field[slot].cost);
    expected[grid.cell(p)] = nearest <= radius ? static_cast<Cost>(nearest) : kUnreachable;
  }
  return expected;
}

std::vector<Cost> sweep_of(const SweepSpace& space, std::vector<CellIndex> sources,
                           Cost radius, SweepScratch& scratch) {
  std::vector<Cost> field(space.blank.size(), 12345);
  sweep(space, sources, radius, scratch, field);
  return field;
}

constexpr std::array kAllKinds{SweepKind::steps, SweepKind::lines, SweepKind::tiles,
                               SweepKind::fifo};

/// The kinds of sweeps on plain grids with these rules.
std::span<const SweepKind> kinds_of(const Rules& rules) {
  return std::span(kAllKinds).first(rules.topology == Topology::tile ? 4 : 2);
}

const Rules kTile{.topology = Topology::tile};

Terrain generated(MapKind kind, GenerateOptions options) {
  options.width = 90;
  options.height = 70;
  return test::must(generate(kind, options));
}

/// Every cell of a map as the source, under all rules, by both metrics and all kinds.
void check_map(const Terrain& terrain, SweepScratch& scratch) {
  for (const Rules& rules : test::all_rules()) {
    const auto grid = *Grid::make(terrain, rules);
    for (const FieldMetric metric : kFieldMetrics)
      for (const SweepKind kind : kinds_of(rules)) {
        const SweepSpace space(*grid, metric, kind);
        for (const Position source : test::all_cells(terrain)) {
          if (!grid->open(source)) continue;
          CAPTURE(test::in_words(rules), name(metric), static_cast<int>(kind), source.x,
                  source.y);
          const auto oracle = test::oracle_field(terrain, measured(rules, metric), source);
          REQUIRE(sweep_of(space, {grid->cell(source)}, kUnreachable - 1, scratch) ==
                  expected_field(*grid, terrain, {oracle}, kUnreachable - 1));
        }
      }
  }
}

}  // namespace

TEST_CASE("a sweep measures all distances under all rules, from every cell of small maps") {
  SweepScratch scratch;
  const int closed = GENERATE(0, 10, 20, 30, 40, 55);
  const auto seed = GENERATE(range(0, 10));
  const std::int32_t width = 2 + seed % 6, height = 8 - seed % 5;
  CAPTURE(closed, seed);
  check_map(test::random_terrain(width, height, closed, static_cast<std::uint64_t>(seed)),
            scratch);
}

TEST_CASE("a sweep is right on maps of one row, one column and one cell") {
  SweepScratch scratch;
  for (const char* drawing :
       {".", "@", "..", ".@", "@@@", "....", ".@..", "..@.@", ".\n.", ".\n.\n@\n.", "@\n@"})
    check_map(test::drawn(drawing), scratch);
}

TEST_CASE(
    "sweeps from several sources and within a radius are the oracle's on larger maps") {
  SweepScratch scratch;
  const int closed = GENERATE(3, 15, 35);
  const Terrain terrain = test::random_terrain(75, 40, closed, 9);
  for (const Rules& rules : test::all_rules()) {
    const auto grid = *Grid::make(terrain, rules);
    for (const FieldMetric metric : kFieldMetrics) {
      std::vector<CellIndex> sources;
      std::vector<test::OracleField<std::uint64_t>> oracle;
      for (const Query& query : test::random_queries(terrain, 4, 3)) {
        if (!grid->open(query.start)) continue;
        sources.push_back(grid->cell(query.start));
        sources.push_back(grid->cell(query.start));  // twice is no harm
        oracle.push_back(test::oracle_field(terrain, measured(rules, metric), query.start));
      }
      REQUIRE(!sources.empty());
      std::vector<Cost> far = expected_field(*grid, terrain, oracle, kUnreachable - 1);
      far.erase(std::remove(far.begin(), far.end(), kUnreachable), far.end());
      std::sort(far.begin(), far.end());
      const Cost largest = far.back(), middling = far[far.size() * 3 / 4];
      for (const SweepKind kind : kinds_of(rules)) {
        const SweepSpace space(*grid, metric, kind);
        for (const Cost radius : {Cost{0}, Cost{1}, middling - 1, middling, largest - 1,
                                  largest, kUnreachable - 1}) {
          CAPTURE(closed, test::in_words(rules), name(metric), static_cast<int>(kind),
                  radius);
          REQUIRE(sweep_of(space, sources, radius, scratch) ==
                  expected_field(*grid, terrain, oracle, radius));
        }
      }
    }
  }
}

TEST_CASE("a sweep to targets knows their distances and all lesser ones, and may end") {
  SweepScratch scratch;
  SplitMix64 random(3);
  const int closed = GENERATE(0, 15, 35);
  const Terrain terrain = test::random_terrain(75, 40, closed, 9);
  std::vector<Weight> weights(terrain.cell_count());
  for (Weight& weight : weights) weight = static_cast<Weight>(1 + random.below(9));
  const std::vector<Link> links{{{70, 1}, {3, 38}, 2}, {{40, 20}, {5, 5}, 9000}};
  std::size_t unfinished = 0;
  for (const Rules& rules : test::all_rules())
    for (const GridOptions& ground : {GridOptions{}, GridOptions{.weights = weights},
                                      GridOptions{.weights = weights, .links = links}}) {
      const auto grid = *Grid::make(terrain, rules, ground);
      const auto some_cell = [&] {
        for (;;) {
          const Position p{static_cast<std::int32_t>(random.below(75)),
                           static_cast<std::int32_t>(random.below(40))};
          if (grid->open(p)) return grid->cell(p);
        }
      };
      for (const SweepKind kind : kinds_of(rules)) {
        const SweepSpace space(*grid, FieldMetric::cost, kind, SweepDirection::to_sources);
        CAPTURE(closed, test::in_words(rules), grid->plain(), static_cast<int>(kind));
        for (const std::size_t count : {1, 2, 7}) {
          const std::vector<CellIndex> source{some_cell()};
          std::vector<CellIndex> targets(count);
          std::ranges::generate(targets, some_cell);
          const auto whole = sweep_of(space, source, kUnreachable - 1, scratch);
          std::vector<Cost> field(space.blank.size(), 12345);
          sweep_to(space, source, targets, scratch, field);
          Cost most = 0;
          for (const CellIndex cell : targets) most = std::max(most, whole[cell]);
          bool right = true;
          for (std::size_t cell = 0; cell < field.size(); ++cell)
            right = right && (whole[cell] <= most ? field[cell] == whole[cell]
                                                  : field[cell] >= whole[cell]);
          CHECK(right);
          unfinished += field != whole;
        }
      }
    }
  CHECK(unfinished > 20);
}

TEST_CASE("a sweep in parts has the distances of a sweep at once") {
  SweepScratch scratch, whole_scratch;
  SplitMix64 random(5);
  const int closed = GENERATE(0, 15, 35);
  const Terrain terrain = test::random_terrain(75, 40, closed, 9);
  std::size_t parts = 0;
  for (const Rules& rules : test::all_rules()) {
    const auto grid = *Grid::make(terrain, rules);
    for (const SweepKind kind : kinds_of(rules)) {
      const SweepSpace space(*grid, FieldMetric::cost, kind);
      std::vector<CellIndex> sources;
      for (CellIndex cell = 0; cell < grid->cell_count(); cell += 617)
        if (space.blank[cell] != 0) sources.push_back(cell);
      const auto whole = sweep_of(space, sources, kUnreachable - 1, whole_scratch);
      // In the second round, cells close and open again while they are queued.
      for (const bool disturbed : {false, true}) {
        CAPTURE(closed, test::in_words(rules), static_cast<int>(kind), disturbed);
        std::vector<Cost> field(space.blank.begin(), space.blank.end());
        SweepPlace place;
        scratch.clear();
        sweep_part(space, sources, 1 + random.below(200), place, scratch, field);
        for (; !place.ended; ++parts) {
          for (const CellQueues& bucket : scratch.buckets)
            for (const CellQueue& queue : bucket)
              for (const CellIndex cell : queue)
                if (disturbed && random.below(10) == 0) field[cell] = kUnreachable;
          forget_opened(scratch, field);
          sweep_part(space, {}, 1 + random.below(200), place, scratch, field);
        }
        if (disturbed)
          CHECK(std::ranges::equal(field, whole, std::ranges::greater_equal()));
        else
          CHECK(field == whole);
      }
    }
  }
  CHECK(parts > 200);
}

namespace {

/// A sweep in parts between which cells of the grid open and close.
class EditedSweep {
 public:
  EditedSweep(Terrain terrain, const Rules& rules, SweepKind kind)
      : terrain_(std::move(terrain)),
        rules_(rules),
        kind_(kind),
        grid_(*Grid::make(terrain_, rules_)),
        space_(std::in_place, *grid_, FieldMetric::cost, kind_),
        field_(space_->blank.begin(), space_->blank.end()),
        near_edit_(grid_->cell_count()) {}

  /// Returns the number of edits.
  std::size_t run(SplitMix64& random, SweepScratch& scratch) {
    const auto part = [&] { return 1 + random.below(60); };
    std::vector<CellIndex> sources;
    for (CellIndex cell = 0; cell < grid_->cell_count(); cell += 617)
      if (space_->blank[cell] != 0) sources.push_back(cell);
    SweepPlace place;
    scratch.clear();
    sweep_part(*space_, sources, part(), place, scratch, field_);
    std::size_t edits = 0;
    for (; !place.ended; ++edits) {
      toggle({static_cast<std::int32_t>(random.below(40)),
              static_cast<std::int32_t>(random.below(30))});
      forget_opened(scratch, field_);
      sweep_part(*space_, {}, part(), place, scratch, field_);
    }
    return edits;
  }

  /// Lowers what steps from cells near edits lower, and what follows from that.
  void repair() {
    std::vector<CellIndex> open;
    for (CellIndex cell = 0; cell < near_edit_.size(); ++cell)
      if (near_edit_[cell] && is_reached(cell)) open.push_back(cell);
    while (!open.empty()) {
      const CellIndex cell = open.back();
      open.pop_back();
      for_each_step(cell, [&](CellIndex to, Cost cost) {
        if (field_[to] <= field_[cell] + cost) return;
        field_[to] = field_[cell] + cost;
        open.push_back(to);
      });
    }
  }

  /// Whether closed cells have no distance, and no step leads to a larger one than it may.
  bool is_right() const {
    bool right = true;
    for (const Position p : test::all_cells(terrain_)) {
      const CellIndex cell = grid_->cell(p);
      if (!grid_->open(p)) right = right && field_[cell] == 0;
      if (is_reached(cell))
        for_each_step(cell, [&](CellIndex to, Cost cost) {
          right = right && field_[to] <= field_[cell] + cost;
        });
    }
    return right;
  }

 private:
  void toggle(Position p) {
    terrain_.set(p, grid_->open(p) ? '@' : '.');
    for (Position at{0, p.y - 1}; at.y <= p.y + 1; ++at.y)
      for (at.x = p.x - 1; at.x <= p.x + 1; ++at.x)
        if (grid_->contains(at)) near_edit_[grid_->cell(at)] = true;
    grid_ = *Grid::make(terrain_, rules_);
    space_.emplace(*grid_, FieldMetric::cost, kind_);
    field_[grid_->cell(p)] = space_->blank[grid_->cell(p)];
  }

  bool is_reached(CellIndex cell) const {
    return space_->blank[cell] != 0 && field_[cell] != kUnreachable;
  }

  template <class Visit>
  void for_each_step(CellIndex cell, const Visit& visit) const {
    for (unsigned d = 0; d < kMoves; ++d)
      if ((grid_->moves()[cell] >> d & 1U) != 0)
        visit(cell + grid_->offset(static_cast<Move>(d)), space_->step_cost(cell, d));
  }

  Terrain terrain_;
  Rules rules_;
  SweepKind kind_;
  std::shared_ptr<const Grid> grid_;
  std::optional<SweepSpace> space_;
  std::vector<Cost> field_;
  std::vector<bool> near_edit_;
};

}  // namespace

TEST_CASE(
    "after a sweep in parts and a repair near the edits, no step leads to larger "
    "distances") {
  SweepScratch scratch;
  SplitMix64 random(6);
  const int closed = GENERATE(0, 8, 25, 40);
  std::size_t edits = 0, wrong = 0;
  for (const Rules& rules : test::all_rules())
    for (const SweepKind kind : kinds_of(rules))
      for (int round = 0; round < 12; ++round) {
        CAPTURE(closed, test::in_words(rules), round, static_cast<int>(kind));
        EditedSweep sweep(test::random_terrain(40, 30, closed, random.next()), rules, kind);
        edits += sweep.run(random, scratch);
        wrong += sweep.is_right() ? 0 : 1;
        sweep.repair();
        CHECK(sweep.is_right());
      }
  CHECK(edits > 1000);
  CHECK(wrong > 40);  // the repair is needed
}

TEST_CASE("lines that pass a cell on four sides do not hide it from a sweep") {
  SweepScratch scratch;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const test::Windmill map = test::random_windmill(static_cast<int>(seed % 3) * 6, seed);
    for (const Rules& rules : test::all_rules()) {
      const auto grid = *Grid::make(map.terrain, rules);
      const auto oracle = test::oracle_field(map.terrain, rules, map.start);
      const auto expected = expected_field(*grid, map.terrain, {oracle}, kUnreachable - 1);
      for (const SweepKind kind : kinds_of(rules)) {
        CAPTURE(seed, test::in_words(rules), static_cast<int>(kind));
        const SweepSpace space(*grid, FieldMetric::cost, kind);
        CHECK(sweep_of(space, {grid->cell(map.start)}, kUnreachable - 1, scratch) ==
              expected);
      }
    }
  }
}

TEST_CASE("a sweep of a tile grid in parts does not pass cells that closed meanwhile") {
  SweepScratch scratch;
  const auto grid = *Grid::make(test::random_terrain(60, 50, 10, 2), kTile);
  for (const SweepKind kind : {SweepKind::steps, SweepKind::tiles, SweepKind::fifo}) {
    CAPTURE(static_cast<int>(kind));
    const SweepSpace space(*grid, FieldMetric::cost, kind);
    std::vector<Cost> field(space.blank.begin(), space.blank.end());
    SweepPlace place;
    scratch.clear();
    const CellIndex source = grid->cell({30, 25});
    REQUIRE(field[source] == kUnreachable);
    sweep_part(space, {&source, 1}, 200, place, scratch, field);
    for (const CellQueues& bucket : scratch.buckets)
      for (const CellQueue& queue : bucket)
        for (const CellIndex cell : queue) field[cell] = 0;
    const std::vector<Cost> before = field;
    while (!place.ended) sweep_part(space, {}, 200, place, scratch, field);
    CHECK(field == before);
    CHECK(std::ranges::count(field, kUnreachable) > 1000);
  }
}

TEST_CASE("a sweep without sources reaches nothing") {
  SweepScratch scratch;
  for (const Rules& rules : {Rules{}, kTile}) {
    const auto grid = *Grid::make(test::drawn(".@.\n..."), rules);
    for (const SweepKind kind : kinds_of(rules)) {
      const SweepSpace space(*grid, FieldMetric::cost, kind);
      CHECK(sweep_of(space, {}, kUnreachable - 1, scratch) ==
            std::vector<Cost>(space.blank.begin(), space.blank.end()));
    }
  }
}

TEST_CASE("sweeps are right where distances come close to 32 bits") {
  // A winding corridor of 262,137 cells whose middle is its first cell, so that the bound
  // on distances, twice that of the middle from an end, is hardly larger than the largest.
  const std::int32_t columns = 248, width = 2 * columns - 1, height = 1057;
  Terrain terrain = *Terrain::make(width, height, '@');
  for (std::int32_t x = 0; x < width; ++x)
    for (std::int32_t y = 1; y < height; ++y)
      if (x % 2 == 0 || y == (x % 4 == 1 ? height - 1 : 1)) terrain.set({x, y}, '.');
  terrain.set({columns - 1, 1}, '@');
  for (const std::int32_t x : {columns - 2, columns - 1, columns}) terrain.set({x, 0}, '.');
  const Rules rules{
      .topology = Topology::octile, .corners = Corners::never_cut, .costs = {16383, 16383}};
  const auto grid = *Grid::make(terrain, rules);
  SweepScratch scratch;
  const Position end{0, 1};
  const auto oracle = test::oracle_field(terrain, rules, end);
  for (const SweepKind kind : kinds_of(rules)) {
    const SweepSpace space(*grid, FieldMetric::cost, kind);
    const auto field = sweep_of(space, {grid->cell(end)}, kUnreachable - 1, scratch);
    const Cost largest = [&] {
      Cost most = 0;
      for (const Cost distance : field)
        if (distance != kUnreachable) most = std::max(most, distance);
      return most;
    }();
    CHECK(largest > kUnreachable - 500'000);
    CHECK(field == expected_field(*grid, terrain, {oracle}, kUnreachable - 1));
  }
}

TEST_CASE("open maps are swept by lines, mazes and noise by steps") {
  const auto kind = [](const std::string& map) {
    const auto terrain = test::must(read_map((test::maps_folder() / map).string()));
    return SweepSpace(**Grid::make(terrain), FieldMetric::cost).kind;
  };
  CHECK(kind("terrain.map") == SweepKind::lines);
  CHECK(kind("maze.map") == SweepKind::steps);
}

TEST_CASE("tile grids of many corners or narrow passages are swept by a FIFO") {
  const auto kind = [](const Terrain& terrain) {
    return SweepSpace(**Grid::make(terrain, kTile), FieldMetric::cost).kind;
  };
  CHECK(kind(*Terrain::make(64, 64, '.')) == SweepKind::tiles);
  CHECK(kind(test::random_terrain(100, 100, 5, 1)) == SweepKind::tiles);
  CHECK(kind(test::random_terrain(100, 100, 35, 1)) == SweepKind::fifo);
  CHECK(kind(generated(MapKind::rooms, {.room = 8})) == SweepKind::tiles);
  CHECK(kind(generated(MapKind::maze, {.corridor = 1})) == SweepKind::fifo);
  CHECK(kind(generated(MapKind::maze, {.corridor = 4})) == SweepKind::tiles);
  CHECK(kind(*Terrain::make(400, 1, '.')) == SweepKind::fifo);
}

TEST_CASE("all sweeps of tile grids agree with the oracle on maps of all kinds") {
  SweepScratch scratch;
  const int which = GENERATE(range(0, 8));
  const Terrain terrain = [&] {
    switch (which) {
      case 0:
        return *Terrain::make(70, 50, '.');
      case 1:
        return *Terrain::make(300, 1, '.');
      case 2:
        return *Terrain::make(1, 300, '.');
      case 3:
        return test::random_terrain(90, 70, 10, 4);
      case 4:
        return test::random_terrain(90, 70, 35, 4);
      case 5:
        return generated(MapKind::maze, {.corridor = 1});
      case 6:
        return generated(MapKind::maze, {.corridor = 3});
      default:
        return generated(MapKind::rooms, {.room = 7});
    }
  }();
  const auto grid = *Grid::make(terrain, kTile);
  std::vector<Position> open;
  for (const Position p : test::all_cells(terrain))
    if (grid->open(p)) open.push_back(p);
  SplitMix64 random(static_cast<std::uint64_t>(which));
  const auto some_open = [&] {
    return open[random.below(static_cast<std::uint32_t>(open.size()))];
  };
  for (const std::size_t count : {1, 1, 2, 9})
    for (const FieldMetric metric : kFieldMetrics) {
      std::vector<CellIndex> sources;
      std::vector<test::OracleField<std::uint64_t>> oracle;
      while (sources.size() < count) {
        const Position source = some_open();
        sources.push_back(grid->cell(source));
        oracle.push_back(test::oracle_field(terrain, measured(kTile, metric), source));
      }
      const std::vector<Cost> all =
          expected_field(*grid, terrain, oracle, kUnreachable - 1);
      const Cost radius = std::min(all[grid->cell(some_open())], kUnreachable - 1);
      for (const SweepKind kind : kinds_of(kTile)) {
        CAPTURE(which, count, name(metric), static_cast<int>(kind), radius);
        const SweepSpace space(*grid, metric, kind);
        REQUIRE(sweep_of(space, sources, kUnreachable - 1, scratch) == all);
        REQUIRE(sweep_of(space, sources, radius, scratch) ==
                expected_field(*grid, terrain, oracle, radius));
      }
    }
}

TEST_CASE("several threads gather the data for sweeps as one does", "[parallel]") {
  const Rules rules{.topology = GENERATE(Topology::octile, Topology::tile)};
  for (const int closed : {2, 40}) {  // swept by lines and by steps, or tiles and a FIFO
    const auto grid = *Grid::make(test::random_terrain(400, 300, closed, 7), rules);
    const SweepSpace alone(*grid, FieldMetric::cost);
    for (const int threads : {1, 2, 7, 16}) {
      CAPTURE(closed, threads);
      Crew crew(threads);
      const SweepSpace together(*grid, FieldMetric::cost, SweepDirection::from_sources,
                                crew);
      CHECK(together.kind == alone.kind);
      CHECK(together.blank == alone.blank);
      CHECK(together.turns == alone.turns);
    }
  }
}

TEST_CASE("sweeps of a map need no more memory after the first of them") {
  const Rules rules{.topology = GENERATE(Topology::octile, Topology::tile)};
  const auto grid = *Grid::make(test::random_terrain(60, 60, 20, 4), rules);
  for (const SweepKind kind : kinds_of(rules)) {
    const SweepSpace space(*grid, FieldMetric::cost, kind);
    CountingResource memory(std::pmr::get_default_resource());
    SweepScratch scratch{Memory(&memory)};
    std::size_t bytes = 0;
    for (int round = 0; round < 3; ++round) {
      sweep_of(space, {grid->cell({30, 30})}, kUnreachable - 1, scratch);
      if (round == 0) bytes = memory.bytes();
      CHECK(memory.bytes() == bytes);
    }
    CHECK(bytes < 4 * 64 * 8 * 64 + 4 * grid->cell_count());
  }
}

}  // namespace throng::sweep_test
