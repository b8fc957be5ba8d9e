#include "attacks.hpp"
#include "draw_world.hpp"
#include "edits.hpp"
#include "moving_bodies.hpp"
#include "trials.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>

// Crowds on small maps that change: units of all sizes and speeds, orders, groups, lanes,
// budgets. Every step is checked in continuous time, and made by a second crowd on another
// number of threads, which is restored from bytes now and then.

namespace attack {
namespace {

constexpr std::int32_t kMostCrowdSide = 24;

/// What a unit should be doing.
struct Walker {
  MovingBody body;          ///< with the period of its move
  std::uint8_t period = 1;  ///< of the next one
  std::size_t movement = 0;
  std::vector<Position> goals;  ///< none: no order
  bool arrived = false;
};

class CrowdWorld {
 public:
  explicit CrowdWorld(std::uint64_t seed)
      : random_(seed), workers_(1), others_(random_.one_in(4) ? 3 : 2) {}

  void play() {
    const Scene scene([this] { return text(); });
    stage("Crowd::make");
    draw();
    if (!make()) return;
    counts().noted("crowds");
    const int most = random_.range(2, 60);
    for (int k = 0; k < most; ++k) add();
    for (int round = random_.range(10, 120); round > 0; --round) play_round();
  }

 private:
  void draw() {
    ground_.rules =
        draw_rules(random_, random_.one_in(3) ? Topology::tile : Topology::octile);
    draw_ground(random_, ground_, kMostCrowdSide);
    if (!random_.one_in(3)) {
      ground_.weights.clear();
      ground_.altitude.clear();
    }
    rules_.steps = random_.one_in(3);
    if (!rules_.steps) ground_.closed.clear();
    if (!random_.one_in(6)) ground_.links.clear();
    ground_.link_open.assign(ground_.links.size(), true);
    options_.bodies = random_.one_in(3) ? Bodies::synchronous : Bodies::exact;
    if (random_.one_in(4)) options_.spare_fields = random_.below(1000);
    if (options_.bodies == Bodies::synchronous &&
        ground_.rules.topology == Topology::tile && random_.one_in(2))
      options_.window = 1 + random_.below(62);
    const int count = random_.range(1, 3);
    for (int k = 0; k < count; ++k) {
      LivingClass one{.rules = ground_.rules, .landmarks = 0, .jump_graph = false};
      if (random_.one_in(3)) one.landmarks = 2;  // so that there is something to settle
      if (k > 0 && random_.one_in(2))
        one.rules = draw_rules(random_, ground_.rules.topology);
      one.rules.unit_size =
          options_.bodies == Bodies::synchronous ? 1 : random_.range(1, 3);
      movements_.push_back(one);
    }
    begin_edits(random_, movements_.size(), rules_, ground_);
    for (std::size_t k = 0; k < movements_.size(); ++k)
      movements_[k].max_danger = rules_.max_danger[k];
    rules_.whole_map_in = 400;
    rules_.max_weight = ground_.weights.empty() ? 0 : 9;
  }

  bool make() {
    const std::vector<ClosedStep> closed = ground_.closed_steps();
    const LivingOptions options{.weights = ground_.weights,
                                .altitude = ground_.altitude,
                                .steps = rules_.steps,
                                .closed_steps = closed,
                                .links = ground_.links,
                                .max_weight = rules_.max_weight};
    auto map = LivingMap::make(ground_.view(), movements_, options, workers_);
    if (!map) {
      counts().noted(map.error().what);
      return false;
    }
    map_.emplace(*std::move(map));
    crowd_.emplace(*Crowd::make(*map_, options_));
    twin_.emplace(*Crowd::make(*map_, options_));
    return true;
  }

  World world_of(std::size_t movement) const {
    World world = ground_;
    world.rules = movements_[movement].rules;
    world.rules.costs = map_->grid(movement)->rules().costs;
    world.movement = movement;
    return world;
  }

  Position draw_cell() {
    return {random_.range(0, ground_.width - 1), random_.range(0, ground_.height - 1)};
  }

