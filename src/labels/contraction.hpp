#pragma once

#include "../core/crew.hpp"
#include "../core/progress.hpp"
#include "remaining_graph.hpp"
#include "witness_search.hpp"

#include <throng/result.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng {

/// A graph of which all but the core is contracted.
struct Contracted {
  std::vector<std::uint32_t> order;        ///< the contracted nodes, first to last
  std::vector<RemainingGraph::Arcs> arcs;  ///< by node: to nodes that were left with it
};

/// What contraction takes at a time, and when it stops.
struct ContractionLimits {
  /// A round takes nodes from the fraction 1 / low_part of those left that has the lowest
  /// priorities.
  std::size_t low_part = 1;
  std::size_t core;       ///< so many nodes are left
  std::size_t degree;     ///< or those left have more arcs each, in the mean
  std::size_t node_arcs;  ///< of a node that is contracted; others stay
  std::size_t arcs;       ///< of all nodes, in one direction
};

/// Contracts nodes of a graph in rounds. A round takes the nodes that come before all of
/// their neighbours by priority; it finds their shortcuts in parallel on the graph as it is
/// before the round, on ways around all nodes of the round, and applies those of each node
/// in order. So the result is the same for any number of threads.
///
/// A priority is low where a node needs few shortcuts, of few edges, for the arcs it takes
/// along, and where few nodes around it are contracted.
///
/// Source: R. Geisberger, P. Sanders, D. Schultes, D. Delling, "Contraction Hierarchies",
/// WEA 2008; independent sets: C. Vetter, "Parallel Time-Dependent Contraction
/// Hierarchies", Karlsruhe, 2009; a core left over: R. Bauer, D. Delling, P. Sanders, D.
/// Schieferdecker, D. Schultes, D. Wagner, "Combining Hierarchical and Goal-Directed
/// Speed-Up Techniques", ACM JEA 15, 2010.
class Contraction {
 public:
  /// Keeps references. The graph is left with the core.
  Contraction(RemainingGraph& graph, Crew& crew, const ContractionLimits& limits);

  /// Errors:
  /// - over_limit: all arcs are more than the limit.
  /// - cancelled: the monitor cancelled; the message is the caller's.
  Result<Contracted> run(const Progress& progress);

 private:
  struct Shortcut {
    std::uint32_t from;
    RemainingArc arc;
  };
  /// The nodes that one thread changes, and what it finds.
  struct Share {
    bool has(std::uint32_t node) const noexcept { return node >= begin && node < end; }

    std::uint32_t begin = 0, end = 0;
    std::vector<std::uint32_t> changed;  ///< neighbours of the nodes of this round
    std::size_t added = 0;               ///< arcs
  };

  void update_priorities(const std::vector<std::uint32_t>& nodes);
  std::uint32_t priority(std::uint32_t node, WitnessSearch& search) const;
  std::uint32_t low_priority();
  bool precedes(std::uint32_t a, std::uint32_t b) const noexcept;
  void pick();
  void join_blocks();
  void find_shortcuts();
  void apply(Contracted& to);
  void apply(const Contracted& to, Share& share);
  void forget(std::uint32_t node, std::uint32_t taken, Share& share);

  RemainingGraph& graph_;
  Crew& crew_;
  ContractionLimits limits_;
  std::vector<std::uint8_t> is_picked_;           ///< by node: contracted in this round
  std::vector<WitnessSearch> searches_;           ///< by thread
  std::vector<std::uint32_t> left_;               ///< nodes not contracted, rising
  std::vector<std::uint32_t> levels_;             ///< by node: rounds around it
  std::vector<std::uint32_t> priorities_;         ///< by node
  std::vector<std::uint32_t> sorted_;             ///< priorities, partly in order
  std::vector<std::uint32_t> found_;              ///< by block of left_: picked nodes
  std::vector<std::size_t> kept_;                 ///< by block of left_: other nodes
  std::vector<std::uint32_t> picked_;             ///< nodes of this round, rising
  std::vector<std::vector<Shortcut>> shortcuts_;  ///< by block of picked nodes
  std::vector<Share> shares_;
  std::vector<std::uint32_t> changed_;    ///< neighbours of the nodes of this round
  std::vector<std::uint8_t> is_changed_;  ///< by node
};

}  // namespace throng
