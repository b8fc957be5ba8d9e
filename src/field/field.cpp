#include "../core/owned.hpp"
#include "../core/workers.hpp"
#include "../grid/cell_or_border.hpp"
#include "../index/index_contents.hpp"
#include "../search/redraw.hpp"
#include "field_walk.hpp"
#include "goal_field.hpp"

#include <throng/assert.hpp>
#include <throng/field.hpp>
#include <throng/links.hpp>

#include <algorithm>
#include <bit>
#include <utility>

namespace throng {

namespace {

/// The goal of a cell from which nothing leads down: see FieldWalk. No goal has this index.
constexpr std::uint32_t kLeadsNowhere = kNoGoal - 1;

}  // namespace

struct Field::Impl {
  explicit Impl(const Index& with)
      : index(with),
        field(*index.grid(), index.contents().fronts.get()),
        walk(*index.grid()) {}

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

  /// Finds the nearest goal of `start` and of all cells on its cheapest ways. Depth first,
  /// since these ways have no cycles. The alternative labels all cells by floods from the
  /// goals in order. It takes as long as about 1,000 starts on open plain ground, and 2 to
  /// 10 times as long elsewhere.
  /// Pre: `start` reaches a goal.
  void find_goal(CellIndex start) {
    stack.clear();  // an earlier call may have run out of memory
    stack.push_back(start);
    while (!stack.empty()) {
      const CellIndex cell = stack.back();
      const std::size_t depth = stack.size();
      std::uint32_t least = goal_of[cell];
      if (least == kNoGoal)  // otherwise the stack contained it twice
        for_each_next(cell, [&](CellIndex to) {
          if (goal_of[to] == kNoGoal)
            stack.push_back(to);
          else
            least = std::min(least, goal_of[to]);
        });
      if (stack.size() > depth) continue;  // revisited once all behind it are known
      goal_of[cell] = std::min(least, kLeadsNowhere);
      stack.pop_back();
    }
  }

  /// Forgets all that find_goal() found for other goals.
  void forget() {
    if (!outdated) return;
    goal_of.assign(index.grid()->cell_count(), kNoGoal);
    const std::span<const CellIndex> cells = field.goals();
    for (std::size_t i = 0; i < cells.size(); ++i)
      goal_of[cells[i]] = std::min(goal_of[cells[i]], static_cast<std::uint32_t>(i));
    outdated = false;
  }

  Index index;
  GoalField field;
  FieldWalk walk;
  std::vector<std::uint32_t> goal_of;  ///< nearest to each cell; kNoGoal: not known yet
  bool outdated = true;                ///< goal_of belongs to other goals
  std::vector<CellIndex> stack;
};

Field::Field(const Index& index) {
  THRONG_ASSERT(index.grid() != nullptr);
  impl_ = std::make_unique<Impl>(index);
}

Field::~Field() = default;
Field::Field(Field&&) noexcept = default;
Field& Field::operator=(Field&&) noexcept = default;

const std::shared_ptr<const Grid>& Field::grid() const noexcept {
  return owned(impl_).index.grid();
}

void Field::set_goals(std::span<const Position> goals, Workers& workers, Cost max_cost) {
  const WorkersInUse team(workers);
  Impl& own = owned(impl_);
  own.outdated = true;
  own.field.make(goals, max_cost, team->scratch.front());
}

void Field::follow(const Index& index, const MapChanges& changes, Workers& workers) {
  THRONG_ASSERT(index.grid() != nullptr);
  Impl& own = owned(impl_);
  const WorkersInUse team(workers);
  own.walk = FieldWalk(*index.grid());
  own.outdated = true;
  const Index former = std::exchange(own.index, index);  // until the field has left it
  own.field.follow({*former.grid(), *own.index.grid(), changes},
                   own.index.contents().fronts.get(), team->scratch.front());
}

Cost Field::distance(Position from) const noexcept {
  const Impl& own = owned(impl_);
  return own.field[cell_or_border(*own.index.grid(), from)];
}

std::optional<Move> Field::next(Position from, std::optional<Move> last) const noexcept {
  const Impl& own = owned(impl_);
  const CellIndex cell = cell_or_border(*own.index.grid(), from);
  const Cost distance = own.field[cell];
  if (distance == 0 || distance == kUnreachable) return std::nullopt;
  return own.walk.next(own.field.data(), cell, last.value_or(Move::north));
}

void Field::append_path(Position from, std::vector<Move>& moves) const {
  const Impl& own = owned(impl_);
  const CellIndex cell = cell_or_border(*own.index.grid(), from);
  if (own.field[cell] == kUnreachable) return;
  own.walk.append(own.field.data(), cell, moves);
}

void Field::append_path(Position from, const PathChoice& choice, Workers& workers,
                        std::vector<Move>& moves) const {
  const WorkersInUse team(workers);
  const std::size_t begin = moves.size();
  try {
    append_path(from, moves);
    redraw(*grid(), choice.ties, lane_of(choice.agent, from), from,
           std::span(moves).subspan(begin), team->scratch.front());
  } catch (...) {
    moves.resize(begin);
    throw;
  }
}

void Field::find_nearest(std::span<const Position> starts, std::span<Nearest> nearest) {
  THRONG_ASSERT(nearest.size() == starts.size());
  Impl& own = owned(impl_);
  own.forget();
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const CellIndex cell = cell_or_border(*own.index.grid(), starts[i]);
    const Cost cost = own.field[cell];
    nearest[i] = {};
    if (cost == kUnreachable) continue;
    if (own.goal_of[cell] == kNoGoal) own.find_goal(cell);
    if (own.goal_of[cell] != kLeadsNowhere) nearest[i] = {own.goal_of[cell], cost};
  }
}

std::size_t Field::memory_bytes() const noexcept {
  const Impl& own = owned(impl_);
  return sizeof(Impl) + own.field.memory_bytes() +
         own.goal_of.capacity() * sizeof(std::uint32_t) +
         own.stack.capacity() * sizeof(CellIndex);
}

void find_arrivals(const Field& field, std::span<const Position> units,
                   std::vector<Arrival>& arrivals) {
  arrivals.clear();
  for (std::size_t i = 0; i < units.size(); ++i) {
    const Cost cost = field.distance(units[i]);
    if (cost != kUnreachable) arrivals.push_back({static_cast<std::uint32_t>(i), cost});
  }
}

}  // namespace throng