  /// Whether no cell of the square is taken, as the walkers stand and move.
  bool is_free(Position at, std::int32_t size) const {
    const auto meets = [&](Position other, std::int32_t side) {
      return at.x < other.x + side && other.x < at.x + size && at.y < other.y + side &&
             other.y < at.y + size;
    };
    return std::ranges::none_of(walkers_, [&](const auto& one) {
      const MovingBody& body = one.second.body;
      if (body.move < 0) return meets(body.at, body.size);
      // It may own all that it sweeps.
      return meets({std::min(body.at.x, body.end().x), std::min(body.at.y, body.end().y)},
                   body.size + 1);
    });
  }

  std::uint8_t draw_period() {
    const bool any = options_.bodies == Bodies::exact && random_.one_in(2);
    return static_cast<std::uint8_t>(any ? random_.range(1, 5) : 1);
  }

  CrowdUnit draw_unit() {
    CrowdUnit unit{.at = draw_cell(), .movement = random_.below(movements_.size())};
    unit.period = draw_period();
    if (random_.one_in(2)) unit.idle = random_.pick_enum<Idle>(3);
    return unit;
  }

  void add() {
    const CrowdUnit unit = draw_unit();
    const bool may = crowd_->fits(unit);
    const auto id = crowd_->add(unit), same = twin_->add(unit);
    check(id.has_value() == same.has_value(), "twins add a unit differently");
    check(id.has_value() == may, "fits() at ", unit.at);
    const std::int32_t size = movements_[unit.movement].rules.unit_size;
    const bool fits = world_of(unit.movement).open(unit.at);
    if (fits && is_free(unit.at, size)) check(id.has_value(), "add at ", unit.at);
    if (!fits) check(!id.has_value(), "a unit stands on a closed cell, ", unit.at);
    if (!id) return;
    check(*id == *same, "twins number units differently");
    note_added(*id, unit);
  }

  void note_added(UnitId id, const CrowdUnit& unit) {
    const auto number = static_cast<std::uint32_t>(id);
    check(!walkers_.contains(number), "unit ", number, " exists twice");
    const std::int32_t size = movements_[unit.movement].rules.unit_size;
    walkers_[number] = {
        {number, unit.at, size, -1, unit.period, 0}, unit.period, unit.movement, {}};
  }

  /// Adds several units at once; the twin adds them one by one.
  void add_several() {
    std::vector<CrowdUnit> units;
    for (int k = random_.range(0, 4); k > 0; --k) units.push_back(draw_unit());
    const std::uint64_t before = crowd_->fingerprint();
    const auto ids = crowd_->add_all(units);
    std::vector<UnitId> added;
    for (const CrowdUnit& unit : units) {
      const auto id = twin_->add(unit);
      if (!id) break;
      added.push_back(*id);
    }
    check(ids.has_value() == (added.size() == units.size()), "units that fit together");
    if (!ids) {
      check(crowd_->fingerprint() == before, "units that were not added left a trace");
      // A number that was used once stays in the twin, so it goes on as the other crowd.
      twin_.emplace(*Crowd::restore(*crowd_->save(), *map_, others_));
      return;
    }
    check(*ids == added, "units added together have other numbers");
    for (std::size_t k = 0; k < units.size(); ++k) note_added(added[k], units[k]);
  }

  void set_period() {
    Walker* const walker = draw_walker();
    if (walker == nullptr) return;
    const std::uint8_t period = draw_period();
    both([&](Crowd& crowd) { return crowd.set_period(UnitId{walker->body.unit}, period); });
    walker->period = period;
  }

  void play_round() {
    switch (random_.below(14)) {
      case 0:
        add();
        break;
      case 1:
        remove();
        break;
      case 2:
        order_group();
        break;
      case 3:
        stand();
        break;
      case 4:
        edit();
        break;
      case 5:
        if (random_.one_in(4)) set_lanes();
        break;
      case 6:
        if (random_.one_in(3)) restore();
        break;
      case 7:
        add_several();
        break;
      case 8:
        set_period();
        break;
      default:
        break;
    }
    for (std::uint32_t k = random_.below(3); k > 0; --k) order();
    for (std::uint32_t k = random_.range(1, 8); k > 0; --k) step();
  }

