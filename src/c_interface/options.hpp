#pragma once

#include "boundary.hpp"
#include "field_ends.hpp"

#include <throng/crowd.hpp>
#include <throng/distances.hpp>
#include <throng/frame_scheduler.hpp>
#include <throng/index.hpp>
#include <throng/living_map.hpp>
#include <throng/rules.hpp>
#include <throng/solver.hpp>
#include <throng/terrain.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

// Structs of the interface that begin with their size. Fields are only ever added at the
// end, so a shorter struct is that of an older header.

namespace throng::c_interface {

/// A struct of options with its defaults.
template <class Struct>
Struct defaults();
template <>
throng_host defaults();
template <>
throng_terrain defaults();
template <>
throng_rules defaults();
template <>
throng_index_options defaults();
template <>
throng_load_options defaults();
template <>
throng_solver_options defaults();
template <>
throng_batch_options defaults();
template <>
throng_field_options defaults();
template <>
throng_scheduler_options defaults();
template <>
throng_frame_request defaults();
template <>
throng_frame_report defaults();
template <>
throng_map_class defaults();
template <>
throng_map_options defaults();
template <>
throng_changes defaults();
template <>
throng_crowd_options defaults();
template <>
throng_crowd_unit defaults();
template <>
throng_crowd_budget defaults();

/// Refuses sizes that the struct has in no header. Those of later headers are larger.
template <class Struct>
void check_size(std::uint32_t size, const char* name) {
  if (size <= sizeof(Struct) && !is_former_size<Struct>(size))
    refuse("the size of " + std::string(name) + " is " + std::to_string(size) +
           ", where no field ends");
}

/// The size of a struct, of which no more than these bytes need exist. Refuses null.
template <class Struct>
std::uint32_t size_of(const Struct* given, const char* name) {
  if (given == nullptr) refuse(std::string(name) + " is null");
  std::uint32_t size = 0;
  std::memcpy(&size, given, sizeof size);
  check_size<Struct>(size, name);
  return size;
}

/// Writes the defaults into a struct of `size` bytes.
template <class Struct>
void init(Struct* options, std::uint32_t size, const char* name) {
  Struct value = defaults<Struct>();
  value.size = size;
  out(options, name);
  check_size<Struct>(size, name);
  auto* const bytes = reinterpret_cast<std::byte*>(options);
  std::fill_n(bytes, size, std::byte{0});
  std::memcpy(bytes, &value, std::min<std::size_t>(size, sizeof value));
}

/// The options that the caller gave; the defaults for those it did not. Refuses fields of a
/// later header, unless they are 0.
template <class Struct>
Struct given(const Struct* options, const char* name) {
  static_assert(std::is_trivially_copyable_v<Struct>);
  Struct value = defaults<Struct>();
  if (options == nullptr) return value;
  const std::uint32_t size = size_of(options, name);
  const auto* const bytes = reinterpret_cast<const std::byte*>(options);
  if (size > sizeof value && !std::all_of(bytes + sizeof value, bytes + size,
                                          [](std::byte b) { return b == std::byte{0}; }))
    refuse(std::string(name) + " has fields that this library does not know",
           THRONG_UNSUPPORTED);
  std::memcpy(&value, bytes, std::min<std::size_t>(size, sizeof value));
  value.size = sizeof value;
  return value;
}

/// Fills a struct of the caller, as far as it reaches.
template <class Struct>
void fill(Struct* info, Struct value, const char* name) {
  const std::uint32_t size = size_of(info, name);
  value.size = size;
  std::memcpy(info, &value, std::min<std::size_t>(size, sizeof value));
}

Rules rules_of(const throng_rules* options);
IndexOptions index_options_of(const throng_index_options* options, Monitor* monitor);
IndexLoadOptions load_options_of(const throng_load_options* options);
SolverOptions solver_options_of(const throng_solver_options* options);
BatchOptions batch_options_of(const throng_batch_options* options, Monitor* monitor);
DistanceOptions field_options_of(const throng_field_options* options, Monitor* monitor);
SchedulerOptions scheduler_options_of(const throng_scheduler_options* options);

Request request_of(const throng_request& from);
Request frame_request_of(const throng_frame_request* request, std::size_t classes);
/// Refers to the cells of the blocks.
std::vector<Edit> edits_of(const throng_edit* edits, std::size_t count,
                           std::span<const throng_block> blocks = {});
MapChanges changes_of(const throng_changes* changes);
LivingClass class_of(const throng_map_class* movement);
CrowdOptions crowd_options_of(const throng_crowd_options* options);
std::uint8_t period_of(std::int32_t period);
CrowdUnit crowd_unit_of(const throng_crowd_unit* unit);
CrowdBudget crowd_budget_of(const throng_crowd_budget* budget);
/// Refuses steps over links.
std::span<const ClosedStep> closed_steps_of(const throng_closed_step* steps,
                                            std::size_t count);

/// What a throng_terrain consists of. Views the caller's memory.
struct Ground {
  /// Errors: refuses sizes that cannot be, and missing cells.
  explicit Ground(const throng_terrain* options);

  TerrainView terrain;
  std::span<const Weight> weights;
  std::span<const std::int16_t> altitude;
  std::span<const ClosedStep> closed_steps;
  std::span<const Link> links;
};

LivingOptions living_options_of(const throng_map_options* options, const Ground& ground);

}  // namespace throng::c_interface
