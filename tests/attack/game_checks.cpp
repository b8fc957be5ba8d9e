#include "game.hpp"

#include <algorithm>
#include <cmath>

// What a scheduler reports, against the requests and the batch solver.

namespace attack {
namespace {

/// Up to this many cells, answers are compared with Dijkstra's algorithm.
constexpr std::size_t kSmallWorld = 150;

}  // namespace

void Game::poll() {
  scheduler_->poll(finished_);
  truths_.clear();
  truths_.resize(ground_.classes());
  for (std::size_t i = 0; i < finished_.size(); ++i) {
    check(i == 0 || finished_.ticket[i - 1] < finished_.ticket[i], "tickets do not rise");
    check_finished(i);
    hash(static_cast<std::uint64_t>(finished_.ticket[i]));
    hash(finished_.frame[i]);
  }
  hash(finished_.cost_hash());
  references_.clear();
  line_indexes_.clear();
}

void Game::check_finished(std::size_t i) {
  const auto ticket = static_cast<std::size_t>(finished_.ticket[i]);
  check(ticket < asked_.size(), "unknown ticket ", ticket);
  Asked& asked = *asked_[ticket];
  const Scene scene([&] {
    std::ostringstream text;
    text << "ticket " << ticket << " of agent "
         << static_cast<std::uint32_t>(asked.frame.agent) << " class "
         << asked.frame.movement << (asked.cancelled ? ", cancelled" : "")
         << (superseded(ticket) ? ", superseded" : "") << ", finished in frame "
         << finished_.frame[i];
    return text.str();
  });
  check(!asked.reported, "a ticket is reported twice");
  asked.reported = true;
  check(finished_.agent[i] == asked.frame.agent, "another agent");
  if (finished_.current[i] == superseded(ticket) && wrong_current_.empty()) {
    wrong_current_ = "`current` is wrong of ticket " + std::to_string(ticket) +
                     (superseded(ticket) ? ", which was superseded" : "");
  }
  counts().compared("tickets");
  const Request& request = asked.frame;
  const std::size_t first = finished_.first[i];
  const std::size_t slots = finished_.first[i + 1] - first;
  check(slots == (request.visit == Visit::any ? 1 : request.goals.size()), "slots: ", slots,
        " of ", request);
  const bool dropped = check_dropped(i, asked);
  if (!dropped && slots > 0) {
    check(finished_.frame[i] < served_.size(), "finished in a frame to come");
    const Grid* const served = served_[finished_.frame[i]][asked.frame.movement];
    check(&finished_.grid(first + slots - 1) == served, "not answered on the newest grid");
  }
  Position start = request.start;
  for (std::size_t k = 0; k < slots; ++k) {
    if (finished_.status[first + k] == Status::cancelled) break;
    check_answer(i, asked, k, start);
    if (request.visit == Visit::in_turn) start = finished_.end[first + k];
  }
}

/// Whether the request was dropped: then its last slots have no result.
bool Game::check_dropped(std::size_t i, const Asked& asked) {
  const auto ticket = static_cast<std::size_t>(finished_.ticket[i]);
  bool dropped = false;
  for (std::size_t slot = finished_.first[i]; slot < finished_.first[i + 1]; ++slot) {
    const bool cancelled = finished_.status[slot] == Status::cancelled;
    check(cancelled || !dropped, "a slot has a result after one without");
    dropped = cancelled;
    check(!cancelled || finished_.path(slot).moves().empty(), "a dropped slot has moves");
  }
  if (!dropped) return false;
  check(options_.report_dropped, "a dropped request is reported");
  check(asked.cancelled || superseded(ticket), "dropped without a reason");
  return true;
}

void Game::check_answer(std::size_t i, const Asked& asked, std::size_t k, Position start) {
  const Answers& result = finished_;
  const std::size_t slot = result.first[i] + k;
  const std::size_t movement = asked.frame.movement;
  const std::shared_ptr<const Grid>& grid = finished_.grids[finished_.grid_of[slot]];
  const bool any = asked.frame.visit == Visit::any;
  Request one = asked.frame;
  one.start = start;
  one.visit = Visit::any;
  one.max_expansions = Request{}.max_expansions;  // what is right without limits
  one.max_cost = Request{}.max_cost;
  one.goals = any ? std::span<const Position>(asked.goals)
                  : std::span<const Position>(asked.goals).subspan(k, 1);
  const Expected expected = expect_on(grid, movement, one, start);
  const SlotAnswer answer{
      .request = asked.frame,
      .goals = one.goals,
      .start = start,
      .result = result,
      .slot = slot,
      .grid = *grid,
      .walk = walk(*grid, start, finished_.path(slot).moves()),
      .limits = {asked.frame.max_cost, asked.frame.max_expansions, options_.max_moves},
      .guarantees = ground_.guarantees(movement)};
  check_slot(answer, expected);
  if (options_.lines) check_line(slot, movement);
  if (result.status[slot] != Status::found) return;
  const Cost radius = grid->cost_of_steps(one.radius);
  check(std::ranges::any_of(one.goals,
                            [&](Position goal) {
                              return reaches(ground_.world(movement), grid->costs(),
                                             result.end[slot], goal, radius);
                            }),
        "found, but ends at no goal: ", answer);
}

/// The line of a slot, against a batch of one query on its grid.
void Game::check_line(std::size_t slot, std::size_t movement) {
  const Answers& result = finished_;
  const std::shared_ptr<const Grid>& grid = result.grids[result.grid_of[slot]];
  const auto line = result.line(slot);
  const Query ends{result.start[slot], result.end[slot]};
  const bool has_path = result.status[slot] == Status::found || ends.start != ends.goal;
  auto known = line_indexes_.find(grid.get());
  if (known == line_indexes_.end()) {
    const auto index = Index::build(
        grid, {.landmarks = {0}, .jump_graph = false, .lines = {true}}, reference_workers_);
    check(index.has_value(), "no index with lines");
    known = line_indexes_.emplace(grid.get(), *index).first;
  }
  const bool could = has_path && known->second.has(Part::lines);
  if (line.empty()) {
    check(result.length[slot] == 0, "a slot without a line has a length");
    // A solver that was replaced may have been without them.
    check(!could || !ground_.living() || !ground_.has_lines(movement),
          "a slot has no line");
    return;
  }
  check(could, "a slot has a line, but no path or no ground for it");
  AnyAnglePaths expected;
  check(solve_lines(known->second, {&ends, 1}, reference_workers_, expected).has_value(),
        "no lines");
  if (std::ranges::equal(line, expected.path(0))) {
    check(result.length[slot] == expected.length[0], "a line has another length");
  } else {
    // One that was kept over edits may be another of the same length.
    check(ground_.living(), "a line is not that of solve_lines");
    check(std::abs(result.length[slot] - expected.length[0]) < 1e-6,
          "a line is not as short as that of solve_lines");
    check(
        line.front() == expected.path(0).front() && line.back() == expected.path(0).back(),
        "a line has other ends");
    const std::int32_t scale = expected.scale;
    for (std::size_t i = 1; scale == 1 && i < line.size(); ++i)
      check(clear_line(*grid, line[i - 1], line[i]), "leg ", i, " of a line is not legal");
    counts().compared("lines that edits kept");
  }
  check(result.scale[slot] == expected.scale, "a line has another scale");
  counts().compared("lines of frames");
}

Expected Game::expect_on(const std::shared_ptr<const Grid>& grid, std::size_t movement,
                         const Request& request, Position& start) {
  const World& world = ground_.world(movement);
  if (world.size() <= kSmallWorld && grid == ground_.grid(movement)) {
    std::unique_ptr<Truth>& truth = truths_[movement];
    if (truth == nullptr) truth = std::make_unique<Truth>(world, grid->costs());
    start =
        request.escape_blocked_start ? escape(*truth, *grid, request.start) : request.start;
    return expect(*truth, *grid, start, request.goals, request);
  }
  auto solver = references_.find(grid.get());
  if (solver == references_.end()) {
    const SolverOptions plain{.algorithm = Algorithm::astar, .heuristic = Heuristic::zero};
    solver = references_.emplace(grid.get(), *Solver::make(grid, plain)).first;
  }
  Answers result;
  solver->second.solve({&request, 1}, reference_workers_, result);
  start = result.start[0];
  const Cost cost = result.cost[0];
  Expected expected{.status = result.status[0],
                    .cost = cost == kUnreachable ? kNever : cost,
                    .end_cost = result.end_cost[0]};
  if (expected.status != Status::found) expected.ends = {result.end[0]};
  return expected;
}

}  // namespace attack
