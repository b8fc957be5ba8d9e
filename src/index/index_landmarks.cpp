#include "../core/workers.hpp"
#include "../heuristic/link.hpp"
#include "../heuristic/open_distance.hpp"
#include "../heuristic/plain.hpp"
#include "../sweep/sweep.hpp"
#include "index_access.hpp"
#include "index_contents.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace throng {
namespace {

/// Whether both ends are open cells of one component.
bool joined(const Grid& grid, const Query& query) {
  return grid.contains(query.start) && grid.contains(query.goal) &&
         grid.open(query.start) &&
         grid.component(grid.cell(query.start)) == grid.component(grid.cell(query.goal));
}

/// The component of the landmarks' grid that contains this component of the index's grid.
std::uint32_t measured_component(const Index::Parts& parts, std::uint32_t component) {
  if (parts.own_landmarks()) return component;
  CellIndex cell = 0;
  while (parts.grid->component(cell) != component) ++cell;
  return parts.landmark_grid->component(cell);
}

/// The lower bound that needs no landmarks.
Cost open_bound(const Grid& grid, Position a, Position b) {
  if (grid.links() == nullptr) return OpenDistance(grid, FieldMetric::cost)(a, b);
  const Topology topology = grid.rules().topology;
  const Position from = axial(topology, a), to = axial(topology, b);
  const auto bound = [&](const auto& open) {
    const CellIndex goal = grid.cell(b);
    return LinkBound(grid, open, goal, false)(goal, from.x - to.x, from.y - to.y);
  };
  return is_hexagonal(topology) ? bound(HexBound(topology, grid.min_step_costs()))
                                : bound(OctileBound(topology, grid.min_step_costs()));
}

/// Which landmark moves where.
struct Change {
  std::size_t slot = 0;
  CellIndex goal = 0;
};

/// Nothing if no query has a path, or if a landmark already stands on the goal.
std::optional<Change> find_change(const Index::Parts& parts,
                                  std::span<const Query> queries) {
  const Grid& grid = *parts.grid;
  std::vector<std::size_t> uses(static_cast<std::size_t>(parts.landmarks->landmarks()), 0);
  const Query* last = nullptr;
  for (const Query& query : queries) {
    if (!joined(grid, query)) continue;
    last = &query;
    ++uses[static_cast<std::size_t>(
        parts.best_landmark(grid.cell(query.start), grid.cell(query.goal)))];
  }
  if (last == nullptr) return std::nullopt;
  const CellIndex goal = grid.cell(last->goal);
  const Grid& measured = *parts.landmark_grid;
  const std::size_t each = measured.component_count();
  for (std::size_t i = measured.component(goal); i < parts.landmark_cells.size(); i += each)
    if (parts.landmark_cells[i] == goal) return std::nullopt;
  const auto least = std::min_element(uses.begin(), uses.end());
  return Change{static_cast<std::size_t>(least - uses.begin()), goal};
}

void apply(const Change& change, Index::Parts& parts, Workers::Impl& workers) {
  const Grid& grid = *parts.landmark_grid;
  const std::uint32_t component = grid.component(change.goal);
  const ComponentCells components = list_components(grid);
  std::vector<Cost> field(grid.cell_count());
  const CellRows rows = parts.jump_point_rows()
                            ? number_cells(grid, parts.jump_graph->cells(), workers.crew)
                            : CellRows{};
  const CellRows& rows_of_table = parts.jump_point_rows() ? rows : *parts.rows;
  const auto fill = [&](std::shared_ptr<const LandmarkTable>& shared,
                        SweepDirection direction) {
    LandmarkTable table(*shared);
    sweep(SweepSpace(grid, parts.options.landmarks.metric, SweepKind::automatic, direction),
          std::span(&change.goal, 1), kUnreachable - 1,
          workers.scratch[0].of<SweepScratch>(), field);
    const std::span<const Cost> one(field);
    table.set_fields(change.slot, std::span(&one, 1), components.of(component),
                     rows_of_table, workers.crew);
    shared = std::make_shared<const LandmarkTable>(std::move(table));
  };
  fill(parts.landmarks, SweepDirection::from_sources);
  if (parts.landmarks_back) fill(parts.landmarks_back, SweepDirection::to_sources);
  parts.landmark_cells[change.slot * grid.component_count() + component] = change.goal;
}

}  // namespace

Cost Index::Parts::landmark_lower(CellIndex from, CellIndex to) const noexcept {
  const std::uint32_t a = row_of(from), b = row_of(to);
  const Cost lower = landmarks_back ? TwoWayTables{*landmarks, *landmarks_back}.lower(a, b)
                                    : landmarks->lower(a, b);
  return lower * landmarks->unit();
}

Cost Index::Parts::landmark_upper(CellIndex from, CellIndex to) const noexcept {
  if (!own_landmarks()) return kUnreachable;
  const std::uint32_t a = row_of(from), b = row_of(to);
  return landmarks_back ? TwoWayTables{*landmarks, *landmarks_back}.upper(a, b)
                        : landmarks->upper(a, b);
}

int Index::Parts::best_landmark(CellIndex from, CellIndex to) const noexcept {
  if (jump_point_rows()) return seen_rows().rows_of(from, to).table(*grid).best_slot(0, 1);
  return landmarks->best_slot(row_of(from), row_of(to));
}

Index Index::adapt(std::span<const Query> queries, Workers& workers) const {
  THRONG_ASSERT(has(Part::landmarks));
  auto parts = std::make_unique<Parts>(*parts_);
  const WorkersInUse own(workers);
  // The landmarks of a living map stay where they are: they are part of its state.
  if (!parts->landmarks->living())
    if (const auto change = find_change(*parts, queries)) apply(*change, *parts, *own);
  return IndexAccess::make(std::move(parts));
}

Index IndexAccess::move_landmark(const Index& index, std::size_t slot, Position cell,
                                 Workers& workers) {
  THRONG_ASSERT(slot < static_cast<std::size_t>(index.options().landmarks.count));
  auto parts = std::make_unique<Index::Parts>(index.contents());
  const WorkersInUse own(workers);
  apply({slot, parts->grid->cell(cell)}, *parts, *own);
  return IndexAccess::make(std::move(parts));
}

std::vector<Position> Index::landmarks(std::uint32_t component) const {
  THRONG_ASSERT(component < grid_->component_count());
  if (!contents().landmarks) return {};
  const Grid& measured = *parts_->landmark_grid;
  const std::size_t each = measured.component_count();
  std::vector<Position> positions;
  for (std::size_t i = measured_component(*parts_, component);
       i < parts_->landmark_cells.size(); i += each)
    positions.push_back(measured.position(parts_->landmark_cells[i]));
  return positions;
}

DistanceBounds Index::bounds(Position a, Position b) const noexcept {
  const Grid& grid = *grid_;
  if (!joined(grid, {a, b})) return {kUnreachable, kUnreachable};
  if (a == b) return {0, 0};
  DistanceBounds bounds{open_bound(grid, a, b), kUnreachable};
  if (!contents().landmarks) return bounds;
  const CellIndex from = grid.cell(a), to = grid.cell(b);
  if (parts_->jump_point_rows()) {
    const EndRows rows = parts_->seen_rows().rows_of(from, to);
    const LandmarkTable both = rows.table(grid);
    return {std::max(bounds.lower, both.lower(0, 1)), both.upper(0, 1)};
  }
  bounds.lower = std::max(bounds.lower, parts_->landmark_lower(from, to));
  bounds.upper = parts_->landmark_upper(from, to);
  return bounds;
}

}  // namespace throng
