#include "dead_ends.hpp"

#include <throng/assert.hpp>

#include <algorithm>

namespace throng {
namespace {

constexpr std::uint32_t kNone = 0xFFFF'FFFF;

/// The area on the other side.
std::uint32_t across(Border border, std::uint32_t area) {
  return border.a ^ border.b ^ area;
}

/// The borders of each area, as indices.
class BordersByArea {
 public:
  BordersByArea(std::uint32_t areas, std::span<const Border> borders)
      : first_(std::size_t{areas} + 1, 0), borders_(2 * borders.size()) {
    for (const Border& border : borders) {
      ++first_[border.a];
      ++first_[border.b];
    }
    // First stores ends, then counts them down to the beginnings.
    for (std::size_t area = 1; area <= areas; ++area) first_[area] += first_[area - 1];
    for (std::size_t i = 0; i < borders.size(); ++i) {
      borders_[--first_[borders[i].a]] = static_cast<std::uint32_t>(i);
      borders_[--first_[borders[i].b]] = static_cast<std::uint32_t>(i);
    }
  }

  std::uint32_t begin(std::uint32_t area) const { return first_[area]; }
  std::uint32_t end(std::uint32_t area) const { return first_[area + 1]; }
  std::uint32_t operator[](std::uint32_t place) const { return borders_[place]; }

 private:
  std::vector<std::uint32_t> first_;
  std::vector<std::uint32_t> borders_;
};

/// A depth-first search over all areas. The path back to the root follows `entry` instead
/// of a stack, so that depth costs nothing: in a maze the tree may be as deep as there are
/// areas.
class AreaSearch {
 public:
  struct Seen {
    std::uint32_t found = kNone;  ///< number of areas found before this one
    std::uint32_t low = kNone;    ///< least `found` that a border outside the tree connects
                                  ///< to this area or to an area found through it
    std::uint32_t entry = kNone;  ///< border by which it was found; kNone at a root
    std::uint32_t next = 0;       ///< index of the border to look at next
  };

  AreaSearch(std::uint32_t areas, std::span<const Border> borders)
      : borders_(borders), by_area_(areas, borders), seen_(areas) {
    order_.reserve(areas);
    for (std::uint32_t area = 0; area < areas; ++area)
      if (seen_[area].found == kNone) search(area);
  }

  const std::vector<std::uint32_t>& order() const { return order_; }
  std::uint32_t parent(std::uint32_t area) const {
    const std::uint32_t entry = seen_[area].entry;
    return entry == kNone ? kNone : across(borders_[entry], area);
  }
  /// Whether no border connects this area, or an area found through it, to the rest, except
  /// the border by which it was found, if any.
  bool cut_off(std::uint32_t area) const { return seen_[area].low == seen_[area].found; }

 private:
  void enter(std::uint32_t area, std::uint32_t entry) {
    const auto found = static_cast<std::uint32_t>(order_.size());
    seen_[area] = {found, found, entry, by_area_.begin(area)};
    order_.push_back(area);
  }

  void search(std::uint32_t root) {
    enter(root, kNone);
    for (std::uint32_t area = root; area != kNone;) {
      Seen& here = seen_[area];
      if (here.next == by_area_.end(area)) {
        const std::uint32_t back = parent(area);
        if (back != kNone) seen_[back].low = std::min(seen_[back].low, here.low);
        area = back;
        continue;
      }
      const std::uint32_t border = by_area_[here.next++];
      if (border == here.entry) continue;  // a second border to the same area is a cycle
      const std::uint32_t other = across(borders_[border], area);
      if (seen_[other].found == kNone) {
        enter(other, border);
        area = other;
      } else {
        here.low = std::min(here.low, seen_[other].found);
      }
    }
  }

  std::span<const Border> borders_;
  BordersByArea by_area_;
  std::vector<Seen> seen_;
  std::vector<std::uint32_t> order_;
};

}  // namespace

/// Blocks in the order of discovery: parents before children.
struct DeadEnds::Forest {
  std::vector<std::uint32_t> block_of;  ///< by area
  std::vector<std::uint32_t> parent;    ///< by block, kNone at roots

  explicit Forest(const AreaSearch& search) : block_of(search.order().size()) {
    for (const std::uint32_t area : search.order()) {
      const std::uint32_t back = search.parent(area);
      if (!search.cut_off(area)) {
        block_of[area] = block_of[back];
        continue;
      }
      block_of[area] = static_cast<std::uint32_t>(parent.size());
      parent.push_back(back == kNone ? kNone : block_of[back]);
    }
  }
};

DeadEnds::DeadEnds(std::uint32_t areas, std::span<const Border> borders) : spans_(areas) {
  number(Forest(AreaSearch(areas, borders)));
}

void DeadEnds::number(const Forest& forest) {
  const std::vector<std::uint32_t>& parent = forest.parent;
  const auto blocks = static_cast<std::uint32_t>(parent.size());
  std::vector<std::uint32_t> size(blocks, 1), heavy(blocks, kNone);
  for (std::uint32_t block = blocks; block-- > 0;) {
    const std::uint32_t up = parent[block];
    if (up == kNone) continue;
    size[up] += size[block];
    if (heavy[up] == kNone || size[block] > size[heavy[up]]) heavy[up] = block;
  }

  links_.resize(blocks);
  std::vector<std::uint32_t> number(blocks);
  std::vector<std::uint32_t> next(blocks);  // number for the next child that is not heavy
  std::uint32_t next_root = 0;
  for (std::uint32_t block = 0; block < blocks; ++block) {
    const std::uint32_t up = parent[block];
    const bool on_path = up != kNone && heavy[up] == block;
    std::uint32_t& place = up == kNone ? next_root : next[up];
    number[block] = on_path ? number[up] + 1 : place;
    if (!on_path) place += size[block];
    next[block] = number[block] + 1 + (heavy[block] == kNone ? 0 : size[heavy[block]]);
    links_[number[block]] = on_path ? links_[number[up]]
                                    : Link{number[block], up == kNone ? kNone : number[up]};
  }
  for (std::size_t area = 0; area < spans_.size(); ++area) {
    const std::uint32_t block = forest.block_of[area];
    spans_[area] = {number[block], number[block] + size[block] - 1};
  }
}

DeadEnds::Path DeadEnds::path(std::uint32_t start_area,
                              std::uint32_t goal_area) const noexcept {
  const std::uint32_t start = spans_[start_area].first, goal = spans_[goal_area].first;
  std::uint32_t a = start, b = goal;
  // Of two heavy paths, the one that begins later does not begin above the other.
  while (links_[a].head != links_[b].head) {
    std::uint32_t& later = links_[a].head > links_[b].head ? a : b;
    THRONG_ASSERT(links_[later].above != kNone);
    later = links_[later].above;
  }
  return {start, goal, std::min(a, b)};
}

}  // namespace throng
