#include "../../src/grid/region_graph.hpp"

#include "../../src/core/rng.hpp"
#include "../support/catch.hpp"
#include "../support/seeds.hpp"

#include <throng/grid.hpp>

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace throng::region_graph_test {

namespace {

constexpr std::size_t kLists = 12;
constexpr std::uint32_t kKeys = 20'000;  ///< several words of words

/// A graph beside plain copies of its regions and edges.
struct Copied {
  RegionGraph graph{kLists, kKeys, {}};
  VersionedArray<std::uint32_t> component_of{1, Grid::kNoComponent};
  std::map<std::uint32_t, Region> regions;  ///< by key
  std::vector<std::vector<RegionGraph::Edge>> lists{kLists,
                                                    std::vector<RegionGraph::Edge>{}};

  std::uint32_t unused_key(SplitMix64& rng) const {
    for (;;)
      if (const std::uint32_t key = rng.below(kKeys); !regions.contains(key)) return key;
  }
  auto any_region(SplitMix64& rng) const {
    return std::next(regions.begin(),
                     rng.below(static_cast<std::uint32_t>(regions.size())));
  }

  /// Components by relaxing all edges until nothing changes, numbered in the order of keys.
  std::vector<std::uint32_t> numbered() const {
    std::vector<std::uint32_t> least(component_of.size(), Grid::kNoComponent);
    for (const auto& [key, region] : regions) least[region] = key;
    for (bool changed = true; std::exchange(changed, false);)
      for (const auto& list : lists)
        for (const RegionGraph::Edge edge : list) {
          const std::uint32_t key = std::min(least[edge.a], least[edge.b]);
          changed = changed || least[edge.a] != key || least[edge.b] != key;
          least[edge.a] = least[edge.b] = key;
        }
    std::uint32_t count = 0;
    std::vector<std::uint32_t> numbers(component_of.size(), Grid::kNoComponent);
    for (const auto& [key, region] : regions)
      numbers[region] = least[region] == key ? count++ : numbers[regions.at(least[region])];
    CHECK(graph.component_count() == count);
    return numbers;
  }
};

void change(Copied& copied, SplitMix64& rng) {
  const std::uint32_t turn = rng.below(10);
  if (turn == 9 && rng.below(12) == 0) {
    copied.graph.clear();
    copied.regions.clear();
    copied.lists.assign(kLists, {});
  } else if (turn < 4 || copied.regions.size() < 2) {
    const std::uint32_t key = copied.unused_key(rng);
    const Region region = copied.graph.add(key);
    REQUIRE(region != kNoRegion);
    copied.regions.emplace(key, region);
  } else if (turn < 5) {
    const auto known = copied.any_region(rng);
    const Region region = known->second;
    copied.regions.erase(known);
    copied.graph.remove(region);
    for (std::size_t list = 0; list < kLists; ++list) {
      std::erase_if(copied.lists[list],
                    [&](auto edge) { return edge.a == region || edge.b == region; });
      copied.graph.set_edges(list, copied.lists[list]);
    }
  } else if (turn < 6) {
    const std::uint32_t key = copied.unused_key(rng);
    auto region = copied.regions.extract(copied.any_region(rng));
    region.key() = key;
    copied.graph.set_key(region.mapped(), key);
    copied.regions.insert(std::move(region));
  } else {
    const std::size_t list = rng.below(kLists);
    copied.lists[list].resize(rng.below(4));
    for (RegionGraph::Edge& edge : copied.lists[list])
      edge = {copied.any_region(rng)->second, copied.any_region(rng)->second};
    copied.graph.set_edges(list, copied.lists[list]);
  }
}

}  // namespace

TEST_CASE("the components of regions are numbered in the order of their least keys") {
  for (std::uint64_t seed = 0; seed < 30; seed += test::every({1, 7})) {
    CAPTURE(seed);
    SplitMix64 rng(seed);
    Copied copied;
    for (int turn = 0; turn < 200; ++turn) {
      for (std::uint32_t count = 1 + rng.below(3); count-- > 0;) change(copied, rng);
      const std::vector<std::uint32_t> before(copied.component_of.values().begin(),
                                              copied.component_of.values().end());
      const bool changed = copied.graph.number(copied.component_of);
      REQUIRE_FALSE(copied.graph.changed());
      REQUIRE(std::ranges::equal(copied.component_of.values(), copied.numbered()));
      REQUIRE(changed != std::ranges::equal(copied.component_of.values(), before));
    }
  }
}

TEST_CASE("a graph is unchanged where edges and keys stay the same") {
  RegionGraph graph(2, 100, {});
  VersionedArray<std::uint32_t> component_of(1, Grid::kNoComponent);
  const Region a = graph.add(10), b = graph.add(20);
  const std::vector<RegionGraph::Edge> edges{{a, b}, {b, a}};
  graph.set_edges(0, edges);
  CHECK(graph.changed());
  CHECK(graph.number(component_of));
  CHECK(graph.component_count() == 1);
  graph.set_edges(0, edges);
  graph.set_edges(1, {});
  graph.set_key(a, 10);
  CHECK_FALSE(graph.changed());
  graph.set_edges(0, std::span(edges).first(1));
  CHECK(graph.changed());
  CHECK_FALSE(graph.number(component_of));
}

}  // namespace throng::region_graph_test
