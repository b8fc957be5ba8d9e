#include "hub_views.hpp"

#include "../core/flat_table.hpp"
#include "../core/memory.hpp"
#include "../jump/jumps.hpp"
#include "cut_scan.hpp"
#include "label_merger.hpp"
#include "turn_scan.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace throng {
namespace {

constexpr std::size_t kViewsPerBlock = 32;
/// One view in kProbe is sampled to estimate the size of all labels.
constexpr std::size_t kProbe = 32;

/// The lists of one row of cells; equal neighbouring lists are stored once.
struct RowLists {
  std::vector<SeenSubgoal> seen;
  std::vector<std::uint32_t> begin{0};
  std::vector<std::pair<CellIndex, std::uint32_t>> list_of;  ///< for each open cell

  std::span<const SeenSubgoal> list(std::uint32_t i) const noexcept {
    return {seen.data() + begin[i], seen.data() + begin[i + 1]};
  }
  std::size_t lists() const noexcept { return begin.size() - 1; }

  /// Turns the subgoals appended since the last list into the list of `cell`.
  void close(CellIndex cell) {
    const auto put = seen.begin() + static_cast<std::ptrdiff_t>(begin.back());
    std::sort(put, seen.end(),
              [](SeenSubgoal a, SeenSubgoal b) { return a.bits() < b.bits(); });
    seen.erase(std::unique(put, seen.end()), seen.end());
    const std::span<const SeenSubgoal> fresh(put, seen.end());
    const bool again =
        lists() > 0 &&
        std::ranges::equal(fresh, list(static_cast<std::uint32_t>(lists() - 1)));
    if (again)
      seen.erase(put, seen.end());
    else
      begin.push_back(static_cast<std::uint32_t>(seen.size()));
    list_of.emplace_back(cell, static_cast<std::uint32_t>(lists() - 1));
  }
};

std::uint64_t hash(std::span<const SeenSubgoal> list) noexcept {
  std::uint64_t sum = list.size();
  for (const SeenSubgoal one : list)
    sum = (sum ^ one.bits()) * 0x9E37'79B9'7F4A'7C15U ^ sum >> 29;
  return sum;
}

/// The views of a map, and their labels.
class ViewFinder {
 public:
  ViewFinder(const Grid& grid, const HubViews::LookAround& look, Crew& crew)
      : grid_(grid), crew_(crew), view_of_(grid.cell_count(), 0), begins_(1) {
    find_views(look);
  }

  /// Gives the views labels, unless these need more than `most_bytes`.
  void merge_labels(const HubLabels& labels, std::span<const PaddedPosition> places,
                    std::size_t most_bytes);

  HubViews::Arrays take() && {
    return {SharedArray(std::move(view_of_)), SharedArray(std::move(begins_)),
            SharedArray(std::move(seen_)), SharedArray(std::move(blocks_)), has_labels_};
  }

 private:
  void find_views(const HubViews::LookAround& look);
  std::size_t size() const noexcept { return begins_.size() - 1; }
  std::span<const SeenSubgoal> seen(std::size_t view) const noexcept {
    return {seen_.data() + begins_[view].seen, seen_.data() + begins_[view + 1].seen};
  }

