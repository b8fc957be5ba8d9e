#include "lower.hpp"
#include "sweep.hpp"

#include <throng/assert.hpp>

#include <utility>

namespace throng {
namespace {

/// One sweep, level by level: from each cell of a level all four steps are tried.
class FifoSweep {
 public:
  FifoSweep(const SweepSpace& space, SweepPlace& place, SweepScratch& scratch, Cost* field)
      : space_(space), place_(place), scratch_(scratch), field_(field) {}

  void run(std::span<const CellIndex> sources, SweepEnd end) {
    CellQueue* now = &level(0);
    CellQueue* next = &level(1);
    SweepPlace at = place_;  // a copy: stores to the field cannot change it
    // Cells that closed after the last part.
    now->remove_if([&](CellIndex cell) { return field_[cell] != place_.floor; });
    for (const CellIndex source : sources) now->push(source);
    while (!now->empty() && !end.reached(field_, at.floor, at.expanded)) {
      at.expanded += now->size();
      at.floor += space_.straight;
      expand(*now, *next, at.floor);
      std::swap(now, next);
      ++at.bucket;
    }
    at.ended = now->empty();
    place_ = at;
  }

 private:
  CellQueue& level(unsigned ahead) {
    return scratch_.buckets[(place_.bucket + ahead) % kTileLevels].front();
  }

  /// distance: of the next level.
  void expand(CellQueue& now, CellQueue& next, Cost distance) {
    {
      QueueEnd entered(next, 4 * now.size());
      Cost* const field = field_;
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
