#include "edit_ground.hpp"

#include "../core/position_text.hpp"
#include "../core/text_lines.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <string>
#include <utility>
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
    if (!knows(edit.terrain)) return unknown(edit.terrain);
    return check_area(edit.at);
  }

  Outcome operator()(const WeightEdit& edit) const {
    if (!limits_.weights) return wrong("sets weights of a map that was made without");
    if (edit.weight > limits_.max_weight)
      return too_large("weight", edit.weight, limits_.max_weight);
    return check_area(edit.at);
  }

  Outcome operator()(const TerrainBlockEdit& edit) const {
    if (Outcome sound = check_area({edit.corner, edit.cells.width, edit.cells.height});
        !sound)
      return sound;
    for (std::int32_t y = 0; y < edit.cells.height; ++y)
      for (const char terrain : edit.cells.row(y))
        if (!knows(terrain)) return unknown(terrain);
    return ok();
  }

  Outcome operator()(const WeightBlockEdit& edit) const {
    if (!limits_.weights) return wrong("sets weights of a map that was made without");
    return check_block(edit.at, edit.weights, limits_.max_weight, "weight");
  }

  Outcome operator()(const RestoreEdit& edit) const { return check_area(edit.at); }

  Outcome operator()(const DangerEdit& edit) const {
    const std::size_t classes = limits_.max_danger.size();
    if (edit.movement >= classes)
      return wrong("sets the danger of class " + std::to_string(edit.movement) +
                   " of a map with " + std::to_string(classes) +
                   (classes == 1 ? " class" : " classes"));
    const Weight most = limits_.max_danger[edit.movement];
    if (most == 0)
      return wrong("sets the danger of class " + std::to_string(edit.movement) +
                   ", which was made without");
    return check_block(edit.at, edit.danger, most, "danger");
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

  bool knows(char terrain) const {
    return kTerrains.find(terrain) != std::string_view::npos ||
           limits_.own_characters.find(terrain) != std::string::npos;
  }

  static Outcome unknown(char terrain) {
    return wrong("writes " + quoted({&terrain, 1}) +
                 ", which is not one of: . G @ O T S W 1 to 9, nor set by a class");
  }

  static Outcome too_large(const std::string& what, Weight value, Weight most) {
    return wrong("sets the " + what + " " + std::to_string(value) + ", above the maximum " +
                 std::to_string(most) + " of this map");
  }

  Outcome check_block(const MapRect& area, std::span<const Weight> block, Weight most,
                      const std::string& what) const {
    if (Outcome sound = check_area(area); !sound) return sound;
    if (block.size() != cells_of(area))
      return wrong("has " + std::to_string(block.size()) + " cells for a rectangle of " +
                   std::to_string(area.width) + " x " + std::to_string(area.height));
    Weight largest = 0;
    for (const Weight value : block) largest = std::max(largest, value);
    return largest > most ? too_large(what, largest, most) : ok();
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

/// The side of the squares of which edits of blocks report those that changed.
constexpr std::int32_t kTile = 32;

/// A rectangle around cells of a row-by-row walk.
class Around {
 public:
  void add(Position p) noexcept {
    left_ = std::min(left_, p.x);
    right_ = std::max(right_, p.x);
    if (bottom_ < 0) top_ = p.y;
    bottom_ = p.y;
  }
  void add_to(std::vector<Rectangle>& list) const {
    if (bottom_ >= 0)
      list.push_back({{left_, top_}, right_ - left_ + 1, bottom_ - top_ + 1});
  }

 private:
  std::int32_t left_ = std::numeric_limits<std::int32_t>::max(), right_ = -1;
  std::int32_t top_ = 0, bottom_ = -1;
};

/// Changes the cells of an area that differ(position, count) reports for some of them, a
/// piece of a row, by change(position), which returns whether the cell changed. Appends
/// rectangles around those that did, one for each tile of the map: where few of the cells
/// of a large area change, not all of it is computed again. Returns their number.
template <class Differ, class Change>
std::size_t change_cells(const MapRect& area, std::vector<Rectangle>& changed,
                         const Differ& differ, const Change& change) {
  const std::int32_t right = area.corner.x + area.width;
  const std::int32_t bottom = area.corner.y + area.height;
  const auto next_tile = [](std::int32_t at) { return (at / kTile + 1) * kTile; };
  std::size_t count = 0;
  for (std::int32_t top = area.corner.y; top < bottom; top = next_tile(top))
    for (std::int32_t left = area.corner.x; left < right; left = next_tile(left)) {
      Around tile;
      const Position end{std::min(right, next_tile(left)),
                         std::min(bottom, next_tile(top))};
      for (Position p{left, top}; p.y < end.y; ++p.y) {
        p.x = left;
        if (!differ(p, static_cast<std::size_t>(end.x - left))) continue;
        for (; p.x < end.x; ++p.x)
          if (change(p)) {
            tile.add(p);
            ++count;
          }
      }
      tile.add_to(changed);
    }
  return count;
}

/// Whether two pieces of rows differ.
template <class T>
bool differ(const T* a, const T* b, std::size_t count) {
  return std::memcmp(a, b, count * sizeof(T)) != 0;
}

/// Applies one edit.
class Applier {
 public:
  Applier(const FirstCells& first, LivingGround& ground, EditedGround& edited)
      : first_(first), ground_(ground), edited_(edited) {}

  void operator()(const TerrainEdit& edit) const {
    for_all(edit.at, [&](Position p) { return set_terrain(p, edit.terrain); });
  }

  void operator()(const WeightEdit& edit) const {
    for_all(edit.at, [&](Position p) { return set_weight(ground_.slot(p), edit.weight); });
  }

  void operator()(const TerrainBlockEdit& edit) const {
    const auto cell = [&](Position p) {
      return Position{p.x - edit.corner.x, p.y - edit.corner.y};
    };
    edited_.cell_count += change_cells(
        {edit.corner, edit.cells.width, edit.cells.height}, edited_.cells,
        [&](Position p, std::size_t count) {
          return differ(&terrain_at(ground_.terrain, p), &terrain_at(edit.cells, cell(p)),
                        count);
        },
        [&](Position p) { return set_terrain(p, edit.cells.at(cell(p))); });
  }

  void operator()(const WeightBlockEdit& edit) const {
    edited_.cell_count += change_cells(
        edit.at, edited_.cells,
        [&](Position p, std::size_t count) {
          return differ(&ground_.weights[ground_.slot(p)],
                        &edit.weights[slot_in(edit.at, p)], count);
        },
        [&](Position p) {
          return set_weight(ground_.slot(p), edit.weights[slot_in(edit.at, p)]);
        });
  }

  void operator()(const RestoreEdit& edit) const {
    const bool weights = !ground_.weights.empty();
    edited_.cell_count += change_cells(
        edit.at, edited_.cells,
        [&](Position p, std::size_t count) {
          const std::size_t slot = ground_.slot(p);
          return differ(&terrain_at(ground_.terrain, p), &terrain_at(first_.terrain, p),
                        count) ||
                 (weights && differ(&ground_.weights[slot], &first_.weights[slot], count));
        },
        [&](Position p) {
          const bool other_terrain = set_terrain(p, first_.terrain.at(p));
          const std::size_t slot = ground_.slot(p);
          return (weights && set_weight(slot, first_.weights[slot])) || other_terrain;
        });
  }

  void operator()(const DangerEdit& edit) const {
    DangerLayer& layer = ground_.danger[edit.movement];
    edited_.danger_count += change_cells(
        edit.at, edited_.danger[edit.movement],
        [&](Position p, std::size_t count) {
          return differ(&layer.cells[ground_.slot(p)], &edit.danger[slot_in(edit.at, p)],
                        count);
        },
        [&](Position p) {
          Weight& danger = layer.cells[ground_.slot(p)];
          const Weight now = edit.danger[slot_in(edit.at, p)];
          if (danger == now) return false;
          layer.sum = layer.sum - danger + now;
          danger = now;
          return true;
        });
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
  static std::size_t slot_in(const MapRect& area, Position p) {
    return static_cast<std::size_t>(p.y - area.corner.y) *
               static_cast<std::size_t>(area.width) +
           static_cast<std::size_t>(p.x - area.corner.x);
  }
  static const char& terrain_at(TerrainView terrain, Position p) {
    return terrain.row(p.y)[static_cast<std::size_t>(p.x)];
  }
  /// Each returns whether that changed the cell.
  bool set_terrain(Position p, char terrain) const {
    if (ground_.terrain.at(p) == terrain) return false;
    ground_.terrain.set(p, terrain);
    return true;
  }
  bool set_weight(std::size_t slot, Weight weight) const {
    return std::exchange(ground_.weights[slot], weight) != weight;
  }
  /// All cells get the same value: the area counts as a whole.
  void for_all(const MapRect& area, const auto& change) const {
    for_each_cell(area, [&](Position p) { edited_.cell_count += change(p) ? 1 : 0; });
    edited_.cells.push_back(area);
  }

  const FirstCells& first_;
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

void apply_edits(std::span<const Edit> edits, const FirstCells& first, LivingGround& ground,
                 EditedGround& edited) {
  edited.cells.clear();
  edited.steps.clear();
  edited.danger.resize(ground.danger.size());
  for (std::vector<Rectangle>& list : edited.danger) list.clear();
  edited.cell_count = edited.danger_count = 0;
  const Applier apply(first, ground, edited);
  for (const Edit& edit : edits) std::visit(apply, edit);
}

std::size_t cells_of(const MapRect& area) noexcept {
  return static_cast<std::size_t>(area.width) * static_cast<std::size_t>(area.height);
}

FormerGround::FormerGround(std::span<const Edit> edits, const LivingGround& ground)
    : closed_step_count_(ground.closed_step_count) {
  const auto keep = [&](const MapRect& area) {
    for_each_cell(area, [&](Position p) {
      const Weight weight =
          ground.weights.empty() ? Weight{0} : ground.weights[ground.slot(p)];
      cells_.push_back({p, ground.terrain.at(p), weight});
    });
  };
  for (const Edit& edit : edits)
    std::visit(
        [&](const auto& one) {
          if constexpr (requires { one.danger; }) {
            danger_areas_.push_back({one.movement, one.at, dangers_.size()});
            const Weight* const cells = ground.danger_of(one.movement).data();
            for (Position p = one.at.corner; p.y < one.at.corner.y + one.at.height; ++p.y)
              dangers_.insert(dangers_.end(), cells + ground.slot(p),
                              cells + ground.slot(p) + one.at.width);
          } else if constexpr (requires { one.cells; }) {
            keep({one.corner, one.cells.width, one.cells.height});
          } else if constexpr (requires { one.at; }) {
            keep(one.at);
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
  for (const Danger& area : danger_areas_) {
    DangerLayer& layer = ground.danger[area.movement];
    std::size_t next = area.first;
    for_each_cell(area.at, [&](Position p) {
      Weight& danger = layer.cells[ground.slot(p)];
      layer.sum = layer.sum - danger + dangers_[next];
      danger = dangers_[next++];
    });
  }
  for (const Steps& steps : steps_) ground.closed_steps[steps.slot] = steps.closed;
  ground.closed_step_count = closed_step_count_;
  for (const LinkState& link : links_) ground.link_open[link.link] = link.open;
}

}  // namespace throng
