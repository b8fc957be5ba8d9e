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
#include <utility>
#include <vector>

namespace throng {

class Crew;  // of the library alone
class LinkTable;

/// The eight directions of a step, y downwards: the straight ones clockwise from north,
/// then the diagonal ones clockwise from north-east. A path is stored as one of these a
/// step; bit d of a cell's move byte says whether step d is legal.
///
/// The six of a hexagonal grid, clockwise: north, east (the upper of the two neighbours on
/// the right), south_east (the lower one), south, west (the lower one on the left),
/// north_west. They are those of an octile grid in axial coordinates (see axial()).
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

/// The same move back.
constexpr Move opposite(Move move) noexcept {
  const auto d = static_cast<unsigned>(move);
  return static_cast<Move>((d & 4U) | ((d + 2) & 3U));
}

/// Coordinates in which each move is the same difference everywhere: on hexagonal grids
/// x, y + floor(x / 2), else x, y.
constexpr Position axial(Topology topology, Position p) noexcept {
  return is_hexagonal(topology) ? Position{p.x, p.y + (p.x >> 1)} : p;
}

/// Where `count` times `move` leads from `p`.
constexpr Position step(Topology topology, Position p, Move move,
                        std::int32_t count = 1) noexcept {
  const auto d = static_cast<std::size_t>(move);
  const Position from = axial(topology, p);
  const Position to{from.x + count * kMoveX[d], from.y + count * kMoveY[d]};
  return is_hexagonal(topology) ? Position{to.x, to.y - (to.x >> 1)} : to;
}

/// Index of a cell in the padded arrays of one Grid, with a border of closed cells around
/// the map, so that every neighbour of an open cell is a valid index. Row-major; hexagonal
/// grids column-major, every other column one cell further than the one before, so that a
/// move is the same offset everywhere.
using CellIndex = std::uint32_t;

/// A step that is not legal, though the terrain allows it: a fence between two open cells,
/// or one half of it, a one-way edge.
struct ClosedStep {
  Position from;
  Move move = Move::north;
};

/// A path that takes a link has, instead of a direction, the value kMoves + k for the k-th
/// link of the cell it stands on (LinkTable::from).
constexpr bool is_link(Move move) noexcept {
  return static_cast<std::size_t>(move) >= kMoves;
}
constexpr Move link_move(std::size_t k) noexcept { return static_cast<Move>(kMoves + k); }
constexpr std::size_t link_slot(Move move) noexcept {
  return static_cast<std::size_t>(move) - kMoves;
}

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

/// What a map has besides the characters of its terrain; spans may be empty. Those over
/// cells have a value for each, in slot y * width + x, and are only read.
struct GridOptions {
  /// For large maps; 0: as many as the machine has. Never changes the grid.
  int threads = 0;
  /// Weights of cells, 0 to kMaxWeight, instead of those of their characters. 0 closes a
  /// cell; what its character closes stays closed.
  std::span<const Weight> weights = {};
  /// Altitudes: a step that climbs gains Rules::climb in weight for each unit.
  std::span<const std::int16_t> altitude = {};
  /// One by one; the opposite step stays legal.
  std::span<const ClosedStep> closed_steps = {};
  /// Several may join the same cells. One that begins or ends on a closed cell, or where a
  /// unit has no room, is there but cannot be taken: doors may close.
  std::span<const Link> links = {};
  /// For grids of several unit sizes to share; null: Grid::make finds it where unit_size is
  /// above 1. Pre: made of the same terrain, movement class and weights.
  const Clearance* clearance = nullptr;
};

/// A terrain compiled under rules: a byte of legal moves and a component for each cell,
/// and where the ground is not all plain, what each step weighs.
///
/// Immutable; const members may be called from any number of threads at once. Shared by
/// pointer, because solvers outlive scopes. Memory: 5 bytes a cell of the padded map, 21
/// where steps have weights or there are links, which take some bits a cell besides.
class Grid {
 public:
  /// Compiles `terrain`, which is only read. Cost: O(cells), parallel on large maps.
  ///
  /// Costs are 32 bits, so a component in which a distance could reach 2^32 - 1 is refused
  /// (unsupported, with the figure), unless the costs are the exact ones: these step down
  /// to 985/1393, then 408/577, see costs().
  /// Errors: also bad_argument for layers of another size than the map, weights above
  /// kMaxWeight, closed steps outside the map, a unit size that is none, links that leave
  /// the map, lead to where they begin, weigh 0 or more than kMaxWeight, or of which more
  /// than kMaxLinksPerCell begin at one cell; unsupported where a step would weigh more
  /// than 65535, and for units of several cells on hexagonal grids.
  static Result<std::shared_ptr<const Grid>> make(TerrainView terrain,
                                                  const Rules& rules = {},
                                                  const GridOptions& options = {});

