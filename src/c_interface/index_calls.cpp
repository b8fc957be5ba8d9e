#include "../index/index_part.hpp"
#include "handles.hpp"
#include "options.hpp"
#include "walk.hpp"

#include <cstddef>
#include <string>

using namespace throng;
using namespace throng::c_interface;

throng_code throng_index_options_init(throng_index_options* options, uint32_t size) {
  return guarded([&] { init(options, size, "options"); });
}

throng_code throng_index_build(const throng_grid* grid, const throng_index_options* options,
                               throng_workers* workers, throng_monitor* monitor,
                               throng_index** index) {
  return guarded([&] {
    out(index, "index");
    const IndexOptions wanted = index_options_of(options, monitor_of(monitor));
    const WorkersOfCall mine(workers);
    create(index, "index", take(Index::build(use(grid, "grid").get(), wanted, *mine)));
  });
}

throng_code throng_load_options_init(throng_load_options* options, uint32_t size) {
  return guarded([&] { init(options, size, "options"); });
}

throng_code throng_index_save(const throng_index* index, const char* path) {
  return guarded([&] { take(use(index, "index").get().save(&out(path, "path"))); });
}

throng_code throng_index_load(const char* path, const throng_grid* grid,
                              const throng_load_options* options, throng_index** index) {
  return guarded([&] {
    create(index, "index",
           take(Index::load(&out(path, "path"), use(grid, "grid").get(),
                            load_options_of(options))));
  });
}

throng_code throng_index_with_costlier_grid(const throng_index* index,
                                            const throng_grid* grid,
                                            throng_index** costlier) {
  return guarded([&] {
    create(costlier, "costlier",
           take(use(index, "index").get().with_costlier_grid(use(grid, "grid").get())));
  });
}

throng_code throng_index_retain(const throng_index* index) {
  return guarded([&] { use(index, "index").retain(); });
}

throng_code throng_index_release(const throng_index* index) {
  return guarded([&] {
    if (index != nullptr && use(index, "index").release()) delete index;
  });
}

throng_code throng_index_get_info(const throng_index* index, throng_index_info* info) {
  return guarded([&] {
    const Index& mine = use(index, "index").get();
    throng_index_info now{};
    now.landmarks = mine.options().landmarks.count;
    now.jump_graph = mine.has(Part::jump_graph) ? 1 : 0;
    now.hub_labels = mine.has(Part::hub_labels) ? 1 : 0;
    now.cell_labels = mine.part(Part::hub_labels).fact("cell labels") != 0 ? 1 : 0;
    now.hub_memory_exceeded = mine.part(Part::hub_labels).exceeded.empty() ? 0 : 1;
    now.areas = mine.part(Part::areas).fact("areas");
    now.gates = mine.part(Part::gates).fact("gates");
    now.bytes = mine.memory_bytes();
    now.build_seconds = mine.build_seconds();
    now.fronts = mine.has(Part::fronts) ? 1 : 0;
    now.front_memory_exceeded = mine.part(Part::fronts).exceeded.empty() ? 0 : 1;
    now.hierarchy = mine.has(Part::hierarchy) ? 1 : 0;
    now.hierarchy_memory_exceeded = mine.part(Part::hierarchy).exceeded.empty() ? 0 : 1;
    fill(info, now, "info");
  });
}

throng_code throng_index_get_part(const throng_index* index, size_t part,
                                  throng_part_info* info) {
  return guarded([&] {
    const Index::Parts& parts = use(index, "index").get().contents();
    std::size_t number = 0;
    for (const IndexPart* const one : index_parts()) {
      const PartRecord& record = parts.record(one->id());
      const bool present = one->present(parts);
      if ((!present && record.refusal.empty()) || number++ != part) continue;
      throng_part_info now{};
      now.present = present ? 1 : 0;
      now.bytes = one->bytes(parts);
      now.seconds = record.seconds;
      now.name = one->words().name.data();  // a literal
      now.refusal = record.refusal.c_str();
      now.lack = record.lack.c_str();
      return fill(info, now, "info");
    }
    refuse("part is " + std::to_string(part) + ", but the index has " +
           std::to_string(number));
  });
}

throng_code throng_index_grid(const throng_index* index, throng_grid** grid) {
  return guarded([&] { create(grid, "grid", use(index, "index").get().grid()); });
}

throng_code throng_index_bounds(const throng_index* index, throng_position a,
                                throng_position b, uint32_t* lower, uint32_t* upper) {
  return guarded([&] {
    const DistanceBounds bounds =
        use(index, "index").get().bounds(to_position(a), to_position(b));
    out(lower, "lower");
    out(upper, "upper") = bounds.upper;
    *lower = bounds.lower;
  });
}
