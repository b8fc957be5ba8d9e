#include "../core/owned.hpp"
#include "../core/workers.hpp"
#include "../grid/cell_or_border.hpp"
#include "goal_field.hpp"

#include <throng/assert.hpp>
#include <throng/flow_field.hpp>
#include <throng/links.hpp>

#include <algorithm>
#include <bit>
#include <utility>

namespace throng {
namespace {

/// The place of a cell from which nothing leads down: see FieldWalk. No place has this
/// index.
constexpr std::uint32_t kLeadsNowhere = kNoPlace - 1;

}  // namespace

void find_arrivals(const FlowField& field, std::span<const Position> units,
                   std::vector<Arrival>& arrivals) {
  arrivals.clear();
  for (std::size_t i = 0; i < units.size(); ++i) {
    const Cost cost = field.distance(units[i]);
    if (cost != kUnreachable) arrivals.push_back({static_cast<std::uint32_t>(i), cost});
  }
}

struct NearestPlaces::Impl {
  explicit Impl(std::shared_ptr<const Grid> on)
      : grid(std::move(on)), field(*grid), place(grid->cell_count(), kNoPlace) {}

  /// visit(to) for each next cell on a cheapest way from `cell`.
  template <class Visit>
  void for_each_next(CellIndex cell, const Visit& visit) const {
    const SweepSpace& space = field.space();
    const Cost* const costs = field.data();
    const auto leads = [&](CellIndex to, Cost cost) {
      return costs[cell] >= cost && costs[to] == costs[cell] - cost;
    };
    for (unsigned bits = space.moves[cell]; bits != 0; bits &= bits - 1) {
      const auto d = static_cast<unsigned>(std::countr_zero(bits));
      const CellIndex to = cell + space.offsets[d];
      if (leads(to, space.step_cost(cell, d))) visit(to);
    }
    if (space.links == nullptr) return;
    for (const LinkGraph::Way& way : space.links->forward().of(cell))
      if (leads(way.to, way.cost)) visit(way.to);
  }

  /// Finds the nearest place of `start` and of all cells on its cheapest ways. Depth first,
  /// since these ways have no cycles. The alternative labels all cells by floods from the
  /// places in order. It takes as long as about 1,000 starts on open plain ground, and 2 to
  /// 10 times as long elsewhere.
  /// Pre: `start` reaches a place.
  void find_place(CellIndex start) {
    stack.clear();  // an earlier call may have run out of memory
    stack.push_back(start);
    while (!stack.empty()) {
      const CellIndex cell = stack.back();
      const std::size_t depth = stack.size();
      std::uint32_t least = place[cell];
      if (least == kNoPlace)  // otherwise the stack contained it twice
        for_each_next(cell, [&](CellIndex to) {
          if (place[to] == kNoPlace)
            stack.push_back(to);
          else
            least = std::min(least, place[to]);
        });
      if (stack.size() > depth) continue;  // revisited once all behind it are known
      place[cell] = std::min(least, kLeadsNowhere);
      stack.pop_back();
    }
  }

  /// Forgets all that find_place() found.
  void forget() {
    std::fill(place.begin(), place.end(), kNoPlace);
    const std::span<const CellIndex> cells = field.goals();
    for (std::size_t i = 0; i < cells.size(); ++i)
      place[cells[i]] = std::min(place[cells[i]], static_cast<std::uint32_t>(i));
  }

  std::shared_ptr<const Grid> grid;
  GoalField field;
  std::vector<std::uint32_t> place;  ///< nearest to each cell; kNoPlace: not known yet
  std::vector<CellIndex> stack;
};

NearestPlaces::NearestPlaces(std::shared_ptr<const Grid> grid) {
  THRONG_ASSERT(grid != nullptr);
  impl_ = std::make_unique<Impl>(std::move(grid));
}

NearestPlaces::~NearestPlaces() = default;
NearestPlaces::NearestPlaces(NearestPlaces&&) noexcept = default;
NearestPlaces& NearestPlaces::operator=(NearestPlaces&&) noexcept = default;

void NearestPlaces::set_places(std::span<const Position> places, Workers& workers) {
  Impl& own = owned(impl_);
  const WorkersInUse team(workers);
  own.field.make(places, kUnreachable - 1, team->scratch.front());
  own.forget();
}

void NearestPlaces::follow(std::shared_ptr<const Grid> grid, const MapChanges& changes,
                           Workers& workers) {
  Impl& own = owned(impl_);
  THRONG_ASSERT(grid != nullptr);
  const WorkersInUse team(workers);
  const auto before = std::exchange(own.grid, std::move(grid));
  own.field.follow({*before, *own.grid, changes}, nullptr, team->scratch.front());
  own.forget();
}

void NearestPlaces::find(std::span<const Position> starts, std::span<Nearest> nearest) {
  THRONG_ASSERT(nearest.size() == starts.size());
  Impl& own = owned(impl_);
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const CellIndex cell = cell_or_border(*own.grid, starts[i]);
    const Cost cost = own.field[cell];
    nearest[i] = {};
    if (cost == kUnreachable) continue;
    if (own.place[cell] == kNoPlace) own.find_place(cell);
    if (own.place[cell] != kLeadsNowhere) nearest[i] = {own.place[cell], cost};
  }
}

std::size_t NearestPlaces::memory_bytes() const noexcept {
  const Impl& own = owned(impl_);
  return sizeof(Impl) + own.field.memory_bytes() +
         own.place.capacity() * sizeof(std::uint32_t) +
         own.stack.capacity() * sizeof(CellIndex);
}

}  // namespace throng
