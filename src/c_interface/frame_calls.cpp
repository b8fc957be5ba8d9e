#include "../batch/batch_loop.hpp"
#include "handles.hpp"
#include "options.hpp"

using namespace throng;
using namespace throng::c_interface;

namespace {

FrameScheduler& use_scheduler(throng_scheduler* scheduler) {
  return *use(scheduler, "scheduler").scheduler;
}

/// Refuses a scheduler whose run failed.
void need_whole(const throng_scheduler& scheduler) {
  if (scheduler.broken || (scheduler.map != nullptr && scheduler.map->broken))
    refuse("the scheduler or its map is broken by a call that failed", THRONG_BROKEN);
}

FrameBudget budget_of(std::int32_t unit, std::uint64_t amount) {
  if (unit != THRONG_EXPANSIONS && unit != THRONG_MICROSECONDS)
    refuse("the unit of a budget is " + std::to_string(unit));
  if (amount == THRONG_ALL_WORK) return FrameBudget::unlimited();
  return unit == THRONG_EXPANSIONS ? FrameBudget::expansions(amount)
                                   : FrameBudget::microseconds(amount);
}

throng_frame_report report_of(const FrameReport& run) noexcept {
  throng_frame_report report{};
  report.frame = run.frame;
  report.taken_in = run.taken_in;
  report.dropped = run.dropped;
  report.finished = run.finished;
  report.waiting = run.waiting;
  report.paused = run.paused;
  report.spent = run.spent;
  report.repeated = run.repeated;
  report.answered_by_sweep = run.answered_by_sweep;
  report.copied = run.copied;
  report.edits = run.edits;
  report.settled = run.settled;
  report.map_microseconds = run.map_microseconds;
  report.confirmed = run.confirmed;
  report.outdated = run.outdated;
  report.debt = run.debt;
  report.map_spent = run.map_spent;
  report.microseconds = run.microseconds;
  return report;
}

std::vector<Solver> solvers_of(const throng_solver* const* solvers, std::size_t count) {
  std::vector<Solver> all;
  for (const throng_solver* const solver : array(solvers, count, "solvers"))
    all.push_back(use(solver, "a solver").solver);
  return all;
}

void note_classes(throng_scheduler& made, const std::vector<Solver>& solvers) {
  made.classes = solvers.size();
  if (!solvers.empty()) made.topology = solvers.front().grid().rules().topology;
}

void note_classes(throng_scheduler& made, const LivingMap& map) {
  made.classes = map.classes();
  made.topology = map.grid(0)->rules().topology;
}

/// The handle of a scheduler, which make(memory) makes.
template <class Make>
void create_scheduler(throng_scheduler** scheduler, const throng_host* host,
                      std::shared_ptr<SharedMap> map, const Make& make) {
  out(scheduler, "scheduler");
  auto made = std::make_unique<throng_scheduler>(host, std::move(map));
  made->scheduler.emplace(take(make(made->host.memory(), *made)));
  *scheduler = made.release();
}

}  // namespace

throng_code throng_scheduler_options_init(throng_scheduler_options* options,
                                          uint32_t size) {
  return guarded([&] { init(options, size, "options"); });
}

throng_code throng_scheduler_create(const throng_solver* const* solvers, size_t count,
                                    const throng_scheduler_options* options,
                                    const throng_host* host, throng_scheduler** scheduler) {
  return guarded([&] {
    std::vector<Solver> all = solvers_of(solvers, count);
    const SchedulerOptions wanted = scheduler_options_of(options);
    create_scheduler(scheduler, host, nullptr, [&](auto* memory, throng_scheduler& made) {
      note_classes(made, all);
      return FrameScheduler::make(std::move(all), wanted, memory);
    });
  });
}

throng_code throng_scheduler_create_on_map(throng_map* map,
                                           const throng_solver_options* const* solvers,
                                           size_t count,
                                           const throng_scheduler_options* options,
                                           const throng_host* host,
                                           throng_scheduler** scheduler) {
  return guarded([&] {
    LivingMap& living = use(map, "map").get();
    std::vector<SolverOptions> all;
    for (const throng_solver_options* const solver : array(solvers, count, "solvers"))
      all.push_back(solver_options_of(solver));
    if (all.empty()) all.emplace_back();
    const SchedulerOptions wanted = scheduler_options_of(options);
    create_scheduler(scheduler, host, map->shared, [&](auto* memory, auto& made) {
      note_classes(made, living);
      return FrameScheduler::make(living, all, wanted, memory);
    });
  });
}

throng_code throng_scheduler_destroy(throng_scheduler* scheduler) {
  return destroy(scheduler, "scheduler");
}

throng_code throng_frame_request_init(throng_frame_request* request, uint32_t size) {
  return guarded([&] { init(request, size, "request"); });
}

throng_code throng_scheduler_submit(throng_scheduler* scheduler,
                                    const throng_frame_request* request, uint64_t* ticket) {
  return guarded([&] {
    throng_scheduler& mine = use(scheduler, "scheduler");
    std::uint64_t& mark = out(ticket, "ticket");  // before anything changes
    mark = static_cast<std::uint64_t>(
        mine.scheduler->submit(frame_request_of(request, mine.classes)));
  });
}

throng_code throng_scheduler_submit_all(throng_scheduler* scheduler,
                                        const throng_frame_request* requests, size_t count,
                                        uint64_t* first) {
  return guarded([&] {
    throng_scheduler& mine = use(scheduler, "scheduler");
    std::uint64_t& mark = out(first, "first");  // before anything changes
    std::vector<Request> all;
    all.reserve(count);
    for_each_sized(requests, count, "requests", [&](const throng_frame_request* one) {
      all.push_back(frame_request_of(one, mine.classes));
    });
    mark = static_cast<std::uint64_t>(mine.scheduler->submit_all(all));
  });
}

