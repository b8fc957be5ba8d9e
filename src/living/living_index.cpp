#include "living_index.hpp"

#include "../core/workers.hpp"
#include "../index/index_access.hpp"
#include "../landmarks/closure_graph.hpp"
#include "front_map.hpp"

#include <throng/assert.hpp>

#include <algorithm>
#include <chrono>
#include <utility>

namespace throng {

namespace {

/// While all links are closed, the ground is plain. Jumps would come and go.
bool has_jumps(const LivingGround& ground) { return ground.links.empty(); }

/// Whether the distances of a new grid fit.
Outcome check_all(GridEditor& grid, const LivingGround& ground, Workers& workers) {
  const auto bound = grid.check(ground, {}, {}, workers.threads());
  if (!bound) return bound.failure();
  grid.keep_bound(*bound);
  return ok();
}

}  // namespace

Result<LivingIndex> LivingIndex::make(const LivingGround& ground,
                                      const LivingClass& movement, Weight max_weight,
                                      const VersionPool& pool, Workers& workers) {
  auto grid = GridEditor::make(ground, movement.rules, max_weight, workers.threads(), pool);
  if (!grid) return grid.failure();
  if (const Outcome fits = check_all(*grid, ground, workers); !fits) return fits.failure();
  const bool jumps = has_jumps(ground);
  const auto built = Index::build(
      grid->grid(),
      {.landmarks = movement.landmarks, .jump_graph = jumps && movement.jump_graph},
      workers);
  if (!built) return built.failure();
  LivingIndex index(*std::move(grid), movement, pool, jumps, **built);
  if (movement.landmarks > 0) {
    const Grid& first = *index.grid_.grid();
    index.landmarks_.emplace(first, static_cast<std::size_t>(movement.landmarks),
                             (*built)->contents().landmark_cells, index.node_room());
    PotentialScratch scratch;
    index.landmarks_->settle(ClosureGraph(first), Potentials::kUnlimited, scratch);
  }
  if (movement.fronts) index.make_fronts(ground, open_cells(*index.grid_.grid()), workers);
  index.publish();
  index.prepare();
  return index;
}

Result<LivingIndex> LivingIndex::restore(const LivingGround& ground,
                                         const LivingClass& movement, Weight max_weight,
                                         const LivingIndexState& state,
                                         const VersionPool& pool, Workers& workers) {
  // Links are numbered while all of them are open, as in make().
  LivingGround all_open = ground;
  std::ranges::fill(all_open.link_open, std::uint8_t{1});
  auto grid =
      GridEditor::make(all_open, movement.rules, max_weight, workers.threads(), pool);
  if (!grid) return grid.failure();
  grid->edit(ground, {}, {});
  if (const Outcome fits = check_all(*grid, ground, workers); !fits) return fits.failure();
  const bool jumps = has_jumps(ground);
  const auto built = Index::build(
      grid->grid(), {.landmarks = 0, .jump_graph = jumps && movement.jump_graph}, workers);
  if (!built) return built.failure();
  LivingIndex index(*std::move(grid), movement, pool, jumps, **built);
  const Grid& now = *index.grid_.grid();
  bool fits = state.jumps.has_value() == index.jumps_.has_value() &&
              state.landmarks.has_value() == (movement.landmarks > 0);
  if (fits && state.jumps) fits = index.jumps_->restore(*state.jumps);
  if (fits && state.landmarks)
    fits = state.landmarks->slots.size() == static_cast<std::size_t>(movement.landmarks) &&
           state.landmarks->fits(now);
  fits = fits && index.restore_fronts(ground, state, workers);
  if (!fits)
    return fail(Code::bad_format, "the state of a movement class is one of another map");
  if (state.landmarks) {
    PotentialScratch scratch;
    index.landmarks_.emplace(now, *state.landmarks, scratch, index.node_room());
  }
  index.saved_work_ = static_cast<std::size_t>(state.saved_work);
  index.publish();
  index.prepare();
  return index;
}

LivingIndex::LivingIndex(GridEditor grid, const LivingClass& movement, VersionPool pool,
                         bool jumps, const Index& built)
    : pool_(std::move(pool)),
      movement_(movement),
      grid_(std::move(grid)),
      options_(built.options()),
      build_seconds_(built.contents().seconds),
      jumps_allowed_(jumps && JumpMap::allowed(*grid_.grid())) {
  options_.landmarks = movement.landmarks;
  options_.fronts = movement.fronts;
  options_.front_memory = movement.front_memory;
  const Index::Parts& parts = built.contents();
  if (parts.jump_graph != nullptr)
    jumps_.emplace(*grid_.grid(), *parts.jump_map, *parts.jump_graph,
                   *parts.jump_shortcuts);
  else if (jumps_allowed_)
    stops_.emplace(*grid_.grid(), JumpMap(*grid_.grid()), heap_memory());
}

/// If fronts are not possible, remembers why.
void LivingIndex::make_fronts(const LivingGround& ground, std::vector<std::uint8_t> cells,
                              Workers& workers) {
  using Clock = std::chrono::steady_clock;
  const auto refuse = [&](const Error& error) {
    front_refusal_ = Refusal{error.what, error.code == Code::over_limit};
  };
  if (!ground.links.empty())
    return refuse({Code::unsupported, "fronts do not support links"});
  const Clock::time_point begin = Clock::now();
  const auto map = map_for_fronts(cells, *grid_.grid());
  if (!map) return refuse(map.error());
  const Grid& now = *grid_.grid();
  const bool symmetric = now.symmetric() && ground.closed_steps.empty();
  const WorkersInUse own(workers);
  auto fronts = FrontEditor::make(**map, now, symmetric, movement_.front_rows,
                                  movement_.front_memory, own->crew);
  if (!fronts) return refuse(fronts.error());
  fronts_.emplace(*std::move(fronts));
  front_cells_ = std::move(cells);
  front_seconds_ = std::chrono::duration<double>(Clock::now() - begin).count();
}

/// False: the state is one of another map. Pre: it has fronts or their refusal if the class
/// wants fronts.
bool LivingIndex::restore_fronts(const LivingGround& ground, const LivingIndexState& state,
                                 Workers& workers) {
  if (!movement_.fronts) return !state.fronts && !state.front_refusal;
  front_refusal_ = state.front_refusal;
  if (front_refusal_) return true;
  if (state.fronts->cells.size() != ground.terrain.cell_count()) return false;
  make_fronts(ground, state.fronts->cells, workers);
  return fronts_ && fronts_->restore(state.fronts->stale,
                                     static_cast<std::size_t>(state.fronts->rows_done));
}

LivingIndexState LivingIndex::state() const {
  LivingIndexState state;
  if (landmarks_) state.landmarks = landmarks_->state();
  if (jumps_) state.jumps = jumps_->state();
  if (fronts_) state.fronts = {front_cells_, fronts_->stale(), fronts_->rows_done()};
  state.front_refusal = front_refusal_;
  state.saved_work = saved_work_;
  return state;
}

const GridChanges& LivingIndex::edit_grid(const LivingGround& ground,
                                          std::span<const Rectangle> cells,
                                          std::span<const Rectangle> steps) {
  const GridChanges& changes = grid_.edit(ground, cells, steps);
  changes_ = grid_.grid() == index_->grid() ? nullptr : &changes;
  if (changes_ != nullptr) release_former();
  return changes;
}

void LivingIndex::edit_part(std::size_t part, PotentialScratch& scratch) {
  if (changes_ == nullptr) return;
  const Grid& grid = *grid_.grid();
  if (part == 0) {
    if (jumps_) jumps_->edit(grid, changes_->toggled);
    if (stops_) stops_->edit(grid, changes_->toggled, windows_);
    return;
  }
  if (landmarks_) edit_landmarks(scratch);
  if (fronts_) fronts_->edit(grid, *changes_);
}

void LivingIndex::edit_landmarks(PotentialScratch& scratch) {
  cells_.clear();
  for (const auto* list : {&changes_->toggled, &changes_->costlier, &changes_->cheaper})
    for (const Rectangle& area : *list) add_cells(area);
  landmarks_->edit(ClosureGraph(*grid_.grid()), cells_, scratch);
}

void LivingIndex::finish_edit() {
  if (std::exchange(changes_, nullptr) != nullptr) publish();
}

/// Appends the cells of a rectangle and their neighbours: the ends of its steps.
void LivingIndex::add_cells(const Rectangle& area) {
  const Grid& grid = *grid_.grid();
  const Position end{std::min(area.corner.x + area.width + 1, grid.width()),
                     std::min(area.corner.y + area.height + 1, grid.height())};
  for (Position p{0, std::max(area.corner.y - 1, 0)}; p.y < end.y; ++p.y)
    for (p.x = std::max(area.corner.x - 1, 0); p.x < end.x; ++p.x)
      cells_.push_back(grid.cell(p));
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
  if (jumps_ && !jumps_->complete()) {
    now.done += settle_graph(work_left());
    if (work_left() == 0) return 0;
  }
  now.changed = now.changed || now.landmark_parts != 0;
  for (std::size_t& done : now.part_work) now.done += std::exchange(done, 0);
  now.landmark_parts = 0;
  if (landmarks_ && !landmarks_->settled()) {
    if (index_ != nullptr && !now.held) now.held = !release_former();
    const std::size_t alone =
        landmarks_->settle_alone(ClosureGraph(*grid_.grid()), work_left(), scratch);
    now.changed = now.changed || alone != 0;
    now.done += alone;
    now.landmark_parts = landmarks_->share_out(work_left());
    if (now.landmark_parts != 0) return now.landmark_parts;
  }
  if (fronts_ && work_left() > 0 && (!landmarks_ || landmarks_->settled())) {
    const std::size_t rows = fronts_->settle(*grid_.grid(), work_left());
    now.changed = now.changed || rows != 0;
    now.done += rows;
  }
  if (complete_graph() && !jumps_->settled() && before_shortcuts_settled())
    now.done += settle_shortcuts(work_left());
  return 0;
}

void LivingIndex::settle_part(std::size_t part, PotentialScratch& scratch) {
  settling_.part_work[part] =
      landmarks_->do_part(part, ClosureGraph(*grid_.grid()), scratch);
}

/// Builds the graph again. An edit may make the numbers of nodes void, but the work for
/// them counts: the graph is built although there are edits. Returns the work done.
std::size_t LivingIndex::settle_graph(std::size_t work) {
  std::size_t done = 0;
  if (!jumps_->numbered()) {
    const std::size_t all = jumps_->number_work();
    done = std::min(work, all - std::min(all, saved_work_));
    saved_work_ += done;
    if (saved_work_ < all) return done;
    jumps_->number();
    saved_work_ = 0;
  }
  done += jumps_->build(*grid_.grid(), work - done);
  settling_.jumps_changed = settling_.jumps_changed || jumps_->complete();
  return done;
}

/// All shortcuts change together. An edit makes void what was prepared of the repair, but
/// the work for it counts: the repair ends although there are edits. Returns the work done.
std::size_t LivingIndex::settle_shortcuts(std::size_t work) {
  const std::size_t all = jumps_->settle_work();
  const std::size_t part = std::min(work, all - std::min(all, saved_work_));
  saved_work_ += part;
  if (saved_work_ < all) {
    jumps_->prepare_settle(*grid_.grid(), part);
  } else {
    jumps_->settle(*grid_.grid());
    saved_work_ = 0;
    settling_.jumps_changed = true;
  }
  return part;
}

LivingIndex::Settled LivingIndex::finish_settle() {
  const bool changed = settling_.changed || settling_.jumps_changed;
  THRONG_ASSERT(changed || index_ != nullptr);
  if (changed) publish();
  // The rows that a sweep wrote are copied here instead of in the next edit.
  if (settling_.held) landmarks_->prepare();
  return {settling_.done, changed};
}

/// Lets go of the former index before its successor is made. If nobody else holds it, its
/// buffers are changed in place. Returns whether that is so.
bool LivingIndex::release_former() {
  if (index_.use_count() != 1) return false;
  index_.reset();
  return true;
}

bool LivingIndex::before_shortcuts_settled() const noexcept {
  return (!landmarks_ || landmarks_->settled()) && (!fronts_ || fronts_->settled());
}

bool LivingIndex::settled() const noexcept {
  return before_shortcuts_settled() && (!jumps_ || jumps_->settled());
}

/// Without a complete graph, queries scan the map.
void LivingIndex::publish_jumps(Index::Parts& parts) {
  const bool had_graph = std::exchange(has_graph_, complete_graph());
  if (has_graph_) {
    const auto jumps = pool_.make<const JumpVersion>(jumps_->publish());
    parts.jump_map = {jumps, &jumps->map};
    parts.jump_graph = {jumps, &jumps->graph};
    parts.jump_shortcuts = {jumps, &jumps->shortcuts};
    parts.living_nodes = jumps->node_of;
    if (!had_graph && landmarks_) landmarks_->renew_copies(jumps->graph.cells());
  } else if (jumps_) {
    parts.jump_map = pool_.make<const JumpMap>(jumps_->publish_map());
  } else if (stops_) {
    parts.jump_map = pool_.make<const JumpMap>(stops_->publish());
  }
}

void LivingIndex::publish() {
  Index::Parts parts;
  parts.grid = parts.landmark_grid = grid_.grid();
  parts.options = options_;
  parts.seconds = build_seconds_;
  publish_jumps(parts);
  if (landmarks_)
    parts.landmarks = pool_.make<const LandmarkTable>(landmarks_->publish(
        has_graph_ ? jumps_->nodes() : std::span<const std::uint32_t>()));
  if (fronts_) {
    parts.fronts_stale = !fronts_->current() || fronts_->outgrown();
    if (!parts.fronts_stale) parts.fronts = pool_.make<const Fronts>(fronts_->publish());
  }
  if (front_refusal_) {
    parts.record(PartId::fronts).refusal = front_refusal_->why;
    parts.record(PartId::fronts).memory_exceeded = front_refusal_->memory_exceeded;
  }
  parts.record(PartId::fronts).seconds = front_seconds_;
  index_ = IndexAccess::make(std::move(parts), pool_);
}

/// So that the first edit takes no longer than later ones.
void LivingIndex::prepare() {
  grid_.prepare();
  if (jumps_) jumps_->prepare();
  if (stops_) stops_->prepare();
  if (landmarks_) landmarks_->prepare();
}

std::size_t LivingIndex::memory_bytes() const noexcept {
  return sizeof(*this) + grid_.memory_bytes() + (jumps_ ? jumps_->memory_bytes() : 0) +
         (stops_ ? stops_->memory_bytes() : 0) + windows_.capacity() * sizeof(CellBox) +
         (landmarks_ ? landmarks_->memory_bytes() : 0) +
         (fronts_ ? fronts_->memory_bytes() + front_cells_.capacity() : 0) +
         cells_.capacity() * sizeof(CellIndex);
}

}  // namespace throng
