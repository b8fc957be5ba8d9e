#include "bindings.hpp"
#include "games.hpp"

#include <throng/frame_pace.hpp>
#include <throng/frame_scheduler.hpp>
#include <throng/line_review.hpp>
#include <throng/living_map.hpp>

#include <pybind11/stl.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <initializer_list>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace throng::python {
namespace {

/// Reads a property of a map, alone.
template <class Read>
auto reading(Read read) {
  return [read](Living& living) {
    const Locked lock(living.in_use);
    return read(living.map);
  };
}

/// Edits, and the cells of their blocks.
class Edits {
 public:
  /// weighted: whether the map has weights; elsewhere the weights 0 and 1 are closed and
  /// open ground.
  Edits(const py::iterable& given, bool weighted) : weighted_(weighted) {
    for (const py::handle edit : given) list_.push_back(edit_of(edit));
  }
  std::span<const Edit> list() const noexcept { return list_; }

 private:
  Edit edit_of(py::handle given);
  Edit terrain_block(Position corner, py::handle rows);
  Edit weight_edit(const MapRect& at, std::int32_t weight) const;
  Edit weight_block(Position corner, py::handle given);
  /// A copy, which the edit refers to.
  std::span<const Weight> keep(const py::array_t<Weight>& layer);

  bool weighted_;
  std::vector<Edit> list_;
  std::deque<std::string> characters_;
  std::deque<std::vector<Weight>> weights_;
};

MapRect area_of(Position corner, const py::array_t<Weight>& layer) {
  return {corner, static_cast<std::int32_t>(layer.shape(1)),
          static_cast<std::int32_t>(layer.shape(0))};
}

std::span<const Weight> Edits::keep(const py::array_t<Weight>& layer) {
  const std::span values(layer.data(), static_cast<std::size_t>(layer.size()));
  return weights_.emplace_back(values.begin(), values.end());
}

Edit Edits::weight_edit(const MapRect& at, std::int32_t weight) const {
  if (weight < 0 || weight > kMaxWeight)
    throw py::value_error("a weight is not 0 to " + std::to_string(kMaxWeight));
  if (!weighted_ && weight <= 1) return TerrainEdit{at, weight == 0 ? '@' : '.'};
  return WeightEdit{at, static_cast<Weight>(weight)};
}

Edit Edits::weight_block(Position corner, py::handle given) {
  const auto layer = layer_of<Weight>(given, "the weights of an edit");
  const MapRect at = area_of(corner, layer);
  const std::span<const Weight> weights = keep(layer);
  if (weighted_ || std::ranges::any_of(weights, [](Weight weight) { return weight > 1; }))
    return WeightBlockEdit{at, weights};
  std::string& characters = characters_.emplace_back();
  for (const Weight weight : weights) characters += weight == 0 ? '@' : '.';
  return TerrainBlockEdit{corner, {characters.data(), at.width, at.height, at.width}};
}

Edit Edits::terrain_block(Position corner, py::handle rows) {
  if (!py::isinstance<py::sequence>(rows) || py::isinstance<py::str>(rows))
    throw py::type_error("the rows of an edit must be a list of strings, not " +
                         type_of(rows));
  std::string& characters = characters_.emplace_back();
  std::int32_t height = 0, width = 0;
  for (const py::handle row : rows.cast<py::sequence>()) {
    const auto text = word_of(row, "a row of an edit");
    if (height++ == 0) width = static_cast<std::int32_t>(text.size());
    if (text.size() != static_cast<std::size_t>(width))
      throw py::value_error("the rows of an edit have different lengths");
    characters += text;
  }
  return TerrainBlockEdit{corner, {characters.data(), width, height, width}};
}

/// ("terrain", x, y, width, height, character), ("terrain", x, y, rows), ("weight", x, y,
/// width, height, weight), ("weight", x, y, weights), ("restore", x, y, width, height),
/// ("danger", movement, x, y, danger), ("step", x, y, move, open) or ("link", k, open).
Edit Edits::edit_of(py::handle given) {
  if (!py::isinstance<py::sequence>(given))
    throw py::type_error("an edit must be a tuple, not " + type_of(given));
  const auto parts = given.cast<py::sequence>();
  if (parts.empty()) throw py::value_error("an edit is empty");
  const auto kind = word_of(parts[0], "the kind of an edit");
  const auto number = [&](std::size_t i) {
    return number_of<std::int32_t>(parts[i], "a number of an edit of " + kind);
  };
  const auto need = [&](std::size_t size) {
    if (parts.size() != size)
      throw py::value_error("an edit of " + kind + " has " + std::to_string(size) +
                            " parts, not " + std::to_string(parts.size()));
  };
  const auto area = [&] { return MapRect{{number(1), number(2)}, number(3), number(4)}; };
  if (kind == "terrain" || kind == "weight") {
    const bool terrain = kind == "terrain";
    if (parts.size() == 4) {
      const Position corner{number(1), number(2)};
      return terrain ? terrain_block(corner, parts[3]) : weight_block(corner, parts[3]);
    }
    need(6);
    if (!terrain) return weight_edit(area(), number(5));
    const auto character = word_of(parts[5], "the terrain of an edit");
    if (character.size() != 1)
      throw py::value_error("a terrain is one character, not '" + character + "'");
    return TerrainEdit{area(), character.front()};
  }
  if (kind == "restore") {
    need(5);
    return RestoreEdit{area()};
  }
  if (kind == "danger") {
    need(5);
    const auto movement = number_of<std::size_t>(parts[1], "the class of an edit");
    const auto layer = layer_of<Weight>(parts[4], "the danger of an edit");
    return DangerEdit{movement, area_of({number(2), number(3)}, layer), keep(layer)};
  }
  if (kind == "step") {
    need(5);
    if (number(3) < 0 || number(3) >= static_cast<std::int32_t>(kMoves))
      throw py::value_error("a move is 0 to 7");
    return StepEdit{
        {number(1), number(2)}, static_cast<Move>(number(3)), parts[4].cast<bool>()};
  }
  if (kind == "link") {
    need(3);
    return LinkEdit{number_of<std::size_t>(parts[1], "the link of an edit"),
                    parts[2].cast<bool>()};
  }
  throw py::value_error("an edit is terrain, weight, restore, danger, step or link, not '" +
                        kind + "'");
}

std::shared_ptr<Living> make_map(py::handle map, const py::object& classes,
                                 py::dict keywords) {
  LivingOptions options;
  if (const auto given = take_keyword(keywords, "max_weight"))
    options.max_weight = number_of<Weight>(*given, "max_weight");
  if (const auto given = take_keyword(keywords, "steps"))
    options.steps = given->cast<bool>();
  if (const auto given = take_keyword(keywords, "history"))
    options.history = number_of<std::size_t>(*given, "history");
  std::vector<Link> links;
  if (const auto given = take_keyword(keywords, "links")) links = links_of(*given);
  options.links = links;
  const auto take_class = [](py::dict& from) {
    LivingClass movement;
    movement.rules = take_rules(from);
    if (const auto given = take_keyword(from, "landmarks"))
      movement.landmarks = number_of<int>(*given, "landmarks");
    if (const auto given = take_keyword(from, "jump_graph"))
      movement.jump_graph = given->cast<bool>();
    if (const auto given = take_keyword(from, "fronts"))
      movement.fronts = given->cast<bool>();
    if (const auto given = take_keyword(from, "front_rows"))
      movement.front_rows = given->cast<bool>();
    if (const auto given = take_keyword(from, "front_memory"))
      movement.front_memory = number_of<std::size_t>(*given, "front_memory");
    if (const auto given = take_keyword(from, "max_danger"))
      movement.max_danger = number_of<Weight>(*given, "max_danger");
    if (const auto given = take_keyword(from, "lines"))
      movement.lines = given->cast<bool>();
    return movement;
  };
  std::vector<LivingClass> all;
  if (classes.is_none()) {
    all.push_back(take_class(keywords));
  } else {
    for (const py::handle given : classes) {
      py::dict copy = given.cast<py::dict>().attr("copy")();
      all.push_back(take_class(copy));
      need_none(copy, "a class");
    }
  }
  need_none(keywords, "LivingMap");
  std::string own_characters;
  for (const LivingClass& movement : all)
    own_characters += movement.rules.movement.own_characters();
  std::vector<Weight> costs;
  const Terrain terrain = terrain_of(map, costs, own_characters, options.max_weight);
  options.weights = costs;
  std::optional<Result<LivingMap>> made;
  run(nullptr, 0, [&](Workers& threads, Monitor&) {
    made = LivingMap::make(terrain, all, options, threads);
  });
  return std::make_shared<Living>(take(*std::move(made)));
}

std::size_t class_of(const Living& living, std::size_t movement) {
  if (movement >= living.map.classes())
    throw py::index_error("the map has " + std::to_string(living.map.classes()) +
                          " classes");
  return movement;
}

std::uint64_t edit_map(Living& living, const py::iterable& edits, NamedWorkers* workers) {
  const Edits all(edits, living.weighted);
  std::optional<Result<LivingMap::Version>> version;
  run(workers, 0, [&](Workers& threads, Monitor&) {
    const std::lock_guard lock(living.in_use);
    version = living.map.edit(all.list(), threads);
  });
  return static_cast<std::uint64_t>(take(*std::move(version)));
}

py::tuple review_map_lines(Living& living, std::uint64_t since, const py::iterable& lines,
                           std::size_t movement, NamedWorkers* workers) {
  std::vector<Points> points;
  for (const py::handle line : lines) points.emplace_back(line, "a line");
  std::vector<HeldLine> held;
  for (const Points& line : points) held.push_back({line.get(), movement});
  Column<LineReview> reviews;
  run(workers, held.size(), [&](Workers& threads, Monitor&) {
    const std::lock_guard lock(living.in_use);
    if (since > static_cast<std::uint64_t>(living.map.version()))
      raise({Code::bad_argument,
             "version " + std::to_string(since) + " of the map does not exist yet"});
    take(review_lines(living.map, LivingMap::Version{since}, held, threads, reviews));
  });
  std::vector<std::uint8_t> state;
  std::vector<std::uint32_t> leg;
  for (const LineReview& review : reviews) {
    state.push_back(static_cast<std::uint8_t>(review.state));
    leg.push_back(review.leg);
  }
  const auto count = static_cast<py::ssize_t>(state.size());
  return py::make_tuple(array_of(std::move(state), {count}),
                        array_of(std::move(leg), {count}));
}

std::shared_ptr<Living> restore_map(const std::string& saved) {
  std::optional<Result<LivingMap>> map;
  run(nullptr, 0,
      [&](Workers& threads, Monitor&) { map = LivingMap::restore(saved, threads); });
  return std::make_shared<Living>(take(*std::move(map)));
}

std::size_t settle_map(Living& living, std::size_t work, NamedWorkers* workers) {
  std::size_t done = 0;
  run(workers, 0, [&](Workers& threads, Monitor&) {
    const std::lock_guard lock(living.in_use);
    done = living.map.settle(work, threads);
  });
  return done;
}

constexpr const char* kEditHelp =
    "Applies edits as one change and returns the new version: (\"terrain\", x, y, "
    "width, height, character), (\"terrain\", x, y, rows) with a list of strings, "
    "(\"weight\", x, y, width, height, weight), (\"weight\", x, y, array), "
    "(\"restore\", x, y, width, height), which writes what the map was made with, "
    "(\"danger\", movement, x, y, array), which weighs more for one class, "
    "(\"step\", x, y, "
    "move, open), (\"link\", k, open). Arrays have the shape (height, width). "
    "A weight of 0 closes cells, another one opens "
    "them; without costs above 1 and max_weight, 0 and 1 write the characters @ and "
    ".";

void bind_living_map(py::module_& module) {
  py::class_<Living, std::shared_ptr<Living>>(
      module, "LivingMap", "A map that changes, with an index for each class of units.")
      .def(
          py::init(
              [](py::handle map, const py::object& classes, const py::kwargs& keywords) {
                return make_map(map, classes, keywords);
              }),
          py::arg("map"), py::kw_only(), py::arg("classes") = py::none(),
          "map: as of Grid. Keywords: those of Grid that are rules, landmarks, "
          "jump_graph, fronts, front_rows, front_memory, lines and max_danger, the largest "
          "danger that an edit may set for the class; "
          "or classes: a list of dicts of them; links as of Grid; max_weight, the largest "
          "weight that an edit may set (default: the largest of the costs, at least 1); "
          "steps, whether edits may close steps; and history.")
      .def("edit", &edit_map, py::arg("edits"), py::kw_only(),
           py::arg("workers") = py::none(), kEditHelp)
      .def("settle", &settle_map, py::arg("work") = LivingMap::kAll, py::kw_only(),
           py::arg("workers") = py::none(),
           "Repairs what edits put off, for about so many expansions. Returns the work "
           "done.")
      .def_property_readonly("settled",
                             reading([](const LivingMap& map) { return map.settled(); }),
                             "Whether nothing is left to repair.")
      .def_property_readonly("debt",
                             reading([](const LivingMap& map) { return map.debt(); }),
                             "The work that settle() has left in expansions, estimated; 0 "
                             "if settled.")
      .def_property_readonly("version", reading([](const LivingMap& map) {
                               return static_cast<std::uint64_t>(map.version());
                             }),
                             "0, then one more with each change.")
      .def(
          "grid",
          [](Living& l, std::size_t movement) {
            const Locked lock(l.in_use);
            return std::const_pointer_cast<Grid>(l.map.grid(class_of(l, movement)));
          },
          py::arg("movement") = 0, "The newest grid of a class. It never changes.")
      .def(
          "index",
          [](Living& l, std::size_t movement) {
            const Locked lock(l.in_use);
            return l.map.index(class_of(l, movement));
          },
          py::arg("movement") = 0, "The newest index of a class. It never changes.")
      .def(
          "review_lines", &review_map_lines, py::arg("since"), py::arg("lines"),
          py::arg("movement") = 0, py::kw_only(), py::arg("workers") = py::none(),
          "What became of straight lines of a class since a version, when they were "
          "shortest ones. lines: arrays of points, as Lines.path returns them. Returns two "
          "arrays: state, uint8, 0: still shortest, 1: legal, but a shorter one may have "
          "become possible, 2: broken; and leg, uint32: the first leg of a broken line "
          "that is not legal.")
      .def_property_readonly(
          "fingerprint", reading([](const LivingMap& map) { return map.fingerprint(); }),
          "A hash of all that answers depend on.")
      .def("save",
           reading([](const LivingMap& map) { return py::bytes(take(map.save())); }),
           "All that later results depend on, as bytes.")
      .def_static("restore", &restore_map, py::arg("saved"),
                  "Continues where save() was called.");
}

/// The solvers of a scheduler that does not serve a LivingMap.
std::vector<Solver> solvers_of(const py::object& world) {
  if (py::isinstance<Solver>(world)) return {world.cast<Solver>()};
  std::vector<Solver> solvers;
  for (const py::handle solver : world) {
    if (!py::isinstance<Solver>(solver))
      throw py::type_error("world must be a Solver, a list of them or a LivingMap");
    solvers.push_back(solver.cast<Solver>());
  }
  return solvers;
}

py::bytes save_scheduler(Scheduler& own) {
  const Locked lock(own.in_use);
  std::optional<Locked> map;
  if (own.map != nullptr) map.emplace(own.map->in_use);
  return {take(own.scheduler.save())};
}

std::shared_ptr<Scheduler> restore_scheduler(const std::string& saved,
                                             const py::object& world) {
  if (py::isinstance<Living>(world)) {
    auto living = world.cast<std::shared_ptr<Living>>();
    const Locked lock(living->in_use);
    auto made = take(FrameScheduler::restore(saved, living->map));
    const std::size_t classes = living->map.classes();
    return std::make_shared<Scheduler>(std::move(made), std::move(living), classes);
  }
  std::vector<Solver> solvers = solvers_of(world);
  const std::size_t classes = solvers.size();
  return std::make_shared<Scheduler>(
      take(FrameScheduler::restore(saved, std::move(solvers))), nullptr, classes);
}

std::shared_ptr<Scheduler> make_scheduler(const py::object& world, std::uint32_t ageing,
                                          std::size_t paused_searches,
                                          std::uint64_t settle_work, bool lines) {
  SchedulerOptions options;
  options.ageing = ageing;
  options.paused_searches = paused_searches;
  options.settle_work = settle_work;
  options.lines = lines;
  if (py::isinstance<Living>(world)) {
    auto living = world.cast<std::shared_ptr<Living>>();
    auto made =
        take(FrameScheduler::make(living->map, std::vector<SolverOptions>(1), options));
    const std::size_t classes = living->map.classes();
    return std::make_shared<Scheduler>(std::move(made), std::move(living), classes);
  }
  std::vector<Solver> solvers = solvers_of(world);
  const std::size_t classes = solvers.size();
  return std::make_shared<Scheduler>(
      take(FrameScheduler::make(std::move(solvers), options)), nullptr, classes);
}

}  // namespace

