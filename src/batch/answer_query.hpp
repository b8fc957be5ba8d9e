#pragma once

#include "../core/progress.hpp"
#include "../core/scratch.hpp"
#include "../search/problem.hpp"
#include "../search/redraw.hpp"

#include <throng/answers.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace throng {

/// The answer to a query that needs no search; unreachable if the query needs one.
inline SearchResult settle_without_search(const Grid& grid, const Query& query) {
  if (!grid.contains(query.start) || !grid.contains(query.goal))
    return {.status = Status::out_of_map};
  if (!grid.open(query.start)) return {.status = Status::start_blocked};
  if (!grid.open(query.goal)) return {.status = Status::goal_blocked};
  if (query.start == query.goal) return {.status = Status::found, .cost = 0, .upper = 0};
  return {};
}

/// Whether only a search can answer the query: its ends are open, differ, and lie in one
/// component.
inline bool needs_search(const Grid& grid, const Query& query) {
  return settle_without_search(grid, query).status == Status::unreachable &&
         grid.component(grid.cell(query.start)) == grid.component(grid.cell(query.goal));
}

/// Redraws the last path in `paths`, which begins at slot `begin` and with the cell
/// `start`, by the ties of the solver. Keeps only its first `most` moves. lane: see
/// lane_of().
inline void finish_path(const Problem& problem, Position start, std::uint32_t lane,
                        std::size_t begin, std::uint32_t most, Scratch& scratch,
                        Column<Move>& paths) {
  const std::size_t moves = paths.size() - begin;
  if (most > 0 && moves > 0)
    redraw(problem.grid, problem.options.ties, lane, start, {paths.data() + begin, moves},
           scratch);
  if (moves > most) paths.resize(begin + most);
}

/// The answer to a query for which settle_without_search() returned unreachable. Appends
/// the moves of a path to *paths, unless `paths` is null.
inline SearchResult search_within_component(const Problem& problem, const Query& query,
                                            const Limits& limits, Scratch& scratch,
                                            Column<Move>* paths) {
  const Grid& grid = problem.grid;
  CellIndex start = grid.cell(query.start), goal = grid.cell(query.goal);
  if (grid.component(start) != grid.component(goal)) return {};
  const bool back = problem.options.ties == Ties::same_way_back && goal < start;
  if (back) std::swap(start, goal);
  auto& own = scratch.of<SearchScratch>();
  const SearchResult found = problem.kernel.search(problem, start, goal, limits, own);
  if (found.status != Status::found || paths == nullptr) return found;
  const std::size_t begin = paths->size();
  problem.kernel.append_path(problem, start, goal, own, *paths);
  if (back) turn_round(grid, start, std::span(*paths).subspan(begin));
  return found;
}

/// Writes everything except the path.
inline void put_down(const SearchResult& found, std::size_t slot, Answers& result) {
  result.status[slot] = found.status;
  result.cost[slot] = found.cost;
  result.upper[slot] = found.upper;
  result.expanded[slot] = found.expanded;
  result.generated[slot] = found.generated;
  result.reopened[slot] = found.reopened;
}

/// Runs body(), and records how long it took for slot i if options.latency is set.
template <class Body>
void timed(const BatchOptions& options, Answers& result, std::size_t i, const Body& body) {
  if (!options.latency) return body();
  using Clock = std::chrono::steady_clock;
  const Clock::time_point begin = Clock::now();
  body();
  result.microseconds[i] =
      std::chrono::duration<float, std::micro>(Clock::now() - begin).count();
}

}  // namespace throng
