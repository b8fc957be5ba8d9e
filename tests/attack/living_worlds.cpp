#include "attacks.hpp"
#include "draw_world.hpp"
#include "edits.hpp"
#include "followers.hpp"
#include "trials.hpp"

#include <algorithm>
#include <atomic>
#include <optional>
#include <thread>

// Small maps that change, in lockstep with a world that the same edits change: every
// version and older ones, what follows them, and a restored copy.

namespace attack {
namespace {

constexpr std::uint32_t kMostFrontMemory = 30'000;

/// A thread that asks the first version the same queries again and again.
class Reader {
 public:
  Reader(Random& random, const Index& index)
      : index_(index), seed_(random.next()), thread_([this] { run(); }) {}
  ~Reader() {
    stop_ = true;
    thread_.join();
  }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  void check_answers() const {
    check(!changed_, "the answers of an old version changed");
    counts().noted("batches of a concurrent reader", batches_);
  }

 private:
  void run() {
    Random random(seed_);
    Workers workers(1);
    const Grid& grid = *index_.grid();
    const auto draw = [&] {
      return Position{random.range(0, grid.width() - 1),
                      random.range(0, grid.height() - 1)};
    };
    std::vector<Query> queries;
    for (int k = 0; k < 60; ++k) queries.push_back({draw(), draw()});
    const Solver solver = *Solver::make(index_);
    Answers result;
    solver.solve(queries, workers, result);
    const std::uint64_t first = result.hash();
    while (!stop_) {
      solver.solve(queries, workers, result);
      if (result.hash() != first) changed_ = true;
      ++batches_;
    }
  }

  Index index_;
  std::uint64_t seed_;
  std::atomic<bool> stop_{false};
  std::atomic<bool> changed_{false};
  std::atomic<std::uint64_t> batches_{0};
  std::thread thread_;
};

class LivingWorld {
 public:
  explicit LivingWorld(std::uint64_t seed)
      : random_(seed), workers_(random_.one_in(5) ? 3 : 1) {}

  void play() {
    const Scene scene([this] { return text(); });
    stage("LivingMap::make");
    draw();
    if (!make()) return;
    counts().noted("living worlds");
    movement_ = random_.below(movements_.size());
    begin_followers();
    std::optional<Reader> reader;
    if (random_.one_in(10)) reader.emplace(random_, map_->index(movement_));
    for (int round = random_.range(3, 14); round > 0; --round) play_round();
    if (reader) reader->check_answers();
  }

 private:
  struct Old {
    Index index;
    World world;
  };
  struct Past {
    LivingMap::Version version;
    World world;
  };

  void draw() {
    ground_.rules = draw_rules(random_, draw_topology(random_));
    plain_ = random_.one_in(4);
    draw_ground(random_, ground_, kMostSide);
    if (plain_) {
      ground_.weights.clear();
      ground_.altitude.clear();
      ground_.closed.clear();
      ground_.links.clear();
    }
    edit_rules_.steps = !plain_ && (!ground_.closed.empty() || random_.one_in(5));
    if (!edit_rules_.steps) ground_.closed.clear();
    ground_.link_open.assign(ground_.links.size(), true);
    const int count = random_.one_in(3) ? random_.range(1, 3) : 1;
    for (int k = 0; k < count; ++k) movements_.push_back(draw_class(k == 0));
    begin_edits(random_, movements_.size(), edit_rules_, ground_);
    for (std::size_t k = 0; k < movements_.size(); ++k) {
      movements_[k].max_danger = edit_rules_.max_danger[k];
    }
  }

  LivingClass draw_class(bool first) {
    LivingClass one;
    one.lines = random_.one_in(2);
    one.rules = first ? ground_.rules : draw_rules(random_, ground_.rules.topology);
    if (plain_ && first && !random_.one_in(6)) {  // jumps, unless there are weights
      one.rules.corners = Corners::never_cut;
      one.rules.movement = MovementClass(".G");
    }
    one.landmarks = random_.one_in(4) ? 0 : random_.range(1, random_.one_in(10) ? 20 : 5);
    one.jump_graph = !random_.one_in(3);
    one.fronts = random_.one_in(2);
    one.front_rows = random_.one_in(2);
    if (random_.one_in(8)) one.front_memory = random_.below(kMostFrontMemory);
    return one;
  }

