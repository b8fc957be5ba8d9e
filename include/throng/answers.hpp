#pragma once

#include <throng/assert.hpp>
#include <throng/column.hpp>
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

/// One path of a batch: a start, and the moves from it. A view: valid until its Answers
/// change or are destroyed.
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
  /// The same into a vector of the caller, which is overwritten. Allocates nothing once the
  /// vector has held as much. turning_points() and runs() cost O(turns + moves / 8).
  THRONG_API void cells(std::vector<Position>& cells) const;
  THRONG_API void turning_points(std::vector<Position>& points) const;
  THRONG_API void runs(std::vector<Run>& runs) const;

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

/// The answers to a batch of queries or requests, or of what a FrameScheduler finished: an
/// array for each property. A query, or a request with Visit::any, has one slot; another
/// request has a slot for each of its goals, in their order. Solver::solve and
/// FrameScheduler::poll overwrite Answers and reuse their memory.
class [[nodiscard]] Answers {
 public:
  Answers() : Answers(std::pmr::get_default_resource()) {}
  /// Allocates all arrays from `memory`, on the thread that calls throng only. As with all
  /// std::pmr containers: moved answers keep their resource, a copy uses the default
  /// resource, and an assignment keeps the resource of its target. Pre: memory is not null
  /// and outlives the answers.
  explicit Answers(std::pmr::memory_resource* memory)
      : status(memory),
        cost(memory),
        upper(memory),
        expanded(memory),
        generated(memory),
        reopened(memory),
        start(memory),
        path_begin(memory),
        moves(memory),
        microseconds(memory),
        first(memory),
        end(memory),
        end_cost(memory),
        ticket(memory),
        agent(memory),
        frame(memory),
        current(memory),
        grid_of(memory),
        grids(memory),
        point_begin(memory),
        points(memory),
        length(memory),
        scale(memory) {}

  /// Queries or requests.
  std::size_t size() const noexcept { return first.empty() ? slots() : first.size() - 1; }
  std::size_t slots() const noexcept { return status.size(); }

  // By slot

  Column<Status> status;
  /// If found: the cost of the path, a cheapest one unless Guarantee says otherwise. Else a
  /// proven lower bound on the cost of any path:
  /// - kUnreachable if no path exists;
  /// - the bound reached, if a limit stopped the search;
  /// - 0 if nothing is known.
  Column<Cost> cost;
  /// An upper bound on the cost of a cheapest path: cost <= least cost <= upper for optimal
  /// algorithms. If found: equal to `cost`. Else the upper bound by landmarks; kUnreachable
  /// if nothing is known.
  Column<Cost> upper;
  Column<std::uint32_t> expanded;   ///< cells taken from the open list, not stale
  Column<std::uint32_t> generated;  ///< cells reached, or reached more cheaply
  Column<std::uint32_t> reopened;   ///< cells reached more cheaply after expansion
  Column<Position> start;           ///< where the path begins; set for every status
  /// All paths in one buffer. The path of a slot is
  /// moves[path_begin[slot] .. path_begin[slot + 1]), from start to goal. It is empty
  /// unless found, or Request::approach. slots() + 1 numbers, also without paths.
  Column<std::uint64_t> path_begin;
  Column<Move> moves;
  /// Wall time; empty unless BatchOptions::latency.
  Column<float> microseconds;

  Topology topology = Topology::octile;    ///< of the grid; needed to interpret moves
  std::shared_ptr<const LinkTable> links;  ///< of the grid; null if it has none

  // Of requests; empty for queries
  //
  // If a request has several goals with Visit::any, `cost` and `upper` refer to the
  // cheapest goal. Counters are sums. If no goal is reached, the status is the least
  // conclusive failure, in this order: out_of_budget, over_max_cost, unreachable,
  // goal_blocked, out_of_map. A request without goals is unreachable.

  /// The slots of request i are first[i] to first[i + 1] - 1. size() + 1 numbers.
  Column<std::size_t> first;
  /// By slot: the last cell of the path, and the cost to reach it. If there is no path: the
  /// start and 0.
  Column<Position> end;
  Column<Cost> end_cost;

  // Of a FrameScheduler; else empty. By request, but for grid_of and grids

