#include "oracle.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <queue>
#include <utility>

namespace throng::test {
namespace {

/// Legal steps, straight from the wording of the rules.
class Steps {
 public:
  Steps(TerrainView terrain, const Rules& rules, const GridOptions& options)
      : terrain_(terrain),
        rules_(rules),
        options_(options),
        halves_(rules.cost_model == CostModel::mean &&
                (!options.weights.empty() || !rules.movement.plain())) {}

  /// Whether a unit may stand on `p`: the map has all cells under it, and all are open.
  bool open(Position p) const {
    for (int dy = 0; dy < rules_.unit_size; ++dy)
      for (int dx = 0; dx < rules_.unit_size; ++dx)
        if (!open_cell({p.x + dx, p.y + dy})) return false;
    return true;
  }

  /// Whether weights are counted in halves.
  bool halves() const { return halves_; }

  /// What a legal step from `p` to `to` weighs: twice as much under halves().
  std::uint64_t weight(Position p, Position to) const {
    const std::uint64_t times = halves() ? 2 : 1;
    std::uint64_t weight = halves() ? weight_of(p) + weight_of(to) : weight_of(to);
    if (!options_.altitude.empty() &&
        options_.altitude[slot(to)] > options_.altitude[slot(p)])
      weight += times * rules_.climb *
                static_cast<std::uint64_t>(options_.altitude[slot(to)] -
                                           options_.altitude[slot(p)]);
    return weight;
  }

  /// Whether a unit on the open cell `p` may step to p + (dx, dy); dx, dy in -1..1.
  bool legal(Position p, int dx, int dy) const {
    if (!open({p.x + dx, p.y + dy})) return false;
    if (dx == 0 || dy == 0) return true;
    if (rules_.topology == Topology::tile) return false;
    const int beside = int{open({p.x + dx, p.y})} + int{open({p.x, p.y + dy})};
    switch (rules_.corners) {
      case Corners::never_cut:
        return beside == 2;
      case Corners::cut_one:
        return beside >= 1;
      case Corners::always:
        return true;
    }
    return false;
  }

  /// visit(to, slanted, weight) for each legal step and each link from the open cell `p`.
  template <class Visit>
  void for_each(Position p, const Visit& visit) const {
    for (const Link& link : options_.links)
      if (link.from == p && open(link.to))
        visit(link.to, false, std::uint64_t{link.weight} * (halves() ? 2 : 1));
    for_each_step(p, [&](Position to, bool slanted) { visit(to, slanted, weight(p, to)); });
  }

 private:
  /// visit(to, slanted) for each legal step.
  template <class Visit>
  void for_each_step(Position p, const Visit& visit) const {
    if (rules_.topology == Topology::hex || rules_.topology == Topology::tex) {
      // The drawing in the design: columns side by side, odd ones half a cell higher.
      const int high = p.x % 2 == 0 ? 0 : -1;
      for (const Position to :
           {Position{p.x, p.y - 1}, Position{p.x, p.y + 1}, Position{p.x - 1, p.y + high},
            Position{p.x - 1, p.y + high + 1}, Position{p.x + 1, p.y + high},
            Position{p.x + 1, p.y + high + 1}})
        if (open(to) && !closed(p, to)) visit(to, false);
      return;
    }
    for (int dy = -1; dy <= 1; ++dy)
      for (int dx = -1; dx <= 1; ++dx)
        if ((dx != 0 || dy != 0) && legal(p, dx, dy) && !closed(p, {p.x + dx, p.y + dy}))
          visit(Position{p.x + dx, p.y + dy}, dx != 0 && dy != 0);
  }

  std::size_t slot(Position p) const {
    return static_cast<std::size_t>(p.y) * static_cast<std::size_t>(terrain_.width) +
           static_cast<std::size_t>(p.x);
  }

  bool open_cell(Position p) const {
    if (p.x < 0 || p.y < 0 || p.x >= terrain_.width || p.y >= terrain_.height) return false;
    return rules_.movement.open(terrain_.cells[p.y * terrain_.pitch + p.x]) &&
           (options_.weights.empty() || options_.weights[slot(p)] != 0);
  }

  std::uint64_t weight_of_cell(Position p) const {
    return options_.weights.empty()
               ? rules_.movement.weight(terrain_.cells[p.y * terrain_.pitch + p.x])
               : options_.weights[slot(p)];
  }

