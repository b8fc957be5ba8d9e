#include "farthest_cells.hpp"

#include <algorithm>
#include <array>

namespace throng {
namespace {

/// The number of cells found together. Mean of 1 - h / distance for 16 landmarks over 42
/// maps of all MovingAI families: 2.0 % one at a time, 2.2 % by twos, 2.3 % by fours; the
/// difference is in the mazes. Raising the lower bounds between the cells of a wave with
/// the landmarks so far made no difference.
constexpr std::size_t kFarthestTogether = 2;
static_assert(kFarthestTogether <= kWave);

}  // namespace

FarthestCells::FarthestCells(const PlacementWork& work)
    : work_(&work), distance_(work.components.cells.size(), kUnreachable) {}

std::vector<CellIndex> FarthestCells::origins() const {
  std::vector<CellIndex> least(work_->grid.component_count());
  for (std::uint32_t c = 0; c < least.size(); ++c) least[c] = work_->components.of(c)[0];
  return least;
}

std::vector<CellIndex> FarthestCells::next(std::size_t count) {
  const std::uint32_t each = work_->grid.component_count();
  std::vector<CellIndex> found(count * each);
  for (std::uint32_t c = 0; c < each; ++c)
    for (std::size_t i = 0; i < count; ++i) found[i * each + c] = find(c, found, i);
  if (from_origins_) std::fill(distance_.begin(), distance_.end(), kUnreachable);
  from_origins_ = false;
  return found;
}

/// The cell farthest from the learnt cells and from the first `count` of `found`.
CellIndex FarthestCells::find(std::uint32_t component, std::span<const CellIndex> found,
                              std::size_t count) const {
  const std::span<const CellIndex> cells = work_->components.of(component);
  const Cost* const distance = distance_.data() + work_->components.begin[component];
  THRONG_ASSERT(count <= kWave);
  std::array<Position, kWave> others{};
  for (std::size_t k = 0; k < count; ++k)
    others[k] = work_->grid.position(found[k * work_->grid.component_count() + component]);
  std::size_t farthest = 0;
  Cost most = 0;
  const auto look_at = [&](std::size_t i) {
    Cost bound = distance[i];
    if (count > 0 && bound >= most) {
      const Position here = work_->grid.position(cells[i]);
      for (std::size_t k = 0; k < count; ++k)
        bound = std::min(bound, work_->open_distance(here, others[k]));
    }
    if (bound < most || (bound == most && i >= farthest)) return;
    most = bound;
    farthest = i;
  };
  // After checking a few cells, distance[] alone usually rules out the others.
  for (std::size_t i = 0; i < cells.size(); i += 64) look_at(i);
  for (std::size_t i = 0; i < cells.size(); ++i) look_at(i);
  return cells[farthest];
}

void FarthestCells::learn(std::span<const std::span<const Cost>> fields) {
  constexpr std::size_t kCellsTogether = 4096;
  const std::span<const CellIndex> cells = work_->components.cells;
  work_->team.crew.for_each_block(
      cells.size(), kCellsTogether, [&](int, std::size_t begin, std::size_t end) {
        for (const std::span<const Cost> field : fields)
          for (std::size_t i = begin; i < end; ++i)
            distance_[i] = std::min(distance_[i], field[cells[i]]);
      });
}

bool place_farthest(PlacementWork& work) {
  work.announce(static_cast<std::size_t>(work.plan.landmarks) + 1);
  FarthestCells farthest(work);
  if (!work.sweep(farthest.origins())) return false;
  farthest.learn(work.fields());
  for (std::size_t wave = 1; wave > 0;
       wave = std::min(kFarthestTogether, work.next_wave())) {
    if (!work.add(farthest.next(wave))) return false;
    farthest.learn(work.fields());
  }
  return true;
}

}  // namespace throng
