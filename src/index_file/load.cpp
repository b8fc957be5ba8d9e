#include "../core/files.hpp"
#include "../front/front_lanes.hpp"
#include "../index/derived_parts.hpp"
#include "../index/index_access.hpp"
#include "../index/index_parts.hpp"
#include "../jump/open_lines.hpp"
#include "check_fronts.hpp"
#include "check_hierarchy.hpp"
#include "check_hubs.hpp"
#include "check_jumps.hpp"
#include "check_landmarks.hpp"
#include "damaged.hpp"
#include "map_identity.hpp"
#include "section_reader.hpp"
#include "stored_options.hpp"

#include <throng/index.hpp>

#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace throng {
namespace {

using Clock = std::chrono::steady_clock;

/// Makes the parts of an index of sections. Computes what is quicker to compute than to
/// check.
class PartsReader {
 public:
  PartsReader(const SectionReader& file, IndexCheck level, Index::Parts& parts)
      : file_(file), header_(file.header()), level_(level), parts_(parts) {}

  Outcome read() {
    for (const auto step :
         {&PartsReader::read_jumps, &PartsReader::read_landmarks, &PartsReader::read_areas,
          &PartsReader::read_hubs, &PartsReader::read_fronts, &PartsReader::read_hierarchy})
      if (Outcome done = (this->*step)(); !done) return done;
    return ok();
  }

 private:
  /// Reads a section into `to`.
  template <class T>
  Outcome get(SectionId id, SharedArray<T>& to) const {
    Result<SharedArray<T>> section = file_.get<T>(id);
    if (!section) return section.failure();
    to = *std::move(section);
    return ok();
  }

  Outcome read_jumps() {
    const Grid& grid = *parts_.grid;
    if (JumpMap::allowed(grid)) {
      const BitLines open = open_rows(grid);
      parts_.jump_map = std::make_shared<const JumpMap>(open);
      if (parts_.options.jump_graph)
        if (Outcome done = read_jump_graph(open); !done) return done;
    }
    number_rows(parts_);
    return ok();
  }

  Outcome read_jump_graph(const BitLines& open) {
    const Grid& grid = *parts_.grid;
    const JumpMap& map = *parts_.jump_map;
    std::pmr::vector<CellIndex> cells = ordered_jump_points(open, map);
    std::vector<PaddedPosition> places;
    places.reserve(cells.size());
    for (const CellIndex cell : cells)
      places.push_back(padded_position(cell, grid.stride()));
    JumpGraph::Arrays arrays{
        SharedArray(std::move(cells)), SharedArray(std::move(places)), {}, {}};
    JumpShortcuts::Shortcuts shortcuts;
    if (Outcome done = get(SectionId::jump_nodes, arrays.nodes); !done) return done;
    if (Outcome done = get(SectionId::jump_edges, arrays.edges); !done) return done;
    if (Outcome done = get(SectionId::jump_shortcuts, shortcuts); !done) return done;
    auto graph =
        std::make_shared<const JumpGraph>(DiagonalStops(open, map), std::move(arrays));
    auto found = std::make_shared<const JumpShortcuts>(std::move(shortcuts));
    if (level_ >= IndexCheck::ranges)
      if (Outcome good = check_jumps(grid, *graph, *found); !good) return good;
    parts_.jump_graph = std::move(graph);
    parts_.jump_shortcuts = std::move(found);
    return ok();
  }

  Outcome read_landmarks() {
    const IndexOptions& options = parts_.options;
    if (options.landmarks == 0) return ok();
    SharedArray<CellIndex> cells;
    if (Outcome done = get(SectionId::landmark_cells, cells); !done) return done;
    parts_.landmark_cells.assign(cells.values().begin(), cells.values().end());
    const Grid& grid = *parts_.grid;
    const bool both = grid.component_count() > 0 && !grid.symmetric();
    if (options.storage == LandmarkStorage::jump_points && parts_.jump_graph == nullptr)
      return damaged(SectionId::landmarks, "at jump points, without a jump graph");
    if (Outcome done = read_table(SectionId::landmarks, SweepDirection::from_sources,
                                  parts_.landmarks);
        !done || !both)
      return done;
    return read_table(SectionId::landmarks_back, SweepDirection::to_sources,
                      parts_.landmarks_back);
  }

  Outcome read_table(SectionId id, SweepDirection direction,
                     std::shared_ptr<const LandmarkTable>& table) const {
    const IndexOptions& options = parts_.options;
    SharedArray<Cost> values;
    if (Outcome done = get(id, values); !done) return done;
    const Grid& grid = *parts_.grid;
    table = std::make_shared<const LandmarkTable>(grid, options.landmarks, options.metric,
                                                  std::move(values));
    const auto check = [&](const CellRows& rows, std::size_t count) {
      return check_landmarks({grid, rows, count, options.metric, parts_.landmark_cells},
                             *table, direction, level_);
    };
    if (options.storage != LandmarkStorage::jump_points)
      return check(*parts_.rows, parts_.rows->count);
    const std::span<const CellIndex> nodes = parts_.jump_graph->cells();
    return check(number_cells(grid, nodes), nodes.size());
  }

