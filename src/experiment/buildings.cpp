#include "buildings.hpp"

#include <algorithm>
#include <utility>

namespace throng::experiment {

std::span<const Edit> Buildings::choose(TerrainView terrain, const Grid& grid,
                                        const std::vector<Position>& units) {
  ++frame_;
  occupied_.resize(grid.cell_count());
  for (const Position unit : units) occupied_[grid.cell(unit)] = frame_;
  edits_.clear();
  for (std::size_t k = 0; k < each_frame_; ++k) {
    const bool build =
        standing_.empty() || (standing_.size() < kMost * each_frame_ && random_.chance(50));
    if ((!build || !place(terrain, grid)) && !standing_.empty()) destroy();
  }
  return edits_;
}

bool Buildings::place(TerrainView terrain, const Grid& grid) {
  const auto below = [&](std::int32_t n) {
    return static_cast<std::int32_t>(random_.below(static_cast<std::uint32_t>(n)));
  };
  if (terrain.width < kSide || terrain.height < kSide) return false;
  for (int tries = 0; tries < kTries; ++tries) {
    const std::int32_t x = below(terrain.width - kSide + 1);
    const MapRect at{{x, below(terrain.height - kSide + 1)}, kSide, kSide};
    if (!is_site(terrain, grid, at)) continue;
    standing_.push_back({at, terrain.at(at.corner)});
    edits_.emplace_back(TerrainEdit{at, '@'});
    return true;
  }
  return false;
}

bool Buildings::is_site(TerrainView terrain, const Grid& grid, const MapRect& at) const {
  for (const Building& other : standing_)  // some of them only from this frame on
    if (std::max(std::abs(other.at.corner.x - at.corner.x),
                 std::abs(other.at.corner.y - at.corner.y)) < kSide)
      return false;
  const Position end{at.corner.x + kSide, at.corner.y + kSide};
  for (Position p = at.corner; p.y < end.y; ++p.y)
    for (p.x = at.corner.x; p.x < end.x; ++p.x)
      if (!grid.open(p) || terrain.at(p) != terrain.at(at.corner)) return false;
  // A large unit may stand on the site although its position lies beside it.
  const std::int32_t more = grid.rules().unit_size - 1;
  for (Position p{0, std::max(at.corner.y - more, 0)}; p.y < end.y; ++p.y)
    for (p.x = std::max(at.corner.x - more, 0); p.x < end.x; ++p.x)
      if (occupied_[grid.cell(p)] == frame_) return false;
  return true;
}

void Buildings::destroy() {
  const std::size_t k = random_.below(static_cast<std::uint32_t>(standing_.size()));
  std::swap(standing_[k], standing_.back());
  edits_.emplace_back(TerrainEdit{standing_.back().at, standing_.back().ground});
  standing_.pop_back();
}

}  // namespace throng::experiment
