#pragma once

#include <throng/index.hpp>
#include <throng/query.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace throng {

/// How hub labels answer a query.
struct HubTrace {
  /// A hub in the label of an end, and its distance.
  struct Hub {
    Position at;
    Cost cost = 0;
  };
  enum class Kind : std::uint8_t {
    direct,  ///< the goal is in sight
    turn,    ///< both ends see one corner
    hub,     ///< the labels of both ends hold one hub on a cheapest way
  };

  Kind kind = Kind::direct;
  Cost cost = 0;
  Position meeting;              ///< the corner or the hub; the goal, if it is in sight
  std::vector<Hub> start, goal;  ///< the labels
};

/// Nothing if the index has no static hub labels, or if no path joins the ends.
std::optional<HubTrace> trace_hubs(const Index& index, const Query& query);

}  // namespace throng
