#pragma once

#include "../core/memory.hpp"
#include "fronts.hpp"

#include <throng/query.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng {

/// Memory of one thread, kept from query to query.
struct FrontScratch {
  /// A front that the climb from one end passed.
  struct Passed {
    FrontId front;
    std::size_t costs;  ///< first in Climb::costs, one by column
  };
  /// The climb from one end of a query.
  struct Climb {
    explicit Climb(Memory memory) : at(memory), costs(memory), passed(memory) {}

    FrontId front = kNoFront;      ///< the next one
    std::pmr::vector<Cost> at;     ///< by slot: the cost to or from the end of the query
    std::pmr::vector<Cost> costs;  ///< of the columns of the fronts passed
    std::pmr::vector<Passed> passed;
    std::size_t used = 0;  ///< of `costs`
  };
  /// An entry of a front, walked from its lower column to the higher one or back.
  struct Leg {
    std::size_t entry;
    bool up;
  };

  explicit FrontScratch(Memory memory = {})
      : climbs{Climb(memory), Climb(memory)}, legs(memory), stack(memory) {}

  std::array<Climb, 2> climbs;  ///< from the start, from the goal
  // Of append_path(), for which the scratch is constant.
  mutable std::pmr::vector<Leg> legs;  ///< of one climb, from the top down
  mutable std::pmr::vector<Leg> stack;
  // Where the climbs of the last query met: a column of the last front that both passed,
  // and its place in `passed`.
  std::uint32_t column = 0;
  std::array<std::size_t, 2> met{};

  /// Makes room for any query, at once.
  void fit(const FrontTree& tree);
};

/// Answers queries from fronts: climbs the elimination tree from both ends to the rank at
/// which their ways meet at least cost. A front costs one vector operation for each own
/// column; columns that cost as much as the best way so far are skipped.
///
/// Any number of threads may call const members at once, each with its own scratch. Cost:
/// 5 to 20 us on maps of 512 x 512; a path takes 10 to 25 ns a step more.
/// Source: as Fronts; the walk by rank without a queue is theirs, section 8.
class FrontSearch {
 public:
  explicit FrontSearch(const Fronts& fronts) : fronts_(fronts) {}

  /// The cost of a cheapest path if it is less than `bound`, else `bound`.
  /// Pre: start and goal are open and differ.
  Cost find(CellIndex start, CellIndex goal, Cost bound, FrontScratch& scratch) const;

  /// Appends the moves of the path found last. Pre: start and goal are those of that
  /// search, which found one.
  void append_path(CellIndex start, CellIndex goal, const FrontScratch& scratch,
                   std::pmr::vector<Move>& moves) const;

 private:
  using Climb = FrontScratch::Climb;
  using Leg = FrontScratch::Leg;

  void begin(CellIndex end, Climb& climb) const;
  const Cost* pass(Climb& climb, bool up, CellIndex end, Cost bound) const;
  void list_legs(CellIndex end, std::size_t side, const FrontScratch& scratch) const;
  void walk(Leg leg, const FrontScratch& scratch, std::pmr::vector<Move>& moves) const;

  const Fronts& fronts_;
};

}  // namespace throng
