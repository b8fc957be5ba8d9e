#include "bindings.hpp"
#include "games.hpp"

#include <throng/bundle.hpp>
#include <throng/route_book.hpp>

#include <pybind11/stl.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace throng::python {
namespace {

using Grids = std::vector<std::shared_ptr<const Grid>>;

/// A route book, and the map of its classes if it has one.
struct Book {
  Book(RouteBook&& made, std::shared_ptr<Living> of)
      : map(std::move(of)), book(std::move(made)) {}

  std::shared_ptr<Living> map;
  RouteBook book;
  std::mutex in_use;
};

/// The grids of a book that does not follow a LivingMap: one, or one for each class.
Grids grids_of(const py::object& world) {
  const bool many = py::isinstance<py::list>(world) || py::isinstance<py::tuple>(world);
  Grids grids;
  if (!many) {
    grids.push_back(grid_of(world));
    return grids;
  }
  for (const py::handle one : world) grids.push_back(grid_of(one));
  if (grids.empty()) throw py::value_error("a route book needs a grid");
  for (const auto& grid : grids)
    if (grid->width() != grids[0]->width() || grid->height() != grids[0]->height() ||
        grid->rules().topology != grids[0]->rules().topology)
      throw py::value_error("the grids of a route book differ in their size or topology");
  return grids;
}

std::shared_ptr<Book> make_book(const py::object& world) {
  if (!py::isinstance<Living>(world))
    return std::make_shared<Book>(RouteBook(grids_of(world)), nullptr);
  auto living = world.cast<std::shared_ptr<Living>>();
  const Locked lock(living->in_use);
  RouteBook book(living->map);
  return std::make_shared<Book>(std::move(book), std::move(living));
}

std::shared_ptr<Book> restore_book(const std::string& saved, const py::object& world) {
  if (!py::isinstance<Living>(world))
    return std::make_shared<Book>(take(RouteBook::restore(saved, grids_of(world))),
                                  nullptr);
  auto living = world.cast<std::shared_ptr<Living>>();
  const Locked lock(living->in_use);
  RouteBook book = take(RouteBook::restore(saved, living->map));
  return std::make_shared<Book>(std::move(book), std::move(living));
}

/// The routes that an argument lists; all of them for None.
std::vector<RouteId> routes_of(const RouteBook& book, py::handle given) {
  if (given.is_none()) return book.routes();
  const py::array_t<std::uint32_t> numbers = numbers_of(given, "routes");
  std::vector<RouteId> routes;
  for (const std::uint32_t number : std::span(numbers.data(), numbers.size())) {
    routes.push_back(RouteId{number});
    if (!book.contains(routes.back()))
      throw py::index_error("the book has no route " + std::to_string(number));
  }
  return routes;
}

/// Points for routes: as many, all on the map.
Points points_for(const RouteBook& book, std::size_t count, py::handle given,
                  const char* name, bool on_map = true) {
  Points points(given, name);
  if (points.size() != count)
    throw py::value_error("there are " + std::to_string(count) + " routes, but " +
                          std::to_string(points.size()) + " " + name);
  for (const Position p : points.get())
    if (on_map && !book.grid()->contains(p))
      throw py::index_error(std::to_string(p.x) + "," + std::to_string(p.y) +
                            " is outside the map");
  return points;
}

py::array_t<std::uint32_t> list_of(const std::vector<RouteId>& routes) {
  return copy_of<std::uint32_t>(routes);
}

/// A method that reads something of each route: an array of read(book, route).
template <class T, class Read>
auto reading_routes(Read read) {
  return [read](Book& own, const py::object& given) {
    const Locked lock(own.in_use);
    std::vector<T> values;
    for (const RouteId id : routes_of(own.book, given))
      values.push_back(static_cast<T>(read(own.book, id)));
    return copy_of<T>(values);
  };
}

/// A method that moves each route and returns where it then is: of move(book, route).
template <class Move>
py::array_t<std::int32_t> positions_after(Book& own, py::handle given, const Move& move) {
  const Locked lock(own.in_use);
  std::vector<Position> cells;
  for (const RouteId id : routes_of(own.book, given)) cells.push_back(move(own.book, id));
  return array_of(cells);
}

py::array_t<std::uint32_t> add_units(Book& own, py::handle units, const py::object& classes,
                                     const py::object& users) {
  const Locked lock(own.in_use);
  const Points at(units, "units");
  const std::size_t count = at.size();
  points_for(own.book, count, units, "units");
  std::vector<std::uint32_t> movement(count, 0);
  if (py::array::ensure(classes).ndim() == 0) {
    movement.assign(count, number_of<std::uint32_t>(classes, "movement"));
  } else {
    const auto given = numbers_of(classes, "movement");
    movement.assign(given.data(), given.data() + given.size());
  }
  std::vector<std::uint64_t> words(count, 0);
  if (!users.is_none()) words = users.cast<std::vector<std::uint64_t>>();
  if (movement.size() != count || words.size() != count)
    throw py::value_error("units, movement and users have different lengths");
  for (const std::uint32_t one : movement)
    if (one >= own.book.classes())
      throw py::index_error("the book has " + std::to_string(own.book.classes()) +
                            " classes");
  std::vector<RouteId> routes;
  for (std::size_t i = 0; i < count; ++i)
    routes.push_back(own.book.add(at.get()[i], words[i], movement[i]));
  return list_of(routes);
}

py::array_t<std::int32_t> advance_routes(Book& own, const py::object& given,
                                         std::size_t moves) {
  return positions_after(own, given, [&](RouteBook& book, RouteId id) {
    return book.advance(id, std::min(moves, book.route(id).size()));
  });
}

py::array_t<bool> place_units(Book& own, py::handle given, py::handle cells) {
  const Locked lock(own.in_use);
  const std::vector<RouteId> routes = routes_of(own.book, given);
  const Points at = points_for(own.book, routes.size(), cells, "cells");
  std::vector<std::uint8_t> passes;
  for (std::size_t i = 0; i < routes.size(); ++i)
    passes.push_back(own.book.place(routes[i], at.get()[i]) ? 1 : 0);
  return copy_of<bool>(passes);
}

void set_goals(Book& own, py::handle given, py::handle goals) {
  const Locked lock(own.in_use);
  const std::vector<RouteId> routes = routes_of(own.book, given);
  const Points to = points_for(own.book, routes.size(), goals, "goals", false);
  for (std::size_t i = 0; i < routes.size(); ++i) own.book.set_goal(routes[i], to.get()[i]);
}

py::array_t<std::int32_t> cells_ahead(Book& own, std::uint32_t route,
                                      std::optional<std::size_t> count) {
  const Locked lock(own.in_use);
  if (!own.book.contains(RouteId{route}))
    throw py::index_error("the book has no route " + std::to_string(route));
  const std::size_t moves = own.book.route(RouteId{route}).size();
  std::vector<Position> cells(std::min(count.value_or(moves), moves));
  own.book.next_cells(RouteId{route}, cells);
  return array_of(cells);
}

py::array_t<std::uint8_t> moves_ahead(Book& own, std::uint32_t route) {
  const Locked lock(own.in_use);
  if (!own.book.contains(RouteId{route}))
    throw py::index_error("the book has no route " + std::to_string(route));
  const std::span<const Move> reversed = own.book.route(RouteId{route}).reversed();
  return copy_of<std::uint8_t>(std::vector<Move>(reversed.rbegin(), reversed.rend()));
}

/// Submits requests for new paths. Returns their tickets.
py::object ask_for_paths(Book& own, Scheduler& scheduler, py::handle given,
                         std::size_t most, const std::string& priority, bool approach,
                         bool escape) {
  const Locked lock(own.in_use);
  if (scheduler.classes < own.book.classes())
    throw py::value_error("the scheduler has fewer classes than the book");
  const Request wish = request_of(scheduler, 0, priority, "any", 0, approach, escape,
                                  Request{}.max_expansions, Request{}.max_cost);
  std::vector<Request> requests;
  for (const RouteId id : routes_of(own.book, given)) {
    Request& request = requests.emplace_back(own.book.request(id, most));
    request.priority = wish.priority;
    request.approach = wish.approach;
    request.escape_blocked_start = wish.escape_blocked_start;
  }
  const auto first = static_cast<std::uint64_t>(scheduler.scheduler.submit_all(requests));
  return py::module_::import("builtins").attr("range")(first, first + requests.size());
}

/// Refuses paths that leave the map of the book.
void need_on_map(const RouteBook& book, const Answers& finished) {
  for (std::size_t slot = 0; slot < finished.slots(); ++slot) {
    const PathView path = finished.path(slot);
    if (path.moves().empty()) continue;
    if (finished.topology != book.grid()->rules().topology)
      throw py::value_error("the paths are of another topology than the book");
    for (const Position p : path.cells())
      if (!book.grid()->contains(p))
        throw py::value_error("a path leaves the map of the book");
  }
}

py::tuple join_answers(Book& own, const Finished& finished, NamedWorkers* workers) {
  std::vector<RouteId> missed, no_path;
  {
    const Locked lock(own.in_use);
    need_on_map(own.book, finished.requests);
  }
  run(workers, 0, [&](Workers& threads, Monitor&) {
    const std::lock_guard lock(own.in_use);
    const AnsweredRoutes& answered = own.book.join(finished.requests, threads);
    missed = answered.missed;
    no_path = answered.no_path;
  });
  return py::make_tuple(list_of(missed), list_of(no_path));
}

py::tuple review_routes(Book& own, bool may_shorten, NamedWorkers* workers) {
  if (own.map == nullptr) throw py::value_error("the book does not follow a LivingMap");
  RouteReview found;
  run(workers, 0, [&](Workers& threads, Monitor&) {
    const std::scoped_lock lock(own.in_use, own.map->in_use);
    found = own.book.review(own.map->map, threads, {.may_shorten = may_shorten});
  });
  return py::make_tuple(list_of(found.broken), list_of(found.costlier),
                        list_of(found.may_shorten));
}

void bind_changes(py::class_<Book, std::shared_ptr<Book>>& book) {
  book.def("add", &add_units, py::arg("units"), py::kw_only(), py::arg("movement") = 0,
           py::arg("users") = py::none(),
           "Adds units that stand still, of shape (n, 2), and returns the numbers of their "
           "routes. movement: their class, or n classes; users: n words of your own.")
      .def(
          "remove",
          [](Book& own, py::handle given) {
            const Locked lock(own.in_use);
            std::vector<RouteId> routes = routes_of(own.book, given);
            std::ranges::sort(routes);
            routes.erase(std::unique(routes.begin(), routes.end()), routes.end());
            for (const RouteId id : routes) own.book.remove(id);
          },
          py::arg("routes"), "Removes routes. Their numbers are used again.")
      .def("advance", &advance_routes, py::arg("routes") = py::none(), py::kw_only(),
           py::arg("moves") = 1,
           "Makes the next moves of units, fewer at the end of a route. Returns where they "
           "are.")
      .def("place", &place_units, py::arg("routes"), py::arg("cells"),
           "Puts units at cells, where others pushed them. Returns whether the route "
           "passes the cell; else it is now empty.")
      .def(
          "walk_on",
          [](Book& own, const py::object& given, std::size_t most) {
            return positions_after(own, given, [&](RouteBook& routes, RouteId id) {
              return routes.walk_on(id, most);
            });
          },
          py::arg("routes"), py::arg("most"),
          "Keeps at most the next moves, and only legal ones; 0: the unit stops. Returns "
          "where the routes end.")
      .def("set_goals", &set_goals, py::arg("routes"), py::arg("goals"),
           "Orders, before their paths are asked for.")
      .def("ask", &ask_for_paths, py::arg("scheduler"), py::arg("routes"), py::kw_only(),
           py::arg("most") = 4, py::arg("priority") = "normal", py::arg("approach") = false,
           py::arg("escape") = false,
           "Submits a request for each route: a path to its goal from the cell where "
           "walk_on(most) ends, so that the unit walks while it waits. The agent is the "
           "route. Returns the tickets, a range.")
      .def("join", &join_answers, py::arg("finished"), py::kw_only(),
           py::arg("workers") = py::none(),
           "Continues the routes by the current answers to ask(). Returns two arrays of "
           "routes: those that do not pass the start of their path, to be asked for again; "
           "and those without a path.")
      .def("review", &review_routes, py::kw_only(), py::arg("may_shorten") = true,
           py::arg("workers") = py::none(),
           "Follows the LivingMap to its newest version. Returns three arrays of routes: "
           "those with a move that is not legal now, those that cost more than before, and "
           "those for which a cheaper way may exist.");
}

void bind_properties(py::class_<Book, std::shared_ptr<Book>>& book) {
  book.def("__len__",
           [](Book& own) {
             const Locked lock(own.in_use);
             return own.book.size();
           })
      .def_property_readonly(
          "routes",
          [](Book& own) {
            const Locked lock(own.in_use);
            return list_of(own.book.routes());
          },
          "uint32: the numbers of all routes, ascending.")
      .def(
          "positions",
          [](Book& own, const py::object& given) {
            return positions_after(own, given, [](RouteBook& routes, RouteId id) {
              return routes.route(id).position();
            });
          },
          py::arg("routes") = py::none(), "Where units are, of shape (n, 2).")
      .def(
          "goals",
          [](Book& own, const py::object& given) {
            return positions_after(
                own, given, [](RouteBook& routes, RouteId id) { return routes.goal(id); });
          },
          py::arg("routes") = py::none(), "Where units want to go, of shape (n, 2).")
      .def("lengths",
           reading_routes<std::uint32_t>(
               [](const RouteBook& routes, RouteId id) { return routes.route(id).size(); }),
           py::arg("routes") = py::none(), "uint32: the moves to go.")
      .def("costs", reading_routes<std::uint32_t>([](const RouteBook& routes, RouteId id) {
             return routes.remaining_cost(id);
           }),
           py::arg("routes") = py::none(),
           "uint32: what the moves to go cost; UNREACHABLE if one is not legal.")
      .def("movement",
           reading_routes<std::uint32_t>(
               [](const RouteBook& routes, RouteId id) { return routes.movement(id); }),
           py::arg("routes") = py::none(), "uint32: the classes.")
      .def("users", reading_routes<std::uint64_t>([](const RouteBook& routes, RouteId id) {
             return routes.user(id);
           }),
           py::arg("routes") = py::none(), "uint64: your own words.")
      .def("cells", &cells_ahead, py::arg("route"), py::arg("count") = py::none(),
           "The next cells of a unit, at most `count`, of shape (n, 2).")
      .def("moves", &moves_ahead, py::arg("route"),
           "uint8: the moves to go, the next one first.");
}

std::vector<py::bytes> unbundle_bytes(const py::bytes& saved, std::size_t count) {
  std::vector<py::bytes> parts;
  for (const std::string_view part :
       take(unbundle(static_cast<std::string_view>(saved), count)))
    parts.emplace_back(part.data(), part.size());
  return parts;
}

}  // namespace

void bind_routes(py::module_& module) {
  py::class_<Book, std::shared_ptr<Book>> book(
      module, "RouteBook", "The routes of walking units, of all classes of a map.");
  book.def(py::init(&make_book), py::arg("world"),
           "world: a LivingMap, a Grid, or a list of grids, one for each class.");
  bind_changes(book);
  bind_properties(book);
  book.def(
          "save",
          [](Book& own) {
            const Locked lock(own.in_use);
            return py::bytes(own.book.save());
          },
          "The routes as bytes; review() first.")
      .def_static("restore", &restore_book, py::arg("saved"), py::arg("world"),
                  "Continues where save() was called. world: as in the constructor; a "
                  "LivingMap that was saved and restored with it.");
  module.def(
      "bundle",
      [](const std::vector<std::string>& parts) {
        const std::vector<std::string_view> views(parts.begin(), parts.end());
        return py::bytes(bundle(views));
      },
      py::arg("parts"), "Joins saved bytes to one string of bytes: a saved game.");
  module.def("unbundle", &unbundle_bytes, py::arg("saved"), py::arg("count"),
             "The parts that bundle() joined. count: their number.");
}

}  // namespace throng::python
