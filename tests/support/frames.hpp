#pragma once

#include <throng/frame_scheduler.hpp>
#include <throng/solver.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace throng::test {

/// Requests of all kinds, with the goals they point at.
struct Orders {
  Orders(TerrainView terrain, std::size_t count, std::uint64_t seed);

  std::vector<std::vector<Position>> goals;
  std::vector<Request> requests;
};

/// What one slot was answered.
struct Told {
  Status status;
  Cost cost, upper;
  std::uint32_t expanded;
  Position start, end;
  Cost end_cost;
  std::vector<Move> path;

  friend bool operator==(const Told&, const Told&) = default;
};

Told told(const Answers& result, std::size_t slot);
/// All slots of request i.
std::vector<Told> told_request(const Answers& result, std::size_t i);

/// What Solver::solve says to it, and to each of them.
std::vector<Told> solved(const Solver& solver, const Request& one);
std::vector<std::vector<Told>> solved(const Solver& solver, const Orders& orders);

/// What became of a request, and in which frame.
struct Fate {
  std::uint32_t frame = 0;
  std::vector<Told> answers;

  friend bool operator==(const Fate&, const Fate&) = default;
};

/// Runs until nothing waits, each frame with the same work; checks on the way what must
/// hold of every frame.
std::map<Ticket, Fate> run_all(FrameScheduler& scheduler, FrameBudget work,
                               Workers& workers);

/// What a path costs on a grid, and where it ends; kUnreachable if a move is not legal.
std::pair<Cost, Position> replayed(const Grid& grid, const PathView& path);

Solver solver_of(const std::shared_ptr<const Grid>& grid, Algorithm algorithm);

/// One with a single class of movement.
FrameScheduler scheduler_of(Solver solver, const SchedulerOptions& options = {});

}  // namespace throng::test
