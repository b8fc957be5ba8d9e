#include "../support/thread_counts.hpp"
#include "setup.hpp"

#include <throng/algorithm.hpp>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <span>

namespace throng::test::pairs {
namespace {

// Grounds

void no_layer(World&, SplitMix64&) {}

void lay_weights(World& world, SplitMix64& random, std::uint32_t least) {
  for (std::size_t k = 0; k < world.terrain.cell_count(); ++k)
    world.weights.push_back(static_cast<Weight>(least + random.below(5)));
}

void lay_altitude(World& world, SplitMix64& random) {
  for (std::size_t k = 0; k < world.terrain.cell_count(); ++k)
    world.altitude.push_back(static_cast<std::int16_t>(random.below(4)));
}

/// Closes the steps across the middle column, to the east, or both ways.
void lay_fence(World& world, bool both) {
  const std::int32_t x = world.terrain.width() / 2;
  for (const Position p : world.cells())
    for (std::size_t d = 0; d < kMoves; ++d) {
      const auto move = static_cast<Move>(d);
      const Position to = step(world.rules.topology, p, move);
      const bool legal = world.rules.topology == Topology::octile || !is_diagonal(move) ||
                         (is_hexagonal(world.rules.topology) &&
                          (move == Move::south_east || move == Move::north_west));
      if (!legal || !world.terrain.contains(to)) continue;
      const bool east = p.x < x && to.x >= x, west = p.x >= x && to.x < x;
      if (east || (both && west)) world.closed_steps.push_back({p, move});
    }
}

/// A closed column, which no step crosses.
void lay_strait(World& world) {
  const std::int32_t x = world.terrain.width() / 2;
  for (std::int32_t y = 0; y < world.terrain.height(); ++y) world.terrain.set({x, y}, '@');
}

const std::vector<Value>& grounds() {
  static const std::vector<Value> all{
      {"octile", [](Setup& s, std::size_t) { s.lay_ground = no_layer; }},
      {"cut_one",
       [](Setup& s, std::size_t) {
         s.rules.corners = Corners::cut_one;
         s.lay_ground = no_layer;
       }},
      {"always",
       [](Setup& s, std::size_t) {
         s.rules.corners = Corners::always;
         s.lay_ground = no_layer;
       }},
      {"tile",
       [](Setup& s, std::size_t) {
         s.rules.topology = Topology::tile;
         s.lay_ground = no_layer;
       }},
      {"hex",
       [](Setup& s, std::size_t) {
         s.rules.topology = Topology::hex;
         s.lay_ground = no_layer;
       }},
      {"tex",
       [](Setup& s, std::size_t) {
         s.rules.topology = Topology::tex;
         s.lay_ground = no_layer;
       }},
      {"costs bg2006",
       [](Setup& s, std::size_t) {
         s.rules.costs = kBg2006Costs;
         s.lay_ground = no_layer;
       }},
      {"costs 5/7",
       [](Setup& s, std::size_t) {
         s.rules.costs = {5, 7};
         s.lay_ground = no_layer;
       }},
      {"islands",
       [](Setup& s, std::size_t) {
         s.lay_ground = [](World& world, SplitMix64&) { lay_strait(world); };
       }},
      {"large units",
       [](Setup& s, std::size_t) {
         s.rules.unit_size = 2;
         s.lay_ground = no_layer;
       }},
      {"characters",
       [](Setup& s, std::size_t) {
         s.rules.movement = *parse_movement("G:2,S:3,T:5");
         s.lay_ground = no_layer;
       }},
      {"weights",
       [](Setup& s, std::size_t) {
         s.cell_weights = true;
         s.lay_ground = [](World& world, SplitMix64& random) {
           lay_weights(world, random, 0);  // some cells are closed
         };
       }},
      {"weights to enter",
       [](Setup& s, std::size_t) {
         s.cell_weights = true;
         s.symmetric = false;
         s.rules.cost_model = CostModel::enter;
         s.lay_ground = [](World& world, SplitMix64& random) {
           lay_weights(world, random, 1);
         };
       }},
      {"hex weights",
       [](Setup& s, std::size_t) {
         s.rules.topology = Topology::hex;
         s.cell_weights = true;
         s.lay_ground = [](World& world, SplitMix64& random) {
           lay_weights(world, random, 1);
         };
       }},
      {"climbs",
       [](Setup& s, std::size_t) {
         s.symmetric = false;
         s.lay_ground = lay_altitude;
       }},
      {"one-way",
       [](Setup& s, std::size_t) {
         s.symmetric = false;
         s.closes_steps = true;
         s.lay_ground = [](World& world, SplitMix64&) { lay_fence(world, false); };
       }},
      {"fenced",
       [](Setup& s, std::size_t) {
         s.symmetric = false;  // Grid does not compare the closed steps
         s.closes_steps = true;
         s.lay_ground = [](World& world, SplitMix64&) { lay_fence(world, true); };
       }},
  };
  return all;
}

// Links

/// Two links, there and back, or one.
void join(World& world, SplitMix64& random, Weight weight, bool both) {
  const Position from = world.any_open_cell(random), to = world.any_open_cell(random);
  if (from == to) return;
  world.add({from, to, weight});
  if (both) world.add({to, from, weight});
}

const std::vector<Value>& link_kinds() {
  static const std::vector<Value> all{
      {"none", [](Setup& s, std::size_t) { s.lay_links = no_layer; }},
      {"cheap",
       [](Setup& s, std::size_t) {
         s.links = 1;
         s.lay_links = [](World& world, SplitMix64& random) {
           for (int k = 0; k < 4; ++k) join(world, random, 1, true);
         };
       }},
      {"far",  // as costly as all of the map, and more
       [](Setup& s, std::size_t) {
         s.links = 1;
         s.lay_links = [](World& world, SplitMix64& random) {
           for (const Weight weight : std::initializer_list<Weight>{2, 12, 30, 200, 1000})
             join(world, random, weight, true);
         };
       }},
      {"ferry",  // the only connection of two islands
       [](Setup& s, std::size_t) {
         s.links = 1;
         s.lay_links = [](World& world, SplitMix64& random) {
           lay_strait(world);
           const std::int32_t x = world.terrain.width() / 2;
           Position from = world.any_open_cell(random), to = from;
           while ((from.x < x) == (to.x < x)) to = world.any_open_cell(random);
           world.add({from, to, 12});
           world.add({to, from, 12});
         };
       }},
      {"one-way",
       [](Setup& s, std::size_t) {
         s.links = 1;
         s.one_way_links = true;
         s.lay_links = [](World& world, SplitMix64& random) {
           for (const Weight weight : std::initializer_list<Weight>{1, 3, 40})
             join(world, random, weight, false);
         };
       }},
      {"many",
       [](Setup& s, std::size_t) {
         s.links = 65;
         s.lay_links = [](World& world, SplitMix64& random) {
           while (world.all_links().size() < 80)
             join(world, random, static_cast<Weight>(4 + random.below(30)), true);
         };
       }},
      {"crowded",  // several of one cell, and several to one cell
       [](Setup& s, std::size_t) {
         s.links = 1;
         s.one_way_links = true;
         s.lay_links = [](World& world, SplitMix64& random) {
           const Position from = world.any_open_cell(random);
           for (const Weight weight : std::initializer_list<Weight>{9, 2, 5}) {
             const Position to = world.any_open_cell(random);
             if (to == from) continue;
             world.add({from, to, weight});
             world.add({from, to, static_cast<Weight>(weight + 3)});
             world.add({to, from, weight});
           }
         };
       }},
  };
  return all;
}

// Parts

const std::vector<Value>& parts() {
  static const std::vector<Value> all{
      {"none", [](Setup& s, std::size_t) { s.index.reset(); }},
      {"jump graph",
       [](Setup& s, std::size_t) {
         s.index = {.landmarks = {0}};
         s.living_part->jump_graph = true;
       }},
      {"landmarks",
       [](Setup& s, std::size_t) {
         s.index = {.landmarks = {3}, .jump_graph = false};
         s.living_part->landmarks = 3;
       }},
      {"landmarks and jump graph",
       [](Setup& s, std::size_t) {
         s.index = {.landmarks = {4}};
         s.living_part->landmarks = 4;
         s.living_part->jump_graph = true;
       }},
      {"landmarks of steps",
       [](Setup& s, std::size_t) {
         s.index = {.landmarks = {.count = 3, .metric = FieldMetric::steps}};
         s.living_part.reset();
       }},
      {"landmarks at jump points",
       [](Setup& s, std::size_t) {
         s.index = {.landmarks = {.count = 3, .storage = LandmarkStorage::jump_points}};
         s.living_part.reset();
       }},
      {"hub labels",
       [](Setup& s, std::size_t) {
         s.index = {.landmarks = {0}, .hub_labels = {true}};
         s.living_part.reset();
       }},
      {"hub labels of corners",
       [](Setup& s, std::size_t) {
         s.index = {.landmarks = {0}, .hub_labels = {.build = true, .cells = false}};
         s.living_part.reset();
       }},
      {"fronts",
       [](Setup& s, std::size_t) {
         s.index = {.landmarks = {0}, .jump_graph = false, .fronts = {true}};
         s.static_rows = false;
         s.living_part->fronts = true;
       }},
      {"front rows",
       [](Setup& s, std::size_t) {
         s.index = {.landmarks = {0}, .jump_graph = false, .fronts = {true}};
         s.living_part->fronts = true;
         s.living_part->front_rows = true;
       }},
      {"fronts without memory",
       [](Setup& s, std::size_t) {
         s.index = {.landmarks = {0}, .fronts = {.build = true, .memory = 400}};
         s.living_part->fronts = true;
         s.living_part->front_memory = 400;
       }},
      {"hierarchy",
       [](Setup& s, std::size_t) {
         s.index = {.landmarks = {0}, .jump_graph = false, .hierarchy = {true}};
         s.living_part.reset();
       }},
      {"areas",
       [](Setup& s, std::size_t) {
         s.index = {.landmarks = {0}, .jump_graph = false, .areas = true};
         s.living_part.reset();
       }},
      {"gates",
       [](Setup& s, std::size_t) {
         s.index = {.landmarks = {0}, .jump_graph = false, .gates = {true}};
         s.living_part.reset();
       }},
      {"several",
       [](Setup& s, std::size_t) {
         s.index = {.landmarks = {3}, .fronts = {true}};
         s.living_part = LivingClass{.landmarks = 3, .fronts = true};
       }},
      {"all that answer alone",
       [](Setup& s, std::size_t) {
         s.index = {
             .landmarks = {3}, .hub_labels = {true}, .fronts = {true}, .hierarchy = {true}};
         s.living_part.reset();
       }},
  };
  return all;
}

std::vector<Value> algorithms() {
  std::vector<Value> all;
  for (const Algorithm algorithm : kAlgorithms)
    all.push_back({std::string(name(algorithm)), [](Setup& s, std::size_t value) {
                     s.solver.algorithm = kAlgorithms[value];
                   }});
  return all;
}

std::vector<Value> heuristics() {
  std::vector<Value> all;
  for (const Heuristic heuristic : kHeuristics)
    all.push_back({std::string(name(heuristic)), [](Setup& s, std::size_t value) {
                     s.solver.heuristic = kHeuristics[value];
                   }});
  return all;
}

std::vector<Value> choices_of_ties() {
  std::vector<Value> all;
  for (const Ties ties : kTies)
    all.push_back({std::string(name(ties)),
                   [](Setup& s, std::size_t value) { s.solver.ties = kTies[value]; }});
  return all;
}

const std::vector<Value>& frames() {
  static const std::vector<Value> all{
      {"queries", [](Setup& s, std::size_t) { s.ask = Ask::queries; }},
      {"requests", [](Setup& s, std::size_t) { s.ask = Ask::requests; }},
      {"unlimited frames",
       [](Setup& s, std::size_t) {
         s.ask = Ask::frames;
         s.budget = FrameBudget::unlimited();
       }},
      {"large frames",
       [](Setup& s, std::size_t) {
         s.ask = Ask::frames;
         s.budget = FrameBudget::expansions(2500);
       }},
      {"tiny frames",
       [](Setup& s, std::size_t) {
         s.ask = Ask::frames;
         s.budget = FrameBudget::expansions(150);
       }},
      {"crowded frames",  // two waves of requests, the second one urgent
       [](Setup& s, std::size_t) {
         s.ask = Ask::frames;
         s.budget = FrameBudget::expansions(1000);
         s.waves = 2;
       }},
      {"field", [](Setup& s, std::size_t) { s.ask = Ask::field; }},
      {"flow field", [](Setup& s, std::size_t) { s.ask = Ask::flow_field; }},
      {"table", [](Setup& s, std::size_t) { s.ask = Ask::table; }},
      {"matrix", [](Setup& s, std::size_t) { s.ask = Ask::matrix; }},
      {"places", [](Setup& s, std::size_t) { s.ask = Ask::places; }},
      {"routes", [](Setup& s, std::size_t) { s.ask = Ask::routes; }},
  };
  return all;
}

const std::vector<Value>& sharings() {
  static const std::vector<Value> all{
      {"none", [](Setup& s, std::size_t) { s.sharing = Sharing::none; }},
      {"equal", [](Setup& s, std::size_t) { s.sharing = Sharing::equal; }},
      {"goals", [](Setup& s, std::size_t) { s.sharing = Sharing::goals; }},
  };
  return all;
}

// Shapes of requests

constexpr int kUsualCount = 32;

void ask_singly(Demand& demand, SplitMix64& random) {
  for (int k = 0; k < kUsualCount; ++k)
    demand.all.push_back({demand.start(random), {demand.goal(random)}});
}

void ask_with_goals(Demand& demand, SplitMix64& random, Visit visit) {
  for (int k = 0; k < kUsualCount; ++k) {
    Demand::One one{.start = demand.start(random), .goals = {}, .visit = visit};
    const std::uint32_t more = k == 3 ? 24 : random.below(5);  // 24: enough for a sweep
    for (std::uint32_t left = more; left > 0; --left)
      one.goals.push_back(demand.goal(random));
    one.goals.push_back(demand.goal(random));
    if (k % 8 == 7) one.goals.clear();
    demand.all.push_back(std::move(one));
  }
}

template <class Change>
void ask_changed(Demand& demand, SplitMix64& random, const Change& change) {
  ask_singly(demand, random);
  for (Demand::One& one : demand.all) change(one);
}

const std::vector<Value>& shapes() {
  static const std::vector<Value> all{
      {"one goal", [](Setup& s, std::size_t) { s.demand = ask_singly; }},
      {"any goal",
       [](Setup& s, std::size_t) {
         s.is_query = false;
         s.demand = [](Demand& demand, SplitMix64& random) {
           ask_with_goals(demand, random, Visit::any);
         };
       }},
      {"each goal",
       [](Setup& s, std::size_t) {
         s.is_query = false;
         s.demand = [](Demand& demand, SplitMix64& random) {
           ask_with_goals(demand, random, Visit::each);
         };
       }},
      {"patrol",
       [](Setup& s, std::size_t) {
         s.is_query = false;
         s.demand = [](Demand& demand, SplitMix64& random) {
           ask_with_goals(demand, random, Visit::in_turn);
         };
       }},
      {"radius",
       [](Setup& s, std::size_t) {
         s.is_query = false;
         s.demand = [](Demand& demand, SplitMix64& random) {
           ask_changed(demand, random, [](Demand::One& one) { one.radius = 2.5; });
         };
       }},
      {"approach",
       [](Setup& s, std::size_t) {
         s.is_query = false;
         s.demand = [](Demand& demand, SplitMix64& random) {
           ask_changed(demand, random, [](Demand::One& one) { one.approach = true; });
         };
       }},
      {"escape",
       [](Setup& s, std::size_t) {
         s.is_query = false;
         s.demand = [](Demand& demand, SplitMix64& random) {
           ask_changed(demand, random, [&](Demand::One& one) {
             if (random.chance(50)) one.start = demand.goal(random);
             one.escape = true;
           });
         };
       }},
      {"mixed",
       [](Setup& s, std::size_t) {
         s.is_query = false;
         s.demand = [](Demand& demand, SplitMix64& random) {
           for (const Visit visit : {Visit::any, Visit::each, Visit::in_turn})
             ask_with_goals(demand, random, visit);
           for (Demand::One& one : demand.all) {
             if (random.chance(30)) one.radius = 1.5;
             one.approach = random.chance(50);
             one.escape = random.chance(50);
           }
         };
       }},
      {"limit on cost",
       [](Setup& s, std::size_t) {
         s.limited = true;
         s.max_steps = 9;
         s.demand = ask_singly;
       }},
      {"limit on expansions",
       [](Setup& s, std::size_t) {
         s.limited = true;
         s.max_expansions = 25;
         s.demand = ask_singly;
       }},
      {"duplicates",
       [](Setup& s, std::size_t) {
         s.demand = [](Demand& demand, SplitMix64& random) {
           ask_singly(demand, random);
           demand.all.resize(8);
           for (std::size_t k = 0; k < 24; ++k) demand.all.emplace_back(demand.all[k % 8]);
         };
       }},
      {"group order",
       [](Setup& s, std::size_t) {
         s.demand = [](Demand& demand, SplitMix64& random) {
           const Position goal = demand.goals.front();
           for (int k = 0; k < 40; ++k)
             demand.all.push_back({demand.start(random), {goal}});
           ask_singly(demand, random);
         };
       }},
      {"one start",
       [](Setup& s, std::size_t) {
         s.demand = [](Demand& demand, SplitMix64& random) {
           const Position start = demand.start(random);
           for (int k = 0; k < 40; ++k)
             demand.all.push_back({start, {demand.goal(random)}});
           ask_singly(demand, random);
         };
       }},
      {"superseded",
       [](Setup& s, std::size_t) {
         s.is_query = false;
         s.needs_scheduler = true;
         s.demand = [](Demand& demand, SplitMix64& random) {
           ask_changed(demand, random,
                       [&](Demand::One& one) { one.agent = AgentId(random.below(7)); });
         };
       }},
      {"cancelled",
       [](Setup& s, std::size_t) {
         s.is_query = false;
         s.needs_scheduler = true;
         s.demand = [](Demand& demand, SplitMix64& random) {
           ask_changed(demand, random,
                       [&](Demand::One& one) { one.cancel = random.chance(30); });
         };
       }},
  };
  return all;
}

// Edits

/// A rectangle on the map that contains `p`.
MapRect around(const World& world, Position p, std::int32_t width, std::int32_t height) {
  const Position corner{std::clamp(p.x, 0, world.terrain.width() - 1),
                        std::clamp(p.y, 0, world.terrain.height() - 1)};
  return {corner, std::min(width, world.terrain.width() - corner.x),
          std::min(height, world.terrain.height() - corner.y)};
}

/// One that the requests notice.
MapRect any_place(const World& world, const Demand& demand, SplitMix64& random) {
  const Position p = random.chance(40) ? demand.goal(random) : world.any_cell(random);
  return around(world, p, 1 + static_cast<std::int32_t>(random.below(4)),
                1 + static_cast<std::int32_t>(random.below(3)));
}

std::vector<Edit> close_places(const World& world, const Demand& demand, SplitMix64& random,
                               int turn) {
  std::vector<Edit> edits{TerrainEdit{any_place(world, demand, random), '@'},
                          TerrainEdit{any_place(world, demand, random), 'T'}};
  // The goal that no path leads to.
  if (turn == 0) edits.emplace_back(TerrainEdit{around(world, demand.goals[1], 1, 1), '@'});
  return edits;
}

std::vector<Edit> open_places(const World& world, const Demand& demand, SplitMix64& random,
                              int) {
  return {TerrainEdit{any_place(world, demand, random), '.'},
          TerrainEdit{around(world, {world.terrain.width() / 2 - 1, 5}, 3, 2), '.'},
          TerrainEdit{any_place(world, demand, random), 'G'}};
}

std::vector<Edit> toggle_places(const World& world, const Demand& demand,
                                SplitMix64& random, int turn) {
  const MapRect door = around(world, {world.terrain.width() / 2, 3}, 2, 4);
  const MapRect goal = around(world, demand.goals[turn / 2 % 3], 1, 1);
  const char now = turn % 2 == 0 ? '@' : '.';
  const MapRect both = any_place(world, demand, random);
  const char before = world.terrain.at(both.corner);
  const MapRect one{both.corner, 1, 1};  // closes and opens in one edit
  return {TerrainEdit{door, now}, TerrainEdit{goal, now}, TerrainEdit{one, '@'},
          TerrainEdit{one, before}};
}

std::vector<Edit> change_weights(const World& world, const Demand& demand,
                                 SplitMix64& random, int turn) {
  return {WeightEdit{any_place(world, demand, random), static_cast<Weight>(turn % 2 * 6)},
          WeightEdit{any_place(world, demand, random),
                     static_cast<Weight>(1 + random.below(9))}};
}

std::vector<Edit> change_danger(const World& world, const Demand& demand,
                                SplitMix64& random, int) {
  static constexpr std::array<Weight, 12> kThreat{9, 2, 0, 7, 1, 9, 9, 0, 3, 4, 8, 5},
      kSafe{};
  std::vector<Edit> edits{TerrainEdit{any_place(world, demand, random), '@'}};
  for (const std::span<const Weight> danger : {std::span(kThreat), std::span(kSafe)}) {
    const MapRect at = any_place(world, demand, random);
    const auto cells = static_cast<std::size_t>(at.width * at.height);
    edits.emplace_back(DangerEdit{0, at, danger.first(cells)});
  }
  return edits;
}

/// Blocks of characters and weights that come and go.
std::vector<Edit> change_blocks(const World& world, const Demand& demand,
                                SplitMix64& random, int turn) {
  static constexpr std::array<char, 12> kRuins{'@', '.', 'T', '.', 'G', '@',
                                               '.', '.', '@', 'T', '.', 'G'};
  static constexpr std::array<Weight, 12> kMud{3, 1, 9, 0, 2, 2, 7, 1, 1, 4, 5, 1};
  const MapRect ruins = any_place(world, demand, random);
  const MapRect mud = any_place(world, demand, random);
  const auto cells = static_cast<std::size_t>(mud.width * mud.height);
  std::vector<Edit> edits{
      TerrainBlockEdit{ruins.corner,
                       {kRuins.data(), ruins.width, ruins.height, ruins.width}},
      WeightBlockEdit{mud, std::span(kMud).first(cells)}};
  if (turn % 2 != 0)
    edits.emplace_back(RestoreEdit{
        around(world, {0, 0}, world.terrain.width() / 2 + turn, world.terrain.height())});
  edits.emplace_back(RestoreEdit{any_place(world, demand, random)});
  return edits;
}

std::vector<Edit> change_steps(const World& world, const Demand& demand, SplitMix64& random,
                               int turn) {
  std::vector<Edit> edits;
  for (const ClosedStep& closed : world.closed_steps)
    if (turn % 2 != 0) edits.emplace_back(StepEdit{closed.from, closed.move, true});
  for (int k = 0; k < 12; ++k) {
    const Position from =
        k < 4 ? demand.goals[static_cast<std::size_t>(k) % 3] : world.any_cell(random);
    edits.emplace_back(StepEdit{from, static_cast<Move>(random.below(kMoves)), false});
  }
  return edits;
}

std::vector<Edit> change_links(const World& world, const Demand&, SplitMix64& random,
                               int turn) {
  std::vector<Edit> edits;
  for (std::size_t k = 0; k < world.all_links().size(); ++k)
    if (k % 2 == 0 || random.chance(30)) edits.emplace_back(LinkEdit{k, turn % 2 != 0});
  return edits;
}

std::vector<Edit> nearly_close(const World& world, const Demand& demand, SplitMix64& random,
                               int turn) {
  if (turn % 2 != 0) return open_places(world, demand, random, turn);
  return {TerrainEdit{{{0, 0}, world.terrain.width(), world.terrain.height() - 4}, '@'}};
}

const std::vector<Value>& edits() {
  static const std::vector<Value> all{
      {"static", [](Setup& s, std::size_t) { s.living = false; }},
      {"close",
       [](Setup& s, std::size_t) {
         s.living = true;
         s.edit = close_places;
       }},
      {"open",
       [](Setup& s, std::size_t) {
         s.living = true;
         s.edit = open_places;
       }},
      {"toggle",
       [](Setup& s, std::size_t) {
         s.living = true;
         s.edit = toggle_places;
       }},
      {"weights",
       [](Setup& s, std::size_t) {
         s.living = s.edits_weights = true;
         s.edit = change_weights;
       }},
      {"blocks",
       [](Setup& s, std::size_t) {
         s.living = s.edits_weights = true;
         s.edit = change_blocks;
       }},
      {"danger",
       [](Setup& s, std::size_t) {
         s.living = s.edits_danger = true;
         s.edit = change_danger;
       }},
      {"steps",
       [](Setup& s, std::size_t) {
         s.living = s.edits_steps = true;
         s.edit = change_steps;
       }},
      {"links",
       [](Setup& s, std::size_t) {
         s.living = s.edits_links = true;
         s.edit = change_links;
       }},
      {"settle in parts",
       [](Setup& s, std::size_t) {
         s.living = true;
         s.settle_work = 60;
         s.edit = close_places;
       }},
      {"save and restore",
       [](Setup& s, std::size_t) {
         s.living = s.saves = true;
         s.edit = close_places;
       }},
      {"save a closed map",
       [](Setup& s, std::size_t) {
         s.living = s.saves = true;
         s.edit = nearly_close;
       }},
      {"hold a version",
       [](Setup& s, std::size_t) {
         s.living = s.holds = true;
         s.edit = toggle_places;
       }},
  };
  return all;
}

const std::vector<Value>& thread_counts() {
  static const std::vector<Value> all = [] {
    std::vector<Value> values;
    for (const int threads : kThreadCounts)
      values.push_back({std::to_string(threads), [](Setup& s, std::size_t value) {
                          s.threads = kThreadCounts[value];
                        }});
    return values;
  }();
  return all;
}

/// Labels of lines do not fit on the small maps of rows; edges do.
constexpr std::size_t kMemoryOfEdges = 16'000;

template <std::size_t memory>
void add_lines(Setup& s, std::size_t) {
  s.lines = true;
  s.lines_memory = memory;
  if (!s.index) s.index = IndexOptions{.landmarks = {0}, .jump_graph = false};
  s.index->lines = {.build = true, .memory = memory};
  if (s.living_part) s.living_part->lines = true;
}

const std::vector<Value>& kinds_of_lines() {
  static const std::vector<Value> all{
      {"none", [](Setup&, std::size_t) {}},
      {"scans", add_lines<0>},
      {"edges", add_lines<kMemoryOfEdges>},
      {"labels", add_lines<std::size_t{64} << 20>},
  };
  return all;
}

}  // namespace

const std::vector<Dimension>& dimensions() {
  static const std::vector<Dimension> all{
      {"ground", grounds()},       {"links", link_kinds()},
      {"part", parts()},           {"algorithm", algorithms()},
      {"heuristic", heuristics()}, {"frame", frames()},
      {"sharing", sharings()},     {"shape", shapes()},
      {"edit", edits()},           {"threads", thread_counts()},
      {"ties", choices_of_ties()}, {"lines", kinds_of_lines()},
  };
  return all;
}

Setup setup_of(const Row& row) {
  Setup setup;
  for (std::size_t d = 0; d < row.size(); ++d)
    dimensions()[d].values[row[d]].set(setup, row[d]);
  return setup;
}

std::string name_of(const ValuePair::Value& value) {
  const Dimension& of = dimensions()[value.dimension];
  return of.name + " " + of.values[value.value].name;
}

std::string name_of(const ValuePair& pair) {
  return name_of(pair.first) + " x " + name_of(pair.second);
}

std::string name_of(const Row& row) {
  std::string words;
  for (std::size_t d = 0; d < row.size(); ++d)
    words += (d == 0 ? "" : ", ") + name_of(ValuePair::Value{d, row[d]});
  return words;
}

}  // namespace throng::test::pairs
