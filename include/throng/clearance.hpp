#pragma once

#include <throng/result.hpp>
#include <throng/rules.hpp>
#include <throng/terrain.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace throng {

/// How large a unit fits on each cell of a map: the side of the largest open square whose
/// top-left corner is there, at most kMaxUnitSize; 0: the cell is closed. A unit of size k
/// may stand where this is at least k (see Rules::unit_size).
///
/// Immutable; const members may be called from any number of threads at once. Memory: a
/// byte a cell. Source: D. Harabor, A. Botea, "Hierarchical path planning for multi-size
/// agents in heterogeneous environments", CIG, 2008.
class Clearance {
 public:
  /// Measures `terrain`, which is only read. A cell is open where its character is, unless
  /// weights (as GridOptions::weights, may be empty) close it. Cost: O(cells).
  /// Errors: bad_argument where the weights do not fit the map; those of
  /// Terrain::check_size.
  static Result<Clearance> make(TerrainView terrain, const MovementClass& movement = {},
                                std::span<const Weight> weights = {});

  std::int32_t width() const noexcept { return width_; }
  std::int32_t height() const noexcept {
    return static_cast<std::int32_t>(sides_.size() / static_cast<std::size_t>(width_));
  }

  /// Pre: `p` lies in the map.
  std::int32_t at(Position p) const noexcept {
    THRONG_ASSERT(p.x >= 0 && p.x < width_ && p.y >= 0 && p.y < height());
    return row(p.y)[static_cast<std::size_t>(p.x)];
  }
  /// One row, a byte a cell. Pre: it lies in the map.
  std::span<const std::uint8_t> row(std::int32_t y) const noexcept {
    const auto width = static_cast<std::size_t>(width_);
    return std::span(sides_).subspan(static_cast<std::size_t>(y) * width, width);
  }

 private:
  Clearance(std::int32_t width, std::vector<std::uint8_t> sides)
      : width_(width), sides_(std::move(sides)) {}

  std::int32_t width_;
  std::vector<std::uint8_t> sides_;
};

}  // namespace throng
