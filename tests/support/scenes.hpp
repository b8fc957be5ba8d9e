#pragma once

#include <throng/grid.hpp>
#include <throng/query.hpp>
#include <throng/rules.hpp>
#include <throng/terrain.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace throng::test {

/// A small random map with what lies on it, and what the oracle says of all pairs of its
/// cells, closed ones included.
struct Scene {
  std::string words;  ///< what it is, for CAPTURE
  Terrain terrain;
  Rules rules;
  std::vector<Weight> weights;
  std::vector<ClosedStep> closed_steps;
  std::vector<Link> links;
  std::shared_ptr<const Grid> grid;
  std::vector<Position> cells;  ///< all, row by row
  std::vector<Cost> costs;      ///< slot a * cells.size() + b: from cells[a] to cells[b]

  std::size_t slot(Position p) const {
    const auto x = static_cast<std::size_t>(p.x), y = static_cast<std::size_t>(p.y);
    return y * static_cast<std::size_t>(terrain.width()) + x;
  }
  Cost cost(Position from, Position to) const {
    return costs[slot(from) * cells.size() + slot(to)];
  }
};

/// Every topology and corner rule x plain ground, weights of both cost models, one-way
/// steps, links and all of these; each on maps of several shapes, rows and columns of cells
/// among them; a part of these under sanitizers. Weights and costs are small, so that there
/// are many ties.
void for_each_scene(const std::function<void(const Scene&)>& visit);

}  // namespace throng::test
