#include "../core/flat_table.hpp"
#include "../core/position_text.hpp"
#include "../grid/link_graph.hpp"
#include "../sweep/heap4.hpp"
#include "group_parties.hpp"
#include "nearest_cells.hpp"

#include <throng/group_goals.hpp>
#include <throng/links.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

namespace throng {
namespace {

/// Dijkstra's algorithm from one cell, a cell at a time, up to a cost. Needs memory for the
/// cells that it reaches only.
class Outwards {
 public:
  Outwards(const Grid& grid, CellIndex from, Cost max_cost)
      : grid_(grid), unreached_(std::min(max_cost, kUnreachable - 1) + 1) {
    open_.clear(0, 0);
    table_.clear(kAtFirst);
    reach(from, 0);
  }

  /// The nearest cell that was not returned yet; ties: the least index.
  std::optional<CellIndex> next() {
    for (OpenEntry entry; open_.pop(entry);) {
      if (cost_of(entry.cell) != entry.g) continue;  // reached more cheaply since
      expand(entry.cell, entry.g);
      return entry.cell;
    }
    return std::nullopt;
  }

 private:
  /// Costs of cells that are adjacent in memory: a cache line. So a cell and its neighbours
  /// lie in few blocks, and the table stays small.
  static constexpr CellIndex kBlock = 16;
  static constexpr std::size_t kAtFirst = 64;

  void expand(CellIndex cell, Cost cost) {
    for (unsigned bits = grid_.moves()[cell]; bits != 0; bits &= bits - 1) {
      const auto move = static_cast<Move>(std::countr_zero(bits));
      reach(cell + grid_.offset(move), cost + grid_.step_cost(cell, move));
    }
    if (grid_.links() == nullptr) return;
    for (const LinkGraph::Way& way : grid_.links()->graph().forward().of(cell))
      reach(way.to, cost + way.cost);
  }

  void reach(CellIndex cell, Cost cost) {
    Cost& least = cost_of(cell);
    if (cost >= least) return;
    least = cost;
    open_.push({cell, cost}, cost);
  }

  Cost& cost_of(CellIndex cell) {
    const CellIndex block = cell / kBlock;
    const auto added = static_cast<std::uint32_t>(blocks_.size());
    const std::uint32_t known =
        table_.add(block, added, [&](std::uint32_t k) { return blocks_[k] == block; });
    if (known == added) {
      blocks_.push_back(block);
      costs_.resize(costs_.size() + kBlock, unreached_);
    }
    return costs_[std::size_t{known} * kBlock + cell % kBlock];
  }

  const Grid& grid_;
  Cost unreached_;  ///< cost of a cell that was not reached: more than max_cost
  Heap4 open_;
  FlatTable table_;  ///< finds blocks in blocks_
  std::vector<CellIndex> blocks_;
  std::vector<Cost> costs_;  ///< of each block
};

/// Squares of k x k cells that do not overlap, each in the bucket of k x k cells in which
/// its top left cell lies: a bucket has at most one.
class Squares {
 public:
  Squares(std::int32_t side, std::size_t most) : side_(side) { table_.clear(most); }

  /// Adds the square at `corner`. False: it overlaps another one.
  bool add(Position corner) {
    const Position bucket{corner.x / side_, corner.y / side_};
    for (std::int32_t dy = -1; dy <= 1; ++dy)
      for (std::int32_t dx = -1; dx <= 1; ++dx) {
        const std::uint32_t other = find({bucket.x + dx, bucket.y + dy});
        if (other == FlatTable::kEmpty) continue;
        const Position at = corners_[other];
        if (std::abs(at.x - corner.x) < side_ && std::abs(at.y - corner.y) < side_)
          return false;
      }
    table_.add_new(bits_of(bucket), static_cast<std::uint32_t>(corners_.size()));
    corners_.push_back(corner);
    return true;
  }

  std::size_t size() const noexcept { return corners_.size(); }
  std::vector<Position> take() && { return std::move(corners_); }

 private:
  /// The square in a bucket, or FlatTable::kEmpty.
  std::uint32_t find(Position bucket) const {
    return table_.find(bits_of(bucket), [&](std::uint32_t k) {
      return Position{corners_[k].x / side_, corners_[k].y / side_} == bucket;
    });
  }

  std::int32_t side_;
  FlatTable table_;  ///< finds buckets in corners_
  std::vector<Position> corners_;
};

/// The cell of the component of `member` that is nearest to the goal on an open map.
CellIndex nearest_cell(const Grid& grid, CellIndex member, Position goal) {
  const OpenBound distance(grid.rules().topology, grid.costs());
  NearestCells nearest;
  add_nearest_cells(grid, member, goal, distance, nearest);
  return *std::ranges::min_element(nearest.cells);
}

/// The places of spread_goals() for the component of `from`, the best one first.
class PlaceList {
 public:
  /// Pre: `from` is open.
  PlaceList(const Grid& grid, Position from, Position goal,
            Cost max_cost = kUnreachable - 1)
      : grid_(grid), outwards_(grid, first(grid, grid.cell(from), goal), max_cost) {}

