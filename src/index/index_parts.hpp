#pragma once

#include "../areas/area_map.hpp"
#include "../areas/dead_ends.hpp"
#include "../gates/gate_matrix.hpp"
#include "../gates/gates.hpp"
#include "../hub/hub_labels.hpp"
#include "../hub/hub_map.hpp"
#include "../hub/hub_views.hpp"
#include "../jump/jump_graph.hpp"
#include "../jump/jump_map.hpp"
#include "../jump/jump_shortcuts.hpp"
#include "../landmarks/cell_rows.hpp"
#include "../landmarks/landmark_table.hpp"
#include "../landmarks/two_way.hpp"

#include <throng/index.hpp>

#include <memory>
#include <string>
#include <vector>

namespace throng {

/// The areas of a grid.
struct Index::Areas {
  AreaMap map;
  DeadEnds dead_ends;
  std::vector<std::uint32_t> area_of_row;  ///< by row of Parts::rows; empty without a graph
  bool many_dead_ends = false;             ///< no block has half of the open cells
};

/// The gates between them.
struct Index::Gateways {
  Gates gates;
  GateMatrix matrix;
};

/// The hub labels of its subgoals, and of what sees the same of them.
struct Index::Hubs {
  HubLabels labels;
  HubViews views;
};

/// What an index holds.
struct Index::Parts {
  std::shared_ptr<const Grid> grid;  ///< never null
  IndexOptions options;              ///< without their monitor
  /// Of the landmark table, and nodes of the jump graph, which come first. Never null;
  /// empty without either.
  std::shared_ptr<const CellRows> rows = std::make_shared<const CellRows>();
  std::shared_ptr<const JumpMap> jump_map;      ///< null: the rules do not allow jumps
  std::shared_ptr<const JumpGraph> jump_graph;  ///< null: not allowed or not asked for
  std::shared_ptr<const JumpShortcuts> jump_shortcuts;  ///< null: as jump_graph
  /// What the landmarks tell of: the grid, or one on which nothing is dearer. Then lower
  /// bounds hold, but no upper ones; and whether there is a way back (landmarks_back) says
  /// nothing of the grid. Never null.
  std::shared_ptr<const Grid> landmark_grid;
  std::shared_ptr<const LandmarkTable> landmarks;       ///< null: none were asked for
  std::shared_ptr<const LandmarkTable> landmarks_back;  ///< null: see Landmarks::back
  std::vector<CellIndex> landmark_cells;  ///< [slot * components of landmark_grid + c]
  std::shared_ptr<const Areas> areas;     ///< null: not asked for
  std::shared_ptr<const Gateways> gates;  ///< null: not asked for; not without areas
  std::shared_ptr<const Hubs> hubs;       ///< null: not asked for, or refused
  std::string hub_refusal;                ///< why they were
  double hub_seconds = 0;                 ///< that they took
  double seconds = 0;                     ///< that it took to make all this

  /// Whether the landmarks were measured on this very grid.
  bool own_landmarks() const noexcept { return landmark_grid == grid; }
  /// Pre: there are hubs.
  HubMap hub_map() const noexcept {
    return {*grid, *jump_graph, JumpWalker(*grid, *jump_map, &jump_graph->diagonals()),
            hubs->labels, hubs->views};
  }
  /// Lower bound on the distance between two cells of one component, by the landmarks. Pre:
  /// there are some.
  Cost landmark_lower(CellIndex from, CellIndex to) const noexcept;
  /// An upper bound on the distance between two cells of one component, by the landmarks;
  /// kUnreachable when nothing is known. Pre: there are some.
  Cost landmark_upper(CellIndex from, CellIndex to) const noexcept;
};

}  // namespace throng
