#pragma once

#include <throng/grid.hpp>
#include <throng/terrain.hpp>

#include <memory>
#include <vector>

namespace throng::test {

/// A map of 24 x 20 cells, and a grid of it.
struct Ground {
  Terrain terrain;
  std::shared_ptr<const Grid> grid;
};

/// One of each kind: under all rules; with weights, with a row that can be crossed one way
/// alone, with links.
std::vector<Ground> some_grounds();

/// Without a closed cell; the rows from 10 on can be left, and not entered.
Ground one_way_ground();

}  // namespace throng::test
