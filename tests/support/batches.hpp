#pragma once

#include <throng/grid.hpp>
#include <throng/index.hpp>
#include <throng/query.hpp>
#include <throng/rules.hpp>
#include <throng/solver.hpp>

#include <cstdint>
#include <memory>
#include <vector>

namespace throng::test {

/// Every pair of cells of a map, closed ones and equal ones included.
std::vector<Query> all_pairs(TerrainView terrain);

/// Pairs of cells of a map, drawn at random; the same for the same seed everywhere.
std::vector<Query> random_queries(TerrainView terrain, std::size_t count,
                                  std::uint64_t seed);

/// Topologies x corner rules x step costs, the extremes of the latter among them. Rules
/// that come to the same (a tile grid knows neither corners nor costs) are listed once.
std::vector<Rules> all_rules();

/// All topologies and corner rules with exact costs, after those of `first`.
std::vector<Rules> few_rules(std::vector<Rules> first = {{.unit_size = 2},
                                                         {.cost_model = CostModel::enter}});

/// Those of all_rules() whose grids are of squares.
std::vector<Rules> square_rules();

/// Every algorithm x heuristic that Solver::make accepts on `grid`, `automatic` left out;
/// of the algorithms only those that are optimal and fast.
std::vector<SolverOptions> all_options(const std::shared_ptr<const Grid>& grid);

/// Indexes of every kind: each placement, storage and metric, with and without the jump
/// graph, areas and gates, with no landmark, one, some, and more than a row's block; not
/// every combination of these, but all that Heuristic::best treats differently.
std::vector<IndexOptions> some_index_options();
/// Whether Index::build refuses some of these options under rules. plain: the ground is.
bool refused(const IndexOptions& options, const Rules& rules, bool plain = true);

/// Every algorithm x heuristic that Solver::make accepts on `index`, `automatic` left out.
std::vector<SolverOptions> all_options(const Index& index);

/// The same for the rest of the family: suboptimal ones, with several weights and widths,
/// and slow ones.
std::vector<SolverOptions> family_options(const std::shared_ptr<const Grid>& grid);
std::vector<SolverOptions> family_options(const Index& index);

/// What the cost and the path of a result say about each other: the moves of path i are
/// legal on the grid one by one, lead from start to goal and cost result.cost[i].
bool path_is_sound(const Grid& grid, const Query& query, const Answers& result,
                   std::size_t i);
/// The same for a path that should lead to `end` and cost `said`.
bool path_is_sound(const Grid& grid, const PathView& path, Position end, Cost said);

/// Whether answers, paths and counters are the same.
bool same(const Answers& a, const Answers& b);

/// The rules, algorithm and heuristic in words, for CAPTURE.
std::string in_words(const Rules& rules);
std::string in_words(const SolverOptions& options);
std::string in_words(const IndexOptions& options);

}  // namespace throng::test
