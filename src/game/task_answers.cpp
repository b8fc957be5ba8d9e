#include "task_answers.hpp"

#include "../batch/field_path.hpp"
#include "../batch/slot_check.hpp"
#include "../lines/kept_line.hpp"
#include "line_points.hpp"
#include "line_price.hpp"
#include "long_searches.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace throng {
namespace {

Limits limits_of(const Waiting& one) { return {one.max_expansions, one.max_cost}; }

}  // namespace

const ServedClass& TaskAnswers::class_of(const Waiting& one) const {
  return *all_.classes[one.movement];
}

std::uint32_t TaskAnswers::known_work(const Waiting& one) const {
  const Problem& problem = class_of(one).problem;
  if (problem.options.algorithm != Algorithm::front) return 0;
  return clamped(all_.backlog.goals(one).size() * problem.index->fronts->query_work());
}

bool TaskAnswers::is_old(const Waiting& one) const {
  if (one.seat == Waiting::kNoSeat) return false;
  return &all_.seats[one.seat]->served->problem.grid != &class_of(one).problem.grid;
}

void TaskAnswers::find(RoundTask& task, Scratch& scratch, Column<Move>& paths) const {
  if (task.same_as != RoundTask::kSearched) return;
  const std::size_t begin = paths.size();
  const Waiting& one = all_.backlog[task.waiting];
  Seat* const seat = seat_of(one);
  task.line.resumes = seat != nullptr && seat->line.waiting;
  if (task.line.resumes) {
    task.answer = seat->line.answer;
    paths.insert(paths.end(), seat->line.path.begin(), seat->line.path.end());
  } else if (task.field != nullptr) {
    read_off(task, scratch, paths);
  } else {
    search(task, scratch, paths);
  }
  if (task.ran_out) return;
  LinePath line;
  if (has_line(one)) line = find_line(task, seat, scratch);
  const auto moves = std::span<const Move>(paths).subspan(begin);
  if (task.line.resumes && !task.line.ran_out && is_old(one))
    task.ran_out = task.outdated =
        !line_holds(one, *seat, line) || !path_holds(one, *seat, moves, task.answer);
  if (seat != nullptr) seat->line.waiting = task.line.ran_out;
  if (task.line.ran_out && seat != nullptr && !task.line.resumes) {
    seat->line.answer = task.answer;
    seat->line.path.assign(moves.begin(), moves.end());
  }
  if (task.ran_out) return paths.resize(begin);
  if (task.field == nullptr)
    finish_path(class_of(one).problem, task.answer.start, lane_of(one.agent, one.start),
                begin, all_.options.max_moves, scratch, paths);
  task.moves = static_cast<std::uint32_t>(paths.size() - begin);
  task.line.length = line.length;
  task.line.points = static_cast<std::uint32_t>(line.points.size());
  for (const LinePoint point : line.points)
    append_point(position_of(class_of(one).lines.board->model(), point), paths);
}

Seat* TaskAnswers::seat_of(const Waiting& one) const {
  return one.seat != Waiting::kNoSeat ? all_.seats[one.seat].get() : nullptr;
}

void TaskAnswers::search(RoundTask& task, Scratch& scratch, Column<Move>& paths) const {
  const Waiting& one = all_.backlog[task.waiting];
  const std::size_t begin = paths.size();
  Seat* const seat = seat_of(one);
  Slice slice{.left = task.slice, .progress = seat ? &seat->progress : nullptr};
  const Problem& problem = seat ? seat->served->problem : class_of(one).problem;
  task.answer = find_slot(problem, question_of(all_.backlog, one, problem.grid),
                          limits_of(one), slice, seat ? seat->scratch : scratch, paths);
  if (!slice.ran_out && is_old(one)) {
    const auto moves = std::span<const Move>(paths).subspan(begin);
    task.outdated = !path_holds(one, *seat, moves, task.answer);
    if (task.outdated) paths.resize(begin);
  }
  task.ran_out = slice.ran_out || task.outdated;
  task.spent = std::max(task.slice - slice.left, known_work(one));
}

void TaskAnswers::read_off(RoundTask& task, Scratch& scratch, Column<Move>& paths) const {
  const Position from = all_.backlog[task.waiting].start;
  const Problem& problem = task.field->solver->problem;
  const CellIndex start = problem.grid.cell(from);
  const Cost cost = task.field->distance[start];
  const Position goal = problem.grid.position(task.field->goal);
  std::optional<std::uint64_t> moves;
  if (cost != kUnreachable)  // else one-way steps prevent it
    moves = append_path(problem,
                        {task.field->solver->walk, task.field->distance.data(), start, from,
                         lane_of(all_.backlog[task.waiting].agent, from)},
                        all_.options.max_moves, scratch, paths);
  if (moves)
    task.answer = {
        {.status = Status::found, .cost = cost, .upper = cost}, from, goal, cost};
  else
    task.answer = {{}, from, from};
  const Rates rate = rates(problem);
  task.spent = clamped(rate.step * moves.value_or(0) / rate.quick_expansion);
}

/// Whether the answer of a search on an older version is right on the newest one.
bool TaskAnswers::path_holds(const Waiting& one, Seat& seat, std::span<const Move> moves,
                             SlotAnswer& answer) const {
  const Grid& before = seat.served->problem.grid;
  const Problem& now = class_of(one).problem;
  seat.openings.find(before, now.grid, seat.cheaper);
  return still_right(now, seat.openings.cells(), question_of(all_.backlog, one, now.grid),
                     limits_of(one), moves, answer);
}

/// The same of a line.
bool TaskAnswers::line_holds(const Waiting& one, const Seat& seat,
                             const LinePath& line) const {
  const ServedClass& now = class_of(one);
  return !illegal_leg(*now.lines.board, now.problem.grid, line.points) &&
         !may_shorten(now.lines.board->model(), line.points, seat.cheaper);
}

/// A line begins on the newest version of the map, whatever the path was searched on: there
/// it is legal, so its ends are open and connected. It goes on where it began. Its points
/// are valid until the next search with the same memory. Pre: has_line().
LinePath TaskAnswers::find_line(RoundTask& task, Seat* seat, Scratch& scratch) const {
  const ServedClass& newest = class_of(all_.backlog[task.waiting]);
  const ServedClass& on = task.line.resumes ? *seat->served : newest;
  const SlotAnswer& answer = task.answer;
  const bool has_path = answer.search.status == Status::found || answer.end != answer.start;
  if (!has_path) return {};
  TaskLine& line = task.line;
  const std::uint32_t allowed = task.slice - std::min(task.slice, task.spent);
  LineLimits limits{.pause = seat != nullptr ? &seat->line.pause : nullptr};
  if (task.slice < kWholeSearch - 1) limits.work = rows_for(newest.problem, allowed);
  const LinePath path =
      find_line_path(on.lines, on.legs, {answer.start, answer.end}, true, limits,
                     (seat != nullptr ? seat->scratch : scratch).of<LinesScratch>());
  line.spent = clamped(
      std::min<std::uint64_t>(expansions_for(newest.problem, path.found.work), allowed));
  task.spent = clamped(std::uint64_t{task.spent} + line.spent);
  line.ran_out = task.ran_out = path.found.status == Status::out_of_budget;
  return path;
}

}  // namespace throng
