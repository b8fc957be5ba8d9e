#pragma once

#include "../core/crew.hpp"
#include "../core/memory.hpp"
#include "../grid/grid_access.hpp"
#include "../grid/link_graph.hpp"
#include "../grid/successors.hpp"

#include <throng/algorithm.hpp>
#include <throng/column.hpp>
#include <throng/grid.hpp>
#include <throng/links.hpp>
#include <throng/map_changes.hpp>
#include <throng/query.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng {

/// The kernels of a sweep; see sweep.hpp. All but `weighted` return the same field on plain
/// grids. Saved states contain these numbers.
enum class SweepKind : std::uint8_t {
  automatic,  ///< chosen by the map
  steps,
  lines,
  weighted,  ///< the only one for grids that are not plain
  tiles,     ///< for tile grids only, as is `fifo`
  fifo,
};
inline constexpr SweepKind kLastSweepKind = SweepKind::fifo;

/// The data of a grid that sweeps read, gathered once for many sweeps, and kept from
/// version to version of a grid. Valid while the grid lives. Cost: O(cells) time, 4 or 5
/// bytes a padded cell.
struct SweepSpace {
  /// Of no grid: make() has to follow.
  explicit SweepSpace(Memory memory) : turns(memory), blank(memory) {}
  SweepSpace(const Grid& grid, FieldMetric metric, SweepKind wanted = SweepKind::automatic,
             SweepDirection wanted_direction = SweepDirection::from_sources,
             Memory memory = {});

  /// On the threads of a crew.
  SweepSpace(const Grid& grid, FieldMetric metric, SweepDirection wanted_direction,
             Crew& crew);

  /// Gathers the data of a grid. Memory is kept.
  void make(const Grid& grid, FieldMetric metric, SweepKind wanted,
            SweepDirection wanted_direction);

  /// Moves on to another version of the grid. changes: where the two differ. Pre: the
  /// metric is cost; same size and rules. Cost: O(cells of the changes); once O(cells),
  /// when the first grid that is plain comes.
  void follow(const Grid& grid, const MapChanges& changes);

  /// Takes another kernel, although the present grid may not be plain. Cost: O(cells) if
  /// lines come.
  void use(SweepKind wanted);
  /// On plain grids, chooses the kernel for the present moves, which may differ much from
  /// those of the first grid. Cost: O(cells).
  void choose_again(std::size_t open_cells);

  /// The cost of a step. Pre: it is legal.
  Cost step_cost(CellIndex from, unsigned move) const noexcept {
    const Cost unit = is_diagonal(static_cast<Move>(move)) ? diagonal : straight;
    return step_weights == nullptr ? unit
                                   : unit * step_weights[std::size_t{from} * kMoves + move];
  }

  SweepKind kind = SweepKind::weighted;  ///< never automatic
  /// On plain grids; automatic: to be chosen.
  SweepKind plain_kind = SweepKind::automatic;
  const std::uint8_t* moves = nullptr;                        ///< Grid::moves()
  const std::array<std::uint8_t, 256>* successors = nullptr;  ///< see successors.hpp
  std::array<CellIndex, kMoves> offsets{};                    ///< by move
  Cost straight = 0;  ///< cost of a step of weight 1
  Cost diagonal = 0;
  const std::uint16_t* step_weights = nullptr;  ///< GridAccess's; null: all are 1
  Cost cheapest_step = 0;
  Cost max_step_cost = 0;
  const LinkGraph* links = nullptr;  ///< null: none
  Cost link_step = 0;                ///< cost of every link; 0: each link has its own cost
  SweepDirection direction = SweepDirection::from_sources;
  /// After a diagonal move only the same move and its two components are worth trying.
  bool canonical = false;
  bool tile = false;  ///< moves are straight
  /// By move byte of a cell. Bit d of a straight move: after it more is worth trying than
  /// the same move, so that a line may turn. Bit d of a diagonal move: it is legal.
  std::array<std::uint8_t, 256> turn_table{};
  /// The turn table's value for each cell, only for lines: reading it directly instead of
  /// through the move bytes saves 15 to 30 % of the time (for steps it costs as much). Else
  /// empty.
  Column<std::uint8_t> turns;
  /// The field before a sweep: kUnreachable on open cells. Closed cells are 0, as if
  /// already reached, so that a straight move needs no test for legality.
  Column<Cost> blank;

 private:
  // crew: null: on the calling thread.
  void gather(const Grid& grid, FieldMetric metric, SweepKind wanted,
              SweepDirection wanted_direction, Crew* crew);
  void choose_kind(const Grid& grid, Crew* crew);
  SweepKind best_kind(std::size_t open_cells, Crew* crew) const;
  void use(SweepKind wanted, Crew* crew);
};

/// The turn_table for a table of successors.
std::array<std::uint8_t, 256> make_turn_table(const SuccessorTable& successors);

}  // namespace throng
