#include "../../src/search/node_table.hpp"

#include "../../src/core/counting_resource.hpp"
#include "../support/catch.hpp"

namespace throng::node_table_test {

TEST_CASE("a node gives back what was put in") {
  NodeTable nodes;
  nodes.forget(10);
  for (unsigned move = 0; move < kMoves; ++move)
    for (const Cost g : {0U, 1U, 65535U, 65536U, 4'000'000'000U}) {
      const auto node = NodeTable::make(nodes.stamp(), move, g);
      CHECK(NodeTable::move_of(node) == move);
      CHECK(NodeTable::touched(node, nodes.stamp()));
      CHECK(NodeTable::same(g, node));
      CHECK(!NodeTable::same(g + 1, node));
      CHECK((node & NodeTable::kExpanded) == 0);
    }
}

TEST_CASE("a wide node gives back what was put in, and which link led to it") {
  WideNodeTable nodes;
  nodes.forget(10);
  for (unsigned move = 0; move <= kByLink; ++move)
    for (const Cost g : {0U, 1U, 65536U, 4'000'000'000U, kUnreachable}) {
      const auto node = WideNodeTable::make(nodes.stamp(), move, g);
      CHECK(WideNodeTable::move_of(node) == move);
      CHECK(WideNodeTable::move_of(node | WideNodeTable::kExpanded) == move);
      CHECK(WideNodeTable::touched(node | WideNodeTable::kExpanded, nodes.stamp()));
      CHECK(WideNodeTable::same(g, node | WideNodeTable::kExpanded));
      CHECK((node & WideNodeTable::kExpanded) == 0);
    }
  nodes.make_room_for_links(3);
  nodes.note_link(2, 77);
  nodes.make_room_for_links(2);
  CHECK(nodes.link_into(2) == 77);
}

TEST_CASE("costs are compared right across the wrap, up to two of the costliest steps") {
  for (const Cost g : {0U, 2378U, 65530U, 65536U, 4'000'000'000U}) {
    const auto node = NodeTable::make(0, 0, g);
    CHECK(!NodeTable::less(g, node));
    CHECK(!NodeTable::less(g + 2 * kMaxStepCost, node));
    CHECK(NodeTable::less(g - 1, node));
    CHECK(NodeTable::less(g - 2 * kMaxStepCost, node));
  }
}

TEST_CASE("nothing survives being forgotten, not even when generations wrap") {
  NodeTable nodes;
  nodes.forget(3);
  for (int search = 0; search < 10'000; ++search) {
    nodes.data()[search % 3] = NodeTable::make(nodes.stamp(), 5, 77);
    nodes.forget(3);
    for (int cell = 0; cell < 3; ++cell)
      REQUIRE(!NodeTable::touched(nodes.data()[cell], nodes.stamp()));
  }
}

TEST_CASE("a table grows to the largest map and stays there") {
  CountingResource memory(std::pmr::get_default_resource());
  NodeTable nodes{Memory(&memory)};
  nodes.forget(1000);
  const std::size_t bytes = memory.bytes();
  CHECK(bytes >= 4000);
  nodes.forget(10);
  nodes.forget(1000);
  CHECK(memory.bytes() == bytes);
}

}  // namespace throng::node_table_test
