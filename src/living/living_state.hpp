#pragma once

#include "../core/bytes.hpp"
#include "../grid/living_ground.hpp"
#include "../jump/jump_repair_state.hpp"
#include "../landmarks/potential_state.hpp"

#include <throng/living_map.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace throng {

/// The state of a LivingIndex: what its later results depend on, besides the ground.
struct LivingIndexState {
  std::optional<PotentialState> landmarks;  ///< nothing: the class has none
  std::optional<JumpRepairState> jumps;     ///< nothing: the class has no jump graph
  /// Of the fronts; nothing: the class has none.
  struct FrontState {
    std::vector<std::uint8_t> cells;   ///< those open at first
    std::vector<std::uint32_t> stale;  ///< units, see FrontEditor
    std::uint64_t rows_done;           ///< see FrontEditor
  };
  std::optional<FrontState> fronts;
  std::uint64_t saved_work = 0;  ///< towards the repair of shortcuts
  /// Identifies the hub labels in use, those that are being built, and what opened since.
  /// Not enough to restore them; empty if the class has none.
  ByteWriter labels;
};

// Plain data as bytes. The functions that read return anything if the reader is not good()
// afterwards. They do not examine values that Grid::make and restoring constructors check.

void write(const LivingGround& ground, ByteWriter& out);
/// Fails unless the ground is sound for a LivingMap: its size, its characters, the sizes of
/// its layers.
std::optional<LivingGround> read_ground(ByteReader& in);

/// Without hub labels.
void write(const LivingClass& movement, ByteWriter& out);
LivingClass read_class(ByteReader& in);

void write(const LivingIndexState& state, ByteWriter& out);
/// Pre: the state was written without labels.
LivingIndexState read_index_state(ByteReader& in);

}  // namespace throng
