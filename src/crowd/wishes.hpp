#pragma once

#include "../core/memory.hpp"
#include "../core/workers.hpp"
#include "bodies.hpp"
#include "goal_fields.hpp"
#include "narrow_cells.hpp"
#include "unit_order.hpp"

#include <throng/grid.hpp>
#include <throng/living_map.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng {

/// What the units of a crowd would like to do: where they stand, and on cells ahead of
/// them.
class Wishes {
 public:
  /// classes: the number of movement classes. The others must outlive the object.
  Wishes(std::size_t classes, BodyMap& bodies, const GoalFields& fields,
         std::pmr::vector<UnitOrder>& orders, const std::pmr::vector<Trail>& trails,
         Memory memory)
      : bodies_(bodies),
        fields_(fields),
        orders_(orders),
        trails_(trails),
        views_(classes, memory) {}

  /// Sees the newest versions of the grids.
  void see(const LivingMap& map);
  /// Finds, for each unit that stands, what it would like to do: see Body.
  void look(Workers::Impl& team);
  /// As look(), for one unit that has an order and stands on an open cell.
  void look_at_goal(Unit unit) noexcept;

  /// The moves that a unit may make at a cell.
  unsigned legal(Unit unit, CellIndex cell) const noexcept {
    return views_[bodies_.bodies[unit].movement].moves[cell];
  }
  /// Those with which cheapest paths to its goal begin; none at its goal, and without one.
  unsigned good(Unit unit, CellIndex cell) const noexcept {
    return good(unit, cell, legal(unit, cell));
  }
  bool is_goal(Unit unit, CellIndex cell) const noexcept;
  /// Whether two units exchange their places if one is in the way of the other.
  bool exchange_places(Unit one, Unit other) const noexcept {
    return orders_[one].grouped && orders_[other].grouped &&
           orders_[one].whole == orders_[other].whole;
  }
  /// Whether it stands at its goal.
  bool at_goal(Unit unit) const noexcept {
    const Body& body = bodies_.bodies[unit];
    return body.move == kStay && is_goal(unit, body.at);
  }
  /// See NarrowCells.
  bool is_narrow(Unit unit, CellIndex cell) const noexcept {
    return (views_[bodies_.bodies[unit].movement].narrow[cell] & NarrowCells::kNarrow) != 0;
  }

 private:
  /// What the units of a class see in a step.
  struct View {
    const Grid* grid;
    const std::uint8_t* moves;  ///< of the grid
    /// Those that lead nearer together with a good diagonal move; null: none.
    const std::uint8_t* side_moves;
    const std::uint8_t* narrow;  ///< of NarrowCells
  };

  unsigned good(Unit unit, CellIndex cell, unsigned legal) const noexcept {
    const UnitOrder& order = orders_[unit];
    if (order.whole == GoalFields::kNone || cell == order.place) return 0;
    unsigned moves = 0;
    if (order.near != GoalFields::kNone) moves = fields_.moves(order.near, cell, legal);
    return moves != 0 ? moves : fields_.moves(order.whole, cell, legal);
  }
  void fetch(std::size_t unit) const noexcept;
  void look(Unit unit) noexcept;
  std::uint8_t way_out(const Body& body) const noexcept;

  BodyMap& bodies_;
  const GoalFields& fields_;
  std::pmr::vector<UnitOrder>& orders_;
  const std::pmr::vector<Trail>& trails_;
  std::pmr::vector<View> views_;  ///< by movement class
};

}  // namespace throng