  Walker* draw_walker() {
    if (walkers_.empty()) return nullptr;
    return &std::next(walkers_.begin(), random_.below(walkers_.size()))->second;
  }

  void both(const auto& call) {
    const auto one = call(*crowd_), other = call(*twin_);
    check(one.has_value() == other.has_value(), "twins differ in a call");
    check(one.has_value(), "a call is refused: ", one ? "" : one.error().what);
  }

  void order() {
    Walker* const walker = draw_walker();
    if (walker == nullptr) return;
    std::vector<Position> goals{draw_cell()};
    while (random_.one_in(3)) goals.push_back(draw_cell());
    both([&](Crowd& crowd) { return crowd.order(UnitId{walker->body.unit}, goals); });
    walker->goals = goals;
    walker->arrived = false;
  }

  void order_group() {
    std::vector<UnitId> units;
    std::vector<Position> places;
    for (auto& [number, walker] : walkers_) {
      if (random_.one_in(2)) continue;
      units.push_back(UnitId{number});
      places.push_back(random_.one_in(6) ? kNowhere : draw_cell());
      if (places.back() == kNowhere) continue;
      walker.goals = {places.back()};
      walker.arrived = false;
    }
    const Position goal = draw_cell();
    both([&](Crowd& crowd) { return crowd.order_group(units, goal, places); });
  }

  void stand() {
    Walker* const walker = draw_walker();
    if (walker == nullptr) return;
    const Idle idle = random_.pick_enum<Idle>(3);
    both([&](Crowd& crowd) { return crowd.stand(UnitId{walker->body.unit}, idle); });
    walker->goals.clear();
  }

  void remove() {
    const Walker* const walker = draw_walker();
    if (walker == nullptr) return;
    const std::uint32_t number = walker->body.unit;
    crowd_->remove(UnitId{number});
    twin_->remove(UnitId{number});
    check(!crowd_->contains(UnitId{number}), "a removed unit remains");
    walkers_.erase(number);
  }

  void edit() {
    if (random_.one_in(3)) map_->settle(random_.below(200), workers_);
    stage("LivingMap::edit");
    World changed = ground_;
    const std::size_t lines = log_.size();
    const DrawnEdits edits = draw_edits(
        random_, rules_, static_cast<std::uint32_t>(random_.range(1, 3)), changed, log_);
    if (!map_->edit(edits.list, workers_)) {
      log_.resize(lines);
      return;
    }
    ground_ = changed;
    edited_ = true;
  }

  void set_lanes() {
    const std::size_t movement = random_.below(movements_.size());
    std::vector<ClosedStep> closed;
    for (std::uint32_t k = random_.below(40); k > 0; --k)
      closed.push_back({draw_cell(), random_.pick_enum<Move>(kMoves)});
    both([&](Crowd& crowd) { return crowd.set_lanes(movement, closed); });
    lanes_ = true;
  }

  /// Goes on with a crowd restored from bytes. Both are saved: that may drop fields.
  void restore() {
    stage("Crowd::save");
    const auto saved = crowd_->save(), other = twin_->save();
    check(saved && other && *saved == *other, "twins are saved as other bytes");
    auto restored = Crowd::restore(*saved, *map_, others_);
    check(restored.has_value(), "restore: ", restored ? "" : restored.error().what);
    check(restored->fingerprint() == crowd_->fingerprint(), "a restored fingerprint");
    twin_.emplace(*std::move(restored));
    counts().compared("restored crowds");
  }

  CrowdBudget draw_budget() {
    CrowdBudget budget;
    if (random_.one_in(5)) budget.decisions = random_.below(walkers_.size() + 1);
    if (random_.one_in(3)) budget.field_cells = random_.below(2000);
    return budget;
  }

