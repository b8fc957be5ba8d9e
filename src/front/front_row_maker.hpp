#pragma once

#include "../core/crew.hpp"
#include "front_rows.hpp"

#include <throng/monitor.hpp>
#include <throng/query.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng {

/// Computes the rows of fronts from their costs, front by front, the roots first. Different
/// threads may make rows of fronts of one round at once.
class FrontRowMaker {
 public:
  /// Memory of one thread.
  struct Scratch {
    std::vector<std::size_t> rows;      ///< by column of a front: where its row begins
    std::vector<std::uint32_t> depths;  ///< by column of a front
    std::vector<std::uint32_t> nexts;   ///< by depth, of one row
  };
  /// Where the rows of a set begin, and the costs of the fronts in its direction.
  struct Set {
    const Cost* entries;
    Cost* costs;
    FrontRows::Next* nexts;
  };

  /// Both must outlive the maker.
  FrontRowMaker(const FrontTree& tree, const RowPlan& plan) : tree_(tree), plan_(plan) {}

  /// The fronts that have rows, in rounds that read rows of earlier rounds only.
  std::vector<std::vector<FrontId>> rounds() const;

  /// Makes all rows of some sets. False when cancelled. monitor: may be null.
  bool make_all(std::span<const Set> sets, Crew& crew, const Monitor* monitor) const;

  /// Writes the rows of a front. Pre: those of its ancestors are made.
  /// Cost: 0.15 ns for each entry of the front and ancestor, of the entries that lead
  /// farther
  ///       than others.
  void make(FrontId id, const Set& set, Scratch& scratch) const;

  /// Finds the depths and rows of the columns of a front that has rows.
  void list_columns(FrontId id, Scratch& scratch) const;

 private:
  const FrontTree& tree_;
  const RowPlan& plan_;
};

}  // namespace throng
