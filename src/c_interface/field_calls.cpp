#include "handles.hpp"
#include "options.hpp"
#include "walk.hpp"

#include <throng/distances.hpp>

#include <algorithm>

using namespace throng;
using namespace throng::c_interface;

namespace {

/// a * b, or refuses what no buffer can hold.
std::size_t product(std::size_t a, std::size_t b) {
  std::size_t size = 0;
  if (__builtin_mul_overflow(a, b, &size)) refuse("too many points");
  return size;
}

std::size_t map_cells(const Grid& grid) noexcept {
  return static_cast<std::size_t>(grid.width()) * static_cast<std::size_t>(grid.height());
}

/// The part of a caller's buffer that a call fills.
std::span<Cost> buffer(uint32_t* first, std::size_t capacity, std::size_t size,
                       const char* name) {
  need_room(capacity, size);
  return array(first, size, name);
}

// Fields and tables on an index, which may be a grid alone.

/// How to compute, and the memory to write to.
struct Output {
  throng_workers* workers;
  const throng_field_options* options;
  throng_monitor* monitor;
  std::uint32_t* values;
  std::size_t capacity;

  DistanceOptions wanted() const { return field_options_of(options, monitor_of(monitor)); }
};

void write_field(const Index& index, std::span<const Position> sources, const Output& out) {
  DistanceOptions options = out.wanted();
  options.nearest_source = true;
  const std::span<Cost> values =
      buffer(out.values, out.capacity, map_cells(*index.grid()), "field");
  const WorkersOfCall threads(out.workers);
  fill_distances(index, sources, values, *threads, options);
}

void write_fields(const Index& index, std::span<const Position> sources,
                  const Output& out) {
  const DistanceOptions options = out.wanted();
  const std::span<Cost> values =
      buffer(out.values, out.capacity, product(sources.size(), map_cells(*index.grid())),
             "fields");
  const WorkersOfCall threads(out.workers);
  fill_distances(index, sources, values, *threads, options);
}

void write_table(const Index& index, std::span<const Position> sources,
                 std::span<const Position> targets, const Output& out) {
  const DistanceOptions options = out.wanted();
  const std::span<Cost> values =
      buffer(out.values, out.capacity, product(sources.size(), targets.size()), "table");
  const WorkersOfCall threads(out.workers);
  fill_distances(index, sources, targets, values, *threads, options);
}

}  // namespace

throng_code throng_field_options_init(throng_field_options* options, uint32_t size) {
  return guarded([&] { init(options, size, "options"); });
}

throng_code throng_distance_field(const throng_grid* grid, const throng_position* sources,
                                  size_t count, throng_workers* workers,
                                  const throng_field_options* options,
                                  throng_monitor* monitor, uint32_t* field,
                                  size_t capacity) {
  return guarded([&] {
    write_field(use(grid, "grid").get(), array_as<Position>(sources, count, "sources"),
                {workers, options, monitor, field, capacity});
  });
}

throng_code throng_distance_field_indexed(const throng_index* index,
                                          const throng_position* sources, size_t count,
                                          throng_workers* workers,
                                          const throng_field_options* options,
                                          throng_monitor* monitor, uint32_t* field,
                                          size_t capacity) {
  return guarded([&] {
    write_field(use(index, "index").get(), array_as<Position>(sources, count, "sources"),
                {workers, options, monitor, field, capacity});
  });
}

throng_code throng_distance_fields(const throng_grid* grid, const throng_position* sources,
                                   size_t count, throng_workers* workers,
                                   const throng_field_options* options,
                                   throng_monitor* monitor, uint32_t* fields,
                                   size_t capacity) {
  return guarded([&] {
    write_fields(use(grid, "grid").get(), array_as<Position>(sources, count, "sources"),
                 {workers, options, monitor, fields, capacity});
  });
}

throng_code throng_distance_fields_indexed(const throng_index* index,
                                           const throng_position* sources, size_t count,
                                           throng_workers* workers,
                                           const throng_field_options* options,
                                           throng_monitor* monitor, uint32_t* fields,
                                           size_t capacity) {
  return guarded([&] {
    write_fields(use(index, "index").get(), array_as<Position>(sources, count, "sources"),
                 {workers, options, monitor, fields, capacity});
  });
}

throng_code throng_distance_table(const throng_grid* grid, const throng_position* sources,
                                  size_t source_count, const throng_position* targets,
                                  size_t target_count, throng_workers* workers,
                                  const throng_field_options* options,
                                  throng_monitor* monitor, uint32_t* table,
                                  size_t capacity) {
  return guarded([&] {
    write_table(use(grid, "grid").get(),
                array_as<Position>(sources, source_count, "sources"),
                array_as<Position>(targets, target_count, "targets"),
                {workers, options, monitor, table, capacity});
  });
}

throng_code throng_distance_table_indexed(
    const throng_index* index, const throng_position* sources, size_t source_count,
    const throng_position* targets, size_t target_count, throng_workers* workers,
    const throng_field_options* options, throng_monitor* monitor, uint32_t* table,
    size_t capacity) {
  return guarded([&] {
    write_table(use(index, "index").get(),
                array_as<Position>(sources, source_count, "sources"),
                array_as<Position>(targets, target_count, "targets"),
                {workers, options, monitor, table, capacity});
  });
}
