#include "fronts.hpp"

#include "../core/progress.hpp"
#include "dense_front.hpp"
#include "dissection.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <memory>
#include <string>
#include <utility>

namespace throng {
namespace {

constexpr std::size_t kEntryBytes = sizeof(Cost) + sizeof(FrontWay);

/// Subtrees of at most that many cells are eliminated by one thread.
constexpr std::uint32_t kTaskCells = 2048;

std::string megabytes(std::size_t bytes) {
  const std::size_t tenths = bytes / 100'000;
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10);
}

}  // namespace

/// Eliminates the fronts of a grid, each of them once its children are done.
class FrontBuilder {
 public:
  FrontBuilder(const Lattice& lattice, const Elimination& elimination, Fronts& fronts)
      : grid_(lattice.grid()),
        fronts_(fronts),
        tree_(fronts.tree_),
        cell_of_(elimination.order.size()),
        children_(tree_.fronts.size() + 1, 0),
        updates_(tree_.fronts.size()) {
    for (Rank rank = 0; rank < cell_of_.size(); ++rank)
      cell_of_[rank] = lattice.cell(elimination.order[rank]);
    fronts.rank_of_.assign(grid_.cell_count(), kNoRank);
    for (Rank rank = 0; rank < cell_of_.size(); ++rank)
      fronts.rank_of_[cell_of_[rank]] = rank;
    list_children();
    find_tasks(elimination);
  }

  /// False when cancelled.
  bool build(Crew& crew, Monitor* monitor) {
    const std::size_t sets = fronts_.symmetric_ ? 1 : 2;
    fronts_.costs_.assign(sets * tree_.entries + kLanePadding, kUnreachable);
    fronts_.ways_.resize(sets * tree_.entries);
    std::vector<DenseFront> threads(static_cast<std::size_t>(crew.size()));
    Progress progress(monitor);
    progress.expect(cell_of_.size());
    for (const std::vector<Task>& round : rounds_)
      for_each_monitored(round.size(), crew, Progress(nullptr),
                         [&](std::size_t thread, std::size_t i, bool) {
                           if (progress.cancelled()) return;
                           for (FrontId id = round[i].first; id <= round[i].last; ++id) {
                             eliminate(id, threads[thread]);
                             progress(tree_.fronts[id].own);
                           }
                         });
    return !progress.cancelled();
  }

 private:
  /// Fronts that are eliminated one after the other.
  struct Task {
    FrontId first, last;
  };

  void list_children() {
    for (const Front& front : tree_.fronts)
      if (front.parent != kNoFront) ++children_[front.parent + 1];
    for (std::size_t i = 1; i < children_.size(); ++i) children_[i] += children_[i - 1];
    child_list_.resize(children_.back());
    std::vector<std::uint32_t> next(children_.begin(), children_.end() - 1);
    for (FrontId id = 0; id < tree_.fronts.size(); ++id)
      if (const FrontId parent = tree_.fronts[id].parent; parent != kNoFront)
        child_list_[next[parent]++] = id;
  }

  /// The first round has whole subtrees. Each later one has the fronts above whose children
  /// are all done.
  void find_tasks(const Elimination& elimination) {
    std::vector<std::uint32_t> round(tree_.fronts.size(), 0);
    rounds_.resize(1);
    const auto cells_below = [&](const Front& front) {
      return elimination.subtree[front.end() - 1];
    };
    for (FrontId id = 0; id < tree_.fronts.size(); ++id) {
      const Front& front = tree_.fronts[id];
      const bool top = front.parent == kNoFront;
      if (cells_below(front) <= kTaskCells) {
        if (top || cells_below(tree_.fronts[front.parent]) > kTaskCells) {
          const Rank first = front.end() - cells_below(front);
          rounds_[0].push_back({tree_.front_of[first], id});
        }
      } else {
        round[id] = std::max(round[id], 1U);
        if (rounds_.size() <= round[id]) rounds_.resize(round[id] + 1);
        rounds_[round[id]].push_back({id, id});
      }
      if (!top) round[front.parent] = std::max(round[front.parent], round[id] + 1);
    }
  }

