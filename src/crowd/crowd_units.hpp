#pragma once

#include "../core/bytes.hpp"
#include "../core/workers.hpp"
#include "bodies.hpp"
#include "exact_step.hpp"
#include "goal_fields.hpp"
#include "together_step.hpp"
#include "unit_order.hpp"
#include "window_plans.hpp"
#include "wishes.hpp"

#include <throng/crowd.hpp>
#include <throng/living_map.hpp>
#include <throng/result.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng {

/// Why a unit cannot be added.
enum class Misfit : std::uint8_t {
  none,
  movement,     ///< there is no such class
  period,       ///< it is 0
  synchronous,  ///< bodies that must have size 1 and period 1
  ground,       ///< it is outside of the map, or does not fit there
  taken,        ///< by another unit
};

/// The error of a unit that does not exist.
Failure no_unit(UnitId unit);

/// The units of a Crowd.
class CrowdUnits {
 public:
  CrowdUnits(const LivingMap& map, const CrowdOptions& options, Memory memory);
  CrowdUnits(const CrowdUnits&) = delete;  // its parts refer to each other
  CrowdUnits& operator=(const CrowdUnits&) = delete;

  Result<UnitId> add(const CrowdUnit& unit);
  Result<std::vector<UnitId>> add_all(std::span<const CrowdUnit> units);
  Misfit misfit(const CrowdUnit& unit) const noexcept;
  void remove(Unit unit) noexcept;
  Outcome order(Unit unit, std::span<const Position> goals);
  Outcome order_group(std::span<const UnitId> units, Position goal,
                      std::span<const Position> places);
  Outcome set_period(Unit unit, std::uint8_t period);
  void stand(Unit unit, Idle idle) noexcept;
  Outcome set_lanes(std::size_t movement, std::span<const ClosedStep> closed);
  CrowdReport step(const CrowdBudget& budget, Workers::Impl& team);

  /// Follows the map and drops what cannot be saved.
  void forget_outdated() {
    fields_.follow(*map_);
    fields_.forget_outdated();
  }
  void write(ByteWriter& out) const;
  void read(ByteReader& in, Workers::Impl& team);

  std::size_t memory_bytes() const noexcept;

  const LivingMap& map() const noexcept { return *map_; }
  const BodyMap& bodies() const noexcept { return bodies_; }
  const UnitOrder& order_of(Unit unit) const noexcept { return orders_[unit]; }
  bool at_goal(Unit unit) const noexcept { return wishes_.at_goal(unit); }
  std::span<const Stride> strides() const noexcept { return strides_; }
  std::span<const UnitId> arrived() const noexcept { return arrived_; }
  std::size_t count() const noexcept { return line_.size() - removed_; }

 private:
  struct NewOrder {
    Unit unit;
    UnitOrder order;
  };

  Outcome check_goals(std::span<const Position> goals) const;
  std::uint32_t size_of(const CrowdUnit& unit) const noexcept;
  Outcome check_place(const CrowdUnit& unit) const;
  Outcome check_apart(std::span<const CrowdUnit> units) const;
  Outcome make_room(std::span<const CrowdUnit> units);
  void reserve(std::size_t more);
  UnitId place(const CrowdUnit& unit) noexcept;
  void settle(Unit unit, const UnitOrder& order) noexcept;
  void drop(const UnitOrder& order) noexcept;
  UnitOrder order_to(Unit unit, CellIndex hub, CellIndex place);
  void leave_line() noexcept;
  void release_cells(Unit unit) noexcept;
  Unit last_in(CellIndex cell) const noexcept;
  void replace_lost();
  void line_up() noexcept;
  void exchange_places(Unit unit) noexcept;
  Unit blocked_in_dead_end(Unit unit) const noexcept;
  void let_out() noexcept;
  void decide(std::size_t most, CrowdReport& report);
  void advance() noexcept;
  void finish_move(Unit unit) noexcept;
  void report(CrowdReport& report);
  void read_unit(Unit unit, ByteReader& in);

  const LivingMap* map_;  ///< never null
  CrowdOptions options_;
  Memory memory_;
  BodyMap bodies_;
  GoalFields fields_;
  // By unit:
  std::pmr::vector<UnitOrder> orders_;
  std::pmr::vector<Trail> trails_;
  Wishes wishes_;
  WindowPlans plans_;
  ExactStep exact_;
  TogetherStep together_;
  // These have room for all units:
  std::pmr::vector<Unit> free_;
  std::pmr::vector<Unit> line_;  ///< all units, by priority; and those of removed_
  std::pmr::vector<Unit> rest_;  ///< for line_up()
  std::pmr::vector<Unit> rank_;  ///< by unit, in line_: for let_out()
  std::pmr::vector<Unit> started_;
  std::pmr::vector<Stride> strides_;
  std::pmr::vector<UnitId> arrived_;
  std::uint32_t largest_ = 1;  ///< the largest size of a unit so far
  std::size_t removed_ = 0;    ///< the last ones of free_ have not left the line yet
};

}  // namespace throng
