#include "generators.hpp"
#include "squares.hpp"

namespace throng {
namespace {

void make_door(const Squares::Line& wall, SplitMix64& random, Terrain& terrain) {
  constexpr std::int32_t kDoorsPercent = 75;
  if (!random.chance(kDoorsPercent)) return;
  const auto place = random.below(static_cast<std::uint32_t>(wall.length));
  terrain.set(wall.cell(static_cast<std::int32_t>(place)), '.');
}

}  // namespace

void make_rooms(Terrain& terrain, const GenerateOptions& options, SplitMix64& random) {
  const Squares rooms(terrain, options.room);
  draw_walls(rooms, terrain);
  const Progress progress(options.monitor, static_cast<std::size_t>(rooms.rows()));
  for (Position room; room.y < rooms.rows(); ++room.y, progress(1))
    for (room.x = 0; room.x < rooms.columns(); ++room.x) {
      if (room.x + 1 < rooms.columns())
        make_door(rooms.wall_right_of(room), random, terrain);
      if (room.y + 1 < rooms.rows()) make_door(rooms.wall_below(room), random, terrain);
    }
}

}  // namespace throng
