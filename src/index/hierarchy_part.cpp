#include "../grid/padded_position.hpp"
#include "../jump/open_lines.hpp"
#include "check_hierarchy.hpp"
#include "damaged.hpp"
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

/// The mean number of corners in the component of a random corner: on islands it is small,
/// however many there are. Cost: O(corners).
std::size_t corners_near_by(const Grid& grid, const Hierarchy& hierarchy) {
  std::vector<std::uint64_t> corners(grid.component_count(), 0);
  for (std::uint32_t node = 0; node < hierarchy.size(); ++node) {
    const Hierarchy::Place at = hierarchy.place(node);
    ++corners[grid.component(cell_at({at.x, at.y}, grid.stride()))];
  }
  std::uint64_t sum = 0, squares = 0;
  for (const std::uint64_t count : corners) sum += count, squares += count * count;
  return sum == 0 ? 0 : static_cast<std::size_t>(squares / sum);
}

constexpr std::array kHierarchyOptions{
    flag_row<&IndexOptions::hierarchy, &HierarchyOptions::build>(
        "hierarchy", "",
        "A contraction hierarchy over the corners of obstacles: for large static maps and "
        "noise where jps is possible"),
    bytes_row<&IndexOptions::hierarchy, &HierarchyOptions::memory>(
        "hierarchy_memory", "hierarchy",
        "Memory limit of the hierarchy; beyond it, there is none")};

class HierarchyPart final : public IndexPart {
 public:
  HierarchyPart()
      : IndexPart(Part::hierarchy,
                  {"hierarchy", "a hierarchy", "hierarchy_memory", Algorithm::hierarchy,
                   SectionId::hierarchy_skipped_because,
                   &FileHeader::hierarchy_memory_exceeded}) {}

  std::span<const IndexOption> options() const noexcept override {
    return kHierarchyOptions;
  }

  bool wanted(const IndexOptions& options) const noexcept override {
    return options.hierarchy.build;
  }

  Outcome build(Index::Parts& parts, Workers::Impl& workers,
                Monitor* monitor) const override {
    PartRecord& record = parts.record(id());
    if (parts.jump_map == nullptr) {
      record.refusal =
          "a hierarchy needs an octile grid on plain ground on which no corner is cut";
      return ok();
    }
    Result<Hierarchy> hierarchy =
        Hierarchy::build(*parts.grid, *parts.jump_map, parts.options.hierarchy.memory,
                         workers.crew, monitor);
    if (!hierarchy) return record.skip(hierarchy.error());
    parts.corners_near_by = corners_near_by(*parts.grid, *hierarchy);
    parts.hierarchy = std::make_shared<const Hierarchy>(*std::move(hierarchy));
    return ok();
  }

  bool present(const Index::Parts& parts) const noexcept override {
    return parts.hierarchy != nullptr;
  }
  std::size_t bytes(const Index::Parts& parts) const noexcept override {
    return parts.hierarchy ? parts.hierarchy->memory_bytes() : 0;
  }

  void write(const Index::Parts& parts, IndexImage& image) const override {
    image.header.hierarchy_core = static_cast<std::uint32_t>(parts.hierarchy->core());
    const Hierarchy::Arrays& arrays = parts.hierarchy->arrays();
    SectionWriter& sections = image.sections;
    sections.add(SectionId::hierarchy_places, arrays.places.values());
    sections.add(SectionId::hierarchy_first_arcs, arrays.first.values());
    sections.add(SectionId::hierarchy_arcs, arrays.arcs.values());
    sections.add(SectionId::hierarchy_rows, arrays.rows.values());
    sections.add_optional(SectionId::hierarchy_ways, arrays.ways.ways().values());
    sections.add_optional(SectionId::hierarchy_runs, arrays.ways.runs().values());
  }

  Outcome read(const PartFile& file, Index::Parts& parts) const override {
    if (parts.jump_map == nullptr)
      return damaged(SectionId::hierarchy_arcs,
                     "a hierarchy on a grid that cannot have one");
    Hierarchy::Arrays arrays{file.header().hierarchy_core, {}, {}, {}, {}};
    SharedArray<CoreWays::Way> ways;
    SharedArray<CoreWays::Run> runs;
    for (const Outcome& done : {file.get(SectionId::hierarchy_places, arrays.places),
                                file.get(SectionId::hierarchy_first_arcs, arrays.first),
                                file.get(SectionId::hierarchy_arcs, arrays.arcs),
                                file.get(SectionId::hierarchy_rows, arrays.rows),
                                file.get(SectionId::hierarchy_ways, ways),
                                file.get(SectionId::hierarchy_runs, runs)})
      if (!done) return done;
    arrays.ways = CoreWays(std::move(ways), std::move(runs));
    const Grid& grid = *parts.grid;
    const std::pmr::vector<CellIndex> corners =
        ordered_jump_points(open_rows(grid), *parts.jump_map);
    if (Outcome good = check_sizes(arrays, corners.size()); !good) return good;
    if (file.checks_ranges())
      if (Outcome good = check_hierarchy(grid, corners, arrays); !good) return good;
    parts.hierarchy = std::make_shared<const Hierarchy>(grid, SubgoalScan(grid, corners),
                                                        std::move(arrays));
    parts.corners_near_by = corners_near_by(grid, *parts.hierarchy);
    return ok();
  }

 private:
  static Outcome check_sizes(const Hierarchy::Arrays& arrays, std::size_t corners) {
    if (arrays.places.size() != corners)
      return damaged(SectionId::hierarchy_places, "not one for each corner");
    if (arrays.first.size() != corners + 1)
      return damaged(SectionId::hierarchy_first_arcs, "not one for each corner");
    if (arrays.core > corners ||
        (arrays.core == 0 ? !arrays.rows.empty() : arrays.rows.size() % arrays.core != 0))
      return damaged(SectionId::hierarchy_rows, "not of equal length");
    if (!arrays.ways.ways().empty() &&
        arrays.ways.ways().size() != arrays.first[arrays.core])
      return damaged(SectionId::hierarchy_ways, "not one for each arc of the core");
    return ok();
  }
};

}  // namespace

const IndexPart& hierarchy_part() noexcept {
  static const HierarchyPart part;
  return part;
}

}  // namespace throng
