#pragma once

#include "../../src/core/memory.hpp"
#include "../../src/core/rng.hpp"
#include "../../src/grid/rectangle.hpp"
#include "../../src/jump/jump_editor.hpp"

#include <throng/grid.hpp>
#include <throng/terrain.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace throng::test {

enum class Change : std::uint8_t { close, open, toggle };

/// A map that is edited, and its jumps.
class EditedJumps {
 public:
  explicit EditedJumps(Terrain start, const Rules& rules = {}, Memory memory = {});

  /// Changes the cells of a rectangle, for the next edit().
  void change(const Rectangle& at, Change change);
  /// Makes the grid from nothing, and edits the jumps.
  void edit();
  void edit(const Rectangle& at, Change by) {
    change(at, by);
    edit();
  }
  /// One to four random rectangles, larger than what changes or not; seldom the whole map.
  void edit_at_random(SplitMix64& random);
  /// Many small rectangles in one edit.
  void edit_many(SplitMix64& random, int rectangles);
  /// Builds the graph if it is not complete, then finds all shortcuts.
  void settle();

  const Grid& grid() const noexcept { return *grid_; }
  std::shared_ptr<const Grid> shared_grid() const noexcept { return grid_; }
  const Terrain& terrain() const noexcept { return terrain_; }
  JumpEditor& jumps() noexcept { return *jumps_; }
  std::string drawing() const;

 private:
  Terrain terrain_;
  Rules rules_;
  std::shared_ptr<const Grid> grid_;
  std::vector<Rectangle> edited_;
  std::optional<JumpEditor> jumps_;
};

/// What wrong() returns where nothing is.
inline constexpr std::string_view kNothing;

/// What is wrong with a version of the jumps of `grid`, compared with a new build; empty if
/// nothing is. settled: whether the shortcuts must equal those of a new build. If not, they
/// must be the plain edges or be proven by the new build.
std::string wrong(const Grid& grid, const JumpVersion& version, bool settled);
/// The same of the newest version. Without a complete graph, of the map.
std::string wrong(EditedJumps& map, bool settled);

}  // namespace throng::test