  Outcome read_areas() {
    const IndexOptions& options = parts_.options;
    if (!options.areas && !options.gates) return ok();
    const Grid& grid = *parts_.grid;
    if (!grid.plain() || is_hexagonal(grid.rules().topology))
      return damaged(SectionId::gate_costs, "areas on a grid that cannot have them");
    parts_.areas = std::make_shared<const Index::Areas>(find_areas(parts_));
    if (!options.gates) return ok();
    SharedArray<Cost> costs;
    if (Outcome done = get(SectionId::gate_costs, costs); !done) return done;
    Gates gates(grid, parts_.areas->map);
    const std::size_t count = gates.count();
    if (costs.size() != count * count)
      return damaged(SectionId::gate_costs, "not one for each pair of gates");
    parts_.gates = std::make_shared<const Index::Gateways>(
        Index::Gateways{std::move(gates), GateMatrix(count, std::move(costs))});
    return ok();
  }

  Outcome read_hubs() {
    SharedArray<char> why;
    if (Outcome done = get(SectionId::hubs_skipped_because, why); !done) return done;
    parts_.hub_refusal.assign(why.values().begin(), why.values().end());
    parts_.hub_memory_exceeded = header_.hub_memory_exceeded != 0;
    if (!parts_.options.hubs || !why.empty()) return ok();
    if (parts_.jump_graph == nullptr)
      return damaged(SectionId::hub_begin, "hub labels without a jump graph");
    HubLabels::Arrays labels;
    HubViews::Arrays views;
    views.has_labels = header_.has_cell_labels != 0;
    for (const Outcome& done :
         {get(SectionId::hub_begin, labels.begin), get(SectionId::hub_order, labels.order),
          get(SectionId::hub_ranks, labels.hubs), get(SectionId::hub_costs, labels.costs),
          get(SectionId::hub_first_steps, labels.step_of),
          get(SectionId::hub_steps, labels.steps),
          get(SectionId::view_of_cell, views.view_of),
          get(SectionId::view_begin, views.begins),
          get(SectionId::view_subgoals, views.seen),
          get(SectionId::view_labels, views.blocks)})
      if (!done) return done;
    const Grid& grid = *parts_.grid;
    const JumpGraph& graph = *parts_.jump_graph;
    if (level_ >= IndexCheck::ranges)
      if (Outcome good = check_hubs(grid, graph, labels, views); !good) return good;
    parts_.hubs = std::make_shared<const Index::Hubs>(
        Index::Hubs{HubLabels(std::move(labels)), HubViews(std::move(views))});
    return ok();
  }

  Outcome read_fronts() {
    SharedArray<char> why;
    if (Outcome done = get(SectionId::fronts_skipped_because, why); !done) return done;
    parts_.front_refusal.assign(why.values().begin(), why.values().end());
    parts_.front_memory_exceeded = header_.front_memory_exceeded != 0;
    if (!parts_.options.fronts || !why.empty()) return ok();
    const Grid& grid = *parts_.grid;
    if (grid.links() != nullptr)
      return damaged(SectionId::front_sizes, "fronts on a grid with links");
    SharedArray<FrontSize> sizes;
    SharedArray<Rank> bounds, ranks;
    SharedArray<Cost> costs;
    SharedArray<FrontWay> ways;
    for (const Outcome& done :
         {get(SectionId::front_sizes, sizes), get(SectionId::front_bounds, bounds),
          get(SectionId::front_ranks, ranks), get(SectionId::front_costs, costs),
          get(SectionId::front_ways, ways)})
      if (!done) return done;
    Result<FrontTree> tree = FrontTree::restore(sizes.values(), bounds.values());
    if (!tree) return damaged(SectionId::front_sizes, tree.error().what);
    auto shape = std::make_shared<const FrontShape>(
        FrontShape{*std::move(tree), grid.symmetric(), std::move(ranks)});
    if (shape->rank_of.size() != grid.cell_count())
      return damaged(SectionId::front_ranks, "not one for each cell");
    if (costs.size() != shape->entries() + kLanePadding)
      return damaged(SectionId::front_costs, "not one for each entry");
    if (ways.size() != shape->entries())
      return damaged(SectionId::front_ways, "not one for each entry");
    std::shared_ptr<const FrontRows> rows;
    if (Outcome done = read_rows(*shape, rows); !done) return done;
    auto fronts = std::make_shared<const Fronts>(std::move(shape), std::move(costs),
                                                 std::move(ways), std::move(rows));
    if (level_ >= IndexCheck::ranges)
      if (Outcome good = check_fronts(grid, *fronts); !good) return good;
    parts_.fronts = std::move(fronts);
    return ok();
  }

