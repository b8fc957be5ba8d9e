#include "handles.hpp"
#include "options.hpp"

#include <throng/line_review.hpp>

using namespace throng;
using namespace throng::c_interface;

LivingMap& throng_map::get() const {
  if (shared->broken) refuse("the map is broken by a call that failed", THRONG_BROKEN);
  return shared->map;
}

namespace {

/// A map and one of its classes.
LivingMap& use_class(const throng_map* map, std::size_t movement) {
  LivingMap& mine = use(map, "map").get();
  if (movement >= mine.classes())
    refuse("movement is " + std::to_string(movement) + ", but the map has " +
           std::to_string(mine.classes()) + " classes");
  return mine;
}

/// Refuses a version that the map does not have yet.
void refuse_future(const LivingMap& map, std::uint64_t version) {
  if (version > static_cast<std::uint64_t>(map.version()))
    refuse("version " + std::to_string(version) + " of the map does not exist yet");
}

[[noreturn]] void refuse_labels(const throng_map* map, std::size_t movement) {
  use_class(map, movement);
  refuse("hub labels do not follow edits: build an index of the grid of this version",
         THRONG_UNSUPPORTED);
}

void set(std::uint64_t* version, LivingMap::Version now) noexcept {
  if (version != nullptr) *version = static_cast<std::uint64_t>(now);
}

}  // namespace

throng_code throng_map_class_init(throng_map_class* movement, uint32_t size) {
  return guarded([&] { init(movement, size, "movement"); });
}

throng_code throng_map_options_init(throng_map_options* options, uint32_t size) {
  return guarded([&] { init(options, size, "options"); });
}

throng_code throng_map_create(const throng_terrain* terrain,
                              const throng_map_class* const* classes, size_t count,
                              const throng_map_options* options, throng_workers* workers,
                              throng_map** map) {
  return guarded([&] {
    const Ground ground(terrain);
    std::vector<LivingClass> all;
    for (const throng_map_class* const movement : array(classes, count, "classes"))
      all.push_back(class_of(movement));
    const LivingOptions wanted = living_options_of(options, ground);
    const WorkersOfCall threads(workers);
    create(map, "map", take(LivingMap::make(ground.terrain, all, wanted, *threads)));
  });
}

throng_code throng_map_destroy(throng_map* map) { return destroy(map, "map"); }

throng_code throng_map_edit(throng_map* map, const throng_edit* edits, size_t count,
                            throng_workers* workers, uint64_t* version) {
  return throng_map_edit_blocks(map, edits, count, nullptr, 0, workers, version);
}

throng_code throng_map_edit_blocks(throng_map* map, const throng_edit* edits, size_t count,
                                   const throng_block* blocks, size_t block_count,
                                   throng_workers* workers, uint64_t* version) {
  return guarded([&] {
    SharedMap& mine = *use(map, "map").shared;
    const std::vector<Edit> all =
        edits_of(edits, count, array(blocks, block_count, "blocks"));
    const WorkersOfCall threads(workers);
    set(version, take(changing(mine.broken, "the map",
                               [&] { return mine.map.edit(all, *threads); })));
  });
}

throng_code throng_map_settle(throng_map* map, size_t work, throng_workers* workers,
                              size_t* done) {
  return guarded([&] {
    SharedMap& mine = *use(map, "map").shared;
    const WorkersOfCall threads(workers);
    const std::size_t spent =
        changing(mine.broken, "the map", [&] { return mine.map.settle(work, *threads); });
    if (done != nullptr) *done = spent;
  });
}

throng_code throng_map_begin_labels(throng_map* map, size_t movement, int32_t /*threads*/) {
  return guarded([&] { refuse_labels(map, movement); });
}

throng_code throng_map_adopt_labels(throng_map* map, size_t movement,
                                    uint64_t* /*version*/) {
  return guarded([&] { refuse_labels(map, movement); });
}

throng_code throng_map_get_info(const throng_map* map, throng_map_info* info) {
  return guarded([&] {
    const LivingMap& mine = use(map, "map").get();
    throng_map_info now{};
    now.settled = mine.settled() ? 1 : 0;
    now.version = static_cast<std::uint64_t>(mine.version());
    now.classes = mine.classes();
    now.bytes = mine.memory_bytes();
    now.debt = mine.debt();
    fill(info, now, "info");
  });
}

throng_code throng_map_grid(const throng_map* map, size_t movement, throng_grid** grid) {
  return guarded([&] { create(grid, "grid", use_class(map, movement).grid(movement)); });
}

throng_code throng_map_index(const throng_map* map, size_t movement, throng_index** index) {
  return guarded([&] { create(index, "index", use_class(map, movement).index(movement)); });
}

throng_code throng_map_changes(throng_map* map, uint64_t since, size_t movement,
                               throng_changes* changes) {
  return guarded([&] {
    const LivingMap& mine = use_class(map, movement);
    refuse_future(mine, since);
    const auto rects = [](const std::vector<MapRect>& list) {
      static_assert(sizeof(MapRect) == sizeof(throng_rect));
      return reinterpret_cast<const throng_rect*>(list.data());
    };
    MapChanges& kept = map->changes;
    kept = mine.changes(LivingMap::Version{since}, movement);
    throng_changes now = defaults<throng_changes>();
    now.costlier = rects(kept.costlier);
    now.costlier_count = kept.costlier.size();
    now.cheaper = rects(kept.cheaper);
    now.cheaper_count = kept.cheaper.size();
    fill(changes, now, "changes");
  });
}

throng_code throng_map_review_lines(const throng_map* map, uint64_t since,
                                    const throng_held_line* lines, size_t count,
                                    throng_workers* workers, throng_line_review* reviews) {
  return guarded([&] {
    const LivingMap& mine = use(map, "map").get();
    refuse_future(mine, since);
    std::vector<HeldLine> held;
    for (const throng_held_line& line : array(lines, count, "lines"))
      held.push_back(
          {array_as<Position>(line.points, line.count, "points"), line.movement});
    const auto to = array(reviews, count, "reviews");
    const WorkersOfCall threads(workers);
    Column<LineReview> found;
    take(review_lines(mine, LivingMap::Version{since}, held, *threads, found));
    for (std::size_t i = 0; i < count; ++i)
      to[i] = {static_cast<std::int32_t>(found[i].state), found[i].leg};
  });
}

throng_code throng_map_terrain(const throng_map* map, throng_terrain* terrain) {
  return guarded([&] {
    const TerrainView mine = use(map, "map").get().terrain();
    throng_terrain now = defaults<throng_terrain>();
    now.width = mine.width;
    now.height = mine.height;
    now.cells = mine.cells;
    now.pitch = mine.pitch;
    fill(terrain, now, "terrain");
  });
}

throng_code throng_map_save(throng_map* map, const void** bytes, size_t* size) {
  return guarded([&] {
    throng_map& mine = use(map, "map");
    give_bytes(mine.saved, bytes, size, [&] { return take(mine.get().save()); });
  });
}

throng_code throng_map_restore(const void* bytes, size_t size, throng_workers* workers,
                               throng_map** map) {
  return guarded([&] {
    const std::string_view saved = bytes_of(bytes, size);
    out(map, "map");
    const WorkersOfCall threads(workers);
    create(map, "map", take(LivingMap::restore(saved, *threads)));
  });
}

throng_code throng_map_fingerprint(const throng_map* map, uint64_t* hash) {
  return guarded([&] { out(hash, "hash") = use(map, "map").get().fingerprint(); });
}
