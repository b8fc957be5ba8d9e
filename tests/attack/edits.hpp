#pragma once

#include "random.hpp"
#include "world.hpp"

#include <deque>
#include <string>
#include <vector>

namespace attack {

/// What edits of a living map may change.
struct EditRules {
  bool steps = false;
  Weight max_weight = 0;
  std::int32_t most_side = 4;              ///< of rectangles that are not the whole map
  std::uint32_t whole_map_in = 25;         ///< one in so many is the whole map
  std::vector<Weight> max_danger = {};     ///< by class
  std::string first_cells = {};            ///< of the map as it was made
  std::vector<Weight> first_weights = {};  ///< the same
};

/// Edits, and the cells of their blocks.
struct DrawnEdits {
  std::vector<Edit> list;
  std::deque<std::string> characters;
  std::deque<std::vector<Weight>> weights;
};

/// Keeps the first cells of the map for edits that restore them, draws the largest danger
/// of each class, and clears all danger.
void begin_edits(Random& random, std::size_t classes, EditRules& rules, World& ground);

/// Draws edits, makes them in `ground`, and adds a line for each of them to `log`.
/// Pre: ground.link_open has an element for each link; begin_edits() was called.
DrawnEdits draw_edits(Random& random, const EditRules& rules, std::uint32_t count,
                      World& ground, std::vector<std::string>& log);

}  // namespace attack
