#include "../core/progress.hpp"
#include "../core/workers.hpp"
#include "../subgoals/subgoal_graph.hpp"
#include "derived_parts.hpp"
#include "index_access.hpp"
#include "index_parts.hpp"
#include "landmark_parts.hpp"
#include "make_team.hpp"

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>

namespace throng {
namespace {

using Clock = std::chrono::steady_clock;

/// Checks the requirements of the parts of an index.
Outcome check(const Grid& grid, const IndexOptions& options) {
  const bool square = !is_hexagonal(grid.rules().topology);
  if ((options.areas || options.gates) && !(square && grid.plain()))
    return fail(Code::unsupported,
                "areas and gates need a grid of squares on plain ground (topology octile "
                "or tile, no weights, no links)");
  return check_landmark_options(grid, options);
}

Outcome build_jumps(Index::Parts& parts, Crew& crew) {
  if (!JumpMap::allowed(*parts.grid)) return ok();
  parts.jump_map = std::make_shared<const JumpMap>(*parts.grid);
  if (!parts.options.jump_graph) return ok();
  Result<JumpGraph> graph = JumpGraph::make(*parts.grid, *parts.jump_map, crew);
  if (!graph) return graph.failure();
  parts.jump_graph = std::make_shared<const JumpGraph>(*std::move(graph));
  parts.jump_shortcuts = std::make_shared<const JumpShortcuts>(*parts.grid, *parts.jump_map,
                                                               *parts.jump_graph, crew);
  return ok();
}

/// Fails when cancelled. Labels that exceed the memory limit are left out.
Outcome build_hubs(Index::Parts& parts, Crew& crew, const Monitor* monitor) {
  if (!parts.options.hubs) return ok();
  if (parts.jump_graph == nullptr) {
    parts.hub_refusal = kNoJumpsForHubs;
    return ok();
  }
  const Clock::time_point begin = Clock::now();
  const Grid& grid = *parts.grid;
  if (JumpLine(grid.width(), grid.height()).cost(grid.costs()) >= HubViews::kMostAway) {
    parts.hub_refusal = "the map is too large for hub labels: ways across it may cost " +
                        std::to_string(HubViews::kMostAway) + " or more";
    return ok();
  }
  const NodesByCell node_of = parts.node_of();
  const std::span<const CellIndex> subgoals = parts.jump_graph->cells();
  const SubgoalGraph graph(grid, subgoals, node_of, SubgoalScan(grid, subgoals), crew);
  const std::size_t most = parts.options.hub_memory;
  Result<HubLabels> labels =
      HubLabels::build(grid, graph, *parts.jump_graph, most, crew, monitor);
  if (!labels) {
    if (labels.error().code == Code::cancelled) return labels.failure();
    parts.hub_refusal = labels.error().what;
    parts.hub_memory_exceeded = labels.error().code == Code::over_limit;
    return ok();
  }
  const std::size_t left = most - std::min(most, labels->memory_bytes());
  HubViews views(grid, *parts.jump_map, *parts.jump_graph, node_of,
                 parts.options.cell_labels ? &*labels : nullptr, left, crew);
  if (views.has_labels()) labels->forget_costs();
  parts.hubs = std::make_shared<const Index::Hubs>(
      Index::Hubs{*std::move(labels), std::move(views)});
  parts.hub_seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  return ok();
}

/// Fails when cancelled. Fronts that exceed the memory limit are left out.
Outcome build_fronts(Index::Parts& parts, Crew& crew, Monitor* monitor) {
  if (!parts.options.fronts) return ok();
  const Clock::time_point begin = Clock::now();
  Result<Fronts> fronts =
      Fronts::build(*parts.grid, parts.options.front_memory, crew, monitor);
  parts.front_seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  if (fronts) {
    parts.fronts = std::make_shared<const Fronts>(*std::move(fronts));
    return ok();
  }
  if (fronts.error().code == Code::cancelled) return fronts.failure();
  parts.front_refusal = fronts.error().what;
  parts.front_memory_exceeded = fronts.error().code == Code::over_limit;
  return ok();
}

/// Fails when cancelled. A hierarchy that exceeds the memory limit is left out.
Outcome build_hierarchy(Index::Parts& parts, Crew& crew, Monitor* monitor) {
  if (!parts.options.hierarchy) return ok();
  if (parts.jump_map == nullptr) {
    parts.hierarchy_refusal =
        "a hierarchy needs an octile grid on plain ground on which no corner is cut";
    return ok();
  }
  const Clock::time_point begin = Clock::now();
  Result<Hierarchy> hierarchy = Hierarchy::build(
      *parts.grid, *parts.jump_map, parts.options.hierarchy_memory, crew, monitor);
  parts.hierarchy_seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  if (hierarchy) {
    parts.corners_near_by = corners_near_by(*parts.grid, *hierarchy);
    parts.hierarchy = std::make_shared<const Hierarchy>(*std::move(hierarchy));
    return ok();
  }
  if (hierarchy.error().code == Code::cancelled) return hierarchy.failure();
  parts.hierarchy_refusal = hierarchy.error().what;
  parts.hierarchy_memory_exceeded = hierarchy.error().code == Code::over_limit;
  return ok();
}

Outcome build_areas(Index::Parts& parts, Workers::Impl& workers, Monitor* monitor) {
  if (!parts.options.areas && !parts.options.gates) return ok();
  auto areas = std::make_shared<const Index::Areas>(find_areas(parts));
  if (parts.options.gates) {
    Gates gates(*parts.grid, areas->map);
    std::vector<SweepScratch*> scratch;
    Result<GateMatrix> matrix =
        GateMatrix::build(*parts.grid, areas->map, gates, parts.options.gate_memory,
                          make_team(workers, scratch, monitor));
    if (!matrix) return matrix.failure();
    parts.gates = std::make_shared<const Index::Gateways>(
        Index::Gateways{std::move(gates), *std::move(matrix)});
  }
  parts.areas = std::move(areas);
  return ok();
}

}  // namespace

Index::Index(const Key&, std::shared_ptr<const Parts> parts) : parts_(std::move(parts)) {}
Index::~Index() = default;

Result<std::shared_ptr<const Index>> Index::build(std::shared_ptr<const Grid> grid,
                                                  const IndexOptions& options,
                                                  Workers& workers) {
  if (grid == nullptr) return fail(Code::bad_argument, "an index needs a grid, not null");
  if (options.landmarks < 0 || options.landmarks > IndexOptions::kMaxLandmarks)
    return fail(Code::bad_argument, "landmarks must be between 0 and " +
                                        std::to_string(IndexOptions::kMaxLandmarks) +
                                        ", not " + std::to_string(options.landmarks));
  if (const Outcome possible = check(*grid, options); !possible) return possible.failure();
  const WorkersInUse own(workers);
  const Clock::time_point begin = Clock::now();
  auto parts = std::make_unique<Parts>();
  parts->grid = std::move(grid);
  parts->landmark_grid = parts->grid;
  parts->options = options;
  parts->options.monitor = nullptr;
  parts->options.jump_graph |=
      options.hubs ||
      (options.landmarks > 0 && options.storage == LandmarkStorage::jump_points);
  if (!cancelled(options.monitor)) {
    Outcome outcome = build_jumps(*parts, own->crew);
    if (!outcome) return outcome.failure();
    number_rows(*parts);
    outcome = build_hubs(*parts, own->crew, options.monitor);
    if (!outcome) return outcome.failure();
    outcome = build_fronts(*parts, own->crew, options.monitor);
    if (!outcome) return outcome.failure();
    outcome = build_hierarchy(*parts, own->crew, options.monitor);
    if (!outcome) return outcome.failure();
    outcome = build_areas(*parts, *own, options.monitor);
    if (!outcome) return outcome.failure();
  }
  if (cancelled(options.monitor) || !build_landmarks(*parts, *own, options.monitor))
    return fail(Code::cancelled, "the building of the index was cancelled");
  parts->seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  return std::make_shared<const Index>(Key(), std::move(parts));
}

const std::shared_ptr<const Grid>& Index::grid() const noexcept { return parts_->grid; }
const IndexOptions& Index::options() const noexcept { return parts_->options; }

namespace {

std::size_t landmark_bytes(const Index::Parts& parts) {
  if (!parts.landmarks) return 0;
  return parts.landmarks->memory_bytes() +
         (parts.landmarks_back ? parts.landmarks_back->memory_bytes() : 0) +
         parts.landmark_cells.capacity() * sizeof(CellIndex);
}

std::size_t jump_bytes(const Index::Parts& parts) {
  return (parts.jump_map ? parts.jump_map->memory_bytes() : 0) +
         (parts.jump_graph ? parts.jump_graph->memory_bytes() : 0) +
         (parts.jump_shortcuts ? parts.jump_shortcuts->memory_bytes() : 0);
}

std::size_t area_bytes(const Index::Parts& parts) {
  if (!parts.areas) return 0;
  const Index::Areas& areas = *parts.areas;
  return areas.dead_ends.memory_bytes() +
         (areas.map.area_of.capacity() + areas.area_of_row.capacity()) *
             sizeof(std::uint32_t);
}

std::size_t gate_bytes(const Index::Parts& parts) {
  if (!parts.gates) return 0;
  return parts.gates->gates.memory_bytes() + parts.gates->matrix.memory_bytes();
}

std::size_t hub_bytes(const Index::Parts& parts) {
  if (!parts.hubs) return 0;
  return parts.hubs->labels.memory_bytes() + parts.hubs->views.memory_bytes();
}

std::size_t front_bytes(const Index::Parts& parts) {
  return parts.fronts ? parts.fronts->memory_bytes() : 0;
}

std::size_t hierarchy_bytes(const Index::Parts& parts) {
  return parts.hierarchy ? parts.hierarchy->memory_bytes() : 0;
}

}  // namespace

IndexStats Index::stats() const {
  const Parts& parts = *parts_;
  IndexStats stats;
  stats.landmarks = parts.options.landmarks;
  stats.jump_graph = parts.jump_graph != nullptr;
  stats.hub_labels = parts.hubs != nullptr;
  stats.cell_labels = parts.hubs && parts.hubs->views.has_labels();
  stats.hub_labels_skipped_because = parts.hub_refusal;
  stats.hub_memory_exceeded = parts.hub_memory_exceeded;
  stats.areas = parts.areas ? parts.areas->map.count : 0;
  stats.gates = parts.gates ? parts.gates->gates.count() : 0;
  stats.hubs = parts.hubs ? parts.hubs->labels.subgoals() : 0;
  stats.hub_entries = parts.hubs ? parts.hubs->labels.size() : 0;
  stats.landmark_bytes = landmark_bytes(parts);
  stats.jump_bytes = jump_bytes(parts);
  stats.area_bytes = area_bytes(parts);
  stats.gate_bytes = gate_bytes(parts);
  stats.hub_bytes = hub_bytes(parts);
  stats.build_seconds = parts.seconds;
  stats.fronts = parts.fronts != nullptr;
  stats.fronts_stale = parts.fronts_stale;
  stats.fronts_skipped_because = parts.front_refusal;
  stats.front_memory_exceeded = parts.front_memory_exceeded;
  stats.front_bytes = front_bytes(parts);
  if (parts.fronts && parts.fronts->rows() != nullptr)
    stats.front_row_bytes = parts.fronts->rows()->memory_bytes();
  stats.front_seconds = parts.front_seconds;
  stats.hierarchy = parts.hierarchy != nullptr;
  stats.hierarchy_skipped_because = parts.hierarchy_refusal;
  stats.hierarchy_memory_exceeded = parts.hierarchy_memory_exceeded;
  stats.hierarchy_bytes = hierarchy_bytes(parts);
  stats.hierarchy_seconds = parts.hierarchy_seconds;
  stats.hub_seconds = parts.hub_seconds;
  return stats;
}

std::size_t Index::memory_bytes() const noexcept {
  const Parts& parts = *parts_;
  return sizeof(Index) + sizeof(Parts) + landmark_bytes(parts) + jump_bytes(parts) +
         area_bytes(parts) + gate_bytes(parts) + hub_bytes(parts) + front_bytes(parts) +
         hierarchy_bytes(parts) + parts.rows->row.capacity() * sizeof(parts.rows->row[0]) +
         (parts.numbers ? parts.numbers->memory_bytes() : 0) +
         parts.living_nodes.size() * sizeof(std::uint32_t);
}

}  // namespace throng
