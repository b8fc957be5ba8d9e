#pragma once

#include "random.hpp"
#include "world.hpp"

namespace attack {

/// Rules of any kind: corners, step costs, movement classes, unit sizes.
Rules draw_rules(Random& random, Topology topology);

/// The most cells a side of a world whose paths are all known.
inline constexpr std::int32_t kMostSide = 9;

/// Ground of at most `most_side` cells a side under rules.rules: terrain, weights,
/// altitude, closed steps, links.
void draw_ground(Random& random, World& world, std::int32_t most_side);

/// Half of all are octile.
Topology draw_topology(Random& random);

/// Any algorithm and heuristic, also such that this ground refuses.
SolverOptions draw_solver_options(Random& random);

/// Any parts.
IndexOptions draw_index_options(Random& random);

}  // namespace attack
