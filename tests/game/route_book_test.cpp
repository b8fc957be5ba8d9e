#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/edited_map.hpp"
#include "../support/maps.hpp"
#include "../support/memory.hpp"
#include "../support/oracle.hpp"
#include "../support/seeds.hpp"
#include "changes.hpp"

#include <throng/links.hpp>
#include <throng/route_book.hpp>
#include <throng/solver.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace throng::route_book_test {

namespace {

using GridPtr = std::shared_ptr<const Grid>;

/// A cheapest link between two cells; nothing if there is none.
std::optional<Cost> link_cost(const Grid& grid, Position from, Position to) {
  std::optional<Cost> least;
  if (grid.links() == nullptr) return least;
  for (const Link& link : grid.links()->links())
    if (link.from == from && link.to == to) {
      const Cost cost = link.weight * grid.costs().straight;
      least = std::min(least.value_or(cost), cost);
    }
  return least;
}

/// A route as the test knows it.
struct Unit {
  RouteId id{};
  Position goal;
  std::vector<Position> cells;  ///< from where the unit is
  std::vector<Move> moves;

  bool partial() const { return cells.back() != goal; }

  /// What the moves to go cost; nothing if one of them is not legal.
  std::optional<std::uint64_t> cost(const Grid& grid) const {
    std::uint64_t sum = 0;
    for (std::size_t k = 0; k < moves.size(); ++k) {
      std::optional<Cost> cost;
      if (is_link(moves[k]))
        cost = link_cost(grid, cells[k], cells[k + 1]);
      else if ((grid.moves(cells[k]) >> static_cast<unsigned>(moves[k]) & 1U) != 0)
        cost = grid.step_cost(grid.cell(cells[k]), moves[k]);
      if (!cost) return std::nullopt;
      sum += *cost;
    }
    return sum;
  }
  void advance(std::size_t count) {
    cells.erase(cells.begin(), cells.begin() + static_cast<std::ptrdiff_t>(count));
    moves.erase(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(count));
  }
};

/// What reviews reported in all.
struct Tally {
  std::size_t routes = 0, broken = 0, costlier = 0, shorter = 0, reported = 0, healed = 0,
              through = 0;
};

/// Units that walk on a map which random edits change, and books of their routes, each
/// reviewed by another number of threads.
class Game {
 public:
  Game(const Rules& rules, test::Layers layers, std::uint64_t seed, bool large = false)
      : shape_(static_cast<Shape>(seed % 5)),
        random_(seed),
        map_(rules, layers,
             (large ? 80 : 14) + static_cast<std::int32_t>(random_.below(10)),
             (large ? 45 : 12) + static_cast<std::int32_t>(random_.below(8)), 20, seed),
        grid_(std::make_shared<const Grid>(map_.grid())) {
    restart();
  }

  void play(int edits, Tally& tally) {
    for (int edit = 0; edit < edits; ++edit) {
      walk();
      const GridPtr before = grid_;
      map_.edit(map_.grid().cell({0, 0}));
      grid_ = std::make_shared<const Grid>(map_.grid());
      if (grid_->costs() != before->costs()) {
        restart();
        continue;
      }
      review(*before, tally);
      repair();
    }
  }

 private:
  using Path = std::pair<Answers, Position>;

  void restart() {
    books_.clear();
    units_.clear();
    for (std::size_t b = 0; b < kThreads.size(); ++b) books_.emplace_back(grid_);
    for (int i = 0; i < 24; ++i) add();
  }

