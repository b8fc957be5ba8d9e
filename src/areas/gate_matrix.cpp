#include "gate_matrix.hpp"

#include "../grid/cost_range.hpp"
#include "../sweep/closable_space.hpp"
#include "../sweep/sweep.hpp"
#include "min_plus.hpp"

#include <throng/assert.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

namespace throng {
namespace {

/// Rows are distributed in blocks, because neighbouring rows often leave the same area.
constexpr std::size_t kRowsPerBlock = 4;

/// Lists of cells, stored contiguously.
struct CellLists {
  std::vector<CellIndex> cells;
  std::vector<std::size_t> begin{0};

  std::span<const CellIndex> operator[](std::size_t i) const noexcept {
    return std::span(cells).subspan(begin[i], begin[i + 1] - begin[i]);
  }
  void end_list() { begin.push_back(cells.size()); }
};

CellLists cells_of_areas(const AreaMap& areas) {
  CellLists lists;
  lists.begin.assign(std::size_t{areas.count} + 1, 0);
  for (const std::uint32_t area : areas.area_of)
    if (area != kNoArea) ++lists.begin[area + 1];
  for (std::size_t area = 0; area < areas.count; ++area)
    lists.begin[area + 1] += lists.begin[area];
  std::vector<std::size_t> next = lists.begin;
  lists.cells.resize(next.back());
  for (std::size_t cell = 0; cell < areas.area_of.size(); ++cell)
    if (const std::uint32_t area = areas.area_of[cell]; area != kNoArea)
      lists.cells[next[area]++] = static_cast<CellIndex>(cell);
  return lists;
}

/// The cells of each gate, by column.
CellLists cells_of_gates(const Grid& grid, const Gates& gates) {
  CellLists lists;
  for (std::uint32_t column = 0; column < gates.count(); ++column) {
    const Gate& gate = gates[gates.row_of(column)];
    const bool down = gate.first.x == gate.last.x;
    const CellIndex step = down ? grid.stride() : 1, end = grid.cell(gate.last);
    for (CellIndex cell = grid.cell(gate.first); cell <= end; cell += step)
      lists.cells.push_back(cell);
    lists.end_list();
  }
  return lists;
}

/// The data that all threads read.
struct Shared {
  const Grid& grid;
  const Gates& gates;
  CellLists areas;                     ///< cells of each area
  CellLists ends;                      ///< cells of each gate, by column
  std::vector<std::uint32_t> columns;  ///< by row
};

/// Fills rows, one at a time. Used by one thread.
class RowFiller {
 public:
  RowFiller(const Shared& shared, SweepScratch& scratch)
      : shared_(shared),
        scratch_(scratch),
        space_(shared.grid, FieldMetric::cost),
        field_(shared.grid.cell_count()) {}

  void fill(std::size_t row, Cost* costs) {
    const Gate& gate = shared_.gates[row];
    if (gate.from != closed_) {
      space_.close(shared_.areas[gate.from]);
      closed_ = gate.from;
    }
    // A path around the area may cost more than any distance of the grid, and more than 32
    // bits hold. Such a path is not needed: the part of a cheapest path between two gates
    // costs no more than a distance, and no distance exceeds max_distance. A sweep with
    // that radius computes nothing above radius + straight + diagonal, which is below
    // kUnreachable.
    sweep(space_.space(), shared_.ends[shared_.columns[row]], radius(), scratch_, field_);
    for (std::size_t column = 0; column < shared_.gates.count(); ++column)
      costs[column] = least(shared_.ends[column]);
    const Gates::Range unused = shared_.gates.into(gate.from);  // removed cells hold 0
    std::fill(costs + unused.first, costs + unused.last, kUnreachable);
  }

 private:
  Cost radius() const {
    return static_cast<Cost>(max_distance(shared_.grid.max_step_cost()));
  }
  Cost least(std::span<const CellIndex> cells) const {
    Cost least = kUnreachable;
    for (const CellIndex cell : cells) least = std::min(least, field_[cell]);
    return least;
  }

  const Shared& shared_;
  SweepScratch& scratch_;
  ClosableSpace space_;
  std::vector<Cost> field_;
  std::uint32_t closed_ = kNoArea;  ///< the removed area
};

std::vector<std::uint32_t> columns_of(const Gates& gates) {
  std::vector<std::uint32_t> columns(gates.count());
  for (std::uint32_t column = 0; column < columns.size(); ++column)
    columns[gates.row_of(column)] = column;
  return columns;
}

/// In units of 2^20 bytes, like the limit, with one decimal.
std::string megabytes(double bytes) {
  const auto tenths = std::llround(bytes / (1 << 20) * 10);
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " MB";
}

}  // namespace

bool fill_gate_rows(const Grid& grid, const AreaMap& areas, const Gates& gates,
                    std::size_t first, const SweepTeam& team, std::span<Cost> rows) {
  if (rows.empty()) return true;
  const std::size_t columns = gates.count(), count = rows.size() / columns;
  THRONG_ASSERT(count * columns == rows.size() && first + count <= columns);
  const Shared shared{grid, gates, cells_of_areas(areas), cells_of_gates(grid, gates),
                      columns_of(gates)};
  std::vector<std::unique_ptr<RowFiller>> fillers(team.scratch.size());  // by thread
  team.crew.for_each_block(
      count, kRowsPerBlock, [&](int thread, std::size_t begin, std::size_t end) {
        const auto mine = static_cast<std::size_t>(thread);
        if (fillers[mine] == nullptr)
          fillers[mine] = std::make_unique<RowFiller>(shared, *team.scratch[mine]);
        for (std::size_t i = begin; i < end && !team.cancelled(); ++i) {
          fillers[mine]->fill(first + i, &rows[i * columns]);
          team.progress()(1);
        }
      });
  return !team.cancelled();
}

Result<GateMatrix> GateMatrix::build(const Grid& grid, const AreaMap& areas,
                                     const Gates& gates, std::size_t most_bytes,
                                     const SweepTeam& team) {
  const std::size_t count = gates.count();
  // Gates are numbered in 32 bits, so the square of their number fits into 64.
  if (count * count > most_bytes / sizeof(Cost))
    return fail(Code::over_limit,
                "the matrix of " + std::to_string(count) + " gates needs " +
                    megabytes(static_cast<double>(count) * static_cast<double>(count) *
                              sizeof(Cost)) +
                    ", more than the " + megabytes(static_cast<double>(most_bytes)) +
                    " allowed");
  std::vector<Cost> costs(count * count);
  team.progress().expect(count);
  if (!fill_gate_rows(grid, areas, gates, 0, team, costs))
    return fail(Code::cancelled, "the gate matrix was cancelled");
  return GateMatrix(count, SharedArray(std::move(costs)));
}

void GateMatrix::find_exits(Gates::Range rows, Gates::Range columns,
                            std::span<const Cost> ends,
                            std::span<Cost> result) const noexcept {
  THRONG_ASSERT(ends.size() >= columns.size() && result.size() >= rows.size());
  const CostBlock block(costs_.data() + rows.first * count_ + columns.first, rows.size(),
                        columns.size(),
                        Eigen::OuterStride<>(static_cast<Eigen::Index>(count_)));
  min_plus(block, Eigen::Map<const CostMatrix>(ends.data(), columns.size(), 1),
           Eigen::Map<CostMatrix>(result.data(), rows.size(), 1));
}

}  // namespace throng
