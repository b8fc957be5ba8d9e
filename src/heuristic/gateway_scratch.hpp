#pragma once

#include "../areas/gates.hpp"
#include "../core/memory.hpp"

#include <throng/query.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng {

/// Intermediate results of the gateway bounds of one thread's queries, kept from query to
/// query and invalidated in O(1).
class GatewayScratch {
 public:
  explicit GatewayScratch(Memory memory = {})
      : exits_(memory), stamps_(memory), ends_(memory), costs_(memory) {}

 private:
  friend class GatewayBound;

  /// A gate out of an area and the least cost from it to the goal.
  struct Exit {
    Cost cost;
    Gate gate;
  };

  /// Prepares for a query.
  void forget(const Gates& gates) {
    if (stamps_.size() < gates.area_count()) stamps_.resize(gates.area_count());
    if (exits_.size() < gates.count()) exits_.resize(gates.count());
    if (costs_.size() < gates.count()) costs_.resize(gates.count());
    if (++generation_ != 0) return;
    std::fill(stamps_.begin(), stamps_.end(), 0);
    generation_ = 1;
  }

  std::pmr::vector<Exit> exits_;            ///< by row; within an area by rising cost
  std::pmr::vector<std::uint32_t> stamps_;  ///< by area: exits are known in this generation
  std::uint32_t generation_ = 0;
  std::pmr::vector<Cost> ends_;   ///< from the gates into the goal's area to the goal
  std::pmr::vector<Cost> costs_;  ///< of the current area, with room for any area
};

}  // namespace throng
