#include "damaged.hpp"
#include "index_part.hpp"
#include "make_team.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace throng {
namespace {

/// See Index::Areas.
std::size_t largest_block(const AreaMap& map, const DeadEnds& dead_ends) {
  std::vector<std::size_t> cells(dead_ends.blocks(), 0);
  for (const std::uint32_t area : map.area_of)
    if (area != kNoArea) ++cells[dead_ends.spans()[area].first];
  return cells.empty() ? 0 : *std::ranges::max_element(cells);
}

/// The areas of a grid and its dead ends. Pre: rows are numbered. Cost: O(cells).
Index::Areas find_areas(const Index::Parts& parts) {
  const Grid& grid = *parts.grid;
  AreaMap map = decompose(grid);
  std::vector<Border> borders = find_borders(grid, map);
  // Where pruning is not sound, every border is doubled. Then no border is the only one,
  // and nothing is a dead end.
  if (!DeadEnds::allowed(grid)) {
    const std::size_t count = borders.size();
    for (std::size_t i = 0; i < count; ++i) borders.push_back(borders[i]);
  }
  DeadEnds dead_ends(map.count, borders);
  const std::size_t largest = largest_block(map, dead_ends);
  std::vector<std::uint32_t> area_of_row(parts.jump_graph ? parts.rows->count : 0);
  if (parts.jump_graph)
    for (std::size_t cell = 0; cell < grid.cell_count(); ++cell)
      if (map.area_of[cell] != kNoArea)
        area_of_row[parts.rows->row[cell]] = map.area_of[cell];
  return {std::move(map), std::move(dead_ends), std::move(area_of_row), largest};
}

bool can_have_areas(const Grid& grid) {
  return grid.plain() && !is_hexagonal(grid.rules().topology);
}

constexpr std::array kAreaOptions{rarely(flag_row<&IndexOptions::areas>(
    "areas", "", "Areas of the map, to skip those that are dead ends"))};

class AreaPart final : public IndexPart {
 public:
  AreaPart() : IndexPart(Part::areas, {"areas", "areas"}) {}

  std::span<const IndexOption> options() const noexcept override { return kAreaOptions; }

  bool wanted(const IndexOptions& options) const noexcept override {
    return options.areas || options.gates.build;
  }
  Outcome check(const Grid& grid, const IndexOptions& /*options*/) const override {
    if (can_have_areas(grid)) return ok();
    return fail(Code::unsupported,
                "areas and gates need a grid of squares on plain ground (topology octile "
                "or tile, no weights, no links)");
  }

  Outcome build(Index::Parts& parts, Workers::Impl& /*workers*/,
                Monitor* /*monitor*/) const override {
    parts.areas = std::make_shared<const Index::Areas>(find_areas(parts));
    return ok();
  }

  bool present(const Index::Parts& parts) const noexcept override {
    return parts.areas != nullptr;
  }
  void add_facts(const Index::Parts& parts, std::vector<PartFact>& facts) const override {
    facts.push_back({"areas", parts.areas->map.count});
  }
  std::size_t bytes(const Index::Parts& parts) const noexcept override {
    if (!parts.areas) return 0;
    const Index::Areas& areas = *parts.areas;
    return areas.dead_ends.memory_bytes() +
           (areas.map.area_of.capacity() + areas.area_of_row.capacity()) *
               sizeof(std::uint32_t);
  }

  void write(const Index::Parts& /*parts*/, IndexImage& /*image*/) const override {}
  Outcome read(const PartFile& /*file*/, Index::Parts& parts) const override {
    if (!can_have_areas(*parts.grid))
      return damaged(SectionId::gate_costs, "areas on a grid that cannot have them");
    parts.areas = std::make_shared<const Index::Areas>(find_areas(parts));
    return ok();
  }
};

/// The gates between areas, and the costs between them.
constexpr std::array kGateOptions{
    rarely(flag_row<&IndexOptions::gates, &GateOptions::build>(
        "gates", "", "The costs between all gates of all areas; implies areas")),
    bytes_row<&IndexOptions::gates, &GateOptions::memory>(
        "gate_memory", "gates",
        "Memory limit of these costs: 4 bytes times the square of the number of gates")};

class GatePart final : public IndexPart {
 public:
  GatePart() : IndexPart(Part::gates, {"gates", "gates", "gate_memory"}) {}

  std::span<const IndexOption> options() const noexcept override { return kGateOptions; }

  bool wanted(const IndexOptions& options) const noexcept override {
    return options.gates.build;
  }

  Outcome build(Index::Parts& parts, Workers::Impl& workers,
                Monitor* monitor) const override {
    Gates gates(*parts.grid, parts.areas->map);
    std::vector<SweepScratch*> scratch;
    Result<GateMatrix> matrix =
        GateMatrix::build(*parts.grid, parts.areas->map, gates, parts.options.gates.memory,
                          make_team(workers, scratch, monitor));
    if (!matrix) return matrix.failure();
    parts.gates = std::make_shared<const Index::Gateways>(
        Index::Gateways{std::move(gates), *std::move(matrix)});
    return ok();
  }

  bool present(const Index::Parts& parts) const noexcept override {
    return parts.gates != nullptr;
  }
  void add_facts(const Index::Parts& parts, std::vector<PartFact>& facts) const override {
    facts.push_back({"gates", parts.gates->gates.count()});
  }
  std::size_t bytes(const Index::Parts& parts) const noexcept override {
    if (!parts.gates) return 0;
    return parts.gates->gates.memory_bytes() + parts.gates->matrix.memory_bytes();
  }

  void write(const Index::Parts& parts, IndexImage& image) const override {
    image.sections.add(SectionId::gate_costs, parts.gates->matrix.costs());
  }

  Outcome read(const PartFile& file, Index::Parts& parts) const override {
    SharedArray<Cost> costs;
    if (Outcome done = file.get(SectionId::gate_costs, costs); !done) return done;
    Gates gates(*parts.grid, parts.areas->map);
    const std::size_t count = gates.count();
    if (costs.size() != count * count)
      return damaged(SectionId::gate_costs, "not one for each pair of gates");
    parts.gates = std::make_shared<const Index::Gateways>(
        Index::Gateways{std::move(gates), GateMatrix(count, std::move(costs))});
    return ok();
  }
};

}  // namespace

const IndexPart& area_part() noexcept {
  static const AreaPart part;
  return part;
}

const IndexPart& gate_part() noexcept {
  static const GatePart part;
  return part;
}

}  // namespace throng
