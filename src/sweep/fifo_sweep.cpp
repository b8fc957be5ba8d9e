#include "lower.hpp"
#include "sweep.hpp"

#include <throng/assert.hpp>

namespace throng {
namespace {

/// One sweep, level by level: from each cell of a level all four steps are tried.
class FifoSweep {
 public:
  FifoSweep(const SweepSpace& space, SweepPlace& place, SweepScratch& scratch, Cost* field)
      : space_(space), place_(place), scratch_(scratch), field_(field) {}

  void run(std::span<const CellIndex> sources, SweepEnd end) {
    forget_closed();
    for (const CellIndex source : sources) level(0).push(source);
    while (!level(0).empty() && !end.reached(field_, place_.floor, place_.expanded)) {
      place_.expanded += level(0).size();
      expand(level(0), level(1));
      ++place_.bucket;
      place_.floor += space_.straight;
    }
    place_.ended = level(0).empty();
  }

 private:
  CellQueue& level(unsigned ahead) {
    return scratch_.buckets[(place_.bucket + ahead) % kTileLevels].front();
  }

  /// Removes the cells that closed after the last part.
  void forget_closed() {
    level(0).remove_if([&](CellIndex cell) { return field_[cell] != place_.floor; });
  }

  void expand(CellQueue& now, CellQueue& next) {
    {
      QueueEnd entered(next, 4 * now.size());
      Cost* const field = field_;
      const Cost distance = place_.floor + space_.straight;
      const CellIndex north = space_.offsets[0], east = space_.offsets[1];
      const CellIndex south = space_.offsets[2], west = space_.offsets[3];
      for (const CellIndex cell : now) {
        entered.put(cell + north, lower(field, cell + north, distance));
        entered.put(cell + west, lower(field, cell + west, distance));
        entered.put(cell + east, lower(field, cell + east, distance));
        entered.put(cell + south, lower(field, cell + south, distance));
      }
    }
    now.clear();
  }

  const SweepSpace& space_;
  SweepPlace& place_;
  SweepScratch& scratch_;
  Cost* field_;
};

}  // namespace

void sweep_fifo(const SweepSpace& space, std::span<const CellIndex> sources, SweepEnd end,
                SweepPlace& place, SweepScratch& scratch, Cost* field) {
  THRONG_ASSERT(space.tile);
  FifoSweep(space, place, scratch, field).run(sources, end);
}

}  // namespace throng
