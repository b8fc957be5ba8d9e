#pragma once

#include "closure_graph.hpp"
#include "potential_rows.hpp"
#include "potential_scratch.hpp"

#include <throng/grid.hpp>

#include <cstddef>
#include <memory_resource>
#include <span>
#include <vector>

namespace throng {

/// The landmarks of one slot: a list of cells, the oldest first. The values of the slot are
/// the distances from its active sources, one in each component. When components merge, the
/// oldest source stays active and the others sleep. When a component splits off, a sleeping
/// source in it wakes up; if there is none, the part gets a new source. So a door that
/// toggles switches between the same two states.
///
/// All rules depend only on the graph and the list, not on the values of the slot.
class SlotSources {
 public:
  struct Source {
    CellIndex cell;
    bool active;
    friend bool operator==(const Source&, const Source&) = default;
  };

  /// `cells` are the oldest sources; none is active yet.
  explicit SlotSources(std::span<const CellIndex> cells);
  /// From list().
  explicit SlotSources(std::span<const Source> list) : list_(list.begin(), list.end()) {}
  SlotSources() = default;

  std::span<const Source> list() const noexcept { return list_; }
  std::size_t memory_bytes() const noexcept { return list_.capacity() * sizeof(Source); }

  /// Adapts the list to the components of the graph:
  /// - of the sources on open cells that are active, the oldest of each component stays
  ///   active;
  /// - an active source on a closed cell moves to the nearest open cell (by the distance on
  ///   an open map, then by index), unless that component has a source already; it then
  ///   falls asleep where it is;
  /// - a component without a source wakes the oldest sleeping source in it.
  /// Removes the youngest sleeping sources beyond kMostSleeping.
  ///
  /// Where closed steps separate cells of one component, the result may lack sources; see
  /// add_missing(). Cost: O(sources), and the search for open cells.
  void renew(const ClosureGraph& graph, PotentialScratch& scratch);

  /// Adds a source to each region of `unreached`: open cells that no active source reaches,
  /// all of their regions. Wakes the oldest sleeping source of a region. If there is none,
  /// the region's extreme cell in a direction chosen by `slot` becomes a source, so that
  /// slots differ; those of larger regions count as older. Sorts `unreached`, a set. Cost:
  /// O(unreached log unreached), and O(unreached + components) on plain ground if they are
  /// sorted. Returns the number of cells looked at.
  std::size_t add_missing(const ClosureGraph& graph, unsigned slot, std::size_t slots,
                          std::pmr::vector<CellIndex>& unreached,
                          PotentialScratch& scratch);

  static constexpr std::size_t kMostSleeping = 32;

 private:
  bool claim(const ClosureGraph& graph, CellIndex cell, PotentialScratch& scratch) const;
  void forget_youngest();

  std::vector<Source> list_;
};

}  // namespace throng
