#pragma once

#include "../core/version_pool.hpp"
#include "../core/versioned_array.hpp"
#include "grid_access.hpp"
#include "living_ground.hpp"
#include "moves.hpp"
#include "rectangle.hpp"
#include "regions.hpp"
#include "step_extremes.hpp"
#include "step_weights.hpp"

#include <throng/grid.hpp>
#include <throng/result.hpp>
#include <throng/rules.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace throng {

/// What an edit changed in the grid of one movement class. Rectangles of anchor cells: the
/// size of the unit is taken into account. They may overlap and contain unchanged cells.
struct GridChanges {
  std::vector<Rectangle> toggled;  ///< contain all cells that opened or closed
  /// Contain all cells that closed, or of which a step vanished or rose.
  std::vector<Rectangle> costlier;
  /// Contain all cells that opened, or of which a step appeared or fell. Each of them that
  /// contains a cell that its edit opened contains the cells around that cell, too, as far
  /// as they lie in the map.
  std::vector<Rectangle> cheaper;
  bool links = false;  ///< whether a link opened or closed

  bool any() const noexcept { return links || !costlier.empty() || !cheaper.empty(); }
  void clear() noexcept {
    toggled.clear();
    costlier.clear();
    cheaper.clear();
    links = false;
  }
};

/// Keeps the grid of one movement class equal to a LivingGround that changes. Only the
/// cells around an edit are computed again.
///
/// The grids equal those of Grid::make for the same ground, with these exceptions:
/// - Step costs are chosen once, the finest under which no edit can make a distance
///   overflow; if there are none, the coarsest, and edits are checked.
/// - Links that are closed keep their places in the LinkTable of their cell.
/// - Grids have step weights if the ground has weights, altitudes or steps that can be
///   closed, even when no step is closed.
///
/// An edit is checked by an upper bound on L, the sum over the strongly connected parts of
/// the map of the largest distance D in the part and one edge, of cost E at most, into it.
/// The bound that Grid::make computes is at most a multiple of L, see bound_weighted_
/// distances. An edit changes L by no more than this:
/// - What opens or gets cheaper joins parts, and each open cell may be a part at first. A
///   cheapest path visits each former part once, so D of joined parts is at most the sum of
///   theirs and of the edges between them: E for each cell that opened.
/// - Where weights rise, a cheapest path from before costs more by the rise of its steps:
/// 2E
///   for each cell, which a path enters and leaves once.
/// - Where cells close, look at all open cells of a window, the closed ones and a ring
///   around them, after the edit. All steps that vanished join cells of the window. If
///   straight steps inside the window connect its open cells, a former path goes by the
///   window, instead, from where it first met a step that vanished to where it last did: E
///   for each open cell of the window. No part falls apart.
/// - Otherwise, and where links or steps close: unknown.
/// Danger is not part of the bound: it adds no more than a rise of all weights by it does,
/// and is added whenever the bound is compared with the limit, so that danger which moves
/// about changes nothing.
/// If the bound plus the change comes near the limit, or the change is unknown, Grid::make
/// compiles the edited ground, and decides; and the bound is computed again. So the answer
/// does not depend on former edits.
///
/// Cost:    an edit of 4 x 4 cells takes 5 to 20 us on maps of 512 x 512 cells; that of
///          Regions included. Units of k cells: the rectangle grows by k - 1.
/// Memory:  that of a Grid for each version (see VersionedArray), and 1 byte a cell; 3 with
///          weights, 5 with altitudes.
/// Threads: one thread at a time. Grids may be used on any thread.
class GridEditor {
 public:
  /// pool: the memory of the grids. max_weight: the largest weight of a cell that any edit
  /// will set, with its danger. movement: the class, see LivingGround::danger_of. Does not
  /// check that distances fit; see check(). Errors: as Grid::make.
  static Result<GridEditor> make(const LivingGround& ground, const Rules& rules,
                                 Weight max_weight, int threads, const VersionPool& pool,
                                 std::size_t movement = 0);

  /// Whether no edit can make a distance overflow.
  bool always_fits() const noexcept { return always_fits_; }
  /// Whether the distances of a ground fit, which differs from that of the grid as edit()
  /// requires. Returns the bound to keep_bound() if that edit follows. Errors: those of
  /// Grid::make.
  /// Cost: O(1) if always_fits(); O(changed cells) far from the limit where closed cells
  /// can
  ///       be walked around; else that of Grid::make and a few sweeps.
  Result<std::uint64_t> check(const LivingGround& ground, std::span<const Rectangle> cells,
                              std::span<const Rectangle> steps, int threads) const;
  void keep_bound(std::uint64_t bound) noexcept { bound_ = bound; }
  /// A bound on all distances of the grid, unless always_fits().
  std::uint64_t bound() const noexcept { return bound_; }

  /// Adapts the grid. ground: after the edit; differs from the ground of the former call
  /// only in the terrain and weights of `cells`, in the danger of `danger`, in closed steps
  /// from the cells of `steps`, and in link_open. All rectangles lie in the map.
  /// Returns what changed; valid until the next call. A cell that closed and opened again
  /// is not part of it.
  const GridChanges& edit(const LivingGround& ground, std::span<const Rectangle> cells,
                          std::span<const Rectangle> steps,
                          std::span<const Rectangle> danger = {});

  /// Saves the next edit copies of whole arrays, see VersionedArray::prepare.
  void prepare() {
    moves_.prepare();
    step_weights_.prepare();
    regions_.prepare();
  }

