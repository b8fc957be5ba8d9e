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
  bool weights = false;  ///< whether weights may change
  bool steps = false;    ///< whether steps may close
};

/// Where edits changed a ground: see GridEditor::edit.
struct EditedGround {
  std::vector<Rectangle> cells;
  std::vector<Rectangle> steps;
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
  struct Steps {
    std::size_t slot;
    std::uint8_t closed;
  };
  struct LinkState {
    std::size_t link;
    std::uint8_t open;
  };

  std::vector<Cell> cells_;
  std::vector<Steps> steps_;
  std::size_t closed_step_count_;
  std::vector<LinkState> links_;
};

/// Errors: bad_argument for the first edit that is not possible; names its number, from 1.
Outcome check_edits(std::span<const Edit> edits, const LivingGround& ground,
                    const EditLimits& limits);

/// Applies edits in their order. edited: overwritten. Pre: check_edits() found no error.
void apply_edits(std::span<const Edit> edits, LivingGround& ground, EditedGround& edited);

}  // namespace throng
