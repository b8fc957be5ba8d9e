#pragma once

#include "../core/memory.hpp"
#include "front_lanes.hpp"
#include "fronts.hpp"

#include <throng/column.hpp>
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
    explicit Climb(Memory memory)
        : at(memory), costs(memory), passed(memory), rows(memory), far(memory) {}

    FrontId front = kNoFront;      ///< the next one
    std::pmr::vector<Cost> at;     ///< by slot: the cost to or from the end of the query
    std::pmr::vector<Cost> costs;  ///< of the columns of the fronts passed
    std::pmr::vector<Passed> passed;
    std::size_t used = 0;  ///< of `costs`
    // With rows:
    std::pmr::vector<FarRow> rows;  ///< of the ranks that the climb reached
    std::pmr::vector<Cost> far;     ///< by depth: the least costs to common ancestors
  };
  /// An entry of a front, walked from its lower column to the higher one or back.
  struct Leg {
    std::size_t entry;
    bool up;
    FrontWay way = {};  ///< with moves once it is known that there are few
  };

  explicit FrontScratch(Memory memory = {})
      : climbs{Climb(memory), Climb(memory)}, legs(memory), parts(memory) {}

  std::array<Climb, 2> climbs;  ///< from the start, from the goal
  // Of append_path(), for which the scratch is constant.
  mutable std::pmr::vector<Leg> legs, parts;
  // Where the ways of the last query met: a depth that rows of both sides reach, or a
  // column of the last front that both climbs passed, and its place in `passed`.
  bool by_rows = false;
  std::uint32_t depth = 0;
  std::uint32_t column = 0;
  std::array<std::size_t, 2> met{};

  /// Makes room for any query, at once.
  void fit(const FrontTree& tree);
};

/// Answers queries from fronts: climbs the elimination tree from both ends to the rank at
/// which their ways meet at least cost. A front costs one vector operation for each own
/// column; columns that cost as much as the best way so far are skipped. Where there are
/// rows, it climbs no farther than to these, and takes the minimum over the ancestors that
/// both ends have.
///
/// Any number of threads may call const members at once, each with its own scratch. Cost on
/// maps of 512 x 512: 5 to 20 us, with all rows 1 to 5; a path takes 10 ns a step more.
/// Source: as Fronts; the walk by rank without a queue is theirs, section 8.
class FrontSearch {
 public:
  explicit FrontSearch(const Fronts& fronts) : fronts_(fronts) {}

  /// The cost of a cheapest path if it is less than `bound`, else `bound`.
  /// Pre: start and goal are open and differ.
  Cost find(CellIndex start, CellIndex goal, Cost bound, FrontScratch& scratch) const;

  /// Appends the moves of the path found last; none if it would have more legs than the map
  /// has cells, as in damaged fronts. Pre: start and goal are those of that search, which
  /// found one.
  void append_path(CellIndex start, CellIndex goal, const FrontScratch& scratch,
                   Column<Move>& moves) const;

  /// Writes the least costs over rising ways from an end to each of its ancestors, itself
  /// included, by depth; if not `up`, from these to the end. Returns their number. label:
  /// becomes longer than that.
  /// Pre: the end is open.
  std::size_t label(CellIndex end, bool up, FrontScratch& scratch,
                    std::pmr::vector<Cost>& label) const;

 private:
  using Climb = FrontScratch::Climb;
  using Leg = FrontScratch::Leg;

  void begin(CellIndex end, Climb& climb) const;
  const Cost* pass(Climb& climb, bool up, CellIndex end, Cost bound) const;
  bool climbs(FrontId front) const noexcept;
  void list_rows(CellIndex end, bool up, Cost bound, Climb& climb) const;
  std::uint32_t common_ancestors(const FrontScratch& scratch) const;
  Cost find_by_rows(CellIndex start, CellIndex goal, Cost bound,
                    FrontScratch& scratch) const;
  void list_legs(CellIndex end, std::size_t side, const FrontScratch& scratch) const;
  void list_climb(CellIndex end, std::size_t side, std::size_t passed, std::uint32_t column,
                  const FrontScratch& scratch) const;
  void list_row(CellIndex end, std::size_t side, const FrontScratch& scratch) const;
  bool divide_legs(const FrontScratch& scratch) const;

  const Fronts& fronts_;
};

}  // namespace throng
