#pragma once

#include "../front/front_tree.hpp"
#include "../front/front_way.hpp"
#include "../hierarchy/hierarchy.hpp"
#include "../jump/jump_graph.hpp"
#include "../jump/jump_shortcuts.hpp"
#include "../lines/line_labels.hpp"
#include "hash.hpp"

#include <throng/index.hpp>
#include <throng/rules.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace throng {

static_assert(std::endian::native == std::endian::little,
              "index files are mapped as they are: little endian");

/// What a section of an index file contains. FORMAT.md describes each. Numbers are never
/// used again for something else.
enum class SectionId : std::uint32_t {
  hubs_skipped_because = 1,
  jump_nodes = 10,
  jump_edges = 11,
  jump_shortcuts = 12,
  landmark_cells = 20,
  landmarks = 21,
  landmarks_back = 22,
  gate_costs = 30,
  hub_begin = 40,
  hub_order = 41,
  hub_ranks = 42,
  hub_costs = 43,
  hub_first_steps = 44,
  hub_steps = 45,
  view_of_cell = 50,
  view_begin = 51,
  view_subgoals = 52,
  view_labels = 53,
  fronts_skipped_because = 60,
  front_sizes = 61,
  front_bounds = 62,
  front_ranks = 63,
  front_costs = 64,
  front_ways = 65,
  front_row_costs = 66,
  front_row_nexts = 67,
  hierarchy_skipped_because = 70,
  hierarchy_places = 71,
  hierarchy_first_arcs = 72,
  hierarchy_arcs = 73,
  hierarchy_rows = 74,
  hierarchy_ways = 75,
  hierarchy_runs = 76,
  line_labels_lack_because = 80,
  line_begin = 81,
  line_hubs = 82,
  line_first_steps = 83,
  line_steps = 84,
  line_tiles = 85,
  line_vias = 86,
  line_keys = 87,
  line_cells = 88,
  line_costs = 89,
  line_edge_begin = 90,
  line_edges = 91,
  line_landmarks = 92,
  line_landmark_rows = 93,
};

/// An entry of the table of sections.
struct SectionEntry {
  static constexpr std::uint32_t kRequired = 1;

  std::uint32_t id = 0;
  std::uint32_t element_bytes = 0;
  std::uint64_t count = 0;   ///< of elements
  std::uint64_t offset = 0;  ///< of the first byte; a multiple of a page
  std::uint64_t hash = 0;    ///< XXH3 of the elements, 64 bits
  std::uint32_t flags = 0;   ///< kRequired: a reader that does not know the id gives up
  std::uint32_t unused = 0;
};

/// The first page of an index file. Unused bytes are 0.
struct FileHeader {
  static constexpr std::size_t kPage = 4096;
  static constexpr std::array<char, 8> kMagic{'\x89', 'T', 'H', 'R', 'O', 'N', 'G', '\n'};
  static constexpr std::uint32_t kByteOrder = 0x0102'0304;
  /// Rises when files of this version cannot be read by earlier ones, or mean something
  /// else. It is not the version of throng.
  static constexpr std::uint32_t kFormat = 1;
  static constexpr std::size_t kMostSections = 76;

  std::array<char, 8> magic = kMagic;
  std::uint32_t byte_order = kByteOrder;
  std::uint32_t format = kFormat;
  std::uint64_t file_bytes = 0;
  std::uint64_t header_hash = 0;  ///< XXH3 of this page, with 0 here

  // The map.
  std::int32_t width = 0, height = 0;
  WideHash map_hash;                         ///< see map_hash_of()
  std::uint32_t straight = 0, diagonal = 0;  ///< Grid::costs()
  std::uint8_t layered = 0;                  ///< 1: the ground is not plain

  // The rules.
  std::uint8_t topology = 0, corners = 0, cost_model = 0;
  std::int32_t unit_size = 0;
  std::uint32_t wanted_straight = 0, wanted_diagonal = 0;  ///< Rules::costs
  std::uint16_t climb = 0;
  std::array<std::uint16_t, 256> weights{};  ///< by character

  // The options.
  std::uint8_t placement = 0, metric = 0, storage = 0, jump_graph = 0, hubs = 0,
               cell_labels = 0, areas = 0, gates = 0;
  // Results rather than options:
  std::uint8_t hub_memory_exceeded = 0, has_cell_labels = 0;
  std::int32_t landmarks = 0;
  std::uint64_t hub_memory = 0, gate_memory = 0, seed = 0;
  std::uint32_t landmark_shift = 0;  ///< of compressed landmarks, which once were

  std::uint32_t section_count = 0;
  // Of fronts; without them 0.
  std::uint64_t front_memory = 0;
  std::uint8_t fronts = 0;
  std::uint8_t front_memory_exceeded = 0;  ///< a result
  // Of a hierarchy; without one 0.
  std::uint8_t hierarchy = 0;
  std::uint8_t hierarchy_memory_exceeded = 0;  ///< a result
  std::uint32_t hierarchy_core = 0;            ///< nodes of the core; a result, too
  std::uint64_t hierarchy_memory = 0;
  std::uint8_t lines = 0;
  std::uint8_t line_memory_exceeded = 0;  ///< a result
  std::uint8_t line_row_shift = 0;        ///< a result, too
  std::array<std::uint8_t, 5> unused_here{};
  std::uint64_t line_memory = 0;  ///< 0 without lines
  std::array<std::uint8_t, 344> unused{};
  std::array<SectionEntry, kMostSections> sections;
  std::array<std::uint8_t, 32> unused_too{};
};
static_assert(sizeof(FileHeader) == FileHeader::kPage);
static_assert(offsetof(FileHeader, sections) == 1024);

/// Types whose bytes are written as they are: equal values have equal bytes.
template <class T>
concept Storable =
    std::is_trivially_copyable_v<T> && std::has_unique_object_representations_v<T>;
static_assert(Storable<FileHeader> && Storable<JumpNode> && Storable<JumpEdge> &&
              Storable<JumpShortcut> && Storable<FrontSize> && Storable<FrontWay> &&
              Storable<Hierarchy::Place> && Storable<HierarchyArc> &&
              Storable<CoreWays::Way> && Storable<CoreWays::Run> &&
              Storable<LineLabels::Step> && Storable<LineLabels::Begin> &&
              Storable<LineLabels::Via>);

}  // namespace throng
