#include "setup.hpp"

#include <functional>
#include <utility>
#include <vector>

namespace throng::test::pairs {
namespace {

/// The values of a dimension for which `holds`, each on its own.
struct Where {
  DimensionId dimension;
  std::function<bool(const Setup&)> holds;
};

std::vector<ValueSet> sets_of(const std::vector<Where>& conditions) {
  std::vector<ValueSet> sets(dimensions().size(), ~ValueSet{0});
  for (const Where& condition : conditions) {
    ValueSet holding = 0;
    const std::vector<Value>& values = dimensions()[condition.dimension].values;
    for (std::size_t v = 0; v < values.size(); ++v) {
      Setup setup;
      values[v].set(setup, v);
      if (condition.holds(setup)) holding |= ValueSet{1} << v;
    }
    sets[condition.dimension] &= holding;
  }
  return sets;
}

// Conditions

Where algorithm_is(Algorithm algorithm) {
  return {kAlgorithm,
          [algorithm](const Setup& s) { return s.solver.algorithm == algorithm; }};
}
Where heuristic_is(Heuristic heuristic) {
  return {kHeuristic,
          [heuristic](const Setup& s) { return s.solver.heuristic == heuristic; }};
}
Where topology_is(Topology topology) {
  return {kGround, [topology](const Setup& s) { return s.rules.topology == topology; }};
}

const Where kNotPlain{kGround, [](const Setup& s) { return !s.plain_ground(); }};
const Where kNotJumping{kGround, [](const Setup& s) { return !s.jumping_ground(); }};
const Where kNotSymmetric{kGround, [](const Setup& s) { return !s.symmetric; }};
const Where kHexagonal{kGround, [](const Setup& s) { return s.hexagonal(); }};
const Where kLinked{kLinks, [](const Setup& s) { return s.links > 0; }};
const Where kNotLinked{kLinks, [](const Setup& s) { return s.links == 0; }};
const Where kLinkedOneWay{kLinks, [](const Setup& s) { return s.one_way_links; }};
const Where kManyLinks{kLinks, [](const Setup& s) { return s.links > 64; }};
const Where kLiving{kEdit, [](const Setup& s) { return s.living; }};
const Where kStatic{kEdit, [](const Setup& s) { return !s.living; }};
/// Edits for which all steps of the map have weights.
const Where kEditsLayers{kEdit, [](const Setup& s) {
                           return s.edits_weights || s.edits_steps || s.edits_danger;
                         }};

const Where kLines{kLinesChoice, [](const Setup& s) { return s.lines; }};
const Where kStoredLines{kLinesChoice, [](const Setup& s) { return s.lines_memory > 0; }};
/// Neither tiles, nor octiles of which at most one corner is cut.
const Where kWithoutLines{kGround, [](const Setup& s) {
                            return s.hexagonal() || (s.rules.topology == Topology::octile &&
                                                     s.rules.corners == Corners::always);
                          }};

const Where kSameWayBack{
    kTiesChoice, [](const Setup& s) { return s.solver.ties == Ties::same_way_back; }};
const Where kNotCanonical{kTiesChoice,
                          [](const Setup& s) { return s.solver.ties != Ties::canonical; }};

Where part_has(bool (*holds)(const IndexOptions&)) {
  return {kPart, [holds](const Setup& s) { return s.index && holds(*s.index); }};
}
Where part_lacks(bool (*holds)(const IndexOptions&)) {
  return {kPart, [holds](const Setup& s) { return !s.index || !holds(*s.index); }};
}
bool landmarks(const IndexOptions& part) { return part.landmarks.count > 0; }
bool consistent_landmarks(const IndexOptions& part) {
  return part.landmarks.count > 0 && part.landmarks.storage == LandmarkStorage::exact;
}
bool landmarks_at_jump_points(const IndexOptions& part) {
  return part.landmarks.count > 0 && part.landmarks.storage == LandmarkStorage::jump_points;
}
bool hubs(const IndexOptions& part) { return part.hub_labels.build; }
bool fronts(const IndexOptions& part) { return part.fronts.build; }
bool small_fronts(const IndexOptions& part) {
  return part.fronts.build && part.fronts.memory < 1'000;
}
bool hierarchy(const IndexOptions& part) { return part.hierarchy.build; }
bool areas(const IndexOptions& part) { return part.areas || part.gates.build; }
bool gates(const IndexOptions& part) { return part.gates.build; }

/// The exact distance on an open map.
Heuristic open_distance(Topology topology) {
  if (is_hexagonal(topology)) return Heuristic::hex;
  return topology == Topology::tile ? Heuristic::manhattan : Heuristic::octile;
}

bool names_open_distance(Heuristic heuristic) {
  return heuristic == Heuristic::automatic || heuristic == Heuristic::plain;
}

// Messages

constexpr const char* kNoJumps =
    "algorithm jps needs an octile grid on plain ground on which no corner is cut "
    "(topology "
    "octile, corners never_cut, no weights, no links)";
constexpr const char* kNoAreas =
    "areas and gates need a grid of squares on plain ground (topology octile or tile, no "
    "weights, no links)";
constexpr const char* kNoJumpPoints =
    "landmarks at jump points need an octile grid on plain ground on which no corner is "
    "cut";
constexpr const char* kNotForTextbook =
    "algorithm textbook is the baseline: it supports only grids of squares on plain ground "
    "without links";
constexpr const char* kNoHubs =
    "hub labels need a grid of squares on plain ground (topology octile or tile, no "
    "weights, no links)";
constexpr const char* kNoFronts = "fronts do not support links";
constexpr const char* kTooLittleMemory = "fronts need more memory than the 0.0 MB allowed";
constexpr const char* kNoHierarchy =
    "a hierarchy needs an octile grid on plain ground on which no corner is cut";
constexpr const char* kOnlyJps =
    "landmarks at jump points serve algorithm jps with heuristic landmark; others need "
    "storage exact";
constexpr const char* kNotForIdastar =
    "algorithm idastar requires plain ground without links";
constexpr const char* kInconsistent =
    "algorithm bidirectional needs a consistent heuristic, such as plain or landmark";
constexpr const char* kNotBothWays =
    "algorithm bidirectional uses landmarks only where steps cost the same there and back";

constexpr const char* kNoLinesOverLinks = "exact any-angle paths do not support links";
constexpr const char* kNoLinesOnWeights =
    "exact any-angle paths need plain ground: no weights, altitudes, closed steps or links";
constexpr const char* kNoLineRules =
    "exact any-angle paths need topology tile, or octile with corners never_cut or cut_one";

/// Where an index has no lines, and why, in the order in which that is checked.
std::vector<std::pair<const char*, std::vector<Where>>> grounds_without_lines() {
  return {{kNoLinesOverLinks, {kLines, kLiving, kLinked}},
          {kNoLinesOnWeights, {kLines, kLinked}},
          {kNoLinesOnWeights, {kLines, kNotPlain}},
          {kNoLinesOnWeights, {kLines, kEditsLayers}},
          {kNoLineRules, {kLines, kWithoutLines}}};
}

class Rulebook {
 public:
  std::vector<RowRule> write() {
    exclude_what_cannot_be_written();
    refuse_parts();
    refuse_grounds();
    refuse_lookups();
    refuse_inadmissible_bounds();
    refuse_bounds_without_parts();
    refuse_family();
    refuse_ties();
    refuse_lines();
    return std::move(all_);
  }

