#pragma once

#include "../core/bytes.hpp"
#include "../core/memory.hpp"
#include "bodies.hpp"
#include "wishes.hpp"

#include <throng/query.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng {

/// Plans of the units of a crowd for the next steps, none of which meet: windowed
/// cooperative A*. Each unit searches space and time for the steps of a window, around the
/// cells that the plans of others reserve. For synchronous bodies on grids with four
/// neighbours.
///
/// Plans only advise: plan() makes the next cell of its plan the only wish of a unit, and
/// TogetherStep decides. So nobody collides, whatever becomes of a plan, and these units
/// wish what they would without plans: the first one of all, so that it always gets on;
/// those that a plan would not bring nearer to their goals, so that they push; those of
/// groups, which exchange their places.
///
/// Source: D. Silver, "Cooperative pathfinding", AIIDE, 2005. There paths that were refused
/// wait; here they push.
class WindowPlans {
 public:
  static constexpr std::uint32_t kMostSteps = 62;

  /// steps: of the window, at most kMostSteps; 0: none are made. The map and the wishes
  /// must outlive the object.
  WindowPlans(BodyMap& map, const Wishes& wishes, std::uint32_t steps, Memory memory);

  /// Makes room for a number of units.
  void reserve(std::size_t units) {
    if (steps_ != 0 && plans_.size() < units) plans_.resize(units);
  }
  /// Plans for the units whose turn it is and for those without a plan, by priority, and
  /// sets what they wish. Pre: they have looked; reserve().
  void plan(std::span<const Unit> line, std::span<const UnitOrder> orders) noexcept;
  /// Forgets the plan of a unit, if it has one: its order has changed, or it is gone.
  void forget(Unit unit) noexcept;

  void write(ByteWriter& out, Unit unit) const;
  void read(ByteReader& in, Unit unit);

  std::size_t memory_bytes() const noexcept;

 private:
  /// Where a unit will be in the steps `begin` to `end`. Both equal: there is none.
  struct Plan {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::array<CellIndex, kMostSteps + 1> cells{};

    bool made() const noexcept { return begin != end; }
    CellIndex at(std::uint32_t step) const noexcept { return cells[step - begin]; }
  };
  /// A unit in a cell at the beginning of a step.
  struct Node {
    CellIndex cell;
    std::uint32_t step;
    std::uint32_t parent;
    std::int32_t cost;     ///< so far
    std::int32_t to_goal;  ///< steps more than from the first cell
    std::uint32_t next;    ///< in the bucket
  };
  struct Closed {
    std::uint32_t search = 0;
    CellIndex cell = 0;
    std::uint32_t step = 0;
  };

  Unit& reserved(CellIndex cell, std::uint32_t step) noexcept {
    return reserved_[std::size_t{cell} * ring_ + step % ring_];
  }
  bool is_current(Unit unit) const noexcept;
  bool wants_plan(Unit unit, bool first, const UnitOrder& order) const noexcept;
  void set_reserved(Unit unit, Unit to) noexcept;
  void renew(Unit unit) noexcept;
  void follow(Unit unit) noexcept;
  bool search(Unit unit) noexcept;
  void expand(Unit unit, std::uint32_t id) noexcept;
  std::int32_t price(Unit unit, const Node& from, unsigned move) noexcept;
  void open(const Node& node) noexcept;
  std::uint32_t pop() noexcept;
  bool close(const Node& node) noexcept;

  BodyMap& map_;
  const Wishes& wishes_;
  std::uint32_t steps_;
  std::uint32_t ring_;               ///< steps that the reservations hold, a power of two
  std::pmr::vector<Unit> reserved_;  ///< by cell and step
  std::pmr::vector<Plan> plans_;     ///< by unit
  std::pmr::vector<Node> nodes_;     ///< has room for all nodes of a search
  std::pmr::vector<Closed> closed_;  ///< a hash table
  std::array<std::uint32_t, 256> buckets_{};
  std::uint32_t lowest_ = 0;  ///< the bucket
  std::uint32_t searches_ = 0;
};

}  // namespace throng
