#include "far_queue.hpp"
#include "sweep.hpp"

#include <bit>

namespace throng {
namespace {

/// Queue: FarQueue, required if there are links, or BucketQueue.
template <class Queue>
class WeightedSweep {
 public:
  WeightedSweep(const SweepSpace& space, Queue& open, Cost* field)
      : space_(space), open_(open), field_(field) {}

  void run(std::span<const CellIndex> sources, SweepEnd end) {
    open_.clear(0, space_.max_step_cost);
    for (const CellIndex source : sources) open_.push({source, 0}, 0);
    const bool forward = space_.direction == SweepDirection::from_sources;
    OpenEntry entry{};
    while (open_.pop(entry)) {
      if (end.reached(field_, open_.floor())) return;
      if (entry.g != field_[entry.cell]) continue;  // stale: reached at a lower cost since
      forward ? leave(entry) : enter(entry);
      if constexpr (kLinks)
        take_links(entry, forward ? space_.links->forward() : space_.links->backward());
    }
  }

 private:
  static constexpr bool kLinks = Queue::kTakesAll;

  void reach(CellIndex cell, Cost distance) {
    if (distance >= field_[cell]) return;
    field_[cell] = distance;
    open_.push({cell, distance}, distance);
  }

  /// Takes every step from a cell.
  void leave(OpenEntry at) {
    for (unsigned bits = space_.moves[at.cell]; bits != 0; bits &= bits - 1) {
      const auto d = static_cast<unsigned>(std::countr_zero(bits));
      reach(at.cell + space_.offsets[d], at.g + space_.step_cost(at.cell, d));
    }
  }

  /// Takes every step into a cell backwards.
  void enter(OpenEntry at) {
    for (unsigned d = 0; d < kMoves; ++d) {
      const CellIndex from = at.cell - space_.offsets[d];
      if ((space_.moves[from] >> d & 1U) != 0)
        reach(from, at.g + space_.step_cost(from, d));
    }
  }

  void take_links(OpenEntry at, const LinkGraph::Ways& ways) {
    for (const LinkGraph::Way& way : ways.of(at.cell))
      reach(way.to, at.g + (space_.link_step != 0 ? space_.link_step : way.cost));
  }

  const SweepSpace& space_;
  Queue& open_;
  Cost* field_;
};

}  // namespace

void sweep_weighted(const SweepSpace& space, std::span<const CellIndex> sources,
                    SweepEnd end, SweepScratch& scratch, Cost* field) {
  if (!scratch.open) scratch.open.emplace(scratch.memory);
  if (space.links == nullptr)
    return WeightedSweep(space, *scratch.open, field).run(sources, end);
  FarQueue open(*scratch.open, scratch.far);
  WeightedSweep(space, open, field).run(sources, end);
}

}  // namespace throng
