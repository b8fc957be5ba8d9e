#include "draw_world.hpp"
#include "line_truth.hpp"
#include "trials.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

// Grids, bounds, solvers and any-angle paths.

namespace attack {
namespace {

constexpr std::size_t kMostForIdastar = 20;  ///< cells; it takes exponential time

/// Checks the steps of a cell. Returns whether each has an opposite one of equal cost.
bool check_steps(const Truth& truth, const Grid& grid, Position p) {
  const World& world = truth.world();
  bool symmetric = true;
  for (int d = 0; d < 8; ++d) {
    const auto move = static_cast<Move>(d);
    const bool legal = (grid.moves(p) >> d & 1) != 0;
    check(legal == world.legal(p, d), "move ", d, " at ", p, " is ", legal);
    if (!legal) continue;
    const Position to = *world.target(p, d);
    check(grid.step(p, move) == to, "move ", d, " at ", p, " leads to ",
          grid.step(p, move));
    const Wide cost = world.step_cost(p, d, truth.unit());
    check(grid.step_cost(grid.cell(p), move) == cost, "move ", d, " at ", p, " costs ",
          grid.step_cost(grid.cell(p), move), ", want ", cost);
    const int back = static_cast<int>(opposite(move));
    symmetric &= world.legal(to, back) && world.step_cost(to, back, truth.unit()) == cost;
  }
  return symmetric;
}

BatchOptions draw_options(Random& random, const Grid& grid) {
  BatchOptions options;
  options.sharing = random.pick_enum<Sharing>(3);
  options.paths = !random.one_in(4);
  options.latency = random.one_in(5);
  if (random.one_in(3)) options.max_moves = random.below(6);
  if (random.one_in(3)) options.max_expansions = random.below(random.one_in(2) ? 6 : 60);
  if (random.one_in(3)) {
    options.max_cost =
        random.one_in(4) ? random.below(3) : grid.cost_of_steps(random.decimal(12));
  }
  return options;
}

std::vector<Query> draw_queries(Random& random, const World& world, std::size_t count) {
  std::vector<Query> queries;
  const Query common{draw_position(random, world), draw_position(random, world)};
  for (std::size_t k = 0; k < count; ++k) {
    Query query{draw_position(random, world), draw_position(random, world)};
    if (k % 3 == 1) query.start = common.start;
    if (k % 3 == 2) query.goal = common.goal;
    queries.push_back(query);
  }
  for (int k = 0; k < 5; ++k) queries.push_back(random.pick(queries));
  return queries;
}

template <class Ground>
class Trial {
 public:
  Trial(Random& random, Truth& truth, const Ground& ground, std::string_view where,
        Workers& workers)
      : random_(random),
        truth_(truth),
        ground_(ground),
        where_(where),
        workers_(workers),
        solver_(make()),
        answerer_(solver_, options_, where) {}

  void run(int rounds) {
    stage(where_);
    counts().noted(std::string("algorithm ").append(name(solver_.algorithm())));
    if (solver_.algorithm() == Algorithm::hub) {
      const Rules& rules = truth_.world().rules;
      counts().noted(
          std::string("algorithm hub, ")
              .append(rules.topology == Topology::tile ? "tile" : name(rules.corners)));
    }
    counts().noted(std::string("heuristic ").append(name(solver_.heuristic())));
    const bool slow = solver_.algorithm() == Algorithm::idastar;
    queries_ = draw_queries(random_, truth_.world(), slow ? 16 : 70);
    solve({});
    const std::uint64_t costs = result_.cost_hash();
    for (int k = 0; k < rounds; ++k) {
      const BatchOptions options = draw_options(random_, solver_.grid());
      solve(options);
      const Limits limits = limits_of(options);
      const bool limited = limits.of_cost() || limits.of_expansions();
      check(limited || answerer_.guarantees() != Guarantee::optimal ||
                result_.cost_hash() == costs,
            "sharing changes costs: ", answerer_);
    }
    const Requests drawn = draw_requests(random_, truth_.world(), slow ? 8 : 30);
    for (int k = 0; k < rounds; ++k) {
      const BatchOptions options =
          k == 0 && rounds > 1 ? BatchOptions{} : draw_options(random_, solver_.grid());
      solver_.solve(drawn.requests, workers_, answers_, options);
      check_requests(truth_, solver_.grid(), answerer_, drawn.requests, answers_, options);
    }
  }

