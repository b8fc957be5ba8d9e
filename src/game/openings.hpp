#pragma once

#include "../core/memory.hpp"
#include "../grid/map_boxes.hpp"
#include "../heuristic/plain.hpp"

#include <throng/grid.hpp>
#include <throng/map_changes.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng {

/// The cells where ways on a new version of a grid may be cheaper than before: each step
/// and link that appeared or became cheaper begins or ends in one of them. Memory is kept.
class Openings {
 public:
  explicit Openings(Memory memory) : cells_(memory), places_(memory) {}

  /// Compares the two versions in the rectangles, MapChanges::cheaper. Of a cheaper step
  /// between cells that were open one end is enough, which keeps the set small.
  /// Cost: O(cells of the rectangles), and O(links log links) if the links changed.
  void find(const Grid& before, const Grid& now, std::span<const MapRect> rects);

  /// In rising order.
  std::span<const CellIndex> cells() const noexcept { return cells_; }
  bool empty() const noexcept { return cells_.empty(); }

  /// A position as distance() reads it.
  Position coordinates(Position p) const noexcept { return axial(topology_, p); }

  /// Lower bounds on the cost between a cell and an opening, in either direction: by
  /// distances on an open map. A part is a box around several openings. A place is one
  /// opening.
  std::size_t parts() const noexcept { return part_count_; }
  Cost distance(std::size_t part, Position coordinates) const noexcept {
    const Box& at = parts_[part];
    // On hexagonal grids too, the differences nearest to 0 have the least cost.
    return bound_(0, gap(at.low.x, at.high.x - at.low.x + 1, coordinates.x),
                  gap(at.low.y, at.high.y - at.low.y + 1, coordinates.y));
  }

  /// Whether a way through an opening may cost less than `most`. before, behind: lower
  /// bounds on the cost from `from` to any opening, and from any opening to `to`.
  bool may_be_cheaper(Position from, Position to, std::uint64_t before,
                      std::uint64_t behind, std::uint64_t most) const noexcept;

  std::size_t memory_bytes() const noexcept {
    return cells_.capacity() * sizeof(CellIndex) + places_.capacity() * sizeof(Position);
  }

 private:
  struct Box {
    Position low, high;  ///< in axial coordinates; both belong to it
  };

  void add_cell(const Grid& before, const Grid& now, Position p);
  void add_links(const Grid& before, const Grid& now);
  void add_parts(const Grid& now, std::span<const MapRect> rects);

  /// With more openings than this, bounds refer to parts instead of places.
  static constexpr std::size_t kMostPlaces = 64;

  std::pmr::vector<CellIndex> cells_;
  std::pmr::vector<Position> places_;  ///< coordinates of the cells; empty: too many
  std::array<Box, MapBoxes::kMost> parts_{};
  std::size_t part_count_ = 0;
  Topology topology_ = Topology::octile;
  OpenBound bound_{Topology::octile, {}};
};

}  // namespace throng
