#include "summary.hpp"

#include "../experiment/engine_name.hpp"
#include "../experiment/spread.hpp"
#include "json.hpp"
#include "origin.hpp"
#include "text.hpp"

#include <throng/links.hpp>

#include <algorithm>
#include <fmt/core.h>
#include <numeric>
#include <string_view>
#include <vector>

namespace throng::cli {
namespace {

constexpr std::string_view kNone = "none";

/// Bounds for queries that ran out of budget.
struct Brackets {
  std::uint64_t out_of_budget = 0;
  std::uint64_t known = 0;  ///< queries with a lower bound above 0 and an upper bound
  double mean_ratio = 0;    ///< upper / lower of the known ones; 0 when there are none
};

struct Totals {
  std::uint64_t found = 0, unreachable = 0, other = 0;
  std::uint64_t expanded = 0, generated = 0, reopened = 0;
  double length_sum = 0;  ///< in straight steps
  double busy_seconds = 0;
  experiment::Spread latency;  ///< wall time of single queries, in microseconds
  Brackets brackets;
};

template <class T>
std::uint64_t sum(const Column<T>& values) {
  return std::accumulate(values.begin(), values.end(), std::uint64_t{0});
}

double ratio(double part, double whole) { return whole > 0 ? part / whole : 0; }

Brackets measure_brackets(const Answers& result) {
  Brackets brackets;
  double sum = 0;
  for (std::size_t i = 0; i < result.size(); ++i) {
    if (result.status[i] != Status::out_of_budget) continue;
    ++brackets.out_of_budget;
    if (result.cost[i] == 0 || result.upper[i] == kUnreachable) continue;
    ++brackets.known;
    sum += static_cast<double>(result.upper[i]) / static_cast<double>(result.cost[i]);
  }
  brackets.mean_ratio = ratio(sum, static_cast<double>(brackets.known));
  return brackets;
}

Totals add_up(const Answers& result, const std::vector<double>& lengths) {
  const auto having = [&](Status status) {
    return static_cast<std::uint64_t>(
        std::count(result.status.begin(), result.status.end(), status));
  };
  Totals totals;
  totals.found = having(Status::found);
  totals.unreachable = having(Status::unreachable);
  totals.other = result.size() - totals.found - totals.unreachable;
  totals.expanded = sum(result.expanded);
  totals.generated = sum(result.generated);
  totals.reopened = sum(result.reopened);
  totals.length_sum = std::accumulate(lengths.begin(), lengths.end(), 0.0);
  totals.brackets = measure_brackets(result);
  totals.latency = experiment::spread(result.microseconds);
  totals.busy_seconds = totals.latency.mean * 1e-6 * static_cast<double>(result.size());
  return totals;
}

double queries_per_second(const SolvedBatch& batch) {
  return ratio(static_cast<double>(batch.result.size()), batch.solve_seconds);
}

std::string rules_text(const Grid& grid) {
  const Rules& rules = grid.rules();
  std::string text(name(rules.topology));
  if (rules.topology == Topology::octile)
    text += fmt::format(", {}, costs {}", name(rules.corners), name(costs_in_use(grid)));
  if (rules.unit_size > 1)
    text += fmt::format(", units of {} x {}", rules.unit_size, rules.unit_size);
  return text;
}

std::uint64_t link_count(const Grid& grid) {
  return grid.links() == nullptr ? 0 : grid.links()->size();
}

/// The open ground and its weights: "plain"; "weighted, model mean, terrain G:2,T:5".
std::string ground_text(const SolvedBatch& batch) {
  const Grid& grid = *batch.built.grid;
  const MovementClass& movement = grid.rules().movement;
  const auto& [weights, links] = batch.ground_files;
  const bool weighted = !movement.plain() || weights;
  std::string text =
      weighted ? fmt::format("weighted, model {}", name(grid.rules().cost_model)) : "plain";
  if (movement != MovementClass()) text += ", terrain " + name(movement);
  if (weights) text += ", weights of " + one_line(*weights);
  if (links)
    text +=
        fmt::format(", {} of {}", plural(link_count(grid), "usable link", "usable links"),
                    one_line(*links));
  return text;
}

std::string check_text(const SolvedBatch& batch) {
  if (!batch.mismatches) return "not requested (--check)";
  const std::size_t checked = batch.result.size() - batch.unknown_lengths;
  const std::string all = plural(checked, "length", "lengths");
  const std::string unknown =
      batch.unknown_lengths == 0
          ? ""
          : fmt::format("; {} not checked: length 0 between different cells",
                        plural(batch.unknown_lengths, "query", "queries"));
  if (*batch.mismatches == 0 && guarantee(batch.algorithm) == Guarantee::optimal)
    return all + " as expected" + unknown;
  const std::string ratios =
      fmt::format("{:.4f} of the optimum on average, at most {:.4f}",
                  batch.suboptimality->mean, batch.suboptimality->max);
  if (*batch.mismatches == 0)
    return fmt::format("{} in bounds: {}{}", all, ratios, unknown);
  return fmt::format("FAILED: {} of {} not as expected{}", count(*batch.mismatches), all,
                     unknown);
}

/// The precision of these queries' distances: "within 3.1 %".
std::string tightness(double ratio) {
  return ratio < 2 ? fmt::format("within {:.1f} %", 100 * (ratio - 1))
                   : fmt::format("within a factor of {:.1f}", ratio);
}

std::string budget_text(const Brackets& brackets) {
  const std::string queries = plural(brackets.out_of_budget, "query", "queries");
  if (brackets.known == 0) return "too small for " + queries;
  const std::string which = brackets.known == brackets.out_of_budget
                                ? ""
                                : fmt::format(", for {} of them", count(brackets.known));
  return fmt::format("too small for {}; distance known {} on average{}", queries,
                     tightness(brackets.mean_ratio), which);
}

/// "12 queries, 3 of them closed by weights, 4 by the size of the unit"
std::string closed_ends_text(const ClosedEnds& ends) {
  std::string text = plural(ends.queries, "query", "queries");
  if (ends.by_weights > 0)
    text += fmt::format(", {} of them closed by weights", count(ends.by_weights));
  if (ends.by_unit_size > 0)
    text += fmt::format(", {} of them closed to units of this size only",
                        count(ends.by_unit_size));
  return text;
}

/// "100, changed in mean 210 us, p50 200 us, p99 300 us, max 400 us"
std::string versions_text(const Versions& versions) {
  const auto& [mean, p50, p99, max] = versions.edit_us;
  return fmt::format("{}, changed in mean {}, p50 {}, p99 {}, max {}",
                     count(versions.count), seconds(mean * 1e-6), seconds(p50 * 1e-6),
                     seconds(p99 * 1e-6), seconds(max * 1e-6));
}

/// The index of a batch, or its grid alone.
Index index_of(const SolvedBatch& batch) { return batch.index.value_or(batch.built.grid); }

std::string index_text(const SolvedBatch& batch) {
  if (!batch.index) return "none";
  return fmt::format("{}, built in {}", describe(*batch.index),
                     seconds(batch.index->build_seconds()));
}

std::string memory_text(const SolvedBatch& batch) {
  const std::string index =
      batch.index ? fmt::format("index {}, ", bytes(batch.index->memory_bytes())) : "";
  return fmt::format("grid {}, {}scratch {}", bytes(batch.built.grid->memory_bytes()),
                     index, bytes(batch.scratch_bytes));
}

double any_angle_length(const AnyAnglePaths& paths) {
  return std::accumulate(paths.length.begin(), paths.length.end(), 0.0);
}

std::string any_angle_text(const SolvedBatch& batch) {
  std::string time = "in " + seconds(batch.any_angle_seconds);
  // Drawn with bricks, a step sideways is longer than its cost.
  if (batch.built.grid->rules().topology == Topology::tex) return time;
  // Limits may end one search and not the other.
  double length = 0, of_paths = 0;
  for (std::size_t i = 0; i < batch.lengths.size(); ++i) {
    if (batch.any_angle->status[i] != Status::found) continue;
    if (batch.result.status[i] != Status::found) continue;
    length += batch.any_angle->length[i];
    of_paths += batch.lengths[i];
  }
  if (of_paths == 0) return time;
  return fmt::format("{:.1f} % of the length of the paths, {}",
                     100 * ratio(length, of_paths), time);
}

/// How jump point search found its jump points.
std::string_view jumps_text(const SolvedBatch& batch) {
  if (batch.algorithm != Algorithm::jps) return kNone;
  return experiment::jump_points(index_of(batch));
}

std::string work_text(const SolvedBatch& batch, const Totals& totals) {
  const auto expanded = static_cast<double>(totals.expanded);
  const double each = ratio(expanded, static_cast<double>(batch.result.size()));
  return fmt::format("{} cells expanded per query, {} each",
                     count(static_cast<std::uint64_t>(std::llround(each))),
                     seconds(ratio(totals.busy_seconds, expanded)));
}

/// Where the figures come from, what answered, and how well.
void add_provenance(const SolvedBatch& batch, Json& json) {
  const Index index = index_of(batch);
  const LandmarkOptions& landmarks = index.options().landmarks;
  add_origin(current_origin(batch.command_line), json);
  json.add("map_hash", batch.map_hash);
  json.add("scenario", batch.queries_path);
  json.add("queries_hash", batch.queries_hash);
  json.add("seed", landmarks.seed);
  json.add("cost_hash", hash_text(batch.result.cost_hash()));
  json.add("weight_percent", batch.weight_percent);
  json.add("engine", experiment::engine_name(batch.algorithm, index));
  json.add("hub_labels", experiment::hub_labels(index));
  json.add("hub_refusal", index.part(Part::hub_labels).refusal);
  json.add("front_refusal", index.part(Part::fronts).refusal);
  json.add("hierarchy_refusal", index.part(Part::hierarchy).refusal);
  json.add("closed_ends", batch.closed_ends.queries);
  json.add("closed_by_weights", batch.closed_ends.by_weights);
  json.add("closed_by_unit_size", batch.closed_ends.by_unit_size);
  json.add("unknown_lengths", batch.unknown_lengths);
  if (batch.suboptimality)
    json.add("suboptimality",
             {{"mean", batch.suboptimality->mean}, {"max", batch.suboptimality->max}});
  if (batch.versions) {
    json.add("versions", batch.versions->count);
    json.add("edit_us", json_of(batch.versions->edit_us));
  }
}

}  // namespace

Promise promise_of(const SolvedBatch& batch) {
  return {guarantee(batch.algorithm), batch.weight_percent};
}

void count_closed_ends(TerrainView terrain, const Ground& ground,
                       std::span<const Query> queries, const Rules& rules,
                       const Answers& result, ClosedEnds& ends) {
  for (std::size_t i = 0; i < result.size(); ++i) {
    const bool at_start = result.status[i] == Status::start_blocked;
    if (!at_start && result.status[i] != Status::goal_blocked) continue;
    ++ends.queries;
    const Query& query = queries[i];
    const Position cell = at_start ? query.start : query.goal;
    const auto slot =
        static_cast<std::size_t>(cell.y) * static_cast<std::size_t>(terrain.width) +
        static_cast<std::size_t>(cell.x);
    const char character = terrain.at(cell);
    const Weight weight =
        ground.weights.empty() ? rules.movement.weight(character) : ground.weights[slot];
    if (weight != 0)
      ++ends.by_unit_size;
    else if (MovementClass().open(character))
      ++ends.by_weights;
  }
}

std::string print_json_summary(const SolvedBatch& batch) {
  const Grid& grid = *batch.built.grid;
  const Rules& rules = grid.rules();
  const Index index = index_of(batch);
  const LandmarkOptions& landmarks = index.options().landmarks;
  const bool placed = landmarks.count > 0;
  const std::size_t queries = batch.result.size();
  const Totals totals = add_up(batch.result, batch.lengths);
  Json json{
      {"map", batch.map_path},
      {"width", grid.width()},
      {"height", grid.height()},
      {"open_cells", grid.open_cells()},
      {"queries", queries},
      {"found", totals.found},
      {"unreachable", totals.unreachable},
      {"other", totals.other},
      {"checked", batch.mismatches ? queries - batch.unknown_lengths : 0},
      {"mismatches", batch.mismatches.value_or(0)},
      {"threads", batch.threads},
      {"topology", name(rules.topology)},
      {"corners", name(rules.corners)},
      {"costs", name(rules.costs)},
      {"heuristic", name(batch.heuristic)},
      {"algorithm", name(batch.algorithm)},
      {"index_seconds", index.build_seconds()},
      {"index_bytes", batch.index ? index.memory_bytes() : 0},
      {"solve_seconds", batch.solve_seconds},
      {"queries_per_second", queries_per_second(batch)},
      {"expanded", totals.expanded},
      {"generated", totals.generated},
      {"reopened", totals.reopened},
      {"latency_us", json_of(totals.latency)},
      {"length_sum", totals.length_sum},
      {"result_hash", hash_text(batch.result.hash())},
      {"grid_seconds", batch.built.seconds},
      {"grid_bytes", grid.memory_bytes()},
      {"scratch_bytes", batch.scratch_bytes},
      {"straight_cost", grid.costs().straight},
      {"diagonal_cost", grid.costs().diagonal},
      {"landmarks", landmarks.count},
      {"placement", placed ? name(landmarks.placement) : kNone},
      {"metric", placed ? name(landmarks.metric) : kNone},
      {"storage", placed ? name(landmarks.storage) : kNone},
      {"active_landmarks", 0},  // all; there once was a choice
      {"jumps", jumps_text(batch)},
      {"out_of_budget", totals.brackets.out_of_budget},
      {"bracketed", totals.brackets.known},
      {"bracket_ratio", totals.brackets.mean_ratio},
      {"cost_model", name(rules.cost_model)},
      {"plain", grid.plain()},
      {"unit_size", rules.unit_size},
      {"links", link_count(grid)},
  };
  add_provenance(batch, json);
  if (batch.any_angle) {
    json.add("any_angle_length_sum", any_angle_length(*batch.any_angle));
    json.add("any_angle_seconds", batch.any_angle_seconds);
  }
  return print_json(json);
}

std::string print_table_summary(const SolvedBatch& batch) {
  const Grid& grid = *batch.built.grid;
  const Totals totals = add_up(batch.result, batch.lengths);
  const auto& [mean, p50, p99, max] = totals.latency;
  const auto speed = static_cast<std::uint64_t>(std::llround(queries_per_second(batch)));
  std::vector<std::vector<std::string>> rows{
      {"map", batch.map_path.empty() ? "all open" : one_line(batch.map_path)},
      {"", fmt::format("{} x {} cells, {} open", count(grid.width()), count(grid.height()),
                       count(grid.open_cells()))},
      {"rules", rules_text(grid)},
      {"ground", ground_text(batch)},
      {"search",
       fmt::format("{}, {} heuristic, {}", name(batch.algorithm), name(batch.heuristic),
                   plural(batch.threads, "thread", "threads"))},
      {"index", index_text(batch)},
      {"", ""},
      {"queries", count(batch.result.size())},
      {"answers", fmt::format("{} found, {} unreachable, {} other", count(totals.found),
                              count(totals.unreachable), count(totals.other))},
  };
  if (batch.closed_ends.queries > 0)
    rows.push_back({"closed ends", closed_ends_text(batch.closed_ends)});
  if (totals.brackets.out_of_budget > 0)
    rows.push_back({"budget", budget_text(totals.brackets)});
  if (batch.any_angle)
    rows.push_back({batch.exact_lines ? "any angle" : "smooth", any_angle_text(batch)});
  if (batch.versions) rows.push_back({"versions", versions_text(*batch.versions)});
  rows.insert(rows.end(),
              {
                  {"check", check_text(batch)},
                  {"hash", hash_text(batch.result.hash())},
                  {"", ""},
                  {"time", fmt::format("{}, {} queries/s", seconds(batch.solve_seconds),
                                       count(speed))},
                  {"latency", fmt::format("mean {}, p50 {}, p99 {}, max {}",
                                          seconds(mean * 1e-6), seconds(p50 * 1e-6),
                                          seconds(p99 * 1e-6), seconds(max * 1e-6))},
                  {"work", work_text(batch, totals)},
                  {"memory", memory_text(batch)},
              });
  return table(rows, "ll");
}

}  // namespace throng::cli
