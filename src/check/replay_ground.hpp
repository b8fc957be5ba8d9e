#pragma once

#include <throng/grid.hpp>
#include <throng/query.hpp>
#include <throng/rules.hpp>
#include <throng/terrain.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace throng {

inline std::string cell_text(Position p) {
  return std::to_string(p.x) + "," + std::to_string(p.y);
}

/// The terrain as a unit meets it: where the unit may stand, and which steps it may take.
/// Implements the rules independently of Grid on purpose, so that a fault of Grid is found.
class ReplayGround {
 public:
  static constexpr std::uint32_t kNoRegion = 0;

  struct Range {
    double least = 0;
    double most = 0;
  };

  ReplayGround(TerrainView terrain, const Rules& rules, const GridOptions& options)
      : terrain_(terrain), rules_(rules), options_(options), open_(cells()) {
    for (Position p; p.y < terrain_.height; ++p.y)
      for (p.x = 0; p.x < terrain_.width; ++p.x) open_[slot(p)] = fits(p);
    links_.assign(options.links.begin(), options.links.end());
    std::ranges::sort(links_, {}, &Link::from);
  }

  const Rules& rules() const { return rules_; }

  bool inside(Position p) const {
    return 0 <= p.x && p.x < terrain_.width && 0 <= p.y && p.y < terrain_.height;
  }

  /// Whether a unit may cover this cell.
  bool open_cell(Position p) const { return inside(p) && cell_weight(p) != 0; }

  /// Whether a unit may stand here.
  bool open(Position p) const { return inside(p) && open_[slot(p)] != 0; }

  /// The weight of a legal step.
  double weight(Position from, Position to) const {
    double weight = unit_weight(to);
    if (rules_.cost_model == CostModel::mean)
      weight = (unit_weight(from) + unit_weight(to)) / 2;
    if (!options_.altitude.empty()) {
      const int rise = options_.altitude[slot(to)] - options_.altitude[slot(from)];
      weight += rules_.climb * std::max(rise, 0);
    }
    return weight;
  }

  /// Index of the cell in an array of all cells, row by row. Pre: inside(p).
  std::size_t slot(Position p) const {
    return static_cast<std::size_t>(p.y) * static_cast<std::size_t>(terrain_.width) +
           static_cast<std::size_t>(p.x);
  }

  /// Describes the fault of a step from an open cell; empty when the step is legal, or a
  /// link exists.
  std::string_view fault(Position from, Position to) const {
    if (!inside(to)) return "leaves the map";
    if (!open(to)) return "enters a closed cell";
    return link(from, to) != nullptr ? "" : step_fault(from, to);
  }

  /// As fault(), ignoring links. Pre: both cells are open.
  std::string_view step_fault(Position from, Position to) const {
    const std::string_view fault = shape_fault(from, to);
    return fault.empty() && closed(from, to) ? "is closed" : fault;
  }

  /// As step_fault(), ignoring closed steps. Pre: both cells are open.
  std::string_view shape_fault(Position from, Position to) const {
    const std::int32_t columns = std::abs(to.x - from.x);
    const std::int32_t rows = std::abs(to.y - from.y);
    if (is_hexagonal(rules_.topology)) return hexagonal_fault(from, to);
    if (columns > 1 || rows > 1) return "jumps";
    if (columns + rows == 0) return "stands still";
    if (columns + rows == 1) return "";
    if (rules_.topology == Topology::tile) return "is diagonal";
    return sides_open(from, to) < sides_needed() ? "cuts a corner" : "";
  }

  /// Whether the step costs sqrt(2) times a straight one.
  bool diagonal(Position from, Position to) const {
    return rules_.topology == Topology::octile && from.x != to.x && from.y != to.y;
  }

  /// The cheapest link from one open cell to another; null if there is none.
  const Link* link(Position from, Position to) const {
    const Link* cheapest = nullptr;
    for (const Link& link : links_from(from, links_))
      if (link.to == to && (cheapest == nullptr || link.weight < cheapest->weight))
        cheapest = &link;
    return cheapest;
  }

  /// The length of the cheapest way from one cell to the next, by a step or a link; a range
  /// if both have the same cost but differ in length. Pre: there is a way.
  Range length(Position from, Position to) const {
    const Link* const by_link = link(from, to);
    const double across = by_link == nullptr ? 0 : by_link->weight;
    if (!step_fault(from, to).empty()) return {across, across};
    const bool slanted = diagonal(from, to);
    const double weighs = weight(from, to);
    const double step = slanted ? weighs * std::sqrt(2.0) : weighs;
    if (by_link == nullptr) return {step, step};
    const double straight_cost = rules_.costs.straight,
                 diagonal_cost = rules_.costs.diagonal;
    const double saved =
        weighs * (slanted ? diagonal_cost : straight_cost) - across * straight_cost;
    if (saved == 0) return {std::min(step, across), std::max(step, across)};
    return saved > 0 ? Range{across, across} : Range{step, step};
  }

