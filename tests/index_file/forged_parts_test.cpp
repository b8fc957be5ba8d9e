#include "../../src/front/elimination.hpp"
#include "../../src/index/index_contents.hpp"
#include "../../src/jump/jumps.hpp"
#include "../support/catch.hpp"
#include "../support/index_files.hpp"
#include "../support/index_samples.hpp"
#include "../support/maps.hpp"
#include "../support/rehash.hpp"
#include "../support/seeds.hpp"

#include <throng/field.hpp>
#include <throng/index.hpp>
#include <throng/solver.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <utility>
#include <vector>

// Files that were changed together with their hashes.

namespace throng::forged_parts_test {

using namespace test;

namespace {

/// Why a file is refused in which a 32-bit word of an element of a section has this value.
std::string refusal_of(const IndexSample& sample, SectionId id, std::size_t at,
                       std::size_t word, std::uint32_t value) {
  std::string bytes = sample.bytes;
  const SectionEntry section = section_of(header_of(bytes), id);
  std::memcpy(&bytes[section.offset + at * section.element_bytes + word * sizeof value],
              &value, sizeof value);
  rehash(bytes);
  return sample.refusal(bytes);
}

void check_forged_hubs(const IndexSample& sample) {
  const HubLabels& labels = sample.index.contents().hubs->labels;
  const auto refusal = [&](SectionId id, std::size_t at, std::size_t word,
                           std::size_t value) {
    return refusal_of(sample, id, at, word, static_cast<std::uint32_t>(value));
  };
  const HubLabels::Arrays& arrays = labels.arrays();
  const auto step = static_cast<std::uint32_t>(every({.normal = 2, .sanitized = 13}));
  for (std::uint32_t label = 0; label < labels.subgoals(); label += step)
    for (std::uint32_t i = arrays.begin[label]; i < arrays.begin[label + 1]; ++i) {
      CAPTURE(label, i);
      const std::string order = "damaged: hub_ranks: out of order";
      CHECK(refusal(SectionId::hub_ranks, i, 0, labels.subgoals()) == order);
      if (i > arrays.begin[label])
        CHECK(refusal(SectionId::hub_ranks, i, 0, arrays.hubs[i - 1]) == order);
      CHECK(refusal(SectionId::hub_steps, i, 0, i) ==
            "damaged: hub_steps: a step leads nowhere");
    }
  // Of a block the keys come first, then the costs.
  const std::string range = "damaged: view_labels: number 0 is out of range";
  for (std::size_t i = 0; i < HubBlock::kEntries; ++i) {
    CAPTURE(i);
    CHECK(refusal(SectionId::view_labels, 0, i, HubBlock::kMostSeen - 1) == range);
    CHECK(refusal(SectionId::view_labels, 0, i, labels.subgoals() << HubBlock::kSeenBits) ==
          range);
    for (const std::uint32_t cost : {1U << 28, 1U << 31, ~0U})
      CHECK(refusal(SectionId::view_labels, 0, HubBlock::kEntries + i, cost) == range);
  }
}

}  // namespace

TEST_CASE("forged landmarks are refused where searches assert that bounds are consistent") {
  for (const IndexSample& sample :
       {IndexSample(everything(false)), IndexSample(kAtJumpPoints)})
    for (const std::size_t at : {400U, 404U, 800U}) {
      CAPTURE(at);
      std::string bytes = sample.bytes;
      ++bytes[begin_of(bytes, SectionId::landmarks) + at];
      rehash(bytes);
      CHECK(sample.refusal(bytes).empty() == (THRONG_CHECKS == 0));
      CHECK(sample.refusal(bytes, IndexCheck::hashes).empty());
    }
}

TEST_CASE("fronts from which a walk could leave the file or never end are refused") {
  const IndexSample sample(kFronts);
  const auto refusal = [&](SectionId id, std::size_t at, auto value) {
    std::string bytes = sample.bytes;
    std::memcpy(&bytes[begin_of(bytes, id) + at * sizeof value], &value, sizeof value);
    rehash(bytes);
    return sample.refusal(bytes);
  };
  const auto over = [](std::uint64_t low, std::uint64_t apart) {
    return low << 15 | apart;
  };
  const std::size_t costs = begin_of(sample.bytes, SectionId::front_costs);
  std::size_t at = 40;
  for (Cost cost = kUnreachable; cost == kUnreachable;)
    std::memcpy(&cost, &sample.bytes[costs + ++at * sizeof cost], sizeof cost);
  const std::string no_way =
      "damaged: front_ways: number " + std::to_string(at) + " is no way at its cost";
  CHECK(refusal(SectionId::front_ways, at, over(at, 0)) == no_way);
  CHECK(refusal(SectionId::front_ways, at, over(at - 10, 10)) == no_way);
  CHECK(refusal(SectionId::front_ways, at, over(1ULL << 42, 0)) == no_way);
  CHECK(refusal(SectionId::front_ways, at, std::uint64_t{20} << 58) == no_way);
  CHECK(refusal(SectionId::front_costs, at, std::uint32_t{0}) == no_way);
  CHECK(refusal(SectionId::front_sizes, 0, ~std::uint64_t{0}).starts_with("damaged: "));
  CHECK(refusal(SectionId::front_sizes, 1, std::uint32_t{0}).starts_with("damaged: "));
  CHECK(refusal(SectionId::front_bounds, 0, std::uint32_t{0}).starts_with("damaged: "));
  CHECK(refusal(SectionId::front_bounds, 0, kNoRank - 1).starts_with("damaged: "));
  CHECK(refusal(SectionId::front_ranks, 0, std::uint32_t{0}) ==
        "damaged: front_ranks: not one for each open cell");
}

TEST_CASE("hub labels with numbers out of range or out of order are refused") {
  check_forged_hubs(IndexSample(everything()));
  check_forged_hubs(IndexSample(everything(), {.topology = Topology::tile}));
  check_forged_hubs(IndexSample(everything(), {.corners = Corners::cut_one}));
}

TEST_CASE("labels of lines with numbers out of range or out of order are refused") {
  for (const Rules& rules : {Rules{}, Rules{.corners = Corners::cut_one}}) {
    const IndexSample sample(kLines, rules);
    const LineLabels::Arrays& labels = sample.index.contents().line_labels->arrays();
    const auto refusal = [&](SectionId id, std::size_t at, std::size_t word,
                             std::size_t value) {
      return refusal_of(sample, id, at, word, static_cast<std::uint32_t>(value));
    };
    const std::size_t corners = labels.begin.size() - 1, entries = labels.keys.size();
    const std::string overlap = "damaged: line_begin: labels overlap";
    CHECK(refusal(SectionId::line_begin, 0, 0, 1) == overlap);
    CHECK(refusal(SectionId::line_begin, 3, 0, labels.hubs.size() + 1) == overlap);
    CHECK(refusal(SectionId::line_begin, corners, 0, labels.hubs.size() - 1) == overlap);
    CHECK(refusal(SectionId::line_first_steps, 5, 0, labels.steps.size()) ==
          "damaged: line_first_steps: a step is missing");
    for (std::size_t i = 0; i < labels.steps.size();
         i += static_cast<std::size_t>(every({.normal = 7, .sanitized = 41}))) {
      const std::string nowhere =
          "damaged: line_steps: number " + std::to_string(i) + " leads nowhere";
      CHECK(refusal(SectionId::line_steps, i, 0, i) == nowhere);
      CHECK(refusal(SectionId::line_steps, i, 1, corners) == nowhere);
    }
    const std::string tiles = "damaged: line_tiles: tiles overlap";
    CHECK(refusal(SectionId::line_tiles, 0, 0, 1) == tiles);
    CHECK(refusal(SectionId::line_tiles, 2, 0, labels.vias.size() + 1) == tiles);
    CHECK(refusal(SectionId::line_tiles, 2, 1, entries + 1) == tiles);
    CHECK(refusal(SectionId::line_tiles, labels.tiles.size() - 1, 1, entries - 1) == tiles);
    CHECK(refusal(SectionId::line_vias, 1, 0, corners) ==
          "damaged: line_vias: number 1 is no corner of the map");
    const std::uint32_t vias = labels.tiles[1].via;
    REQUIRE(labels.tiles[1].entry > 0);
    const std::string key = "damaged: line_keys: number 0 is out of range";
    CHECK(refusal(SectionId::line_keys, 0, 0, vias) == key);
    CHECK(refusal(SectionId::line_keys, 0, 0, corners << LineLabels::kViaBits) == key);
    CHECK(refusal(SectionId::line_costs, 0, 1, 1U << 29) ==
          "damaged: line_costs: number 0 is out of range");
  }
}

TEST_CASE("graphs of lines with numbers out of range or out of order are refused") {
  const IndexSample sample(lines_alone(kMemoryOfLineGraph));
  REQUIRE(sample.index.contents().line_graph != nullptr);
  const LineGraph::Arrays& graph = sample.index.contents().line_graph->arrays();
  const std::size_t corners = graph.begin.size() - 1;
  const auto refusal = [&](SectionId id, std::size_t at, std::size_t value) {
    return refusal_of(sample, id, at, 0, static_cast<std::uint32_t>(value));
  };
  const std::string overlap = "damaged: line_edge_begin: edges overlap";
  CHECK(refusal(SectionId::line_edge_begin, 0, 1) == overlap);
  CHECK(refusal(SectionId::line_edge_begin, 3, graph.edges.size() + 1) == overlap);
  CHECK(refusal(SectionId::line_edge_begin, corners, graph.edges.size() - 1) == overlap);
  CHECK(refusal(SectionId::line_edges, 2, corners) ==
        "damaged: line_edges: one leads nowhere");
  CHECK(refusal(SectionId::line_landmarks, 1, corners) ==
        "damaged: line_landmarks: one is no corner of the map");
  // A corner with neighbours, and the distance of its own component's landmark.
  std::size_t at = 0;
  while (graph.rows[at] == LineGraph::kApart || graph.rows[at] == 0) ++at;
  for (const std::uint32_t change : {3U << 29, LineGraph::kApart})
    CHECK(refusal(SectionId::line_landmark_rows, at, graph.rows[at] ^ change)
              .find(" is no distance") != std::string::npos);
}

TEST_CASE("jumps that lead elsewhere or begin with another move are refused") {
  const IndexSample sample(everything());
  const JumpGraph& graph = *sample.index.contents().jump_graph;
  const auto refusal = [&](SectionId id, std::size_t at, std::size_t word,
                           std::uint32_t value) {
    return refusal_of(sample, id, at, word, value);
  };
  const auto step = static_cast<std::uint32_t>(every({.normal = 3, .sanitized = 17}));
  std::size_t straight = 0, diagonal = 0;
  for (std::uint32_t node = 0; node < graph.nodes().size(); node += step)
    for (unsigned k = 0; k < kMoves; ++k) {
      const auto& first = graph.nodes()[node].first;
      if (first[k] == first[k + 1]) continue;
      const std::uint32_t edge = first[k], last = first[k + 1] - 1;
      const JumpEdge right = graph.edges()[edge];
      CAPTURE(node, k, edge);
      const auto no_way = [](std::uint32_t number) {
        return "damaged: jump_edges: number " + std::to_string(number) +
               " is no way from its node";
      };
      for (const std::uint32_t other : {1U, 2U, 3U})
        CHECK(refusal(SectionId::jump_edges, edge, 0, right.target ^ other) ==
              no_way(edge));
      CHECK(refusal(SectionId::jump_edges, edge, 1, right.cost + 1) == no_way(edge));
      // The same edges, some of them as if they began with the move before or after.
      const std::string earlier = refusal(SectionId::jump_nodes, node, k, edge + 1);
      CHECK(
          (k > 0 ? earlier == no_way(edge) : earlier.ends_with("has edges out of range")));
      if (k + 1 < kMoves)
        CHECK(refusal(SectionId::jump_nodes, node, k + 1, last) == no_way(last));
      (k % 2 == 0 ? straight : diagonal) += 1;
      if (k % 2 != 0) continue;
      std::string bytes = sample.bytes;  // a way of no step
      const JumpEdge nowhere{node << 2 | k / 2, 0};
      std::memcpy(&bytes[begin_of(bytes, SectionId::jump_edges) + edge * sizeof nowhere],
                  &nowhere, sizeof nowhere);
      rehash(bytes);
      CHECK(sample.refusal(bytes) == no_way(edge));
    }
  CHECK(std::min(straight, diagonal) > 5);
}

TEST_CASE("forged hierarchies are refused") {
  const IndexSample sample(kHierarchy);
  const Hierarchy& built = *sample.index.contents().hierarchy;
  const auto refusal = [&](SectionId id, std::size_t at, std::size_t word,
                           std::uint32_t value) {
    return refusal_of(sample, id, at, word, value);
  };
  const std::string arcs = "damaged: hierarchy_arcs: number ";
  std::size_t shortcuts = 0;
  for (std::uint32_t node = 0; node < built.size(); ++node)
    for (std::uint32_t i = built.first_arc(node); i < built.first_arc(node + 1); ++i) {
      const HierarchyArc& arc = built.arc(i);
      CAPTURE(node, i);
      CHECK(refusal(SectionId::hierarchy_arcs, i, 0, node).starts_with(arcs));
      CHECK(refusal(SectionId::hierarchy_arcs, i, 1, arc.cost() + 1).starts_with(arcs));
      CHECK(refusal(SectionId::hierarchy_arcs, i, 2, i).starts_with(arcs));
      CHECK(refusal(SectionId::hierarchy_arcs, i, 2, ~std::uint32_t{0}).starts_with(arcs));
      shortcuts += arc.is_edge() ? 0 : 1;
    }
  CHECK(shortcuts > 10);
  REQUIRE(built.landmarks() > 0);
  REQUIRE_FALSE(built.arcs(0).empty());
  CHECK(refusal(SectionId::hierarchy_rows, 0, 0, kUnreachable / 2) ==
        "damaged: hierarchy_rows: number 0 is not consistent");
  CHECK(refusal(SectionId::hierarchy_first_arcs, 1, 0, ~std::uint32_t{0}) ==
        "damaged: hierarchy_first_arcs: number 0 is no arc of its node");
  CHECK(refusal(SectionId::hierarchy_places, 0, 0, 0xFFFF'FFFF) ==
        "damaged: hierarchy_places: number 0 is no corner of its own");
  CHECK(refusal(SectionId::hierarchy_places, 0, 0,
                std::bit_cast<std::uint32_t>(built.place(1))) ==
        "damaged: hierarchy_places: number 1 is no corner of its own");
}

TEST_CASE("a hierarchy from which a walk could leave the core or never end is refused") {
  const auto grid = *Grid::make(random_terrain(100, 90, 25, 4));
  Workers workers(1);
  const auto index = *Index::build(grid, kHierarchy, workers);
  const Hierarchy& built = *index.contents().hierarchy;
  const std::string good = saved(index);
  const std::size_t arcs = begin_of(good, SectionId::hierarchy_arcs);
  const auto core = static_cast<std::uint32_t>(built.core());
  REQUIRE(core > 10);
  const auto put = [&](std::string& bytes, std::uint32_t at, const HierarchyArc& arc) {
    std::memcpy(&bytes[arcs + at * sizeof arc], &arc, sizeof arc);
  };
  const auto refused = [&](std::string bytes) {
    rehash(bytes);
    const auto again = loaded(bytes, grid);
    return !again && again.error().what.find("hierarchy_arcs") != std::string::npos;
  };

  // The true leg from the core to a node that has no row of landmarks.
  std::string bytes = good;
  const Hierarchy::Place from = built.place(0), to = built.place(core);
  const JumpLine line(to.x - from.x, to.y - from.y);
  REQUIRE_FALSE(built.arcs(0).empty());
  put(bytes, 0, {core, line.cost(grid->costs()), HubLeg(line)});
  CHECK(refused(bytes));

  // Arcs between three nodes of the core that cost nothing and consist of each other. Ways
  // would have another cost.
  const auto position = [&](std::uint32_t node, std::uint32_t end) {
    const auto all = built.arcs(node);
    const auto at = std::ranges::find(all, end, &HierarchyArc::to);
    return at == all.end()
               ? ~std::uint32_t{0}
               : built.first_arc(node) + static_cast<std::uint32_t>(at - all.begin());
  };
  const auto joined = [&](std::uint32_t a, std::uint32_t b) {
    return position(a, b) != ~std::uint32_t{0};
  };
  std::array<std::uint32_t, 3> nodes{};
  for (std::uint32_t a = 0; a < core; ++a)
    for (std::uint32_t b = a + 1; b < core; ++b)
      for (std::uint32_t c = b + 1; c < core; ++c)
        if (joined(a, b) && joined(a, c) && joined(b, c)) nodes = {a, b, c};
  REQUIRE(nodes[2] != 0);
  bytes = good;
  for (const SectionId id : {SectionId::hierarchy_ways, SectionId::hierarchy_runs})
    hide_section(bytes, id);
  const std::size_t rows = begin_of(bytes, SectionId::hierarchy_rows);
  std::fill_n(&bytes[rows], core * built.landmarks() * sizeof(Cost), '\0');
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      if (i != j) {
        const std::uint32_t middle = nodes[3 - i - j];
        put(bytes, position(nodes[i], nodes[j]),
            {nodes[j], 0, position(middle, nodes[i]), position(middle, nodes[j])});
      }
  CHECK(refused(bytes));
}

TEST_CASE("forged ways of the core of a hierarchy are refused") {
  const IndexSample sample(kHierarchy);
  const CoreWays& built = sample.index.contents().hierarchy->ways();
  const auto runs = static_cast<std::uint32_t>(built.runs().size());
  REQUIRE(built.ways().size() > 1);
  const auto refused = [&](SectionId id, std::size_t at, std::size_t word,
                           std::uint32_t value) {
    return refusal_of(sample, id, at, word, value)
        .starts_with("damaged: hierarchy_ways: number ");
  };
  for (std::size_t i = 0; i < built.ways().size(); ++i) {
    CAPTURE(i);
    const auto words = std::bit_cast<std::array<std::uint32_t, 2>>(built.ways()[i]);
    CHECK(refused(SectionId::hierarchy_ways, i, 0, runs + 1));
    CHECK(refused(SectionId::hierarchy_ways, i, 0, ~std::uint32_t{0}));
    CHECK(refused(SectionId::hierarchy_ways, i, 1, ~std::uint32_t{0}));
    CHECK(refused(SectionId::hierarchy_ways, i, 1, words[1] ^ 1U));
    CHECK(refused(SectionId::hierarchy_ways, i, 1, 0));
  }
  CHECK(refused(SectionId::hierarchy_runs, 0, 0, 0xFFFF'FFFF));

  // A run the other way costs as much, and ends elsewhere along x or y alone.
  const std::size_t first_run = begin_of(sample.bytes, SectionId::hierarchy_runs);
  const std::size_t first_way = begin_of(sample.bytes, SectionId::hierarchy_ways);
  unsigned tried = 0;
  for (std::uint32_t i = 0; i < runs; ++i) {
    const unsigned move = built.runs()[i].move();
    if (move >= 4) continue;
    std::string bytes = sample.bytes;
    bytes[first_run + i * sizeof(CoreWays::Run)] ^= 2;
    rehash(bytes);
    CHECK(sample.refusal(bytes).starts_with("damaged: hierarchy_ways: number "));
    tried |= 1U << move % 2;
  }
  CHECK(tried == 3);

  // All arcs of a node are the one with the most runs: each way is good, but together they
  // read runs more often than ways can share them.
  std::string bytes = sample.bytes;
  const Hierarchy& hierarchy = *sample.index.contents().hierarchy;
  const std::size_t first_arc = begin_of(bytes, SectionId::hierarchy_arcs);
  const auto put = [&](std::size_t at, const auto& value) {
    std::memcpy(&bytes[at], &value, sizeof value);
  };
  for (std::uint32_t node = 0; node < hierarchy.core(); ++node) {
    const std::uint32_t begin = hierarchy.first_arc(node),
                        end = hierarchy.first_arc(node + 1);
    std::uint32_t longest = begin;
    for (std::uint32_t i = begin; i < end; ++i)
      if (built.ways()[i].count() > built.ways()[longest].count()) longest = i;
    for (std::uint32_t i = begin; i < end; ++i) {
      put(first_arc + i * sizeof(HierarchyArc), hierarchy.arc(longest));
      put(first_way + i * sizeof(CoreWays::Way), built.ways()[longest]);
    }
  }
  rehash(bytes);
  CHECK(sample.refusal(bytes).starts_with("damaged: hierarchy_ways: number "));
}

TEST_CASE("forged rows of fronts are found") {
  for (const IndexSample& sample : {IndexSample(kFronts), one_way_sample()}) {
    std::string bytes = sample.bytes;
    const std::size_t costs = begin_of(bytes, SectionId::front_row_costs);
    const std::size_t nexts = begin_of(bytes, SectionId::front_row_nexts);
    const std::size_t values =
        section_of(header_of(bytes), SectionId::front_row_nexts).count;
    std::size_t reachable = 0;
    for (std::size_t i = 0; i < values; i += 7) {
      Cost cost = 0;
      std::memcpy(&cost, &bytes[costs + i * sizeof cost], sizeof cost);
      if (cost == kUnreachable) continue;
      ++reachable;
      CAPTURE(i);
      const auto forge = [&](std::size_t at, char by) {
        bytes[at] = static_cast<char>(bytes[at] ^ by);
        rehash(bytes);
        REQUIRE(sample.refusal(bytes).starts_with("damaged: front_row_nexts: "));
        bytes[at] = static_cast<char>(bytes[at] ^ by);
      };
      forge(costs + i * 4, 1);
      forge(nexts + i * 2 + 1, 64);
    }
    CHECK(reachable > 10);
  }
}

TEST_CASE("ways that double from entry to entry are refused") {
  const IndexSample sample(kFronts);
  std::string bytes = sample.bytes;
  const std::size_t costs = begin_of(bytes, SectionId::front_costs);
  const std::size_t ways = begin_of(bytes, SectionId::front_ways);
  const Cost straight = sample.grid->costs().straight;
  const std::uint64_t longest = sample.grid->open_cells() * sample.grid->costs().diagonal;
  std::uint64_t too_long = 0;
  for (std::uint64_t i = 0; i < 20; ++i) {
    const Cost cost = straight << i;
    // A move, then twice over the entry before.
    const std::uint64_t way = i == 0 ? std::uint64_t{1} << 58 : (i - 1) << 15;
    std::memcpy(&bytes[costs + i * sizeof cost], &cost, sizeof cost);
    std::memcpy(&bytes[ways + i * sizeof way], &way, sizeof way);
    if (cost <= longest) too_long = i + 1;
  }
  REQUIRE(too_long < 20);
  rehash(bytes);
  CHECK(sample.refusal(bytes) == "damaged: front_ways: number " + std::to_string(too_long) +
                                     " is no way at its cost");
}

TEST_CASE("walks down fields of forged fronts end, and are legal") {
  // A file can be forged so that fronts are sound in themselves, but not for the map.
  Workers workers(1);
  const std::int32_t side = 12;
  std::vector<Weight> weights(static_cast<std::size_t>(side * side));
  for (std::size_t i = 0; i < weights.size(); ++i)
    weights[i] = static_cast<Weight>(1 + i * 7 % 5);
  const auto grid = *Grid::make(*Terrain::make(side, side), {}, {.weights = weights});
  const auto built = *Index::build(grid, kFronts, workers);
  std::string bytes = saved(built);
  const SectionEntry costs = section_of(header_of(bytes), SectionId::front_costs);
  std::size_t accepted = 0, without_way = 0;
  const std::size_t step = every({.normal = 3, .sanitized = 29});
  for (std::size_t entry = 0; entry < costs.count; entry += step) {
    CAPTURE(entry);
    char* const at = &bytes[costs.offset + entry * sizeof(Cost)];
    Cost cost = 0;
    std::memcpy(&cost, at, sizeof cost);
    if (cost == kUnreachable) continue;
    const Cost dearer = cost + grid->costs().straight / 2;
    std::memcpy(at, &dearer, sizeof cost);
    rehash(bytes);
    const auto index = loaded(bytes, grid);
    std::memcpy(at, &cost, sizeof cost);
    if (!index) continue;
    ++accepted;
    if (accepted > 40) continue;
    Field field(*index);
    std::vector<Query> queries;
    for (std::int32_t g = 0; g < side * side; g += 23) {
      const Position goal{g % side, g / side};
      field.set_goals({&goal, 1}, workers);
      for (std::int32_t c = 0; c < side * side; ++c) {
        const Position start{c % side, c / side};
        queries.push_back({start, goal});
        Position cell = start;
        int steps = 0;
        std::optional<Move> last;
        while (const auto move = field.next(cell, last)) {
          REQUIRE((grid->moves(cell) >> static_cast<unsigned>(*move) & 1U) != 0);
          cell = grid->step(cell, *move);
          last = move;
          REQUIRE(++steps < side * side);
        }
        std::vector<Move> moves;
        field.append_path(start, moves);
        const bool arrives = field.distance(cell) == 0;
        CHECK(moves.empty() == (!arrives || start == cell));
        without_way += arrives ? 0 : 1;
      }
    }
    const Answers shared =
        Solver::make(*index)->solve(queries, workers, {.sharing = Sharing::goals});
    CHECK(shared.size() == queries.size());
  }
  CHECK(accepted > 0);
  CHECK(without_way > 0);
}

}  // namespace throng::forged_parts_test
