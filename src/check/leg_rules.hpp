#pragma once

#include "replay_ground.hpp"

#include <string>

namespace throng {

/// A point in half cells, as files have it: "3.5,2".
std::string half_text(Position p);

/// Which straight legs any-angle paths may have; see any_angle.hpp. Shares no code with the
/// line tests there, so that their faults are found.
class LegRules {
 public:
  /// `ground` must outlive the object.
  explicit LegRules(const ReplayGround& ground) : ground_(ground) {}

  /// Describes the fault of a leg from an open cell; empty when the leg is legal.
  /// Cost: O(rows + cells met).
  std::string fault(Position from, Position to) const;

  /// The same for points in half cells, of which the centre of the cell x,y is 2x,2y: what
  /// moves is a point, and each end is a centre or a corner of cells.
  std::string half_fault(Position from, Position to) const;

 private:
  std::string end_fault(Position end) const;
  std::string crossed_fault(Position from, Position to) const;
  std::string row_fault(Position a, Position b, std::int32_t row) const;
  std::string side_fault(Position from, Position to) const;
  bool pinched(std::int64_t x, std::int64_t y) const;

  std::string overlap_fault(Position from, Position to) const;
  std::string sight_fault(Position from, Position to) const;
  std::string crossing_fault(Position from, Position to) const;

  const ReplayGround& ground_;
};

}  // namespace throng
