#include "world.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <queue>

namespace attack {
namespace {

constexpr std::array<int, 8> kStepX{0, 1, 0, -1, 1, 1, -1, -1};
constexpr std::array<int, 8> kStepY{-1, 0, 1, 0, -1, 1, 1, -1};
constexpr std::size_t kShownLinks = 12;

bool diagonal(int d) { return d >= 4; }

template <class List>
std::string listed(const char* name, const List& list) {
  if (list.empty()) return "";
  std::string text = std::string(name) + ":";
  for (const auto value : list) text += ' ' + std::to_string(value);
  return text + '\n';
}

}  // namespace

bool World::cell_open(Position p) const noexcept {
  if (!contains(p) || !rules.movement.open(cells[cell(p)])) return false;
  return weights.empty() || weights[cell(p)] != 0;
}

bool World::open(Position p) const noexcept {
  for (std::int32_t y = p.y; y < p.y + rules.unit_size; ++y) {
    for (std::int32_t x = p.x; x < p.x + rules.unit_size; ++x) {
      if (!cell_open({x, y})) return false;
    }
  }
  return true;
}

Wide World::unit_weight(Position p) const noexcept {
  Wide weight = 0;
  for (std::int32_t y = p.y; y < p.y + rules.unit_size; ++y) {
    for (std::int32_t x = p.x; x < p.x + rules.unit_size; ++x) {
      const std::size_t at = cell({x, y});
      Wide own = weights.empty() ? rules.movement.weight(cells[at]) : weights[at];
      if (has_danger() && own != 0) own += dangers[movement][at];
      weight = std::max(weight, own);
    }
  }
  return weight;
}

std::optional<Position> World::target(Position p, int d) const noexcept {
  const auto k = static_cast<std::size_t>(d);
  if (!hexagonal()) {
    if (rules.topology == Topology::tile && diagonal(d)) return {};
    return Position{p.x + kStepX[k], p.y + kStepY[k]};
  }
  // The neighbours of an even column lie in its row and the next one, those of an odd
  // column in its row and the one before it.
  const std::int32_t upper = (p.x & 1) == 0 ? p.y : p.y - 1;
  switch (d) {
    case 0:
      return Position{p.x, p.y - 1};
    case 2:
      return Position{p.x, p.y + 1};
    case 1:
      return Position{p.x + 1, upper};
    case 5:
      return Position{p.x + 1, upper + 1};
    case 7:
      return Position{p.x - 1, upper};
    case 3:
      return Position{p.x - 1, upper + 1};
    default:
      return {};
  }
}

bool World::allowed(Position p, int d) const noexcept {
  const auto to = target(p, d);
  if (!to || !open(p) || !open(*to)) return false;
  if (hexagonal() || !diagonal(d)) return true;
  const int beside = int{open({to->x, p.y})} + int{open({p.x, to->y})};
  switch (rules.corners) {
    case Corners::never_cut:
      return beside == 2;
    case Corners::cut_one:
      return beside >= 1;
    case Corners::always:
      return true;
  }
  return false;
}

Wide World::double_weight(Position from, Position to) const noexcept {
  Wide twice = rules.cost_model == CostModel::mean ? unit_weight(from) + unit_weight(to)
                                                   : 2 * unit_weight(to);
  if (!altitude.empty()) {
    const int rise = altitude[cell(to)] - altitude[cell(from)];
    if (rise > 0) twice += 2 * Wide{rules.climb} * static_cast<Wide>(rise);
  }
  if (!influence.empty()) twice += 2 * Wide{influence[cell(to)]};
  return twice;
}

Wide World::step_cost(Position from, int d, StepCosts unit) const {
  const Wide each = !hexagonal() && diagonal(d) ? unit.diagonal : unit.straight;
  const Wide twice = double_weight(from, *target(from, d)) * each;
  check(twice % 2 == 0, "the step costs ", unit.straight, '/', unit.diagonal,
        " make half a cost at ", from, " in direction ", d);
  return twice / 2;
}

bool World::link_usable(std::size_t link) const noexcept {
  return (link_open.empty() || link_open[link]) && open(links[link].from) &&
         open(links[link].to);
}

Wide World::link_weight(std::size_t link) const noexcept {
  const Link& of = links[link];
  return Wide{of.weight} + (influence.empty() ? 0 : influence[cell(of.to)]);
}

Wide World::open_distance(Position a, Position b, StepCosts unit) const noexcept {
  const std::int64_t dx = std::int64_t{b.x} - a.x;
  std::int64_t dy = std::int64_t{b.y} - a.y;
  if (hexagonal()) {
    dy += (b.x >> 1) - (a.x >> 1);
    const std::int64_t steps = (dx >= 0) == (dy >= 0) ? std::max(std::abs(dx), std::abs(dy))
                                                      : std::abs(dx) + std::abs(dy);
    return static_cast<Wide>(steps) * unit.straight;
  }
  const auto wide = static_cast<Wide>(std::abs(dx)), high = static_cast<Wide>(std::abs(dy));
  if (rules.topology == Topology::tile) return (wide + high) * unit.straight;
  const Wide least = std::min(wide, high), most = std::max(wide, high);
  return least * std::min<Wide>(unit.diagonal, 2 * Wide{unit.straight}) +
         (most - least) * unit.straight;
}

std::vector<ClosedStep> World::closed_steps() const {
  std::vector<ClosedStep> steps;
  for (const auto& [from, d] : closed) {
    steps.push_back({position(from), static_cast<Move>(d)});
  }
  return steps;
}

GridOptions World::grid_options(const std::vector<ClosedStep>& steps) const {
  GridOptions options;
  options.weights = weights;
  options.altitude = altitude;
  options.closed_steps = steps;
  options.links = links;
  options.threads = 1;
  return options;
}

std::string World::text() const {
  std::ostringstream out;
  out << width << " x " << height << ", " << name(rules.topology) << ", "
      << name(rules.corners) << ", costs " << name(rules.costs) << ", movement "
      << name(rules.movement) << ", cost model " << name(rules.cost_model) << ", climb "
      << rules.climb << ", unit size " << rules.unit_size << '\n';
  for (std::int32_t y = 0; y < height; ++y) {
    out << std::string_view(cells).substr(cell({0, y}), static_cast<std::size_t>(width))
        << '\n';
  }
  out << listed("weights", weights) << listed("altitude", altitude)
      << listed("influence", influence);
  if (has_danger()) out << listed("danger", dangers[movement]);
  if (!closed.empty()) out << "closed steps:";
  for (const auto& [from, d] : closed) out << ' ' << position(from) << '/' << d;
  if (!closed.empty()) out << '\n';
  for (std::size_t k = 0; k < std::min(links.size(), kShownLinks); ++k) {
    out << "link " << k << ": " << links[k].from << " to " << links[k].to << " weight "
        << links[k].weight << (link_open.empty() || link_open[k] ? "" : ", closed") << '\n';
  }
  if (links.size() > kShownLinks) out << "... " << links.size() << " links\n";
  return out.str();
}

Truth::Truth(const World& world, StepCosts unit)
    : world_(&world), unit_(unit), edges_(world.size()), distances_(world.size()) {
  add_edges();
  find_components();
}

void Truth::add_edges() {
  for (std::size_t from = 0; from < size(); ++from) {
    const Position p = world_->position(from);
    if (!world_->open(p)) continue;
    for (int d = 0; d < 8; ++d) {
      if (!world_->legal(p, d)) continue;
      edges_[from].push_back(
          {world_->cell(*world_->target(p, d)), world_->step_cost(p, d, unit_)});
    }
  }
  for (std::size_t k = 0; k < world_->links.size(); ++k) {
    if (!world_->link_usable(k)) continue;
    edges_[world_->cell(world_->links[k].from)].push_back(
        {world_->cell(world_->links[k].to), world_->link_weight(k) * unit_.straight});
  }
}

void Truth::find_components() {
  std::vector<std::vector<std::size_t>> joined(size());
  const auto join = [&](std::size_t a, std::size_t b) {
    joined[a].push_back(b);
    joined[b].push_back(a);
  };
  for (std::size_t from = 0; from < size(); ++from) {
    const Position p = world_->position(from);
    for (int d = 0; d < 8; ++d) {
      if (world_->allowed(p, d)) join(from, world_->cell(*world_->target(p, d)));
    }
  }
  for (std::size_t k = 0; k < world_->links.size(); ++k) {
    const Link& link = world_->links[k];
    if (world_->link_usable(k)) join(world_->cell(link.from), world_->cell(link.to));
  }
  components_.assign(size(), Grid::kNoComponent);
  for (std::size_t first = 0; first < size(); ++first) {
    if (components_[first] != Grid::kNoComponent) continue;
    if (!world_->open(world_->position(first))) continue;
    std::vector<std::size_t> waiting{first};
    components_[first] = component_count_;
    while (!waiting.empty()) {
      const std::size_t at = waiting.back();
      waiting.pop_back();
      for (const std::size_t to : joined[at]) {
        if (components_[to] != Grid::kNoComponent) continue;
        components_[to] = component_count_;
        waiting.push_back(to);
      }
    }
    ++component_count_;
  }
}

const std::vector<Wide>& Truth::from_cell(std::size_t start) {
  std::vector<Wide>& costs = distances_[start];
  if (!costs.empty()) return costs;
  costs.assign(size(), kNever);
  if (!world_->open(world_->position(start))) return costs;
  using Entry = std::pair<Wide, std::size_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> waiting;
  costs[start] = 0;
  waiting.emplace(0, start);
  while (!waiting.empty()) {
    const auto [cost, at] = waiting.top();
    waiting.pop();
    if (cost != costs[at]) continue;
    for (const Edge& edge : edges_[at]) {
      if (cost + edge.cost >= costs[edge.to]) continue;
      costs[edge.to] = cost + edge.cost;
      waiting.emplace(costs[edge.to], edge.to);
    }
  }
  return costs;
}

std::vector<Wide> Truth::steps_from(std::size_t start) const {
  std::vector<Wide> steps(size(), kNever);
  if (!world_->open(world_->position(start))) return steps;
  std::vector<std::size_t> reached{start};
  steps[start] = 0;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    for (const Edge& edge : edges_[reached[i]]) {
      if (steps[edge.to] != kNever) continue;
      steps[edge.to] = steps[reached[i]] + 1;
      reached.push_back(edge.to);
    }
  }
  return steps;
}

