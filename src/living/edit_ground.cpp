#include "edit_ground.hpp"

#include "../core/position_text.hpp"
#include "../core/text_lines.hpp"

#include <algorithm>
#include <string>
#include <variant>

namespace throng {
namespace {

std::uint8_t bit_of(Move move) {
  return static_cast<std::uint8_t>(1U << static_cast<unsigned>(move));
}

/// Checks one edit. The errors are sentences without a subject.
class Checker {
 public:
  Checker(const LivingGround& ground, const EditLimits& limits)
      : ground_(ground), limits_(limits) {}

  Outcome operator()(const TerrainEdit& edit) const {
    if (kTerrains.find(edit.terrain) == std::string_view::npos)
      return wrong("writes " + quoted({&edit.terrain, 1}) +
                   ", which is not one of: . G @ O T S W 1 to 9");
    return check_area(edit.at);
  }

  Outcome operator()(const WeightEdit& edit) const {
    if (!limits_.weights) return wrong("sets weights of a map that was made without");
    if (edit.weight > limits_.max_weight)
      return wrong("sets the weight " + std::to_string(edit.weight) +
                   ", above the maximum " + std::to_string(limits_.max_weight) +
                   " of this map");
    return check_area(edit.at);
  }

  Outcome operator()(const StepEdit& edit) const {
    if (!limits_.steps) return wrong("closes a step of a map whose steps cannot be closed");
    if (static_cast<std::size_t>(edit.move) >= kMoves) return wrong("names no step");
    if (!ground_.terrain.contains(edit.from))
      return wrong("changes a step from " + text(edit.from) + ", outside of the map");
    return ok();
  }

  Outcome operator()(const LinkEdit& edit) const {
    if (edit.link < ground_.links.size()) return ok();
    return wrong("changes link " + std::to_string(edit.link) + " of a map with " +
                 std::to_string(ground_.links.size()) + " links");
  }

 private:
  static Outcome wrong(std::string what) {
    return fail(Code::bad_argument, std::move(what));
  }

  Outcome check_area(const MapRect& area) const {
    const std::int64_t right = std::int64_t{area.corner.x} + area.width;
    const std::int64_t bottom = std::int64_t{area.corner.y} + area.height;
    if (area.width < 1 || area.height < 1)
      return wrong("has a rectangle of " + std::to_string(area.width) + " x " +
                   std::to_string(area.height) + " cells");
    if (area.corner.x >= 0 && area.corner.y >= 0 && right <= ground_.terrain.width() &&
        bottom <= ground_.terrain.height())
      return ok();
    return wrong("has a rectangle of " + std::to_string(area.width) + " x " +
                 std::to_string(area.height) + " cells at " + text(area.corner) +
                 ", which leaves the map");
  }

  const LivingGround& ground_;
  const EditLimits& limits_;
};

/// Applies one edit.
class Applier {
 public:
  Applier(LivingGround& ground, EditedGround& edited) : ground_(ground), edited_(edited) {}

  void operator()(const TerrainEdit& edit) const {
    for_each_cell(edit.at, [&](Position p) { ground_.terrain.set(p, edit.terrain); });
  }

  void operator()(const WeightEdit& edit) const {
    for_each_cell(edit.at,
                  [&](Position p) { ground_.weights[ground_.slot(p)] = edit.weight; });
  }

  void operator()(const StepEdit& edit) const {
    std::uint8_t& closed = ground_.closed_steps[ground_.slot(edit.from)];
    const std::uint8_t bit = bit_of(edit.move);
    const bool was_open = (closed & bit) == 0;
    if (was_open == edit.open) return;
    closed ^= bit;
    if (edit.open)
      --ground_.closed_step_count;
    else
      ++ground_.closed_step_count;
    edited_.steps.push_back({edit.from, 1, 1});
  }

  void operator()(const LinkEdit& edit) const {
    ground_.link_open[edit.link] = edit.open ? 1 : 0;
  }

 private:
  void for_each_cell(const MapRect& area, const auto& change) const {
    for (Position p = area.corner; p.y < area.corner.y + area.height; ++p.y)
      for (p.x = area.corner.x; p.x < area.corner.x + area.width; ++p.x) change(p);
    edited_.cells.push_back({area.corner, area.width, area.height});
  }

  LivingGround& ground_;
  EditedGround& edited_;
};

}  // namespace

Outcome check_edits(std::span<const Edit> edits, const LivingGround& ground,
                    const EditLimits& limits) {
  const Checker checker(ground, limits);
  for (std::size_t k = 0; k < edits.size(); ++k)
    if (const Outcome sound = std::visit(checker, edits[k]); !sound)
      return fail(sound.error().code, "edit " + std::to_string(k + 1) + " of " +
                                          std::to_string(edits.size()) + " " +
                                          sound.error().what);
  return ok();
}

void apply_edits(std::span<const Edit> edits, LivingGround& ground, EditedGround& edited) {
  edited.cells.clear();
  edited.steps.clear();
  const Applier apply(ground, edited);
  for (const Edit& edit : edits) std::visit(apply, edit);
}

FormerGround::FormerGround(std::span<const Edit> edits, const LivingGround& ground)
    : closed_step_count_(ground.closed_step_count) {
  for (const Edit& edit : edits)
    std::visit(
        [&](const auto& one) {
          if constexpr (requires { one.at; }) {
            for_each_cell(one.at, [&](Position p) {
              const Weight weight =
                  ground.weights.empty() ? Weight{0} : ground.weights[ground.slot(p)];
              cells_.push_back({p, ground.terrain.at(p), weight});
            });
          } else if constexpr (requires { one.link; }) {
            links_.push_back({one.link, ground.link_open[one.link]});
          } else {
            const std::size_t slot = ground.slot(one.from);
            steps_.push_back({slot, ground.closed_steps[slot]});
          }
        },
        edit);
}

void FormerGround::restore(LivingGround& ground) const {
  for (const Cell& cell : cells_) {
    ground.terrain.set(cell.at, cell.terrain);
    if (!ground.weights.empty()) ground.weights[ground.slot(cell.at)] = cell.weight;
  }
  for (const Steps& steps : steps_) ground.closed_steps[steps.slot] = steps.closed;
  ground.closed_step_count = closed_step_count_;
  for (const LinkState& link : links_) ground.link_open[link.link] = link.open;
}

}  // namespace throng
