#include "index_samples.hpp"

#include "catch.hpp"
#include "index_files.hpp"
#include "maps.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace throng::test {

IndexOptions everything(bool cell_labels) {
  IndexOptions options;
  options.landmarks.count = 3;
  options.areas = options.gates.build = options.hub_labels.build = true;
  options.hub_labels.cells = cell_labels;
  return options;
}

IndexSample::IndexSample(const IndexOptions& options, const Rules& rules,
                         const GridOptions& ground)
    : terrain(random_terrain(24, 20, 25, 4)),
      grid(*Grid::make(terrain, rules, ground)),
      index(grid) {
  Workers workers(1);
  index = *Index::build(grid, options, workers);
  bytes = saved(index);
}

std::string IndexSample::refusal(const std::string& changed, IndexCheck level) const {
  const auto index_of_changed = loaded(changed, grid, {.check = level});
  if (index_of_changed) return {};
  const std::string& what = index_of_changed.error().what;
  CHECK(what.find('\n') == std::string::npos);
  return what.substr(what.find(": ") + 2);
}

IndexSample one_way_sample() {
  std::vector<ClosedStep> closed;
  for (std::int32_t x = 2; x < 22; x += 3) closed.push_back({{x, x % 19}, Move::south});
  return IndexSample(kFronts, {.corners = Corners::always}, {.closed_steps = closed});
}

FileHeader header_of(const std::string& bytes) {
  FileHeader header;
  std::memcpy(&header, bytes.data(), sizeof header);
  return header;
}

SectionEntry section_of(const FileHeader& header, SectionId id) {
  const auto all = std::span(header.sections).first(header.section_count);
  return *std::ranges::find(all, static_cast<std::uint32_t>(id), &SectionEntry::id);
}

void hide_section(std::string& bytes, SectionId id) {
  FileHeader header = header_of(bytes);
  constexpr std::uint32_t kUnknown = 1'000;
  std::ranges::find(header.sections, static_cast<std::uint32_t>(id), &SectionEntry::id)
      ->id += kUnknown;
  std::memcpy(bytes.data(), &header, sizeof header);
}

std::size_t begin_of(const std::string& bytes, SectionId id) {
  return section_of(header_of(bytes), id).offset;
}

}  // namespace throng::test
