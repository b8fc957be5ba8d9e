#pragma once

#include "replay_ground.hpp"

#include <string>

namespace throng {

/// Which straight legs any-angle paths may have; see any_angle.hpp. Shares no code with the
/// line tests there, so that their faults are found.
class LegRules {
 public:
  /// `ground` must outlive the object.
  explicit LegRules(const ReplayGround& ground) : ground_(ground) {}

  /// Describes the fault of a leg from an open cell; empty when the leg is legal.
  /// Cost: O(rows + cells met).
  std::string fault(Position from, Position to) const;

 private:
  std::string overlap_fault(Position from, Position to) const;
  std::string sight_fault(Position from, Position to) const;
  std::string crossing_fault(Position from, Position to) const;

  const ReplayGround& ground_;
};

}  // namespace throng
