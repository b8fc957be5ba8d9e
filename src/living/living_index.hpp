#pragma once

#include "../core/crew.hpp"
#include "../core/version_pool.hpp"
#include "../front/front_editor.hpp"
#include "../grid/grid_editor.hpp"
#include "../grid/living_ground.hpp"
#include "../index/index_contents.hpp"
#include "../jump/jump_editor.hpp"
#include "../landmarks/potential_scratch.hpp"
#include "../landmarks/potentials.hpp"
#include "living_state.hpp"

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
#include <string>
#include <vector>

namespace throng {

/// The index of one movement class, kept up to date with a LivingGround. See LivingMap.
class LivingIndex {
 public:
  static Result<LivingIndex> make(const LivingGround& ground, const LivingClass& movement,
                                  Weight max_weight, const VersionPool& pool,
                                  Workers& workers);
  /// Continues from state(). ground: as it was then. Errors: also bad_format for the state
  /// of another ground.
  static Result<LivingIndex> restore(const LivingGround& ground,
                                     const LivingClass& movement, Weight max_weight,
                                     const LivingIndexState& state, const VersionPool& pool,
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
                               std::span<const Rectangle> steps);
  /// Then each part once, at the same time or one after the other: the jumps, and the rest.
  static constexpr std::size_t kParts = 2;
  void edit_part(std::size_t part, PotentialScratch& scratch);
  /// Then the new index().
  void finish_edit();

  /// The work of a repair, and whether index() is another one.
  struct Settled {
    std::size_t work = 0;
    bool changed = false;
  };
  // Repairs the jump graph, then landmarks, then fronts, then shortcuts, in rounds. First
  // begin_settle(). Each round calls settle_alone() and, unless that returns 0, which ends
  // the last round, settle_part() for each part, at the same time or one after the other.
  // In the end finish_settle(). The results depend only on the work.

  /// work: does at most one step more.
  void begin_settle(std::size_t work);
  /// Does what one thread has to do. Returns the number of parts.
  std::size_t settle_alone(PotentialScratch& scratch);
  void settle_part(std::size_t part, PotentialScratch& scratch);
  /// Publishes what changed.
  Settled finish_settle();
  bool settled() const noexcept;

  const std::shared_ptr<const Index>& index() const noexcept { return index_; }
  const LivingClass& made_of() const noexcept { return movement_; }
  /// Cost: O(cells) if not settled.
  LivingIndexState state() const;
  std::size_t memory_bytes() const noexcept;

 private:
  /// Without landmarks. jumps: whether the kind of ground allows jumps.
  LivingIndex(GridEditor grid, const LivingClass& movement, VersionPool pool, bool jumps,
              const Index& built);

  void make_fronts(const LivingGround& ground, std::vector<std::uint8_t> cells,
                   Workers& workers);
  bool restore_fronts(const LivingGround& ground, const LivingIndexState& state,
                      Workers& workers);
  bool before_shortcuts_settled() const noexcept;
  std::size_t work_left() const noexcept;
  std::size_t settle_graph(std::size_t work);
  std::size_t settle_shortcuts(std::size_t work);
  void edit_landmarks(PotentialScratch& scratch);
  void add_cells(const Rectangle& area);
  std::size_t node_room() const noexcept { return jumps_ ? jumps_->node_room() : 0; }
  bool release_former();
  bool complete_graph() const noexcept { return jumps_ && jumps_->complete(); }
  void publish_jumps(Index::Parts& parts);
  void publish();
  void prepare();

  VersionPool pool_;
  LivingClass movement_;
  GridEditor grid_;
  IndexOptions options_;
  double build_seconds_;  ///< of the first version
  bool jumps_allowed_;    ///< by the rules and the kind of ground, on all versions
  std::optional<JumpEditor> jumps_;
  std::optional<StopEditor> stops_;    ///< of a class that has jumps, but no graph of them
  std::pmr::vector<CellBox> windows_;  ///< of stops_
  bool has_graph_ = false;             ///< index() has a graph
  std::optional<Potentials> landmarks_;
  std::optional<FrontEditor> fronts_;
  std::vector<std::uint8_t> front_cells_;  ///< those open at first
  std::optional<Refusal> front_refusal_;   ///< why requested fronts were left out
  double front_seconds_ = 0;               ///< to make them
  std::shared_ptr<const Index> index_;

  /// A settlement in progress.
  struct Settling {
    std::size_t work = 0;  ///< at most
    std::size_t done = 0;  ///< without the parts of this round
    bool changed = false;  ///< landmarks or fronts
    bool jumps_changed = false;
    bool held = false;               ///< somebody holds the former index
    std::size_t landmark_parts = 0;  ///< of this round
    std::array<std::size_t, FreshFields::kMost> part_work{};  ///< done
  };
  Settling settling_;
  /// Towards the next numbering of the graph, or else the next repair of shortcuts.
  std::size_t saved_work_ = 0;
  const GridChanges* changes_ = nullptr;  ///< of an edit, if the grid changed
  std::vector<CellIndex> cells_;          ///< see Potentials::edit
};

}  // namespace throng
