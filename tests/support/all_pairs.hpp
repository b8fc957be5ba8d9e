#pragma once

#include "oracle.hpp"

#include <throng/grid.hpp>
#include <throng/rules.hpp>
#include <throng/solver.hpp>
#include <throng/terrain.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace throng::test {

/// A field of the oracle for each cell of a map, row by row.
std::vector<OracleField<std::uint64_t>> all_fields(const Terrain& terrain,
                                                   const Rules& rules,
                                                   const GridOptions& options = {});

/// Every pair of cells of one small map, by one solver: status and cost are those of the
/// oracle, `upper` goes with them, and the path is legal and costs that. Stops the test
/// case with a drawing of the map where one is not.
/// how: the solver in words. fields: all_fields() for the grid. options: those of the grid.
void check_all_pairs(const Terrain& terrain, const Solver& solver, const std::string& how,
                     const std::vector<OracleField<std::uint64_t>>& fields,
                     Workers& workers, const GridOptions& options = {});

/// Every pair of open cells, by a solver made with `options`: answers are as good as its
/// algorithm promises, and their paths legal. Gives how many were not optimal.
int check_promises(const Terrain& terrain, const Solver& solver,
                   const SolverOptions& options,
                   const std::vector<OracleField<std::uint64_t>>& fields, Workers& workers);

/// Every cell of one small map as a source: distances() say what the oracle does.
void check_all_fields(const Terrain& terrain, const Rules& rules,
                      const GridOptions& options, Workers& workers);

/// Every pair of different cells that are joined: Index::bounds() encloses their distance.
void check_bounds(const Terrain& terrain, const Index& index,
                  const std::vector<OracleField<std::uint64_t>>& fields);

}  // namespace throng::test