 private:
  void exclude(const std::string& why, const std::vector<Where>& where) {
    all_.push_back({RowRule::Kind::excluded, why, sets_of(where)});
  }
  void refuse(const std::string& message, const std::vector<Where>& where) {
    all_.push_back({RowRule::Kind::refused, message, sets_of(where)});
  }

  void exclude_what_cannot_be_written() {
    const Where field{kFrame, [](const Setup& s) { return s.is_field(); }};
    exclude("a LivingClass has no such part",
            {kLiving, {kPart, [](const Setup& s) { return !s.living_part; }}});
    exclude("there is no link to close",
            {kNotLinked, {kEdit, [](const Setup& s) { return s.edits_links; }}});
    exclude("a query has one goal and nothing else",
            {{kFrame, [](const Setup& s) { return s.ask == Ask::queries; }},
             {kShape, [](const Setup& s) { return !s.is_query; }}});
    exclude("only a scheduler has agents and cancels requests",
            {{kFrame, [](const Setup& s) { return s.ask != Ask::frames; }},
             {kShape, [](const Setup& s) { return s.needs_scheduler; }}});
    exclude("a field does not search", {field, {kAlgorithm, [](const Setup& s) {
                                                  return s.solver.algorithm !=
                                                         Algorithm::automatic;
                                                }}});
    exclude("a field has no lower bound", {field, {kHeuristic, [](const Setup& s) {
                                                     return s.solver.heuristic !=
                                                            Heuristic::automatic;
                                                   }}});
    exclude("a field serves all units anyway",
            {field, {kSharing, [](const Setup& s) { return s.sharing != Sharing::none; }}});
    const Where costs{
        kFrame, [](const Setup& s) { return s.is_field() && s.ask != Ask::flow_field; }};
    exclude("costs have no paths", {costs, {kTiesChoice, [](const Setup& s) {
                                              return s.solver.ties != Ties::canonical;
                                            }}});
    exclude("after edits the way back may cost more",
            {kSameWayBack, {kEdit, [](const Setup& s) {
                              return s.edits_weights || s.edits_steps || s.edits_links ||
                                     s.edits_danger;
                            }}});
    exclude("a map that changes has no labels or edges of lines", {kLiving, kStoredLines});
    const Where request{kShape, [](const Setup& s) { return !s.is_query || s.limited; }};
    exclude("a field takes no requests", {field, request});
    exclude("a route has one goal",
            {{kFrame, [](const Setup& s) { return s.ask == Ask::routes; }}, request});
  }

