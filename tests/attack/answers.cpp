#include "answers.hpp"

#include <algorithm>
#include <tuple>

namespace attack {

Limits limits_of(const BatchOptions& options) {
  return {options.max_cost, options.max_expansions, options.max_moves, options.paths};
}

std::ostream& operator<<(std::ostream& out, const Answerer& answerer) {
  return out << answerer.where << ", " << answerer.algorithm << '/' << answerer.heuristic
             << " (asked: " << answerer.options << ')';
}

std::ostream& operator<<(std::ostream& out, const Limits& limits) {
  out << "limits: cost " << limits.max_cost << ", expansions " << limits.max_expansions
      << ", moves " << limits.max_moves;
  return out << (limits.paths ? "" : ", no paths");
}

// ---- queries ----

namespace {

/// The status and cost of a query without limits.
Expected expect_query(Truth& truth, const Query& query) {
  const World& world = truth.world();
  if (!world.contains(query.start) || !world.contains(query.goal)) {
    return {Status::out_of_map};
  }
  if (!world.open(query.start)) return {Status::start_blocked};
  if (!world.open(query.goal)) return {Status::goal_blocked};
  const Wide cost = truth.distance(query.start, query.goal);
  return {cost == kNever ? Status::unreachable : Status::found, cost};
}

/// One query of a batch and its answer.
struct QueryCheck {
  Truth& truth;
  const Answerer& answerer;
  const Query& query;
  const Answers& result;
  std::size_t i;
  Limits limits;
  Expected expected;

  Status status() const { return result.status[i]; }
  Cost cost() const { return result.cost[i]; }
  bool optimal() const { return answerer.guarantees() == Guarantee::optimal; }
  std::span<const Move> moves() const {
    return std::span(result.moves)
        .subspan(result.path_begin[i], result.path_begin[i + 1] - result.path_begin[i]);
  }
  void require(bool holds, const char* what) const {
    check(holds, what, ": query ", query.start, " to ", query.goal, ": ", status(),
          " cost ", cost(), " upper ", result.upper[i], " expanded ", result.expanded[i],
          ", want ", expected.status, ' ', expected.cost, "; ", limits, "; ", answerer);
  }