  /// Of the heaviest cell under a unit on `p`.
  std::uint64_t weight_of(Position p) const {
    std::uint64_t heaviest = 0;
    for (int dy = 0; dy < rules_.unit_size; ++dy)
      for (int dx = 0; dx < rules_.unit_size; ++dx)
        heaviest = std::max(heaviest, weight_of_cell({p.x + dx, p.y + dy}));
    return heaviest;
  }

  bool closed(Position from, Position to) const {
    for (const ClosedStep& step : options_.closed_steps)
      if (step.from == from && throng::step(rules_.topology, from, step.move) == to)
        return true;
    return false;
  }

  TerrainView terrain_;
  const Rules& rules_;
  const GridOptions& options_;
  bool halves_;
};

/// Dijkstra's algorithm from `from`. Stops early once `goal`, if given, is settled.
template <class C>
OracleField<C> dijkstra(TerrainView terrain, const Rules& rules, const GridOptions& options,
                        C straight, C diagonal, Position from, const Position* goal) {
  const Steps steps(terrain, rules, options);
  const auto slot = [&](Position p) {
    return static_cast<std::size_t>(p.y) * static_cast<std::size_t>(terrain.width) +
           static_cast<std::size_t>(p.x);
  };
  using Entry = std::pair<C, Position>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  OracleField<C> field(static_cast<std::size_t>(terrain.width) *
                       static_cast<std::size_t>(terrain.height));
  if (!steps.open(from)) return field;
  field[slot(from)].cost = 0;
  queue.push({C{0}, from});
  while (!queue.empty()) {
    const C cost = queue.top().first;
    const Position p = queue.top().second;
    queue.pop();
    const Reached<C> here = field[slot(p)];
    if (cost != here.cost) continue;
    if (goal != nullptr && p == *goal) break;
    steps.for_each(p, [&](Position to, bool slanted, std::uint64_t weight) {
      const C reached =
          here.cost + (slanted ? diagonal : straight) * static_cast<C>(weight);
      if (reached >= field[slot(to)].cost) return;
      const double whole = static_cast<double>(weight) / (steps.halves() ? 2 : 1);
      field[slot(to)] = {reached, here.straight + (slanted ? 0 : whole),
                         here.diagonal + (slanted ? whole : 0)};
      queue.push({reached, to});
    });
  }
  return field;
}

OracleField<std::uint64_t> integer_field(TerrainView terrain, const Rules& rules,
                                         const GridOptions& options, Position from,
                                         const Position* goal) {
  const bool octile = rules.topology == Topology::octile;
  const std::uint64_t straight = octile ? rules.costs.straight : 1;
  const std::uint64_t diagonal = octile ? rules.costs.diagonal : 1;
  // Costs of halves are whole numbers: an odd one makes all count twice.
  const bool halves = Steps(terrain, rules, options).halves();
  const bool whole = straight % 2 == 0 && diagonal % 2 == 0;
  const std::uint64_t divisor = halves && whole ? 2 : 1;
  return dijkstra<std::uint64_t>(terrain, rules, options, straight / divisor,
                                 diagonal / divisor, from, goal);
}

}  // namespace

template <class C>
double Reached<C>::length() const {
  return *this ? straight + diagonal * std::sqrt(2.0) : -1.0;
}

template struct Reached<std::uint64_t>;
template struct Reached<long double>;

bool oracle_open(TerrainView terrain, const Rules& rules, Position p,
                 const GridOptions& options) {
  return Steps(terrain, rules, options).open(p);
}

OracleField<std::uint64_t> oracle_field(TerrainView terrain, const Rules& rules,
                                        Position from, const GridOptions& options) {
  return integer_field(terrain, rules, options, from, nullptr);
}

Reached<std::uint64_t> oracle_path(TerrainView terrain, const Rules& rules,
                                   const Query& query, const GridOptions& options) {
  const auto [x, y] = query.goal;
  if (x < 0 || y < 0 || x >= terrain.width || y >= terrain.height) return {};
  const auto field = integer_field(terrain, rules, options, query.start, &query.goal);
  return field[static_cast<std::size_t>(y) * static_cast<std::size_t>(terrain.width) +
               static_cast<std::size_t>(x)];
}

OracleField<long double> true_field(TerrainView terrain, const Rules& rules,
                                    Position from) {
  return dijkstra<long double>(terrain, rules, {}, 1.0L, std::sqrt(2.0L), from, nullptr);
}

}  // namespace throng::test