  Weight heaviest() const {
    Weight most = 1;
    for (const Weight weight : ground_.weights) most = std::max(most, weight);
    for (const LivingClass& one : movements_) {
      for (const char terrain : kTerrains) {
        most = std::max(most, one.rules.movement.weight(terrain));
      }
    }
    return most;
  }

  bool make() {
    const std::vector<ClosedStep> closed = ground_.closed_steps();
    LivingOptions options{.weights = ground_.weights,
                          .altitude = ground_.altitude,
                          .steps = edit_rules_.steps,
                          .closed_steps = closed,
                          .links = ground_.links};
    const Weight most = heaviest();
    if (random_.one_in(2)) {
      options.max_weight = static_cast<Weight>(
          std::min<std::uint32_t>(kMaxWeight, most + random_.below(20)));
    }
    edit_rules_.max_weight = std::max(options.max_weight, most);
    if (random_.one_in(3)) options.history = random_.below(4);
    auto made = LivingMap::make(ground_.view(), movements_, options, workers_);
    if (!made) {
      counts().noted("living map refused: " + made.error().what.substr(0, 40));
      return false;
    }
    map_.emplace(*std::move(made));
    return true;
  }

  /// The world of a class, as the edits left it.
  World world_of(std::size_t movement) const {
    World world = ground_;
    world.rules = map_->grid(movement)->rules();
    world.movement = movement;
    return world;
  }

  void begin_followers() {
    const World world = world_of(movement_);
    Truth truth(world, map_->grid(movement_)->costs());
    const Version version{*map_, movement_, truth, workers_};
    if (random_.one_in(2)) flow_.emplace(random_, version);
    if (random_.one_in(3)) places_.emplace(random_, version);
    if (random_.one_in(2)) routes_.emplace(random_, version);
  }

  void play_round() {
    edit();
    settle();
    std::vector<World> worlds;
    for (std::size_t k = 0; k < movements_.size(); ++k) worlds.push_back(world_of(k));
    for (std::size_t k = 0; k < movements_.size(); ++k) {
      const Scene scene(
          [&] { return "class " + std::to_string(k) + ": " + worlds[k].text(); });
      Truth truth(worlds[k], map_->grid(k)->costs());
      check_version(truth, map_->index(k), "newest version");
    }
    check_terrain();
    const World& world = worlds[movement_];
    const Scene scene([&] { return world.text(); });
    Truth truth(world, map_->grid(movement_)->costs());
    if (random_.one_in(3)) try_version(truth);
    check_changes(world);
    follow(truth);
    revisit(world);
    if (random_.one_in(4)) save();
  }

  void edit() {
    stage("edit");
    const std::uint32_t count = random_.one_in(10) ? 0 : 1 + random_.below(4);
    const World before = ground_;
    const DrawnEdits drawn = draw_edits(random_, edit_rules_, count, ground_, log_);
    const std::vector<Edit>& edits = drawn.list;
    const auto edited = map_->edit(edits, workers_);
    if (twin_)
      check(twin_->edit(edits, workers_).has_value() == edited.has_value(),
            "edit of the restored map");
    if (edited) return;
    // Heavy weights may make a path cost more than 32 bits hold, even on a small map.
    const std::string& why = edited.error().what;
    check(why.find("are too large for this map") != std::string::npos, "edit: ", why);
    counts().noted("edit refused: distances would not fit");
    log_.emplace_back("which was refused");
    ground_ = before;
  }

  void settle() {
    stage("settle");
    std::size_t work = random_.one_in(2) ? random_.below(60) : 0;
    if (random_.one_in(3)) work = LivingMap::kAll;
    if (work > 0) {
      log_.push_back("settle " + std::to_string(work));
      map_->settle(work, workers_);
      if (twin_) twin_->settle(work, workers_);
    }
    check(work != LivingMap::kAll || map_->settled(), "not settled after all work");
    if (!twin_) return;
    check(
        twin_->fingerprint() == map_->fingerprint() && twin_->version() == map_->version(),
        "the restored map went another way");
    counts().compared("fingerprints in lockstep");
  }

