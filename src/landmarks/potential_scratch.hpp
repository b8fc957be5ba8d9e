#pragma once

#include "../core/memory.hpp"
#include "../sweep/sweep_scratch.hpp"
#include "../sweep/value_repair.hpp"

#include <throng/grid.hpp>
#include <throng/query.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng {

/// The working memory of one thread that edits or settles Potentials, kept from call to
/// call. Any Potentials may use it.
struct PotentialScratch : RepairScratch {
  explicit PotentialScratch(Memory memory = {})
      : RepairScratch(memory),
        sweep(memory),
        dropped(memory),
        region(memory),
        claims(memory),
        awake(memory),
        region_of(memory),
        regions(memory),
        frozen(memory),
        swept(memory),
        fields(memory) {}

  static constexpr std::size_t kFields = 8;

  /// Cells that are joined, and the one that lies farthest in a direction.
  struct Region {
    std::size_t size = 0;
    std::int64_t reach = 0;
    CellIndex cell = 0;
  };

  /// A field in the padded layout, below kFields. The fields of one map lie side by side.
  std::span<Cost> field(std::size_t number, std::size_t cells) {
    if (fields.size() < (number + 1) * cells) fields.resize((number + 1) * cells);
    return std::span(fields).subspan(number * cells, cells);
  }

  SweepScratch sweep;
  std::pmr::vector<CellIndex> dropped;  ///< former sources
  std::pmr::vector<CellIndex> region;
  std::pmr::vector<std::uint8_t> claims;      ///< by component: whether it has a source
  std::pmr::vector<std::uint8_t> awake;       ///< by source of a slot
  std::pmr::vector<std::uint32_t> region_of;  ///< by component
  std::pmr::vector<Region> regions;           ///< that need a source
  std::pmr::vector<Cost> frozen;     ///< by slot: kUnreachable where values do not spread
  std::pmr::vector<unsigned> swept;  ///< slots, by the number of their field
  std::pmr::vector<Cost> fields;
};

}  // namespace throng