Request request_of(const Scheduler& own, std::size_t movement, const std::string& priority,
                   const std::string& visit, double radius, bool approach, bool escape,
                   std::uint32_t max_expansions, Cost max_cost) {
  const auto choice = [](const std::string& word, const char* name,
                         std::initializer_list<const char*> words) {
    const auto* const found = std::find(words.begin(), words.end(), word);
    if (found == words.end())
      throw py::value_error(std::string(name) + " is unknown: '" + word + "'");
    return static_cast<std::uint8_t>(found - words.begin());
  };
  if (movement >= own.classes)
    throw py::index_error("the scheduler has " + std::to_string(own.classes) + " classes");
  if (!(radius >= 0 && radius <= 1e9))
    throw py::value_error("radius is negative or no number");
  Request request;
  request.visit = static_cast<Visit>(choice(visit, "visit", {"any", "each", "in_turn"}));
  request.radius = radius;
  request.approach = approach;
  request.escape_blocked_start = escape;
  request.movement = movement;
  request.priority = static_cast<Priority>(
      choice(priority, "priority", {"urgent", "high", "normal", "low"}));
  request.max_expansions = max_expansions;
  request.max_cost = std::min(max_cost, kUnreachable - 1);
  return request;
}

namespace {

std::uint64_t submit(Scheduler& own, py::handle start, py::handle goals,
                     std::optional<std::uint32_t> agent, std::size_t movement,
                     const std::string& priority, const std::string& visit, double radius,
                     bool approach, bool escape, std::uint32_t max_expansions,
                     Cost max_cost) {
  const Points to(goals, "goals");
  Request request = request_of(own, movement, priority, visit, radius, approach, escape,
                               max_expansions, max_cost);
  request.agent = agent ? AgentId{*agent} : kNoAgent;
  request.start = point_of(start, "start");
  request.goals = to.get();
  return static_cast<std::uint64_t>(own.scheduler.submit(request));
}

py::object submit_all(Scheduler& own, py::handle starts, py::handle goals,
                      py::handle agents, std::size_t movement, const std::string& priority,
                      double radius, bool approach, bool escape,
                      std::uint32_t max_expansions, Cost max_cost) {
  const Points from(starts, "starts"), to(goals, "goals");
  if (from.size() != to.size())
    throw py::value_error("there are " + std::to_string(from.size()) + " starts, but " +
                          std::to_string(to.size()) + " goals");
  std::optional<py::array_t<std::uint32_t>> numbers;
  if (!agents.is_none()) numbers = numbers_of(agents, "agents");
  if (numbers && static_cast<std::size_t>(numbers->size()) != from.size())
    throw py::value_error("there are " + std::to_string(from.size()) + " starts, but " +
                          std::to_string(numbers->size()) + " agents");
  const Request common = request_of(own, movement, priority, "any", radius, approach,
                                    escape, max_expansions, max_cost);
  std::vector<Request> requests(from.size(), common);
  for (std::size_t i = 0; i < requests.size(); ++i) {
    requests[i].agent = numbers ? AgentId{numbers->data()[i]} : kNoAgent;
    requests[i].start = from.get()[i];
    requests[i].goals = to.get().subspan(i, 1);
  }
  const auto first = static_cast<std::uint64_t>(own.scheduler.submit_all(requests));
  return py::module_::import("builtins").attr("range")(first, first + requests.size());
}

py::dict run_frame(Scheduler& own, std::optional<std::uint64_t> expansions,
                   std::optional<std::uint64_t> microseconds, NamedWorkers* workers) {
  if (expansions && microseconds)
    throw py::value_error("a budget is expansions or microseconds, not both");
  const FrameBudget budget = expansions     ? FrameBudget::expansions(*expansions)
                             : microseconds ? FrameBudget::microseconds(*microseconds)
                                            : FrameBudget::unlimited();
  FrameReport report;
  run(workers, 0, [&](Workers& threads, Monitor&) {
    const std::lock_guard lock(own.in_use);
    std::unique_lock<std::mutex> map;
    if (own.map) map = std::unique_lock(own.map->in_use);
    report = own.scheduler.run(budget, threads);
  });
  using namespace py::literals;
  return py::dict(
      "frame"_a = report.frame, "taken_in"_a = report.taken_in,
      "finished"_a = report.finished, "waiting"_a = report.waiting,
      "paused"_a = report.paused, "spent"_a = report.spent, "dropped"_a = report.dropped,
      "edits"_a = report.edits, "settled"_a = report.settled, "debt"_a = report.debt,
      "map_spent"_a = report.map_spent, "map_microseconds"_a = report.map_microseconds,
      "microseconds"_a = report.microseconds);
}

void note_report(FramePace& pace, const py::dict& report) {
  FrameReport noted;
  noted.spent = report["spent"].cast<std::uint64_t>();
  noted.map_spent = report["map_spent"].cast<std::uint64_t>();
  noted.map_microseconds = report["map_microseconds"].cast<std::uint64_t>();
  noted.microseconds = report["microseconds"].cast<std::uint64_t>();
  pace.note(noted);
}

py::array line_of(const Finished& finished, std::size_t slot) {
  if (slot >= finished.requests.slots()) throw py::index_error("no such slot");
  const auto points = finished.requests.line(slot);
  return array_of(std::vector(points.begin(), points.end()));
}

/// The columns that answers have with the option `lines`.
template <class Class>
void bind_finished_lines(Class& finished) {
  finished
      .def(
          "line", &line_of, py::arg("slot"),
          "The shortest any-angle path from the start to the end of a path: its points, of "
          "shape (k, 2): x, y, in 1 / scale[slot] of a cell. Empty without the option "
          "lines.")
      .def_property_readonly(
          "length", [](const Finished& f) { return copy_of<double>(f.requests.length); },
          "float64, by slot: the lengths of the lines in cells; 0 where there is none.")
      .def_property_readonly(
          "scale",
          [](const Finished& f) { return copy_of<std::uint8_t>(f.requests.scale); },
          "uint8, by slot: as Lines.scale.")
      .def_property_readonly(
          "points",
          [](const Finished& f) {
            return array_of(
                std::vector(f.requests.points.begin(), f.requests.points.end()));
          },
          "int32, shape (m, 2): the points of all lines.")
      .def_property_readonly(
          "point_begin",
          [](const Finished& f) { return copy_of<std::uint64_t>(f.requests.point_begin); },
          "uint64: the line of slot k is points[point_begin[k]:point_begin[k + 1]].");
}

void bind_finished(py::module_& module) {
  py::class_<Finished> finished(module, "Finished",
                                "The requests that finished, by ticket.");
  bind_finished_lines(finished);
  finished.def("__len__", [](const Finished& f) { return f.requests.size(); })
      .def_property_readonly(
          "tickets",
          [](const Finished& f) { return copy_of<std::uint64_t>(f.requests.ticket); },
          "uint64, ascending: what submit() returned.")
      .def_property_readonly(
          "agents",
          [](const Finished& f) { return copy_of<std::uint32_t>(f.requests.agent); },
          "uint32: the agents.")
      .def_property_readonly(
          "frames",
          [](const Finished& f) { return copy_of<std::uint32_t>(f.requests.frame); },
          "uint32: the frames in which the requests finished.")
      .def_property_readonly(
          "current", [](const Finished& f) { return copy_of<bool>(f.requests.current); },
          "bool: whether the agent has no newer request.")
      .def_property_readonly(
          "status",
          [](const Finished& f) { return copy_of<std::uint8_t>(f.requests.status); },
          "By slot: see first.")
      .def_property_readonly(
          "cost", [](const Finished& f) { return copy_of<std::uint32_t>(f.requests.cost); },
          "By slot: see first.")
      .def_property_readonly(
          "first",
          [](const Finished& f) { return copy_of<std::int64_t>(f.requests.first); },
          "Request i has the slots first[i] to first[i + 1] - 1.")
      .def(
          "path",
          [](const Finished& f, std::size_t slot) {
            if (slot >= f.requests.slots()) throw py::index_error("no such slot");
            return array_of(f.requests.path(slot).cells());
          },
          py::arg("slot"), "The cells of a path, of shape (n, 2): x, y.")
      .def(
          "turning_points",
          [](const Finished& f, NamedWorkers* workers) {
            return turning_points_of(f.requests, workers);
          },
          py::kw_only(), py::arg("workers") = py::none(),
          "By slot: the ends of all paths, and the cells where they turn, of shape (m, 2): "
          "x, y, and where each path begins in it.")
      .def(
          "runs",
          [](const Finished& f, NamedWorkers* workers) {
            return runs_of(f.requests, workers);
          },
          py::kw_only(), py::arg("workers") = py::none(),
          "By slot: the runs of equal moves of all paths: moves (uint8), their numbers "
          "(uint32), and where each path begins in both.");
}

void reserve_scheduler(Scheduler& own, NamedWorkers* workers) {
  run(workers, 0, [&](Workers& threads, Monitor&) {
    const std::lock_guard lock(own.in_use);
    own.scheduler.reserve(threads);
  });
}

std::unique_ptr<Finished> poll_scheduler(Scheduler& own) {
  auto finished = std::make_unique<Finished>();
  const Locked lock(own.in_use);
  own.scheduler.poll(finished->requests);
  return finished;
}

void bind_scheduler(py::module_& module) {
  py::class_<Scheduler, std::shared_ptr<Scheduler>>(
      module, "FrameScheduler", "Spreads requests over the frames of a game.")
      .def(py::init(&make_scheduler), py::arg("world"), py::kw_only(),
           py::arg("ageing") = SchedulerOptions{}.ageing,
           py::arg("paused_searches") = SchedulerOptions{}.paused_searches,
           py::arg("settle_work") = SchedulerOptions{}.settle_work,
           py::arg("lines") = SchedulerOptions{}.lines,
           "world: a Solver, a list of them (one for each class of units), or a LivingMap. "
           "lines: answers also have shortest any-angle paths, in classes whose index has "
           "lines.")
      .def("submit", &submit, py::arg("start"), py::arg("goals"), py::kw_only(),
           py::arg("agent") = py::none(), py::arg("movement") = 0,
           py::arg("priority") = "normal", py::arg("visit") = "any",
           py::arg("radius") = 0.0, py::arg("approach") = false, py::arg("escape") = false,
           py::arg("max_expansions") = std::numeric_limits<std::uint32_t>::max(),
           py::arg("max_cost") = kUnreachable - 1,
           "Submits a request and returns its ticket. start: x, y; goals: shape (n, 2). A "
           "newer "
           "request of an agent replaces its older one.")
      .def("submit_all", &submit_all, py::arg("starts"), py::arg("goals"), py::kw_only(),
           py::arg("agents") = py::none(), py::arg("movement") = 0,
           py::arg("priority") = "normal", py::arg("radius") = 0.0,
           py::arg("approach") = false, py::arg("escape") = false,
           py::arg("max_expansions") = std::numeric_limits<std::uint32_t>::max(),
           py::arg("max_cost") = kUnreachable - 1,
           "Submits a request for each row of `starts` and `goals`, of shape (n, 2), and "
           "returns their tickets, a range. agents: n numbers.")
      .def(
          "cancel",
          [](Scheduler& own, std::uint64_t ticket) {
            own.scheduler.cancel(static_cast<Ticket>(ticket));
          },
          py::arg("ticket"), "Drops a request that is not answered yet.")
      .def(
          "edit",
          [](Scheduler& own, const py::iterable& edits) {
            const Edits all(edits, own.map != nullptr && own.map->weighted);
            const Locked lock(own.in_use);
            take(own.scheduler.edit(all.list()));
          },
          py::arg("edits"), "Edits the LivingMap at the beginning of the next run().")
      .def("save", &save_scheduler,
           "All that later frames depend on, as bytes; poll() first. Paused searches begin "
           "again, here as in the restored scheduler.")
      .def_static("restore", &restore_scheduler, py::arg("saved"), py::arg("world"),
                  "Continues where save() was called. world: as in the constructor; a "
                  "LivingMap that was saved and restored with it.")
      .def("reserve", &reserve_scheduler, py::kw_only(), py::arg("workers") = py::none(),
           "Makes the memory of searches, so that the first frames take no longer than "
           "later "
           "ones.")
      .def("run", &run_frame, py::kw_only(), py::arg("expansions") = py::none(),
           py::arg("microseconds") = py::none(), py::arg("workers") = py::none(),
           "Spends the budget of a frame; without one, answers all. Returns statistics. "
           "Budgets "
           "of expansions give equal frames on every machine.")
      .def("poll", &poll_scheduler, "The requests that finished since the last call.")
      .def_property_readonly(
          "waiting",
          [](Scheduler& own) {
            const Locked lock(own.in_use);
            return own.scheduler.waiting();
          },
          "Requests that are not finished, those submitted since the last run() included.");
}

}  // namespace

void bind_games(py::module_& module) {
  bind_living_map(module);
  bind_finished(module);
  bind_scheduler(module);
  py::class_<FramePace>(module, "FramePace",
                        "Proposes budgets in expansions that fit into a time.")
      .def(py::init<std::uint64_t>(), py::arg("microseconds"))
      .def("note", &note_report, py::arg("report"), "Notes what run() returned.")
      .def_property_readonly("expansions", &FramePace::expansions,
                             "The proposal for the next frame. Peers of a lockstep game "
                             "use the least one.");
}

}  // namespace throng::python
