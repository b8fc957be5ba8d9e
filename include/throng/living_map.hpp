#pragma once

#include <throng/export.hpp>
#include <throng/grid.hpp>
#include <throng/index.hpp>
#include <throng/map_changes.hpp>
#include <throng/result.hpp>
#include <throng/rules.hpp>
#include <throng/terrain.hpp>
#include <throng/workers.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace throng {

/// Writes a character into each cell of a rectangle: a building, its ruins, a flood.
struct TerrainEdit {
  MapRect at;
  char terrain = '.';
};

/// Sets the weight of each cell of a rectangle, for all classes, in place of what their
/// characters weigh. Only on maps made with weights.
struct WeightEdit {
  MapRect at;
  Weight weight = 1;
};

/// Writes a character into each cell of a rectangle of the size of `cells`: ruins on mixed
/// ground, a patch of a DynamicScenario. A Terrain converts to its view.
struct TerrainBlockEdit {
  Position corner;  ///< the top left cell
  TerrainView cells;
};

/// Sets the weight of each cell of a rectangle, row by row. Else as WeightEdit.
struct WeightBlockEdit {
  MapRect at;
  std::span<const Weight> weights;  ///< at.width * at.height
};

/// Sets each cell of a rectangle to the character and the weight that it had when the map
/// was made: a building that vanishes. Danger, steps and links stay as they are.
struct RestoreEdit {
  MapRect at;
};

/// Sets the danger of each cell of a rectangle for one class, row by row. A cell weighs its
/// weight plus its danger, which is 0 at first. A closed cell stays closed. Of the cells
/// under a large unit, the heaviest counts, as for weights. Only for classes with
/// LivingClass::max_danger. For example, a game draws what enemies threaten into an array
/// of its own, and passes all of it in each frame. Only cells whose danger differs from
/// before cost more than a comparison.
struct DangerEdit {
  std::size_t movement = 0;  ///< the class
  MapRect at;
  std::span<const Weight> danger;  ///< at.width * at.height
};

/// Closes or opens one step: a fence, a one-way door. Only if LivingOptions::steps is set.
struct StepEdit {
  Position from;
  Move move = Move::north;
  bool open = false;
};

/// Closes or opens a link: a bridge, a teleporter.
struct LinkEdit {
  std::size_t link = 0;  ///< slot of LivingOptions::links
  bool open = false;
};

/// Edits refer to the cells of blocks: keep these until the call that takes the edits
/// returns.
using Edit = std::variant<TerrainEdit, WeightEdit, StepEdit, LinkEdit, TerrainBlockEdit,
                          WeightBlockEdit, RestoreEdit, DangerEdit>;

/// A class of units on a LivingMap.
struct LivingClass {
  Rules rules = {};
  /// Landmarks in each component, at most IndexOptions::kMaxLandmarks; 0: none.
  int landmarks = 16;
  /// The jump point graph. Skipped where the rules do not allow jumps, and on maps with
  /// weights, altitudes, links or steps that close.
  bool jump_graph = true;
  /// Fronts, as IndexOptions::fronts: on any ground without links. An edit makes them out
  /// of date, and queries are searched for until settle() has repaired them. Repairs take
  /// about 0.3 to 3 ms for an edit of up to 32 x 32 cells on maps of 512 x 512 cells, and
  /// for new weights in all cells less than half of the time to build fronts. Fronts need
  /// four times the memory of static ones at most.
  ///
  /// Cells that are closed when the map is made are not part of fronts: while one of them
  /// is open, queries are searched for. If cells may open, as doors do, make the map with
  /// them open, and close them by the first edit.
  bool fronts = false;
  /// Rows, as static fronts have them: paths become two to three times as fast, distances
  /// up to five times. An edit makes all of them out of date. Queries climb fronts until
  /// settle(), which makes rows after everything else, has made all of them again: 0.05 to
  /// 1 s of its work. For maps whose weights seldom change.
  bool front_rows = false;
  /// Memory limit of the fronts of one version, in bytes, and of rows, as many as fit.
  /// Fronts that exceed it when the map is made are left out for good, also on later
  /// versions on which they would fit, and on a map that is saved and restored.
  std::size_t front_memory = std::size_t{256} << 20;
  /// The largest danger of a cell that a DangerEdit may set. Above 0, the class has a layer
  /// of danger: its grids store a weight for each step, as on maps with weights, so it
  /// cannot have a jump graph. A cell may weigh LivingOptions::max_weight plus this: the
  /// larger, the fewer step costs remain, see LivingMap::make.
  Weight max_danger = 0;
  /// What solve_lines() needs to search, as IndexOptions::lines without memory. Edits keep
  /// it up to date, in some microseconds; settle() has nothing to do for it. Left out on
  /// maps with weights, altitudes, links or steps that close, and for classes with danger.
  bool lines = false;
};

