#include "lower.hpp"
#include "sweep.hpp"

#include <throng/assert.hpp>

#include <array>

namespace throng {
namespace {

constexpr unsigned kNorth = 0, kEast = 1, kSouth = 2, kWest = 3;

/// One sweep, level by level: the cells of a level have the same distance. Each of them is
/// in one queue, that of the move by which it was entered first. Steps along columns come
/// before steps along rows:
///
/// - after a step north or south: onwards, east and west;
/// - after a step east or west from w to u: onwards; north or south only where u has an
///   open neighbour there and w has none.
///
/// This finds every distance, whichever of equally near cells enters a cell. Proof: let v
/// be the neighbour of u in its column, farther away than u, and let the step from u to v
/// be omitted, because the cell x between w and v is open. v is two steps from w by x, so x
/// is as far away as u, and by induction over the levels it is entered. From x the step
/// along the row to v is always tried, unless v entered x; but v is farther away.
class TileSweep {
 public:
  TileSweep(const SweepSpace& space, SweepPlace& place, SweepScratch& scratch, Cost* field)
      : space_(space),
        place_(place),
        scratch_(scratch),
        field_(field),
        level_(place.bucket),
        floor_(place.floor),
        expanded_(place.expanded) {}

  void run(std::span<const CellIndex> sources, SweepEnd end) {
    forget_closed();
    for (const CellIndex source : sources) leave(source);
    std::size_t cells = 0;
    while ((cells = next_level()) != 0 && !end.reached(field_, floor_, expanded_)) {
      expand(cells);
      expanded_ += cells;
    }
    place_ = {floor_, level_, expanded_, cells == 0};
  }

 private:
  CellQueues& level(unsigned ahead) {
    return scratch_.buckets[(level_ + ahead) % kTileLevels];
  }

  /// Removes the cells that closed after the last part.
  void forget_closed() {
    for (CellQueue& queue : level(0))
      queue.remove_if([&](CellIndex cell) { return field_[cell] != floor_; });
  }

  void leave(CellIndex source) {
    for (const unsigned d : {kNorth, kEast, kSouth, kWest}) {
      const CellIndex to = source + space_.offsets[d];
      if (lower(field_, to, space_.straight)) level(1)[d].push(to);
    }
  }

  /// Moves on to the next level, unless the last part ended before the current one. Returns
  /// the number of its cells.
  std::size_t next_level() {
    if (const std::size_t cells = count(level(0)); cells != 0) return cells;
    ++level_;
    floor_ += space_.straight;
    return count(level(0));
  }

  static std::size_t count(const CellQueues& queues) {
    return queues[kNorth].size() + queues[kEast].size() + queues[kSouth].size() +
           queues[kWest].size();
  }

  void expand(std::size_t cells);

  const SweepSpace& space_;
  SweepPlace& place_;
  SweepScratch& scratch_;
  Cost* field_;
  unsigned level_;
  Cost floor_;  ///< distance of the current level
  std::size_t expanded_;
};

/// The steps from one level to the next. Small enough for registers: everything is inlined.
class LevelSteps {
 public:
  /// queues: of the next level, whose distance is `distance`. cells: of the current level,
  /// each of which appends at most one cell to each queue.
  LevelSteps(const SweepSpace& space, CellQueues& queues, std::size_t cells, Cost distance,
             Cost* field)
      : entered_{QueueEnd(queues[kNorth], cells), QueueEnd(queues[kEast], cells),
                 QueueEnd(queues[kSouth], cells), QueueEnd(queues[kWest], cells)},
        offsets_{space.offsets[kNorth], space.offsets[kEast], space.offsets[kSouth],
                 space.offsets[kWest]},
        moves_(space.moves),
        distance_(distance),
        field_(field) {}

  /// Expands the cells that the step d along a column entered.
  template <unsigned d>
  [[gnu::always_inline]] void leave_column(CellQueue& queue) {
    for (const CellIndex cell : queue) {
      step<d>(cell);
      step<kEast>(cell);
      step<kWest>(cell);
    }
    queue.clear();
  }

  /// Expands the cells that the step d along a row entered.
  template <unsigned d>
  [[gnu::always_inline]] void leave_row(CellQueue& queue) {
    constexpr unsigned kColumn = 1U << kNorth | 1U << kSouth;
    for (const CellIndex cell : queue) {
      step<d>(cell);
      const auto new_moves =
          static_cast<unsigned>(moves_[cell] & ~moves_[cell - offsets_[d]]);
      if ((new_moves & kColumn) == 0) [[likely]]
        continue;
      step<kNorth>(cell, (new_moves >> kNorth & 1U) != 0);
      step<kSouth>(cell, (new_moves >> kSouth & 1U) != 0);
    }
    queue.clear();
  }

 private:
  template <unsigned d>
  [[gnu::always_inline]] void step(CellIndex cell, bool legal = true) {
    const CellIndex to = cell + offsets_[d];
    entered_[d].put(to, lower(field_, to, distance_, legal));
  }

  std::array<QueueEnd, 4> entered_;  ///< by move
  std::array<CellIndex, 4> offsets_;
  const std::uint8_t* moves_;
  Cost distance_;
  Cost* field_;
};

void TileSweep::expand(std::size_t cells) {
  CellQueues& now = level(0);
  LevelSteps steps(space_, level(1), cells, floor_ + space_.straight, field_);
  steps.leave_column<kNorth>(now[kNorth]);
  steps.leave_column<kSouth>(now[kSouth]);
  steps.leave_row<kEast>(now[kEast]);
  steps.leave_row<kWest>(now[kWest]);
}

}  // namespace

void sweep_tiles(const SweepSpace& space, std::span<const CellIndex> sources, SweepEnd end,
                 SweepPlace& place, SweepScratch& scratch, Cost* field) {
  THRONG_ASSERT(space.tile);
  TileSweep(space, place, scratch, field).run(sources, end);
}

}  // namespace throng
