#include "attacks.hpp"
#include "draw_world.hpp"
#include "trials.hpp"

#include <algorithm>
#include <cstdio>
#include <unistd.h>

// Small worlds that do not change, with every option, against Dijkstra's algorithm.

namespace attack {
namespace {

class StaticWorld {
 public:
  explicit StaticWorld(std::uint64_t seed)
      : random_(seed), workers_(random_.one_in(4) ? 3 : 1) {
    world_.rules = draw_rules(random_, draw_topology(random_));
    draw_ground(random_, world_, kMostSide);
  }

  void play() {
    const Scene scene([this] { return world_.text(); });
    stage("Grid::make");
    if (!make()) return;
    counts().noted("worlds");
    Truth truth(world_, grid_->costs());
    check_grid(truth, *grid_);
    if (random_.one_in(4)) try_solver(random_, truth, grid_, "grid", workers_);
    for (int k = 0; k < 2; ++k) try_index(truth);
    try_fields(random_, truth, index_.value_or(grid_), workers_);
    if (random_.one_in(3)) try_influence();
    if (random_.one_in(3)) try_costlier();
  }

 private:
  /// Compiles the world from memory with a random pitch, which it then overwrites.
  bool make() {
    const std::int32_t pitch = world_.width + (random_.one_in(4) ? random_.range(1, 5) : 0);
    const auto columns = static_cast<std::size_t>(world_.width);
    std::string memory(
        static_cast<std::size_t>(pitch) * static_cast<std::size_t>(world_.height), '?');
    for (std::int32_t y = 0; y < world_.height; ++y) {
      world_.cells.copy(
          &memory[static_cast<std::size_t>(y) * static_cast<std::size_t>(pitch)], columns,
          world_.cell({0, y}));
    }
    const std::vector<ClosedStep> closed = world_.closed_steps();
    const auto made = Grid::make({memory.data(), world_.width, world_.height, pitch},
                                 world_.rules, world_.grid_options(closed));
    std::ranges::fill(memory, 'X');
    if (!made) {
      counts().noted("grid refused: " + made.error().what.substr(0, 40));
      return false;
    }
    grid_ = *made;
    return true;
  }

  void try_index(Truth& truth) {
    stage("Index::build");
    const auto built = Index::build(grid_, draw_index_options(random_), workers_);
    if (!built) {
      counts().noted("index refused: " + built.error().what.substr(0, 40));
      return;
    }
    index_ = *built;
    if (random_.one_in(6)) reload_index();
    check_bounds(random_, truth, *index_);
    if (random_.one_in(3)) try_costlier_index(truth, grid_, "landmarks alone");
    for (int k = 0; k < 2; ++k) try_solver(random_, truth, *index_, "index", workers_);
    if (random_.one_in(3)) try_any_angle(random_, world_, *index_, workers_);
    if (index_->options().landmarks.count == 0 || !random_.one_in(3)) return;
    stage("Index::adapt");
    std::vector<Query> queries;
    for (int k = 0; k < 20; ++k) {
      queries.push_back({draw_position(random_, world_), draw_position(random_, world_)});
    }
    index_ = index_->adapt(queries, workers_);
    try_solver(random_, truth, *index_, "adapted index", workers_);
  }

  static std::string index_path() {
    return "throng_attack_" + std::to_string(getpid()) + ".index";
  }

  void reload_index() {
    stage("index file");
    const std::string path = index_path();
    const auto saved = index_->save(path);
    check(saved.has_value(), "save: ", saved ? "" : saved.error().what);
    const auto loaded =
        Index::load(path, grid_,
                    {.check = random_.pick_enum<IndexCheck>(2), .copy = random_.one_in(2)});
    std::remove(path.c_str());
    check(loaded.has_value(), "load: ", loaded ? "" : loaded.error().what);
    index_ = *loaded;
    counts().noted("indexes loaded");
  }

  std::vector<Weight> draw_influence() {
    std::vector<Weight> influence(world_.size());
    const std::uint32_t kind = random_.below(3);
    for (Weight& one : influence) {
      if (kind == 0) one = static_cast<Weight>(random_.below(5));
      if (kind == 1 && random_.one_in(4)) one = static_cast<Weight>(random_.below(50));
    }
    if (random_.one_in(20)) influence[random_.below(influence.size())] = kMaxWeight;
    return influence;
  }

  /// Lays influence on the grid once or twice.
  void try_influence() {
    stage("influence");
    World world = world_;
    std::shared_ptr<const Grid> grid = grid_;
    for (int k = random_.range(1, 2); k > 0; --k) {
      const std::vector<Weight> influence = draw_influence();
      const auto laid = grid->with_influence(influence);
      if (!laid) {
        counts().noted("influence refused: " + laid.error().what.substr(0, 40));
        break;
      }
      grid = *laid;
      world.influence.resize(world.size());
      for (std::size_t i = 0; i < world.size(); ++i) world.influence[i] += influence[i];
    }
    if (world.influence.empty()) return;
    const Scene scene([&] { return "with influence: " + world.text(); });
    Truth truth(world, grid->costs());
    check_grid(truth, *grid);
    try_solver(random_, truth, grid, "grid with influence", workers_);
    try_costlier_index(truth, grid, "landmarks under influence");
    const auto built = Index::build(grid, draw_index_options(random_), workers_);
    if (built) try_solver(random_, truth, *built, "index with influence", workers_);
    try_fields(random_, truth, built ? *built : Index(grid), workers_);
  }

  /// Closes cells and steps, raises a weight, removes a link.
  void try_costlier() {
    if (!index_) return;
    stage("costlier grid");
    World world = world_;
    for (int k = 0; k < 3; ++k) world.cells[random_.below(world.size())] = '@';
    if (random_.one_in(3) && !world.links.empty()) world.links.pop_back();
    if (random_.one_in(3) && !world.weights.empty()) {
      ++world.weights[random_.below(world.size())];
    }
    if (random_.one_in(3)) {
      world.closed.insert({random_.below(world.size()), random_.range(0, 7)});
    }
    const std::vector<ClosedStep> closed = world.closed_steps();
    const auto made = Grid::make(world.view(), world.rules, world.grid_options(closed));
    if (!made) return;
    const Scene scene([&] { return "costlier: " + world.text(); });
    Truth truth(world, (*made)->costs());
    check_grid(truth, **made);
    try_costlier_index(truth, *made, "costlier index");
  }

  void try_costlier_index(Truth& truth, const std::shared_ptr<const Grid>& grid,
                          std::string_view where) {
    if (!index_) return;
    const auto costlier = index_->with_costlier_grid(grid);
    if (!costlier) {
      counts().noted("costlier grid refused: " + costlier.error().what.substr(0, 40));
      return;
    }
    check(!costlier->save(index_path()), "save: an index of another grid is saved");
    for (int k = 0; k < 2; ++k) try_solver(random_, truth, *costlier, where, workers_);
    if (random_.one_in(2)) try_fields(random_, truth, *costlier, workers_);
  }

  Random random_;
  Workers workers_;
  World world_;
  std::shared_ptr<const Grid> grid_;
  std::optional<Index> index_;
};

}  // namespace

void attack_static_worlds(std::uint64_t seed) { StaticWorld(seed).play(); }

}  // namespace attack
