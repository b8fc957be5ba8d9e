#include "attacks.hpp"
#include "draw_world.hpp"
#include "trials.hpp"

#include <algorithm>

// Larger worlds, static: every fast engine from a few starts, 1 and 3 threads, and step
// costs near the ends of their range.

namespace attack {
namespace {

constexpr std::size_t kStarts = 4;
constexpr std::size_t kMostForFringe = 8000;   ///< cells; it takes quadratic time
constexpr std::size_t kMostForGates = 20'000;  ///< cells; a sweep for each gate

class LargeWorld {
 public:
  explicit LargeWorld(std::uint64_t seed) : random_(seed), one_(1), three_(3) {}

  void play() {
    draw();
    const Scene scene([this] { return text(); });
    if (world_.size() == 0 || !make()) return;
    counts().noted("large worlds");
    Truth truth(world_, grid_->costs());
    check_open(truth);
    draw_starts();
    try_all(truth, grid_, "large grid");
    for (int k = 0; k < 2; ++k) try_index(truth);
  }

 private:
  void draw() {
    world_.rules = draw_rules(random_, draw_topology(random_));
    const std::int32_t side = random_.range(40, random_.one_in(6) ? 300 : 140);
    world_.width = random_.one_in(8) ? random_.range(1, 4) : side;
    world_.height = random_.one_in(8) ? random_.range(1, 4) : random_.range(20, side);
    if (world_.width < 5 && random_.one_in(2)) world_.height = random_.range(1000, 9000);
    constexpr std::array kKinds{MapKind::empty,  MapKind::random, MapKind::maze,
                                MapKind::rooms,  MapKind::caves,  MapKind::islands,
                                MapKind::terrain};
    const auto made =
        generate(random_.pick(kKinds),
                 {.width = world_.width, .height = world_.height, .seed = random_.next()});
    if (!made) {
      counts().noted("map refused: " + made.error().what.substr(0, 40));
      return;
    }
    for (std::int32_t y = 0; y < world_.height; ++y) world_.cells += made->row(y);
    draw_layers();
  }

  void draw_layers() {
    const std::size_t size = world_.size();
    if (random_.one_in(3)) {
      const std::uint32_t most = random_.one_in(4) ? kMaxWeight : 9;
      for (std::size_t i = 0; i < size; ++i) {
        world_.weights.push_back(static_cast<Weight>(1 + random_.below(most)));
      }
    }
    if (random_.one_in(6)) {
      for (std::size_t i = 0; i < size; ++i) {
        world_.altitude.push_back(static_cast<std::int16_t>(random_.range(-3, 3)));
      }
    }
    if (random_.one_in(5)) {
      for (std::uint32_t k = random_.below(size / 3); k > 0; --k) {
        world_.closed.insert({random_.below(size), random_.range(0, 7)});
      }
    }
    if (!random_.one_in(5)) return;
    const std::uint32_t most = random_.one_in(4) ? kMaxWeight : 1000;
    for (std::uint32_t k = 1 + random_.below(80); k > 0; --k) {
      const Position from = world_.position(random_.below(size));
      const Position to = world_.position(random_.below(size));
      if (from == to) continue;
      world_.links.push_back({from, to, static_cast<Weight>(1 + random_.below(most))});
    }
  }

  /// Compiles the world with one and three threads.
  bool make() {
    stage("Grid::make of a large world");
    const std::vector<ClosedStep> closed = world_.closed_steps();
    GridOptions options = world_.grid_options(closed);
    const auto by_one = Grid::make(world_.view(), world_.rules, options);
    options.threads = 3;
    const auto by_three = Grid::make(world_.view(), world_.rules, options);
    check(by_one.has_value() == by_three.has_value(), "threads change Grid::make");
    if (!by_one) {
      counts().noted("grid refused: " + by_one.error().what.substr(0, 40));
      return false;
    }
    grid_ = *by_one;
    const Grid& other = **by_three;
    check(std::ranges::equal(grid_->moves(), other.moves()) &&
              grid_->component_count() == other.component_count() &&
              grid_->costs() == other.costs(),
          "threads change the grid");
    return true;
  }

  void check_open(const Truth& truth) const {
    for (std::size_t cell = 0; cell < truth.size(); ++cell) {
      const Position p = world_.position(cell);
      check(grid_->open(p) == world_.open(p), p, " is open: ", grid_->open(p));
      check(grid_->component(grid_->cell(p)) == truth.components()[cell], "component of ",
            p);
      counts().compared("cell of a grid");
    }
  }

  void draw_starts() {
    for (std::size_t k = 0; k < kStarts; ++k) {
      Position start = world_.position(random_.below(world_.size()));
      for (int tries = 0; tries < 30 && !world_.open(start); ++tries) {
        start = world_.position(random_.below(world_.size()));
      }
      starts_.push_back(start);
    }
    for (const Position start : starts_) {
      for (int k = 0; k < 40; ++k) {
        queries_.push_back({start, world_.position(random_.below(world_.size()))});
      }
    }
  }

  Workers& workers() { return random_.one_in(3) ? three_ : one_; }

