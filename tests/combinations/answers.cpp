#include "answers.hpp"

#include "../support/batches.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace throng::test::pairs {
namespace {

std::string text(std::uint64_t cost) {
  return cost == Truth::kNone ? "none" : std::to_string(cost);
}

std::string text(Cost cost) { return cost == kUnreachable ? "none" : std::to_string(cost); }

/// What a slot must contain when no limit stops it.
struct Expected {
  Status status = Status::out_of_map;
  std::uint64_t cost = Truth::kNone;  ///< of a cheapest path to a goal
  std::vector<Position> ends;         ///< where the path may end
  std::uint64_t end_cost = 0;
};

std::uint64_t cost_of(const OracleField<std::uint64_t>& field, std::size_t slot) {
  return field[slot] ? field[slot].cost : Truth::kNone;
}

/// The cells that are nearest to a goal, as a request approaches it.
void expect_approach(Truth& truth, const Grid& grid, Position start,
                     std::span<const Position> goals, Expected& expected) {
  const World& world = truth.world();
  const auto& field = truth.field(start);
  using Near = std::tuple<std::uint64_t, std::uint64_t, CellIndex, Position>;
  Near nearest{Truth::kNone, 0, 0, start};
  for (const Position cell : world.cells()) {
    const std::uint64_t cost = cost_of(field, world.slot(cell));
    if (cost == Truth::kNone) continue;
    for (const Position goal : goals)
      nearest =
          std::min(nearest, Near{truth.open_cost(cell, goal), cost, grid.cell(cell), cell});
  }
  expected.ends = {std::get<Position>(nearest)};
  expected.end_cost = std::get<1>(nearest);
}

Expected expect(Truth& truth, const Grid& grid, const Request& request, Position start,
                std::span<const Position> goals) {
  const World& world = truth.world();
  Expected expected{.ends = {start}};
  if (!world.terrain.contains(start)) return expected;
  expected.status = Status::start_blocked;
  if (!world.open(start)) return expected;
  expected.status = goals.empty() ? Status::unreachable : Status::out_of_map;
  const Cost radius = grid.cost_of_steps(request.radius);
  const auto& field = truth.field(start);
  std::vector<Position> inside;
  for (const Position goal : goals) {
    if (!world.terrain.contains(goal)) continue;
    inside.push_back(goal);
    const bool hopeless = radius == 0 && !world.open(goal);
    if (expected.status != Status::unreachable)
      expected.status = hopeless ? Status::goal_blocked : Status::unreachable;
    for (const Position cell : world.cells()) {
      if (radius == 0 ? cell != goal : truth.open_cost(cell, goal) > radius) continue;
      const std::uint64_t cost = cost_of(field, world.slot(cell));
      if (cost == Truth::kNone || cost > expected.cost) continue;
      if (cost < expected.cost) expected.ends.clear();
      expected.cost = cost;
      expected.ends.push_back(cell);
    }
  }
  if (expected.cost != Truth::kNone) {
    expected.status = Status::found;
    expected.end_cost = expected.cost;
  } else if (request.approach && !inside.empty()) {
    expect_approach(truth, grid, start, inside, expected);
  }
  return expected;
}

/// Finds what is wrong with one slot; empty: nothing.
class SlotCheck {
 public:
  struct Answer {
    Status status;
    Cost cost, upper;
    std::uint32_t expanded;
    Position end;
    Cost end_cost;
  };

  /// near: the goal has a radius, so A* searches, but not on the way to the nearest cell.
  SlotCheck(const Expected& expected, const Answer& answer, const Limits& limits,
            Algorithm algorithm, bool near)
      : want_(expected),
        is_(answer),
        limits_(limits),
        optimal_(near || guarantee(algorithm) == Guarantee::optimal),
        bounded_(!near && guarantee(algorithm) == Guarantee::bounded),
        beam_(algorithm == Algorithm::beam),
        optimal_approach_(guarantee(algorithm) == Guarantee::optimal) {}

