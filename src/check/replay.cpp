#include <throng/replay.hpp>

#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace throng {
namespace {

constexpr std::uint32_t kNoRegion = 0;

std::string text(Position p) { return std::to_string(p.x) + "," + std::to_string(p.y); }

std::string text(double length) {
  std::array<char, 400> buffer{};  // the longest double has 309 digits before the point
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), length,
                                 std::chars_format::fixed, 6);
  return {buffer.data(), end.ptr};
}

/// The terrain as a unit meets it: where it may stand, and which steps it may take. Reads
/// the characters of the terrain each time; the rules are written out here once more, on
/// purpose, instead of taken from a Grid.
class Ground {
 public:
  Ground(TerrainView terrain, const Rules& rules) : terrain_(terrain), rules_(rules) {}

  bool inside(Position p) const {
    return 0 <= p.x && p.x < terrain_.width && 0 <= p.y && p.y < terrain_.height;
  }

  bool open(Position p) const { return inside(p) && rules_.movement.open(terrain_.at(p)); }

  /// Where the cell stands in an array of all cells, row by row. Pre: inside(p).
  std::size_t slot(Position p) const {
    return static_cast<std::size_t>(p.y) * static_cast<std::size_t>(terrain_.width) +
           static_cast<std::size_t>(p.x);
  }

  /// What is wrong with a step from an open cell; nothing when it is legal.
  std::string_view fault(Position from, Position to) const {
    if (!inside(to)) return "leaves the map";
    if (!open(to)) return "enters a closed cell";
    const std::int32_t columns = std::abs(to.x - from.x);
    const std::int32_t rows = std::abs(to.y - from.y);
    if (columns > 1 || rows > 1) return "jumps";
    if (columns + rows == 0) return "stands still";
    if (columns + rows == 1) return "";
    if (rules_.topology == Topology::tile) return "is diagonal";
    return sides_open(from, to) < sides_needed() ? "cuts a corner" : "";
  }

  /// A number for each cell, row by row: equal where a path joins two open cells, kNoRegion
  /// where the cell is closed.
  std::vector<std::uint32_t> regions() const;

 private:
  int sides_open(Position from, Position to) const {
    return int{open({to.x, from.y})} + int{open({from.x, to.y})};
  }

  int sides_needed() const {
    switch (rules_.corners) {
      case Corners::never_cut:
        return 2;
      case Corners::cut_one:
        return 1;
      case Corners::always:
        return 0;
    }
    return 2;
  }

  void flood(Position seed, std::uint32_t region, std::vector<std::uint32_t>& regions,
             std::vector<Position>& waiting) const;

  TerrainView terrain_;
  Rules rules_;
};

std::vector<std::uint32_t> Ground::regions() const {
  const std::size_t cells =
      static_cast<std::size_t>(terrain_.width) * static_cast<std::size_t>(terrain_.height);
  std::vector<std::uint32_t> regions(cells, kNoRegion);
  std::vector<Position> waiting;
  std::uint32_t region = kNoRegion;
  for (Position p; p.y < terrain_.height; ++p.y)
    for (p.x = 0; p.x < terrain_.width; ++p.x)
      if (open(p) && regions[slot(p)] == kNoRegion) flood(p, ++region, regions, waiting);
  return regions;
}

void Ground::flood(Position seed, std::uint32_t region, std::vector<std::uint32_t>& regions,
                   std::vector<Position>& waiting) const {
  const auto reach = [&](Position p) {
    regions[slot(p)] = region;
    waiting.push_back(p);
  };
  reach(seed);
  while (!waiting.empty()) {
    const Position from = waiting.back();
    waiting.pop_back();
    for (int neighbour = 0; neighbour < 9; ++neighbour) {
      const Position to{from.x + neighbour % 3 - 1, from.y + neighbour / 3 - 1};
      if (fault(from, to).empty() && regions[slot(to)] == kNoRegion) reach(to);
    }
  }
}

/// Replays the paths of one batch.
class Replay {
 public:
  Replay(TerrainView terrain, const Rules& rules)
      : ground_(terrain, rules), regions_(ground_.regions()) {}

  /// What is wrong with `path` as the answer to `query`; nothing when all is well.
  std::string fault(const Query& query, std::span<const Position> path) const {
    const std::string why_none = why_no_path(query);
    if (path.empty()) return why_none.empty() ? "lacks a path, though one exists" : "";
    if (!why_none.empty()) return "has a path, though " + why_none;
    return walk_fault(query, path);
  }

 private:
  std::string why_no_path(const Query& query) const;
  std::string walk_fault(const Query& query, std::span<const Position> path) const;

  std::uint32_t region(Position p) const { return regions_[ground_.slot(p)]; }

  Ground ground_;
  std::vector<std::uint32_t> regions_;
};

std::string Replay::why_no_path(const Query& query) const {
  for (const auto& [end, cell] :
       {std::pair{"start", query.start}, std::pair{"goal", query.goal}}) {
    if (ground_.open(cell)) continue;
    return std::string("the ") + end + " " + text(cell) +
           (ground_.inside(cell) ? " is closed" : " lies outside the map");
  }
  return region(query.start) == region(query.goal) ? "" : "nothing joins its ends";
}

std::string Replay::walk_fault(const Query& query, std::span<const Position> path) const {
  if (path.front() != query.start)
    return "begins at " + text(path.front()) + ", not at " + text(query.start);
  if (path.back() != query.goal)
    return "ends at " + text(path.back()) + ", not at " + text(query.goal);
  for (std::size_t i = 1; i < path.size(); ++i) {
    const std::string_view what = ground_.fault(path[i - 1], path[i]);
    if (what.empty()) continue;
    return "step " + std::to_string(i) + ", from " + text(path[i - 1]) + " to " +
           text(path[i]) + ", " + std::string(what);
  }
  return "";
}

double length_of(std::span<const Position> path) {
  std::size_t straight = 0;
  std::size_t diagonal = 0;
  for (std::size_t i = 1; i < path.size(); ++i) {
    const bool both = path[i - 1].x != path[i].x && path[i - 1].y != path[i].y;
    ++(both ? diagonal : straight);
  }
  return static_cast<double>(straight) + static_cast<double>(diagonal) * std::sqrt(2.0);
}

/// What is wrong with the length of a legal path; nothing when it is as promised.
std::string length_fault(std::span<const Position> path, double promised,
                         double tolerance) {
  if (path.empty())
    return promised < 0 ? "" : "has no path, but the scenario says " + text(promised);
  const double length = length_of(path);
  if (promised < 0)
    return "is " + text(length) + " long, but the scenario says that there is no path";
  if (std::abs(length - promised) <= tolerance) return "";
  return "is " + text(length) + " long, but the scenario says " + text(promised);
}

}  // namespace

std::vector<Complaint> replay(TerrainView terrain, const Rules& rules,
                              const Scenario& scenario, const PathList& paths) {
  THRONG_ASSERT(paths.size() == scenario.queries.size());
  const Replay replay(terrain, rules);
  std::vector<Complaint> complaints;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    std::string what = replay.fault(scenario.queries[i], paths.path(i));
    if (what.empty() && !scenario.lengths.empty())
      what = length_fault(paths.path(i), scenario.lengths[i], scenario.tolerance);
    if (!what.empty()) complaints.push_back({i, std::move(what)});
  }
  return complaints;
}

}  // namespace throng
