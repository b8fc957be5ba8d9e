#pragma once

#include "../sweep/sweep.hpp"
#include "../sweep/sweep_scratch.hpp"
#include "../sweep/sweep_space.hpp"
#include "closure_graph.hpp"
#include "potential_scratch.hpp"
#include "slot_set.hpp"
#include "slot_sources.hpp"

#include <throng/grid.hpp>
#include <throng/query.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng {

/// A new field for one slot, made in parts over several calls of settle(), with edits in
/// between. sweep() makes it beside the rows. Until the end of a sweep, the cells of edits
/// are remembered. From then on the field follows edits as rows do. In the end SweptFields
/// takes it over.
///
/// At the end of a sweep the field violates I1 and I2 only near edits. I1: if each edge of
/// the cells in `edited` is relaxed, and each cell that this lowers is expanded by
/// Dijkstra's algorithm, then all edges satisfy I1, see sweep_part(). I2: each open cell v
/// that is no source has a neighbour u with f(v) >= f(u) + c, or is in `edited`. For its
/// value came from such a neighbour, whose value can only have fallen since, by an edge
/// that has not changed unless both are in `edited`.
struct FreshField {
  enum class Step : std::uint8_t {
    none,
    blank,   ///< closed and open cells are copied; `next` is the first that was not
    sweep,   ///< plain ground, by a kernel
    lower,   ///< other ground, by Dijkstra's algorithm
    follow,  ///< the edits since the sweep began
    look,    ///< for cells without a value; `next` is the first that was not looked at
    ended,   ///< to be taken over by SweptFields
  };

  Step step = Step::none;
  unsigned slot = 0;
  std::size_t next = 0;           ///< a padded cell
  std::vector<Cost> field;        ///< padded; kUnreachable where a cell opened since
  std::vector<CellIndex> edited;  ///< open cells of the edits that it has not followed
  /// Cells to be expanded, by Dijkstra's algorithm, or in the first part of `sweep`.
  std::vector<CellIndex> open;
  SweepPlace place;          ///< for `sweep`
  SweepScratch queues;       ///< for `sweep`
  bool some_opened = false;  ///< for `sweep`: cells since its last part

  /// The slot, in any step.
  SlotSet slots() const noexcept { return step == Step::none ? 0 : SlotSet{1} << slot; }
  /// Whether the sweep has ended, so that new edits are followed at once.
  bool follows() const noexcept { return step >= Step::follow; }

  void begin(unsigned of_slot, std::size_t cells);
  void end() noexcept { step = Step::none; }

  /// A cell opened or closed.
  void set_open(CellIndex cell, bool is_open);

  /// Continues with a budget above 0 in expansions; returns the work done, at least 1. Adds
  /// sources where there are none; that does not stop when the budget is used up.
  /// space: of the graph. slots: their number. Pre: step is `blank`, `sweep` or `lower`; or
  /// `look`, and `open` is empty.
  std::size_t sweep(const ClosureGraph& graph, const SweepSpace& space,
                    SlotSources& sources, std::size_t slots, std::size_t budget,
                    PotentialScratch& scratch);

  std::size_t memory_bytes() const noexcept;

  /// So many cells are copied in the time of an expansion.
  static constexpr std::size_t kCopiesPerWork = 256;
  /// A sweep expands a cell this many times as fast as a repair.
  static constexpr std::size_t kCellsPerWork = 32;

 private:
  std::size_t copy_blank(const ClosureGraph& graph, const SweepSpace& space,
                         const SlotSources& sources, std::size_t budget);
  std::size_t run_kernel(const SweepSpace& space, std::size_t budget);
  std::size_t look(const ClosureGraph& graph, const SweepSpace& space, SlotSources& sources,
                   std::size_t slots, std::size_t budget, PotentialScratch& scratch);
  std::size_t add_sources(const ClosureGraph& graph, SlotSources& sources,
                          std::size_t slots, PotentialScratch& scratch);
  void begin_sweep(const ClosureGraph& graph, const SweepSpace& space);
};

}  // namespace throng
