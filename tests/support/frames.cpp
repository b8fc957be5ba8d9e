#include "frames.hpp"

#include "../../src/core/rng.hpp"
#include "catch.hpp"

#include <throng/links.hpp>

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>

namespace throng::test {

Orders::Orders(TerrainView terrain, std::size_t count, std::uint64_t seed) : goals(count) {
  SplitMix64 random(seed);
  const auto cell = [&] {
    return Position{
        static_cast<std::int32_t>(random.below(static_cast<std::uint32_t>(terrain.width))),
        static_cast<std::int32_t>(
            random.below(static_cast<std::uint32_t>(terrain.height)))};
  };
  Position rally = cell();
  while (std::string_view(".GS").find(terrain.at(rally)) == std::string_view::npos)
    rally = cell();
  for (std::size_t i = 0; i < count; ++i) {
    goals[i].resize(i % 4 == 3 ? random.below(4) : 1);
    for (Position& goal : goals[i]) goal = i % 3 == 0 ? rally : cell();
    Request one{.start = cell(),
                .goals = goals[i],
                .visit = static_cast<Visit>(random.below(3)),
                .approach = random.chance(50),
                .agent = static_cast<AgentId>(7 * i % 1000)};
    if (i % 11 == 0) one.radius = 3;
    if (i % 13 == 0) one.max_expansions = 20;
    one.priority = static_cast<Priority>(random.below(kPriorities));
    if (i % 17 == 0 && i > 0) one.start = requests[i - 1].start;
    requests.push_back(one);
  }
}

Told told(const Answers& answers, std::size_t slot) {
  const auto moves = answers.path(slot).moves();
  return {answers.status[slot],   answers.cost[slot],          answers.upper[slot],
          answers.expanded[slot], answers.start[slot],         answers.end[slot],
          answers.end_cost[slot], {moves.begin(), moves.end()}};
}

std::vector<Told> told_request(const Answers& result, std::size_t i) {
  std::vector<Told> all;
  for (std::size_t slot = result.first[i]; slot < result.first[i + 1]; ++slot)
    all.push_back(told(result, slot));
  return all;
}

std::vector<Told> solved(const Solver& solver, const Request& one) {
  Workers workers(1);
  return told_request(solver.solve(std::span(&one, 1), workers), 0);
}

std::vector<std::vector<Told>> solved(const Solver& solver, const Orders& orders) {
  std::vector<std::vector<Told>> all;
  for (const Request& one : orders.requests) all.push_back(solved(solver, one));
  return all;
}

std::map<Ticket, Fate> run_all(FrameScheduler& scheduler, FrameBudget work,
                               Workers& workers) {
  std::map<Ticket, Fate> outcomes;
  Answers finished;
  for (int frame = 0; frame < 100'000; ++frame) {
    const FrameReport report = scheduler.run(work, workers);
    scheduler.poll(finished);
    CHECK(finished.size() == report.finished);
    CHECK(std::ranges::is_sorted(finished.ticket));
    for (std::size_t i = 0; i < finished.size(); ++i)
      outcomes[finished.ticket[i]] = {finished.frame[i], told_request(finished, i)};
    CHECK(report.waiting == scheduler.waiting());
    if (report.waiting == 0) break;
  }
  CHECK(scheduler.waiting() == 0);
  return outcomes;
}

std::pair<Cost, Position> replayed(const Grid& grid, const PathView& path) {
  Position at = path.start();
  Cost cost = 0;
  for (const Move move : path.moves()) {
    if (is_link(move)) {
      if (grid.links() == nullptr || !grid.links()->usable(at, move))
        return {kUnreachable, at};
      cost += grid.cost_of_steps(grid.links()->from(at)[link_slot(move)].weight);
    } else {
      if ((grid.moves(at) >> static_cast<unsigned>(move) & 1U) == 0)
        return {kUnreachable, at};
      cost += grid.step_cost(grid.cell(at), move);
    }
    at = path.step(at, move);
  }
  return {cost, at};
}

Solver solver_of(const std::shared_ptr<const Grid>& grid, Algorithm algorithm) {
  return *Solver::make(grid, {.algorithm = algorithm});
}

FrameScheduler scheduler_of(Solver solver, const SchedulerOptions& options) {
  std::vector<Solver> solvers;
  solvers.push_back(std::move(solver));
  return *FrameScheduler::make(std::move(solvers), options);
}

}  // namespace throng::test