  /// Whether a step or link leads one way only.
  bool has_one_way_parts() const {
    return !options_.closed_steps.empty() || !options_.links.empty();
  }

  /// Whether legal steps lead from one open cell to another.
  bool leads(Position from, Position to) const;

  /// A region per cell, row by row: two open cells have the same region if a path joins
  /// them; closed cells have kNoRegion. Ignores closed steps and treats links as two-way.
  std::vector<std::uint32_t> regions() const;

 private:
  /// The neighbours of x,y: above and below, and in each adjacent column the rows y and y +
  /// 1, or y - 1 and y where x is odd.
  static std::string_view hexagonal_fault(Position from, Position to) {
    const std::int32_t higher = from.x % 2 == 0 ? 0 : 1;
    const std::int32_t rows = to.y - from.y;
    if (from == to) return "stands still";
    if (from.x == to.x) return std::abs(rows) == 1 ? "" : "jumps";
    const bool beside = std::abs(to.x - from.x) == 1;
    return beside && (rows == -higher || rows == 1 - higher) ? "" : "jumps";
  }

  /// 0: closed. Pre: inside(p).
  Weight cell_weight(Position p) const {
    const Weight weight = rules_.movement.weight(terrain_.at(p));
    return weight == 0 || options_.weights.empty() ? weight : options_.weights[slot(p)];
  }

  /// Calls visit(cell) for the cells under a unit, row by row, until it returns false.
  /// Returns whether it never did.
  template <class Visit>
  bool all_under(Position unit, const Visit& visit) const {
    for (std::int32_t dy = 0; dy < rules_.unit_size; ++dy)
      for (std::int32_t dx = 0; dx < rules_.unit_size; ++dx)
        if (!visit(Position{unit.x + dx, unit.y + dy})) return false;
    return true;
  }

  bool fits(Position unit) const {
    return all_under(unit, [&](Position p) { return open_cell(p); });
  }

  /// The weight of the heaviest cell under a unit that fits.
  double unit_weight(Position unit) const {
    Weight heaviest = 0;
    all_under(unit, [&](Position p) {
      heaviest = std::max(heaviest, cell_weight(p));
      return true;
    });
    return heaviest;
  }

  bool closed(Position from, Position to) const {
    return std::any_of(options_.closed_steps.begin(), options_.closed_steps.end(),
                       [&](const ClosedStep& step) {
                         return step.from == from &&
                                throng::step(rules_.topology, from, step.move) == to;
                       });
  }

  int sides_open(Position from, Position to) const {
    return int{open({to.x, from.y})} + int{open({from.x, to.y})};
  }

  int sides_needed() const {
    switch (rules_.corners) {
      case Corners::never_cut:
        return 2;
      case Corners::cut_one:
        return 1;
      case Corners::always:
        return 0;
    }
    return 2;
  }

  std::size_t cells() const {
    return static_cast<std::size_t>(terrain_.width) *
           static_cast<std::size_t>(terrain_.height);
  }

  /// The links that begin at a cell. Pre: `links` is sorted by first cell.
  static std::span<const Link> links_from(Position from, const std::vector<Link>& links) {
    return {std::ranges::lower_bound(links, from, {}, &Link::from),
            std::ranges::upper_bound(links, from, {}, &Link::from)};
  }

  /// Assigns `region` to every cell without one that is reachable from `seed` by
  /// steps(from, to) or `links`.
  template <class Steps>
  void flood(Position seed, std::uint32_t region, std::vector<std::uint32_t>& regions,
             const std::vector<Link>& links, const Steps& steps) const {
    std::vector<Position> waiting{seed};
    regions[slot(seed)] = region;
    const auto is_new = [&](Position to) {
      return open(to) && regions[slot(to)] == kNoRegion;
    };
    const auto enter = [&](Position to) {
      regions[slot(to)] = region;
      waiting.push_back(to);
    };
    while (!waiting.empty()) {
      const Position from = waiting.back();
      waiting.pop_back();
      for (int neighbour = 0; neighbour < 9; ++neighbour) {
        const Position to{from.x + neighbour % 3 - 1, from.y + neighbour / 3 - 1};
        if (is_new(to) && steps(from, to)) enter(to);
      }
      for (const Link& link : links_from(from, links))
        if (is_new(link.to)) enter(link.to);
    }
  }

  TerrainView terrain_;
  Rules rules_;
  const GridOptions& options_;
  std::vector<char> open_;   ///< whether a unit may stand on each cell
  std::vector<Link> links_;  ///< sorted by first cell
};

}  // namespace throng
