#include "bindings.hpp"
#include "games.hpp"

#include <throng/crowd.hpp>
#include <throng/group_goals.hpp>
#include <throng/step_field.hpp>

#include <pybind11/stl.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace throng::python {
namespace {

constexpr std::uint8_t kNoMove = 255;  ///< STAY in Python
constexpr std::array kIdleWords{"makes_room", "returns", "holds"};
constexpr std::array kBodiesWords{"exact", "synchronous"};

/// A crowd, and the map on which it walks.
struct CrowdOnMap {
  CrowdOnMap(Crowd&& made, std::shared_ptr<Living> of)
      : map(std::move(of)), crowd(std::move(made)) {}

  std::shared_ptr<Living> map;
  Crowd crowd;
  std::mutex in_use;
};

/// Locks a crowd and its map, which nobody may edit while the crowd is called.
class Held {
 public:
  explicit Held(CrowdOnMap& own) : crowd_(own.in_use), map_(own.map->in_use) {}

 private:
  Locked crowd_;
  Locked map_;
};

/// The value of an enumeration whose words are listed in order.
template <class Value, std::size_t count>
Value value_of(const std::string& word, const char* name,
               const std::array<const char*, count>& words) {
  const auto found = std::ranges::find(words, word);
  if (found != words.end()) return static_cast<Value>(found - words.begin());
  std::string known;
  for (const char* const one : words) known += std::string(known.empty() ? "" : ", ") + one;
  throw py::value_error(std::string(name) + " is '" + word + "'; known are " + known);
}

/// Whether an argument is one integer. An array is not, even one of a single element.
bool is_integer(py::handle given) {
  return !py::isinstance<py::array>(given) && PyIndex_Check(given.ptr()) != 0;
}

bool is_point(py::handle given) {
  const auto array = py::array::ensure(given);
  return array && array.ndim() == 1 && array.size() == 2;
}

/// The units that an argument names: one number, or an array of them; all for None.
std::vector<UnitId> units_of(const Crowd& crowd, py::handle given) {
  if (given.is_none()) return crowd.units();
  std::vector<UnitId> units;
  if (is_integer(given)) {
    units.push_back(UnitId{number_of<std::uint32_t>(given, "units")});
  } else {
    // A mask would be read as the numbers 0 and 1.
    const auto array = py::array::ensure(given);
    if (array && array.dtype().kind() == 'b')
      throw py::type_error("units must be numbers, not bool: pass crowd.units[mask]");
    const auto numbers = numbers_of(given, "units");
    for (const std::uint32_t number : std::span(numbers.data(), numbers.size()))
      units.push_back(UnitId{number});
  }
  for (const UnitId unit : units)
    if (!crowd.contains(unit))
      throw py::index_error("the crowd has no unit " +
                            std::to_string(static_cast<std::uint32_t>(unit)));
  return units;
}

/// One point or several, as an array of points.
Points some_points(py::handle given, const char* name) {
  if (!is_point(given)) return {given, name};
  py::list rows;
  rows.append(given);
  return {rows, name};
}

void need_inside(const CrowdOnMap& own, Position at) {
  if (!own.map->map.grid(0)->contains(at))
    throw py::index_error(std::to_string(at.x) + "," + std::to_string(at.y) +
                          " is outside the map");
}

void need_class(const CrowdOnMap& own, std::size_t movement) {
  if (movement >= own.map->map.classes())
    throw py::index_error("the map has " + std::to_string(own.map->map.classes()) +
                          " classes");
}

void need_as_many(std::size_t units, std::size_t values, const char* name) {
  if (units != values)
    throw py::value_error("there are " + std::to_string(units) + " units, but " +
                          std::to_string(values) + " " + name);
}

/// A number for each unit: one for all, or an array.
template <class T>
std::vector<T> for_each_unit(py::handle given, std::size_t units, const char* name) {
  if (is_integer(given)) return std::vector<T>(units, number_of<T>(given, name));
  const auto numbers = numbers_of(given, name);
  need_as_many(units, static_cast<std::size_t>(numbers.size()), name);
  std::vector<T> values;
  for (const std::uint32_t number : std::span(numbers.data(), units))
    values.push_back(number_of<T>(py::int_(number), name));
  return values;
}

std::shared_ptr<CrowdOnMap> make_crowd(std::shared_ptr<Living> map,
                                       const std::string& bodies, py::handle spare_fields,
                                       py::handle window) {
  CrowdOptions options;
  options.bodies = value_of<Bodies>(bodies, "bodies", kBodiesWords);
  options.spare_fields = number_of<std::size_t>(spare_fields, "spare_fields");
  options.window = number_of<std::uint32_t>(window, "window");
  const Locked lock(map->in_use);
  Crowd crowd = take(Crowd::make(map->map, options));
  return std::make_shared<CrowdOnMap>(std::move(crowd), std::move(map));
}

std::shared_ptr<CrowdOnMap> restore_crowd(const std::string& saved,
                                          std::shared_ptr<Living> map,
                                          NamedWorkers* workers) {
  std::optional<Result<Crowd>> crowd;
  run(workers, 0, [&](Workers& threads, Monitor&) {
    const std::lock_guard lock(map->in_use);
    crowd = Crowd::restore(saved, map->map, threads);
  });
  return std::make_shared<CrowdOnMap>(take(*std::move(crowd)), std::move(map));
}

py::object add_to_crowd(CrowdOnMap& own, py::handle at, py::handle movement,
                        py::handle period, const std::string& idle) {
  const Points cells = some_points(at, "at");
  const auto classes = for_each_unit<std::size_t>(movement, cells.size(), "movement");
  const auto periods = for_each_unit<std::uint8_t>(period, cells.size(), "period");
  const auto waits = value_of<Idle>(idle, "idle", kIdleWords);
  const Held lock(own);
  std::vector<CrowdUnit> units;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    need_inside(own, cells.get()[i]);
    need_class(own, classes[i]);
    units.push_back({cells.get()[i], classes[i], periods[i], waits});
  }
  if (is_point(at))
    return py::int_(static_cast<std::uint32_t>(take(own.crowd.add(units.front()))));
  return copy_of<std::uint32_t>(take(own.crowd.add_all(units)));
}

