#include "group_parties.hpp"

#include <throng/distances.hpp>
#include <throng/group_goals.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <tuple>
#include <utility>

namespace throng {
namespace {

struct Member {
  Position at;
  std::uint32_t index;
};

/// Assigns as many places as there are units.
void assign(std::span<Member> units, std::span<Member> places,
            std::vector<std::uint32_t>& place_of) {
  if (units.empty()) return;
  if (units.size() == 1) {
    place_of[units.front().index] = places.front().index;
    return;
  }
  const auto x = [](const Member& one) { return one.at.x; };
  const auto y = [](const Member& one) { return one.at.y; };
  const auto extent = [&](const auto& coordinate) {
    const auto [least, most] = std::ranges::minmax_element(places, {}, coordinate);
    return std::int64_t{coordinate(*most)} - coordinate(*least);
  };
  const bool wide = extent(x) >= extent(y);
  const auto before = [&](const Member& a, const Member& b) {
    const auto key = [&](const Member& one) {
      return wide ? std::tuple(one.at.x, one.at.y, one.index)
                  : std::tuple(one.at.y, one.at.x, one.index);
    };
    return key(a) < key(b);
  };
  const std::size_t half = units.size() / 2;
  const auto split = [&](std::span<Member> all) {
    std::ranges::nth_element(all, all.begin() + static_cast<std::ptrdiff_t>(half), before);
  };
  split(units);
  split(places);
  assign(units.first(half), places.first(half), place_of);
  assign(units.subspan(half), places.subspan(half), place_of);
}

std::vector<Member> members(std::span<const Position> positions, std::size_t count) {
  std::vector<Member> all;
  all.reserve(count);
  for (std::uint32_t i = 0; i < count; ++i) all.push_back({positions[i], i});
  return all;
}

/// Matches units with places by augmenting paths: a place for one unit, another place for
/// the unit that had it, and so on, up to a free place.
class Matching {
 public:
  using Key = std::int64_t;
  static constexpr Key kNever = std::numeric_limits<Key>::max();
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  explicit Matching(std::size_t places) : places_(places) {}

  /// Finds the path of least key from a unit to a free place, by Dijkstra's algorithm.
  /// extend(key, unit, place): the key of a path to `unit` that continues to `place`, not
  /// less than `key`; kNever if the unit cannot have the place. Returns the key of the
  /// path; kNever if there is none.
  template <class Extend>
  Key find_path(std::uint32_t unit, const Extend& extend) {
    for (Place& place : places_) place.key = kNever, place.done = false;
    Key key = 0;
    end_ = kNone;
    for (std::uint32_t at = unit; at != kNone; at = places_[end_].unit) {
      end_ = next_place(at, key, extend);
      if (end_ == kNone) return kNever;
      places_[end_].done = true;
      key = places_[end_].key;
    }
    return key;
  }

  /// Calls body(place, key, unit) for each place that find_path() settled: its key, and the
  /// unit that has it, or kNone.
  template <class Body>
  void for_each_settled(const Body& body) const {
    for (std::size_t k = 0; k < places_.size(); ++k)
      if (places_[k].done) body(k, places_[k].key, places_[k].unit);
  }

  /// Moves the units along the path that find_path() found for `unit`.
  void follow_path(std::uint32_t unit) {
    while (end_ != kNone) {
      Place& place = places_[end_];
      place.unit = place.before == kNone ? unit : places_[place.before].unit;
      end_ = place.before;
    }
  }

  /// The unit that has a place, or kNone.
  std::uint32_t unit_at(std::size_t place) const noexcept { return places_[place].unit; }

 private:
  struct Place {
    Key key = kNever;
    std::uint32_t before = kNone;  ///< the place before it on the path
    std::uint32_t unit = kNone;
    bool done = false;
  };

  /// Extends the path to `at`, the unit at end_. Returns the place of least key that is not
  /// done, of those the least index; kNone if none is reached.
  template <class Extend>
  std::uint32_t next_place(std::uint32_t at, Key key, const Extend& extend) {
    Key least = kNever;
    std::uint32_t next = kNone;
    for (std::uint32_t k = 0; k < places_.size(); ++k) {
      Place& place = places_[k];
      if (place.done) continue;
      const Key extended = extend(key, at, k);
      if (extended < place.key) place.key = extended, place.before = end_;
      if (place.key < least) least = place.key, next = k;
    }
    return next;
  }

  std::vector<Place> places_;
  std::uint32_t end_ = kNone;  ///< the last place on the path
};

/// The costs of units, a row each.
class CostTable {
 public:
  CostTable(std::span<const Cost> costs, std::size_t places)
      : costs_(costs), places_(places) {}

  Cost operator()(std::size_t unit, std::size_t place) const noexcept {
    return costs_[unit * places_ + place];
  }

