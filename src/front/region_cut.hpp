#pragma once

#include "chain_search.hpp"
#include "lattice.hpp"
#include "region_box.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng {

/// A connected region of a lattice and the chains of nodes that may cut it, one for each
/// direction. A chain leads through the region from one side to the other between the 30 %
/// and the 70 % quantiles of its nodes. The smallest one becomes the separator.
///
/// On a plane a chain separates its sides if no edge crosses it; so a cheapest path that
/// pays for nodes of the region alone (walls and other regions are free) is a minimum
/// vertex cut, and needs no flow.
///
/// Source: planar minimum cuts as shortest paths, A. Itai, Y. Shiloach, "Maximum flow in
///         planar networks", SIAM J. Comput. 8, 1979; nested dissection, A. George, SIAM J.
///         Numer. Anal. 10, 1973.
class RegionCut {
 public:
  /// Begins with a region. Keeps the memory. Pre: the region is connected and has a node.
  void begin(const Lattice& lattice, std::span<const Node> region);

  /// Looks for a chain in one direction. Different threads may look in different ones at
  /// once; the chain that is left at the end does not depend on who is first.
  void find_chain(Across across, ChainSearch& search);

  const RegionBox& box() const noexcept { return box_; }
  /// The nodes of the smallest chain found, or a single node if there is none.
  std::span<const RegionBox::Local> chain() const noexcept;

 private:
  RegionBox box_;
  LeastChain least_;
  std::array<std::vector<RegionBox::Local>, kAcross.size()> chains_;
};

/// Sorts the nodes of regions into parts. Memory of one thread: a byte a node of the box,
/// and 8 bytes a node of the region.
class RegionSorter {
 public:
  using Local = RegionBox::Local;

  explicit RegionSorter(const Lattice& lattice) : lattice_(lattice) {}

  /// Sorts the nodes of a region: first those of one part after the other, then those of a
  /// separator, without which no step joins two parts. Appends the size of each part to
  /// `parts`. box: of the region. The middle of the separator comes last: the highest
  /// ranks. Cost: O(nodes of the box).
  void sort(std::span<Node> region, const RegionBox& box, std::span<const Local> separator,
            std::vector<std::uint32_t>& parts);

 private:
  std::uint32_t add_part(const RegionBox& box);

  const Lattice& lattice_;
  std::vector<std::uint8_t> is_left_;  ///< by node of the box: no part has it yet
  std::vector<Local> locals_;          ///< of the sorted nodes of parts
  std::vector<Node> sorted_;
};

}  // namespace throng