  /// A path between random cells; now and then a partial one.
  Path find() {
    const Position start = map_.grid().position(random_open()), goal = random_position();
    const std::vector<Request> requests{
        {.start = start, .goals = std::span(&goal, 1), .approach = true}};
    Answers found = Solver::make(grid_)->solve(requests, workers_[0]);
    return {std::move(found), goal};
  }
  CellIndex random_open() {
    const std::vector<CellIndex> open = map_.open_cells();
    return open.empty() ? map_.grid().cell({0, 0})
                        : open[random_.below(static_cast<std::uint32_t>(open.size()))];
  }
  Position random_position() {
    return {static_cast<std::int32_t>(
                random_.below(static_cast<std::uint32_t>(grid_->width()))),
            static_cast<std::int32_t>(
                random_.below(static_cast<std::uint32_t>(grid_->height())))};
  }

  void add() {
    const auto [found, goal] = find();
    const PathView path = found.path(0);
    Unit unit{{}, goal, path.cells(), {path.moves().begin(), path.moves().end()}};
    for (std::size_t b = 0; b < books_.size(); ++b) {
      const RouteId id = books_[b].add(path, goal);
      if (b != 0) CHECK(id == unit.id);
      unit.id = id;
    }
    units_.push_back(std::move(unit));
  }

  /// In one book each route by itself, in the others all together, some of them twice:
  /// first by the path of a unit that stands still.
  void replace(const std::vector<Unit*>& units) {
    std::vector<Path> paths;
    std::vector<NewPath> all;
    for (Unit* const unit : units) {
      if (static_cast<std::size_t>(unit->id) % 2 == 0)
        all.push_back({unit->id, {map_.rules().topology, unit->cells[0], {}}, unit->goal});
      paths.push_back(find());
      const auto& [found, goal] = paths.back();
      const PathView path = found.path(0);
      *unit = {unit->id, goal, path.cells(), {path.moves().begin(), path.moves().end()}};
      books_[0].replace(unit->id, path, goal);
    }
    for (std::size_t k = 0; k < units.size(); ++k)
      all.push_back({units[k]->id, paths[k].first.path(0), paths[k].second});
    for (std::size_t b = 1; b < books_.size(); ++b) books_[b].replace(all, workers_[b]);
    for (const RouteBook& book : books_)
      for (const Unit* const unit : units) {
        CHECK(book.broken(unit->id) == books_[0].broken(unit->id));
        CHECK(book.remaining_cost(unit->id) == books_[0].remaining_cost(unit->id));
        CHECK(book.goal(unit->id) == unit->goal);
      }
  }

  void walk() {
    for (Unit& unit : units_) {
      const std::size_t moves = random_.below(5);
      if (random_.below(2) == 0 || moves > unit.moves.size()) continue;
      unit.advance(moves);
      for (RouteBook& book : books_) CHECK(book.advance(unit.id, moves) == unit.cells[0]);
    }
    if (random_.below(2) == 0) return;
    const std::size_t gone = random_.below(static_cast<std::uint32_t>(units_.size()));
    for (RouteBook& book : books_) {
      book.remove(units_[gone].id);
      CHECK(!book.contains(units_[gone].id));
    }
    units_.erase(units_.begin() + static_cast<std::ptrdiff_t>(gone));
    if (random_.below(3) != 0) add();
    if (random_.below(3) == 0) add();
  }

  /// New paths for some of the routes that the review listed.
  void repair() {
    std::vector<Unit*> some;
    for (Unit& unit : units_)
      if (books_[0].broken(unit.id) ? random_.below(2) == 0 : random_.below(9) == 0)
        some.push_back(&unit);
    replace(some);
  }

  std::uint64_t oracle(Position from, Position to) const {
    return test::oracle_path(map_.terrain(), map_.rules(), {from, to}, map_.options()).cost;
  }

