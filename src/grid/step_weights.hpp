#pragma once

#include "../core/crew.hpp"

#include <throng/grid.hpp>
#include <throng/result.hpp>

#include <array>
#include <cstdint>
#include <span>

namespace throng {

/// The inputs of step weights, in the padded layout of a grid.
struct Ground {
  std::span<const Weight> weights;         ///< of each cell; 0: closed
  std::span<const std::int16_t> altitude;  ///< of each cell; empty: the map is flat
  Weight climb = 0;  ///< weight for each unit of altitude that a step climbs
  /// CostModel::mean with weights: step weights count halves, so that they are integers.
  bool halves = false;
  bool enter = false;  ///< CostModel::enter
};

/// The weight of the step from u to v: in halves under `halves`, (w(u) + w(v)) / 2, or w(v)
/// under `enter`, plus climb times the rise from u to v, if positive.
std::uint64_t step_weight(const Ground& ground, CellIndex from, CellIndex to);

/// Writes the weights of the steps from consecutive cells to `weights`, kMoves for each
/// cell; 0 where a step is not legal. moves: of these cells. Pre: no step weighs more than
/// 65535.
void weigh_line(const Grid& grid, const Ground& ground, std::span<const std::uint8_t> moves,
                CellIndex first, std::span<std::uint16_t> weights);

/// Writes the weight of every legal step to slot cell * kMoves + d of `weights`. Pre: all
/// slots are 0. Errors: unsupported if a step would weigh more than 65535. Cost: O(cells).
Outcome weigh_steps(const Grid& grid, const Ground& ground, Crew& crew,
                    std::span<std::uint16_t> weights);

/// Adds to the weight of each step the influence on the cell it enters. influence: of each
/// cell of the map, in slot y * width + x. weight_unit: the value of a weight of 1 in
/// `step_weights`. Errors: as above.
Outcome add_influence(const Grid& grid, std::span<const Weight> influence,
                      std::uint32_t weight_unit, std::span<std::uint16_t> step_weights);

}  // namespace throng
