#include "../core/crew.hpp"
#include "../core/large_vector.hpp"
#include "../core/position_text.hpp"
#include "../core/text_lines.hpp"
#include "cost_range.hpp"
#include "grid_access.hpp"
#include "grid_arrays.hpp"
#include "layers.hpp"
#include "link_list.hpp"
#include "moves.hpp"
#include "regions.hpp"
#include "step_weights.hpp"

#include <throng/grid.hpp>
#include <throng/links.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace throng {
namespace {

/// Smaller maps are compiled by one thread.
constexpr std::size_t kManyCells = std::size_t{1} << 16;

Outcome check_weights(std::span<const Weight> weights, std::int32_t width) {
  const auto heavy =
      std::ranges::find_if(weights, [](Weight weight) { return weight > kMaxWeight; });
  if (heavy == weights.end()) return ok();
  const auto slot = static_cast<std::int32_t>(heavy - weights.begin());
  return fail(Code::bad_argument, "cell " + text({slot % width, slot / width}) +
                                      " has weight " + std::to_string(*heavy) +
                                      "; the maximum is " + std::to_string(kMaxWeight));
}

Outcome check_movement(const MovementClass& movement) {
  for (unsigned c = 0; c < 256; ++c) {
    const auto terrain = static_cast<char>(c);
    if (movement.weight(terrain) > kMaxWeight)
      return fail(Code::bad_argument, "the weight of character " + quoted({&terrain, 1}) +
                                          " is not one from 0 to " +
                                          std::to_string(kMaxWeight));
  }
  return ok();
}

/// The cells on which a unit of one cell may stand determine the whole clearance.
Outcome check_clearance(const Clearance* clearance, const OpenCells& cells) {
  if (clearance == nullptr) return ok();
  if (clearance->width() != cells.width() || clearance->height() != cells.height())
    return fail(Code::bad_argument,
                "a clearance of " + std::to_string(clearance->width()) + " x " +
                    std::to_string(clearance->height()) + " cells does not fit a map of " +
                    std::to_string(cells.width()) + " x " + std::to_string(cells.height()));
  std::vector<std::uint8_t> open(static_cast<std::size_t>(cells.width()));
  for (std::int32_t y = 0; y < cells.height(); ++y) {
    cells.fill_row(y, open.data());
    const auto differs = std::ranges::mismatch(
        open, clearance->row(y), [](auto one, auto side) { return one == (side != 0); });
    if (differs.in1 == open.end()) continue;
    const auto x = static_cast<std::int32_t>(differs.in1 - open.begin());
    return fail(Code::bad_argument,
                "the clearance is of another terrain, movement class or weights: cell " +
                    text({x, y}) + " is " + (*differs.in1 != 0 ? "open" : "closed") +
                    " on this map");
  }
  return ok();
}

Outcome check(TerrainView terrain, const Rules& rules, const GridOptions& options) {
  Outcome outcome = Terrain::check_size(terrain.width, terrain.height);
  if (outcome) outcome = check_costs(rules.costs);
  if (outcome) outcome = check_movement(rules.movement);
  if (outcome) outcome = check_unit(rules);
  if (outcome) outcome = check_layer("weights", options.weights.size(), terrain);
  if (outcome) outcome = check_layer("altitudes", options.altitude.size(), terrain);
  if (outcome) outcome = check_weights(options.weights, terrain.width);
  return outcome;
}

std::shared_ptr<const GridArrays> share(GridArrays arrays) {
  return std::make_shared<const GridArrays>(std::move(arrays));
}

std::string too_large(const Grid& grid, const CostRange& range) {
  return "step costs " + name(grid.costs()) +
         " are too large for this map: a path in the component of " + text(range.at) +
         " may cost " + std::to_string(range.bound) + ", the limit is " +
         std::to_string(max_distance(grid.max_edge_cost()));
}

/// How much smaller all costs of a grid have to be.
struct Excess {
  std::uint64_t bound;
  std::uint64_t limit;
};

/// Rules::costs that are smaller than those of `grid` by this factor. even: because of
/// halves, odd ones would count twice.
StepCosts reduced(StepCosts costs, Excess by, bool even) {
  const auto reduce = [&](Cost cost) {
    const auto least = static_cast<Cost>(cost * by.limit / by.bound);
    return std::min(even ? least / 2 * 2 : least, kMaxStepCost / 2 * 2);
  };
  const Cost straight = reduce(costs.straight);
  return {straight, std::min(reduce(costs.diagonal), 2 * straight)};
}

/// What would fit instead of the costs or weights of a grid; empty: nothing is known.
/// fits(costs): whether the distances fit under these costs. It may change the grid.
template <class Fits>
std::string remedy_for(const Grid& grid, Excess excess, bool halves, const Fits& fits) {
  const StepCosts former = grid.costs();
  const bool octile = grid.rules().topology == Topology::octile;
  const bool weighted = !grid.uniform_steps();
  std::string remedy;
  // Half of what the bound asks for suffices in a strongly connected component: there it is
  // at most twice the largest distance.
  for (std::uint64_t times = 1; octile && times <= 4 && remedy.empty(); times *= 2) {
    const StepCosts costs = reduced(former, {times * excess.bound, excess.limit}, halves);
    if (check_costs(costs) && fits(costs)) remedy = "step costs of " + name(costs);
  }
  if (!weighted) return remedy;
  return remedy + (remedy.empty() ? "" : " or ") + "weights of 1/" +
         std::to_string(excess.bound / excess.limit + 1) + " of these";
}

Outcome close_steps(const Grid& grid, std::span<const ClosedStep> steps,
                    VersionedArray<std::uint8_t>& moves) {
  for (const ClosedStep& step : steps) {
    if (!grid.contains(step.from))
      return fail(Code::bad_argument,
                  "the closed step from " + text(step.from) + " begins outside the map");
    moves.write(grid.cell(step.from), 1).front() &=
        static_cast<std::uint8_t>(~(1U << static_cast<unsigned>(step.move)));
  }
  return ok();
}

std::size_t padded_cells(TerrainView terrain, const Rules& rules) {
  const auto width = static_cast<std::size_t>(terrain.width);
  const auto height = static_cast<std::size_t>(terrain.height);
  if (is_hexagonal(rules.topology))
    return (width + 1) * (height + 1) + (width - 1) / 2 + height + 2;
  return (width + 2) * (height + 2);
}

}  // namespace

