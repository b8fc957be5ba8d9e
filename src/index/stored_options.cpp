#include "stored_options.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace throng {

void describe(const IndexOptions& options, FileHeader& header) {
  header.placement = static_cast<std::uint8_t>(options.landmarks.placement);
  header.metric = static_cast<std::uint8_t>(options.landmarks.metric);
  header.storage = static_cast<std::uint8_t>(options.landmarks.storage);
  header.jump_graph = options.jump_graph ? 1 : 0;
  header.hubs = options.hub_labels.build ? 1 : 0;
  header.cell_labels = options.hub_labels.cells ? 1 : 0;
  header.areas = options.areas ? 1 : 0;
  header.gates = options.gates.build ? 1 : 0;
  header.landmarks = options.landmarks.count;
  header.hub_memory = options.hub_labels.memory;
  header.gate_memory = options.gates.memory;
  header.seed = options.landmarks.seed;
  header.fronts = options.fronts.build ? 1 : 0;
  header.front_memory = options.fronts.build ? options.fronts.memory : 0;
  header.hierarchy = options.hierarchy.build ? 1 : 0;
  header.hierarchy_memory = options.hierarchy.build ? options.hierarchy.memory : 0;
  header.lines = options.lines.build ? 1 : 0;
  header.line_memory = options.lines.build ? options.lines.memory : 0;
}

/// The storage of files with landmarks in 16 bits, which earlier versions wrote.
constexpr std::uint8_t kCompressed = 1;

Result<IndexOptions> options_of(const FileHeader& header) {
  if (header.storage == kCompressed)
    return fail(
        Code::unsupported,
        "has compressed landmarks, which this version does not read; build it again");
  const std::array flags{header.jump_graph,
                         header.hubs,
                         header.cell_labels,
                         header.areas,
                         header.gates,
                         header.hub_memory_exceeded,
                         header.has_cell_labels,
                         header.fronts,
                         header.front_memory_exceeded,
                         header.hierarchy,
                         header.hierarchy_memory_exceeded,
                         header.lines,
                         header.line_memory_exceeded};
  const bool valid =
      std::ranges::all_of(flags, [](std::uint8_t flag) { return flag <= 1; }) &&
      header.placement < kPlacements.size() && header.metric < kFieldMetrics.size() &&
      header.storage <= static_cast<std::uint8_t>(LandmarkStorage::jump_points) &&
      header.landmarks >= 0 && header.landmarks <= IndexOptions::kMaxLandmarks &&
      (header.fronts != 0 ||
       (header.front_memory == 0 && header.front_memory_exceeded == 0)) &&
      (header.hierarchy != 0 ||
       (header.hierarchy_memory == 0 && header.hierarchy_memory_exceeded == 0 &&
        header.hierarchy_core == 0)) &&
      (header.lines != 0 ||
       (header.line_memory == 0 && header.line_memory_exceeded == 0)) &&
      header.landmark_shift == 0;
  if (!valid) return fail(Code::bad_format, "the header is damaged: the options");
  IndexOptions options;
  options.landmarks.count = header.landmarks;
  options.landmarks.placement = static_cast<Placement>(header.placement);
  options.landmarks.metric = static_cast<FieldMetric>(header.metric);
  options.landmarks.storage = static_cast<LandmarkStorage>(header.storage);
  options.jump_graph = header.jump_graph != 0;
  options.hub_labels.build = header.hubs != 0;
  options.hub_labels.memory = header.hub_memory;
  options.hub_labels.cells = header.cell_labels != 0;
  options.areas = header.areas != 0;
  options.gates.build = header.gates != 0;
  options.gates.memory = header.gate_memory;
  options.landmarks.seed = header.seed;
  options.fronts.build = header.fronts != 0;
  if (options.fronts.build) options.fronts.memory = header.front_memory;
  options.hierarchy.build = header.hierarchy != 0;
  if (options.hierarchy.build) options.hierarchy.memory = header.hierarchy_memory;
  options.lines.build = header.lines != 0;
  if (options.lines.build) options.lines.memory = header.line_memory;
  return options;
}

}  // namespace throng
