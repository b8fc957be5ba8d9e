#pragma once

#include <throng/grid.hpp>
#include <throng/query.hpp>
#include <throng/rules.hpp>
#include <throng/terrain.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace throng::test {

/// What the oracle knows of one cell: the cost of a cheapest path to it, and what the
/// straight and the diagonal steps of that path weigh: on plain ground, how many they are.
template <class C>
struct Reached {
  C cost = std::numeric_limits<C>::max();
  double straight = 0;
  double diagonal = 0;

  explicit operator bool() const { return cost != std::numeric_limits<C>::max(); }

  /// Length in straight steps on plain ground: a + b * sqrt(2); -1 when there is no path.
  double length() const;
};

/// A field of the oracle: slot y * width + x for cell x,y.
template <class C>
using OracleField = std::vector<Reached<C>>;

/// Whether a unit may stand on `p`, wherever that is.
bool oracle_open(TerrainView terrain, const Rules& rules, Position p,
                 const GridOptions& options = {});

/// Cheapest paths from `from` to every cell: Dijkstra's algorithm over a
/// std::priority_queue with rules of its own for what is a legal step, read off the
/// terrain's characters. It shares no code with the library but plain data types, so that
/// both cannot be wrong together. Nothing is reached from a closed cell or from outside the
/// map.
/// options: weights, altitudes, closed steps and links count as in Grid::make; costs are in
/// the units of Grid::costs().
OracleField<std::uint64_t> oracle_field(TerrainView terrain, const Rules& rules,
                                        Position from, const GridOptions& options = {});

/// The same for one pair of cells; not reached when either is closed or outside the map.
Reached<std::uint64_t> oracle_path(TerrainView terrain, const Rules& rules,
                                   const Query& query, const GridOptions& options = {});

/// The same in the true metric: a straight step costs 1, a diagonal one sqrt(2), whatever
/// the costs of `rules` are.
OracleField<long double> true_field(TerrainView terrain, const Rules& rules, Position from);

}  // namespace throng::test