throng_code throng_scheduler_cancel(throng_scheduler* scheduler, uint64_t ticket) {
  return guarded([&] { use_scheduler(scheduler).cancel(static_cast<Ticket>(ticket)); });
}

throng_code throng_scheduler_replace_solver(throng_scheduler* scheduler, size_t movement,
                                            const throng_solver* solver) {
  return guarded([&] {
    throng_scheduler& mine = use(scheduler, "scheduler");
    const Solver& now = use(solver, "solver").solver;
    need_whole(mine);
    if (mine.map != nullptr) refuse("a scheduler of a map has solvers of its own");
    if (movement >= mine.classes) refuse("the scheduler has no such class");
    if (now.grid().rules().topology != mine.topology)
      refuse("the solver has another topology");
    mine.scheduler->replace_solver(movement, now);
  });
}

throng_code throng_scheduler_edit(throng_scheduler* scheduler, const throng_edit* edits,
                                  size_t count) {
  return throng_scheduler_edit_blocks(scheduler, edits, count, nullptr, 0);
}

throng_code throng_scheduler_edit_blocks(throng_scheduler* scheduler,
                                         const throng_edit* edits, size_t count,
                                         const throng_block* blocks, size_t block_count) {
  return guarded([&] {
    need_whole(use(scheduler, "scheduler"));
    take(use_scheduler(scheduler).edit(
        edits_of(edits, count, array(blocks, block_count, "blocks"))));
  });
}

throng_code throng_scheduler_reserve(throng_scheduler* scheduler, throng_workers* workers) {
  return guarded([&] {
    throng_scheduler& mine = use(scheduler, "scheduler");
    need_whole(mine);
    const WorkersOfCall threads(workers);
    mine.scheduler->reserve(*threads);
  });
}

throng_code throng_scheduler_run(throng_scheduler* scheduler, int32_t unit, uint64_t amount,
                                 throng_workers* workers, throng_frame_report* report) {
  return guarded([&] {
    throng_scheduler& mine = use(scheduler, "scheduler");
    const FrameBudget budget = budget_of(unit, amount);
    if (report != nullptr) fill(report, report_of({}), "report");
    need_whole(mine);
    const WorkersOfCall threads(workers);
    const auto run = [&] { return mine.scheduler->run(budget, *threads); };
    const FrameReport now = changing(mine.broken, "the scheduler", [&] {
      return mine.map != nullptr ? changing(mine.map->broken, "the map", run) : run();
    });
    if (report != nullptr) fill(report, report_of(now), "report");
  });
}

throng_code throng_scheduler_poll(throng_scheduler* scheduler, throng_batch* batch) {
  return guarded([&] {
    throng_scheduler& mine = use(scheduler, "scheduler");
    throng_batch& results = use(batch, "batch");
    need_whole(mine);
    mine.scheduler->poll(results.answers);
  });
}

throng_code throng_scheduler_save(throng_scheduler* scheduler, const void** bytes,
                                  size_t* size) {
  return guarded([&] {
    throng_scheduler& mine = use(scheduler, "scheduler");
    give_bytes(mine.saved, bytes, size, [&] {
      need_whole(mine);
      return take(mine.scheduler->save());
    });
  });
}

throng_code throng_scheduler_restore(const void* bytes, size_t size,
                                     const throng_solver* const* solvers, size_t count,
                                     const throng_host* host,
                                     throng_scheduler** scheduler) {
  return guarded([&] {
    const std::string_view saved = bytes_of(bytes, size);
    std::vector<Solver> all = solvers_of(solvers, count);
    create_scheduler(scheduler, host, nullptr, [&](auto* memory, throng_scheduler& made) {
      note_classes(made, all);
      return FrameScheduler::restore(saved, std::move(all), memory);
    });
  });
}

throng_code throng_scheduler_restore_on_map(const void* bytes, size_t size, throng_map* map,
                                            const throng_host* host,
                                            throng_scheduler** scheduler) {
  return guarded([&] {
    const std::string_view saved = bytes_of(bytes, size);
    LivingMap& living = use(map, "map").get();
    create_scheduler(scheduler, host, map->shared, [&](auto* memory, auto& made) {
      note_classes(made, living);
      return FrameScheduler::restore(saved, living, memory);
    });
  });
}

throng_code throng_scheduler_info(const throng_scheduler* scheduler, uint64_t* waiting,
                                  uint64_t* bytes) {
  return guarded([&] {
    const FrameScheduler& mine = *use(scheduler, "scheduler").scheduler;
    out(waiting, "waiting");
    out(bytes, "bytes") = mine.memory_bytes();
    *waiting = mine.waiting();
  });
}

throng_code throng_frame_pace_create(uint64_t microseconds, throng_frame_pace** pace) {
  return guarded([&] { create(pace, "pace", microseconds); });
}

throng_code throng_frame_pace_destroy(throng_frame_pace* pace) {
  return destroy(pace, "pace");
}

throng_code throng_frame_pace_note(throng_frame_pace* pace,
                                   const throng_frame_report* report) {
  return guarded([&] {
    FramePace& mine = use(pace, "pace").pace;
    out(report, "report");
    const throng_frame_report from = given(report, "the report");
    FrameReport noted;
    noted.spent = from.spent;
    noted.map_spent = from.map_spent;
    noted.map_microseconds = from.map_microseconds;
    noted.microseconds = from.microseconds;
    mine.note(noted);
  });
}

throng_code throng_frame_pace_expansions(const throng_frame_pace* pace,
                                         uint64_t* expansions) {
  return guarded(
      [&] { out(expansions, "expansions") = use(pace, "pace").pace.expansions(); });
}
