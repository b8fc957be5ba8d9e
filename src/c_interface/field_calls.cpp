#include "handles.hpp"
#include "options.hpp"
#include "walk.hpp"

#include <throng/field.hpp>

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

// World: a grid or an index.

template <class World>
void write_field(const World& world, const Grid& grid, const throng_position* sources,
                 std::size_t count, throng_workers* workers, const FieldOptions& options,
                 std::uint32_t* field, std::size_t capacity) {
  const auto from = array_as<Position>(sources, count, "sources");
  const std::span<Cost> values = buffer(field, capacity, map_cells(grid), "field");
  const WorkersOfCall threads(workers);
  std::ranges::copy(distance_field(world, from, *threads, options), values.begin());
}

template <class World>
void write_fields(const World& world, const Grid& grid, const throng_position* sources,
                  std::size_t count, throng_workers* workers, const FieldOptions& options,
                  std::uint32_t* fields, std::size_t capacity) {
  const auto from = array_as<Position>(sources, count, "sources");
  const std::span<Cost> values =
      buffer(fields, capacity, product(count, map_cells(grid)), "fields");
  const WorkersOfCall threads(workers);
  distance_fields(world, from, values, *threads, options);
}

template <class World>
void write_table(const World& world, std::span<const Position> sources,
                 std::span<const Position> targets, throng_workers* workers,
                 const FieldOptions& options, std::uint32_t* table, std::size_t capacity) {
  const std::span<Cost> values =
      buffer(table, capacity, product(sources.size(), targets.size()), "table");
  const WorkersOfCall threads(workers);
  distance_table(world, sources, targets, values, *threads, options);
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
    const Grid& mine = *use(grid, "grid");
    write_field(mine, mine, sources, count, workers,
                field_options_of(options, monitor_of(monitor)), field, capacity);
  });
}

throng_code throng_distance_field_indexed(const throng_index* index,
                                          const throng_position* sources, size_t count,
                                          throng_workers* workers,
                                          const throng_field_options* options,
                                          throng_monitor* monitor, uint32_t* field,
                                          size_t capacity) {
  return guarded([&] {
    const Index& mine = *use(index, "index");
    write_field(mine, *mine.grid(), sources, count, workers,
                field_options_of(options, monitor_of(monitor)), field, capacity);
  });
}

throng_code throng_distance_fields(const throng_grid* grid, const throng_position* sources,
                                   size_t count, throng_workers* workers,
                                   const throng_field_options* options,
                                   throng_monitor* monitor, uint32_t* fields,
                                   size_t capacity) {
  return guarded([&] {
    const Grid& mine = *use(grid, "grid");
    write_fields(mine, mine, sources, count, workers,
                 field_options_of(options, monitor_of(monitor)), fields, capacity);
  });
}

throng_code throng_distance_fields_indexed(const throng_index* index,
                                           const throng_position* sources, size_t count,
                                           throng_workers* workers,
                                           const throng_field_options* options,
                                           throng_monitor* monitor, uint32_t* fields,
                                           size_t capacity) {
  return guarded([&] {
    const Index& mine = *use(index, "index");
    write_fields(mine, *mine.grid(), sources, count, workers,
                 field_options_of(options, monitor_of(monitor)), fields, capacity);
  });
}

throng_code throng_distance_table(const throng_grid* grid, const throng_position* sources,
                                  size_t source_count, const throng_position* targets,
                                  size_t target_count, throng_workers* workers,
                                  const throng_field_options* options,
                                  throng_monitor* monitor, uint32_t* table,
                                  size_t capacity) {
  return guarded([&] {
    write_table(*use(grid, "grid"), array_as<Position>(sources, source_count, "sources"),
                array_as<Position>(targets, target_count, "targets"), workers,
                field_options_of(options, monitor_of(monitor)), table, capacity);
  });
}

throng_code throng_distance_table_indexed(
    const throng_index* index, const throng_position* sources, size_t source_count,
    const throng_position* targets, size_t target_count, throng_workers* workers,
    const throng_field_options* options, throng_monitor* monitor, uint32_t* table,
    size_t capacity) {
  return guarded([&] {
    write_table(*use(index, "index"), array_as<Position>(sources, source_count, "sources"),
                array_as<Position>(targets, target_count, "targets"), workers,
                field_options_of(options, monitor_of(monitor)), table, capacity);
  });
}