  Column<Ticket> ticket;  ///< ascending
  Column<AgentId> agent;
  Column<std::uint32_t> frame;  ///< the run in which the request finished
  /// 1 if the agent had submitted no newer request when poll() was called, else 0. A unit
  /// whose answer is not current waits for the answer to its newer request. Always 1 for
  /// kNoAgent.
  Column<std::uint8_t> current;
  Column<std::uint32_t> grid_of;  ///< by slot: an index into grids
  std::pmr::vector<std::shared_ptr<const Grid>> grids;

  // Of a FrameScheduler with SchedulerOptions::lines; else empty. By slot

  /// All lines in one buffer. The line of a slot is
  /// points[point_begin[slot] .. point_begin[slot + 1]), from `start` to `end`: see line().
  /// slots() + 1 numbers.
  Column<std::uint64_t> point_begin;
  Column<Position> points;
  Column<double> length;       ///< of the line in cells, not a cost; 0 if there is none
  Column<std::uint8_t> scale;  ///< of the points: as AnyAnglePaths::scale

  /// Slot k of query or request i. Pre: it has more than k slots.
  std::size_t slot(std::size_t i, std::size_t k = 0) const noexcept {
    THRONG_ASSERT(i < size());
    if (first.empty()) return i;
    THRONG_ASSERT(k < first[i + 1] - first[i]);
    return first[i] + k;
  }

  /// The path of a slot; empty if there is none. Temporary answers have none: it would be
  /// gone before its view. Pre: slot < slots().
  PathView path(std::size_t slot) const& noexcept {
    THRONG_ASSERT(slot < slots());
    return view(slot, slot + 1);
  }
  PathView path(std::size_t slot) const&& = delete;

  /// The legs of request i as one path: all of them, or those before the first one that a
  /// FrameScheduler answered on a version of the map with other links, which one view
  /// cannot show. Pre: the request has Visit::in_turn and at least one goal, and no leg was
  /// cut by BatchOptions::max_moves.
  PathView chain(std::size_t i) const& noexcept {
    THRONG_ASSERT(i < size() && first[i] < first[i + 1]);
    std::size_t end_slot = first[i] + 1;
    while (end_slot < first[i + 1] && links_of(end_slot) == links_of(first[i])) ++end_slot;
    return view(first[i], end_slot);
  }
  PathView chain(std::size_t i) const&& = delete;

  /// The shortest any-angle path from `start` to `end`, as solve_lines() finds it on
  /// grid(slot): turning points, both ends included, in 1/scale[slot] of a cell. Empty if
  /// the slot has no path, if the index of its class has no lines, and without
  /// SchedulerOptions::lines. A path that max_moves cuts has its whole line.
  /// Pre: slot < slots().
  std::span<const Position> line(std::size_t slot) const& noexcept {
    THRONG_ASSERT(slot < slots());
    if (point_begin.empty()) return {};
    return std::span(points).subspan(point_begin[slot],
                                     point_begin[slot + 1] - point_begin[slot]);
  }
  std::span<const Position> line(std::size_t slot) const&& = delete;

  /// The grid on which a slot was answered. Pre: a FrameScheduler answered it.
  const Grid& grid(std::size_t slot) const noexcept { return *grids[grid_of[slot]]; }

  /// Removes all answers, but keeps the memory of the arrays.
  THRONG_API void clear() noexcept;

  /// A hash of all statuses, costs and paths in the order of slots. Equal on every machine
  /// and for every number of threads. XXH64 with seed 0 over, for each slot:
  /// - the status: 1 byte;
  /// - the cost: 4 bytes, little endian;
  /// - the number of moves: 8 bytes, little endian;
  /// - each move: 1 byte, for links too (see link_move()).
  THRONG_API std::uint64_t hash() const;

  /// A hash of all statuses and costs in the order of slots, equal for every optimal
  /// algorithm, heuristic and index. XXH64 as hash(), over the status and the cost.
  THRONG_API std::uint64_t cost_hash() const;

 private:
  /// The paths of slots first_slot to end_slot - 1 as one.
  PathView view(std::size_t first_slot, std::size_t end_slot) const noexcept {
    const std::uint64_t begin = path_begin[first_slot];
    return {topology, start[first_slot],
            std::span(moves).subspan(begin, path_begin[end_slot] - begin),
            links_of(first_slot)};
  }
  const LinkTable* links_of(std::size_t slot) const noexcept {
    return grid_of.empty() ? links.get() : grid(slot).links().get();
  }
};

}  // namespace throng