  /// The same grid with danger, or whatever else is to be kept away from: `influence` is
  /// added to the weight of each step and link into a cell (slot y * width + x). No
  /// distance gets less, so lower bounds of this grid hold on the new one:
  /// Index::with_costlier_grid takes landmarks along. Cost: O(cells).
  /// Errors: as make.
  Result<std::shared_ptr<const Grid>> with_influence(
      std::span<const Weight> influence) const;

  std::int32_t width() const noexcept { return width_; }
  std::int32_t height() const noexcept { return height_; }
  const Rules& rules() const noexcept { return rules_; }

  /// The cost of `steps` straight steps on plain ground, rounded down; at most
  /// kUnreachable - 1. For limits such as BatchOptions::max_cost. Pre: steps >= 0.
  Cost cost_of_steps(double steps) const noexcept;

  /// What steps of weight 1 cost: as the rules say, but for exact costs that had to step
  /// down (then optimal in the true metric while no two candidates differ by
  /// costs().straight or more diagonals); 1/1 on other grids than octile ones. Under
  /// CostModel::mean, where cells have weights, twice as much if half of one would be no
  /// whole number.
  StepCosts costs() const noexcept { return costs_; }

  /// Whether all ground is plain: every legal step costs what costs() says, there and back,
  /// and there is no link.
  bool plain() const noexcept { return step_weights_.empty(); }
  /// The same but for closed steps: every legal step costs what costs() says, and there is
  /// no link.
  bool uniform() const noexcept { return uniform_ && links_ == nullptr; }
  /// Whether every legal step costs what costs() says, whatever links there are.
  bool uniform_steps() const noexcept { return uniform_; }
  /// Whether each step and each link has an opposite one of the same cost.
  bool symmetric() const noexcept { return symmetric_; }
  /// The same of steps alone.
  bool symmetric_steps() const noexcept { return symmetric_steps_; }
  /// The links that can be taken; null: none.
  const std::shared_ptr<const LinkTable>& links() const noexcept { return links_; }
  /// What a step costs. Pre: it is legal.
  Cost step_cost(CellIndex cell, Move move) const noexcept {
    const Cost unit = is_diagonal(move) ? unit_.diagonal : unit_.straight;
    if (plain()) return unit;
    return unit * step_weights_[cell * kMoves + static_cast<std::size_t>(move)];
  }
  /// No step of its kind costs less; no step of any kind costs more.
  StepCosts min_step_costs() const noexcept {
    return {unit_.straight * least_weight_, unit_.diagonal * least_weight_};
  }
  Cost max_step_cost() const noexcept { return dearest_step_; }
  /// The same of steps and links.
  Cost min_edge_cost() const noexcept;
  Cost max_edge_cost() const noexcept;
  /// How dear a path is, in straight steps on plain ground: the sum of the weights of its
  /// straight steps and links, and of its diagonal steps times sqrt(2), whatever the step
  /// costs are.
  /// Pre: the moves are legal one after the other from `start`.
  double path_length(Position start, std::span<const Move> moves) const noexcept;

  bool contains(Position p) const noexcept {
    return p.x >= 0 && p.y >= 0 && p.x < width_ && p.y < height_;
  }

  /// Pre (these three): contains(p).
  bool open(Position p) const noexcept { return component(cell(p)) != kNoComponent; }
  std::uint8_t moves(Position p) const noexcept { return moves_[cell(p)]; }
  CellIndex cell(Position p) const noexcept {
    THRONG_ASSERT(contains(p));
    const auto x = static_cast<CellIndex>(p.x), y = static_cast<CellIndex>(p.y);
    if (is_hexagonal(rules_.topology)) return (x + 1) * stride_ + (x >> 1) + y + 1;
    return (y + 1) * stride_ + x + 1;
  }

