#pragma once

#include <throng/export.hpp>
#include <throng/grid.hpp>
#include <throng/living_map.hpp>
#include <throng/query.hpp>
#include <throng/result.hpp>
#include <throng/workers.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <memory_resource>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// Units that walk to their goals and never stand in each other.

namespace throng {

/// A unit of a Crowd. The number of a removed unit is used again.
enum class UnitId : std::uint32_t {};

/// What a unit does that has no order.
enum class Idle : std::uint8_t {
  makes_room,  ///< steps aside for units that have to pass, and stays there
  returns,     ///< steps aside, and walks back to where it stood, over up to 16 cells
  holds,       ///< lets nobody pass
};

/// How units may follow each other.
enum class Bodies : std::uint8_t {
  /// Units are squares that fill their cells, of any size and speed. They never overlap, at
  /// any moment: a unit enters a cell when the unit in it has left, or right behind it in
  /// the same direction.
  exact,
  /// All units have size 1 and period 1, and step at the same time: a unit may enter a cell
  /// that another one leaves in the same step. No two units are in one cell after a step,
  /// exchange their cells or cross each other's diagonal steps. While they move, their
  /// centres may come as close as 0.7 of a cell, 0.44 beside diagonal steps. Streams get
  /// through each other two to four times as fast.
  synchronous,
};

struct CrowdOptions {
  Bodies bodies = Bodies::exact;
  /// Fields of goals that no unit walks to any more are kept for later orders, as many as
  /// fit into these bytes.
  std::size_t spare_fields = std::size_t{16} << 20;
  /// Units plan so many steps ahead, each around the plans of the others; 0: they do not.
  /// 14 or 30 suit narrow aisles, where more units get through; in corridors where streams
  /// meet fewer do. Needs synchronous bodies and four neighbours; at most 62. Groups do not
  /// plan.
  /// Time: a search of at most 400 expansions for a quarter of the units, and for those
  /// without a plan, on one thread, whatever the budget: 2 to 15 times that of a step
  /// without plans, a hundred times and more in a jam.
  /// Memory: 4 bytes a cell for each of its steps and 2 more, rounded up to a power of two
  /// (64 bytes for 14), and 264 bytes a unit.
  /// Source: D. Silver, "Cooperative pathfinding", AIIDE, 2005.
  std::uint32_t window = 0;
};

/// A unit to add().
struct CrowdUnit {
  /// The cell, for large units the top left one, as in Rules::unit_size.
  Position at;
  /// Its class on the LivingMap: rules, size and weights.
  std::size_t movement = 0;
  /// Steps of the crowd that it takes to the next cell, also to a diagonal one: 1 is the
  /// fastest.
  std::uint8_t period = 1;
  Idle idle = Idle::makes_room;
};

/// Where a unit is: on its way from a cell to the next one, or in a cell.
struct UnitPlace {
  Position at;                    ///< the cell in which it stands, or which it leaves
  std::optional<Move> move = {};  ///< nothing: it stands
  std::uint8_t steps_left = 0;    ///< Crowd::step() calls until it arrives
};

/// A move that a unit began.
struct Stride {
  UnitId unit{};
  Position from;
  Move move = Move::north;
  std::uint8_t period = 1;  ///< it takes so many steps, the present one included
  std::uint16_t unused = 0;

  friend constexpr bool operator==(const Stride&, const Stride&) = default;
};

/// What a step() may take. The same numbers give the same results on all machines.
struct CrowdBudget {
  static constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();
  /// Units that may decide what to do, in the order of priority; about 0.1 us each. Those
  /// that the last of them asks to make room decide as well. The others finish their move
  /// or stand: nobody collides with them.
  std::size_t decisions = kAll;
  /// Open cells over which fields of goals may be computed; 3 to 10 ns each, see StepField.
  /// At least one field is computed in each step, if any is missing.
  std::size_t field_cells = 1'000'000;
};

/// Statistics of one step().
struct CrowdReport {
  std::uint32_t step = 0;       ///< 0, 1, 2, ...
  std::size_t decisions = 0;    ///< units that decided
  std::size_t started = 0;      ///< moves that began
  std::size_t arrived = 0;      ///< units that ended at their goals, see arrived()
  std::size_t walking = 0;      ///< units on their way when they decided, not those cut off
  std::size_t blocked = 0;      ///< of these, those that stand
  std::size_t fields_made = 0;  ///< fields computed in this step
  std::size_t fields_queued = 0;  ///< fields left to compute
  std::size_t escaping = 0;       ///< units on cells that an edit closed

