// Writes a scenario for a map: queries spread evenly over the path lengths the map has,
// and, where the map has several components, some that no path answers. The lengths are
// those of the tests' own Dijkstra, under the default rules but for the weights of terrain
// characters, if these are given.
#include "../../src/core/files.hpp"
#include "../../src/core/rng.hpp"
#include "../support/oracle.hpp"

#include <throng/map_io.hpp>
#include <throng/scenario.hpp>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace throng::test {
namespace {

struct Goal {
  Position cell;
  Reached<std::uint64_t> reached;
};

/// The open cells of a map, as goals from one start: by cost, those not reached last.
std::vector<Goal> goals_from(const Terrain& terrain, const Rules& rules, Position start) {
  const auto field = oracle_field(terrain, rules, start);
  std::vector<Goal> goals;
  std::size_t slot = 0;
  for (Position p; p.y < terrain.height(); ++p.y)
    for (p.x = 0; p.x < terrain.width(); ++p.x, ++slot)
      if (oracle_open(terrain, rules, p)) goals.push_back({p, field[slot]});
  std::stable_sort(goals.begin(), goals.end(), [](const Goal& a, const Goal& b) {
    return a.reached.cost < b.reached.cost;
  });
  return goals;
}

/// A goal at a length drawn evenly from those there are, or one that is not reached.
Goal choose_goal(const std::vector<Goal>& goals, bool unreachable, SplitMix64& random) {
  const auto beyond = std::find_if(goals.begin(), goals.end(),
                                   [](const Goal& goal) { return !goal.reached; });
  if (unreachable && beyond != goals.end())
    return beyond[random.below(static_cast<std::uint32_t>(goals.end() - beyond))];
  const auto longest = static_cast<std::uint32_t>(std::prev(beyond)->reached.cost);
  const std::uint64_t cost = random.below(longest + 1);
  return *std::find_if(goals.begin(), goals.end(),
                       [&](const Goal& goal) { return goal.reached.cost >= cost; });
}

Scenario make_scenario(const Terrain& terrain, const Rules& rules, int count,
                       std::uint64_t seed) {
  constexpr int kUnreachableOne = 20;  // one query in as many
  SplitMix64 random(seed);
  std::vector<std::pair<double, Query>> entries;
  std::vector<Position> open;
  for (Position p; p.y < terrain.height(); ++p.y)
    for (p.x = 0; p.x < terrain.width(); ++p.x)
      if (oracle_open(terrain, rules, p)) open.push_back(p);
  for (int i = 0; i < count && !open.empty(); ++i) {
    const Position start = open[random.below(static_cast<std::uint32_t>(open.size()))];
    const Goal goal =
        choose_goal(goals_from(terrain, rules, start), i % kUnreachableOne == 0, random);
    entries.push_back({goal.reached.length(), {start, goal.cell}});
  }
  std::stable_sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) {
    return std::pair(a.first < 0, a.first) < std::pair(b.first < 0, b.first);
  });
  Scenario scenario;
  scenario.map_width = terrain.width();
  scenario.map_height = terrain.height();
  for (const auto& [length, query] : entries) {
    scenario.lengths.push_back(length);
    scenario.queries.push_back(query);
  }
  return scenario;
}

std::optional<int> number(std::string_view word) {
  int value = 0;
  const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  const bool whole = error == std::errc() && stop == word.data() + word.size();
  return whole && value >= 0 ? std::optional(value) : std::nullopt;
}

int complain(const std::string& what) {
  std::fprintf(stderr, "%s\n", what.c_str());
  return 2;
}

int run(const std::vector<std::string>& words) {
  const bool enough = words.size() == 5 || words.size() == 6;
  const auto count = enough ? number(words[3]) : std::nullopt;
  const auto seed = enough ? number(words[4]) : std::nullopt;
  if (!count || !seed) return complain("usage: make_scenario MAP OUT COUNT SEED [WEIGHTS]");
  const auto movement =
      parse_movement(words.size() == 6 ? words[5] : name(MovementClass()));
  if (!movement) return complain(movement.error().what);
  const Result<Terrain> terrain = read_map(words[1]);
  if (!terrain) return complain(terrain.error().what);
  const std::string map_name = words[1].substr(words[1].find_last_of('/') + 1);
  const Scenario scenario = make_scenario(*terrain, {.movement = *movement}, *count,
                                          static_cast<std::uint64_t>(*seed));
  const Outcome written = write_file(words[2], print_scenario(scenario, map_name));
  return written ? 0 : complain(written.error().what);
}

}  // namespace
}  // namespace throng::test

int main(int count, char** words) {
  return throng::test::run(std::vector<std::string>(words, words + count));
}
