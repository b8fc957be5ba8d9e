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

Index::Index(std::shared_ptr<const Parts> parts) noexcept
    : grid_(parts->grid), parts_(std::move(parts)) {}

/// Without parts there is no grid among the contents.
const Index::Parts& Index::contents() const noexcept {
  if (parts_ != nullptr) return *parts_;
  static const Parts none = [] {
    Parts empty;
    empty.options = {.landmarks = {0}, .jump_graph = false};
    return empty;
  }();
  return none;
}

Result<Index> Index::build(std::shared_ptr<const Grid> grid, const IndexOptions& options,
                           Workers& workers) {
  if (grid == nullptr) return fail(Code::bad_argument, "an index needs a grid, not null");
  if (options.landmarks.count < 0 || options.landmarks.count > IndexOptions::kMaxLandmarks)
    return fail(Code::bad_argument, "landmarks must be between 0 and " +
                                        std::to_string(IndexOptions::kMaxLandmarks) +
                                        ", not " + std::to_string(options.landmarks.count));
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
  return Index(std::shared_ptr<const Parts>(std::move(parts)));
}

const IndexOptions& Index::options() const noexcept { return contents().options; }

double Index::build_seconds() const noexcept { return contents().seconds; }

bool Index::has(Part part) const noexcept {
  return index_parts()[static_cast<std::size_t>(part)]->present(contents());
}

PartInfo Index::part(Part part) const {
  const IndexPart& one = *index_parts()[static_cast<std::size_t>(part)];
  const PartRecord& record = contents().record(part);
  const PartWords& words = one.words();
  PartInfo info{.part = part,
                .name = words.name,
                .present = one.present(contents()),
                .stale = one.stale(contents()),
                .bytes = one.bytes(contents()),
                .seconds = record.seconds,
                .refusal = record.refusal,
                .lack = record.lack,
                .exceeded = record.memory_exceeded ? words.limit : "",
                .algorithm = words.algorithm,
                .facts = {}};
  if (info.present) one.add_facts(contents(), info.facts);
  return info;
}

std::vector<PartInfo> Index::parts() const {
  std::vector<PartInfo> infos;
  for (const IndexPart* const one : index_parts())
    if (PartInfo info = part(one->id());
        info.present || info.stale || !info.refusal.empty())
      infos.push_back(std::move(info));
  return infos;
}

std::size_t Index::memory_bytes() const noexcept {
  if (parts_ == nullptr) return 0;
  const Parts& parts = *parts_;
  std::size_t bytes = sizeof(Index) + sizeof(Parts) +
                      parts.rows->row.capacity() * sizeof(parts.rows->row[0]) +
                      (parts.numbers ? parts.numbers->memory_bytes() : 0) +
                      parts.living_nodes.size() * sizeof(std::uint32_t);
  for (const IndexPart* const part : index_parts()) bytes += part->bytes(parts);
  return bytes;
}

}  // namespace throng
