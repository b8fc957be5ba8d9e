#include "check_landmarks.hpp"

#include "../core/processor.hpp"
#include "../grid/grid_access.hpp"
#include "../grid/link_graph.hpp"
#include "../sweep/sweep.hpp"
#include "damaged.hpp"

#include <throng/index.hpp>
#include <throng/links.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <vector>

namespace throng {
namespace {

struct Neighbour {
  const Cost* row;
  Cost cost;  ///< of the step or link from it, or to it
};

/// What a cell's values should be: the least sums of a neighbour's value and the cost of
/// the step, at most kUnreachable; and 0 in slots beyond the landmarks, where `used` is 0.
struct LeastSums {
  std::span<const Neighbour> neighbours;
  const Cost* used;
};

/// Compares n registers of values, from `slot` on, with the least sums. The inner loop
/// keeps them in registers.
template <class Lanes, std::size_t n>
[[gnu::always_inline]] inline bool same(const LeastSums& sums, const Cost* row,
                                        std::size_t slot) {
  std::array<Lanes, n> least;
  for (std::size_t i = 0; i < n; ++i) least[i] = Lanes{} + kUnreachable;
  for (const Neighbour& neighbour : sums.neighbours) {
    const auto* const values = reinterpret_cast<const Lanes*>(neighbour.row + slot);
    const Lanes most = Lanes{} + (kUnreachable - neighbour.cost);
    for (std::size_t i = 0; i < n; ++i) {
      const Lanes sum = (values[i] < most ? values[i] : most) + neighbour.cost;
      least[i] = sum < least[i] ? sum : least[i];
    }
  }
  const auto* const values = reinterpret_cast<const Lanes*>(row + slot);
  const auto* const used = reinterpret_cast<const Lanes*>(sums.used + slot);
  Lanes wrong{};
  for (std::size_t i = 0; i < n; ++i) wrong |= (least[i] & used[i]) ^ values[i];
  std::array<std::uint64_t, sizeof(Lanes) / 8> words;
  std::memcpy(words.data(), &wrong, sizeof words);
  std::uint64_t any = 0;
  for (const std::uint64_t word : words) any |= word;
  return any == 0;
}

/// Sixteen slots at a time, then the last eight. Rows are aligned to 32 bytes.
template <class Lanes>
[[gnu::always_inline]] inline bool same_row(const LeastSums& sums, const Cost* row,
                                            std::size_t slots) {
  constexpr std::size_t kEight = 32 / sizeof(Lanes);
  std::size_t slot = 0;
  for (; slot + 16 <= slots; slot += 16)
    if (!same<Lanes, 2 * kEight>(sums, row, slot)) return false;
  return slot == slots || same<Lanes, kEight>(sums, row, slot);
}

using SameRow = bool (*)(const LeastSums&, const Cost*, std::size_t) noexcept;

bool same_row_portably(const LeastSums& sums, const Cost* row, std::size_t slots) noexcept {
  using Lanes = Cost __attribute__((vector_size(16)));
  return same_row<Lanes>(sums, row, slots);
}

#if defined(__x86_64__)
[[gnu::target("avx2")]] bool same_row_avx2(const LeastSums& sums, const Cost* row,
                                           std::size_t slots) noexcept {
  using Lanes = Cost __attribute__((vector_size(32)));
  return same_row<Lanes>(sums, row, slots);
}
#endif

SameRow best_same_row() noexcept {
#if defined(__x86_64__)
  if (has_avx2()) return same_row_avx2;
#endif
  return same_row_portably;
}

class FieldCheck {
 public:
  FieldCheck(const StoredLandmarks& landmarks, const LandmarkTable& table,
             SweepDirection direction)
      : grid_(landmarks.grid),
        rows_(landmarks.rows.row.data()),
        cells_(landmarks.cells),
        space_(grid_, landmarks.metric, SweepKind::weighted, direction),
        values_(table.exact()),
        slots_(table.slots()),
        landmarks_(static_cast<std::size_t>(table.landmarks())),
        each_(grid_.component_count()) {
    std::fill_n(used_.begin(), landmarks_, ~Cost{0});
  }

  /// The first cell with a wrong value, as a message; empty if there is none.
  std::string run() {
    const SameRow same = best_same_row();
    for (CellIndex cell = 0; cell < grid_.cell_count(); ++cell) {
      if (grid_.component(cell) == Grid::kNoComponent) continue;
      find_neighbours(cell);
      const LeastSums sums{near_, used_.data()};
      if (!same(sums, row_of(cell), slots_) && !explained(cell))
        return "the distances of cell " + std::to_string(cell) + " are wrong";
    }
    return {};
  }

