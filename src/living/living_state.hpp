#pragma once

#include "../core/bytes.hpp"
#include "../grid/living_ground.hpp"
#include "../jump/jump_repair_state.hpp"
#include "../landmarks/potential_state.hpp"

#include <throng/living_map.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace throng {

/// Why a part of an index was left out when the map was made. A refusal lasts: on a later
/// version the part might fit, but a map that was saved and restored must not differ from
/// one that was not.
struct Refusal {
  std::string why;
  bool memory_exceeded = false;
};

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
  /// Why a class that wants fronts has none; see Refusal.
  std::optional<Refusal> front_refusal;
  std::uint64_t saved_work = 0;  ///< towards the repair of shortcuts
};

/// The format of saved maps. The one before has no front_refusal, and only complete jump
/// graphs.
inline constexpr std::uint8_t kFormat = 8;
inline constexpr std::uint8_t kOldestFormat = 7;

// Plain data as bytes. The functions that read return anything if the reader is not good()
// afterwards. They do not examine values that Grid::make and restoring constructors check.

void write(const LivingGround& ground, ByteWriter& out);
/// Fails unless the ground is sound for a LivingMap: its size, its characters, the sizes of
/// its layers.
std::optional<LivingGround> read_ground(ByteReader& in);

void write(const LivingClass& movement, ByteWriter& out);
/// format: of the bytes, kOldestFormat or kFormat.
LivingClass read_class(ByteReader& in, std::uint8_t format);

void write(const LivingIndexState& state, ByteWriter& out);
/// movement: the class of the index. format: see read_class().
LivingIndexState read_index_state(const LivingClass& movement, ByteReader& in,
                                  std::uint8_t format);

}  // namespace throng
