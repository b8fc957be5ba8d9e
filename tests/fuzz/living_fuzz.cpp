// Bytes as a script of edits and repairs of a small map. An edit may be impossible; then it
// is refused as a whole. After the script, the map is as a map made of the same terrain,
// and goes on after it was saved and restored.
#include <throng/grid.hpp>
#include <throng/living_map.hpp>
#include <throng/solver.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

namespace {

using namespace throng;

/// Reads small numbers; 0 past the end.
class Script {
 public:
  Script(const std::uint8_t* bytes, std::size_t size) : at_(bytes), end_(bytes + size) {}

  bool at_end() const { return at_ == end_; }
  int below(int count) { return at_end() ? 0 : *at_++ % count; }

 private:
  const std::uint8_t* at_;
  const std::uint8_t* end_;
};

constexpr std::int32_t kWidth = 9, kHeight = 7;

/// Some coordinates and sizes are outside of the map.
MapRect area(Script& script) {
  const std::int32_t x = script.below(kWidth + 1), y = script.below(kHeight + 1);
  const std::int32_t width = script.below(5);
  return {{x, y}, width, script.below(5)};
}

Edit next_edit(Script& script) {
  // As many cells as the largest area has; they last as long as the edits.
  static constexpr std::array<Weight, 16> kWeights{0, 1, 5, 2, 0, 3, 1, 6,
                                                   1, 4, 0, 2, 2, 1, 3, 0};
  switch (script.below(12)) {
    case 5:
      return WeightEdit{area(script), static_cast<Weight>(script.below(6))};
    case 6: {
      const Position from = area(script).corner;
      const auto move = static_cast<Move>(script.below(kMoves));
      return StepEdit{from, move, script.below(2) != 0};
    }
    case 7: {
      const auto link = static_cast<std::size_t>(script.below(3));
      return LinkEdit{link, script.below(2) != 0};
    }
    case 8: {
      const MapRect at = area(script);
      return TerrainBlockEdit{at.corner,
                              {"..@W..@@1..x@.2.", at.width, at.height, at.width}};
    }
    case 9: {
      const MapRect at = area(script);
      return WeightBlockEdit{
          at, std::span(kWeights).first(static_cast<std::size_t>(at.width * at.height))};
    }
    case 10:
      return RestoreEdit{area(script)};
    case 11: {
      const MapRect at = area(script);
      const auto count = static_cast<std::size_t>(at.width * at.height);
      return DangerEdit{static_cast<std::size_t>(script.below(2)), at,
                        std::span(kWeights).first(count - count / 16)};
    }
    default: {
      const MapRect at = area(script);
      return TerrainEdit{at, ".@W1x"[script.below(5)]};
    }
  }
}

Rules rules_of(Script& script) {
  Rules rules;
  rules.topology = kTopologies[static_cast<std::size_t>(script.below(4))];
  rules.corners = kCorners[static_cast<std::size_t>(script.below(3))];
  rules.cost_model = kCostModels[static_cast<std::size_t>(script.below(2))];
  if (!is_hexagonal(rules.topology)) rules.unit_size = 1 + script.below(2);
  return rules;
}

void check(bool holds) {
  if (!holds) std::abort();
}

/// Costs of some queries are those of Dijkstra's algorithm on the grid.
void check_answers(const LivingMap& map, Workers& workers) {
  std::vector<Query> queries;
  for (std::int32_t k = 0; k < 12; ++k)
    queries.push_back({{k * 5 % kWidth, k * 3 % kHeight}, {k * 7 % kWidth, k % kHeight}});
  const Answers found = Solver::make(map.index(0))->solve(queries, workers);
  const Solver dijkstra = *Solver::make(
      map.grid(0), {.algorithm = Algorithm::astar, .heuristic = Heuristic::zero});
  const Answers plain = dijkstra.solve(queries, workers);
  check(std::ranges::equal(found.status, plain.status));
  check(std::ranges::equal(found.cost, plain.cost));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static Workers workers(1);
  Script script(bytes, size);
  const Terrain terrain = *Terrain::make(kWidth, kHeight);
  LivingClass movement{.rules = rules_of(script), .landmarks = script.below(4)};
  const int layers = script.below(16);
  if ((layers & 8) != 0) movement.max_danger = 5;
  const std::vector<Weight> weights(terrain.cell_count(), 1);
  const std::array links{Link{{0, 0}, {8, 6}, 2}, Link{{3, 3}, {3, 5}, 1}};
  LivingOptions options{.steps = (layers & 2) != 0, .max_weight = 5};
  if ((layers & 1) != 0) options.weights = weights;
  if ((layers & 4) != 0) options.links = links;
  LivingMap map = *LivingMap::make(terrain, {&movement, 1}, options, workers);

  std::vector<Edit> edits;
  for (int step = 0; step < 40 && !script.at_end(); ++step) {
    edits.clear();
    for (int count = script.below(3); count >= 0; --count)
      edits.push_back(next_edit(script));
    const auto before = map.version();
    if (!map.edit(edits, workers)) check(map.version() == before);
    if (const int work = script.below(4); work != 0)
      map.settle(work == 3 ? LivingMap::kAll : static_cast<std::size_t>(30 * work),
                 workers);
  }
  check_answers(map, workers);
  auto restored = LivingMap::restore(*map.save(), workers);
  check(restored && restored->fingerprint() == map.fingerprint());
  check(restored->edit(edits, workers).has_value() == map.edit(edits, workers).has_value());
  check(restored->fingerprint() == map.fingerprint());
  check_answers(*restored, workers);

  if (layers != 0) return 0;
  const auto fresh = Grid::make(map.terrain(), map.grid(0)->rules());
  check(std::ranges::equal((*fresh)->moves(), map.grid(0)->moves()));
  check((*fresh)->component_count() == map.grid(0)->component_count());
  return 0;
}
