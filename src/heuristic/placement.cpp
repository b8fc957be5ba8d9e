#include "placement.hpp"

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
      components(list_components(grid)),
      open_distance(grid, plan.metric),
      space_(grid, plan.metric),
      result_{LandmarkTable(grid, rows, plan.landmarks, plan.metric), {}, {}},
      memory_(kWave) {
  result_.cells.reserve(static_cast<std::size_t>(plan.landmarks) * component_count());
}

std::size_t PlacementWork::next_wave() const noexcept {
  return std::min(kWave, static_cast<std::size_t>(plan.landmarks) - placed());
}

void PlacementWork::announce(std::size_t sweeps) const { team.progress().expect(sweeps); }

bool PlacementWork::sweep(std::span<const CellIndex> sources) {
  return sweep(space_, sources);
}

bool PlacementWork::sweep(const SweepSpace& space, std::span<const CellIndex> sources) {
  const std::size_t each = grid.component_count();
  const std::size_t count = sources.size() / each;
  THRONG_ASSERT(count * each == sources.size() && count <= kWave);
  team.crew.for_each_block(count, 1, [&](int thread, std::size_t i, std::size_t) {
    if (team.cancelled()) return;
    memory_[i].resize(grid.cell_count());
    throng::sweep(space, sources.subspan(i * each, each), kUnreachable - 1,
                  *team.scratch[static_cast<std::size_t>(thread)], memory_[i]);
    team.progress()(1);
  });
  fields_.assign(memory_.begin(), memory_.begin() + static_cast<std::ptrdiff_t>(count));
  return !team.cancelled();
}

bool PlacementWork::add(std::span<const CellIndex> sources) {
  if (!sweep(sources)) return false;
  result_.table.set_fields(placed(), fields_, components.cells, rows, team.crew);
  result_.cells.insert(result_.cells.end(), sources.begin(), sources.end());
  return true;
}

bool PlacementWork::add_back() {
  const SweepSpace space(grid, plan.metric, SweepKind::automatic,
                         SweepDirection::to_sources);
  announce(placed());
  result_.back.emplace(grid, rows, plan.landmarks, plan.metric);
  for (std::size_t slot = 0; slot < placed(); slot += kWave) {
    const std::size_t wave = std::min(kWave, placed() - slot);
    const std::span<const CellIndex> all(result_.cells);
    if (!sweep(space, all.subspan(slot * component_count(), wave * component_count())))
      return false;
    result_.back->set_fields(slot, fields_, components.cells, rows, team.crew);
  }
  return true;
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