  void refuse_parts() {
    refuse(kNoAreas, {part_has(areas), kNotPlain});
    refuse(kNoAreas, {part_has(areas), kHexagonal});
    refuse(kNoAreas, {part_has(areas), kLinked});
    refuse(kNoJumpPoints, {part_has(landmarks_at_jump_points), kNotJumping});
    refuse(kNoJumpPoints, {part_has(landmarks_at_jump_points), kLinked});
  }

  void refuse_grounds() {
    for (const Where& where : {kNotJumping, kLinked, kEditsLayers})
      refuse(kNoJumps, {algorithm_is(Algorithm::jps), where});
    for (const Where& where : {kNotPlain, kHexagonal, kLinked, kEditsLayers})
      refuse(kNotForTextbook, {algorithm_is(Algorithm::textbook), where});
    for (const Where& where : {kNotPlain, kLinked, kEditsLayers})
      refuse(kNotForIdastar, {algorithm_is(Algorithm::idastar), where});
  }

  /// Algorithms that read their answers from a part.
  void refuse_lookups() {
    const Where hub = algorithm_is(Algorithm::hub);
    refuse("algorithm hub needs an index with hub labels", {hub, part_lacks(hubs)});
    for (const Where& where : {kNotPlain, kHexagonal, kLinked})
      refuse(kNoHubs, {hub, part_has(hubs), where});
    const Where front = algorithm_is(Algorithm::front);
    refuse("algorithm front needs an index with fronts", {front, part_lacks(fronts)});
    refuse(kNoFronts, {front, part_has(fronts), kLinked});
    refuse(kTooLittleMemory, {front, part_has(small_fronts)});
    const Where climb = algorithm_is(Algorithm::hierarchy);
    refuse("algorithm hierarchy needs an index with a hierarchy",
           {climb, part_lacks(hierarchy)});
    for (const Where& where : {kNotJumping, kLinked})
      refuse(kNoHierarchy, {climb, part_has(hierarchy), where});
    for (const Heuristic heuristic : kHeuristics) {
      if (names_open_distance(heuristic)) continue;
      const std::string end = "it cannot use heuristic " + std::string(name(heuristic));
      const Where with = heuristic_is(heuristic);
      if (heuristic != Heuristic::octile)
        refuse("algorithm hierarchy has landmarks of its own: " + end,
               {climb, part_has(hierarchy), with});
      for (const Topology topology : kTopologies) {
        if (heuristic == open_distance(topology)) continue;
        const Where here = topology_is(topology);
        if (!is_hexagonal(topology))
          refuse("algorithm hub does not search: " + end,
                 {hub, part_has(hubs), with, here});
        refuse("algorithm front does not search: " + end,
               {front, part_has(fronts), with, here});
      }
    }
  }

