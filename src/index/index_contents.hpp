#pragma once

#include "../areas/area_map.hpp"
#include "../areas/dead_ends.hpp"
#include "../areas/gate_matrix.hpp"
#include "../areas/gates.hpp"
#include "../core/versioned_array.hpp"
#include "../front/fronts.hpp"
#include "../heuristic/cell_rows.hpp"
#include "../heuristic/landmark_table.hpp"
#include "../heuristic/seen_rows.hpp"
#include "../heuristic/two_way.hpp"
#include "../hierarchy/hierarchy.hpp"
#include "../jump/jump_graph.hpp"
#include "../jump/jump_map.hpp"
#include "../jump/jump_shortcuts.hpp"
#include "../jump/numbered_cells.hpp"
#include "../labels/hub_labels.hpp"
#include "../labels/hub_map.hpp"
#include "../labels/hub_views.hpp"
#include "../labels/turn_corners.hpp"
#include "../lines/line_board.hpp"
#include "../lines/line_graph.hpp"
#include "../lines/line_labels.hpp"
#include "../lines/line_path.hpp"

#include <throng/index.hpp>
#include <throng/result.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace throng {

/// The areas of a grid.
struct Index::Areas {
  AreaMap map;
  DeadEnds dead_ends;
  std::vector<std::uint32_t> area_of_row;  ///< by row of Parts::rows; empty without a graph
  std::size_t largest_block = 0;           ///< open cells of the block that has most
};

/// The gates between areas.
struct Index::Gateways {
  Gates gates;
  GateMatrix matrix;
};

/// The hub labels of the subgoals, and of the views: cells that see the same subgoals.
struct Index::Hubs {
  HubLabels labels;
  HubViews views;
  std::optional<TurnCorners> corners;  ///< the subgoals, unless they are jump points
};

/// An empty object that all indexes share.
inline const std::shared_ptr<const CellRows>& no_rows() {
  static const auto rows = std::make_shared<const CellRows>();
  return rows;
}

/// What is known of a part besides its data.
struct PartRecord {
  std::string refusal;           ///< why a part that was requested was skipped; else empty
  std::string lack;              ///< see PartInfo
  bool memory_exceeded = false;  ///< because of its memory limit
  double seconds = 0;            ///< time to build it

  /// Notes an error, after which an index does without the part; but when the building was
  /// cancelled, it fails.
  Outcome skip(const Error& error) {
    if (error.code == Code::cancelled) return fail(error.code, error.what);
    refusal = error.what;
    memory_exceeded = error.code == Code::over_limit;
    return ok();
  }
  /// The same for something that the part can do without.
  Outcome do_without(const Error& error) {
    if (Outcome done = skip(error); !done) return done;
    lack = std::move(refusal);
    refusal.clear();
    return ok();
  }
};

