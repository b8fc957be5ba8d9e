#pragma once

#include "../core/memory.hpp"
#include "../search/target_search.hpp"

#include <throng/assert.hpp>
#include <throng/grid.hpp>

#include <algorithm>
#include <cstddef>
#include <tuple>
#include <utility>
#include <vector>

namespace throng {

/// Memory of beam_search(), reused across queries; one per thread.
struct BeamScratch {
  struct Entry {
    CellIndex cell;
    Cost g;  ///< the entry is stale once the cell has a smaller one
    Cost h;

    /// The best first: the least f, then the deepest, then the least cell.
    friend bool operator<(const Entry& a, const Entry& b) noexcept {
      return std::tuple(a.g + a.h, a.h, a.cell) < std::tuple(b.g + b.h, b.h, b.cell);
    }
  };

  explicit BeamScratch(Memory memory = {}) : nodes(memory), layer(memory), next(memory) {}

  WideNodeTable nodes;  ///< after a search: the moves, see append_path()
  std::pmr::vector<Entry> layer, next;
};

struct BeamResult : TargetResult {
  std::size_t dropped = 0;  ///< cells that did not fit into a layer
};

/// One run of beam_search().
template <class Space, class Target, CellBound H, class Trace = NoTrace>
class BeamSearch : TargetSearch<Space, Target, H, Trace> {
  using Base = TargetSearch<Space, Target, H, Trace>;

 public:
  BeamSearch(const Space& space, const Target& target, const H& h, std::size_t width,
             const Limits& limits, BeamScratch& scratch, const Trace& trace)
      : Base(space, target, h, limits, scratch.nodes, trace),
        width_(width),
        scratch_(scratch) {}

  BeamResult run(CellIndex start) {
    std::pmr::vector<Entry>& layer = scratch_.layer;
    const Cost start_h = Base::begin(start);
    layer.assign(1, {start, 0, start_h});
    while (!layer.empty() && !Base::end_.spent) {
      scratch_.next.clear();
      expand_layer();
      std::swap(layer, scratch_.next);
      narrow(layer);
    }
    // The beam ran dry, but a path may exist.
    if (dropped_ != 0 && !Base::end_.found) Base::end_.spent = true;
    BeamResult result{
        Base::conclude(dropped_ == 0 && !Base::end_.spent ? Base::end_.bound : start_h)};
    result.dropped = dropped_;
    return result;
  }

 private:
  using Entry = BeamScratch::Entry;
  using Node = WideNodeTable;

  void expand_layer() {
    const auto put = [&](CellIndex cell, Cost g, Cost h, bool again) {
      if (again) Base::keep_expanded(cell);
      scratch_.next.push_back({cell, g, h});
    };
    for (const Entry& entry : scratch_.layer) {
      if (!Base::current(entry.cell, entry.g)) continue;
      if (!Base::spend()) return;
      Base::see(entry.cell, entry.g, entry.h);
      Base::expand(entry.cell, entry.g, put);
    }
  }

  /// Keeps the best cells of a layer, in order. A dropped cell is forgotten, so that a
  /// later layer may reach it again. A cell that has been expanded before is not forgotten,
  /// because other cells depend on it.
  void narrow(std::pmr::vector<Entry>& layer) {
    std::erase_if(layer, [&](const Entry& entry) {
      return !Base::current(entry.cell, entry.g) || entry.g + entry.h >= Base::end_.bound;
    });
    if (layer.size() > width_) {
      const auto end = layer.begin() + static_cast<std::ptrdiff_t>(width_);
      std::nth_element(layer.begin(), end, layer.end());
      for (auto entry = end; entry != layer.end(); ++entry)
        if ((Base::node_[entry->cell] & Node::kExpanded) == 0) Base::node_[entry->cell] = 0;
      dropped_ += layer.size() - width_;
      layer.erase(end, layer.end());
    }
    std::sort(layer.begin(), layer.end());
  }

  const std::size_t width_;
  std::size_t dropped_ = 0;
  BeamScratch& scratch_;
};

/// Beam search: it works in layers of cells with the same number of moves. In each layer it
/// expands only the best `width` cells: the least f = g + h, then the largest g, then the
/// least cell. Memory and time per layer are bounded, and the first target is found early.
/// The search then continues until no cell in the beam can lead to a cheaper path.
///
/// It may fail although a path exists. The status is then out_of_budget (the width is a
/// budget), `cost` is only a lower bound, and `dropped` is not 0. If nothing was dropped,
/// the answer is optimal and the status unreachable is a proof.
///
/// Targets, limits and result otherwise are as in best_first(); `nearest` is chosen among
/// the expanded cells.
/// Pre:    start is open; h is admissible, 0 at targets; width > 0.
/// Cost:   O(width log width) per layer; allocates nothing once scratch is warm.
/// Source: R. Bisiani, "Beam search", Encyclopedia of Artificial Intelligence, 1987.
template <class Space, class Target, CellBound H, class Trace = NoTrace>
// NOLINTNEXTLINE(readability-function-size): the eighth parameter is the trace
BeamResult beam_search(const Space& space, CellIndex start, const Target& target,
                       const H& h, std::size_t width, const Limits& limits,
                       BeamScratch& scratch, const Trace& trace = {}) {
  THRONG_ASSERT(width > 0);
  return BeamSearch(space, target, h, width, limits, scratch, trace).run(start);
}

}  // namespace throng
