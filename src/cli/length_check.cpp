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

bool agrees(const Grid& grid, const Scenario& scenario, const BatchResult& result,
            const Promise& promise, std::size_t i) {
  const double optimum = scenario.lengths[i];
  const bool any = promise.guarantee == Guarantee::none;
  if (result.status[i] != Status::found) return optimum < 0 || any;
  const double most = any ? std::numeric_limits<double>::infinity()
                          : optimum * promise.weight_percent / 100 + scenario.tolerance;
  const double length = path_length(grid, result.path(i));
  return optimum >= 0 && optimum - scenario.tolerance <= length && length <= most;
}

std::string answer(const Grid& grid, const BatchResult& result, std::size_t i) {
  if (result.status[i] != Status::found) return std::string(name(result.status[i]));
  return fmt::format("{:.8f}", path_length(grid, result.path(i)));
}

std::string expected(double length) {
  return length < 0 ? "no path" : fmt::format("{}", length);
}

}  // namespace

std::vector<std::size_t> find_mismatches(const Grid& grid, const Scenario& scenario,
                                         const BatchResult& result,
                                         const Promise& promise) {
  std::vector<std::size_t> mismatches;
  for (std::size_t i = 0; i < result.size(); ++i)
    if (!agrees(grid, scenario, result, promise, i)) mismatches.push_back(i);
  return mismatches;
}

Suboptimality measure_suboptimality(const Grid& grid, const Scenario& scenario,
                                    const BatchResult& result) {
  double sum = 0, max = 1;
  std::size_t measured = 0;
  for (std::size_t i = 0; i < result.size(); ++i) {
    if (result.status[i] != Status::found || scenario.lengths[i] <= 0) continue;
    const double ratio = path_length(grid, result.path(i)) / scenario.lengths[i];
    sum += ratio;
    max = std::max(max, ratio);
    ++measured;
  }
  return {measured == 0 ? 1 : sum / static_cast<double>(measured), max};
}

void report_mismatches(const std::vector<std::size_t>& mismatches, const Scenario& scenario,
                       const BatchResult& result, const Grid& grid) {
  const std::size_t listed = std::min(mismatches.size(), kListedMismatches);
  for (std::size_t k = 0; k < listed; ++k) {
    const std::size_t i = mismatches[k];
    const auto& [start, goal] = scenario.queries[i];
    fmt::print(stderr, "throng: query {}, from {} to {}: expected {}, got {}\n", i,
               cell(start), cell(goal), expected(scenario.lengths[i]),
               answer(grid, result, i));
  }
  if (mismatches.size() > listed)
    fmt::print(stderr, "throng: and {} more\n", count(mismatches.size() - listed));
  if (!mismatches.empty() && !(grid.rules() == Rules{} && grid.plain()))
    fmt::print(stderr,
               "throng: hint: MovingAI lengths assume --topology octile --corners "
               "never_cut --costs exact, plain ground and units of one cell\n");
}

}  // namespace throng::cli