  const Grid& grid_;
  Crew& crew_;
  std::vector<std::uint32_t> view_of_;
  std::vector<HubViews::Begin> begins_;
  std::vector<SeenSubgoal> seen_;
  std::vector<HubBlock> blocks_;
  bool has_labels_ = false;
};

void ViewFinder::find_views(const HubViews::LookAround& look) {
  const std::size_t stride = grid_.stride();
  std::vector<RowLists> rows(grid_.cell_count() / stride);
  crew_.for_each_block(rows.size(), 1, [&](int, std::size_t y, std::size_t) {
    RowLists& lists = rows[y];
    for (std::size_t x = 0; x < stride; ++x) {
      const auto cell = static_cast<CellIndex>(y * stride + x);
      if (grid_.component(cell) == Grid::kNoComponent) continue;
      look(cell, lists.seen);
      lists.close(cell);
    }
  });

  std::size_t most = 0;
  for (const RowLists& lists : rows) most += lists.lists();
  FlatTable known;
  known.clear(most);
  std::vector<std::uint32_t> view_of_list;
  for (RowLists& lists : rows) {
    view_of_list.resize(lists.lists());
    for (std::uint32_t i = 0; i < lists.lists(); ++i) {
      const std::span<const SeenSubgoal> list = lists.list(i);
      const auto added = static_cast<std::uint32_t>(size());
      const std::uint32_t view = known.add(hash(list), added, [&](std::uint32_t old) {
        return std::ranges::equal(seen(old), list);
      });
      if (view == added) {
        seen_.insert(seen_.end(), list.begin(), list.end());
        begins_.push_back({static_cast<std::uint32_t>(seen_.size()), 0});
      }
      view_of_list[i] = view;
    }
    for (const auto& [cell, list] : lists.list_of) view_of_[cell] = view_of_list[list];
    lists = {};
  }
  seen_.shrink_to_fit();
  begins_.shrink_to_fit();
}

void ViewFinder::merge_labels(const HubLabels& labels,
                              std::span<const PaddedPosition> places,
                              std::size_t most_bytes) {
  if (labels.subgoals() >= HubBlock::kMostHubs) return;
  for (std::size_t view = 0; view < size(); ++view)
    if (seen(view).size() > HubBlock::kMostSeen) return;

  std::vector<std::uint32_t> begin(size() + 1, 0);  // first cell of each view
  for (CellIndex cell = 0; cell < grid_.cell_count(); ++cell)
    if (grid_.component(cell) != Grid::kNoComponent) ++begin[view_of_[cell] + 1];
  for (std::size_t view = 0; view < size(); ++view) begin[view + 1] += begin[view];
  std::vector<CellIndex> cells(begin.back());
  std::vector<std::uint32_t> next(begin.begin(), begin.end() - 1);
  for (CellIndex cell = 0; cell < grid_.cell_count(); ++cell)
    if (grid_.component(cell) != Grid::kNoComponent) cells[next[view_of_[cell]]++] = cell;

  std::vector<LabelMerger> mergers(static_cast<std::size_t>(crew_.size()),
                                   LabelMerger(grid_, places, labels));
  const auto append = [&](int thread, std::size_t view, std::vector<HubBlock>& blocks) {
    mergers[static_cast<std::size_t>(thread)].append(
        seen(view), std::span(cells).subspan(begin[view], begin[view + 1] - begin[view]),
        blocks);
  };
  const std::size_t probes = size() / kProbe;
  std::vector<std::size_t> probed(probes, 0);
  crew_.for_each_block(probes, 1, [&](int thread, std::size_t i, std::size_t) {
    std::vector<HubBlock> blocks;
    append(thread, i * kProbe, blocks);
    probed[i] = blocks.size();
  });
  std::size_t expected = 0;
  for (const std::size_t blocks : probed) expected += blocks * kProbe;
  const std::size_t most =
      std::min<std::size_t>(most_bytes / sizeof(HubBlock), 0xFFFF'FFFF);
  if (expected > most) return;

  const std::size_t parts = (size() + kViewsPerBlock - 1) / kViewsPerBlock;
  std::vector<std::vector<HubBlock>> found(parts);
  std::vector<std::uint32_t> counts(size(), 0);
  crew_.for_each_block(parts, 1, [&](int thread, std::size_t part, std::size_t) {
    const std::size_t end = std::min((part + 1) * kViewsPerBlock, size());
    for (std::size_t view = part * kViewsPerBlock; view < end; ++view) {
      const std::size_t before = found[part].size();
      append(thread, view, found[part]);
      counts[view] = static_cast<std::uint32_t>(found[part].size() - before);
    }
  });
  std::size_t total = 0;
  for (const auto& blocks : found) total += blocks.size();
  if (total > most) return;
  for (std::size_t view = 0; view < size(); ++view)
    begins_[view + 1].block = begins_[view].block + counts[view];
  blocks_.reserve(total);
  for (auto& blocks : found) {
    blocks_.insert(blocks_.end(), blocks.begin(), blocks.end());
    release(blocks);
  }
  has_labels_ = true;
}

}  // namespace

HubViews::LookAround look_by_jumps(const Grid& grid, const JumpMap& map,
                                   const JumpGraph& jumps, NodesByCell node_of) {
  return [&grid, &jumps, node_of, walker = JumpWalker(grid, map, &jumps.diagonals())](
             CellIndex cell, std::vector<SeenSubgoal>& seen) {
    const std::size_t subgoals = jumps.cells().size();
    if (node_of[cell] < subgoals)
      return static_cast<void>(seen.emplace_back(node_of[cell], SeenSubgoal::kAllMoves));
    const auto [x, y] = padded_position(cell, grid.stride());
    const auto reach = [&](std::int32_t tx, std::int32_t ty, unsigned direction, Cost) {
      const std::uint32_t node = node_of[cell_at({tx, ty}, grid.stride())];
      if (node < subgoals) seen.emplace_back(node, jumps.nodes()[node].arc[direction]);
    };
    walker.walk(x, y, grid.moves()[cell], {}, reach, [](Cost) {});
  };
}

HubViews::LookAround look_by_turns(const Grid& grid, NodesByCell node_of) {
  const auto by = [node_of](auto scan) -> HubViews::LookAround {
    return [node_of, scan](CellIndex cell, std::vector<SeenSubgoal>& seen) {
      if (const std::uint32_t own = node_of[cell]; own != NumberedCells::kNone)
        return static_cast<void>(seen.emplace_back(own, SeenSubgoal::kNoMoves));
      scan->for_each(cell, [&](CellIndex to) {
        seen.emplace_back(node_of[to], SeenSubgoal::kNoMoves);
      });
    };
  };
  if (grid.rules().topology == Topology::tile)
    return by(std::make_shared<const TurnScan>(grid));
  return by(std::make_shared<const CutScan>(grid));
}

HubViews::HubViews(const Grid& grid, std::span<const PaddedPosition> places,
                   const LookAround& look, const HubLabels* labels,
                   std::size_t most_label_bytes, Crew& crew)
    : HubViews([&] {
        ViewFinder finder(grid, look, crew);
        if (labels != nullptr) finder.merge_labels(*labels, places, most_label_bytes);
        return std::move(finder).take();
      }()) {}

HubViews::HubViews(Arrays arrays) noexcept : arrays_(std::move(arrays)) {
  std::uint32_t seen = 0, blocks = 0;  // vector code
  for (std::uint32_t view = 0; view < size(); ++view) {
    const Begin begin = arrays_.begins[view], end = arrays_.begins[view + 1];
    seen = std::max(seen, end.seen - begin.seen);
    blocks = std::max(blocks, end.block - begin.block);
  }
  most_seen_ = seen;
  most_blocks_ = blocks;
}

}  // namespace throng
