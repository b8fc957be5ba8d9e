#pragma once

#include "../core/memory.hpp"
#include "front_search.hpp"
#include "fronts.hpp"
#include "pull_lanes.hpp"

#include <throng/algorithm.hpp>
#include <throng/query.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng {

/// Computes the distances between some cells and all others, from fronts. The sources get
/// labels, the costs to their ancestors. Then one pass over all fronts, from the top of the
/// tree down, takes the least sum of an entry and a cost that is known.
///
/// Any number of threads may call const members at once, each with its own scratch.
/// Source: D. Delling, A. Goldberg, A. Nowatzyk, R. Werneck, "PHAST: Hardware-accelerated
///         shortest path trees", JPDC 73(7), 2013: it computes several trees in one pass
///         down.
class FrontField {
 public:
  /// fronts: must outlive this object.
  FrontField(const Fronts& fronts, SweepDirection direction)
      : fronts_(fronts), from_sources_(direction == SweepDirection::from_sources) {}

  /// Memory of one thread, kept from field to field. Bytes: 4 a rank for each field that is
  /// computed at a time.
  struct Scratch {
    /// A front that is an ancestor of a source.
    struct Seed {
      FrontId front;
      Rank source;
      std::uint32_t field;
      std::size_t label;  ///< where it begins
    };

    explicit Scratch(Memory memory = {})
        : climb(memory),
          label(memory),
          labels(memory),
          seeds(memory),
          at(memory),
          columns(memory),
          costs(memory) {}

    FrontScratch climb;
    std::pmr::vector<Cost> label;   ///< of the last source
    std::pmr::vector<Cost> labels;  ///< of all sources
    std::pmr::vector<Seed> seeds;   ///< the last one is needed next
    // For each field the costs lie side by side:
    std::pmr::vector<Cost> at;       ///< by slot
    std::pmr::vector<Cost> columns;  ///< of the current front
    std::pmr::vector<Cost> costs;    ///< by rank
  };

  /// Sets scratch.costs[rank] to the cost between each rank and the nearest source.
  /// sources: open cells, or 0, which reaches nothing. Cost: a label for each source, and
  /// 0.3 to 0.5 ns an entry with AVX2: 1.4 ms on a game map of 132,000 cells, on which a
  /// sweep of weighted ground takes 7 ms.
  void measure(std::span<const CellIndex> sources, Scratch& scratch) const;

  /// Sets scratch.costs[rank * kFieldLanes + i] to the cost between each rank and source i;
  /// those of further fields are kUnreachable. sources: as above, at most kFieldLanes.
  /// Cost: a label for each source, and about 0.7 to 1 ns an entry with AVX2: 0.36 ms a
  /// field on that map.
  void measure_each(std::span<const CellIndex> sources, Scratch& scratch) const;

 private:
  void label(CellIndex source, std::uint32_t field, Scratch& scratch) const;
  template <std::size_t kFields>
  void pass_down(Scratch& scratch) const;

  const Fronts& fronts_;
  bool from_sources_;
};

}  // namespace throng
