#include "sweep.hpp"

#include <throng/assert.hpp>

#include <algorithm>
#include <bit>

namespace throng {
namespace {

/// One sweep. A straight step leads exactly one bucket ahead.
class LineSweep {
 public:
  LineSweep(const SweepSpace& space, SweepPlace& place, SweepScratch& scratch, Cost* field)
      : space_(space),
        place_(place),
        scratch_(scratch),
        field_(field),
        bucket_(place.bucket),
        floor_(place.floor),
        expanded_(place.expanded) {}

  void run(std::span<const CellIndex> sources, SweepEnd end) {
    for (const CellIndex source : sources) emit(source, 0, space_.moves[source]);
    unsigned idle = 0;  // since the last filled bucket
    for (; idle < kBuckets; ++idle) {
      if (end.reached(field_, floor_, expanded_)) break;
      if (expand(bucket(0))) idle = 0;
      ++bucket_;
      floor_ += space_.straight;
    }
    place_ = {floor_, bucket_, expanded_, idle == kBuckets};
  }

 private:
  static constexpr unsigned kBuckets = SweepScratch::kBuckets;

  CellQueues& bucket(unsigned ahead) {
    return scratch_.buckets[(bucket_ + ahead) % kBuckets];
  }

  /// Expands the cells of a bucket; returns whether there were any.
  bool expand(CellQueues& queues) {
    // Even a detour must not exceed the largest number.
    reach_ = std::min<Cost>(kBuckets - 1, (kUnreachable - floor_) / space_.straight - 1);
    bool any = false;
    for (unsigned d = 0; d < kMoves; ++d) {
      if (queues[d].empty()) continue;
      any = true;
      if (d < 4)
        expand_straight(queues[d], d);
      else
        expand_diagonal(queues[d], d);
      queues[d].clear();
    }
    return any;
  }

  void expand_straight(const CellQueue& queue, unsigned d) {
    const auto& successors = space_.successors[d];
    for (const CellIndex cell : queue) {
      const Cost distance = field_[cell];
      if (distance < floor_) continue;  // stale: expanded in an earlier bucket
      const unsigned others = successors[space_.moves[cell]] & ~(1U << d);
      if (others != 0) emit(cell, distance, others);
      draw(cell, distance, d);
    }
  }

  void expand_diagonal(const CellQueue& queue, unsigned d) {
    const unsigned a = d - 4, b = (a + 1) % 4;  // the components
    const unsigned others = 0xFFU & ~(1U << a | 1U << b | 1U << d);
    for (const CellIndex cell : queue) {
      const Cost distance = field_[cell];
      if (distance < floor_) continue;
      draw(cell, distance, a);
      draw(cell, distance, b);
      if ((space_.turns[cell] >> d & 1U) != 0) step(cell, distance, d);
      if (!space_.canonical)
        emit(cell, distance, space_.successors[d][space_.moves[cell]] & others);
    }
  }

  /// Tries a set of moves.
  void emit(CellIndex cell, Cost distance, unsigned moves) {
    for (; moves != 0; moves &= moves - 1) {
      const auto d = static_cast<unsigned>(std::countr_zero(moves));
      if (d < 4)
        draw(cell, distance, d);
      else
        step(cell, distance, d);
    }
  }

  /// One step in the diagonal direction d.
  void step(CellIndex cell, Cost distance, unsigned d) {
    cell += space_.offsets[d];
    distance += space_.diagonal;
    if (distance >= field_[cell]) return;
    field_[cell] = distance;
    ++expanded_;
    bucket(distance - floor_ < 2 * space_.straight ? 1 : 2)[d].push(cell);
  }

  /// Follows the line from `cell` in the straight direction d while it is the cheapest way
  /// known, no turn is worth trying and the ring of buckets reaches.
  void draw(CellIndex cell, Cost distance, unsigned d) {
    Cost* const field = field_;
    const std::uint8_t* const turns = space_.turns.data();
    const CellIndex offset = space_.offsets[d];
    const Cost cost = space_.straight;
    unsigned steps = 0;
    do {
      cell += offset;
      distance += cost;
      if (distance >= field[cell]) {
        expanded_ += steps;
        return;
      }
      field[cell] = distance;
    } while (++steps < reach_ && (turns[cell] >> d & 1U) == 0);
    expanded_ += steps;
    bucket(steps)[d].push(cell);
  }

  const SweepSpace& space_;
  SweepPlace& place_;
  SweepScratch& scratch_;
  Cost* field_;
  unsigned bucket_;
  Cost floor_;  ///< least distance of the current bucket
  std::size_t expanded_;
  unsigned reach_ = kBuckets - 1;  ///< maximum number of steps of a line
};

}  // namespace

void sweep_lines(const SweepSpace& space, std::span<const CellIndex> sources, SweepEnd end,
                 SweepPlace& place, SweepScratch& scratch, Cost* field) {
  THRONG_ASSERT(space.kind == SweepKind::lines);
  LineSweep(space, place, scratch, field).run(sources, end);
}

}  // namespace throng
