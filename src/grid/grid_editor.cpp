#include "grid_editor.hpp"

#include "cost_range.hpp"
#include "grid_access.hpp"
#include "layers.hpp"
#include "link_list.hpp"

#include <throng/assert.hpp>
#include <throng/links.hpp>

#include <algorithm>
#include <bit>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

namespace throng {
namespace {

/// Of a cell on which no unit may stand, and of cells outside of the map. Greater than any
/// weight, so that it wins where the heaviest cell under a unit is looked for.
constexpr Weight kClosed = std::numeric_limits<Weight>::max();
static_assert(kClosed > kMaxWeight);

bool has_weights(const LivingGround& ground, const Rules& rules, std::size_t movement) {
  return !ground.weights.empty() || !rules.movement.plain() ||
         !ground.danger_of(movement).empty();
}

/// The weight of the heaviest step that edits can make. weighted: see has_weights().
double worst_step(const LivingGround& ground, const Rules& rules, Weight max_weight,
                  bool weighted) {
  double step = weighted ? max_weight : 1;
  if (!ground.altitude.empty()) {
    const auto [low, high] = std::ranges::minmax(ground.altitude);
    step += static_cast<double>(rules.climb) * (high - low);
  }
  return step;
}

/// An upper bound on every distance, whatever is open, in units of `straight` costs of 1.
/// A shortest path on plain ground visits at most three cells of any open square of four:
/// it would be shorter to step from the first to the last of four. (Hexagonal grids have no
/// such squares.)
double worst_steps(const LivingGround& ground, const Rules& rules, Weight max_weight,
                   bool weighted) {
  const double width = ground.terrain.width(), height = ground.terrain.height();
  const bool plain = !weighted && ground.altitude.empty() && ground.closed_steps.empty() &&
                     !is_hexagonal(rules.topology);
  const double step = worst_step(ground, rules, max_weight, weighted);
  double links = 0;
  for (const Link& link : ground.links) links += link.weight;
  const double cells = plain ? 0.75 * (width + 1) * (height + 1) : width * height;
  return cells * step + links + 2 * step;
}

}  // namespace

Result<GridEditor::Lasting> GridEditor::choose_costs(const LivingGround& ground,
                                                     const Rules& rules, Weight max_weight,
                                                     std::size_t movement) {
  const bool octile = rules.topology == Topology::octile;
  const bool weighted = has_weights(ground, rules, movement);
  const double steps = worst_steps(ground, rules, max_weight, weighted);
  const double heaviest = worst_step(ground, rules, max_weight, weighted);
  const double doubled = weighted && rules.cost_model == CostModel::mean ? 2 : 1;
  constexpr auto kMost = std::numeric_limits<std::uint16_t>::max();
  if (doubled * heaviest > kMost)
    return fail(Code::unsupported,
                "an edit could make a step that weighs more than " + std::to_string(kMost) +
                    " (weights of cells under the model mean count twice)");
  Lasting lasting;
  lasting.movement = movement;
  double most = 0;
  for (const StepCosts costs : possible_costs(rules)) {
    lasting.costs = costs;
    most = doubled * (octile ? costs.diagonal : costs.straight);
    if (steps * most < max_distance(0)) return lasting;
  }
  double edge = heaviest * most;
  for (const Link& link : ground.links)
    edge = std::max(edge, link.weight * doubled * lasting.costs.straight);
  lasting.edge = static_cast<std::uint64_t>(edge) + 1;
  lasting.unit = static_cast<std::uint64_t>(most);
  lasting.always_fits = false;
  return lasting;
}

namespace {

std::vector<ClosedStep> closed_steps_of(const LivingGround& ground) {
  std::vector<ClosedStep> steps;
  if (ground.closed_step_count == 0) return steps;
  for (Position p; p.y < ground.terrain.height(); ++p.y)
    for (p.x = 0; p.x < ground.terrain.width(); ++p.x)
      for (unsigned bits = ground.closed_steps[ground.slot(p)]; bits != 0; bits &= bits - 1)
        steps.push_back({p, static_cast<Move>(std::countr_zero(bits))});
  return steps;
}

std::vector<Link> open_links_of(const LivingGround& ground) {
  std::vector<Link> links;
  for (std::size_t k = 0; k < ground.links.size(); ++k)
    if (ground.link_open[k] != 0) links.push_back(ground.links[k]);
  return links;
}

/// What Grid::make needs beside terrain and rules.
class GridInputs {
 public:
  /// with_danger: whether weights contain the danger for the class.
  GridInputs(const LivingGround& ground, const MovementClass& movement,
             std::span<const Weight> danger, bool with_danger)
      : ground_(ground), steps_(closed_steps_of(ground)), links_(open_links_of(ground)) {
    if (danger.empty()) return;
    weights_.reserve(danger.size());
    for (std::int32_t y = 0; y < ground.terrain.height(); ++y)
      for (const char character : ground.terrain.row(y)) {
        const std::size_t slot = weights_.size();
        const Weight own = movement.weight(character);
        const Weight weight =
            own == 0 || ground.weights.empty() ? own : ground.weights[slot];
        const Weight more = weight == 0 || !with_danger ? Weight{0} : danger[slot];
        weights_.push_back(static_cast<Weight>(weight + more));
      }
  }
  GridOptions options(int threads) const noexcept {
    return {.threads = threads,
            .weights = weights_.empty() ? std::span(ground_.weights) : std::span(weights_),
            .altitude = ground_.altitude,
            .closed_steps = steps_,
            .links = links_};
  }

