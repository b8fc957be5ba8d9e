#include "all_pairs.hpp"

#include "batches.hpp"
#include "catch.hpp"
#include "maps.hpp"

#include <throng/distances.hpp>

namespace throng::test {
namespace {

/// The status and cost that the oracle expects.
struct Expected {
  Status status = Status::found;
  Cost cost = kUnreachable;

  Cost upper() const { return status == Status::found ? cost : kUnreachable; }
};

Expected expect(const Terrain& terrain, const Rules& rules, const GridOptions& options,
                const Query& query, const OracleField<std::uint64_t>& field) {
  const auto open = [&](Position p) { return oracle_open(terrain, rules, p, options); };
  if (!open(query.start)) return {Status::start_blocked};
  if (!open(query.goal)) return {Status::goal_blocked};
  const auto& reached =
      field[static_cast<std::size_t>(query.goal.y * terrain.width() + query.goal.x)];
  if (!reached) return {Status::unreachable};
  return {Status::found, static_cast<Cost>(reached.cost)};
}

/// Whether an answer is as good as its algorithm promises.
bool is_good(const SolverOptions& options, Status status, std::uint64_t cost,
             const Reached<std::uint64_t>& reached) {
  const Guarantee promised = guarantee(options.algorithm);
  if (!reached) {
    const bool gave_up =
        options.algorithm == Algorithm::beam && status == Status::out_of_budget;
    return status == Status::unreachable || gave_up;
  }
  if (status != Status::found)
    return options.algorithm == Algorithm::beam && status == Status::out_of_budget &&
           cost <= reached.cost;
  if (promised == Guarantee::optimal) return cost == reached.cost;
  const auto percent = static_cast<std::uint64_t>(options.weight_percent);
  return cost >= reached.cost &&
         (promised == Guarantee::none || 100 * cost <= percent * reached.cost);
}

}  // namespace

std::vector<OracleField<std::uint64_t>> all_fields(const Terrain& terrain,
                                                   const Rules& rules,
                                                   const GridOptions& options) {
  std::vector<OracleField<std::uint64_t>> fields;
  for (const Position start : all_cells(terrain))
    fields.push_back(oracle_field(terrain, rules, start, options));
  return fields;
}

void check_all_pairs(const Terrain& terrain, const Solver& solver, const std::string& how,
                     const std::vector<OracleField<std::uint64_t>>& fields,
                     Workers& workers, const GridOptions& options) {
  const Grid& grid = solver.grid();
  const std::vector<Query> queries = all_pairs(terrain);
  const Answers result = solver.solve(queries, workers);
  for (std::size_t i = 0; i < queries.size(); ++i) {
    const auto& field = fields[i / terrain.cell_count()];
    const Expected expected = expect(terrain, grid.rules(), options, queries[i], field);
    if (result.status[i] == expected.status && result.cost[i] == expected.cost &&
        result.upper[i] == expected.upper() &&
        (expected.status != Status::found || path_is_sound(grid, queries[i], result, i)))
      continue;
    CAPTURE(in_words(grid.rules()), how, i);
    CAPTURE(queries[i].start.x, queries[i].start.y, queries[i].goal.x, queries[i].goal.y);
    CHECK(name(result.status[i]) == name(expected.status));
    CHECK(result.cost[i] == expected.cost);
    CHECK(result.upper[i] == expected.upper());
    CHECK(path_is_sound(grid, queries[i], result, i));
    FAIL("on this map:\n" + [&] {
      std::string drawing;
      for (std::int32_t y = 0; y < terrain.height(); ++y)
        drawing += std::string(terrain.row(y)) + "\n";
      return drawing;
    }());
  }
}

int check_promises(const Terrain& terrain, const Solver& solver,
                   const SolverOptions& options,
                   const std::vector<OracleField<std::uint64_t>>& fields,
                   Workers& workers) {
  const Grid& grid = solver.grid();
  std::vector<Query> queries = all_pairs(terrain);
  std::erase_if(queries, [&](const Query& query) {
    return !grid.open(query.start) || !grid.open(query.goal);
  });
  const Answers result = solver.solve(queries, workers);
  const auto slot = [&](Position p) {
    return static_cast<std::size_t>(p.y * terrain.width() + p.x);
  };
  int worse = 0;
  for (std::size_t i = 0; i < queries.size(); ++i) {
    const auto& reached = fields[slot(queries[i].start)][slot(queries[i].goal)];
    const bool good = is_good(options, result.status[i], result.cost[i], reached);
    const bool sound =
        result.status[i] != Status::found || path_is_sound(grid, queries[i], result, i);
    worse += result.status[i] == Status::found && result.cost[i] != reached.cost ? 1 : 0;
    if (good && sound) continue;
    CAPTURE(in_words(grid.rules()), in_words(options), sound);
    CAPTURE(queries[i].start.x, queries[i].start.y, queries[i].goal.x, queries[i].goal.y);
    CAPTURE(name(result.status[i]), result.cost[i], reached.cost);
    FAIL("not as promised");
  }
  return worse;
}

void check_all_fields(const Terrain& terrain, const Rules& rules,
                      const GridOptions& options, Workers& workers) {
  const auto grid = *Grid::make(terrain, rules, options);
  for (const Position source : all_cells(terrain)) {
    const auto oracle = oracle_field(terrain, rules, source, options);
    const auto field = distances(grid, std::span(&source, 1), workers);
    for (std::size_t i = 0; i < field.size(); ++i)
      REQUIRE(field[i] == (oracle[i] ? oracle[i].cost : kUnreachable));
  }
}

void check_bounds(const Terrain& terrain, const Index& index,
                  const std::vector<OracleField<std::uint64_t>>& fields) {
  const std::vector<Position> cells = all_cells(terrain);
  for (std::size_t i = 0; i < cells.size(); ++i)
    for (std::size_t j = 0; j < cells.size(); ++j) {
      const auto reached = fields[i][j];
      if (!reached || i == j) continue;
      const DistanceBounds bounds = index.bounds(cells[i], cells[j]);
      REQUIRE(bounds.lower <= reached.cost);
      REQUIRE(bounds.upper >= reached.cost);
    }
}

}  // namespace throng::test
