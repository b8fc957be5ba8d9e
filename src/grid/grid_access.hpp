#pragma once

#include "../core/bits_where.hpp"
#include "../core/version_pool.hpp"
#include "grid_arrays.hpp"
#include "regions.hpp"

#include <throng/grid.hpp>
#include <throng/result.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace throng {

/// The parts of a Grid that only kernels read.
struct GridAccess {
  /// The weight of each step; empty where every legal step has the weight 1. The step in
  /// direction d from a cell costs unit() times slot cell * kMoves + d, which is 0 if the
  /// step is not legal.
  static std::span<const std::uint16_t> step_weights(const Grid& grid) noexcept {
    return grid.step_weights_;
  }
  static StepCosts unit(const Grid& grid) noexcept { return grid.unit_; }
  /// By cell; kNoRegion: closed.
  static std::span<const Region> regions(const Grid& grid) noexcept {
    return grid.regions_;
  }
  /// Differs from that of every other grid of the process, copies aside; never 0.
  static std::uint64_t number(const Grid& grid) noexcept { return grid.number_; }

  /// Bit k: whether the cell `first` + k is open, for k < count <= 64.
  static std::uint64_t open_cells(const Grid& grid, CellIndex first,
                                  std::size_t count) noexcept {
    const Region* const regions = &grid.regions_[first];
    return bits_where(count, [&](std::size_t k) { return regions[k] != kNoRegion; });
  }

  /// The component of each square of kBlock x kBlock cells. kNoComponent: no cell is open.
  /// kSeveral: its cells may belong to different components. Squares are ordered row by
  /// row, on hexagonal grids column by column. The edge of the map may cut the last ones.
  static constexpr std::int32_t kBlock = Regions::kBlock;
  static constexpr std::uint32_t kSeveral = Grid::kNoComponent - 1;
  static std::uint32_t block_component(const Grid& grid, std::size_t block) noexcept {
    const Region region = grid.arrays_->components.block_regions()[block];
    return region == kSeveralRegions ? kSeveral : grid.component_of_[region];
  }

  /// A grid as by Grid::make, but with the costs of `rules`, however large distances are:
  /// its caller bounds them. step_weights: a weight for each step, on plain ground too.
  static Result<std::shared_ptr<const Grid>> make_lasting(TerrainView terrain,
                                                          const Rules& rules,
                                                          const GridOptions& options,
                                                          bool step_weights);

  /// Bounds on the costs of steps; see the members of Grid.
  struct Steps {
    std::uint32_t min_weight = 1;
    Cost max_cost = 0;
    bool uniform = true;
    bool symmetric = true;
  };
  /// What differs between two versions of a grid.
  struct Version {
    std::shared_ptr<const GridArrays> arrays;
    Steps steps;
    std::shared_ptr<const LinkTable> links;
  };
  static std::shared_ptr<const Grid> make_version(const Grid& former, Version version,
                                                  const VersionPool& pool);
};

}  // namespace throng