/// What helps to compile a grid.
struct Grid::GridWork {
  Crew& crew;
  Monitor* monitor;   ///< may be null
  bool lasting;       ///< see GridAccess::make_lasting
  bool step_weights;  ///< make them on plain ground too

  static Result<std::shared_ptr<const Grid>> compile(TerrainView terrain,
                                                     const Rules& rules,
                                                     const GridOptions& options,
                                                     bool lasting, bool step_weights);
};

Grid::Grid(TerrainView terrain, const Rules& rules)
    : width_(terrain.width),
      height_(terrain.height),
      stride_(is_hexagonal(rules.topology) ? static_cast<CellIndex>(terrain.height) + 1
                                           : static_cast<CellIndex>(terrain.width) + 2),
      rules_(rules),
      costs_(rules.costs),
      unit_(rules.costs) {}

Result<std::shared_ptr<const Grid>> Grid::make(TerrainView terrain, const Rules& rules,
                                               const GridOptions& options) {
  return GridWork::compile(terrain, rules, options, false, false);
}

Result<std::shared_ptr<const Grid>> GridAccess::make_lasting(TerrainView terrain,
                                                             const Rules& rules,
                                                             const GridOptions& options,
                                                             bool step_weights) {
  return Grid::GridWork::compile(terrain, rules, options, true, step_weights);
}

Result<std::shared_ptr<const Grid>> Grid::GridWork::compile(TerrainView terrain,
                                                            const Rules& rules,
                                                            const GridOptions& options,
                                                            bool lasting,
                                                            bool step_weights) {
  if (const Outcome sound = check(terrain, rules, options); !sound) return sound.failure();

  const OpenCells ground(terrain, rules.movement, options.weights);
  if (const Outcome fits = check_clearance(options.clearance, ground); !fits)
    return fits.failure();
  std::optional<Clearance> clearance;
  if (rules.unit_size > 1 && options.clearance == nullptr)
    clearance = *Clearance::make(terrain, rules.movement, options.weights);
  const OpenCells cells =
      rules.unit_size == 1
          ? ground
          : OpenCells(clearance ? *clearance : *options.clearance, rules.unit_size);

  const std::shared_ptr<Grid> grid(new Grid(terrain, rules));  // the constructor is private
  const std::size_t count = padded_cells(terrain, rules);
  Crew crew(count > kManyCells ? options.threads : 1);
  const Progress progress(options.monitor, 3 * count);
  auto moves = VersionedArray<std::uint8_t>::unset(count);
  LargeColumn<std::uint8_t> open(count);
  fill_moves(*grid, cells, crew, moves.write(0, count), open);
  if (const Outcome closed = close_steps(*grid, options.closed_steps, moves); !closed)
    return closed.failure();
  progress(count);
  if (const Outcome sound = check_links(*grid, options.links); !sound)
    return sound.failure();
  Regions regions(rules, terrain.width, terrain.height, open, options.links, crew);
  grid->adopt(share({moves.publish(), {}, regions.publish()}));
  progress(count);
  const Outcome weighed =
      grid->weigh(terrain, options, {crew, options.monitor, lasting, step_weights});
  if (!weighed) return weighed.failure();
  progress(count);
  return std::shared_ptr<const Grid>(grid);
}

