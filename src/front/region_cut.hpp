#pragma once

#include "lattice.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace throng {

/// Cuts connected regions of a lattice into parts. Working memory of one thread: 7 bytes a
/// node of the bounding box of the largest region.
class RegionCutter {
 public:
  explicit RegionCutter(const Lattice& lattice) : lattice_(lattice) {}

  /// Sorts the nodes of a region: first those of one part after the other, then those of a
  /// separator, without which no step joins two parts. Appends the size of each part to
  /// `parts`.
  ///
  /// The separator is the smallest of four chains of nodes, each of which crosses the
  /// region between its 30 % and 70 % quantiles in another direction. On a plane a chain
  /// separates its sides if no edge crosses it; so a cheapest path that pays for nodes of
  /// the region alone (walls and other regions are free) is a minimum vertex cut, and needs
  /// no flow. Its middle comes last: the highest ranks.
  ///
  /// Pre: the region is connected and has a node.
  /// Cost: O(nodes of the bounding box).
  /// Source: planar minimum cuts as shortest paths, A. Itai, Y. Shiloach, "Maximum flow in
  ///         planar networks", SIAM J. Comput. 8, 1979; nested dissection, A. George,
  ///         SIAM J. Numer. Anal. 10, 1973.
  void cut(std::span<Node> region, std::vector<std::uint32_t>& parts);

  /// The same without a separator, for nodes that need not be connected.
  void split(std::span<Node> nodes, std::vector<std::uint32_t>& parts);

 private:
  /// Directions in which a band crosses a region: along which its coordinate grows.
  enum class Across : std::uint8_t { x, y, sum, difference };
  struct Band {
    std::int32_t low, high;
  };
  using Local = std::uint32_t;  ///< a node of the box

  void open_box(std::span<const Node> region);
  Local local(Node node) const noexcept;
  std::int32_t coordinate(Across across, Local at) const noexcept;
  Band find_band(Across across, std::span<const Node> region);
  bool is_end(Across across, Local at) const noexcept;
  bool is_begin(Across across, Local at) const noexcept;
  bool find_chain(Across across, Band band, std::size_t limit);
  void extend_chain(Across across, Band band, Local from);
  bool crosses_edge(Local from, std::size_t move) const noexcept;
  void read_chain(Local end);
  void separate(std::span<Node> region, std::vector<std::uint32_t>& parts);

  const Lattice& lattice_;
  std::int32_t left_ = 0, top_ = 0;      ///< of the box, on the lattice
  std::int32_t width_ = 0, height_ = 0;  ///< of the box, with a border of one node
  std::array<Local, kMoves> offset_{};
  std::vector<std::uint8_t> joined_;  ///< as Lattice::joined(); 0: not of the region
  std::vector<std::uint8_t> entered_by_;
  std::vector<std::uint32_t> paid_;
  std::vector<Local> now_, next_;  ///< chains' ends that paid as much, and one more
  std::vector<std::uint32_t> histogram_;
  std::vector<Local> chain_, best_;
  std::vector<Node> sorted_;
};

}  // namespace throng