/// What a LivingMap consists of besides its terrain. All spans are copied.
struct LivingOptions {
  /// As GridOptions::weights; empty: cells have the weights of their characters.
  std::span<const Weight> weights = {};
  /// As GridOptions::altitude.
  std::span<const std::int16_t> altitude = {};
  /// Whether steps can be closed. Searches on such maps read a weight for each step.
  bool steps = false;
  /// The steps that are closed at first. Requires `steps`.
  std::span<const ClosedStep> closed_steps = {};
  /// All links that edits can close and open. They are open at first.
  std::span<const Link> links = {};
  /// The largest weight that an edit may give to a cell. Those of `weights` and of the
  /// movement classes are always possible. A larger one leaves fewer step costs to choose
  /// from, see LivingMap::make.
  Weight max_weight = 0;
  /// Versions for which changes() is exact, at most 1,000,000.
  std::size_t history = 64;
};

/// A map that changes, its grids and indexes for each class of units. An edit takes about
/// as long as a query: only what lies around it is computed again.
///
/// A version of the map consists of an Index for each class. Indexes never change: queries
/// that run keep theirs, with all they need, while the map goes on to the next version.
///
///     const std::vector<LivingClass> classes{{.rules = rules}};
///     LivingMap map = *LivingMap::make(terrain, classes, {}, workers);
///     const std::vector<Edit> building{TerrainEdit{{{10, 20}, 4, 4}, '@'}};
///     if (!map.edit(building, workers)) return 1;
///     map.settle(500, workers);
///     const Solver solver = *Solver::make(map.index(0));
///
/// Answers are optimal on every version. After closings, lower bounds of landmarks are out
/// of date until settle() has repaired them, so queries may take longer. Hub labels, a
/// hierarchy, areas and gates do not follow edits: where the map will not change for some
/// time, Index::build makes them for grid().
///
/// All results depend only on the terrain, the options and the calls of non-const members,
/// never on threads or time. Once settled(), costs do not depend on how edits were divided
/// into calls.
///
/// Cost:    an edit of 4 x 4 cells on 512 x 512 cells, one class with landmarks and jump
///          graph: 0.1 to 0.25 ms on MovingAI maps (the median; a busy AMD EPYC).
/// Memory:  that of an Index for each class, two to three times, since the next version is
///          written while the former one is read; each older version that is held costs the
///          same again. When warm, 100 edits allocate a few times; more where links change.
/// Throws:  std::bad_alloc. After an edit() or settle() that threw, the map can only be
///          destroyed.
/// Threads: one thread at a time calls non-const members, and const members only between
///          them. Indexes may be used on any thread.
class LivingMap {
 public:
  /// Numbers the versions: 0 after make(), then one more with each edit(), and each
  /// settle() that changed something.
  enum class Version : std::uint64_t {};

  /// Pre: `classes` is not empty.
  ///
  /// Step costs are fixed for all versions. Exact costs remain on maps of up to 1280 x 1280
  /// cells, and become 985/1393, then 408/577 on larger ones and with weights: no edit can
  /// make a distance overflow. With even larger maps or weights they are 408/577, and
  /// edits are checked: see edit(). Grid::rules of the versions contain them.
  /// Cost:   Index::build for each class.
  /// Errors: those of Grid::make and Index::build;
  /// - bad_argument: no class; a closed step without LivingOptions::steps; a class with
  ///   another topology than the first.
  /// - unsupported: a path may cost 2^32 or more, see Grid::make; an edit could make a step
  ///   that weighs more than 65535.
  THRONG_API static Result<LivingMap> make(TerrainView terrain,
                                           std::span<const LivingClass> classes,
                                           const LivingOptions& options, Workers& workers);
  THRONG_API ~LivingMap();
  THRONG_API LivingMap(LivingMap&&) noexcept;
  THRONG_API LivingMap& operator=(LivingMap&&) noexcept;

  /// Applies edits, in this order, as one change: a cell that closes and opens again does
  /// not change. Returns the new version. Threads share classes, their jumps and bounds.
  ///
  /// An edit that affects more than a quarter of the nodes of a jump graph, or changes the
  /// map in very many places, drops the graph: Index::has(Part::jump_graph) is false, and
  /// queries scan the map until settle() has built the graph again. An edit of more than a
  /// share of the cells drops the values of all landmarks until settle() has measured them
  /// again.
  ///
  /// Cost: less than Grid::make and Index::build with the same parts for each class. A
  ///       large edit and settle() together take 0.5 to 1.3 times as long as these.
  ///
  /// Where some map of this size could have a path that costs 2^32 or more (see
  /// fits_always), it is checked whether this one has. Usually that costs O(changed cells),
  /// by an upper bound. If the bound comes near the limit, after thousands of edits, or if
  /// links, steps or the only way between two places nearby close, it costs a Grid::make
  /// and sweeps of the map. The answer depends only on the edited map.
  ///
  /// Errors (then no edit is applied). unsupported: a path might cost 2^32 or more, see
  /// Grid::make. Or bad_argument:
  /// - A rectangle, step or link is not on the map, or a character is neither of
  ///   kTerrains nor set by a class.
  /// - A block has another number of cells than its rectangle.
  /// - A weight is above LivingOptions::max_weight, or the map was made without weights.
  /// - A danger is above LivingClass::max_danger, or there is no such class.
  /// - A step changes, but LivingOptions::steps is not set.
  THRONG_API Result<Version> edit(std::span<const Edit> edits, Workers& workers);
  /// The number of cells that the last edit() changed, over all edits and classes: each
  /// cell that got another character or weight counts once for each class, each cell that
  /// got another danger once. 0 after make() and restore().
  THRONG_API std::size_t edited_cells() const noexcept;
  /// Whether edit() accepts these edits: now and, where it fits_always(), on all later
  /// versions. Errors: those of edit(). Cost: that of edit() at most; O(cells) unless it
  /// fits_always().
  THRONG_API Outcome check(std::span<const Edit> edits) const;

