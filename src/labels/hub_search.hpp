#pragma once

#include "../core/memory.hpp"
#include "hub_map.hpp"

#include <throng/column.hpp>
#include <throng/query.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng {

/// The shape of a cheapest way.
struct HubWay {
  enum class Kind : std::uint8_t {
    direct,  ///< a leg from start to goal
    turn,    ///< over one subgoal that the goal sees too; only at jump points
    hub,     ///< from a subgoal that the start sees over a hub to one that the goal sees
  };

  Kind kind = Kind::direct;
  Cost cost = kUnreachable;
  std::uint32_t at = 0;  ///< turn: the subgoal; hub: the rank
  /// hub: indices in the lists of the views; used only if these have no labels.
  std::uint32_t near = 0, far = 0;
};

/// Memory of one thread, kept from query to query.
struct HubScratch {
  explicit HubScratch(Memory memory = {})
      : start_away(memory),
        goal_away(memory),
        start_bound(memory),
        goal_bound(memory),
        start_label(memory),
        goal_label(memory),
        to_hub(memory) {}

  std::pmr::vector<Cost> start_away;  ///< by index in the list of the start's view
  std::pmr::vector<Cost> goal_away;
  /// A lower bound on the ways over that subgoal; used only if views have no labels.
  std::pmr::vector<Cost> start_bound;
  std::pmr::vector<Cost> goal_bound;
  std::pmr::vector<HubBlock> start_label;  ///< see ViewLabel::room
  std::pmr::vector<HubBlock> goal_label;
  /// A cost from the start and, in the lower half, the index of the subgoal on that way.
  using Nearest = std::uint64_t;
  static constexpr Nearest kUnknown = ~Nearest{0};
  /// By rank, kUnknown between queries; used only if views have no labels.
  std::pmr::vector<Nearest> to_hub;
  HubWay way;  ///< of the last search
  /// How many labels of subgoals the last search read; only if views have no labels.
  std::uint32_t labels_read = 0;

  /// Makes room for any query of the map, at once.
  void fit(const HubLabels& labels, const HubViews& views);
};

/// Answers queries from hub labels, without a search.
///
/// A cheapest way is canonical, or it goes over a subgoal p that the start sees. The rest,
/// from p to the goal, is symmetric: the goal's canonical way to p is free, or a cheapest
/// way from the goal goes over a subgoal q that it sees, and the labels contain the
/// distance from p to q. (Canonical ways lead to jump points as in jump point search; one
/// of them is always on some cheapest way: Harabor and Grastien, AAAI 2011.)
///
/// Without jump points, the area of the two ends is free (see TurnCorners), or a cheapest
/// way goes over subgoals p and q that the start and the goal see (see TurnScan and
/// CutScan), which may be equal. So no way turns at a subgoal that is not one of both
/// views.
///
/// Any number of threads may call const members at once, each with its own scratch. Cost:
/// 0.1 to 0.7 us on maps of 512 x 512 if views have labels, else two to three times that; a
/// path takes 0.2 to 3.7 us more, most of it for its legs.
class HubSearch {
 public:
  explicit HubSearch(const HubMap& map) : map_(map) {}

  /// Pre: start and goal are open, differ and are connected.
  HubWay find(CellIndex start, CellIndex goal, HubScratch& scratch) const;

  /// Appends the moves of the way found last. Pre: start and goal are those of that search.
  void append_path(CellIndex start, CellIndex goal, const HubScratch& scratch,
                   Column<Move>& moves) const;

 private:
  HubWay meet(std::uint32_t start_view, std::uint32_t goal_view, PaddedPosition start,
              PaddedPosition goal, HubScratch& scratch) const;
  HubWay meet_corners(std::span<const SeenSubgoal> from_start,
                      std::span<const SeenSubgoal> from_goal, PaddedPosition start,
                      PaddedPosition goal, HubScratch& scratch) const;
  void look_for_turn(std::uint32_t start_view, PaddedPosition goal, unsigned goal_moves,
                     const HubScratch& scratch, HubWay& way) const;
  template <Topology kTopology>
  void append(CellIndex start, CellIndex goal, const HubScratch& scratch,
              Column<Move>& moves) const;
  std::uint32_t find_nearest(std::uint32_t view, std::span<const Cost> away,
                             std::uint32_t hub) const;

  HubMap map_;
};

}  // namespace throng
