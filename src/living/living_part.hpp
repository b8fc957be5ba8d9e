#pragma once

#include "../core/bytes.hpp"
#include "../core/version_pool.hpp"
#include "../grid/grid_editor.hpp"
#include "../grid/living_ground.hpp"
#include "../heuristic/potential_scratch.hpp"
#include "../index/index_contents.hpp"

#include <throng/grid.hpp>
#include <throng/index.hpp>
#include <throng/living_map.hpp>
#include <throng/result.hpp>
#include <throng/workers.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace throng {

/// What settle() repairs first, and what last.
enum class Stage : std::uint8_t {
  answers,  ///< what makes queries slow while it is out of date
  rest,
};

/// A part of the index of one movement class that follows the edits of its map, beside the
/// IndexPart that builds it for static maps. Each is a class in a file of its own,
/// living_NAME.cpp, and stands once in living_parts().
///
/// All results depend only on the calls and their arguments, never on clock or threads. One
/// thread at a time uses a part, except for the shares of an edit or of settling; different
/// parts may be used at the same time.
class LivingPart {
 public:
  LivingPart() = default;
  virtual ~LivingPart() = default;
  LivingPart(const LivingPart&) = delete;
  LivingPart& operator=(const LivingPart&) = delete;

  // Follows an edit that changed the grid, in rounds. First begin_edit(). While it or
  // continue_edit() returns a number of shares, edit_share() for each of these, at the same
  // time or one after the other, and then continue_edit(). All take the same grid and the
  // same changes.

  virtual std::size_t begin_edit(const Grid& /*after*/, const GridChanges& /*changes*/) {
    return 1;
  }
  virtual void edit_share(std::size_t share, const Grid& after, const GridChanges& changes,
                          PotentialScratch& scratch) = 0;
  virtual std::size_t continue_edit(const Grid& /*after*/) { return 0; }

  /// Whether a stage, and all before it, have nothing to repair.
  virtual bool settled(Stage stage) const noexcept = 0;
  /// What a call of settle() did.
  struct Progress {
    std::size_t work = 0;    ///< in expansions
    bool changed = false;    ///< whether publish() has something new
    std::size_t shares = 0;  ///< the next work: so many calls of do_share()
  };
  /// Repairs until about so much work is done, or nothing is left of the stage. If it
  /// returns shares, it is called again once they are done, also with no work left. At most
  /// kMostShares. grid: after the last edit. Pre: not settled(stage).
  virtual Progress settle(Stage stage, const Grid& grid, std::size_t work,
                          PotentialScratch& scratch) = 0;
  static constexpr std::size_t kMostShares = 4;
  /// Does one share. Shares may run at the same time. Returns the work done.
  virtual std::size_t do_share(std::size_t /*share*/, const Grid& /*grid*/,
                               PotentialScratch& /*scratch*/) {
    return 0;
  }
  /// The work that settle() has left in all stages, in expansions, about. 0 only if
  /// settled(). Depends on what write() writes alone. Cost: some ns. grid: as for settle().
  virtual std::size_t debt(const Grid& grid) const noexcept = 0;
  /// Whether each settle() changes what the last version shows, and does so without a copy
  /// if nobody holds that version.
  virtual bool changes_in_place() const noexcept { return false; }

  /// Adds the part to a new version. Parts before it in the list are there.
  virtual void publish(Index::Parts& parts, const VersionPool& pool) = 0;
  /// After publish(): does in advance what the next edit would do first.
  virtual void prepare() {}

  /// Writes all that later results depend on, besides the ground and the class.
  /// newest: the last version, on which the state can rely for less bytes, but more time;
  /// null: all bytes, for a fingerprint, not to be read.
  virtual void write(const Index* newest, ByteWriter& out) const = 0;
  virtual std::size_t memory_bytes() const noexcept = 0;
};

/// What a part is made of.
struct LivingPlan {
  const LivingGround& ground;
  const LivingClass& movement;
  const Grid& grid;  ///< of the ground, all of whose links are numbered
  /// Of `grid`: its jump graph, if the class wants one; of a new part also its landmarks.
  const Index& built;
  Workers& workers;
  bool restored = false;        ///< the part is not new
  ByteReader* saved = nullptr;  ///< what write() wrote; null: nothing
};

/// Null: the class has no such part. Errors: bad_format if what was saved is of another
/// map. What the part cannot have on this map is no error, but stands in its record.
using LivingPartPointer = std::unique_ptr<LivingPart>;
using MakeLivingPart = Result<LivingPartPointer> (*)(const LivingPlan& plan);

Result<LivingPartPointer> make_living_jumps(const LivingPlan& plan);
Result<LivingPartPointer> make_living_landmarks(const LivingPlan& plan);
Result<LivingPartPointer> make_living_fronts(const LivingPlan& plan);
Result<LivingPartPointer> make_living_lines(const LivingPlan& plan);

/// In the order in which they are settled, published and saved.
inline constexpr std::array<MakeLivingPart, 4> kLivingParts{
    make_living_jumps, make_living_landmarks, make_living_fronts, make_living_lines};

inline Failure state_of_another_map() {
  return fail(Code::bad_format, "the state of a movement class is one of another map");
}

}  // namespace throng
