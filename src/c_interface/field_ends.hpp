#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <throng.h>

// Where the fields of the structs that begin with their size end.

namespace throng::c_interface {

/// The sizes that a struct had in some version of the header, if the header of that version
/// ended with one of these fields: the end of each field, without and with the padding
/// before the next one. Fields: all of them, in order.
template <class Struct, class... Fields>
constexpr auto field_ends(Fields Struct::*...) {
  std::array<std::size_t, 2 * sizeof...(Fields)> ends{};
  std::size_t end = 0, k = 0;
  const auto padded = [&](std::size_t alignment) {
    return (end + alignment - 1) / alignment * alignment;
  };
  const auto add = [&](std::size_t size, std::size_t alignment) {
    end = padded(alignment);
    ends[k++] = end;
    end += size;
    ends[k++] = end;
  };
  // NOLINTNEXTLINE(bugprone-sizeof-expression): a field may be a pointer
  (add(sizeof(Fields), alignof(Fields)), ...);
  ends.front() = padded(alignof(Struct));  // of the whole, instead of the empty struct
  return ends;
}

template <class Struct>
inline constexpr std::array<std::size_t, 0> kFieldEnds{};
template <>
inline constexpr auto kFieldEnds<throng_host> =
    field_ends(&throng_host::size, &throng_host::concurrency, &throng_host::user,
               &throng_host::parallel_for, &throng_host::allocate, &throng_host::release);
template <>
inline constexpr auto kFieldEnds<throng_rules> = field_ends(
    &throng_rules::size, &throng_rules::topology, &throng_rules::corners,
    &throng_rules::cost_model, &throng_rules::cost_straight, &throng_rules::cost_diagonal,
    &throng_rules::unit_size, &throng_rules::climb, &throng_rules::weights);
template <>
inline constexpr auto kFieldEnds<throng_terrain> =
    field_ends(&throng_terrain::size, &throng_terrain::width, &throng_terrain::height,
               &throng_terrain::cells, &throng_terrain::pitch, &throng_terrain::weights,
               &throng_terrain::altitude, &throng_terrain::closed_steps,
               &throng_terrain::closed_step_count, &throng_terrain::links,
               &throng_terrain::link_count);
template <>
inline constexpr auto kFieldEnds<throng_grid_info> =
    field_ends(&throng_grid_info::size, &throng_grid_info::width, &throng_grid_info::height,
               &throng_grid_info::topology, &throng_grid_info::cost_straight,
               &throng_grid_info::cost_diagonal, &throng_grid_info::components,
               &throng_grid_info::plain, &throng_grid_info::symmetric,
               &throng_grid_info::open_cells, &throng_grid_info::bytes);
template <>
inline constexpr auto kFieldEnds<throng_index_options> =
    field_ends(&throng_index_options::size, &throng_index_options::landmarks,
               &throng_index_options::placement, &throng_index_options::metric,
               &throng_index_options::storage, &throng_index_options::jump_graph,
               &throng_index_options::hubs, &throng_index_options::cell_labels,
               &throng_index_options::areas, &throng_index_options::gates,
               &throng_index_options::hub_memory, &throng_index_options::gate_memory,
               &throng_index_options::seed, &throng_index_options::fronts,
               &throng_index_options::front_memory, &throng_index_options::hierarchy_memory,
               &throng_index_options::hierarchy, &throng_index_options::lines,
               &throng_index_options::lines_memory);
template <>
inline constexpr auto kFieldEnds<throng_load_options> = field_ends(
    &throng_load_options::size, &throng_load_options::check, &throng_load_options::copy);
template <>
inline constexpr auto kFieldEnds<throng_index_info> = field_ends(
    &throng_index_info::size, &throng_index_info::landmarks, &throng_index_info::jump_graph,
    &throng_index_info::hub_labels, &throng_index_info::cell_labels,
    &throng_index_info::hub_memory_exceeded, &throng_index_info::areas,
    &throng_index_info::gates, &throng_index_info::bytes, &throng_index_info::build_seconds,
    &throng_index_info::fronts, &throng_index_info::front_memory_exceeded,
    &throng_index_info::hierarchy, &throng_index_info::hierarchy_memory_exceeded);
template <>
inline constexpr auto kFieldEnds<throng_part_info> = field_ends(
    &throng_part_info::size, &throng_part_info::present, &throng_part_info::bytes,
    &throng_part_info::seconds, &throng_part_info::name, &throng_part_info::refusal,
    &throng_part_info::lack);
template <>
inline constexpr auto kFieldEnds<throng_solver_options> =
    field_ends(&throng_solver_options::size, &throng_solver_options::algorithm,
               &throng_solver_options::heuristic, &throng_solver_options::active_landmarks,
               &throng_solver_options::weight_percent, &throng_solver_options::beam_width,
               &throng_solver_options::reopen, &throng_solver_options::ties);
template <>
inline constexpr auto kFieldEnds<throng_batch_options> =
    field_ends(&throng_batch_options::size, &throng_batch_options::sharing,
               &throng_batch_options::paths, &throng_batch_options::latency,
               &throng_batch_options::max_moves, &throng_batch_options::max_expansions,
               &throng_batch_options::max_cost);
template <>
inline constexpr auto kFieldEnds<throng_batch_view> = field_ends(
    &throng_batch_view::size, &throng_batch_view::topology, &throng_batch_view::slots,
    &throng_batch_view::requests, &throng_batch_view::status, &throng_batch_view::cost,
    &throng_batch_view::upper, &throng_batch_view::expanded, &throng_batch_view::generated,
    &throng_batch_view::reopened, &throng_batch_view::microseconds,
    &throng_batch_view::start, &throng_batch_view::path_begin, &throng_batch_view::moves,
    &throng_batch_view::first, &throng_batch_view::end, &throng_batch_view::end_cost,
    &throng_batch_view::ticket, &throng_batch_view::agent, &throng_batch_view::frame,
    &throng_batch_view::current, &throng_batch_view::point_begin,
    &throng_batch_view::points, &throng_batch_view::length, &throng_batch_view::scale);
template <>
inline constexpr auto kFieldEnds<throng_lines_view> = field_ends(
    &throng_lines_view::size, &throng_lines_view::scale, &throng_lines_view::count,
    &throng_lines_view::status, &throng_lines_view::length, &throng_lines_view::point_begin,
    &throng_lines_view::points, &throng_lines_view::expanded);
template <>
inline constexpr auto kFieldEnds<throng_field_options> =
    field_ends(&throng_field_options::size, &throng_field_options::metric,
               &throng_field_options::direction, &throng_field_options::max_cost);
template <>
inline constexpr auto kFieldEnds<throng_changes> = field_ends(
    &throng_changes::size, &throng_changes::costlier, &throng_changes::costlier_count,
    &throng_changes::cheaper, &throng_changes::cheaper_count);
template <>
inline constexpr auto kFieldEnds<throng_map_class> = field_ends(
    &throng_map_class::size, &throng_map_class::landmarks, &throng_map_class::jump_graph,
    &throng_map_class::hub_labels, &throng_map_class::rules,
    &throng_map_class::front_memory, &throng_map_class::fronts,
    &throng_map_class::front_rows, &throng_map_class::max_danger, &throng_map_class::lines);
template <>
inline constexpr auto kFieldEnds<throng_map_options> =
    field_ends(&throng_map_options::size, &throng_map_options::steps,
               &throng_map_options::max_weight, &throng_map_options::history);
template <>
inline constexpr auto kFieldEnds<throng_map_info> =
    field_ends(&throng_map_info::size, &throng_map_info::settled, &throng_map_info::version,
               &throng_map_info::classes, &throng_map_info::bytes, &throng_map_info::debt);
template <>
inline constexpr auto kFieldEnds<throng_scheduler_options> = field_ends(
    &throng_scheduler_options::size, &throng_scheduler_options::ageing,
    &throng_scheduler_options::paused_searches, &throng_scheduler_options::sharing,
    &throng_scheduler_options::report_dropped, &throng_scheduler_options::max_moves,
    &throng_scheduler_options::settle_work, &throng_scheduler_options::lines);
template <>
inline constexpr auto kFieldEnds<throng_frame_request> =
    field_ends(&throng_frame_request::size, &throng_frame_request::agent,
               &throng_frame_request::priority, &throng_frame_request::movement,
               &throng_frame_request::max_expansions, &throng_frame_request::max_cost,
               &throng_frame_request::request);
template <>
inline constexpr auto kFieldEnds<throng_frame_report> = field_ends(
    &throng_frame_report::size, &throng_frame_report::frame, &throng_frame_report::taken_in,
    &throng_frame_report::dropped, &throng_frame_report::finished,
    &throng_frame_report::waiting, &throng_frame_report::paused,
    &throng_frame_report::spent, &throng_frame_report::repeated,
    &throng_frame_report::answered_by_sweep, &throng_frame_report::copied,
    &throng_frame_report::edits, &throng_frame_report::settled,
    &throng_frame_report::map_microseconds, &throng_frame_report::confirmed,
    &throng_frame_report::outdated, &throng_frame_report::debt,
    &throng_frame_report::map_spent, &throng_frame_report::microseconds);
template <>
inline constexpr auto kFieldEnds<throng_route_state> = field_ends(
    &throng_route_state::size, &throng_route_state::broken, &throng_route_state::at,
    &throng_route_state::goal, &throng_route_state::moves, &throng_route_state::cost,
    &throng_route_state::movement, &throng_route_state::user);
template <>
inline constexpr auto kFieldEnds<throng_answered_routes> =
    field_ends(&throng_answered_routes::size, &throng_answered_routes::missed,
               &throng_answered_routes::missed_count, &throng_answered_routes::no_path,
               &throng_answered_routes::no_path_count);
template <>
inline constexpr auto kFieldEnds<throng_review> =
    field_ends(&throng_review::size, &throng_review::broken, &throng_review::broken_count,
               &throng_review::costlier, &throng_review::costlier_count,
               &throng_review::may_shorten, &throng_review::may_shorten_count);

template <>
inline constexpr auto kFieldEnds<throng_crowd_options> =
    field_ends(&throng_crowd_options::size, &throng_crowd_options::bodies,
               &throng_crowd_options::spare_fields, &throng_crowd_options::window);
template <>
inline constexpr auto kFieldEnds<throng_crowd_unit> = field_ends(
    &throng_crowd_unit::size, &throng_crowd_unit::movement, &throng_crowd_unit::at,
    &throng_crowd_unit::period, &throng_crowd_unit::idle);
template <>
inline constexpr auto kFieldEnds<throng_crowd_budget> =
    field_ends(&throng_crowd_budget::size, &throng_crowd_budget::decisions,
               &throng_crowd_budget::field_cells);
template <>
inline constexpr auto kFieldEnds<throng_crowd_report> =
    field_ends(&throng_crowd_report::size, &throng_crowd_report::step,
               &throng_crowd_report::started, &throng_crowd_report::started_count,
               &throng_crowd_report::arrived, &throng_crowd_report::arrived_count,
               &throng_crowd_report::decisions, &throng_crowd_report::walking,
               &throng_crowd_report::blocked, &throng_crowd_report::fields_made,
               &throng_crowd_report::fields_queued, &throng_crowd_report::escaping);
template <>
inline constexpr auto kFieldEnds<throng_unit_state> = field_ends(
    &throng_unit_state::size, &throng_unit_state::movement, &throng_unit_state::place,
    &throng_unit_state::goal, &throng_unit_state::has_order, &throng_unit_state::period,
    &throng_unit_state::idle);

/// Whether `size` is that of the struct in some header up to this one.
template <class Struct>
constexpr bool is_former_size(std::size_t size) {
  static_assert(kFieldEnds<Struct>.front() == sizeof(Struct), "a field is missing");
  return std::ranges::find(kFieldEnds<Struct>, size) != kFieldEnds<Struct>.end();
}

}  // namespace throng::c_interface
