#include "placement.hpp"

#include "../core/huge_pages.hpp"

#include <algorithm>
#include <array>
#include <atomic>

namespace throng {
namespace {

using Placements = std::array<std::atomic<PlaceLandmarks>, kPlacements.size()>;

Placements& placements_of_lab() noexcept {
  static Placements all{};
  return all;
}

}  // namespace

void set_lab_placement(Placement placement, PlaceLandmarks place) noexcept {
  placements_of_lab()[static_cast<std::size_t>(placement)].store(place,
                                                                 std::memory_order_release);
}

PlaceLandmarks find_placement(Placement placement) noexcept {
  if (placement == Placement::farthest) return place_farthest;
  if (placement > kPlacements.back()) return nullptr;
  return placements_of_lab()[static_cast<std::size_t>(placement)].load(
      std::memory_order_acquire);
}

PlacementWork::PlacementWork(const Grid& own_grid, const CellRows& own_rows,
                             const LandmarkPlan& own_plan, const SweepTeam& own_team)
    : grid(own_grid),
      rows(own_rows),
      plan(own_plan),
      team(own_team),
      open_distance(grid, plan.metric),
      space_(grid, plan.metric, SweepDirection::from_sources, team.crew),
      result_{LandmarkTable(grid, rows, plan.landmarks, plan.metric), {}, {}} {
  result_.cells.reserve(static_cast<std::size_t>(plan.landmarks) * component_count());
}

void PlacementWork::announce(std::size_t sweeps) const { team.progress().expect(sweeps); }

bool PlacementWork::sweep(std::span<const CellIndex> sources) {
  return sweep(space_, sources);
}

bool PlacementWork::sweep(const SweepSpace& space, std::span<const CellIndex> sources) {
  const std::size_t each = component_count(), cells = grid.cell_count();
  const std::size_t count = sources.size() / each;
  THRONG_ASSERT(count * each == sources.size() && count <= kWave);
  if (memory_.size() < count * cells) {
    memory_.resize(count * cells);  // the sweeps are the first to touch it
    // Also below kLeastOnLargePages, which is for arrays that stay beside others: no query
    // runs beside these. On small pages, fields of 512 x 512 cells took as long to be
    // touched as to be swept.
    prefer_huge_pages(memory_.data(), memory_.size() * sizeof(Cost));
  }
  fields_.clear();
  for (std::size_t i = 0; i < count; ++i)
    fields_.emplace_back(memory_.data() + i * cells, cells);
  team.crew.for_each_block(count, 1, [&](int thread, std::size_t i, std::size_t) {
    if (team.cancelled()) return;
    throng::sweep(space, sources.subspan(i * each, each), kUnreachable - 1,
                  *team.scratch[static_cast<std::size_t>(thread)],
                  std::span(memory_).subspan(i * cells, cells));
    team.progress()(1);
  });
  return !team.cancelled();
}

/// Sweeps from the sources, and sets the slots of a table from first_slot on.
bool PlacementWork::fill(LandmarkTable& table, const SweepSpace& space,
                         std::size_t first_slot, std::span<const CellIndex> sources) {
  while (!sources.empty()) {
    const std::size_t count = std::min(kWave * component_count(), sources.size());
    if (!sweep(space, sources.first(count))) return false;
    table.set_fields(first_slot, fields_, rows, team.crew);
    first_slot += fields_.size();
    sources = sources.subspan(count);
  }
  return true;
}

bool PlacementWork::add(std::span<const CellIndex> sources) {
  THRONG_ASSERT(sources.size() <= left() * component_count());
  if (!fill(result_.table, space_, placed(), sources)) return false;
  result_.cells.insert(result_.cells.end(), sources.begin(), sources.end());
  return true;
}

bool PlacementWork::add_back() {
  const SweepSpace space(grid, plan.metric, SweepDirection::to_sources, team.crew);
  announce(placed());
  result_.back.emplace(grid, rows, plan.landmarks, plan.metric);
  return fill(*result_.back, space, 0, result_.cells);
}

std::optional<Landmarks> place_landmarks(const Grid& grid, const CellRows& rows,
                                         const LandmarkPlan& plan, const SweepTeam& team) {
  PlacementWork work(grid, rows, plan, team);
  if (grid.component_count() > 0 && !find_placement(plan.placement)(work))
    return std::nullopt;
  if (grid.component_count() > 0 && !grid.symmetric() && !work.add_back())
    return std::nullopt;
  return std::move(work).take();
}

}  // namespace throng
