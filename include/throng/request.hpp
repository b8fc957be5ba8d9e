#pragma once

#include <throng/batch.hpp>
#include <throng/grid.hpp>
#include <throng/query.hpp>

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

namespace throng {

/// What a unit wants of the goals of its request.
enum class Visit : std::uint8_t {
  any,      ///< one path, to whichever goal costs least to reach
  each,     ///< a path from the start to each goal
  in_turn,  ///< a path to the first goal, from there one to the second, and so on
};

/// What a Query cannot ask for: several goals, goals that are near enough, and a way to go
/// when there is no path to a goal.
///
/// A goal is reached in any cell that is no farther from it than `radius` on an open map
/// (in units of Grid::costs()); 0: in its own cell alone. With a radius goals may be
/// closed cells: a building to be attacked.
///
/// approach: when no goal is reached, give a path all the same, to the cell that is nearest
/// to a goal by the distance on an open map without links; of several the one that costs
/// least to reach, of these the least CellIndex.
/// - unreachable or goal_blocked: the nearest of all cells that can be reached. Goals
///   outside the map count for nothing.
/// - out_of_budget and over_max_cost: the nearest of the cells that a second search meets,
///   A* with the same limits. Should that one reach a goal, its path is the answer, and the
///   status is found.
/// Each search for a way to go has the whole limit on expansions again; counters are sums.
///
/// leave_blocked: a start on a closed cell, of a unit on which something was built say, is
/// left for the nearest open cell by the same distance, of several the least CellIndex. The
/// path begins there, and RequestResult says where that is. (The status is start_blocked
/// without this, and on a map without any open cell.)
struct Request {
  Position start;
  std::span<const Position> goals = {};  ///< of the caller: to live until all is answered
  Visit visit = Visit::any;
  Cost radius = 0;
  bool approach = false;
  bool leave_blocked = false;
};

/// The answers to a batch of n requests. Answers have slots: one for a request that visits
/// any goal, else one for each goal in the order of the request. Made by Solver::solve,
/// which reuses the memory of the object it is given.
class RequestResult {
 public:
  RequestResult() = default;
  /// See BatchResult.
  explicit RequestResult(std::pmr::memory_resource* memory)
      : first(1, 0, memory), answers(memory), end(memory), end_cost(memory) {}

  std::size_t size() const noexcept { return first.size() - 1; }

  /// Request i is answered in the slots first[i] to first[i + 1] - 1. n + 1 numbers.
  std::pmr::vector<std::size_t> first{0};

  /// What became of each slot. The same as for a Query from answers.start, where the path
  /// begins, to the goal, but:
  /// - of several goals the cheapest counts: `cost` and `upper` are about that one, and
  ///   counters are sums. When none is reached the status is the one that leaves most hope:
  ///   out_of_budget, over_max_cost, unreachable, goal_blocked, out_of_map, in this order.
  ///   Without any goal it is unreachable.
  /// - path(slot) holds moves also when the status is not found, but a goal was approached.
  BatchResult answers;

  /// Where the path of each slot ends, and what it costs to get there; the start and 0 when
  /// there is no path.
  std::pmr::vector<Position> end;
  std::pmr::vector<Cost> end_cost;

  /// Slot k of request i. Pre: there are so many.
  std::size_t slot(std::size_t i, std::size_t k = 0) const noexcept { return first[i] + k; }

  /// All legs of request i as one path. Pre: it visits its goals in turn.
  PathView chain(std::size_t i) const noexcept {
    const std::uint64_t begin = answers.path_begin[first[i]];
    const std::uint64_t end_of = answers.path_begin[first[i + 1]];
    return {answers.topology, answers.start[first[i]],
            std::span(answers.moves).subspan(begin, end_of - begin), answers.links.get()};
  }
};

}  // namespace throng