  /// The next place that take(place) takes; none if no place is left. It is asked once for
  /// each place.
  template <class Take>
  std::optional<Position> next(const Take& take) {
    while (const std::optional<CellIndex> cell = outwards_.next())
      if (const Position place = grid_.position(*cell); take(place)) return place;
    return std::nullopt;
  }

 private:
  static CellIndex first(const Grid& grid, CellIndex member, Position goal) {
    const CellIndex cell = grid.cell(goal);
    return grid.component(cell) == grid.component(member)
               ? cell
               : nearest_cell(grid, member, goal);
  }

  const Grid& grid_;
  Outwards outwards_;
};

/// Squares that were taken; gives them back unless keep() is called.
class Promises {
 public:
  Promises(TakenCells& taken, std::size_t most) : taken_(taken) { made_.reserve(most); }
  ~Promises() {
    for (const Square& square : made_) taken_.remove(square.corner, square.size);
  }
  Promises(const Promises&) = delete;
  Promises& operator=(const Promises&) = delete;

  /// Takes a square. False: it is not free. Pre: fewer than `most` are taken.
  bool make(Position corner, std::int32_t size) noexcept {
    if (!taken_.is_free(corner, size)) return false;
    taken_.add(corner, size);
    made_.push_back({corner, size});
    return true;
  }

  void keep() noexcept { made_.clear(); }

 private:
  struct Square {
    Position corner;
    std::int32_t size;
  };

  TakenCells& taken_;
  std::vector<Square> made_;
};

Outcome check_promise(std::span<const Index> movements, std::span<const GroupUnit> units,
                      Position goal, const TakenCells& taken) {
  Outcome fine = check_movements(movements, units);
  if (!fine) return fine;
  for (std::size_t i = 0; i < movements.size(); ++i) {
    const Grid& grid = *movements[i].grid();
    if (grid.width() != taken.width() || grid.height() != taken.height())
      return fail(Code::bad_argument,
                  "the grid of movement class " + std::to_string(i) + " is " +
                      std::to_string(grid.width()) + " x " + std::to_string(grid.height()) +
                      ", the map of the taken cells " + std::to_string(taken.width()) +
                      " x " + std::to_string(taken.height()));
  }
  const bool in_map =
      goal.x >= 0 && goal.y >= 0 && goal.x < taken.width() && goal.y < taken.height();
  if (!in_map)
    return fail(Code::bad_argument, "the goal " + text(goal) + " lies outside the map");
  return ok();
}

/// The units in the order in which they choose: larger ones first.
std::vector<std::uint32_t> in_order_of_choice(std::span<const Index> movements,
                                              std::span<const GroupUnit> units) {
  std::vector<std::uint32_t> order(units.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, std::ranges::greater{}, [&](std::uint32_t unit) {
    return movements[units[unit].movement].grid()->rules().unit_size;
  });
  return order;
}

/// The units of a party that have places exchange them as assign_places() does.
void exchange_by_line(const Party& party, std::span<const GroupUnit> units,
                      std::vector<Position>& places) {
  std::vector<Position> from;
  std::vector<Position> to;
  for (const std::uint32_t unit : party.units) {
    if (places[unit] == kNowhere) break;  // so have all units that chose later
    from.push_back(units[unit].at);
    to.push_back(places[unit]);
  }
  const std::vector<std::uint32_t> place_of = assign_places(from, to);
  for (std::size_t i = 0; i < place_of.size(); ++i)
    places[party.units[i]] = to[place_of[i]];
}

}  // namespace

std::vector<Position> spread_goals(const Grid& grid, Position from, Position goal,
                                   std::size_t count) {
  if (!grid.open(from)) return {};
  Squares places(grid.rules().unit_size, std::min(count, grid.open_cells()));
  PlaceList list(grid, from, goal);
  while (places.size() < count && list.next([&](Position at) { return places.add(at); })) {
  }
  return std::move(places).take();
}

Result<std::vector<Position>> promise_places(std::span<const Index> movements,
                                             std::span<const GroupUnit> units,
                                             Position goal, TakenCells& taken,
                                             Cost max_cost) {
  const Outcome fine = check_promise(movements, units, goal, taken);
  if (!fine) return fine.failure();
  std::vector<Position> places(units.size(), kNowhere);
  Promises promises(taken, units.size());
  Parties parties;
  std::vector<PlaceList> lists;  // of each party
  for (const std::uint32_t i : in_order_of_choice(movements, units)) {
    const GroupUnit unit = units[i];
    const Grid& grid = *movements[unit.movement].grid();
    const std::optional<std::uint32_t> component = component_at(grid, unit.at);
    if (!component) continue;
    const std::uint32_t party = parties.add(i, unit.movement, *component);
    if (party == lists.size()) lists.emplace_back(grid, unit.at, goal, max_cost);
    places[i] =
        lists[party]
            .next([&](Position at) { return promises.make(at, grid.rules().unit_size); })
            .value_or(kNowhere);
  }
  for (const Party& party : parties.all()) exchange_by_line(party, units, places);
  promises.keep();
  return places;
}

}  // namespace throng