  /// Whether no edit can make a path cost 2^32 or more. True on octile maps of up to 10
  /// million plain cells. With weights, the number of cells times the largest weight
  /// counts, and twice that under CostModel::mean.
  THRONG_API bool fits_always() const noexcept;

  static constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();
  /// Repairs what edits put off: jump graphs that were dropped, then lower bounds, then the
  /// rest. work: about the number of expansions that it may take, over all classes; more
  /// after edits that cut off a large part of the map, by one numbering of a jump graph, or
  /// by one repair of shortcuts. Returns the work done. Threads share what is computed for
  /// whole maps, if `work` is 2'000 or more: on two of them, twice the work takes about 1.4
  /// times as long.
  ///
  /// It pays if the queries until the next edit save more than it costs. After a large edit
  /// (see edit()) of which few queries follow, do not call it at all.
  THRONG_API std::size_t settle(std::size_t work, Workers& workers);
  /// Whether there is nothing to repair.
  THRONG_API bool settled() const noexcept;
  /// The work that settle() has left, in expansions, over all classes; 0 only if
  /// settled(). Where settle() is called in each frame, it returns to about the same value
  /// after each edit, or the map falls behind: see SchedulerOptions::settle_work.
  ///
  /// An estimate. Nearly exact for jump graphs, fronts, and landmarks that are swept anew.
  /// How far the repair of a landmark spreads is known only once it is done, and so is the
  /// work for landmarks in parts that an edit cut off. So the value may rise during
  /// settle(). On two MovingAI maps with six classes it was 0.6 to 1.6 of the work in the
  /// median of each kind of edit; after a single building it may be any part of the work,
  /// or several times as much. Like all results, it depends on the calls alone.
  /// Cost: 10 ns for each class.
  THRONG_API std::size_t debt() const noexcept;

  THRONG_API Version version() const noexcept;
  THRONG_API std::size_t classes() const noexcept;
  /// The newest version of a class. Pre (this and the next two): movement < classes().
  THRONG_API const Index& index(std::size_t movement) const noexcept;
  THRONG_API const std::shared_ptr<const Grid>& grid(std::size_t movement) const noexcept;
  /// Where steps of a class changed since a version. After more than
  /// LivingOptions::history versions: everywhere. For RouteBook::review.
  THRONG_API MapChanges changes(Version since, std::size_t movement) const;
  /// The same, in memory that is used again.
  THRONG_API void changes(Version since, std::size_t movement, MapChanges& changes) const;

  /// The terrain, as the edits left it.
  THRONG_API TerrainView terrain() const noexcept;

  /// All that later results depend on, as bytes: for a saved game, and for a player who
  /// joins later. Which parts were left out when the map was made, and why, is among it.
  /// Equal on all machines. Changes nothing.
  /// Cost: O(cells) if settled(). Else a sweep for each landmark that is not, and a build
  ///       of the shortcuts: on 512 x 512 cells with 16 landmarks 30 ms, on 1024 x 1024
  ///       0.7 s.
  /// Size: about one byte a cell if settled(). Landmarks that are out of date add up to
  ///       four bytes a cell for each of them, in each class.
  THRONG_API Result<std::string> save() const;
  /// Continues where save() was called: all later calls have the results that they would
  /// have had there. Only changes() does not know what happened before, and reports that
  /// anything may have changed.
  ///
  /// Cost:   that of make(), with one sweep for each landmark; if the map was not settled,
  ///         that of save(), too.
  /// Errors: those of make(); bad_format unless `saved` is from save(), whole and
  ///         undamaged, of a version of throng with this format or the one before. A hash
  ///         finds damage, not forgery: restore only what comes from a program that you
  ///         trust.
  THRONG_API static Result<LivingMap> restore(std::string_view saved, Workers& workers);

  /// A hash of everything that answers depend on. Peers of a lockstep game with equal
  /// histories have equal fingerprints. Cost: O(cells).
  THRONG_API std::uint64_t fingerprint() const;

  /// Bytes of all buffers, with room for growth that takes no memory before it is used.
  /// Older versions that are held count only while their buffers are in use here.
  THRONG_API std::size_t memory_bytes() const noexcept;

 private:
  struct Impl;
  explicit LivingMap(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;  ///< null: moved from
};

}  // namespace throng
