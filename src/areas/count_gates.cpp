#include "count_gates.hpp"

#include "../grid/move_bit.hpp"
#include "edge_cells.hpp"

#include <throng/assert.hpp>

#include <array>
#include <atomic>
#include <bit>
#include <cstdint>

namespace throng {
namespace {

/// The entry cells of one pair of areas, found where they are asked for.
class PairEntries {
 public:
  PairEntries(const Grid& grid, const AreaMap& areas, std::uint32_t from,
              std::uint32_t into)
      : moves_(grid.moves().data()),
        area_of_(areas.area_of.data()),
        stride_(grid.stride()),
        from_(from),
        into_(into) {}

  /// Whether a cell is an entry cell.
  bool contains(CellIndex cell) const {
    const std::uint32_t* const area = area_of_ + cell;
    if (*area != into_) return false;
    const auto across = std::ptrdiff_t{stride_};
    const auto leads = [&](Move move, std::ptrdiff_t step) {
      return (moves_[cell] & bit(move)) != 0 && area[step] == from_;
    };
    return leads(Move::north, -across) || leads(Move::south, across) ||
           leads(Move::west, -1) || leads(Move::east, 1) ||
           leads(Move::north_west, -across - 1) || leads(Move::north_east, -across + 1) ||
           leads(Move::south_west, across - 1) || leads(Move::south_east, across + 1);
  }

  /// The distance of neighbours in the longer run through an entry cell. Both runs are
  /// measured in turn until one ends, so the longer one costs no more than the shorter.
  CellIndex step_of(CellIndex entry) const {
    Run across{1, entry, entry}, down{stride_, entry, entry};
    while (extend(down))
      if (!extend(across)) return down.step;
    return across.step;
  }

 private:
  /// One of the two runs through an entry cell, measured cell by cell.
  struct Run {
    CellIndex step, first, last;
    bool ended_before = false, ended_after = false;

    bool ended() const { return ended_before && ended_after; }
  };

  /// Adds the next cell of a run; false if it has no more cells.
  bool extend(Run& run) const {
    if (!run.ended_before) {
      run.ended_before = !contains(run.first - run.step);
      if (!run.ended_before) run.first -= run.step;
      if (!run.ended_before) return true;
    }
    if (!run.ended_after) {
      run.ended_after = !contains(run.last + run.step);
      if (!run.ended_after) run.last += run.step;
      if (!run.ended_after) return true;
    }
    return false;
  }

  const std::uint8_t* moves_;
  const std::uint32_t* area_of_;
  CellIndex stride_;
  std::uint32_t from_, into_;
};

/// Counts the gates that begin at cells of [begin, ...), visited in ascending order: all
/// that lie beside another area.
class GateCounter {
 public:
  GateCounter(const Grid& grid, const AreaMap& areas, std::size_t begin)
      : grid_(grid), area_of_(areas.area_of.data()), areas_(areas), begin_(begin) {}

  void visit(CellIndex cell) {
    Visited now{.cell = cell, .into = area_of_[cell]};
    for (unsigned bits = grid_.moves()[cell]; bits != 0; bits &= bits - 1) {
      const auto move = static_cast<Move>(std::countr_zero(bits));
      const std::uint32_t from = area_of_[cell + grid_.offset(move)];
      if (from == now.into || now.find(from) != nullptr) continue;
      const PairEntries pair(grid_, areas_, from, now.into);
      const CellIndex step = pair.step_of(cell);
      now.entries[now.count++] = {from, step};
      if (!goes_on(pair, cell, {from, step})) ++gates_;
    }
    last_ = now;
  }

  std::size_t gates() const noexcept { return gates_; }

 private:
  struct Entry {
    std::uint32_t from;  ///< an area that leads to the cell
    CellIndex step;      ///< the distance of neighbours in the run through the cell
  };
  /// A cell, and each area that leads to it.
  struct Visited {
    CellIndex cell = 0;
    std::uint32_t into = kNoArea;
    std::array<Entry, kMoves> entries = {};
    std::size_t count = 0;

    const Entry* find(std::uint32_t from) const {
      for (std::size_t i = 0; i < count; ++i)
        if (entries[i].from == from) return &entries[i];
      return nullptr;
    }
  };

  /// Whether the gate at an entry cell has a cell before it.
  bool goes_on(const PairEntries& pair, CellIndex cell, Entry entry) const {
    const CellIndex before = cell - entry.step;
    if (entry.step == 1 && before >= begin_) {  // it was visited last, if it is an entry
      const Entry* const last = last_.cell == before ? last_.find(entry.from) : nullptr;
      return last != nullptr && last_.into == area_of_[cell] && last->step == 1;
    }
    return pair.contains(before) && pair.step_of(before) == entry.step;
  }

  const Grid& grid_;
  const std::uint32_t* area_of_;
  const AreaMap& areas_;
  std::size_t begin_;
  Visited last_;
  std::size_t gates_ = 0;
};

}  // namespace

std::size_t count_gates(const Grid& grid, const AreaMap& areas, Crew& crew,
                        const Progress& progress) {
  THRONG_ASSERT(areas.area_of.size() == grid.cell_count());
  constexpr std::size_t kBlock = std::size_t{1} << 16;
  std::atomic<std::size_t> count{0};
  crew.for_each_block(grid.cell_count(), kBlock,
                      [&](int, std::size_t begin, std::size_t end) {
                        GateCounter counter(grid, areas, begin);
                        for_each_edge_cell(grid, areas, begin, end,
                                           [&](CellIndex cell) { counter.visit(cell); });
                        count.fetch_add(counter.gates(), std::memory_order_relaxed);
                        progress(end - begin);
                      });
  return count;
}

}  // namespace throng