namespace {

/// The cost of link `slot` of the cell `p`, by the world; kNever if it cannot be used.
Wide cost_of_link(const Truth& truth, const LinkTable& table, Position p, Move move) {
  const std::span<const Link> from = table.from(p);
  if (link_slot(move) >= from.size() || !table.usable(p, move)) return kNever;
  const Link& taken = from[link_slot(move)];
  const World& world = truth.world();
  for (std::size_t k = 0; k < world.links.size(); ++k) {
    if (world.links[k].from == p && world.links[k].to == taken.to && world.link_usable(k) &&
        world.link_weight(k) == taken.weight) {
      return world.link_weight(k) * truth.unit().straight;
    }
  }
  return kNever;
}

}  // namespace

Walk walk(const Truth& truth, Position start, std::span<const Move> moves,
          const LinkTable* links) {
  const World& world = truth.world();
  Walk walked{.end = start};
  for (const Move move : moves) {
    const int d = static_cast<int>(move);
    if (is_link(move)) {
      const Wide cost = links == nullptr || !world.contains(walked.end)
                            ? kNever
                            : cost_of_link(truth, *links, walked.end, move);
      if (cost == kNever) return {.legal = false, .end = walked.end};
      walked.cost += cost;
      walked.end = links->end(walked.end, move);
    } else {
      if (!world.contains(walked.end) || !world.legal(walked.end, d)) {
        return {.legal = false, .end = walked.end};
      }
      walked.cost += world.step_cost(walked.end, d, truth.unit());
      walked.end = *world.target(walked.end, d);
    }
  }
  return walked;
}

Walk walk(const Grid& grid, Position start, std::span<const Move> moves) {
  Walk walked{.end = start};
  for (const Move move : moves) {
    if (!grid.contains(walked.end)) return {.legal = false, .end = walked.end};
    if (is_link(move)) {
      const LinkTable* const table = grid.links().get();
      if (table == nullptr || !table->usable(walked.end, move)) {
        return {.legal = false, .end = walked.end};
      }
      const Link& link = table->from(walked.end)[link_slot(move)];
      walked.cost += Wide{link.weight} * grid.costs().straight;
      walked.end = link.to;
    } else {
      if ((grid.moves(walked.end) >> static_cast<unsigned>(move) & 1U) == 0) {
        return {.legal = false, .end = walked.end};
      }
      walked.cost += grid.step_cost(grid.cell(walked.end), move);
      walked.end = grid.step(walked.end, move);
    }
  }
  return walked;
}

}  // namespace attack
