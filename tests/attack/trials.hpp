#pragma once

#include "answers.hpp"
#include "random.hpp"
#include "world.hpp"

#include <memory>
#include <string_view>

// What is tried on a grid and on an index of it, static or a version of a living map.

namespace attack {

/// Every step, cost, component and property of a grid.
void check_grid(const Truth& truth, const Grid& grid);

/// Index::bounds of random pairs.
void check_bounds(Random& random, Truth& truth, const Index& index);

/// Batches of queries and requests by a random solver: plain, then `rounds` times with
/// random limits and sharing.
void try_solver(Random& random, Truth& truth, const Index& index, std::string_view where,
                Workers& workers, int rounds = 3);

/// Smoothed and any-angle paths of a solver of this index.
void try_any_angle(Random& random, const World& world, const Index& index,
                   Workers& workers);

/// Distance fields and tables, flow fields, nearest places and places of a group.
/// index: may be a grid alone.
void try_fields(Random& random, Truth& truth, const Index& index, Workers& workers);

/// All cells of a flow field. Goals may lie outside the map.
void check_flow(Truth& truth, const Field& flow, std::span<const Position> goals,
                Cost max_cost);

/// Field::find_nearest of random starts.
void check_places(Random& random, Truth& truth, Field& nearest,
                  std::span<const Position> places);

}  // namespace attack
