#pragma once

#include <throng/algorithm.hpp>
#include <throng/index.hpp>

#include <string>
#include <string_view>

namespace throng::experiment {

/// Which cells have hub labels: "cells", "corners" or "none".
inline std::string_view hub_labels(const Index& index) {
  if (!index.has(Part::hub_labels)) return "none";
  return index.part(Part::hub_labels).fact("cell labels") != 0 ? "cells" : "corners";
}

/// How jps finds jump points: "graph" or "scan".
inline std::string_view jump_points(const Index& index) {
  return index.has(Part::jump_graph) ? "graph" : "scan";
}

/// What answers the queries of a solver with this algorithm: "hub cells", "jps graph",
/// "astar".
inline std::string engine_name(Algorithm algorithm, const Index& index) {
  std::string text(name(algorithm));
  if (algorithm == Algorithm::hub) text += ' ' + std::string(hub_labels(index));
  if (algorithm == Algorithm::jps) text += ' ' + std::string(jump_points(index));
  return text;
}

}  // namespace throng::experiment