  /// Pre: `cell` is one of the map, not of its border.
  Position position(CellIndex cell) const noexcept {
    if (is_hexagonal(rules_.topology)) return hexagonal_position(cell);
    return {static_cast<std::int32_t>(cell % stride_) - 1,
            static_cast<std::int32_t>(cell / stride_) - 1};
  }

  /// Where `move` leads from `p`.
  Position step(Position p, Move move) const noexcept {
    return throng::step(rules_.topology, p, move);
  }

  /// Components are numbered from 0 in the order of their first cell, row by row. Two open
  /// cells have the same number if and only if a path joins them, closed steps not being
  /// regarded and links being taken both ways.
  static constexpr std::uint32_t kNoComponent = 0xFFFF'FFFF;
  std::uint32_t component(CellIndex cell) const noexcept { return components_[cell]; }
  std::uint32_t component_count() const noexcept { return component_count_; }
  std::size_t open_cells() const noexcept { return open_cells_; }

  /// Which component has cells in each square of kBlock by kBlock cells, row by row of
  /// squares, column by column on hexagonal grids; the last ones may be cut off by the
  /// edge. kNoComponent: none; kSeveral: more than one.
  static constexpr std::int32_t kBlock = 8;
  static constexpr std::uint32_t kSeveral = kNoComponent - 1;
  std::span<const std::uint32_t> block_components() const noexcept {
    return block_components_;
  }

  /// The padded layout, for kernels: `cell_count()` move bytes, rows `stride()` apart
  /// (columns stride() and stride() + 1 apart in turn on hexagonal grids), the step of
  /// direction d leads to cell + offset(d) (modulo 2^32).
  std::span<const std::uint8_t> moves() const noexcept { return moves_; }
  /// Nothing where all ground is plain; else the step of direction d from a cell costs
  /// unit() times slot cell * kMoves + d, which is 0 where the step is not legal.
  std::span<const std::uint16_t> step_weights() const noexcept { return step_weights_; }
  StepCosts unit() const noexcept { return unit_; }
  std::size_t cell_count() const noexcept { return moves_.size(); }
  CellIndex stride() const noexcept { return stride_; }
  CellIndex offset(Move move) const noexcept {
    const auto d = static_cast<std::size_t>(move);
    const auto dx = static_cast<CellIndex>(kMoveX[d]),
               dy = static_cast<CellIndex>(kMoveY[d]);
    return is_hexagonal(rules_.topology) ? dx * stride_ + dy : dy * stride_ + dx;
  }

  std::size_t memory_bytes() const noexcept;

 private:
  Grid(TerrainView terrain, const Rules& rules);

  Position hexagonal_position(CellIndex cell) const noexcept;
  void label_components_of(std::span<const std::uint8_t> open, Crew& crew);
  Outcome weigh(TerrainView terrain, const GridOptions& options, Crew& crew);
  Outcome close_steps(std::span<const ClosedStep> steps);
  Outcome set_costs(bool halves, const std::vector<Link>& links);
  Outcome add_influence(std::span<const Weight> influence);
  void find_extreme_steps();

  std::int32_t width_;
  std::int32_t height_;
  CellIndex stride_;
  Rules rules_;
  StepCosts costs_;
  StepCosts unit_;  ///< cost of a step of weight 1 as step_weights_ counts
  std::uint32_t least_weight_ = 1;
  Cost dearest_step_ = 0;
  bool symmetric_ = true;
  bool symmetric_steps_ = true;
  bool uniform_ = true;
  std::vector<std::uint8_t> moves_;
  std::vector<std::uint16_t> step_weights_;
  std::vector<std::uint32_t> components_;
  std::vector<std::uint32_t> block_components_;
  std::uint32_t component_count_ = 0;
  std::size_t open_cells_ = 0;
  std::shared_ptr<const LinkTable> links_;
};

}  // namespace throng
