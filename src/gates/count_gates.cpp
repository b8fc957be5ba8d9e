#include "count_gates.hpp"

#include "../areas/edge_cells.hpp"
#include "../grid/move_bit.hpp"

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

  /// Whether a gate begins at an entry cell.
  bool begins(CellIndex entry) const {
    const CellIndex step = step_of(entry), before = entry - step;
    return !contains(before) || step_of(before) != step;
  }

 private:
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

  /// The distance of neighbours in the longer run through an entry cell. Both runs are
  /// measured in turn until one ends, so the longer one costs no more than the shorter.
  CellIndex step_of(CellIndex entry) const {
    Run across{1, entry, entry}, down{stride_, entry, entry};
    while (extend(down))
      if (!extend(across)) return down.step;
    return across.step;
  }

  const std::uint8_t* moves_;
  const std::uint32_t* area_of_;
  CellIndex stride_;
  std::uint32_t from_, into_;
};

std::size_t gates_begun_at(CellIndex cell, const Grid& grid, const AreaMap& areas) {
  const std::uint32_t into = areas.area_of[cell];
  std::array<std::uint32_t, kMoves> from{};  // each area once
  std::size_t found = 0, begun = 0;
  for (unsigned bits = grid.moves()[cell]; bits != 0; bits &= bits - 1) {
    const auto move = static_cast<Move>(std::countr_zero(bits));
    const std::uint32_t area = areas.area_of[cell + grid.offset(move)];
    if (area == into) continue;
    bool known = false;
    for (std::size_t i = 0; i < found; ++i) known = known || from[i] == area;
    if (known) continue;
    from[found++] = area;
    if (PairEntries(grid, areas, area, into).begins(cell)) ++begun;
  }
  return begun;
}

}  // namespace

std::size_t count_gates(const Grid& grid, const AreaMap& areas, Crew& crew,
                        const Progress& progress) {
  THRONG_ASSERT(areas.area_of.size() == grid.cell_count());
  constexpr std::size_t kBlock = std::size_t{1} << 16;
  std::atomic<std::size_t> count{0};
  crew.for_each_block(grid.cell_count(), kBlock,
                      [&](int, std::size_t begin, std::size_t end) {
                        std::size_t begun = 0;
                        for_each_edge_cell(grid, areas, begin, end, [&](CellIndex cell) {
                          begun += gates_begun_at(cell, grid, areas);
                        });
                        count.fetch_add(begun, std::memory_order_relaxed);
                        progress(end - begin);
                      });
  return count;
}

}  // namespace throng
