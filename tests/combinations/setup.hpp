#pragma once

#include "pairwise.hpp"
#include "world.hpp"

#include <throng/frame_scheduler.hpp>
#include <throng/index.hpp>
#include <throng/living_map.hpp>
#include <throng/solver.hpp>

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace throng::test::pairs {

/// Requests, and the cells that a game uses again and again, closed ones and one outside of
/// the map among them.
struct Demand {
  std::vector<Position> starts, goals;

  struct One {
    Position start;
    std::vector<Position> goals;
    Visit visit = Visit::any;
    double radius = 0;
    bool approach = false;
    bool escape = false;
    AgentId agent = kNoAgent;
    bool cancel = false;  ///< after it was submitted
  };
  std::vector<One> all;

  Position start(SplitMix64& random) const { return any(starts, random); }
  Position goal(SplitMix64& random) const { return any(goals, random); }

 private:
  static Position any(const std::vector<Position>& of, SplitMix64& random) {
    return of[random.below(static_cast<std::uint32_t>(of.size()))];
  }
};

/// How a row asks for paths.
enum class Ask : std::uint8_t {
  queries,
  requests,
  frames,  ///< a FrameScheduler
  field,
  flow_field,
  table,
  matrix,
  places,  ///< Field
  routes,  ///< a RouteBook
};

/// A combination of values: each of them sets what it is about.
struct Setup {
  // ground
  Rules rules = {};
  bool cell_weights = false;
  bool symmetric = true;  ///< Grid::symmetric() without links
  bool closes_steps = false;
  void (*lay_ground)(World&, SplitMix64&) = nullptr;

  // links
  std::size_t links = 0;  ///< at least this many
  bool one_way_links = false;
  void (*lay_links)(World&, SplitMix64&) = nullptr;

  // part
  std::optional<IndexOptions> index = std::nullopt;  ///< none: no index
  bool static_rows = true;                           ///< static fronts have rows
  /// On a map that changes; none: a LivingClass has no such part.
  std::optional<LivingClass> living_part = LivingClass{.landmarks = 0, .jump_graph = false};

  // algorithm, heuristic, ties
  SolverOptions solver = {};

  // frame
  Ask ask = Ask::queries;
  FrameBudget budget = FrameBudget::unlimited();
  std::size_t waves = 4;  ///< frames in which requests are submitted

  Sharing sharing = Sharing::none;

  // shape
  bool is_query = true;  ///< a batch of queries can express it
  bool needs_scheduler = false;
  bool limited = false;
  double max_steps = -1;  ///< a limit on costs; negative: none
  std::uint32_t max_expansions = std::numeric_limits<std::uint32_t>::max();
  void (*demand)(Demand&, SplitMix64&) = nullptr;

  // edits
  bool living = false;
  bool edits_weights = false, edits_steps = false, edits_links = false;
  bool edits_danger = false;
  bool saves = false;  ///< the map is saved and restored between edits, a scheduler too
  bool holds = false;  ///< the first version is used until the end
  std::size_t settle_work = LivingMap::kAll;  ///< after every second edit
  std::vector<Edit> (*edit)(const World&, const Demand&, SplitMix64&, int turn) = nullptr;

  int threads = 1;

  // lines, which `index` and `living_part` have, too
  bool lines = false;
  std::size_t lines_memory = 0;  ///< LineOptions::memory

  // What the ground allows.
  bool hexagonal() const { return is_hexagonal(rules.topology); }
  bool plain_ground() const {
    return rules.movement.plain() && !cell_weights && symmetric && !closes_steps;
  }
  bool jumping_ground() const {
    return plain_ground() && rules.topology == Topology::octile &&
           rules.corners == Corners::never_cut;
  }
  bool is_field() const { return ask >= Ask::field && ask <= Ask::places; }
};

/// A value of a dimension.
struct Value {
  std::string name;
  void (*set)(Setup&, std::size_t value) = nullptr;
};

struct Dimension {
  std::string name;
  std::vector<Value> values;
};

/// Indices into dimensions().
using DimensionId = std::size_t;
inline constexpr DimensionId kGround = 0, kLinks = 1, kPart = 2, kAlgorithm = 3,
                             kHeuristic = 4, kFrame = 5, kSharing = 6, kShape = 7,
                             kEdit = 8, kThreads = 9, kTiesChoice = 10, kLinesChoice = 11;

/// The one list of what is combined.
const std::vector<Dimension>& dimensions();

/// The rows that are not run, in the order in which the library checks them.
std::vector<RowRule> row_rules();

/// Values that are combined once more among themselves: where faults need three values that
/// meet, one or two of which stay the same.
struct Focus {
  std::string name;
  std::vector<ValueSet> within;
};
/// The first is about all values.
std::vector<Focus> foci();

/// Rows whose index lacks a part that was requested, and what its statistics then contain.
struct SkippedPart {
  Part part;
  std::string words;
  std::vector<ValueSet> where;

  bool applies_to(const Row& row) const;
};
std::vector<SkippedPart> skipped_parts();

Setup setup_of(const Row& row);

/// "algorithm jps", and "algorithm jps x ground hex".
std::string name_of(const ValuePair::Value& value);
std::string name_of(const ValuePair& pair);
std::string name_of(const Row& row);

}  // namespace throng::test::pairs
