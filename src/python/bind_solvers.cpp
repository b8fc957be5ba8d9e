#include "bindings.hpp"

#include <pybind11/stl.h>

#include <limits>

namespace throng::python {
namespace {

using Shared = std::shared_ptr<Batch>;

/// A batch that a call may fill: `out`, or a new one.
Shared to_fill(const Shared& out) {
  if (!out) return std::make_shared<Batch>();
  static_cast<void>(out->get());
  out->lease.need_no_views();
  return out;
}

/// Marks a batch while a call fills it.
class Filling {
 public:
  explicit Filling(Batch& batch) : batch_(batch) { batch_.filling = true; }
  ~Filling() { batch_.filling = false; }
  Filling(const Filling&) = delete;
  Filling& operator=(const Filling&) = delete;

 private:
  Batch& batch_;
};

Shared solve(const Solver& solver, py::handle starts, py::handle goals, bool paths,
             std::uint32_t max_moves, std::uint32_t max_expansions, Cost max_cost,
             const std::string& sharing, bool latency, const Shared& out,
             NamedWorkers* workers) {
  const Points from(starts, "starts"), to(goals, "goals");
  need_pairs(from, to);
  BatchOptions options;
  options.paths = paths;
  options.max_moves = max_moves;
  options.max_expansions = max_expansions;
  options.max_cost = std::min(max_cost, kUnreachable - 1);
  options.latency = latency;
  if (sharing == "equal")
    options.sharing = Sharing::equal;
  else if (sharing == "goals")
    options.sharing = Sharing::goals;
  else if (sharing != "none")
    throw py::value_error("sharing is '" + sharing + "', not none, equal or goals");

  Shared batch = to_fill(out);
  const Filling filling(*batch);
  batch->paths = paths;
  const std::size_t cells = from.size() * (solver.grid().open_cells() / 16 + 1);
  run(workers, cells, [&](Workers& threads, Monitor& monitor) {
    const std::vector<Query> queries = queries_of(from, to);
    options.monitor = &monitor;
    solver.solve(queries, threads, batch->result, options);
  });
  return batch;
}

/// The results of a batch that was solved with paths.
const Answers& with_paths(const Batch& batch) {
  if (!batch.paths) throw py::value_error("the batch was solved without paths");
  return batch.get();
}

/// The cells of all paths: (n, 2), x, y; and where each path begins, n + 1 numbers.
std::pair<py::array, py::array> cells(const Batch& batch) {
  const Answers& result = with_paths(batch);
  std::vector<std::uint64_t> begin{0};
  begin.reserve(result.size() + 1);
  const auto count = [&](std::size_t i) -> std::uint64_t {
    const std::uint64_t moves = result.path_begin[i + 1] - result.path_begin[i];
    return result.status[i] == Status::found ? moves + 1 : 0;
  };
  for (std::size_t i = 0; i < result.size(); ++i) begin.push_back(begin.back() + count(i));
  py::array_t<std::int32_t> array(
      std::vector<py::ssize_t>{static_cast<py::ssize_t>(begin.back()), 2});
  auto* cell = reinterpret_cast<Position*>(array.mutable_data());
  for (std::size_t i = 0; i < result.size(); ++i) {
    if (result.status[i] != Status::found) continue;
    const PathView path = result.path(i);
    *cell++ = path.start();
    for (const Move move : path.moves()) {
      *cell = path.step(cell[-1], move);
      ++cell;
    }
  }
  const auto size = static_cast<py::ssize_t>(begin.size());
  return {array, array_of(std::move(begin), {size})};
}

py::array numbers_in(const Column<std::uint64_t>& numbers) {
  return array_of(std::vector(numbers.begin(), numbers.end()),
                  {static_cast<py::ssize_t>(numbers.size())});
}

using BatchClass = py::class_<Batch, Shared>;

void bind_columns(BatchClass& type) {
  type.def("__len__", [](const Batch& batch) { return batch.get().size(); })
      .def_property_readonly(
          "status",
          [](const Shared& b) { return view_of<std::uint8_t>(b, b->get().status); },
          "uint8: an index into throng.STATUS; 0 is found.")
      .def_property_readonly(
          "cost", [](const Shared& b) { return view_of<std::uint32_t>(b, b->get().cost); },
          "uint32: the cost of the path, in units of Grid.costs; a lower bound if not "
          "found, "
          "UNREACHABLE if no path exists.")
      .def_property_readonly(
          "upper",
          [](const Shared& b) { return view_of<std::uint32_t>(b, b->get().upper); },
          "uint32: an upper bound on the least cost.")
      .def_property_readonly(
          "expanded",
          [](const Shared& b) { return view_of<std::uint32_t>(b, b->get().expanded); },
          "uint32: cells expanded.")
      .def_property_readonly(
          "generated",
          [](const Shared& b) { return view_of<std::uint32_t>(b, b->get().generated); },
          "uint32: cells reached, or reached more cheaply.")
      .def_property_readonly(
          "microseconds",
          [](const Shared& b) { return view_of<float>(b, b->get().microseconds); },
          "float32: wall time of each query; empty unless latency.")
      .def_property_readonly(
          "path_begin",
          [](const Shared& b) { return view_of<std::uint64_t>(b, b->get().path_begin); },
          "uint64, n + 1 numbers: path i is moves[path_begin[i]:path_begin[i + 1]].")
      .def_property_readonly(
          "moves", [](const Shared& b) { return view_of<std::uint8_t>(b, b->get().moves); },
          "uint8: 0 to 7 are N, E, S, W, NE, SE, SW, NW; 8 + k is the k-th link of a cell.")
      .def_property_readonly(
          "found", [](const Batch& b) { return found_of(b.get().status); },
          "bool: whether a path was found.");
}

void bind_paths(BatchClass& type) {
  type.def("cells", &cells,
           "All paths as cells: an array of shape (m, 2): x, y, and n + 1 numbers, where "
           "each "
           "path begins in it. Paths that were not found have no cells.")
      .def(
          "turning_points",
          [](const Shared& batch, NamedWorkers* workers) {
            const py::array held = hold(batch);
            return turning_points_of(batch->result, workers);
          },
          py::kw_only(), py::arg("workers") = py::none(),
          "The ends of all paths, and the cells where they turn: an array of shape (m, 2): "
          "x, y, and n + 1 numbers, where each path begins in it.")
      .def(
          "runs",
          [](const Shared& batch, NamedWorkers* workers) {
            const py::array held = hold(batch);
            return runs_of(batch->result, workers);
          },
          py::kw_only(), py::arg("workers") = py::none(),
          "All paths as runs of equal moves: the moves (uint8, as `moves`), their numbers "
          "(uint32), and n + 1 numbers, where each path begins in both.")
      .def(
          "path",
          [](const Batch& batch, py::ssize_t i) {
            const Answers& result = with_paths(batch);
            const std::size_t query = row_of(i, result.size(), "the batch has ");
            if (result.status[query] != Status::found)
              return array_of(std::vector<Position>());
            return array_of(result.path(query).cells());
          },
          py::arg("i"), "The cells of path i, both ends included: shape (k, 2), x, y.");
}

void bind_batch(py::module_& module) {
  BatchClass type(module, "Batch",
                  "Results of a batch. Arrays are read-only views, one element for each "
                  "query.");
  type.def(py::init<>(), "An empty batch, for out=.")
      .def_property_readonly(
          "hash", [](const Batch& b) { return b.get().hash(); },
          "Of all statuses, costs and paths: equal on every machine.")
      .def_property_readonly(
          "cost_hash", [](const Batch& b) { return b.get().cost_hash(); },
          "Of all statuses and costs.");
  bind_columns(type);
  bind_paths(type);
}

}  // namespace

py::tuple turning_points_of(const Answers& answers, NamedWorkers* workers) {
  PathPoints points;
  run(workers, 0,
      [&](Workers& threads, Monitor&) { find_turning_points(answers, threads, points); });
  return py::make_tuple(array_of(std::vector(points.items.begin(), points.items.end())),
                        numbers_in(points.begin));
}

py::tuple runs_of(const Answers& answers, NamedWorkers* workers) {
  PathRuns runs;
  run(workers, 0, [&](Workers& threads, Monitor&) { find_runs(answers, threads, runs); });
  const auto size = static_cast<py::ssize_t>(runs.items.size());
  py::array_t<std::uint8_t> moves(size);
  py::array_t<std::uint32_t> counts(size);
  std::uint8_t* move = moves.mutable_data();
  std::uint32_t* count = counts.mutable_data();
  for (const Run one : runs.items) {
    *move++ = static_cast<std::uint8_t>(one.move);
    *count++ = one.count;
  }
  return py::make_tuple(moves, counts, numbers_in(runs.begin));
}

py::array hold(const std::shared_ptr<Batch>& batch) {
  static_cast<void>(with_paths(*batch));
  return view_of<std::uint8_t>(batch, batch->result.status);
}

py::object found_of(std::span<const Status> statuses) {
  std::vector<std::uint8_t> found;
  found.reserve(statuses.size());
  for (const Status status : statuses) found.push_back(status == Status::found ? 1 : 0);
  const auto size = static_cast<py::ssize_t>(found.size());
  return array_of(std::move(found), {size}).attr("astype")("bool");
}

std::size_t row_of(py::ssize_t i, std::size_t count, const char* of) {
  const auto size = static_cast<py::ssize_t>(count);
  if (i < -size || i >= size)
    throw py::index_error(std::string(of) + std::to_string(size) + " queries");
  return static_cast<std::size_t>(i < 0 ? i + size : i);
}

std::vector<Query> queries_of(const Points& starts, const Points& goals) {
  std::vector<Query> queries(starts.size());
  for (std::size_t i = 0; i < queries.size(); ++i)
    queries[i] = {starts.get()[i], goals.get()[i]};
  return queries;
}

void need_pairs(const Points& starts, const Points& goals) {
  if (starts.size() != goals.size())
    throw py::value_error("there are " + std::to_string(starts.size()) + " starts and " +
                          std::to_string(goals.size()) + " goals");
}

const Answers& Batch::get() const {
  if (!filling) return result;
  PyErr_SetString(PyExc_BufferError, "the batch is being filled by another thread");
  throw py::error_already_set();
}

void bind_solvers(py::module_& module) {
  bind_batch(module);
  py::class_<Solver, std::shared_ptr<Solver>>(
      module, "Solver", "A grid or an index, and the search chosen for it. Immutable.")
      .def(py::init([](py::handle world, const std::string& algorithm,
                       const std::string& heuristic, int weight_percent, int beam_width,
                       bool reopen, const std::string& ties) {
             SolverOptions options;
             options.algorithm = take(parse_algorithm(algorithm));
             options.heuristic = take(parse_heuristic(heuristic));
             options.weight_percent = weight_percent;
             options.beam_width = beam_width;
             options.reopen = reopen;
             options.ties = take(parse_ties(ties));
             if (py::isinstance<Index>(world))
               return take(Solver::make(world.cast<Index>(), options));
             return take(Solver::make(grid_of(world), options));
           }),
           py::arg("world"), py::kw_only(), py::arg("algorithm") = "auto",
           py::arg("heuristic") = "auto",
           py::arg("weight_percent") = SolverOptions{}.weight_percent,
           py::arg("beam_width") = SolverOptions{}.beam_width,
           py::arg("reopen") = SolverOptions{}.reopen, py::arg("ties") = "canonical",
           "world: a Grid or an Index. algorithm and heuristic: the words of the program "
           "throng; auto is the fastest that is optimal. reopen: bounded algorithms and "
           "greedy "
           "expand a cell again whenever it is reached at a lower cost. ties: the choice "
           "among "
           "paths of equal cost: canonical, straight, few_turns, same_way_back or lanes.")
      .def_property_readonly(
          "algorithm", [](const Solver& s) { return std::string(name(s.algorithm())); },
          "What was chosen; never auto.")
      .def_property_readonly(
          "heuristic", [](const Solver& s) { return std::string(name(s.heuristic())); },
          "What was chosen; never auto.")
      .def(
          "reserve",
          [](const Solver& own, NamedWorkers* workers) {
            run(workers, 0, [&](Workers& threads, Monitor&) { own.reserve(threads); });
          },
          py::kw_only(), py::arg("workers") = py::none(),
          "Makes the memory that queries use, so that the first ones take no longer than "
          "later ones.")
      .def("solve", &solve, py::arg("starts"), py::arg("goals"), py::kw_only(),
           py::arg("paths") = true,
           py::arg("max_moves") = std::numeric_limits<std::uint32_t>::max(),
           py::arg("max_expansions") = std::numeric_limits<std::uint32_t>::max(),
           py::arg("max_cost") = kUnreachable - 1, py::arg("sharing") = "none",
           py::arg("latency") = false, py::arg("out") = py::none(),
           py::arg("workers") = py::none(),
           "Answers a batch of queries: starts and goals of shape (n, 2): x, y. Without "
           "paths "
           "it returns costs and counters only. max_cost and max_expansions limit each "
           "query, "
           "max_moves the moves that are kept. sharing: none, equal or goals (queries to "
           "one goal, or from one start, by one sweep). latency: measures each query. "
           "out: a Batch to fill again, without live views. Runs without the GIL; Ctrl-C "
           "cancels.");
}

}  // namespace throng::python