  friend constexpr bool operator==(const CrowdReport&, const CrowdReport&) = default;
};

/// Thousands of units that walk to their goals on a map that changes, and never collide.
/// Each step() moves all of them. A unit that blocks one of higher priority makes room
/// first, and so do those that block it. So two units pass each other in a corridor in
/// which only one has room, if it leads to places to give way.
///
///     Crowd crowd = *Crowd::make(map);
///     const UnitId unit = *crowd.add({.at = {3, 4}});
///     if (!crowd.order(unit, Position{9, 6})) return 1;
///     while (playing) {
///       if (!map.edit(buildings, workers)) return 1;
///       crowd.step(workers);
///       for (const Stride& s : crowd.started()) animate(s.unit, s.from, s.move, s.period);
///       playing = !crowd.at_goal(unit) && ++frames < 1000;
///     }
///
/// Goals: orders with equal goals share a field, the moves of cheapest paths from all
/// cells; see StepField. Fields are computed within the budget of step(). Units whose field
/// is missing wait, and step aside for others. After an edit of the map, the fields of the
/// classes that it changed are computed again within the budget; until then units follow
/// the old ones, over legal moves. LivingMap::settle changes no field.
///
/// Priority: the unit that has been under way for the longest time. Units without an order,
/// at their goals, and those that cannot reach them come last, so they make room. A unit of
/// size 1 backs out of a passage one cell wide, or waits before it, so that another one can
/// come out: with exact bodies only where the passage is closed. A unit in a dead end that
/// has an order to leave it changes places in this order with one that waits to go in.
/// With synchronous bodies, if each step is part of a circle of steps, the first unit gets
/// on in each step, so each unit arrives at some time (Source, section 4). Not promised:
/// that units of different sizes get past each other in corridors, that all units arrive
/// where the map has dead ends, or the shortest time. More in crowds.md.
///
/// Results depend only on the map, the calls and the budgets, never on threads or time.
///
/// Time:   0.07 to 0.16 us a unit and step, of which threads share an eighth to a half; and
///         3 ns for each cell of each field that is computed, which threads share.
/// Memory: 12 bytes a cell, 6 a cell and movement class, about 150 a unit, and the fields.
/// Throws: std::bad_alloc. Then add(), add_all() and order() have changed nothing. A step()
///         has moved no unit; the next one continues.
/// Threads: one thread at a time calls non-const members, and const members only between
///         them. The map may be edited between calls of this object only.
/// Source: K. Okumura, M. Machida, X. Défago, Y. Tamura, "Priority inheritance with
///         backtracking for iterative multi-agent path finding", Artificial Intelligence
///         310, 2022. Here with bodies, speeds and sizes.
class Crowd {
 public:
  /// map: must outlive the crowd, in its place. The crowd serves its newest version, and
  /// follows edits at the beginning of step().
  /// memory: used for all but what calls return, lists of goals while they are read, and
  /// what the map reports of its changes. Must outlive the crowd, and be
  /// thread-safe unless no two threads, workers included, run at once.
  /// Errors: unsupported: hexagonal maps; more than 65,536 classes.
  THRONG_API static Result<Crowd> make(
      const LivingMap& map, const CrowdOptions& options = {},
      std::pmr::memory_resource* memory = std::pmr::get_default_resource());
  THRONG_API ~Crowd();
  THRONG_API Crowd(Crowd&&) noexcept;
  THRONG_API Crowd& operator=(Crowd&&) noexcept;

  /// Places a unit. It has no order. Cost: O(cells under the unit).
  /// Errors: bad_argument: no such class; a period of 0; the unit does not fit there, or a
  /// cell is taken by another unit; with synchronous bodies, a size or a period above 1.
  THRONG_API Result<UnitId> add(const CrowdUnit& unit);
  /// Places units in their order: the same as add() of each, but after an error or
  /// std::bad_alloc none is placed and nothing has changed.
  /// Cost: O(n log n), n: the cells under them.
  /// Errors: those of add(), about "units[i]"; bad_argument also if two of them overlap.
  THRONG_API Result<std::vector<UnitId>> add_all(std::span<const CrowdUnit> units);
  /// Whether add() would place the unit. Cost: as add(); allocates nothing.
  THRONG_API bool fits(const CrowdUnit& unit) const noexcept;
  /// Takes a unit off the map. Nothing happens if there is none. Cost: O(cells under the
  /// unit), and O(units) once for all that are removed before the next step() or add().
  THRONG_API void remove(UnitId unit) noexcept;
  THRONG_API bool contains(UnitId unit) const noexcept;
  THRONG_API std::size_t size() const noexcept;
  /// All units, by rising number.
  THRONG_API std::vector<UnitId> units() const;

  /// Orders a unit to walk to the nearest of some goals, in place of its former order. It
  /// keeps the order when it has arrived: if another unit pushes it away, it comes back.
  /// Two units with one goal push each other away for ever, so give units of a group
  /// places of their own, see promise_places() and order_group(). A goal that is closed or
  /// unreachable may become reachable.
  /// Cost: O(goals); and a field, if no other order has these goals.
  /// Errors: bad_argument: no such unit; no goal; a goal outside the map.
  THRONG_API Outcome order(UnitId unit, std::span<const Position> goals);
  THRONG_API Outcome order(UnitId unit, Position goal) { return order(unit, {&goal, 1}); }

