#include "../core/memory.hpp"
#include "../lines/line_board_editor.hpp"
#include "living_part.hpp"

#include <memory>
#include <optional>
#include <utility>

namespace throng {
namespace {

/// The board of straight lines, or why there is none; that follows from what kinds of
/// ground a class has, so it lasts. A board is never out of date, and nothing of it is
/// saved.
class LivingLines final : public LivingPart {
 public:
  explicit LivingLines(PartRecord refusal) : record_(std::move(refusal)) {}
  explicit LivingLines(const Grid& grid) : board_(std::in_place, grid, heap_memory()) {}

  void edit_share(std::size_t /*share*/, const Grid& after, const GridChanges& changes,
                  PotentialScratch&) override {
    if (board_) board_->edit(after, changes.toggled);
  }

  bool settled(Stage /*stage*/) const noexcept override { return true; }
  std::size_t debt(const Grid& /*grid*/) const noexcept override { return 0; }
  Progress settle(Stage /*stage*/, const Grid& /*grid*/, std::size_t /*work*/,
                  PotentialScratch&) override {
    return {};
  }

  void publish(Index::Parts& parts, const VersionPool& pool) override {
    parts.options.lines.build = true;
    parts.record(Part::lines) = record_;
    if (board_) parts.lines = pool.make<const LineBoard>(board_->publish());
  }
  void prepare() override {
    if (board_) board_->prepare();
  }

  void write(const Index* /*newest*/, ByteWriter& /*out*/) const override {}
  std::size_t memory_bytes() const noexcept override {
    return sizeof(*this) + (board_ ? board_->memory_bytes() : 0);
  }

 private:
  PartRecord record_;
  std::optional<LineBoardEditor> board_;
};

}  // namespace

Result<LivingPartPointer> make_living_lines(const LivingPlan& plan) {
  if (!plan.movement.lines) return LivingPartPointer();
  PartRecord record;
  if (!plan.ground.links.empty())
    record.refusal = "exact any-angle paths do not support links";
  else if (const Outcome fits = check_lines(plan.grid); !fits)
    record.refusal = fits.error().what;
  if (!record.refusal.empty())
    return LivingPartPointer(std::make_unique<LivingLines>(std::move(record)));
  return LivingPartPointer(std::make_unique<LivingLines>(plan.grid));
}

}  // namespace throng
