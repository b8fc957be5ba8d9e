#pragma once

#include "../../src/core/rng.hpp"

#include <throng/grid.hpp>
#include <throng/links.hpp>
#include <throng/query.hpp>
#include <throng/rules.hpp>
#include <throng/terrain.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace throng::test {

/// What lies on an edited map besides open and closed cells.
enum class Layers : std::uint8_t {
  none,
  weights,  ///< of cells, both directions equal
  enter,    ///< weights, CostModel::enter
  climb,    ///< altitudes
  one_way,  ///< closed steps, which edits add and remove
  links,    ///< links, which edits add and remove
  all,      ///< weights to enter, altitudes, closed steps and links
};
inline constexpr std::size_t kLayers = 7;
const char* name(Layers layers) noexcept;

/// An edge of the symmetric closure of a grid; appears in both directions.
struct Edge {
  CellIndex from;
  CellIndex to;
  Cost cost;
};

/// A small map that random edits change. After each batch a new grid is made from scratch.
class EditedMap {
 public:
  EditedMap(const Rules& rules, Layers layers, std::int32_t width, std::int32_t height,
            int closed_percent, std::uint64_t seed);

  /// Applies one to three random edits: rectangles that open, close or change their weights
  /// (some toggle twice), doors, single closed steps and links; sometimes the whole map.
  /// `target`: a cell that edits prefer. Returns the cells whose edges may have changed.
  std::vector<CellIndex> edit(CellIndex target);
  /// Opens or closes one cell; other results as edit().
  std::vector<CellIndex> toggle(Position p);

  const Grid& grid() const noexcept { return *grid_; }
  const Terrain& terrain() const noexcept { return terrain_; }
  const Rules& rules() const noexcept { return rules_; }
  GridOptions options() const noexcept;
  /// All edges of the closure, read from the public functions of the grid.
  std::vector<Edge> edges() const;
  std::vector<CellIndex> open_cells() const;
  std::string drawing() const;

 private:
  struct Area {
    Position corner;
    std::int32_t width;
    std::int32_t height;
  };

  Area random_area(CellIndex target);
  void change(const Area& area, bool open);
  void change_weights(const Area& area);
  void change_step();
  void change_link();
  void touch(const Area& area);
  void touch(Position p) { touch({p, 1, 1}); }
  Position random_position();
  std::vector<CellIndex> remake();

  Terrain terrain_;
  Rules rules_;
  Layers layers_;
  std::vector<Weight> weights_;
  std::vector<std::int16_t> altitude_;
  std::vector<ClosedStep> closed_steps_;
  std::vector<Link> links_;
  std::shared_ptr<const Grid> grid_;
  SplitMix64 random_;
  std::vector<bool> touched_;  ///< by position
};

/// The distances from the nearest of `sources`, for each cell of the padded layout, by
/// Dijkstra's algorithm with a std::priority_queue; kUnreachable if there is no path.
std::vector<Cost> closure_distances(const EditedMap& map,
                                    const std::vector<CellIndex>& sources);

}  // namespace throng::test
