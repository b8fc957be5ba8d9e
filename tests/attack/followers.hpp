#pragma once

#include "random.hpp"
#include "world.hpp"

#include <memory>
#include <string>
#include <vector>

// What follows the versions of a living map: fields, places and routes.

namespace attack {

/// The version of a class that followers move on to.
struct Version {
  const LivingMap& map;
  std::size_t movement;
  Truth& truth;
  Workers& workers;

  const std::shared_ptr<const Grid>& grid() const { return map.grid(movement); }
  const Index& index() const { return map.index(movement); }
};

/// A flow field whose goals change now and then.
class FlowFollower {
 public:
  FlowFollower(Random& random, const Version& version);
  void follow(Random& random, const Version& version);

 private:
  void draw_goals(Random& random, const Version& version);

  bool indexed_;
  Field flow_;
  std::vector<Position> goals_;
  Cost most_ = kUnreachable - 1;
  LivingMap::Version since_;
};

/// The nearest of some places.
class PlacesFollower {
 public:
  PlacesFollower(Random& random, const Version& version);
  void follow(Random& random, const Version& version);

 private:
  Field nearest_;
  std::vector<Position> places_;
  LivingMap::Version since_;
};

/// The routes of walking units.
class RouteFollower {
 public:
  RouteFollower(Random& random, const Version& version);
  /// Reviews the routes, then changes some.
  void follow(Random& random, const Version& version);

 private:
  /// A route as it was when it was found: the cells to go, and which moves are links. The
  /// book must lead the unit over these cells, whatever becomes of the links.
  struct Known {
    RouteId id{};
    Position goal;
    std::vector<Position> cells;
    std::vector<bool> by_link;  ///< one less than cells
    bool broken = false;
    bool cheapest = false;
    Wide cost = 0;

    void keep(std::size_t moves);  ///< the next ones only
    void skip(std::size_t moves);
  };

  static void judge(Known& known, Truth& truth);
  const RouteReview& review(const Version& version);
  void save_and_restore(const Version& version);
  void check_review(const RouteReview& review, const Version& version);
  void check_cells(const Known& known, const Version& version) const;
  void change(Random& random, const Version& version);
  void add_or_replace(Random& random, const Version& version);
  void append(Random& random, const Version& version);
  void splice(Random& random, const Version& version);
  void truncate(Random& random);
  void join(Random& random, const Version& version);
  void place(Random& random, const Version& version);
  void advance(Random& random, const Version& version);
  void remove(Random& random);
  Known* pick_whole(Random& random);

  bool whole_;            ///< the book has all classes of the map, and units of others
  std::size_t movement_;  ///< of the routes in the book
  RouteBook book_;
  std::size_t others_ = 0;  ///< units of any class that stand still
  std::vector<Known> routes_;
  LivingMap::Version since_;
};

}  // namespace attack