 private:
  Solver make() {
    options_ = draw_solver_options(random_);
    auto made = Solver::make(ground_, options_);
    if (!made) counts().noted("solver refused");
    const bool slow =
        made && made->algorithm() == Algorithm::idastar && truth_.size() > kMostForIdastar;
    if (!made || slow) {
      options_ = {};
      made = Solver::make(ground_, options_);
    }
    check(made.has_value(), where_, ": no solver: ", made ? "" : made.error().what);
    return *made;
  }

  void solve(const BatchOptions& options) {
    solver_.solve(queries_, workers_, result_, options);
    check_queries(truth_, answerer_, queries_, result_, options);
  }

  Random& random_;
  Truth& truth_;
  const Ground& ground_;
  std::string_view where_;
  Workers& workers_;
  SolverOptions options_;
  Solver solver_;
  Answerer answerer_;
  std::vector<Query> queries_;
  Answers result_;
  Answers answers_;
};

/// One any-angle path: its ends, that each leg is seen, and its length.
void check_legs(const World& world, const Grid& grid, const Query& query,
                const PathView& path, std::span<const Position> corners, double length) {
  check(!corners.empty() && corners.front() == query.start && corners.back() == query.goal,
        "ends of the any-angle path from ", query.start, " to ", query.goal);
  double sum = 0;
  for (std::size_t k = 1; k < corners.size(); ++k) {
    const Position from = corners[k - 1], to = corners[k];
    check(line_of_sight(grid, from, to), to, " is not seen from ", from, ", from ",
          query.start, " to ", query.goal);
    sum += std::hypot(to.x - from.x, to.y - from.y);
  }
  if (world.hexagonal()) return;  // lengths are those of hexagons
  constexpr double kRounding = 1e-6;
  check(std::abs(sum - length) < kRounding, "length ", length, ", want ", sum);
  const double on_grid = grid.path_length(query.start, path.moves());
  check(sum < on_grid + kRounding, "longer than the path on the grid, ", on_grid);
}

}  // namespace

void check_grid(const Truth& truth, const Grid& grid) {
  stage("grid");
  const World& world = truth.world();
  bool symmetric = true;
  for (std::size_t cell = 0; cell < truth.size(); ++cell) {
    const Position p = world.position(cell);
    check(grid.open(p) == world.open(p), p, " is open: ", grid.open(p));
    const std::uint32_t component = grid.component(grid.cell(p));
    check(component == truth.components()[cell], "component of ", p, ": ", component,
          ", want ", truth.components()[cell]);
    symmetric &= check_steps(truth, grid, p);
    counts().compared("cell of a grid");
  }
  check(grid.component_count() == truth.component_count(),
        "components: ", grid.component_count(), ", want ", truth.component_count());
  check(!grid.symmetric_steps() || symmetric, "symmetric_steps() of other steps");
  if (symmetric && !grid.symmetric_steps()) counts().noted("symmetric, unnoticed");
}

void check_bounds(Random& random, Truth& truth, const Index& index) {
  stage("bounds");
  const World& world = truth.world();
  for (int k = 0; k < 40; ++k) {
    const Position a = draw_position(random, world), b = draw_position(random, world);
    const DistanceBounds bounds = index.bounds(a, b);
    const bool open =
        world.contains(a) && world.contains(b) && world.open(a) && world.open(b);
    if (open) {
      const Wide cost = truth.distance(a, b);
      check(cost == kNever || (bounds.lower <= cost && cost <= bounds.upper), "bounds of ",
            a, " to ", b, ": ", bounds.lower, " to ", bounds.upper, ", want ", cost);
    } else {
      check(bounds.lower == kUnreachable && bounds.upper == kUnreachable,
            "bounds of closed cells ", a, " to ", b);
    }
    counts().compared("bounds");
  }
}

void try_solver(Random& random, Truth& truth, const Index& index, std::string_view where,
                Workers& workers, int rounds) {
  Trial(random, truth, index, where, workers).run(rounds);
}

namespace {

void try_smooth(Random& random, const World& world, const Index& index, Workers& workers) {
  stage("smooth");
  const Grid& grid = *index.grid();
  const std::vector<Query> queries = draw_queries(random, world, 20);
  const Answers result = Solver::make(index)->solve(queries, workers);
  AnyAnglePaths paths;
  const auto smoothed = smooth(grid, result, workers, paths);
  check(smoothed.has_value() == grid.uniform(), "any angle where uniform() is ",
        grid.uniform());
  if (!smoothed) return;
  for (std::size_t i = 0; i < queries.size(); ++i) {
    counts().compared("smoothed path");
    if (result.status[i] == Status::found) {
      check_legs(world, grid, queries[i], result.path(i), paths.path(i), paths.length[i]);
    } else {
      check(paths.path(i).empty() && paths.length[i] == 0, "a path of what was not found");
    }
  }
}

void try_lines(Random& random, const World& world, const Index& index, Workers& workers) {
  stage("lines");
  std::vector<Query> queries = draw_queries(random, world, 12);
  AnyAnglePaths paths;
  const auto solved = solve_lines(index, queries, workers, paths);
  check(solved.has_value() == index.has(Part::lines), "lines of an index that has(lines) ",
        index.has(Part::lines));
  if (!solved) return;
  const LineTruth truth(world);
  constexpr std::size_t kMostPlaces = 260;
  const bool exact = truth.places() <= kMostPlaces;
  for (std::size_t i = 0; i < queries.size(); ++i) {
    const auto [start, goal] = queries[i];
    const auto points = paths.path(i);
    const bool found = paths.status[i] == Status::found;
    check(found == !points.empty(), "points of a line");
    const bool open = world.contains(start) && world.contains(goal) && world.open(start) &&
                      world.open(goal);
    const bool joined = open && index.grid()->component(index.grid()->cell(start)) ==
                                    index.grid()->component(index.grid()->cell(goal));
    check(found == joined, "a line from ", start, " to ", goal, ": ", found);
    if (!found) continue;
    const std::int64_t scale = 2 / paths.scale;
    const auto place = [&](Position p) {
      return LineTruth::Place{scale * p.x, scale * p.y};
    };
    double sum = 0;
    for (std::size_t k = 1; k < points.size(); ++k) {
      const LineTruth::Place a = place(points[k - 1]), b = place(points[k]);
      check(truth.leg(a, b), "leg ", k, " of the line from ", start, " to ", goal);
      sum += std::hypot(static_cast<double>(a.x - b.x), static_cast<double>(a.y - b.y)) / 2;
    }
    constexpr double kRounding = 1e-7;
    check(std::abs(sum - paths.length[i]) < kRounding, "length ", paths.length[i],
          ", want ", sum);
    counts().compared("legs of a line");
    if (!exact) continue;
    const double least = truth.shortest(start, goal);
    check(std::abs(least - paths.length[i]) < kRounding, "a line of ", paths.length[i],
          " from ", start, " to ", goal, ", shortest ", least);
    counts().compared("shortest line");
  }
}

}  // namespace

void try_any_angle(Random& random, const World& world, const Index& index,
                   Workers& workers) {
  if (random.one_in(2)) try_smooth(random, world, index, workers);
  try_lines(random, world, index, workers);
}

}  // namespace attack
