#pragma once

#include "../core/large_vector.hpp"
#include "hierarchy.hpp"

#include <throng/query.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng {

/// The distances from `landmarks` nodes of each connected part of a core to all nodes of
/// the part, a row for each node. Each landmark is as far as possible from those before it;
/// the first one is far from the least node.
/// first, arcs: as of a Hierarchy; the first `core` nodes and their arcs are those of the
/// core. Cost: a search of Dijkstra over the core for each landmark.
LargeVector<Cost> measure_landmarks(std::size_t core, std::size_t landmarks,
                                    std::span<const std::uint32_t> first,
                                    std::span<const HierarchyArc> arcs);

}  // namespace throng
