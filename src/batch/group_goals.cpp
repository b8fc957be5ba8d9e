#include "../core/flat_table.hpp"
#include "../grid/link_graph.hpp"
#include "../sweep/heap4.hpp"
#include "nearest_cells.hpp"

#include <throng/group_goals.hpp>
#include <throng/links.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <tuple>
#include <utility>

namespace throng {
namespace {

/// Dijkstra's algorithm from one cell, a cell at a time. Needs memory for the cells that it
/// reaches only.
class Outwards {
 public:
  Outwards(const Grid& grid, CellIndex from) : grid_(grid) {
    open_.clear(0, 0);
    table_.clear(kAtFirst);
    reach(from, 0);
  }

  /// The nearest cell that was not returned yet; ties: the least index.
  std::optional<CellIndex> next() {
    for (OpenEntry entry; open_.pop(entry);) {
      if (slot_of(entry.cell).cost != entry.g) continue;  // reached more cheaply since
      expand(entry.cell, entry.g);
      return entry.cell;
    }
    return std::nullopt;
  }

 private:
  struct Reached {
    CellIndex cell;
    Cost cost;
  };

  static constexpr std::size_t kAtFirst = 256;

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
    Reached& reached = slot_of(cell);
    if (cost >= reached.cost) return;
    reached.cost = cost;
    open_.push({cell, cost}, cost);
  }

  Reached& slot_of(CellIndex cell) {
    const auto added = static_cast<std::uint32_t>(reached_.size());
    const std::uint32_t known =
        table_.add(cell, added, [&](std::uint32_t k) { return reached_[k].cell == cell; });
    if (known == added) reached_.push_back({cell, kUnreachable});
    return reached_[known];
  }

  const Grid& grid_;
  Heap4 open_;
  FlatTable table_;  ///< finds cells in reached_
  std::vector<Reached> reached_;
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

struct Member {
  Position at;
  std::uint32_t index;
};

/// Assigns as many places as there are units.
void assign(std::span<Member> units, std::span<Member> places,
            std::vector<std::uint32_t>& place_of) {
  if (units.empty()) return;
  if (units.size() == 1) {
    place_of[units.front().index] = places.front().index;
    return;
  }
  const auto x = [](const Member& one) { return one.at.x; };
  const auto y = [](const Member& one) { return one.at.y; };
  const auto extent = [&](const auto& coordinate) {
    const auto [least, most] = std::ranges::minmax_element(places, {}, coordinate);
    return std::int64_t{coordinate(*most)} - coordinate(*least);
  };
  const bool wide = extent(x) >= extent(y);
  const auto before = [&](const Member& a, const Member& b) {
    const auto key = [&](const Member& one) {
      return wide ? std::tuple(one.at.x, one.at.y, one.index)
                  : std::tuple(one.at.y, one.at.x, one.index);
    };
    return key(a) < key(b);
  };
  const std::size_t half = units.size() / 2;
  const auto split = [&](std::span<Member> all) {
    std::ranges::nth_element(all, all.begin() + static_cast<std::ptrdiff_t>(half), before);
  };
  split(units);
  split(places);
  assign(units.first(half), places.first(half), place_of);
  assign(units.subspan(half), places.subspan(half), place_of);
}

std::vector<Member> members(std::span<const Position> positions, std::size_t count) {
  std::vector<Member> all;
  all.reserve(count);
  for (std::uint32_t i = 0; i < count; ++i) all.push_back({positions[i], i});
  return all;
}

}  // namespace

std::vector<Position> spread_goals(const Grid& grid, Position from, Position goal,
                                   std::size_t count) {
  if (!grid.open(from)) return {};
  const CellIndex member = grid.cell(from);
  const bool reachable = grid.component(grid.cell(goal)) == grid.component(member);
  const CellIndex first = reachable ? grid.cell(goal) : nearest_cell(grid, member, goal);
  Squares places(grid.rules().unit_size, std::min(count, grid.open_cells()));
  Outwards outwards(grid, first);
  while (places.size() < count) {
    const std::optional<CellIndex> cell = outwards.next();
    if (!cell) break;
    places.add(grid.position(*cell));
  }
  return std::move(places).take();
}

std::vector<std::uint32_t> assign_places(std::span<const Position> units,
                                         std::span<const Position> places) {
  const std::size_t count = std::min(units.size(), places.size());
  std::vector<std::uint32_t> place_of(count);
  std::vector<Member> some_units = members(units, count);
  std::vector<Member> some_places = members(places, count);
  assign(some_units, some_places, place_of);
  return place_of;
}

}  // namespace throng
