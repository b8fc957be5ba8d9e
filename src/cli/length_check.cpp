#include "length_check.hpp"

#include "text.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fmt/core.h>
#include <limits>
#include <string>

namespace throng::cli {
namespace {

constexpr std::size_t kListedMismatches = 10;

/// Whether a status proves that there is no path.
bool proves_none(Status status) {
  return status == Status::unreachable || status == Status::start_blocked ||
         status == Status::goal_blocked || status == Status::out_of_map;
}

bool agrees(const Scenario& scenario, Status status, double length, const Promise& promise,
            std::size_t i) {
  if (scenario.has_no_length(i)) return true;
  const double optimum = scenario.lengths[i];
  const bool any = promise.guarantee == Guarantee::none;
  if (status != Status::found) return optimum < 0 || any;
  const double most = any ? std::numeric_limits<double>::infinity()
                          : optimum * promise.weight_percent / 100 + scenario.tolerance;
  return optimum >= 0 && optimum - scenario.tolerance <= length && length <= most;
}

std::string answer(Status status, double length) {
  if (status != Status::found) return std::string(name(status));
  return fmt::format("{:.8f}", length);
}

std::string expected(double length) {
  return length < 0 ? "no path" : fmt::format("{}", length);
}

}  // namespace

std::vector<double> path_lengths(const Grid& grid, const Answers& result) {
  std::vector<double> lengths;
  lengths.reserve(result.size());
  for (std::size_t i = 0; i < result.size(); ++i)
    lengths.push_back(path_length(grid, result.path(i)));
  return lengths;
}

std::vector<std::size_t> find_mismatches(const Scenario& scenario, const Answers& result,
                                         std::span<const double> lengths,
                                         const Promise& promise) {
  std::vector<std::size_t> mismatches;
  for (std::size_t i = 0; i < result.size(); ++i)
    if (!agrees(scenario, result.status[i], lengths[i], promise, i))
      mismatches.push_back(i);
  return mismatches;
}

std::size_t count_unknown_lengths(const Scenario& scenario, const Answers& result) {
  std::size_t unknown = 0;
  for (std::size_t i = 0; i < result.size(); ++i)
    unknown += scenario.has_no_length(i) && !proves_none(result.status[i]) ? 1 : 0;
  return unknown;
}

Suboptimality measure_suboptimality(const Scenario& scenario, const Answers& result,
                                    std::span<const double> lengths) {
  double sum = 0, max = 1;
  std::size_t measured = 0;
  for (std::size_t i = 0; i < result.size(); ++i) {
    if (result.status[i] != Status::found || scenario.lengths[i] <= 0) continue;
    const double ratio = lengths[i] / scenario.lengths[i];
    sum += ratio;
    max = std::max(max, ratio);
    ++measured;
  }
  return {measured == 0 ? 1 : sum / static_cast<double>(measured), max};
}

void report_mismatches(const std::vector<std::size_t>& mismatches, const Scenario& scenario,
                       const Answers& result, std::span<const double> lengths) {
  const std::size_t listed = std::min(mismatches.size(), kListedMismatches);
  for (std::size_t k = 0; k < listed; ++k) {
    const std::size_t i = mismatches[k];
    const auto& [start, goal] = scenario.queries[i];
    fmt::print(stderr, "throng: query {}, from {} to {}: expected {}, got {}\n", i,
               cell(start), cell(goal), expected(scenario.lengths[i]),
               answer(result.status[i], lengths[i]));
  }
  if (mismatches.size() > listed)
    fmt::print(stderr, "throng: and {} more\n", count(mismatches.size() - listed));
}

void hint_at_rules() {
  fmt::print(stderr,
             "throng: hint: MovingAI lengths assume --topology octile --corners never_cut "
             "--costs exact, plain ground and units of one cell\n");
}

}  // namespace throng::cli
