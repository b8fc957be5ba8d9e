#include "../core/crew.hpp"
#include "components.hpp"
#include "cost_range.hpp"
#include "moves.hpp"

#include <throng/grid.hpp>

#include <algorithm>
#include <array>
#include <numeric>

namespace throng {
namespace {

/// Strips of about this many cells are labelled side by side: small enough to share out a
/// 512 x 512 map, large enough that joining them does not show.
constexpr std::size_t kCellsPerStrip = std::size_t{1} << 16;

/// Convergents of sqrt(2), the exact metric first.
constexpr std::array<StepCosts, 3> kExactSteps{
    {kExactCosts, StepCosts{985, 1393}, StepCosts{408, 577}}};

/// The first of the candidates under which no distance of the grid can overflow.
Result<StepCosts> fitting_costs(const Grid& grid, std::span<const StepCosts> candidates) {
  CostRange range;
  for (const StepCosts costs : candidates) {
    range = bound_distances(grid, costs);
    if (range.bound <= max_distance(costs)) return costs;
  }
  const StepCosts costs = candidates.back();
  return fail(Code::unsupported, "step costs " + name(costs) +
                                     " are too large for this map: a path in the "
                                     "component of " +
                                     std::to_string(range.at.x) + "," +
                                     std::to_string(range.at.y) + " may cost " +
                                     std::to_string(range.bound) + ", the limit is " +
                                     std::to_string(max_distance(costs)));
}

}  // namespace

Grid::Grid(TerrainView terrain, const Rules& rules)
    : width_(terrain.width),
      height_(terrain.height),
      stride_(static_cast<CellIndex>(terrain.width) + 2),
      rules_(rules),
      costs_(rules.costs),
      moves_(std::size_t{stride_} * (static_cast<std::size_t>(terrain.height) + 2)),
      components_(moves_.size()) {}

Result<std::shared_ptr<const Grid>> Grid::make(TerrainView terrain, const Rules& rules,
                                               const GridOptions& options) {
  if (const Outcome fits = Terrain::check_size(terrain.width, terrain.height); !fits)
    return Failure{fits.error()};
  if (const Outcome sound = check_costs(rules.costs); !sound) return Failure{sound.error()};

  const std::shared_ptr<Grid> grid(new Grid(terrain, rules));  // the constructor is private
  const std::size_t cells = grid->cell_count();
  Crew crew(cells > kCellsPerStrip ? options.threads : 1);
  std::vector<std::uint8_t> open(cells);
  fill_moves(terrain, rules, crew, grid->moves_, open);
  grid->open_cells_ = static_cast<std::size_t>(std::count(open.begin(), open.end(), 1));
  grid->component_count_ = label_components(
      grid->moves_, open, grid->stride_,
      std::max<std::size_t>(kCellsPerStrip / grid->stride_, 1), crew, grid->components_);

  const bool tile = rules.topology == Topology::tile;
  const bool exact = rules.costs == kExactCosts;
  const std::array<StepCosts, 1> asked{tile ? StepCosts{1, 1} : rules.costs};
  const Result<StepCosts> costs = fitting_costs(
      *grid, !tile && exact ? std::span<const StepCosts>(kExactSteps) : asked);
  if (!costs) return Failure{costs.error()};
  grid->costs_ = *costs;
  return std::shared_ptr<const Grid>(grid);
}

std::size_t Grid::memory_bytes() const noexcept {
  return sizeof(Grid) + moves_.capacity() + components_.capacity() * sizeof(components_[0]);
}

}  // namespace throng
