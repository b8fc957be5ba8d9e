#pragma once

#include "../core/bytes.hpp"
#include "../grid/living_ground.hpp"
#include "../heuristic/packed_state.hpp"
#include "../index/index_contents.hpp"
#include "../jump/jump_repair_state.hpp"
#include "edit_ground.hpp"

#include <throng/living_map.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace throng {

/// What later results of a jump graph depend on.
struct LivingJumpState {
  std::optional<JumpRepairState> graph;  ///< nothing: the class wants none
  std::uint64_t saved_work = 0;          ///< see LivingJumps
};

/// What later results of fronts depend on.
struct LivingFrontState {
  /// Why there are none, although the class wants them. A refusal lasts: on a later version
  /// fronts might fit, but a map that was saved and restored must not differ from one that
  /// was not.
  PartRecord record;
  std::vector<std::uint8_t> cells;   ///< those open at first
  std::vector<std::uint32_t> stale;  ///< units, see FrontEditor
  std::uint64_t rows_done = 0;       ///< see FrontEditor
};

/// The format of saved maps. The one before has all values of landmarks, the parts in
/// another order, and neither danger nor the first cells.
inline constexpr std::uint8_t kFormat = 9;
inline constexpr std::uint8_t kOldestFormat = 8;

// Plain data as bytes. The functions that read return anything if the reader is not good()
// afterwards. They do not examine values that Grid::make and restoring constructors check.

void write(const LivingGround& ground, ByteWriter& out);
/// Fails unless the ground is sound for a LivingMap: its size, its characters, the sizes of
/// its layers.
std::optional<LivingGround> read_ground(ByteReader& in, std::uint8_t format);

/// Writes the cells that differ from those of the ground.
void write(const FirstCells& first, const LivingGround& ground, ByteWriter& out);
/// Of kOldestFormat, which has none: the cells as they are.
std::optional<FirstCells> read_first_cells(const LivingGround& ground, ByteReader& in,
                                           std::uint8_t format);

void write(const LivingClass& movement, ByteWriter& out);
/// format: of the bytes, kOldestFormat or kFormat.
LivingClass read_class(ByteReader& in, std::uint8_t format);

void write(const LivingJumpState& state, ByteWriter& out);
LivingJumpState read_jumps(ByteReader& in);

void write(const PackedState& packed, ByteWriter& out);
PackedState read_potentials(ByteReader& in);

void write(const LivingFrontState& state, ByteWriter& out);
LivingFrontState read_fronts(ByteReader& in);

/// The parts of a class in kOldestFormat, as bytes of kFormat.
std::string renewed_parts(const LivingClass& movement, ByteReader& in);

}  // namespace throng
