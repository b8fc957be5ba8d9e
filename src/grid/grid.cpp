#include "../core/crew.hpp"
#include "../core/position_text.hpp"
#include "../core/text_lines.hpp"
#include "components.hpp"
#include "cost_range.hpp"
#include "layers.hpp"
#include "link_list.hpp"
#include "moves.hpp"
#include "step_weights.hpp"

#include <throng/grid.hpp>
#include <throng/links.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace throng {
namespace {

/// Strips of about this many cells are labelled in parallel: small enough to split a 512 x
/// 512 map, large enough that the cost of joining them is negligible.
constexpr std::size_t kCellsPerStrip = std::size_t{1} << 16;

/// Convergents of sqrt(2), the exact metric first.
constexpr std::array<StepCosts, 3> kExactSteps{
    {kExactCosts, StepCosts{985, 1393}, StepCosts{408, 577}}};

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

Failure distance_too_large(const Grid& grid, const CostRange& range) {
  return fail(Code::unsupported,
              "step costs " + name(grid.costs()) +
                  " are too large for this map: a path in the component of " +
                  text(range.at) + " may cost " + std::to_string(range.bound) +
                  ", the limit is " + std::to_string(max_distance(grid.max_edge_cost())));
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
  Monitor* monitor;  ///< may be null
};

Grid::Grid(TerrainView terrain, const Rules& rules)
    : width_(terrain.width),
      height_(terrain.height),
      stride_(is_hexagonal(rules.topology) ? static_cast<CellIndex>(terrain.height) + 1
                                           : static_cast<CellIndex>(terrain.width) + 2),
      rules_(rules),
      costs_(rules.costs),
      unit_(rules.costs),
      moves_(padded_cells(terrain, rules)),
      components_(moves_.size()) {}

Result<std::shared_ptr<const Grid>> Grid::make(TerrainView terrain, const Rules& rules,
                                               const GridOptions& options) {
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
  Crew crew(grid->cell_count() > kCellsPerStrip ? options.threads : 1);
  std::vector<std::uint8_t> open(grid->cell_count());
  const Progress progress(options.monitor, 4 * grid->cell_count());
  if (is_hexagonal(rules.topology))
    fill_hexagonal_moves(*grid, cells, crew, grid->moves_, open);
  else
    fill_moves(cells, rules, crew, grid->moves_, open);
  grid->open_cells_ = static_cast<std::size_t>(std::count(open.begin(), open.end(), 1));
  progress(grid->cell_count());
  grid->label_components_of(open, crew);
  progress(grid->cell_count());
  if (const Outcome weighed = grid->weigh(terrain, options, crew); !weighed)
    return weighed.failure();
  progress(grid->cell_count());
  grid->block_components_ = label_blocks(*grid, grid->components_, crew);
  return std::shared_ptr<const Grid>(grid);
}

Outcome Grid::weigh(TerrainView terrain, const GridOptions& options, Crew& crew) {
  const bool weighty = !options.weights.empty() || !rules_.movement.plain();
  const bool enter = rules_.cost_model == CostModel::enter;
  const bool halves = weighty && !enter;
  auto links = usable_links(*this, options.links);
  if (!links) return links.failure();
  if (!links->empty())
    component_count_ = join_components(*this, *links, component_count_, components_);
  if (weighty || !options.altitude.empty() || !options.closed_steps.empty()) {
    Outcome outcome = close_steps(options.closed_steps);
    if (!outcome) return outcome;
    const auto weights = ground_weights(*this, terrain, options.weights);
    const auto altitude = ground_altitude(*this, options.altitude);
    auto step_weights =
        weigh_steps(*this, {weights, altitude, rules_.climb, halves, enter}, crew);
    if (!step_weights) return step_weights.failure();
    step_weights_ = *std::move(step_weights);
    symmetric_steps_ =
        options.altitude.empty() && options.closed_steps.empty() && (!weighty || !enter);
  }
  Outcome outcome = set_costs(halves, *links, {crew, options.monitor});
  symmetric_ = symmetric_steps_ && (links_ == nullptr || links_->symmetric());
  return outcome;
}

Result<std::shared_ptr<const Grid>> Grid::with_influence(
    std::span<const Weight> influence) const {
  Outcome outcome = check_layer("influences", influence.size(), {nullptr, width_, height_});
  if (outcome) outcome = check_weights(influence, width_);
  if (!outcome) return outcome.failure();

  const std::shared_ptr<Grid> grid(new Grid(*this));
  if (step_weights_.empty()) {
    grid->step_weights_.resize(cell_count() * kMoves);
    for (std::size_t slot = 0; slot < grid->step_weights_.size(); ++slot)
      grid->step_weights_[slot] = moves_[slot / kMoves] >> slot % kMoves & 1U;
  }
  if (!influence.empty())
    if (outcome = grid->add_influence(influence); !outcome) return outcome.failure();
  grid->find_extreme_steps();
  if (links_ != nullptr) {  // their weights and the distances between them may change
    auto links = influenced_links(*this, influence);
    if (!links) return links.failure();
    grid->links_ = std::make_shared<const LinkTable>(*grid, *std::move(links));
  }
  if (const CostRange range = bound_weighted_distances(*grid);
      range.bound > max_distance(grid->max_edge_cost()))
    return distance_too_large(*grid, range);
  return std::shared_ptr<const Grid>(grid);
}

Outcome Grid::add_influence(std::span<const Weight> influence) {
  const std::uint32_t weight_unit = costs_.straight / unit_.straight;
  symmetric_ = symmetric_steps_ = false;
  return throng::add_influence(*this, influence, weight_unit, step_weights_);
}

void Grid::label_components_of(std::span<const std::uint8_t> open, Crew& crew) {
  component_count_ =
      is_hexagonal(rules_.topology)
          ? flood_components(*this, moves_, open, components_)
          : label_components(moves_, open, stride_,
                             std::max<std::size_t>(kCellsPerStrip / stride_, 1), crew,
                             components_);
}

Outcome Grid::close_steps(std::span<const ClosedStep> steps) {
  for (const ClosedStep& step : steps) {
    if (!contains(step.from))
      return fail(Code::bad_argument,
                  "the closed step from " + text(step.from) + " begins outside the map");
    moves_[cell(step.from)] &=
        static_cast<std::uint8_t>(~(1U << static_cast<unsigned>(step.move)));
  }
  return ok();
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

Outcome Grid::set_costs(bool halves, const std::vector<Link>& links, const GridWork& work) {
  const bool octile = rules_.topology == Topology::octile;
  const std::array<StepCosts, 1> asked{octile ? rules_.costs : StepCosts{1, 1}};
  const auto all = octile && rules_.costs == kExactCosts
                       ? std::span<const StepCosts>(kExactSteps)
                       : std::span<const StepCosts>(asked);
  DistanceRanges bounds(*this, work.crew, work.monitor);
  CostRange range;
  for (const StepCosts& costs : all) {
    using Figure = DistanceRanges::Figure;
    const Figure figure = &costs == &all.back() ? Figure::compute : Figure::skip;
    const bool odd = (costs.straight | costs.diagonal) % 2 != 0;
    const Cost factor = halves && odd ? 2 : 1, divisor = halves ? 2 : 1;
    costs_ = {factor * costs.straight, factor * costs.diagonal};
    unit_ = {costs_.straight / divisor, costs_.diagonal / divisor};
    find_extreme_steps();
    if (!links.empty()) links_ = std::make_shared<const LinkTable>(*this, links);
    range = plain() ? bounds.range(costs_, figure) : bound_weighted_distances(*this);
    if (range.bound <= max_distance(max_edge_cost())) return ok();
  }
  return distance_too_large(*this, range);
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
  return sizeof(Grid) + moves_.capacity() +
         (components_.capacity() + block_components_.capacity()) * sizeof(components_[0]) +
         step_weights_.capacity() * sizeof(step_weights_[0]) +
         (links_ == nullptr ? 0 : links_->memory_bytes());
}

Cost Grid::cost_of_steps(double steps) const noexcept {
  THRONG_ASSERT(steps >= 0);
  const double cost = steps * costs_.straight;
  return cost < kUnreachable - 1 ? static_cast<Cost>(cost) : kUnreachable - 1;
}

}  // namespace throng