  /// The newest grid.
  const std::shared_ptr<const Grid>& grid() const noexcept { return grid_; }

  std::size_t memory_bytes() const noexcept;

 private:
  /// What does not change: step costs, and how checks go.
  struct Lasting {
    StepCosts costs;
    std::uint64_t edge = 0;  ///< the cost of any step or link, at most
    std::uint64_t unit = 0;  ///< by how much a weight of 1 more raises a step, at most
    bool always_fits = true;
    std::size_t movement = 0;
  };

  GridEditor(const LivingGround& ground, std::shared_ptr<const Grid> grid, Crew& crew,
             VersionPool pool, const Lasting& lasting);
  static Result<Lasting> choose_costs(const LivingGround& ground, const Rules& rules,
                                      Weight max_weight, std::size_t movement);
  std::uint64_t danger_bound(const LivingGround& ground) const noexcept;
  std::optional<std::uint64_t> growth(const LivingGround& ground,
                                      std::span<const Rectangle> cells,
                                      std::span<const Rectangle> steps) const;
  std::optional<std::uint64_t> growth(const LivingGround& ground,
                                      const Rectangle& anchors) const;
  std::optional<std::uint64_t> detour(const LivingGround& ground,
                                      const Rectangle& closed) const;
  bool surely_fits(const LivingGround& ground, std::uint64_t bound) const noexcept;
  Rectangle anchors_of(const Rectangle& cells) const noexcept;

  /// A rectangle around positions.
  struct Bounds {
    void add(Position p) noexcept {
      first = {std::min(first.x, p.x), std::min(first.y, p.y)};
      last = {std::max(last.x, p.x), std::max(last.y, p.y)};
    }
    void add(const Bounds& more) noexcept {
      if (!more.any()) return;
      add(more.first);
      add(more.last);
    }
    bool any() const noexcept { return last.x >= 0; }
    Rectangle rectangle() const noexcept {
      return {first, last.x - first.x + 1, last.y - first.y + 1};
    }

    static constexpr std::int32_t kFar = std::numeric_limits<std::int32_t>::max();
    Position first{kFar, kFar}, last{-1, -1};
  };
  /// Anchors that changed, and those among them that closed or opened. The latter need not
  /// have steps.
  struct EditedCells {
    Rectangle cells;
    Bounds closed, opened;
  };

  Bounds with_border(const Bounds& cells) const noexcept;
  void fill_ground(const LivingGround& ground);
  void read_anchors(const LivingGround& ground, const Rectangle& anchors,
                    std::vector<Weight>& window) const;
  std::size_t slot_in(const Rectangle& anchors, Position p) const noexcept;
  void edit_cells(const LivingGround& ground, const Rectangle& cells);
  void write_steps(const LivingGround& ground, const Rectangle& cells, Bounds costlier,
                   Bounds cheaper);
  void write_moves(const LivingGround& ground, Position first, CellIndex cell,
                   std::size_t count, Bounds& costlier, Bounds& cheaper);
  void write_weights(Position first, CellIndex cell, std::size_t count, Bounds& costlier,
                     Bounds& cheaper);
  bool find_links(const LivingGround& ground);
  void publish(const LivingGround& ground);

  Ground weighing() const noexcept;
  GridAccess::Steps step_bounds() noexcept;
  bool symmetric_steps(const LivingGround& ground) const noexcept;
  Rectangle clipped(Position first, Position end) const noexcept;
  template <class Visit>
  void for_each_line(const Rectangle& cells, const Visit& visit) const;

  bool weighted() const noexcept { return step_weights_.size() != 0; }
  /// The position k cells after the first of a line.
  Position along(Position first, std::size_t k) const noexcept {
    const auto steps = static_cast<std::int32_t>(k);
    return columns_ ? Position{first.x, first.y + steps}
                    : Position{first.x + steps, first.y};
  }

  static constexpr auto kUnknownBound = std::numeric_limits<std::uint64_t>::max();

  VersionPool pool_;
  std::shared_ptr<const Grid> grid_;
  MoveKernel kernel_;
  std::size_t movement_;                 ///< see LivingGround::danger_of
  std::uint64_t edge_;                   ///< see Lasting
  std::uint64_t unit_;                   ///< see Lasting
  bool always_fits_;                     ///< see Lasting
  std::uint64_t bound_ = kUnknownBound;  ///< on L, see above
  bool columns_;                         ///< lines of the padded layout are columns
  bool halves_;                          ///< see Ground
  VersionedArray<std::uint8_t> moves_;
  VersionedArray<std::uint16_t> step_weights_;  ///< empty: no weights can change
  std::vector<std::uint8_t> open_;              ///< by cell of the padded layout
  Regions regions_;
  std::vector<Weight> weights_;            ///< the heaviest cell under a unit; 0: closed
  std::vector<std::int16_t> altitude_;     ///< empty: the map is flat
  StepExtremes extremes_;                  ///< of step_weights_
  std::vector<std::uint8_t> link_open_;    ///< by link, as regions_ has them
  std::vector<std::uint8_t> link_usable_;  ///< by link, as links_ has them
  std::shared_ptr<const LinkTable> links_;
  std::uint32_t least_weight_ = 1;  ///< of steps, as links_ has it

  // Of edit():
  GridChanges changes_;
  std::vector<EditedCells> edited_;
  std::vector<Weight> window_;  ///< see read_anchors()
  std::vector<std::uint8_t> line_;
  std::vector<std::uint16_t> line_weights_;
};

}  // namespace throng
