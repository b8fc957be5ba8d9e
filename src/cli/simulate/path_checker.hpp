#pragma once

#include "../inputs.hpp"

#include <throng/frame_scheduler.hpp>
#include <throng/living_map.hpp>
#include <throng/rules.hpp>
#include <throng/terrain.hpp>

#include <cstddef>
#include <string>

namespace throng::cli {

/// Replays the paths of a game by validate_paths(), which shares no code with searches:
/// each move is legal, and the path has the length that the library reports.
class PathChecker {
 public:
  /// All outlive this.
  PathChecker(TerrainView terrain, const Ground& ground, const Rules& rules)
      : terrain_(terrain), ground_(ground), rules_(rules) {}

  /// Checks the answers of a frame. map: null for the terrain of the constructor.
  void check(const Answers& finished, const LivingMap* map);

  std::size_t checked() const noexcept { return checked_; }
  std::size_t wrong() const noexcept { return wrong_; }
  const std::string& first_error() const noexcept { return first_error_; }

 private:
  TerrainView terrain_;
  const Ground& ground_;
  const Rules& rules_;
  std::size_t checked_ = 0, wrong_ = 0;
  std::string first_error_;
};

}  // namespace throng::cli
