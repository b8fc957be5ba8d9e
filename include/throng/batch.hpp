#pragma once

#include <throng/grid.hpp>
#include <throng/query.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <span>
#include <vector>

namespace throng {

/// A stretch of equal moves; a link is always one of its own.
struct Run {
  Move move = Move::north;
  std::uint32_t count = 0;

  friend constexpr bool operator==(Run, Run) = default;
};

/// One path of a batch: a start and the moves from it. A view: valid while the BatchResult
/// it comes from lives unchanged.
class PathView {
 public:
  PathView() = default;
  /// links: of the grid, if it has any; null otherwise.
  PathView(Topology topology, Position start, std::span<const Move> moves,
           const LinkTable* links = nullptr)
      : topology_(topology), start_(start), moves_(moves), links_(links) {}

  Position start() const noexcept { return start_; }
  std::span<const Move> moves() const noexcept { return moves_; }
  /// Where one of its moves leads from the cell at which it is made.
  Position step(Position from, Move move) const noexcept;

  /// The path in other forms; each returns a new vector. cells(): every cell, both ends
  /// included, moves().size() + 1 of them. turning_points(): the ends, the cells where the
  /// direction changes, and both ends of each link. runs(): the moves, equal neighbours
  /// counted together.
  std::vector<Position> cells() const;
  std::vector<Position> turning_points() const;
  std::vector<Run> runs() const;

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

/// The answers to a batch of n queries, as one array for each property; slot i answers
/// query i. Made by Solver::solve, which reuses the memory of the object it is given.
class BatchResult {
 public:
  BatchResult() = default;
  /// All arrays come from `memory`, which only the thread that calls throng uses, and which
  /// outlives the result. As ever with std::pmr: a moved result keeps its memory, a copy
  /// has the default one, an assignment leaves that of its target. Pre: not null.
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
  /// found: the cost of the path, a cheapest one unless Guarantee says less. Otherwise a
  /// proven lower bound on it: kUnreachable when there is none, the reached bound when a
  /// limit stopped the search, 0 when unknown.
  std::pmr::vector<Cost> cost;
  /// An upper bound on the cost of a cheapest path, so that cost <= truth <= upper: the
  /// cost again when found; otherwise what landmarks knew, kUnreachable when nothing is
  /// known.
  std::pmr::vector<Cost> upper;
  std::pmr::vector<std::uint32_t> expanded;   ///< cells taken from the open list, not stale
  std::pmr::vector<std::uint32_t> generated;  ///< cells reached, or reached more cheaply
  std::pmr::vector<std::uint32_t> reopened;  ///< cells reached more cheaply after expansion
  /// Wall time of each query; empty unless BatchOptions::latency.
  std::pmr::vector<float> microseconds;
  /// All paths in one buffer: path i is moves[path_begin[i] .. path_begin[i + 1]), from
  /// start to goal; nothing unless found. n + 1 slots, also when paths were not asked for.
  std::pmr::vector<std::uint64_t> path_begin;
  std::pmr::vector<Move> moves;

  std::pmr::vector<Position> start;        ///< of each query, whatever became of it
  Topology topology = Topology::octile;    ///< of the grid: what the moves mean
  std::shared_ptr<const LinkTable> links;  ///< of the grid; null: none

  /// Path of query i; no move unless found.
  PathView path(std::size_t i) const noexcept {
    const std::uint64_t begin = path_begin[i];
    return {topology, start[i], std::span(moves).subspan(begin, path_begin[i + 1] - begin),
            links.get()};
  }

  /// A hash of every status, cost and path in query order; equal on every machine and for
  /// every number of threads. XXH64 with seed 0 over, for each query: the status as one
  /// byte, the cost as 4 bytes and the number of moves as 8 bytes (little endian), the
  /// moves as one byte each (those that take links too: see link_move()).
  std::uint64_t hash() const;
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
