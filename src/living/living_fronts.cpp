#include "../core/workers.hpp"
#include "../front/front_editor.hpp"
#include "living_part.hpp"
#include "living_state.hpp"

#include <throng/rules.hpp>
#include <throng/terrain.hpp>

#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace throng {
namespace {

/// By cell of the map, row by row: 1 if it is open.
std::vector<std::uint8_t> open_cells(const Grid& grid) {
  std::vector<std::uint8_t> cells;
  for (Position p{0, 0}; p.y < grid.height(); ++p.y)
    for (p.x = 0; p.x < grid.width(); ++p.x) cells.push_back(grid.open(p) ? 1 : 0);
  return cells;
}

/// A map of the size and topology of a grid on which these cells are open and joined with
/// all their neighbours: a superset of the steps of all versions of the grid on which no
/// other cell is open. Errors: those of Grid::make.
Result<std::shared_ptr<const Grid>> map_of(const std::vector<std::uint8_t>& cells,
                                           const Grid& grid) {
  std::string characters(cells.size(), '@');
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (cells[i] != 0) characters[i] = '.';
  auto terrain = Terrain::make(grid.width(), grid.height(), std::move(characters));
  if (!terrain) return terrain.failure();
  return Grid::make(*terrain,
                    {.topology = grid.rules().topology, .corners = Corners::always});
}

/// Fronts, or why there are none; that lasts, see LivingFrontState.
class LivingFronts final : public LivingPart {
 public:
  explicit LivingFronts(PartRecord refusal) : record_(std::move(refusal)) {}
  LivingFronts(const LivingPlan& plan, std::vector<std::uint8_t> cells)
      : memory_(plan.movement.front_memory) {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point begin = Clock::now();
    auto fronts = make(plan, cells);
    if (!fronts) {
      record_.refusal = fronts.error().what;
      record_.memory_exceeded = fronts.error().code == Code::over_limit;
      return;
    }
    fronts_.emplace(*std::move(fronts));
    cells_ = std::move(cells);
    record_.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  }

  /// False: the state is one of another map. Pre: made of state.cells.
  bool restore(const LivingFrontState& state) {
    return fronts_ &&
           fronts_->restore(state.stale, static_cast<std::size_t>(state.rows_done));
  }

  void edit_share(std::size_t /*share*/, const Grid& after, const GridChanges& changes,
                  PotentialScratch&) override {
    if (fronts_) fronts_->edit(after, changes);
  }

  bool settled(Stage /*stage*/) const noexcept override {
    return !fronts_ || fronts_->settled();
  }
  std::size_t debt(const Grid& /*grid*/) const noexcept override {
    return fronts_ ? fronts_->debt() : 0;
  }
  Progress settle(Stage /*stage*/, const Grid& grid, std::size_t work,
                  PotentialScratch&) override {
    const std::size_t done = fronts_->settle(grid, work);
    return {.work = done, .changed = done != 0};
  }

  void publish(Index::Parts& parts, const VersionPool& pool) override {
    parts.options.fronts.build = true;
    parts.options.fronts.memory = memory_;
    parts.record(Part::fronts) = record_;
    if (!fronts_) return;
    parts.fronts_stale = !fronts_->current() || fronts_->outgrown();
    if (!parts.fronts_stale) parts.fronts = pool.make<const Fronts>(fronts_->publish());
  }

  void write(const Index* /*newest*/, ByteWriter& out) const override {
    LivingFrontState state;
    state.record = record_;
    if (fronts_) {
      state.cells = cells_;
      state.stale = fronts_->stale();
      state.rows_done = fronts_->rows_done();
    }
    throng::write(state, out);
  }
  std::size_t memory_bytes() const noexcept override {
    return sizeof(*this) + (fronts_ ? fronts_->memory_bytes() + cells_.capacity() : 0);
  }

 private:
  static Result<FrontEditor> make(const LivingPlan& plan,
                                  const std::vector<std::uint8_t>& cells) {
    if (!plan.ground.links.empty())
      return fail(Code::unsupported, "fronts do not support links");
    const auto map = map_of(cells, plan.grid);
    if (!map) return map.failure();
    const bool symmetric = plan.grid.symmetric() && plan.ground.closed_steps.empty();
    const WorkersInUse own(plan.workers);
    return FrontEditor::make(**map, plan.grid, symmetric, plan.movement.front_rows,
                             plan.movement.front_memory, own->crew);
  }

  std::size_t memory_ = 0;  ///< limit
  PartRecord record_;
  std::optional<FrontEditor> fronts_;
  std::vector<std::uint8_t> cells_;  ///< those open at first
};

}  // namespace

Result<LivingPartPointer> make_living_fronts(const LivingPlan& plan) {
  if (!plan.movement.fronts) return LivingPartPointer();
  if (!plan.restored)
    return LivingPartPointer(std::make_unique<LivingFronts>(plan, open_cells(plan.grid)));
  if (plan.saved == nullptr) return state_of_another_map();
  const LivingFrontState state = read_fronts(*plan.saved);
  if (!state.record.refusal.empty())
    return LivingPartPointer(std::make_unique<LivingFronts>(state.record));
  if (state.cells.size() != plan.ground.terrain.cell_count()) return state_of_another_map();
  auto fronts = std::make_unique<LivingFronts>(plan, state.cells);
  if (!fronts->restore(state)) return state_of_another_map();
  return LivingPartPointer(std::move(fronts));
}

}  // namespace throng
