#pragma once

#include "random.hpp"
#include "world.hpp"

#include <memory>
#include <span>
#include <string_view>
#include <vector>

// What the manuals promise of the answer to a query or a request, and whether it holds.

namespace attack {

/// The limits under which an answer was found.
struct Limits {
  Cost max_cost = kUnreachable - 1;
  std::uint32_t max_expansions = std::numeric_limits<std::uint32_t>::max();
  std::uint32_t max_moves = std::numeric_limits<std::uint32_t>::max();
  bool paths = true;

  bool of_expansions() const noexcept {
    return max_expansions != std::numeric_limits<std::uint32_t>::max();
  }
  bool of_cost() const noexcept { return max_cost != kUnreachable - 1; }
};
std::ostream& operator<<(std::ostream& out, const Limits& limits);
Limits limits_of(const BatchOptions& options);

/// Who answered, and what its algorithm guarantees.
struct Answerer {
  Algorithm algorithm = Algorithm::astar;
  Heuristic heuristic = Heuristic::automatic;
  SolverOptions options = {};
  std::string_view where = {};

  Answerer(const Solver& solver, const SolverOptions& asked, std::string_view place)
      : algorithm(solver.algorithm()),
        heuristic(solver.heuristic()),
        options(asked),
        where(place) {}
  Guarantee guarantees() const noexcept { return guarantee(algorithm); }
};
std::ostream& operator<<(std::ostream& out, const Answerer& answerer);

/// Checks a batch of queries.
void check_queries(Truth& truth, const Answerer& answerer, std::span<const Query> queries,
                   const Answers& result, const BatchOptions& options);

/// The right answer to one slot of a request, without limits.
struct Expected {
  Status status = Status::out_of_map;
  Wide cost = kNever;
  /// All cells in which the path may end. Empty: any cell that reaches a goal.
  std::vector<Position> ends = {};
  Wide end_cost = 0;
};

/// By Dijkstra's algorithm.
Expected expect(Truth& truth, const Grid& grid, Position start,
                std::span<const Position> goals, const Request& request);

/// Whether `cell` lies within the radius of a goal.
bool reaches(const World& world, StepCosts unit, Position cell, Position goal, Cost radius);

/// The open cell nearest to `p`, where a unit on a closed cell escapes to.
Position escape(const Truth& truth, const Grid& grid, Position p);

/// One slot of a result.
struct SlotAnswer {
  const Request& request;
  std::span<const Position> goals;  ///< those of the slot
  Position start;                   ///< where its path begins
  const Answers& result;
  std::size_t slot;
  const Grid& grid;  ///< on which it was answered
  Walk walk;         ///< its path
  Limits limits;
  Guarantee guarantees;
};
std::ostream& operator<<(std::ostream& out, const SlotAnswer& answer);

void check_slot(const SlotAnswer& answer, const Expected& expected);

/// Checks all slots of a batch of requests.
void check_requests(Truth& truth, const Grid& grid, const Answerer& answerer,
                    std::span<const Request> requests, const Answers& result,
                    const BatchOptions& options);

/// A cell of the map; now and then one beside it, or as far away as numbers allow.
Position draw_position(Random& random, const World& world);

/// Requests with the goals that they refer to.
struct Requests {
  std::vector<std::unique_ptr<std::vector<Position>>> goals;
  std::vector<Request> requests;
};
Requests draw_requests(Random& random, const World& world, std::size_t count);

}  // namespace attack