  void step() {
    stage("Crowd::step");
    const CrowdBudget budget = draw_budget();
    const CrowdReport report = crowd_->step(workers_, budget);
    const CrowdReport other = twin_->step(others_, budget);
    check(std::ranges::equal(crowd_->started(), twin_->started()) &&
              std::ranges::equal(crowd_->arrived(), twin_->arrived()) && report == other,
          "twins step differently: ", report.decisions, " and ", other.decisions,
          " decisions, ", report.fields_made, " and ", other.fields_made, " fields, ",
          report.fields_queued, " and ", other.fields_queued, " queued, ", report.started,
          " and ", other.started, " started, ", report.blocked, " and ", other.blocked,
          " blocked, ", report.arrived, " and ", other.arrived, " arrived, ",
          report.escaping, " and ", other.escaping, " escaping");
    if (random_.one_in(8))
      check(crowd_->fingerprint() == twin_->fingerprint(), "fingerprints of twins");
    begin_moves();
    read_goals();
    std::vector<MovingBody> bodies;
    for (const auto& [number, walker] : walkers_) bodies.push_back(walker.body);
    if (options_.bodies == Bodies::exact)
      check_exact_bodies(bodies);
    else
      check_synchronous_bodies(bodies);
    counts().compared("unit step", bodies.size());
    end_moves();
    check_places(report);
    edited_ = false;
  }

  /// Units of groups may have exchanged their places.
  void read_goals() {
    std::vector<Position> before, after;
    for (auto& [number, walker] : walkers_) {
      const auto goal = crowd_->goal(UnitId{number});
      if (walker.goals.size() != 1 || !goal) continue;
      before.push_back(walker.goals[0]);
      after.push_back(*goal);
      walker.goals[0] = *goal;
    }
    const auto less = [](Position a, Position b) {
      return std::pair(a.y, a.x) < std::pair(b.y, b.x);
    };
    std::ranges::sort(before, less);
    std::ranges::sort(after, less);
    check(before == after, "goals were lost");
  }

  void begin_moves() {
    std::map<std::size_t, World> worlds;
    for (const Stride& stride : crowd_->started()) {
      Walker& walker = walkers_.at(static_cast<std::uint32_t>(stride.unit));
      MovingBody& body = walker.body;
      body.period = walker.period;
      check(body.move < 0 && body.at == stride.from && body.period == stride.period,
            "unit ", body.unit, " at ", body.at, " begins a move from ", stride.from);
      if (!worlds.contains(walker.movement))
        worlds.emplace(walker.movement, world_of(walker.movement));
      const World& world = worlds.at(walker.movement);
      const int move = static_cast<int>(stride.move);
      body.move = move;
      body.done = 0;
      if (world.open(stride.from)) {
        check(world.legal(stride.from, move), "an illegal move ", move, " from ",
              stride.from);
      } else {
        const Position to = body.end();
        check(move < 4 && to.x >= 0 && to.y >= 0 && to.x + body.size <= ground_.width &&
                  to.y + body.size <= ground_.height,
              "a way out by move ", move, " from ", stride.from);
        counts().noted("steps over closed cells");
      }
    }
  }

  void end_moves() {
    std::vector<std::uint32_t> arrived;
    for (auto& [number, walker] : walkers_) {
      MovingBody& body = walker.body;
      if (body.move >= 0 && ++body.done == body.period) {
        body.at = body.end();
        body.move = -1;
      }
      if (walker.arrived || !at_goal(walker)) continue;
      walker.arrived = true;
      arrived.push_back(number);
    }
    std::vector<std::uint32_t> reported;
    for (const UnitId unit : crowd_->arrived())
      reported.push_back(static_cast<std::uint32_t>(unit));
    std::ranges::sort(reported);
    check(reported == arrived, "other units arrived");
  }

  static bool at_goal(const Walker& walker) {
    return walker.body.move < 0 &&
           std::ranges::find(walker.goals, walker.body.at) != walker.goals.end();
  }