py::object fits_into_crowd(CrowdOnMap& own, py::handle at, py::handle movement,
                           py::handle period) {
  const Points cells = some_points(at, "at");
  const auto classes = for_each_unit<std::size_t>(movement, cells.size(), "movement");
  const auto periods = for_each_unit<std::uint8_t>(period, cells.size(), "period");
  const Held lock(own);
  std::vector<std::uint8_t> fits;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    need_class(own, classes[i]);
    fits.push_back(own.crowd.fits({cells.get()[i], classes[i], periods[i]}) ? 1 : 0);
  }
  if (is_point(at)) return py::bool_(fits.front() != 0);
  return copy_of<bool>(fits);
}

void set_periods(CrowdOnMap& own, py::handle given, py::handle period) {
  const Held lock(own);
  const std::vector<UnitId> units = units_of(own.crowd, given);
  const auto periods = for_each_unit<std::uint8_t>(period, units.size(), "period");
  if (std::ranges::count(periods, 0) != 0)  // before any period changes
    throw py::value_error("period is 0, not 1 to 255");
  for (std::size_t i = 0; i < units.size(); ++i)
    take(own.crowd.set_period(units[i], periods[i]));
}

void remove_from_crowd(CrowdOnMap& own, py::handle given) {
  const Held lock(own);
  for (const UnitId unit : units_of(own.crowd, given)) own.crowd.remove(unit);
}

void order_units(CrowdOnMap& own, py::handle given, py::handle goals) {
  const Points to = some_points(goals, "goals");
  const Held lock(own);
  const std::vector<UnitId> units = units_of(own.crowd, given);
  for (const Position goal : to.get()) need_inside(own, goal);
  for (const UnitId unit : units) take(own.crowd.order(unit, to.get()));
}

void set_goals_of_units(CrowdOnMap& own, py::handle given, py::handle goals) {
  const Points to = some_points(goals, "goals");
  const Held lock(own);
  const std::vector<UnitId> units = units_of(own.crowd, given);
  need_as_many(units.size(), to.size(), "goals");
  for (const Position goal : to.get()) need_inside(own, goal);
  for (std::size_t i = 0; i < units.size(); ++i)
    take(own.crowd.order(units[i], to.get()[i]));
}