  void run() const;
  void check_blocked() const;
  void check_found() const;
  void check_path() const;
  void check_not_found() const;
  void check_reason() const;
};

void QueryCheck::run() const {
  require(result.start[i] == query.start, "another start");
  const bool blocked =
      expected.status != Status::found && expected.status != Status::unreachable;
  if (blocked) return check_blocked();
  require(!limits.of_expansions() || result.expanded[i] <= limits.max_expansions,
          "more expansions than the limit");
  if (status() == Status::found) {
    check_found();
  } else {
    check_not_found();
  }
}

void QueryCheck::check_blocked() const {
  require(status() == expected.status, "status");
  require(moves().empty() && cost() == kUnreachable, "path of a blocked query");
}

void QueryCheck::check_found() const {
  require(expected.status == Status::found, "found what is unreachable");
  require(!optimal() || cost() == expected.cost, "not the least cost");
  require(cost() >= expected.cost, "less than the least cost");
  require(answerer.guarantees() != Guarantee::bounded ||
              Wide{cost()} * 100 <=
                  expected.cost * static_cast<Wide>(answerer.options.weight_percent),
          "above the bound of a bounded algorithm");
  require(cost() <= limits.max_cost, "found above the limit on cost");
  require(!optimal() || result.upper[i] == cost(), "upper bound of what was found");
  if (limits.paths) {
    check_path();
  } else {
    require(moves().empty(), "a path without paths");
  }
}

void QueryCheck::check_path() const {
  const Walk walked = walk(truth, query.start, moves(), result.links.get());
  require(walked.legal, "illegal path");
  if (moves().size() < limits.max_moves) {
    require(walked.end == query.goal && walked.cost == cost(), "path");
    return;
  }
  require(moves().size() <= limits.max_moves, "more moves than the limit");
  require(
      !optimal() || walked.cost + truth.distance(walked.end, query.goal) == expected.cost,
      "the first moves are not those of a cheapest path");
}

void QueryCheck::check_not_found() const {
  require(moves().empty(), "a path of what was not found");
  require(cost() == kUnreachable || cost() <= expected.cost, "lower bound");
  require(cost() != kUnreachable || expected.status != Status::found,
          "no path by its bound");
  require(expected.status != Status::found || result.upper[i] >= expected.cost,
          "upper bound");
  check_reason();
}

void QueryCheck::check_reason() const {
  const bool reachable = expected.status == Status::found;
  switch (status()) {
    case Status::unreachable:
      require(!reachable, "unreachable");
      break;
    case Status::over_max_cost:
      require(limits.of_cost(), "over a limit that was not set");
      require(!optimal() || !reachable || expected.cost > limits.max_cost,
              "over the limit on cost");
      break;
    case Status::out_of_budget:
      require(limits.of_expansions() || answerer.algorithm == Algorithm::beam,
              "out of a budget that was not set");
      break;
    default:
      require(false, "status");
  }
  require(
      !optimal() || !reachable || limits.of_expansions() || limits.max_cost < expected.cost,
      "not found");
}

}  // namespace

void check_queries(Truth& truth, const Answerer& answerer, std::span<const Query> queries,
                   const Answers& result, const BatchOptions& options) {
  check(result.size() == queries.size(), "results: ", result.size(), ", want ",
        queries.size());
  for (std::size_t i = 0; i < queries.size(); ++i) {
    QueryCheck{truth,
               answerer,
               queries[i],
               result,
               i,
               limits_of(options),
               expect_query(truth, queries[i])}
        .run();
    counts().compared(std::string("query ").append(name(result.status[i])));
  }
}

// ---- requests ----

bool reaches(const World& world, StepCosts unit, Position cell, Position goal,
             Cost radius) {
  return radius == 0 ? cell == goal : world.open_distance(cell, goal, unit) <= radius;
}

namespace {

std::vector<Position> inside(const World& world, std::span<const Position> goals) {
  std::vector<Position> kept;
  std::ranges::copy_if(goals, std::back_inserter(kept),
                       [&](Position goal) { return world.contains(goal); });
  return kept;
}

/// The reachable cell nearest to a goal, for Request::approach.
void expect_approach(Truth& truth, const Grid& grid, Position start,
                     std::span<const Position> goals, Expected& expected) {
  const World& world = truth.world();
  const std::vector<Wide>& costs = truth.from_cell(world.cell(start));
  std::tuple<Wide, Wide, CellIndex> nearest{kNever, kNever, 0};
  for (std::size_t cell = 0; cell < truth.size(); ++cell) {
    if (costs[cell] == kNever) continue;
    const Position p = world.position(cell);
    for (const Position goal : goals) {
      nearest = std::min(
          nearest, {world.open_distance(p, goal, truth.unit()), costs[cell], grid.cell(p)});
    }
  }
  expected.ends = {grid.position(std::get<2>(nearest))};
  expected.end_cost = std::get<1>(nearest);
}

}  // namespace

Expected expect(Truth& truth, const Grid& grid, Position start,
                std::span<const Position> goals, const Request& request) {
  const World& world = truth.world();
  Expected expected{.ends = {start}};
  if (!world.contains(start)) return expected;
  if (!world.open(start)) {
    expected.status = Status::start_blocked;
    return expected;
  }
  const Cost radius = grid.cost_of_steps(request.radius);
  const std::vector<Position> on_map = inside(world, goals);
  const std::vector<Wide>& costs = truth.from_cell(world.cell(start));
  if (goals.empty()) expected.status = Status::unreachable;
  for (const Position goal : on_map) {
    const bool hopeless = radius == 0 && !world.open(goal);
    if (expected.status == Status::out_of_map) expected.status = Status::goal_blocked;
    if (!hopeless) expected.status = Status::unreachable;
    for (std::size_t cell = 0; cell < truth.size(); ++cell) {
      if (costs[cell] == kNever || costs[cell] > expected.cost) continue;
      const Position p = world.position(cell);
      if (!reaches(world, truth.unit(), p, goal, radius)) continue;
      if (costs[cell] < expected.cost) expected.ends.clear();
      expected.cost = costs[cell];
      expected.ends.push_back(p);
    }
  }
  if (expected.cost != kNever) {
    expected.status = Status::found;
    expected.end_cost = expected.cost;
    return expected;
  }
  if (request.approach && !on_map.empty()) {
    expect_approach(truth, grid, start, on_map, expected);
  }
  return expected;
}

Position escape(const Truth& truth, const Grid& grid, Position p) {
  const World& world = truth.world();
  if (!world.contains(p) || world.open(p)) return p;
  std::tuple<Wide, CellIndex> nearest{kNever, 0};
  for (std::size_t cell = 0; cell < truth.size(); ++cell) {
    const Position to = world.position(cell);
    if (!world.open(to)) continue;
    nearest = std::min(nearest, {world.open_distance(p, to, truth.unit()), grid.cell(to)});
  }
  return std::get<0>(nearest) == kNever ? p : grid.position(std::get<1>(nearest));
}

std::ostream& operator<<(std::ostream& out, const SlotAnswer& answer) {
  const Answers& of = answer.result;
  const std::size_t slot = answer.slot;
  return out << answer.request << ", slot " << slot << " from " << of.start[slot] << ": "
             << of.status[slot] << " cost " << of.cost[slot] << " upper " << of.upper[slot]
             << " end " << answer.result.end[slot] << " at " << answer.result.end_cost[slot]
             << " expanded " << of.expanded[slot] << ", its path ends "
             << (answer.walk.legal ? "at " : "illegally at ") << answer.walk.end
             << " and costs " << answer.walk.cost << "; " << answer.limits;
}

namespace {

/// One slot of a request, its answer and the right one.
class SlotCheck {
 public:
  SlotCheck(const SlotAnswer& answer, const Expected& expected)
      : answer_(answer),
        expected_(expected),
        batch_(answer.result),
        status_(batch_.status[answer.slot]),
        cost_(batch_.cost[answer.slot]),
        upper_(batch_.upper[answer.slot]),
        end_(answer.result.end[answer.slot]),
        end_cost_(answer.result.end_cost[answer.slot]),
        optimal_(answer.guarantees == Guarantee::optimal) {}