  void review(const Grid& before, Tally& tally) {
    const Changes changes(before, *grid_, shape_,
                          static_cast<std::int32_t>(random_.below(3)));
    CAPTURE(static_cast<int>(shape_), changes.map().cheaper.size());
    std::vector<bool> was_broken;  // units may have walked past the break since
    std::ranges::sort(units_, {}, &Unit::id);
    for (const Unit& unit : units_) was_broken.push_back(books_[0].broken(unit.id));
    const std::vector<RouteId> fresh = review_afresh(before, changes.map());
    std::vector<const RouteReview*> reviews;
    for (std::size_t b = 0; b < books_.size(); ++b)
      reviews.push_back(&books_[b].review(grid_, changes.map(), workers_[b]));
    for (const RouteReview* const other : reviews) {
      CHECK(other->broken == reviews[0]->broken);
      CHECK(other->costlier == reviews[0]->costlier);
      CHECK(other->may_shorten == reviews[0]->may_shorten);
    }
    std::vector<RouteId> broken, costlier, shorten;
    for (std::size_t k = 0; k < units_.size(); ++k) {
      const Unit& unit = units_[k];
      const auto was = was_broken[k] ? std::nullopt : unit.cost(before);
      const auto is = unit.cost(*grid_);
      if (!is) broken.push_back(unit.id);
      if (was && is && *is > *was) costlier.push_back(unit.id);
      const bool listed = std::ranges::count(reviews[0]->may_shorten, unit.id) != 0;
      if (is) check_way(before, unit, was, *is, listed, tally);
      if (is && !was) CHECK(listed);
      if (is && was) CHECK(listed == (std::ranges::count(fresh, unit.id) != 0));
      tally.healed += is && !was;
      if (is && way_through(changes, unit) < *is) {
        CHECK(listed);
        ++tally.through;
      }
      CHECK(books_[0].remaining_cost(unit.id) == is.value_or(kUnreachable));
      check_stored(unit);
    }
    CHECK(reviews[0]->broken == broken);
    CHECK(reviews[0]->costlier == costlier);
    CHECK(books_[0].size() == units_.size());
    tally.routes += units_.size();
    tally.broken += broken.size();
    tally.costlier += costlier.size();
    tally.reported += reviews[0]->may_shorten.size();
  }

  /// What another book reports in may_shorten, which knows nothing of earlier versions.
  std::vector<RouteId> review_afresh(const Grid& before, const MapChanges& changes) {
    RouteBook book(std::make_shared<const Grid>(before));
    std::vector<RouteId> ids;
    for (const Unit& unit : units_) {
      if (books_[0].broken(unit.id)) continue;
      const Route& route = books_[0].route(unit.id);
      const std::vector<Move> moves(route.reversed().rbegin(), route.reversed().rend());
      const PathView path(map_.rules().topology, route.position(), moves,
                          before.links().get());
      CHECK(static_cast<std::size_t>(book.add(path, unit.goal)) == ids.size());
      ids.push_back(unit.id);
    }
    std::vector<RouteId> listed;
    for (const RouteId id : book.review(grid_, changes, workers_[0]).may_shorten)
      listed.push_back(ids[static_cast<std::size_t>(id)]);
    return listed;
  }

  /// The cost of a cheapest way through a cheaper step or link.
  std::uint64_t way_through(const Changes& changes, const Unit& unit) const {
    std::uint64_t least = kUnreachable;
    if (changes.cheaper().empty()) return least;
    const auto from = distances(*grid_, {unit.cells[0]}, false);
    const auto to = distances(*grid_, {unit.cells.back()}, true);
    for (const Changes::Edge& edge : changes.cheaper())
      least = std::min(least, from[grid_->cell(Changes::cell(edge, 0))] +
                                  static_cast<std::uint64_t>(edge[4]) +
                                  to[grid_->cell(Changes::cell(edge, 2))]);
    return least;
  }

  /// A route that was cheapest and is not, or a partial one whose goal can now be reached.
  void check_way(const Grid& before, const Unit& unit, std::optional<std::uint64_t> was,
                 std::uint64_t is, bool listed, Tally& tally) {
    const Position at = unit.cells[0], last = unit.cells.back();
    const auto old = distances(before, {at}, false);
    const bool was_cheapest = was && (unit.moves.empty() || old[before.cell(last)] == *was);
    if (was_cheapest && is <= *was && oracle(at, last) < is) {
      CHECK(listed);
      ++tally.shorter;
    }
    const bool was_reachable =
        before.open(at) && old[before.cell(unit.goal)] < kUnreachable;
    if (unit.partial() && !was_reachable &&
        oracle(at, unit.goal) != std::numeric_limits<std::uint64_t>::max())
      CHECK(listed);
  }

