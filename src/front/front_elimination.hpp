#pragma once

#include "../core/crew.hpp"
#include "dense_front.hpp"
#include "front_plan.hpp"
#include "front_way.hpp"

#include <throng/grid.hpp>
#include <throng/monitor.hpp>
#include <throng/query.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng {

/// Computes the entries of fronts, unit by unit, and keeps what units hand to their
/// parents. Different threads may run units at once of which none lies below another.
class FrontElimination {
 public:
  /// What a front within a unit leaves to its parent.
  struct Pending {
    FrontId front = kNoFront;
    DenseFront::Update update;
  };
  /// Memory of one thread.
  struct Scratch {
    DenseFront dense;
    std::vector<Pending> pending;
    std::size_t used = 0;  ///< of `pending`
  };
  /// Where all entries begin: ways up, then ways down unless they are the same.
  struct Entries {
    Cost* costs;
    FrontWay* ways;
  };
  /// What becomes of updates that a unit has read: a change of another child needs them.
  enum class Read : std::uint8_t { keep, release };

  /// The plan must outlive the elimination.
  explicit FrontElimination(const FrontPlan& plan)
      : plan_(plan), tree_(plan.shape->tree), updates_(plan.units.size()) {}

  /// Writes all entries of a unit. grid: whose steps join no cells but those of the plan.
  /// Pre: the units below are done.
  void run(FrontUnitId unit, const Grid& grid, Read read, Scratch& scratch, Entries out);

  /// Runs all units. False when cancelled. monitor: counts cells; may be null.
  bool run_all(const Grid& grid, Read read, Crew& crew, Monitor* monitor, Entries out);

  std::size_t memory_bytes() const noexcept;

 private:
  void add_steps(const Grid& grid, const Front& front, std::uint32_t column,
                 DenseFront& dense) const;
  void add_updates(FrontId id, FrontUnitId unit, Read read, Scratch& scratch);
  void store(const Front& front, const DenseFront& dense, Entries out) const;

  const FrontPlan& plan_;
  const FrontTree& tree_;
  std::vector<DenseFront::Update> updates_;  ///< by unit, of its root
};

}  // namespace throng
