#include "front_plan.hpp"

#include "../core/progress.hpp"
#include "dissection.hpp"
#include "front_lanes.hpp"
#include "front_way.hpp"

#include <throng/query.hpp>

#include <algorithm>
#include <string>
#include <utility>

namespace throng {
namespace {

/// The operations that take as long as an expansion of a search.
constexpr std::size_t kOperations = 256;
constexpr std::size_t kEntryBytes = sizeof(Cost) + sizeof(FrontWay);

std::string megabytes(std::size_t bytes) {
  const std::size_t tenths = bytes / 100'000;
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10);
}

Failure too_little(std::size_t most_bytes) {
  return fail(Code::over_limit,
              "fronts need more memory than the " + megabytes(most_bytes) + " MB allowed");
}

Failure cancelled_here() {
  return fail(Code::cancelled, "the building of fronts was cancelled");
}

std::size_t work_of(const Front& front, bool symmetric) noexcept {
  const std::size_t square = std::size_t{front.columns()} * front.columns();
  return front.own + front.own * square / (symmetric ? 2 : 1) / kOperations;
}

std::size_t bytes(const auto&... of) noexcept {
  return (... + (of.capacity() * sizeof(of[0])));
}

void find_units(const Elimination& elimination, FrontPlan& plan) {
  const FrontTree& tree = plan.shape->tree;
  const auto cells_below = [&](const Front& front) {
    return elimination.subtree[front.end() - 1];
  };
  plan.unit_of.resize(tree.fronts.size());
  FrontUnit open;
  for (FrontId id = 0; id < tree.fronts.size(); ++id) {
    const Front& front = tree.fronts[id];
    plan.unit_of[id] = static_cast<FrontUnitId>(plan.units.size());
    open.work += work_of(front, plan.shape->symmetric);
    const bool small = cells_below(front) <= FrontPlan::kUnitCells;
    const bool within = small && front.parent != kNoFront &&
                        cells_below(tree.fronts[front.parent]) <= FrontPlan::kUnitCells;
    if (within) continue;
    open.last = id;
    plan.units.push_back(open);
    open = {.first = id + 1};
  }
  for (FrontUnit& unit : plan.units)
    if (const FrontId parent = tree.fronts[unit.last].parent; parent != kNoFront)
      unit.parent = plan.unit_of[parent];
}

void list_children(FrontPlan& plan) {
  plan.child_begin.assign(plan.units.size() + 1, 0);
  for (const FrontUnit& unit : plan.units)
    if (unit.parent != kNoUnit) ++plan.child_begin[unit.parent + 1];
  for (std::size_t i = 1; i < plan.child_begin.size(); ++i)
    plan.child_begin[i] += plan.child_begin[i - 1];
  plan.child_units.resize(plan.child_begin.back());
  std::vector<std::uint32_t> next(plan.child_begin.begin(), plan.child_begin.end() - 1);
  for (FrontUnitId id = 0; id < plan.units.size(); ++id)
    if (const FrontUnitId parent = plan.units[id].parent; parent != kNoUnit)
      plan.child_units[next[parent]++] = id;
}

}  // namespace

Result<FrontPlan> FrontPlan::make(const Grid& map, bool symmetric, std::size_t most_bytes,
                                  Crew& crew, const Monitor* monitor) {
  if (!Lattice::fits(map))
    return fail(Code::unsupported, "the map is too large for fronts");
  if (cancelled(monitor)) return cancelled_here();
  const Lattice lattice(map);
  const Elimination elimination =
      Elimination::make(lattice, dissect(lattice, crew, monitor));
  if (cancelled(monitor)) return cancelled_here();
  const std::size_t fixed =
      map.cell_count() * sizeof(Rank) + elimination.order.size() * sizeof(FrontId);
  const std::size_t left = most_bytes - std::min(most_bytes, fixed);
  Result<FrontTree> tree = FrontTree::make(
      lattice, elimination, left / (kEntryBytes * (symmetric ? 1 : 2)), crew);
  if (!tree && tree.error().code == Code::over_limit) return too_little(most_bytes);
  if (!tree) return tree.failure();

  FrontPlan plan;
  plan.cell_of.resize(elimination.order.size());
  std::vector<Rank> rank_of(map.cell_count(), kNoRank);
  for (Rank rank = 0; rank < plan.cell_of.size(); ++rank) {
    plan.cell_of[rank] = lattice.cell(elimination.order[rank]);
    rank_of[plan.cell_of[rank]] = rank;
  }
  plan.child_count.assign(tree->fronts.size(), 0);
  for (const Front& front : tree->fronts)
    if (front.parent != kNoFront) ++plan.child_count[front.parent];
  plan.shape = std::make_shared<const FrontShape>(
      FrontShape{*std::move(tree), symmetric, SharedArray<Rank>(std::move(rank_of))});
  if (plan.shape->memory_bytes() + plan.shape->entry_bytes() > most_bytes)
    return too_little(most_bytes);
  find_units(elimination, plan);
  list_children(plan);
  return plan;
}

std::size_t FrontShape::memory_bytes() const noexcept {
  return bytes(tree.fronts, tree.front_of, tree.bounds, tree.bound_slots,
               tree.bound_places) +
         rank_of.size_bytes();
}

std::size_t FrontShape::entry_bytes() const noexcept {
  return entries() * kEntryBytes + kLanePadding * sizeof(Cost);
}

std::size_t FrontPlan::memory_bytes() const noexcept {
  return bytes(cell_of, child_count, units, unit_of, child_begin, child_units);
}

}  // namespace throng