  /// The stored route leads along the unit's cells, by the numbers of the newest links.
  void check_stored(const Unit& unit) const {
    Route route = books_[0].route(unit.id);
    CHECK(route.position() == unit.cells[0]);
    CHECK(route.size() == unit.moves.size());
    CHECK(books_[0].goal(unit.id) == unit.goal);
    if (books_[0].broken(unit.id)) return;
    CHECK(route.walkable(*grid_, route.size()) == route.size());
    for (std::size_t k = 1; !route.empty(); ++k)
      CHECK(route.advance(*grid_) == unit.cells[k]);
  }

  static constexpr std::array kThreads{1, 2, 7};

  Shape shape_;  ///< of all changes, so that none makes up for another
  SplitMix64 random_;
  test::EditedMap map_;
  GridPtr grid_;
  std::array<Workers, kThreads.size()> workers_{Workers(1), Workers(2), Workers(7)};
  std::vector<RouteBook> books_;
  std::vector<Unit> units_;
};

}  // namespace

TEST_CASE("reviews find broken, costlier and shorter routes on random maps", "[parallel]") {
  std::uint64_t seed = 0;
  Tally tally;
  for (const Rules& each : test::all_rules())
    for (std::size_t layer = 0; layer < test::kLayers; ++layer) {
      Rules rules = each;
      if (++seed % test::every({.sanitized = 3}) != 0) continue;
      if (!is_hexagonal(rules.topology))
        rules.unit_size = static_cast<std::int32_t>(1 + seed % 3 / 2 + seed % 7 / 6);
      CAPTURE(test::in_words(rules), test::name(static_cast<test::Layers>(layer)), seed);
      Game(rules, static_cast<test::Layers>(layer), seed)
          .play(THRONG_SANITIZED != 0 ? 2 : 5, tally);
    }
  CAPTURE(tally.routes, tally.broken, tally.costlier, tally.shorter, tally.reported,
          tally.healed, tally.through);
  CHECK(tally.through > 0);
  CHECK(tally.reported < 3 * (tally.through + tally.healed));
  CHECK(tally.broken * 50 > tally.routes);
  CHECK(tally.costlier * 500 > tally.routes);
  CHECK(tally.shorter * 200 > tally.routes);
  CHECK(tally.healed * 5000 > tally.routes);
  CHECK(tally.reported * 5 < tally.routes);
}

TEST_CASE("reviews are right for long routes", "[parallel]") {
  Tally tally;
  for (std::uint64_t seed = 1; seed <= 7; ++seed) {
    const auto layers = static_cast<test::Layers>(seed % test::kLayers);
    const Rules rules{.topology = kTopologies[seed % 4]};
    CAPTURE(test::in_words(rules), test::name(layers), seed);
    Game(rules, layers, seed, true).play(THRONG_SANITIZED != 0 ? 2 : 3, tally);
  }
  CHECK(tally.broken > 0);
  CHECK(tally.through > 0);
}

TEST_CASE("a book stays right over many edits", "[parallel]") {
  Tally tally;
  for (std::uint64_t seed = 1; seed <= 15; ++seed) {
    const Rules rules{.topology = kTopologies[seed % 4],
                      .corners = static_cast<Corners>(seed / 4 % 3)};
    CAPTURE(test::in_words(rules), seed);
    Game(rules, test::Layers::none, seed).play(THRONG_SANITIZED != 0 ? 5 : 20, tally);
  }
  CHECK(tally.through > 0);
}

}  // namespace throng::route_book_test
