#include "../core/crew.hpp"
#include "../core/memory.hpp"
#include "../jump/jump_editor.hpp"
#include "../jump/stop_editor.hpp"
#include "living_part.hpp"
#include "living_state.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace throng {
namespace {

/// The jump points of a class, and their graph if the class wants it. While the graph is
/// not complete, and without one, queries scan the map.
class LivingJumps final : public LivingPart {
 public:
  LivingJumps(const Grid& grid, const Index::Parts& built) {
    if (built.jump_graph != nullptr)
      graph_.emplace(grid, *built.jump_map, *built.jump_graph, *built.jump_shortcuts);
    else
      stops_.emplace(grid, JumpMap(grid), heap_memory());
  }

  /// False: the state is one of another map.
  bool restore(const LivingJumpState& state) {
    saved_work_ = static_cast<std::size_t>(state.saved_work);
    if (state.graph.has_value() != graph_.has_value()) return false;
    return !graph_ || graph_->restore(*state.graph);
  }

  /// What the graph does first is a share, because other parts may take as long.
  std::size_t begin_edit(const Grid& /*after*/, const GridChanges& /*changes*/) override {
    begun_ = false;
    return 1;
  }
  void edit_share(std::size_t share, const Grid& after, const GridChanges& changes,
                  PotentialScratch&) override {
    if (begun_)
      graph_->edit_share(share, after);
    else if (graph_)
      shares_ = graph_->begin_edit(after, changes.toggled);
    else
      stops_->edit(after, changes.toggled, windows_);
  }
  std::size_t continue_edit(const Grid& after) override {
    if (std::exchange(begun_, true)) shares_ = graph_->continue_edit(after);
    return shares_;
  }

  bool settled(Stage stage) const noexcept override {
    return !graph_ || (stage == Stage::answers ? graph_->complete() : graph_->settled());
  }

  std::size_t debt(const Grid& /*grid*/) const noexcept override {
    const std::size_t all = graph_ ? graph_->debt() : 0;
    return all - std::min(saved_work_, all - std::min<std::size_t>(all, 1));
  }

  Progress settle(Stage stage, const Grid& grid, std::size_t work,
                  PotentialScratch&) override {
    return stage == Stage::answers ? settle_graph(grid, work)
                                   : settle_shortcuts(grid, work);
  }

  void publish(Index::Parts& parts, const VersionPool& pool) override {
    if (graph_ && graph_->complete()) {
      const auto jumps = pool.make<const JumpVersion>(graph_->publish());
      parts.jump_map = {jumps, &jumps->map};
      parts.jump_graph = {jumps, &jumps->graph};
      parts.jump_shortcuts = {jumps, &jumps->shortcuts};
      parts.living_nodes = jumps->node_of;
    } else {
      parts.jump_map =
          pool.make<const JumpMap>(graph_ ? graph_->publish_map() : stops_->publish());
    }
  }

  void prepare() override {
    if (graph_) graph_->prepare();
    if (stops_) stops_->prepare();
  }

  void write(const Index* newest, ByteWriter& out) const override {
    LivingJumpState state{.graph = {}, .saved_work = saved_work_};
    if (graph_ && newest != nullptr && graph_->complete() && !graph_->settled()) {
      const Index::Parts& parts = newest->contents();
      Crew crew(1);
      state.graph = graph_->state(
          JumpShortcuts(*parts.grid, *parts.jump_map, *parts.jump_graph, crew));
    } else if (graph_) {
      state.graph = graph_->state();
    }
    throng::write(state, out);
  }

  std::size_t memory_bytes() const noexcept override {
    return sizeof(*this) + (graph_ ? graph_->memory_bytes() : 0) +
           (stops_ ? stops_->memory_bytes() : 0) + windows_.capacity() * sizeof(CellBox);
  }

 private:
  /// Builds the graph again. An edit may make the numbers of nodes void, but the work for
  /// them counts: the graph is built although there are edits.
  Progress settle_graph(const Grid& grid, std::size_t work) {
    std::size_t done = 0;
    if (!graph_->numbered()) {
      const std::size_t all = graph_->number_work();
      done = std::min(work, all - std::min(all, saved_work_));
      saved_work_ += done;
      if (saved_work_ < all) return {.work = done};
      graph_->number();
      saved_work_ = 0;
    }
    done += graph_->build(grid, work - done);
    return {.work = done, .changed = graph_->complete()};
  }

  /// All shortcuts change together. An edit makes void what was prepared of the repair, but
  /// the work for it counts: the repair ends although there are edits.
  Progress settle_shortcuts(const Grid& grid, std::size_t work) {
    const std::size_t all = graph_->settle_work();
    const std::size_t part = std::min(work, all - std::min(all, saved_work_));
    saved_work_ += part;
    if (saved_work_ < all) {
      graph_->prepare_settle(grid, part);
      return {.work = part};
    }
    graph_->settle(grid);
    saved_work_ = 0;
    return {.work = part, .changed = true};
  }

  std::optional<JumpEditor> graph_;    ///< nothing: the class wants none
  std::optional<StopEditor> stops_;    ///< only without graph_
  std::pmr::vector<CellBox> windows_;  ///< of stops_
  bool begun_ = false;                 ///< the graph follows an edit in shares
  std::size_t shares_ = 0;             ///< of this round of an edit
  /// Towards the next numbering of the graph, or else the next repair of shortcuts.
  std::size_t saved_work_ = 0;
};

/// While all links are closed, the ground is plain. Jumps would come and go.
bool has_jumps(const LivingPlan& plan) {
  return plan.ground.links.empty() && JumpMap::allowed(plan.grid);
}

}  // namespace

Result<LivingPartPointer> make_living_jumps(const LivingPlan& plan) {
  if (!has_jumps(plan)) return LivingPartPointer();
  auto jumps = std::make_unique<LivingJumps>(plan.grid, plan.built.contents());
  // What was saved of jumps without a graph says nothing.
  const LivingJumpState state =
      plan.saved != nullptr ? read_jumps(*plan.saved) : LivingJumpState();
  if (plan.restored && !jumps->restore(state)) return state_of_another_map();
  return LivingPartPointer(std::move(jumps));
}

}  // namespace throng