  std::string wrong(bool approach) const {
    const bool decided =
        want_.status != Status::found && want_.status != Status::unreachable;
    if (decided && is_.status != want_.status) return "status";
    if (is_.status == Status::found) return wrong_path();
    if (limits_.any() || beam_) return wrong_bounds(approach);
    if (is_.status != want_.status) return "status";
    if (is_.cost != kUnreachable) return "cost of what does not exist";
    // Other algorithms choose among equally near cells by the costs of their own paths.
    if (!optimal_approach_) return {};
    if (std::ranges::find(want_.ends, is_.end) == want_.ends.end()) return "end";
    if (is_.end_cost != want_.end_cost) return "cost to the end";
    return {};
  }

  std::string words() const {
    std::string ends;
    for (const Position end : want_.ends) ends += " " + coordinates(end);
    return std::string(name(is_.status)) + ", cost " + text(is_.cost) + ", upper " +
           text(is_.upper) + ", expanded " + std::to_string(is_.expanded) + ", end " +
           coordinates(is_.end) + " for " + text(is_.end_cost) + "; expected " +
           std::string(name(want_.status)) + ", cost " + text(want_.cost) + ", end" + ends +
           " for " + text(want_.end_cost);
  }

 private:
  std::string wrong_path() const {
    if (want_.cost == Truth::kNone) return "a path where there is none";
    if (is_.cost < want_.cost) return "a path cheaper than possible";
    if (optimal_ && is_.cost != want_.cost) return "not a cheapest path";
    if (bounded_ && is_.cost * std::uint64_t{100} >
                        want_.cost * std::uint64_t(SolverOptions{}.weight_percent))
      return "a path beyond its bound";
    if (is_.cost > limits_.max_cost) return "a path above the limit";
    if (optimal_ && is_.upper != is_.cost) return "upper bound of a path";
    if (is_.end_cost != is_.cost) return "cost to the end of a path";
    if (optimal_ && std::ranges::find(want_.ends, is_.end) == want_.ends.end())
      return "end of a path";
    return {};
  }

  /// Of what a limit may have stopped.
  std::string wrong_bounds(bool approach) const {
    const bool exists = want_.cost != Truth::kNone;
    if (is_.cost != kUnreachable && exists && is_.cost > want_.cost) return "lower bound";
    if (is_.cost == kUnreachable && exists) return "no path where there is one";
    if (exists && is_.upper < want_.cost) return "upper bound";
    if (is_.status == Status::unreachable && exists) return "status";
    if (is_.status == Status::over_max_cost && limits_.max_cost == kUnreachable - 1)
      return "over_max_cost without a limit";
    if (is_.status == Status::over_max_cost && optimal_ && exists &&
        want_.cost <= limits_.max_cost)
      return "over_max_cost below the limit";
    if (is_.status == Status::out_of_budget && !beam_ && !limits_expansions())
      return "out_of_budget without a limit";
    if (!approach && (is_.end_cost != 0)) return "a path of a failure";
    return {};
  }

  bool limits_expansions() const {
    return limits_.max_expansions != Limits{}.max_expansions;
  }

  const Expected& want_;
  const Answer& is_;
  const Limits& limits_;
  bool optimal_, bounded_, beam_, optimal_approach_;
};

}  // namespace

void AnswerCheck::slot(Truth& truth, const Grid& grid, const Solver& solver,
                       const Request& request, Position start,
                       std::span<const Position> goals, const Answers& result,
                       std::size_t slot, const PathView& path, const Limits& limits) {
  const Answers& answers = result;
  const Expected expected = expect(truth, grid, request, start, goals);
  const SlotCheck::Answer answer{answers.status[slot], answers.cost[slot],
                                 answers.upper[slot],  answers.expanded[slot],
                                 result.end[slot],     result.end_cost[slot]};
  const SlotCheck check(expected, answer, limits, solver.algorithm(),
                        grid.cost_of_steps(request.radius) > 0);
  std::string wrong = check.wrong(request.approach);
  if (wrong.empty() && answers.start[slot] != start) wrong = "start";
  if (wrong.empty() && path.start() != start) wrong = "start of the path";
  if (wrong.empty() && grid.contains(start) &&
      !path_is_sound(grid, path, answer.end, answer.end_cost))
    wrong = "the path does not lead to the end at its cost";
  if (!wrong.empty()) {
    std::string words = wrong + ": from " + coordinates(start) + " to";
    for (const Position goal : goals) words += " " + coordinates(goal);
    problems_.push_back(words + ": " + check.words());
    return;
  }
  if (!grid.contains(start) || !grid.open(start)) return;
  const bool exact = truth.rules().costs == kExactCosts && answer.status == Status::found &&
                     answer.cost == expected.cost;
  this->path(truth, path, answer.end,
             exact ? truth.length(start, answer.end) : path_length(grid, path));
}

