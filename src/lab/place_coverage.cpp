#include "../core/rng.hpp"
#include "../heuristic/placement.hpp"
#include "lab.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace throng {
namespace {

constexpr std::size_t kPairs = 4096;  ///< in the sample
/// Candidates for each landmark.
constexpr std::size_t kFarthest = 2;
constexpr std::size_t kOnBorders = 1;

/// Candidates for slots, and the bounds of each for a sample of pairs.
class Candidates {
 public:
  explicit Candidates(PlacementWork& work);

  /// False when the monitor cancelled.
  bool add_farthest(std::size_t count) { return judge(work_.farthest_cells(count)); }
  bool add_on_borders(std::size_t count);

  /// The cells of the best candidates: [slot * component_count + component].
  std::vector<CellIndex> choose(std::size_t count);

 private:
  bool judge(std::span<const CellIndex> sources);
  CellIndex cell_on_border(std::uint32_t component);

  PlacementWork& work_;
  ComponentCells components_;
  SplitMix64 random_;
  std::vector<std::pair<CellIndex, CellIndex>> pairs_;
  std::vector<Cost> bound_;                ///< by pair: the best so far
  std::vector<CellIndex> cells_;           ///< [candidate * component_count + component]
  std::vector<std::vector<Cost>> bounds_;  ///< by candidate: the bound of each pair
};

/// Pairs are drawn within components, in proportion to the size of the component.
Candidates::Candidates(PlacementWork& work)
    : work_(work), components_(list_components(work.grid)), random_(work.plan.seed) {
  const std::span<const CellIndex> cells = components_.cells;
  for (std::size_t i = 0; i < kPairs; ++i) {
    const CellIndex a = cells[random_.below(static_cast<std::uint32_t>(cells.size()))];
    const auto others = components_.of(work.grid.component(a));
    const CellIndex b = others[random_.below(static_cast<std::uint32_t>(others.size()))];
    pairs_.emplace_back(a, b);
    bound_.push_back(work.open_distance(a, b));
  }
}

/// Sweeps from candidates, and records their bounds.
bool Candidates::judge(std::span<const CellIndex> sources) {
  const std::size_t wave = kWave * work_.grid.component_count();
  for (std::size_t begin = 0; begin < sources.size(); begin += wave) {
    if (!work_.sweep(sources.subspan(begin, std::min(wave, sources.size() - begin))))
      return false;
    for (const std::span<const Cost> field : work_.fields()) {
      std::vector<Cost>& bounds = bounds_.emplace_back();
      for (const auto& [a, b] : pairs_)
        bounds.push_back(std::max(field[a], field[b]) - std::min(field[a], field[b]));
    }
  }
  cells_.insert(cells_.end(), sources.begin(), sources.end());
  return true;
}

/// A random cell with fewer than all moves; any cell if none is found soon.
CellIndex Candidates::cell_on_border(std::uint32_t component) {
  constexpr int kTries = 64;
  constexpr std::array kMost{8, 4, 6, 6};  // neighbours, by topology
  const int all = kMost[static_cast<std::size_t>(work_.grid.rules().topology)];
  const std::span<const CellIndex> cells = components_.of(component);
  CellIndex cell = cells[0];
  for (int i = 0; i < kTries; ++i) {
    cell = cells[random_.below(static_cast<std::uint32_t>(cells.size()))];
    if (std::popcount(work_.grid.moves()[cell]) < all) break;
  }
  return cell;
}

bool Candidates::add_on_borders(std::size_t count) {
  std::vector<CellIndex> sources;
  for (std::size_t i = 0; i < count; ++i)
    for (std::uint32_t c = 0; c < work_.grid.component_count(); ++c)
      sources.push_back(cell_on_border(c));
  return judge(sources);
}

std::vector<CellIndex> Candidates::choose(std::size_t count) {
  const std::size_t each = work_.grid.component_count();
  std::vector<CellIndex> chosen;
  std::vector<bool> taken(bounds_.size());
  for (std::size_t slot = 0; slot < count; ++slot) {
    std::size_t best = 0;
    std::uint64_t most = 0;
    for (std::size_t i = 0; i < bounds_.size(); ++i) {
      if (taken[i]) continue;
      std::uint64_t sum = 1;  // at least 1, so that some candidate is the best
      for (std::size_t p = 0; p < kPairs; ++p) sum += std::max(bound_[p], bounds_[i][p]);
      if (sum <= most) continue;
      most = sum;
      best = i;
    }
    taken[best] = true;
    for (std::size_t p = 0; p < kPairs; ++p)
      bound_[p] = std::max(bound_[p], bounds_[best][p]);
    const auto first = cells_.begin() + static_cast<std::ptrdiff_t>(best * each);
    chosen.insert(chosen.end(), first, first + static_cast<std::ptrdiff_t>(each));
  }
  return chosen;
}

}  // namespace

bool place_coverage(PlacementWork& work) {
  const auto landmarks = static_cast<std::size_t>(work.plan.landmarks);
  work.announce((kFarthest + kOnBorders + 1) * landmarks);
  Candidates candidates(work);
  if (!candidates.add_farthest(kFarthest * landmarks)) return false;
  if (!candidates.add_on_borders(kOnBorders * landmarks)) return false;
  return work.add(candidates.choose(landmarks));
}

}  // namespace throng
