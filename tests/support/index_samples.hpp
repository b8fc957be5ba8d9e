#pragma once

#include "../../src/index/file_header.hpp"

#include <throng/grid.hpp>
#include <throng/index.hpp>
#include <throng/terrain.hpp>

#include <cstddef>
#include <memory>
#include <string>

namespace throng::test {

inline constexpr IndexOptions kFronts{
    .landmarks = {0}, .jump_graph = false, .fronts = {true}};
inline constexpr IndexOptions kHierarchy{
    .landmarks = {0}, .jump_graph = false, .hierarchy = {true}};
inline constexpr IndexOptions kLines{
    .landmarks = {0}, .jump_graph = false, .lines = {true}};
/// Enough for the graph of lines of an IndexSample, too little for its labels.
inline constexpr std::size_t kMemoryOfLineGraph = 30'000;
/// Lines alone. memory: of their labels, or a graph.
constexpr IndexOptions lines_alone(std::size_t memory) {
  return {
      .landmarks = {0}, .jump_graph = false, .lines = {.build = true, .memory = memory}};
}
inline constexpr IndexOptions kAtJumpPoints{
    .landmarks = {.count = 3, .storage = LandmarkStorage::jump_points}};
/// Landmarks, areas, gates and hub labels.
IndexOptions everything(bool cell_labels = true);

/// A small map, its index and the bytes of its file, which tests damage.
struct IndexSample {
  explicit IndexSample(const IndexOptions& options, const Rules& rules = {},
                       const GridOptions& ground = {});

  /// The message of the error; empty if the bytes are accepted.
  std::string refusal(const std::string& changed,
                      IndexCheck level = IndexCheck::ranges) const;

  Terrain terrain;
  std::shared_ptr<const Grid> grid;
  Index index;
  std::string bytes;
};

/// One with fronts whose entries differ there and back.
IndexSample one_way_sample();

FileHeader header_of(const std::string& bytes);
SectionEntry section_of(const FileHeader& header, SectionId id);
/// Gives a section an id that no version knows. Readers need no section so named, if the
/// section is optional. Pre: the file has it.
void hide_section(std::string& bytes, SectionId id);
/// The first byte of a section.
std::size_t begin_of(const std::string& bytes, SectionId id);

}  // namespace throng::test
