#include "../../src/grid/successors.hpp"
#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/maps.hpp"
#include "../support/must.hpp"

#include <throng/frame_scheduler.hpp>
#include <throng/index.hpp>
#include <throng/map_io.hpp>
#include <throng/scenario.hpp>
#include <throng/solver.hpp>

#include <bit>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

// The same on every machine and from every compiler: a difference here means that paths, or
// the work they take, have changed. Lost pruning changes no answer: only the counts here
// show it. A change that means to do that says so and puts the new values here.

namespace throng::golden_test {
namespace {

using Rows = std::vector<std::string>;

std::string hex(std::uint64_t value) {
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(value));
  return text;
}

template <class Counts>
std::uint64_t sum(const Counts& counts) {
  std::uint64_t sum = 0;
  for (const std::uint32_t one : counts) sum += one;
  return sum;
}

/// The hash of the answers, the cells expanded and the cells generated.
std::string in_figures(const BatchResult& result) {
  return hex(result.hash()) + " " + std::to_string(sum(result.expanded)) + " " +
         std::to_string(sum(result.generated));
}

/// A bundled map with the queries of its scenario.
struct Bundled {
  explicit Bundled(const std::string& map, const Rules& rules = {},
                   const GridOptions& options = {}) {
    const std::string path = (test::maps_folder() / map).string();
    grid = *Grid::make(test::must(read_map(path)), rules, options);
    queries = test::must(read_scenario(path + ".scen")).queries;
  }

  /// One thread answers all queries.
  std::string solved(const Solver& solver, const BatchOptions& options = {}) const {
    Workers workers(1);
    return std::string(name(solver.algorithm())) + " " +
           std::string(name(solver.heuristic())) + ": " +
           in_figures(solver.solve(queries, workers, options));
  }
  std::string solved(const SolverOptions& options) const {
    return solved(*Solver::make(grid, options));
  }

  std::shared_ptr<const Index> index(const IndexOptions& options) const {
    Workers workers(1);
    return *Index::build(grid, options, workers);
  }

  std::shared_ptr<const Grid> grid;
  std::vector<Query> queries;
};

/// The answers of every algorithm x heuristic that Solver::make accepts on the index.
Rows all_solved(const Bundled& map, const IndexOptions& how,
                const std::vector<SolverOptions>& all) {
  const auto index = map.index(how);
  Rows rows;
  for (const SolverOptions& options : all)
    rows.push_back(map.solved(*Solver::make(index, options)));
  return rows;
}

/// Units that walk to two rally points, some to places of their own, submitted over ten
/// frames and answered within a budget: the fate of all, and what each frame spent.
std::string played(const Bundled& map, const SolverOptions& how, Sharing sharing) {
  std::vector<Solver> solvers{*Solver::make(map.grid, how)};
  FrameScheduler scheduler =
      *FrameScheduler::make(std::move(solvers), {.sharing = sharing});
  Workers workers(1);
  FinishedRequests finished;
  std::uint64_t spent = 0, swept = 0, copied = 0;
  std::string fates;
  const std::size_t count = map.queries.size();
  for (std::size_t frame = 0; frame < 1000; ++frame) {
    if (frame < 10)
      for (std::size_t i = frame; i < count; i += 10) {
        const Position& goal = map.queries[i % 5 == 0 ? i : i % 2].goal;
        scheduler.submit({.agent = static_cast<AgentId>(i),
                          .request = {.start = map.queries[i].start, .goals = {&goal, 1}},
                          .priority = static_cast<Priority>(i % kPriorities)});
      }
    const FrameReport report = scheduler.run(Work::expansions(3000), workers);
    spent += report.spent;
    swept += report.off_fields;
    copied += report.copied;
    scheduler.poll(finished);
    fates += hex(finished.answers.answers.hash());
    for (const Ticket ticket : finished.ticket) fates += " " + std::to_string(ticket);
    if (frame >= 10 && report.waiting == 0) break;
  }
  CHECK(scheduler.waiting() == 0);
  return hex(test::fnv(fates)) + " " + std::to_string(spent) + " spent, " +
         std::to_string(swept) + " off fields, " + std::to_string(copied) + " copied";
}

/// How many moves a successor table tries, over all arrivals and all legal moves.
unsigned moves_tried(const Rules& rules) {
  unsigned tried = 0;
  for (const auto& entered : successor_table(rules))
    for (const std::uint8_t moves : entered)
      tried += static_cast<unsigned>(std::popcount(moves));
  return tried;
}

}  // namespace

TEST_CASE("answers and work on the bundled maps are what they were") {
  const Rules tile{.topology = Topology::tile}, hexagons{.topology = Topology::hex},
      cut{.corners = Corners::cut_one, .costs = kBg2006Costs};
  const Bundled demo("demo.map");
  const Rows rows{
      demo.solved({Algorithm::astar, Heuristic::octile}),
      demo.solved({Algorithm::astar, Heuristic::zero}),
      Bundled("demo.map", tile).solved({Algorithm::astar, Heuristic::manhattan}),
      Bundled("demo.map", cut).solved({Algorithm::astar, Heuristic::octile}),
      Bundled("rooms.map").solved({Algorithm::astar, Heuristic::octile}),
      Bundled("rooms.map", hexagons).solved({Algorithm::astar, Heuristic::hex}),
      demo.solved({.algorithm = Algorithm::jps}),
      Bundled("maze.map").solved({.algorithm = Algorithm::jps}),
  };
  CHECK(rows == Rows{});
}