  void eliminate(FrontId id, DenseFront& dense) {
    const Front& front = tree_.fronts[id];
    dense.open(front.own, front.columns(), fronts_.symmetric_);
    for (std::uint32_t p = 0; p < front.own; ++p) add_steps(front, p, dense);
    for (std::uint32_t i = children_[id]; i < children_[id + 1]; ++i) {
      const Front& child = tree_.fronts[child_list_[i]];
      DenseFront::Update update = std::move(updates_[child_list_[i]]);
      dense.add(update,
                std::span(tree_.bound_places).subspan(child.bounds, child.boundary));
    }
    dense.eliminate(front);
    store(front, dense);
    if (front.boundary > 0) updates_[id] = dense.take_update();
  }

  /// The steps between an own column and the later ones.
  void add_steps(const Front& front, std::uint32_t column, DenseFront& dense) const {
    const Rank rank = front.first + column;
    const CellIndex cell = cell_of_[rank];
    for (unsigned d = 0; d < kMoves; ++d) {
      const auto move = static_cast<Move>(d);
      const CellIndex next = cell + grid_.offset(move);
      if (next >= fronts_.rank_of_.size()) continue;  // beyond the border
      const Rank to = fronts_.rank_of_[next];
      if (to == kNoRank || to < rank) continue;
      const auto legal = [&](CellIndex from, Move by) {
        return (grid_.moves()[from] >> static_cast<unsigned>(by) & 1U) != 0;
      };
      if (legal(cell, move))
        dense.add(column, tree_.column(front, to), grid_.step_cost(cell, move),
                  FrontWay(move));
      if (!fronts_.symmetric_ && legal(next, opposite(move)))
        dense.add(tree_.column(front, to), column, grid_.step_cost(next, opposite(move)),
                  FrontWay(opposite(move)));
    }
  }

  void store(const Front& front, const DenseFront& dense) {
    std::size_t at = front.entries;
    for (std::uint32_t p = 0; p < front.own; ++p)
      for (std::uint32_t j = p + 1; j < front.columns(); ++j, ++at) {
        store(at, dense.cost(p, j), dense.way(p, j));
        if (!fronts_.symmetric_)
          store(tree_.entries + at, dense.cost(j, p), dense.way(j, p));
      }
  }

  void store(std::size_t at, Cost cost, FrontWay way) {
    fronts_.costs_[at] = cost;
    if (cost != kUnreachable) fronts_.ways_[at] = way;
  }

  const Grid& grid_;
  Fronts& fronts_;
  const FrontTree& tree_;
  std::vector<CellIndex> cell_of_;       ///< by rank
  std::vector<std::uint32_t> children_;  ///< first in child_list_, by front
  std::vector<FrontId> child_list_;
  std::vector<DenseFront::Update> updates_;  ///< by front, until the parent has them
  std::vector<std::vector<Task>> rounds_;
};

Result<Fronts> Fronts::build(const Grid& grid, std::size_t most_bytes, Crew& crew,
                             Monitor* monitor) {
  if (grid.links() != nullptr)
    return fail(Code::unsupported, "fronts do not support links");
  if (!Lattice::fits(grid))
    return fail(Code::unsupported, "the map is too large for fronts");
  const auto cancelled_here = [] {
    return fail(Code::cancelled, "the building of fronts was cancelled");
  };
  if (cancelled(monitor)) return cancelled_here();
  Fronts fronts;
  fronts.symmetric_ = grid.symmetric();
  const Lattice lattice(grid);
  const Elimination elimination =
      Elimination::make(lattice, dissect(lattice, crew, monitor));
  if (cancelled(monitor)) return cancelled_here();
  const std::size_t entry = kEntryBytes * (fronts.symmetric_ ? 1 : 2);
  Result<FrontTree> tree = FrontTree::make(lattice, elimination, most_bytes / entry);
  if (!tree && tree.error().code == Code::over_limit)
    return fail(Code::over_limit, "fronts need more memory than the " +
                                      megabytes(most_bytes) + " MB allowed");
  if (!tree) return tree.failure();
  fronts.tree_ = *std::move(tree);
  if (!FrontBuilder(lattice, elimination, fronts).build(crew, monitor))
    return cancelled_here();
  return fronts;
}

std::size_t Fronts::memory_bytes() const noexcept {
  const auto bytes = [](const auto&... of) {
    return (... + (of.capacity() * sizeof(of[0])));
  };
  return bytes(tree_.fronts, tree_.front_of, tree_.bounds, tree_.bound_slots,
               tree_.bound_places, rank_of_, costs_, ways_);
}

}  // namespace throng