 private:
  const LivingGround& ground_;
  std::vector<Weight> weights_;  ///< empty: those of the ground
  std::vector<ClosedStep> steps_;
  std::vector<Link> links_;
};

std::vector<std::uint8_t> open_cells_of(const Grid& grid) {
  std::vector<std::uint8_t> open(grid.cell_count());
  for (CellIndex cell = 0; cell < open.size(); ++cell)
    open[cell] = grid.component(cell) != Grid::kNoComponent ? 1 : 0;
  return open;
}

}  // namespace

Result<GridEditor> GridEditor::make(const LivingGround& ground, const Rules& rules,
                                    Weight max_weight, int threads, const VersionPool& pool,
                                    std::size_t movement) {
  const Result<Lasting> lasting = choose_costs(ground, rules, max_weight, movement);
  if (!lasting) return lasting.failure();
  Rules lasting_rules = rules;
  lasting_rules.costs = lasting->costs;
  const GridInputs inputs(ground, rules.movement, ground.danger_of(movement), true);
  auto grid = GridAccess::make_lasting(
      ground.terrain, lasting_rules, inputs.options(threads), !ground.closed_steps.empty());
  if (!grid) return grid.failure();
  Crew crew(threads);
  return GridEditor(ground, *std::move(grid), crew, pool, *lasting);
}

/// Whether Grid::make accepts a ground with this bound on L. Its bound is at most twice L,
/// and twice that where components may have several parts.
bool GridEditor::surely_fits(const LivingGround& ground,
                             std::uint64_t bound) const noexcept {
  const bool several = !ground.links.empty() || !ground.closed_steps.empty();
  const std::uint64_t limit = max_distance(0) - 2 * std::min(edge_, max_distance(0) / 2);
  return bound <= limit / (several ? 4 : 2);
}

Result<std::uint64_t> GridEditor::check(const LivingGround& ground,
                                        std::span<const Rectangle> cells,
                                        std::span<const Rectangle> steps,
                                        int threads) const {
  if (always_fits_) return bound_;
  if (bound_ != kUnknownBound)
    if (const auto more = growth(ground, cells, steps);
        more && surely_fits(ground, bound_ + *more + danger_bound(ground)))
      return bound_ + *more;
  const auto compile = [&](bool with_danger) {
    const GridInputs inputs(ground, grid_->rules().movement, ground.danger_of(movement_),
                            with_danger);
    return Grid::make(ground.terrain, grid_->rules(), inputs.options(threads));
  };
  auto grid = compile(true);
  if (grid && danger_bound(ground) != 0) grid = compile(false);
  if (!grid) return grid.failure();
  // Sums that fit many times over need no sweep.
  const PartsRange range = bound_parts(**grid, max_distance(0) / 64);
  return range.distances + range.parts * edge_;
}

/// By how much danger raises a bound at most: a cheapest path without it enters and leaves
/// each cell once, and a unit covers unit_size^2 cells.
std::uint64_t GridEditor::danger_bound(const LivingGround& ground) const noexcept {
  if (ground.danger_of(movement_).empty()) return 0;
  const auto side = static_cast<std::uint64_t>(grid_->rules().unit_size);
  const std::uint64_t most = max_distance(0), each = 2 * unit_ * side * side;
  return std::min(most / each, ground.danger[movement_].sum) * each;
}

/// By how much an edit may increase L, see above; nullopt: unknown.
std::optional<std::uint64_t> GridEditor::growth(const LivingGround& ground,
                                                std::span<const Rectangle> cells,
                                                std::span<const Rectangle> steps) const {
  std::vector<Weight> window;
  const auto opens = [&](Position p) {
    const Rectangle anchor{p, 1, 1};
    read_anchors(ground, anchor, window);
    return window[slot_in(anchor, p)] != kClosed;
  };
  for (std::size_t k = 0; k < ground.links.size(); ++k)
    if (link_usable_[k] != 0 && (ground.link_open[k] == 0 || !opens(ground.links[k].from) ||
                                 !opens(ground.links[k].to)))
      return std::nullopt;
  for (const Rectangle& some : steps)
    for (Position p = some.corner; p.y < some.corner.y + some.height; ++p.y)
      for (p.x = some.corner.x; p.x < some.corner.x + some.width; ++p.x)
        if ((moves_.values()[grid_->cell(p)] & ground.closed_steps[ground.slot(p)]) != 0)
          return std::nullopt;
  std::uint64_t sum = 0;
  for (const Rectangle& some : cells) {
    const auto more = growth(ground, anchors_of(some));
    if (!more) return std::nullopt;
    sum += *more;
  }
  return sum;
}

std::optional<std::uint64_t> GridEditor::growth(const LivingGround& ground,
                                                const Rectangle& anchors) const {
  std::vector<Weight> window;
  read_anchors(ground, anchors, window);
  const bool has_danger = !ground.danger_of(movement_).empty();
  std::uint64_t changed = 0;
  Bounds closed;
  for_each_line(anchors, [&](Position first, CellIndex cell, std::size_t count) {
    for (std::size_t k = 0; k < count; ++k) {
      const Position p = along(first, k);
      const Weight found = window[slot_in(anchors, p)];
      const bool was_open = open_[cell + k] != 0, is_open = found != kClosed;
      if (was_open && !is_open) closed.add(p);
      // Danger may hide that a weight changed.
      const bool weighs =
          weighted() && (has_danger || (is_open && found != weights_[cell + k]));
      if (is_open && (!was_open || weighs)) ++changed;
    }
  });
  const std::uint64_t sum = 2 * edge_ * changed;
  if (!closed.any()) return sum;
  const auto around = detour(ground, closed.rectangle());
  return around ? std::optional(sum + *around) : std::nullopt;
}

/// What a way around cells that closed costs at most; nullopt: there may be none nearby.
std::optional<std::uint64_t> GridEditor::detour(const LivingGround& ground,
                                                const Rectangle& closed) const {
  if (ground.closed_step_count != 0) return std::nullopt;
  const Rectangle area =
      clipped({closed.corner.x - 1, closed.corner.y - 1},
              {closed.corner.x + closed.width + 1, closed.corner.y + closed.height + 1});
  std::vector<Weight> window;
  read_anchors(ground, area, window);
  std::vector<Position> found;
  const auto take = [&](Position p) {
    const std::int32_t x = p.x - area.corner.x, y = p.y - area.corner.y;
    if (x < 0 || y < 0 || x >= area.width || y >= area.height) return;
    Weight& weight = window[slot_in(area, p)];
    if (weight == kClosed) return;
    weight = kClosed;
    found.push_back(p);
  };
  std::uint64_t count = 0;
  for (Position p = area.corner; p.y < area.corner.y + area.height; ++p.y)
    for (p.x = area.corner.x; p.x < area.corner.x + area.width; ++p.x) {
      take(p);
      if (found.empty()) continue;
      if (count != 0) return std::nullopt;  // a second piece
      while (!found.empty()) {
        const Position at = found.back();
        found.pop_back();
        ++count;
        take({at.x - 1, at.y});
        take({at.x + 1, at.y});
        take({at.x, at.y - 1});
        take({at.x, at.y + 1});
      }
    }
  return count * edge_;
}

GridEditor::GridEditor(const LivingGround& ground, std::shared_ptr<const Grid> grid,
                       Crew& crew, VersionPool pool, const Lasting& lasting)
    : pool_(std::move(pool)),
      grid_(std::move(grid)),
      kernel_(move_kernel(grid_->rules())),
      movement_(lasting.movement),
      edge_(lasting.edge),
      unit_(lasting.unit),
      always_fits_(lasting.always_fits),
      columns_(is_hexagonal(grid_->rules().topology)),
      halves_(has_weights(ground, grid_->rules(), lasting.movement) &&
              grid_->rules().cost_model == CostModel::mean),
      moves_(grid_->cell_count()),
      step_weights_(GridAccess::step_weights(*grid_).size()),
      open_(open_cells_of(*grid_)),
      regions_(grid_->rules(), grid_->width(), grid_->height(), open_, ground.links, crew),
      link_open_(ground.links.size(), std::uint8_t{1}),
      link_usable_(ground.links.size()),
      links_(grid_->links()) {
  std::ranges::copy(grid_->moves(), moves_.write(0, moves_.size()).begin());
  if (weighted()) {
    std::ranges::copy(GridAccess::step_weights(*grid_),
                      step_weights_.write(0, step_weights_.size()).begin());
    extremes_ = StepExtremes(moves_.size());
    fill_ground(ground);
  }
  changes_.links = find_links(ground);
  regions_.update(std::span<const Rectangle>(), open_);
  publish(ground);
}

void GridEditor::fill_ground(const LivingGround& ground) {
  weights_.resize(moves_.size());
  const Rectangle map{{0, 0}, grid_->width(), grid_->height()};
  read_anchors(ground, map, window_);
  for_each_line(map, [&](Position first, CellIndex cell, std::size_t count) {
    for (std::size_t k = 0; k < count; ++k) {
      const Position p = along(first, k);
      const Weight weight = window_[slot_in(map, p)];
      weights_[cell + k] = weight == kClosed ? Weight{0} : weight;
    }
  });
  if (ground.altitude.empty()) return;
  altitude_.resize(moves_.size());
  for_each_line(map, [&](Position first, CellIndex cell, std::size_t count) {
    for (std::size_t k = 0; k < count; ++k)
      altitude_[cell + k] = ground.altitude[ground.slot(along(first, k))];
  });
}

const GridChanges& GridEditor::edit(const LivingGround& ground,
                                    std::span<const Rectangle> cells,
                                    std::span<const Rectangle> steps,
                                    std::span<const Rectangle> danger) {
  changes_.clear();
  edited_.clear();
  for (const std::span<const Rectangle> list : {cells, danger})
    for (const Rectangle& some : list) edit_cells(ground, some);
  for (const auto& [some, closed, opened] : edited_)
    write_steps(ground,
                clipped({some.corner.x - 1, some.corner.y - 1},
                        {some.corner.x + some.width + 1, some.corner.y + some.height + 1}),
                closed, with_border(opened));
  for (const Rectangle& some : steps) write_steps(ground, some, {}, {});
  changes_.links = find_links(ground);
  const bool renumbered = regions_.update(changes_.toggled, open_);
  if (changes_.any() || renumbered || !changes_.toggled.empty() ||
      grid_->symmetric_steps() != symmetric_steps(ground))
    publish(ground);
  return changes_;
}

/// The cells and those around them.
GridEditor::Bounds GridEditor::with_border(const Bounds& cells) const noexcept {
  Bounds grown = cells;
  if (!cells.any()) return grown;
  grown.add(Position{std::max(cells.first.x - 1, 0), std::max(cells.first.y - 1, 0)});
  grown.add(Position{std::min(cells.last.x + 1, grid_->width() - 1),
                     std::min(cells.last.y + 1, grid_->height() - 1)});
  return grown;
}

/// The part of a rectangle that lies in the map. end: one past the last cell.
Rectangle GridEditor::clipped(Position first, Position end) const noexcept {
  const Position from{std::max(first.x, 0), std::max(first.y, 0)};
  const Position to{std::min(end.x, grid_->width()), std::min(end.y, grid_->height())};
  return {from, to.x - from.x, to.y - from.y};
}

/// The anchors of units that cover some of these cells.
Rectangle GridEditor::anchors_of(const Rectangle& cells) const noexcept {
  const std::int32_t more = grid_->rules().unit_size - 1;
  return clipped({cells.corner.x - more, cells.corner.y - more},
                 {cells.corner.x + cells.width, cells.corner.y + cells.height});
}

/// Calls visit(position, cell, count) for each line of consecutive cells in a rectangle.
template <class Visit>
void GridEditor::for_each_line(const Rectangle& cells, const Visit& visit) const {
  const std::int32_t lines = columns_ ? cells.width : cells.height;
  const auto count = static_cast<std::size_t>(columns_ ? cells.height : cells.width);
  Position first = cells.corner;
  for (std::int32_t line = 0; line < lines; ++line) {
    visit(first, grid_->cell(first), count);
    ++(columns_ ? first.x : first.y);
  }
}

/// Fills `window` with the heaviest cell under a unit, or kClosed, for each anchor of a
/// rectangle: see slot_in().
void GridEditor::read_anchors(const LivingGround& ground, const Rectangle& anchors,
                              std::vector<Weight>& window) const {
  const MovementClass& movement = grid_->rules().movement;
  const std::int32_t more = grid_->rules().unit_size - 1;
  const std::int32_t width = anchors.width + more, height = anchors.height + more;
  const std::span<const Weight> danger = ground.danger_of(movement_);
  const std::int32_t right = std::min(anchors.corner.x + width, ground.terrain.width());
  const std::int32_t bottom = std::min(anchors.corner.y + height, ground.terrain.height());
  window.assign(static_cast<std::size_t>(width) * static_cast<std::size_t>(height),
                kClosed);
  for (std::int32_t y = anchors.corner.y; y < bottom; ++y) {
    const std::string_view row = ground.terrain.row(y);
    const std::size_t slot = ground.slot({0, y});
    Weight* out = &window[static_cast<std::size_t>(y - anchors.corner.y) *
                          static_cast<std::size_t>(width)];
    for (auto x = static_cast<std::size_t>(anchors.corner.x);
         x < static_cast<std::size_t>(right); ++x, ++out) {
      Weight weight = movement.weight(row[x]);
      if (weight == 0) continue;
      if (!ground.weights.empty()) weight = ground.weights[slot + x];
      if (weight == 0) continue;
      *out = danger.empty() ? weight : static_cast<Weight>(weight + danger[slot + x]);
    }
  }
  const auto unit = static_cast<std::size_t>(more) + 1;
  widen(window, 1, unit);
  widen(window, static_cast<std::size_t>(width), unit);
}

/// The slot of an anchor in a window of read_anchors(anchors), which contains `p`.
std::size_t GridEditor::slot_in(const Rectangle& anchors, Position p) const noexcept {
  const auto pitch = static_cast<std::size_t>(anchors.width + grid_->rules().unit_size - 1);
  return static_cast<std::size_t>(p.y - anchors.corner.y) * pitch +
         static_cast<std::size_t>(p.x - anchors.corner.x);
}

/// Adapts open_ and weights_ to the cells of a rectangle. Appends the anchors that changed
/// to edited_, and those that opened or closed to changes_.toggled.
void GridEditor::edit_cells(const LivingGround& ground, const Rectangle& cells) {
  const Rectangle anchors = anchors_of(cells);
  read_anchors(ground, anchors, window_);
  Bounds closed, opened, edited;
  for_each_line(anchors, [&](Position first, CellIndex cell, std::size_t count) {
    for (std::size_t k = 0; k < count; ++k) {
      const Position p = along(first, k);
      const Weight found = window_[slot_in(anchors, p)];
      const std::uint8_t open = found == kClosed ? 0 : 1;
      if (open_[cell + k] != open) {
        open_[cell + k] = open;
        (open == 0 ? closed : opened).add(p);
        edited.add(p);
      }
      if (!weighted()) continue;
      const Weight weight = open == 0 ? Weight{0} : found;
      if (std::exchange(weights_[cell + k], weight) != weight) edited.add(p);
    }
  });
  if (edited.any()) edited_.push_back({edited.rectangle(), closed, opened});
  Bounds toggled = closed;
  toggled.add(opened);
  if (toggled.any()) changes_.toggled.push_back(toggled.rectangle());
}

/// Computes the steps from the cells of a rectangle again. costlier, cheaper: cells that
/// belong to the changes in any case.
void GridEditor::write_steps(const LivingGround& ground, const Rectangle& cells,
                             Bounds costlier, Bounds cheaper) {
  for_each_line(cells, [&](Position first, CellIndex cell, std::size_t count) {
    write_moves(ground, first, cell, count, costlier, cheaper);
    if (weighted()) write_weights(first, cell, count, costlier, cheaper);
  });
  if (costlier.any()) changes_.costlier.push_back(costlier.rectangle());
  if (cheaper.any()) changes_.cheaper.push_back(cheaper.rectangle());
}

void GridEditor::write_moves(const LivingGround& ground, Position first, CellIndex cell,
                             std::size_t count, Bounds& costlier, Bounds& cheaper) {
  line_.resize(count);
  kernel_(&open_[cell], static_cast<std::ptrdiff_t>(count),
          static_cast<std::ptrdiff_t>(grid_->stride()), line_.data());
  if (ground.closed_step_count != 0)
    for (std::size_t k = 0; k < count; ++k)
      line_[k] &= static_cast<std::uint8_t>(
          ~unsigned{ground.closed_steps[ground.slot(along(first, k))]});
  const std::span<const std::uint8_t> former = moves_.values().subspan(cell, count);
  if (std::ranges::equal(line_, former)) return;
  for (std::size_t k = 0; k < count; ++k) {
    if ((former[k] & ~unsigned{line_[k]}) != 0) costlier.add(along(first, k));
    if ((line_[k] & ~unsigned{former[k]}) != 0) cheaper.add(along(first, k));
  }
  std::ranges::copy(line_, moves_.write(cell, count).begin());
}

/// Pre: write_moves() of the same line.
void GridEditor::write_weights(Position first, CellIndex cell, std::size_t count,
                               Bounds& costlier, Bounds& cheaper) {
  line_weights_.resize(count * kMoves);
  weigh_line(*grid_, weighing(), moves_.values().subspan(cell, count), cell, line_weights_);
  const auto former = step_weights_.values().subspan(cell * kMoves, count * kMoves);
  if (std::ranges::equal(line_weights_, former)) return;
  for (std::size_t k = 0; k < count; ++k) {
    unsigned rises = 0, falls = 0;
    for (std::size_t d = 0; d < kMoves; ++d) {
      // A step that does not exist is the most expensive one: 0 becomes the greatest
      // number.
      const auto before = static_cast<std::uint16_t>(former[k * kMoves + d] - 1U);
      const auto now = static_cast<std::uint16_t>(line_weights_[k * kMoves + d] - 1U);
      rises |= now > before ? 1U : 0U;
      falls |= now < before ? 1U : 0U;
    }
    if (rises != 0) costlier.add(along(first, k));
    if (falls != 0) cheaper.add(along(first, k));
  }
  std::ranges::copy(line_weights_,
                    step_weights_.write(cell * kMoves, count * kMoves).begin());
  extremes_.mark(cell, count);
}

Ground GridEditor::weighing() const noexcept {
  const Rules& rules = grid_->rules();
  return {weights_, altitude_, rules.climb, halves_, rules.cost_model == CostModel::enter};
}

/// Finds the links between open cells. Returns whether that changed them.
bool GridEditor::find_links(const LivingGround& ground) {
  bool changed = false;
  for (std::size_t k = 0; k < ground.links.size(); ++k) {
    const Link& link = ground.links[k];
    if (link_open_[k] != ground.link_open[k]) {
      link_open_[k] = ground.link_open[k];
      regions_.set_link(k, link_open_[k] != 0);
    }
    const bool usable = link_open_[k] != 0 && open_[grid_->cell(link.from)] != 0 &&
                        open_[grid_->cell(link.to)] != 0;
    if ((link_usable_[k] != 0) == usable) continue;
    link_usable_[k] = usable ? 1 : 0;
    changed = true;
    std::vector<Rectangle>& list = usable ? changes_.cheaper : changes_.costlier;
    list.push_back({link.from, 1, 1});
    list.push_back({link.to, 1, 1});
  }
  return changed;
}

/// See Grid::find_extreme_steps.
GridAccess::Steps GridEditor::step_bounds() noexcept {
  const StepCosts unit = GridAccess::unit(*grid_);
  if (!weighted()) return {.max_cost = unit.diagonal};
  GridAccess::Steps steps{.min_weight = std::numeric_limits<std::uint16_t>::max()};
  const Cost plain = grid_->costs().straight / unit.straight;
  const StepExtremes::Range range = extremes_.find(step_weights_.values());
  for (std::size_t d = 0; d < kMoves; ++d) {
    if (range.greatest[d] == 0) continue;
    const Cost cost = d < 4 ? unit.straight : unit.diagonal;
    steps.min_weight = std::min<std::uint32_t>(steps.min_weight, range.least[d]);
    steps.max_cost = std::max(steps.max_cost, cost * range.greatest[d]);
    steps.uniform &= range.least[d] == plain && range.greatest[d] == plain;
  }
  return steps;
}

/// As Grid::make decides it.
bool GridEditor::symmetric_steps(const LivingGround& ground) const noexcept {
  return ground.altitude.empty() && ground.closed_step_count == 0 &&
         (halves_ || !has_weights(ground, grid_->rules(), movement_));
}

void GridEditor::publish(const LivingGround& ground) {
  const auto arrays = pool_.make<const GridArrays>(
      GridArrays{moves_.publish(), step_weights_.publish(), regions_.publish()});
  GridAccess::Steps steps = step_bounds();
  steps.symmetric = symmetric_steps(ground);
  // The table contains lower bounds that depend on the least weight.
  const bool renew = changes_.links || steps.min_weight != least_weight_;
  least_weight_ = steps.min_weight;
  grid_ =
      GridAccess::make_version(*grid_, {arrays, steps, renew ? nullptr : links_}, pool_);
  if (!renew) return;
  links_ = nullptr;
  if (std::ranges::find(link_usable_, 1) != link_usable_.end())
    links_ = std::make_shared<const LinkTable>(
        *grid_, list_links(*grid_, ground.links, link_usable_));
  grid_ = GridAccess::make_version(*grid_, {arrays, steps, links_}, pool_);
}

std::size_t GridEditor::memory_bytes() const noexcept {
  return sizeof(*this) + moves_.memory_bytes() + step_weights_.memory_bytes() +
         regions_.memory_bytes() + open_.capacity() + weights_.capacity() * sizeof(Weight) +
         altitude_.capacity() * sizeof(altitude_[0]) + extremes_.memory_bytes();
}

}  // namespace throng
