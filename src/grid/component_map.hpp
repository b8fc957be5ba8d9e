#pragma once

#include "../core/versioned_array.hpp"
#include "region_graph.hpp"

#include <throng/grid.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace throng {

/// The components of one version of a map, as published by Regions. Immutable. A handle:
/// copies share the arrays and may be used on different threads (see
/// VersionedArray::Snapshot).
class ComponentMap {
 public:
  /// The components of no map.
  ComponentMap() = default;

  /// regions: by cell of the padded map. component_of: by region. block_regions: by block.
  ComponentMap(VersionedArray<Region>::Snapshot regions,
               VersionedArray<std::uint32_t>::Snapshot component_of,
               VersionedArray<Region>::Snapshot block_regions, std::uint32_t count,
               std::size_t open_cells) noexcept
      : regions_(std::move(regions)),
        component_of_(std::move(component_of)),
        block_regions_(std::move(block_regions)),
        count_(count),
        open_cells_(open_cells) {}

  /// As Grid::component. Cost: two loads. Pre: `cell` lies in the padded map.
  std::uint32_t component(CellIndex cell) const noexcept {
    return component_of_[regions_[cell]];
  }
  /// As Grid::component_count.
  std::uint32_t component_count() const noexcept { return count_; }
  /// As Grid::open_cells.
  std::size_t open_cells() const noexcept { return open_cells_; }

  /// For kernels: component(cell) is component_of()[regions()[cell]]. Both arrays depend on
  /// the edits that led to this version; component() depends on the map alone.
  std::span<const Region> regions() const noexcept { return regions_.values(); }
  std::span<const std::uint32_t> component_of() const noexcept {
    return component_of_.values();
  }
  /// The region of each square of Regions::kBlock x Regions::kBlock cells. kNoRegion: no
  /// cell is open. kSeveralRegions: its cells belong to different regions, perhaps of one
  /// component. Squares are ordered row by row, on hexagonal grids column by column. The
  /// edge of the map may cut the last squares.
  std::span<const Region> block_regions() const noexcept { return block_regions_.values(); }

  std::size_t memory_bytes() const noexcept {
    return regions().size_bytes() + component_of().size_bytes() +
           block_regions().size_bytes();
  }

 private:
  VersionedArray<Region>::Snapshot regions_;
  VersionedArray<std::uint32_t>::Snapshot component_of_;
  VersionedArray<Region>::Snapshot block_regions_;
  std::uint32_t count_ = 0;
  std::size_t open_cells_ = 0;
};

}  // namespace throng