void order_group(CrowdOnMap& own, py::handle given, py::handle goal, py::handle places) {
  const Points to = some_points(places, "places");
  const Position around = point_of(goal, "goal");
  const Held lock(own);
  const std::vector<UnitId> units = units_of(own.crowd, given);
  need_as_many(units.size(), to.size(), "places");
  need_inside(own, around);
  for (const Position place : to.get())
    if (place != kNowhere) need_inside(own, place);
  take(own.crowd.order_group(units, around, to.get()));
}

void let_stand(CrowdOnMap& own, py::handle given, const std::string& idle) {
  const auto waits = value_of<Idle>(idle, "idle", kIdleWords);
  const Held lock(own);
  for (const UnitId unit : units_of(own.crowd, given)) take(own.crowd.stand(unit, waits));
}

/// Rows of x, y, move.
std::vector<ClosedStep> steps_of(py::handle given) {
  std::vector<ClosedStep> steps;
  const auto array = py::array::ensure(given);
  if (array && array.size() == 0) return steps;
  const auto rows = table_of(given, "closed");
  if (rows.shape(1) != 3)
    throw py::value_error("closed must have the shape (n, 3): x, y, move");
  const auto part = [&](py::ssize_t row, py::ssize_t column) {
    return number_of<std::int32_t>(py::int_(rows.at(row, column)), "a number of closed");
  };
  for (py::ssize_t row = 0; row < rows.shape(0); ++row) {
    if (part(row, 2) >= static_cast<std::int32_t>(kMoves))
      throw py::value_error("a move is 0 to 7");
    steps.push_back({{part(row, 0), part(row, 1)}, static_cast<Move>(part(row, 2))});
  }
  return steps;
}

void set_lanes(CrowdOnMap& own, py::handle movement, py::handle closed) {
  const auto of_class = number_of<std::size_t>(movement, "movement");
  const std::vector<ClosedStep> steps = steps_of(closed);
  const Held lock(own);
  need_class(own, of_class);
  for (const ClosedStep& step : steps) need_inside(own, step.from);
  take(own.crowd.set_lanes(of_class, steps));
}

py::dict step_crowd(CrowdOnMap& own, py::handle decisions, py::handle field_cells,
                    NamedWorkers* workers) {
  CrowdBudget budget;
  if (!decisions.is_none())
    budget.decisions = number_of<std::size_t>(decisions, "decisions");
  budget.field_cells = number_of<std::size_t>(field_cells, "field_cells");
  CrowdReport report;
  run(workers, 0, [&](Workers& threads, Monitor&) {
    const std::scoped_lock lock(own.in_use, own.map->in_use);
    report = own.crowd.step(threads, budget);
  });
  using namespace py::literals;
  return py::dict("step"_a = report.step, "decisions"_a = report.decisions,
                  "started"_a = report.started, "arrived"_a = report.arrived,
                  "walking"_a = report.walking, "blocked"_a = report.blocked,
                  "fields_made"_a = report.fields_made,
                  "fields_queued"_a = report.fields_queued, "escaping"_a = report.escaping);
}

py::tuple started_moves(CrowdOnMap& own) {
  const Held lock(own);
  std::vector<UnitId> units;
  std::vector<Position> from;
  std::vector<Move> moves;
  std::vector<std::uint8_t> periods;
  for (const Stride& stride : own.crowd.started()) {
    units.push_back(stride.unit);
    from.push_back(stride.from);
    moves.push_back(stride.move);
    periods.push_back(stride.period);
  }
  return py::make_tuple(copy_of<std::uint32_t>(units), array_of(from),
                        copy_of<std::uint8_t>(moves), copy_of<std::uint8_t>(periods));
}

/// A method that reads something of each unit: an array of read(crowd, unit).
template <class T, class Read>
auto reading_units(Read read) {
  return [read](CrowdOnMap& own, const py::object& given) {
    const Held lock(own);
    std::vector<T> values;
    for (const UnitId unit : units_of(own.crowd, given))
      values.push_back(static_cast<T>(read(own.crowd, unit)));
    if constexpr (std::is_same_v<T, Position>)
      return array_of(values);
    else
      return copy_of<T>(values);
  };
}

