#pragma once

#include "../core/shared_array.hpp"
#include "front_plan.hpp"

#include <throng/query.hpp>
#include <throng/result.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace throng {

/// Which fronts have rows, and where the rows lie. Rows depend on the steps that cost
/// something, not on what they cost. Immutable.
struct RowPlan {
  /// Subtrees of so few cells get no rows, however much memory there is: a query climbs
  /// them in less time than it takes to fetch a row.
  static constexpr std::uint32_t kFewestCells = 64;

  /// Gives rows to the fronts of subtrees of more than kFewestCells cells, or twice, four
  /// times ... as many, until rows and plan fit into `most_bytes`. Cost: O(fronts).
  static RowPlan make(const FrontShape& shape, std::size_t most_bytes);
  /// The plan of rows that have so many values in all sets. Errors: there is none.
  static Result<RowPlan> restore(const FrontShape& shape, std::size_t all_values);

  /// Whether no front has rows.
  bool empty() const noexcept { return values == 0; }
  /// Whether the own ranks of a front have rows. Then those of its parent have some, too.
  bool has(FrontId id) const noexcept { return begins[id] != kNone; }
  /// Where the row of an own column begins: that of the last one is the first and shortest.
  /// front: that of `id`. Pre: has(id).
  std::size_t begin(FrontId id, const Front& front, std::uint32_t column) const noexcept {
    return begins[id] + end_of(front, front.own - 1 - column);
  }
  /// Calls visit(i, depth, begin of the row) for each rank of a boundary, in their order.
  /// Pre: the front of the first rank has rows.
  template <class Visit>
  void for_each_bound(const FrontTree& tree, const Front& front, const Visit& visit) const {
    FrontId above = kNoFront;
    Rank end = 0;
    for (std::uint32_t i = 0; i < front.boundary; ++i) {
      const Rank rank = tree.bounds[front.bounds + i];
      if (rank >= end) {
        above = tree.front_of[rank];
        end = tree.fronts[above].end();
      }
      const Front& of = tree.fronts[above];
      visit(i, of.depth(rank), begin(above, of, rank - of.first));
    }
  }
  /// The values of all rows of a front.
  static std::size_t count(const Front& front) noexcept { return end_of(front, front.own); }
  /// To compute the rows of a front, in expansions of a search. Measured: most entries lead
  /// no farther than others.
  static std::size_t work(const Front& front, bool symmetric) noexcept {
    const std::size_t values = front.entry_count() * (std::size_t{front.slot} + front.own);
    return front.own + values / (symmetric ? 1024 : 512);
  }
  std::size_t memory_bytes() const noexcept {
    return begins.capacity() * sizeof(std::size_t);
  }

  static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();
  std::vector<std::size_t> begins;  ///< by front: of its first row; kNone: it has none
  std::size_t values = 0;           ///< of all rows of a set

 private:
  /// The plan with at most so many values in all sets.
  static RowPlan of_values(const FrontShape& shape, std::size_t most_values);
  /// The values of the first rows of a front.
  static std::size_t end_of(const Front& front, std::size_t rows) noexcept {
    return rows * front.slot + (rows * rows - rows) / 2;
  }
};

/// For each rank high in the tree of fronts, the costs of the cheapest ways that rise from
/// it to each of its ancestors: what a climb from that rank finds. A query that has rows
/// climbs only the fronts below them.
///
/// A row has a value for each ancestor, by depth: the root of the tree has depth 0. Its
/// cost is kUnreachable if no way leads there; else its next value is the column of the
/// front to which the way leads first. Where ways up and down differ, there are two sets of
/// rows.
///
/// Immutable. Bytes: 6 a value.
/// Source: labels of all ancestors in a tree of separators, C. Gavoille and others,
///         "Distance labeling in graphs", Journal of Algorithms 53, 2004, section 3.
class FrontRows {
 public:
  using Next = std::uint16_t;

  /// plan: not null, not empty. costs, nexts: of all sets; costs are followed by
  /// kLanePadding more.
  FrontRows(std::shared_ptr<const RowPlan> plan, SharedArray<Cost> costs,
            SharedArray<Next> nexts)
      : plan_(std::move(plan)), costs_(std::move(costs)), nexts_(std::move(nexts)) {}

  const RowPlan& plan() const noexcept { return *plan_; }
  /// The values of a set.
  const Cost* costs(bool up) const noexcept { return costs_.data() + set(up); }
  const Next* nexts(bool up) const noexcept { return nexts_.data() + set(up); }

  /// What the rows consist of, for index files.
  std::span<const Cost> all_costs() const noexcept { return costs_.values(); }
  std::span<const Next> all_nexts() const noexcept { return nexts_.values(); }

  std::size_t memory_bytes() const noexcept {
    return plan_->memory_bytes() + costs_.size_bytes() + nexts_.size_bytes();
  }

 private:
  std::size_t set(bool up) const noexcept {
    return up || nexts_.size() == plan_->values ? 0 : plan_->values;
  }

  std::shared_ptr<const RowPlan> plan_;
  SharedArray<Cost> costs_;  ///< ways up, then ways down unless they are the same
  SharedArray<Next> nexts_;
};

}  // namespace throng
