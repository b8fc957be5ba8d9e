#include "living_mirror.hpp"

#include "maps.hpp"

#include <algorithm>

namespace throng::test {
namespace {

constexpr Weight kMostWeight = 9;

void visit_cells(const MapRect& area, const auto& visit) {
  for (Position p = area.corner; p.y < area.corner.y + area.height; ++p.y)
    for (p.x = area.corner.x; p.x < area.corner.x + area.width; ++p.x) visit(p);
}

}  // namespace

LivingMirror::LivingMirror(Position size, int closed_percent, const MirrorLayers& layers,
                           std::uint64_t seed)
    : random_(seed),
      first_(random_terrain(size.x, size.y, closed_percent, seed)),
      terrain_(first_),
      steps_(layers.steps) {
  for (std::size_t k = 0; layers.weights && k < terrain_.cell_count(); ++k)
    weights_.push_back(static_cast<Weight>(random_.below(4)));
  first_weights_ = weights_;
  if (layers.danger) danger_.resize(weights_.size());
  weigh();
  for (int k = 0; layers.links && k < 4; ++k) {
    const Link link{any_cell(), any_cell(), static_cast<Weight>(1 + random_.below(5))};
    if (link.from != link.to) all_links_.push_back(link);
  }
  link_open_.assign(all_links_.size(), true);
  links_ = all_links_;
}

LivingOptions LivingMirror::start() const {
  return {
      .weights = weights_, .steps = steps_, .links = all_links_, .max_weight = kMostWeight};
}

GridOptions LivingMirror::options() const {
  return {.weights = sums_, .closed_steps = closed_steps_, .links = links_};
}

std::string LivingMirror::drawing() const {
  std::string text = "\n";
  for (std::int32_t y = 0; y < terrain_.height(); ++y)
    text += std::string(terrain_.row(y)) + "\n";
  return text;
}

std::vector<Edit> LivingMirror::edit() {
  std::vector<Edit> edits;
  for (std::uint32_t count = 1 + random_.below(4); count > 0; --count) edit_once(edits);
  weigh();
  return edits;
}

/// A closed cell stays closed, whatever its danger.
void LivingMirror::weigh() {
  sums_ = weights_;
  for (std::size_t k = 0; k < danger_.size(); ++k)
    if (sums_[k] != 0) sums_[k] = static_cast<Weight>(sums_[k] + danger_[k]);
}

void LivingMirror::edit_weights(std::vector<Edit>& edits) {
  const MapRect area = any_area();
  const auto any = [&] { return static_cast<Weight>(random_.below(kMostWeight + 1)); };
  if (random_.below(2) == 0) {
    const Weight weight = any();
    visit_cells(area, [&](Position p) { weights_[slot(p)] = weight; });
    edits.emplace_back(WeightEdit{area, weight});
    return;
  }
  std::vector<Weight>& block = weight_blocks_.emplace_back();
  visit_cells(area, [&](Position p) { block.push_back(weights_[slot(p)] = any()); });
  edits.emplace_back(WeightBlockEdit{area, block});
}

void LivingMirror::edit_danger(std::vector<Edit>& edits) {
  const MapRect area = any_area();
  const std::uint32_t kind = random_.below(3);
  std::vector<Weight>& block = weight_blocks_.emplace_back();
  visit_cells(area, [&](Position p) {
    Weight& danger = danger_[slot(p)];
    if (kind == 0) danger = 0;
    if (kind == 1) danger = static_cast<Weight>(random_.below(max_danger() + 1U));
    if (kind == 2 && random_.below(3) == 0) danger = max_danger();  // others stay
    block.push_back(danger);
  });
  edits.emplace_back(DangerEdit{0, area, block});
}

void LivingMirror::edit_block(std::vector<Edit>& edits) {
  const MapRect area = any_area();
  std::string& block = terrain_blocks_.emplace_back();
  visit_cells(area, [&](Position p) {
    if (random_.below(2) == 0) terrain_.set(p, "..@W"[random_.below(4)]);
    block += terrain_.at(p);
  });
  edits.emplace_back(
      TerrainBlockEdit{area.corner, {block.data(), area.width, area.height, area.width}});
}

void LivingMirror::restore(const MapRect& area, std::vector<Edit>& edits) {
  visit_cells(area, [&](Position p) {
    terrain_.set(p, first_.at(p));
    if (!weights_.empty()) weights_[slot(p)] = first_weights_[slot(p)];
  });
  edits.emplace_back(RestoreEdit{area});
}

void LivingMirror::edit_once(std::vector<Edit>& edits) {
  const std::uint32_t what = random_.below(10);
  if (!danger_.empty() && random_.below(3) == 0) {
    edit_danger(edits);
  } else if (what == 7 && !weights_.empty()) {
    edit_weights(edits);
  } else if (what == 8 && steps_) {
    const ClosedStep step{any_cell(), static_cast<Move>(random_.below(8))};
    const auto found = std::ranges::find_if(closed_steps_, [&](const ClosedStep& closed) {
      return closed.from == step.from && closed.move == step.move;
    });
    edits.emplace_back(StepEdit{step.from, step.move, found != closed_steps_.end()});
    if (found != closed_steps_.end())
      closed_steps_.erase(found);
    else
      closed_steps_.push_back(step);
  } else if (what == 9 && !all_links_.empty()) {
    const std::size_t link = random_.below(static_cast<std::uint32_t>(all_links_.size()));
    link_open_[link] = !link_open_[link];
    edits.emplace_back(LinkEdit{link, link_open_[link]});
    links_.clear();
    for (std::size_t k = 0; k < all_links_.size(); ++k)
      if (link_open_[k]) links_.push_back(all_links_[k]);
  } else if (const std::uint32_t kind = random_.below(5); kind == 0) {
    edit_block(edits);
  } else if (kind == 1) {
    restore(any_area(), edits);
  } else {
    const MapRect area = any_area();
    fill(area, what < 3 ? '.' : what < 6 ? '@' : 'W', edits);
    if (random_.below(4) == 0) fill(area, what < 3 ? '@' : '.', edits);
  }
}

std::vector<Edit> LivingMirror::restore() {
  std::vector<Edit> edits;
  for (Position p; p.y < terrain_.height(); ++p.y)
    for (p.x = 0; p.x < terrain_.width(); ++p.x) fill({p, 1, 1}, first_.at(p), edits);
  return edits;
}

void LivingMirror::fill(const MapRect& area, char character, std::vector<Edit>& edits) {
  visit_cells(area, [&](Position p) { terrain_.set(p, character); });
  edits.emplace_back(TerrainEdit{area, character});
}

MapRect LivingMirror::any_area() {
  if (random_.below(24) == 0) return {{0, 0}, terrain_.width(), terrain_.height()};
  const Position corner = any_cell();
  const auto extent = [&](std::int32_t limit) {
    return std::min(limit, 1 + static_cast<std::int32_t>(random_.below(4)));
  };
  return {corner, extent(terrain_.width() - corner.x),
          extent(terrain_.height() - corner.y)};
}

Position LivingMirror::any_cell() {
  const auto below = [&](std::int32_t n) {
    return static_cast<std::int32_t>(random_.below(static_cast<std::uint32_t>(n)));
  };
  const std::int32_t x = below(terrain_.width());
  return {x, below(terrain_.height())};
}

std::size_t LivingMirror::slot(Position p) const {
  return static_cast<std::size_t>(p.y) * static_cast<std::size_t>(terrain_.width()) +
         static_cast<std::size_t>(p.x);
}

}  // namespace throng::test