std::vector<std::string> idle_of(CrowdOnMap& own, const py::object& given) {
  const Held lock(own);
  std::vector<std::string> words;
  for (const UnitId unit : units_of(own.crowd, given))
    words.emplace_back(kIdleWords.at(static_cast<std::size_t>(own.crowd.unit(unit).idle)));
  return words;
}

py::array units_in_cells(CrowdOnMap& own, py::handle given) {
  const Points cells = some_points(given, "cells");
  const Held lock(own);
  std::vector<std::int64_t> units;
  for (const Position cell : cells.get()) {
    const auto unit = own.crowd.unit_in(cell);
    units.push_back(unit ? static_cast<std::int64_t>(*unit) : -1);
  }
  return copy_of<std::int64_t>(units);
}

bool has_unit(CrowdOnMap& own, py::handle given) {
  if (!is_integer(given)) return false;
  const auto number = py::reinterpret_steal<py::int_>(PyNumber_Index(given.ptr()));
  if (number < py::int_(0) || number > py::int_(std::numeric_limits<std::uint32_t>::max()))
    return false;
  const Held lock(own);
  return own.crowd.contains(UnitId{number.cast<std::uint32_t>()});
}

/// A property or method without arguments: read(crowd).
template <class Read>
auto reading_crowd(Read read) {
  return [read](CrowdOnMap& own) {
    const Held lock(own);
    return read(own.crowd);
  };
}

using CrowdClass = py::class_<CrowdOnMap, std::shared_ptr<CrowdOnMap>>;

void bind_orders(CrowdClass& crowd) {
  crowd
      .def("add", &add_to_crowd, py::arg("at"), py::kw_only(), py::arg("movement") = 0,
           py::arg("period") = 1, py::arg("idle") = "makes_room",
           "Places units without orders: at x, y, and returns its number; or at cells of "
           "shape (n, 2), and returns n numbers, uint32. movement: their class, or n "
           "classes. period: steps that each takes to the next cell, or n numbers, 1 to "
           "255. idle: what they do without an order: makes_room, returns (to where it "
           "stood), or holds. If one of them does not fit, none is added.")
      .def("fits", &fits_into_crowd, py::arg("at"), py::kw_only(), py::arg("movement") = 0,
           py::arg("period") = 1,
           "Whether add() would place a unit at x, y; or, for cells of shape (n, 2), "
           "whether it would place each of n units alone: bool. movement, period: as of "
           "add().")
      .def("set_period", &set_periods, py::arg("units"), py::arg("period"),
           "Changes the steps that units take to the next cell, from their next moves on: "
           "one number for all, or one for each.")
      .def("remove", &remove_from_crowd, py::arg("units"),
           "Takes units off the map. Their numbers are used again.")
      .def("order", &order_units, py::arg("units"), py::arg("goals"),
           "Orders a unit, or each of several units, to the nearest of common goals: x, "
           "y, or shape (m, 2). Units with one goal push each other away: use "
           "order_group() or set_goals() for several units.")
      .def("set_goals", &set_goals_of_units, py::arg("units"), py::arg("goals"),
           "Orders each unit to a goal of its own: shape (n, 2). Each other goal costs a "
           "field.")
      .def("order_group", &order_group, py::arg("units"), py::arg("goal"),
           py::arg("places"),
           "Orders a group to places around a goal, such as those of promise_places: shape "
           "(n, 2); -1,-1 leaves a unit as it is. They share a field for each class, and "
           "may exchange places.")
      .def("stand", &let_stand, py::arg("units"), py::arg("idle") = "makes_room",
           "Takes the orders of units away. idle: as of add().")
      .def("set_lanes", &set_lanes, py::arg("movement"), py::arg("closed"),
           "Makes fields of a class avoid steps, of shape (n, 3): x, y, move. Replaces "
           "what was set for the class.")
      .def("step", &step_crowd, py::kw_only(), py::arg("decisions") = py::none(),
           py::arg("field_cells") = CrowdBudget{}.field_cells,
           py::arg("workers") = py::none(),
           "Moves all units by one step and returns statistics. decisions: units that may "
           "decide what to do; None: all. field_cells: cells over which fields may be "
           "computed, at least one field.");
}

