#include "living_index.hpp"

#include "../index/index_access.hpp"

#include <throng/assert.hpp>

#include <algorithm>
#include <utility>

namespace throng {

namespace {

Result<GridEditor> make_editor(const LivingGround& ground, const LivingClass& movement,
                               LivingIndex::Place place, int threads,
                               const VersionPool& pool) {
  const auto heaviest = static_cast<Weight>(place.max_weight + movement.max_danger);
  return GridEditor::make(ground, movement.rules, heaviest, threads, pool, place.movement);
}

/// Whether the distances of a new grid fit.
Outcome check_all(GridEditor& grid, const LivingGround& ground, Workers& workers) {
  const auto bound = grid.check(ground, {}, {}, workers.threads());
  if (!bound) return bound.failure();
  grid.keep_bound(*bound);
  return ok();
}

}  // namespace

Result<LivingIndex> LivingIndex::make(const LivingGround& ground,
                                      const LivingClass& movement, Place place,
                                      const VersionPool& pool, Workers& workers) {
  auto grid = make_editor(ground, movement, place, workers.threads(), pool);
  if (!grid) return grid.failure();
  if (const Outcome fits = check_all(*grid, ground, workers); !fits) return fits.failure();
  return make_parts(*std::move(grid), ground, movement, nullptr, pool, workers);
}

Result<LivingIndex> LivingIndex::restore(const LivingGround& ground,
                                         const LivingClass& movement, Place place,
                                         ByteReader& saved, const VersionPool& pool,
                                         Workers& workers) {
  // Links are numbered while all of them are open, as in make().
  LivingGround all_open = ground;
  std::ranges::fill(all_open.link_open, std::uint8_t{1});
  auto grid = make_editor(all_open, movement, place, workers.threads(), pool);
  if (!grid) return grid.failure();
  grid->edit(ground, {}, {});
  if (const Outcome fits = check_all(*grid, ground, workers); !fits) return fits.failure();
  return make_parts(*std::move(grid), ground, movement, &saved, pool, workers);
}

/// saved: null for a new index.
Result<LivingIndex> LivingIndex::make_parts(GridEditor grid, const LivingGround& ground,
                                            const LivingClass& movement, ByteReader* saved,
                                            const VersionPool& pool, Workers& workers) {
  const auto built =
      Index::build(grid.grid(),
                   {.landmarks = {saved == nullptr ? movement.landmarks : 0},
                    .jump_graph = ground.links.empty() && movement.jump_graph},
                   workers);
  if (!built) return built.failure();
  LivingIndex index(std::move(grid), movement, pool, *built);
  LivingPlan plan{ground, movement, *index.grid_.grid(), *built, workers, saved != nullptr};
  for (std::size_t k = 0; k < kPartsOfClass; ++k) {
    plan.saved = saved != nullptr && saved->get_bool() ? saved : nullptr;
    auto part = kLivingParts[k](plan);
    if (!part) return part.failure();
    index.parts_[k] = *std::move(part);
  }
  index.publish();
  // So that the first edit takes no longer than later ones.
  index.grid_.prepare();
  for (const auto& part : index.parts_)
    if (part) part->prepare();
  return index;
}

LivingIndex::LivingIndex(GridEditor grid, const LivingClass& movement, VersionPool pool,
                         const Index& built)
    : pool_(std::move(pool)),
      movement_(movement),
      grid_(std::move(grid)),
      options_(built.options()),
      build_seconds_(built.contents().seconds) {
  options_.landmarks.count = movement.landmarks;
}

void LivingIndex::write(const Index* newest, ByteWriter& out) const {
  for (const auto& part : parts_) {
    out.add(part != nullptr);
    if (part) part->write(newest, out);
  }
}

const GridChanges& LivingIndex::edit_grid(const LivingGround& ground,
                                          std::span<const Rectangle> cells,
                                          std::span<const Rectangle> steps,
                                          std::span<const Rectangle> danger) {
  const GridChanges& changes = grid_.edit(ground, cells, steps, danger);
  changes_ = grid_.grid() == index_->grid() ? nullptr : &changes;
  if (changes_ != nullptr) release_former();
  parts_begun_ = false;
  return changes;
}

std::size_t LivingIndex::edit_alone() {
  if (changes_ == nullptr) return 0;
  const Grid& after = *grid_.grid();
  const bool begun = std::exchange(parts_begun_, true);
  std::size_t shares = 0;
  for (std::size_t k = 0; k < kPartsOfClass; ++k) {
    std::size_t& own = edit_shares_[k];
    if (!parts_[k])
      own = 0;
    else if (!begun)
      own = parts_[k]->begin_edit(after, *changes_);
    else if (own != 0)
      own = parts_[k]->continue_edit(after);
    shares += own;
  }
  if (shares != 0) return shares;
  changes_ = nullptr;
  publish();
  return 0;
}

void LivingIndex::edit_share(std::size_t share, PotentialScratch& scratch) {
  std::size_t part = 0;
  while (share >= edit_shares_[part]) share -= edit_shares_[part++];
  parts_[part]->edit_share(share, *grid_.grid(), *changes_, scratch);
}

void LivingIndex::begin_settle(std::size_t work) {
  settling_ = {.work = settled() ? 0 : work};
}

std::size_t LivingIndex::work_left() const noexcept {
  return settling_.work - std::min(settling_.work, settling_.done);
}

std::size_t LivingIndex::settle_alone(PotentialScratch& scratch) {
  Settling& now = settling_;
  if (now.work == 0) return 0;
  for (std::size_t& done : now.share_work) now.done += std::exchange(done, 0);
  const LivingPart* const shared = std::exchange(now.sharing, nullptr);
  for (const Stage stage : {Stage::answers, Stage::rest})
    for (const auto& part : parts_) {
      if (!part || part->settled(stage)) continue;
      if (stage == Stage::answers && work_left() == 0 && part.get() != shared) return 0;
      if (part->changes_in_place() && index_ && !now.held) now.held = !release_former();
      const LivingPart::Progress made =
          part->settle(stage, *grid_.grid(), work_left(), scratch);
      now.done += made.work;
      now.changed = now.changed || made.changed;
      now.sharing = made.shares != 0 ? part.get() : nullptr;
      if (!part->settled(stage)) return made.shares;
    }
  return 0;
}

void LivingIndex::settle_share(std::size_t share, PotentialScratch& scratch) {
  settling_.share_work[share] = settling_.sharing->do_share(share, *grid_.grid(), scratch);
}

LivingIndex::Settled LivingIndex::finish_settle() {
  THRONG_ASSERT(settling_.changed || index_);
  if (settling_.changed) publish();
  // What a sweep wrote is copied here instead of in the next edit.
  if (settling_.held)
    for (const auto& part : parts_)
      if (part && part->changes_in_place()) part->prepare();
  return {settling_.done, settling_.changed};
}

/// Lets go of the former index before its successor is made. If nobody else holds it, its
/// buffers are changed in place. Returns whether that is so.
bool LivingIndex::release_former() {
  if (!IndexAccess::is_alone(*index_)) return false;
  index_.reset();
  return true;
}

bool LivingIndex::settled() const noexcept {
  return std::ranges::all_of(
      parts_, [](const auto& part) { return !part || part->settled(Stage::rest); });
}

std::size_t LivingIndex::debt() const noexcept {
  std::size_t work = 0;
  for (const auto& part : parts_)
    if (part) work += part->debt(*grid_.grid());
  return work;
}

void LivingIndex::publish() {
  Index::Parts parts;
  parts.grid = parts.landmark_grid = grid_.grid();
  parts.options = options_;
  parts.seconds = build_seconds_;
  for (const auto& part : parts_)
    if (part) part->publish(parts, pool_);
  index_ = IndexAccess::make(std::move(parts), pool_);
}

std::size_t LivingIndex::memory_bytes() const noexcept {
  std::size_t bytes = sizeof(*this) + grid_.memory_bytes();
  for (const auto& part : parts_)
    if (part) bytes += part->memory_bytes();
  return bytes;
}

}  // namespace throng