void Grid::adopt(std::shared_ptr<const GridArrays> arrays) {
  moves_ = arrays->moves.values();
  step_weights_ = arrays->step_weights.values();
  regions_ = arrays->components.regions();
  component_of_ = arrays->components.component_of();
  component_count_ = arrays->components.component_count();
  open_cells_ = arrays->components.open_cells();
  arrays_ = std::move(arrays);
  static std::atomic<std::uint64_t> last{0};
  number_ = last.fetch_add(1, std::memory_order_relaxed) + 1;
}

std::shared_ptr<const Grid> GridAccess::make_version(const Grid& former, Version version,
                                                     const VersionPool& pool) {
  const std::shared_ptr<Grid> grid = pool.make<Grid>(former);
  grid->adopt(std::move(version.arrays));
  grid->min_weight_ = version.steps.min_weight;
  grid->max_step_cost_ = version.steps.max_cost;
  grid->uniform_ = version.steps.uniform;
  grid->symmetric_steps_ = version.steps.symmetric;
  grid->links_ = std::move(version.links);
  return grid;
}

Outcome Grid::weigh(TerrainView terrain, const GridOptions& options, const GridWork& work) {
  const bool weighty = !options.weights.empty() || !rules_.movement.plain();
  const bool enter = rules_.cost_model == CostModel::enter;
  const bool halves = weighty && !enter;
  const LinkList links = list_links(*this, options.links, open_links(*this, options.links));
  if (weighty || !options.altitude.empty() || !options.closed_steps.empty() ||
      work.step_weights) {
    const auto weights = ground_weights(*this, terrain, options.weights);
    const auto altitude = ground_altitude(*this, options.altitude);
    VersionedArray<std::uint16_t> step_weights(cell_count() * kMoves);
    Outcome outcome = weigh_steps(*this, {weights, altitude, rules_.climb, halves, enter},
                                  work.crew, step_weights.write(0, step_weights.size()));
    if (!outcome) return outcome;
    adopt(share({arrays_->moves, step_weights.publish(), arrays_->components}));
    symmetric_steps_ =
        options.altitude.empty() && options.closed_steps.empty() && (!weighty || !enter);
  }
  return set_costs(halves, links, work);
}

Result<std::shared_ptr<const Grid>> Grid::with_influence(
    std::span<const Weight> influence) const {
  Outcome outcome = check_layer("influences", influence.size(), {nullptr, width_, height_});
  if (outcome) outcome = check_weights(influence, width_);
  if (!outcome) return outcome.failure();

  const std::shared_ptr<Grid> grid(new Grid(*this));
  VersionedArray<std::uint16_t> versions(cell_count() * kMoves);
  const std::span<std::uint16_t> step_weights = versions.write(0, versions.size());
  for (std::size_t slot = 0; slot < step_weights.size(); ++slot)
    step_weights[slot] = step_weights_.empty() ? moves_[slot / kMoves] >> slot % kMoves & 1U
                                               : step_weights_[slot];
  if (!influence.empty()) {
    grid->symmetric_steps_ = false;
    outcome =
        add_influence(*this, influence, costs_.straight / unit_.straight, step_weights);
    if (!outcome) return outcome.failure();
  }
  grid->adopt(share({arrays_->moves, versions.publish(), arrays_->components}));
  grid->find_extreme_steps();
  if (links_ != nullptr) {  // their weights and the distances between them may change
    auto links = influenced_links(*this, influence);
    if (!links) return links.failure();
    grid->links_ = std::make_shared<const LinkTable>(*grid, *std::move(links));
  }
  if (const CostRange range = bound_weighted_distances(*grid);
      range.bound > max_distance(grid->max_edge_cost()))
    return fail(Code::unsupported, too_large(*grid, range));
  return std::shared_ptr<const Grid>(grid);
}

