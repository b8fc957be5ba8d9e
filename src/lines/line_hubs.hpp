#pragma once

#include "../core/crew.hpp"
#include "../labels/growing_labels.hpp"
#include "taut_graph.hpp"

#include <throng/monitor.hpp>
#include <throng/result.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng {

/// Hub labels of the corners of a map: a label is a list of hubs with the lengths of the
/// shortest ways in the taut graph. No label has a hub to which a hub of higher rank is on
/// such a way.
///
/// Take a query, the taut graph with both of its ends attached, all of its shortest ways
/// from one end to the other, and the hub of the highest rank on any of them. Each corner
/// on the same way has this hub: one of higher rank on a way between the two would be on a
/// shortest way of the query.
///
/// A way in the taut graph may make a turn that no shortest line makes (see may_turn()):
/// the graph has no edges in directions that are not taut. Labels need such ways, to find
/// which others are not shortest. But a hub that is reached by one is of no use to any
/// query: its shortest ways have no such turn, for they would be longer than the shortest
/// line by 2^-12 cells, which is more than all roundings of lengths make, unless lines have
/// 2^20 legs.
class LineHubs {
 public:
  /// Errors:
  /// - over_limit: there would be more than `most_entries`; the message is the caller's.
  /// - cancelled: the monitor cancelled; the message is the caller's.
  static Result<LineHubs> build(const TautGraph& graph, std::size_t most_entries,
                                Crew& crew, const Monitor* monitor);

  std::vector<std::uint32_t> order;   ///< corner by rank
  GrowingLabelsOf<LineEntry> labels;  ///< by corner, with rising ranks
  std::size_t entries = 0;            ///< of all labels

 private:
  LineEntry entry(const TautGraph& graph, std::uint32_t hub, std::uint32_t at,
                  std::uint32_t parent, LineLength cost) const;
};

}  // namespace throng
