#include "lower.hpp"
#include "sweep.hpp"

#include <bit>

namespace throng {
namespace {

/// The straight moves to the right and left of the straight move d.
constexpr unsigned right_of(unsigned d) { return (d + 1) % 4; }
constexpr unsigned left_of(unsigned d) { return (d + 3) % 4; }
/// The diagonal move between d and right_of(d).
constexpr unsigned front_right_of(unsigned d) { return 4 + d; }
/// The straight components of the diagonal move d are component_of(d) and the move right of
/// it.
constexpr unsigned component_of(unsigned d) { return d - 4; }

/// One sweep.
class StepSweep {
 public:
  StepSweep(const SweepSpace& space, SweepPlace& place, SweepScratch& scratch, Cost* field)
      : space_(space),
        place_(place),
        scratch_(scratch),
        field_(field),
        bucket_(place.bucket),
        floor_(place.floor),
        expanded_(place.expanded) {}

  void run(std::span<const CellIndex> sources, SweepEnd end) {
    for (const CellIndex source : sources) emit(source, 0, space_.moves[source]);
    bool more = true;
    while ((more = next_bucket()) && !end.reached(field_, floor_, expanded_)) {
      diagonal<4>();
      diagonal<5>();
      diagonal<6>();
      diagonal<7>();
      straight<0>();
      straight<1>();
      straight<2>();
      straight<3>();
    }
    place_ = {floor_, bucket_, expanded_, !more};
  }

 private:
  CellQueues& bucket(unsigned ahead) {
    return scratch_.buckets[(bucket_ + ahead) % kStepBuckets];
  }

  static bool holds_cells(const CellQueues& queues) {
    std::size_t cells = 0;
    for (const CellQueue& queue : queues) cells += queue.size();
    return cells != 0;
  }

  /// Moves on to the next non-empty bucket, which is the current one at the beginning of a
  /// part; false when all are empty.
  bool next_bucket() {
    for (unsigned ahead = 0; ahead < kStepBuckets; ++ahead) {
      if (!holds_cells(bucket(ahead))) continue;
      bucket_ = (bucket_ + ahead) % kStepBuckets;
      floor_ += ahead * space_.straight;
      return true;
    }
    return false;
  }

  /// Whether a distance lies two buckets ahead of the current one.
  bool is_far(Cost distance) const { return distance - floor_ >= 2 * space_.straight; }

  /// Tries a set of moves one by one.
  void emit(CellIndex cell, Cost distance, unsigned moves) {
    for (; moves != 0; moves &= moves - 1) {
      const auto d = static_cast<unsigned>(std::countr_zero(moves));
      const CellIndex to = cell + space_.offsets[d];
      const Cost cost =
          is_diagonal(static_cast<Move>(d)) ? space_.diagonal : space_.straight;
      if (lower(field_, to, distance + cost))
        bucket(is_far(distance + cost) ? 2 : 1)[d].push(to);
    }
  }

  template <unsigned d>
  void straight();
  template <unsigned d>
  void turn();
  template <unsigned d>
  void diagonal();
  void turn_after_diagonal(unsigned d);

