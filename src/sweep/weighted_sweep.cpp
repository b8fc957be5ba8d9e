#include "sweep.hpp"

#include <bit>

namespace throng {
namespace {

class WeightedSweep {
 public:
  WeightedSweep(const SweepSpace& space, BucketQueue& open, Cost* field)
      : space_(space), open_(open), field_(field) {}

  void run(std::span<const CellIndex> sources, Cost radius) {
    open_.clear(0, space_.dearest_step);
    for (const CellIndex source : sources) open_.push({source, 0}, 0);
    const bool forward = space_.direction == SweepDirection::from_sources;
    BucketQueue::Entry entry{};
    while (open_.pop(entry)) {
      if (open_.floor() > radius) return;
      if (entry.g != field_[entry.cell]) continue;  // stale: reached more cheaply since
      forward ? leave(entry) : enter(entry);
    }
  }

 private:
  Cost step_cost(CellIndex from, unsigned d) const {
    const Cost unit = is_diagonal(static_cast<Move>(d)) ? space_.diagonal : space_.straight;
    return space_.step_weights == nullptr
               ? unit
               : unit * space_.step_weights[std::size_t{from} * kMoves + d];
  }

  void reach(CellIndex cell, Cost distance) {
    if (distance >= field_[cell]) return;
    field_[cell] = distance;
    open_.push({cell, distance}, distance);
  }

  /// Takes every step from a cell.
  void leave(BucketQueue::Entry at) {
    for (unsigned bits = space_.moves[at.cell]; bits != 0; bits &= bits - 1) {
      const auto d = static_cast<unsigned>(std::countr_zero(bits));
      reach(at.cell + space_.offsets[d], at.g + step_cost(at.cell, d));
    }
  }

  /// Takes every step into a cell backwards.
  void enter(BucketQueue::Entry at) {
    for (unsigned d = 0; d < kMoves; ++d) {
      const CellIndex from = at.cell - space_.offsets[d];
      if ((space_.moves[from] >> d & 1U) != 0) reach(from, at.g + step_cost(from, d));
    }
  }

  const SweepSpace& space_;
  BucketQueue& open_;
  Cost* field_;
};

}  // namespace

void sweep_weighted(const SweepSpace& space, std::span<const CellIndex> sources,
                    Cost radius, SweepScratch& scratch, Cost* field) {
  if (!scratch.open) scratch.open.emplace();
  WeightedSweep(space, *scratch.open, field).run(sources, radius);
}

}  // namespace throng
