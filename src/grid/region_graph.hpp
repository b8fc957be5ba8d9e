#pragma once

#include "../core/memory.hpp"
#include "../core/versioned_array.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng {

/// The number of a region (see Regions). Numbers of removed regions are reused. Closed
/// cells have kNoRegion.
using Region = std::uint32_t;
inline constexpr Region kNoRegion = 0;
/// The value of a block whose cells belong to different regions; no region has this number.
inline constexpr Region kSeveralRegions = 0xFFFF'FFFF;

/// The graph of regions and its connected components. Edges are stored in lists. Each list
/// has the edges of one border between tiles, so an edit replaces few lists.
///
/// Memory: 16 bytes a region, 12 an edge, 4 a list, 1/5 a cell. Nothing is allocated once
/// the
///         largest numbers of regions and edges were reached.
class RegionGraph {
 public:
  /// A graph without regions, with `lists` empty lists. cells: one more than the greatest
  /// key.
  RegionGraph(std::size_t lists, std::size_t cells, Memory memory);

  /// Adds a region. key: unique; determines the order of components (see number()).
  Region add(std::uint32_t key);
  /// Removes a region. Pre: no list contains it at the next call of number().
  void remove(Region region);
  /// Removes all regions and edges. Regions are numbered from 1 again.
  void clear();
  void set_key(Region region, std::uint32_t key);

  struct Edge {
    Region a;
    Region b;

    friend constexpr bool operator==(Edge, Edge) = default;
  };
  /// Replaces the edges of a list. Cost: O(edges of the list).
  void set_edges(std::size_t list, std::span<const Edge> edges);

  /// Whether a region, a key or a list changed since number().
  bool changed() const noexcept { return changed_; }

  /// Numbers the connected components from 0 in the order of their least keys.
  /// component_of: in and out, by region; grows with the region numbers. kNoRegion and
  /// removed regions get Grid::kNoComponent. Only chunks that change are written.
  /// Returns: whether component_of changed.
  /// Cost:    almost O(regions + edges + cells / 4096).
  bool number(VersionedArray<std::uint32_t>& component_of);

  /// The number of components, as of number().
  std::uint32_t component_count() const noexcept { return component_count_; }

  /// Allocates room for twice the present numbers of regions and edges.
  void reserve();
  std::size_t memory_bytes() const noexcept;

 private:
  struct Node {
    Edge edge;           ///< {kNoRegion, kNoRegion}: not in a list
    std::uint32_t next;  ///< of the list, or of the free nodes; kEnd: none
  };
  static constexpr std::uint32_t kEnd = 0xFFFF'FFFF;
  static constexpr std::uint32_t kNoKey = 0xFFFF'FFFF;

  Region root(Region region) noexcept;
  void unite(Region a, Region b) noexcept;
  void find_roots() noexcept;
  std::uint32_t rank_roots() noexcept;

  std::pmr::vector<std::uint32_t> keys_;  ///< by region; kNoKey: free
  std::pmr::vector<Region> free_;
  std::pmr::vector<std::uint32_t> heads_;  ///< by list: its first node
  std::pmr::vector<Node> nodes_;
  std::uint32_t free_node_ = kEnd;
  bool changed_ = false;
  std::uint32_t component_count_ = 0;

  // Of number():
  std::pmr::vector<Region> parents_;         ///< by region
  std::pmr::vector<std::uint32_t> numbers_;  ///< by region
  std::pmr::vector<std::uint64_t> least_;    ///< a bit a key that is least in its component
  std::pmr::vector<std::uint64_t> in_use_;   ///< a bit a word of least_ that is not 0
  std::pmr::vector<std::uint32_t> before_;  ///< by word of least_: bits in the words before
};

}  // namespace throng
