#pragma once

#include "../inputs.hpp"

#include <throng/frame_scheduler.hpp>
#include <throng/rules.hpp>
#include <throng/terrain.hpp>
#include <throng/workers.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

namespace throng::cli {

/// Checks the straight lines of a game: validate_points(), which shares no code with
/// searches, accepts their legs; and each is as long as its points say, and as the line
/// that solve_lines() finds with a new index of the grid of its answer.
class LineChecker {
 public:
  /// All outlive this.
  LineChecker(TerrainView terrain, const Ground& ground, const Rules& rules)
      : terrain_(terrain), ground_(ground), rules_(rules) {}

  /// Checks the answers of a frame. map: null for the terrain of the constructor.
  void check(const Answers& finished, const LivingMap* map);

  std::size_t checked() const noexcept { return checked_; }
  std::size_t wrong() const noexcept { return wrong_; }
  const std::string& first_error() const noexcept { return first_error_; }

 private:
  void check_legs(const Answers& finished, TerrainView terrain);
  void check_lengths(const Answers& finished, std::uint32_t grid);
  void report(const Answers& finished, std::size_t slot, const std::string& what);

  TerrainView terrain_;
  const Ground& ground_;
  const Rules& rules_;
  Workers workers_{1};
  std::size_t checked_ = 0, wrong_ = 0;
  std::string first_error_;
};

}  // namespace throng::cli