  void refuse_inadmissible_bounds() {
    const auto text = [](auto value) { return std::string(name(value)); };
    for (const Topology topology : kTopologies) {
      const Heuristic open = open_distance(topology);
      const Where here = topology_is(topology);
      for (const Heuristic heuristic :
           {Heuristic::octile, Heuristic::hex, Heuristic::manhattan, Heuristic::euclid}) {
        const Where with = heuristic_is(heuristic);
        const std::string what = "heuristic " + text(heuristic);
        const bool on_squares =
            heuristic == Heuristic::manhattan || heuristic == Heuristic::euclid;
        if (heuristic == open)
          refuse(what +
                     " supports at most 64 links and no distances near 2^32; use zero or "
                     "landmark",
                 {with, here, kManyLinks});
        else if (on_squares && !is_hexagonal(topology))
          refuse(what + " is not admissible with links; use " + text(open),
                 {with, here, kLinked});
        else
          refuse(what + " is not admissible on " + text(topology) + " grids; use " +
                     text(open),
                 {with, here});
      }
      for (const Heuristic heuristic :
           {Heuristic::deadend, Heuristic::best, Heuristic::gateway}) {
        const Where with = heuristic_is(heuristic);
        const std::string what = "heuristic " + text(heuristic) + " is not admissible on ";
        if (is_hexagonal(topology)) {
          refuse(what + text(topology) + " grids; use " + text(open), {with, here});
          continue;
        }
        if (topology == Topology::octile)
          refuse(what + "weighted ground or with links; use " + text(open),
                 {with, here, kNotPlain});
        for (const Where& where : {kLinked, kEditsLayers})
          refuse(what + "weighted ground or with links; use " + text(open),
                 {with, here, where});
      }
    }
  }

  void refuse_bounds_without_parts() {
    const Where unguided{kAlgorithm, [](const Setup& s) {
                           return s.solver.algorithm != Algorithm::automatic &&
                                  s.solver.algorithm != Algorithm::jps;
                         }};
    const Where at_jump_points = part_has(landmarks_at_jump_points);
    refuse(kOnlyJps, {heuristic_is(Heuristic::landmark), at_jump_points, unguided});
    refuse(kOnlyJps, {heuristic_is(Heuristic::best), at_jump_points});
    struct Need {
      Heuristic heuristic;
      bool (*part)(const IndexOptions&);
      const char* name;
    };
    for (const Need& need :
         {Need{Heuristic::landmark, landmarks, "landmarks"},
          Need{Heuristic::deadend, areas, "areas"}, Need{Heuristic::best, areas, "areas"},
          Need{Heuristic::gateway, gates, "gates"}}) {
      const Where with = heuristic_is(need.heuristic);
      refuse(
          std::string("algorithm textbook is the baseline: it does not use ") + need.name,
          {with, algorithm_is(Algorithm::textbook)});
      refuse("heuristic " + std::string(name(need.heuristic)) + " needs an index with " +
                 need.name,
             {with, part_lacks(need.part)});
    }
  }

  void refuse_family() {
    const Where both = algorithm_is(Algorithm::bidirectional);
    for (const Heuristic heuristic :
         {Heuristic::deadend, Heuristic::best, Heuristic::gateway})
      refuse(kInconsistent, {both, heuristic_is(heuristic)});
    const Where guided{kHeuristic, [](const Setup& s) {
                         return s.solver.heuristic == Heuristic::automatic ||
                                s.solver.heuristic == Heuristic::landmark;
                       }};
    for (const Where& where : {kNotSymmetric, kLinkedOneWay})
      refuse(kNotBothWays, {both, guided, part_has(consistent_landmarks), where, kStatic});
    // What automatic selects for the parts.
    refuse(kInconsistent, {both, heuristic_is(Heuristic::automatic), part_has(gates)});
  }

