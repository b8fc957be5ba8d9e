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

/// Contracts nodes of a graph in rounds. A round takes the nodes that come before all of
/// their neighbours by priority; it finds their shortcuts in parallel on the graph as it is
/// before the round, on ways around all nodes of the round, and applies them in order. So
/// the result is the same for any number of threads.
///
/// A priority is low where a node needs few shortcuts, of few edges, for the arcs it takes
/// along, and where few nodes around it are contracted. Contraction stops at a core of 2 %
/// of the nodes, or when those left have more arcs than searches in them save.
///
/// Source: R. Geisberger, P. Sanders, D. Schultes, D. Delling, "Contraction Hierarchies",
/// WEA 2008; independent sets: C. Vetter, "Parallel Time-Dependent Contraction
/// Hierarchies", Karlsruhe, 2009; a core left over: R. Bauer, D. Delling, P. Sanders, D.
/// Schieferdecker, D. Schultes, D. Wagner, "Combining Hierarchical and Goal-Directed
/// Speed-Up Techniques", ACM JEA 15, 2010.
class Contraction {
 public:
  static constexpr std::size_t kCorePart = 50;    ///< one node of so many
  static constexpr std::size_t kMostDegree = 20;  ///< in the mean
  static constexpr std::size_t kMostArcs = 127;   ///< of a node that is contracted

  /// Keeps references. The graph is left with the core.
  Contraction(RemainingGraph& graph, Crew& crew);

  /// Errors:
  /// - over_limit: all arcs would be more than `most_arcs`.
  /// - cancelled: the monitor cancelled.
  Result<Contracted> run(std::size_t most_arcs, const Progress& progress);

 private:
  struct Shortcut {
    std::uint32_t from;
    RemainingArc arc;
  };

  void update_priorities(const std::vector<std::uint32_t>& nodes);
  std::uint32_t priority(std::uint32_t node, WitnessSearch& search) const;
  bool precedes(std::uint32_t a, std::uint32_t b) const noexcept;
  void pick();
  void find_shortcuts();
  void apply(Contracted& to);

  RemainingGraph& graph_;
  Crew& crew_;
  std::vector<std::uint8_t> is_picked_;           ///< by node: contracted in this round
  std::vector<WitnessSearch> searches_;           ///< by thread
  std::vector<std::uint32_t> left_;               ///< nodes not contracted, rising
  std::vector<std::uint32_t> levels_;             ///< by node: rounds around it
  std::vector<std::uint32_t> priorities_;         ///< by node
  std::vector<std::uint32_t> picked_;             ///< nodes of this round, rising
  std::vector<std::vector<Shortcut>> shortcuts_;  ///< by block of picked nodes
  std::vector<std::uint32_t> changed_;            ///< neighbours of the nodes of this round
  std::vector<std::uint8_t> is_changed_;          ///< by node
};

}  // namespace throng
