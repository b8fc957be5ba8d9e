#include "../heuristic/closure_graph.hpp"
#include "../heuristic/packed_state.hpp"
#include "../heuristic/potentials.hpp"
#include "living_part.hpp"
#include "living_state.hpp"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

namespace throng {
namespace {

/// The rows of nodes that lie behind those of all cells, with room for more nodes.
std::size_t copies_for(const LivingPlan& plan) {
  const auto& graph = plan.built.contents().jump_graph;
  if (graph == nullptr) return 0;
  const std::size_t nodes = graph->cells().size();
  return nodes + nodes / 8 + plan.grid.cell_count() / 64;
}

class LivingLandmarks final : public LivingPart {
 public:
  explicit LivingLandmarks(const LivingPlan& plan)
      : potentials_(plan.grid, static_cast<std::size_t>(plan.movement.landmarks),
                    plan.built.contents().landmark_cells, copies_for(plan)) {
    PotentialScratch scratch;
    potentials_.settle(ClosureGraph(plan.grid), Potentials::kUnlimited, scratch);
  }
  /// Pre: state.fits(plan.grid).
  LivingLandmarks(const LivingPlan& plan, const PotentialState& state,
                  PotentialScratch&& scratch)
      : potentials_(plan.grid, state, scratch, copies_for(plan)) {}

  void edit_share(std::size_t /*share*/, const Grid& after, const GridChanges& changes,
                  PotentialScratch& scratch) override {
    cells_.clear();
    for (const auto* list : {&changes.toggled, &changes.costlier, &changes.cheaper})
      for (const Rectangle& area : *list) add_cells(after, area);
    potentials_.edit(ClosureGraph(after), cells_, scratch);
  }

  bool settled(Stage /*stage*/) const noexcept override { return potentials_.settled(); }

  std::size_t debt(const Grid& grid) const noexcept override {
    return potentials_.debt(ClosureGraph(grid));
  }

  Progress settle(Stage /*stage*/, const Grid& grid, std::size_t work,
                  PotentialScratch& scratch) override {
    const std::size_t alone = potentials_.settle_alone(ClosureGraph(grid), work, scratch);
    const std::size_t shares = potentials_.share_out(work - std::min(work, alone));
    static_assert(FreshFields::kMost <= kMostShares);
    return {.work = alone, .changed = alone != 0 || shares != 0, .shares = shares};
  }
  std::size_t do_share(std::size_t share, const Grid& grid,
                       PotentialScratch& scratch) override {
    return potentials_.do_part(share, ClosureGraph(grid), scratch);
  }
  bool changes_in_place() const noexcept override { return true; }

  void publish(Index::Parts& parts, const VersionPool& pool) override {
    const bool had_graph = std::exchange(has_graph_, parts.jump_graph != nullptr);
    if (has_graph_ && !had_graph) potentials_.renew_copies(parts.jump_graph->cells());
    parts.landmarks = pool.make<const LandmarkTable>(potentials_.publish(
        std::span(parts.living_nodes.data(), parts.living_nodes.size())));
  }
  void prepare() override { potentials_.prepare(); }

  void write(const Index* newest, ByteWriter& out) const override {
    PotentialState state = potentials_.state();
    throng::write(newest != nullptr ? pack(std::move(state), *newest->grid())
                                    : pack_nothing(std::move(state)),
                  out);
  }
  std::size_t memory_bytes() const noexcept override {
    return sizeof(*this) + potentials_.memory_bytes() +
           cells_.capacity() * sizeof(CellIndex);
  }

 private:
  /// Appends the cells of a rectangle and their neighbours: the ends of its steps.
  void add_cells(const Grid& grid, const Rectangle& area) {
    const Position end{std::min(area.corner.x + area.width + 1, grid.width()),
                       std::min(area.corner.y + area.height + 1, grid.height())};
    for (Position p{0, std::max(area.corner.y - 1, 0)}; p.y < end.y; ++p.y)
      for (p.x = std::max(area.corner.x - 1, 0); p.x < end.x; ++p.x)
        cells_.push_back(grid.cell(p));
  }

  Potentials potentials_;
  bool has_graph_ = false;        ///< in the newest version
  std::vector<CellIndex> cells_;  ///< see Potentials::edit
};

}  // namespace

Result<LivingPartPointer> make_living_landmarks(const LivingPlan& plan) {
  const auto landmarks = static_cast<std::size_t>(plan.movement.landmarks);
  if (landmarks == 0) return LivingPartPointer();
  if (!plan.restored) return LivingPartPointer(std::make_unique<LivingLandmarks>(plan));
  if (plan.saved == nullptr) return state_of_another_map();
  const PotentialState state = unpack(read_potentials(*plan.saved), plan.grid);
  if (state.slots.size() != landmarks || !state.fits(plan.grid))
    return state_of_another_map();
  return LivingPartPointer(
      std::make_unique<LivingLandmarks>(plan, state, PotentialScratch()));
}

}  // namespace throng