void bind_reports(CrowdClass& crowd) {
  crowd
      .def_property_readonly(
          "started", &started_moves,
          "The moves that began in the last step(): units (uint32), the cells they leave "
          "(shape (n, 2)), moves and periods (uint8). A move takes `period` steps, that "
          "step included.")
      .def_property_readonly("arrived", reading_crowd([](const Crowd& own) {
                               return copy_of<std::uint32_t>(own.arrived());
                             }),
                             "uint32: the units that ended at their goals in the last "
                             "step(), each once for an order.")
      .def_property_readonly("units", reading_crowd([](const Crowd& own) {
                               return copy_of<std::uint32_t>(own.units());
                             }),
                             "uint32: the numbers of all units, ascending.")
      .def("__len__", reading_crowd([](const Crowd& own) { return own.size(); }))
      .def("__contains__", &has_unit, py::arg("unit"), "Whether there is such a unit.")
      .def("unit_in", &units_in_cells, py::arg("cells"),
           "int64: the unit in each cell, or the one that enters it; -1: none.")
      .def(
          "units_in",
          [](CrowdOnMap& own, std::int32_t x, std::int32_t y, std::int32_t width,
             std::int32_t height) {
            const Held lock(own);
            return copy_of<std::uint32_t>(own.crowd.units_in({{x, y}, width, height}));
          },
          py::arg("x"), py::arg("y"), py::arg("width"), py::arg("height"),
          "uint32: the units that stand in a rectangle or pass through it, ascending.");
}

void bind_units(CrowdClass& crowd) {
  const auto units = py::arg("units") = py::none();
  const auto add = [&](const char* name, auto&& read, const char* help) {
    crowd.def(name, read, units, help);
  };
  add("positions", reading_units<Position>([](const Crowd& own, UnitId unit) {
        return own.place(unit).at;
      }),
      "The cells in which units stand or which they leave, of shape (n, 2).");
  add("moves", reading_units<std::uint8_t>([](const Crowd& own, UnitId unit) {
        const auto move = own.place(unit).move;
        return move ? static_cast<std::uint8_t>(*move) : kNoMove;
      }),
      "uint8: the moves that units are making; STAY for those that stand.");
  add("steps_left", reading_units<std::uint8_t>([](const Crowd& own, UnitId unit) {
        return own.place(unit).steps_left;
      }),
      "uint8: the steps until moves end; 0 for units that stand.");
  add("goals", reading_units<Position>([](const Crowd& own, UnitId unit) {
        return own.goal(unit).value_or(kNowhere);
      }),
      "The places of units in groups, or their goals, of shape (n, 2); -1,-1 for units "
      "without an order or with several goals.");
  add("has_order", reading_units<bool>([](const Crowd& own, UnitId unit) {
        return own.has_order(unit);
      }),
      "bool: whether units have an order.");
  add("at_goal",
      reading_units<bool>([](const Crowd& own, UnitId unit) { return own.at_goal(unit); }),
      "bool: whether units have an order and stand at a goal of it.");
  add("is_cut_off", reading_units<bool>([](const Crowd& own, UnitId unit) {
        return own.is_cut_off(unit);
      }),
      "bool: whether units have an order and no path to a goal. Known once the field is "
      "computed on the newest version of the map.");
  add("movement", reading_units<std::uint32_t>([](const Crowd& own, UnitId unit) {
        return own.unit(unit).movement;
      }),
      "uint32: the classes.");
  add("periods", reading_units<std::uint8_t>([](const Crowd& own, UnitId unit) {
        return own.unit(unit).period;
      }),
      "uint8: the steps that each takes to the next cell.");
  add("idle", &idle_of, "A list of words: what units do without an order, as of add().");
}

