#pragma once

#include "edits.hpp"
#include "random.hpp"
#include "world.hpp"

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace attack {

/// What a game's queries are answered with.
enum class Choice : std::uint8_t {
  none,
  jump_graph,
  landmarks,
  hubs,
  fronts,
  rows,  ///< fronts with rows
  hierarchy,
  areas,
  gates,
};
inline constexpr std::array<std::string_view, 9> kPartNames{
    "no part", "jump graph", "landmarks", "hubs", "fronts",
    "rows",    "hierarchy",  "areas",     "gates"};

/// What a seed combines. Successive seeds run through all combinations.
struct Combination {
  Choice part = Choice::none;
  Sharing sharing = Sharing::none;
  bool living = false;

  explicit Combination(std::uint64_t seed);
  std::string text() const;
};

/// The map of a game: static grids with their solvers, or a living map.
class GameGround {
 public:
  GameGround(Random& random, const Combination& combination, Workers& workers);

  bool living() const noexcept { return map_ != nullptr; }
  std::size_t classes() const noexcept { return worlds_.size(); }
  const World& world(std::size_t movement) const noexcept { return worlds_[movement]; }
  /// The newest grid of a class.
  const std::shared_ptr<const Grid>& grid(std::size_t movement) const noexcept {
    return living() ? map_->grid(movement) : solvers_[movement].grid_of;
  }
  Guarantee guarantees(std::size_t movement) const;
  /// Whether the newest index of a class has lines.
  bool has_lines(std::size_t movement) const;

  FrameScheduler make_scheduler(const SchedulerOptions& options,
                                std::pmr::memory_resource* memory);

  /// Of a living map.
  LivingMap& map() noexcept { return *map_; }
  DrawnEdits draw_edits(Random& random, std::vector<std::string>& log);
  /// Saves the map and goes on with the restored one. The scheduler must be made again.
  void reload(Workers& workers);

  /// Of static ground: lays influence on the grid of a class, and returns its new solver.
  Solver lay_influence(Random& random, std::size_t movement);

  std::string text() const;

 private:
  struct Served {
    Solver solver;
    std::shared_ptr<const Grid> grid_of;
  };

  void draw_rules_of(Random& random, bool jumps, bool plain);
  void draw_cells(Random& random);
  void draw_layers(Random& random, bool links);
  void make_static(Random& random, Choice part, Workers& workers);
  void make_living(Random& random, Choice part, Workers& workers);
  void update_worlds();

  World ground_;               ///< terrain and layers, under the rules of the first class
  std::vector<World> worlds_;  ///< by class
  std::vector<Served> solvers_;
  SolverOptions options_;
  std::unique_ptr<LivingMap> map_;
  EditRules edit_rules_;
};

}  // namespace attack