 private:
  const Cost* row_of(CellIndex cell) const noexcept {
    return values_ + rows_[cell] * slots_;
  }

  void find_neighbours(CellIndex cell) {
    const bool forward = space_.direction == SweepDirection::to_sources;
    std::size_t count = 0;
    for (unsigned d = 0; d < kMoves; ++d) {
      const CellIndex other = forward ? cell + space_.offsets[d] : cell - space_.offsets[d];
      const CellIndex from = forward ? cell : other;
      if ((space_.moves[from] >> d & 1U) != 0)
        steps_[count++] = {row_of(other), space_.step_cost(from, d)};
    }
    near_ = std::span(steps_).first(count);
    if (space_.links == nullptr) return;
    const LinkGraph& links = *space_.links;
    steps_and_links_.assign(near_.begin(), near_.end());
    for (const LinkGraph::Way& way :
         (forward ? links.forward() : links.backward()).of(cell))
      steps_and_links_.push_back(
          {row_of(way.to), space_.link_step != 0 ? space_.link_step : way.cost});
    near_ = steps_and_links_;
  }

  /// Whether values of a cell that are not the least sums are 0 at their landmark.
  bool explained(CellIndex cell) const noexcept {
    const Cost* const row = row_of(cell);
    for (std::size_t slot = 0; slot < slots_; ++slot) {
      std::uint64_t least = used_[slot] != 0 ? kUnreachable : 0;
      if (slot < landmarks_ && cells_[slot * each_ + grid_.component(cell)] == cell)
        least = 0;
      for (const Neighbour& neighbour : near_)
        least = std::min(least, std::uint64_t{neighbour.row[slot]} + neighbour.cost);
      if (row[slot] != least) return false;
    }
    return true;
  }

  const Grid& grid_;
  const std::uint32_t* rows_;
  std::span<const CellIndex> cells_;
  SweepSpace space_;
  const Cost* values_;
  std::size_t slots_;
  std::size_t landmarks_;
  std::size_t each_;
  /// By slot: all bits, or none beyond the landmarks.
  alignas(64) std::array<Cost, IndexOptions::kMaxLandmarks> used_{};
  std::array<Neighbour, kMoves> steps_{};
  std::vector<Neighbour> steps_and_links_;
  std::span<const Neighbour> near_;
};

/// The first cell whose row is not what sweeps from the landmarks give, as a message; empty
/// if there is none. For tables without rows of some cells.
std::string find_wrong_row(const StoredLandmarks& landmarks, const LandmarkTable& table) {
  const Grid& grid = landmarks.grid;
  const SweepSpace space(grid, landmarks.metric);
  SweepScratch scratch;
  std::vector<Cost> field(grid.cell_count());
  const std::size_t each = grid.component_count();
  for (std::size_t slot = 0; slot < table.slots(); ++slot) {
    const bool used = slot < static_cast<std::size_t>(table.landmarks());
    if (used)
      sweep(space, landmarks.cells.subspan(slot * each, each), kUnreachable - 1, scratch,
            field);
    for (CellIndex cell = 0; cell < grid.cell_count(); ++cell) {
      const std::size_t row = landmarks.rows.row[cell];
      if (row >= landmarks.count) continue;
      if (table.exact()[row * table.slots() + slot] != (used ? field[cell] : 0))
        return "the distances of cell " + std::to_string(cell) + " are wrong";
    }
  }
  return {};
}

}  // namespace

Outcome check_landmarks(const StoredLandmarks& landmarks, const LandmarkTable& table,
                        SweepDirection direction, IndexCheck level) {
  const Grid& grid = landmarks.grid;
  const std::size_t each = grid.component_count();
  if (landmarks.cells.size() != static_cast<std::size_t>(table.landmarks()) * each)
    return damaged(SectionId::landmark_cells, "not one for each landmark");
  for (std::size_t i = 0; i < landmarks.cells.size(); ++i)
    if (landmarks.cells[i] >= grid.cell_count() ||
        grid.component(landmarks.cells[i]) != i % each)
      return damaged(SectionId::landmark_cells, i, "lies outside its component");
  const std::size_t values = table.slots() * landmarks.count;
  if (table.exact_values().size() != values)
    return damaged(SectionId::landmarks, "not a row for each cell");
  // Checked builds stop where a bound turns out not to be consistent.
  const IndexCheck least = THRONG_CHECKS != 0 ? IndexCheck::ranges : IndexCheck::values;
  if (level < least) return ok();
  const std::string wrong = landmarks.count == landmarks.rows.count
                                ? FieldCheck(landmarks, table, direction).run()
                                : find_wrong_row(landmarks, table);
  return wrong.empty() ? ok() : damaged(SectionId::landmarks, wrong);
}

}  // namespace throng
