#include "../core/progress.hpp"
#include "../core/workers.hpp"
#include "index_access.hpp"
#include "index_part.hpp"

#include <chrono>
#include <string>
#include <utility>
#include <vector>

namespace throng {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

}  // namespace

Index::Index(const Key&, std::shared_ptr<const Parts> parts) : parts_(std::move(parts)) {}
Index::~Index() = default;

Result<std::shared_ptr<const Index>> Index::build(std::shared_ptr<const Grid> grid,
                                                  const IndexOptions& options,
                                                  Workers& workers) {
  if (grid == nullptr) return fail(Code::bad_argument, "an index needs a grid, not null");
  if (options.landmarks < 0 || options.landmarks > IndexOptions::kMaxLandmarks)
    return fail(Code::bad_argument, "landmarks must be between 0 and " +
                                        std::to_string(IndexOptions::kMaxLandmarks) +
                                        ", not " + std::to_string(options.landmarks));
  for (const IndexPart* const part : index_parts())
    if (part->wanted(options))
      if (const Outcome possible = part->check(*grid, options); !possible)
        return possible.failure();
  const WorkersInUse own(workers);
  const Clock::time_point begin = Clock::now();
  auto parts = std::make_unique<Parts>();
  parts->grid = std::move(grid);
  parts->landmark_grid = parts->grid;
  parts->options = options;
  parts->options.monitor = nullptr;
  for (const IndexPart* const part : index_parts())
    if (part->wanted(options)) part->imply(parts->options);
  for (const IndexPart* const part : index_parts()) {
    if (cancelled(options.monitor)) return cancelled_build().failure();
    if (!part->wanted(parts->options)) continue;
    const Clock::time_point part_begin = Clock::now();
    if (const Outcome done = part->build(*parts, *own, options.monitor); !done)
      return done.failure();
    parts->record(part->id()).seconds = seconds_since(part_begin);
  }
  parts->seconds = seconds_since(begin);
  return std::make_shared<const Index>(Key(), std::move(parts));
}

const std::shared_ptr<const Grid>& Index::grid() const noexcept { return parts_->grid; }
const IndexOptions& Index::options() const noexcept { return parts_->options; }

std::vector<PartInfo> Index::parts() const {
  std::vector<PartInfo> infos;
  for (const IndexPart* const part : index_parts()) {
    const PartRecord& record = parts_->record(part->id());
    const bool present = part->present(*parts_);
    if (!present && record.refusal.empty()) continue;
    const PartWords& words = part->words();
    infos.push_back({.name = words.name,
                     .present = present,
                     .bytes = part->bytes(*parts_),
                     .seconds = record.seconds,
                     .refusal = record.refusal,
                     .exceeded = record.memory_exceeded ? words.limit : "",
                     .algorithm = words.algorithm});
  }
  return infos;
}

IndexStats Index::stats() const {
  const Parts& parts = *parts_;
  const PartRecord& hubs = parts.record(PartId::hubs);
  const PartRecord& fronts = parts.record(PartId::fronts);
  const PartRecord& hierarchy = parts.record(PartId::hierarchy);
  IndexStats stats;
  stats.landmarks = parts.options.landmarks;
  stats.jump_graph = parts.jump_graph != nullptr;
  stats.hub_labels = parts.hubs != nullptr;
  stats.cell_labels = parts.hubs && parts.hubs->views.has_labels();
  stats.hub_labels_skipped_because = hubs.refusal;
  stats.hub_memory_exceeded = hubs.memory_exceeded;
  stats.hub_seconds = parts.hubs ? hubs.seconds : 0;
  stats.areas = parts.areas ? parts.areas->map.count : 0;
  stats.gates = parts.gates ? parts.gates->gates.count() : 0;
  stats.hubs = parts.hubs ? parts.hubs->labels.subgoals() : 0;
  stats.hub_entries = parts.hubs ? parts.hubs->labels.size() : 0;
  stats.landmark_bytes = landmark_part().bytes(parts);
  stats.jump_bytes = jump_part().bytes(parts);
  stats.area_bytes = area_part().bytes(parts);
  stats.gate_bytes = gate_part().bytes(parts);
  stats.hub_bytes = hub_part().bytes(parts);
  stats.build_seconds = parts.seconds;
  stats.fronts = parts.fronts != nullptr;
  stats.fronts_stale = parts.fronts_stale;
  stats.fronts_skipped_because = fronts.refusal;
  stats.front_memory_exceeded = fronts.memory_exceeded;
  stats.front_bytes = front_part().bytes(parts);
  if (parts.fronts && parts.fronts->rows() != nullptr)
    stats.front_row_bytes = parts.fronts->rows()->memory_bytes();
  stats.front_seconds = fronts.seconds;
  stats.hierarchy = parts.hierarchy != nullptr;
  stats.hierarchy_skipped_because = hierarchy.refusal;
  stats.hierarchy_memory_exceeded = hierarchy.memory_exceeded;
  stats.hierarchy_bytes = hierarchy_part().bytes(parts);
  stats.hierarchy_seconds = hierarchy.seconds;
  return stats;
}

std::size_t Index::memory_bytes() const noexcept {
  const Parts& parts = *parts_;
  std::size_t bytes = sizeof(Index) + sizeof(Parts) +
                      parts.rows->row.capacity() * sizeof(parts.rows->row[0]) +
                      (parts.numbers ? parts.numbers->memory_bytes() : 0) +
                      parts.living_nodes.size() * sizeof(std::uint32_t);
  for (const IndexPart* const part : index_parts()) bytes += part->bytes(parts);
  return bytes;
}

}  // namespace throng
