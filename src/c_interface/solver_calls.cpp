#include "../batch/path_points.hpp"
#include "handles.hpp"
#include "options.hpp"
#include "walk.hpp"

using namespace throng;
using namespace throng::c_interface;

PathView throng_batch::path(std::size_t slot) const {
  if (slot >= answers.slots())
    refuse("slot " + std::to_string(slot) + " of a batch of " +
           std::to_string(answers.slots()));
  return answers.path(slot);
}

throng_code throng_solver_options_init(throng_solver_options* options, uint32_t size) {
  return guarded([&] { init(options, size, "options"); });
}

throng_code throng_solver_create(const throng_grid* grid,
                                 const throng_solver_options* options,
                                 throng_solver** solver) {
  return guarded([&] {
    create(solver, "solver",
           take(Solver::make(use(grid, "grid").get(), solver_options_of(options))));
  });
}

throng_code throng_solver_create_indexed(const throng_index* index,
                                         const throng_solver_options* options,
                                         throng_solver** solver) {
  return guarded([&] {
    create(solver, "solver",
           take(Solver::make(use(index, "index").get(), solver_options_of(options))));
  });
}

throng_code throng_solver_destroy(throng_solver* solver) {
  return destroy(solver, "solver");
}

throng_code throng_solver_choice(const throng_solver* solver, int32_t* algorithm,
                                 int32_t* heuristic) {
  return guarded([&] {
    const Solver& mine = use(solver, "solver").solver;
    out(algorithm, "algorithm");
    out(heuristic, "heuristic") = static_cast<int32_t>(mine.heuristic());
    *algorithm = static_cast<int32_t>(mine.algorithm());
  });
}

throng_code throng_batch_create(const throng_host* host, throng_batch** batch) {
  return guarded([&] { create(batch, "batch", host); });
}

throng_code throng_batch_destroy(throng_batch* batch) { return destroy(batch, "batch"); }

throng_code throng_batch_options_init(throng_batch_options* options, uint32_t size) {
  return guarded([&] { init(options, size, "options"); });
}

throng_code throng_solver_reserve(const throng_solver* solver, throng_workers* workers) {
  return guarded([&] {
    const Solver& mine = use(solver, "solver").solver;
    const WorkersOfCall threads(workers);
    mine.reserve(*threads);
  });
}

throng_code throng_solve(const throng_solver* solver, const throng_query* queries,
                         size_t count, throng_workers* workers,
                         const throng_batch_options* options, throng_monitor* monitor,
                         throng_batch* batch) {
  return guarded([&] {
    const Solver& mine = use(solver, "solver").solver;
    const auto all = array_as<Query>(queries, count, "queries");
    const BatchOptions wanted = batch_options_of(options, monitor_of(monitor));
    throng_batch& results = use(batch, "batch");
    const WorkersOfCall threads(workers);
    mine.solve(all, *threads, results.answers, wanted);
  });
}

throng_code throng_solve_requests(const throng_solver* solver,
                                  const throng_request* requests, size_t count,
                                  throng_workers* workers,
                                  const throng_batch_options* options,
                                  throng_monitor* monitor, throng_batch* batch) {
  return guarded([&] {
    const Solver& mine = use(solver, "solver").solver;
    std::vector<Request> all;
    all.reserve(count);
    for (const throng_request& request : array(requests, count, "requests"))
      all.push_back(request_of(request));
    const BatchOptions wanted = batch_options_of(options, monitor_of(monitor));
    throng_batch& results = use(batch, "batch");
    const WorkersOfCall threads(workers);
    mine.solve(std::span<const Request>(all), *threads, results.answers, wanted);
  });
}

throng_code throng_batch_get(const throng_batch* batch, throng_batch_view* view) {
  return guarded([&] {
    const Answers& answers = use(batch, "batch").answers;
    throng_batch_view now{};
    now.topology = static_cast<int32_t>(answers.topology);
    now.slots = answers.slots();
    now.requests = answers.size();
    now.status = view_of<uint8_t>(answers.status);
    now.cost = view_of<uint32_t>(answers.cost);
    now.upper = view_of<uint32_t>(answers.upper);
    now.expanded = view_of<uint32_t>(answers.expanded);
    now.generated = view_of<uint32_t>(answers.generated);
    now.reopened = view_of<uint32_t>(answers.reopened);
    now.microseconds = view_of<float>(answers.microseconds);
    now.start = view_of<throng_position>(answers.start);
    now.path_begin = view_of<uint64_t>(answers.path_begin);
    now.moves = view_of<throng_move>(answers.moves);
    now.first = view_of<size_t>(answers.first);
    now.end = view_of<throng_position>(answers.end);
    now.end_cost = view_of<uint32_t>(answers.end_cost);
    now.ticket = view_of<uint64_t>(answers.ticket);
    now.agent = view_of<uint32_t>(answers.agent);
    now.frame = view_of<uint32_t>(answers.frame);
    now.current = view_of<uint8_t>(answers.current);
    now.point_begin = view_of<uint64_t>(answers.point_begin);
    now.points = view_of<throng_position>(answers.points);
    now.length = view_of<double>(answers.length);
    now.scale = view_of<uint8_t>(answers.scale);
    fill(view, now, "view");
  });
}

throng_code throng_batch_cells(const throng_batch* batch, size_t slot,
                               throng_position* cells, size_t capacity, size_t* count) {
  return guarded([&] {
    const PathView path = use(batch, "batch").path(slot);
    out(count, "count") = path.moves().size() + 1;
    need_room(capacity, *count);
    array(cells, capacity, "cells");
    Position at = path.start();
    *cells = to_position(at);
    for (const Move move : path.moves()) {
      at = path.step(at, move);
      *++cells = to_position(at);
    }
  });
}

namespace {

/// Writes the items of all paths by counting and writing.
template <class Item, class Given, class Count, class Write>
void write_items(const throng_batch* batch, throng_workers* workers, std::uint64_t* begin,
                 Given* items, std::size_t capacity, std::size_t* count,
                 const Count& count_items, const Write& write) {
  static_assert(sizeof(Item) == sizeof(Given));
  const Answers& answers = use(batch, "batch").answers;
  const auto begins = array(begin, answers.slots() + 1, "begin");
  out(count, "count");
  const WorkersOfCall threads(workers);
  const WorkersInUse team(*threads);
  *count = count_items(answers, *team, begins);
  need_room(capacity, *count);
  array(items, capacity, "the array of items");
  write(answers, *team, begins, reinterpret_cast<Item*>(items));
}

}  // namespace

throng_code throng_batch_turning_points(const throng_batch* batch, throng_workers* workers,
                                        uint64_t* begin, throng_position* points,
                                        size_t capacity, size_t* count) {
  return guarded([&] {
    write_items<Position>(
        batch, workers, begin, points, capacity, count,
        [](auto&&... all) { return count_turning_points(all...); },
        [](auto&&... all) { write_turning_points(all...); });
  });
}

throng_code throng_batch_runs(const throng_batch* batch, throng_workers* workers,
                              uint64_t* begin, throng_run* runs, size_t capacity,
                              size_t* count) {
  return guarded([&] {
    write_items<Run>(
        batch, workers, begin, runs, capacity, count,
        [](auto&&... all) { return count_runs(all...); },
        [](auto&&... all) { write_runs(all...); });
  });
}

throng_code throng_batch_hash(const throng_batch* batch, uint64_t* hash,
                              uint64_t* cost_hash) {
  return guarded([&] {
    const Answers& answers = use(batch, "batch").answers;
    out(hash, "hash");
    out(cost_hash, "cost_hash") = answers.cost_hash();
    *hash = answers.hash();
  });
}
