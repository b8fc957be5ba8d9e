#pragma once

#include <throng/algorithm.hpp>
#include <throng/index.hpp>

#include <string>
#include <string_view>

namespace throng::experiment {

/// Which cells have hub labels: "cells", "corners" or "none". index: may be null.
inline std::string_view hub_labels(const Index* index) {
  if (index == nullptr || !index->stats().hub_labels) return "none";
  return index->stats().cell_labels ? "cells" : "corners";
}

/// How jps finds jump points: "graph" or "scan". index: may be null.
inline std::string_view jump_points(const Index* index) {
  return index != nullptr && index->stats().jump_graph ? "graph" : "scan";
}

/// What answers the queries of a solver with this algorithm: "hub cells", "jps graph",
/// "astar". index: may be null.
inline std::string engine_name(Algorithm algorithm, const Index* index) {
  std::string text(name(algorithm));
  if (algorithm == Algorithm::hub) text += ' ' + std::string(hub_labels(index));
  if (algorithm == Algorithm::jps) text += ' ' + std::string(jump_points(index));
  return text;
}

}  // namespace throng::experiment
