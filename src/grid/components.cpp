#include "components.hpp"

#include "grid_access.hpp"
#include "move_bit.hpp"

#include <throng/grid.hpp>

#include <algorithm>
#include <bit>
#include <vector>

namespace throng {
namespace {

using Label = std::uint32_t;

constexpr unsigned kWest = bit(Move::west);
constexpr unsigned kNorth = bit(Move::north);
constexpr unsigned kNorthWest = bit(Move::north_west);
constexpr unsigned kNorthEast = bit(Move::north_east);

/// While strips are labelled, `labels` is a forest: the slot of a cell contains a cell of
/// the same component with no greater index; a root contains itself.
Label find_root(std::span<Label> parent, Label cell) {
  while (parent[cell] != cell) {
    parent[cell] = parent[parent[cell]];
    cell = parent[cell];
  }
  return cell;
}

void unite(std::span<Label> parent, Label a, Label b) {
  a = find_root(parent, a);
  b = find_root(parent, b);
  parent[std::max(a, b)] = std::min(a, b);
}

/// Calls join(cell, neighbour) for moves of `cell` into the row above that add information:
/// if north-west, west and north are all legal, the west neighbour is already joined to the
/// north one.
template <class Join>
void for_each_upward(unsigned moves, Label cell, Label stride, const Join& join) {
  constexpr unsigned kCorner = kWest | kNorth | kNorthWest;
  if ((moves & kCorner) == kCorner) {
    if ((moves & kNorthEast) != 0) join(cell, cell - stride + 1);
    return;
  }
  if ((moves & kNorth) != 0) join(cell, cell - stride);
  if ((moves & kNorthWest) != 0) join(cell, cell - stride - 1);
  if ((moves & kNorthEast) != 0) join(cell, cell - stride + 1);
}

struct Strips {
  std::span<const std::uint8_t> moves;
  std::span<const std::uint8_t> open;
  std::span<Label> labels;
  Label stride;
  Label rows;  ///< without the border
  Label rows_per_strip;

  Label count() const { return (rows + rows_per_strip - 1) / rows_per_strip; }
  Label first_cell(Label strip) const {
    return (std::min(strip * rows_per_strip, rows) + 1) * stride;
  }

  /// Labels one strip as if it were the whole map. Afterwards every cell points at the root
  /// of its component. Returns the roots, ascending.
  std::vector<Label> label(Label strip) const {
    const Label begin = first_cell(strip), end = first_cell(strip + 1);
    for (Label cell = begin; cell < end; ++cell) {
      if (open[cell] == 0) {
        labels[cell] = Grid::kNoComponent;
        continue;
      }
      labels[cell] = (moves[cell] & kWest) != 0 ? labels[cell - 1] : cell;
      if (cell >= begin + stride)
        for_each_upward(moves[cell], cell, stride,
                        [&](Label a, Label b) { unite(labels, a, b); });
    }
    std::vector<Label> roots;
    for (Label cell = begin; cell < end; ++cell) {
      if (open[cell] == 0) continue;
      labels[cell] = labels[labels[cell]];  // lesser cells already point at roots
      if (labels[cell] == cell) roots.push_back(cell);
    }
    return roots;
  }

