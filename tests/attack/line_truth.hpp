#pragma once

#include "world.hpp"

#include <cstdint>
#include <vector>

namespace attack {

/// Shortest any-angle paths of a world by brute force: what moves is swept along each leg
/// and compared with what is closed by separating axes.
class LineTruth {
 public:
  /// In half cells: the centre of the cell x,y is 2x,2y.
  struct Place {
    std::int64_t x = 0;
    std::int64_t y = 0;
  };

  /// Pre: the ground is plain; the topology is tile, or octile with never_cut or cut_one.
  explicit LineTruth(const World& world);

  /// Places between which legs lead. The cost of shortest() grows with their square.
  std::size_t places() const noexcept { return places_.size(); }
  bool leg(Place from, Place to) const;
  /// The length of a shortest path between two open cells; infinite if there is none.
  double shortest(Position from, Position to) const;

 private:
  /// A rectangle of closed cells, in half cells.
  struct Box {
    std::int64_t left, top, right, bottom;
  };

  bool closed(std::int64_t x, std::int64_t y) const;
  void add_boxes();

  const World* world_;
  std::int64_t side_;       ///< of what moves, in half cells; 0: a point
  std::vector<Box> boxes_;  ///< whose insides legs must not meet
  std::vector<Place> pinches_;
  std::vector<Place> places_;
};

}  // namespace attack
