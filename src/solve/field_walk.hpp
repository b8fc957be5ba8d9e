#pragma once

#include "kernels.hpp"

#include <throng/query.hpp>

#include <vector>

namespace throng {

/// Appends the moves from `cell` to `goal` down a field of distances to it, in the padded
/// layout: straight on while that leads there, else the first move that does.
///
/// Pre:  field[cell] is no kUnreachable.
/// Cost: O(moves).
void append_walk(const Problem& problem, const Cost* field, CellIndex cell, CellIndex goal,
                 std::vector<Move>& moves);

}  // namespace throng