  /// Joins a strip to the one above. Only roots get new parents, so every other cell still
  /// points into its own strip.
  void join_upward(Label strip) const {
    const Label begin = first_cell(strip);
    for (Label cell = begin; cell < begin + stride; ++cell)
      for_each_upward(moves[cell], cell, stride,
                      [&](Label a, Label b) { unite(labels, labels[a], labels[b]); });
  }
};

/// Returns the final number of each root. Roots are in ascending order and may have been
/// joined.
std::vector<Label> number_roots(const std::vector<Label>& roots, std::span<Label> parent,
                                Label& count) {
  std::vector<Label> numbers;
  numbers.reserve(roots.size());
  for (const Label root : roots) {
    const Label top = find_root(parent, root);
    if (top == root) {
      numbers.push_back(count++);
    } else {
      const auto place = std::lower_bound(roots.begin(), roots.end(), top) - roots.begin();
      numbers.push_back(numbers[static_cast<std::size_t>(place)]);
    }
  }
  return numbers;
}

}  // namespace

std::uint32_t label_components(std::span<const std::uint8_t> moves,
                               std::span<const std::uint8_t> open, std::size_t stride,
                               std::size_t rows_per_strip, Crew& crew,
                               std::span<std::uint32_t> labels) {
  THRONG_ASSERT(moves.size() == open.size() && open.size() == labels.size());
  const Strips strips{moves,
                      open,
                      labels,
                      static_cast<Label>(stride),
                      static_cast<Label>(moves.size() / stride - 2),
                      static_cast<Label>(rows_per_strip)};
  std::vector<std::vector<Label>> roots_of(strips.count());
  crew.for_each_block(strips.count(), 1, [&](int, std::size_t strip, std::size_t) {
    roots_of[strip] = strips.label(static_cast<Label>(strip));
  });
  for (Label strip = 1; strip < strips.count(); ++strip) strips.join_upward(strip);

  std::vector<Label> roots;
  std::vector<std::size_t> first_root{0};
  for (const std::vector<Label>& some : roots_of) {
    roots.insert(roots.end(), some.begin(), some.end());
    first_root.push_back(roots.size());
  }
  Label count = 0;
  const std::vector<Label> numbers = number_roots(roots, labels, count);

  const auto border = static_cast<std::ptrdiff_t>(stride);
  std::fill(labels.begin(), labels.begin() + border, Grid::kNoComponent);
  std::fill(labels.end() - border, labels.end(), Grid::kNoComponent);
  crew.for_each_block(strips.count(), 1, [&](int, std::size_t strip, std::size_t) {
    std::size_t next = first_root[strip];
    const Label begin = strips.first_cell(static_cast<Label>(strip));
    const Label end = strips.first_cell(static_cast<Label>(strip) + 1);
    for (Label cell = begin; cell < end; ++cell) {
      if (open[cell] == 0) continue;
      const bool is_root = next < first_root[strip + 1] && roots[next] == cell;
      labels[cell] = is_root ? numbers[next++] : labels[labels[cell]];
    }
  });
  return count;
}

std::uint32_t flood_components(const Grid& grid, std::span<const std::uint8_t> moves,
                               std::span<const std::uint8_t> open,
                               std::span<std::uint32_t> labels) {
  std::fill(labels.begin(), labels.end(), Grid::kNoComponent);
  std::vector<CellIndex> waiting;
  Label count = 0;
  const auto flood = [&](CellIndex seed) {
    labels[seed] = count;
    waiting.push_back(seed);
    while (!waiting.empty()) {
      const CellIndex cell = waiting.back();
      waiting.pop_back();
      for (unsigned bits = moves[cell]; bits != 0; bits &= bits - 1) {
        const CellIndex next =
            cell + grid.offset(static_cast<Move>(std::countr_zero(bits)));
        if (labels[next] != Grid::kNoComponent) continue;
        labels[next] = count;
        waiting.push_back(next);
      }
    }
    ++count;
  };
  for (Position p; p.y < grid.height(); ++p.y)
    for (p.x = 0; p.x < grid.width(); ++p.x) {
      const CellIndex cell = grid.cell(p);
      if (open[cell] != 0 && labels[cell] == Grid::kNoComponent) flood(cell);
    }
  return count;
}

// NOLINTNEXTLINE(readability-function-size): four nested loops over blocks of cells
std::vector<std::uint32_t> label_blocks(const Grid& grid,
                                        std::span<const std::uint32_t> labels, Crew& crew) {
  constexpr auto kSide = static_cast<std::size_t>(GridAccess::kBlock);
  const bool columns = is_hexagonal(grid.rules().topology);
  const auto lines = static_cast<std::size_t>(columns ? grid.width() : grid.height());
  const auto length = static_cast<std::size_t>(columns ? grid.height() : grid.width());
  const auto label_of = [&](std::size_t line, std::size_t along) {
    const auto x = static_cast<std::int32_t>(columns ? line : along);
    const auto y = static_cast<std::int32_t>(columns ? along : line);
    return labels.data() + grid.cell({x, y});
  };
  const std::size_t across = (length + kSide - 1) / kSide;
  const std::size_t down = (lines + kSide - 1) / kSide;
  std::vector<Label> blocks(across * down);
  crew.for_each_block(blocks.size(), across, [&](int, std::size_t begin, std::size_t end) {
    for (std::size_t block = begin; block < end; ++block) {
      const std::size_t top = block / across * kSide, left = block % across * kSide;
      const std::size_t width = std::min(kSide, length - left);
      Label least = Grid::kNoComponent, above = 0;  // above: one more than the greatest
      for (std::size_t line = top; line < std::min(top + kSide, lines); ++line) {
        const Label* const label = label_of(line, left);
        for (std::size_t k = 0; k < width; ++k) {
          least = std::min(least, label[k]);
          above = std::max(above, label[k] + 1);  // 0 for kNoComponent
        }
      }
      blocks[block] = above == 0 || above - least == 1 ? least : GridAccess::kSeveral;
    }
  });
  return blocks;
}

}  // namespace throng
