#include "length_check.hpp"

#include "text.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fmt/core.h>
#include <string>

namespace throng::cli {
namespace {

constexpr std::size_t kListedMismatches = 10;

bool agrees(const Grid& grid, const Scenario& scenario, const BatchResult& result,
            std::size_t i) {
  const double promised = scenario.lengths[i];
  if (result.status[i] != Status::found) return promised < 0;
  const double length = path_length(grid, result.path(i));
  return promised >= 0 && std::abs(length - promised) <= scenario.tolerance;
}

std::string answer(const Grid& grid, const BatchResult& result, std::size_t i) {
  if (result.status[i] != Status::found) return std::string(name(result.status[i]));
  return fmt::format("{:.8f}", path_length(grid, result.path(i)));
}

std::string promise(double length) {
  return length < 0 ? "no path" : fmt::format("{}", length);
}

}  // namespace

std::vector<std::size_t> find_mismatches(const Grid& grid, const Scenario& scenario,
                                         const BatchResult& result) {
  std::vector<std::size_t> mismatches;
  for (std::size_t i = 0; i < result.size(); ++i)
    if (!agrees(grid, scenario, result, i)) mismatches.push_back(i);
  return mismatches;
}

void report_mismatches(const std::vector<std::size_t>& mismatches, const Scenario& scenario,
                       const BatchResult& result, const Grid& grid) {
  const std::size_t listed = std::min(mismatches.size(), kListedMismatches);
  for (std::size_t k = 0; k < listed; ++k) {
    const std::size_t i = mismatches[k];
    const auto& [start, goal] = scenario.queries[i];
    fmt::print(stderr, "throng: query {}, from {} to {}: expected {}, got {}\n", i,
               cell(start), cell(goal), promise(scenario.lengths[i]),
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