  void check_version(Truth& truth, const Index& index, std::string_view where) {
    check_grid(truth, *index.grid());
    check_bounds(random_, truth, index);
    try_solver(random_, truth, index, where, workers_, 1);
  }

  void check_terrain() const {
    for (std::int32_t y = 0; y < ground_.height; ++y) {
      check(map_->terrain().row(y) ==
                std::string_view(ground_.cells)
                    .substr(ground_.cell({0, y}), static_cast<std::size_t>(ground_.width)),
            "row ", y, " of terrain()");
    }
  }

  /// More of what can be done with a version.
  void try_version(Truth& truth) {
    const Index index = map_->index(movement_);
    const std::shared_ptr<const Grid>& grid = index.grid();
    try_fields(random_, truth, random_.one_in(2) ? index : Index(grid), workers_);
    if (random_.one_in(3)) try_any_angle(random_, truth.world(), index, workers_);
    if (random_.one_in(3) && index.options().landmarks.count > 0) {
      const Query query{draw_position(random_, ground_), draw_position(random_, ground_)};
      try_solver(random_, truth, index.adapt({&query, 1}, workers_), "adapted version",
                 workers_, 1);
    }
    if (random_.one_in(2)) try_influence(truth, index);
    if (random_.one_in(3)) try_static_index(truth, grid);
    if (olds_.empty() || !random_.one_in(3)) return;
    const auto costlier = random_.pick(olds_).index.with_costlier_grid(grid);
    if (costlier) try_solver(random_, truth, *costlier, "costlier version", workers_, 1);
  }

  void try_influence(const Truth& truth, const Index& index) {
    std::vector<Weight> influence(truth.size());
    for (Weight& one : influence) one = static_cast<Weight>(random_.below(4));
    const auto laid = index.grid()->with_influence(influence);
    if (!laid) {
      counts().noted("influence refused: " + laid.error().what.substr(0, 40));
      return;
    }
    World world = truth.world();
    world.influence.assign(influence.begin(), influence.end());
    const Scene scene([&] { return "with influence: " + world.text(); });
    Truth changed(world, (*laid)->costs());
    check_grid(changed, **laid);
    try_solver(random_, changed, *laid, "version with influence", workers_, 1);
    const auto costlier = index.with_costlier_grid(*laid);
    if (costlier) {
      try_solver(random_, changed, *costlier, "landmarks of a version under influence",
                 workers_, 1);
    }
  }

  void try_static_index(Truth& truth, const std::shared_ptr<const Grid>& grid) {
    const auto built = Index::build(grid, draw_index_options(random_), workers_);
    if (built) try_solver(random_, truth, *built, "index of a version", workers_, 1);
  }

  /// MapChanges since a version: each step and link that changed has an end in a rectangle.
  void check_changes(const World& now) {
    stage("changes");
    past_.push_back({map_->version(), now});
    for (int k = 0; k < 2; ++k) {
      const Past& past = random_.pick(past_);
      const MapChanges changes = map_->changes(past.version, movement_);
      for (std::size_t cell = 0; cell < now.size(); ++cell) {
        check_changed_steps(past.world, now, now.position(cell), changes);
      }
      for (std::size_t link = 0; link < now.links.size(); ++link) {
        const auto weight = [link](const World& world) {
          return world.link_usable(link) ? world.link_weight(link) : kNever;
        };
        check_change(now.links[link].from, now.links[link].to, weight(past.world),
                     weight(now), changes);
      }
    }
  }

  static void check_changed_steps(const World& past, const World& now, Position from,
                                  const MapChanges& changes) {
    for (int d = 0; d < 8; ++d) {
      const auto to = now.target(from, d);
      if (!to || !now.contains(*to)) continue;
      const auto weight = [&](const World& world) {
        return world.legal(from, d) ? world.double_weight(from, *to) : kNever;
      };
      check_change(from, *to, weight(past), weight(now), changes);
    }
  }

