#pragma once

#include "../core/rng.hpp"
#include "buildings.hpp"

#include <throng/frame_scheduler.hpp>
#include <throng/living_map.hpp>
#include <throng/map_changes.hpp>
#include <throng/monitor.hpp>
#include <throng/result.hpp>
#include <throng/route_book.hpp>
#include <throng/solver.hpp>
#include <throng/workers.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <memory_resource>
#include <optional>
#include <vector>

namespace throng::experiment {

struct SimulationOptions {
  std::size_t units = 1000;
  std::size_t group_size = 50;
  std::uint32_t frames = 300;
  std::uint32_t order_every = 120;  ///< mean number of frames between two orders of a group
  std::uint32_t player_every = 30;  ///< frames between two orders of the player
  int unreachable_percent = 0;      ///< of the orders go to unreachable cells
  bool spread = false;              ///< each unit of a group is sent to a place of its own
  std::size_t build = 0;            ///< buildings placed or destroyed per frame
  std::uint64_t seed = 1;
  FrameBudget work = FrameBudget::unlimited();  ///< per frame
  SchedulerOptions scheduler;
  /// Null, or called with the answers of each frame, outside of all measured times. map:
  /// null unless it changes; the answers are right on its newest version.
  std::function<void(const Answers&, const LivingMap* map)> on_answers = nullptr;
};

/// The straight lines of the answers of a frame: see SchedulerOptions::lines.
struct LineFigures {
  std::size_t lines = 0;
  std::size_t points = 0;  ///< of all lines, both ends included
  std::size_t whole = 0;   ///< lines whose paths max_moves did not cut
  // Sums over these
  double length = 0;
  double path_length = 0;  ///< as Grid::path_length()

  void add(const LineFigures& more);
};

/// Measurements of one frame.
struct FrameFigures {
  FrameReport report;
  double submit_seconds = 0;  ///< to decide what units need, and to submit requests
  double seconds = 0;         ///< to edit, run, review, poll and distribute the routes
  std::size_t broken = 0;     ///< routes that buildings broke; their units request others
  LineFigures lines;
};

/// Memory of all routes. Routes grow and shrink all the time; a pool avoids heap
/// allocations in the long run.
class RouteMemory {
 public:
  explicit RouteMemory(std::size_t units);

  std::pmr::memory_resource* pool() noexcept { return &pool_; }
  /// Bytes that it has allocated from the heap, used or not.
  std::size_t bytes() const noexcept { return heap_.bytes; }

 private:
  struct Heap : std::pmr::memory_resource {
    std::size_t bytes = 0;

   private:
    void* do_allocate(std::size_t size, std::size_t alignment) override;
    void do_deallocate(void* memory, std::size_t size, std::size_t alignment) override;
    bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override {
      return this == &other;
    }
  };

  Heap heap_;
  std::pmr::monotonic_buffer_resource buffer_;
  std::pmr::unsynchronized_pool_resource pool_;
};

/// A minimal game of moving units. All groups receive an order in the first frame, and
/// further orders later. A unit with an order stops, requests a path, and then walks it, a
/// move per frame. Now and then the player gives a group an urgent order, and units request
/// a detour around possible obstacles. Units occupy no space. The game is determined by the
/// options and the map, unless work is limited by time.
///
/// On a LivingMap, buildings are placed and destroyed in each frame; see Buildings. A unit
/// whose route is broken stops and requests another one.
class Simulation {
 public:
  /// Errors: bad_argument where no cell is open; those of FrameScheduler::make.
  static Result<Simulation> make(const Solver& solver, const SimulationOptions& options);
  /// Plays on class 0 of the map.
  static Result<Simulation> make(LivingMap map, const SolverOptions& search,
                                 const SimulationOptions& options);

  /// Simulates loading: stores a route for every unit, processes as many requests as there
  /// are units, and runs some searches, so that all memory is allocated before the first
  /// frame.
  void load(Workers& workers);

  FrameFigures step(Workers& workers);

  std::size_t groups() const noexcept { return groups_.size(); }
  std::size_t requests() const noexcept { return requests_; }
  std::uint64_t moves() const noexcept { return moves_; }  ///< of all units so far
  std::size_t occupied_cells() const;                      ///< cells at which units stand
  /// Over all answers so far, in polling order: XXH64 as in Answers, frame by frame;
  /// and a hash of statuses and costs only.
  std::uint64_t result_hash() const noexcept { return result_hash_; }
  std::uint64_t cost_hash() const noexcept { return cost_hash_; }
  /// Frames that requests waited for their answers: slot k counts requests that waited k
  /// frames.
  const std::vector<std::size_t>& waits() const noexcept { return waits_; }