 private:
  std::span<const Cost> costs_;
  std::size_t places_;
};

/// The units that receive a place within reach, and the least possible largest cost.
struct Served {
  std::vector<std::uint32_t> units;
  std::vector<std::uint32_t> others;
  Cost largest = 0;
};

Served find_largest(std::size_t units, std::size_t places, const CostTable& cost) {
  using Key = Matching::Key;
  Served served;
  Matching matching(places);
  for (std::uint32_t unit = 0; unit < units; ++unit) {
    const Key key =
        matching.find_path(unit, [&](Key before, std::size_t at, std::size_t place) {
          const Cost one = cost(at, place);
          return one == kUnreachable ? Matching::kNever : std::max<Key>(before, one);
        });
    (key == Matching::kNever ? served.others : served.units).push_back(unit);
    if (key == Matching::kNever) continue;
    served.largest = std::max(served.largest, static_cast<Cost>(key));
    matching.follow_path(unit);
  }
  return served;
}

/// Matches the units that are served at the least sum. Prices of units and places keep the
/// cost of a pair less its prices at 0 or more, and at 0 for pairs that are matched.
Matching find_cheapest(const Served& served, std::size_t units, std::size_t places,
                       const CostTable& cost) {
  using Key = Matching::Key;
  Matching matching(places);
  std::vector<Key> unit_price(units);
  std::vector<Key> place_price(places);
  for (const std::uint32_t unit : served.units) {
    const Key key =
        matching.find_path(unit, [&](Key before, std::size_t at, std::size_t place) {
          const Cost one = cost(at, place);
          return one > served.largest ? Matching::kNever
                                      : before + one - unit_price[at] - place_price[place];
        });
    matching.for_each_settled([&](std::size_t place, Key settled, std::uint32_t at) {
      place_price[place] -= key - settled;
      if (at != Matching::kNone) unit_price[at] += key - settled;
    });
    unit_price[unit] += key;
    matching.follow_path(unit);
  }
  return matching;
}

}  // namespace

std::vector<std::uint32_t> assign_places(std::span<const Position> units,
                                         std::span<const Position> places) {
  const std::size_t count = std::min(units.size(), places.size());
  std::vector<std::uint32_t> place_of(count);
  std::vector<Member> some_units = members(units, count);
  std::vector<Member> some_places = members(places, count);
  assign(some_units, some_places, place_of);
  return place_of;
}

Result<std::vector<std::uint32_t>> assign_by_cost(std::size_t units, std::size_t places,
                                                  std::span<const Cost> costs) {
  const bool fits = places == 0
                        ? costs.empty()
                        : costs.size() % places == 0 && costs.size() / places == units;
  if (!fits)
    return fail(Code::bad_argument, "a table of " + std::to_string(units) + " units and " +
                                        std::to_string(places) + " places was given " +
                                        std::to_string(costs.size()) + " costs");
  const std::size_t count = std::min(units, places);
  const CostTable cost(costs, places);
  const Served served = find_largest(count, places, cost);
  const Matching matching = find_cheapest(served, count, places, cost);
  std::vector<std::uint32_t> place_of(count);
  auto other = served.others.begin();
  for (std::uint32_t place = 0; place < places; ++place)
    if (const std::uint32_t unit = matching.unit_at(place); unit != Matching::kNone)
      place_of[unit] = place;
    else if (other != served.others.end())
      place_of[*other++] = place;
  return place_of;
}

Outcome exchange_places(std::span<const Index> movements, std::span<const GroupUnit> units,
                        std::span<Position> places, Workers& workers) {
  Outcome fine = check_movements(movements, units);
  if (!fine) return fine;
  if (places.size() != units.size())
    return fail(Code::bad_argument, std::to_string(units.size()) + " units were given " +
                                        std::to_string(places.size()) + " places");
  Parties parties;
  for (std::uint32_t i = 0; i < units.size(); ++i) {
    const Grid& grid = *movements[units[i].movement].grid();
    const auto component = component_at(grid, units[i].at);
    if (component && component == component_at(grid, places[i]))
      parties.add(i, units[i].movement, *component);
  }
  std::vector<Position> exchanged(places.begin(), places.end());
  std::vector<Position> from;
  std::vector<Position> to;
  for (const Party& party : parties.all()) {
    from.clear();
    to.clear();
    for (const std::uint32_t unit : party.units) {
      from.push_back(units[unit].at);
      to.push_back(places[unit]);
    }
    const std::vector<Cost> costs = distances(movements[party.movement], from, to, workers);
    const auto place_of = assign_by_cost(from.size(), to.size(), costs);
    for (std::size_t i = 0; i < from.size(); ++i)
      exchanged[party.units[i]] = to[(*place_of)[i]];
  }
  std::ranges::copy(exchanged, places.begin());
  return ok();
}

}  // namespace throng