  const SweepSpace& space_;
  SweepPlace& place_;
  SweepScratch& scratch_;
  Cost* field_;
  unsigned bucket_;
  Cost floor_;  ///< least distance of the current bucket
  std::size_t expanded_;
};

/// Expands the cells that the straight move d entered: first ahead, then the cells at which
/// to turn.
template <unsigned d>
void StepSweep::straight() {
  CellQueue& queue = bucket(0)[d];
  if (queue.empty()) return;
  expanded_ += queue.size();
  {
    QueueEnd ahead(bucket(1)[d], queue.size());
    QueueEnd turning(scratch_.turning, queue.size());
    Cost* const field = field_;
    const std::uint8_t* const moves = space_.moves;
    const auto& turn_table = space_.turn_table;
    const Cost floor = floor_, cost = space_.straight;
    const CellIndex offset = space_.offsets[d];
    for (const CellIndex cell : queue) {
      const Cost distance = field[cell];
      if (distance < floor) continue;  // stale: expanded in an earlier bucket
      ahead.put(cell + offset, lower(field, cell + offset, distance + cost));
      turning.put(cell, turn_table[moves[cell]] >> d & 1U);
    }
  }
  queue.clear();
  if (!scratch_.turning.empty()) turn<d>();
}

/// Tries the moves sideways and diagonally forward that are worth it after the straight
/// move d.
template <unsigned d>
void StepSweep::turn() {
  const unsigned left = left_of(d), right = right_of(d);
  const unsigned front_left = front_right_of(left), front_right = front_right_of(d);
  CellQueue& queue = scratch_.turning;
  {
    const std::size_t n = queue.size();
    QueueEnd to_left(bucket(1)[left], n), to_right(bucket(1)[right], n);
    QueueEnd near_left(bucket(1)[front_left], n), far_left(bucket(2)[front_left], n);
    QueueEnd near_right(bucket(1)[front_right], n), far_right(bucket(2)[front_right], n);
    Cost* const field = field_;
    const std::uint8_t* const moves = space_.moves;
    const auto& successors = space_.successors[d];
    const auto offsets = space_.offsets;
    const Cost floor = floor_, straight = space_.straight, diagonal = space_.diagonal;
    for (const CellIndex cell : queue) {
      const unsigned worth = successors[moves[cell]];
      const Cost side = field[cell] + straight, front = field[cell] + diagonal;
      CellIndex to = cell + offsets[left];
      to_left.put(to, lower(field, to, side, worth >> left & 1U));
      to = cell + offsets[right];
      to_right.put(to, lower(field, to, side, worth >> right & 1U));
      const bool far = front - floor >= 2 * straight;
      to = cell + offsets[front_left];
      bool lowers = lower(field, to, front, worth >> front_left & 1U);
      near_left.put(to, lowers & !far);
      far_left.put(to, lowers & far);
      to = cell + offsets[front_right];
      lowers = lower(field, to, front, worth >> front_right & 1U);
      near_right.put(to, lowers & !far);
      far_right.put(to, lowers & far);
    }
  }
  queue.clear();
}

/// Expands the cells that the diagonal move d entered: ahead, and its two components.
template <unsigned d>
void StepSweep::diagonal() {
  CellQueue& queue = bucket(0)[d];
  if (queue.empty()) return;
  expanded_ += queue.size();
  if (!space_.canonical) turn_after_diagonal(d);
  {
    const unsigned a = component_of(d), b = right_of(a);
    const std::size_t n = queue.size();
    QueueEnd along_a(bucket(1)[a], n), along_b(bucket(1)[b], n);
    QueueEnd near(bucket(1)[d], n), far(bucket(2)[d], n);
    Cost* const field = field_;
    const std::uint8_t* const moves = space_.moves;
    const auto offsets = space_.offsets;
    const Cost floor = floor_, straight = space_.straight, diagonal = space_.diagonal;
    for (const CellIndex cell : queue) {
      const Cost distance = field[cell];
      if (distance < floor) continue;
      CellIndex to = cell + offsets[a];
      along_a.put(to, lower(field, to, distance + straight));
      to = cell + offsets[b];
      along_b.put(to, lower(field, to, distance + straight));
      to = cell + offsets[d];
      const bool lowers = lower(field, to, distance + diagonal, moves[cell] >> d & 1U);
      const bool is_near = distance + diagonal - floor < 2 * straight;
      near.put(to, lowers & is_near);
      far.put(to, lowers & !is_near);
    }
  }
  queue.clear();
}

/// Tries the additional moves of rules with weaker pruning.
void StepSweep::turn_after_diagonal(unsigned d) {
  const unsigned a = component_of(d), b = right_of(a);
  const unsigned others = 0xFFU & ~(1U << d | 1U << a | 1U << b);
  for (const CellIndex cell : bucket(0)[d])
    if (field_[cell] >= floor_)
      emit(cell, field_[cell], space_.successors[d][space_.moves[cell]] & others);
}

}  // namespace

void sweep_steps(const SweepSpace& space, std::span<const CellIndex> sources, SweepEnd end,
                 SweepPlace& place, SweepScratch& scratch, Cost* field) {
  StepSweep(space, place, scratch, field).run(sources, end);
}

}  // namespace throng
