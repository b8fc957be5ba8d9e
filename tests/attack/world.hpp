#pragma once

#include "report.hpp"

#include <throng/throng.hpp>

#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

// The rules as the manuals state them, in the plainest code that computes them. Nothing
// here is shared with the library or with tests/support.

namespace attack {

using namespace throng;

/// A cost that cannot overflow; kNever: there is no path.
using Wide = std::uint64_t;
inline constexpr Wide kNever = std::numeric_limits<Wide>::max();

/// A map and one class of units: which steps exist, and what they cost.
struct World {
  std::int32_t width = 1;
  std::int32_t height = 1;
  Rules rules;
  std::string cells;                             ///< row by row
  std::vector<Weight> weights = {};              ///< of cells; empty: none
  std::vector<std::int16_t> altitude = {};       ///< of cells; empty: none
  std::set<std::pair<std::size_t, int>> closed;  ///< steps: cell, direction
  std::vector<Link> links = {};
  std::vector<bool> link_open = {};           ///< empty: all links are open
  std::vector<std::uint32_t> influence = {};  ///< sum of all; empty: none
  /// Of a living map, by class: what each cell weighs more; empty: none.
  std::vector<std::vector<Weight>> dangers = {};
  std::size_t movement = 0;  ///< the class

  std::size_t size() const noexcept { return cells.size(); }
  bool contains(Position p) const noexcept {
    return p.x >= 0 && p.y >= 0 && p.x < width && p.y < height;
  }
  std::size_t cell(Position p) const noexcept {
    return static_cast<std::size_t>(p.y) * static_cast<std::size_t>(width) +
           static_cast<std::size_t>(p.x);
  }
  Position position(std::size_t cell) const noexcept {
    const auto columns = static_cast<std::size_t>(width);
    return {static_cast<std::int32_t>(cell % columns),
            static_cast<std::int32_t>(cell / columns)};
  }
  bool has_danger() const noexcept {
    return movement < dangers.size() && !dangers[movement].empty();
  }
  bool hexagonal() const noexcept { return is_hexagonal(rules.topology); }

  /// Whether a unit may cover a cell.
  bool cell_open(Position p) const noexcept;
  /// Whether the unit may stand on `p`, an anchor.
  bool open(Position p) const noexcept;
  /// The cell that direction `d` leads to; nothing if the topology has no such direction.
  std::optional<Position> target(Position p, int d) const noexcept;
  /// Whether the terrain allows a step; closed steps are ignored.
  bool allowed(Position p, int d) const noexcept;
  bool legal(Position p, int d) const {
    return allowed(p, d) && !closed.contains({cell(p), d});
  }
  /// Twice the weight of a step. Pre: it is allowed.
  Wide double_weight(Position from, Position to) const noexcept;
  /// The cost of a legal step, in units of step costs `unit`.
  Wide step_cost(Position from, int d, StepCosts unit) const;

  bool link_usable(std::size_t link) const noexcept;
  Wide link_weight(std::size_t link) const noexcept;

  /// The distance on an open map without links.
  Wide open_distance(Position a, Position b, StepCosts unit) const noexcept;

  std::vector<ClosedStep> closed_steps() const;
  TerrainView view() const noexcept { return {cells.data(), width, height, width}; }
  /// The layers. They refer to this world and to `steps`, its closed_steps().
  GridOptions grid_options(const std::vector<ClosedStep>& steps) const;

  std::string text() const;

 private:
  Wide unit_weight(Position p) const noexcept;
};

/// All distances of a world by Dijkstra's algorithm, from each start that is asked for.
class Truth {
 public:
  /// unit: Grid::costs(). The world must outlive the truth.
  Truth(const World& world, StepCosts unit);

  const World& world() const noexcept { return *world_; }
  StepCosts unit() const noexcept { return unit_; }
  std::size_t size() const noexcept { return world_->size(); }

  /// Pre: both lie in the map.
  Wide distance(Position from, Position to) {
    return from_cell(world_->cell(from))[world_->cell(to)];
  }
  const std::vector<Wide>& from_cell(std::size_t start);
  /// The least numbers of moves.
  std::vector<Wide> steps_from(std::size_t start) const;
  /// Cells that are joined when closed steps are ignored and links lead both ways, numbered
  /// by their first cells; Grid::kNoComponent of closed cells.
  const std::vector<std::uint32_t>& components() const noexcept { return components_; }
  std::uint32_t component_count() const noexcept { return component_count_; }

 private:
  struct Edge {
    std::size_t to;
    Wide cost;
  };

  void add_edges();
  void find_components();

  const World* world_;
  StepCosts unit_;
  std::vector<std::vector<Edge>> edges_;
  std::vector<std::vector<Wide>> distances_;  ///< by start; empty: not asked for yet
  std::vector<std::uint32_t> components_;
  std::uint32_t component_count_ = 0;
};

/// Where moves lead, and what they cost.
struct Walk {
  bool legal = true;
  Position end;
  Wide cost = 0;
};

/// Follows moves by the rules of a world. links: how moves number the links of their cell.
Walk walk(const Truth& truth, Position start, std::span<const Move> moves,
          const LinkTable* links);

/// Follows moves by what a grid says of its steps: for versions of which no world is kept.
Walk walk(const Grid& grid, Position start, std::span<const Move> moves);

}  // namespace attack