  void check_places(const CrowdReport& report) {
    check(crowd_->size() == walkers_.size(), "the number of units");
    for (const auto& [number, walker] : walkers_) {
      const UnitId unit{number};
      const UnitPlace place = crowd_->place(unit);
      const MovingBody& body = walker.body;
      check(place.at == body.at && place.move.has_value() == (body.move >= 0), "unit ",
            number, " is at ", place.at, ", not at ", body.at);
      if (place.move)
        check(static_cast<int>(*place.move) == body.move &&
                  place.steps_left == body.period - body.done,
              "unit ", number, " makes another move");
      check(crowd_->at_goal(unit) == at_goal(walker), "at_goal of unit ", number);
      const auto owner = crowd_->unit_in(body.at);
      if (body.move < 0) check(owner == unit, "another unit in ", body.at);
    }
    check_owners();
    const bool by_steps = !lanes_ && ground_.links.empty();
    if (report.fields_queued == 0 && !edited_ && by_steps && random_.one_in(6))
      check_cut_off();
  }

  /// No cell belongs to a unit that is not there.
  void check_owners() const {
    for (std::size_t cell = 0; cell < ground_.size(); ++cell) {
      const Position p = ground_.position(cell);
      const auto owner = crowd_->unit_in(p);
      if (!owner) continue;
      const MovingBody& body = walkers_.at(static_cast<std::uint32_t>(*owner)).body;
      const Position end = body.end();
      check(p.x >= std::min(body.at.x, end.x) && p.y >= std::min(body.at.y, end.y) &&
                p.x < std::max(body.at.x, end.x) + body.size &&
                p.y < std::max(body.at.y, end.y) + body.size,
            "cell ", p, " belongs to unit ", body.unit, " at ", body.at);
    }
  }

  /// Units that no path leads to a goal. A unit of a group knows once it has lost its way.
  void check_cut_off() {
    std::map<std::size_t, Truth> truths;
    const auto report = crowd_->step(workers_, {.decisions = 0});
    check(twin_->step(others_, {.decisions = 0}).step == report.step, "number of a step");
    end_moves();
    if (report.fields_queued != 0) return;
    for (const auto& one : walkers_) {
      const Walker& walker = one.second;
      if (walker.goals.empty() || walker.body.move >= 0) continue;
      if (!truths.contains(walker.movement))
        truths.emplace(walker.movement, Truth(worlds(walker.movement),
                                              map_->grid(walker.movement)->costs()));
      Truth& truth = truths.at(walker.movement);
      if (!truth.world().open(walker.body.at) || at_goal(walker)) continue;
      const bool reachable = std::ranges::any_of(walker.goals, [&](Position goal) {
        return truth.world().open(goal) && truth.distance(walker.body.at, goal) != kNever;
      });
      check(!reachable || !crowd_->is_cut_off(UnitId{one.first}), "unit ", one.first,
            " at ", walker.body.at, " is not cut off");
      counts().compared("unit cut off or not");
    }
  }

  /// A world that lives as long as a Truth of it.
  const World& worlds(std::size_t movement) {
    kept_.push_back(std::make_unique<World>(world_of(movement)));
    return *kept_.back();
  }

  std::string text() const {
    std::string text = std::string("crowd, ") +
                       (options_.bodies == Bodies::exact ? "exact" : "synchronous") +
                       " bodies: " + ground_.text();
    for (const std::string& line : log_) text += line + '\n';
    return text;
  }

  Random random_;
  Workers workers_;
  Workers others_;
  World ground_;
  std::vector<LivingClass> movements_;
  EditRules rules_;
  CrowdOptions options_;
  std::optional<LivingMap> map_;
  std::optional<Crowd> crowd_;
  std::optional<Crowd> twin_;
  std::map<std::uint32_t, Walker> walkers_;
  std::vector<std::unique_ptr<World>> kept_;
  bool edited_ = false;
  bool lanes_ = false;
  std::vector<std::string> log_;
};

}  // namespace

void attack_crowds(std::uint64_t seed) { CrowdWorld(seed).play(); }

}  // namespace attack
