#pragma once

#include <throng/grid.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng {

/// The strongly connected parts of some components of a grid: in a part, each cell reaches
/// each other one by steps and links.
struct StrongParts {
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;

  /// A part of at least two cells.
  struct Part {
    std::uint32_t component;
    CellIndex first;  ///< its least cell
  };

  std::vector<Part> parts;  ///< ordered by their first cells
  /// By cell of the padded map: equal in the cells of a part, different in other cells of
  /// the same component; kNone in components that were not searched. Empty: each part is a
  /// component.
  std::vector<std::uint32_t> part_of;
  std::vector<std::uint32_t> count;  ///< parts of each component, with those of one cell
};

/// Whether each step and each link has an opposite one, of any cost. Cost: O(cells).
bool goes_both_ways(const Grid& grid);

/// wanted: by component, 1 where its parts are wanted. Cost: O(cells), by Tarjan's
/// algorithm unless the grid goes both ways: then parts are components. Memory: 4 bytes a
/// cell of the padded map; up to 16 more while it runs.
StrongParts find_strong_parts(const Grid& grid, std::span<const std::uint8_t> wanted);

}  // namespace throng
