#include "../core/rng.hpp"
#include "state.hpp"

#include <throng/any_angle.hpp>
#include <throng/lab.hpp>

#include <algorithm>
#include <bit>
#include <span>

namespace throng::page {
namespace {

/// The index of a side: that of the other one, if it is the same.
Result<Index> current_index(Side& side) {
  if (side.index) return *side.index;
  use_lab();
  const auto grid = current_grid();
  if (!grid) return grid.failure();
  auto built = Index::build(*grid, side.wanted, page().workers);
  if (built) side.index = *built;
  return built;
}

Side& side_of(int side) { return page().sides[static_cast<std::size_t>(side)]; }

Query query_of(int sx, int sy, int gx, int gy) { return {{sx, sy}, {gx, gy}}; }

/// Iterative deepening takes exponential time: the page gives up, so that it stays alive.
std::uint32_t most_expansions(const Solver& solver) {
  constexpr std::uint32_t kMostOfIdaStar = 500'000;  // 0.1 s
  return solver.algorithm() == Algorithm::idastar ? kMostOfIdaStar
                                                  : BatchOptions().max_expansions;
}

void put(std::uint64_t number) {
  page().list.push_back(static_cast<std::uint32_t>(number));
  page().list.push_back(static_cast<std::uint32_t>(number >> 32));
}

/// Leaves the bits of a length, the number of points, and their x and y.
void put_line(double length, std::span<const Position> points) {
  put(std::bit_cast<std::uint64_t>(length));
  page().list.push_back(static_cast<std::uint32_t>(points.size()));
  for (const Position point : points)
    for (const std::int32_t number : {point.x, point.y})
      page().list.push_back(static_cast<std::uint32_t>(number));
}

std::uint64_t sum(const Column<std::uint32_t>& numbers) {
  std::uint64_t total = 0;
  for (const std::uint32_t number : numbers) total += number;
  return total;
}

}  // namespace

Result<Solver> current_solver(int side) {
  Side& at = side_of(side);
  if (at.solver) return *at.solver;
  use_lab();
  const auto make = [&]() -> Result<Solver> {
    if (!at.indexed) {
      const auto grid = current_grid();
      return grid ? Solver::make(*grid, at.options) : grid.failure();
    }
    const auto index = current_index(at);
    return index ? Solver::make(*index, at.options) : index.failure();
  };
  auto made = make();
  if (made) at.solver = *made;
  return made;
}

/// Chooses the engine of a side; builds its index at once. parts: 1 jump graph, 2 areas, 4
/// gates, 8 hub labels, 16 fronts, 32 hierarchy. Leaves the algorithm and the heuristic in
/// use, and the bytes of the index.
THRONG_PAGE(page_engine)
(int side, int algorithm, int heuristic, int weight_percent, int beam_width, int landmarks,
 int placement, int parts) {
  Side& at = side_of(side);
  at = {};
  at.options = {.algorithm = kAlgorithms[static_cast<std::size_t>(algorithm)],
                .heuristic = kHeuristics[static_cast<std::size_t>(heuristic)],
                .weight_percent = weight_percent,
                .beam_width = beam_width};
  at.wanted = {.landmarks = {.count = landmarks,
                             .placement = kPlacements[static_cast<std::size_t>(placement)]},
               .jump_graph = (parts & 1) != 0,
               .hub_labels = {(parts & 8) != 0},
               .fronts = {(parts & 16) != 0},
               .hierarchy = {(parts & 32) != 0},
               .areas = (parts & 2) != 0,
               .gates = {(parts & 4) != 0}};
  at.indexed = landmarks > 0 || parts != 0;
  const auto solver = current_solver(side);
  if (!solver) return report(solver.error());
  page().list = {static_cast<std::uint32_t>(solver->algorithm()),
                 static_cast<std::uint32_t>(solver->heuristic()),
                 static_cast<std::uint32_t>(at.index ? at.index->memory_bytes() : 0)};
  return 3;
}

/// Answers one query. Leaves its status, cost, upper bound, expanded, generated and
/// reopened cells, the length of the path in millionths of a straight step (two numbers),
/// and its cells.
THRONG_PAGE(page_query)(int side, int sx, int sy, int gx, int gy) {
  const auto solver = current_solver(side);
  if (!solver) return report(solver.error());
  Answers& result = side_of(side).result;
  const std::array queries{query_of(sx, sy, gx, gy)};
  solver->solve(queries, page().workers, result,
                {.max_expansions = most_expansions(*solver)});
  page().list = {static_cast<std::uint32_t>(result.status[0]),
                 result.cost[0],
                 result.upper[0],
                 result.expanded[0],
                 result.generated[0],
                 result.reopened[0]};
  const PathView path = result.path(0);
  constexpr double kMillion = 1e6;
  put(static_cast<std::uint64_t>(path_length(solver->grid(), path) * kMillion + 0.5));
  if (result.status[0] == Status::found)
    for (const Position cell : path.cells()) page().list.push_back(packed(cell));
  return static_cast<int>(page().list.size());
}

/// Finds the shortest straight line of a query, and smooths the path that page_query() has
/// found. Leaves the status, how many points of the line lie in a cell, side by side, and
/// both lines: see put_line().
THRONG_PAGE(page_line)(int side, int sx, int sy, int gx, int gy) {
  Page& at = page();
  const auto grid = current_grid();
  if (!grid) return report(grid.error());
  if (!at.lines) {
    auto built = Index::build(
        *grid, {.landmarks = {0}, .jump_graph = false, .lines = {true, 0}}, at.workers);
    if (!built) return report(built.error());
    at.lines = *built;
  }
  AnyAnglePaths found;
  const std::array queries{query_of(sx, sy, gx, gy)};
  if (const Outcome solved = solve_lines(*at.lines, queries, at.workers, found); !solved)
    return report(solved.error());
  at.list = {static_cast<std::uint32_t>(found.status[0]),
             static_cast<std::uint32_t>(found.scale)};
  put_line(found.length[0], found.path(0));
  const Answers& result = side_of(side).result;
  const auto smoothed = smooth(**grid, result.path(0));
  if (!smoothed) return report(smoothed.error());
  put_line(smoothed->length, smoothed->points);
  return static_cast<int>(at.list.size());
}

/// Answers one query and keeps its trace, of at most so many events. Leaves the number of
/// events, and of those that did not fit.
THRONG_PAGE(page_trace)(int side, int sx, int sy, int gx, int gy, int most_events) {
  const auto solver = current_solver(side);
  if (!solver) return report(solver.error());
  side_of(side).trace = trace_search(*solver, query_of(sx, sy, gx, gy),
                                     {.events = static_cast<std::size_t>(most_events),
                                      .expansions = most_expansions(*solver)});
  page().list = {static_cast<std::uint32_t>(side_of(side).trace.events.size()),
                 static_cast<std::uint32_t>(side_of(side).trace.left_out)};
  return 2;
}

/// Leaves the kind, the cell, the cell it was reached from, g and h of one event.
THRONG_PAGE(page_event)(int side, int event) {
  const auto& events = side_of(side).trace.events;
  const TraceEvent& at = events[static_cast<std::size_t>(event)];
  page().list = {static_cast<std::uint32_t>(at.kind), packed(at.cell), packed(at.from),
                 at.g, at.h};
  return 5;
}

/// Leaves how many cells the first events expanded, generated, reopened and pruned, counted
/// as page_query() counts.
THRONG_PAGE(page_counts)(int side, int events) {
  const auto& trace = side_of(side).trace.events;
  std::array<std::uint32_t, 4> counts{};  // by TraceKind
  for (const TraceEvent& event :
       std::span(trace).first(std::min(trace.size(), static_cast<std::size_t>(events))))
    ++counts[static_cast<std::size_t>(event.kind)];
  counts[static_cast<std::size_t>(TraceKind::generated)] +=
      counts[static_cast<std::size_t>(TraceKind::reopened)];
  page().list.assign(counts.begin(), counts.end());
  return static_cast<int>(counts.size());
}

/// Leaves for each cell what the first events did: 0 nothing, 1 pruned, 2 generated, 3
/// expanded, 4 reopened; and, from bit 8 on, how often it was expanded.
THRONG_PAGE(page_touched)(int side, int events) {
  Page& at = page();
  const std::int32_t width = at.terrain.width();
  at.list.assign(at.terrain.cell_count(), 0);
  const std::vector<TraceEvent>& trace = side_of(side).trace.events;
  const std::size_t count = std::min(trace.size(), static_cast<std::size_t>(events));
  constexpr std::array<std::uint32_t, 4> kRank{3, 2, 4, 1};  // by TraceKind
  for (std::size_t i = 0; i < count; ++i) {
    std::uint32_t& cell = at.list[slot_of(trace[i].cell, width)];
    if (trace[i].kind == TraceKind::expanded) cell += 1U << 8;
    cell = (cell & ~0xFFU) |
           std::max(cell & 0xFFU, kRank[static_cast<std::size_t>(trace[i].kind)]);
  }
  return static_cast<int>(at.list.size());
}

/// Leaves the legs of the first events that generated a cell: pairs of cells. Of searches
/// that jump, they are the jumps.
THRONG_PAGE(page_legs)(int side, int events) {
  Page& at = page();
  at.list.clear();
  const std::vector<TraceEvent>& trace = side_of(side).trace.events;
  const std::size_t count = std::min(trace.size(), static_cast<std::size_t>(events));
  for (std::size_t i = 0; i < count; ++i)
    if (trace[i].kind == TraceKind::generated || trace[i].kind == TraceKind::reopened) {
      at.list.push_back(packed(trace[i].from));
      at.list.push_back(packed(trace[i].cell));
    }
  return static_cast<int>(at.list.size());
}

/// Leaves the start and the goal of a query: two cells; nothing if there are fewer queries.
THRONG_PAGE(page_ends)(int query) {
  Page& at = page();
  at.list.clear();
  if (static_cast<std::size_t>(query) < at.scenario.queries.size()) {
    const Query& chosen = at.scenario.queries[static_cast<std::size_t>(query)];
    at.list = {packed(chosen.start), packed(chosen.goal)};
  }
  return static_cast<int>(at.list.size());
}

/// Makes random queries between open cells. Returns their number, 0 without open cells.
THRONG_PAGE(page_sample)(int count, int seed) {
  Page& at = page();
  const auto grid = current_grid();
  if (!grid) return report(grid.error());
  SplitMix64 random(static_cast<std::uint64_t>(seed));
  const auto any = [&] {
    for (;;) {
      const auto x = random.below(static_cast<std::uint32_t>(at.terrain.width()));
      const auto y = random.below(static_cast<std::uint32_t>(at.terrain.height()));
      const Position cell{static_cast<std::int32_t>(x), static_cast<std::int32_t>(y)};
      if ((*grid)->open(cell)) return cell;
    }
  };
  at.scenario = {};
  for (int i = 0; i < count && (*grid)->open_cells() > 0; ++i) {
    const Position start = any();
    at.scenario.queries.push_back({start, any()});
  }
  return static_cast<int>(at.scenario.queries.size());
}

/// Answers all queries with one engine. Leaves their number, the number of paths, the hash
/// of the results, the hash of the costs, and the expanded cells: two numbers for each of
/// the last three.
THRONG_PAGE(page_batch)(int side) {
  const auto solver = current_solver(side);
  if (!solver) return report(solver.error());
  Answers& result = side_of(side).result;
  solver->solve(page().scenario.queries, page().workers, result);
  page().list = {static_cast<std::uint32_t>(result.size()),
                 static_cast<std::uint32_t>(std::count(
                     result.status.begin(), result.status.end(), Status::found))};
  put(result.hash());
  put(result.cost_hash());
  put(sum(result.expanded));
  return static_cast<int>(page().list.size());
}

}  // namespace throng::page
