#pragma once

#include "../core/memory.hpp"
#include "../sweep/value_repair.hpp"

#include <throng/grid.hpp>
#include <throng/query.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng {

/// The working memory of one thread that edits or settles Potentials, kept from call to
/// call. Any Potentials may use it.
struct PotentialScratch : RepairScratch {
  explicit PotentialScratch(Memory memory = {})
      : RepairScratch(memory),
        dropped(memory),
        region(memory),
        claims(memory),
        awake(memory),
        region_of(memory),
        regions(memory),
        frozen(memory) {}

  /// Cells that are joined, and the one that lies farthest in a direction.
  struct Region {
    std::size_t size = 0;
    std::int64_t reach = 0;
    CellIndex cell = 0;
  };

  std::pmr::vector<CellIndex> dropped;  ///< former sources
  std::pmr::vector<CellIndex> region;
  std::pmr::vector<std::uint8_t> claims;      ///< by component: whether it has a source
  std::pmr::vector<std::uint8_t> awake;       ///< by source of a slot
  std::pmr::vector<std::uint32_t> region_of;  ///< by component
  std::pmr::vector<Region> regions;           ///< that need a source
  std::pmr::vector<Cost> frozen;  ///< by slot: kUnreachable where values do not spread
};

}  // namespace throng