/// The contents of an index.
struct Index::Parts {
  std::shared_ptr<const Grid> grid;  ///< null only where there are no parts
  IndexOptions options;              ///< without their monitor
  /// Of a static map on which all cells have a row in the landmark table, or with areas:
  /// these rows, and the nodes of the jump graph, which come first. Never null; else empty.
  std::shared_ptr<const CellRows> rows = no_rows();
  /// The nodes of the jump graph of a static map without these rows; else null.
  std::shared_ptr<const NumberedCells> numbers;
  /// Of a living map with a jump graph: the node of each padded cell. Values that are not
  /// less than the number of nodes mean that there is none. Else empty.
  VersionedArray<std::uint32_t>::Snapshot living_nodes;
  std::shared_ptr<const JumpMap> jump_map;      ///< null: the rules do not allow jumps
  std::shared_ptr<const JumpGraph> jump_graph;  ///< null: not allowed or not requested
  std::shared_ptr<const JumpShortcuts> jump_shortcuts;  ///< null: as jump_graph
  /// The grid on which the landmarks were measured: the grid of the index, or another one
  /// on which nothing costs more. With another one, lower bounds hold but upper bounds do
  /// not, and landmarks_back describes that grid, not the grid of the index. Never null.
  std::shared_ptr<const Grid> landmark_grid;
  /// Made by with_costlier_grid(), perhaps of landmark_grid itself. Its rows have the order
  /// of a jump graph that it lacks, so a file could not hold it.
  bool costlier = false;
  std::shared_ptr<const LandmarkTable> landmarks;       ///< null: none requested
  std::shared_ptr<const LandmarkTable> landmarks_back;  ///< null: see Landmarks::back
  /// [slot * components of landmark_grid + c]; empty on a living map.
  std::vector<CellIndex> landmark_cells;
  std::shared_ptr<const Areas> areas;          ///< null: not requested
  std::shared_ptr<const Gateways> gates;       ///< null: not requested; requires areas
  std::shared_ptr<const Hubs> hubs;            ///< null: not requested, or skipped
  std::shared_ptr<const Fronts> fronts;        ///< null: not requested, or skipped
  bool fronts_stale = false;                   ///< of a living map: they will come back
  std::shared_ptr<const Hierarchy> hierarchy;  ///< null: not requested, or skipped
  std::size_t corners_near_by = 0;             ///< of the hierarchy, see hierarchy_part.cpp
  std::shared_ptr<const LineBoard> lines;      ///< null: not requested, or skipped
  std::shared_ptr<const LineLabels> line_labels;  ///< null: no lines, or too large
  std::shared_ptr<const LineGraph> line_graph;    ///< null: as line_labels, or not needed
  std::array<PartRecord, kParts> records;         ///< by Part
  double seconds = 0;                             ///< time to build everything

  PartRecord& record(Part part) noexcept { return records[static_cast<std::size_t>(part)]; }
  const PartRecord& record(Part part) const noexcept {
    return records[static_cast<std::size_t>(part)];
  }

  /// Without a board if there are no lines.
  LineSource line_source() const noexcept {
    return {lines.get(), line_labels.get(), line_graph.get()};
  }

  /// Pre: there is a jump graph.
  NodesByCell node_of() const noexcept {
    if (numbers != nullptr) return NodesByCell(*numbers);
    return NodesByCell(living_nodes.data() != nullptr ? living_nodes.data()
                                                      : rows->row.data());
  }
  /// Whether only jump points have rows in the landmark table.
  bool jump_point_rows() const noexcept {
    return landmarks != nullptr &&
           options.landmarks.storage == LandmarkStorage::jump_points;
  }
  /// Computes rows of all cells from those of the jump points. Pre: jump_point_rows().
  SeenRows seen_rows() const noexcept {
    return {*grid, JumpWalker(*grid, *jump_map, &jump_graph->diagonals()), node_of(),
            *landmarks, landmark_cells};
  }
  /// The row of an open cell in the landmark table. Pre: there are landmarks, and all cells
  /// have rows.
  std::uint32_t row_of(CellIndex cell) const noexcept {
    THRONG_ASSERT(!jump_point_rows());
    return landmarks->living() ? cell : rows->row[cell];
  }
  /// Whether the landmarks were measured on the grid of this index.
  bool own_landmarks() const noexcept { return landmark_grid == grid; }
  /// Pre: there are hubs.
  HubMap hub_map() const noexcept {
    if (hubs->corners)
      return {*grid,      leg_costs(*grid), hubs->corners->subgoals().places,
              {},         &*hubs->corners,  hubs->labels,
              hubs->views};
    return {*grid,
            grid->costs(),
            jump_graph->places(),
            JumpWalker(*grid, *jump_map, &jump_graph->diagonals()),
            nullptr,
            hubs->labels,
            hubs->views};
  }
  /// A lower bound from the landmarks on the distance between two cells of one component.
  /// Pre: there are landmarks, and all cells have rows.
  Cost landmark_lower(CellIndex from, CellIndex to) const noexcept;
  /// An upper bound from the landmarks on the distance between two cells of one component;
  /// kUnreachable if no bound is known.
  /// Pre: there are landmarks, and all cells have rows.
  Cost landmark_upper(CellIndex from, CellIndex to) const noexcept;
  /// The slot of the landmark with the best lower bound. Pre: there are
  /// landmarks.
  int best_landmark(CellIndex from, CellIndex to) const noexcept;
};

}  // namespace throng