void bind_crowd(py::module_& module) {
  CrowdClass crowd(module, "Crowd",
                   "Units that walk to their goals on a LivingMap and never stand in each "
                   "other. `units` is a number or an array of numbers; None, where it is "
                   "the default: all.");
  crowd.def(py::init(&make_crowd), py::arg("map").none(false), py::kw_only(),
            py::arg("bodies") = "exact",
            py::arg("spare_fields") = CrowdOptions{}.spare_fields,
            py::arg("window") = CrowdOptions{}.window,
            "map: a LivingMap with 4 or 8 neighbours. bodies: exact, squares of any size "
            "and speed that never overlap; or synchronous, of size and period 1, which may "
            "enter a cell that another unit leaves in the same step. spare_fields: bytes "
            "for fields that no order uses. window: steps that units plan ahead, at most "
            "62, with synchronous bodies and 4 neighbours; 0: they do not.");
  bind_orders(crowd);
  bind_reports(crowd);
  bind_units(crowd);
  crowd
      .def("save", reading_crowd([](Crowd& own) { return py::bytes(take(own.save())); }),
           "All that later steps depend on, as bytes. Save the LivingMap with it. Drops "
           "fields that no longer fit the map, so players of a lockstep game save in the "
           "same frame.")
      .def_static("restore", &restore_crowd, py::arg("saved"), py::arg("map").none(false),
                  py::kw_only(), py::arg("workers") = py::none(),
                  "Continues where save() was called. map: the LivingMap that was saved "
                  "and restored with it.")
      .def_property_readonly(
          "fingerprint", reading_crowd([](const Crowd& own) { return own.fingerprint(); }),
          "A hash of all that save() writes.")
      .def_property_readonly(
          "nbytes", reading_crowd([](const Crowd& own) { return own.memory_bytes(); }),
          "Bytes, without the map.");
}

/// A step field. Calls that change it have it alone.
struct Steps {
  explicit Steps(py::handle world) : field(grid_of(world)) {}

  StepField field;
  std::mutex in_use;
};

void follow_grid(Steps& own, py::handle world, NamedWorkers* workers) {
  std::shared_ptr<const Grid> grid = grid_of(world);
  {
    const Locked lock(own.in_use);
    const Grid& before = *own.field.grid();
    if (grid->width() != before.width() || grid->height() != before.height() ||
        grid->rules().topology != before.rules().topology)
      throw py::value_error(
          "the grid differs from that of the field in its size or "
          "topology");
  }
  run(workers, 0, [&](Workers& threads, Monitor&) {
    const std::lock_guard lock(own.in_use);
    own.field.follow(std::move(grid), threads);
  });
}

py::array_t<std::uint8_t> moves_from(Steps& own, py::handle cells) {
  const Points from(cells, "cells");
  const Locked lock(own.in_use);
  std::vector<std::uint8_t> moves;
  for (const Position cell : from.get()) moves.push_back(own.field.moves(cell));
  return copy_of<std::uint8_t>(moves);
}

void bind_step_field(py::module_& module) {
  py::class_<Steps, std::shared_ptr<Steps>>(
      module, "StepField",
      "For every cell all moves with which a cheapest path to the nearest of some goals "
      "begins, in 2 to 8 bits a cell. No costs, and no links.")
      .def(py::init([](py::handle world) { return std::make_shared<Steps>(world); }),
           py::arg("world"), "Without goals. world: a Grid or an Index.")
      .def(
          "set_goals",
          [](Steps& own, py::handle goals, NamedWorkers* workers) {
            const Points to(goals, "goals");
            run(workers, 0, [&](Workers& threads, Monitor&) {
              const std::lock_guard lock(own.in_use);
              own.field.set_goals(to.get(), threads);
            });
          },
          py::arg("goals"), py::kw_only(), py::arg("workers") = py::none(),
          "Replaces the goals, of shape (n, 2): x, y. Goals on closed cells and outside "
          "the map are unreachable. One sweep.")
      .def("follow", &follow_grid, py::arg("world"), py::kw_only(),
           py::arg("workers") = py::none(),
           "Moves on to another version of the map, with the same goals. One sweep.")
      .def("moves", &moves_from, py::arg("cells"),
           "uint8 for each cell: a set of moves, bit d for move d; 0 at a goal, where no "
           "goal is reachable, on closed cells and outside the map.")
      .def_property_readonly(
          "grid",
          [](Steps& own) {
            const Locked lock(own.in_use);
            return std::const_pointer_cast<Grid>(own.field.grid());
          },
          "The grid of the last version.")
      .def_property_readonly(
          "nbytes",
          [](Steps& own) {
            const Locked lock(own.in_use);
            return own.field.memory_bytes();
          },
          "Bytes, without the grid.");
}

}  // namespace

void bind_crowds(py::module_& module) {
  bind_crowd(module);
  bind_step_field(module);
}

}  // namespace throng::python
