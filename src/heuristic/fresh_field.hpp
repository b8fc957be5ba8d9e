#pragma once

#include "../sweep/sweep.hpp"
#include "../sweep/sweep_scratch.hpp"
#include "../sweep/sweep_space.hpp"
#include "closure_graph.hpp"
#include "pending_cells.hpp"
#include "potential_scratch.hpp"
#include "slot_sources.hpp"

#include <throng/grid.hpp>
#include <throng/query.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng {

/// A new field for one slot, made beside the rows over several calls of settle(), with
/// edits in between. The cells of edits are remembered until the field has been swept, and
/// has then followed them all. From then on it follows edits at once, as rows do, until it
/// is written into the rows.
///
/// At the end of a sweep the field violates I1 and I2 only near edits. I1: if each edge of
/// the cells in `edited` is relaxed, and each cell that this lowers is expanded by
/// Dijkstra's algorithm, then all edges satisfy I1, see sweep_part(). I2: each open cell v
/// that is no source has a neighbour u with f(v) >= f(u) + c, or is in `edited`. For its
/// value came from such a neighbour, whose value can only have fallen since, by an edge
/// that has not changed unless both are in `edited`. Once these cells are followed, those
/// without such a neighbour are in `unsupported`.
struct FreshField {
  enum class Step : std::uint8_t {
    none,    ///< not in use
    blank,   ///< closed and open cells are appended; `next` is the number of cells so far
    sweep,   ///< plain ground, by a kernel
    lower,   ///< other ground, by Dijkstra's algorithm
    follow,  ///< the edits since the sweep began
    look,    ///< for cells without a value; `next` is the first that was not looked at
    ended,   ///< all cells have a value
  };

  Step step = Step::none;
  unsigned slot = 0;
  std::size_t next = 0;           ///< a padded cell
  std::vector<Cost> field;        ///< padded; kUnreachable where a cell opened since
  std::vector<CellIndex> edited;  ///< open cells of the edits that it has not followed
  /// Cells to be expanded, by Dijkstra's algorithm, or in the first part of `sweep`.
  std::vector<CellIndex> open;
  PendingCells unsupported;  ///< of this slot
  SweepPlace place;          ///< for `sweep`
  SweepScratch queues;       ///< for `sweep`
  bool some_opened = false;  ///< for `sweep`: cells since its last part

  /// Whether the sweep has ended.
  bool swept() const noexcept { return step >= Step::follow; }
  /// Whether the field satisfies I1, so that it can be written.
  bool ready() const noexcept { return step == Step::ended && open.empty(); }

  void begin(unsigned of_slot, std::size_t cells);
  void end() noexcept { step = Step::none; }

  /// A cell opened or closed. Pre: step is not `none`, here and below.
  void set_open(CellIndex cell, bool is_open);
  /// Adapts the field to an edit of these cells. What this lowers, advance() spreads.
  void edit(const ClosureGraph& graph, std::span<const CellIndex> cells,
            PotentialScratch& scratch);

  /// Continues with a budget above 0 in expansions, until it is used up, or the step is
  /// `follow` if it was before that, or the field is ready(). Returns the work done. Adds
  /// sources where there are none; that does not stop when the budget is used up. Fields of
  /// different slots may advance at the same time. space: of the graph. slots: their
  /// number. Pre: not ready().
  std::size_t advance(const ClosureGraph& graph, const SweepSpace& space,
                      SlotSources& sources, std::size_t slots, std::size_t budget,
                      PotentialScratch& scratch);

  /// The work of a whole field, in expansions, about. open_cells: of the graph.
  static std::size_t work(const ClosureGraph& graph, const SweepSpace& space,
                          std::size_t open_cells) noexcept;
  /// The work that is left of it, about. of_all: work().
  std::size_t debt(const ClosureGraph& graph, const SweepSpace& space,
                   std::size_t of_all) const noexcept;

  std::size_t memory_bytes() const noexcept;

  /// So many cells are copied in the time of an expansion.
  static constexpr std::size_t kCopiesPerWork = 256;
  /// A sweep expands a cell this many times as fast as a repair.
  static constexpr std::size_t kCellsPerWork = 32;

 private:
  /// A sweep has at least a part of 1 / kLeastLeft left, as debt() has it.
  static constexpr std::size_t kLeastLeft = 16;

  std::size_t make(const ClosureGraph& graph, const SweepSpace& space,
                   const SlotSources& sources, std::size_t budget,
                   PotentialScratch& scratch);
  std::size_t complete(const ClosureGraph& graph, const SweepSpace& space,
                       SlotSources& sources, std::size_t slots, std::size_t budget,
                       PotentialScratch& scratch);
  std::size_t lower_open(const ClosureGraph& graph, std::size_t budget,
                         PotentialScratch& scratch);
  void follow(const ClosureGraph& graph, std::span<const CellIndex> cells,
              PotentialScratch& scratch);
  std::size_t follow_edited(const ClosureGraph& graph, std::size_t budget,
                            PotentialScratch& scratch);
  std::size_t copy_blank(const ClosureGraph& graph, const SweepSpace& space,
                         const SlotSources& sources, std::size_t budget);
  std::size_t run_kernel(const SweepSpace& space, std::size_t budget);
  std::size_t look(const ClosureGraph& graph, const SweepSpace& space, SlotSources& sources,
                   std::size_t slots, std::size_t budget, PotentialScratch& scratch);
  bool reaches_all(const ClosureGraph& graph, const SlotSources& sources,
                   PotentialScratch& scratch) const;
  std::size_t add_sources(const ClosureGraph& graph, SlotSources& sources,
                          std::size_t slots, PotentialScratch& scratch);
  void begin_sweep(const ClosureGraph& graph, const SweepSpace& space);
};

}  // namespace throng