  static void check_change(Position from, Position to, Wide past, Wide now,
                           const MapChanges& changes) {
    if (past == now) return;
    const auto holds = [](const MapRect& at, Position p) {
      return p.x >= at.corner.x && p.x < at.corner.x + at.width && p.y >= at.corner.y &&
             p.y < at.corner.y + at.height;
    };
    const auto& list = now > past ? changes.costlier : changes.cheaper;
    check(std::ranges::any_of(
              list, [&](const MapRect& at) { return holds(at, from) || holds(at, to); }),
          "changes() omits what changed from ", from, " to ", to, ": ", past, " before, ",
          now, " now");
    counts().compared("changed step or link");
  }

  void follow(Truth& truth) {
    const Version version{*map_, movement_, truth, workers_};
    if (flow_ && !random_.one_in(3)) flow_->follow(random_, version);
    if (places_ && !random_.one_in(3)) places_->follow(random_, version);
    if (routes_ && !random_.one_in(3)) routes_->follow(random_, version);
  }

  /// Keeps versions, and asks older ones again.
  void revisit(const World& world) {
    if (random_.one_in(3)) olds_.push_back({map_->index(movement_), world});
    if (olds_.empty() || !random_.one_in(2)) return;
    const Old& old = random_.pick(olds_);
    const Scene scene([&] { return "old version: " + old.world.text(); });
    Truth truth(old.world, old.index.grid()->costs());
    check_version(truth, old.index, "old version");
  }

  void save() {
    stage("save and restore");
    const auto saved = map_->save();
    check(saved.has_value(), "save: ", saved ? "" : saved.error().what);
    auto restored = LivingMap::restore(*saved, workers_);
    check(restored.has_value(), "restore: ", restored ? "" : restored.error().what);
    check(restored->fingerprint() == map_->fingerprint(),
          "fingerprint of the restored map");
    const auto again = restored->save();
    check(again && *again == *saved, "a restored map is saved as other bytes");
    counts().compared("restored maps");
    twin_.reset();
    if (random_.one_in(3)) {
      map_.emplace(*std::move(restored));
      log_.emplace_back("went on with the restored map");
    } else {
      twin_.emplace(*std::move(restored));
    }
    const LivingMap& fresh = twin_ ? *twin_ : *map_;
    for (std::size_t k = 0; k < movements_.size(); ++k) {
      const World world = world_of(k);
      Truth truth(world, fresh.grid(k)->costs());
      check_version(truth, fresh.index(k), "restored version");
    }
  }

  std::string text() const {
    std::string text = "living map: " + ground_.text();
    for (const LivingClass& one : movements_) {
      text += "class: landmarks " + std::to_string(one.landmarks);
      if (one.jump_graph) text += ", jump graph";
      if (one.fronts) text += ", fronts of " + std::to_string(one.front_memory) + " bytes";
      if (one.front_rows) text += ", rows";
      text += ", unit size " + std::to_string(one.rules.unit_size) + ", movement " +
              name(one.rules.movement) + '\n';
    }
    for (const std::string& line : log_) text += line + '\n';
    return text;
  }

  Random random_;
  Workers workers_;
  World ground_;
  std::vector<LivingClass> movements_;
  EditRules edit_rules_;
  bool plain_ = false;  ///< the ground has no layers
  std::optional<LivingMap> map_;
  std::optional<LivingMap> twin_;  ///< a restored copy, which all calls follow
  std::size_t movement_ = 0;       ///< the class that is followed
  std::optional<FlowFollower> flow_;
  std::optional<PlacesFollower> places_;
  std::optional<RouteFollower> routes_;
  std::vector<Old> olds_;
  std::vector<Past> past_;
  std::vector<std::string> log_;
};

}  // namespace

void attack_living_worlds(std::uint64_t seed) { LivingWorld(seed).play(); }

}  // namespace attack
