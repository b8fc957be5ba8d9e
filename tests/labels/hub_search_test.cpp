#include "../../src/labels/hub_search.hpp"

#include "../../src/core/rng.hpp"
#include "../../src/index/index_contents.hpp"
#include "../support/catch.hpp"
#include "../support/maps.hpp"

#include <throng/index.hpp>
#include <throng/workers.hpp>

#include <cstddef>
#include <cstdint>

namespace throng::hub_search_test {

TEST_CASE("a search reads few of the labels that start and goal see") {
  Workers workers(1);
  const auto grid = *Grid::make(test::random_terrain(160, 140, 12, 5));
  const auto index = *Index::build(
      grid, {.landmarks = {0}, .hub_labels = {.build = true, .cells = false}}, workers);
  REQUIRE(index.has(Part::hub_labels));
  const HubMap map = index.contents().hub_map();
  REQUIRE_FALSE(map.views.has_labels());
  const HubSearch search(map);
  HubScratch scratch;
  SplitMix64 rng(9);
  const auto cells = static_cast<std::uint32_t>(grid->cell_count());
  std::size_t seen = 0, read = 0, ways = 0;
  while (ways < 300) {
    const CellIndex start = rng.below(cells);
    const CellIndex goal = rng.below(cells);
    if (grid->moves()[start] == 0 || grid->moves()[goal] == 0 || start == goal ||
        grid->component(start) != grid->component(goal))
      continue;
    if (search.find(start, goal, scratch).kind == HubWay::Kind::direct) continue;
    ++ways;
    read += scratch.labels_read;
    seen += map.views.seen(map.views.view(start)).size() +
            map.views.seen(map.views.view(goal)).size();
  }
  CAPTURE(read, seen);
  CHECK(2 * read < seen);
}

}  // namespace throng::hub_search_test
