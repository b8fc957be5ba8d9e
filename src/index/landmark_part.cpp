#include "../core/progress.hpp"
#include "../heuristic/placement.hpp"
#include "../labels/farthest_nodes.hpp"
#include "../labels/subgoal_graph.hpp"
#include "check_landmarks.hpp"
#include "damaged.hpp"
#include "index_part.hpp"
#include "make_team.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace throng {
namespace {

/// The subgoal graph, for landmarks.
struct SubgoalArcs {
  const SubgoalGraph& graph;

  std::size_t size() const noexcept { return graph.size(); }
  template <class Visit>
  void for_each_arc(std::uint32_t node, const Visit& visit) const {
    for (const SubgoalEdge& edge : graph.edges(node)) visit(edge.to, edge.cost);
  }
};

/// Places landmarks on jump points, without sweeps. A component without jump points has its
/// first cell as landmark.
bool build_at_jump_points(Index::Parts& parts, Crew& crew, Monitor* monitor) {
  const Grid& grid = *parts.grid;
  const auto landmarks = static_cast<std::size_t>(parts.options.landmarks.count);
  const std::span<const CellIndex> cells = parts.jump_graph->cells();
  const SubgoalGraph graph(grid, cells, parts.node_of(), SubgoalScan(grid, cells), crew);
  const std::size_t slots = LandmarkTable::slots_of(parts.options.landmarks.count);
  const Progress progress(monitor);
  FarthestNodes found = find_farthest_nodes(SubgoalArcs{graph}, landmarks, slots, progress);
  if (progress.cancelled()) return false;
  parts.landmarks = std::make_shared<const LandmarkTable>(
      grid, parts.options.landmarks.count, FieldMetric::cost,
      SharedArray(std::move(found.rows)));

  const std::size_t each = grid.component_count();
  constexpr CellIndex kNone = 0;  // a cell of the border
  parts.landmark_cells.assign(landmarks * each, kNone);
  for (std::size_t i = 0; i < found.landmarks.size(); ++i) {
    const CellIndex cell = cells[found.landmarks[i]];
    parts.landmark_cells[i % landmarks * each + grid.component(cell)] = cell;
  }
  for (CellIndex cell = 0; cell < grid.cell_count(); ++cell)
    if (const std::uint32_t c = grid.component(cell);
        c != Grid::kNoComponent && parts.landmark_cells[c] == kNone)
      for (std::size_t slot = 0; slot < landmarks; ++slot)
        parts.landmark_cells[slot * each + c] = cell;
  return true;
}

constexpr std::array kLandmarkOptions{
    number_row<&IndexOptions::landmarks, &LandmarkOptions::count>(
        "landmarks", "", 0, IndexOptions::kMaxLandmarks,
        "Cells of each component from which all distances are stored, for lower bounds"),
    word_row<parse_placement, &IndexOptions::landmarks, &LandmarkOptions::placement>(
        "placement", "landmarks", "random|farthest|avoid|coverage",
        "Where landmarks stand: at random; far apart; behind the region with the weakest "
        "bounds; best for a sample of pairs"),
    word_row<parse_field_metric, &IndexOptions::landmarks, &LandmarkOptions::metric>(
        "metric", "landmarks", "cost|steps",
        "What landmark distances count: costs, or moves, which are faster to measure but "
        "give weaker bounds"),
    word_row<parse_landmark_storage, &IndexOptions::landmarks, &LandmarkOptions::storage>(
        "storage", "landmarks", "exact|jump_points",
        "Landmark distances of all cells, or of jump points only, for jps on large maps"),
    number_row<&IndexOptions::landmarks, &LandmarkOptions::seed>(
        "seed", "landmarks", 0, std::numeric_limits<std::uint64_t>::max(),
        "Seed of random placements")};

class LandmarkPart final : public IndexPart {
 public:
  LandmarkPart() : IndexPart(Part::landmarks, {"landmarks", "landmarks"}) {}

  std::span<const IndexOption> options() const noexcept override {
    return kLandmarkOptions;
  }

  bool wanted(const IndexOptions& options) const noexcept override {
    return options.landmarks.count > 0;
  }
  void imply(IndexOptions& options) const noexcept override {
    options.jump_graph |= options.landmarks.storage == LandmarkStorage::jump_points;
  }

