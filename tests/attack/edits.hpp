#pragma once

#include "random.hpp"
#include "world.hpp"

#include <string>
#include <vector>

namespace attack {

/// What edits of a living map may change.
struct EditRules {
  bool steps = false;
  Weight max_weight = 0;
  std::int32_t most_side = 4;       ///< of rectangles that are not the whole map
  std::uint32_t whole_map_in = 25;  ///< one in so many is the whole map
};

/// Draws edits, makes them in `ground`, and adds a line for each of them to `log`.
/// Pre: ground.link_open has an element for each link.
std::vector<Edit> draw_edits(Random& random, const EditRules& rules, std::uint32_t count,
                             World& ground, std::vector<std::string>& log);

}  // namespace attack
