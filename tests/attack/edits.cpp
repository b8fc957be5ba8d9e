#include "edits.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace attack {
namespace {

template <class Value, class Layer>
void fill(const World& ground, const MapRect& at, Value value, Layer& layer) {
  for (std::int32_t y = at.corner.y; y < at.corner.y + at.height; ++y) {
    for (std::int32_t x = at.corner.x; x < at.corner.x + at.width; ++x) {
      layer[ground.cell({x, y})] = value;
    }
  }
}

MapRect draw_rectangle(Random& random, const World& ground, const EditRules& rules) {
  if (random.one_in(rules.whole_map_in)) return {{0, 0}, ground.width, ground.height};
  const Position corner = ground.position(random.below(ground.size()));
  if (random.one_in(2)) return {corner, 1, 1};
  return {corner, std::min(ground.width - corner.x, random.range(1, rules.most_side)),
          std::min(ground.height - corner.y, random.range(1, rules.most_side))};
}

std::string text(const MapRect& at) {
  std::ostringstream out;
  out << at.corner << ' ' << at.width << 'x' << at.height;
  return out.str();
}

Edit draw_weight(Random& random, const EditRules& rules, World& ground, std::string& line) {
  const MapRect at = draw_rectangle(random, ground, rules);
  std::uint32_t weight = random.below(std::min<std::uint32_t>(rules.max_weight, 9) + 1);
  if (random.one_in(6)) weight = 0;
  if (random.one_in(8)) weight = rules.max_weight;
  fill(ground, at, static_cast<Weight>(weight), ground.weights);
  line = "weight " + text(at) + " = " + std::to_string(weight);
  return WeightEdit{at, static_cast<Weight>(weight)};
}

Edit draw_step(Random& random, World& ground, std::string& line) {
  std::size_t from = random.below(ground.size());
  int d = random.range(0, 7);
  bool open = random.one_in(2);
  if (!ground.closed.empty() && random.one_in(2)) {  // open one that is closed
    const auto one = std::next(ground.closed.begin(), random.below(ground.closed.size()));
    std::tie(from, d) = *one;
    open = true;
  }
  if (open) {
    ground.closed.erase({from, d});
  } else {
    ground.closed.insert({from, d});
  }
  std::ostringstream out;
  out << "step " << ground.position(from) << '/' << d << (open ? " opens" : " closes");
  line = out.str();
  return StepEdit{ground.position(from), static_cast<Move>(d), open};
}

Edit draw_link(Random& random, World& ground, std::string& line) {
  const std::size_t link = random.below(ground.links.size());
  const bool open = random.one_in(2);
  ground.link_open[link] = open;
  line = "link " + std::to_string(link) + (open ? " opens" : " closes");
  return LinkEdit{link, open};
}

Edit draw_terrain(Random& random, const EditRules& rules, World& ground,
                  std::string& line) {
  static constexpr std::string_view kDrawn = "...@@@GSTW123O";
  const MapRect at = draw_rectangle(random, ground, rules);
  const char terrain = random.pick(kDrawn);
  fill(ground, at, terrain, ground.cells);
  line = "terrain " + text(at) + " = " + terrain;
  return TerrainEdit{at, terrain};
}

}  // namespace

std::vector<Edit> draw_edits(Random& random, const EditRules& rules, std::uint32_t count,
                             World& ground, std::vector<std::string>& log) {
  std::vector<Edit> edits;
  for (std::uint32_t k = 0; k < count; ++k) {
    std::string line;
    const std::uint32_t what = random.below(8);
    if (what < 2 && !ground.weights.empty()) {
      edits.push_back(draw_weight(random, rules, ground, line));
    } else if (what < 4 && rules.steps) {
      edits.push_back(draw_step(random, ground, line));
    } else if (what < 6 && !ground.links.empty()) {
      edits.push_back(draw_link(random, ground, line));
    } else {
      edits.push_back(draw_terrain(random, rules, ground, line));
    }
    log.push_back(std::move(line));
  }
  return edits;
}

}  // namespace attack