  std::size_t unit_bytes() const noexcept;  ///< of all units and their routes
  /// Memory that holds the routes, including unused capacity.
  std::size_t pool_bytes() const noexcept { return memory_->bytes(); }
  std::size_t scheduler_bytes() const noexcept { return scheduler_.memory_bytes(); }
  std::size_t buildings() const noexcept { return buildings_.standing(); }

 private:
  /// What a unit has requested.
  enum class Wish : std::uint8_t { nothing, path, rest, detour };

  struct Unit {
    Position goal;
    std::uint32_t asked = 0;   ///< the frame of the request
    std::uint32_t detour = 0;  ///< moves that a detour replaces
    Wish wish = Wish::nothing;
    bool has_rest = false;  ///< the route ends before the path does
  };

  struct Group {
    std::size_t begin = 0, end = 0;  ///< of its units
    std::uint32_t next_order = 0;    ///< frame
    Priority priority = Priority::normal;
  };

  Simulation(std::optional<Solver> solver, const SolverOptions& search,
             std::unique_ptr<LivingMap> map, FrameScheduler scheduler,
             const SimulationOptions& options);

  const Route& route_of(std::size_t unit) const {
    return routes_.route(static_cast<RouteId>(unit));
  }
  void fill_routes(const Answers& paths);
  void place_units();
  std::vector<Position> places_around(Position home, std::size_t most) const;
  Position any_open_cell();
  Position goal_for(const Group& group);
  void set_goals(const Group& group, Position goal);
  void order(Group& group, Priority priority);
  void order_groups();
  void ask_for_detours();
  void ask_for_rests();
  void submit(std::size_t i, Wish wish, Position start, Position goal, Priority priority);
  void submit_all();
  void build();
  std::size_t review(Workers& workers);
  void hand_out(Workers& workers);
  void note_answers();
  LineFigures measure_lines() const;
  void walk();

  const Grid& grid() const noexcept { return map_ ? *map_->grid(0) : solver_->grid(); }

  /// Nothing if the map changes: a solver of its first version would hold that version,
  /// and each edit of the first frames would copy all of it.
  std::optional<Solver> solver_;
  SolverOptions search_;            ///< if the map changes
  std::unique_ptr<LivingMap> map_;  ///< null: the map stays as it is
  FrameScheduler scheduler_;
  SimulationOptions options_;
  SplitMix64 random_;
  std::vector<Position> open_cells_;
  std::unique_ptr<RouteMemory> memory_;  ///< of routes_
  RouteBook routes_;                     ///< their numbers are those of the units
  LivingMap::Version seen_{};            ///< by routes_
  MapChanges changes_;                   ///< since then
  Buildings buildings_;
  std::vector<Position> positions_;  ///< of build()
  std::vector<Request> asked_;       ///< since the last submit_all()
  std::vector<Position> goals_;      ///< of these requests
  std::vector<NewPath> new_paths_;   ///< of hand_out()
  std::vector<Unit> units_;
  std::vector<Group> groups_;
  Answers finished_;
  std::vector<std::size_t> waits_;
  std::uint32_t frame_ = 0;
  std::size_t requests_ = 0;
  std::uint64_t moves_ = 0;
  std::uint64_t result_hash_ = 0;
  std::uint64_t cost_hash_ = 0;
};

/// A completed game.
struct PlayedGame {
  std::vector<FrameFigures> frames;  ///< at least one
  std::size_t groups = 0;
  std::uint64_t moves = 0;
  std::size_t occupied_cells = 0;  ///< at the end, see Simulation::occupied_cells
  std::vector<std::size_t> waits;  ///< see Simulation::waits
  std::uint64_t result_hash = 0;
  std::uint64_t cost_hash = 0;
  std::size_t unit_bytes = 0;  ///< of all units
  std::size_t pool_bytes = 0;  ///< memory that holds their routes
  std::size_t scheduler_bytes = 0;
  std::size_t scratch_bytes = 0;
  std::uint64_t late_allocations = 0;  ///< in the second half of the frames
  std::size_t buildings = 0;           ///< that stand at the end
};

/// Returns the number of memory allocations of the program so far.
using AllocationCounter = std::uint64_t (*)();

/// Plays all frames of the options, with which the simulation was made. The monitor counts
/// frames. Errors: that of the simulation; cancelled.
Result<PlayedGame> play(Result<Simulation> simulation, const SimulationOptions& options,
                        Workers& workers, AllocationCounter allocations, Monitor& monitor);

}  // namespace throng::experiment
