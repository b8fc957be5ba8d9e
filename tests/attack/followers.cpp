#include "followers.hpp"

#include "answers.hpp"
#include "trials.hpp"

#include <algorithm>

namespace attack {

// ---- fields and places ----

FlowFollower::FlowFollower(Random& random, const Version& version)
    : indexed_(random.one_in(2)),
      flow_(indexed_ ? Field(version.index()) : Field(version.grid())),
      since_(version.map.version()) {
  draw_goals(random, version);
}

void FlowFollower::draw_goals(Random& random, const Version& version) {
  goals_.clear();
  for (std::uint32_t k = random.below(4); k > 0; --k) {
    goals_.push_back(draw_position(random, version.truth.world()));
  }
  most_ = random.one_in(2) ? kUnreachable - 1
                           : version.grid()->cost_of_steps(random.decimal(10));
  flow_.set_goals(goals_, version.workers, most_);
}

void FlowFollower::follow(Random& random, const Version& version) {
  stage("flow field that follows");
  const MapChanges changes = version.map.changes(since_, version.movement);
  if (random.one_in(6)) indexed_ = !indexed_;
  if (indexed_) {
    flow_.follow(version.index(), changes, version.workers);
  } else {
    flow_.follow(version.grid(), changes, version.workers);
  }
  since_ = version.map.version();
  if (random.one_in(6)) draw_goals(random, version);
  check_flow(version.truth, flow_, goals_, most_);
}

PlacesFollower::PlacesFollower(Random& random, const Version& version)
    : nearest_(version.grid()), since_(version.map.version()) {
  for (std::uint32_t k = 1 + random.below(5); k > 0; --k) {
    places_.push_back(draw_position(random, version.truth.world()));
  }
  nearest_.set_goals(places_, version.workers);
}

void PlacesFollower::follow(Random& random, const Version& version) {
  stage("places that follow");
  nearest_.follow(version.grid(), version.map.changes(since_, version.movement),
                  version.workers);
  since_ = version.map.version();
  check_places(random, version.truth, nearest_, places_);
}

// ---- routes ----

namespace {

bool contains(const std::vector<RouteId>& list, RouteId id) {
  return std::ranges::binary_search(list, id);
}

/// The cost of the cheapest usable link between two cells; kNever if there is none.
Wide cheapest_link(const Truth& truth, Position from, Position to) {
  const World& world = truth.world();
  Wide least = kNever;
  for (std::size_t k = 0; k < world.links.size(); ++k) {
    if (world.links[k].from != from || world.links[k].to != to) continue;
    if (world.link_usable(k)) least = std::min(least, world.link_weight(k));
  }
  return least == kNever ? kNever : least * truth.unit().straight;
}

/// The cost of the step between two cells; kNever if it is not legal.
Wide cost_of_step(const Truth& truth, Position from, Position to) {
  const World& world = truth.world();
  for (int d = 0; d < 8; ++d) {
    if (world.target(from, d) != to) continue;
    return world.legal(from, d) ? world.step_cost(from, d, truth.unit()) : kNever;
  }
  return kNever;
}

std::vector<bool> links_among(std::span<const Move> moves) {
  std::vector<bool> links;
  for (const Move move : moves) links.push_back(is_link(move));
  return links;
}

/// The answer to a request on a version, which always has a start on the map.
Answers path_on(const Version& version, Position start, Position goal, bool approach) {
  const Solver solver = *Solver::make(version.index());
  const Request request{.start = start, .goals = {&goal, 1}, .approach = approach};
  Answers result;
  solver.solve({&request, 1}, version.workers, result);
  return result;
}

}  // namespace

RouteFollower::RouteFollower(Random& random, const Version& version)
    : whole_(random.one_in(2)),
      movement_(whole_ ? version.movement : 0),
      book_(whole_ ? RouteBook(version.map) : RouteBook(version.grid())),
      since_(version.map.version()) {
  for (; whole_ && others_ < 3; ++others_) {
    const World& world = version.truth.world();
    book_.add(world.position(random.below(world.size())), 0,
              random.below(version.map.classes()));
  }
}

const RouteReview& RouteFollower::review(const Version& version) {
  if (whole_) return book_.review(version.map, version.workers);
  return book_.review(version.grid(), version.map.changes(since_, version.movement),
                      version.workers);
}

void RouteFollower::save_and_restore(const Version& version) {
  const std::string saved = book_.save();
  book_ = whole_ ? *RouteBook::restore(saved, version.map)
                 : *RouteBook::restore(saved, version.grid());
  check(book_.save() == saved, "a restored route book is saved as other bytes");
}

/// Sets what a route is on a version.
void RouteFollower::judge(Known& known, Truth& truth) {
  known.broken = false;
  known.cost = 0;
  for (std::size_t k = 0; k + 1 < known.cells.size(); ++k) {
    const Position from = known.cells[k], to = known.cells[k + 1];
    const Wide cost =
        known.by_link[k] ? cheapest_link(truth, from, to) : cost_of_step(truth, from, to);
    known.broken |= cost == kNever;
    if (!known.broken) known.cost += cost;
  }
  known.cheapest = !known.broken &&
                   (known.cells.size() == 1 ||
                    truth.distance(known.cells.front(), known.cells.back()) == known.cost);
}

void RouteFollower::follow(Random& random, const Version& version) {
  stage("route book");
  check_review(review(version), version);
  since_ = version.map.version();
  if (random.one_in(4)) save_and_restore(version);
  stage("changes of a route book");
  change(random, version);
  for (Known& known : routes_) {
    judge(known, version.truth);
    check_cells(known, version);
  }
}

void RouteFollower::check_review(const RouteReview& review, const Version& version) {
  for (Known& known : routes_) {
    const Known before = known;
    judge(known, version.truth);
    const bool broken = contains(review.broken, known.id);
    const bool costlier = contains(review.costlier, known.id);
    const bool shorter = contains(review.may_shorten, known.id);
    const auto require = [&](bool holds, const char* what) {
      check(holds, what, ": route ", static_cast<std::uint32_t>(known.id), " at ",
            known.cells.front(), " to ", known.cells.back(), " (goal ", known.goal, "), ",
            known.cells.size(), " cells, cost ", before.cost, " before, ", known.cost,
            " now, lists:", broken ? " broken" : "", costlier ? " costlier" : "",
            shorter ? " may_shorten" : "");
    };
    require(broken == known.broken, "list of broken routes");
    counts().compared(broken ? "broken route" : "route");
    check_cells(known, version);
    if (broken) {
      require(!costlier && !shorter, "a broken route in another list");
      continue;
    }
    require(costlier == (!before.broken && known.cost > before.cost),
            "list of costlier routes");
    require(!before.broken || shorter, "a route is legal again, not in may_shorten");
    require(!before.cheapest || known.cheapest || costlier || shorter,
            "a route is no longer a cheapest one, and in no list");
  }
}

/// What the book says of a route, against the cells of the path that it was given.
void RouteFollower::check_cells(const Known& known, const Version& version) const {
  const auto number = static_cast<std::uint32_t>(known.id);
  check(book_.broken(known.id) == known.broken, "broken() of route ", number, ": ",
        !known.broken);
  const Route& route = book_.route(known.id);
  check(route.position() == known.cells.front() && route.size() + 1 == known.cells.size(),
        "position or moves of route ", number);
  check(book_.goal(known.id) == known.goal, "goal of route ", number);
  check(book_.movement(known.id) == movement_, "class of route ", number);
  if (known.broken) return;
  check(book_.remaining_cost(known.id) == known.cost, "cost of route ", number, ": ",
        book_.remaining_cost(known.id), ", want ", known.cost);
  for (std::size_t k = 0; k < known.cells.size(); ++k) {
    check(route.ahead(*version.grid(), k) == known.cells[k], "after ", k, " moves, route ",
          number, " is at ", route.ahead(*version.grid(), k), ", want ", known.cells[k]);
  }
  const std::vector<Move> moves(route.reversed().rbegin(), route.reversed().rend());
  const Walk walked =
      walk(version.truth, known.cells.front(), moves, version.grid()->links().get());
  check(walked.legal && walked.cost == known.cost, "moves of route ", number);
  counts().compared("cells of a route", known.cells.size());
}

void RouteFollower::change(Random& random, const Version& version) {
  for (std::uint32_t k = random.below(6); k > 0; --k) add_or_replace(random, version);
  if (random.one_in(3)) append(random, version);
  if (random.one_in(3)) splice(random, version);
  if (random.one_in(3)) truncate(random);
  if (random.one_in(3)) join(random, version);
  if (random.one_in(3)) place(random, version);
  advance(random, version);
  if (random.one_in(4)) remove(random);
}

void RouteFollower::add_or_replace(Random& random, const Version& version) {
  const World& world = version.truth.world();
  const Position start = world.position(random.below(world.size()));
  const Position goal = draw_position(random, world);
  const Answers found = path_on(version, start, goal, random.one_in(2));
  const PathView path = found.path(0);
  Known known{.goal = goal, .cells = path.cells(), .by_link = links_among(path.moves())};
  if (!routes_.empty() && random.one_in(4)) {
    Known& old = routes_[random.below(routes_.size())];
    known.id = old.id;
    if (random.one_in(2)) {
      book_.replace(known.id, path, goal);
    } else {
      const NewPath one{known.id, path, goal};
      book_.replace({&one, 1}, version.workers);
    }
    old = known;
  } else {
    known.id = book_.add(path, goal, 0, movement_);
    routes_.push_back(known);
  }
}

/// A route that is not broken, or null.
RouteFollower::Known* RouteFollower::pick_whole(Random& random) {
  if (routes_.empty()) return nullptr;
  Known& one = routes_[random.below(routes_.size())];
  return book_.broken(one.id) ? nullptr : &one;
}

void RouteFollower::append(Random& random, const Version& version) {
  Known* const known = pick_whole(random);
  if (known == nullptr) return;
  const Position goal = draw_position(random, version.truth.world());
  const Answers more = path_on(version, known->cells.back(), goal, true);
  const PathView path = more.path(0);
  check(book_.append(known->id, path), "append fails");
  const std::vector<Position> cells = path.cells();
  known->cells.insert(known->cells.end(), cells.begin() + 1, cells.end());
  std::ranges::copy(links_among(path.moves()), std::back_inserter(known->by_link));
}

void RouteFollower::splice(Random& random, const Version& version) {
  Known* const known = pick_whole(random);
  if (known == nullptr) return;
  const std::size_t moves = random.below(known->cells.size());
  const Answers head = path_on(version, known->cells.front(), known->cells[moves], false);
  const PathView path = head.path(0);
  if (head.status[0] != Status::found) return;  // a unit on a closed cell
  check(book_.splice(known->id, moves, path), "splice fails");
  std::vector<Position> cells = path.cells();
  cells.insert(cells.end(), known->cells.begin() + static_cast<std::ptrdiff_t>(moves) + 1,
               known->cells.end());
  std::vector<bool> links = links_among(path.moves());
  links.insert(links.end(), known->by_link.begin() + static_cast<std::ptrdiff_t>(moves),
               known->by_link.end());
  known->cells = std::move(cells);
  known->by_link = std::move(links);
}

void RouteFollower::Known::keep(std::size_t moves) {
  cells.resize(moves + 1);
  by_link.resize(moves);
}

void RouteFollower::Known::skip(std::size_t moves) {
  cells.erase(cells.begin(), cells.begin() + static_cast<std::ptrdiff_t>(moves));
  by_link.erase(by_link.begin(), by_link.begin() + static_cast<std::ptrdiff_t>(moves));
}

void RouteFollower::truncate(Random& random) {
  Known* const known = pick_whole(random);
  if (known == nullptr) return;
  const std::size_t moves = random.below(known->cells.size() + 2);
  known->keep(std::min(moves, known->cells.size() - 1));
  if (random.one_in(2)) {
    book_.truncate(known->id, moves);
  } else {
    check(book_.walk_on(known->id, moves) == known->cells.back(),
          "walk_on() ends elsewhere");
  }
}

/// A path from a cell ahead of the unit; now and then from one that it does not pass.
void RouteFollower::join(Random& random, const Version& version) {
  Known* const known = pick_whole(random);
  if (known == nullptr) return;
  const World& world = version.truth.world();
  Position start = known->cells[random.below(known->cells.size())];
  if (random.one_in(4)) start = world.position(random.below(world.size()));
  const Position goal = draw_position(random, world);
  const Answers found = path_on(version, start, goal, true);
  const PathView path = found.path(0);
  const auto at = std::ranges::find(known->cells, start);
  const bool passes = at != known->cells.end();
  if (random.one_in(2)) {
    check(book_.join(known->id, path, goal) == passes, "join() of a route that passes");
  } else {
    const NewPath one{known->id, path, goal};
    check(book_.join({&one, 1}, version.workers).empty() == passes, "join() of all");
  }
  if (!passes) return;
  known->goal = goal;
  known->keep(static_cast<std::size_t>(at - known->cells.begin()));
  const std::vector<Position> cells = path.cells();
  known->cells.insert(known->cells.end(), cells.begin() + 1, cells.end());
  std::ranges::copy(links_among(path.moves()), std::back_inserter(known->by_link));
}

void RouteFollower::place(Random& random, const Version& version) {
  Known* const known = pick_whole(random);
  if (known == nullptr) return;
  const World& world = version.truth.world();
  Position cell = known->cells[random.below(known->cells.size())];
  if (random.one_in(3)) cell = world.position(random.below(world.size()));
  const auto at = std::ranges::find(known->cells, cell);
  const bool passes = at != known->cells.end();
  check(book_.place(known->id, cell) == passes, "place() of a route that passes ", cell);
  if (passes) {
    known->skip(static_cast<std::size_t>(at - known->cells.begin()));
  } else {
    known->keep(0);
    known->cells.front() = cell;
  }
}

void RouteFollower::advance(Random& random, const Version& version) {
  for (Known& known : routes_) {
    if (book_.broken(known.id) || known.cells.size() == 1 || !random.one_in(4)) continue;
    const std::size_t moves = 1 + random.below(known.cells.size() - 1);
    const Position at = book_.advance(known.id, moves);
    check(at == known.cells[moves], "advance leads to ", at, ", want ", known.cells[moves]);
    known.skip(moves);
  }
  check(book_.size() == routes_.size() + others_ && book_.grid(movement_) == version.grid(),
        "size or grid of the route book");
}

void RouteFollower::remove(Random& random) {
  if (routes_.empty()) return;
  const std::size_t place = random.below(routes_.size());
  book_.remove(routes_[place].id);
  check(!book_.contains(routes_[place].id), "the route book contains a removed route");
  routes_.erase(routes_.begin() + static_cast<std::ptrdiff_t>(place));
}

}  // namespace attack