  void run() const {
    require(batch_.start[answer_.slot] == answer_.start, "another start");
    check_path();
    // Searches for a radius are A*, whatever the algorithm.
    const bool exact = answer_.grid.cost_of_steps(answer_.request.radius) > 0;
    if (!optimal_ && !exact) return;
    if (answer_.limits.of_cost() || answer_.limits.of_expansions()) {
      check_limited();
    } else {
      check_unlimited();
    }
  }

 private:
  void require(bool holds, const char* what) const {
    if (holds) return;
    std::ostringstream ends;
    for (const Position end : expected_.ends) ends << ' ' << end;
    fail(what, ": ", answer_, "; want ", expected_.status, ' ', expected_.cost, ", end",
         ends.str(), " at ", expected_.end_cost);
  }

  bool known_end() const {
    return expected_.ends.empty() ||
           std::ranges::find(expected_.ends, end_) != expected_.ends.end();
  }

  void check_path() const {
    if (!answer_.limits.paths) return;
    const std::size_t moves =
        batch_.path_begin[answer_.slot + 1] - batch_.path_begin[answer_.slot];
    require(answer_.walk.legal, "illegal path");
    require(moves <= answer_.limits.max_moves, "more moves than the limit");
    if (moves == answer_.limits.max_moves) return;
    require(answer_.walk.end == end_ && answer_.walk.cost == end_cost_,
            "the path does not lead to its end");
  }

  void check_unlimited() const {
    require(status_ == expected_.status, "status");
    if (status_ != Status::found) require(cost_ == kUnreachable, "cost of a failure");
    if (!optimal_) return;
    if (status_ == Status::found) {
      require(cost_ == expected_.cost, "cost");
      require(upper_ == cost_, "upper bound of what was found");
    }
    require(end_cost_ == expected_.end_cost, "cost to the end");
    require(known_end(), "end");
  }

  void check_limited() const {
    if (status_ != Status::found || optimal_) {
      require(cost_ == kUnreachable || cost_ <= expected_.cost, "lower bound");
    }
    require(cost_ != kUnreachable || expected_.cost == kNever, "no path by its bound");
    require(expected_.cost == kNever || upper_ >= expected_.cost, "upper bound");
    if (status_ == Status::found) {
      check_found();
    } else {
      check_not_found();
    }
    const bool blocked =
        expected_.status == Status::out_of_map || expected_.status == Status::start_blocked;
    require(!blocked || status_ == expected_.status, "status of a blocked request");
    require(!answer_.request.approach || end_cost_ <= answer_.limits.max_cost,
            "approach above the limit on cost");
  }

