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
std::string in_figures(const Answers& result) {
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

  Index index(const IndexOptions& options) const {
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

/// Units that walk to two rally points or to places of their own, some of them from one
/// cell, submitted over ten frames and answered within a budget: the fate of each, and what
/// all frames spent.
std::string played(const Bundled& map, const SolverOptions& how, Sharing sharing) {
  std::vector<Solver> solvers{*Solver::make(map.grid, how)};
  FrameScheduler scheduler =
      *FrameScheduler::make(std::move(solvers), {.sharing = sharing});
  Workers workers(1);
  Answers finished;
  std::uint64_t spent = 0, swept = 0, copied = 0;
  std::string fates;
  const std::size_t count = map.queries.size();
  for (std::size_t frame = 0; frame < 1000; ++frame) {
    if (frame < 10)
      for (std::size_t i = frame; i < count; i += 10) {
        const Position& goal = map.queries[i % 5 == 0 ? i : i % 2].goal;
        scheduler.submit({.start = map.queries[i % 7 == 0 ? 0 : i].start,
                          .goals = {&goal, 1},
                          .agent = static_cast<AgentId>(i),
                          .priority = static_cast<Priority>(i % kPriorities)});
      }
    const FrameReport report = scheduler.run(FrameBudget::expansions(3000), workers);
    spent += report.spent;
    swept += report.answered_by_sweep;
    copied += report.copied;
    scheduler.poll(finished);
    fates += hex(finished.hash());
    for (const Ticket ticket : finished.ticket)
      fates += " " + std::to_string(static_cast<std::uint64_t>(ticket));
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
  CHECK(rows == Rows{"astar octile: 0efc749feeeb554d 531514 678505",
                     "astar zero: 530b9a997553f952 2407742 2810167",
                     "astar manhattan: 654dad0959f34484 353434 564833",
                     "astar octile: 10d56858df3059c4 462536 853716",
                     "astar octile: 5d205d267f58e69e 64844 88709",
                     "astar hex: 4437434122261161 63397 99595",
                     "jps octile: af1917029cb06c1c 37682 71273",
                     "jps octile: febdf88764b0927d 51319 51651"});
}

TEST_CASE("successor tables try no more moves than they did") {
  CHECK(moves_tried({}) == 3840);
  CHECK(moves_tried({.corners = Corners::always}) == 6144);
  CHECK(moves_tried({.topology = Topology::tile}) == 8192);
  CHECK(moves_tried({.topology = Topology::hex}) == 3328);
}

TEST_CASE("answers and work of the rest of the family are what they were") {
  const Bundled rooms("rooms.map");
  Rows rows;
  for (const Algorithm algorithm :
       {Algorithm::fringe, Algorithm::bidirectional, Algorithm::wastar, Algorithm::pxwd,
        Algorithm::pxwu, Algorithm::xdp, Algorithm::xup, Algorithm::greedy,
        Algorithm::beam})
    rows.push_back(rooms.solved({.algorithm = algorithm}));
  CHECK(rows == Rows{"fringe octile: 4af1b1e761230cf9 80896 122641",
                     "bidirectional octile: 8d3f588dd4b31c2a 63344 108326",
                     "wastar octile: 402d195b693000be 30833 62702",
                     "pxwd octile: 15664f939b169ebd 33059 64979",
                     "pxwu octile: d5060466f0e6edb6 37806 72821",
                     "xdp octile: f57b59d83a21603f 29976 60776",
                     "xup octile: 01f1e7b36db8fa4c 31449 62996",
                     "greedy octile: a87d8b5ad3cca0ba 17825 42373",
                     "beam octile: 286ab4dd47596097 296682 383773"});
}

TEST_CASE("answers and work with jump graphs and landmarks are what they were") {
  const Bundled maze("maze.map"), caves("caves.map");
  CHECK(all_solved(maze, {.landmarks = {0}}, {{.algorithm = Algorithm::jps}}) ==
        Rows{"jps octile: febdf88764b0927d 25925 25757"});
  CHECK(all_solved(caves, {.landmarks = {0}}, {{.algorithm = Algorithm::jps}}) ==
        Rows{"jps octile: 99e1364027a2f743 2487 4761"});
  CHECK(all_solved(caves, {.landmarks = {8}},
                   {{Algorithm::astar, Heuristic::landmark},
                    {Algorithm::jps, Heuristic::landmark}}) ==
        Rows{"astar landmark: b64e1bb25579cbea 14999 24741",
             "jps landmark: 981256199478afc2 1042 2048"});
}

TEST_CASE("answers and work with landmarks at jump points are what they were") {
  CHECK(all_solved(Bundled("caves.map"),
                   {.landmarks = {.count = 8, .storage = LandmarkStorage::jump_points}},
                   {{Algorithm::jps, Heuristic::landmark}}) ==
        Rows{"jps landmark: 981256199478afc2 1052 1965"});
}

TEST_CASE("answers and work with areas and gates are what they were") {
  const Bundled rooms("rooms.map");
  CHECK(all_solved(rooms, {.landmarks = {4}, .gates = {true}},
                   {{Algorithm::astar, Heuristic::deadend},
                    {Algorithm::astar, Heuristic::gateway},
                    {Algorithm::astar, Heuristic::best},
                    {Algorithm::jps, Heuristic::deadend},
                    {Algorithm::jps, Heuristic::best}}) ==
        Rows{"astar deadend: 5d205d267f58e69e 61742 84322",
             "astar gateway: 28f0ad49cdb23a5d 12527 21504",
             "astar best: 26ec3bd6464e2e0a 9543 18040",
             "jps deadend: ea1a9caaf643e044 3162 5453",
             "jps best: 33dfa15dc0f81c4a 1326 2510"});
}

TEST_CASE("hub labels have no more entries than they had, and the same answers") {
  const auto labelled = [](const std::string& map, bool cell_labels) {
    const Bundled bundled(map);
    const auto index = bundled.index(
        {.landmarks = {0}, .hub_labels = {.build = true, .cells = cell_labels}});
    return bundled.solved(*Solver::make(index, {.algorithm = Algorithm::hub})) + ", " +
           std::to_string(index.part(Part::hub_labels).fact("corners")) + " hubs, " +
           std::to_string(index.part(Part::hub_labels).fact("entries")) + " entries" +
           (index.part(Part::hub_labels).fact("cell labels") != 0 ? ", labels of cells"
                                                                  : "");
  };
  CHECK(labelled("caves.map", true) ==
        "hub octile: 3fb85b255b9b006c 0 0, 518 hubs, 7870 entries, labels of cells");
  CHECK(labelled("caves.map", false) ==
        "hub octile: 771ffbc1859d360c 0 0, 518 hubs, 7870 entries");
  CHECK(labelled("maze.map", true) ==
        "hub octile: febdf88764b0927d 0 0, 598 hubs, 4169 entries, labels of cells");
}

TEST_CASE("hierarchies have as many arcs as they had, and the same answers and work") {
  const auto climbed = [](const std::string& map) {
    const Bundled bundled(map);
    const auto index =
        bundled.index({.landmarks = {0}, .jump_graph = false, .hierarchy = {true}});
    return bundled.solved(*Solver::make(index)) + ", " +
           std::to_string(index.part(Part::hierarchy).bytes) + " bytes";
  };
  CHECK(climbed("caves.map") ==
        "hierarchy octile: 3e488a0566f9f8b9 5061 7379, 38012 bytes");
  CHECK(climbed("maze.map") == "hierarchy octile: febdf88764b0927d 2495 2817, 26146 bytes");
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
      terrain.solved(*Solver::make(terrain.index({.landmarks = {4}}),
                                   {Algorithm::astar, Heuristic::landmark})),
      Bundled("terrain.map", entered).solved({.algorithm = Algorithm::bidirectional}),
      Bundled("rooms.map", {}, {.links = links}).solved({.algorithm = Algorithm::astar}),
  };
  CHECK(rows == Rows{"astar octile: 3712dc6730192775 198073 286306",
                     "astar landmark: 0b98ca516bf6b6bd 77581 139924",
                     "bidirectional octile: f98538f916a70e04 174708 304852",
                     "astar octile: 6a712b4ab71eb97d 52822 73337"});
}

TEST_CASE("shared batches and frames take no more work than they took") {
  Bundled caves("caves.map");
  for (std::size_t i = 0; i < caves.queries.size(); ++i)
    if (i % 5 != 0) caves.queries[i].goal = caves.queries[i % 2].goal;
  const Solver astar = *Solver::make(caves.grid, {.algorithm = Algorithm::astar});
  CHECK(caves.solved(astar) == "astar octile: d71c03c59e8715ca 32781 43160");
  CHECK(caves.solved(astar, {.sharing = Sharing::equal}) ==
        "astar octile: d71c03c59e8715ca 32781 43160");
  CHECK(caves.solved(astar, {.sharing = Sharing::goals}) ==
        "astar octile: f3f560fe93a71395 15536 19963");
  CHECK(played(caves, {.algorithm = Algorithm::astar}, Sharing::none) ==
        "052aa71e80d936fd 37453 spent, 0 off fields, 0 copied");
  CHECK(played(caves, {.algorithm = Algorithm::jps}, Sharing::goals) ==
        "4dca4bc5348e2118 4362 spent, 64 off fields, 14 copied");
}

}  // namespace throng::golden_test