  /// Files may be without rows: fronts alone answer, too.
  Outcome read_rows(const FrontShape& shape, std::shared_ptr<const FrontRows>& rows) const {
    if (!file_.has(SectionId::front_row_nexts)) return ok();
    SharedArray<Cost> costs;
    SharedArray<FrontRows::Next> nexts;
    for (const Outcome& done :
         {get(SectionId::front_row_costs, costs), get(SectionId::front_row_nexts, nexts)})
      if (!done) return done;
    Result<RowPlan> plan = RowPlan::restore(shape, nexts.size());
    if (!plan) return damaged(SectionId::front_row_nexts, plan.error().what);
    if (plan->empty() || costs.size() != nexts.size() + kLanePadding)
      return damaged(SectionId::front_row_costs, "not one for each value");
    rows =
        std::make_shared<const FrontRows>(std::make_shared<const RowPlan>(*std::move(plan)),
                                          std::move(costs), std::move(nexts));
    return ok();
  }

  Outcome read_hierarchy() {
    SharedArray<char> why;
    if (Outcome done = get(SectionId::hierarchy_skipped_because, why); !done) return done;
    parts_.hierarchy_refusal.assign(why.values().begin(), why.values().end());
    parts_.hierarchy_memory_exceeded = header_.hierarchy_memory_exceeded != 0;
    if (!parts_.options.hierarchy || !why.empty()) return ok();
    if (parts_.jump_map == nullptr)
      return damaged(SectionId::hierarchy_arcs,
                     "a hierarchy on a grid that cannot have one");
    Hierarchy::Arrays arrays{header_.hierarchy_core, {}, {}, {}, {}};
    SharedArray<CoreWays::Way> ways;
    SharedArray<CoreWays::Run> runs;
    for (const Outcome& done :
         {get(SectionId::hierarchy_places, arrays.places),
          get(SectionId::hierarchy_first_arcs, arrays.first),
          get(SectionId::hierarchy_arcs, arrays.arcs),
          get(SectionId::hierarchy_rows, arrays.rows), get(SectionId::hierarchy_ways, ways),
          get(SectionId::hierarchy_runs, runs)})
      if (!done) return done;
    arrays.ways = CoreWays(std::move(ways), std::move(runs));
    const Grid& grid = *parts_.grid;
    const std::pmr::vector<CellIndex> corners =
        ordered_jump_points(open_rows(grid), *parts_.jump_map);
    if (arrays.places.size() != corners.size())
      return damaged(SectionId::hierarchy_places, "not one for each corner");
    if (arrays.first.size() != corners.size() + 1)
      return damaged(SectionId::hierarchy_first_arcs, "not one for each corner");
    if (arrays.core > corners.size() ||
        (arrays.core == 0 ? !arrays.rows.empty() : arrays.rows.size() % arrays.core != 0))
      return damaged(SectionId::hierarchy_rows, "not of equal length");
    if (!arrays.ways.ways().empty() &&
        arrays.ways.ways().size() != arrays.first[arrays.core])
      return damaged(SectionId::hierarchy_ways, "not one for each arc of the core");
    if (level_ >= IndexCheck::ranges)
      if (Outcome good = check_hierarchy(grid, corners, arrays); !good) return good;
    parts_.hierarchy = std::make_shared<const Hierarchy>(grid, SubgoalScan(grid, corners),
                                                         std::move(arrays));
    parts_.corners_near_by = corners_near_by(grid, *parts_.hierarchy);
    return ok();
  }

  const SectionReader& file_;
  const FileHeader& header_;
  IndexCheck level_;
  Index::Parts& parts_;
};

}  // namespace

Result<std::shared_ptr<const Index>> Index::load(const std::string& path,
                                                 std::shared_ptr<const Grid> grid,
                                                 const IndexLoadOptions& options) {
  if (grid == nullptr) return fail(Code::bad_argument, "an index needs a grid, not null");
  const Clock::time_point begin = Clock::now();
  Result<std::shared_ptr<const MappedFile>> file = MappedFile::open(path, options.copy);
  if (!file) return file.failure();
  const Result<SectionReader> reader = SectionReader::make(*std::move(file));
  if (!reader) return in_file(path, reader.error());
  auto parts = std::make_unique<Parts>();
  parts->grid = std::move(grid);
  parts->landmark_grid = parts->grid;
  const Outcome good = [&]() -> Outcome {
    if (Outcome same = check_map(reader->header(), *parts->grid); !same) return same;
    Result<IndexOptions> built = options_of(reader->header());
    if (!built) return built.failure();
    parts->options = *built;
    if (Outcome sound = reader->check_hashes(); !sound) return sound;
    return PartsReader(*reader, options.check, *parts).read();
  }();
  if (!good) return in_file(path, good.error());
  parts->seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  return std::make_shared<const Index>(Key(), std::move(parts));
}

}  // namespace throng
