#pragma once

#include "../grid/living_ground.hpp"
#include "../grid/rectangle.hpp"

#include <throng/living_map.hpp>
#include <throng/result.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng {

/// What edits may do to a LivingGround.
struct EditLimits {
  Weight max_weight = 1;
  bool weights = false;                 ///< whether weights may change
  bool steps = false;                   ///< whether steps may close
  std::vector<Weight> max_danger = {};  ///< by class; 0: it has no layer of danger
  std::string own_characters = {};      ///< of all classes: MovementClass::own_characters()
};

/// What RestoreEdit restores: the cells of a map as it was made.
struct FirstCells {
  Terrain terrain;
  std::vector<Weight> weights = {};  ///< empty: the map has none
};

/// Where edits changed a ground: see GridEditor::edit.
struct EditedGround {
  std::vector<Rectangle> cells;
  std::vector<Rectangle> steps;
  std::vector<std::vector<Rectangle>> danger;  ///< by class
  std::size_t cell_count = 0;    ///< cells that got another character or weight
  std::size_t danger_count = 0;  ///< cells that got another danger
};

/// What edits will overwrite, to take them back.
class FormerGround {
 public:
  /// Pre: check_edits() found no error. Cost: O(cells of the edits).
  FormerGround(std::span<const Edit> edits, const LivingGround& ground);
  /// Undoes apply_edits().
  void restore(LivingGround& ground) const;

 private:
  struct Cell {
    Position at;
    char terrain;
    Weight weight;
  };
  struct Danger {
    std::size_t movement;
    MapRect at;
    std::size_t first;  ///< in dangers_, row by row
  };
  struct Steps {
    std::size_t slot;
    std::uint8_t closed;
  };
  struct LinkState {
    std::size_t link;
    std::uint8_t open;
  };

  std::vector<Cell> cells_;
  std::vector<Danger> danger_areas_;
  std::vector<Weight> dangers_;
  std::vector<Steps> steps_;
  std::size_t closed_step_count_;
  std::vector<LinkState> links_;
};

/// Errors: bad_argument for the first edit that is not possible; names its number, from 1.
Outcome check_edits(std::span<const Edit> edits, const LivingGround& ground,
                    const EditLimits& limits);

/// Applies edits in their order. edited: overwritten. Pre: check_edits() found no error.
void apply_edits(std::span<const Edit> edits, const FirstCells& first, LivingGround& ground,
                 EditedGround& edited);

/// The cells of a rectangle that an edit with a block has.
std::size_t cells_of(const MapRect& area) noexcept;

}  // namespace throng