void Grid::find_extreme_steps() {
  max_step_cost_ = unit_.diagonal;
  uniform_ = true;
  if (step_weights_.empty()) return;
  min_weight_ = std::numeric_limits<std::uint16_t>::max();
  max_step_cost_ = 0;
  const Cost plain_weight = costs_.straight / unit_.straight;
  for (std::size_t cell = 0; cell < moves_.size(); ++cell)
    for (unsigned bits = moves_[cell]; bits != 0; bits &= bits - 1) {
      const auto d = static_cast<std::size_t>(std::countr_zero(bits));
      const std::uint32_t weight = step_weights_[cell * kMoves + d];
      min_weight_ = std::min(min_weight_, weight);
      uniform_ = uniform_ && weight == plain_weight;
      max_step_cost_ = std::max(
          max_step_cost_, step_cost(static_cast<CellIndex>(cell), static_cast<Move>(d)));
    }
}

Outcome Grid::set_costs(bool halves, const LinkList& links, const GridWork& work) {
  DistanceRanges plain_ranges(*this, work.crew, work.monitor);
  const bool linked = std::ranges::count(links.usable, 1) != 0;
  const auto range_under = [&](StepCosts costs, DistanceRanges::Figure figure) {
    const bool odd = (costs.straight | costs.diagonal) % 2 != 0;
    const Cost factor = halves && odd ? 2 : 1, divisor = halves ? 2 : 1;
    costs_ = {factor * costs.straight, factor * costs.diagonal};
    unit_ = {costs_.straight / divisor, costs_.diagonal / divisor};
    find_extreme_steps();
    if (linked) links_ = std::make_shared<const LinkTable>(*this, links);
    if (work.lasting) return CostRange{};
    return plain() ? plain_ranges.range(costs_, figure) : bound_weighted_distances(*this);
  };
  using Figure = DistanceRanges::Figure;
  const auto fits = [&](const CostRange& range) {
    return range.bound <= max_distance(max_edge_cost());
  };
  const std::span<const StepCosts> all = possible_costs(rules_);
  CostRange range;
  for (const StepCosts& costs : all) {
    range = range_under(costs, &costs == &all.back() ? Figure::compute : Figure::skip);
    if (fits(range)) return ok();
  }
  const std::string what = too_large(*this, range);
  const std::string remedy = remedy_for(
      *this, {range.bound, max_distance(max_edge_cost())}, halves,
      [&](StepCosts costs) { return fits(range_under(costs, Figure::compute)); });
  return fail(Code::unsupported,
              remedy.empty() ? what : what + "; " + remedy + " would fit");
}

bool Grid::symmetric() const noexcept {
  return symmetric_steps_ && (links_ == nullptr || links_->symmetric());
}

Cost Grid::min_edge_cost() const noexcept {
  const Cost step = min_step_costs().straight;
  return links_ == nullptr ? step : std::min(step, links_->min_cost());
}

Cost Grid::max_edge_cost() const noexcept {
  return links_ == nullptr ? max_step_cost_ : std::max(max_step_cost_, links_->max_cost());
}

Position Grid::hexagonal_position(CellIndex cell) const noexcept {
  // Two columns take 2 * stride + 1 cells.
  const CellIndex at = cell - stride_ - 1, pair = 2 * stride_ + 1;
  const CellIndex odd = at % pair >= stride_ ? 1 : 0;
  return {static_cast<std::int32_t>(2 * (at / pair) + odd),
          static_cast<std::int32_t>(at % pair - odd * stride_)};
}

double Grid::path_length(Position start, std::span<const Move> moves) const noexcept {
  if (moves.empty()) return 0;
  std::uint64_t straight = 0, diagonal = 0;
  CellIndex at = cell(start);
  const bool slanted = rules_.topology == Topology::octile;
  for (const Move move : moves) {
    if (is_link(move)) {
      const Link& link = links_->from(position(at))[link_slot(move)];
      straight += link.weight * (costs_.straight / unit_.straight);
      at = cell(link.to);
      continue;
    }
    const std::uint64_t weight =
        step_weights_.empty() ? 1
                              : step_weights_[at * kMoves + static_cast<std::size_t>(move)];
    (slanted && is_diagonal(move) ? diagonal : straight) += weight;
    at += offset(move);
  }
  const double unit =
      static_cast<double>(unit_.straight) / static_cast<double>(costs_.straight);
  return unit *
         (static_cast<double>(straight) + static_cast<double>(diagonal) * std::sqrt(2.0));
}

std::size_t Grid::memory_bytes() const noexcept {
  return sizeof(Grid) + sizeof(GridArrays) + arrays_->memory_bytes() +
         (links_ == nullptr ? 0 : links_->memory_bytes());
}

Cost Grid::cost_of_steps(double steps) const noexcept {
  THRONG_ASSERT(steps >= 0);
  const double cost = steps * costs_.straight;
  return cost < kUnreachable - 1 ? static_cast<Cost>(cost) : kUnreachable - 1;
}

}  // namespace throng
