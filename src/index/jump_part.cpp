#include "../jump/open_lines.hpp"
#include "check_jumps.hpp"
#include "index_part.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace throng {
namespace {

/// Numbers the rows of an index by cell, for its jump graph and its landmarks, if it has or
/// will have some. Cost: O(cells).
void number_rows(Index::Parts& parts, Crew& crew) {
  const IndexOptions& options = parts.options;
  const bool landmark_rows = options.landmarks.count > 0 &&
                             options.landmarks.storage != LandmarkStorage::jump_points;
  const std::span<const CellIndex> nodes =
      parts.jump_graph ? parts.jump_graph->cells() : std::span<const CellIndex>{};
  if (landmark_rows || (parts.jump_graph && (options.areas || options.gates.build)))
    parts.rows = std::make_shared<const CellRows>(number_cells(*parts.grid, nodes, crew));
  else if (parts.jump_graph)
    parts.numbers = std::make_shared<const NumberedCells>(parts.grid->cell_count(), nodes);
}

constexpr std::array kJumpOptions{rarely(choice_row<&IndexOptions::jump_graph>(
    "jump_graph", "", "scan|graph", "--jumps",
    "How jps finds jump points: by scanning the map, 64 cells at a time, or in a graph "
    "that is part of an index"))};

/// The bitmaps of jump points, where the rules allow jumps, and the graph of jumps.
class JumpPart final : public IndexPart {
 public:
  JumpPart() : IndexPart(Part::jump_graph, {"jump graph", "a jump graph"}) {}

  std::span<const IndexOption> options() const noexcept override { return kJumpOptions; }

  bool wanted(const IndexOptions& /*options*/) const noexcept override { return true; }

  Outcome build(Index::Parts& parts, Workers::Impl& workers,
                Monitor* /*monitor*/) const override {
    const Grid& grid = *parts.grid;
    if (JumpMap::allowed(grid)) {
      parts.jump_map = std::make_shared<const JumpMap>(grid);
      if (parts.options.jump_graph) {
        Result<JumpGraph> graph = JumpGraph::make(grid, *parts.jump_map, workers.crew);
        if (!graph) return graph.failure();
        parts.jump_graph = std::make_shared<const JumpGraph>(*std::move(graph));
        parts.jump_shortcuts = std::make_shared<const JumpShortcuts>(
            grid, *parts.jump_map, *parts.jump_graph, workers.crew);
      }
    }
    number_rows(parts, workers.crew);
    return ok();
  }

  bool present(const Index::Parts& parts) const noexcept override {
    return parts.jump_graph != nullptr;
  }
  std::size_t bytes(const Index::Parts& parts) const noexcept override {
    return (parts.jump_map ? parts.jump_map->memory_bytes() : 0) +
           (parts.jump_graph ? parts.jump_graph->memory_bytes() : 0) +
           (parts.jump_shortcuts ? parts.jump_shortcuts->memory_bytes() : 0);
  }

  void write(const Index::Parts& parts, IndexImage& image) const override {
    image.sections.add(SectionId::jump_nodes, parts.jump_graph->nodes());
    image.sections.add(SectionId::jump_edges, parts.jump_graph->edges());
    image.sections.add(SectionId::jump_shortcuts, parts.jump_shortcuts->shortcuts());
  }

  Outcome read(const PartFile& file, Index::Parts& parts) const override {
    if (JumpMap::allowed(*parts.grid)) {
      const BitLines open = open_rows(*parts.grid);
      parts.jump_map = std::make_shared<const JumpMap>(open);
      if (parts.options.jump_graph)
        if (Outcome done = read_graph(open, file, parts); !done) return done;
    }
    Crew alone(1);  // files are read on the calling thread
    number_rows(parts, alone);
    return ok();
  }

 private:
  static Outcome read_graph(const BitLines& open, const PartFile& file,
                            Index::Parts& parts) {
    const Grid& grid = *parts.grid;
    const JumpMap& map = *parts.jump_map;
    std::pmr::vector<CellIndex> cells = ordered_jump_points(open, map);
    std::vector<PaddedPosition> places;
    places.reserve(cells.size());
    for (const CellIndex cell : cells)
      places.push_back(padded_position(cell, grid.stride()));
    JumpGraph::Arrays arrays{
        SharedArray(std::move(cells)), SharedArray(std::move(places)), {}, {}};
    JumpShortcuts::Shortcuts shortcuts;
    for (const Outcome& done : {file.get(SectionId::jump_nodes, arrays.nodes),
                                file.get(SectionId::jump_edges, arrays.edges),
                                file.get(SectionId::jump_shortcuts, shortcuts)})
      if (!done) return done;
    auto graph =
        std::make_shared<const JumpGraph>(DiagonalStops(open, map), std::move(arrays));
    auto found = std::make_shared<const JumpShortcuts>(std::move(shortcuts));
    if (file.checks_ranges())
      if (Outcome good = check_jumps(grid, *graph, *found); !good) return good;
    parts.jump_graph = std::move(graph);
    parts.jump_shortcuts = std::move(found);
    return ok();
  }
};

}  // namespace

const IndexPart& jump_part() noexcept {
  static const JumpPart part;
  return part;
}

}  // namespace throng
