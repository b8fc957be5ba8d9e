#pragma once

#include <throng/export.hpp>
#include <throng/monitor.hpp>
#include <throng/terrain.hpp>

#include <array>
#include <cstdint>
#include <string_view>

namespace throng {

/// Families of generated maps.
enum class MapKind : std::uint8_t {
  empty,    ///< all open
  random,   ///< each cell closed with a probability (`density`)
  maze,     ///< a perfect maze: corridors `corridor` wide, walls one wide
  rooms,    ///< square rooms `room` wide, walls one wide, a door in most shared walls
  caves,    ///< cellular automaton: smooth caves
  islands,  ///< land in water
  terrain,  ///< hills of `.`, `G`, `S`, `T` and `W`
};

inline constexpr std::array kMapKinds{MapKind::empty,  MapKind::random, MapKind::maze,
                                      MapKind::rooms,  MapKind::caves,  MapKind::islands,
                                      MapKind::terrain};

THRONG_API std::string_view name(MapKind kind) noexcept;
/// Errors: bad_argument; the message lists the valid kinds.
THRONG_API Result<MapKind> parse_map_kind(std::string_view word);

struct GenerateOptions {
  std::int32_t width = 512;
  std::int32_t height = 512;
  std::uint64_t seed = 1;
  std::int32_t density = 25;   ///< random: percent of closed cells, 0 to 100
  std::int32_t corridor = 1;   ///< maze: width of a corridor, at least 1
  std::int32_t room = 16;      ///< rooms: width of a room, at least 1
  Monitor* monitor = nullptr;  ///< counts rows or squares; cannot cancel; null: none
};

/// Generates a map. Equal kind and options return equal bytes on every machine: all
/// arithmetic is in integers, random numbers come from SplitMix64.
/// Cost:   O(cells).
/// Errors: bad_argument for an option out of range; errors of Terrain::make.
THRONG_API Result<Terrain> generate(MapKind kind, const GenerateOptions& options);

}  // namespace throng
