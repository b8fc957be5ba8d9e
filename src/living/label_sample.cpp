#include "label_sample.hpp"

#include "../core/rng.hpp"
#include "../hub/hub_search.hpp"

namespace throng {

LabelSample::LabelSample(const Index::Parts& labels) {
  const Grid& grid = *labels.grid;
  const HubSearch search(labels.hub_map());
  HubScratch scratch;
  std::pmr::vector<Move> moves;
  SplitMix64 random(1);
  const auto any_cell = [&] {
    const auto x = random.below(static_cast<std::uint32_t>(grid.width()));
    const auto y = random.below(static_cast<std::uint32_t>(grid.height()));
    return Position{static_cast<std::int32_t>(x), static_cast<std::int32_t>(y)};
  };
  // On maps with few open cells there are fewer paths.
  for (std::size_t tries = 64 * kPaths; tries > 0 && paths_.size() < kPaths; --tries) {
    const Position start = any_cell(), goal = any_cell();
    const CellIndex from = grid.cell(start), to = grid.cell(goal);
    if (from == to || !grid.open(start) || grid.component(from) != grid.component(to))
      continue;
    const Cost cost = search.find(from, to, scratch).cost;
    search.append_path(from, to, scratch, moves);
    paths_.push_back({start, goal, cost, moves.size()});
  }
  moves_.assign(moves.begin(), moves.end());
}

bool LabelSample::mostly_right(const Grid& now, const OpenedAreas& opened) const noexcept {
  std::size_t right = 0, k = 0;
  for (const Path& path : paths_) {
    unsigned illegal = 0;
    for (CellIndex cell = now.cell(path.start); k < path.end; ++k) {
      illegal |= ~(unsigned{now.moves()[cell]} >> static_cast<unsigned>(moves_[k])) & 1U;
      cell += now.offset(moves_[k]);
    }
    if (illegal == 0 &&
        !opened.may_be_cheaper(now.costs(), path.start, path.goal, path.cost))
      ++right;
  }
  return 100 * right >= kLeastPercent * paths_.size();
}

}  // namespace throng
