#include "kept_labels.hpp"

#include <throng/workers.hpp>

#include <utility>

namespace throng {
namespace {

/// What queries read of an index with hub labels. The landmarks and the rest are freed with
/// the index.
std::shared_ptr<const Index::Parts> labels_of(const Index& index) {
  const Index::Parts& all = index.parts();
  Index::Parts parts;
  parts.grid = parts.landmark_grid = all.grid;
  parts.jump_map = all.jump_map;
  parts.jump_graph = all.jump_graph;
  parts.hubs = all.hubs;
  parts.hub_seconds = all.hub_seconds;
  return std::make_shared<const Index::Parts>(std::move(parts));
}

}  // namespace

KeptLabels::KeptLabels(const Index& built, VersionPool pool)
    : pool_(std::move(pool)),
      in_use_{.version = 0, .grid = built.grid()},
      labels_(labels_of(built)),
      sample_(*labels_) {}

void KeptLabels::Since::edit(const Grid& now, const GridChanges& changes) {
  opened.update(*grid, now, changes.cheaper);
  closed.update(*grid, now, changes.costlier);
  closed.update(*grid, now, changes.cheaper);
}

void KeptLabels::edit(const Grid& now, const GridChanges& changes) {
  in_use_.edit(now, changes);
  worn_out_ = !sample_.mostly_right(now, in_use_.opened);
  if (build_) build_->since.edit(now, changes);
}

void KeptLabels::begin(std::uint64_t version, std::shared_ptr<const Grid> grid,
                       int threads) {
  build_.reset();
  auto build = std::make_unique<Build>(Since{.version = version, .grid = std::move(grid)});
  build->thread = Thread([&build = *build, threads] {
    try {
      Workers workers(threads);
      build.index =
          Index::build(build.since.grid,
                       {.landmarks = 0, .hubs = true, .monitor = &build.monitor}, workers);
    } catch (...) {
      build.failure.keep();
    }
  });
  build_ = std::move(build);
}

Outcome KeptLabels::adopt(const Grid& now) {
  if (build_ == nullptr)
    return fail(Code::bad_argument, "no hub labels were begun that could be adopted");
  build_->thread.join();
  const auto build = std::move(build_);
  build->failure.rethrow();
  if (!*build->index) return build->index->failure();
  const Index& index = ***build->index;
  const Index::Parts& parts = index.parts();
  if (parts.hubs == nullptr)
    return fail(parts.hub_memory_exceeded ? Code::over_limit : Code::unsupported,
                parts.hub_refusal);
  labels_ = labels_of(index);
  in_use_ = std::move(build->since);
  sample_ = LabelSample(*labels_);
  worn_out_ = !sample_.mostly_right(now, in_use_.opened);
  return ok();
}

std::shared_ptr<const Index::KeptHubs> KeptLabels::publish() const {
  return pool_.make<const Index::KeptHubs>(
      Index::KeptHubs{labels_, in_use_.opened, in_use_.closed, worn_out_});
}

void KeptLabels::Since::identify(ByteWriter& out) const {
  out.add(version);
  for (const std::uint8_t moves : grid->moves()) out.add(moves);
  out.add(opened.too_many());
  out.add_count(opened.areas().size());
  for (const MapRect& area : opened.areas())
    for (const std::int32_t number :
         {area.corner.x, area.corner.y, area.width, area.height})
      out.add(number);
}

void KeptLabels::identify(ByteWriter& out) const {
  in_use_.identify(out);
  out.add(build_ != nullptr);
  if (build_ != nullptr) build_->since.identify(out);
}

std::size_t KeptLabels::memory_bytes() const noexcept {
  return sizeof(*this) + (build_ ? sizeof(*build_) : 0) +
         labels_->hubs->labels.memory_bytes() + labels_->hubs->views.memory_bytes() +
         labels_->jump_map->memory_bytes() + labels_->jump_graph->memory_bytes();
}

}  // namespace throng