  Outcome check(const Grid& grid, const IndexOptions& options) const override {
    if (options.landmarks.storage != LandmarkStorage::jump_points) {
      if (find_placement(options.landmarks.placement) != nullptr) return ok();
      return fail(Code::unsupported, "placement " +
                                         std::string(name(options.landmarks.placement)) +
                                         " is one of the lab, for research: link "
                                         "throng_lab and call use_lab()");
    }
    if (!JumpMap::allowed(grid))
      return fail(
          Code::unsupported,
          "landmarks at jump points need an octile grid on plain ground on which no "
          "corner is cut");
    if (options.landmarks.metric != FieldMetric::cost ||
        options.landmarks.placement != Placement::farthest)
      return fail(Code::unsupported,
                  "landmarks at jump points need metric cost and placement farthest");
    return ok();
  }

  Outcome build(Index::Parts& parts, Workers::Impl& workers,
                Monitor* monitor) const override {
    const IndexOptions& options = parts.options;
    if (options.landmarks.storage == LandmarkStorage::jump_points)
      return build_at_jump_points(parts, workers.crew, monitor) ? ok() : cancelled_build();
    std::vector<SweepScratch*> scratch;
    std::optional<Landmarks> landmarks =
        place_landmarks(*parts.grid, *parts.rows,
                        {options.landmarks.count, options.landmarks.placement,
                         options.landmarks.metric, options.landmarks.seed},
                        make_team(workers, scratch, monitor));
    if (!landmarks) return cancelled_build();
    parts.landmarks = std::make_shared<const LandmarkTable>(std::move(landmarks->table));
    if (landmarks->back)
      parts.landmarks_back =
          std::make_shared<const LandmarkTable>(*std::move(landmarks->back));
    parts.landmark_cells = std::move(landmarks->cells);
    return ok();
  }

  bool present(const Index::Parts& parts) const noexcept override {
    return parts.landmarks != nullptr;
  }
  void add_facts(const Index::Parts& parts, std::vector<PartFact>& facts) const override {
    facts.push_back(
        {"landmarks", static_cast<std::uint64_t>(parts.options.landmarks.count)});
  }
  std::size_t bytes(const Index::Parts& parts) const noexcept override {
    if (!parts.landmarks) return 0;
    return parts.landmarks->memory_bytes() +
           (parts.landmarks_back ? parts.landmarks_back->memory_bytes() : 0) +
           parts.landmark_cells.capacity() * sizeof(CellIndex);
  }

  void write(const Index::Parts& parts, IndexImage& image) const override {
    SectionWriter& sections = image.sections;
    sections.add(SectionId::landmark_cells,
                 std::span<const CellIndex>(parts.landmark_cells));
    sections.add(SectionId::landmarks, parts.landmarks->exact_values());
    if (parts.landmarks_back != nullptr)
      sections.add(SectionId::landmarks_back, parts.landmarks_back->exact_values());
  }

  Outcome read(const PartFile& file, Index::Parts& parts) const override {
    SharedArray<CellIndex> cells;
    if (Outcome done = file.get(SectionId::landmark_cells, cells); !done) return done;
    parts.landmark_cells.assign(cells.values().begin(), cells.values().end());
    const Grid& grid = *parts.grid;
    const bool both = grid.component_count() > 0 && !grid.symmetric();
    if (parts.options.landmarks.storage == LandmarkStorage::jump_points &&
        parts.jump_graph == nullptr)
      return damaged(SectionId::landmarks, "at jump points, without a jump graph");
    if (Outcome done = read_table(file, SectionId::landmarks, SweepDirection::from_sources,
                                  parts, parts.landmarks);
        !done || !both)
      return done;
    return read_table(file, SectionId::landmarks_back, SweepDirection::to_sources, parts,
                      parts.landmarks_back);
  }

 private:
  static Outcome read_table(const PartFile& file, SectionId id, SweepDirection direction,
                            const Index::Parts& parts,
                            std::shared_ptr<const LandmarkTable>& table) {
    const IndexOptions& options = parts.options;
    SharedArray<Cost> values;
    if (Outcome done = file.get(id, values); !done) return done;
    const Grid& grid = *parts.grid;
    table = std::make_shared<const LandmarkTable>(
        grid, options.landmarks.count, options.landmarks.metric, std::move(values));
    const auto check = [&](const CellRows& rows, std::size_t count) {
      return check_landmarks(
          {grid, rows, count, options.landmarks.metric, parts.landmark_cells}, *table,
          direction, file.level());
    };
    if (options.landmarks.storage != LandmarkStorage::jump_points)
      return check(*parts.rows, parts.rows->count);
    const std::span<const CellIndex> nodes = parts.jump_graph->cells();
    return check(number_cells(grid, nodes), nodes.size());
  }
};

}  // namespace

const IndexPart& landmark_part() noexcept {
  static const LandmarkPart part;
  return part;
}

}  // namespace throng