void AnswerCheck::request(Truth& truth, const Grid& grid, const Solver& solver,
                          const Request& request, const Answers& result, std::size_t i,
                          const Limits& limits) {
  const std::size_t first = result.first[i], slots = result.first[i + 1] - first;
  if (slots != (request.visit == Visit::any ? 1 : request.goals.size()))
    return problems_.push_back("the number of slots: " + std::to_string(slots));
  Position start = start_of(truth, grid, request);
  for (std::size_t k = 0; k < slots; ++k) {
    const auto goals =
        request.visit == Visit::any ? request.goals : request.goals.subspan(k, 1);
    slot(truth, grid, solver, request, start, goals, result, first + k,
         result.path(first + k), limits);
    if (request.visit == Visit::in_turn) start = result.end[first + k];
  }
}

void AnswerCheck::query(Truth& truth, const Grid& grid, const Solver& solver,
                        const Query& query, const Answers& result, std::size_t i,
                        const Limits& limits) {
  Expected expected =
      expect(truth, grid, Request{.start = query.start}, query.start, {&query.goal, 1});
  if (!truth.world().terrain.contains(query.goal)) expected.status = Status::out_of_map;
  const bool found = result.status[i] == Status::found;
  const SlotCheck::Answer answer{result.status[i],
                                 result.cost[i],
                                 result.upper[i],
                                 result.expanded[i],
                                 found ? query.goal : query.start,
                                 found ? result.cost[i] : 0};
  const SlotCheck check(expected, answer, limits, solver.algorithm(), false);
  std::string wrong = check.wrong(false);
  const PathView path = result.path(i);
  if (wrong.empty() && path.start() != query.start) wrong = "start of the path";
  if (wrong.empty() && grid.contains(query.start) &&
      !path_is_sound(grid, path, answer.end, answer.end_cost))
    wrong = "the path does not lead to the goal at its cost";
  if (!wrong.empty())
    return problems_.push_back(wrong + ": from " + coordinates(query.start) + " to " +
                               coordinates(query.goal) + ": " + check.words());
  if (!found) return;
  const bool exact = truth.rules().costs == kExactCosts && answer.cost == expected.cost;
  this->path(truth, path, query.goal,
             exact ? truth.length(query.start, query.goal) : path_length(grid, path));
}

Position AnswerCheck::start_of(const Truth& truth, const Grid& grid,
                               const Request& request) {
  const World& world = truth.world();
  if (!request.escape_blocked_start || !world.terrain.contains(request.start) ||
      world.open(request.start))
    return request.start;
  using Near = std::tuple<std::uint64_t, CellIndex, Position>;
  Near nearest{Truth::kNone, 0, request.start};
  for (const Position cell : world.cells())
    if (world.open(cell))
      nearest = std::min(nearest,
                         Near{truth.open_cost(request.start, cell), grid.cell(cell), cell});
  return std::get<Position>(nearest);
}

void AnswerCheck::path(const Truth& truth, const PathView& path, Position end,
                       double length) {
  Paths& paths = paths_[&truth];
  paths.scenario.queries.push_back({path.start(), end});
  paths.scenario.lengths.push_back(length);
  const std::vector<Position> cells = path.cells();
  paths.paths.cells.insert(paths.paths.cells.end(), cells.begin(), cells.end());
  paths.paths.begin.push_back(paths.paths.cells.size());
}

void AnswerCheck::finish() {
  for (const auto& [truth, paths] : paths_) {
    const World& world = truth->world();
    for (const PathError& error : validate_paths(
             world.terrain, truth->rules(), paths.scenario, paths.paths, world.options())) {
      const Query& query = paths.scenario.queries[error.query];
      problems_.push_back("the path from " + coordinates(query.start) + " to " +
                          coordinates(query.goal) + ": " + error.what);
    }
  }
  paths_.clear();
}

}  // namespace throng::test::pairs
