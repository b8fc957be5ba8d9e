#pragma once

#include "../core/memory.hpp"
#include "../queue/ring_queue.hpp"
#include "../sweep/sweep_scratch.hpp"

#include <throng/grid.hpp>
#include <throng/query.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace throng {

/// A set of cells that is emptied in O(1).
class CellMarks {
 public:
  explicit CellMarks(Memory memory) : mark_(memory) {}

  /// Empties the set and makes room for cells below `cells`.
  void clear(std::size_t cells) {
    if (mark_.size() < cells) mark_.resize(cells);
    if (++now_ != 0) return;
    std::fill(mark_.begin(), mark_.end(), 0);
    now_ = 1;
  }
  bool has(CellIndex cell) const noexcept { return mark_[cell] == now_; }
  void add(CellIndex cell) noexcept { mark_[cell] = now_; }
  void remove(CellIndex cell) noexcept { mark_[cell] = 0; }

 private:
  std::pmr::vector<std::uint32_t> mark_;
  std::uint32_t now_ = 0;
};

/// The working memory of one thread that edits or settles Potentials, kept from call to
/// call. Any Potentials may use it.
struct PotentialScratch {
  explicit PotentialScratch(Memory memory = {})
      : sweep(memory),
        queue(memory),
        marks(memory),
        seeds(memory),
        affected(memory),
        dropped(memory),
        region(memory),
        claims(memory),
        awake(memory),
        added(memory),
        frozen(memory),
        swept(memory),
        fields(memory) {}

  static constexpr std::size_t kFields = 8;

  /// A field in the padded layout, below kFields. The fields of one map lie side by side.
  std::span<Cost> field(std::size_t number, std::size_t cells) {
    if (fields.size() < (number + 1) * cells) fields.resize((number + 1) * cells);
    return std::span(fields).subspan(number * cells, cells);
  }

  SweepScratch sweep;
  RingQueue queue;
  CellMarks marks;
  std::pmr::vector<CellIndex> seeds;
  std::pmr::vector<CellIndex> affected;
  std::pmr::vector<CellIndex> dropped;  ///< former sources
  std::pmr::vector<CellIndex> region;
  std::pmr::vector<std::uint8_t> claims;  ///< by component: whether it has a source
  std::pmr::vector<std::uint8_t> awake;   ///< by source of a slot
  std::pmr::vector<std::pair<std::size_t, CellIndex>> added;  ///< size of region, source
  std::pmr::vector<Cost> frozen;     ///< by slot: kUnreachable where values do not spread
  std::pmr::vector<unsigned> swept;  ///< slots, by the number of their field
  std::pmr::vector<Cost> fields;
};

}  // namespace throng
