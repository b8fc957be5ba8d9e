#pragma once

#include "jump_shortcuts.hpp"

#include <throng/grid.hpp>
#include <throng/query.hpp>

#include <cstdint>
#include <vector>

namespace throng {

/// What a JumpEditor that is not settled has, besides what its grid determines: plain data,
/// to be saved. Does not depend on the numbers of nodes.
struct JumpRepairState {
  /// A shortcut that `others` does not tell.
  struct Shortcut {
    CellIndex from = 0;          ///< a node
    std::uint32_t edge = 0;      ///< counts the edges of that node
    CellIndex to = 0;            ///< a node
    std::uint8_t direction = 0;  ///< in which `to` is entered
    bool dead_end = false;
    Cost cost = 0;
    JumpBox box;

    friend bool operator==(const Shortcut&, const Shortcut&) = default;
  };

  /// How much of the graph there is: all, nothing, or all but the edges of some nodes.
  enum class Graph : std::uint8_t { complete, dropped, numbered };

  bool settled = true;
  Graph graph = Graph::complete;  ///< complete if settled
  /// What the edges have that are not listed: the plain edge, or the shortcut that a new
  /// build would find. The latter makes a short list if only few have changed.
  enum class Others : std::uint8_t { plain, built };
  Others others = Others::plain;
  std::vector<Shortcut> shortcuts;  ///< none if settled, or if the graph is not complete
  std::vector<CellIndex> unbuilt;   ///< the nodes without edges, in order

  friend bool operator==(const JumpRepairState&, const JumpRepairState&) = default;
};

}  // namespace throng
