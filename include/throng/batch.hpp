#pragma once

#include <throng/assert.hpp>
#include <throng/export.hpp>
#include <throng/grid.hpp>
#include <throng/query.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <span>
#include <vector>

namespace throng {

/// A run of equal moves. A link is always a run of its own.
struct Run {
  Move move = Move::north;
  std::uint32_t count = 0;

  friend constexpr bool operator==(Run, Run) = default;
};

/// One path of a batch: a start, and the moves from it. A view: valid until its BatchResult
/// changes or is destroyed.
class PathView {
 public:
  PathView() = default;
  /// links: the grid's links; null if it has none.
  PathView(Topology topology, Position start, std::span<const Move> moves,
           const LinkTable* links = nullptr)
      : topology_(topology), start_(start), moves_(moves), links_(links) {}

  Position start() const noexcept { return start_; }
  std::span<const Move> moves() const noexcept { return moves_; }
  /// The cell that `move`, one of the path's moves, reaches from `from`.
  THRONG_API Position step(Position from, Move move) const noexcept;

  /// The path in other forms. Each returns a new vector.
  /// - cells(): every cell, both ends included; moves().size() + 1 cells.
  /// - turning_points(): the ends, the cells where the direction changes, both ends of each
  ///   link.
  /// - runs(): the moves, run-length encoded.
  THRONG_API std::vector<Position> cells() const;
  THRONG_API std::vector<Position> turning_points() const;
  THRONG_API std::vector<Run> runs() const;

 private:
  Topology topology_ = Topology::octile;
  Position start_;
  std::span<const Move> moves_;
  const LinkTable* links_ = nullptr;
};

/// See Grid::path_length. Pre: the path was found on this grid.
inline double path_length(const Grid& grid, const PathView& path) noexcept {
  return grid.path_length(path.start(), path.moves());
}

/// The results of a batch of n queries: one array for each property; slot i belongs to
/// query i. Solver::solve overwrites a BatchResult and reuses its memory.
class [[nodiscard]] BatchResult {
 public:
  BatchResult() = default;
  /// Allocates all arrays from `memory`, on the thread that calls throng only. As with all
  /// std::pmr containers: a moved result keeps its resource, a copy uses the default
  /// resource, and an assignment keeps the resource of its target. Pre: memory is not null
  /// and outlives the result.
  explicit BatchResult(std::pmr::memory_resource* memory)
      : status(memory),
        cost(memory),
        upper(memory),
        expanded(memory),
        generated(memory),
        reopened(memory),
        microseconds(memory),
        path_begin(memory),
        moves(memory),
        start(memory) {}

  std::size_t size() const noexcept { return status.size(); }

  std::pmr::vector<Status> status;
  /// If found: the cost of the path, a cheapest one unless Guarantee says otherwise. Else a
  /// proven lower bound on the cost of any path:
  /// - kUnreachable if no path exists;
  /// - the bound reached, if a limit stopped the search;
  /// - 0 if nothing is known.
  std::pmr::vector<Cost> cost;
  /// An upper bound on the cost of a cheapest path: cost <= least cost <= upper for optimal
  /// algorithms. If found: equal to `cost`. Else the upper bound by landmarks; kUnreachable
  /// if nothing is known.
  std::pmr::vector<Cost> upper;
  std::pmr::vector<std::uint32_t> expanded;   ///< cells taken from the open list, not stale
  std::pmr::vector<std::uint32_t> generated;  ///< cells reached, or reached more cheaply
  std::pmr::vector<std::uint32_t> reopened;  ///< cells reached more cheaply after expansion
  /// Wall time of each query; empty unless BatchOptions::latency.
  std::pmr::vector<float> microseconds;
  /// All paths in one buffer. Path i is moves[path_begin[i] .. path_begin[i + 1]), from
  /// start to goal; empty unless found. n + 1 slots, also if the batch was solved without
  /// paths.
  std::pmr::vector<std::uint64_t> path_begin;
  std::pmr::vector<Move> moves;

  std::pmr::vector<Position> start;        ///< of each query; set for every status
  Topology topology = Topology::octile;    ///< of the grid; needed to interpret moves
  std::shared_ptr<const LinkTable> links;  ///< of the grid; null if it has none

  /// The path of query i; empty unless found. A temporary result has none: it would be gone
  /// before its view. Pre: i < size().
  PathView path(std::size_t i) const& noexcept {
    THRONG_ASSERT(i < size());
    const std::uint64_t begin = path_begin[i];
    return {topology, start[i], std::span(moves).subspan(begin, path_begin[i + 1] - begin),
            links.get()};
  }
  PathView path(std::size_t i) const&& = delete;

  /// A hash of all statuses, costs and paths in query order. Equal on every machine and for
  /// every number of threads. XXH64 with seed 0 over, for each query:
  /// - the status: 1 byte;
  /// - the cost: 4 bytes, little endian;
  /// - the number of moves: 8 bytes, little endian;
  /// - each move: 1 byte, for links too (see link_move()).
  THRONG_API std::uint64_t hash() const;

  /// A hash of all statuses and costs in query order, equal for every optimal algorithm,
  /// heuristic and index. XXH64 as hash(), over the status and the cost of each query.
  THRONG_API std::uint64_t cost_hash() const;
};

/// The results of a batch of n requests. A request with Visit::any has one slot, other
/// requests have one slot for each goal, in the order of the request. Solver::solve
/// overwrites a RequestResult and reuses its memory.
class [[nodiscard]] RequestResult {
 public:
  RequestResult() = default;
  /// `memory`: see BatchResult.
  explicit RequestResult(std::pmr::memory_resource* memory)
      : first(1, 0, memory), answers(memory), end(memory), end_cost(memory) {}

  std::size_t size() const noexcept { return first.size() - 1; }

  /// The slots of request i are first[i] to first[i + 1] - 1. n + 1 numbers.
  std::pmr::vector<std::size_t> first{0};

  /// The result of each slot: as for a Query from answers.start[slot], where the path
  /// begins, to the goal. Differences:
  /// - Several goals: `cost` and `upper` refer to the cheapest goal. Counters are sums. If
  ///   no goal is reached, the status is the least conclusive failure, in this order:
  ///   out_of_budget, over_max_cost, unreachable, goal_blocked, out_of_map. A request
  ///   without goals is unreachable.
  /// - Request::approach: path(slot) may contain moves although the status is not found.
  BatchResult answers;

  /// The last cell of each slot's path, and the cost to reach it. If there is no path: the
  /// start and 0.
  std::pmr::vector<Position> end;
  std::pmr::vector<Cost> end_cost;

  /// Slot k of request i. Pre: request i has more than k slots.
  std::size_t slot(std::size_t i, std::size_t k = 0) const noexcept {
    THRONG_ASSERT(i < size() && k < first[i + 1] - first[i]);
    return first[i] + k;
  }

  /// All legs of request i as one path. A temporary result has none. Pre: the request has
  /// Visit::in_turn and at least one goal.
  PathView chain(std::size_t i) const& noexcept {
    THRONG_ASSERT(i < size() && first[i] < first[i + 1]);
    const std::uint64_t begin = answers.path_begin[first[i]];
    const std::uint64_t end_of = answers.path_begin[first[i + 1]];
    return {answers.topology, answers.start[first[i]],
            std::span(answers.moves).subspan(begin, end_of - begin), answers.links.get()};
  }
  PathView chain(std::size_t i) const&& = delete;
};

}  // namespace throng
