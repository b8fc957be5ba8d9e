#pragma once

#include <throng/query.hpp>
#include <throng/result.hpp>
#include <throng/rules.hpp>
#include <throng/terrain.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace throng {

/// The eight directions of a step, y downwards: the straight ones clockwise from north,
/// then the diagonal ones clockwise from north-east. A path is stored as one of these a
/// step; bit d of a cell's move byte says whether step d is legal.
enum class Move : std::uint8_t {
  north,
  east,
  south,
  west,
  north_east,
  south_east,
  south_west,
  north_west,
};

inline constexpr std::size_t kMoves = 8;
inline constexpr std::array<std::int32_t, kMoves> kMoveX{0, 1, 0, -1, 1, 1, -1, -1};
inline constexpr std::array<std::int32_t, kMoves> kMoveY{-1, 0, 1, 0, -1, 1, 1, -1};

constexpr bool is_diagonal(Move move) noexcept { return move >= Move::north_east; }

/// Where `move` leads from `p`.
constexpr Position step(Position p, Move move) noexcept {
  const auto d = static_cast<std::size_t>(move);
  return {p.x + kMoveX[d], p.y + kMoveY[d]};
}

/// Index of a cell in the padded arrays of one Grid: row-major, with a border of closed
/// cells one cell wide, so that every neighbour of an open cell is a valid index.
using CellIndex = std::uint32_t;

struct GridOptions {
  int threads =
      0;  ///< for large maps; 0: as many as the machine has. Never changes the grid.
};

/// A terrain compiled under rules: a byte of legal moves and a component for each cell.
///
/// Immutable; const members may be called from any number of threads at once. Shared by
/// pointer, because solvers outlive scopes. Memory: 5 bytes a cell of the padded map.
class Grid {
 public:
  /// Compiles `terrain`, which is only read. Cost: O(cells), parallel on large maps.
  ///
  /// Costs are 32 bits, so a component in which a distance could reach 2^32 - 1 is refused
  /// (unsupported, with the figure), unless the costs are the exact ones: these step down
  /// to 985/1393, then 408/577, see costs().
  static Result<std::shared_ptr<const Grid>> make(TerrainView terrain,
                                                  const Rules& rules = {},
                                                  const GridOptions& options = {});

  std::int32_t width() const noexcept { return width_; }
  std::int32_t height() const noexcept { return height_; }
  const Rules& rules() const noexcept { return rules_; }

  /// The step costs in force: those of the rules, but for exact costs that had to step down
  /// (then optimal in the true metric while no two candidates differ by costs().straight or
  /// more diagonals), and 1/1 on a tile grid.
  StepCosts costs() const noexcept { return costs_; }

  bool contains(Position p) const noexcept {
    return p.x >= 0 && p.y >= 0 && p.x < width_ && p.y < height_;
  }

  /// Pre (these three): contains(p).
  bool open(Position p) const noexcept { return component(cell(p)) != kNoComponent; }
  std::uint8_t moves(Position p) const noexcept { return moves_[cell(p)]; }
  CellIndex cell(Position p) const noexcept {
    THRONG_ASSERT(contains(p));
    return (static_cast<CellIndex>(p.y) + 1) * stride_ + static_cast<CellIndex>(p.x) + 1;
  }

  Position position(CellIndex cell) const noexcept {
    return {static_cast<std::int32_t>(cell % stride_) - 1,
            static_cast<std::int32_t>(cell / stride_) - 1};
  }

  /// Components are numbered from 0 in the order of their least cell. Two open cells have
  /// the same number if and only if a path joins them.
  static constexpr std::uint32_t kNoComponent = 0xFFFF'FFFF;
  std::uint32_t component(CellIndex cell) const noexcept { return components_[cell]; }
  std::uint32_t component_count() const noexcept { return component_count_; }
  std::size_t open_cells() const noexcept { return open_cells_; }

  /// The padded layout, for kernels: `cell_count()` move bytes, rows `stride()` apart, the
  /// step of direction d leads to cell + offset(d) (modulo 2^32).
  std::span<const std::uint8_t> moves() const noexcept { return moves_; }
  std::size_t cell_count() const noexcept { return moves_.size(); }
  CellIndex stride() const noexcept { return stride_; }
  CellIndex offset(Move move) const noexcept {
    const auto d = static_cast<std::size_t>(move);
    return static_cast<CellIndex>(kMoveY[d]) * stride_ + static_cast<CellIndex>(kMoveX[d]);
  }

  std::size_t memory_bytes() const noexcept;

 private:
  Grid(TerrainView terrain, const Rules& rules);

  std::int32_t width_;
  std::int32_t height_;
  CellIndex stride_;
  Rules rules_;
  StepCosts costs_;
  std::vector<std::uint8_t> moves_;
  std::vector<std::uint32_t> components_;
  std::uint32_t component_count_ = 0;
  std::size_t open_cells_ = 0;
};

}  // namespace throng
