#include "leg_rules.hpp"
#include "replay_ground.hpp"

#include <throng/validate.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <span>
#include <utility>

namespace throng {
namespace {

std::string text(double length) {
  std::array<char, 400> buffer{};  // the longest double has 309 integer digits
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), length,
                                 std::chars_format::fixed, 6);
  return {buffer.data(), end.ptr};
}

/// What joins two neighbours in a list of cells.
enum class Joint : std::uint8_t {
  step,      ///< a step or a link
  leg,       ///< a straight leg
  half_leg,  ///< the same, in half cells
};

/// Replays the paths of one batch.
class Replay {
 public:
  Replay(TerrainView terrain, const Rules& rules, const GridOptions& options, Joint joint)
      : ground_(terrain, rules, options), joint_(joint), regions_(ground_.regions()) {}

  /// The length in straight steps on plain ground.
  ReplayGround::Range length(std::span<const Position> path) const;

  /// Describes the fault of `path` as the answer to `query`; empty when there is none.
  std::string fault(const Query& query, std::span<const Position> path) const {
    const std::string why_none = why_no_path(query);
    if (path.empty())
      return why_none.empty() && reaches(query) ? "lacks a path, though one exists" : "";
    if (!why_none.empty()) return "has a path, though " + why_none;
    return walk_fault(query, path);
  }

 private:
  std::string why_no_path(const Query& query) const;
  std::string walk_fault(const Query& query, std::span<const Position> path) const;
  bool reaches(const Query& query) const;

  std::string fault(Position from, Position to) const {
    if (joint_ == Joint::step) return std::string(ground_.fault(from, to));
    const LegRules legs(ground_);
    return joint_ == Joint::leg ? legs.fault(from, to) : legs.half_fault(from, to);
  }
  Position place(Position cell) const {
    return joint_ == Joint::half_leg ? Position{2 * cell.x, 2 * cell.y} : cell;
  }
  std::string text_of(Position place) const {
    return joint_ == Joint::half_leg ? half_text(place) : cell_text(place);
  }
  std::uint32_t region(Position p) const { return regions_[ground_.slot(p)]; }

  ReplayGround ground_;
  Joint joint_;
  std::vector<std::uint32_t> regions_;
};

ReplayGround::Range Replay::length(std::span<const Position> path) const {
  ReplayGround::Range sum;
  for (std::size_t i = 1; i < path.size(); ++i) {
    const ReplayGround::Range one = ground_.length(path[i - 1], path[i]);
    sum.least += one.least;
    sum.most += one.most;
  }
  return sum;
}

/// Pre: the ends lie in one region. One-way steps or links may still separate them.
bool Replay::reaches(const Query& query) const {
  return !ground_.has_one_way_parts() || ground_.leads(query.start, query.goal);
}

std::string Replay::why_no_path(const Query& query) const {
  for (const auto& [end, cell] :
       {std::pair{"start", query.start}, std::pair{"goal", query.goal}}) {
    if (ground_.open(cell)) continue;
    return std::string("the ") + end + " " + cell_text(cell) +
           (ground_.inside(cell) ? " is closed" : " lies outside the map");
  }
  return region(query.start) == region(query.goal) ? "" : "nothing joins its ends";
}

std::string Replay::walk_fault(const Query& query, std::span<const Position> path) const {
  if (path.front() != place(query.start))
    return "begins at " + text_of(path.front()) + ", not at " + cell_text(query.start);
  if (path.back() != place(query.goal))
    return "ends at " + text_of(path.back()) + ", not at " + cell_text(query.goal);
  for (std::size_t i = 1; i < path.size(); ++i) {
    const std::string what = fault(path[i - 1], path[i]);
    if (what.empty()) continue;
    return (joint_ == Joint::step ? "step " : "leg ") + std::to_string(i) + ", from " +
           text_of(path[i - 1]) + " to " + text_of(path[i]) + ", " + what;
  }
  return "";
}

/// Describes the fault of a legal path's length; empty when it is as promised.
std::string length_fault(std::span<const Position> path, ReplayGround::Range length,
                         double promised, double tolerance) {
  if (path.empty())
    return promised < 0 ? "" : "has no path, but the scenario says " + text(promised);
  if (promised < 0)
    return "is " + text(length.least) +
           " long, but the scenario says that there is no path";
  if (length.least - tolerance <= promised && promised <= length.most + tolerance)
    return "";
  return "is " + text(length.least) + " long, but the scenario says " + text(promised);
}

}  // namespace

std::vector<PathError> validate_paths(TerrainView terrain, const Rules& rules,
                                      const Scenario& scenario, const PathList& paths,
                                      const GridOptions& options) {
  THRONG_ASSERT(paths.size() == scenario.queries.size());
  const Replay replay(terrain, rules, options, Joint::step);
  std::vector<PathError> complaints;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    std::string what = replay.fault(scenario.queries[i], paths.path(i));
    if (what.empty() && !scenario.lengths.empty() && !scenario.has_no_length(i))
      what = length_fault(paths.path(i), replay.length(paths.path(i)), scenario.lengths[i],
                          scenario.tolerance);
    if (!what.empty()) complaints.push_back({i, std::move(what)});
  }
  return complaints;
}

std::vector<PathError> validate_points(TerrainView terrain, const Rules& rules,
                                       const Scenario& scenario, const PathList& points,
                                       const GridOptions& options) {
  THRONG_ASSERT(points.size() == scenario.queries.size());
  THRONG_ASSERT(points.scale == 1 || points.scale == 2);
  const Replay replay(terrain, rules, options,
                      points.scale == 1 ? Joint::leg : Joint::half_leg);
  std::vector<PathError> complaints;
  for (std::size_t i = 0; i < points.size(); ++i) {
    std::string what = replay.fault(scenario.queries[i], points.path(i));
    if (!what.empty()) complaints.push_back({i, std::move(what)});
  }
  return complaints;
}

}  // namespace throng
