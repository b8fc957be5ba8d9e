#pragma once

#include "../core/bytes.hpp"
#include "../core/version_pool.hpp"
#include "../grid/grid_editor.hpp"
#include "../grid/living_ground.hpp"
#include "../heuristic/potential_scratch.hpp"
#include "living_part.hpp"

#include <throng/index.hpp>
#include <throng/living_map.hpp>
#include <throng/map_changes.hpp>
#include <throng/workers.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace throng {

/// The index of one movement class, kept up to date with a LivingGround. See LivingMap.
class LivingIndex {
 public:
  /// What a class is on its map.
  struct Place {
    std::size_t movement = 0;  ///< its number
    Weight max_weight = 1;     ///< of a cell that any edit will set, without danger
  };
  static Result<LivingIndex> make(const LivingGround& ground, const LivingClass& movement,
                                  Place place, const VersionPool& pool, Workers& workers);
  /// Continues from what write() wrote. ground: as it was then. Errors: also bad_format for
  /// the state of another ground. Afterwards `saved` may not be good().
  static Result<LivingIndex> restore(const LivingGround& ground,
                                     const LivingClass& movement, Place place,
                                     ByteReader& saved, const VersionPool& pool,
                                     Workers& workers);

  /// Whether no edit can make a distance overflow.
  bool always_fits() const noexcept { return grid_.always_fits(); }
  /// Whether the distances of an edited ground fit: see GridEditor::check. Before
  /// edit_grid(), keep_bound() what it returned.
  Result<std::uint64_t> check(const LivingGround& ground, std::span<const Rectangle> cells,
                              std::span<const Rectangle> steps, int threads) const {
    return grid_.check(ground, cells, steps, threads);
  }
  void keep_bound(std::uint64_t bound) noexcept { grid_.keep_bound(bound); }

  /// Begins an edit with the grid, see GridEditor::edit. Returns what changed, valid until
  /// the next edit.
  const GridChanges& edit_grid(const LivingGround& ground, std::span<const Rectangle> cells,
                               std::span<const Rectangle> steps,
                               std::span<const Rectangle> danger);
  /// Then the parts, in rounds: does what one thread has to do, and returns the number of
  /// shares. If that is 0, there is the new index(). Else edit_share() follows for each
  /// share, at the same time or one after the other, and then edit_alone() again.
  std::size_t edit_alone();
  void edit_share(std::size_t share, PotentialScratch& scratch);

  /// The work of a repair, and whether index() is another one.
  struct Settled {
    std::size_t work = 0;
    bool changed = false;
  };
  // Repairs the parts, stage after stage, in rounds. First begin_settle(). Each round calls
  // settle_alone() and, unless that returns 0, which ends the last round, settle_share()
  // for each share, at the same time or one after the other. In the end finish_settle().
  // The results depend only on the work.

  /// work: does at most one step more.
  void begin_settle(std::size_t work);
  /// Does what one thread has to do. Returns the number of shares.
  std::size_t settle_alone(PotentialScratch& scratch);
  void settle_share(std::size_t share, PotentialScratch& scratch);
  /// Publishes what changed.
  Settled finish_settle();
  bool settled() const noexcept;
  /// The work that is left, in expansions, about; 0 only if settled().
  std::size_t debt() const noexcept;

  const Index& index() const noexcept { return *index_; }
  const LivingClass& made_of() const noexcept { return movement_; }
  /// Writes all that later results depend on, besides the ground and the class.
  /// Cost: O(cells) if not settled.
  void fingerprint(ByteWriter& out) const { write(nullptr, out); }
  /// The same for restore(), with fewer bytes. Cost: a sweep for each slot and field of
  /// landmarks that is not settled, and a build of the shortcuts if they are not.
  void save(ByteWriter& out) const { write(&*index_, out); }
  std::size_t memory_bytes() const noexcept;

 private:
  LivingIndex(GridEditor grid, const LivingClass& movement, VersionPool pool,
              const Index& built);

  static Result<LivingIndex> make_parts(GridEditor grid, const LivingGround& ground,
                                        const LivingClass& movement, ByteReader* saved,
                                        const VersionPool& pool, Workers& workers);
  void write(const Index* newest, ByteWriter& out) const;
  std::size_t work_left() const noexcept;
  bool release_former();
  void publish();

  static constexpr std::size_t kPartsOfClass = kLivingParts.size();

  VersionPool pool_;
  LivingClass movement_;
  GridEditor grid_;
  IndexOptions options_;
  double build_seconds_;  ///< of the first version
  std::array<std::unique_ptr<LivingPart>, kPartsOfClass>
      parts_;                   ///< null: the class has none
  std::optional<Index> index_;  ///< none while an edit or a repair is in progress

  /// A settlement in progress.
  struct Settling {
    std::size_t work = 0;  ///< at most
    std::size_t done = 0;  ///< without the shares of this round
    bool changed = false;
    bool held = false;              ///< somebody holds the former index
    LivingPart* sharing = nullptr;  ///< whose shares are done in this round
    std::array<std::size_t, LivingPart::kMostShares> share_work{};  ///< done
  };
  Settling settling_;
  const GridChanges* changes_ = nullptr;  ///< of an edit, if the grid changed
  bool parts_begun_ = false;              ///< to follow these changes
  std::array<std::size_t, kPartsOfClass> edit_shares_{};  ///< of this round, by part
};

}  // namespace throng
