#include "../src/core/crew.hpp"
#include "../src/core/rng.hpp"
#include "../src/jump/jump_editor.hpp"
#include "registration.hpp"

#include <throng/terrain.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace throng::bench {
namespace {

constexpr int kRounds = 5;
constexpr std::size_t kEdits = 60;  ///< of a round; each needs a grid of its own
constexpr std::int32_t kSide = 4;
constexpr int kMostTries = 1000;

/// Buildings of 4 x 4 cells appear at random places, on open ground where there is some,
/// and disappear.
class Site {
 public:
  explicit Site(const Terrain& terrain) : original_(terrain), terrain_(terrain) {
    make_grid();
  }

  const std::shared_ptr<const Grid>& grid() const noexcept { return grid_; }

  Rectangle edit() {
    Rectangle at{{}, kSide, kSide};
    const auto buildings = static_cast<std::uint32_t>(built_.size());
    const bool opens = buildings != 0 && random_.below(2) == 0;
    if (opens) {
      std::swap(built_[random_.below(buildings)], built_.back());
      at.corner = built_.back();
      built_.pop_back();
    } else {
      for (int tries = 0; tries < kMostTries; ++tries) {
        at.corner = {below(terrain_.width()), below(terrain_.height())};
        if (all_open(at.corner)) break;
      }
      built_.push_back(at.corner);
    }
    for (std::int32_t y = 0; y < kSide; ++y)
      for (std::int32_t x = 0; x < kSide; ++x) {
        const Position p{at.corner.x + x, at.corner.y + y};
        terrain_.set(p, opens ? original_.at(p) : '@');
      }
    make_grid();
    return at;
  }

 private:
  void make_grid() { grid_ = *Grid::make(terrain_); }
  std::int32_t below(std::int32_t size) {
    return static_cast<std::int32_t>(
        random_.below(static_cast<std::uint32_t>(std::max(1, size - kSide + 1))));
  }
  bool all_open(Position corner) const {
    for (std::int32_t y = 0; y < kSide; ++y)
      for (std::int32_t x = 0; x < kSide; ++x)
        if (!grid_->open({corner.x + x, corner.y + y})) return false;
    return true;
  }

  Terrain original_, terrain_;
  std::shared_ptr<const Grid> grid_;
  std::vector<Position> built_;
  SplitMix64 random_{5};
};

/// The jumps of a map while it is edited, against building them again.
void jumps(benchmark::State& state, const MapRow& map) {
  const auto workload = load(map.name, 1);
  if (!workload) return state.SkipWithError(workload.error().what.c_str());
  Site site(workload->terrain);
  Crew crew(1);
  const auto build = [&](const Grid& grid) {
    const JumpMap stops(grid);
    const JumpGraph graph = *JumpGraph::make(grid, stops, crew);
    return JumpEditor(grid, stops, graph, JumpShortcuts(grid, stops, graph, crew));
  };
  JumpEditor editor = build(*site.grid());
  JumpVersion version = editor.publish();
  std::vector<double> edit, settle, rebuild;
  for ([[maybe_unused]] auto _ : state) {
    std::vector<Rectangle> at;
    std::vector<std::shared_ptr<const Grid>> grids;
    while (at.size() < kEdits) {
      at.push_back(site.edit());
      grids.push_back(site.grid());
    }
    double sum = 0;
    for (std::size_t i = 0; i < kEdits; ++i) {
      edit.push_back(seconds([&] {
        editor.edit(*grids[i], std::span(&at[i], 1));
        version = editor.publish();
      }));
      sum += edit.back();
    }
    settle.push_back(seconds([&] { editor.settle(*site.grid()); }));
    version = editor.publish();
    rebuild.push_back(seconds([&] {
      const JumpMap stops(*site.grid());
      const JumpGraph graph = *JumpGraph::make(*site.grid(), stops, crew);
      benchmark::DoNotOptimize(JumpShortcuts(*site.grid(), stops, graph, crew));
    }));
    state.SetIterationTime(sum);
  }
  std::ranges::sort(edit);
  state.counters["edit p50 us"] = 1e6 * edit[edit.size() / 2];
  state.counters["edit p99 us"] = 1e6 * edit[edit.size() * 99 / 100];
  state.counters["settle us"] = 1e6 * median(settle);
  state.counters["rebuild us"] = 1e6 * median(rebuild);
}

}  // namespace

void register_jumps() { add_for_all_maps("living/jumps", kRounds, jumps); }

}  // namespace throng::bench