  void refuse_ties() {
    for (const Where& where : {kNotSymmetric, kLinkedOneWay})
      refuse("ties same_way_back needs a grid on which every way back costs the same",
             {kSameWayBack, where});
  }

  /// Of a scheduler whose class has none.
  void refuse_lines() {
    const Where frames{kFrame, [](const Setup& s) { return s.ask == Ask::frames; }};
    for (auto [message, where] : grounds_without_lines()) {
      where.push_back(frames);
      refuse(message, where);
    }
  }

  std::vector<RowRule> all_;
};

}  // namespace

std::vector<RowRule> row_rules() { return Rulebook().write(); }

std::vector<Focus> foci() {
  std::vector<ValueSet> all;
  for (const Dimension& dimension : dimensions())
    all.push_back((ValueSet{1} << dimension.values.size()) - 1);
  const auto focus = [&](std::string name, const std::vector<Where>& where) {
    Focus one{std::move(name), sets_of(where)};
    for (std::size_t d = 0; d < all.size(); ++d) one.within[d] &= all[d];
    return one;
  };
  const Where automatic = algorithm_is(Algorithm::automatic);
  const Where by_default = heuristic_is(Heuristic::automatic);
  const Where in_frames{kFrame, [](const Setup& s) {
                          return s.ask == Ask::frames && !s.budget.is_unlimited();
                        }};
  const Where in_flow_fields{kFrame,
                             [](const Setup& s) { return s.ask == Ask::flow_field; }};
  const Where in_routes{kFrame, [](const Setup& s) { return s.ask == Ask::routes; }};
  const Where in_family{kAlgorithm, [](const Setup& s) {
                          return s.solver.algorithm >= Algorithm::fringe &&
                                 s.solver.algorithm <= Algorithm::beam;
                        }};
  return {
      {"everything", all},
      focus("defaults", {automatic, by_default}),
      focus("games", {automatic, by_default, in_frames}),
      focus("long searches",
            {algorithm_is(Algorithm::astar), heuristic_is(Heuristic::zero), in_frames}),
      focus("games on fronts",
            {automatic,
             by_default,
             in_frames,
             part_has(fronts),
             {kPart, [](const Setup& s) { return !s.index->hub_labels.build; }}}),
      focus("fields of fronts", {automatic, by_default, in_flow_fields, part_has(fronts)}),
      focus("routes over links", {automatic,
                                  by_default,
                                  in_routes,
                                  kLinked,
                                  {kEdit, [](const Setup& s) { return s.edits_links; }}}),
      focus("games with lines", {automatic, by_default, in_frames, kLines}),
      focus("games with ties", {automatic, by_default, in_frames, kNotCanonical}),
      focus("ties on fronts that change",
            {automatic, by_default, part_has(fronts), kLiving, kNotCanonical}),
      focus("landmarks of the family",
            {in_family, heuristic_is(Heuristic::landmark), part_has(landmarks), kLiving}),
  };
}

std::vector<SkippedPart> skipped_parts() {
  std::vector<SkippedPart> all;
  for (const Where& where : {kNotPlain, kHexagonal, kLinked})
    all.push_back({Part::hub_labels, kNoHubs, sets_of({part_has(hubs), where})});
  all.push_back({Part::fronts, kNoFronts, sets_of({part_has(fronts), kLinked})});
  all.push_back(
      {Part::fronts, kTooLittleMemory, sets_of({part_has(small_fronts), kNotLinked})});
  for (const Where& where : {kNotJumping, kLinked})
    all.push_back({Part::hierarchy, kNoHierarchy, sets_of({part_has(hierarchy), where})});
  for (const auto& [message, where] : grounds_without_lines())
    all.push_back({Part::lines, message, sets_of(where)});
  return all;
}

bool SkippedPart::applies_to(const Row& row) const {
  return RowRule{{}, words, where}.applies_to(row);
}

}  // namespace throng::test::pairs
