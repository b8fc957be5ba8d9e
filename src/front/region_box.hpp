#pragma once

#include "lattice.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng {

/// Directions in which a chain of nodes can cut a region: along which the coordinates of
/// nodes grow from one side of the chain to the other.
enum class Across : std::uint8_t { x, y, sum, difference };
inline constexpr std::array kAcross{Across::x, Across::y, Across::sum, Across::difference};

/// Coordinates in a direction.
struct Band {
  std::int32_t low, high;
};

/// Where the box of a region lies on the lattice, with its frame.
struct RegionBounds {
  std::int32_t left, top;
  std::int32_t width, height;

  std::size_t size() const noexcept {
    return static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  }
};
/// Pre: the region has a node.
RegionBounds find_bounds(const Lattice& lattice, std::span<const Node> region);

/// A region of a lattice in a small array of its own: the bounding box of the region, with
/// a frame of one free node. A margin of one more node surrounds the frame, so that each
/// node within the frame has eight neighbours in the array.
/// Memory: a byte a node of the box, and 4 bytes a node of the region.
class RegionBox {
 public:
  /// A node of the box.
  using Local = std::uint32_t;

  /// Pre: the region has a node.
  void enclose(const Lattice& lattice, std::span<const Node> region);

  /// With the frame, without the margin: x is in [0, width), y in [0, height).
  std::int32_t width() const noexcept { return bounds_.width; }
  std::int32_t height() const noexcept { return bounds_.height; }
  Local at(std::int32_t x, std::int32_t y) const noexcept {
    return static_cast<Local>(y + 1) * pitch_ + static_cast<Local>(x + 1);
  }
  /// Of all arrays by Local.
  std::size_t size() const noexcept { return joined_.size(); }
  /// To the neighbour in each direction.
  const std::array<Local, kMoves>& offsets() const noexcept { return offsets_; }

  /// By Local, as Lattice::joined(); 0: not of the region, or not joined with any node.
  const std::uint8_t* joined() const noexcept { return joined_.data(); }
  /// The nodes of the region, in the order in which enclose() found them.
  std::span<const Local> nodes() const noexcept { return nodes_; }
  Node node(Local at) const noexcept;

  /// From the 30 % to the 70 % quantile of the region's coordinates.
  Band band(Across across) const noexcept {
    return bands_[static_cast<std::size_t>(across)];
  }
  /// The first and last x of a row of the box that lie in a band; first > last: none.
  Band row_of_band(Across across, std::int32_t y) const noexcept;

 private:
  Band find_band(const std::vector<std::uint32_t>& histogram) const noexcept;

  RegionBounds bounds_{};
  Local pitch_ = 0;  ///< the margin at the end of a row begins the next one
  std::int32_t lattice_pitch_ = 0;
  std::array<Local, kMoves> offsets_{};
  std::vector<std::uint8_t> joined_;
  std::vector<Local> nodes_;
  std::array<Band, kAcross.size()> bands_{};
  std::array<std::vector<std::uint32_t>, kAcross.size()> histograms_;
};

}  // namespace throng
