#pragma once

#include <throng/export.hpp>
#include <throng/monitor.hpp>
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
#include <utility>
#include <vector>

namespace throng {

class Crew;  // of the library alone
class LinkTable;
struct LinkList;
struct GridArrays;  // of the library alone

/// The eight directions of a step, y downwards: the straight directions clockwise from
/// north, then the diagonal directions clockwise from north-east. A path stores one Move a
/// step. Bit d of a cell's move byte is set if step d is legal.
///
/// The six directions of a hexagonal grid, clockwise: north, east (upper right), south_east
/// (lower right), south, west (lower left), north_west (upper left). They equal the octile
/// directions in axial coordinates (see axial()).
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

/// The move in the opposite direction.
constexpr Move opposite(Move move) noexcept {
  const auto d = static_cast<unsigned>(move);
  return static_cast<Move>((d & 4U) | ((d + 2) & 3U));
}

/// Coordinates in which each move is a constant difference: x, y + floor(x / 2) on
/// hexagonal grids, else x, y.
constexpr Position axial(Topology topology, Position p) noexcept {
  return is_hexagonal(topology) ? Position{p.x, p.y + (p.x >> 1)} : p;
}

/// The cell reached from `p` by `count` times `move`.
constexpr Position step(Topology topology, Position p, Move move,
                        std::int32_t count = 1) noexcept {
  const auto d = static_cast<std::size_t>(move);
  const Position from = axial(topology, p);
  const Position to{from.x + count * kMoveX[d], from.y + count * kMoveY[d]};
  return is_hexagonal(topology) ? Position{to.x, to.y - (to.x >> 1)} : to;
}

/// Index of a cell in the padded arrays of one Grid. A border of closed cells surrounds the
/// map, so every neighbour of an open cell has a valid index. Row-major. Hexagonal grids
/// are column-major, and every other column is shifted by one cell, so each move is a
/// constant offset.
using CellIndex = std::uint32_t;

/// A closed step: a step that the terrain allows and the grid forbids. Close one direction
/// for a one-way edge, both directions for a fence between two open cells.
struct ClosedStep {
  Position from;
  Move move = Move::north;
};

/// In a path, a move that follows a link has the value kMoves + k for the k-th link of its
/// cell (LinkTable::from), instead of a direction.
constexpr bool is_link(Move move) noexcept {
  return static_cast<std::size_t>(move) >= kMoves;
}
constexpr Move link_move(std::size_t k) noexcept { return static_cast<Move>(kMoves + k); }
constexpr std::size_t link_slot(Move move) noexcept {
  return static_cast<std::size_t>(move) - kMoves;
}

/// The largest unit that fits on each cell: the side of the largest open square whose
/// top-left corner is the cell, at most kMaxUnitSize; 0 if the cell is closed. A unit of
/// size k may stand on cells with at least k (see Rules::unit_size).
///
/// Immutable; const members may be called concurrently. Memory: a byte a cell.
/// Source: D. Harabor, A. Botea, "Hierarchical path planning for multi-size agents in
///         heterogeneous environments", CIG, 2008.
class Clearance {
 public:
  /// Computes the clearance of `terrain`, which is only read. A cell is open if its
  /// character is open, unless `weights` (as GridOptions::weights; may be empty) closes it.
  /// Cost:   O(cells).
  /// Errors: bad_argument if the weights do not fit the map; errors of Terrain::check_size.
  THRONG_API static Result<Clearance> make(TerrainView terrain,
                                           const MovementClass& movement = {},
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
  /// One row, one byte a cell. Pre: `y` lies in the map.
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

/// Optional layers of a map. All spans may be empty. A span over cells has one value a
/// cell, in slot y * width + x, and is only read.
struct GridOptions {
  /// Threads for large maps, as in Workers. Never changes the grid.
  int threads = 0;
  /// Weights of cells, 0 to kMaxWeight, that replace the weights of their characters. 0
  /// closes a cell. A cell that its character closes stays closed.
  std::span<const Weight> weights = {};
  /// Altitudes. A step that climbs gains Rules::climb in weight for each unit of altitude.
  std::span<const std::int16_t> altitude = {};
  /// Steps to close. Closing a step leaves the opposite step legal.
  std::span<const ClosedStep> closed_steps = {};
  /// Links between cells. Several links may join the same two cells. A link that begins or
  /// ends on a closed cell, or where the unit does not fit, is ignored, without an error (a
  /// closed door).
  std::span<const Link> links = {};
  /// Grids of several unit sizes can share one Clearance. They must have the terrain,
  /// movement class and weights that it was made of. null: Grid::make computes it if
  /// unit_size is above 1.
  const Clearance* clearance = nullptr;
  /// Counts cells, several times each; cannot cancel. null: none.
  Monitor* monitor = nullptr;
};

/// A terrain compiled under Rules: for each cell a byte of legal moves and a component
/// number; if not all ground is plain, also the weight of each step.
///
/// Immutable; const members may be called concurrently. Shared by pointer, because solvers
/// outlive scopes. Memory: 5 bytes a cell of the padded map; 21 where steps have weights,
/// altitudes, influence, or are closed. Links add 2 bits a cell.
class Grid {
 public:
  /// Compiles `terrain`, which is only read. Cost: O(cells), parallel on large maps.
  ///
  /// Costs have 32 bits. A component where a distance could reach 2^32 - 1 is an error
  /// (unsupported, with the figure). Exact costs first fall back to 985/1393, then to
  /// 408/577; see costs().
  /// Errors: those of Terrain::check_size and check_costs;
  /// - bad_argument: a layer of another size than the map; a weight above kMaxWeight; a
  ///   clearance with other open cells; a closed step outside the map; unit_size out of
  ///   range; a link that leaves the map, ends where it begins, or has weight 0 or above
  ///   kMaxWeight; more than kMaxLinksPerCell links at one cell.
  /// - unsupported: a step would weigh more than 65535; unit_size above 1 on a hexagonal
  ///   grid.
  THRONG_API static Result<std::shared_ptr<const Grid>> make(
      TerrainView terrain, const Rules& rules = {}, const GridOptions& options = {});

  /// Returns this grid with `influence` (danger, for example) added to the weight of each
  /// step and link into a cell, in slot y * width + x. No distance decreases, so lower
  /// bounds of this grid stay valid; Index::with_costlier_grid reuses landmarks.
  /// Cost:   O(cells).
  /// Errors: as make().
  THRONG_API Result<std::shared_ptr<const Grid>> with_influence(
      std::span<const Weight> influence) const;

  std::int32_t width() const noexcept { return width_; }
  std::int32_t height() const noexcept { return height_; }
  const Rules& rules() const noexcept { return rules_; }

  /// The cost of `steps` straight steps on plain ground, rounded down and clamped below
  /// kUnreachable. For limits such as BatchOptions::max_cost. Pre: steps >= 0.
  THRONG_API Cost cost_of_steps(double steps) const noexcept;

  /// The costs of steps of weight 1. Equal to Rules::costs on octile grids, and 1/1 on
  /// other grids, with two exceptions:
  /// - Exact costs that had to fall back (see make()). Paths are then optimal in the true
  ///   metric while no two candidates differ by costs().straight or more diagonal steps.
  /// - CostModel::mean where cells have weights: twice as large if half of a cost is not an
  ///   integer.
  StepCosts costs() const noexcept { return costs_; }

  /// Whether all ground is plain: the grid has no weights, altitudes, closed steps,
  /// influence or links. Every legal step costs costs(), in both directions.
  bool plain() const noexcept { return step_weights_.empty() && links_ == nullptr; }
  /// Whether every legal step costs costs() and there is no link. Steps may be closed.
  bool uniform() const noexcept { return uniform_ && links_ == nullptr; }
  /// Whether every legal step costs costs(), with or without links.
  bool uniform_steps() const noexcept { return uniform_; }
  /// Whether each step and each link has an opposite one of equal cost. This one and the
  /// next follow from the kinds of ground that the grid was made of, not from the map:
  /// altitudes, closed steps and influences make them false, and so does CostModel::enter
  /// with weights, even where each step costs as much as its opposite. True is certain.
  THRONG_API bool symmetric() const noexcept;
  /// Whether each step has an opposite step of equal cost.
  bool symmetric_steps() const noexcept { return symmetric_steps_; }
  /// The links between open cells; null if there are none.
  const std::shared_ptr<const LinkTable>& links() const noexcept { return links_; }
  /// The cost of a step. Pre: the step is legal.
  Cost step_cost(CellIndex cell, Move move) const noexcept {
    const Cost unit = is_diagonal(move) ? unit_.diagonal : unit_.straight;
    if (step_weights_.empty()) return unit;
    return unit * step_weights_[cell * kMoves + static_cast<std::size_t>(move)];
  }
  /// Lower bounds on the costs of straight and diagonal steps; an upper bound on the cost
  /// of any step.
  StepCosts min_step_costs() const noexcept {
    return {unit_.straight * min_weight_, unit_.diagonal * min_weight_};
  }
  Cost max_step_cost() const noexcept { return max_step_cost_; }
  /// Lower and upper bounds on the cost of any step or link.
  THRONG_API Cost min_edge_cost() const noexcept;
  THRONG_API Cost max_edge_cost() const noexcept;
  /// The length of a path in straight steps on plain ground: the sum of the weights of its
  /// straight steps and links, and of its diagonal steps times sqrt(2). It does not depend
  /// on the step costs.
  /// Pre: the moves are legal one after the other from `start`.
  THRONG_API double path_length(Position start, std::span<const Move> moves) const noexcept;

  bool contains(Position p) const noexcept {
    return p.x >= 0 && p.y >= 0 && p.x < width_ && p.y < height_;
  }

  /// Pre (next three functions): contains(p).
  bool open(Position p) const noexcept { return component(cell(p)) != kNoComponent; }
  std::uint8_t moves(Position p) const noexcept { return moves_[cell(p)]; }
  CellIndex cell(Position p) const noexcept {
    THRONG_ASSERT(contains(p));
    const auto x = static_cast<CellIndex>(p.x), y = static_cast<CellIndex>(p.y);
    if (is_hexagonal(rules_.topology)) return (x + 1) * stride_ + (x >> 1) + y + 1;
    return (y + 1) * stride_ + x + 1;
  }

  /// The position of a cell. Pre: `cell` lies in the map, not in its border.
  Position position(CellIndex cell) const noexcept {
    if (is_hexagonal(rules_.topology)) return hexagonal_position(cell);
    return {static_cast<std::int32_t>(cell % stride_) - 1,
            static_cast<std::int32_t>(cell / stride_) - 1};
  }

  /// The cell reached from `p` by `move`.
  Position step(Position p, Move move) const noexcept {
    return throng::step(rules_.topology, p, move);
  }

  /// The component of a cell. Components are numbered from 0 in the order of their first
  /// cell, row by row. Two open cells have the same component if and only if a path joins
  /// them, where closed steps are ignored and links are followed in both directions.
  static constexpr std::uint32_t kNoComponent = 0xFFFF'FFFF;
  std::uint32_t component(CellIndex cell) const noexcept {
    return component_of_[regions_[cell]];
  }
  std::uint32_t component_count() const noexcept { return component_count_; }
  std::size_t open_cells() const noexcept { return open_cells_; }

  /// The padded layout, for kernels: cell_count() move bytes. Rows are stride() apart; on
  /// hexagonal grids columns are stride() and stride() + 1 apart in turn. The step in
  /// direction d leads to cell + offset(d) (modulo 2^32).
  std::span<const std::uint8_t> moves() const noexcept { return moves_; }
  std::size_t cell_count() const noexcept { return moves_.size(); }
  CellIndex stride() const noexcept { return stride_; }
  CellIndex offset(Move move) const noexcept {
    const auto d = static_cast<std::size_t>(move);
    const auto dx = static_cast<CellIndex>(kMoveX[d]),
               dy = static_cast<CellIndex>(kMoveY[d]);
    return is_hexagonal(rules_.topology) ? dx * stride_ + dy : dy * stride_ + dx;
  }

  THRONG_API std::size_t memory_bytes() const noexcept;

 private:
  friend struct GridAccess;  // of the library alone

  Grid(TerrainView terrain, const Rules& rules);

  THRONG_API Position hexagonal_position(CellIndex cell) const noexcept;
  void adopt(std::shared_ptr<const GridArrays> arrays);
  struct GridWork;
  Outcome weigh(TerrainView terrain, const GridOptions& options, const GridWork& work);
  Outcome set_costs(bool halves, const LinkList& links, const GridWork& work);
  void find_extreme_steps();

  std::int32_t width_;
  std::int32_t height_;
  CellIndex stride_;
  Rules rules_;
  StepCosts costs_;
  StepCosts unit_;  ///< cost of a step of weight 1 in step_weights_
  std::uint32_t min_weight_ = 1;
  Cost max_step_cost_ = 0;
  bool symmetric_steps_ = true;
  bool uniform_ = true;
  // Parts of *arrays_:
  std::span<const std::uint8_t> moves_;
  std::span<const std::uint16_t> step_weights_;
  std::span<const std::uint32_t> regions_;       ///< by cell: sets of connected cells
  std::span<const std::uint32_t> component_of_;  ///< by region
  std::uint32_t component_count_ = 0;
  std::size_t open_cells_ = 0;
  std::shared_ptr<const GridArrays> arrays_;  ///< never null once the grid is made
  std::shared_ptr<const LinkTable> links_;
  /// New with each adopt(), so that only copies have equal ones.
  std::uint64_t number_ = 0;
};

}  // namespace throng
