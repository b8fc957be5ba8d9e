#pragma once

#include "../core/bytes.hpp"
#include "../core/memory.hpp"
#include "../core/workers.hpp"
#include "../field/field_scratch.hpp"
#include "guidance.hpp"
#include "near_moves.hpp"
#include "step_moves.hpp"

#include <throng/grid.hpp>
#include <throng/living_map.hpp>
#include <throng/query.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace throng {

/// The fields of a crowd, shared by units with equal goals. They are computed within a
/// budget: first those that are missing, in the order in which they were wanted, then those
/// that an edit made out of date, in turn.
class GoalFields {
 public:
  /// The number of a field. Those of dropped fields are used again.
  using Id = std::uint32_t;
  static constexpr Id kNone = ~Id{0};

  /// How far a field reaches.
  enum class Reach : std::uint8_t {
    whole,  ///< StepMoves
    near,   ///< NearMoves, around one goal
  };

  /// spare: see CrowdOptions::spare_fields.
  GoalFields(const LivingMap& map, std::size_t spare, Memory memory);

  /// The field of some cells, each once, in rising order; it is used once more. If memory
  /// runs out, nothing has changed.
  Id use(std::size_t movement, Reach reach, std::span<const CellIndex> goals);
  /// It is used once less.
  void release(Id id) noexcept;
  /// One more use of a field that was read().
  bool use_again(Id id) noexcept;

  std::span<const CellIndex> goals(Id id) const noexcept { return fields_[id].key->goals; }
  /// Whether the field is that of the newest version of the map.
  bool fresh(Id id) const noexcept { return fields_[id].state == State::fresh; }
  /// The moves towards the goals, of those legal on the newest version; none while the
  /// field is missing.
  unsigned moves(Id id, CellIndex cell, unsigned legal) const noexcept {
    const Field& field = fields_[id];
    if (field.state == State::missing) return 0;
    if (field.key->reach == Reach::near) return field.near.at(cell, legal);
    return field.whole.at(cell, legal, offsets_);
  }
  /// Fetches what moves() will read first, of a field of the whole map.
  void prefetch(Id id, CellIndex cell) const noexcept { fields_[id].whole.prefetch(cell); }
  std::size_t movement(Id id) const noexcept { return fields_[id].key->movement; }

  const Guidance& guidance(std::size_t movement) const noexcept {
    return guidance_[movement];
  }

  /// Follows the map. Fields of classes that an edit changed are then out of date, near
  /// ones only if it changed something near; those without uses are dropped. If memory runs
  /// out, the next call goes on.
  void follow(const LivingMap& map);
  /// See Crowd::set_lanes(). closed: by cell, a bit for each move; or empty. If memory runs
  /// out, nothing has changed.
  void set_lanes(const LivingMap& map, std::size_t movement,
                 std::pmr::vector<std::uint8_t> closed);
  /// Computes fields while they cover no more than `cells` cells, and one at least; returns
  /// their number. If memory runs out, it has computed some.
  std::size_t make(std::size_t cells, Workers::Impl& team);
  /// Fields to compute.
  std::size_t queued() const noexcept;

  /// Drops fields without uses; those out of date become missing.
  void forget_outdated() noexcept;
  void write(ByteWriter& out) const;
  /// Reads what write() wrote, on the same version of the map, into an object without
  /// fields.
  void read(ByteReader& in);
  /// Computes the fields that were fresh when they were written.
  void make_read(Workers::Impl& team);

  std::size_t memory_bytes() const noexcept;

 private:
  enum class State : std::uint8_t { missing, outdated, fresh };
  struct Key {
    std::size_t movement;
    Reach reach;
    std::pmr::vector<CellIndex> goals;
  };
  /// A key whose goals are elsewhere, to look for.
  struct Wanted {
    std::size_t movement;
    Reach reach;
    std::span<const CellIndex> goals;
  };
  struct Less {
    using is_transparent = void;
    bool operator()(const auto& a, const auto& b) const noexcept {
      if (a.movement != b.movement) return a.movement < b.movement;
      if (a.reach != b.reach) return a.reach < b.reach;
      return std::ranges::lexicographical_compare(a.goals, b.goals);
    }
  };
  struct Field {
    explicit Field(Memory memory) : whole(memory), near(memory) {}
    const Key* key = nullptr;  ///< null: dropped
    std::uint32_t uses = 0;
    std::uint64_t released = 0;   ///< when the last use ended
    std::size_t spare_bytes = 0;  ///< while it has no uses
    State state = State::missing;
    StepMoves whole;
    NearMoves near;
  };

  void compute(Field& field, FieldScratch& scratch) const;
  void compute(std::span<const Id> ids, Workers::Impl& team);
  void choose(std::size_t budget);
  std::size_t cells(const Field& field) const noexcept;
  void drop(Id id) noexcept;
  void trim() noexcept;
  void drop_spare(std::size_t most) noexcept;
  void outdate(std::size_t movement, const MapChanges& changes) noexcept;
  bool concerns(const MapChanges& changes, const Key& key) const noexcept;

  Memory memory_;
  std::size_t spare_;
  const LivingMap* map_;  ///< never null
  LivingMap::Version version_;
  Topology topology_;
  std::array<CellIndex, kMoves> offsets_{};
  std::pmr::vector<Guidance> guidance_;  ///< by movement class
  std::pmr::vector<Field> fields_;
  std::pmr::vector<Id> free_;     ///< has room for all fields
  std::pmr::vector<Id> missing_;  ///< the first one is next; has room for all fields
  std::pmr::vector<Id> chosen_;   ///< has room for all fields
  Id turn_ = 0;                   ///< of those out of date, this one or a later one is next
  std::uint64_t releases_ = 0;
  std::size_t spare_bytes_ = 0;  ///< of fields without uses
  MapChanges changes_;           ///< in follow()
  std::pmr::map<Key, Id, Less> index_;
};

}  // namespace throng