  template <class Ground>
  void try_all(Truth& truth, const Ground& ground, std::string_view where) {
    for (const Algorithm algorithm :
         {Algorithm::automatic, Algorithm::astar, Algorithm::jps, Algorithm::hub,
          Algorithm::front, Algorithm::hierarchy, Algorithm::bidirectional,
          Algorithm::fringe}) {
      if (algorithm == Algorithm::fringe && world_.size() > kMostForFringe) continue;
      const SolverOptions options{.algorithm = algorithm};
      const auto solver = Solver::make(ground, options);
      if (!solver) continue;
      stage(where);
      counts().noted(std::string("algorithm ").append(name(solver->algorithm())));
      solve(truth, *solver, options, {}, where);
      BatchOptions batch{.sharing = Sharing::goals};
      if (random_.one_in(2)) {
        batch.max_cost = grid_->cost_of_steps(random_.below(
            static_cast<std::uint64_t>(std::max(world_.width, world_.height))));
      }
      solve(truth, *solver, options, batch, where);
    }
  }

  void solve(Truth& truth, const Solver& solver, const SolverOptions& options,
             const BatchOptions& batch, std::string_view where) {
    Answers result;
    solver.solve(queries_, workers(), result, batch);
    check_queries(truth, Answerer(solver, options, where), queries_, result, batch);
  }

  void try_index(Truth& truth) {
    stage("Index::build of a large world");
    IndexOptions options = draw_index_options(random_);
    options.landmarks.count = std::min(options.landmarks.count, 6);
    options.gates.build &= world_.size() < kMostForGates;
    const auto built = Index::build(grid_, options, one_);
    if (!built) {
      counts().noted("index refused: " + built.error().what.substr(0, 40));
      return;
    }
    try_all(truth, *built, "large index");
    check_fields(truth, *built);
    check_table(truth, *built);
    check_flow_paths(truth, *built);
  }

  void check_fields(Truth& truth, const Index& index) {
    stage("fields of a large world");
    const std::span<const Position> two = std::span(starts_).first(2);
    const std::vector<Cost> by_index =
        distances(index, two, one_, {.nearest_source = true});
    const std::vector<Cost> by_sweep =
        distances(grid_, two, one_, {.nearest_source = true});
    for (std::size_t cell = 0; cell < truth.size(); ++cell) {
      Wide least = kNever;
      for (const Position start : two) {
        least = std::min(least, truth.from_cell(world_.cell(start))[cell]);
      }
      const Cost want = least == kNever ? kUnreachable : static_cast<Cost>(least);
      check(by_index[cell] == want && by_sweep[cell] == want, "field at ",
            world_.position(cell), ": ", by_index[cell], " by the index, ", by_sweep[cell],
            " by a sweep, want ", want);
      counts().compared("cell of a field");
    }
  }

  void check_table(Truth& truth, const Index& index) {
    stage("table of a large world");
    std::vector<Position> targets;
    for (int k = 0; k < 200; ++k) {
      targets.push_back(world_.position(random_.below(world_.size())));
    }
    const std::vector<Cost> table = distances(index, starts_, targets, three_);
    for (std::size_t a = 0; a < starts_.size(); ++a) {
      for (std::size_t b = 0; b < targets.size(); ++b) {
        const bool open = world_.open(starts_[a]) && world_.open(targets[b]);
        const Wide cost = open ? truth.distance(starts_[a], targets[b]) : kNever;
        const Cost want = cost == kNever ? kUnreachable : static_cast<Cost>(cost);
        check(table[a * targets.size() + b] == want, "table from ", starts_[a], " to ",
              targets[b], ": ", table[a * targets.size() + b], ", want ", want);
        counts().compared("cell of a table");
      }
    }
  }

  void check_flow_paths(const Truth& truth, const Index& index) {
    stage("flow field of a large world");
    Field flow(index);
    flow.set_goals(std::span(starts_).first(1), one_);
    for (int k = 0; k < 200; ++k) {
      const Position from = world_.position(random_.below(world_.size()));
      const Cost cost = flow.distance(from);
      if (cost == kUnreachable) continue;
      std::vector<Move> moves;
      flow.append_path(from, moves);
      const Walk walked = walk(truth, from, moves, grid_->links().get());
      check(walked.legal && walked.cost == cost && walked.end == starts_[0],
            "path of a flow field from ", from);
      counts().compared("path of a flow field");
    }
  }

  std::string text() const {
    std::ostringstream out;
    out << "large world, " << world_.width << " x " << world_.height << ", "
        << name(world_.rules.topology) << ", " << name(world_.rules.corners) << ", costs "
        << name(world_.rules.costs) << ", unit size " << world_.rules.unit_size << ", "
        << world_.links.size() << " links";
    return out.str();
  }

  Random random_;
  Workers one_;
  Workers three_;
  World world_;
  std::shared_ptr<const Grid> grid_;
  std::vector<Position> starts_;
  std::vector<Query> queries_;
};

}  // namespace

void attack_large_worlds(std::uint64_t seed) { LargeWorld(seed).play(); }

}  // namespace attack