  void check_found() const {
    require(expected_.status == Status::found, "found what cannot be reached");
    require(!optimal_ || cost_ == expected_.cost, "cost under limits");
    require(cost_ <= answer_.limits.max_cost, "found above the limit on cost");
    require(known_end(), "end under limits");
  }

  void check_not_found() const {
    const bool reachable = expected_.status == Status::found;
    if (!answer_.request.approach) {
      require(end_ == answer_.start && end_cost_ == 0, "end of a failure");
    }
    require(status_ != Status::unreachable || !reachable, "unreachable");
    if (status_ == Status::over_max_cost) {
      require(answer_.limits.of_cost(), "over a limit that was not set");
      require(!reachable || expected_.cost > answer_.limits.max_cost,
              "over the limit on cost");
    }
    require(status_ != Status::out_of_budget || answer_.limits.of_expansions(),
            "out of a budget that was not set");
    require(!reachable || answer_.limits.of_expansions() ||
                expected_.cost > answer_.limits.max_cost,
            "not found within the limit on cost");
  }

  const SlotAnswer& answer_;
  const Expected& expected_;
  const Answers& batch_;
  Status status_;
  Cost cost_;
  Cost upper_;
  Position end_;
  Cost end_cost_;
  bool optimal_;
};

}  // namespace

void check_slot(const SlotAnswer& answer, const Expected& expected) {
  SlotCheck(answer, expected).run();
  counts().compared(std::string("slot ").append(name(answer.result.status[answer.slot])));
}

void check_requests(Truth& truth, const Grid& grid, const Answerer& answerer,
                    std::span<const Request> requests, const Answers& result,
                    const BatchOptions& options) {
  const Scene scene([&] {
    std::ostringstream text;
    text << answerer << ", sharing " << static_cast<int>(options.sharing);
    return text.str();
  });
  check(result.size() == requests.size(), "results: ", result.size(), ", want ",
        requests.size());
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const Request& request = requests[i];
    const std::size_t slots = result.first[i + 1] - result.first[i];
    check(slots == (request.visit == Visit::any ? 1 : request.goals.size()),
          "slots: ", slots, " of ", request);
    Position start =
        request.escape_blocked_start ? escape(truth, grid, request.start) : request.start;
    for (std::size_t k = 0; k < slots; ++k) {
      const std::size_t slot = result.first[i] + k;
      const auto goals =
          request.visit == Visit::any ? request.goals : request.goals.subspan(k, 1);
      check_slot({request, goals, start, result, slot, grid,
                  walk(truth, start, result.path(slot).moves(), result.links.get()),
                  limits_of(options), answerer.guarantees()},
                 expect(truth, grid, start, goals, request));
      if (request.visit == Visit::in_turn) start = result.end[slot];
    }
  }
}

// ---- drawing ----

Position draw_position(Random& random, const World& world) {
  if (random.one_in(25)) {
    return {random.range(-2, world.width + 1), random.one_in(2) ? -1 : world.height};
  }
  if (random.one_in(200)) {
    constexpr auto kMost = std::numeric_limits<std::int32_t>::max();
    constexpr auto kLeast = std::numeric_limits<std::int32_t>::min();
    return {random.one_in(2) ? kMost : kLeast, random.one_in(2) ? kMost : 0};
  }
  return world.position(random.below(world.size()));
}

Requests draw_requests(Random& random, const World& world, std::size_t count) {
  Requests drawn;
  const Position common = draw_position(random, world);
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0 && random.one_in(6)) {  // an equal one
      drawn.requests.push_back(drawn.requests.back());
      continue;
    }
    auto goals = std::make_unique<std::vector<Position>>();
    for (std::uint32_t k = random.one_in(3) ? random.below(5) : 1; k > 0; --k) {
      goals->push_back(random.one_in(3) ? common : draw_position(random, world));
    }
    if (goals->size() > 1 && random.one_in(8)) (*goals)[1] = (*goals)[0];
    drawn.requests.push_back(
        {.start = draw_position(random, world),
         .goals = *goals,
         .visit = random.one_in(2) ? Visit::any : random.pick_enum<Visit>(3),
         .radius = random.one_in(3) ? random.decimal(5) : 0,
         .approach = random.one_in(2),
         .escape_blocked_start = random.one_in(3)});
    drawn.goals.push_back(std::move(goals));
  }
  return drawn;
}

}  // namespace attack
