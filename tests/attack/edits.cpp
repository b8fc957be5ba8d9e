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

void for_each_cell(const MapRect& at, const auto& visit) {
  for (std::int32_t y = at.corner.y; y < at.corner.y + at.height; ++y) {
    for (std::int32_t x = at.corner.x; x < at.corner.x + at.width; ++x)
      visit(Position{x, y});
  }
}

template <class Values>
std::string all_of(const Values& values) {
  std::ostringstream out;
  for (const auto value : values) out << ' ' << value;
  return out.str();
}

Edit draw_terrain_block(Random& random, const EditRules& rules, World& ground,
                        std::string& line, DrawnEdits& drawn) {
  static constexpr std::string_view kDrawn = "...@@GSTW1";
  const MapRect at = draw_rectangle(random, ground, rules);
  std::string& block = drawn.characters.emplace_back();
  for_each_cell(at, [&](Position p) {
    char& cell = ground.cells[ground.cell(p)];
    if (!random.one_in(3)) cell = random.pick(kDrawn);
    block += cell;
  });
  line = "terrain " + text(at) + " =" + all_of(block);
  return TerrainBlockEdit{at.corner, {block.data(), at.width, at.height, at.width}};
}

Edit draw_weight_block(Random& random, const EditRules& rules, World& ground,
                       std::string& line, DrawnEdits& drawn) {
  const MapRect at = draw_rectangle(random, ground, rules);
  std::vector<Weight>& block = drawn.weights.emplace_back();
  for_each_cell(at, [&](Position p) {
    Weight& weight = ground.weights[ground.cell(p)];
    if (!random.one_in(3))
      weight = static_cast<Weight>(random.below(rules.max_weight + 1U));
    block.push_back(weight);
  });
  line = "weight " + text(at) + " =" + all_of(block);
  return WeightBlockEdit{at, block};
}

Edit draw_restore(Random& random, const EditRules& rules, World& ground,
                  std::string& line) {
  const MapRect at = draw_rectangle(random, ground, rules);
  for_each_cell(at, [&](Position p) {
    const std::size_t cell = ground.cell(p);
    ground.cells[cell] = rules.first_cells[cell];
    if (!ground.weights.empty()) ground.weights[cell] = rules.first_weights[cell];
  });
  line = "restore " + text(at);
  return RestoreEdit{at};
}

Edit draw_danger(Random& random, const EditRules& rules, World& ground, std::string& line,
                 DrawnEdits& drawn, std::size_t movement) {
  const MapRect at = draw_rectangle(random, ground, rules);
  const Weight most = rules.max_danger[movement];
  const bool falls = random.one_in(3);
  std::vector<Weight>& block = drawn.weights.emplace_back();
  for_each_cell(at, [&](Position p) {
    Weight& danger = ground.dangers[movement][ground.cell(p)];
    if (!random.one_in(3)) {
      danger = falls ? Weight{0} : static_cast<Weight>(random.below(most + 1U));
    }
    block.push_back(danger);
  });
  line = "danger " + std::to_string(movement) + ' ' + text(at) + " =" + all_of(block);
  return DangerEdit{movement, at, block};
}

}  // namespace

void begin_edits(Random& random, std::size_t classes, EditRules& rules, World& ground) {
  rules.first_cells = ground.cells;
  rules.first_weights = ground.weights;
  rules.max_danger.assign(classes, 0);
  ground.dangers.assign(classes, {});
  for (std::size_t k = 0; k < classes; ++k) {
    if (!random.one_in(4)) continue;
    rules.max_danger[k] = static_cast<Weight>(random.range(1, 12));
    ground.dangers[k].assign(ground.size(), 0);
  }
}

DrawnEdits draw_edits(Random& random, const EditRules& rules, std::uint32_t count,
                      World& ground, std::vector<std::string>& log) {
  DrawnEdits drawn;
  for (std::uint32_t k = 0; k < count; ++k) {
    std::string line;
    const auto draw = [&]() -> Edit {
      const std::size_t movement = random.below(rules.max_danger.size());
      const std::uint32_t what = random.below(11);
      if (what >= 8 && rules.max_danger[movement] != 0) {
        return draw_danger(random, rules, ground, line, drawn, movement);
      }
      if (what < 2 && !ground.weights.empty()) {
        if (random.one_in(3)) return draw_weight_block(random, rules, ground, line, drawn);
        return draw_weight(random, rules, ground, line);
      }
      if (what < 4 && rules.steps) return draw_step(random, ground, line);
      if (what < 6 && !ground.links.empty()) return draw_link(random, ground, line);
      if (random.one_in(5)) return draw_restore(random, rules, ground, line);
      if (random.one_in(4)) return draw_terrain_block(random, rules, ground, line, drawn);
      return draw_terrain(random, rules, ground, line);
    };
    drawn.list.push_back(draw());
    log.push_back(std::move(line));
  }
  return drawn;
}

}  // namespace attack
