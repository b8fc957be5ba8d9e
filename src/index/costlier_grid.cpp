#include "../core/position_text.hpp"
#include "../grid/grid_access.hpp"
#include "../grid/link_graph.hpp"
#include "index_access.hpp"
#include "index_contents.hpp"

#include <throng/links.hpp>
#include <throng/rules.hpp>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace throng {
namespace {

using Clock = std::chrono::steady_clock;

std::string text(const Grid& grid) {
  return std::to_string(grid.width()) + " x " + std::to_string(grid.height()) + " " +
         std::string(name(grid.rules().topology)) + " cells";
}

/// Whether both grids use the same cells and the same costs.
Outcome check_frame(const Grid& grid, const Grid& costlier) {
  if (text(grid) != text(costlier))
    return fail(Code::bad_argument, "landmarks of a grid of " + text(grid) +
                                        " are not valid for a grid of " + text(costlier));
  if (grid.costs() == costlier.costs()) return ok();
  return fail(Code::bad_argument, "landmarks for step costs " + name(grid.costs()) +
                                      " are not valid for a grid with step costs " +
                                      name(costlier.costs()));
}

/// Describes what is cheaper in this cell on `costlier` than on `grid`; null: nothing.
const char* find_cheaper(const Grid& grid, const Grid& costlier, Position p) {
  if (costlier.open(p) && !grid.open(p)) return "is open, which was closed";
  if ((costlier.moves(p) & ~unsigned{grid.moves(p)}) != 0)
    return "has a step that was not legal";
  if (GridAccess::step_weights(grid).empty() && GridAccess::step_weights(costlier).empty())
    return nullptr;
  const CellIndex cell = grid.cell(p);
  for (unsigned bits = costlier.moves(p); bits != 0; bits &= bits - 1) {
    const auto move = static_cast<Move>(std::countr_zero(bits));
    if (costlier.step_cost(cell, move) < grid.step_cost(cell, move))
      return "has a step that got cheaper";
  }
  return nullptr;
}

/// Whether link `slot` of `costlier` also exists in `grid`, where it costs no more.
bool had_link(const Grid& grid, const Grid& costlier, std::uint32_t slot) {
  if (grid.links() == nullptr) return false;
  const LinkGraph::Way& way = costlier.links()->graph().way(slot);
  return std::ranges::any_of(
      grid.links()->graph().forward().of(way.at),
      [&](const auto& old) { return old.to == way.to && old.cost <= way.cost; });
}

/// Whether every step and link of `costlier` also exists in `grid`, where it costs no more.
/// Then lower bounds on distances in `grid` hold in `costlier`.
Outcome check_costlier(const Grid& grid, const Grid& costlier) {
  if (Outcome outcome = check_frame(grid, costlier); !outcome) return outcome;
  const auto cheaper = [](Position p, const char* what) {
    return fail(Code::bad_argument, "the grid is cheaper than the grid of the landmarks: " +
                                        text(p) + " " + what);
  };
  // Components are compared too, because the steps do not show everything: closed steps
  // join components, and corner rules separate them.
  std::vector<std::uint32_t> lies_in(costlier.component_count(), Grid::kNoComponent);
  for (Position p; p.y < grid.height(); ++p.y)
    for (p.x = 0; p.x < grid.width(); ++p.x) {
      if (const char* const what = find_cheaper(grid, costlier, p)) return cheaper(p, what);
      if (!costlier.open(p)) continue;
      const CellIndex cell = grid.cell(p);
      std::uint32_t& component = lies_in[costlier.component(cell)];
      if (component == Grid::kNoComponent) component = grid.component(cell);
      if (component != grid.component(cell))
        return cheaper(p, "is of a component that it was parted from");
    }
  if (costlier.links() == nullptr) return ok();
  for (std::uint32_t slot = 0; slot < costlier.links()->size(); ++slot)
    if (!had_link(grid, costlier, slot))
      return cheaper(costlier.links()->links()[slot].from,
                     "has a link that was not there, or cost more");
  return ok();
}

}  // namespace

Result<Index> Index::with_costlier_grid(std::shared_ptr<const Grid> costlier) const {
  if (costlier == nullptr || grid_ == nullptr)
    return fail(Code::bad_argument, "an index needs a grid, not null");
  const Parts& from = contents();
  if (from.jump_point_rows())
    return fail(Code::unsupported,
                "landmarks at jump points belong to one grid: a costlier one needs storage "
                "exact");
  const Clock::time_point begin = Clock::now();
  // A grid alone is measured too: one influence may replace another.
  const auto& measured = from.landmark_grid != nullptr ? from.landmark_grid : grid_;
  if (const Outcome outcome = check_costlier(*measured, *costlier); !outcome)
    return outcome.failure();
  auto parts = std::make_unique<Parts>();
  parts->grid = std::move(costlier);
  parts->options = {.landmarks = from.options.landmarks, .jump_graph = false};
  if (JumpMap::allowed(*parts->grid))
    parts->jump_map = std::make_shared<const JumpMap>(*parts->grid);
  parts->rows = from.rows;
  parts->landmark_grid = measured;
  parts->costlier = true;
  parts->landmarks = from.landmarks;
  parts->landmarks_back = from.landmarks_back;
  parts->landmark_cells = from.landmark_cells;
  parts->seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  return IndexAccess::make(std::move(parts));
}

}  // namespace throng