TEST_CASE("successor tables try no more moves than they did") {
  CHECK(moves_tried({}) == 0);
  CHECK(moves_tried({.corners = Corners::always}) == 0);
  CHECK(moves_tried({.topology = Topology::tile}) == 0);
  CHECK(moves_tried({.topology = Topology::hex}) == 0);
}

TEST_CASE("answers and work of the rest of the family are what they were") {
  const Bundled rooms("rooms.map");
  Rows rows;
  for (const Algorithm algorithm :
       {Algorithm::fringe, Algorithm::bidirectional, Algorithm::weighted, Algorithm::px_wd,
        Algorithm::px_wu, Algorithm::xdp, Algorithm::xup, Algorithm::greedy,
        Algorithm::beam})
    rows.push_back(rooms.solved({.algorithm = algorithm}));
  CHECK(rows == Rows{});
}

TEST_CASE("answers and work with jump graphs and landmarks are what they were") {
  const Bundled maze("maze.map"), caves("caves.map");
  const SolverOptions few{.algorithm = Algorithm::astar,
                          .heuristic = Heuristic::landmark,
                          .active_landmarks = 2};
  CHECK(all_solved(maze, {.landmarks = 0}, {{.algorithm = Algorithm::jps}}) == Rows{});
  CHECK(all_solved(caves, {.landmarks = 0}, {{.algorithm = Algorithm::jps}}) == Rows{});
  CHECK(all_solved(caves, {.landmarks = 8},
                   {{Algorithm::astar, Heuristic::landmark},
                    {Algorithm::jps, Heuristic::landmark},
                    few}) == Rows{});
  CHECK(all_solved(caves, {.landmarks = 8, .storage = LandmarkStorage::compressed},
                   {{Algorithm::astar, Heuristic::landmark}}) == Rows{});
}

TEST_CASE("answers and work with areas and gates are what they were") {
  const Bundled rooms("rooms.map");
  CHECK(all_solved(rooms, {.landmarks = 4, .gates = true},
                   {{Algorithm::astar, Heuristic::dead_end},
                    {Algorithm::astar, Heuristic::gateway},
                    {Algorithm::astar, Heuristic::best},
                    {Algorithm::jps, Heuristic::dead_end},
                    {Algorithm::jps, Heuristic::best}}) == Rows{});
}

TEST_CASE("hub labels have no more entries than they had, and the same answers") {
  const auto labelled = [](const std::string& map, bool cell_labels) {
    const Bundled bundled(map);
    const auto index =
        bundled.index({.landmarks = 0, .hubs = true, .cell_labels = cell_labels});
    return bundled.solved(*Solver::make(index, {.algorithm = Algorithm::hub})) + ", " +
           std::to_string(index->hub_count()) + " hubs, " +
           std::to_string(index->hub_entries()) + " entries" +
           (index->has_cell_labels() ? ", labels of cells" : "");
  };
  CHECK(labelled("caves.map", true) == "");
  CHECK(labelled("caves.map", false) == "");
  CHECK(labelled("maze.map", true) == "");
}

TEST_CASE("answers and work with weights and links are what they were") {
  const Rules weighted{.movement = *parse_movement("G:2,S:3,T:5")};
  const Rules entered{.costs = {1, 1},
                      .movement = *parse_movement("G:2,S:3,T:5"),
                      .cost_model = CostModel::enter};
  const std::vector<Link> links{{{1, 1}, {60, 60}, 20}, {{60, 2}, {2, 60}, 5}};
  const Bundled terrain("terrain.map", weighted);
  const Rows rows{
      terrain.solved({.algorithm = Algorithm::astar}),
      terrain.solved(*Solver::make(terrain.index({.landmarks = 4}),
                                   {Algorithm::astar, Heuristic::landmark})),
      Bundled("terrain.map", entered).solved({.algorithm = Algorithm::bidirectional}),
      Bundled("rooms.map", {}, {.links = links}).solved({.algorithm = Algorithm::astar}),
  };
  CHECK(rows == Rows{});
}

TEST_CASE("shared batches and frames take no more work than they took") {
  Bundled caves("caves.map");
  for (std::size_t i = 0; i < caves.queries.size(); ++i)
    if (i % 5 != 0) caves.queries[i].goal = caves.queries[i % 2].goal;
  const Solver astar = *Solver::make(caves.grid, {.algorithm = Algorithm::astar});
  CHECK(caves.solved(astar) == "");
  CHECK(caves.solved(astar, {.sharing = Sharing::equal}) == "");
  CHECK(caves.solved(astar, {.sharing = Sharing::goals}) == "");
  CHECK(played(caves, {.algorithm = Algorithm::astar}, Sharing::none) == "");
  CHECK(played(caves, {.algorithm = Algorithm::jps}, Sharing::goals) == "");
}

}  // namespace throng::golden_test