  /// Orders the units of a group to places near one goal: units[i] to places[i]; kNowhere
  /// leaves a unit as it is. All units of a class follow one field until they are near to
  /// their places, where small fields lead the last steps: a group costs a field for each
  /// class and some microseconds for each unit, not a field for each place.
  ///
  /// Two units of a class exchange their places if one has arrived and stands in the way
  /// of the other, or if each is in the way of the other: see goal(). So the last ones need
  /// not squeeze past the first. To keep each unit at its own place, order() it there.
  ///
  /// Errors: as order(), and then no unit has a new order; bad_argument also unless units
  /// and places are equally many.
  THRONG_API Outcome order_group(std::span<const UnitId> units, Position goal,
                                 std::span<const Position> places);

  /// Changes the steps that a unit takes to the next cell: haste, slowness. The move that
  /// it makes keeps the period of its Stride. Errors: bad_argument: no such unit; a period
  /// of 0; with synchronous bodies, one above 1.
  THRONG_API Outcome set_period(UnitId unit, std::uint8_t period);

  /// Takes the order of a unit away. It finishes the move that it makes.
  /// Errors: bad_argument: no such unit.
  THRONG_API Outcome stand(UnitId unit, Idle idle = Idle::makes_room);

  /// Makes fields of a class avoid steps: lanes and one-way aisles. They close for guidance
  /// only; units that make room still use them. Replaces what was set for the class. Where
  /// a goal is reachable only over such steps, its units stand still. Each field of the
  /// class is computed again, within the budget. Errors: bad_argument: no such class, or a
  /// step that begins outside the map.
  THRONG_API Outcome set_lanes(std::size_t movement, std::span<const ClosedStep> closed);

  /// Moves all units by one step.
  THRONG_API CrowdReport step(Workers& workers, const CrowdBudget& budget = {});
  /// The moves that began in the last step(). A unit moves at a constant speed for `period`
  /// steps, the one that began the move included.
  THRONG_API std::span<const Stride> started() const noexcept;
  /// The units that ended at their goals in the last step(), each once for an order. Others
  /// may push them away again, and units of a group may exchange their places: see
  /// at_goal().
  THRONG_API std::span<const UnitId> arrived() const noexcept;

  // Pre (next six functions): contains(unit).
  THRONG_API UnitPlace place(UnitId unit) const noexcept;
  THRONG_API CrowdUnit unit(UnitId unit) const noexcept;
  /// Whether it has an order, and stands at a goal of it.
  THRONG_API bool at_goal(UnitId unit) const noexcept;
  /// Whether it has an order and no path leads from it to a goal. Known once the field of
  /// its goals is computed on the newest version of the map.
  THRONG_API bool is_cut_off(UnitId unit) const noexcept;
  THRONG_API bool has_order(UnitId unit) const noexcept;
  /// The place of a unit in a group, or its goal if it has one alone.
  THRONG_API std::optional<Position> goal(UnitId unit) const noexcept;

  /// The unit in a cell, or the one that enters it. Nothing outside of the map.
  THRONG_API std::optional<UnitId> unit_in(Position cell) const noexcept;
  /// The units that stand in a rectangle or pass through it, by rising number: those on
  /// which a building would be built. A game that builds on units need not move them: a
  /// unit on a closed cell walks straight to the nearest open cell that it fits into.
  THRONG_API std::vector<UnitId> units_in(const MapRect& area) const;

  /// All that later steps depend on, as bytes, equal on all machines: units, orders,
  /// priorities. Save the LivingMap with it. Fields that no longer fit the map, because
  /// step() had no budget for them, are dropped here as in the restored crowd, so all
  /// players of a lockstep game must save in the same frame. Cost: O(units + goals).
  THRONG_API Result<std::string> save();
  /// A crowd that continues where save() was called. It computes all fields again here.
  /// map: restored from bytes saved with the crowd; must outlive it, in its place.
  /// Errors: bad_format if the bytes are damaged or those of something else; bad_argument
  /// if the map has another size or topology, more or fewer movement classes, or a class
  /// whose units have another size than on the map of the crowd; those of make().
  THRONG_API static Result<Crowd> restore(
      std::string_view saved, const LivingMap& map, Workers& workers,
      std::pmr::memory_resource* memory = std::pmr::get_default_resource());
  /// A hash of all that save() writes. Peers of a lockstep game with equal histories have
  /// equal fingerprints. Cost: O(units + goals).
  THRONG_API std::uint64_t fingerprint() const;

  /// Bytes, without the map.
  THRONG_API std::size_t memory_bytes() const noexcept;

 private:
  struct Impl;
  explicit Crowd(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace throng
