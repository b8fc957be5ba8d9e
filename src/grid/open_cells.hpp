#pragma once

#include <throng/grid.hpp>
#include <throng/rules.hpp>
#include <throng/terrain.hpp>

#include <array>
#include <cstdint>
#include <span>

namespace throng {

/// The cells of a map on which a unit may stand.
class OpenCells {
 public:
  /// For units of one cell. weights: as GridOptions::weights, where 0 closes a cell; may be
  /// empty.
  OpenCells(TerrainView terrain, const MovementClass& movement,
            std::span<const Weight> weights) noexcept;

  /// For units of `unit_size` cells. Pre: the clearance outlives this.
  OpenCells(const Clearance& clearance, std::int32_t unit_size) noexcept;

  std::int32_t width() const noexcept { return width_; }
  std::int32_t height() const noexcept { return height_; }

  /// 1 if the cell is open, else 0. Pre: `p` lies in the map.
  std::uint8_t at(Position p) const noexcept;

  /// Writes at() for each cell of a row. out: width() slots.
  void fill_row(std::int32_t y, std::uint8_t* out) const noexcept;

 private:
  std::int32_t width_;
  std::int32_t height_;
  const Clearance* clearance_ = nullptr;  ///< null: units of one cell
  std::uint8_t unit_size_ = 1;
  TerrainView terrain_;
  std::array<std::uint8_t, 256> table_{};  ///< whether each character is open
  std::size_t characters_ = 0;             ///< how many are
  std::array<char, 4> first_{};            ///< the first of them
  std::span<const Weight> weights_;
};

}  // namespace throng
